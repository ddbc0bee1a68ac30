"""Arrays without numpy: what they hold, their parts, and the memory shared with numpy's."""

from typing import assert_type

import numpy as np
import pytest

from parlour.engine.compiler.arrays import (
    ByteArray,
    Bytes,
    Bytes2,
    FloatArray,
    Floats,
    Floats2,
    Floats3,
    IntArray,
    Ints,
    IntTable,
    float_array,
    floats,
    floats_of,
    ints,
    ints_of,
    small,
)
from parlour.engine.search.playouts import betas_of


def test_a_new_array_has_zeros() -> None:
    for made, kind, dtype in (
        (ints(2, 3), IntArray, np.int64),
        (floats(2, 3), FloatArray, np.float64),
        (small(2, 3), ByteArray, np.int8),
    ):
        assert isinstance(made, kind)
        assert made.tolist() == [[0, 0, 0], [0, 0, 0]]
        assert len(made) == 2
        assert np.asarray(made).dtype == dtype
        assert np.asarray(made).shape == made.shape == (2, 3)
    assert ints(0, 2).tolist() == []
    assert ints(2, 0).tolist() == [[], []]
    assert np.asarray(small(2, 0)).shape == (2, 0)


def test_numbers_and_parts_of_an_array() -> None:
    one, two, three = ints_of([5, 6, 7]), ints_of(range(6), 3), ints(2, 2, 3)
    assert [*one] == [5, 6, 7]
    assert (one[1], two[1, 2]) == (6, 5)
    one[1], two[1, 2], three[1, 0, 2] = 8, 9, 4
    assert one.tolist() == [5, 8, 7]
    assert [*two] == [[0, 1, 2], [3, 4, 9]]
    row, deep = two[1], three[1, 0]
    row[0], deep[1] = 1, 2
    assert two.tolist()[1] == [1, 4, 9]
    assert three.tolist() == [[[0, 0, 0], [0, 0, 0]], [[0, 2, 4], [0, 0, 0]]]
    first = two[:1]
    first[0, 0] = 3
    assert two[0, 0] == 3
    assert (first.tolist(), first.address) == ([[3, 1, 2]], two.address)
    assert two[:9].tolist() == two.tolist()
    later = two[1:9]
    later[0, 0] = 6
    assert (later.tolist(), two[1, 0]) == ([[6, 4, 9]], 1)
    assert three[1:].tolist() == [[[0, 2, 4], [0, 0, 0]]]
    assert two[2:1].shape == (0, 3)
    some = three.rows([1, 0, 1])
    some[0, 0, 0] = 7
    assert some.tolist() == [[[7, 2, 4], [0, 0, 0]], [[0] * 3] * 2, [[0, 2, 4], [0, 0, 0]]]
    assert (three[1, 0, 0], three.rows([]).shape) == (0, (0, 2, 3))
    with pytest.raises(ValueError, match=r"^Invalid slice .*expected rows one by one"):
        _ = two[0:2:2]
    for outside in (-1, 2, (0, 3), (2, 0)):
        with pytest.raises(IndexError, match=r"^Invalid place .* in an array of shape \(2, 3\)"):
            _ = two[outside]


def test_the_type_checker_reads_what_arrays_yield() -> None:
    """It refuses this module if a type here is another."""
    row, table, block = floats(2), ints(2, 3), small(2, 3, 4)
    assert_type(row[0], float)
    assert_type(next(iter(row)), float)
    assert_type(table[0], Ints)
    assert_type(table[1:], IntTable)
    assert_type((table[0][1], table[0, 1]), tuple[int, int])
    assert_type((block[0], block[0, 1]), tuple[Bytes2, Bytes])
    assert_type(block[0, 1, 2], int)
    seen: Floats3 = np.zeros((1, 2, 3))
    assert_type((seen[0], seen[0, 1], seen[0, 1, 2]), tuple[Floats2, Floats, float])
    assert (row[0], table[0][1], table[0, 1], block[0, 1, 2], seen[0, 1, 2]) == (0,) * 5


def test_numpy_has_the_same_memory() -> None:
    held = floats_of([1.5, 2.5, 3.5, 4.5], 2)
    there = np.asarray(held)
    there[1, 0] = 7.0
    assert held[1, 0] == 7
    del held
    assert there.tolist() == [[1.5, 2.5], [7.0, 4.5]]


def test_floats_of_another_array() -> None:
    held = floats_of([1, 2])
    assert float_array(held) is held
    other = float_array(np.array([[1, 2], [3, 4]]))
    assert (other.tolist(), other.shape) == ([[1.0, 2.0], [3.0, 4.0]], (2, 2))
    assert isinstance(other, FloatArray)


@pytest.mark.parametrize(
    "beta", [0.5, np.float32(0.5), [0.5] * 3, np.full(3, 0.5), floats_of([0.5] * 3)]
)
def test_a_temperature_for_all_or_each(beta: float) -> None:
    assert betas_of(beta, 3).tolist() == [0.5, 0.5, 0.5]


@pytest.mark.parametrize("beta", [[], [0.5], np.full(4, 0.5), floats_of([0.5] * 2)])
def test_another_number_of_temperatures(beta: list[float]) -> None:
    with pytest.raises(ValueError, match=r"Invalid shape .* of beta \(expected \(3,\)\)"):
        betas_of(beta, 3)
