"""A policy for Crazy Eights: a softmax over the legal actions of scores that are linear in what the acting seat may see.

The idea is to lay what the next seat is least likely to be able to answer. Who draws or passes has shown that it lacks a suit, a
rank and the eights; so of each seat all remember how many of its cards may be of each suit and of each rank: those that came
since it was last seen to lack it. A feature is one of ten `BASES` of an action times one of six `SITUATIONS`.

A table of the round is a row of numbers that compiled code keeps, a field each as named below. Of another's hand the policy asks
only how many cards it has.
"""

from math import lgamma
from typing import Any

import numpy as np

from parlour import eights
from parlour.cards import ALL, RANK, SUIT
from parlour.fast.arguments import Floats, Ints, stream_of
from parlour.fast.bits import GOLD, lowest_bit, mix, popcount, stream
from parlour.fast.cache import compiled, compiling
from parlour.fast.deals import card_by_card, number_of
from parlour.fast.worlds import Worlds
from parlour.match import View

BASES = (
    "miss",  # the chance that the next seat cannot answer
    "log miss",  # its logarithm, from -1 (e^-4 or less) to 0
    "run",  # the cards that the next seat is expected to draw for it, in eighths
    "suit",  # cards of the suit that are kept, eights apart, in fourths
    "rank",  # cards of the rank that are kept, in halves
    "answers",  # of the unseen cards that fit it, the share that the rest of the hand can answer
    "miss and answer",  # the product of both
    "reach",  # of all unseen cards, the share that the rest of the hand, eights apart, can answer
    "eight",  # whether it is an eight
    "turn",  # whether the suit changes
)
SITUATIONS = (
    "always",
    "next",  # one over the next seat's cards
    "own",  # one over the own cards
    "stock",  # one with an empty stock, a half with eight cards there
    "lead",  # cards that the next seat has more, from -1 (six fewer) to 1
    "stock and lead",  # the product of both
)
FEATURES = tuple(f"{base}, {situation}" for base in BASES for situation in SITUATIONS)
B, S = len(BASES), len(SITUATIONS)

HAND, BY_SUIT, BY_RANK = 0, 5, 10  # a field for each of five seats: its cards; how many may be of each suit, and of each rank
TOP, MATCH, STOCK, DRAWN, PASSED, TURN, PLAYED, STUCK = range(15, 23)  # STUCK: 1 where the round has ended as a drawn game
FIELDS = 23
EACH_SUIT, EACH_RANK = 0x0101010101, 0x1111111111111  # one in each group of eight bits (C D H S, eights), of four (ranks)
LOGS = np.array([lgamma(n + 1) for n in range(53)])  # of n factorial
NEVER = -20.0  # stands for the logarithm of 0
DEALT = 1 << 8  # the numbers of a stream from here on decide choices; those before it deal
TRIES = 4  # times that each action of a studied decision is played out


# A round


@compiled(forceinline=True)
def _began(rules: Any, number: Any, turned: Any, table: Any) -> None:
    """A table before the first action, without its hands."""
    players, size = rules.players, rules.hand
    for seat in range(players):
        table[BY_SUIT + seat] = size * EACH_SUIT
        table[BY_RANK + seat] = min(size, 15) * EACH_RANK
    table[TOP], table[MATCH], table[STOCK] = turned, turned // 13, 51 - players * size
    table[DRAWN], table[PASSED], table[STUCK] = 0, 0, 0
    table[TURN], table[PLAYED] = (number - 1) % players, 1 << turned


@compiled(forceinline=True)
def _lacked(table: Any, seat: Any) -> None:
    """Nothing that a seat holds fits: none of its cards may be of this suit or rank, or an eight."""
    table[BY_SUIT + seat] &= ~(255 << 8 * table[MATCH] | 255 << 32)
    table[BY_RANK + seat] &= ~(15 << 4 * (table[TOP] % 13))


