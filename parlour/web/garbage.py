"""Garbage is looked for when nobody waits: Python's collector of cycles would stop a busy server when it likes.

At 500 tables a look at all objects takes half a second, and one at the younger ones up to 0.1 s. What a move leaves behind is
freed by its counts; cycles come of connections that end. So the collector is off, and called once a minute: among all objects
in a quiet second, else among the newest, and among all after an hour without such a second.
"""

import asyncio
import gc
from collections.abc import Callable, Coroutine
from typing import Any

TICK = 1.0  # seconds
MINUTE, HOUR = 60, 3600  # ticks


async def collect(handled: Callable[[], int], pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep) -> None:
    """Collect for ever; `handled` is how many messages there have been so far."""
    gc.collect()
    gc.freeze()  # the program itself is no garbage
    gc.disable()
    try:
        before, young, whole = handled(), 0, 0  # ticks since the newest objects were looked at, and all
        while True:
            await pause(TICK)
            now, young, whole = handled(), young + 1, whole + 1
            if whole >= HOUR or (whole >= MINUTE and now == before):
                gc.collect()
                young = whole = 0
            elif young >= MINUTE:
                gc.collect(0)
                young = 0
            before = now
    finally:
        gc.enable()
        gc.unfreeze()
