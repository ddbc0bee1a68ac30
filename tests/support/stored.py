"""Rows that are added to a store, awaited."""

import asyncio
from collections.abc import Iterable
from functools import partial

from parlour.table.table import Row
from parlour.web.store import Store, settle


async def add(store: Store, name: str, rows: Iterable[Row]) -> None:
    """Add rows, and wait until they are stored; StoreError."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.add(name, rows, partial(settle, done, None))
    await done
