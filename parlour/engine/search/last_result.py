"""The results that a decision asks for again and again, of one and the same view."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

K = TypeVar("K")
T = TypeVar("T")


def latest(function: Callable[[K], T]) -> Callable[[K], T]:
    """Keep the result for the last argument, as long as that is the very same object: the hash of a
    view takes longer than a small kernel.
    """
    held: tuple[K, T] | None = None

    @wraps(function)
    def call(argument: K) -> T:
        nonlocal held
        pair = held  # another thread may put its own there meanwhile
        if pair is None or pair[0] is not argument:
            held = pair = argument, function(argument)
        return pair[1]

    return call
