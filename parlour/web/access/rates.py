"""The rates of each address: of its requests, its new tables, and the messages of its sockets."""

import time
from collections.abc import Awaitable, Callable

from parlour.host.rate_limits import Buckets, Limits
from parlour.web.access.asgi import App, Receive, Scope, Send, address_of, refusal

TOO_MANY = "Too many requests from this address; try again later."


class Rates:
    """The buckets of all addresses."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        """No request has been counted; `clock` gives seconds."""
        self.clock = clock
        self.requests = Buckets(limits.requests, limits.requests_at_once, limits.addresses)
        self.files = Buckets(limits.files, limits.files_at_once, limits.addresses)
        self.tables = Buckets(limits.tables, limits.tables_at_once, limits.addresses)
        self.messages = Buckets(limits.all_messages, limits.all_messages_at_once, limits.addresses)

    def take_message(self, address: str) -> float:
        """Count a message of a WebSocket; returns the seconds until it may be handled."""
        return self.messages.take(address, self.clock(), ahead=True)


class RatesMiddleware:
    """Limits the rate of an address's requests, those of the page's files apart."""

    def __init__(self, app: App, rates: Rates) -> None:
        """Wrap `app`."""
        self.app, self.rates = app, rates

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or one WebSocket."""
        buckets = self.rates.requests
        if scope["path"].startswith("/files/"):
            buckets = self.rates.files
        elif scope["path"].startswith("/api/lines/"):  # as the messages of sockets
            buckets = self.rates.messages
        app = self.app
        if late := buckets.take(address_of(scope), self.rates.clock()):
            app = refusal(429, TOO_MANY, retry_after=f"{int(late) + 1}", connection="close")
        return app(scope, receive, send)
