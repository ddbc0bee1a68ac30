"""Functions on bits by the fastest way on this machine, which compiled code has alone."""

from parlour.cards import Mask
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers import bits


@compiled()
def kth(mask: Mask, k: int) -> Mask:
    """Bit number k (from 0) of a mask."""
    return bits.kth(mask, k)


@compiled()
def deposit(low: int, mask: Mask) -> Mask:
    """The low bits of a number, moved to the places of a mask's set bits."""
    return bits.deposit(low, mask)
