"""Numpy for compiled functions, imported when one is compiled or Python runs it: a library's
kernels need none of it, and a player needs no other.
"""

from types import ModuleType
from typing import TYPE_CHECKING, Any

from parlour.errors import UsageError

__all__ = ["need_numpy", "np"]


def need_numpy() -> ModuleType:
    """Numpy; UsageError where it is not installed."""
    try:
        import numpy
    except ModuleNotFoundError:
        raise UsageError(
            "The engine's own functions need numpy, which is not installed; parlour[research] "
            "installs it."
        ) from None
    return numpy


class Lazy(ModuleType):
    """Numpy's names, and numpy itself when the first is asked for. It is a module since Numba reads
    names of modules alone.
    """

    def __getattr__(self, name: str) -> Any:
        """Numpy's object of that name; none that Python itself asks a module for."""
        if name.startswith("__"):
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        member = getattr(need_numpy(), name)
        setattr(self, name, member)
        return member


if TYPE_CHECKING:
    import numpy as np
else:
    np = Lazy("np")
