"""A policy for Crazy Eights: a softmax over the legal actions of scores that are linear in what the acting seat may see.

What is seen is remembered in policy_eights_table.py, the features stand in policy_eights_scores.py. Here the policy scores the
actions of a view, plays worlds out, says how likely in a world the others' choices are, and learns.
"""

from typing import Any

import numpy as np

from parlour import eights
from parlour.fast.arguments import Floats, Ints, Keen, keens_of, stream_of
from parlour.fast.bits import lowest_bit, mix, popcount, stream
from parlour.fast.cache import compiled, compiling
from parlour.fast.deals import card_by_card, number_of
from parlour.fast.policy_eights_scores import BASES, FEATURES, ROOM, B, S, choose, describe, finish, score, soften
from parlour.fast.policy_eights_table import FIELDS, HAND, MATCH, TOP, TURN, act, began, forced, settle
from parlour.fast.worlds import Worlds
from parlour.match import View

__all__ = ["FEATURES", "FIRST", "hand_set", "lesson", "likely", "playouts", "prefer", "share"]

DEALT = 1 << 8  # the numbers of a stream from here on decide choices; those before it deal
TRIES = 4  # times that each action of a studied decision is played out


@compiled()
def _replay(rules: Any, number: Any, turned: Any, seen: Any, table: Any) -> None:
    """A table after what was seen, (n, 3) seats, actions and drawn cards; of its hands, what they have got since."""
    began(rules, number, turned, table)
    for row in range(len(seen)):
        act(rules, table, seen[row, 1], seen[row, 2])


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
        room = np.zeros(ROOM)
        with compiling("crazy-eights policy"):
            score(view.rules, _table(view), view.legal, weights, room)
        found[may] = room[: len(may)]
    return found


@compiled(nogil=True)
def _playouts(
    rules: Any, table: Any, hands: Any, stocks: Any, policies: Any, actions: Any, seed: Any, start: Any, keens: Any, points: Any
) -> None:
    """Every world from one table on, each action first; `points` (n, actions, seats)."""
    room, there = np.zeros(ROOM), np.zeros(FIELDS, np.int64)
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            there[:] = table
            for seat in range(rules.players):
                there[HAND + seat] = hands[i, seat]
            drawn = stocks[i, 0] if actions[j] == eights.DRAW else 0
            act(rules, there, actions[j], drawn)
            finish(rules, there, stocks[i], policies, keens, dice, room, points[i, j])


def playouts(
    view: View,
    worlds: Worlds,
    weights: Floats,
    actions: Ints,
    seed: int,
    start: int = 0,
    keen: Keen = 1.0,
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
        _playouts(view.rules, *arrays, stream_of(seed), start, keens_of(keen, view.rules.players), points)
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
    rules: Any, number: Any, turned: Any, viewer: Any, seen: Any, hands: Any, hidden: Any, weights: Any, keens: Any, logs: Any
) -> None:
    """The logarithm of the chance, in each world, of what all seats but one have chosen, into `logs` (n)."""
    room, table = np.zeros(ROOM), np.zeros(FIELDS, np.int64)
    brought = seen[:, 2].copy()
    for i in range(len(hands)):
        began(rules, number, turned, table)
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
                    score(rules, table, may, weights, room)
                    soften(popcount(may), keens[seat], room)
                    logs[i] += np.log(room[popcount(may & ((1 << action) - 1))])
            act(rules, table, action, brought[row])


def likely(view: View, worlds: Worlds, weights: Floats, keen: Keen = 1.0) -> Floats:
    """The logarithm (n,) of the chance, in each world, that the others have chosen as they did in this round, by the policy."""
    logs = np.zeros(len(worlds.hands))
    with compiling("crazy-eights inference"):
        arrays = _rows(view), worlds.hands, worlds.hidden, weights
        _likely(view.rules, view.number, view.table.turned, view.seat, *arrays, keens_of(keen, view.rules.players), logs)
    return logs


# Learning


@compiled()
def _study(rules: Any, table: Any, stock: Any, policies: Any, may: Any, seed: Any, work: Any, gradient: Any) -> None:
    """Add the gradient of what the turn's seat may expect of its choice, each action played out in this very deal.

    `work`: room for scores, a table, points, the share that each action won, and features.
    """
    room, there, points, won, features = work
    seat, n = table[TURN], popcount(may)
    weights = policies[seat]
    left = may
    for i in range(n):
        won[i] = 0.0
        for t in range(TRIES):
            there[:] = table
            act(rules, there, lowest_bit(left), 0)
            finish(rules, there, stock, policies, np.ones(5), stream(seed, t), room, points)
            won[i] += _share(points, seat) / TRIES
        left &= left - 1
    score(rules, table, may, weights, room)
    soften(n, 1.0, room)
    expected = 0.0
    for i in range(n):
        expected += room[i] * won[i]
    left = may
    for i in range(n):
        describe(rules, table, lowest_bit(left), room, features)
        gradient += room[i] * (won[i] - expected) * features
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
    room, policies = np.zeros(ROOM), np.zeros((rules.players, len(weights)))
    work = np.zeros(ROOM), np.zeros(FIELDS, np.int64), np.zeros(rules.players, np.int64), np.zeros(64), np.zeros(len(weights))
    total = 0.0
    for game in range(start, start + n):
        dice = stream(seed, game)
        card_by_card(dice, deck)
        kind, taught = game % (len(others) + 1), game // (len(others) + 1) % rules.players
        began(rules, number, deck[rules.players * rules.hand], table)
        for seat in range(rules.players):
            policies[seat] = weights if seat == taught or kind == 0 else others[kind - 1]
            table[HAND + seat] = 0
            for place in range(seat * rules.hand, (seat + 1) * rules.hand):
                table[HAND + seat] |= 1 << deck[place]
        stock = deck[rules.players * rules.hand + 1 :]
        may, choice = forced(rules, table, stock), DEALT
        while may:
            r = number_of(dice, choice)
            if may & (may - 1) and (kind == 0 or table[TURN] == taught) and r & np.uint64(3) == 0:
                _study(rules, table, stock, policies, may, mix(r), work, gradient)
            act(rules, table, choose(rules, table, may, policies[table[TURN]], 1.0, r, room), 0)
            may = forced(rules, table, stock)
            choice += 1
        settle(rules, table, points)
        total += _share(points, taught)
    return total


def lesson(
    weights: Floats, others: Floats, rules: eights.Rules, number: int, n: int, seed: int, start: int = 0
) -> tuple[Floats, float]:
    """The gradient (k,) of what is won by choices, added up over n rounds, and the mean that one seat has won of these.

    Of 1 + m rounds in turn all seats play by the weights in one; in each of the others one seat alone does, each in turn, and
    the rest by a row of `others` (m, k). In one of four choices by the weights each action is played out to the end in the true
    deal, `TRIES` times with the same numbers for each. Round i is number `start + i` of the stream of `seed`.
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
