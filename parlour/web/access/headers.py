"""The security headers of every answer."""

from collections.abc import Awaitable, Iterable, MutableMapping
from typing import Any

from parlour.web.access.asgi import App, Receive, Scope, Send, header
from parlour.web.access.hosts import LOOPBACK, AllowedHosts

STARTS = "http.response.start", "websocket.http.response.start"
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


class HeadersMiddleware:
    """Adds the security headers to the answers of an application."""

    def __init__(self, app: App, hosts: AllowedHosts) -> None:
        """Wrap `app`."""
        self.app, self.hosts = app, hosts

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or one WebSocket."""

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] in STARTS:
                headers = message.get("headers", ())
                names = {name for name, _ in headers}  # a file may have its own Cache-Control
                more = [(name, value) for name, value in self._headers(scope) if name not in names]
                message["headers"] = [*headers, *more]
            await send(message)

        return self.app(scope, receive, answer)

    def _headers(self, scope: Scope) -> Iterable[tuple[bytes, bytes]]:
        host, public = self.hosts.name(header(scope, b"host")), self.hosts.public
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
        if public.startswith("https:") and self.hosts.is_public(host):
            yield b"strict-transport-security", STRICT.encode()
