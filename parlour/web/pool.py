"""The processes that decide for all tables, and who is served when.

    pool.ask(job, answer)     answer(Decided) is called when it is decided

Where a job's time is over before it begins, it is never answered.
One decision is made at a time by each process. Jobs of tables where people play go first; among
those each address has its turn, and of an address each table. Nothing waits for a compiler: until a
game's code is loaded, its jobs are answered so.
"""

import asyncio
import contextlib
import logging
import os
import signal
from collections import deque
from collections.abc import Callable, Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, NamedTuple, TypeAlias

from parlour.game import GAMES
from parlour.table.outcome import FAILED, PREPARING, Decided
from parlour.web import worker
from parlour.web.faults import summary
from parlour.web.worker import Decide, Ready

LOG = logging.getLogger("parlour")
MOST = 4  # processes; each holds the compiled code of all games
# seconds that a decision takes at most, also on a busy machine; one that is due sooner is not begun
COST = 0.25
HANGS = 30.0  # seconds after which a process that decides nothing is ended
AGAIN = 1.0  # seconds until a process that has ended is started again

Answer: TypeAlias = Callable[[Decided], None]


class Job(NamedTuple):
    """A decision to be made, and for whom."""

    decide: Decide
    due: float  # by the clock of the pool
    people: bool  # whether a person plays at the table
    address: str
    table: str


class Waiting(NamedTuple):
    """A job, and who is told of it."""

    job: Job
    answer: Answer


class Queue:
    """Jobs that wait, in fair turn."""

    def __init__(self) -> None:
        """None waits."""
        # with people, without; by address, by table
        self.lanes: tuple[dict[str, dict[str, deque[Waiting]]], ...] = (
            {},
            {},
        )

    def put(self, waiting: Waiting, now: float) -> None:
        """One more waits, and those of its table that are too late wait no more."""
        job = waiting.job
        jobs = self.lanes[not job.people].setdefault(job.address, {}).setdefault(job.table, deque())
        while jobs and jobs[0].job.due <= now:
            jobs.popleft()
        jobs.append(waiting)

    def pop(self, games: Container[str], now: float) -> Waiting | None:
        """The next job of these games that can be done in time; those that cannot are dropped."""
        for lane in self.lanes:
            for address in list(lane):
                tables = lane.pop(address)
                found = self._of(tables, games, now)
                if tables:
                    lane[address] = tables  # now the last one
                if found:
                    return found
        return None

    def _of(
        self, tables: dict[str, deque[Waiting]], games: Container[str], now: float
    ) -> Waiting | None:
        for table in list(tables):
            jobs = tables.pop(table)
            while jobs and jobs[0].job.due - COST < now:
                jobs.popleft()
            found = jobs.popleft() if jobs and jobs[0].job.decide.view.game in games else None
            if jobs:
                tables[table] = jobs
            if found:
                return found
        return None


