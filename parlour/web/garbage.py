"""Garbage is looked for when nobody waits: Python's collector of cycles would stop a busy server when it likes.

At 500 tables a look at all objects takes half a second, and one at the younger ones up to 0.1 s. What a move leaves behind is
freed by its counts; cycles come of connections that end. So the collector is off, and called: among the newest objects each
second, among all in a quiet moment, a minute after the last time at the earliest, an hour after it at the latest.
"""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

TICK = 1.0  # seconds
EARLIEST, LATEST = 60, 3600  # ticks from one look at all objects to the next: where nothing was handled, and where much was


async def collect(handled: Callable[[], int], pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep) -> None:
    """Collect for ever; `handled` is how many messages there have been so far."""
    gc.collect()
    gc.freeze()  # the program itself is no garbage
    gc.disable()
    try:
        before, ticks = handled(), 0
        while True:
            await pause(TICK)
            now, ticks = handled(), ticks + 1
            whole = ticks >= (EARLIEST if now == before else LATEST)
            gc.collect(2 if whole else 0)
            before, ticks = now, 0 if whole else ticks
    finally:
        gc.enable()
        gc.unfreeze()
