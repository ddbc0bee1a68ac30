"""Rows that are added to a store, awaited."""

import asyncio
from collections.abc import Sequence
from functools import partial

from parlour.table.table import Row
from parlour.web.around import Rows
from parlour.web.done import settle


async def add(store: Rows, name: str, rows: Sequence[Row]) -> None:
    """Add rows, and wait until they are stored; StoreError."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.add(name, rows, partial(settle, done, None))
    await done
