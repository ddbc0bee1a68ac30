"""The share of its playouts that a decision gets: all of them, or fewer while others wait.

    effort.share(job, waiting, now)

Each share is half of the one before it. The largest is taken with which, by the mean times of past
decisions, this job and those that wait can begin in time. An address for which more wait than for
this job's is on its own with those: they have fewer playouts, and this job has not. At the last
share of a game with a policy nothing is played out: the policy plays, which takes less than a
millisecond. A decision for which nothing waits has all of its playouts.
"""

from collections import Counter
from collections.abc import Iterable

from parlour.host.ports import Decide, Job
from parlour.players import LEVELS, STRONGEST

SHARES = (1.0, 1 / 2, 1 / 4, 1 / 8, 1 / 16, 1 / 32)
# seconds that a decision takes at most, even on a busy machine; a decision due sooner is not begun
COST = 0.25
WORLDS = 0.4  # the part of these that are for worlds, however few are played out
GUESS = 0.02  # seconds of a decision with all playouts, until one is measured
RECENT = 32  # decisions of a kind, of which its mean is
LATELY = 8  # decisions of any kind, by which the machine's present speed is known
TOGETHER = 0.02  # seconds of the decisions that a process is given at once, by their means


def needed(share: float) -> float:
    """The seconds that a decision with a share of its playouts takes at most."""
    return COST * (WORLDS + (1 - WORLDS) * share)


LEAST = needed(0)  # seconds before a job is due, after which it is not begun


def shares(decide: Decide) -> tuple[float, ...]:
    """The shares of its playouts that a decision may get, the largest first; only the strongest
    level plays anything out.
    """
    if decide.level != STRONGEST:
        return SHARES[:1]
    return (*SHARES, 0.0) if "trained" in LEVELS[decide.view.game] else SHARES


def forced(decide: Decide) -> bool:
    """Whether there is only one action, for which nothing is played out."""
    return decide.view.legal.bit_count() == 1


class Effort:
    """The times of past decisions, and the shares that follow from them."""

    def __init__(self, processes: int) -> None:
        """Nothing is measured. So many processes decide at the same time."""
        self.processes = processes
        # means of decisions of a kind, which the machine's other work makes longer by `slowness`
        self.means: dict[tuple[str, str, str, bool, float], float] = {}
        self.slowness = 1.0

    def measured(self, decide: Decide, seconds: float) -> None:
        """A decision took so long."""
        mean, alone = self._mean(decide, decide.share), seconds / self.slowness
        self.slowness += (seconds / mean - self.slowness) / LATELY
        self.means[_like(decide, decide.share)] = mean + (alone - mean) / RECENT

    def mean(self, decide: Decide, share: float) -> float:
        """The seconds of decisions like this one with a share of their playouts."""
        return self._mean(decide, share) * self.slowness

    def _mean(self, decide: Decide, share: float) -> float:
        return self.means.get(_like(decide, share), GUESS * needed(share) / COST)

    def share(self, job: Job, waiting: Iterable[Job], now: float) -> float:
        """The share for a job that begins now, where others wait in this order."""
        jobs = [job, *(other for other in waiting if other.due - LEAST >= now)]
        *more, least = shares(job.decide)
        return next((share for share in more if self._in_time(jobs, share, now)), least)

    def _in_time(self, jobs: list[Job], share: float, now: float) -> bool:
        """Whether the first job and the others can begin in time with this share: of each address
        as many as the first one's has.
        """
        most = sum(job.address == jobs[0].address for job in jobs)
        turns = Counter[str]()
        for job in jobs:
            turns[job.address] += 1
            if turns[job.address] <= most and now > job.due - needed(share):
                return False
            now += self.mean(job.decide, share) / self.processes
        return True


def _like(decide: Decide, share: float) -> tuple[str, str, str, bool, float]:
    """The properties that decisions of about the same length have in common."""
    return decide.view.game, decide.kind, decide.level, forced(decide), share
