"""The phrases and signs that people at a table send one another: names of a fixed list, a limited
number in a time. They change nothing at the table and are stored nowhere.
"""

from math import ceil

from parlour.cards import SPECTATOR, Seat
from parlour.errors import TableError
from parlour.table.outcome import Outgoing
from parlour.table.presence import Presence
from parlour.table.requests import Say
from parlour.table.updates import text

MOST = 3  # phrases of one seat within SPAN
SPAN = 15.0  # seconds


class Phrases:
    """The phrases of the last `SPAN` seconds."""

    def __init__(self, presence: Presence) -> None:
        """None has been sent."""
        self.presence = presence
        self.state = presence.state
        # by seat, the ids of the requests, each with its time in seconds since the epoch
        self.sent: dict[Seat, dict[str, float]] = {}

    def send(self, seat: Seat, asked: Say, now: float) -> list[Outgoing]:
        """The messages with a seat's phrase to everybody at the table; none if this request is a
        repeated one. TableError if the seat may not send it now.
        """
        if seat == SPECTATOR:
            raise TableError("Spectators cannot send phrases.")
        if len(self.state.people()) == 1:
            raise TableError("No other person is at this table.")
        recent = {ident: at for ident, at in self.sent.get(seat, {}).items() if now < at + SPAN}
        if asked.id in recent:
            return []
        if len(recent) >= MOST:
            wait = ceil(min(recent.values()) + SPAN - now)
            raise TableError(
                f"Too many phrases (allowed: {MOST} in {SPAN:.0f} seconds; the next in {wait} s)."
            )
        self.sent[seat] = recent | {asked.id: now}
        message = text("said", seat=seat, phrase=asked.phrase)
        return [Outgoing(socket, message) for socket in self.presence.connections]
