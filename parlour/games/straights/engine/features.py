"""The features of the policy of Straights: shapes, numbers for the place of a card in its suit, and
the features of each shape.

A suit has two sides, from the six down to the ace and from the eight up to the king. Position 1 is
next to the seven, which is position 0 of both. For one seat, each card of a side that is not on the
table is its own, another's, or out: discarded, as far as the seat knows. A *shape* is one number
for all facts of a side that matter for one card:

- of a card to play at position d: the owners of the cards beyond it, 3^(6-d) ways; the seven has a
  shape on each side;
- of a card to discard at position d: how far the suit is built, which of the cards before it are
  its own, and the owners of those beyond it;
- of a card to discard behind another discard, which can never be played: its position alone.

The shape of a whole side is the holder of its seven or how far it is built, and the owners of its
cards.

A card's score is therefore a look-up. `described` gives the features of all shapes; they
distinguish low from high cards by their points and their biases, and suits not at all.
"""

from parlour.cards import RANKS, Card, Mask, Suit
from parlour.engine.compiler.arrays import Floats, Floats2, Ints
from parlour.engine.compiler.jit import compiled, constants
from parlour.engine.compiler.kernel import kernel
from parlour.engine.numbers.bits import popcount
from parlour.games.straights import rules as straights

BACKWARDS = constants(int(f"{bits:06b}"[::-1], 2) for bits in range(64))
THREES = constants(int(f"{bits:b}", 3) for bits in range(64))  # binary digits read as ternary
POWERS = constants(3**d for d in range(8))

PLAY_SIZES = [3 ** (6 - d) for d in range(7)]
PLAY_AT = constants(sum(PLAY_SIZES[:d]) for d in range(7))
PLAY = sum(PLAY_SIZES)  # shapes of a side
DISCARD_SIZES = [0, *(7 * 2 ** (d - 1) * 3 ** (6 - d) for d in range(1, 7))]
DISCARD_AT = constants(2 * PLAY + sum(DISCARD_SIZES[:d]) for d in range(7))
DISCARD = sum(DISCARD_SIZES)
OUT_AT: int = 2 * (PLAY + DISCARD)
SHAPES = OUT_AT + 14
STEPS, WHOSE = 9, 3**6  # how far a side is built, and the owners of its cards
SIDES = 2 * STEPS * WHOSE  # shapes of whole sides
PART = 16  # bits of each of the three numbers about a whole side, which are added up as one

BIASES = (
    *(f"lay {rank}" for rank in RANKS),
    *(f"throw {rank}" for rank in RANKS),
)  # a seven is never discarded
PLAY_FEATURES = (
    "lay: the next is mine",
    "lay: the next is another's",
    "lay: mine in a row behind it",
    "lay: what they cost",
    "lay: mine beyond",
    "lay: what they cost, beyond",
    "lay: others' beyond",
    "lay: what they cost, others' beyond",
    "lay: others' before my next",
    "lay: what they cost, before my next",
    "lay: others' behind my last",
    "lay: what they cost, behind my last",
    "lay: others' in a row behind it",
    "lay: none of mine, what others' cost",
)
DISCARD_FEATURES = (
    "throw: what it costs",
    "throw: behind one that is gone",
    "throw: what it costs, behind one that is gone",
    "throw: others' before it",
    "throw: mine before it",
    "throw: before its seven",
    "throw: what it costs, by others' before it",
    "throw: mine beyond",
    "throw: what they cost, mine beyond",
    "throw: others' beyond",
    "throw: what they cost, others' beyond",
    "throw: the next is mine",
    "throw: the next is another's",
    "throw: one of others' before it",
    "throw: others' beyond, by others' before it",
)
NAMES = (*BIASES, *PLAY_FEATURES, *DISCARD_FEATURES)
PLAY_FIRST = len(BIASES)
DISCARD_FIRST = PLAY_FIRST + len(PLAY_FEATURES)


@compiled(forceinline=True)
def side(mask: Mask, suit: Suit, high: int) -> int:
    """The cards of a side, as six bits with position 1 the lowest."""
    bits = mask >> 13 * suit & 8191
    low: int = BACKWARDS[bits & 63]  # looked up for both, which is faster than a branch
    return bits >> 7 if high else low


