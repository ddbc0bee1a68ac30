"""How likely three cards are as a pass of Hearts, by the hand that a seat had.

A seat passes in one of two manners, since one that shoots the moon passes other cards. In a manner
a pass is as likely as the product of its cards' weights over the sum of that for all threes of the
hand. A card's score, the logarithm of its weight, depends on its suit's cards alone. So each suit
adds to that sum by the elementary symmetric polynomials of its weights, which a table has for all
its 8192 sets of cards. The odds of the second manner have a logarithm that is the mean of a third
score of the hand's cards, to which each suit adds too.

The scores are sums over the tables of the policy's features (`of_pass`), seen with the hand's cards
of the suit alone. Their weights, in passes.json, are fitted to the passes of some levels, and for
all other seats to those of `trained` and `search` (`bench/given.py`). Playouts do not use them:
they pass by the policy.
"""

import json
from array import array
from functools import cache, lru_cache
from hashlib import sha256
from itertools import chain
from math import comb
from pathlib import Path
from typing import NamedTuple

from parlour.cards import SUIT, Mask, Seat
from parlour.engine.compiler.arrays import (
    FloatArray,
    FloatBlock,
    Floats,
    Floats2,
    Floats3,
    Ints,
    Ints2,
    floats,
    floats_of,
    ints_of,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.numbers.bits import lowest_bit, popcount
from parlour.engine.numbers.exact_math import exp
from parlour.engine.search.playouts import Style, Styles
from parlour.engine.search.protocol import of_levels
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import FEATURES, OPEN, P1, of_pass
from parlour.games.hearts.engine.observation import ace_high
from parlour.games.hearts.engine.opponent_styles import ROWS
from parlour.games.hearts.engine.playout_state import sum_of
from parlour.match import View

FIRST, SIZE = P1.start, OPEN - P1.start  # the first of the features, and their number
SETS = 1 << 13  # of the cards of a suit
SLOTS = 13 * SETS // 2  # the cards of all these sets together
# the rows of a level's weights: of the two manners, and of the odds of the second
MANNERS, ODDS, PARTS = (0, 1), 2, 3
CARDS = 13  # of a hand
# the place of their weights; "" is all others
LEVELS = {"trained": 0, "search": 1, "": 2, "careful": 3, "greedy": 4}
STYLES = {place: LEVELS[level] for level, place in ROWS.items()}  # by `Style.weights_row`
# A seat that plays nearly any card passes with more care, at so many times the inverse temperature
# of its plays: the passes of `greedy`, as a stranger, are likeliest at 0.6, those of `careful` at
# 0.25, their plays at 0.1 and 0.03
CALM = 5.0
EVEN = 1 / comb(13, 3)  # the chance of each three of a hand


class Given(NamedTuple):
    """The passes of a round, and the tables by which they are weighed."""

    offset: int  # 0 where no card was passed
    # (4, k) the place in the tables of each seat's first manner, by style, and the second one
    # follows; -1 where all threes are as likely
    kinds: Ints2
    each: Floats3  # (n, 4, SLOTS) the weights of the cards of each suit's sets, as `slot_of` says
    # (4 * SETS, n, 4) the elementary symmetric polynomials of each set's weights, and what it adds
    # to the logarithm of the odds of the manner
    sums: Floats3


@compiled(forceinline=True)
def add_card(sums: Floats, weight: float) -> None:
    """Add a card of this weight to a set with these elementary symmetric polynomials."""
    sums[2] += sums[1] * weight
    sums[1] += sums[0] * weight
    sums[0] += weight


@compiled(forceinline=True)
def slot_of(subset: int, n: int) -> int:
    """The place of card n (ascending) of a set of a suit's cards, a number below SETS, among those
    of all sets. A set shares thirteen places with the cards that it lacks.
    """
    return 13 * subset + n if subset < SETS // 2 else 13 * (SETS - 1 - subset) + 12 - n


@compiled(forceinline=True)
def product_of(each: Floats2, hand: Mask, gave: Mask) -> float:
    """The product of the weights (4, SLOTS) of three cards of a hand (ace high)."""
    product = 1.0
    while gave:
        bit = gave & -gave
        suit = lowest_bit(bit) // 13
        subset, lower = hand >> 13 * suit & SUIT, bit - 1 >> 13 * suit
        product *= each[suit, slot_of(subset, popcount(subset & lower))]
        gave ^= bit
    return product


@compiled(forceinline=True)
def chance_of(tables: Given, kind: int, hand: Mask, gave: Mask) -> float:
    """The chance that a seat passed these three cards of a hand (ace high), and in this manner."""
    singles, pairs, threes, odds = 0.0, 0.0, 0.0, 0.0
    for suit in range(4):
        sums = tables.sums[suit * SETS + (hand >> 13 * suit & SUIT), kind]
        threes += pairs * sums[0] + singles * sums[1] + sums[2]
        pairs += singles * sums[0] + sums[1]
        singles += sums[0]
        odds += sums[3]
    return product_of(tables.each[kind], hand, gave) / threes / (1.0 + exp(-odds))


@compiled()
def give_chances(tables: Given, seat: Seat, hand: Mask, gave: Mask, chances: Floats) -> None:
    """The chances (k) that a seat passed these three of its thirteen cards, by its styles,
    into `chances`.
    """
    hand, gave = ace_high(hand), ace_high(gave)
    for way in range(len(chances)):
        kind = tables.kinds[seat, way]
        if kind < 0:
            chances[way] = EVEN
            continue
        if way and kind == tables.kinds[seat, way - 1]:
            chances[way] = chances[way - 1]
            continue
        chance = chance_of(tables, kind, hand, gave)
        chances[way] = chance + chance_of(tables, kind + 1, hand, gave)


@kernel("f3, i1, f1, i, f3, f3")
def _sum_up(
    w: Floats3, rows: Ints, betas: Floats, offset: int, each: Floats3, sums: Floats3
) -> None:
    """The weights of the cards of each suit's sets, by both manners of some rows of `w` at inverse
    temperatures (n,), into `each` (2 * n, 4, SLOTS); and their elementary symmetric polynomials
    with the odds of the manners into `sums` (4 * SETS, 2 * n, 4), which has zeros.
    """
    for at in range(len(sums)):
        suit, subset = at // SETS, at & SETS - 1
        held = left = subset << 13 * suit
        for n in range(popcount(subset)):
            bit = left & -left
            left ^= bit
            entries = of_pass(held, 0, 0, offset, bit, suit)
            for place in range(len(rows)):
                row, kind = rows[place], 2 * place
                odds = sum_of(w[row, ODDS], entries, -FIRST) / CARDS
                sums[at, kind, 3] -= odds
                sums[at, kind + 1, 3] += odds
                for manner in MANNERS:
                    weight = exp(betas[place] * sum_of(w[row, manner], entries, -FIRST))
                    add_card(sums[at, kind + manner], weight)
                    each[kind + manner, suit, slot_of(subset, n)] = weight


@cache
def weights() -> FloatBlock:
    """The weights of passes (n, PARTS, SIZE), by the places of `LEVELS`."""
    held = json.loads(Path(hearts.__file__).with_name("passes.json").read_text())
    assert held["features"] == seal()
    parts = [part for level in LEVELS for part in held["weights"][level]]
    return FloatArray(array("d", chain(*parts)), (len(LEVELS), PARTS, SIZE))


def seal() -> str:
    """A digest of the names of the features that the weights belong to."""
    return sha256("\n".join(FEATURES[FIRST:OPEN]).encode()).hexdigest()


def given_of(view: View, styles: Styles) -> Given:
    """The passes of a view's round, for players of some styles (4, k)."""
    offset, levels = hearts.pass_offset(view.rules, view.number), of_levels(view, LEVELS)
    rows = [
        [place_of(level, style) for style in row] for level, row in zip(levels, styles, strict=True)
    ]
    if view.seat < len(rows):
        rows[view.seat] = rows[view.seat - 1]  # no pass of its own is weighed
    flat = [place for row in rows for place in row]
    places = tuple(sorted({place for place in flat if place[1]})) if offset else ()
    kinds = ints_of((2 * places.index(p) if p in places else -1 for p in flat), len(styles[0]))
    return Given(offset, kinds, *weighed(offset, places))


def place_of(level: int, style: Style) -> tuple[int, float]:
    """The place of the weights by which a level passes that plays in some style, and their inverse
    temperature: 0 where all threes are as likely.
    """
    return STYLES.get(style.weights_row, level), min(1.0, CALM * style.beta)


@lru_cache(6)  # most matches need one for each way to pass, with 5.5 MB for each place
def weighed(offset: int, places: tuple[tuple[int, float], ...]) -> tuple[Floats3, Floats3]:
    """The weights of all cards to pass, by some places of weights, each at an inverse temperature
    (but the odds of the manners); and their sums. Both as `Given` has them.
    """
    rows, betas = ints_of(row for row, _ in places), floats_of(beta for _, beta in places)
    each, sums = floats(2 * len(places), 4, SLOTS), floats(4 * SETS, 2 * len(places), 4)
    with compiling("sums of passes of Hearts"):
        _sum_up(weights(), rows, betas, offset, each, sums)
    return each, sums
