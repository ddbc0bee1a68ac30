"""Arrays of numbers for players, who need no numpy.

A kernel takes these, and numpy's arrays as well; `numpy.asarray` of one is an array of numpy with
the same memory. The numbers are those of an `array.array` in C order, which never grows. A part
shares them only if it is some first rows, for a kernel gets no more than an address and a shape.
"""

from array import array
from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    Self,
    TypeAlias,
    TypeVar,
    overload,
)

if TYPE_CHECKING:
    import numpy as np

    Word: TypeAlias = np.uint64  # 64 bits without a sign, in compiled code
    Seed: TypeAlias = int | np.uint64  # any whole number, from which a kernel makes a Word
else:

    class Word(int):
        """A number of the kind `u` in the signature of a kernel."""

    Seed = Word

Number = TypeVar("Number", covariant=True)
# of an array with one dimension a number, else an array with one dimension less
Part = TypeVar("Part", covariant=True)
Cell = TypeVar("Cell", covariant=True)


class Numbers(Protocol[Number, Part, Cell]):
    """An array as a kernel indexes it: an `Array`, an array of numpy, or a part of either."""

    @property
    def shape(self) -> tuple[int, ...]:
        """The length in each dimension."""

    def __len__(self) -> int:
        """The length in the first dimension."""

    @overload
    def __getitem__(self, place: int, /) -> Part: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> Cell: ...
    @overload
    def __getitem__(self, place: tuple[int, int, int], /) -> Number: ...
    @overload
    def __getitem__(self, place: slice, /) -> Self: ...

    def __setitem__(self, place: int | slice | tuple[int, ...], value: float | Word, /) -> None:
        """Change a number, or all of a part."""

    def __iter__(self) -> Iterator[Part]:
        """The numbers, or parts."""

    def tolist(self) -> Any:
        """Nested lists of the numbers."""


class Ints(Numbers[int, int, int], Protocol):
    """A row of whole numbers of 64 bits."""


class Ints2(Numbers[int, Ints, int], Protocol):
    """Rows of whole numbers of 64 bits."""


class Ints3(Numbers[int, Ints2, Ints], Protocol):
    """Whole numbers of 64 bits, in three dimensions."""


class Floats(Numbers[float, float, float], Protocol):
    """A row of floats."""


class Floats2(Numbers[float, Floats, float], Protocol):
    """Rows of floats."""


class Floats3(Numbers[float, Floats2, Floats], Protocol):
    """Floats, in three dimensions."""


class Bytes(Numbers[int, int, int], Protocol):
    """A row of whole numbers of 8 bits."""


class Bytes2(Numbers[int, Bytes, int], Protocol):
    """Rows of whole numbers of 8 bits."""


class Bytes3(Numbers[int, Bytes2, Bytes], Protocol):
    """Whole numbers of 8 bits, in three dimensions."""


class Words(Numbers[Word, Word, Word], Protocol):
    """A row of whole numbers of 64 bits without a sign."""


class Words2(Numbers[Word, Words, Word], Protocol):
    """Rows of whole numbers of 64 bits without a sign."""


class Array(Generic[Number, Part, Cell]):
    """Numbers of one kind: an `IntArray`, a `FloatArray` or a `ByteArray`, of any number of
    dimensions.
    """

    TYPE: ClassVar[str]  # the kind, as numpy names it
    __slots__ = ("address", "flat", "shape")

    def __init__(self, flat: "array[Any]", shape: tuple[int, ...]) -> None:
        """The first of the numbers `flat`, as many as the shape has."""
        self.flat, self.shape = flat, shape
        self.address = flat.buffer_info()[0]

    def __len__(self) -> int:
        """The length in the first dimension."""
        return self.shape[0]

    def __iter__(self) -> Iterator[Part]:
        """The numbers, or nested lists of them."""
        return iter(self.tolist())

    @overload
    def __getitem__(self, place: int, /) -> Part: ...
    @overload
    def __getitem__(self, place: tuple[int, int], /) -> Cell: ...
    @overload
    def __getitem__(self, place: tuple[int, int, int], /) -> Number: ...
    @overload
    def __getitem__(self, place: slice, /) -> Self: ...

    def __getitem__(self, place: Any, /) -> Any:
        """A number by all of its places, a row by all but the last, rows by a slice: the first
        ones themselves, others as a copy. ValueError for a slice with steps, IndexError for a place
        outside.
        """
        if isinstance(place, slice):
            first, end, step = place.indices(len(self))
            if step != 1:
                raise ValueError(f"Invalid slice {place} of an array (expected rows one by one).")
            size, end = prod(self.shape[1:]), max(first, end)
            flat = self.flat[first * size : end * size] if first else self.flat
            return type(self)(flat, (end - first, *self.shape[1:]))
        places = place if isinstance(place, tuple) else (place,)
        first = self._first(places)
        if len(places) == len(self.shape):
            return self.flat[first]
        return memoryview(self.flat)[first : first + self.shape[-1]]

    def __setitem__(self, place: Any, value: float | Word, /) -> None:
        """Change the number at all of its places."""
        self.flat[self._first(place if isinstance(place, tuple) else (place,))] = value

    def _first(self, places: tuple[int, ...]) -> int:
        """The index of the first number at some places."""
        first = 0
        for place, length in zip(places, self.shape, strict=False):
            if not 0 <= place < length:
                raise IndexError(f"Invalid place {places} in an array of shape {self.shape}.")
            first = first * length + place
        return first * prod(self.shape[len(places) :])

    def rows(self, places: Sequence[int]) -> Self:
        """A copy of the rows at some places, one after the other."""
        size, flat = prod(self.shape[1:]), self.flat[:0]
        for place in places:
            flat += self.flat[place * size : (place + 1) * size]
        return type(self)(flat, (len(places), *self.shape[1:]))

    def tolist(self) -> Any:
        """Nested lists of the numbers."""
        return _nested(self.flat, 0, self.shape)

    @property
    def __array_interface__(self) -> dict[str, Any]:
        """The memory, as numpy reads it."""
        where = (self.address, False)
        return {"version": 3, "typestr": self.TYPE, "shape": self.shape, "data": where}


