"""The messages of a table that wait until its rows are stored."""

from collections.abc import Container, Iterable
from typing import TYPE_CHECKING, Any

from parlour.cards import Seat
from parlour.table.messages.outcome import Outgoing
from parlour.table.messages.status import TableStatus
from parlour.table.messages.updates import text, written

if TYPE_CHECKING:
    from parlour.table.decisions import HintRequest
    from parlour.table.presence import Presence

MOVED = "This connection now belongs to another seat."


class Outbox:
    """The messages since the last outcome, in order, and the sockets that are closed after them."""

    def __init__(self, presence: "Presence") -> None:
        """No message waits."""
        self.presence, self.state = presence, presence.state
        self.messages: list[Outgoing] = []
        self.close: list[int] = []

    def answer(self, socket: int, kind: str, **fields: Any) -> None:
        """Answer a request of a socket."""
        self.messages.append(Outgoing(socket, text(kind, **fields)))

    def done(self, socket: int, ident: str) -> None:
        """Answer a request that was applied, and whose answer has no other fields."""
        self.messages.append(Outgoing(socket, f'{{"type":"done","id":{written(ident)}}}'))

    def add_views(self, viewers: Container[Seat]) -> None:
        """Send the last view of each of these seats, or of SPECTATOR, to its sockets."""
        views: dict[Seat, str] = {}
        for socket, viewer in self.presence.viewing(viewers):
            if viewer not in views:
                sent = self.state.sent[viewer]
                views[viewer] = sent.message(self.state.match, sent.count - 1)
            self.messages.append(Outgoing(socket, views[viewer]))

    def add_hints(self, answers: "Iterable[tuple[Seat, HintRequest, dict[str, Any]]]") -> None:
        """Answer the requests for hints with their fields, unless the socket has changed seats."""
        for seat, (socket, ident), fields in answers:
            connection, answer = self.presence.connections.get(socket), {"why": MOVED}
            if connection is not None and connection.viewer == seat:
                answer = fields
            kind = "done" if "hint" in answer else "refused"
            self.answer(socket, kind, id=ident, **answer)

    def add_status(self, status: TableStatus, now: float, *, changed: bool) -> None:
        """Send the status to all sockets if it has changed, otherwise to new sockets; new sockets
        get their view too.
        """
        connections, fresh = self.presence.connections, self.presence.fresh
        for socket in connections if changed else fresh:
            maker = connections[socket].who == self.state.plan.maker
            message = status.message(connections[socket], maker=maker, now=now)
            self.messages.append(Outgoing(socket, message))
        for socket, have in fresh.items():
            sent = self.state.sent[connections[socket].viewer]
            view = sent.message(self.state.match, have, whole=True)
            self.messages.append(Outgoing(socket, view))
        self.presence.fresh = {}

    def take(self) -> tuple[tuple[Outgoing, ...], tuple[int, ...]]:
        """The messages and the sockets to be closed, which then wait no longer."""
        messages, close = tuple(self.messages), tuple(self.close)
        self.messages, self.close = [], []
        return messages, close
