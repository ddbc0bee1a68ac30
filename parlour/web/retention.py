"""The removal of tables that have not changed for long."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from parlour.errors import StoreError
from parlour.host.clock import DAY
from parlour.host.host import Host
from parlour.storage.store import Store

LOG = logging.getLogger("parlour")
# seconds of running that are counted together; the last ones before a stop are not counted
TICK = 600.0
HOUR = 6  # ticks


async def remove_old_tables(
    host: Host,
    store: Store,
    days: float,
    pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep,
) -> None:
    """Count the time of running, and after every hour remove some tables that have not changed in
    so many days of running. Runs for ever.
    """
    ticks = 0
    while True:
        await pause(TICK)
        ticks += 1
        try:
            await store.count_running(TICK)
            if ticks % HOUR == 0:
                await store.remove_old(days * DAY, host.present)
        except StoreError as error:
            LOG.error("Old tables were not removed: %s", error)
