"""What a policy chooses and learns by, against the same in numpy."""

import numpy as np

from parlour.engine.numbers.arguments import NumpyFloats
from parlour.engine.numbers.sampling import centre, divide, drawn, fraction, softmax


def test_chances_are_those_of_the_softmax() -> None:
    random = np.random.default_rng(1)
    for n in range(1, 14):
        scores, beta = random.normal(size=13), float(random.uniform(0, 3))
        expected = np.exp(beta * scores[:n]) / np.exp(beta * scores[:n]).sum()
        found = scores.copy()
        divide(found, n, softmax(found, n, beta, scores[:n].max()))
        assert np.allclose(found[:n], expected, rtol=1e-12)
        assert (found[n:] == scores[n:]).all()


def test_a_fraction_draws_the_place_where_it_falls() -> None:
    chances = np.array([0.25, 0.5, 0.125, 0.125, 9.0])
    assert [
        drawn(chances, 4, point) for point in (0.0, 0.2, 0.25, 0.7, 0.75, 0.874, 0.875, 1.0)
    ] == [0, 0, 1, 1, 2, 2, 3, 3]
    assert [fraction(np.uint64(r)) for r in (0, 2047, 1 << 63, 2**64 - 1)] == [
        0,
        0,
        0.5,
        1 - 2.0**-53,
    ]


def test_centred_returns_are_the_gradient_of_the_expected_return() -> None:
    random = np.random.default_rng(2)
    scores, returns = random.normal(size=6), random.normal(size=6)

    def expected(scores: NumpyFloats) -> float:
        chances = np.exp(scores) / np.exp(scores).sum()
        return float(chances @ returns)

    weights, found = np.exp(scores), returns.copy()
    centre(weights, 6, float(weights.sum()), found)
    for place in range(6):
        more, less = scores.copy(), scores.copy()
        more[place] += 1e-5
        less[place] -= 1e-5
        assert np.isclose(found[place], (expected(more) - expected(less)) / 2e-5, atol=1e-8)
