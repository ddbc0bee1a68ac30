"""A policy of Straights: a softmax over the scores of the cards (scores.py).

It serves the level, playouts, and the likelihood of others' past actions.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from parlour.cards import HIDDEN, Action, Mask, Masks, Seat, cards
from parlour.engine.compiler.arrays import (
    Bytes,
    Bytes2,
    FloatRow,
    Floats,
    IntBlock,
    IntRow,
    Ints,
    Ints2,
    Ints3,
    Seed,
    Word,
    floats,
    floats_of,
    ints,
    ints_of,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row, kth, number_of, popcount, stream
from parlour.engine.numbers.exact_math import exp, log
from parlour.engine.numbers.sampling import drawn, fraction, rotated, softmax
from parlour.engine.search.last_result import latest
from parlour.engine.search.playouts import UNWANTED, Beta, Ends, SeatWeights, betas_of
from parlour.engine.worlds.sampler import Worlds
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.scores import (
    FEATURES,
    Position,
    ScoreTable,
    ScoreTables,
    Sight,
    fitting,
    score_table,
    score_tables,
    scored,
    sight_of,
)
from parlour.match import View

__all__ = ["FEATURES", "acted", "likely", "playouts", "policies_of", "prefer"]


TINY = 1e-150  # a product of chances below it is taken out; one more chance is above 1e-150


class Policies(NamedTuple):
    """The policy of all seats, under some rules."""

    rules: straights.Rules
    tables: ScoreTables
    betas: Floats  # (4,) the inverse temperature of each seat


class Positions(NamedTuple):
    """The same position of a round in n worlds, by seat."""

    hands: Ints2  # (n, 4)
    thrown: Ints  # (4,) masks of the shown discards
    hiders: Ints  # (k,) the seats that made the hidden discards
    hidden: Bytes2  # (n, k) and their cards
    table: Mask
    stuck: int  # from the seat in turn on


class History(NamedTuple):
    """The actions of a round as one seat has seen them; the seats act in turn."""

    viewer: Seat
    first: Seat  # the first to act
    actions: Ints  # (n,) the actions; HIDDEN for a hidden discard
    places: Ints  # (n,) which hidden discard it is; -1 for others
    tables: Ints  # (n,) masks of the cards on the table before each
    thrown: Ints  # (n,) masks of the shown discards before each
    # (n,) bit i: the i-th seat from the one in turn on had no legal play at its last turn
    stuck: Ints


@compiled(forceinline=True)
def chances(tables: ScoreTable, sight: Sight, beta: float, weights: Floats) -> float:
    """The weights of the legal cards, ascending, into `weights`; returns their sum, by which they
    are not yet divided.
    """
    n, most = scored(tables, sight, weights)
    return softmax(weights, n, beta, most)


@compiled(forceinline=True)
def chosen(
    tables: ScoreTable,
    rules: straights.Rules,
    now: Position,
    beta: float,
    buffer: Floats,
    r: Word,
) -> Mask:
    """A card (a bit) of the seat in turn, drawn from the softmax by a random number."""
    may = straights.choices(now.hands[0], fitting(rules, now.table))
    if may & (may - 1) == 0:
        return may
    total = chances(tables, sight_of(tables.sides, rules, now), beta, buffer)
    return kth(may, drawn(buffer, popcount(may), total * fraction(r)))


@compiled(forceinline=True)
def after(rules: straights.Rules, now: Position, card: Mask) -> Position:
    """The position after a card (a bit) of the seat in turn, from the next seat on."""
    hands, discarded = now.hands, now.discarded
    played = card & fitting(rules, now.table)
    return Position(
        (hands[1], hands[2], hands[3], hands[0] ^ card),
        (discarded[1], discarded[2], discarded[3], discarded[0] | (card ^ played)),
        now.table | played,
        now.stuck >> 1 | (0 if played else 8),
    )


@compiled(forceinline=True)
def to_the_end(policies: Policies, seat: Seat, now: Position, buffer: Floats, dice: Word) -> Masks:
    """The discards at the end, from `seat` on, which is in turn now. The card that is the n-th to
    last uses random number n.
    """
    (rules, tables, betas), hands = policies, now.hands
    left = popcount(hands[0] | hands[1] | hands[2] | hands[3])
    for n in range(left, 0, -1):
        turn = seat + left - n & 3
        table = ScoreTable(tables.scores, tables.firsts[turn], tables.sides)
        card = chosen(table, rules, now, betas[turn], buffer, number_of(dice, n))
        now = after(rules, now, card)
    return rotated(now.discarded, -left & 3)


@compiled(forceinline=True)
def add_hidden(masks: Ints, hiders: Ints, hidden: Bytes) -> None:
    """Add to masks (4) the hidden discards (k) of these seats (k)."""
    for n in range(len(hiders)):
        masks[hiders[n]] |= 1 << int(hidden[n])


@kernel("(r (f2 i1 i1) f1), i, (i2 i1 i1 c2 i i), i1, u, i, (i3 i3)")
def _playouts(
    policies: Policies,
    seat: Seat,
    worlds: Positions,
    actions: Ints,
    seed: Seed,
    start: int,
    ends: Ends,
) -> None:
    """`playouts`, into `ends`."""
    buffer, t, rules = np.empty(13), np.empty(4, np.int64), policies.rules
    for i in range(len(worlds.hands)):
        h = worlds.hands[i]
        copy_row(t, worlds.thrown)
        add_hidden(t, worlds.hiders, worlds.hidden[i])
        hands, discarded = (
            rotated((h[0], h[1], h[2], h[3]), seat),
            rotated((t[0], t[1], t[2], t[3]), seat),
        )
        now = Position(hands, discarded, worlds.table, worlds.stuck)
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            end = to_the_end(policies, seat + 1, after(rules, now, 1 << actions[j]), buffer, dice)
            for place in range(4):
                ends.points[i, j, (seat + 1 + place) & 3] = straights.worth(
                    rules.values, end[place]
                )
                if i < len(ends.finals):
                    ends.finals[i, j, (seat + 1 + place) & 3] = end[place]


@kernel("(f2 i i1), r, r, r, i, i, f1")
def _prefer(
    tables: ScoreTable,
    rules: straights.Rules,
    hands: Masks,
    discarded: Masks,
    table: Mask,
    stuck: int,
    scores: Floats,
) -> None:
    """The scores of the legal cards, ascending, into scores (13). The position comes in parts,
    since a record as an argument costs half a microsecond.
    """
    sight = sight_of(tables.sides, rules, Position(hands, discarded, table, stuck))
    scored(tables, sight, scores)


@compiled()
def seat_log(
    policies: Policies,
    history: History,
    seat: Seat,
    hand: Mask,
    hidden: Ints | Bytes,
    least: float,
    buffer: Floats,
) -> float:
    """The logarithm of the chance of the choices of a seat with this hand at first; -inf if one was
    not legal, or if it is less than `least`. Of the other hands only the sizes count, so the seats'
    chances are independent.
    """
    rules, tables, betas = policies
    thrown, n, many = 0, (seat - history.first) & 3, len(history.actions)
    # the logarithm is that of a product, which is taken out before it is too small for a number
    total, chance, enough = 0.0, 1.0, exp(least)
    if n == 0 and many and not hand >> straights.SEVEN_OF_SPADES & 1:  # its holder opens
        return -inf
    while n < many:
        action, fits = history.actions[n], fitting(rules, history.tables[n])
        if action == HIDDEN:
            action = int(hidden[history.places[n]])
            if fits >> action & 1:
                return -inf
        may = straights.choices(hand, fits)
        if not may >> action & 1:
            return -inf
        if may & (may - 1):
            others = (1 << (39 - n + n // 4)) - 1
            out = thrown if rules.discards else history.thrown[n]
            now = Position(
                (hand, others, 0, 0), (out, 0, 0, 0), history.tables[n], history.stuck[n]
            )
            sight = sight_of(tables.sides, rules, now)
            table = ScoreTable(tables.scores, tables.firsts[seat], tables.sides)
            whole = chances(table, sight, betas[seat], buffer)
            chance *= buffer[popcount(may & ((1 << action) - 1))] / whole
            if chance < enough:
                return -inf
            if chance < TINY:
                total += log(chance)
                chance, enough = 1.0, exp(least - total)
        hand ^= 1 << action
        thrown |= (1 << action) & ~fits
        n += 4
    return total + log(chance)


class Shows(NamedTuple):
    """The cards that the seats have played and discarded in a round."""

    shown: Ints  # (4,) masks of the cards that each seat has shown
    hiders: Ints  # (k,) the seats that made the hidden discards


@kernel("(r (f2 i1 i1) f1), (i i i1 i1 i1 i1 i1), (i1 i1), i2, c2, f1")
def _likely(
    policies: Policies, history: History, shows: Shows, hands: Ints2, hidden: Bytes2, logs: Floats
) -> None:
    """`likely`, into logs (n): of each world, with the hands as they are now (n, 4)."""
    buffer, before = np.empty(13), np.empty(4, np.int64)
    for i in range(len(hands)):
        copy_row(before, shows.shown)
        add_hidden(before, shows.hiders, hidden[i])
        logs[i] = 0.0
        for seat in range(4):
            if seat != history.viewer:
                hand = hands[i, seat] | before[seat]
                logs[i] += seat_log(policies, history, seat, hand, hidden[i], -inf, buffer)


@latest
def stuck_of(view: View) -> int:
    """The seats whose last action was a discard: bit i for the i-th after the viewer."""
    last = {seen.seat: seen.lacks for seen in view.seen}
    return sum((last.get((view.seat + i) % 4, 0) != 0) << i for i in range(4))


@latest
def hiders_of(view: View) -> IntRow:
    """The seats that made the hidden discards of a round, in order."""
    return ints_of(seen.seat for seen in view.seen if seen.action == HIDDEN)


def prefer(view: View, weights: Floats) -> FloatRow:
    """The score of each legal action (64,), -inf for others."""
    preferences = floats_of([-inf] * 64)
    if view.legal:
        table, counts = view.table, view.table.counts
        # the number of cards matters, not which they are
        sizes = [(1 << counts[(view.seat + i) % 4]) - 1 for i in range(1, 4)]
        discarded = (*table.thrown[view.seat :], *table.thrown[: view.seat])
        hands, tables, scores = (table.hand, *sizes), score_table(weights, view.rules), floats(13)
        with compiling("straights preferences"):
            _prefer(tables, view.rules, hands, discarded, table.table, stuck_of(view), scores)
        for n, card in enumerate(cards(view.legal)):
            preferences[card] = scores[n]
    return preferences


def policies_of(view: View, weights: SeatWeights, beta: Beta) -> Policies:
    """The policy of each seat under the view's rules; weights are (4, k), or (k,) for all seats."""
    return Policies(view.rules, score_tables(weights, view.rules), betas_of(beta, 4))


