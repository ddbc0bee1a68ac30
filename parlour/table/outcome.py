"""What a table and whoever drives it hand each other: rows, messages, decisions; decks and
salts.
"""

from typing import Any, NamedTuple, Protocol

from parlour.cards import Deck
from parlour.match import View

BUSY, PREPARING, FAILED = "busy", "preparing", "failed"  # why a plain level stands in


class Row(NamedTuple):
    """What is stored at once."""

    n: int
    at: float  # seconds since the epoch
    body: str  # JSON


class Update(NamedTuple):
    """A message to one socket."""

    socket: int
    text: str  # JSON


class Wanted(NamedTuple):
    """A decision that a table wants."""

    ticket: int  # by which it is handed in
    kind: str  # "act" or "hint"
    level: str
    view: View
    dice: int
    due: float  # when the table goes on without it: seconds since the epoch


class Decided(NamedTuple):
    """A decision, or why there is none."""

    value: Any = None  # an action, or a hint as it is told
    why: str = BUSY  # where there is none


class Outcome(NamedTuple):
    """What follows from a message: store, then tell, then close, then wake."""

    rows: tuple[Row, ...]
    updates: tuple[Update, ...]
    wake: float | None  # seconds since the epoch
    drop: tuple[int, ...]  # sockets to be closed
    decisions: tuple[Wanted, ...] = ()  # to be made elsewhere, and handed to `Table.decided`


class Source(Protocol):
    """Where decks and salts come from."""

    def deck(self) -> Deck:
        """A deck that nobody can foresee."""

    def salt(self) -> str:
        """A text that nobody can foresee, at most 100 characters."""