@compiled(forceinline=True)
def _laid(table: Any, seat: Any, card: Any) -> None:
    """One card less may be what this one was; after a draw it is the drawn one, for nothing had fitted before."""
    if table[DRAWN]:
        table[BY_SUIT + seat] -= EACH_SUIT
        table[BY_RANK + seat] -= EACH_RANK
        return
    suit = 32 if eights.EIGHTS >> card & 1 else card // 13 * 8
    rank = 4 * (card % 13)
    table[BY_SUIT + seat] -= (table[BY_SUIT + seat] >> suit & 255 != 0) << suit
    table[BY_RANK + seat] -= (table[BY_RANK + seat] >> rank & 15 != 0) << rank


@compiled()
def _act(rules: Any, table: Any, action: Any, card: Any) -> None:
    """An action of the turn's seat, as the rules' `apply` has it; a draw brings a card (52 or more: one that is not known)."""
    seat = table[TURN]
    after = seat + 1 if seat + 1 < rules.players else 0
    if action == eights.DRAW:
        _lacked(table, seat)
        ranks = table[BY_RANK + seat]
        table[BY_SUIT + seat] += EACH_SUIT
        table[BY_RANK + seat] += EACH_RANK & ~(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3)  # up to fifteen
        table[HAND + seat] |= 1 << card if card < 52 else 0
        table[STOCK] -= 1
        table[DRAWN] += 1
        return
    if action < 52:
        _laid(table, seat, action)
        table[HAND + seat] &= ~(1 << action)
        table[PLAYED] |= 1 << action
        table[TOP], table[MATCH], table[PASSED] = action, action // 13, 0
        if rules.eights and eights.EIGHTS >> action & 1:
            table[MATCH] = eights.UNNAMED
            return
    elif action == eights.PASS:
        _lacked(table, seat)
        table[PASSED] = 0 if table[STOCK] else table[PASSED] + 1
    else:
        table[MATCH] = action - eights.NAME
    table[DRAWN], table[TURN] = 0, after


@compiled()
def _forced(rules: Any, table: Any, stock: Any) -> Any:
    """Draw and pass until somebody may lay or name; what it may do, or 0 where the round is over."""
    for seat in range(rules.players):
        if table[HAND + seat] == 0:
            return 0
    if table[MATCH] == eights.UNNAMED:
        return eights.SUITS_TO_NAME
    while table[PASSED] < rules.players:
        may = table[HAND + table[TURN]] & eights.fitting(table[TOP], table[MATCH])
        if may:
            return may
        more = eights.draws(rules.draw, table[DRAWN])
        if more and table[STOCK]:
            _act(rules, table, eights.DRAW, stock[len(stock) - table[STOCK]])
        elif more and rules.empty == 0:
            table[STUCK] = 1
            return 0
        else:
            _act(rules, table, eights.PASS, 0)
    return 0


# The policy


@compiled(forceinline=True)
def _chance(rules: Any, table: Any, seat: Any, of: Any, shift: Any, some: Any, unseen: Any) -> Any:
    """The logarithm of the chance that the next seat holds none of some cards, which a seat's memory at `of` tells of.

    They lie in the stock and in those places of hands that may hold them.
    """
    group = 15 if of == BY_RANK else 255
    pool, slots = popcount(unseen), 0
    for other in range(rules.players):
        if other != seat:
            held = popcount(table[HAND + other])
            open = min(held, table[of + other] >> shift & group)
            pool -= held - open
            if other == (seat + 1 if seat + 1 < rules.players else 0):
                slots = open
    free = pool - popcount(some & unseen)
    if free < slots:
        return NEVER
    return LOGS[free] - LOGS[free - slots] - LOGS[pool] + LOGS[pool - slots]


@compiled(forceinline=True)
def _answered(hand: Any) -> Any:
    """The cards, eights apart, that a hand, eights apart, could be laid on."""
    hand &= ~eights.EIGHTS
    ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & SUIT
    found = ranks | ranks << 13 | ranks << 26 | ranks << 39
    for suit in range(4):
        found |= SUIT << 13 * suit if hand & SUIT << 13 * suit else 0
    return found


