"""The fit of the weights of passes in Hearts (`bench/given.py`): it counts passes as the engine
does, and follows the gradient of their likelihood.
"""

import runpy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import mask_of
from parlour.engine.arrays import floats_of
from parlour.games.hearts.engine import given
from parlour.games.hearts.rules import Rules
from parlour.match import Dealt, step, view
from tests.support.play import begun, random_deck

BENCH = Path(__file__).parents[4] / "bench"


@pytest.fixture
def fit(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(BENCH)
    return runpy.run_path(str(BENCH / "given.py"))


def hands(random: Random, n: int) -> list[tuple[int, int]]:
    """Some hands, and three cards of each."""
    found = [random.sample(range(52), 13) for _ in range(n)]
    return [(mask_of(hand), mask_of(hand[:3])) for hand in found]


def test_a_pass_is_as_likely_as_the_engine_says(fit: dict[str, Any]) -> None:
    seen = view(step(begun("hearts", Rules(), 1), Dealt(random_deck(Random(1)))), 0)
    passes = given.given_of(seen, floats_of([1.0] * 4, 1))
    bare = type(passes)(passes.offset, *(np.asarray(column) for column in passes[1:]))
    some = hands(Random("engine"), 40)
    described = fit["arrays"]([fit["described"](*one, passes.offset) for one in some])
    row = np.asarray(given.weights())[given.LEVELS[""]]
    logs, each = fit["chances"](row, described)
    found = np.empty(1)
    for (hand, gave), log_chance in zip(some, logs, strict=True):
        given.give_chances(bare, 1, hand, gave, found)
        assert np.exp(log_chance) == pytest.approx(found[0])
    assert np.allclose(each.sum(axis=1), 3)  # each pass has three cards


def test_the_fit_follows_the_gradient(fit: dict[str, Any]) -> None:
    """Which is, for each weight, how often its features are in passes, less how often the weights
    expect them.
    """
    random = np.random.default_rng(1)
    described = [fit["described"](*one, 1) for one in hands(Random("gradient"), 30)]
    some, weights = fit["arrays"](described), random.normal(0, 0.3, given.SIZE)
    gaps = np.repeat((some.given - fit["chances"](weights, some)[1]).reshape(-1), 12)
    gradient = np.bincount(some.features.reshape(-1), gaps, given.SIZE)
    for place in random.choice(np.flatnonzero(gradient), 20):
        aside = np.zeros(given.SIZE)
        aside[place] = 1e-5
        more, less = (fit["chances"](weights + sign * aside, some)[0].sum() for sign in (1, -1))
        assert (more - less) / 2e-5 == pytest.approx(gradient[place], abs=1e-5)


def test_fitted_weights_find_again_what_was_passed(fit: dict[str, Any]) -> None:
    """From passes of the three highest spades or, without these, of the highest cards."""
    random, described = Random("fit"), []
    for _ in range(120):
        hand = sorted(random.sample(range(52), 13), key=lambda card: (card // 13 == 3, card % 13))
        described.append(fit["described"](mask_of(hand), mask_of(hand[-3:]), 1))
    some, others = fit["arrays"](described[:80]), fit["arrays"](described[80:])
    fitted, none = fit["fitted"](some), np.zeros(given.SIZE)
    assert fit["chances"](none, others)[0].mean() == pytest.approx(-np.log(286))
    assert fit["chances"](fitted, others)[0].mean() > -2.5


def test_a_seat_of_a_level_passes_what_it_would(fit: dict[str, Any]) -> None:
    """Three of its thirteen cards, in each of four seats."""
    deck = random_deck(Random(2))
    for number, level in ((1, "trained"), (3, "careful")):
        found = fit["passes"](level, deck, number)
        assert [sum(chosen) for _, chosen in found] == [3] * 4
        assert {len(features) for features, _ in found} == {13}
