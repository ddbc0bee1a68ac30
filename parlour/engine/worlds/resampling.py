"""Soft inference: consistent worlds resampled in proportion to the likelihood of the others'
actions.
"""

from collections.abc import Iterator
from math import inf
from typing import NamedTuple, TypeVar

from parlour.engine.compiler.arrays import Floats, floats, floats_of, ints, small
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row
from parlour.engine.numbers.exact_math import exp, log
from parlour.engine.worlds.sampler import Worlds

WORLDS = 32  # before a candidate may be dropped as clearly worse; also of the first batches
DRAWN = 4  # worlds drawn for each one that is resampled
STRIDE = 37  # from one world to the next, or the next number that shares no divisor with a pool
T = TypeVar("T")


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


def first(batch: list[tuple[Worlds, T]], most: int) -> Iterator[tuple[Worlds, T]]:
    """At most so many worlds of a batch, those of each part in proportion."""
    whole, seen, taken = sum([len(worlds.hands) for worlds, _ in batch]), 0, 0
    if whole <= most:
        yield from batch
        return
    for worlds, model in batch:
        seen += len(worlds.hands)
        n = seen * most // whole - taken
        if n:
            yield worlds.take(slice(n)), model
            taken += n


class Pool(NamedTuple):
    """Worlds taken from others by their likelihoods, or by a power of these."""

    worlds: Worlds
    log: float  # the logarithm of the sum of the likelihoods
    effective: float  # how many worlds as likely as each other would say as much (Kish, 1965)


def resampled(worlds: Worlds, logs: Floats, n: int, power: float = 1.0) -> Pool:
    """A pool of n of these worlds, drawn by a power of their likelihoods, of which there are the
    logarithms (m,).
    """
    if power != 1.0:
        logs = floats_of(power * log for log in logs)
    seats, hidden, stock = [array.shape[1] for array in worlds]
    pool = Worlds(ints(n, seats), small(n, hidden), small(n, stock))
    whole = floats(2)
    _resample(logs, worlds, pool, whole)
    return Pool(pool, *whole)


@compiled()
def divisor(number: int, other: int) -> int:
    """The greatest common divisor (Euclid)."""
    while other:
        number, other = other, number % other
    return number


@kernel("f1, (i2 c2 c2), (i2 c2 c2), f1")
def _resample(logs: Floats, worlds: Worlds, pool: Worlds, whole: Floats) -> None:
    """Worlds, taken in proportion to their likelihoods, of which there are the logarithms, into a
    pool of n. Copies of one world do not follow each other. Into whole (2) go the logarithm of the
    sum of the likelihoods, and the number of worlds as likely as each other that would say as much.
    """
    most, total, squares, n = -inf, 0.0, 0.0, len(pool.hands)
    for place in range(len(logs)):
        most = max(most, logs[place])
    for place in range(len(logs)):
        chance = exp(logs[place] - most)
        total += chance
        squares += chance * chance
    whole[0], whole[1] = most + log(total), total * total / squares
    stride = STRIDE
    while divisor(stride, n) != 1:
        stride += 1
    to = np.empty(n, np.int64)  # where each comes
    for i in range(n):
        to[i * stride % n] = i
    reached, world = exp(logs[0] - most), 0
    for i in range(n):
        point = (i + 0.5) / n * total
        while reached < point and world < len(logs) - 1:
            world += 1
            reached += exp(logs[world] - most)
        copy_row(pool.hands[to[i]], worlds.hands[world])
        copy_row(pool.hidden[to[i]], worlds.hidden[world])
        copy_row(pool.stock[to[i]], worlds.stock[world])
