"""The instructions that compiled code has for functions on bits, where the processor has them.

`jit.numba` imports this module with Numba itself. Python runs the functions as they stand where
`jit.instruction` marks them.
"""

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from llvmlite import binding, ir
from numba import config, types
from numba.core.base import BaseContext
from numba.core.typing.context import Context
from numba.core.typing.templates import Signature
from numba.extending import intrinsic, overload, register_jitable

from parlour import cards

Values: TypeAlias = list[ir.Value]  # of a call's arguments
Code: TypeAlias = tuple[
    Signature, Callable[[BaseContext, ir.IRBuilder, Signature, Values], ir.Value]
]


def deposits(features: str | None) -> bool:
    """Whether the target processor has pdep: by its features as set in numba, or by this machine's
    if None.
    """
    if features is None:
        return bool(binding.get_host_cpu_features().get("bmi2"))
    return "+bmi2" in features.split(",")


DEPOSITS = deposits(config.CPU_FEATURES)  # type: ignore[attr-defined]

EACH = 0x0101010101010101  # 1 in each byte
TOPMOST = -0x7F7F7F7F7F7F7F80  # each byte's topmost bit
# the place in a byte of each of its bits: entry 8 * byte + k
PLACES = np.array([(*cards.cards(byte), *[0] * 8)[:8] for byte in range(256)], np.int8).ravel()

_I64, _I128, _F64 = ir.IntType(64), ir.IntType(128), ir.DoubleType()


@intrinsic
def popcount(_typing: Context, _mask: types.Type) -> Code:
    """The number of set bits, by one instruction."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        return builder.call(builder.module.declare_intrinsic("llvm.ctpop", [_I64]), arguments)

    return types.int64(types.int64), generate


@intrinsic
def lowest_bit(_typing: Context, _mask: types.Type) -> Code:
    """The place of the lowest set bit of a mask that is not 0."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        function = builder.module.declare_intrinsic(
            "llvm.cttz", [_I64], ir.FunctionType(_I64, [_I64, ir.IntType(1)])
        )
        return builder.call(function, [arguments[0], ir.Constant(ir.IntType(1), 1)])

    return types.int64(types.int64), generate


@intrinsic
def high(_typing: Context, _left: types.Type, _right: types.Type) -> Code:
    """The upper 64 bits of a product."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        product = builder.mul(builder.zext(arguments[0], _I128), builder.zext(arguments[1], _I128))
        return builder.trunc(builder.lshr(product, ir.Constant(_I128, 64)), _I64)

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def pdep(_typing: Context, _bits: types.Type, _mask: types.Type) -> Code:
    """Low bits moved to the places of a mask's set bits: x86's pdep."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        name = "llvm.x86.bmi.pdep.64"
        function = builder.module.globals.get(name) or ir.Function(
            builder.module, ir.FunctionType(_I64, [_I64, _I64]), name
        )
        return builder.call(function, arguments)

    return types.int64(types.int64, types.int64), generate


@intrinsic
def root(_typing: Context, _x: types.Type) -> Code:
    """The square root, by one instruction and not by the C library."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        return builder.call(builder.module.declare_intrinsic("llvm.sqrt", [_F64]), arguments)

    return types.float64(types.float64), generate


@intrinsic
def to_bits(_typing: Context, _x: types.Type) -> Code:
    """The 64 bits of a number, which costs nothing."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        return builder.bitcast(arguments[0], _I64)

    return types.int64(types.float64), generate


@intrinsic
def from_bits(_typing: Context, _bits: types.Type) -> Code:
    """The number of these 64 bits."""

    def generate(
        _context: BaseContext, builder: ir.IRBuilder, _signature: Signature, arguments: Values
    ) -> ir.Value:
        return builder.bitcast(arguments[0], _F64)

    return types.float64(types.int64), generate


# An overload takes numba's types, the function that it returns takes numbers, and numba wants both
# annotated and named alike, hence Any and the unused names.


