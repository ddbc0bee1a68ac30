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

HTTP is here, WebSockets are in `parlour.web.connections.websocket`.
"""

import asyncio
import json
import sys
from contextlib import suppress
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from parlour.host.rate_limits import Limits
from parlour.web.access.client_address import counted_address
from parlour.web.access.headers import security_headers
from parlour.web.connections.connection_count import ConnectionCount
from parlour.web.connections.deadline import Deadline, TimedWriting
from parlour.web.connections.request_parser import Requests
from parlour.web.connections.websocket import Socket


class Http(TimedWriting, H11Protocol):
    """An HTTP connection."""

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
        fields = [
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(body)),
            (b"connection", b"close"),
        ]
        headers = [*self.server_state.default_headers, *fields, *security_headers()]
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
        self.send_deadline.stop()
        line = self.transport.get_protocol()
        if isinstance(line, Socket) and not line.handshake_initiated:
            self.send_400_response("A line of this head is too long for a WebSocket's handshake.")


def protocols(
    limits: Limits, *, proxied: bool, most: int = sys.maxsize
) -> tuple[type[Http], type[Socket]]:
    """The two protocols of a server with these limits, and at most `most` connections."""
    attributes = {
        "limits": limits,
        "connection_count": ConnectionCount(limits, proxied=proxied, most=most),
    }
    return type("OwnHttp", (Http,), attributes), type("OwnSocket", (Socket,), attributes)
