"""The phrases and signs that people at a table send one another: names of a fixed list, a limited
number in a time. They change nothing at the table and are stored nowhere.
"""

from math import ceil

from parlour.cards import SPECTATOR
from parlour.errors import TableError
from parlour.table.messages.outcome import Outgoing
from parlour.table.messages.requests import Say
from parlour.table.messages.status import Connection
from parlour.table.messages.updates import text
from parlour.table.presence import Presence
from parlour.table.state import REMEMBERED

MOST = 3  # phrases of one person within SPAN
SPAN = 15.0  # seconds


class Phrases:
    """The phrases that people have sent since the table was loaded."""

    def __init__(self, presence: Presence) -> None:
        """None has been sent."""
        self.presence = presence
        self.state = presence.state
        # by the hash of a person's key, the ids of the last requests, each with its time in seconds
        # since the epoch
        self.sent: dict[str, dict[str, float]] = {}

    def send(self, connection: Connection, asked: Say, now: float) -> list[Outgoing]:
        """The messages with a person's phrase to everybody at the table; none if this request is a
        repeated one. TableError if the person may not send it now.
        """
        if connection.seat == SPECTATOR:
            raise TableError("Spectators cannot send phrases.")
        if len(self.state.people()) == 1:
            raise TableError("No other person is at this table.")
        self.sent = {who: sent for who, sent in self.sent.items() if self.state.seats_of(who)}
        sent = self.sent.get(connection.who, {})
        if asked.id in sent:
            return []
        recent = [at for at in sent.values() if now < at + SPAN]
        if len(recent) >= MOST:
            wait = ceil(min(recent) + SPAN - now)
            raise TableError(
                f"Too many phrases (allowed: {MOST} in {SPAN:.0f} seconds; the next in {wait} s)."
            )
        last = [*sent.items(), (asked.id, now)][-REMEMBERED:]
        self.sent[connection.who] = dict(last)
        message = text("said", seat=connection.seat, phrase=asked.phrase)
        return [Outgoing(socket, message) for socket in self.presence.connections]
