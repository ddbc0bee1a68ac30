"""The jobs that wait for a process, and the order of their turns.

Jobs of tables with persons come first. Among those, addresses take turns, and within an address its
tables; within a table the job that is due first. A job that cannot begin in time is removed.
"""

from bisect import insort
from collections import deque
from collections.abc import Callable, Container, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple, TypeVar

from parlour.host.ports import Answer, Job
from parlour.host.workers.effort import LEAST

T = TypeVar("T")


class Waiting(NamedTuple):
    """A job, and the function that receives its result."""

    job: Job
    answer: Answer
    # whether all processes had loaded its game, and loaded no other, when it was asked for
    ready: bool = True


class Queue:
    """The waiting jobs, in fair turn."""

    def __init__(self, late: Callable[[Waiting], None] = lambda _waiting: None) -> None:
        """No job waits. `late` is called with each job that is removed because it is too late."""
        self.late = late
        # jobs with persons and jobs without, each by address and table
        self.lanes: tuple[dict[str, dict[str, deque[Waiting]]], ...] = (
            {},
            {},
        )

    def put(self, waiting: Waiting, now: float) -> None:
        """Add a job; jobs of its table that are too late are removed."""
        job = waiting.job
        jobs = self.lanes[not job.people].setdefault(job.address, {}).setdefault(job.table, deque())
        self._remove_late(jobs, now)
        insort(jobs, waiting, key=attrgetter("job.due"))

    def pop(self, games: Container[str], now: float) -> Waiting | None:
        """The next job of these games that can be computed in time, or None; jobs that are too late
        are removed.
        """
        for lane in self.lanes:
            for address in list(lane):
                tables = lane.pop(address)
                waiting = self._of(tables, games, now)
                if tables:
                    lane[address] = tables  # moves the address to the end
                if waiting:
                    return waiting
        return None

    def _of(
        self, tables: dict[str, deque[Waiting]], games: Container[str], now: float
    ) -> Waiting | None:
        for table in list(tables):
            jobs = tables.pop(table)
            self._remove_late(jobs, now + LEAST)
            waiting = None
            if jobs and jobs[0].job.decide.view.game in games:
                waiting = jobs.popleft()
            if jobs:
                tables[table] = jobs
            if waiting:
                return waiting
        return None

    def _remove_late(self, jobs: deque[Waiting], until: float) -> None:
        """Remove the jobs of a table that are due before a time."""
        while jobs and jobs[0].job.due < until:
            self.late(jobs.popleft())

    def waiting(self, *, people: bool) -> Iterator[Job]:
        """The jobs of tables with persons, or of the others, in the order of their turns."""
        lane = self.lanes[not people].values()
        return (waiting.job for waiting in in_turn(in_turn(tables.values()) for tables in lane))


def in_turn(groups: Iterable[Iterable[T]]) -> Iterator[T]:
    """The first member of each group, then the second of each, and so on."""
    going = deque(map(iter, groups))
    while going:
        group = going.popleft()
        for member in group:
            yield member
            going.append(group)
            break
