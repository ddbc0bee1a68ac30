"""Soft inference: consistent worlds resampled in proportion to the likelihood of the others'
actions.
"""

from collections.abc import Iterator
from typing import NamedTuple

from parlour.engine.arrays import Floats, floats, ints, small
from parlour.engine.weigh import copy_worlds, resample
from parlour.engine.worlds import Worlds

WORLDS = 32  # before candidates may be dropped; also of the first batches
DRAWN = 4  # worlds drawn for each one that is resampled


def sizes() -> Iterator[int]:
    """The worlds of each batch, from 32 to 256: a quarter of those before, once these are many.
    The clock is read between two batches.
    """
    yield from (WORLDS, WORLDS)
    done = 2
    while True:
        size = min(8, max(2, done // 4))
        yield WORLDS * size
        done += size


class Pool(NamedTuple):
    """Worlds taken from others by their likelihoods."""

    worlds: Worlds
    log: float  # the logarithm of the sum of the likelihoods
    effective: float  # how many worlds as likely as each other would say as much (Kish, 1965)


def resampled(worlds: Worlds, logs: Floats, n: int) -> Pool:
    """A pool of n of these worlds, drawn by the logarithms (m,) of their likelihoods."""
    taken, whole = ints(n), floats(2)
    resample(logs, taken, whole)
    seats, hidden, stock = (some.shape[1] for some in worlds)
    pool = Worlds(ints(n, seats), small(n, hidden), small(n, stock))
    copy_worlds(*worlds, taken, *pool)
    return Pool(pool, whole[0], whole[1])
