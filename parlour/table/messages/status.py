"""The status of a table apart from its cards: its persons, clocks and phase, and the message
`room`.
"""

from typing import Any, NamedTuple

from parlour.cards import SPECTATOR, Seat
from parlour.table.messages.updates import text


class Connection(NamedTuple):
    """A socket that has shown a key."""

    viewer: Seat  # the seat whose views it gets, or SPECTATOR
    seat: Seat  # its own seat, also before the deal from which on it plays; or SPECTATOR
    who: str  # the hash of its key
    invite: str | None  # the key to join, for the maker and for sockets that entered with it
    watch: str | None  # the key to watch, for the maker

    def not_playing(self) -> str:
        """The refusal of a move to a connection that plays no seat in this round."""
        if self.seat == SPECTATOR:
            return "Spectators cannot play."
        return "You play from the next round on."


class Place(NamedTuple):
    """A seat and its occupant."""

    kind: str  # "person", "open" or "computer"
    name: str
    here: bool
    away: bool  # whether a computer plays for its person
    # until when the seat is reserved for an absent person; seconds since the epoch
    held: float | None


class TableStatus(NamedTuple):
    """The status of a table. Equal statuses give the same message `room`, apart from the time
    left.
    """

    phase: str
    level: str
    limit: int
    clock: float | None  # when the time of the turn ends; seconds since the epoch
    ready: tuple[Seat, ...]
    watchers: int
    stand_in: str  # why a plain level played the last turn of a learned one; empty if none did
    resting: bool
    deal: int | None  # the number that deals the match; only its person may know it
    places: tuple[Place, ...]
    again: bool = False  # whether the table's only person may have the match dealt again

    def message(self, connection: Connection, *, maker: bool, now: float) -> str:
        """The message `room` for one connection; its times are milliseconds from now."""

        def left(until: float | None) -> int | None:
            return None if until is None else max(0, round(1000 * (until - now)))

        you: dict[str, Any] = {
            "seat": None if connection.viewer == SPECTATOR else connection.viewer,
            "waits": connection.viewer != connection.seat,
        }
        return text(
            "room",
            phase=self.phase,
            you=you | {"maker": maker},
            level=self.level,
            limit=self.limit,
            clock=left(self.clock),
            ready=self.ready,
            watchers=self.watchers,
            stand_in=self.stand_in or None,
            resting=self.resting,
            numbered=self.deal is not None,
            deal=None if connection.seat == SPECTATOR else self.deal,
            again=self.again and connection.seat != SPECTATOR,
            invite=connection.invite,
            watch=connection.watch,
            seats=[place._asdict() | {"held": left(place.held)} for place in self.places],
        )
