"""Timers that cut connections."""

import asyncio


class Deadline:
    """A timer that cuts a connection."""

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        """The timer does not run."""
        self.transport, self.seconds = transport, seconds
        self.timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        """Start the timer, unless it runs."""
        if self.timer is None:
            self.timer = asyncio.get_running_loop().call_later(self.seconds, self.transport.abort)

    def stop(self) -> None:
        """Stop the timer."""
        if self.timer:
            self.timer.cancel()
            self.timer = None
