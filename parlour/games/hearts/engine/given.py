"""How likely three cards are as a pass of Hearts, by the hand that a seat had.

A pass is as likely as the product of its cards' weights over the sum of that for all threes of the
hand. A card's score, the logarithm of its weight, depends on its suit's cards alone. So each suit
adds to that sum by the elementary symmetric polynomials of its weights, which a table has for all
its 8192 sets of cards.

The scores are sums over the tables of the policy's features (`of_pass`), seen with the hand's cards
of the suit alone. Their weights, in passes.json, are fitted to the passes of some levels, and for
all other seats to those of `trained` and `search` (`bench/given.py`).
"""

import json
from functools import cache, lru_cache
from hashlib import sha256
from math import comb
from pathlib import Path
from typing import NamedTuple

from parlour.cards import SUIT, Mask, Seat, Suit
from parlour.engine.arrays import FloatArray, Floats, Ints, floats, floats_of, ints_of
from parlour.engine.bits import lowest_bit, popcount
from parlour.engine.jit import compiled
from parlour.engine.native import compiling, kernel
from parlour.engine.powers import exp
from parlour.engine.protocol import of_levels
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import FEATURES, OPEN, P1, of_pass
from parlour.games.hearts.engine.round import sum_of
from parlour.games.hearts.engine.sight import ace_high
from parlour.games.hearts.engine.styles import ROWS, style_of
from parlour.match import View

FIRST, SIZE = P1.start, OPEN - P1.start  # the first of the features, and their number
SETS = 1 << 13  # of the cards of a suit
SLOTS = 13 * SETS // 2  # the cards of all these sets together
# the place of their weights; "" is all others
LEVELS = {"trained": 0, "search": 1, "": 2, "careful": 3, "greedy": 4}
STYLES = {place: LEVELS[level] for level, place in ROWS.items()}  # of a way to play (styles.py)
# A seat that plays nearly any card passes with more care, at so many times the inverse temperature
# of its plays: the passes of `greedy`, as a stranger, are likeliest at 0.5, those of `careful` at
# 0.2, their plays at 0.1 and 0.03
CALM = 5.0
EVEN = 1 / comb(13, 3)  # the chance of each three of a hand


class Given(NamedTuple):
    """The passes of a round, and the tables by which they are weighed."""

    offset: int  # 0 where no card was passed
    # (4, k) each seat's place in the tables, by way to play; -1 where all threes are as likely
    kinds: Ints
    each: Floats  # (n, 4, SLOTS) the weights of the cards of each suit's sets, as `slot_of` says
    sums: Floats  # (4 * SETS, n, 3) the elementary symmetric polynomials of each set's weights


@compiled(forceinline=True)
def score_given(w: Floats, held: Mask, offset: int, bit: Mask, suit: Suit) -> float:
    """The score of a card to pass; `held` has the hand's cards of its suit (all ace high)."""
    return sum_of(w, of_pass(held, 0, 0, offset, bit, suit), -FIRST)


@compiled(forceinline=True)
def slot_of(some: int, n: int) -> int:
    """The place of card n (ascending) of a set of a suit's cards, a number below SETS, among those
    of all sets. A set shares thirteen places with the cards that it lacks.
    """
    return 13 * some + n if some < SETS // 2 else 13 * (SETS - 1 - some) + 12 - n


@compiled(forceinline=True)
def product_of(each: Floats, hand: Mask, gave: Mask) -> float:
    """The product of the weights (4, SLOTS) of three cards of a hand (ace high)."""
    product = 1.0
    while gave:
        bit = gave & -gave
        suit = lowest_bit(bit) // 13
        some, lower = hand >> 13 * suit & SUIT, bit - 1 >> 13 * suit
        product *= each[suit, slot_of(some, popcount(some & lower))]
        gave ^= bit
    return product


