"""Numba: the functions that it compiles, and what it has to know before it does.

Numba is imported when a compiled function is first called, and not before: a library's kernels need
none of it. Python runs the same functions as they stand if it is not installed.
"""

from collections.abc import Callable, Iterable
from functools import cache, partial, update_wrapper, wraps
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any, TypeVar, cast

from parlour.engine.compiler import settings
from parlour.engine.compiler.lazy_numpy import np

F = TypeVar("F", bound=Callable[..., Any])  # a function to be compiled, with its type


_waiting: list[tuple[FunctionType, bool]] = []  # what compiled code may call, with `forceinline`
_special: list[Callable[..., Any]] = []  # functions for which compiled code has other code
_numba: list[Any] = []  # the module, once it is imported


def numba() -> Any:
    """Numba's module, which knows all that compiled code may call."""
    from parlour.engine.compiler.lock import LOCK

    with LOCK:
        if not _numba:
            import numba

            _numba.append(numba)
        while _special:
            from parlour.engine.compiler import instructions

            instructions.declare(_special.pop())
        while _waiting:
            function, inline = _waiting.pop()
            _numba[0].extending.register_jitable(forceinline=inline, _nrt=True)(function)
        return _numba[0]


def constants(numbers: Iterable[float]) -> Any:
    """Numbers that compiled code looks up: an array of numpy where Numba compiles, which makes no
    constant of another.
    """
    if not settings.THERE:
        return tuple(numbers)
    return np.array([*numbers])


def shared(function: F) -> F:
    """A function that Python calls as it stands, and that compiled code may call too."""
    assert isinstance(function, FunctionType)
    _waiting.append((function, True))
    return function


def instruction(function: F) -> F:
    """A function for which compiled code has an instruction (`instructions.py`); Python calls it as
    it stands.
    """
    _special.append(function)
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

    def __init__(self, function: Callable[..., Any], options: dict[str, bool]) -> None:
        """Nothing is compiled yet."""
        update_wrapper(self, function)
        self.py_func, self.options = function, options
        self._dispatcher: Any = None

    @property
    def dispatcher(self) -> Any:
        """Numba's object for it.

        Numba reads the place of the cache from a process-wide setting when a function is decorated.
        The setting is changed for that moment only, so the functions of other packages are cached
        in their usual place.
        """
        from parlour.engine.compiler.lock import LOCK

        with LOCK:
            if not self._dispatcher:
                config = numba().config
                before = config.CACHE_DIR
                try:
                    self._dispatcher = self._decorated(config)
                finally:
                    config.CACHE_DIR = before
            return self._dispatcher

    def _decorated(self, config: Any) -> Any:
        """Numba's object, whose code is stored in the directory of compiled code if there is one,
        and if that takes it.
        """
        from parlour.engine.compiler.cache import cache_of, storing, using

        decorated = numba().njit(**self.options)(self.py_func)
        if room := cache_of(Path(self.py_func.__code__.co_filename)):
            config.CACHE_DIR = str(room)
            with storing():
                decorated.enable_caching()
                stored = decorated._cache
                stored._guard_against_spurious_io_errors = partial(using, stored.flush)
        return decorated

    @property
    def _numba_type_(self) -> Any:
        """Numba's type of this function, for compiled code that calls it."""
        numba()  # what has been shared meanwhile
        return self.dispatcher._numba_type_

    def __call__(self, *arguments: Any) -> Any:
        """Call it compiled."""
        return (self._dispatcher or self.dispatcher)(*arguments)


def compiled(*, makes: bool = False, **options: bool) -> Callable[[F], F]:
    """Numba's `njit`, with its cache in the directory of compiled code; the function itself where
    Numba is not installed.

    Numba counts the references to an array wherever a function hands one on, in steps that all
    processors see. Only a function that `makes` arrays, calls one that returns some, or returns
    some itself has to, and one that Python calls (`nogil`). The others get theirs from a caller.
    Numba refuses one of them that makes an array. It does not refuse one that returns arrays that
    it was given, which would be freed too early, nor one that gets new ones from another, which
    would never be freed.
    """
    options["_nrt"] = makes or options.get("nogil", False)

    def marked(function: F) -> F:
        if settings.THERE:
            return cast(F, Compiled(function, options))
        return function if options.get("forceinline") else interpreted(function)

    return marked


@cache
def _has_numpy() -> bool:
    return find_spec("numpy") is not None


def interpreted(function: F) -> F:
    """A function as Python runs it: numpy's whole numbers of 64 bits wrap around, as in compiled
    code.
    """
    if not _has_numpy():
        return function

    @wraps(function)
    def call(*arguments: Any) -> Any:
        with np.errstate(over="ignore"):
            return function(*arguments)

    return cast(F, call)
