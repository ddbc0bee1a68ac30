"""The processes that compute decisions for all tables, and the order of their jobs.

    pool.ask(job, answer)     calls answer(Decided) with the result

A job that cannot begin in time is never answered. Each process computes one decision at a time.
Jobs of tables with persons come first. Among those, addresses take turns, and within an address its
tables; within a table the job that is due first. No table waits for the code of a game: until it is
loaded, its jobs are answered with PREPARING at once, and again with their results if these come in
time.
"""

import asyncio
import logging
import os
from bisect import insort
from collections import Counter, deque
from collections.abc import Callable, Container, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from operator import attrgetter
from threading import Lock
from typing import Any, NamedTuple

from parlour.game import GAMES
from parlour.processes import interrupts_blocked
from parlour.table.outcome import FAILED, PREPARING, Decided
from parlour.web import worker
from parlour.web.faults import summary
from parlour.web.jobs import Answer, Decide, Job, Load

LOG = logging.getLogger("parlour")
MOST = 4  # processes; each loads the compiled code of all games
# seconds that a decision takes at most, even on a busy machine; a decision due sooner is not begun
COST = 0.25
HANGS = 30.0  # seconds without a result after which a process is ended
AGAIN = 1.0  # seconds until a process that has ended is restarted
# ends of a process while it loads a game until that is given up: one may be by chance, since a
# machine that is short of memory kills processes
ENDS = 3
# one process starts at a time: on Windows interrupts are blocked in all threads, and after one
# start they would reach another process that starts
STARTING = Lock()


class Waiting(NamedTuple):
    """A job, and the function that receives its result."""

    job: Job
    answer: Answer


class Queue:
    """The waiting jobs, in fair turn."""

    def __init__(self) -> None:
        """No job waits."""
        # jobs with persons and jobs without, each by address and table
        self.lanes: tuple[dict[str, dict[str, deque[Waiting]]], ...] = (
            {},
            {},
        )

    def put(self, waiting: Waiting, now: float) -> None:
        """Add a job; jobs of its table that are too late are removed."""
        job = waiting.job
        jobs = self.lanes[not job.people].setdefault(job.address, {}).setdefault(job.table, deque())
        while jobs and jobs[0].job.due <= now:
            jobs.popleft()
        insort(jobs, waiting, key=attrgetter("job.due"))

    def pop(self, games: Container[str], now: float) -> Waiting | None:
        """The next job of these games that can be computed in time, or None; jobs that are too late
        are removed.
        """
        for lane in self.lanes:
            for address in list(lane):
                tables = lane.pop(address)
                found = self._of(tables, games, now)
                if tables:
                    lane[address] = tables  # moves the address to the end
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
            found = None
            if jobs and jobs[0].job.decide.view.game in games:
                found = jobs.popleft()
            if jobs:
                tables[table] = jobs
            if found:
                return found
        return None


