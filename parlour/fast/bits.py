"""Bits and dice for compiled code: sets of cards, and numbers that depend on a seed and a place alone.

The dice are SplitMix64 (Steele, Lea and Flood, 2014): the n-th number of a stream is `mix(seed + n * GOLD)`. Game g of a batch
has the stream `mix(seed + GOLD * (2g + 1))`, so that no result depends on batches or threads. A choice among n is
`(r * n) >> 64` of 64 bits (Lemire, 2019), or of 32: off from uniform by less than n / 2^32.
"""

from typing import Any

import numpy as np
from llvmlite import binding, ir
from numba import njit, types
from numba.extending import intrinsic, register_jitable

from parlour import cards, eights, hearts, straights
from parlour.fast import cache

WHERE = cache.DIRECTORY  # of compiled code: said before anything below is compiled

GOLD = np.uint64(0x9E3779B97F4A7C15)
LOW = np.uint64(0xFFFFFFFF)
HALF = np.uint64(32)
TWO, THREE, SIX, NINE = np.uint64(2), np.uint64(3), np.uint64(6), np.uint64(9)

for _small in (
    cards.popcount, cards.put, cards.fewest,
    straights.playable, straights.choices, straights.opening, straights.worth,
    hearts.way, hearts.holder, hearts.strength, hearts.beats, hearts.follows, hearts.leads, hearts.opening,
    hearts.before_hearts, hearts.breakers, hearts.worth, hearts.shooter, hearts.scores,
    eights.fitting, eights.draws, eights.worth,
):  # fmt: skip
    register_jitable(_small)  # the rules' own functions, called by compiled code as they stand

_I64, _I128 = ir.IntType(64), ir.IntType(128)


@intrinsic
def _popcount(typing: Any, mask: Any) -> Any:
    """How many bits are set; one instruction."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [_I64]), arguments)

    return types.int64(types.int64), generate


@intrinsic
def _lowest_bit(typing: Any, mask: Any) -> Any:
    """The place of the lowest bit of a mask that is not 0."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        function = builder.module.declare_intrinsic("llvm.cttz", [_I64], ir.FunctionType(_I64, [_I64, ir.IntType(1)]))
        return builder.call(function, [arguments[0], ir.Constant(ir.IntType(1), 1)])

    return types.int64(types.int64), generate


@intrinsic
def _high(typing: Any, one: Any, other: Any) -> Any:
    """The upper 64 bits of a product of 64-bit numbers."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        product = builder.mul(builder.zext(arguments[0], _I128), builder.zext(arguments[1], _I128))
        return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _deposit(typing: Any, bits: Any, mask: Any) -> Any:
    """Low bits spread over the places of a mask: x86's pdep."""

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name) or ir.Function(builder.module, ir.FunctionType(_I64, [_I64, _I64]), name)
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), generate


popcount: Any = _popcount
lowest_bit: Any = _lowest_bit
high: Any = _high
deposit: Any = _deposit


@njit(cache=True, inline="always")
def _kth_deposit(mask: Any, k: Any) -> Any:
    return deposit(1 << k, mask)


@njit(cache=True, inline="always")
def kth_portable(mask: Any, k: Any) -> Any:
    """The bit number k (from 0) of a mask, alone: on any machine."""
    for _ in range(k):
        mask &= mask - 1
    return mask & -mask


DEPOSITS = bool(binding.get_host_cpu_features().get("bmi2"))
kth: Any = _kth_deposit if DEPOSITS else kth_portable


@njit(cache=True)
def kth_here(mask: Any, k: Any) -> Any:
    """The bit number k of a mask, by what this machine has."""
    return kth(mask, k)


@njit(cache=True, inline="always")
def mix(z: Any) -> Any:
    """SplitMix64's finish."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@njit(cache=True, inline="always")
def stream(seed: Any, game: Any) -> Any:
    """The state of the dice of one game of a batch."""
    return mix(seed + GOLD * np.uint64(2 * game + 1))


@njit(cache=True, inline="always")
def draw(deck: Any, left: Any, dice: Any, n: Any) -> Any:
    """Deal n of the `left` cards at the deck's front to the places before `left`, from one number of the dice; as a mask.

    Up to five choices in 64 bits: their bias is below 2^-35.
    """
    r = mix(dice)
    dealt: Any = 0
    for _ in range(n):
        among = np.uint64(left)
        chosen = np.int64(high(r, among))
        r = r * among
        left -= 1
        card = deck[chosen]
        deck[chosen] = deck[left]
        deck[left] = card
        dealt |= 1 << np.int64(card)
    return dealt


@njit(cache=True, inline="always")
def thirteen(deck: Any, left: Any, dice: Any) -> Any:
    """Deal thirteen cards to the places before `left`, from the dice's next three numbers; as a mask."""
    one, two = draw(deck, left, dice + GOLD, 4), draw(deck, left - 4, dice + GOLD * TWO, 4)
    return one | two | draw(deck, left - 8, dice + GOLD * THREE, 5)


@njit(cache=True, inline="always")
def fresh(deck: Any) -> Any:
    """A new deck in place."""
    for card in range(52):
        deck[card] = card


@njit(cache=True, inline="always")
def four_hands(deck: Any, dice: Any) -> Any:
    """Deal thirteen cards each, from the last place on; the four hands, and the dice's next state."""
    fresh(deck)
    h3 = thirteen(deck, 52, dice)
    h2 = thirteen(deck, 39, dice + GOLD * THREE)
    h1 = thirteen(deck, 26, dice + GOLD * SIX)
    return cards.ALL ^ h1 ^ h2 ^ h3, h1, h2, h3, dice + GOLD * NINE


@njit(cache=True)
def shuffle(deck: Any, dice: Any) -> Any:
    """Deal all 52 places as `four_hands` does, then the order of the first thirteen; the dice's next state."""
    dice = four_hands(deck, dice)[4]
    thirteen(deck, 13, dice)
    return dice + GOLD * THREE


@njit(cache=True, inline="always")
def one_of(mask: Any, r: Any) -> Any:
    """A random bit of a mask by the low 32 bits of r."""
    return kth(mask, np.int64((r & LOW) * np.uint64(popcount(mask)) >> HALF))