def _put(row: Any, seat: Any, value: Any) -> Any:  # noqa: ARG001
    """The rules' own put, for the length of the row."""
    places = ", ".join(f"value if seat == {place} else row[{place}]" for place in range(len(row)))
    namespace: dict[str, Any] = {"Any": Any}
    exec(f"def put(row: Any, seat: Any, value: Any) -> Any:\n    return {places},", namespace)
    return namespace["put"]


@register_jitable(forceinline=True)
def _whole(deck: cards.Deck) -> Any:
    """Hands in place of a deck, as they are."""
    return deck


def _thirteen_each(deck: cards.Deck) -> Any:
    """The rules' own, of a deck; hands that are dealt as sets (`as_dealt`) are their own."""
    kind: Any = deck
    return _whole if isinstance(kind, types.BaseTuple) else cards.thirteen_each


_pdep: Any = pdep  # whose first parameter is Numba's own


@register_jitable(forceinline=True)
def _hands(hands: Any, dice: Any, deck: Any) -> Any:  # noqa: ARG001
    """The hands, as they are."""
    return hands


@register_jitable(forceinline=True)
def _kth(mask: Any, k: Any) -> Any:
    """Bit number k of a mask."""
    return _pdep(1 << k, mask)


@register_jitable(forceinline=True)
def kth_by_bytes(mask: Any, k: Any) -> Any:
    """Bit number k of a mask, or 0 if it has fewer, without pdep and without a loop: the byte that
    holds it is found by the counts of bits up to each byte, and its place there in a table.
    """
    counts = mask - (mask >> 1 & 0x5555555555555555)
    counts = (counts & 0x3333333333333333) + (counts >> 2 & 0x3333333333333333)
    counts = ((counts + (counts >> 4)) & 0x0F0F0F0F0F0F0F0F) * EACH
    if k >= counts >> 56:
        return 0
    wanted = k * EACH
    # of a byte that ends before the bit the topmost bit is set
    before = cards.popcount(((wanted | TOPMOST) - counts) & TOPMOST) << 3
    left = (wanted - (counts << 8)) >> before & 255
    return 1 << (before + PLACES[np.uint64((mask >> before & 255) << 3 | left)])


def _stands_for(function: Callable[..., Any], code: Any, *names: str) -> None:
    """Compiled code has `code` where its source calls a function with parameters of these names."""
    inner, outer = f"def call({', '.join(names)})", f"def select({', '.join(names)})"
    namespace: dict[str, Any] = {"code": code}
    exec(f"{outer}:\n {inner}:\n  return code({', '.join(names)})\n return call", namespace)
    overload(function, jit_options={"forceinline": True})(namespace["select"])


# by name: the code that stands for a function, and the function's parameters
_CODES: dict[str, tuple[Any, ...]] = {
    "popcount": (popcount, "mask"),
    "lowest_bit": (lowest_bit, "mask"),
    "high": (high, "left", "right"),
    "kth": (_kth if DEPOSITS else kth_by_bytes, "mask", "k"),
    "root": (root, "x"),
    "to_bits": (to_bits, "x"),
    "from_bits": (from_bits, "bits"),
    "as_dealt": (_hands, "hands", "dice", "deck"),
    "deposit": (pdep, "low", "mask"),
}
# compiled as they stand, within their callers
_INLINED = {"fewest", "holder"} if DEPOSITS else {"fewest", "holder", "deposit"}


def declare(function: Callable[..., Any]) -> None:
    """Declare to Numba the code of a function that `jit.instruction` marks, by its name; KeyError
    if there is none.
    """
    name = function.__name__
    if name in _INLINED:
        register_jitable(forceinline=True)(function)
    elif name == "put":
        overload(function)(_put)
    elif name == "thirteen_each":
        overload(function, jit_options={"forceinline": True})(_thirteen_each)
    else:
        _stands_for(function, *_CODES[name])
