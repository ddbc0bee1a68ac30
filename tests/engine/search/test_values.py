"""The arithmetic of a search: compiled, interpreted, and by the formulas written out."""

from math import exp, inf, sqrt
from random import Random
from statistics import fmean, stdev
from typing import Any

import numpy as np
import pytest

from parlour.engine.compiler.kernel import KERNELS
from parlour.engine.search import values as values_module
from parlour.engine.search.values import LEAST, STEEP, Stakes


def both(name: str, out: tuple[Any, ...], *given: Any) -> tuple[Any, ...]:
    """What a kernel writes into arrays, compiled and as it stands: the same bits."""
    other = tuple(array.copy() for array in out)
    getattr(values_module, name)(*given, *out)
    KERNELS[f"parlour_engine_search_values_{name}"].function(*given, *other)
    for one, two in zip(out, other, strict=True):
        assert one.tobytes() == two.tobytes()
    return out


def share(stakes: Stakes, totals: list[int]) -> float:
    """A seat's share of the match by its formula."""
    behind = [stakes.sign * total for total in totals]
    behind = [one - min(behind) for one in behind]
    extreme = max(totals) if stakes.target > 0 else -min(totals)
    if stakes.left == 0 or (stakes.target and extreme >= abs(stakes.target)):
        return (behind[stakes.seat] == 0) / behind.count(0)
    left = stakes.left
    if stakes.target:
        mean = stakes.mean if stakes.target > 0 else -stakes.mean
        left = min(left, (abs(stakes.target) - extreme) / max(mean, LEAST))
    width = max(stakes.deviation, LEAST) * sqrt(2 * max(0.5, left)) / STEEP
    hopes = [exp(-one / width) for one in behind]
    return hopes[stakes.seat] / sum(hopes)


@pytest.mark.parametrize("counted", [False, True])
def test_what_ends_are_worth(counted: bool) -> None:
    random = Random(f"worths {counted}")
    over = 0
    for _ in range(60):
        seats = random.randrange(2, 6)
        ends = np.array(
            [[[random.randrange(-20, 30) for _ in range(seats)] for _ in range(3)]] * 2, np.int64
        )
        stakes = Stakes(
            seat=random.randrange(seats),
            sign=random.choice([-1, 1]),
            share=counted,
            totals=np.array([random.randrange(-40, 60) for _ in range(seats)], np.int64),
            target=random.choice([0, 60, -40]),
            left=random.choice([0.0, 3.0, inf]),
            mean=random.choice([9.0, -3.0]),
            deviation=random.choice([0.0, 7.0]),
        )
        columns = np.array([3, 0, 2])
        found, points = both(
            "worths", (np.zeros((4, 5)), np.full(5, 7.0)), ends, stakes, 1, columns
        )
        first, second, third = 2 * ends[0, :, stakes.seat]  # of two playouts alike
        assert points.tolist() == [7 + second, 7, 7 + third, 7 + first, 7]
        assert not found[[0, 3]].any()  # the rows before and after, and another column
        assert not found[:, [1, 4]].any()
        found = found[1:3, columns]
        for j, end in enumerate(ends[0].tolist()):
            own = end[stakes.seat]
            wanted = stakes.sign * ((sum(end) - own) / (seats - 1) - own)
            if counted:
                wanted = share(
                    stakes, [a + b for a, b in zip(end, stakes.totals.tolist(), strict=True)]
                )
                over += wanted in (0, 1)
            assert found[0, j] == found[1, j] == pytest.approx(wanted, abs=1e-12)
    assert over > 10 or not counted


def test_how_much_better_a_candidate_is() -> None:
    """Over the playouts that both have; without two of them nothing is known."""
    random = Random("differences")
    values = np.array([[random.gauss(one, 3) for one in range(4)] for _ in range(50)])
    playouts = np.array([50, 50, 20, 1])
    better, errors = both("differences", (np.empty(4), np.empty(4)), values, playouts, 1)
    for i, n in enumerate([50, 50, 20]):
        gains = (values[:n, i] - values[:n, 1]).tolist()
        assert better[i] == pytest.approx(fmean(gains))
        assert errors[i] == pytest.approx(stdev(gains) / sqrt(n))
    assert (better[1], errors[1]) == (0, 0)
    assert (better[3], errors[3]) == (0, inf)


def test_goals_that_are_reached_are_counted() -> None:
    ends = np.array([[[1, 9], [2, 0]], [[3, 0], [4, 0]]])
    totals = np.array([-5, 3])  # after the rounds -4 and 12, -3 and 3, -2 and 3, -1 and 3
    for target, times in ((3, 4), (4, 1), (12, 1), (13, 0), (-1, 4), (-3, 2), (-4, 1), (-5, 0)):
        (found,) = both("reached", (np.zeros(1, np.int64),), ends, totals, target)
        assert found[0] == times


def test_the_excess_of_a_normal_number() -> None:
    """Against the sum over its density."""
    steps = np.linspace(-12, 12, 200_001)
    density = np.exp(-(steps**2) / 2) / np.sqrt(2 * np.pi) * (steps[1] - steps[0])
    for mean, deviation in ((0.0, 1.0), (-1.0, 2.0), (-6.0, 2.0), (3.0, 1.5)):
        wanted = float((np.maximum(0, mean + deviation * steps) * density).sum())
        assert 0.83 * wanted < values_module.excess(mean, deviation) <= wanted * 1.0001
    assert (values_module.excess(-1.0, 0.0), values_module.excess(2.0, 0.0)) == (0.0, 2.0)
