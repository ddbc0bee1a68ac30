"""The connections themselves: what must be limited beneath HTTP and WebSockets, where no application is asked.

uvicorn's own protocols have no deadline for a request's head, wait for ever on a reader that does not read, and answer pings
into a buffer without end. These are its protocols with that mended:

- A clock runs whenever a connection is not being answered: from its beginning, and from each answer, until the head of the next
  request is complete. At its end the connection is cut. So it is of no use to send a head byte by byte, to leave a
  connection open, or to go on sending a body that nobody wants.
- A connection that has taken nothing of a full buffer for some time is cut, and at once where the buffer is many times full. A
  WebSocket whose other end answers no ping is cut too, however little waits for it.
- An address may hold so many connections.
- Pings and pongs have a rate, and what has been received and waits is bounded in number too: a frame can have six bytes.
"""

import asyncio
from collections import Counter
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request
from websockets.protocol import State

from parlour.web.limits import Bucket, Limits, household

FULL = 1 << 18  # bytes that the transport holds for a reader at most
PIECES = 64  # frames of one message
WAITING = 1024  # messages that have come and are not yet read
SLICE = 4096  # bytes that are read at once: a frame can have six, and each costs as much as a long one
READ = 4 * SLICE  # bytes for which memory is taken before reading; asyncio takes 256 KiB, which takes longer than to read
LINGER = 3.0  # seconds for a connection to be closed in, before it is cut


class Crowd:
    """How many connections each address has."""

    def __init__(self, limits: Limits, *, proxied: bool) -> None:
        """Nobody is there."""
        self.limits, self.proxied = limits, proxied
        self.by_address: Counter[str] = Counter()

    def come(self, address: str) -> bool:
        """One more; whether it may stay. Behind a proxy all come from one address, and the proxy counts them."""
        self.by_address[address] += 1
        return self.proxied or self.by_address[address] <= self.limits.connections

    def go(self, address: str) -> None:
        """One less."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]


class Patience:
    """A timer that cuts a connection."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        """It does not run yet."""
        self.transport, self.seconds = transport, seconds
        self.timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Run, unless it runs already."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(self.seconds, self.transport.abort)

    def stop(self) -> None:
        """Run no more."""
        if self.timer:
            self.timer.cancel()
            self.timer = None


class Http(H11Protocol):
    """An HTTP connection."""

    limits: Limits
    crowd: Crowd

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The clock runs."""
        super().connection_made(transport)
        self.upgraded = False
        self.address = household(self.client[0] if self.client else "")
        self.silence = Patience(transport, self.limits.head_time)
        self.stuck = Patience(transport, self.limits.send_time)
        if self.crowd.come(self.address):
            self.silence.start()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing runs."""
        super().connection_lost(exc)
        self._end()

    def _end(self) -> None:
        self.silence.stop()
        self.stuck.stop()
        self.crowd.go(self.address)

    def handle_events(self) -> None:
        """The clock runs unless a request is being answered."""
        super().handle_events()
        if self.upgraded:
            return
        if self.cycle is not None and not self.cycle.response_complete:
            self.silence.stop()
        elif not self.transport.is_closing():
            self.silence.start()

    def on_response_complete(self) -> None:
        """The clock runs, also while the rest of the answer is being taken."""
        self.silence.start()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The connection is another protocol's from here on; one that it does not even answer is cut."""
        super().handle_websocket_upgrade(event)
        self.upgraded = True
        self._end()
        line = self.transport.get_protocol()
        if isinstance(line, Socket) and not line.handshake_initiated:
            self.transport.abort()

    def pause_writing(self) -> None:
        """The buffer is full."""
        super().pause_writing()
        self.stuck.start()

    def resume_writing(self) -> None:
        """It is not."""
        super().resume_writing()
        self.stuck.stop()


def framed(text: str) -> bytes:
    """A message as one frame of a server (RFC 6455, 5.2). `websockets` takes longer to build one than the system to send it."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return b"\x81%c%b" % (size, data)
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    limits: Limits
    crowd: Crowd
    flush: Callable[[], None] = staticmethod(lambda: None)  # called when the buffer has room again

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Nothing runs yet."""
        super().connection_made(transport)
        self.transport.max_size = READ  # type: ignore[attr-defined]
        self.address = household(self.client[0] if self.client else "")
        self.stuck = Patience(self.transport, self.limits.send_time)
        self.closing = Patience(self.transport, LINGER)
        self.pings = Bucket(self.limits.messages, self.limits.messages_at_once, self.loop.time())
        self.crowd.come(self.address)  # it was counted as an HTTP connection, and is counted down as that

    def handle_connect(self, event: Request) -> None:
        """The application is given this connection, to write to it without waiting."""
        super().handle_connect(event)
        if not self.close_sent:
            self.scope["state"]["line"] = self

    def write(self, texts: list[str]) -> None:
        """Send these messages in one piece, unless the connection is being closed."""
        if self.disconnected or self.close_sent or self.conn.state is not State.OPEN:
            return
        self.transport.write(b"".join(map(framed, texts)))

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing runs."""
        super().connection_lost(exc)
        self.stuck.stop()
        self.closing.stop()
        self.crowd.go(self.address)

    def pause_writing(self) -> None:
        """The buffer is full."""
        super().pause_writing()
        self.stuck.start()

    def resume_writing(self) -> None:
        """It is not."""
        super().resume_writing()
        self.stuck.stop()
        self.flush()

    def data_received(self, data: bytes) -> None:
        """What has come, in slices, so that a flood of small frames is noticed early."""
        for start in range(0, len(data), SLICE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + SLICE])

    def handle_ping(self) -> None:
        """Answer it, unless the answers are not read, or there are more pings than there may be messages."""
        if self.transport.is_closing():
            return  # the rest of the same slice
        super().handle_ping()
        if self.transport.get_write_buffer_size() > FULL or self.pings.take(self.loop.time()):
            self.transport.abort()

    def handle_pong(self, event: Frame) -> None:
        """Take it, unless there are too many: each is to answer a ping, and those are rare."""
        super().handle_pong(event)
        if self.pings.take(self.loop.time()):
            self.transport.abort()

    def keepalive_timeout(self) -> None:
        """Who has not answered a ping is cut; merely closed, it would stay for as long as something is not taken."""
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A message more that waits to be read: as many as come at once, but not without end.

        Reading pauses when two wait. uvicorn pauses for each message, which costs two changes of what is polled; told that
        it has paused already, it does not, and still goes on reading when none waits.
        """
        self.read_paused = True
        super().send_receive_event_to_app()
        if self.queue.qsize() > 1:
            self.transport.pause_reading()
        if self.queue.qsize() > WAITING:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """A message in very many pieces, empty ones perhaps, is none."""
        super().handle_cont(event)
        if len(self.frames) > PIECES:
            self.transport.abort()

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        """The application has finished with it: it is closed soon, whether the other end reads or not."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.closing.start()


def protocols(limits: Limits, *, proxied: bool) -> tuple[type[Http], type[Socket]]:
    """The two protocols of a server with these limits."""
    own = {"limits": limits, "crowd": Crowd(limits, proxied=proxied)}
    return type("OwnHttp", (Http,), own), type("OwnSocket", (Socket,), own)
