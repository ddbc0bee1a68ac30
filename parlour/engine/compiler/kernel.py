"""Kernels: the compiled functions that Python calls, from a library built ahead of time or from
Numba.

`@kernel("i, f2, (r f1)")` stands at such a function and says what it takes, in order: `i`, `u`,
`f` and `b` are a whole number, one without a sign, a float and a truth. With a digit they are a
C-ordered array of so many dimensions, and `c` is one of bytes. Parentheses hold the parts of a
tuple; `r` is a tuple of whole numbers, as a game's rules are. A kernel returns nothing: it writes
into arrays that it is given (`arrays.py`). No compiled function calls one, for Python alone can ask
the library.

The library (`library.py`) has `int NAME(const int64_t *slots)` for each kernel: a number takes a
slot, an array its address and its shape, and 0 is success. Without it Numba compiles the kernels
when they are called. If Numba is not installed either, Python runs them as they stand. That is fast
enough for `trained`, and not for `search` (`lacking`).
"""

import ctypes
import functools
import struct
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast, get_type_hints

from parlour.catalogue.registry import BUILT_IN
from parlour.engine.compiler import settings
from parlour.engine.compiler.arrays import (
    AnyArray,
    Array,
    ByteArray,
    Cell,
    FloatArray,
    IntArray,
    Part,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.compiler.library import LIBRARY, refused, target

F = TypeVar("F", bound=Callable[..., None])
Kind: TypeAlias = "str | tuple[Kind, ...]"  # a letter with its digit, or the parts of a tuple
Kinds: TypeAlias = tuple[Kind, ...]

PACKED = {"i": "q", "u": "Q", "f": "d", "b": "q"}  # a number in a slot, as struct writes it
WORD = 2**64 - 1
LETTERS = {*"iufbr", *(f"{letter}{n}" for letter in "ifcb" for n in range(1, 10))}


class Kernel(NamedTuple):
    """A function that Python calls, and what it takes."""

    function: Callable[..., None]  # as the sources have it
    # compiled by Numba when it is called; where there is no Numba, by Python
    jit: Callable[..., None]
    kinds: Kinds

    @property
    def name(self) -> str:
        """Its name in a library."""
        module = self.function.__module__.removeprefix("parlour.").replace(".", "_")
        return f"parlour_{module}_{self.function.__name__}"

    @property
    def hints(self) -> list[Any]:
        """The types of its parameters."""
        code, hints = self.function.__code__, get_type_hints(self.function)
        return [hints[name] for name in code.co_varnames[: code.co_argcount]]


def kinds(text: str) -> Kinds:
    """The kinds of a signature; ValueError where it is none."""
    depth: list[list[Kind]] = [[]]
    for token in text.replace("(", " ( ").replace(")", " ) ").replace(",", " ").split():
        if token == "(":
            depth.append([])
        elif token == ")" and len(depth) > 1:
            whole = tuple(depth.pop())
            depth[-1].append(whole)
        elif token in LETTERS:
            depth[-1].append(token)
        else:
            raise ValueError(f"Invalid {token!r} in the signature {text!r} of a kernel.")
    if len(depth) > 1:
        raise ValueError(f"Unclosed parenthesis in the signature {text!r} of a kernel.")
    return tuple(depth[0])


def ruled(kinds: Kinds) -> bool:
    """Whether a game's rules are among the kinds, or in a tuple of them."""
    return any(ruled(kind) if isinstance(kind, tuple) else kind == "r" for kind in kinds)


def parts(hint: Any) -> list[Any]:
    """The types of a tuple's parts, by its type: a record or a plain tuple."""
    if hasattr(hint, "_fields"):
        return list(get_type_hints(hint).values())
    return list(hint.__args__)


KERNELS: dict[str, Kernel] = {}  # all whose modules have been imported, by name


def kernel(text: str) -> Callable[[F], F]:
    """Mark a function as a kernel of this signature: it is the library's where that has it."""

    def marked(function: F) -> F:
        routine = Kernel(function, compiled(nogil=True)(function), kinds(text))
        KERNELS[routine.name] = routine
        return cast(F, (LIBRARY and caller(LIBRARY, routine)) or outside(routine))

    return marked


def lacking(game: str) -> str:
    """The reason that a game's kernels are not compiled on this machine; empty if they are."""
    if settings.THERE or (LIBRARY and game in BUILT_IN):
        return ""
    if settings.wish() == "plain":
        return "PARLOUR_KERNELS is plain, which compiles nothing"
    library = f"the package has no library for {target()}"
    if why := refused():
        library = f"the library for {target()} cannot be loaded ({why})"
    if LIBRARY:
        library = "the library has the built-in games alone"
    return f"{library}, and numba is not installed; parlour[jit] installs it"


def compiles(game: str) -> bool:
    """Whether Numba compiles a game's kernels when they are called."""
    return settings.THERE and not (LIBRARY and game in BUILT_IN)


def compiling(what: str, text: str = "") -> AbstractContextManager[None]:
    """Around a first call of a kernel: as `cache.compiling`, where Numba compiles it."""
    if not settings.THERE or (LIBRARY and not text):
        return nullcontext()
    from parlour.engine.compiler import cache  # a browser lacks what it imports

    return cache.compiling(what, text)


class TruthArray(Array[int, Part, Cell]):
    """Truths, which no player needs."""

    TYPE = "|b1"
    __slots__ = ()


DTYPES: dict[type[AnyArray], Any] = {}  # numpy's object for each kind, once one has come
addressof, memory = ctypes.addressof, (ctypes.c_char * 0).from_buffer
ARRAYS = {"i": IntArray, "f": FloatArray, "c": ByteArray, "b": TruthArray}


def adopted(array: Any, kind: type[AnyArray]) -> tuple[int, tuple[int, ...]]:
    """The address and the shape of numpy's array of this kind. TypeError for another kind and for
    what is no array, ValueError where it is not in C order.
    """
    try:  # numpy's own description takes four times as long
        if array.dtype is DTYPES[kind]:
            return addressof(memory(array)), array.shape
    except (AttributeError, KeyError, TypeError, ValueError):
        pass  # the description says what it is
    told: Any = getattr(array, "__array_interface__", None) or {"typestr": type(array).__name__}
    if told["typestr"] != kind.TYPE:
        raise TypeError(f"Invalid array of {told['typestr']} for a kernel (expected {kind.TYPE}).")
    if told["strides"]:
        raise ValueError("Invalid array for a kernel (expected one in C order).")
    DTYPES[kind] = getattr(array, "dtype", None)
    return told["data"][0], told["shape"]


def caller(library: ctypes.CDLL, routine: Kernel) -> Callable[..., None] | None:
    """A function that calls a library's kernel as its Python function is called; None where it has
    no such kernel.

    It is written out for the kernel's signature, which makes a call several times as fast.
    """
    entry = getattr(library, routine.name, None)
    if entry is None:
        return None
    places, lines = [f"a{n}" for n in range(len(routine.kinds))], list[str]()
    # only the parts of rules are counted by their types
    hints = routine.hints if ruled(routine.kinds) else [None] * len(routine.kinds)
    slots = [
        slot
        for place, kind, hint in zip(places, routine.kinds, hints, strict=True)
        for slot in flattened(place, kind, hint, lines)
    ]
    namespace: dict[str, Any] = {
        "entry": entry,  # of which ctypes knows by itself: bytes in, a whole number out
        "pack": struct.Struct("".join(form for form, _ in slots)).pack,
        "adopted": adopted,
        **ARRAYS,
    }
    lines = [
        *lines,
        f"if entry(pack({', '.join(value for _, value in slots)})):",
        f"    raise RuntimeError('The kernel {routine.name} failed.')",
    ]
    exec("\n    ".join([f"def call({', '.join(places)}):", *lines]), namespace)
    return cast(Callable[..., None], namespace["call"])


def flattened(place: str, kind: Kind, hint: Any, lines: list[str]) -> Iterator[tuple[str, str]]:
    """The slots of an argument: as struct writes them, and what they hold. The lines that take it
    apart come to the others.
    """
    if isinstance(kind, tuple) or kind == "r":
        inner = parts(hint) if hint else [None] * len(kind)
        names = [f"{place}_{n}" for n in range(len(inner))]
        lines.append(f"[{', '.join(names)}] = {place}")
        for part in zip(names, "i" * len(inner) if kind == "r" else kind, inner, strict=True):
            yield from flattened(*part, lines)
    elif len(kind) == 1:
        yield PACKED[kind], f"{place} & {WORD}" if kind == "u" else place
    else:
        letter, sizes = kind[0], [f"{place}_{n}" for n in range(int(kind[1]))]
        lines += (
            f"if {place}.__class__ is {letter}: at_{place}, of = {place}.address, {place}.shape",
            f"else: at_{place}, of = adopted({place}, {letter})",
            f"[{', '.join(sizes)}] = of",
        )
        yield "Q" + "q" * len(sizes), f"at_{place}, {', '.join(sizes)}"


def outside(routine: Kernel) -> Callable[..., None]:
    """A function that calls a kernel without a library: by Numba with arrays of numpy, else as it
    stands with rows in memory.
    """
    makers = [maker(*pair) for pair in zip(routine.kinds, routine.hints, strict=True)]

    @functools.wraps(routine.function)
    def call(*arguments: Any) -> None:
        routine.jit(*[make(value) for make, value in zip(makers, arguments, strict=True)])

    return call


def maker(kind: Kind, hint: Any) -> Callable[[Any], Any]:
    """A function that makes an argument of this kind for code that is not in a library."""
    if isinstance(kind, tuple):
        makers = [maker(*pair) for pair in zip(kind, parts(hint), strict=True)]
        record = hint._make if hasattr(hint, "_fields") else tuple
        return lambda values: record(
            [make(value) for make, value in zip(makers, values, strict=True)]
        )
    if kind == "u":
        return lambda number: np.uint64(number & WORD)
    return functools.partial(bare, int(kind[1])) if len(kind) > 1 else lambda argument: argument


def bare(dimensions: int, array: Any) -> Any:
    """An array of so many dimensions as Numba's code takes it, or Python; ValueError for others, as
    a library's kernel cannot take them.
    """
    if len(array.shape) != dimensions:
        raise ValueError(
            f"Invalid array of shape {array.shape} for a kernel (expected {dimensions} dimensions)."
        )
    if not isinstance(array, Array):
        return array
    if settings.THERE:
        return np.ndarray(array.shape, array.TYPE, array.flat)
    return memoryview(array.flat)[: len(array)] if len(array.shape) == 1 else array
