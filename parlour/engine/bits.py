"""Bits and random numbers for compiled code: sets of cards, and numbers that depend on a seed and a
place alone.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): the n-th number of a stream is `mix(seed
+ n * GOLD)`. Game g of a batch has the stream `mix(seed + GOLD * (2g + 1))`, so no result depends
on batches or threads. A choice among n is `r * n >> 64` (Lemire, 2019), and the low half of that
product serves the next choice: choices among n, m ... from one number differ from uniform by less
than n * m * ... / 2^64. For eight choices among at most thirteen that is 2^-34.
"""

from collections.abc import Callable
from types import FunctionType, ModuleType
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.core.base import BaseContext
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload, register_jitable
from numpy.typing import NDArray

from parlour import cards, tricks
from parlour.cards import Mask
from parlour.engine.cache import compiled

Values: TypeAlias = list[ir.Value]  # of a call's arguments
Code: TypeAlias = tuple[
    Signature, Callable[[BaseContext, ir.IRBuilder, Signature, Values], ir.Value]
]

F = TypeVar("F", bound=Callable[..., Any])
GOLD = np.uint64(0x9E3779B97F4A7C15)
FOUR_BITS = np.uint64(15)

for function in (cards.fewest, cards.holder, cards.thirteen_each):
    register_jitable(function)


def shared(function: F) -> F:
    """A function that Python calls as it stands, and that compiled code may call too."""
    register_jitable(forceinline=True)(function)
    return function


def jitable(module: ModuleType) -> None:
    """Let compiled code call the functions of a game's rules."""
    for function in vars(module).values():
        if isinstance(function, FunctionType) and function.__module__ == module.__name__:
            register_jitable(function)


jitable(tricks)


def deposits(features: str | None) -> bool:
    """Whether the target processor has pdep: by its features as set in numba, or by this machine's
    if None.
    """
    if features is None:
        return bool(binding.get_host_cpu_features().get("bmi2"))
    return "+bmi2" in features.split(",")


DEPOSITS = deposits(config.CPU_FEATURES)  # type: ignore[attr-defined]

_I64, _I128 = ir.IntType(64), ir.IntType(128)


@intrinsic
def _popcount(typing: Context, mask: types.Type) -> Code:
    """The number of set bits, by one instruction."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Values
    ) -> ir.Value:
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [_I64]), arguments)

    return types.int64(types.int64), generate


@intrinsic
def _lowest_bit(typing: Context, mask: types.Type) -> Code:
    """The place of the lowest set bit of a mask that is not 0."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Values
    ) -> ir.Value:
        function = builder.module.declare_intrinsic(
            "llvm.cttz", [_I64], ir.FunctionType(_I64, [_I64, ir.IntType(1)])
        )
        return builder.call(function, [arguments[0], ir.Constant(ir.IntType(1), 1)])

    return types.int64(types.int64), generate


@intrinsic
def _high(typing: Context, one: types.Type, other: types.Type) -> Code:
    """The upper 64 bits of a product of 64-bit numbers."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Values
    ) -> ir.Value:
        product = builder.mul(builder.zext(arguments[0], _I128), builder.zext(arguments[1], _I128))
        return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def _deposit(typing: Context, bits: types.Type, mask: types.Type) -> Code:
    """Low bits moved to the places of a mask's set bits: x86's pdep."""

    def generate(
        context: BaseContext, builder: ir.IRBuilder, signature: Signature, arguments: Values
    ) -> ir.Value:
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(_I64, [_I64, _I64]), name
        )
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), generate


popcount = cast(Callable[[Mask], int], _popcount)


# An overload takes numba's types, the function that it returns takes numbers, and numba wants both
# annotated alike, hence Any.


@overload(cards.popcount)
def _popcount_of_rules(mask: Any) -> Any:
    """The rules' own popcount, compiled."""

    def count(mask: Any) -> Any:
        return popcount(mask)

    return count


@overload(cards.put)
def _put_of_rules(row: Any, seat: Any, value: Any) -> Any:
    """The rules' own put, compiled for the length of the row."""
    places = ", ".join(f"value if seat == {place} else row[{place}]" for place in range(len(row)))
    made: dict[str, Any] = {"Any": Any}
    exec(f"def put(row: Any, seat: Any, value: Any) -> Any:\n    return {places},", made)
    return made["put"]


lowest_bit = cast(Callable[[Mask], int], _lowest_bit)
high = cast(Callable[[np.uint64, np.uint64], np.uint64], _high)
pdep: Any = _deposit


@compiled(forceinline=True)
def _kth_deposit(mask: Mask, k: int) -> Mask:
    bit: Mask = pdep(1 << k, mask)
    return bit


@compiled(forceinline=True)
def kth_portable(mask: Mask, k: int) -> Mask:
    """Bit number k (from 0) of a mask, alone, on any machine."""
    for _ in range(k):
        mask &= mask - 1
    return mask & -mask


@compiled(forceinline=True)
def deposit_portable(low: int, mask: Mask) -> Mask:
    """The low bits of a number, moved to the places of a mask's set bits, on any machine."""
    spread = 0
    while low:
        if low & 1:
            spread |= mask & -mask
        mask &= mask - 1
        low >>= 1
    return spread


kth: Callable[[Mask, int], Mask] = _kth_deposit if DEPOSITS else kth_portable
deposit: Callable[[int, Mask], Mask] = pdep if DEPOSITS else deposit_portable


@compiled()
def kth_here(mask: Mask, k: int) -> Mask:
    """Bit number k (from 0) of a mask, by the fastest way on this machine."""
    bit: Mask = kth(mask, k)
    return bit


@compiled()
def deposit_here(low: int, mask: Mask) -> Mask:
    """The low bits of a number, moved to the places of a mask's set bits, by the fastest way on
    this machine.
    """
    spread: Mask = deposit(low, mask)
    return spread


@compiled(forceinline=True)
def copy_row(to: NDArray[np.int64], row: NDArray[np.int64]) -> None:
    """A row into one of the same length; a slice would be checked, which takes code as long as a
    kernel.
    """
    for place in range(len(to)):
        to[place] = row[place]


@compiled(forceinline=True)
def mix(z: np.uint64) -> np.uint64:
    """The finalizer of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled(forceinline=True)
def stream(seed: np.uint64, game: int) -> np.uint64:
    """The start of the random stream of one game of a batch."""
    return np.uint64(mix(seed + GOLD * np.uint64(2 * game + 1)))


@compiled()
def fill_random(words: NDArray[np.uint64], seed: np.uint64, first: int, last: int) -> None:
    """Fill `words` (k, games) with the random numbers of a block of games: `words[j, i]` is number
    j of game `first + i`, or of game `last` beyond it.

    The compiler vectorises this form eight wide; a number costs half a cycle.
    """
    streams = np.empty(words.shape[1], np.uint64)
    for i in range(words.shape[1]):
        streams[i] = stream(seed, min(first + i, last))
    for j in range(len(words)):
        for i in range(words.shape[1]):
            words[j, i] = mix(streams[i] + GOLD * np.uint64(j + 1))


@compiled(forceinline=True)
def one_of(mask: Mask, r: np.uint64) -> tuple[Mask, np.uint64]:
    """A random bit of a mask, and the number for the next choice: the upper half of a product
    chooses, the lower half is returned.
    """
    n = np.uint64(popcount(mask))
    return kth(mask, int(np.int64(high(r, n)))), r * n