@compiled()
def give_chances(given: Given, seat: Seat, hand: Mask, gave: Mask, chances: Floats) -> None:
    """The chances (k) that a seat passed these three of its thirteen cards, by its ways to play,
    into `chances`.
    """
    hand, gave = ace_high(hand), ace_high(gave)
    for way in range(len(chances)):
        kind = given.kinds[seat, way]
        if kind < 0:
            chances[way] = EVEN
            continue
        if way and kind == given.kinds[seat, way - 1]:
            chances[way] = chances[way - 1]
            continue
        one, two, three = 0.0, 0.0, 0.0
        for suit in range(4):
            sums = given.sums[suit * SETS + (hand >> 13 * suit & SUIT), kind]
            three += two * sums[0] + one * sums[1] + sums[2]
            two += one * sums[0] + sums[1]
            one += sums[0]
        chances[way] = product_of(given.each[kind], hand, gave) / three


@kernel("f2, i1, f1, i, f3, f3")
def _sum_up(w: Floats, rows: Ints, betas: Floats, offset: int, each: Floats, sums: Floats) -> None:
    """The weights of the cards of each suit's sets, by some rows of `w` at inverse temperatures
    (n,), into `each` (n, 4, SLOTS), and their elementary symmetric polynomials into `sums`
    (4 * SETS, n, 3).
    """
    for at in range(len(sums)):
        suit, some = at // SETS, at & SETS - 1
        held = some << 13 * suit
        for kind in range(len(rows)):
            one, two, three, left = 0.0, 0.0, 0.0, held
            for n in range(popcount(some)):
                score = score_given(w[rows[kind]], held, offset, left & -left, suit)
                weight = exp(betas[kind] * score)
                three += two * weight
                two += one * weight
                one += weight
                each[kind, suit, slot_of(some, n)] = weight
                left &= left - 1
            sums[at, kind, 0], sums[at, kind, 1], sums[at, kind, 2] = one, two, three


@cache
def weights() -> FloatArray:
    """The weights of passes (n, SIZE), by the places of `LEVELS`."""
    held = json.loads(Path(hearts.__file__).with_name("passes.json").read_text())
    assert held["features"] == seal()
    return floats_of((weight for level in LEVELS for weight in held["weights"][level]), SIZE)


def seal() -> str:
    """A digest of the names of the features that the weights belong to."""
    return sha256("\n".join(FEATURES[FIRST:OPEN]).encode()).hexdigest()


def given_of(view: View, ways: Floats) -> Given:
    """The passes of a view's round, for players of some ways to play (4, k), as `ways_of` of
    likelihood.py has them.
    """
    offset, levels = hearts.pass_offset(view.rules, view.number), of_levels(view, LEVELS)
    found = [
        [place_of(level, way) for way in some]
        for level, some in zip(levels, ways.tolist(), strict=True)
    ]
    if view.seat < len(found):
        found[view.seat] = found[view.seat - 1]  # no pass of its own is weighed
    flat = [place for some in found for place in some]
    places = tuple(sorted({place for place in flat if place[1]})) if offset else ()
    kinds = ints_of((places.index(p) if p in places else -1 for p in flat), ways.shape[1])
    return Given(offset, kinds, *weighed(offset, places))


def place_of(level: int, way: float) -> tuple[int, float]:
    """The place of the weights by which a level passes that plays in some way, and their inverse
    temperature: 0 where all threes are as likely.
    """
    row, beta = style_of(way)
    calm = min(1.0, CALM * beta) if beta >= 0.0 else 1.0
    return STYLES.get(row, level), calm


@lru_cache(6)  # most matches need one for each way to pass, with 2.5 MB for each place
def weighed(offset: int, places: tuple[tuple[int, float], ...]) -> tuple[FloatArray, FloatArray]:
    """The weights of all cards to pass, by some places of weights, each at an inverse temperature;
    and their sums. Both as `Given` has them.
    """
    rows, betas = ints_of(row for row, _ in places), floats_of(beta for _, beta in places)
    each, sums = floats(len(places), 4, SLOTS), floats(4 * SETS, len(places), 3)
    with compiling("sums of passes of Hearts"):
        _sum_up(weights(), rows, betas, offset, each, sums)
    return each, sums
