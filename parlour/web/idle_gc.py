"""Garbage collection at idle moments: Python's collector of cycles would pause a busy server at any
time.

At 500 tables a full collection takes half a second, and one of the younger objects up to 0.1 s.
Reference counts free all objects of a move; only connections that end leave cycles. So the
collector is off, and is called here: a minute after the last collection in the first quiet second,
after an hour in any second, and whenever very many objects have been added.
"""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

TICK = 1.0  # seconds
MINUTE, HOUR = 60, 3600  # ticks
MANY = 3_000_000  # objects added since the last collection and still in memory, garbage or not


async def collect(
    handled: Callable[[], int], pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
) -> None:
    """Collect for ever; `handled` gives the number of messages so far."""
    gc.freeze()  # the objects of the program itself are never garbage
    gc.disable()
    try:
        before, ticks = handled(), 0
        while True:
            await pause(TICK)
            now, ticks = handled(), ticks + 1
            if ticks >= (MINUTE if now == before else HOUR) or gc.get_count()[0] > MANY:
                gc.collect()
                ticks = 0
            before = now
    finally:
        gc.enable()
        gc.unfreeze()
