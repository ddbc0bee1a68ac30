"""Which worlds stand for many: compiled, interpreted, and by their chances."""

from collections import Counter
from math import log
from random import Random

import numpy as np
import pytest

from parlour.engine.compiler.kernel import KERNELS
from parlour.engine.worlds.resampling import resampled
from parlour.engine.worlds.sampler import Worlds

KERNEL = KERNELS["parlour_engine_worlds_resampling__resample"]


def some(n: int) -> Worlds:
    """N worlds, each of which has its number in all of its parts."""
    number = np.arange(n)[:, None]
    return Worlds(
        np.tile(number, 3), np.tile(number % 100, 2).astype(np.int8), np.zeros((n, 0), np.int8)
    )


@pytest.mark.parametrize("n", [1, 3, 32, 37, 64, 74, 37 * 41])
def test_worlds_are_taken_as_they_are_likely(n: int) -> None:
    """Any number of them, also one that shares a divisor with the stride; each with all of its
    parts, and in the sizes of a search its copies apart.
    """
    random = Random(f"resample {n}")
    worlds = some(4 * n)
    logs = np.array([random.gauss(-40, 2) for _ in range(4 * n)])
    pool = resampled(worlds, logs, n)
    hands, hidden, stock = pool.worlds.arrays()
    chances = np.exp(logs - logs.max()) / np.exp(logs - logs.max()).sum()
    times = Counter(hands[:, 0].tolist())
    for world, chance in enumerate(chances.tolist()):
        assert abs(times[world] - n * chance) < 1
    assert (hands == hands[:, :1]).all()
    assert (hidden == hands[:, :1] % 100).all()
    assert stock.shape == (n, 0)
    if n in (32, 64):
        assert (hands[1:, 0] != hands[:-1, 0]).all()
    assert pool.log == pytest.approx(logs.max() + log(np.exp(logs - logs.max()).sum()))
    assert pool.effective == pytest.approx(1 / (chances**2).sum())


def test_compiled_and_as_it_stands() -> None:
    """The same worlds and the same bits."""
    random = Random("resample")
    worlds, logs = some(64), np.array([random.gauss(-40, 2) for _ in range(64)])
    pool = resampled(worlds, logs, 16)
    other = Worlds(*[np.zeros_like(part) for part in pool.worlds.arrays()])
    whole = np.zeros(2)
    KERNEL.function(logs, worlds, other, whole)
    assert [part.tolist() for part in pool.worlds] == [part.tolist() for part in other]
    assert (pool.log, pool.effective) == tuple(whole)
