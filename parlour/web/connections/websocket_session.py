"""The session of a WebSocket: its line to a table (`parlour.host.ports.Line`).

Its messages pass from its connection to its table by calls, without a task that waits for
each. The task of the WebSocket waits for its end alone.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from parlour.host.ports import Done, settle
from parlour.host.rate_limits import Bucket, Limits
from parlour.web.connections.websocket import Socket

POLICY, LATER = 1008, 1012  # codes of closing a WebSocket
PIECE = 1 << 16  # characters that are written at once, approximately


class Place(Protocol):
    """The receiver of a socket's messages: a table in memory, or the place before it."""

    def receive(self, socket: int, text: str, done: Done) -> None:
        """Handle a message, then call `done`."""

    def entered(self, socket: int) -> bool:
        """Whether the socket has shown a key that opens the table."""

    async def close(self, socket: int) -> None:
        """End the socket."""


class WebSocketSession:
    """The session of a WebSocket.

    Its messages are handled one after the other, at the allowed rate. Messages to it wait here
    until the connection accepts them, up to a limit. They are written without a task: a task for
    each message would cost more than the message.
    """

    def __init__(self, connection: Socket, limits: Limits, late: Callable[[], float]) -> None:
        """No message waits. `late` takes a message from the allowance of the client's address, and
        returns the seconds until it may be handled.
        """
        self.connection, self.limits, self.late = connection, limits, late
        self.loop = asyncio.get_running_loop()
        self.bucket = Bucket(limits.messages, limits.messages_at_once, self.loop.time())
        self.waiting: deque[str] = deque()  # messages to be sent
        self.size = 0  # of these
        self.code = 0  # the code for closing the connection; 0 while it remains open
        self.why = ""  # the reason, in a sentence
        self.over: asyncio.Future[None] = self.loop.create_future()
        self.busy = False  # whether a message is being handled, or waits for its time
        # seconds left for `enter`, since when they pass, and their end; the server's own time does
        # not count
        self.left, self.since = limits.first_time, 0.0
        self.deadline: asyncio.TimerHandle | None = None
        self.loading: asyncio.Task[None] | None = None  # of the table, for this client alone

    # Messages to the client.

    def send(self, *texts: str) -> None:
        """Send messages; if too many wait, close the connection."""
        if self.code:
            return
        if not self.waiting and self.connection.writable.is_set():
            self.connection.write(texts)
            return
        self.waiting += texts
        self.size += sum(map(len, texts))
        if self.size > self.limits.queue:
            self.waiting.clear()
            self.code = POLICY
        self.flush()

    def close(self, why: str = "") -> None:
        """Close when all messages have been sent, with the reason."""
        self.code, self.why = self.code or LATER, self.why or why
        self.flush()

    def flush(self) -> None:
        """Send waiting messages as far as the connection accepts them, and then close it if due."""
        while self.waiting and self.connection.writable.is_set():
            texts, left = list[str](), PIECE
            while self.waiting and left > 0:
                texts.append(self.waiting.popleft())
                left -= len(texts[-1])
            self.size -= PIECE - left
            self.connection.write(texts)
        if self.code and not self.waiting:
            self._end(self.code)

    # Messages of the client.

    async def serve(self, room: Place, number: int) -> None:
        """Pass the client's messages to a place, as its socket of this number, until the client
        disconnects or is to be disconnected: then `code` is not 0.
        """
        self.move(room, number)
        self.connection.attach(self)
        self._await_entry()
        self._next()
        try:
            await self.over
        finally:
            # otherwise they would refer to each other, and remain until a collection
            self.connection.detach()
            self._stop_deadline()

    def move(self, room: Place, number: int) -> None:
        """Pass further messages to this place, as its socket of this number."""
        self.room, self.number = room, number

    def cancel_when_gone(self, task: "asyncio.Task[None] | None") -> None:
        """Cancel a task if the client disconnects; None takes this back."""
        self.loading = task

    def fail(self, error: Exception) -> None:
        """End by an error, which the WebSocket's task reports."""
        settle(self.over, None, error)

    # Events of the connection.

    def gone(self) -> None:
        """Cancel the task that nobody waits for: the client has disconnected."""
        if self.loading:
            self.loading.cancel()

    def arrived(self) -> None:
        """Handle the event that has been queued, unless a message is being handled."""
        if not self.busy:
            self._next()

    def take(self, text: str) -> bool:
        """Handle a message, unless another is being handled; returns whether it does."""
        if self.busy or self.over.done():
            return False
        self.busy = True
        self._admit(text)
        return True

    def _next(self) -> None:
        """Handle the client's next message, if one waits, when the limits allow it."""
        event = None if self.over.done() else self.connection.next_event()
        self.busy = event is not None
        if event is None:
            return
        if event["type"] == "websocket.disconnect":
            self._end(0)
            return
        self._admit(event.get("text") or "")

    def _admit(self, text: str) -> None:
        """Pass a message to the table when the limits allow it."""
        late = max(self.late(), self.bucket.take(self.loop.time(), ahead=True))
        if late:
            self.loop.call_later(late, self._pass, text)
        else:
            self._pass(text)

    def _pass(self, text: str) -> None:
        """Pass a message to the table."""
        if self.deadline:
            self._stop_deadline()
        if self.over.done():
            return
        try:
            self.room.receive(self.number, text, self._handled)
        except Exception as error:  # a defect
            self.fail(error)

    def _handled(self, error: Exception | None) -> None:
        """Handle the next message after the table has answered; close if it has left the memory."""
        if error:
            self.close()
        if self.over.done():
            return
        self._await_entry()
        if self.connection.events.empty():
            self.busy = False
        else:
            self.loop.call_soon(self._next)

    def _await_entry(self) -> None:
        """Disconnect the client at the deadline if it has not entered."""
        if not self.room.entered(self.number):
            self.since = self.loop.time()
            self.deadline = self.loop.call_later(self.left, self._end, POLICY)

    def _stop_deadline(self) -> None:
        if self.deadline:
            self.deadline.cancel()
            self.deadline = None
            self.left -= self.loop.time() - self.since

    def _end(self, code: int) -> None:
        self.code = self.code or code
        if not self.over.done():
            self.over.set_result(None)
