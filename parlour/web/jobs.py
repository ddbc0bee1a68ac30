"""The jobs of those who compute decisions for the tables."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from parlour.match import View
from parlour.table.outcome import Decided

Answer: TypeAlias = Callable[[Decided], None]


class Decide(NamedTuple):
    """A job: compute the action of a level, or a hint."""

    kind: str  # "act" or "hint"
    level: str
    view: View
    dice: int
    share: float = 1.0  # of the playouts; fewer where others wait


class Load(NamedTuple):
    """A job: load the code of a game's levels."""

    game: str


class Job(NamedTuple):
    """A decision to compute, and its table."""

    decide: Decide
    due: float  # in the time of the pool's clock
    people: bool  # whether a person plays at the table
    address: str
    table: str
