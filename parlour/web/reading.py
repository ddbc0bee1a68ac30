"""Reads of the stored tables, beside the thread that stores: a load of a long table holds up no
move.

One thread reads, on a connection of its own that can write nothing. It is daemonic, so that a
database that hangs does not keep the process.
"""

import asyncio
import queue
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from parlour.web.done import settle

T = TypeVar("T")
ENDING = 1.0  # seconds to wait for the thread at the end
Task = tuple[Callable[[Any, Exception | None], None], Callable[[sa.Connection], Any]]


class Reader:
    """The reading thread. It is used in the event loop in which it was made."""

    def __init__(self, connect: Callable[[], sa.Connection]) -> None:
        """Nothing is opened yet. `connect` opens a connection that only reads."""
        self._connect = connect
        self._connection: sa.Connection | None = None
        self._stale = False
        self._loop = asyncio.get_running_loop()
        self._tasks: queue.SimpleQueue[Task | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)
        self._thread.start()

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """The result of a function of the connection, or its error."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._tasks.put((partial(settle, future), work))
        return await future

    def renew(self) -> None:
        """Open another connection before the next read: the database may be another one now."""
        self._stale = True

    async def close(self) -> None:
        """Close the connection."""
        self._tasks.put(None)
        await asyncio.to_thread(self._thread.join, ENDING)

    def _run(self) -> None:
        while task := self._tasks.get():
            answer, work = task
            result, wrong = None, None
            try:
                result = self._done(work)
            except Exception as error:  # it is passed to the waiter; the thread continues
                wrong, self._stale = error, True
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(answer, result, wrong)
        self._disconnect()

    def _done(self, work: Callable[[sa.Connection], Any]) -> Any:
        if self._stale:
            self._disconnect()
        if self._connection is None:
            self._connection, self._stale = self._connect(), False
        try:
            return work(self._connection)
        finally:
            self._connection.rollback()  # the next read sees what was stored since

    def _disconnect(self) -> None:
        if self._connection:
            with suppress(Exception):  # the connection may be lost
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
