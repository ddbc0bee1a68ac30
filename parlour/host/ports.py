"""The interfaces through which a host of tables works: the lines of its sockets, its stored tables,
and the computation of decisions.
"""

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from parlour.match import View
from parlour.table.messages.new_table import Made
from parlour.table.messages.outcome import Decided
from parlour.table.table import Row, Snapshot

Done: TypeAlias = Callable[[Exception | None], None]  # receives an error, or None
Answer: TypeAlias = Callable[[Decided], None]


def settle(future: "asyncio.Future[Any]", result: Any, error: Exception | None) -> None:
    """Complete a future with a result or an error, unless its waiter was cancelled."""
    if future.done():
        return
    if error:
        future.set_exception(error)
    else:
        future.set_result(result)


class Line(Protocol):
    """The server's end of a socket. Its methods neither wait nor fail."""

    def send(self, *texts: str) -> None:
        """Send messages."""

    def close(self, why: str = "") -> None:
        """Close when all messages have been sent, with the reason in a sentence."""


class Stored(Protocol):
    """A table as it is stored. Each method may raise StoreError."""

    body: str  # its description
    snapshot: Snapshot | None  # the last one

    async def claim(self) -> int | None:
        """The number of its rows when all that was to be stored is stored; None if it has been
        removed. It is then not removed soon.
        """

    async def page(self, first: int) -> Sequence[Row]:
        """Some of its rows from a number on, in order; none after the last."""

    async def mentions(self, text: str, first: int) -> bool:
        """Whether a row from this number on has a text."""


class Rows(Protocol):
    """The stored tables. Each method may raise StoreError."""

    async def make(self, description: Made, at: float) -> bool:
        """Store a new table, as `Store.make`."""

    async def find(self, name: str) -> Stored | None:
        """A table as it is stored; None if it does not exist."""

    def add(
        self, name: str, rows: Sequence[Row], done: Done, snapshot: Snapshot | None = None
    ) -> None:
        """Add rows to a table, and the snapshot after one of them, and call `done` when they are
        stored, or with an error.
        """


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


class Thinkers(Protocol):
    """Those who compute decisions, as `pool.Pool`."""

    def prepare(self) -> None:
        """A decision may soon be needed."""

    def ask(self, job: Job, answer: Answer) -> None:
        """Compute a decision, and call `answer` with it."""
