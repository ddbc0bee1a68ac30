"""Numba: whether it compiles here, and what it has to know before it does.

Numba is imported when a compiled function is first called, and not before: a library's kernels need
none of it. Python runs the same functions as they stand if it is not installed.
"""

import os
from collections.abc import Callable, Iterable
from functools import update_wrapper
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar

from parlour.errors import UsageError, quote

F = TypeVar("F", bound=Callable[..., Any])
WISHES = ("jit", "library", "plain")


def wish() -> str:
    """The word of PARLOUR_KERNELS, or empty; UsageError for another word."""
    word = os.environ.get("PARLOUR_KERNELS", "")
    if word not in ("", *WISHES):
        allowed = ", ".join(WISHES)
        raise UsageError(f"Invalid PARLOUR_KERNELS {quote(word)} (expected one of {allowed}).")
    return word


def installed() -> bool:
    """Whether Numba compiles here: it is installed, and PARLOUR_KERNELS is not `plain`."""
    return wish() != "plain" and find_spec("numba") is not None


def need(what: str) -> None:
    """UsageError if Numba is not installed, unless PARLOUR_KERNELS is `plain`."""
    if not THERE and wish() != "plain":
        raise UsageError(f"{what} needs numba, which is not installed; parlour[jit] installs it.")


THERE = installed()
_waiting: list[tuple[FunctionType, bool]] = []  # what compiled code may call, with `forceinline`
_numba: list[Any] = []  # the module, once it is imported


def numba() -> Any:
    """Numba's module, which knows all that compiled code may call."""
    from parlour.engine.lock import LOCK

    with LOCK:
        if not _numba:
            import numba

            from parlour.engine import intrinsics

            intrinsics.declare()
            _numba.append(numba)
        while _waiting:
            function, inline = _waiting.pop()
            _numba[0].extending.register_jitable(forceinline=inline)(function)
        return _numba[0]


def constants(numbers: Iterable[float]) -> Any:
    """Numbers that compiled code looks up: an array of numpy where Numba compiles, which makes no
    constant of another.
    """
    if not THERE:
        return tuple(numbers)
    import numpy as np

    return np.array([*numbers])


def shared(function: F) -> F:
    """A function that Python calls as it stands, and that compiled code may call too."""
    assert isinstance(function, FunctionType)
    _waiting.append((function, True))
    return function


def jitable(module: ModuleType) -> None:
    """Let compiled code call the functions of a game's rules."""
    _waiting.extend(
        (function, False)
        for function in vars(module).values()
        if isinstance(function, FunctionType) and function.__module__ == module.__name__
    )


class Compiled:
    """A function that Numba compiles when it is called."""

    def __init__(self, function: Callable[..., Any], room: Path, options: dict[str, bool]) -> None:
        """Its compiled code is stored in the folder `room`."""
        update_wrapper(self, function)
        self.py_func, self.room, self.options = function, room, options
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        """Numba's object for it.

        Numba reads the place of the cache from a process-wide setting when a function is decorated.
        The setting is changed for that moment only, so the functions of other packages are cached
        in their usual place.
        """
        from parlour.engine.lock import LOCK

        with LOCK:
            if not self._dispatcher:
                settings = numba().config
                before, settings.CACHE_DIR = settings.CACHE_DIR, str(self.room)
                try:
                    made = numba().njit(cache=True, **self.options)(self.py_func)
                finally:
                    settings.CACHE_DIR = before
                self._dispatcher = made
            return self._dispatcher

    @property
    def _numba_type_(self) -> Any:
        """Numba's type of this function, for compiled code that calls it."""
        numba()  # what has been shared meanwhile
        return self.dispatcher._numba_type_

    def __call__(self, *given: Any) -> Any:
        """Call it compiled."""
        return (self._dispatcher or self.dispatcher)(*given)