def playouts(
    view: View,
    worlds: Worlds,
    weights: SeatWeights,
    actions: Sequence[Action] | Ints,
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
    finals: Ints3 = UNWANTED,
) -> IntBlock:
    """The points (n, actions, 4) by seat at the end of the round, played out in each world
    after each of some actions.

    The viewer, whose turn it is, first takes `actions[j]`. Then every seat chooses by the policy,
    with its scores times `beta`, in world i by stream (seed, start + i) for every action. The masks
    of the final discards go to `finals` (n, actions, 4) if it is given.
    """
    points = ints(len(worlds.hands), len(actions), 4)
    policies, chosen = policies_of(view, weights, beta), ints_of(actions)
    positions = Positions(
        worlds.hands,
        ints_of(view.table.thrown),
        hiders_of(view),
        worlds.hidden,
        view.table.table,
        stuck_of(view),
    )
    with compiling("straights playouts"):
        _playouts(policies, view.seat, positions, chosen, seed, start, Ends(points, finals))
    return points


@latest
def acted(view: View) -> tuple[History, IntRow]:
    """The actions seen in the round, and the masks (4,) of the cards that each seat has shown."""
    shown, rows = [0] * 4, list[tuple[int, int, int, int, int]]()
    table = thrown = stuck = hidden = 0
    sevens = straights.opening(view.rules.opens)
    for seat, action, _, _ in view.seen:
        veiled = action == HIDDEN
        rows.append((action, hidden if veiled else -1, table, thrown, stuck))
        hidden += veiled
        card = 0 if veiled else 1 << action
        played = card & straights.playable(table, sevens)
        shown[seat] |= card
        table |= played
        thrown |= card ^ played
        stuck = stuck >> 1 | (0 if played else 8)
    columns = [ints_of(row[column] for row in rows) for column in range(5)]
    first = view.seen[0].seat if view.seen else 0
    return History(view.seat, first, *columns), ints_of(shown)


def likely(view: View, worlds: Worlds, weights: SeatWeights, beta: Beta = 1.0) -> FloatRow:
    """The logarithm (n,) of the chance in each world, under the policy, of all the
    others' actions in this round.
    """
    history, shown = acted(view)
    shows, logs = Shows(shown, hiders_of(view)), floats(len(worlds.hands))
    policies = policies_of(view, weights, beta)
    with compiling("straights likelihoods"):
        _likely(policies, history, shows, worlds.hands, worlds.hidden, logs)
    return logs
