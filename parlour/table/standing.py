"""How a table stands but for its cards: who is there, whose time runs, who wants to go on; and the
message that tells it.
"""

from typing import Any, NamedTuple

from parlour.cards import SPECTATOR, Seat
from parlour.table.updates import text


class Plug(NamedTuple):
    """What a socket has shown a key for."""

    viewer: Seat  # or SPECTATOR
    seat: Seat  # that it has, also while it waits for it; or SPECTATOR
    who: str  # hash of its key
    invite: str | None  # for the maker, and for who came with it
    watch: str | None  # for the maker


class Place(NamedTuple):
    """A seat, and who has it."""

    kind: str  # "person", "open" or "computer"
    name: str
    here: bool
    away: bool  # a computer plays for a person
    held: float | None  # until when the seat is kept for one who is gone: seconds since the epoch


class Standing(NamedTuple):
    """How a table stands; two that are equal differ in nothing that is told but the passing of
    time.
    """

    phase: str
    level: str
    limit: int
    clock: float | None  # when the turn's time is over: seconds since the epoch
    ready: tuple[Seat, ...]
    watchers: int
    stand_in: str  # why a plain level played the last turn of one that thinks; empty where none did
    resting: bool
    places: tuple[Place, ...]

    def message(self, plug: Plug, *, maker: bool, now: float) -> str:
        """As one socket is told; times are milliseconds from now on."""

        def left(until: float | None) -> int | None:
            return None if until is None else max(0, round(1000 * (until - now)))

        you: dict[str, Any] = {
            "seat": None if plug.viewer == SPECTATOR else plug.viewer,
            "waits": plug.viewer != plug.seat,
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
            invite=plug.invite,
            watch=plug.watch,
            seats=[place._asdict() | {"held": left(place.held)} for place in self.places],
        )
