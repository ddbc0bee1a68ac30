"""The stored tables: a description of each and its rows. Rows are only added, until the whole table
is removed.

    store.add(name, rows, done)         calls `done` when they are on disk

One thread writes, on one connection; another reads what is to be loaded. A transaction includes all
jobs that wait when it begins, so a hundred tables cost a busy server the same as one: the time of a
commit is the disk's. Jobs are answered after the commit. If a transaction fails, each of its jobs
is tried alone, so that a failure affects one table only. A full disk or a locked file affects all.

A database may neither answer nor fail; then `waiting.py` refuses jobs. Whether one that had begun
is stored is unknown. Its table is loaded again as it is stored, and the key (table, n) refuses what
a late commit has stored already.

An error has a sentence for players, which says why nothing is stored. The line for the host, which
also names the file, is logged.

A table is removed when it has not changed for a long time. This is not the time of its rows, which
a wrong clock may have stamped, but the time that servers have run since they first saw its last
row. The caller counts that time with `count_running`.
"""

import asyncio
import contextlib
import logging
import queue
import threading
from collections.abc import Callable, Container, Iterable, Sequence
from concurrent.futures import Future
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from parlour.errors import Moved, SideFileMoved, StoreError, TableExists
from parlour.host.ports import Done, settle
from parlour.storage.database import CHECK, MOVED, OTHER, Database, brief, driver_error, temporary
from parlour.storage.reading import Reader
from parlour.storage.removal import most_removed, remove_old
from parlour.storage.schema import CLOCK, SNAPSHOTS, TABLES
from parlour.storage.stored import StoredTable, whole_table
from parlour.storage.waiting import Answered, Job, Silent, Waiting
from parlour.table.table import Made, Row, Snapshot

LOG = logging.getLogger("parlour")
T = TypeVar("T")
TOGETHER = 500  # jobs in a transaction, at most
OPENING = 10.0  # seconds to open the database, or to read a table for a command
CLOSING = 2.0  # seconds that the thread has to finish

# with the driver's own placeholders
APPEND = 'INSERT INTO events ("table", n, at, body) VALUES ({0}, {0}, {0}, {0})'
KEEP = """
    INSERT INTO snapshots ("table", n, body) VALUES ({0}, {0}, {0})
    ON CONFLICT ("table") DO UPDATE SET n = excluded.n, body = excluded.body
"""
ROW_EXISTS = "A row that is there already cannot be written again."


