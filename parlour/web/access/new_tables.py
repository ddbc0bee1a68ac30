"""The rate of new tables."""

from collections.abc import Awaitable, MutableMapping
from typing import Any

from parlour.web.access.asgi import App, Receive, Scope, Send, address_of, refusal
from parlour.web.access.rates import Rates

TOO_MANY = "Too many new tables from this address; try again later."


class NewTablesMiddleware:
    """Limits the rate at which an address makes tables; only requests that make one count."""

    def __init__(self, app: App, rates: Rates) -> None:
        """Wrap `app`."""
        self.app, self.rates = app, rates

    def __call__(self, scope: Scope, receive: Receive, send: Send) -> Awaitable[None]:
        """Answer one request or one WebSocket."""
        if not _makes_table(scope):
            return self.app(scope, receive, send)
        address, tables, clock = address_of(scope), self.rates.tables, self.rates.clock

        async def answer(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start" and message["status"] != 201:
                tables.spend(address, clock(), -1)  # no table was made
            await send(message)

        # taken before a table is made, so that no more requests at once get through
        if late := tables.take(address, clock()):
            wait = f"{int(late) + 1}"
            return refusal(429, TOO_MANY, retry_after=wait, connection="close")(
                scope, receive, send
            )
        return self.app(scope, receive, answer)


def _makes_table(scope: Scope) -> bool:
    """Whether a request is to make a table."""
    makes = scope["type"] == "http" and scope["method"] not in ("GET", "HEAD")
    return makes and scope["path"] == "/api/tables"