@compiled(forceinline=True)
def _longest(hand: Any) -> Any:
    """The suit that a hand holds most of, of equal ones the first."""
    best = 0
    for suit in range(1, 4):
        if popcount(hand & SUIT << 13 * suit) > popcount(hand & SUIT << 13 * best):
            best = suit
    return best


@compiled()
def _bases(rules: Any, table: Any, action: Any, bases: Any) -> None:
    """What an action of the turn's seat is, into `bases` (B)."""
    seat = table[TURN]
    hand, unseen = table[HAND + seat], ALL & ~(table[HAND + seat] | table[PLAYED])
    left = hand & ~(1 << action) if action < 52 else hand
    rank, eight = (action if action < 52 else table[TOP]) % 13, action < 52 and eights.EIGHTS >> action & 1
    suit = action - eights.NAME if action >= 52 else _longest(left) if eight and rules.eights else action // 13
    suited = (SUIT << 13 * suit) & ~eights.EIGHTS
    ranked = (RANK << rank) & ~suited & ~eights.EIGHTS
    log = _chance(rules, table, seat, BY_SUIT, 8 * suit, suited, unseen)
    log += _chance(rules, table, seat, BY_SUIT, 32, eights.EIGHTS, unseen)
    log += _chance(rules, table, seat, BY_RANK, 4 * rank, ranked, unseen)
    miss, stock = np.exp(log), table[STOCK]
    fit = (suited | ranked | eights.EIGHTS) & unseen
    draws = min(stock, (stock + 1) / (popcount(fit) * stock / max(1, popcount(unseen)) + 1))
    if rules.draw:
        draws = min(draws, 1.0 if rules.draw == 1 else 3.0)
    reach = _answered(left)
    answers = (popcount(fit & (ALL if left & eights.EIGHTS else reach))) / max(1, popcount(fit))
    bases[0] = miss
    bases[1] = max(log / 4, -1.0)
    bases[2] = miss * draws / 8
    bases[3] = popcount(left & suited) / 4
    bases[4] = popcount(left & RANK << rank) / 2
    bases[5] = answers
    bases[6] = miss * answers
    bases[7] = popcount(reach & unseen) / max(1, popcount(unseen))
    bases[8] = eight
    bases[9] = suit != table[MATCH]


@compiled(forceinline=True)
def _situations(rules: Any, table: Any, situations: Any) -> None:
    """How the round stands for the turn's seat, into `situations` (S)."""
    seat = table[TURN]
    own = popcount(table[HAND + seat])
    after = popcount(table[HAND + (seat + 1 if seat + 1 < rules.players else 0)])
    low, lead = 8 / (8 + table[STOCK]), max(-6, min(6, after - own)) / 6
    situations[0], situations[1], situations[2] = 1.0, 1 / after, 1 / own
    situations[3], situations[4], situations[5] = low, lead, low * lead


@compiled()
def _score(rules: Any, table: Any, may: Any, weights: Any, room: Any) -> None:
    """The scores of what the turn's seat may do, ascending, into the first of `room` (64 + 2B + S)."""
    bases, factors, situations = room[64 : 64 + B], room[64 + B : 64 + 2 * B], room[64 + 2 * B :]
    _situations(rules, table, situations)
    for b in range(B):
        factors[b] = 0.0
        for s in range(S):
            factors[b] += weights[b * S + s] * situations[s]
    n = 0
    while may:
        _bases(rules, table, lowest_bit(may), bases)
        room[n] = 0.0
        for b in range(B):
            room[n] += factors[b] * bases[b]
        may &= may - 1
        n += 1


