"""Limits on connections, below HTTP and WebSockets.

uvicorn's own protocols set no deadline for the head of a request, wait for ever for a client that
does not read, and answer pings into a buffer without limit. These subclasses add the limits:

- A deadline runs while no answer is being written: from the start of a connection or the end of an
  answer, until the head of the next request is complete. At the deadline the connection is cut.
  This ends heads that are sent byte by byte, idle connections, and bodies of refused requests.
- A connection that has accepted no data of a full buffer for some time is cut; if the buffer is
  many times full, at once. So is a WebSocket that does not answer a ping, however little waits.
- The connections of an address are limited, and so are all together, by the system's limit of open
  files. At that limit none is accepted until another ends. So present players continue, and the
  database can open its files.
- Bytes that are not HTTP are refused like other invalid requests, without a line in the log. A
  chunked body is refused at once, and a head that is too long, also if it arrives whole.
- Pings and pongs are limited in rate, and received messages that wait are limited in number, since
  a frame can be as short as six bytes.
"""

import asyncio
import json
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import suppress
from math import ceil
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidHeader
from websockets.frames import TEXT, Frame
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from parlour.errors import plain
from parlour.web.buckets import Bucket, Limits
from parlour.web.deadline import Deadline
from parlour.web.frames import framed, unmasked
from parlour.web.heads import Requests
from parlour.web.limits import counted_address, security_headers

FULL = 1 << 18  # bytes that the transport buffers for a client, at most
PIECES = 64  # frames of one message, at most
WAITING = 1024  # received messages that are not yet read, at most
# bytes that are parsed at once: a frame can have six, and each costs as much as a long one
SLICE = 4096
# bytes of the read buffer; asyncio allocates 256 KiB, which takes longer than the read
READ = 4 * SLICE
TOGETHER = 0.25  # seconds; pings that are due within such a time share one wake-up of the loop
LINGER = 3.0  # seconds for closing a connection, before it is cut


