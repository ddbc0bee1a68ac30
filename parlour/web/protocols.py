"""The connections themselves: what must be limited beneath HTTP and WebSockets, where no
application is asked.

uvicorn's own protocols have no deadline for a request's head, wait for ever on a reader that does
not read, and answer pings into a buffer without end. These are its protocols with that mended:

- A clock runs whenever a connection is not being answered: from its beginning, and from each
  answer, until the head of the next request is complete. At its end the connection is cut. So it is
  of no use to send a head byte by byte, to leave a connection open, or to go on sending a body that
  nobody wants.
- A connection that has taken nothing of a full buffer for some time is cut, and at once where the
  buffer is many times full. A WebSocket whose other end answers no ping is cut too, however little
  waits for it.
- An address may hold so many connections, and all together no more than the system's limit of open
  files leaves room for: then no more are taken until one ends. So those who are here go on, and the
  database finds its files.
- Bytes that are no HTTP get a refusal like all others, and no line in the log. A body that comes in
  chunks is refused at once.
- Pings and pongs have a rate, and what has been received and waits is bounded in number too: a
  frame can have six bytes.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol

from parlour.errors import plain
from parlour.web.limits import Bucket, Limits, counted_address, security_headers

FULL = 1 << 18  # bytes that the transport holds for a reader at most
PIECES = 64  # frames of one message
WAITING = 1024  # messages that have come and are not yet read
# bytes that are read at once: a frame can have six, and each costs as much as a long one
SLICE = 4096
# bytes for which memory is taken before reading; asyncio takes 256 KiB, which takes longer than to
# read
READ = 4 * SLICE
LINGER = 3.0  # seconds for a connection to be closed in, before it is cut


class ConnectionCount:
    """How many connections each address has, and all together."""

    def __init__(self, limits: Limits, *, proxied: bool, most: int = sys.maxsize) -> None:
        """Nobody is there. Of `most` in all an address has half at most, so that no one can keep
        all others out.
        """
        self.share, self.proxied, self.most = (
            min(limits.connections, max(1, most // 2)),
            proxied,
            most,
        )
        self.by_address: Counter[str] = Counter()
        self.total = 0
        self.room = asyncio.Event()
        self.room.set()

    def add(self, address: str) -> bool:
        """One more; whether it may stay. Behind a proxy all come from one address, and the proxy
        counts them.
        """
        self.by_address[address] += 1
        self._count(1)
        return self.proxied or self.by_address[address] <= self.share

    def remove(self, address: str) -> None:
        """One less."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]
        self._count(-1)

    def _count(self, more: int) -> None:
        self.total += more
        if self.total < self.most:
            self.room.set()
        else:
            self.room.clear()


class Deadline:
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


class LengthRequired(h11.Connection):
    """HTTP in which a body says its length: a chunk can have a byte, and costs as much as a long
    one.
    """

    chunked = False

    def next_event(self) -> Any:
        """As ever; RemoteProtocolError for a request whose body comes in chunks, of which none is
        read.
        """
        event = super().next_event()
        if isinstance(event, h11.Request) and any(
            name == b"transfer-encoding" for name, _ in event.headers
        ):
            self.chunked = True
            raise h11.RemoteProtocolError("chunks")
        return event


class Http(H11Protocol):
    """An HTTP connection."""

    limits: Limits
    connection_count: ConnectionCount

    def __init__(self, config: uvicorn.Config, *args: Any, **named: Any) -> None:
        """No bytes have come."""
        super().__init__(config, *args, **named)
        self.conn = self.http_parser = LengthRequired(h11.SERVER, self.limits.head)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The clock runs."""
        super().connection_made(transport)
        self.upgraded = False
        self.address = counted_address(self.client[0] if self.client else "")
        self.silence = Deadline(transport, self.limits.head_time)
        self.stuck = Deadline(transport, self.limits.send_time)
        if self.connection_count.add(self.address):
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
        self.connection_count.remove(self.address)

    def handle_events(self) -> None:
        """The clock runs unless a request is being answered."""
        super().handle_events()
        if self.upgraded:
            return
        if (
            self.cycle is not None
            and not self.cycle.response_complete
            and not self.transport.is_closing()
        ):
            self.silence.stop()
        else:
            self.silence.start()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, unless an answer has begun; nobody listens to the end of one."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        status, why = (
            (411, "A Content-Length is required; chunked bodies are refused.")
            if self.http_parser.chunked
            else (400, msg)
        )
        body = json.dumps({"why": why}).encode()
        own = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        headers = [*self.server_state.default_headers, *own, *security_headers()]
        response = h11.Response(status_code=status, headers=headers, reason=STATUS_PHRASES[status])
        with suppress(h11.LocalProtocolError):
            for event in (response, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def on_response_complete(self) -> None:
        """The clock runs, also while the rest of the answer is being taken."""
        self.silence.start()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: Any) -> None:
        """The connection is another protocol's from here on; one that it does not even answer is
        cut.
        """
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
    """A message as one frame of a server (RFC 6455, 5.2). `websockets` takes longer to build one
    than the system to send it.
    """
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
    connection_count: ConnectionCount
    flush: Callable[[], None] = staticmethod(lambda: None)  # called when the buffer has room again

    def __init__(self, *args: Any, **named: Any) -> None:
        """A handshake that is none is refused like all else."""
        super().__init__(*args, **named)
        self.conn.reject = self._reject  # type: ignore[method-assign]

    def _reject(self, status: int, text: str) -> Response:
        response = ServerProtocol.reject(
            self.conn, status, json.dumps({"why": plain(text.strip())})
        )
        del response.headers["Content-Type"]
        for name, value in ((b"Content-Type", b"application/json"), *security_headers()):
            response.headers[name.decode()] = value.decode()
        return response

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Nothing runs yet."""
        super().connection_made(transport)
        self.transport.max_size = READ  # type: ignore[attr-defined]
        self.address = counted_address(self.client[0] if self.client else "")
        self.stuck = Deadline(self.transport, self.limits.send_time)
        self.closing = Deadline(self.transport, LINGER)
        self.pings = Bucket(self.limits.messages, self.limits.messages_at_once, self.loop.time())
        # it was counted as an HTTP connection, and is counted down as that
        self.connection_count.add(self.address)

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
        del self.conn.reject  # else the two would be garbage that refers to itself
        super().connection_lost(exc)
        self.stuck.stop()
        self.closing.stop()
        self.connection_count.remove(self.address)

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
        """Answer it, unless the answers are not read, or there are more pings than there may be
        messages.
        """
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
        """Who has not answered a ping is cut; merely closed, it would stay for as long as something
        is not taken.
        """
        super().keepalive_timeout()
        self.transport.abort()

    def send_receive_event_to_app(self) -> None:
        """A message more that waits to be read: as many as come at once, but not without end.

        Reading pauses when two wait. uvicorn pauses for each message, which costs two changes of
        what is polled; told that it has paused already, it does not, and still goes on reading when
        none waits.
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
        """The application has finished with it: it is closed soon, whether the other end reads or
        not.
        """
        super().on_task_complete(task)
        if not self.disconnected:
            self.closing.start()


def protocols(
    limits: Limits, *, proxied: bool, most: int = sys.maxsize
) -> tuple[type[Http], type[Socket]]:
    """The two protocols of a server with these limits, and so many connections at most."""
    own = {
        "limits": limits,
        "connection_count": ConnectionCount(limits, proxied=proxied, most=most),
    }
    return type("OwnHttp", (Http,), own), type("OwnSocket", (Socket,), own)
