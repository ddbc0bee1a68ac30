"""What is kept of tables: what each is, and its rows, which are only ever added to, until the whole table is forgotten.

    await store.append(name, rows)      returns when they are on disk

One thread writes, on one connection. All that waits when a transaction begins goes into it, so that a busy server pays for a
hundred tables what it pays for one: the time of a commit is the disk's. Whoever asked is answered after the commit. Where a
transaction fails, each of its parts is tried alone, so that one table's failure is no other's.
"""

import asyncio
import contextlib
import queue
import threading
from collections.abc import Callable, Container, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from parlour.errors import StoreError, Taken
from parlour.table import Made, Row
from parlour.web.database import Database, brief

T = TypeVar("T")
TOGETHER = 500  # requests in a transaction at most
LOOKED_AT = 200  # tables at once, where old ones are removed: others' rows are stored in between

META = sa.MetaData()
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("name", sa.String(12), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
EVENTS = sa.Table(
    "events",
    META,
    sa.Column("table", sa.String(12), sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
APPEND = sa.insert(EVENTS)
LAST = (  # when a table's last row was stored
    sa.select(EVENTS.c.at).where(EVENTS.c.table == TABLES.c.name).order_by(EVENTS.c.n.desc()).limit(1).scalar_subquery()
)


class Job(NamedTuple):
    """Something to do in a transaction, and who waits for it."""

    work: Callable[[sa.Connection], Any]
    future: "asyncio.Future[Any]"


class Store:
    """The tables of a database; used in the event loop in which it was made."""

    def __init__(self, database: Database) -> None:
        """Nothing is opened yet."""
        self.database = database
        self.commits = 0  # transactions so far
        self._connection: sa.Connection | None = None
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)

    async def open(self) -> None:
        """Open the database and bring it up to date; StoreError."""
        self._thread.start()
        await self._do(lambda connection: None)

    async def close(self) -> None:
        """Finish what waits, and let the database go."""
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)

    async def make(self, made: Made, at: float) -> bool:
        """Keep a new table; False where this very one is there already; Taken where another one has its name."""

        def work(connection: sa.Connection) -> bool:
            body = connection.scalar(sa.select(TABLES.c.body).where(TABLES.c.name == made.name))
            if body is None:
                connection.execute(sa.insert(TABLES), {"name": made.name, "at": at, "body": made.body})
            elif body != made.body:
                raise Taken("Another table has been made with this key.")
            return body is None

        return await self._do(work)

    async def find(self, name: str) -> tuple[str, list[Row]] | None:
        """What a table is and its rows, in order; None where there is none."""

        def work(connection: sa.Connection) -> tuple[str, list[Row]] | None:
            body = connection.scalar(sa.select(TABLES.c.body).where(TABLES.c.name == name))
            if body is None:
                return None
            wanted = sa.select(EVENTS.c.n, EVENTS.c.at, EVENTS.c.body).where(EVENTS.c.table == name).order_by(EVENTS.c.n)
            return body, [Row(*row) for row in connection.execute(wanted)]

        return await self._do(work)

    async def append(self, name: str, rows: Iterable[Row]) -> None:
        """Keep rows of a table; StoreError where one is there already."""
        values = [{"table": name, "n": row.n, "at": row.at, "body": row.body} for row in rows]
        await self._do(lambda connection: connection.execute(APPEND, values) and None)

    async def forget(self, before: float, keep: Container[str], after: str = "") -> str:
        """Of the next tables after a name remove those without an event since then, but for some; the last name, if any."""
        return await self._do(lambda connection: _forget(connection, before, keep, after))

    async def _do(self, work: Callable[[sa.Connection], T]) -> T:
        future: asyncio.Future[T] = self._loop.create_future()
        self._jobs.put(Job(work, future))
        return await future

    # In the thread.

    def _run(self) -> None:
        while True:
            jobs = [self._jobs.get()]
            while len(jobs) < TOGETHER and not self._jobs.empty():
                jobs.append(self._jobs.get())
            real = [job for job in jobs if job]
            if real:
                self._together(real)
            if len(real) < len(jobs):
                break
        self._let_go()
        self.database.close()

    def _together(self, jobs: Sequence[Job]) -> None:
        """Do jobs in one transaction, or where that fails each in its own; answer them."""
        try:
            answers: list[tuple[Job, Any, Exception | None]] = [(job, answer, None) for job, answer in self._commit(jobs)]
        except Exception as error:  # whatever it is, it is told to whoever asked; the thread goes on
            if len(jobs) > 1:
                for job in jobs:
                    self._together([job])
                return
            answers = [(job, None, self._refusal(error)) for job in jobs]
        self._loop.call_soon_threadsafe(_answer, answers)

    def _commit(self, jobs: Sequence[Job]) -> list[tuple[Job, Any]]:
        if self._connection is None:
            self._connection = self.database.connect()
        try:
            with self._connection.begin():
                done = [(job, job.work(self._connection)) for job in jobs]
        except (sa.exc.IntegrityError, StoreError):
            raise
        except Exception:
            self._let_go()  # a connection that failed may be gone; the next transaction makes another
            raise
        self.commits += 1
        return done

    def _let_go(self) -> None:
        if self._connection:
            with contextlib.suppress(sa.exc.SQLAlchemyError):  # it may have been lost
                self._connection.close()
            self._connection = None

    def _refusal(self, error: Exception) -> Exception:
        if isinstance(error, sa.exc.IntegrityError):
            return StoreError("A row that is there already cannot be written again.")
        if isinstance(error, sa.exc.SQLAlchemyError):
            return StoreError(f"{self.database.name} cannot be used: {brief(error)}.")
        return error


def _forget(connection: sa.Connection, before: float, keep: Container[str], after: str) -> str:
    wanted = sa.select(TABLES.c.name, sa.func.coalesce(LAST, TABLES.c.at)).where(TABLES.c.name > after).order_by(TABLES.c.name)
    found = connection.execute(wanted.limit(LOOKED_AT)).all()
    if old := [name for name, at in found if at < before and name not in keep]:
        connection.execute(sa.delete(EVENTS).where(EVENTS.c.table.in_(old)))
        connection.execute(sa.delete(TABLES).where(TABLES.c.name.in_(old)))
    return str(found[-1].name) if found else ""


def _answer(answers: Iterable[tuple[Job, Any, Exception | None]]) -> None:
    """Tell who waits; in the event loop."""
    for job, answer, error in answers:
        if job.future.done():  # nobody waits any more
            continue
        if error:
            job.future.set_exception(error)
        else:
            job.future.set_result(answer)
