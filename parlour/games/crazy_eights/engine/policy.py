"""A policy for Crazy Eights: a softmax over the legal actions of scores that are linear in the
facts that the acting seat may see.

round.py has the memory of what each seat has shown, features.py the features. This module scores
the actions of a view, plays worlds out, and gives the likelihood of the others' choices in a world;
training.py trains the policy.
"""

from collections.abc import Sequence
from math import inf
from typing import NamedTuple

from parlour.cards import Action, Card, Mask, Seat
from parlour.engine.arrays import (
    Bytes,
    FloatArray,
    Floats,
    IntArray,
    Ints,
    Seed,
    float_array,
    floats,
    floats_of,
    ints,
    ints_of,
)  # fmt: skip
from parlour.engine.bits import copy_row, popcount, stream
from parlour.engine.cache import compiled
from parlour.engine.latest import latest
from parlour.engine.lazy import np
from parlour.engine.native import compiling, kernel
from parlour.engine.playouts import UNWANTED, Beta, Ends, betas_of, hand_set
from parlour.engine.powers import log
from parlour.engine.worlds import Worlds
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine.features import (
    BUFFER,
    FEATURES,
    Policies,
    chances,
    finish,
    score,
)
from parlour.games.crazy_eights.engine.round import FIELDS, HAND, MATCH, TOP, act, began
from parlour.match import Seen, View

__all__ = ["FEATURES", "FIRST", "likely", "playouts", "prefer"]


@kernel("r, i, i, i2, i1")
def _replay(rules: eights.Rules, number: int, upcard: Card, seen: Ints, table: Ints) -> None:
    """The table after the actions seen, (n, 3) seats, actions and drawn cards; its hands have only
    the cards drawn since the deal.
    """
    began(rules, number, upcard, table)
    for row in range(len(seen)):
        act(rules, table, seen[row, 1], seen[row, 2])


@latest
def _table(view: View) -> IntArray:
    """The table (FIELDS) of a view; another's hand is a mask with the right number of bits."""
    table = ints(FIELDS)
    _replay(view.rules, view.number, view.table.turned, _rows(view.seen), table)
    for seat, count in enumerate(view.table.counts):
        table[HAND + seat] = (1 << count) - 1
    table[HAND + view.seat] = view.table.hand
    return table


@latest
def _rows(public: tuple[Seen, ...]) -> IntArray:
    """Seat, action and drawn card of each action seen (n, 3)."""
    return ints_of([part for seen in public for part in seen[:3]], 3)


def policies_of(view: View, weights: Floats, beta: Beta) -> Policies:
    """The policy of each seat under the view's rules; weights are (seats, k), or (k,) for all
    seats. ValueError for another shape.
    """
    seats, width = view.rules.players, len(FEATURES)
    given = float_array(weights)
    if given.shape == (width,):
        given = FloatArray(given.flat * seats, (seats, width))
    if given.shape != (seats, width):
        raise ValueError(
            f"Invalid weights of shape {given.shape} (expected {(width,)} or {(seats, width)})."
        )
    return Policies(view.rules, given, betas_of(beta, seats))


@kernel("r, i1, i, f1, f1")
def _score(rules: eights.Rules, table: Ints, may: Mask, weights: Floats, buffer: Floats) -> None:
    """`score`, for one table."""
    score(rules, table, may, weights, buffer)


def prefer(view: View, weights: Floats) -> FloatArray:
    """The score of each legal action of the view's seat (64,), -inf for others."""
    found = floats_of([-inf] * 64)
    may = [action for action in range(64) if view.legal >> action & 1]
    if view.legal >> eights.DRAW & 3:
        for action in may:
            found[action] = 0.0
    elif may:
        buffer = floats(BUFFER)
        with compiling("crazy-eights policy"):
            _score(view.rules, _table(view), view.legal, float_array(weights), buffer)
        for n, action in enumerate(may):
            found[action] = buffer[n]
    return found


