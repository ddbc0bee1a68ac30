"""Protocols of those around a host: the lines of its sockets, its stored tables, and those who
compute decisions.
"""

from collections.abc import Sequence
from typing import Protocol

from parlour.table.requests import Made
from parlour.table.table import Row
from parlour.web.done import Done
from parlour.web.jobs import Answer, Job


class Line(Protocol):
    """The server's end of a socket. Its methods neither wait nor fail."""

    def send(self, *texts: str) -> None:
        """Send messages."""

    def close(self, why: str = "") -> None:
        """Close when all messages have been sent, with the reason in a sentence."""


class Rows(Protocol):
    """The stored tables. Each method may raise StoreError."""

    async def make(self, made: Made, at: float) -> bool:
        """Store a new table, as `Store.make`."""

    async def find(self, name: str) -> tuple[str, list[Row]] | None:
        """The description of a table and its rows; None if it does not exist."""

    def add(self, name: str, rows: Sequence[Row], done: Done) -> None:
        """Add rows to a table, and call `done` when they are stored, or with an error."""


class Thinkers(Protocol):
    """Those who compute decisions, as `pool.Pool`."""

    def prepare(self) -> None:
        """A decision may soon be needed."""

    def ask(self, job: Job, answer: Answer) -> None:
        """Compute a decision, and call `answer` with it."""
