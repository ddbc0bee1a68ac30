"""Scores of the cards in Straights, linear in the facts that the acting seat may see.

A score is the sum over all products of a feature of the card's place in its suit (features.py) and
one of the `CONTEXT`, each with its weight. For given weights the scores of all shapes are tabulated
once (`score_table`): a row for each shape, a number for each feature of the context. A card's score
is then a look-up and eleven products.
"""

from array import array
from functools import lru_cache
from math import inf
from typing import NamedTuple, TypeAlias

from parlour.cards import ALL, Card, Mask, Masks
from parlour.engine.compiler.arrays import (
    FloatArray,
    Floats,
    Floats2,
    FloatTable,
    IntRow,
    Ints,
    float_array,
    floats,
    ints,
    ints_of,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling
from parlour.engine.numbers.bits import lowest_bit, popcount
from parlour.engine.search.playouts import SeatWeights
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.features import (
    NAMES,
    PART,
    SHAPES,
    SIDES,
    described,
    described_sides,
    shape_of,
    side_shape,
    weighed,
)

CONTEXT = (
    "always",
    "cards I hold",
    "cards I may lay",
    "stuck others",  # without a legal play at their last turn
    "stuck next",
    "free cards of others",  # that they may play now
    "cost of what I cannot lay",
    "share of the unseen that is gone",  # 0 if discards are shown
    "mine in a row",  # that can be played one after the other
    "mine in a row that open nothing",
    "cost of mine that waits for others",
)
WIDTH = len(CONTEXT)
PART_MASK = (1 << PART) - 1
Context: TypeAlias = tuple[
    float, float, float, float, float, float, float, float, float, float
]  # the CONTEXT, but `always`
FEATURES = tuple(
    name if context == "always" else f"{name}; {context}" for name in NAMES for context in CONTEXT
)


class ScoreTable(NamedTuple):
    """The scores under some weights, tabulated."""

    # (n, WIDTH): a shape's score is its row, from the first of the policy on, times the features of
    # the context
    scores: Floats2
    first: int
    sides: Ints  # (SIDES,): the numbers of all whole sides


class ScoreTables(NamedTuple):
    """The score tables of all seats."""

    scores: Floats2  # (n, WIDTH), as in `ScoreTable`
    firsts: Ints  # (4,): the first row of each seat
    sides: Ints


class Position(NamedTuple):
    """A position of a round, from the seat in turn on."""

    hands: Masks
    discarded: Masks
    table: Mask
    stuck: int  # bit i: the i-th of them had no legal play at its last turn


class Sight(NamedTuple):
    """The facts that the seat in turn uses, the same for each of its cards."""

    may: Mask  # the legal plays, else the discards
    playing: bool
    hand: Mask
    out: Mask  # the known discards
    table: Mask
    context: Context


@lru_cache(2)
def features(values: int) -> FloatTable:
    """The features of all shapes (SHAPES, len(NAMES)), for points by the option `values`."""
    rows = floats(SHAPES, len(NAMES))
    with compiling("straights features"):
        described(values, floats(19), rows)
    return rows


@lru_cache(2)
def sides(values: int) -> IntRow:
    """The numbers of all whole sides (SIDES,)."""
    rows = ints(SIDES)
    with compiling("straights sides"):
        described_sides(values, rows)
    return rows


def score_table(weights: Floats, rules: straights.Rules) -> ScoreTable:
    """The scores of all shapes under these weights, and the numbers of all sides. ValueError if
    there are not as many weights as features.
    """
    numbers = float_array(weights)
    if numbers.shape != (len(FEATURES),):
        raise ValueError(
            f"Invalid weights of shape {numbers.shape} (expected {len(FEATURES)} numbers)."
        )
    return ScoreTable(_scores(numbers.flat.tobytes(), rules.values), 0, sides(rules.values))


def score_tables(weights: SeatWeights, rules: straights.Rules) -> ScoreTables:
    """The score table of each seat under these weights (4, k), or (k,) for all; an array's are made
    once, so it must not change. ValueError for another shape.
    """
    return _score_tables(float_array(weights), rules.values)


@lru_cache(4)  # a decision asks for it again and again
def _score_tables(weights: FloatTable, values: int) -> ScoreTables:
    k = len(FEATURES)
    if weights.shape not in ((k,), (4, k)):
        raise ValueError(f"Invalid weights of shape {weights.shape} (expected {(k,)} or {(4, k)}).")
    seats = [weights.flat[n : n + k].tobytes() for n in range(0, len(weights.flat), k)]
    rows = tuple(dict.fromkeys(seats))
    firsts = ints_of([SHAPES * rows.index(seats[seat % len(seats)]) for seat in range(4)])
    return ScoreTables(_joined(rows, values), firsts, sides(values))


@lru_cache(4)
def _joined(weights: tuple[bytes, ...], values: int) -> FloatTable:
    """The scores of all shapes under each of some weights, one after the other."""
    scores = array("d")
    for row in weights:
        scores += _scores(row, values).flat
    return FloatArray(scores, (len(weights) * SHAPES, WIDTH))


@lru_cache(8)
def _scores(weights: bytes, values: int) -> FloatTable:
    scores = floats(SHAPES, WIDTH)
    table: FloatTable = FloatArray(array("d", weights), (len(NAMES), WIDTH))
    with compiling("straights scores"):
        weighed(features(values), table, scores)
    return scores


@compiled(forceinline=True)
def known_out(rules: straights.Rules, discarded: Masks) -> Mask:
    """The discards that the seat in turn knows."""
    if rules.discards:
        return discarded[0]
    return discarded[0] | discarded[1] | discarded[2] | discarded[3]


@compiled(forceinline=True)
def fitting(rules: straights.Rules, table: Mask) -> Mask:
    """The cards that may be played now."""
    return straights.playable(table, straights.opening(rules.opens))


@compiled(forceinline=True)
def context_of(
    sides: Ints, rules: straights.Rules, now: Position, out: Mask, fits: Mask
) -> Context:
    """The features of the context for the seat in turn, without `always`; of the others' hands only
    the sizes count.
    """
    hand, others = now.hands[0], now.hands
    unseen = ALL & ~(hand | out | now.table)
    held = popcount(others[1]) + popcount(others[2]) + popcount(others[3])
    many = popcount(unseen)
    whole = 0
    for suit in range(4):
        whole += sides[side_shape(suit, 0, hand, out, now.table)]
        whole += sides[side_shape(suit, 1, hand, out, now.table)]
    return (
        popcount(hand) / 13.0,
        min(popcount(hand & fits), 5) / 5.0,
        popcount(now.stuck & 14) / 3.0,
        (now.stuck >> 1 & 1) * 1.0,
        popcount(unseen & fits) / 8.0,
        straights.worth(rules.values, hand & ~fits) / 50.0,
        (many - held) / (many + 0.001),
        (whole & PART_MASK) / 5.0,
        (whole >> PART & PART_MASK) / 5.0,
        (whole >> 2 * PART) / 50.0,
    )


@compiled(forceinline=True)
def sight_of(sides: Ints, rules: straights.Rules, now: Position) -> Sight:
    """The facts that the seat in turn uses."""
    hand, fits = now.hands[0], fitting(rules, now.table)
    out = known_out(rules, now.discarded)
    context = context_of(sides, rules, now, out, fits)
    return Sight(straights.choices(hand, fits), hand & fits != 0, hand, out, now.table, context)


@compiled(forceinline=True)
def row_score(row: Floats, context: Context) -> float:
    """The score of a row of the table in this context. It adds two sums, since a processor can add
    them at the same time.
    """
    a, b, c, d, e, f, g, h, i, j = context
    first = (row[0] + a * row[1]) + (c * row[3] + e * row[5]) + (g * row[7] + i * row[9])
    second = (b * row[2] + d * row[4]) + (f * row[6] + h * row[8]) + j * row[10]
    total: float = first + second
    return total


@compiled(forceinline=True)
def shape_in(sight: Sight, card: Card, high: int) -> int:
    """The shape of a card on one side of its suit."""
    return shape_of(card, sight.playing, sight.hand, sight.out, sight.table, high)


@compiled(forceinline=True)
def scored(table: ScoreTable, sight: Sight, scores: Floats) -> tuple[int, float]:
    """The scores of the legal cards, ascending, into `scores` (13); their number, and the highest.
    A seven is on both sides.
    """
    n, most, left = 0, -inf, sight.may
    while left:
        card = lowest_bit(left)
        row = table.first + shape_in(sight, card, int(card % 13 > 6))
        total = row_score(table.scores[row], sight.context)
        if card % 13 == 6:
            row = table.first + shape_in(sight, card, 1)
            total += row_score(table.scores[row], sight.context)
        scores[n] = total
        most = max(most, total)
        left &= left - 1
        n += 1
    return n, most
