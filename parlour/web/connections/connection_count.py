"""The number of open connections."""

import asyncio
import sys
from collections import Counter

from parlour.host.rate_limits import Limits


class ConnectionCount:
    """The number of connections of each address and of all together."""

    def __init__(self, limits: Limits, *, proxied: bool, most: int = sys.maxsize) -> None:
        """No connection is open. An address may have at most half of `most`, the limit of all
        together, so that none can exclude the others.
        """
        self.share, self.proxied, self.most = (
            min(limits.connections, max(1, most // 2)),
            proxied,
            most,
        )
        self.by_address: Counter[str] = Counter()
        self.total = 0
        self.room = asyncio.Event()
        self.room.set()

    def add(self, address: str) -> bool:
        """Count a connection; returns whether it is within the limit of its address. Behind a proxy
        all have the same address, and the proxy limits them.
        """
        self.by_address[address] += 1
        self._count(1)
        return self.proxied or self.by_address[address] <= self.share

    def remove(self, address: str) -> None:
        """Count the end of a connection."""
        self.by_address[address] -= 1
        if not self.by_address[address]:
            del self.by_address[address]
        self._count(-1)

    def _count(self, more: int) -> None:
        self.total += more
        if self.total < self.most:
            self.room.set()
        else:
            self.room.clear()
