"""The jobs that wait for a thread of a store, and for how long.

A database may neither answer nor fail: its process is stopped, or the network swallows what is
sent. A job that has waited for `PATIENCE` seconds is refused, with it all that wait, and each later
one at once, until the thread brings a result.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import sqlalchemy as sa

from parlour.errors import StoreError
from parlour.storage.database import SILENT

PATIENCE = 3.5  # seconds until a job is refused that is not done
SECOND_LOOK = 0.5  # seconds from the first look at a late job to the second


@dataclass(slots=True, eq=False)
class Job:
    """Work for a transaction, or rows to add; `answer` is called in the event loop, with the result
    and None or with an error.
    """

    answer: Callable[[Any, Exception | None], None]
    work: Callable[[sa.Connection], Any] | None
    rows: Sequence[tuple[str, int, float, str]] = ()
    snapshots: Sequence[tuple[str, int, str]] = ()
    until: float = 0.0  # when it is refused, in the time of the loop
    answered: bool = False


class Silent(StoreError):
    """The database does not answer."""


Answered: TypeAlias = tuple[Job, Any, Exception | None]


class Waiting:
    """The jobs that are not answered, in their order."""

    def __init__(self, loop: asyncio.AbstractEventLoop, fell_silent: Callable[[], None]) -> None:
        """No job waits. `fell_silent` is called when the database does not answer."""
        self.loop, self.fell_silent = loop, fell_silent
        self.jobs: deque[Job] = deque()
        self.watch: asyncio.TimerHandle | None = None  # while there are any
        self.seen_late = False  # whether the first job was late at the last look
        self.silent = False  # whether the database does not answer

    def add(self, job: Job, patience: float = 0.0) -> bool:
        """Let a job wait for `PATIENCE` seconds, or for more if so many are given. It is refused,
        and the result is False, if the database does not answer.
        """
        if self.silent:
            self.loop.call_soon(job.answer, None, Silent(SILENT))
            return False
        job.until = self.loop.time() + (patience or PATIENCE)
        self.jobs.append(job)
        if not self.watch:
            self.watch = self.loop.call_at(job.until, self._look)
        return True

    def stop(self) -> None:
        """Watch no longer until the next job."""
        if self.watch:
            self.watch.cancel()
            self.watch = None

    def answer(self, answers: Iterable[Answered]) -> None:
        """Pass on the results that the thread brings, but for jobs that were refused meanwhile."""
        self.silent = self.seen_late = False
        self._pass_on(answers)

    def _look(self) -> None:
        """Refuse all jobs if the first has waited too long, at a second look: the loop itself may
        have slept before the first.
        """
        self.watch = None
        if not self.jobs:
            return
        now, until = self.loop.time(), self.jobs[0].until
        if now < until:
            self.watch = self.loop.call_at(until, self._look)
        elif not self.seen_late:
            self.seen_late = True
            self.watch = self.loop.call_at(now + SECOND_LOOK, self._look)
        else:
            self.silent = True
            self.fell_silent()
            self._pass_on([(job, None, Silent(SILENT)) for job in self.jobs])

    def _pass_on(self, answers: Iterable[Answered]) -> None:
        for job, result, error in answers:
            if not job.answered:
                job.answered = True
                while self.jobs and self.jobs[0].answered:
                    self.jobs.popleft()
                job.answer(result, error)