@compiled()
def _soften(n: Any, keen: Any, room: Any) -> None:
    """The softmax of the first n of `room`, times `keen`, in their place."""
    best, total = room[0], 0.0
    for i in range(1, n):
        best = max(best, room[i])
    for i in range(n):
        room[i] = np.exp(keen * (room[i] - best))
        total += room[i]
    for i in range(n):
        room[i] /= total


@compiled()
def _choose(rules: Any, table: Any, may: Any, weights: Any, keen: Any, r: Any, room: Any) -> Any:
    """An action of the turn's seat, as the policy and a number of the dice choose."""
    if may & (may - 1) == 0:
        return lowest_bit(may)
    _score(rules, table, may, weights, room)
    _soften(popcount(may), keen, room)
    point, i = np.float64(r >> np.uint64(11)) * 2.0**-53, 0
    while may & (may - 1):
        point -= room[i]
        if point < 0:
            break
        may &= may - 1
        i += 1
    return lowest_bit(may)


@compiled()
def _finish(rules: Any, table: Any, stock: Any, policies: Any, keen: Any, dice: Any, room: Any, points: Any) -> None:
    """Play a round to its end, each seat by its row of `policies`; `points` (seats) as the rules count them."""
    may = _forced(rules, table, stock)
    while may:
        dice += GOLD
        _act(rules, table, _choose(rules, table, may, policies[table[TURN]], keen, mix(dice), room), 0)
        may = _forced(rules, table, stock)
    for seat in range(rules.players):
        points[seat] = 0 if table[STUCK] else eights.worth(table[HAND + seat])


# What a seat sees


@compiled()
def _replay(rules: Any, number: Any, turned: Any, seen: Any, table: Any) -> None:
    """A table after what was seen, (n, 3) seats, actions and drawn cards; of its hands, what they have got since."""
    _began(rules, number, turned, table)
    for row in range(len(seen)):
        _act(rules, table, seen[row, 1], seen[row, 2])


def _table(view: View) -> Ints:
    """The table (FIELDS) of a view; another's hand is so many bits."""
    table = np.zeros(FIELDS, np.int64)
    _replay(view.rules, view.number, view.table.turned, _rows(view), table)
    table[HAND : HAND + 5] = [(1 << count) - 1 for count in view.table.counts]
    table[HAND + view.seat] = view.table.hand
    return table


def _rows(view: View) -> Ints:
    """Seat, action and drawn card of each action seen, (n, 3)."""
    return np.array([seen[:3] for seen in view.seen], np.int64).reshape(-1, 3)


def prefer(view: View, weights: Floats) -> Floats:
    """The score (64,) of each action that the view's seat may take, -inf for all others."""
    found = np.full(64, -np.inf)
    may = [action for action in range(64) if view.legal >> action & 1]
    if view.legal >> eights.DRAW & 3:
        found[may] = 0.0
    elif may:
        room = np.zeros(64 + 2 * B + S)
        with compiling("crazy-eights policy"):
            _score(view.rules, _table(view), view.legal, weights, room)
        found[may] = room[: len(may)]
    return found


@compiled(nogil=True)
def _playouts(
    rules: Any, table: Any, hands: Any, stocks: Any, policies: Any, actions: Any, seed: Any, start: Any, keen: Any, points: Any
) -> None:
    """Every world from one table on, each action first; `points` (n, actions, seats)."""
    room, there = np.zeros(64 + 2 * B + S), np.zeros(FIELDS, np.int64)
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            there[:] = table
            for seat in range(rules.players):
                there[HAND + seat] = hands[i, seat]
            drawn = stocks[i, 0] if actions[j] == eights.DRAW else 0
            _act(rules, there, actions[j], drawn)
            _finish(rules, there, stocks[i], policies, keen, dice, room, points[i, j])


