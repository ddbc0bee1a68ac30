"""The processes that compute decisions for all tables, and the order of their jobs.

    pool.ask(job, answer)     calls answer(Decided) with the result

Jobs take turns (`turns.py`). One that cannot begin in time is never answered. While others wait, it
has fewer playouts, by what is left of their time (`effort.py`). Each process computes one decision
at a time. Short ones are given to it together, since on a busy machine every message to a process
takes time. No table waits for the code of a game: until it is loaded, its jobs are answered with
PREPARING at once, and again with their results if these come in time.
"""

import asyncio
import logging
import os
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from threading import Lock
from typing import Any, TypeAlias

from parlour.catalogue.registry import GAMES
from parlour.host.error_summary import summary
from parlour.host.ports import Answer, Decide, Job, Load
from parlour.host.workers import worker
from parlour.host.workers.effort import TOGETHER, Effort, forced
from parlour.host.workers.tally import FEWER, NONE, WHOLE, Tally
from parlour.host.workers.turns import Queue, Waiting
from parlour.system.processes import interrupts_blocked
from parlour.table.messages.outcome import FAILED, PREPARING, Decided

LOG = logging.getLogger("parlour")
MOST = 4  # processes; each loads the compiled code of all games
HANGS = 30.0  # seconds without a result after which a process is ended
LOADS = 3600.0  # the same while it loads a game, which it may have to compile
AGAIN = 1.0  # seconds until a process that has ended is restarted
# ends of a process while it loads a game until that is given up: one may be by chance, since a
# machine that is short of memory kills processes
ENDS = 3
# one process starts at a time: on Windows interrupts are blocked in all threads, and after one
# start they would reach another process that starts
STARTING = Lock()
Result: TypeAlias = tuple[bool, Any]  # as of `worker.answer`


class Process:
    """One worker process."""

    def __init__(self, executor: ThreadPoolExecutor) -> None:
        """The process is not started."""
        self.executor = executor
        self.games: set[str] = set()  # games whose code it has loaded
        self.loads = False  # whether it loads another one
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

    async def ask(self, jobs: Sequence[Decide | Load], take: Callable[[Result], None]) -> None:
        """Run jobs in the process, which is ready; `take` is called with the result of each, in
        their order. EOFError or OSError if the process ends first.
        """
        loop = asyncio.get_running_loop()
        most = HANGS if isinstance(jobs[0], Decide) else LOADS
        guard = loop.call_later(most, self.end)

        def told(result: Result) -> None:
            loop.call_soon_threadsafe(take, result)

        try:
            await loop.run_in_executor(self.executor, self._ask, jobs, told)
        finally:
            guard.cancel()

    def _ask(self, jobs: Sequence[Decide | Load], take: Callable[[Result], object]) -> None:
        assert self.connection
        self.connection.send(jobs)
        for _ in jobs:
            take(self._receive())

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
        self.queue, self.effort, self.tally = Queue(self._count), Effort(self.size), Tally()
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
        ready = all(game in process.games and not process.loads for process in self.processes)
        self.queue.put(Waiting(job, answer, ready), self.clock())
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
            await self._decide(process, self._together(process, waiting))
        elif self._unloaded(process):
            await self._load(process)
        else:
            await process.work_waits.wait()

    def _together(self, process: Process, waiting: Waiting | None) -> list[Waiting]:
        """The jobs to give to a process at once, with their shares: this one, and others while all
        together are short.
        """
        batch, shares, long, now = list[Waiting](), dict[object, float](), 0.0, self.clock()
        while waiting:
            job, decide = waiting.job, waiting.job.decide
            like = job.address, decide.view.game, decide.level
            if like not in shares:
                others = self.queue.waiting(people=job.people)
                shares[like] = self.effort.share(job, others, now)
            decide = decide._replace(share=shares[like])
            batch.append(waiting._replace(job=job._replace(decide=decide)))
            long += self.effort.mean(decide, decide.share)
            waiting = self.queue.pop(process.games, now) if long < TOGETHER else None
        return batch

    async def _decide(self, process: Process, batch: list[Waiting]) -> None:
        """Compute decisions, and answer each as soon as it is made."""
        left, since = deque(batch), self.clock()

        def take(result: Result) -> None:
            nonlocal since
            waiting, (good, value), before = left.popleft(), result, since
            decide, since = waiting.job.decide, self.clock()
            if not good:
                LOG.error("A decision failed: %s", value)
                waiting.answer(Decided(why=FAILED))
                return
            self.effort.measured(decide, since - before)
            self._count(waiting, WHOLE if decide.share == 1 or forced(decide) else FEWER)
            waiting.answer(Decided(value))

        try:
            await process.ask([waiting.job.decide for waiting in batch], take)
        finally:
            for waiting in left:
                waiting.answer(Decided(why=FAILED))

    def _count(self, waiting: Waiting, kind: str = NONE) -> None:
        """Count a decision, and log a line if too many are not made in full."""
        now = self.clock()
        kind = kind if now <= waiting.job.due else NONE
        if waiting.ready and (line := self.tally.add(kind, now)):
            LOG.warning("%s", line)

    def _unloaded(self, process: Process) -> str:
        """The game that a process is to load next; empty if it has loaded all."""
        return next((game for game in self.loadable if game not in process.games), "")

    async def _load(self, process: Process) -> None:
        game = self._unloaded(process)
        results, process.loads = list[Result](), True
        try:
            await process.ready()
            game = self._unloaded(process) or game  # by now a table may wait for another
            await process.ask([Load(game)], results.append)
        except (EOFError, OSError):
            self._put_off(game)
            raise
        finally:
            process.loads = False
        ((good, why),) = results
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
