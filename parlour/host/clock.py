"""The clock of the tables."""

import time
from collections.abc import Callable

DAY = 86400.0  # seconds


def steady() -> Callable[[], float]:
    """A clock that gives seconds since the epoch and is never adjusted: an adjustment would end
    turns early or late.
    """
    ahead = time.time() - time.monotonic()
    return lambda: ahead + time.monotonic()