def playouts(
    view: View,
    worlds: Worlds,
    weights: Floats,
    actions: Ints,
    seed: int,
    start: int = 0,
    keen: float = 1.0,
    others: Floats | None = None,
) -> Ints:
    """The points (n, actions, seats) of the round, where in each world the view's seat first takes each of some legal actions.

    Then all play by the policy, whose chances are those of the scores times `keen`; the other seats by the weights `others` if
    there are any. World i is played by the numbers of stream (seed, start + i), the same ones for every action.
    """
    points = np.zeros((len(worlds.hands), len(actions), view.rules.players), np.int64)
    policies = np.array([weights if seat == view.seat or others is None else others for seat in range(view.rules.players)])
    chosen = np.asarray(actions, np.int64)
    with compiling("crazy-eights playouts"):
        arrays = _table(view), worlds.hands, worlds.stock, policies, chosen
        _playouts(view.rules, *arrays, stream_of(seed), start, float(keen), points)
    return points


def share(points: Ints) -> Floats:
    """Of points (..., seats), the part of the round that each seat has won: 1 for who has fewest alone.

    Who is out pays 0 and all others more; in a drawn game all pay 0, so two players have a half each.
    """
    won = points == points.min(axis=-1, keepdims=True)
    found: Floats = won / won.sum(axis=-1, keepdims=True)
    return found


@compiled(nogil=True)
def _likely(
    rules: Any, number: Any, turned: Any, viewer: Any, seen: Any, hands: Any, hidden: Any, weights: Any, keen: Any, logs: Any
) -> None:
    """The logarithm of the chance, in each world, of what all seats but one have chosen, into `logs` (n)."""
    room, table = np.zeros(64 + 2 * B + S), np.zeros(FIELDS, np.int64)
    brought = seen[:, 2].copy()
    for i in range(len(hands)):
        _began(rules, number, turned, table)
        for seat in range(rules.players):
            table[HAND + seat] = hands[i, seat]
        unknown = hidden.shape[1]
        for row in range(len(seen) - 1, -1, -1):
            seat, action = seen[row, 0], seen[row, 1]
            if action == eights.DRAW:
                if seen[row, 2] >= 52:
                    unknown -= 1
                    brought[row] = hidden[i, unknown]
                table[HAND + seat] &= ~(1 << brought[row])
            elif action < 52:
                table[HAND + seat] |= 1 << action
        for row in range(len(seen)):
            seat, action = seen[row, 0], seen[row, 1]
            if seat != viewer and action != eights.DRAW and action != eights.PASS:
                free = eights.SUITS_TO_NAME
                may = free if action >= eights.NAME else table[HAND + seat] & eights.fitting(table[TOP], table[MATCH])
                if may & (may - 1):
                    _score(rules, table, may, weights, room)
                    _soften(popcount(may), keen, room)
                    logs[i] += np.log(room[popcount(may & ((1 << action) - 1))])
            _act(rules, table, action, brought[row])


def likely(view: View, worlds: Worlds, weights: Floats, keen: float = 1.0) -> Floats:
    """The logarithm (n,) of the chance, in each world, that the others have chosen as they did in this round, by the policy."""
    logs = np.zeros(len(worlds.hands))
    with compiling("crazy-eights inference"):
        arrays = _rows(view), worlds.hands, worlds.hidden, weights
        _likely(view.rules, view.number, view.table.turned, view.seat, *arrays, float(keen), logs)
    return logs


# Learning


@compiled()
def _study(rules: Any, table: Any, stock: Any, policies: Any, may: Any, dice: Any, work: Any, gradient: Any) -> None:
    """Add the gradient of what the turn's seat may expect of its choice, each action played out in this very deal.

    `work`: room for scores, a table, points, and the share that each action won.
    """
    room, there, points, won = work
    seat, n = table[TURN], popcount(may)
    weights = policies[seat]
    left = may
    for i in range(n):
        won[i] = 0.0
        for t in range(TRIES):
            there[:] = table
            _act(rules, there, lowest_bit(left), 0)
            _finish(rules, there, stock, policies, 1.0, mix(dice + np.uint64(t)), room, points)
            won[i] += _share(points, seat) / TRIES
        left &= left - 1
    _score(rules, table, may, weights, room)
    _soften(n, 1.0, room)
    expected = 0.0
    for i in range(n):
        expected += room[i] * won[i]
    bases, situations = room[64 : 64 + B], room[64 + 2 * B :]
    left = may
    for i in range(n):
        _bases(rules, table, lowest_bit(left), bases)
        for b in range(B):
            for s in range(S):
                gradient[b * S + s] += room[i] * (won[i] - expected) * bases[b] * situations[s]
        left &= left - 1


