"""The policy of Hearts, compiled: cards are chosen by the softmax of linear scores (features.py).

It is a level by itself, plays out worlds for a search, gives the likelihood of the cards seen in a
world, and is trained by playing against itself (training.py): at some decisions of a true deal each
card is played out, and the weights follow the gradient of the expected return. The rules' own small
functions are used; `tests/games/hearts/engine/test_policy.py` compares this with the interpreted
rules.
"""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from parlour.cards import NOBODY, NONE, SUIT, Action, Mask, Seat, mask_of
from parlour.engine import powers
from parlour.engine.arguments import Beta, Floats, Ints, betas_of, stream_of
from parlour.engine.bits import copy_row, popcount, stream
from parlour.engine.choice import softmax
from parlour.engine.native import compiling, kernel
from parlour.engine.worlds import Worlds
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import FEATURES
from parlour.games.hearts.engine.round import (
    Policies,
    begin,
    exchange,
    finish,
    may_play,
    play,
    score_passes,
    score_plays,
    settled,
    three,
)
from parlour.games.hearts.engine.sight import (
    BEST,
    BROKEN,
    BY,
    GAVE,
    HAND,
    LAID,
    LEADER,
    MOVE,
    PASS_OFFSET,
    PILE,
    SIZE,
    SUITED,
    TAKEN,
    VOIDS,
    ace_high,
)  # fmt: skip
from parlour.match import View
from parlour.tricks import height

__all__ = ["FEATURES", "likely", "playouts", "playouts_passing", "prefer"]


@kernel("(r f2 i1 f1), i1, i, i2, i1, u, i, i3")
def _playouts(
    policies: Policies,
    first: Ints,
    me: Seat,
    hands: Ints,
    actions: Ints,
    seed: np.uint64,
    start: int,
    points: Ints,
) -> None:
    """Play out each card of `me` in each world; `first` is the position without the others' hands.
    The points go to `points` (n, m, 4).
    """
    s, scores = np.empty(SIZE, np.int64), np.empty(13)
    rules = policies.rules
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            copy_row(s, first)
            copy_row(s[HAND : HAND + 4], hands[i])
            play(rules, s, me, 1 << actions[j])
            finish(policies, s, dice, scores)
            costs = settled(rules, s)
            points[i, j, 0], points[i, j, 1], points[i, j, 2], points[i, j, 3] = costs


@kernel("(r f2 i1 f1), i1, i, i2, i1, u, i, i3")
def _passing(
    policies: Policies,
    first: Ints,
    me: Seat,
    hands: Ints,
    chosen: Ints,
    seed: np.uint64,
    start: int,
    points: Ints,
) -> None:
    """Play out each pass of `me`, masks (m,) of one to three cards completed by the policy, in each
    world of dealt hands. The points go to `points` (n, m, 4).
    """
    s, scores, gave = np.empty(SIZE, np.int64), np.empty(13), np.zeros(4, np.int64)
    rules = policies.rules
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        copy_row(s, first)
        copy_row(s[HAND : HAND + 4], hands[i])
        for seat in range(4):
            gave[seat] = 0 if seat == me else three(policies, s, seat, 0, 3, dice, scores)
        for j in range(len(chosen)):
            copy_row(s, first)
            copy_row(s[HAND : HAND + 4], hands[i])
            gave[me] = three(policies, s, me, ace_high(chosen[j]), 3, dice, scores)
            exchange(s, gave[0], gave[1], gave[2], gave[3])
            finish(policies, s, dice, scores)
            costs = settled(rules, s)
            points[i, j, 0], points[i, j, 1], points[i, j, 2], points[i, j, 3] = costs