def _nested(flat: "array[Any]", first: int, shape: tuple[int, ...]) -> list[Any]:
    if len(shape) == 1:
        return flat[first : first + shape[0]].tolist()
    size = prod(shape[1:])
    return [_nested(flat, first + row * size, shape[1:]) for row in range(shape[0])]


AnyArray: TypeAlias = Array[Any, Any, Any]


class IntArray(Array[int, Part, Cell]):
    """Whole numbers of 64 bits."""

    TYPE = "<i8"
    __slots__ = ()


class FloatArray(Array[float, Part, Cell]):
    """Floats."""

    TYPE = "<f8"
    __slots__ = ()


class ByteArray(Array[int, Part, Cell]):
    """Whole numbers of 8 bits."""

    TYPE = "|i1"
    __slots__ = ()


IntRow: TypeAlias = IntArray[int, int]
IntTable: TypeAlias = IntArray[Ints, int]  # of two dimensions
IntBlock: TypeAlias = IntArray[Ints2, Ints]  # of three
FloatRow: TypeAlias = FloatArray[float, float]
FloatTable: TypeAlias = FloatArray[Floats, float]  # of two dimensions
FloatBlock: TypeAlias = FloatArray[Floats2, Floats]  # of three
ByteRow: TypeAlias = ByteArray[int, int]
ByteTable: TypeAlias = ByteArray[Bytes, int]  # of two dimensions
ByteBlock: TypeAlias = ByteArray[Bytes2, Bytes]  # of three


@overload
def ints(n: int, /) -> IntRow: ...
@overload
def ints(n: int, m: int, /) -> IntTable: ...
@overload
def ints(n: int, m: int, k: int, /) -> IntBlock: ...


def ints(*shape: int) -> IntArray[Any, Any]:
    """Zeros of this shape, whole numbers."""
    return IntArray(array("q", [0]) * prod(shape), shape)


@overload
def floats(n: int, /) -> FloatRow: ...
@overload
def floats(n: int, m: int, /) -> FloatTable: ...
@overload
def floats(n: int, m: int, k: int, /) -> FloatBlock: ...


def floats(*shape: int) -> FloatArray[Any, Any]:
    """Zeros of this shape, floats."""
    return FloatArray(array("d", [0.0]) * prod(shape), shape)


@overload
def small(n: int, /) -> ByteRow: ...
@overload
def small(n: int, m: int, /) -> ByteTable: ...
@overload
def small(n: int, m: int, k: int, /) -> ByteBlock: ...


def small(*shape: int) -> ByteArray[Any, Any]:
    """Zeros of this shape, whole numbers of 8 bits."""
    return ByteArray(array("b", [0]) * prod(shape), shape)


@overload
def ints_of(numbers: Iterable[int]) -> IntRow: ...
@overload
def ints_of(numbers: Iterable[int], width: int) -> IntTable: ...


def ints_of(numbers: Iterable[int], width: int = 0) -> IntArray[Any, Any]:
    """An array of these whole numbers, or of their rows of this width."""
    flat = array("q", numbers)
    return IntArray(flat, (len(flat) // width, width) if width else (len(flat),))


@overload
def float_array(numbers: Floats) -> FloatRow: ...
@overload
def float_array(numbers: Floats2) -> FloatTable: ...
@overload
def float_array(numbers: Floats | Floats2) -> FloatRow | FloatTable: ...


def float_array(numbers: Floats | Floats2) -> FloatArray[Any, Any]:
    """An array of floats itself, or one of the numbers of another."""
    if isinstance(numbers, FloatArray):
        return numbers
    shape, flat = numbers.shape, numbers.tolist()
    for _ in shape[1:]:
        flat = [number for row in flat for number in row]
    return FloatArray(array("d", flat), shape)


@overload
def floats_of(numbers: Iterable[float]) -> FloatRow: ...
@overload
def floats_of(numbers: Iterable[float], width: int) -> FloatTable: ...


def floats_of(numbers: Iterable[float], width: int = 0) -> FloatArray[Any, Any]:
    """An array of these floats, or of their rows of this width."""
    flat = array("d", numbers)
    return FloatArray(flat, (len(flat) // width, width) if width else (len(flat),))