@compiled()
def _share(points: Any, seat: Any) -> Any:
    """What one seat has won of a round: `share`."""
    alike = 0
    for other in range(len(points)):
        if points[other] < points[seat]:
            return 0.0
        alike += points[other] == points[seat]
    return 1.0 / alike


@compiled(nogil=True)
def _lesson(rules: Any, number: Any, seed: Any, start: Any, n: Any, weights: Any, others: Any, gradient: Any) -> Any:
    """The sum of the gradients of n rounds, into `gradient` (k); what the taught seat has won of them, added up."""
    table, deck, points = np.zeros(FIELDS, np.int64), np.zeros(52, np.int64), np.zeros(rules.players, np.int64)
    room, policies = np.zeros(64 + 2 * B + S), np.zeros((rules.players, len(weights)))
    work = np.zeros(64 + 2 * B + S), np.zeros(FIELDS, np.int64), np.zeros(rules.players, np.int64), np.zeros(64)
    total = 0.0
    for game in range(start, start + n):
        dice = stream(seed, game)
        card_by_card(dice, deck)
        kind, taught = game % (len(others) + 1), game // (len(others) + 1) % rules.players
        _began(rules, number, deck[rules.players * rules.hand], table)
        for seat in range(rules.players):
            policies[seat] = weights if seat == taught or kind == 0 else others[kind - 1]
            table[HAND + seat] = 0
            for place in range(seat * rules.hand, (seat + 1) * rules.hand):
                table[HAND + seat] |= 1 << deck[place]
        stock = deck[rules.players * rules.hand + 1 :]
        may, choice = _forced(rules, table, stock), DEALT
        while may:
            r = number_of(dice, choice)
            if may & (may - 1) and (kind == 0 or table[TURN] == taught) and r & np.uint64(3) == 0:
                _study(rules, table, stock, policies, may, mix(r), work, gradient)
            _act(rules, table, _choose(rules, table, may, policies[table[TURN]], 1.0, r, room), 0)
            may = _forced(rules, table, stock)
            choice += 1
        for seat in range(rules.players):
            points[seat] = 0 if table[STUCK] else eights.worth(table[HAND + seat])
        total += _share(points, taught)
    return total


def lesson(
    weights: Floats, others: Floats, rules: eights.Rules, number: int, n: int, seed: int, start: int = 0
) -> tuple[Floats, float]:
    """The gradient (k,) of what is won by choices, added up over n rounds, and the mean that one seat has won of these.

    Of 1 + m rounds in turn all seats play by the weights in one; in the others a seat, each in turn, plays with others, all by a
    row of `others` (m, k). In one of four choices by the weights each action is played out to the end in the true deal, `TRIES`
    times with the same numbers for each. Round i is number `start + i` of the stream of `seed`.
    """
    gradient = np.zeros(len(weights))
    with compiling("crazy-eights lessons"):
        total = _lesson(rules, number, stream_of(seed), start, n, weights, np.atleast_2d(others), gradient)
    return gradient, total / n


def hand_set(**some: float) -> Floats:
    """Weights by the names of bases, the same in every situation."""
    weights = np.zeros((B, S))
    for name, weight in some.items():
        weights[BASES.index(name), 0] = weight
    return weights.reshape(-1)


FIRST = hand_set(eight=-100.0, turn=50.0)  # as the assignment's computer: rank, then suit, then an eight; else evenly