@kernel("(r f2 i1 f1), i1, i, i2, i1, i1, f1")
def _likely(
    policies: Policies, first: Ints, me: Seat, hands: Ints, seats: Ints, cards: Ints, logs: Floats
) -> None:
    """The logarithms of the chances of the cards of all seats but `me`, in worlds of the hands
    before the first trick, into `logs` (n).
    """
    s, scores = np.empty(SIZE, np.int64), np.empty(13)
    for i in range(len(hands)):
        copy_row(s, first)
        copy_row(s[HAND : HAND + 4], hands[i])
        begin(s)
        logs[i] = 0.0
        for n in range(len(cards)):
            seat, card = seats[n], 1 << cards[n]
            may = may_play(policies.rules, s, seat)
            if seat != me and may & may - 1:
                may, beta = ace_high(may), policies.betas[seat]
                best = score_plays(s, policies.weights[policies.rows[seat]], seat, may, scores)
                log = beta * (scores[popcount(may & ace_high(card) - 1)] - best)
                logs[i] += log - powers.log(softmax(scores, popcount(may), beta, best))
            play(policies.rules, s, seat, card)


@kernel("f1, i1, i, i, f1")
def _score_plays(w: Floats, s: Ints, seat: Seat, may: Mask, scores: Floats) -> None:
    """`score_plays`, for one position."""
    score_plays(s, w, seat, may, scores)


@kernel("f1, i, i, i, f1")
def _score_passes(w: Floats, hand: Mask, chosen: Mask, pass_offset: int, scores: Floats) -> None:
    """`score_passes`, for one hand."""
    score_passes(w, hand, chosen, pass_offset, scores)