class Process:
    """One worker process."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        """It is not started."""
        self.executor = executor
        self.games: set[str] = set()  # whose code it has loaded
        self.wanted = asyncio.Event()  # there may be something to do
        self.process: Any = None
        self.ended = False  # for good
        self.connection: Connection[Any, Any] | None = None

    async def start(self) -> None:
        """Start it, in place of one that has ended."""
        self.games.clear()
        await asyncio.get_running_loop().run_in_executor(self.executor, self._start)

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would have the server's sockets and locks
        self.end()
        before, self.process = self.process, None
        if before:
            before.join()
            before.close()
        ours, theirs = context.Pipe()
        with theirs:
            process = context.Process(
                target=worker.main, args=(theirs,), daemon=True, name="parlour worker"
            )
            with interrupts_blocked():
                process.start()
        self.process, self.connection = process, ours
        if self.ended:  # meanwhile
            self.end()

    async def ask(self, job: Decide | Ready) -> tuple[bool, Any]:
        """Have a job done; EOFError or OSError where the process ends before."""
        loop = asyncio.get_running_loop()
        guard = loop.call_later(HANGS, self.end) if isinstance(job, Decide) else None
        try:
            return await loop.run_in_executor(self.executor, self._ask, job)
        finally:
            if guard:
                guard.cancel()

    def _ask(self, job: Decide | Ready) -> tuple[bool, Any]:
        assert self.connection
        self.connection.send(job)
        answer: tuple[bool, Any] = self.connection.recv()
        return answer

    def end(self) -> None:
        """End it at once; `start` starts another, unless it has `ended`."""
        if self.process:
            self.process.kill()


@contextlib.contextmanager
def interrupts_blocked() -> Any:
    """Meanwhile this thread, and a process that it starts for good, is not interrupted: an
    interrupt is for the server.
    """
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Pool:
    """All processes that decide; used in the event loop in which they were prepared."""

    def __init__(
        self, clock: Callable[[], float], size: int = 0, games: Sequence[str] = ()
    ) -> None:
        """None is started; `size` of them will be, by default as many as there are cores but one,
        which is the server's. The code of these games (all, if none is named) is loaded at once,
        that of another when a table asks for it.
        """
        self.clock = clock
        self.size = size or max(1, min(MOST, (os.cpu_count() or 1) - 1))
        self.queue = Queue()
        self.processes: list[Process] = []
        self.loadable = list(games or GAMES)  # whose code is kept, as far as is known
        self.missing: list[str] = []  # whose code is to be compiled, in this order
        self.broken: set[str] = set()  # whose code cannot be
        self._executor = ThreadPoolExecutor(self.size + 1, "pool")
        self._tasks: list[asyncio.Task[None]] = []
        self._compiling: asyncio.Task[None] | None = None

    def prepare(self) -> None:
        """Start the processes, unless they are: somebody may soon play against a level that
        thinks.
        """
        if not self._tasks:
            self.processes = [Process(self._executor) for _ in range(self.size)]
            self._tasks = [asyncio.create_task(self._serve(process)) for process in self.processes]

    def ask(self, job: Job, answer: Answer) -> None:
        """Have a decision made, if there is time; where its game's code is not ready, say so at
        once.
        """
        self.prepare()
        game = job.decide.view.game
        if any(game in process.games for process in self.processes):
            self.queue.put(Waiting(job, answer), self.clock())
            self._wake()
            return
        if game not in (*self.loadable, *self.missing, *self.broken):
            self.loadable.append(game)
            self._wake()
        if game in self.missing[1:]:
            self.missing.remove(game)
            self.missing.insert(1, game)  # after the one that is being compiled
        answer(Decided(why=FAILED if game in self.broken else PREPARING))

    async def close(self) -> None:
        """End all processes; what waits is never answered."""
        tasks = [*self._tasks, *([self._compiling] if self._compiling else [])]
        for task in tasks:
            task.cancel()
        for process in self.processes:
            process.ended = True
            process.end()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._executor.shutdown(wait=False)

    def _wake(self) -> None:
        for process in self.processes:
            process.wanted.set()

    async def _serve(self, process: Process) -> None:
        """Let a process decide, for ever; one that has ended is started again."""
        while True:
            try:
                await process.start()
                while True:
                    await self._next(process)
            except Exception as error:  # the process has ended, or could not be started
                LOG.error("A process of the strong players is restarted: %s", summary(error))
            await asyncio.sleep(AGAIN)

    async def _next(self, process: Process) -> None:
        """Have a process do what is to be done next, if anything is."""
        process.wanted.clear()
        if game := next((game for game in self.loadable if game not in process.games), ""):
            await self._load(process, game)
        elif waiting := self.queue.pop(process.games, self.clock()):
            await self._decide(process, waiting)
        else:
            await process.wanted.wait()

    async def _decide(self, process: Process, waiting: Waiting) -> None:
        decided = Decided(why=FAILED)
        try:
            good, value = await process.ask(waiting.job.decide)
            if good:
                decided = Decided(value)
            else:
                LOG.error("A decision failed: %s", value)
        finally:
            waiting.answer(decided)

    async def _load(self, process: Process, game: str) -> None:
        good, loaded = await process.ask(Ready(game, compile=False))
        if good and loaded:
            process.games.add(game)
        elif game in self.loadable:
            self.loadable.remove(game)
            self.missing.append(game)
            self._compiling = self._compiling or asyncio.create_task(self._compile())

    async def _compile(self) -> None:
        """Have what is missing compiled by a process of its own, one game after the other."""
        while self.missing:
            game = self.missing[0]
            good, why = await self._compiled(game)
            self.missing.remove(game)
            if good:
                self.loadable.append(game)
                self._wake()
            else:
                self.broken.add(game)
                LOG.error("The strong players of %s cannot be compiled: %s.", game, why)
        self._compiling = None

    async def _compiled(self, game: str) -> tuple[bool, str]:
        compiler = Process(self._executor)
        try:
            await compiler.start()
            return await compiler.ask(Ready(game, compile=True))
        except Exception as error:  # it has ended, or could not be started
            return False, summary(error)
        finally:
            compiler.end()
