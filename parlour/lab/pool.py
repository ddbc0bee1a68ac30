"""Work that several processes share: its results in order, until one of them is killed or an
interrupt comes.
"""

import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import active_children, get_context
from typing import TypeVar

from parlour.errors import SystemLacks, failure, lacks
from parlour.system.processes import check_place, follow_parent, interrupts_blocked

T = TypeVar("T")
U = TypeVar("U")

AHEAD = 16  # items that are queued for each process, with the one in work
MOST_PROCESSES = 61  # of a pool on Windows, which cannot wait for more
NOTICED = 0.2  # seconds until an interrupt is noticed, at most


def shared_out(function: Callable[[T], U], items: Iterable[T], jobs: int) -> Generator[U]:
    """The results of a function for some items in order, by `jobs` processes; BrokenProcessPool if
    one of them is killed or exits, SystemLacks if the system starts none.
    """
    check_place()
    if sys.platform == "win32":
        jobs = min(jobs, MOST_PROCESSES)
    before = set(active_children())
    # an interrupt reaches this process alone, which then ends the pool
    with starting():
        pool = ProcessPoolExecutor(jobs, get_context("spawn"), follow_parent)
    try:
        waiting = deque[Future[U]]()
        for item in items:
            with starting(), interrupts_blocked():  # this may start a process
                waiting.append(submitted(pool, function, item))
            if len(waiting) == AHEAD * jobs:
                yield result(waiting.popleft())
        for future in waiting:
            yield result(future)
    finally:
        for child in set(active_children()) - before:
            child.kill()  # the item in work may take minutes
        pool.shutdown(cancel_futures=True)


def submitted(pool: ProcessPoolExecutor, function: Callable[[T], U], item: T) -> Future[U]:
    """An item's future result. A pool that breaks at this moment may say that a handle is closed;
    when asked again it says that it is broken.
    """
    try:
        return pool.submit(function, item)
    except OSError:
        return pool.submit(function, item)


@contextmanager
def starting() -> Iterator[None]:
    """SystemLacks if the system lacks what processes need: memory that they share, or locks."""
    try:
        yield
    except BrokenProcessPool:
        raise
    except (ImportError, OSError, RuntimeError) as error:
        why = (lacks(error) or failure(error)).partition(";")[0]
        raise SystemLacks(f"No process can be started here ({why}): --jobs 1 needs none.") from None


def result(future: Future[U]) -> U:
    """The result of an item when it is there. Windows interrupts no wait, so this one is in short
    parts.
    """
    while not wait([future], NOTICED).done:
        pass
    return future.result()