@compiled(forceinline=True)
def ranks(bits: int, high: int) -> Mask:
    """The cards of a side (six bits) as clubs."""
    low: int = BACKWARDS[bits]
    return bits << 7 if high else low


@compiled(forceinline=True)
def ternary(hand: int, out: int) -> int:
    """The owners of some cards, a ternary digit each: 0 another's, 1 its own, 2 out."""
    digits: int = THREES[hand] + 2 * THREES[out]
    return digits


@compiled(forceinline=True)
def play_shape(high: int, d: int, hand: int, out: int) -> int:
    """The shape of a card to play at position d of a side with these cards (six bits each)."""
    shape: int = high * PLAY + PLAY_AT[d] + ternary(hand >> d, out >> d)
    return shape


@compiled(forceinline=True)
def discard_shape(high: int, d: int, hand: int, out: int, steps: int) -> int:
    """The shape of a card to discard at position d of a side, of which `steps` cards are on the
    table, with the seven.
    """
    before = (1 << (d - 1)) - 1
    here = (steps << (d - 1)) + (hand & before)
    shape: int = (
        high * DISCARD + DISCARD_AT[d] + here * POWERS[6 - d] + ternary(hand >> d, out >> d)
    )
    return OUT_AT + 7 * high + d if out & before else shape


@compiled(forceinline=True)
def shape_of(card: Card, playing: bool, hand: Mask, out: Mask, table: Mask, high: int) -> int:
    """The shape of a card, on one side of its suit, for the seat with this hand and these known
    discards.
    """
    suit, rank = card // 13, card % 13
    side_hand, side_out = side(hand, suit, high), side(out, suit, high)
    d = rank - 6 if high else 6 - rank
    if playing:
        return play_shape(high, d, side_hand, side_out)
    steps = (table >> (13 * suit + 6) & 1) + popcount(side(table, suit, high))
    return discard_shape(high, d, side_hand, side_out, steps)


@compiled(forceinline=True)
def side_entry(high: int, steps: int, hand: int, out: int) -> int:
    """The shape of a whole side; `steps` is 0 if another seat has its seven, 1 if this hand has it,
    and 2 or more as the side is built.
    """
    return (high * STEPS + steps) * WHOSE + ternary(hand, out)


@compiled(forceinline=True)
def side_shape(suit: Suit, high: int, hand: Mask, out: Mask, table: Mask) -> int:
    """The shape of a whole side for the seat with this hand and these known discards."""
    side_hand, side_out, seven = side(hand, suit, high), side(out, suit, high), 13 * suit + 6
    steps = (hand >> seven & 1) + 2 * (table >> seven & 1) + popcount(side(table, suit, high))
    return side_entry(high, steps, side_hand, side_out)


@compiled()
def cost_of(values: int, high: int, d: int) -> float:
    """The points of a card at a position, in tens."""
    return straights.worth(values, 1 << (6 + d if high else 6 - d)) / 10.0


@compiled()
def beyond(costs: Floats, d: int, hand: int, out: int, numbers: Floats) -> None:
    """Numbers about the cards beyond position d that can still be played, into `numbers` (12), by
    the costs (7) of a side.

    In order: number and points of mine in a row, of mine, of others', of others' before my next, of
    others' behind my last; others' in a row; and 1 if the next is mine, 2 if it is another's.
    """
    for place in range(12):
        numbers[place] = 0.0
    mine_row, others_row, met = True, True, False
    for place in range(d + 1, 7):
        if out >> (place - 1) & 1:
            break
        cost = costs[place]
        if hand >> (place - 1) & 1:
            if place == d + 1:
                numbers[11] = 1
            numbers[2] += 1
            numbers[3] += cost
            if mine_row:
                numbers[0] += 1
                numbers[1] += cost
            others_row, met = False, True
            numbers[8], numbers[9] = 0, 0
        else:
            if place == d + 1:
                numbers[11] = 2
            numbers[4] += 1
            numbers[5] += cost
            if not met:
                numbers[6] += 1
                numbers[7] += cost
            if others_row:
                numbers[10] += 1
            mine_row = False
            numbers[8] += 1
            numbers[9] += cost


