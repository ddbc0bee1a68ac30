"""The loading of tables: one at a time, in steps, as long as somebody waits for it.

A load reads a table's rows in pages, beside the thread that stores, and replays them in the event
loop in steps of a millisecond. Between two steps everybody else has a turn, and rows that are being
stored are waited for. The addresses that wait for loads take turns. A load is charged to the
address that asked for it, by its time; an address that has used its allowance is refused before.

A load begins with the table's last snapshot and so replays one round. Without one it replays all
rows, and stores the snapshot that it passed, so that the next load is short.
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from time import perf_counter, process_time
from typing import Any, Generic, TypeVar

from parlour.errors import ParlourError, RulesError, Spent, StoreError
from parlour.host.error_summary import summary
from parlour.host.ports import Rows, Stored
from parlour.host.rate_limits import Buckets, Limits
from parlour.table.messages.keys import hashed
from parlour.table.messages.new_table import Made, plan
from parlour.table.snapshot import restore, taken
from parlour.table.state import TableState
from parlour.table.table import Row, Snapshot, Source, Table

LOG = logging.getLogger("parlour")
T = TypeVar("T")
STEP = 0.001  # seconds of a load, after which others have a turn
WAITS = 20  # such times that a step waits for rows that are being stored, at most
READ = 0.001  # seconds of the processor that the read of a page costs, approximately
LONG = 400  # rows: after a load of more, a snapshot is stored
DEALT = '"event":"dealt"'  # in a row that deals
IN_LOG = "(the fault is in the log of the server)"
FAILED = f"This table failed {IN_LOG}."
AGAIN_AFTER = 30.0  # seconds between loads of a table that fails again and again
REST = 2.0  # seconds between loads of a damaged table
DAMAGED = f"This table cannot be loaded {IN_LOG}."
SPENT = "This address has had many tables loaded; try again later."


class Unread(StoreError):
    """The database cannot be read."""


class NotOpened(ParlourError):
    """A key that does not open a table."""


class Turns:
    """One turn at a time. The addresses that wait have theirs in a circle."""

    def __init__(self) -> None:
        """Nobody has a turn."""
        self._taken = False
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, address: str) -> AsyncIterator[None]:
        """Wait for a turn, and have it until the end of the block."""
        if self._taken or self._waiting:
            future = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(address, deque()).append(future)
            try:
                await future
            except asyncio.CancelledError:
                if not future.cancelled():  # the turn has come at the same moment
                    self._pass_on()
                raise
        self._taken = True
        try:
            yield
        finally:
            self._pass_on()

    def _pass_on(self) -> None:
        """Give the turn to the next address; its other waiters go to the end."""
        self._taken = False
        while self._waiting and not self._taken:
            address, (future, *others) = next(iter(self._waiting.items()))
            del self._waiting[address]
            if others:
                self._waiting[address] = deque(others)
            if not future.done():
                self._taken = True
                future.set_result(None)


class Shared(Generic[T]):
    """Tasks by name, each shared by all who wait for it, and ended when none of them does."""

    def __init__(self) -> None:
        """No task runs."""
        self.tasks: dict[str, asyncio.Task[T]] = {}
        self._waiters: dict[asyncio.Task[T], int] = {}

    async def result(self, name: str, begin: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """The result of the task of this name, which begins if it does not run."""
        task = self.tasks.get(name)
        if task is None:
            task = self.tasks[name] = asyncio.create_task(begin())
            self._waiters[task] = 0
        self._waiters[task] += 1
        try:
            return await asyncio.shield(task)
        finally:
            self._waiters[task] -= 1
            if not self._waiters[task]:
                del self._waiters[task], self.tasks[name]
                task.cancel()


class Loads:
    """The loads of a host's tables, and the allowances for them."""

    def __init__(
        self,
        store: Rows,
        limits: Limits,
        clock: Callable[[], float],
        storing: Callable[[], bool],
    ) -> None:
        """No table is being loaded. `storing` says whether rows are being stored."""
        self.store, self.clock, self.storing = store, clock, storing
        # milliseconds of loads, by address
        self.allowance = Buckets(limits.loading, limits.loading_at_once, limits.addresses)
        # of each table: its failures in memory, and the loads that found it damaged
        self.failures = Buckets(1 / AGAIN_AFTER, 2, limits.addresses)
        self.damaged = Buckets(1 / REST, 2, limits.addresses)
        self._turns = Turns()

    def failed(self, name: str) -> None:
        """Note that a table has failed; if it does so again and again, it is not loaded at once."""
        self.failures.spend(name, self.clock(), 1)

    async def find(self, name: str) -> Stored | None:
        """A table as it is stored; None if it does not exist. StoreError if it has just failed
        again, RulesError if its game is not installed.
        """
        for faults, why in ((self.failures, FAILED), (self.damaged, DAMAGED)):
            if name in faults.by_address and faults.late(name, self.clock()):
                raise StoreError(why)
        stored = await self.store.find(name)
        if stored:
            with self._damage(name):
                plan(Made(name, stored.body, None))
        return stored

    def check(self, address: str) -> None:
        """Spent if an address has used its allowance."""
        if late := self.allowance.late(address, self.clock()):
            raise Spent(SPENT, late)

    async def opens(self, stored: Stored, key: str, address: str) -> bool:
        """Whether a key may open a table, as far as its rows say without being replayed: whether
        they name its hash.
        """
        who, snapshot = hashed(key), stored.snapshot
        if who in stored.body or (snapshot and who in snapshot.body):
            return True
        async with self._turns.turn(address):
            began = perf_counter()
            named = await stored.mentions(who, snapshot.n if snapshot else 0)
            self.charge(address, perf_counter() - began)
            return named

    async def table(self, name: str, stored: Stored, source: Source, address: str) -> Table | None:
        """A table, loaded from its rows; None if it has been removed. StoreError if they are
        damaged, RulesError if its game is not installed.
        """
        async with self._turns.turn(address):
            count = await stored.claim()
            if count is None:
                return None
            with self._damage(name):
                table = Table(Made(name, stored.body, None), (), source)
                load = Load(self, table.state, stored, address)
                if snapshot := await load.run(count):
                    self.store.add(name, (), lambda _error: None, snapshot)
            return table

    @contextmanager
    def _damage(self, name: str) -> Iterator[None]:
        """StoreError, and a line in the log, if a table's rows cannot be replayed; not if the
        database cannot be read, or a game is not installed.
        """
        try:
            yield
        except (Unread, RulesError):
            raise
        except Exception as error:
            why = str(error) if isinstance(error, StoreError) else summary(error)
            LOG.error("%s", f"The table {name} cannot be loaded: {why}")
            self.damaged.spend(name, self.clock(), 1)
            raise StoreError(DAMAGED) from None

    def charge(self, address: str, seconds: float) -> None:
        """Charge an address for a part of a load."""
        self.allowance.spend(address, self.clock(), seconds * 1000)

    async def give_way(self) -> None:
        """Let everybody else have a turn, and what is being stored be stored."""
        await asyncio.sleep(0)
        for _ in range(WAITS):
            if not self.storing():
                return
            await asyncio.sleep(STEP)


