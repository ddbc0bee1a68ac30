"""A policy of Straights: a softmax over the scores of the cards (scores.py).

It serves the level, playouts, and the likelihood of others' past actions.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.cards import HIDDEN, Action, Mask, Masks, Seat
from parlour.engine.arguments import Beta, Floats, Ints, betas_of, stream_of
from parlour.engine.bits import kth, lowest_bit, popcount, stream
from parlour.engine.cache import compiled
from parlour.engine.choice import drawn, fraction, rotated, softmax
from parlour.engine.deals import number_of
from parlour.engine.native import compiling, kernel
from parlour.engine.powers import log
from parlour.engine.worlds import Worlds
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.scores import (
    FEATURES,
    Position,
    ScoreTable,
    Sight,
    fitting,
    score,
    score_table,
    sight_of,
)
from parlour.match import View

__all__ = ["FEATURES", "acted", "likely", "playouts", "policies_of", "prefer"]


class Policies(NamedTuple):
    """The policy of all seats, under some rules."""

    rules: straights.Rules
    tables: ScoreTable
    betas: Floats  # (4,) the inverse temperature of each seat


class Positions(NamedTuple):
    """The same position of a round in n worlds, by seat."""

    hands: Ints  # (n, 4)
    discarded: Ints  # (n, 4)
    table: Mask
    stuck: int  # from the seat in turn on


class History(NamedTuple):
    """The actions of a round as one seat has seen them."""

    viewer: Seat
    seats: Ints  # (n,) the actors
    actions: Ints  # (n,) the actions; HIDDEN for a hidden discard


@compiled(forceinline=True)
def chances(tables: ScoreTable, sight: Sight, beta: float, found: Floats) -> float:
    """The weights of the legal cards, ascending, into `found`; returns their sum, by which they are
    not yet divided.
    """
    n, most, left = 0, -np.inf, sight.may
    while left:
        found[n] = beta * score(tables.scores, sight, lowest_bit(left))
        most = max(most, found[n])
        left &= left - 1
        n += 1
    return softmax(found, n, 1.0, most)


@compiled(forceinline=True)
def chosen(
    tables: ScoreTable,
    rules: straights.Rules,
    now: Position,
    beta: float,
    found: Floats,
    r: np.uint64,
) -> Mask:
    """A card (a bit) of the seat in turn, drawn from the softmax by a random number."""
    may = straights.choices(now.hands[0], fitting(rules, now.table))
    if may & (may - 1) == 0:
        return may
    total = chances(tables, sight_of(tables.sides, rules, now), beta, found)
    return kth(may, drawn(found, popcount(may), total * fraction(r)))


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
def to_the_end(
    policies: Policies, seat: Seat, now: Position, found: Floats, dice: np.uint64
) -> Masks:
    """The discards at the end, from `seat` on, which is in turn now. The card that is the n-th to
    last uses random number n.
    """
    (rules, tables, betas), hands = policies, now.hands
    left = popcount(hands[0] | hands[1] | hands[2] | hands[3])
    for n in range(left, 0, -1):
        card = chosen(tables, rules, now, betas[seat + left - n & 3], found, number_of(dice, n))
        now = after(rules, now, card)
    return rotated(now.discarded, -left & 3)


@kernel("(r (f2 f2) f1), i, (i2 i2 i i), i1, u, i, i3")
def _playouts(
    policies: Policies,
    seat: Seat,
    worlds: Positions,
    actions: Ints,
    seed: np.uint64,
    start: int,
    points: Ints,
) -> None:
    """`playouts`, into points (n, actions, 4)."""
    found, rules = np.empty(13), policies.rules
    for i in range(len(worlds.hands)):
        h, t = worlds.hands[i], worlds.discarded[i]
        hands, discarded = (
            rotated((h[0], h[1], h[2], h[3]), seat),
            rotated((t[0], t[1], t[2], t[3]), seat),
        )
        now = Position(hands, discarded, worlds.table, worlds.stuck)
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            end = to_the_end(policies, seat + 1, after(rules, now, 1 << actions[j]), found, dice)
            for place in range(4):
                points[i, j, (seat + 1 + place) & 3] = straights.worth(rules.values, end[place])


@kernel("(f2 f2), r, r, r, i, i, f1")
def _prefer(
    tables: ScoreTable,
    rules: straights.Rules,
    hands: Masks,
    discarded: Masks,
    table: Mask,
    stuck: int,
    found: Floats,
) -> None:
    """`prefer`, into found (64). The position comes in parts, since a record as an argument costs
    half a microsecond.
    """
    sight = sight_of(tables.sides, rules, Position(hands, discarded, table, stuck))
    left = sight.may
    while left:
        card = lowest_bit(left)
        found[card] = score(tables.scores, sight, card)
        left &= left - 1


@compiled()
def replayed(
    policies: Policies,
    history: History,
    before: Ints,
    hidden: Ints | NDArray[np.int8],
    found: Floats,
) -> float:
    """The logarithm of the chance of all choices except those of one seat, from the hands as they
    were (4); -inf if one was not legal.
    """
    rules, tables, betas = policies
    viewer, seats, actions = history
    next_hidden, total = 0, 0.0
    first = seats[0] if len(seats) else 0
    now = Position(rotated((before[0], before[1], before[2], before[3]), first), (0, 0, 0, 0), 0, 0)
    if len(seats) and not now.hands[0] >> straights.SEVEN_OF_SPADES & 1:  # its holder opens
        return -np.inf
    for n in range(len(actions)):
        action, fits = actions[n], fitting(rules, now.table)
        if action == HIDDEN:
            action = np.int64(hidden[next_hidden])
            next_hidden += 1
            if fits >> action & 1:
                return -np.inf
        if seats[n] != viewer:
            may = straights.choices(now.hands[0], fits)
            if not may >> action & 1:
                return -np.inf
            if may & (may - 1):
                whole = chances(tables, sight_of(tables.sides, rules, now), betas[seats[n]], found)
                total += log(found[popcount(may & ((1 << action) - 1))] / whole)
        now = after(rules, now, 1 << action)
    return total


@kernel("(r (f2 f2) f1), (i i1 i1), i2, c2, f1")
def _likely(
    policies: Policies, history: History, hands: Ints, hidden: NDArray[np.int8], logs: Floats
) -> None:
    """`likely`, into logs (n): the round replayed in each world, with the hands as they were (n,
    4).
    """
    found = np.empty(13)
    for i in range(len(hands)):
        logs[i] = replayed(policies, history, hands[i], hidden[i], found)


def stuck_of(view: View) -> int:
    """The seats whose last action was a discard: bit i for the i-th after the viewer."""
    last = {seen.seat: seen.lacks for seen in view.seen}
    return sum((last.get((view.seat + i) % 4, 0) != 0) << i for i in range(4))


def prefer(view: View, weights: Floats) -> Floats:
    """The score of each legal action, float64 (64,), -inf for others."""
    found = np.full(64, -np.inf)
    if view.legal:
        table, counts = view.table, view.table.counts
        # the number of cards matters, not which they are
        sizes = [(1 << counts[(view.seat + i) % 4]) - 1 for i in range(1, 4)]
        discarded = (*table.thrown[view.seat :], *table.thrown[: view.seat])
        hands, scores = (table.hand, *sizes), score_table(weights, view.rules)
        with compiling("straights preferences"):
            _prefer(scores, view.rules, hands, discarded, table.table, stuck_of(view), found)
    return found


def policies_of(view: View, weights: Floats, beta: Beta) -> Policies:
    """A policy with the same weights for all seats, under the view's rules."""
    return Policies(view.rules, score_table(weights, view.rules), betas_of(beta, 4))