class Store:
    """The tables of a database. A store is used in the event loop in which it was made."""

    def __init__(self, database: Database) -> None:
        """Nothing is opened yet."""
        self.database = database
        self.commits = 0  # the number of transactions so far
        self._connection: sa.Connection | None = None
        self._driver: Any = None  # the driver's own connection below it
        self._append, self._keep = APPEND.format(database.mark), KEEP.format(database.mark)
        self._opened = False
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.waiting = Waiting(self._loop, self._report_silence)
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)

    async def open(self) -> None:
        """Open the database and upgrade it; StoreError if that is impossible."""
        self._reader = Reader(self.database.reading, self._report_silence)
        self._thread.start()
        try:
            await self._do(lambda _connection: None, OPENING)
        except StoreError:
            if self.waiting.silent:
                raise StoreError(_no_answer(self.database)) from None
            raise
        finally:
            self.waiting.stop()  # later jobs wait for less

    async def close(self) -> None:
        """Finish all waiting jobs, and close the database; if it does not answer, give it up."""
        if self._thread.ident is None:  # the system gave no thread
            return
        await self._reader.close()  # first, so that the writer's end empties SQLite's log
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join, CLOSING)
        self.waiting.stop()
        if self._opened and self._thread.is_alive():
            LOG.error("%s", f"{_no_answer(self.database)} The server ends without it.")

    async def make(self, description: Made, at: float) -> bool:
        """Store a new table, made at a time in seconds since the epoch. Returns False if it is
        stored already; TableExists if another table has its name.
        """

        def work(connection: sa.Connection) -> bool:
            body = connection.scalar(
                sa.select(TABLES.c.body).where(TABLES.c.name == description.name)
            )
            if body is None:
                connection.execute(
                    sa.insert(TABLES),
                    {"name": description.name, "at": at, "body": description.body},
                )
            elif body != description.body:
                raise TableExists("Another table already uses this key.")
            return body is None

        return await self._do(work)

    async def find(self, name: str) -> StoredTable | None:
        """A table as it is stored; None if it does not exist."""
        wanted = (
            sa.select(TABLES.c.body, SNAPSHOTS.c.n, SNAPSHOTS.c.body.label("snapshot"))
            .outerjoin(SNAPSHOTS, SNAPSHOTS.c.table == TABLES.c.name)
            .where(TABLES.c.name == name)
        )
        row = await self.read(lambda connection: connection.execute(wanted).first())
        if row is None:
            return None
        snapshot = None if row.n is None else Snapshot(row.n, row.snapshot)
        return StoredTable(name, row.body, snapshot, self.read, self._do)

    def add(
        self, name: str, rows: Iterable[Row], done: Done, snapshot: Snapshot | None = None
    ) -> None:
        """Add rows to a table, and the snapshot after one of them, then call `done`; with
        StoreError if one of the rows exists already.
        """
        added = [(name, *row) for row in rows]
        kept = [(name, *snapshot)] if snapshot else []
        self._put(Job(lambda _, error: done(error), None, added, kept))

    async def read(self, work: Callable[[sa.Connection], T]) -> T:
        """The result of a read beside the writer; StoreError if it fails."""
        try:
            return await self._reader.read(work)
        except Silent:
            raise
        except Exception as error:
            raise self._refusal(error) from None

    async def count_running(self, seconds: float) -> None:
        """Count so many more seconds of running."""
        await self._do(
            lambda connection: (
                connection.execute(sa.update(CLOCK).values(ran=CLOCK.c.ran + seconds)) and None
            )
        )

    async def remove_old(self, unchanged: float, keep: Callable[[], Container[str]]) -> int:
        """Check all tables, and remove some that have not changed in so many seconds of running.
        `keep` gives the names of tables to leave. Returns the number removed.
        """
        most = await self._do(most_removed)
        removed, after = 0, ""
        while True:
            look = partial(
                remove_old, unchanged=unchanged, keep=keep(), after=after, most=most - removed
            )
            last, number = await self._do(look)
            if last is None:
                return removed
            removed, after = removed + number, last

    async def _do(self, work: Callable[[sa.Connection], T], patience: float = 0.0) -> T:
        """The result of a transaction of the writer."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._put(Job(partial(settle, future), work), patience)
        return await future

    def _put(self, job: Job, patience: float = 0.0) -> None:
        """Pass a job to the thread, unless the database does not answer."""
        if self.waiting.add(job, patience):
            self._jobs.put(job)

    def _report_silence(self) -> None:
        if self._opened:
            LOG.error("%s", _no_answer(self.database))

    # The writer thread.

    def _run(self) -> None:
        jobs: list[Job | None] = []
        while None not in jobs:
            jobs = self._next()
            if jobs:
                self._run_jobs([job for job in jobs if job and not job.answered])
            else:
                self._check()
        self._disconnect()
        self.database.close()

    def _next(self) -> list[Job | None]:
        """The waiting jobs; none if none has arrived within `CHECK` seconds."""
        try:
            jobs = [self._jobs.get(timeout=CHECK)]
        except queue.Empty:
            return []
        more = min(self._jobs.qsize(), TOGETHER - 1)
        return jobs + [self._jobs.get() for _ in range(more)]  # no other thread takes any

    def _check(self) -> None:
        """Check the database files while no job waits, and report a fault."""
        try:
            if self._connection:
                self.database.check()
        except StoreError as error:
            LOG.error("%s", error)
            if not self._usable(error):
                self._disconnect()

    def _run_jobs(self, jobs: Sequence[Job]) -> None:
        """Do jobs in one transaction, or if it fails, each in its own; answer them."""
        try:
            answers: list[Answered] = [
                (job, answer, None) for job, answer in (self._commit(jobs) if jobs else ())
            ]
        except Exception as error:  # any error is passed to the job's future; the thread continues
            if len(jobs) > 1 and not _affects_all(error):
                for job in jobs:
                    self._run_jobs([job])
                return
            refused = self._refusal(error)
            answers = [(job, None, refused) for job in jobs]
        with contextlib.suppress(RuntimeError):  # the loop has ended without an answer
            self._loop.call_soon_threadsafe(self.waiting.answer, answers)

    def _commit(self, jobs: Sequence[Job]) -> list[tuple[Job, Any]]:
        """Do jobs in one transaction; returns each with its result."""
        connection = self._connected()
        try:
            # otherwise it is a single row: one statement, which SQLite commits by itself
            only = jobs[0]
            if len(jobs) > 1 or only.work or only.snapshots or len(only.rows) > 1:
                self.database.begin(self._driver)
            done = self._work(connection, jobs)
            connection.commit()
            self._driver.commit()  # SQLAlchemy does not commit rows added through the driver
            self.commits += 1
            self.database.check()
        except Exception as error:
            if self._usable(error):
                connection.rollback()
                self._driver.rollback()
            else:
                # a failed connection may be unusable; the next transaction opens another
                self._disconnect()
            raise
        return done

    def _connected(self) -> sa.Connection:
        if self._connection is None:
            self._connection = self.database.connect()
            self._driver, self._opened = self._connection.connection.driver_connection, True
        return self._connection

    def _work(self, connection: sa.Connection, jobs: Sequence[Job]) -> list[tuple[Job, Any]]:
        """Do jobs in their order; consecutive rows are added with one statement."""
        done: list[tuple[Job, Any]] = []
        waiting: list[Job] = []
        for job in jobs:
            waiting.append(job)
            if job.work:
                self._add_rows(waiting)
                waiting = []
            done.append((job, job.work(connection) if job.work else None))
        self._add_rows(waiting)
        return done

    def _add_rows(self, jobs: Sequence[Job]) -> None:
        """Add the rows of jobs, and store their snapshots."""
        rows = [row for job in jobs for row in job.rows]
        snapshots = [snapshot for job in jobs for snapshot in job.snapshots]
        for statement, values in ((self._append, rows), (self._keep, snapshots)):
            if values:
                self._driver.cursor().executemany(statement, values)

    def _usable(self, error: Exception) -> bool:
        """Whether the connection is still usable after this error."""
        ours = isinstance(error, StoreError) and not isinstance(error, SideFileMoved)
        return (
            ours
            or bool(temporary(error))
            or isinstance(driver_error(error), self.database.errors.IntegrityError)
        )

    def _disconnect(self) -> None:
        if self._connection:
            # the connection may be lost
            with self._reader.closed(), contextlib.suppress(Exception):
                self._connection.invalidate()  # never used again
                self._connection.close()
            self._connection = self._driver = None

    def _refusal(self, error: Exception) -> Exception:
        """The error for the job, without the path of the database. The error for the host is
        logged.
        """
        wrong, errors = driver_error(error), self.database.errors
        if not self._opened or not (
            _affects_all(error) or isinstance(wrong, errors.Error | sa.exc.SQLAlchemyError)
        ):
            return error
        if isinstance(error, StoreError):
            LOG.error("%s", error)
            return StoreError(MOVED if isinstance(error, Moved) else OTHER)
        LOG.error("The tables in %s cannot be used: %s.", self.database.name, brief(error))
        if isinstance(wrong, errors.IntegrityError):
            return StoreError(ROW_EXISTS)
        return StoreError(temporary(error) or OTHER)


def read(database: Database, name: str) -> tuple[str, list[Row]] | None:
    """The description of a table and its rows in order, in a database that no server uses and that
    stays as it is; None if it does not exist. StoreError, which names the database, if it cannot be
    read or does not answer.
    """
    outcome: Future[tuple[str, list[Row]] | None] = Future()

    def work() -> None:
        try:
            outcome.set_result(_read(database, name))
        except BaseException as error:  # the caller's thread raises it
            outcome.set_exception(error)

    threading.Thread(target=work, name="read", daemon=True).start()
    try:
        return outcome.result(OPENING)
    except TimeoutError:
        raise StoreError(_no_answer(database)) from None


def _no_answer(database: Database) -> str:
    """The sentence for the host about a database that neither answers nor fails."""
    return f"The tables in {database.name} cannot be used: the database does not answer."


def _read(database: Database, name: str) -> tuple[str, list[Row]] | None:
    """As `read`, for as long as it takes."""
    try:
        with database.connect() as connection:
            return whole_table(connection, name)
    except sa.exc.SQLAlchemyError as error:
        raise StoreError(f"The tables in {database.name} cannot be used: {brief(error)}.") from None
    finally:
        database.close()


def _affects_all(error: Exception) -> bool:
    """Whether an error affects all tables, not only that of the job."""
    return bool(temporary(error)) or (
        isinstance(error, StoreError) and not isinstance(error, TableExists)
    )
