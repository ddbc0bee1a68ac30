"""Unexpected errors: they are logged with their place and without the request, and the answer shows
no internals.
"""

from collections.abc import MutableMapping
from typing import Any

from parlour.host.error_summary import summary
from parlour.web.access.asgi import App, Receive, Scope, Send, address_of, refusal
from parlour.web.access.limited_log import RateLimitedLog

BROKEN = "The server failed to answer (the fault is in its log)."


class ServerErrorsMiddleware:
    """Answers the requests in which an application raises an error."""

    def __init__(self, app: App, log: RateLimitedLog) -> None:
        """Wrap `app`."""
        self.app, self.log = app, log

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request or one WebSocket."""
        started = False

        async def answer(message: MutableMapping[str, Any]) -> None:
            nonlocal started
            started = started or message["type"] != "websocket.close"
            await send(message)

        try:
            await self.app(scope, receive, answer)
        except Exception as error:
            if (
                isinstance(error, OSError) and type(error).__name__ == "ClientDisconnected"
            ):  # uvicorn's error for a client that has disconnected
                return
            self.log.report(summary(error), address_of(scope))
            if not started:
                await refusal(500, BROKEN)(scope, receive, send)
