"""A log that clients cannot fill."""

import logging
import time
from collections.abc import Callable

LOG = logging.getLogger("parlour")
MINUTE = 60.0  # seconds in which the same line for the same address is logged once
LINES = 100  # lines that are logged in a minute, at most


class RateLimitedLog:
    """A log with a limit: the same line for the same address once a minute, and at most
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
