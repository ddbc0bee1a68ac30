"""Work that several processes share: its results in order, until one of them is killed or an
interrupt comes.
"""

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from multiprocessing import active_children, get_context
from typing import TypeVar

from parlour.processes import follow_parent, interrupts_blocked

T = TypeVar("T")
U = TypeVar("U")

AHEAD = 16  # items that are queued for each process, with the one in work
MOST_PROCESSES = 61  # of a pool on Windows, which cannot wait for more
NOTICED = 0.2  # seconds until an interrupt is noticed, at most


def shared_out(function: Callable[[T], U], items: Iterable[T], jobs: int) -> Generator[U]:
    """The results of a function for some items in order, by `jobs` processes; BrokenProcessPool if
    one of them is killed or exits.
    """
    if sys.platform == "win32":
        jobs = min(jobs, MOST_PROCESSES)
    before = set(active_children())
    # an interrupt reaches this process alone, which then ends the pool
    pool = ProcessPoolExecutor(jobs, get_context("spawn"), follow_parent)
    try:
        waiting = deque[Future[U]]()
        for item in items:
            with interrupts_blocked():  # this may start a process
                waiting.append(pool.submit(function, item))
            if len(waiting) == AHEAD * jobs:
                yield result(waiting.popleft())
        for future in waiting:
            yield result(future)
    finally:
        for child in set(active_children()) - before:
            child.kill()  # the item in work may take minutes
        pool.shutdown(cancel_futures=True)


def result(future: Future[U]) -> U:
    """The result of an item when it is there. Windows interrupts no wait, so this one is in short
    parts.
    """
    while not wait([future], NOTICED).done:
        pass
    return future.result()
