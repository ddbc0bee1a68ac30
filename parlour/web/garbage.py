"""Garbage is looked for when nobody waits: Python's collector of cycles would stop a busy server
when it likes.

At 500 tables a look at all objects takes half a second, and one at the younger ones up to 0.1 s.
What a move leaves behind is freed by its counts; cycles come of connections that end. So the
collector is off, and called: a minute after the last time in the first quiet second, after an hour
in any, and whenever very many objects have been added.
"""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

TICK = 1.0  # seconds
MINUTE, HOUR = 60, 3600  # ticks
MANY = 3_000_000  # objects that were added and are still there, garbage or not


async def collect(
    handled: Callable[[], int], pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
) -> None:
    """Collect for ever; `handled` is how many messages there have been so far."""
    gc.collect()
    gc.freeze()  # the program itself is no garbage
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