class ConnectionCount:
    """The number of connections of each address and of all together."""

    def __init__(self, limits: Limits, *, proxied: bool, most: int = sys.maxsize) -> None:
        """No connection is open. An address may have at most half of `most`, the limit of all
        together, so that none can exclude the others.
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
        """Count a connection; returns whether it is within the limit of its address. Behind a proxy
        all have the same address, and the proxy limits them.
        """
        self.by_address[address] += 1
        self._count(1)
        return self.proxied or self.by_address[address] <= self.share

    def remove(self, address: str) -> None:
        """Count the end of a connection."""
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


class Http(H11Protocol):
    """An HTTP connection."""

    limits: Limits
    connection_count: ConnectionCount

    def __init__(self, config: uvicorn.Config, *args: Any, **named: Any) -> None:
        """No data has been received."""
        super().__init__(config, *args, **named)
        self.conn = self.http_parser = Requests(self.limits.head)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the deadline of the first request."""
        super().connection_made(transport)
        self.upgraded = False
        self.address = counted_address(self.client[0] if self.client else "")
        self.head_deadline = Deadline(transport, self.limits.head_time)
        self.send_deadline = Deadline(transport, self.limits.send_time)
        if self.connection_count.add(self.address):
            self.head_deadline.start()
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        super().connection_lost(exc)
        self._end()

    def _end(self) -> None:
        self.head_deadline.stop()
        self.send_deadline.stop()
        self.connection_count.remove(self.address)

    def handle_events(self) -> None:
        """Run the deadline unless a request is being answered."""
        super().handle_events()
        if self.upgraded:
            return
        if (
            self.cycle is not None
            and not self.cycle.response_complete
            and not self.transport.is_closing()
        ):
            self.head_deadline.stop()
        else:
            self.head_deadline.start()

    def send_400_response(self, msg: str) -> None:
        """Refuse data that is not HTTP. An answer that has begun is cut short."""
        if self.cycle is not None:
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        whys = {
            411: "A Content-Length is required; chunked bodies are refused.",
            431: f"The head of a request is at most {self.limits.head} bytes.",
        }
        status = self.http_parser.status if self.http_parser.status in whys else 400
        why = whys.get(status, msg)
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
        """Start the deadline of the next request, which includes the rest of this answer."""
        self.head_deadline.start()
        super().on_response_complete()

    def _should_upgrade(self) -> bool:
        """Whether a request asks for a WebSocket. Any other upgrade is ignored, as HTTP allows:
        the request is answered without it. So is one that no handshake can be, by its method, its
        version or its body.
        """
        version, method = self.scope["http_version"], self.scope["method"]
        return (
            (method, version) == ("GET", "1.1")
            and b"upgrade" in self._tokens(b"connection")
            and self._tokens(b"upgrade") == {b"websocket"}
            and self._tokens(b"content-length") <= {b"0"}
        )

    def _tokens(self, name: bytes) -> set[bytes]:
        """The members of a header that is a list, in small letters."""
        texts = [value for key, value in self.headers if key == name]
        return {token.strip() for text in texts for token in text.lower().split(b",")}

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Pass the connection to the WebSocket protocol; refuse a head that it cannot read."""
        super().handle_websocket_upgrade(event)
        self.upgraded = True
        self._end()
        line = self.transport.get_protocol()
        if isinstance(line, Socket) and not line.handshake_initiated:
            self.send_400_response("A line of this head is too long for a WebSocket's handshake.")

    def pause_writing(self) -> None:
        """Start the timer of a client that does not read."""
        super().pause_writing()
        self.send_deadline.start()

    def resume_writing(self) -> None:
        """Stop the timer of a client that does not read."""
        super().resume_writing()
        self.send_deadline.stop()


class Events(asyncio.Queue[Any]):
    """The events of a WebSocket, in order; `arrived` is called after each."""

    arrived: Callable[[], None] = staticmethod(lambda: None)

    def put_nowait(self, item: Any) -> None:
        """Add an event."""
        super().put_nowait(item)
        self.arrived()


class Socket(WebSocketsSansIOProtocol):
    """A WebSocket connection."""

    limits: Limits
    connection_count: ConnectionCount
    flush: Callable[[], None] = staticmethod(lambda: None)  # called when the buffer has room again
    gone: Callable[[], object] = staticmethod(
        lambda: None
    )  # called after the end of the connection
    # offers a message that need not wait; returns whether it is taken
    take: Callable[[str], bool] = staticmethod(lambda _text: False)

    def __init__(self, *args: Any, **named: Any) -> None:
        """Refuse invalid handshakes with the server's own JSON and headers."""
        super().__init__(*args, **named)
        self.queue = self.events = Events()
        self.heard = self.loop.time()  # the time when data was last received
        # whether each read so far had exactly one short frame: the parser is then between frames
        self.in_step = False
        self.conn.reject = self._reject  # type: ignore[method-assign]

    def _reject(self, status: int, text: str) -> Response:
        response = ServerProtocol.reject(
            self.conn, status, json.dumps({"why": plain(text.strip())})
        )
        del response.headers["Content-Type"]
        error = self.conn.handshake_exc
        if isinstance(error, InvalidHeader) and error.name == "Sec-WebSocket-Version":
            response.status_code, response.reason_phrase = 426, "Upgrade Required"
            response.headers["Upgrade"], response.headers[error.name] = "websocket", "13"
        for name, value in ((b"Content-Type", b"application/json"), *security_headers()):
            response.headers[name.decode()] = value.decode()
        return response

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """No timer runs."""
        super().connection_made(transport)
        self.transport.max_size = READ  # type: ignore[attr-defined]
        self.address = counted_address(self.client[0] if self.client else "")
        self.send_deadline = Deadline(self.transport, self.limits.send_time)
        self.closing = Deadline(self.transport, LINGER)
        self.pings = Bucket(self.limits.messages, self.limits.messages_at_once, self.loop.time())
        # the HTTP protocol counted the connection, and has counted its end
        self.connection_count.add(self.address)

    def handle_connect(self, event: Request) -> None:
        """Pass this connection to the application, which writes to it without waiting."""
        super().handle_connect(event)
        self.in_step = True
        if not self.close_sent:
            self.scope["state"]["line"] = self

    def write(self, texts: Iterable[str]) -> None:
        """Send messages with one call of the system, unless the connection is being closed."""
        if self.disconnected or self.close_sent or self.conn.state is not OPEN:
            return
        self.transport.write(b"".join(map(framed, texts)))

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop all timers."""
        # otherwise the two would refer to each other, and remain until a collection
        del self.conn.reject
        super().connection_lost(exc)
        self.gone()
        self.send_deadline.stop()
        self.closing.stop()
        self.connection_count.remove(self.address)

    def pause_writing(self) -> None:
        """Start the timer of a client that does not read."""
        super().pause_writing()
        self.send_deadline.start()

    def resume_writing(self) -> None:
        """Stop the timer of a client that does not read."""
        super().resume_writing()
        self.send_deadline.stop()
        self.flush()

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
            if self.close_sent or not (content.isascii() and self.take(content.decode())):
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


def protocols(
    limits: Limits, *, proxied: bool, most: int = sys.maxsize
) -> tuple[type[Http], type[Socket]]:
    """The two protocols of a server with these limits, and at most `most` connections."""
    own = {
        "limits": limits,
        "connection_count": ConnectionCount(limits, proxied=proxied, most=most),
    }
    return type("OwnHttp", (Http,), own), type("OwnSocket", (Socket,), own)
