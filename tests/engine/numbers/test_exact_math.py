"""exp, log and roots of compiled code: near the true value, and the same bits on every machine."""

import hashlib
import math
import struct
from collections.abc import Callable
from decimal import Decimal, localcontext
from random import Random

import numpy as np
import pytest

from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.arguments import NumpyFloats
from parlour.engine.numbers.exact_math import exp, from_bits, log, root, to_bits

SUBNORMAL = 2.0**-1022


@compiled()
def all_three(xs: NumpyFloats, powers: NumpyFloats, logs: NumpyFloats, roots: NumpyFloats) -> None:
    for i in range(len(xs)):
        powers[i] = exp(xs[i])
    for i in range(len(xs)):
        logs[i] = log(xs[i])
    for i in range(len(xs)):
        roots[i] = root(xs[i])


def points(n: int) -> list[float]:
    """Numbers of every size, near 0, near 1, and at the borders of what a number can be."""
    random = Random(1)
    edges = [0.0, 1.0, math.sqrt(2), 709.78, 709.79, 745.13, 745.14, 746.0, 708.4, 1e308, 5e-324]
    edges += [700.0, math.nextafter(700.0, 0.0), math.nextafter(700.0, 800.0)]
    edges += [SUBNORMAL, math.nextafter(SUBNORMAL, 0.0), math.nextafter(1.0, 2.0), 0.5, math.e]
    found = [x for edge in edges for x in (edge, -edge)]
    for _ in range(n):
        found += [random.uniform(-750.0, 712.0), random.uniform(-40.0, 2.0), random.random()]
        found += [2.0 ** random.uniform(-1074.0, 1023.0), 1 + random.gauss(0.0, 1e-9)]
    return found


def within(found: float, true: Decimal) -> bool:
    """Whether a number is off by less than the distance to the next one."""
    return abs(Decimal(found) - true) < Decimal(math.ulp(found))


def test_they_are_near_the_true_value() -> None:
    with localcontext() as context:
        context.prec = 60
        for x in points(100):
            if -745.0 < x < 709.78:
                assert within(exp(x), Decimal(x).exp()), x
            if x > 0:
                assert within(log(x), Decimal(x).ln()), x


def test_they_differ_from_the_c_librarys_by_one_place_at_most() -> None:
    for x in points(2000):
        if -700.0 < x < 709.0:
            assert abs(to_bits(exp(x)) - to_bits(math.exp(x))) <= 1, x
        if x > 0:
            assert abs(to_bits(log(x)) - to_bits(math.log(x))) <= 1, x


def test_the_ends() -> None:
    assert exp(math.inf) == exp(710.0) == math.inf
    assert exp(-math.inf) == exp(-746.0) == 0.0
    assert exp(0.0) == exp(-0.0) == 1.0
    assert log(1.0) == 0.0
    assert log(0.0) == log(-0.0) == -math.inf
    assert log(math.inf) == math.inf
    assert all(map(math.isnan, (exp(math.nan), log(math.nan), log(-1.0), log(-math.inf))))
    assert from_bits(to_bits(-0.1)) == -0.1


def test_compiled_and_interpreted_give_the_same_bits() -> None:
    xs = np.array([*points(2000), math.inf, -math.inf, math.nan])
    powers, logs, roots = np.zeros((3, len(xs)))
    all_three(xs, powers, logs, roots)
    for x, power, found in zip(xs.tolist(), powers.tolist(), logs.tolist(), strict=True):
        assert struct.pack("<d", power) == struct.pack("<d", exp(x)) or math.isnan(x)
        assert struct.pack("<d", found) == struct.pack("<d", log(x)) or math.isnan(found)
    for x, found in zip(xs.tolist(), roots.tolist(), strict=True):
        assert found == root(x) if x >= 0 else math.isnan(found)


@pytest.mark.parametrize(
    ("function", "digest"), [(exp, "437071f37e7fec47"), (log, "094a4228e1defebe")]
)
def test_the_bits_are_those_of_every_machine(
    function: Callable[[float], float], digest: str
) -> None:
    """Whole numbers make the points, so that no other function is taken for granted."""
    text, sign = hashlib.sha256(), -1 if function is exp else 1
    for n in range(1, 4000):
        text.update(struct.pack("<d", function((n * n % 7919 + 1) / (n % 97 + 1) * sign**n)))
        text.update(struct.pack("<d", function(n * 2.0 ** (n % 2000 - 1020))))
    assert text.hexdigest()[:16] == digest
