"""The values that pass between a table and its caller: rows, messages, decisions; decks and
salts.
"""

from typing import Any, NamedTuple, Protocol

from parlour.cards import Deck
from parlour.match import View

# why a plain level stands in for a learned one
BUSY, PREPARING, FAILED = "busy", "preparing", "failed"


class Row(NamedTuple):
    """One row of a table's log: events that are stored together."""

    n: int
    at: float  # seconds since the epoch
    body: str  # JSON


class Snapshot(NamedTuple):
    """The state of a table after one of its rows, which deals (`parlour.table.snapshot`)."""

    n: int  # the row's number
    body: str


class Outgoing(NamedTuple):
    """A message to one socket."""

    socket: int
    text: str  # JSON


class DecisionRequest(NamedTuple):
    """A decision that a table requests."""

    ticket: int  # identifies the request in `Table.decided`
    kind: str  # "act" or "hint"
    level: str
    view: View
    dice: int
    due: float  # when the table continues without it; seconds since the epoch


class Decided(NamedTuple):
    """The result of a decision, or the reason for its absence."""

    value: Any = None  # an action, or the fields of a hint
    why: str = BUSY  # the reason, if there is no value: BUSY, PREPARING or FAILED


class Outcome(NamedTuple):
    """The effects of an input, for the caller to apply in this order: store the rows, send the
    updates, close the sockets, call again.
    """

    rows: tuple[Row, ...]
    outgoing: tuple[Outgoing, ...]
    call_at: float | None  # when to call `Table.time_passed`; seconds since the epoch
    close: tuple[int, ...]  # sockets
    decisions: tuple[
        DecisionRequest, ...
    ] = ()  # the caller has them computed, and passes each to `Table.decided`
    snapshot: Snapshot | None = None  # after the last deal among the rows, to be stored with them


class Source(Protocol):
    """A source of decks and salts."""

    def deck(self) -> Deck:
        """A deck that is unpredictable."""

    def numbered(self, deal: int, round_: int) -> Deck:
        """The deck of a round (1, 2, ...) of the match that this number deals."""

    def salt(self) -> str:
        """A text that is unpredictable, of at most 100 characters."""
