"""Who may ask, how much and how often; what every answer says to the browser.

`LimitsMiddleware` stands around the application and sees every request first:

- The `Host` must be one of ours: a name that was made to point at this machine (DNS rebinding) is
  not.
- What changes something, and every WebSocket, must come from our own page: browsers say in `Origin`
  where a request is from. Who sends none is no browser, and shows a key instead (`Authorization:
  Bearer KEY`), which no page can make a browser do.
- An address may ask so often, and no oftener; what its sockets say together is heard no faster
  either. IPv6 addresses count by their /64, which is what one house is given.
- No error shows its insides. What was not foreseen is logged, with where it happened and without
  what was asked.
"""

import asyncio
import ipaddress
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any, NamedTuple

from starlette.responses import JSONResponse

from parlour.errors import quote
from parlour.table.requests import is_key
from parlour.web.allowed_hosts import LOOPBACK, AllowedHosts
from parlour.web.faults import summary

BROKEN = "The server failed to answer (the fault is in its log)."
LOG = logging.getLogger("parlour")
MINUTE = 60.0  # seconds in which the log says the same of the same address once
LINES = 100  # that the log says in a minute at most

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]


class Limits(NamedTuple):
    """How much is too much. Times are seconds, sizes bytes."""

    frame: int = 4096  # of a client
    body: int = 65536
    head: int = 16384  # request line and headers
    head_time: float = 10.0  # until they are complete
    body_time: float = 10.0
    first_time: float = 10.0  # until a socket has entered
    send_time: float = 20.0  # for which a connection may take nothing
    queue: int = 1 << 20  # that wait for one socket
    connections: int = 64  # of an address at once
    requests: float = 20.0  # a second from an address, after ...
    requests_at_once: float = 300.0
    tables: float = 0.5  # new ones a second from an address, after ...
    tables_at_once: float = 30.0
    messages: float = 20.0  # a second from a socket, after ...
    messages_at_once: float = 60.0
    all_messages: float = 100.0  # a second from all sockets of an address, after ...
    all_messages_at_once: float = 600.0
    ping: float = 20.0  # between pings, and for which an answer is waited for
    wait: float = 30.0  # of a request that waits for news
    idle: float = 60.0  # after which a table where nobody is leaves the memory
    addresses: int = 10000  # whose requests are counted
    # tables of an address at once where computers play among themselves; the others wait
    computer_tables: int = 4
    rows: float = 20000.0  # stored of such tables of an address at once, and then in a day
    games: tuple[str, ...] = ()  # that new tables may play; all, if none is named


class Bucket:
    """So many at once, and then so many a second."""

    def __init__(self, rate: float, most: float, now: float) -> None:
        """A full one."""
        self.rate, self.most, self.left, self.at = rate, most, most, now

    def take(self, now: float, *, ahead: bool = False) -> float:
        """Take one; how many seconds too early it is, 0 where it is not. What is too early is taken
        only ahead of its time.
        """
        late = self.late(now)
        if ahead or not late:
            self.left -= 1
        return late

    def late(self, now: float) -> float:
        """How many seconds too early it is to take one."""
        self.left = min(self.most, self.left + (now - self.at) * self.rate)
        self.at = now
        return max(0.0, (1 - self.left) / self.rate)


class Buckets:
    """A bucket for each address, of the last so many addresses."""

    def __init__(self, rate: float, at_once: float, most: int) -> None:
        """Nobody has asked yet."""
        self.rate, self.at_once, self.most = rate, at_once, most
        self.by_address: dict[str, Bucket] = {}

    def take(self, address: str, now: float, *, ahead: bool = False) -> float:
        """As of a bucket."""
        return self._of(address, now).take(now, ahead=ahead)

    def late(self, address: str, now: float) -> float:
        """As of a bucket."""
        return self._of(address, now).late(now)

    def spend(self, address: str, now: float, n: int) -> None:
        """Take so many, early or not."""
        bucket = self._of(address, now)
        bucket.late(now)
        bucket.left -= n

    def _of(self, address: str, now: float) -> Bucket:
        bucket = self.by_address.pop(address, None) or Bucket(self.rate, self.at_once, now)
        self.by_address[address] = bucket  # now the last one
        if len(self.by_address) > self.most:
            del self.by_address[next(iter(self.by_address))]
        return bucket


class RateLimitedLog:
    """The log as clients may fill it: the same line of the same address once a minute, and so many
    lines in all.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing has been said."""
        self.clock = clock
        self.said: dict[tuple[str, ...], float] = {}  # when, the oldest first

    def allows(self, *what: str) -> bool:
        """Whether this may be said now: it was not within a minute."""
        now = self.clock()
        while self.said and now - next(iter(self.said.values())) >= MINUTE:
            del self.said[next(iter(self.said))]
        if what in self.said or len(self.said) >= LINES:
            return False
        self.said[what] = now
        return True

    def report(self, line: str, address: str = "") -> None:
        """Say this, unless it was said of this address within a minute."""
        if self.allows(line, address):
            LOG.error("%s", line)


