"""Timers that cut connections."""

import asyncio
from typing import cast

from parlour.host.rate_limits import Limits


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


class TimedWriting(asyncio.Protocol):
    """A protocol that cuts a client which does not read, by its `send_deadline`."""

    limits: Limits

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The timer does not run."""
        super().connection_made(transport)
        self.send_deadline = Deadline(cast(asyncio.Transport, transport), self.limits.send_time)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        super().connection_lost(exc)
        self.send_deadline.stop()

    def pause_writing(self) -> None:
        """Start the timer of a client that does not read."""
        super().pause_writing()
        self.send_deadline.start()

    def resume_writing(self) -> None:
        """Stop the timer of a client that does not read."""
        super().resume_writing()
        self.send_deadline.stop()
