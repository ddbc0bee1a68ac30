"""Records that a test's kernels take."""

from typing import NamedTuple

from parlour.engine.compiler.arrays import Floats


class Pair(NamedTuple):
    one: int
    rows: Floats


class House(NamedTuple):
    first: int
    second: int
    third: int