@compiled()
def describe_play(numbers: Floats, row: Floats) -> None:
    """The features of a card to play, from the numbers of `beyond`, into `row`."""
    row[0], row[1] = numbers[11] == 1, numbers[11] == 2
    row[2], row[3], row[4], row[5], row[6], row[7] = (
        numbers[0],
        numbers[1],
        numbers[2],
        numbers[3],
        numbers[4],
        numbers[5],
    )
    if numbers[2] > 0:
        row[8], row[9], row[10], row[11] = numbers[6], numbers[7], numbers[8], numbers[9]
    else:
        row[13] = numbers[5]
    row[12] = numbers[10]


@compiled()
def describe_discard(
    cost: float, others: int, mine: int, steps: int, numbers: Floats, row: Floats
) -> None:
    """The features of a card to discard with these points, with so many of others' cards and of
    mine before it, into `row`.
    """
    row[0], row[3], row[4], row[5], row[6] = cost, others, mine, steps == 0, cost * others
    row[7], row[8], row[9], row[10] = numbers[2], numbers[3], numbers[4], numbers[5]
    row[11], row[12], row[13] = numbers[11] == 1, numbers[11] == 2, others == 1
    row[14] = numbers[5] * others


@kernel("i, f1, f2")
def described(values: int, numbers: Floats, rows: Floats2) -> None:
    """The features of every shape, into rows (SHAPES, len(NAMES)) of zeros, for points by `values`;
    `numbers` (19) is a work array.
    """
    costs = numbers[12:]  # of a side
    for high in range(2):
        for d in range(7):
            costs[d] = cost_of(values, high, d)
        for d in range(7):
            near = 1 << d
            for hand in range(0, 64, near):
                for out in range(0, 64, near):
                    if hand & out:
                        continue
                    beyond(costs, d, hand, out, numbers)
                    for mine in range(near):
                        for gone in range(near):
                            if mine & gone == 0:
                                describe(high, d, hand | mine, out | gone, costs, numbers, rows)


@compiled()
def describe(
    high: int, d: int, hand: int, out: int, costs: Floats, numbers: Floats, rows: Floats2
) -> None:
    """The features of the shapes of a card at position d of a side with these cards and costs, into
    `rows`; `numbers` are those of `beyond`.
    """
    rank, before = 6 + d if high else 6 - d, (1 << d) - 1
    if (hand | out) & before == 0:
        row = rows[play_shape(high, d, hand, out)]
        row[rank] = 1 if d else 0.5  # a seven is on both sides
        describe_play(numbers, row[PLAY_FIRST:])
    if d == 0 or not hand >> (d - 1) & 1:
        return
    cost = costs[d]
    if out & before:
        row = rows[discard_shape(high, d, hand, out, 0)]
        row[DISCARD_FIRST], row[DISCARD_FIRST + 1], row[DISCARD_FIRST + 2] = cost, 1, cost
        return
    mine = popcount(hand & (before >> 1))
    for steps in range(d):
        row = rows[discard_shape(high, d, hand, out, steps)]
        row[13 + rank] = 1
        describe_discard(cost, d - steps - mine, mine, steps, numbers, row[DISCARD_FIRST:])


@kernel("f2, f2, f2")
def weighed(features: Floats2, weights: Floats2, scores: Floats2) -> None:
    """The products of the features of each shape and the weights (len(NAMES), WIDTH), into scores
    (SHAPES, WIDTH) of zeros. Most features are 0.
    """
    for shape in range(len(features)):
        for name in range(len(weights)):
            feature = features[shape, name]
            if feature != 0.0:
                for context in range(weights.shape[1]):
                    scores[shape, context] += feature * weights[name, context]


@kernel("i, i1")
def described_sides(values: int, rows: Ints) -> None:
    """Three numbers about each whole side, in one of the rows (SIDES).

    They are the own cards in a row that can be played; the same, but 0 if others have cards on the
    side; and the points of the other own cards that can still be played.
    """
    for shape in range(18 * 4096):
        hand, out, high, steps = shape & 63, shape >> 6 & 63, shape >> 12 & 1, shape >> 13
        first = 1 << max(0, steps - 2)
        if hand & out or (hand | out) & (first - 1):
            continue
        end = out | 64
        playable = ((end & -end) - 1) & -first
        mine = hand & playable
        row = mine & ~(mine + first) if steps else 0
        waits = straights.worth(values, ranks(mine ^ row, high))
        alone = popcount(row) if mine == playable else 0
        numbers = popcount(row) | alone << PART | waits << 2 * PART
        rows[side_entry(high, steps, hand, out)] = numbers
