"""The origin of requests that change something.

Such a request, and every WebSocket, must come from the server's own page, as the browser says in
`Origin`. A request without `Origin` comes from no browser. It needs a key (`Authorization: Bearer
KEY`), which no page can make a browser send.
"""

from collections.abc import Awaitable

from parlour.errors import quote
from parlour.web.access.asgi import App, Receive, Scope, Send, bearer, header, refusal
from parlour.web.access.hosts import AllowedHosts

NO_KEY = "A request without an Origin needs a key: Authorization: Bearer KEY."


class OriginMiddleware:
    """Refuses the requests of other pages."""

    def __init__(self, app: App, hosts: AllowedHosts) -> None:
        """Wrap `app`."""
        self.app, self.hosts = app, hosts

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or one WebSocket."""
        app = self.app
        if why := self._refusal(scope):
            app = refusal(403, why)
        return app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        """Why a request is refused; empty if it is not."""
        if scope["type"] == "http" and scope["method"] in ("GET", "HEAD"):
            return ""
        host, origin = header(scope, b"host"), header(scope, b"origin")
        if origin and not self.hosts.admits(origin, host):
            return f"A page from {quote(origin)} may not send requests to this server."
        return "" if origin or bearer(scope) else NO_KEY
