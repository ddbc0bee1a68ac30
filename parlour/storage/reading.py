"""Reads of the stored tables, beside the thread that stores: a load of a long table holds up no
move.

One thread reads, on a connection of its own that can write nothing. It is daemonic, so that a
database that hangs does not keep the process. Its connection is closed whenever the writer's is:
SQLite moves the rows of its log into the file when the last connection is closed, and only then
do they outlast a log that was removed.
"""

import asyncio
import queue
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from parlour.host.ports import settle
from parlour.storage.waiting import Job, Waiting

T = TypeVar("T")
ENDING = 0.5  # seconds to wait for the thread at the end
BETWEEN = 1.0  # seconds to wait for the end of a read


class Reader:
    """The reading thread. It is used in the event loop in which it was made."""

    def __init__(
        self, connect: Callable[[], sa.Connection], fell_silent: Callable[[], None]
    ) -> None:
        """Nothing is opened yet. `connect` opens a connection that only reads; `fell_silent` is
        called when the database does not answer.
        """
        self._connect = connect
        self._connection: sa.Connection | None = None
        self._stale = False
        self._lock = threading.Lock()  # held by the user of the connection
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.waiting = Waiting(self._loop, fell_silent)
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)
        self._thread.start()

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """The result of a function of the connection, or its error."""
        future: asyncio.Future[T] = self._loop.create_future()
        job = Job(partial(settle, future), work)
        if self.waiting.add(job):
            self._jobs.put(job)
        return await future

    @contextmanager
    def closed(self) -> Iterator[None]:
        """No connection is open in the block, unless a read does not end. The next read opens
        another: the database may be another one then.
        """
        free, self._stale = self._lock.acquire(timeout=BETWEEN), True
        try:
            if free:
                self._disconnect()
            yield
        finally:
            if free:
                self._lock.release()

    async def close(self) -> None:
        """Close the connection."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, ENDING)
        self.waiting.stop()

    def _run(self) -> None:
        while job := self._jobs.get():
            answers = [] if job.answered else [(job, *self._result(job))]
            with suppress(RuntimeError):  # the loop has ended meanwhile
                self._loop.call_soon_threadsafe(self.waiting.answer, answers)
        with self._lock:
            self._disconnect()

    def _result(self, job: Job) -> tuple[Any, Exception | None]:
        """The result of a job, or its error, which is passed to the waiter."""
        try:
            with self._lock:
                return self._done(job), None
        except Exception as error:
            self._stale = True
            return None, error

    def _done(self, job: Job) -> Any:
        if self._stale:
            self._disconnect()
        if self._connection is None:
            self._connection, self._stale = self._connect(), False
        try:
            return job.work and job.work(self._connection)
        finally:
            self._connection.rollback()  # the next read sees what was stored since

    def _disconnect(self) -> None:
        if self._connection:
            with suppress(Exception):  # the connection may be lost
                self._connection.invalidate()
                self._connection.close()
            self._connection = None
