"""Access, sizes and rates of requests, and the security headers of every answer.

`LimitsMiddleware` is the outermost layer of the application, and checks every request first:

- The `Host` must be one of the server's. A foreign name that was made to point at this machine (DNS
  rebinding) is refused.
- A request that changes something, and every WebSocket, must come from the server's own page, as
  the browser says in `Origin`. A request without `Origin` comes from no browser. It needs a key
  (`Authorization: Bearer KEY`), which no page can make a browser send.
- The requests of an address are limited in rate, those of the page's files apart, and so are the
  messages of all its sockets. IPv6 addresses count by their /64, the usual network of one home.
- Errors show no internals. Unexpected errors are logged with their place and without the request.
"""

import ipaddress
import json
import logging
import time
from collections.abc import Awaitable, Callable, Iterable, Mapping, MutableMapping
from typing import Any

from starlette.responses import JSONResponse

from parlour.errors import quote
from parlour.table.keys import is_key
from parlour.web.error_summary import summary
from parlour.web.hosts import LOOPBACK, AllowedHosts
from parlour.web.rate_limits import Buckets, Limits

BROKEN = "The server failed to answer (the fault is in its log)."
NO_ADDRESS = (
    "The proxy sets no X-Forwarded-For, or is on another machine, so all who come by it share the "
    "limits of one address."
)
LOG = logging.getLogger("parlour")
MINUTE = 60.0  # seconds in which the same line for the same address is logged once
LINES = 100  # lines that are logged in a minute, at most

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]


class RateLimitedLog:
    """A log that clients cannot fill: the same line for the same address once a minute, and at most
    `LINES` lines a minute.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Nothing has been logged."""
        self.clock = clock
        self.logged: dict[tuple[str, ...], float] = {}  # the time of each line, the oldest first

    def allows(self, *what: str) -> bool:
        """Whether this may be logged now; if so, it counts as logged."""
        now = self.clock()
        while self.logged and now - next(iter(self.logged.values())) >= MINUTE:
            del self.logged[next(iter(self.logged))]
        if what in self.logged or len(self.logged) >= LINES:
            return False
        self.logged[what] = now
        return True

    def report(self, line: str, address: str = "") -> None:
        """Log a line, unless it was logged for this address within a minute."""
        if self.allows(line, address):
            LOG.error("%s", line)


def counted_address(address: str) -> str:
    """The form in which an address is counted: of an IPv6 address, its /64."""
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(parsed, ipaddress.IPv6Address):
        return str(parsed.ipv4_mapped or ipaddress.IPv6Network((int(parsed) >> 64 << 64, 64)))
    return address


def caller(scope: Mapping[str, Any], *, proxied: bool) -> str:
    """The counted address of a client: that of the other end, or behind a proxy the one that the
    proxy names.
    """
    address: str = (scope.get("client") or ("",))[0]
    return counted_address((proxied and forwarded(scope)) or address)


def forwarded(scope: Mapping[str, Any]) -> str:
    """The address of its client that a proxy on this machine names, the last one in
    X-Forwarded-For; empty if there is none.
    """
    proxy = counted_address((scope.get("client") or ("",))[0])
    if not proxy.startswith(("127.", "::/")):
        return ""
    return header(scope, b"x-forwarded-for").rpartition(",")[2].strip()


