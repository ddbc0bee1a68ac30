"""The policy of Hearts, compiled: cards are chosen by the softmax of linear scores (features.py).

It is a level by itself, plays out worlds for a search, says how likely others' cards are
(likelihood.py), and is trained by playing against itself (training.py): at some decisions of a true
deal each card is played out, and the weights follow the gradient of the expected return. The rules'
own small functions are used; `tests/games/hearts/engine/test_policy.py` compares this with the
interpreted rules.
"""

from array import array
from collections.abc import Iterable, Sequence
from math import inf

from parlour.cards import NOBODY, NONE, SUIT, Action, Card, Mask, Seat, mask_of
from parlour.engine.compiler.arrays import (
    FloatRow,
    Floats,
    IntArray,
    IntBlock,
    IntRow,
    Ints,
    Ints2,
    Ints3,
    Seed,
    floats,
    floats_of,
    ints,
    ints_of,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row, stream
from parlour.engine.search.last_result import latest
from parlour.engine.search.playouts import UNWANTED, Beta, Ends, SeatWeights
from parlour.engine.worlds.sampler import Worlds
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import FEATURES
from parlour.games.hearts.engine.observation import (  # fmt: skip
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
)
from parlour.games.hearts.engine.opponent_styles import policies_of, weights_of
from parlour.games.hearts.engine.playout_state import (
    Policies,
    exchange,
    finish,
    play,
    score_passes,
    score_plays,
    settled,
    three,
)
from parlour.match import View
from parlour.tricks import height

__all__ = ["FEATURES", "playouts", "playouts_passing", "prefer"]


@compiled(forceinline=True)
def record(rules: hearts.Rules, s: Ints, ends: Ends, world: int, choice: int) -> None:
    """Record an end of the round: its points, and the cards that each seat has won."""
    points, costs = ends.points[world, choice], settled(rules, s)
    points[0], points[1], points[2], points[3] = costs
    if world < len(ends.finals):
        copy_row(ends.finals[world, choice], s[TAKEN : TAKEN + 4])


@kernel("(r f2 i1 f1), i1, i, i2, i1, u, i, (i3 i3)")
def _playouts(
    policies: Policies,
    first: Ints,
    me: Seat,
    hands: Ints2,
    actions: Ints,
    seed: Seed,
    start: int,
    ends: Ends,
) -> None:
    """Play out each card of `me` in each world; `first` is the position without the others'
    hands.
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
            record(rules, s, ends, i, j)


@kernel("(r f2 i1 f1), i1, i, i2, i1, u, i, (i3 i3)")
def _passing(
    policies: Policies,
    first: Ints,
    me: Seat,
    hands: Ints2,
    chosen: Ints,
    seed: Seed,
    start: int,
    ends: Ends,
) -> None:
    """Play out each pass of `me`, masks (m,) of one to three cards completed by the policy, in each
    world of dealt hands.
    """
    s, scores, gave = np.empty(SIZE, np.int64), np.empty(13), np.zeros(4, np.int64)
    rules = policies.rules
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        copy_row(s, first)
        copy_row(s[HAND : HAND + 4], hands[i])
        s[HAND + me] |= first[GAVE + me]  # what it has passed already
        for seat in range(4):
            gave[seat] = 0 if seat == me else three(policies, s, seat, 0, 3, dice, scores)
        for j in range(len(chosen)):
            copy_row(s, first)
            copy_row(s[HAND : HAND + 4], hands[i])
            s[HAND + me] |= first[GAVE + me]
            gave[me] = three(policies, s, me, ace_high(chosen[j]), 3, dice, scores)
            exchange(s, gave[0], gave[1], gave[2], gave[3])
            finish(policies, s, dice, scores)
            record(rules, s, ends, i, j)


@kernel("f1, i1, i, i, f1")
def _score_plays(w: Floats, s: Ints, seat: Seat, may: Mask, scores: Floats) -> None:
    """`score_plays`, for one position."""
    score_plays(s, w, seat, may, scores)


@kernel("f1, i, i, i, f1")
def _score_passes(w: Floats, hand: Mask, chosen: Mask, pass_offset: int, scores: Floats) -> None:
    """`score_passes`, for one hand."""
    score_passes(w, hand, chosen, pass_offset, scores)


@latest
def position(view: View) -> IntRow:
    """The position of a view (SIZE,), without the others' hands."""
    s, table = [0] * SIZE, view.table
    s[PASS_OFFSET] = hearts.pass_offset(view.rules, view.number)
    s[HAND + view.seat], s[GAVE + view.seat] = table.hand, table.passed
    if table.leader == NOBODY:
        return ints_of(s)
    s[TAKEN : TAKEN + 4] = table.taken
    s[LEADER], s[BROKEN] = table.leader, table.broken
    led = 0
    for n, (seat, card) in enumerate(plays(view)):
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
        s[BEST] = height(1 << trick[s[BY]])
    return ints_of(s)


def plays(view: View) -> list[tuple[Seat, Card]]:
    """The seats and cards played so far, without the choice of a moon. A seat has seen its own
    passes before them: all three in a round that is over, of which the view has no table.
    """
    if view.table:
        passed = view.table.passed.bit_count()
    else:
        passed = 3 if hearts.pass_offset(view.rules, view.number) else 0
    return [(seat, action) for seat, action, _, _ in view.seen[passed:] if action < 52]


def prefer(view: View, weights: Floats) -> FloatRow:
    """The score of each legal action (64,), -inf for others.

    Of the moons the old one is preferred, unless it ends the match with another seat as the winner.
    """
    preferences = floats_of([-inf] * 64)
    w, s, legal = weights_of(weights), position(view), view.legal
    if legal & hearts.MOONS:
        old = hearts.scores(view.rules, view.table.taken, hearts.OLD)
        totals = [total + cost for total, cost in zip(view.totals, old, strict=True)]
        lost = max(totals) >= view.rules.target and min(totals) < totals[view.seat]
        preferences[52], preferences[53] = (0, 1) if lost else (1, 0)
    elif legal:
        scores = floats(13)
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
                preferences[bit // 13 * 13 + (bit % 13 + 1) % 13] = scores[n]
                n += 1
    return preferences


def playouts(
    view: View,
    worlds: Worlds,
    weights: SeatWeights,
    actions: Sequence[Action],
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
    finals: Ints3 = UNWANTED,
) -> IntBlock:
    """The points (n, m, 4) of the round: the viewer takes each of m actions in each of n
    worlds, then all seats play by the policy.

    World i uses number `start + i` of the stream of `seed` for every action. During the pass an
    action is one of the viewer's cards; the policy chooses those that are still missing. A shooter
    that may choose takes the old moon. The masks of the cards won go to `finals` (n, m, 4) if it is
    given.
    """
    if view.legal & hearts.MOONS:
        return moons(view, len(worlds.hands), actions, finals)
    if view.table.passing:
        cards = [[card] for card in actions]
        return playouts_passing(view, worlds, weights, cards, seed, start, beta, finals)
    points, chosen = ints(len(worlds.hands), len(actions), 4), ints_of(actions)
    ready = policies_of(view, weights, beta), position(view), view.seat
    with compiling("playouts of Hearts"):
        _playouts(*ready, worlds.hands, chosen, seed, start, Ends(points, finals))
    return points


def moons(view: View, n: int, actions: Iterable[Action], finals: Ints3) -> IntBlock:
    """As `playouts`, where the round is over but for the choice of a moon."""
    ends = [hearts.scores(view.rules, view.table.taken, action - 52) for action in actions]
    points: IntBlock = IntArray(
        array("q", [cost for end in ends for cost in end] * n), (n, len(ends), 4)
    )
    for i in range(len(finals)):
        for j in range(len(ends)):
            for seat in range(4):
                finals[i, j, seat] = view.table.taken[seat]
    return points


def playouts_passing(
    view: View,
    worlds: Worlds,
    weights: SeatWeights,
    cards: Sequence[Sequence[Action]],
    seed: int,
    start: int = 0,
    beta: Beta = 1.0,
    finals: Ints3 = UNWANTED,
) -> IntBlock:
    """As `playouts`, where the viewer passes each of m sets of cards (m, 1 to 3), besides those
    that it has chosen already.
    """
    chosen = ints_of(mask_of(choice) | view.table.passed for choice in cards)
    points = ints(len(worlds.hands), len(chosen), 4)
    ready = policies_of(view, weights, beta), position(view), view.seat
    with compiling("playouts of Hearts from the pass"):
        _passing(*ready, worlds.hands, chosen, seed, start, Ends(points, finals))
    return points