def playouts(
    view: View,
    worlds: Worlds,
    weights: Floats,
    actions: Sequence[Action] | Ints,
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
) -> Ints:
    """The points, int64 (n, actions, 4), by seat at the end of the round, played out in each world
    after each of some actions.

    The viewer, whose turn it is, first takes `actions[j]`. Then every seat chooses by the policy,
    with its scores times `beta`, in world i by stream (seed, start + i) for every action.
    """
    discarded = np.tile(np.array(view.table.thrown, np.int64), (len(worlds.hands), 1))
    for n, seat in enumerate(seen.seat for seen in view.seen if seen.action == HIDDEN):
        discarded[:, seat] |= 1 << worlds.hidden[:, n].astype(np.int64)
    found = np.zeros((len(worlds.hands), len(actions), 4), np.int64)
    policies, chosen = policies_of(view, weights, beta), np.array(actions, np.int64)
    positions = Positions(worlds.hands, discarded, view.table.table, stuck_of(view))
    with compiling("straights playouts"):
        _playouts(policies, view.seat, positions, chosen, stream_of(seed), start, found)
    return found


def acted(view: View) -> tuple[History, Ints]:
    """The actions seen in the round, and the masks (4,) of the cards that each seat has shown."""
    shown = np.zeros(4, np.int64)
    for seen in view.seen:
        if seen.action != HIDDEN:
            shown[seen.seat] |= 1 << seen.action
    pairs = np.array([seen[:2] for seen in view.seen], np.int64).reshape(-1, 2)
    return History(view.seat, pairs[:, 0].copy(), pairs[:, 1].copy()), shown


def likely(view: View, worlds: Worlds, weights: Floats, beta: Beta = 1.0) -> Floats:
    """The logarithm, float64 (n,), of the chance in each world, under the policy, of all the
    others' actions in this round.
    """
    history, shown = acted(view)
    before, logs = worlds.hands | shown, np.zeros(len(worlds.hands))
    for n, seat in enumerate(history.seats[history.actions == HIDDEN]):
        before[:, seat] |= 1 << worlds.hidden[:, n].astype(np.int64)
    with compiling("straights likelihoods"):
        _likely(policies_of(view, weights, beta), history, before, worlds.hidden, logs)
    return logs