def counted_address(address: str) -> str:
    """What an address is counted as."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address


def caller(scope: Mapping[str, Any], *, proxied: bool) -> str:
    """Who asks: the address at the other end, or behind a proxy on this machine the one that it
    names last.
    """
    address: str = (scope.get("client") or ("",))[0]
    if proxied and counted_address(address).startswith(("127.", "::/")):
        address = header(scope, b"x-forwarded-for").rpartition(",")[2].strip() or address
    return counted_address(address)


def header(scope: Mapping[str, Any], name: bytes) -> str:
    """A header of a request, or nothing."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def bearer(scope: Mapping[str, Any]) -> str:
    """The key of the header Authorization, or nothing."""
    kind, _, key = header(scope, b"authorization").partition(" ")
    return key if kind.lower() == "bearer" and is_key(key) else ""


class Json(JSONResponse):
    """JSON in ASCII: whatever a text in it holds, it can be written."""

    def render(self, content: Any) -> bytes:
        """The bytes."""
        return json.dumps(content, separators=(",", ":")).encode()


def refusal(status: int, why: str, **headers: str) -> JSONResponse:
    """An answer that says no, in a sentence."""
    return Json(
        {"why": why}, status, {name.replace("_", "-"): value for name, value in headers.items()}
    )


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src "
    "'self' {socket}; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# a browser that has seen the public origin over TLS asks it so for a year
STRICT = "max-age=31536000"


def security_headers(socket: str = "", cache: str = "no-store") -> Iterable[tuple[bytes, bytes]]:
    """The headers of every answer: where the page may open sockets, and whether the answer may be
    kept.
    """
    for name, value in HEADERS.items():
        yield name.encode(), value.encode()
    yield b"content-security-policy", POLICY.format(socket=socket).encode("ascii")
    yield b"cache-control", cache.encode()


class LimitsMiddleware:
    """An application with the limits around it."""

    def __init__(
        self,
        app: App,
        allowed_hosts: AllowedHosts,
        limits: Limits,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Nobody has asked yet."""
        self.app, self.allowed_hosts, self.limits, self.clock = app, allowed_hosts, limits, clock
        self.log = RateLimitedLog(clock)
        self.requests = Buckets(limits.requests, limits.requests_at_once, limits.addresses)
        self.tables = Buckets(limits.tables, limits.tables_at_once, limits.addresses)
        self.messages = Buckets(limits.all_messages, limits.all_messages_at_once, limits.addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request, or one WebSocket."""
        started = False

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                message["headers"] = [*message.get("headers", ()), *self._headers(scope)]
            started = started or message["type"] != "websocket.close"
            await send(message)

        async def hear() -> dict[str, Any]:
            message = await receive()
            if message["type"] == "websocket.receive" and (
                late := self.messages.take(address, self.clock(), ahead=True)
            ):
                # each once and in turn: if all asked again, all would wake for one
                await asyncio.sleep(late)
            return message

        address = scope["address"] = caller(scope, proxied=bool(self.allowed_hosts.public))
        refused = self._refuse(scope, address)
        try:
            await (refused or self.app)(scope, hear, answer)
        except Exception as error:
            if (
                isinstance(error, OSError) and type(error).__name__ == "ClientDisconnected"
            ):  # uvicorn's, of who has gone
                return
            self.log.report(summary(error), address)
            if not started:
                await refusal(500, BROKEN)(scope, receive, answer)

    def _refuse(self, scope: Scope, address: str) -> JSONResponse | None:
        """The refusal that a request gets before anybody looks at what it asks for."""
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if late := self.requests.take(address, self.clock()):
            return refusal(
                429,
                "Too many requests from this address; try again later.",
                retry_after=f"{int(late) + 1}",
                connection="close",
            )
        if not self.allowed_hosts.knows(host):
            return refusal(403, f"This server does not answer under the name {quote(host)}.")
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return None
        if origin and not self.allowed_hosts.admits(origin, host):
            return refusal(
                403, f"A page from {quote(origin)} may not send requests to this server."
            )
        if not origin and not bearer(scope):
            return refusal(
                403, "A request without an Origin needs a key: Authorization: Bearer KEY."
            )
        if (
            scope["type"] == "http"
            and scope["path"] == "/api/tables"
            and (late := self.tables.take(address, self.clock()))
        ):
            return refusal(
                429,
                "Too many new tables from this address; try again later.",
                retry_after=f"{int(late) + 1}",
                connection="close",
            )
        return None

    def _headers(self, scope: Scope) -> Iterable[tuple[bytes, bytes]]:
        host, public = self.allowed_hosts.name(header(scope, b"host")), self.allowed_hosts.public
        socket = f"ws://{host}" if host else ""  # older Safari does not count it to 'self'
        if public:
            socket = public.replace("http", "ws", 1)
        yield from security_headers(
            socket, "no-store" if scope["path"].startswith(("/api/", "/openapi")) else "no-cache"
        )
        if public.startswith("https:") or (not public and host.startswith(LOOPBACK)):
            yield b"cross-origin-opener-policy", b"same-origin"  # elsewhere browsers complain of it
        if public.startswith("https:") and host == self.allowed_hosts.public_host:
            yield b"strict-transport-security", STRICT.encode()