class Process:
    """One worker process."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        """The process is not started."""
        self.executor = executor
        self.games: set[str] = set()  # games whose code it has loaded
        self.work_waits = asyncio.Event()  # set when a job may wait
        self.process: Any = None
        self.starts = False  # whether it has not said that it is ready
        self.ended = False  # whether it has ended for good
        self.connection: Connection[Any, Any] | None = None

    async def start(self) -> None:
        """Start the process, in place of one that has ended."""
        self.games.clear()
        await asyncio.get_running_loop().run_in_executor(self.executor, self._start)

    def _start(self) -> None:
        context = get_context("spawn")  # a fork would inherit the server's sockets and locks
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
            with STARTING, interrupts_blocked():
                process.start()
        self.process, self.connection, self.starts = process, ours, True
        if self.ended:  # while the process was being started
            self.end()

    async def ready(self) -> None:
        """Wait until the process can take a job; EOFError or OSError if it ends first."""
        await asyncio.get_running_loop().run_in_executor(self.executor, self._ready)

    def _ready(self) -> None:
        if self.starts:
            self._receive()
            self.starts = False

    async def ask(self, job: Decide | Load) -> tuple[bool, Any]:
        """Run a job in the process, which is ready; returns its answer as of `worker.answer`.
        EOFError or OSError if the process ends first.
        """
        loop = asyncio.get_running_loop()
        guard = loop.call_later(HANGS, self.end) if isinstance(job, Decide) else None
        try:
            return await loop.run_in_executor(self.executor, self._ask, job)
        finally:
            if guard:
                guard.cancel()

    def _ask(self, job: Decide | Load) -> tuple[bool, Any]:
        assert self.connection
        self.connection.send(job)
        answer: tuple[bool, Any] = self._receive()
        return answer

    def _receive(self) -> Any:
        """The next object of the process; EOFError or OSError if it ends first.

        The end of the pipe does not show that: on Windows this process has the other end, too,
        until the started one has taken it.
        """
        assert self.connection
        if self.connection not in wait([self.connection, self.process.sentinel]):
            raise EOFError
        return self.connection.recv()

    def end(self) -> None:
        """End the process at once; `start` starts another one."""
        if self.process:
            self.process.kill()


class Pool:
    """The processes that compute decisions. A pool is used in the event loop in which `prepare` was
    called.
    """

    def __init__(
        self, clock: Callable[[], float], size: int = 0, games: Sequence[str] = ()
    ) -> None:
        """No process is started. `size` is their number; by default one fewer than there are cores,
        since the server needs one. The code of `games` (if empty, of all games) is loaded at the
        start, that of another game at its first job.
        """
        self.clock = clock
        self.size = size or max(1, min(MOST, (os.cpu_count() or 1) - 1))
        self.queue = Queue()
        self.processes: list[Process] = []
        self.loadable = list(games or GAMES)  # games whose code is to be loaded, in this order
        self.broken: set[str] = set()  # games whose code cannot be loaded
        self.ends = Counter[str]()  # of processes that loaded a game, since it was last loaded
        self.reported: set[str] = set()  # the sentences in the log about games
        self._executor = ThreadPoolExecutor(self.size + 1, "pool")
        self._tasks: list[asyncio.Task[None]] = []

    def prepare(self) -> None:
        """Start the processes, unless they run: a learned player may soon be needed."""
        if not self._tasks:
            self.processes = [Process(self._executor) for _ in range(self.size)]
            self._tasks = [asyncio.create_task(self._serve(process)) for process in self.processes]

    def ask(self, job: Job, answer: Answer) -> None:
        """Queue a job. If the code of its game is not loaded, answer at once with the reason; a
        result that comes later replaces that answer.
        """
        self.prepare()
        game = job.decide.view.game
        if game in self.broken:
            answer(Decided(why=FAILED))
            return
        if not any(game in process.games for process in self.processes):
            self.loadable = [game, *(other for other in self.loadable if other != game)]
            answer(Decided(why=PREPARING))
        self.queue.put(Waiting(job, answer), self.clock())
        self._wake()

    async def close(self) -> None:
        """End all processes; waiting jobs are never answered."""
        for task in self._tasks:
            task.cancel()
        for process in self.processes:
            process.ended = True
            process.end()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._executor.shutdown(wait=False)

    def _wake(self) -> None:
        for process in self.processes:
            process.work_waits.set()

    async def _serve(self, process: Process) -> None:
        """Run jobs in a process for ever; it is restarted when it has ended."""
        while True:
            try:
                await process.start()
                while True:
                    await self._next(process)
            except Exception as error:  # the process has ended, or could not be started
                LOG.error("A process of the strong players is restarted: %s", summary(error))
            await asyncio.sleep(AGAIN)

    async def _next(self, process: Process) -> None:
        """Give a process its next task: compute a decision, load a game, or wait."""
        process.work_waits.clear()
        if waiting := self.queue.pop(process.games, self.clock()):
            await self._decide(process, waiting)
        elif self._unloaded(process):
            await self._load(process)
        else:
            await process.work_waits.wait()

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

    def _unloaded(self, process: Process) -> str:
        """The game that a process is to load next; empty if it has loaded all."""
        return next((game for game in self.loadable if game not in process.games), "")

    async def _load(self, process: Process) -> None:
        game = self._unloaded(process)
        try:
            await process.ready()
            game = self._unloaded(process) or game  # by now a table may wait for another
            good, why = await process.ask(Load(game))
        except (EOFError, OSError):
            self._put_off(game)
            raise
        if good:
            process.games.add(game)
            self.ends.pop(game, None)
            self._report(why)
        else:
            self._refuse(game, why)

    def _put_off(self, game: str) -> None:
        """Load a game after all others, as the process that loaded it has ended."""
        self.ends[game] += 1
        if self.ends[game] >= ENDS:
            self._refuse(game, "its process ended")
        self.loadable.sort(key=game.__eq__)

    def _refuse(self, game: str, why: str) -> None:
        """Load a game no more."""
        if game in self.loadable:
            self.loadable.remove(game)
        self.broken.add(game)
        self._report(f"The strong players of {game} cannot be loaded: {why}")

    def _report(self, why: str) -> None:
        """Log a sentence once, if there is one."""
        if why and why not in self.reported:
            self.reported.add(why)
            LOG.warning("%s.", why)