@kernel("(r f2 f1), i1, i2, c2, i1, u, i, (i3 i3)")
def _playouts(
    policies: Policies,
    table: Ints,
    hands: Ints,
    stocks: Bytes,
    actions: Ints,
    seed: Seed,
    start: int,
    ends: Ends,
) -> None:
    """Play out every world from one table, after each action. The final cards are those left in
    each hand.
    """
    buffer, there = np.zeros(BUFFER), np.zeros(FIELDS, np.int64)
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            copy_row(there, table)
            for seat in range(policies.rules.players):
                there[HAND + seat] = hands[i, seat]
            drawn = stocks[i, 0] if actions[j] == eights.DRAW else 0
            act(policies.rules, there, actions[j], drawn)
            finish(policies, there, stocks[i], dice, buffer, ends.points[i, j])
            if i < len(ends.finals):
                for seat in range(policies.rules.players):
                    ends.finals[i, j, seat] = there[HAND + seat]


def playouts(
    view: View,
    worlds: Worlds,
    weights: Floats,
    actions: Sequence[Action],
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
    finals: Ints = UNWANTED,
) -> IntArray:
    """The points (n, actions, seats) of the round, after the view's seat takes each of some
    legal actions in each world.

    Then all seats play by the policy, with its scores times `beta`. World i uses stream (seed,
    start + i) for every action. `weights` are (k,) for all seats, or (seats, k). The masks of the
    cards left go to `finals` (n, actions, seats) if it is given.
    """
    points = ints(len(worlds.hands), len(actions), view.rules.players)
    policies, chosen = policies_of(view, weights, beta), ints_of(actions)
    with compiling("crazy-eights playouts"):
        _playouts(
            policies,
            _table(view),
            worlds.hands,
            worlds.stock,
            chosen,
            seed,
            start,
            Ends(points, finals),
        )
    return points


class History(NamedTuple):
    """The actions of a round as one seat has seen them."""

    viewer: Seat
    number: int  # of the round
    upcard: Card
    seen: Ints  # (n, 3): seat, action and drawn card


@compiled()
def rewind(history: History, hidden: Bytes, table: Ints, brought: Ints) -> None:
    """Reset the hands of a table to the deal; the card that each action brought goes to `brought`
    (n).
    """
    seen, unknown = history.seen, len(hidden)
    for row in range(len(seen) - 1, -1, -1):
        seat, action = seen[row, 0], seen[row, 1]
        if action == eights.DRAW:
            brought[row] = seen[row, 2]
            if seen[row, 2] >= 52:
                unknown -= 1
                brought[row] = hidden[unknown]
            table[HAND + seat] &= ~(1 << brought[row])
        elif action < 52:
            table[HAND + seat] |= 1 << action


@kernel("(r f2 f1), (i i i i2), i2, c2, f1")
def _likely(policies: Policies, history: History, hands: Ints, hidden: Bytes, logs: Floats) -> None:
    """The logarithm of the chance, in each world, of all choices except those of one seat, into
    `logs` (n).
    """
    buffer, table = np.zeros(BUFFER), np.zeros(FIELDS, np.int64)
    rules, seen = policies.rules, history.seen
    brought = np.zeros(len(seen), np.int64)
    for i in range(len(hands)):
        began(rules, history.number, history.upcard, table)
        for seat in range(rules.players):
            table[HAND + seat] = hands[i, seat]
        rewind(history, hidden[i], table, brought)
        for row in range(len(seen)):
            seat, action = seen[row, 0], seen[row, 1]
            if seat != history.viewer and action != eights.DRAW and action != eights.PASS:
                free = eights.SUITS_TO_NAME
                may = (
                    free
                    if action >= eights.NAME
                    else table[HAND + seat] & eights.fitting(table[TOP], table[MATCH])
                )
                if policies.betas[seat] == 0.0:
                    logs[i] -= log(float(popcount(may)))
                elif may & (may - 1):
                    score(rules, table, may, policies.weights[seat], buffer)
                    chances(buffer, popcount(may), policies.betas[seat])
                    logs[i] += log(buffer[popcount(may & ((1 << action) - 1))])
            act(rules, table, action, brought[row])


def likely(view: View, worlds: Worlds, weights: Floats, beta: Beta = 1.0) -> FloatArray:
    """The logarithm (n,) of the chance in each world, under the policy, of all the
    others' choices in this round.
    """
    logs = floats(len(worlds.hands))
    with compiling("crazy-eights inference"):
        history = History(view.seat, view.number, view.table.turned, _rows(view.seen))
        _likely(policies_of(view, weights, beta), history, worlds.hands, worlds.hidden, logs)
    return logs


# like the assignment's computer: rank, then suit, then an eight; else evenly
FIRST = hand_set(FEATURES, {"eight, always": -100.0, "turn, always": 50.0})