def position(view: View) -> Ints:
    """The position of a view (SIZE,), without the others' hands."""
    s, table = np.zeros(SIZE, np.int64), view.table
    s[PASS_OFFSET] = hearts.pass_offset(view.rules, view.number)
    s[HAND + view.seat], s[GAVE + view.seat] = table.hand, table.passed
    if table.leader == NOBODY:
        return s
    s[TAKEN : TAKEN + 4] = table.taken
    s[LEADER], s[BROKEN] = table.leader, table.broken
    led = 0
    for n, (seat, card) in enumerate(plays(view).tolist()):
        if n % 4 == 0:
            led = card // 13
        if card // 13 != led:
            s[VOIDS] |= 1 << 4 * led + seat
    won = table.taken[0] | table.taken[1] | table.taken[2] | table.taken[3]
    trick = {seat: card for seat, card in enumerate(table.trick) if card != NONE}
    s[MOVE], s[LAID], s[PILE] = won.bit_count() + len(trick), len(trick), mask_of(trick.values())
    if trick:
        suit = trick[table.leader] // 13
        s[SUITED] = SUIT << 13 * suit
        s[BY] = max(
            (seat for seat in trick if trick[seat] // 13 == suit),
            key=lambda seat: hearts.strength(trick[seat]),
        )
        s[BEST] = height(1 << trick[int(s[BY])])
    return s


def plays(view: View) -> Ints:
    """The seats and cards played so far, int64 (n, 2), without the choice of a moon."""
    seen = view.seen[view.table.passed.bit_count() :] if view.table.leader != NOBODY else ()
    return np.array(
        [(seat, action) for seat, action, _, _ in seen if action < 52], np.int64
    ).reshape(-1, 2)


def weights_of(weights: ArrayLike) -> Floats:
    """Valid weights as rows, float64 (n, k); ValueError for others."""
    found = np.ascontiguousarray(np.atleast_2d(weights), np.float64)
    if found.shape[1:] != (len(FEATURES),) or not np.isfinite(found).all():
        raise ValueError(
            f"Invalid weights of shape {np.shape(weights)} (expected {len(FEATURES)} finite "
            f"numbers)."
        )
    return found


def policies_of(view: View, weights: Floats, beta: Beta) -> Policies:
    """A policy with the same weights for all seats, under the view's rules."""
    return Policies(view.rules, weights_of(weights), np.zeros(4, np.int64), betas_of(beta, 4))


def prefer(view: View, weights: Floats) -> Floats:
    """The score of each legal action, float64 (64,), -inf for others.

    Of the moons the old one is preferred, unless it ends the match with another seat as the winner.
    """
    found = np.full(64, -np.inf)
    w, s, legal = weights_of(weights)[0], position(view), view.legal
    if legal & hearts.MOONS:
        old = hearts.scores(view.rules, view.table.taken, hearts.OLD)
        totals = [total + cost for total, cost in zip(view.totals, old, strict=True)]
        lost = max(totals) >= view.rules.target and min(totals) < totals[view.seat]
        found[52], found[53] = (0, 1) if lost else (1, 0)
    elif legal:
        scores = np.empty(13)
        with compiling("the policy of Hearts"):
            may = ace_high(legal)
            if view.table.passing:
                chosen = ace_high(view.table.passed)
                _score_passes(w, may | chosen, chosen, s[PASS_OFFSET], scores)
            else:
                _score_plays(w, s, view.seat, may, scores)
        n = 0
        for bit in range(52):
            if may >> bit & 1:
                found[bit // 13 * 13 + (bit % 13 + 1) % 13] = scores[n]
                n += 1
    return found


def playouts(
    view: View,
    worlds: Worlds,
    weights: Floats,
    actions: Sequence[Action] | Ints,
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
) -> Ints:
    """The points, int64 (n, m, 4), of the round: the viewer takes each of m actions in each of n
    worlds, then all seats play by the policy.

    World i uses number `start + i` of the stream of `seed` for every action. During the pass an
    action is one of the viewer's cards; the policy chooses those that are still missing. A shooter
    that may choose takes the old moon.
    """
    chosen, ready = (
        np.array(actions, np.int64),
        (policies_of(view, weights, beta), position(view), view.seat),
    )
    points = np.empty((len(worlds.hands), len(chosen), 4), np.int64)
    if view.legal & hearts.MOONS:
        for j, action in enumerate(chosen.tolist()):
            points[:, j] = hearts.scores(view.rules, view.table.taken, action - 52)
        return points
    if view.table.passing:
        return playouts_passing(view, worlds, weights, chosen[:, None], seed, start, beta)
    with compiling("playouts of Hearts"):
        _playouts(*ready, worlds.hands, chosen, stream_of(seed), start, points)
    return points


def playouts_passing(
    view: View,
    worlds: Worlds,
    weights: Floats,
    cards: Sequence[Sequence[Action]] | Ints,
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
) -> Ints:
    """As `playouts`, where the viewer passes each of m sets of cards (m, 1 to 3), besides those
    that it has chosen already.
    """
    chosen = np.bitwise_or.reduce(1 << np.array(cards, np.int64), axis=1) | view.table.passed
    points = np.empty((len(worlds.hands), len(chosen), 4), np.int64)
    ready = policies_of(view, weights, beta), position(view), view.seat
    hands = worlds.hands.copy()
    hands[:, view.seat] |= view.table.passed
    with compiling("playouts of Hearts from the pass"):
        _passing(*ready, hands, chosen, stream_of(seed), start, points)
    return points


def likely(view: View, worlds: Worlds, weights: Floats, beta: Beta = 1.0) -> Floats:
    """The logarithm, float64 (n,), of the chance in each world, under the policy, of all cards that
    the others have played.

    Passes are left out: their chance would be a sum over all cards that the others can have passed
    among themselves.
    """
    played, hands, logs = plays(view), worlds.hands.copy(), np.zeros(len(worlds.hands))
    for seat, card in played.tolist():
        hands[:, seat] |= 1 << card
    if len(played):
        s = np.zeros(SIZE, np.int64)
        s[PASS_OFFSET], s[GAVE + view.seat] = (
            hearts.pass_offset(view.rules, view.number),
            view.table.passed,
        )
        with compiling("how likely hands of Hearts are"):
            _likely(
                policies_of(view, weights, beta),
                s,
                view.seat,
                hands,
                played[:, 0].copy(),
                played[:, 1].copy(),
                logs,
            )
    return logs
