"""A WebSocket connection, and the session that receives its events."""

import asyncio
import json
from collections.abc import Iterable, Mapping
from math import ceil
from typing import Any, Protocol

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidHeader
from websockets.frames import TEXT, Frame
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from parlour.errors import plain
from parlour.host.rate_limits import Bucket
from parlour.web.access.client_address import counted_address
from parlour.web.access.headers import security_headers
from parlour.web.connections.connection_count import ConnectionCount
from parlour.web.connections.deadline import Deadline, TimedWriting
from parlour.web.connections.frames import framed, unmasked

FULL = 1 << 18  # bytes that the transport buffers for a client, at most
PIECES = 64  # frames of one message, at most
WAITING = 1024  # received messages that are not yet read, at most
# bytes that are parsed at once: a frame can have six, and each costs as much as a long one
SLICE = 4096
# bytes of the read buffer; asyncio allocates 256 KiB, which takes longer than the read
READ = 4 * SLICE
TOGETHER = 0.25  # seconds; pings that are due within such a time share one wake-up of the loop
CONNECTION = "parlour.connection"  # the name of an extension of ASGI
LINGER = 3.0  # seconds for closing a connection, before it is cut


class EventReceiver(Protocol):
    """The receiver of a connection's events."""

    def flush(self) -> None:
        """The connection's buffer has room again."""

    def arrived(self) -> None:
        """An event has been queued."""

    def take(self, text: str) -> bool:
        """A message need not wait in the queue; returns whether it is taken."""

    def gone(self) -> None:
        """The connection has ended."""


class NoReceiver:
    """The receiver of the events of a connection that the application does not serve."""

    def flush(self) -> None:
        """Nothing."""

    def arrived(self) -> None:
        """Nothing."""

    def take(self, _text: str) -> bool:
        """False: the message waits in the queue."""
        return False

    def gone(self) -> None:
        """Nothing."""


NO_RECEIVER: EventReceiver = NoReceiver()


class Events(asyncio.Queue[Any]):
    """The events of a WebSocket, in order; its session learns of each."""

    session = NO_RECEIVER

    def put_nowait(self, item: Any) -> None:
        """Add an event."""
        super().put_nowait(item)
        self.session.arrived()


class Handshake(ServerProtocol):
    """The protocol of a WebSocket, which refuses invalid handshakes with the server's own JSON and
    headers.
    """

    def reject(self, status: Any, text: str) -> Response:
        """The refusal of a handshake."""
        response = super().reject(status, json.dumps({"why": plain(text.strip())}))
        del response.headers["Content-Type"]
        error = self.handshake_exc
        if isinstance(error, InvalidHeader) and error.name == "Sec-WebSocket-Version":
            response.status_code, response.reason_phrase = 426, "Upgrade Required"
            response.headers["Upgrade"], response.headers[error.name] = "websocket", "13"
        for name, value in ((b"Content-Type", b"application/json"), *security_headers()):
            response.headers[name.decode()] = value.decode()
        return response


class Socket(TimedWriting, WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    connection_count: ConnectionCount

    def __init__(self, *args: Any, **named: Any) -> None:
        """No data has been received."""
        super().__init__(*args, **named)
        self.conn = Handshake(max_size=self.config.ws_max_size, logger=self.logger)
        self.queue = self.events = Events()
        self.heard = self.loop.time()  # the time when data was last received
        # whether each read so far had exactly one short frame: the parser is then between frames
        self.in_step = False
        self.session = NO_RECEIVER

    def attach(self, session: EventReceiver) -> None:
        """Pass the events to a session."""
        self.session = self.events.session = session

    def detach(self) -> None:
        """Pass the events to no session."""
        self.attach(NO_RECEIVER)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """No timer runs."""
        super().connection_made(transport)
        self.transport.max_size = READ  # type: ignore[attr-defined]
        self.address = counted_address(self.client[0] if self.client else "")
        self.closing = Deadline(self.transport, LINGER)
        self.pings = Bucket(self.limits.messages, self.limits.messages_at_once, self.loop.time())
        # the HTTP protocol counted the connection, and has counted its end
        self.connection_count.add(self.address)

    def handle_connect(self, event: Request) -> None:
        """Offer this connection to the application, which writes to it without waiting."""
        super().handle_connect(event)
        self.in_step = True
        if not self.close_sent:
            self.scope["extensions"][CONNECTION] = {"socket": self}

    def write(self, texts: Iterable[str]) -> None:
        """Send messages with one call of the system, unless the connection is being closed."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            return
        self.transport.write(b"".join(map(framed, texts)))

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        super().connection_lost(exc)
        self.session.gone()
        self.closing.stop()
        self.connection_count.remove(self.address)

    def resume_writing(self) -> None:
        """Send what has waited."""
        super().resume_writing()
        self.session.flush()

    def data_received(self, data: bytes) -> None:
        """Read a short message at once; parse other data in slices, so that a flood of small frames
        is noticed early.
        """
        self.heard = self.loop.time()
        length = len(data) - 6
        alone = 0 <= length < 126 and data[1] == 0x80 | length
        whole = alone and data[0] == 0x81 and self.conn.current_size is None
        if whole and self.in_step and self.conn.state is OPEN:
            content = unmasked(data)
            if self.close_sent or not (content.isascii() and self.session.take(content.decode())):
                self.handle_text(Frame(TEXT, content))
            return
        self.in_step = alone and self.in_step
        for start in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE])

    def handle_ping(self) -> None:
        """Answer a ping. If the client does not read, or sends pings faster than the limit, the
        connection is cut.
        """
        if self.transport.is_closing():
            return  # the rest of the same slice
        super().handle_ping()
        if self.transport.get_write_buffer_size() > FULL or self.pings.take(self.loop.time()):
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Accept a pong; if they come faster than the limit, the connection is cut."""
        super().handle_pong(event)
        if self.pings.take(self.loop.time()):
            self.transport.abort()

    def send_keepalive_ping(self) -> None:
        """Send a ping, but not before the client has been silent for the interval."""
        due = self.heard + self.limits.ping
        if due > self.loop.time():
            at = ceil(due / TOGETHER) * TOGETHER
            self.ping_timer = self.loop.call_at(at, self.send_keepalive_ping)
        else:
            super().send_keepalive_ping()

    def keepalive_timeout(self) -> None:
        """Cut the connection of a client that has not answered a ping; a regular close could wait
        for it for ever.
        """
        super().keepalive_timeout()
        self.transport.abort()

    def next_event(self) -> Any:
        """The next event of the client, or None if none waits."""
        if self.queue.empty():
            return None
        event = self.queue.get_nowait()
        if self.queue.empty():
            self.transport.resume_reading()
        return event

    def send_receive_event_to_app(self) -> None:
        """Queue a received message, up to a limit.

        Reading pauses while two messages wait. uvicorn pauses at each message, which costs two
        changes of the polled events. Since `read_paused` is set it does not, and it still resumes
        when no message waits.
        """
        self.read_paused = True
        super().send_receive_event_to_app()
        if self.queue.qsize() > 1:
            self.transport.pause_reading()
        if self.queue.qsize() > WAITING:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Cut the connection of a message in too many frames."""
        super().handle_cont(event)
        if len(self.frames) > PIECES:
            self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """Close the connection after the application has finished: soon, even if the client does
        not read.
        """
        super().on_task_complete(task)
        if not self.disconnected:
            self.closing.start()


def connection_of(scope: Mapping[str, Any]) -> Socket:
    """The connection of a WebSocket, which the server offers as an extension of ASGI."""
    socket = scope["extensions"][CONNECTION]["socket"]
    assert isinstance(socket, Socket)
    return socket
