"""Rows of numbers in compiled code: sorted without numpy's help, and searched."""

from parlour.engine.compiler.arrays import Ints
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.bits import copy_row


@compiled()
def sort_row(row: Ints, room: Ints) -> None:
    """Put a row into ascending order by merging, with room for as many numbers."""
    size = 1
    while size < len(row):
        for first in range(0, len(row), 2 * size):
            left, middle = first, min(first + size, len(row))
            right, last = middle, min(middle + size, len(row))
            for place in range(first, last):
                if left < middle and (right == last or row[left] <= row[right]):
                    room[place] = row[left]
                    left += 1
                else:
                    room[place] = row[right]
                    right += 1
        copy_row(row, room)
        size *= 2


@compiled()
def place_of(number: int, row: Ints) -> int:
    """The place of a number in an ascending row that has it."""
    first, last = 0, len(row)
    while last - first > 1:
        middle = (first + last) >> 1
        if row[middle] <= number:
            first = middle
        else:
            last = middle
    return first
