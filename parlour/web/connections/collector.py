"""The line of a request over HTTP to a table."""

import asyncio


class Collector:
    """The line of an HTTP request: it collects the messages to it."""

    def __init__(self) -> None:
        """No message has been sent."""
        self.messages: list[str] = []
        self.arrived = asyncio.Event()
        self.closed, self.why = False, ""

    def send(self, *texts: str) -> None:
        """Store messages."""
        self.messages += texts
        self.arrived.set()

    def close(self, why: str = "") -> None:
        """End the line, with the reason: no further message will be sent."""
        self.closed, self.why = True, why
        self.arrived.set()