def header(scope: Mapping[str, Any], name: bytes) -> str:
    """A header of a request; empty if it is absent."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def bearer(scope: Mapping[str, Any]) -> str:
    """The key in the header Authorization; empty if there is none."""
    kind, _, key = header(scope, b"authorization").partition(" ")
    if kind.lower() == "bearer" and is_key(key):
        return key
    return ""


class Json(JSONResponse):
    """JSON in ASCII, so that every text can be encoded."""

    def render(self, content: Any) -> bytes:
        """The JSON as bytes."""
        return json.dumps(content, separators=(",", ":")).encode()


def _makes_table(scope: Mapping[str, Any]) -> bool:
    """Whether a request is to make a table."""
    makes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
    return makes and scope["path"] == "/api/tables"


def refusal(status: int, why: str, **headers: str) -> JSONResponse:
    """A refusal with a sentence; `headers` has names with underscores."""
    return Json(
        {"why": why}, status, {name.replace("_", "-"): value for name, value in headers.items()}
    )


STYLE = "sha256-V+uaWG6FwSPWloUjIztvJFNumqErOn6oWrFUBeG4vok="  # of the one in the index
POLICY = (
    f"default-src 'none'; script-src 'self'; style-src 'self' '{STYLE}'; img-src 'self' data:; "
    "connect-src 'self' {socket}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
# for a year, browsers use only TLS for a public origin that they have seen over TLS
STRICT = "max-age=31536000"


def security_headers(socket: str = "", cache: str = "no-store") -> Iterable[tuple[bytes, bytes]]:
    """The security headers of every answer: `socket` is an origin to which the page may open
    WebSockets, `cache` the value of Cache-Control.
    """
    for name, value in HEADERS.items():
        yield name.encode(), value.encode()
    yield b"content-security-policy", POLICY.format(socket=socket).encode("ascii")
    yield b"cache-control", cache.encode()


class LimitsMiddleware:
    """A layer around an application that applies the limits."""

    def __init__(
        self,
        app: App,
        allowed_hosts: AllowedHosts,
        limits: Limits,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Wrap `app`; no request has been counted. `clock` gives seconds."""
        self.app, self.allowed_hosts, self.limits, self.clock = app, allowed_hosts, limits, clock
        self.log = RateLimitedLog(clock)
        self.requests = Buckets(limits.requests, limits.requests_at_once, limits.addresses)
        self.files = Buckets(limits.files, limits.files_at_once, limits.addresses)
        self.tables = Buckets(limits.tables, limits.tables_at_once, limits.addresses)
        self.messages = Buckets(limits.all_messages, limits.all_messages_at_once, limits.addresses)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or one WebSocket."""
        started = False

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                given = message.get("headers", ())
                known = {name for name, _ in given}  # a file may have its own Cache-Control
                more = [(name, value) for name, value in self._headers(scope) if name not in known]
                message["headers"] = [*given, *more]
                if _makes_table(scope) and not refused and message["status"] != 201:
                    self.tables.spend(address, self.clock(), -1)  # no table was made
            started = started or message["type"] != "websocket.close"
            await send(message)

        address = scope["address"] = caller(scope, proxied=bool(self.allowed_hosts.public))
        scope["late"] = lambda: self.messages.take(address, self.clock(), ahead=True)
        refused = self._refuse(scope, address)
        try:
            await (refused or self.app)(scope, receive, answer)
        except Exception as error:
            if (
                isinstance(error, OSError) and type(error).__name__ == "ClientDisconnected"
            ):  # uvicorn's error for a client that has disconnected
                return
            self.log.report(summary(error), address)
            if not started:
                await refusal(500, BROKEN)(scope, receive, answer)

    def _refuse(self, scope: Scope, address: str) -> JSONResponse | None:
        """The refusal of a request by the limits, or None if it is admitted."""
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if self._forwards_no_address(scope, host, origin):
            self.log.report(NO_ADDRESS)
        counted = self.requests
        if scope["path"].startswith("/files/"):
            counted = self.files
        elif scope["path"].startswith("/api/lines/"):  # as the messages of sockets
            counted = self.messages
        if late := counted.take(address, self.clock()):
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
        # taken before a table is made, so that no more requests at once get through
        if _makes_table(scope) and (late := self.tables.take(address, self.clock())):
            return refusal(
                429,
                "Too many new tables from this address; try again later.",
                retry_after=f"{int(late) + 1}",
                connection="close",
            )
        return None

    def _forwards_no_address(self, scope: Scope, host: str, origin: str) -> bool:
        """Whether a request comes by a proxy that names no address of its client, or by one on
        another machine.
        """
        hosts = self.allowed_hosts
        return (
            hosts.public != ""
            and (origin.lower() == hosts.public or hosts.is_public(host))
            and not forwarded(scope)
        )

    def _headers(self, scope: Scope) -> Iterable[tuple[bytes, bytes]]:
        host, public = self.allowed_hosts.name(header(scope, b"host")), self.allowed_hosts.public
        # older versions of Safari do not include it in 'self'
        socket = f"ws://{host}" if host else ""
        if public:
            socket = public.replace("http", "ws", 1)
        cache = "no-cache"
        if scope["path"].startswith(("/api/", "/openapi")):
            cache = "no-store"
        yield from security_headers(socket, cache)
        if public.startswith("https:") or (not public and host.startswith(LOOPBACK)):
            # on other origins browsers log a warning about it
            yield b"cross-origin-opener-policy", b"same-origin"
        if public.startswith("https:") and self.allowed_hosts.is_public(host):
            yield b"strict-transport-security", STRICT.encode()