class Load:
    """The load of one table, for an address."""

    def __init__(self, loads: Loads, state: TableState, stored: Stored, address: str) -> None:
        """Nothing has been replayed: the state is that of a new table."""
        self.loads, self.state, self.stored, self.address = loads, state, stored, address
        self.passed: Snapshot | None = None  # after the last deal that was replayed

    async def run(self, count: int) -> Snapshot | None:
        """Replay this many rows, from the last snapshot on; returns a later one if that would save
        much.
        """
        page = await self._since()
        first = self.state.n
        while self.state.n < count:
            if not page:
                raise StoreError(f"Event {self.state.n} is missing.")
            await self._replay(page)
            page = await self._page(self.state.n) if self.state.n < count else ()
        return self.passed if self.state.n - first > LONG else None

    async def _page(self, first: int) -> Sequence[Row]:
        self.loads.charge(self.address, READ)
        try:
            return await self.stored.page(first)
        except StoreError as error:
            raise Unread(str(error)) from None

    async def _since(self) -> Sequence[Row]:
        """The first rows to replay: those after the last snapshot, if it is one of this code."""
        if snapshot := self.stored.snapshot:
            page = await self._page(snapshot.n)
            if page and restore(self.state, snapshot, page[0]):
                return page[1:]
        return await self._page(0)

    async def _replay(self, page: Sequence[Row]) -> None:
        """Replay some rows in steps."""
        last = max((row.n for row in page if DEALT in row.body), default=-1)
        began, spent = perf_counter(), process_time()
        for n in self.state.replay(page):
            if n == last:
                self.passed = taken(self.state, page[n - page[0].n]) or self.passed
            if perf_counter() - began > STEP:
                self.loads.charge(self.address, process_time() - spent)
                await self.loads.give_way()
                began, spent = perf_counter(), process_time()
        self.loads.charge(self.address, process_time() - spent)
