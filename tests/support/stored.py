"""Rows that are added to a store and read from it, awaited."""

import asyncio
from collections.abc import Sequence
from functools import partial

from parlour.host.ports import Rows, settle
from parlour.storage.store import Store
from parlour.table.table import Row


async def add(store: Rows, name: str, rows: Sequence[Row]) -> None:
    """Add rows, and wait until they are stored; StoreError."""
    done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    store.add(name, rows, partial(settle, done, None))
    await done


async def whole(store: Store, name: str) -> tuple[str, list[Row]] | None:
    """The description of a table and all its rows; None if it does not exist."""
    stored = await store.find(name)
    if stored is None or (count := await stored.claim()) is None:
        return None
    rows = list[Row]()
    while len(rows) < count:
        rows += await stored.page(len(rows))
    return stored.body, rows
