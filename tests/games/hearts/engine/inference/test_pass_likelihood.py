"""The fit of the weights of passes in Hearts (`bench/given.py`): a pass is as likely as in the
engine, and the fit follows the gradient of that.
"""

import runpy
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import mask_of
from parlour.engine.search.playouts import Style
from parlour.games.hearts.engine.inference import pass_likelihood
from parlour.games.hearts.rules import Rules
from parlour.match import Dealt, step, view
from tests.support.play import begun, random_deck

BENCH = Path(__file__).parents[5] / "bench"


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
    passes = pass_likelihood.given_of(seen, [[Style()]] * 4)
    bare = type(passes)(passes.offset, *(np.asarray(column) for column in passes[1:]))
    some = hands(Random("engine"), 40)
    described = fit["arrays"]([fit["described"](*one, passes.offset) for one in some])
    logs, _ = fit["mixed"](
        np.asarray(pass_likelihood.weights())[pass_likelihood.LEVELS[""]], described
    )
    found = np.empty(1)
    for (hand, gave), log_chance in zip(some, logs, strict=True):
        pass_likelihood.give_chances(bare, 1, hand, gave, found)
        assert np.exp(log_chance) == pytest.approx(found[0])


def test_each_pass_has_three_cards(fit: dict[str, Any]) -> None:
    some = fit["arrays"]([fit["described"](*one, 1) for one in hands(Random("three"), 20)])
    weights = np.random.default_rng(2).normal(0, 0.3, pass_likelihood.SIZE)
    assert np.allclose(fit["chances"](weights, some)[1].sum(axis=1), 3)


def test_the_fit_follows_the_gradient(fit: dict[str, Any]) -> None:
    """In all parts of the weights: of both manners, and of the odds."""
    random = np.random.default_rng(1)
    some = fit["arrays"]([fit["described"](*one, 1) for one in hands(Random("gradient"), 30)])
    weights = random.normal(0, 0.3, (pass_likelihood.PARTS, pass_likelihood.SIZE))
    gradient = fit["mixed"](weights, some)[1]
    assert np.abs(gradient).max(axis=1).min() > 0.01
    for part in range(pass_likelihood.PARTS):
        for place in random.choice(np.flatnonzero(gradient[part]), 20):
            aside = np.zeros_like(weights)
            aside[part, place] = 1e-5
            more, less = (fit["mixed"](weights + sign * aside, some)[0].sum() for sign in (1, -1))
            assert (more - less) / 2e-5 == pytest.approx(gradient[part, place], abs=1e-5)


def test_fitted_weights_find_again_what_was_passed(fit: dict[str, Any]) -> None:
    """The three highest spades or, without these, cards; with four hearts or more, the lowest.
    Its odds say which.
    """
    random, described, moons = Random("fit"), [], []
    for _ in range(240):
        hand = sorted(random.sample(range(52), 13), key=lambda card: (card // 13 == 3, card % 13))
        moons.append(sum(card // 13 == 2 for card in hand) > 3)
        chosen = sorted(hand, key=lambda card: card % 13)[:3] if moons[-1] else hand[-3:]
        described.append(fit["described"](mask_of(hand), mask_of(chosen), 1))
    some, others = fit["arrays"](described[:160]), fit["arrays"](described[160:])
    fitted, none = fit["fitted"](some), np.zeros((pass_likelihood.PARTS, pass_likelihood.SIZE))
    assert fit["mixed"](none, others)[0].mean() == pytest.approx(-np.log(286))
    assert fit["mixed"](fitted, others)[0].mean() > -3.5
    odds = fitted[pass_likelihood.ODDS][others.features].sum(axis=(1, 2)) / pass_likelihood.CARDS
    moon = np.array(moons[160:])
    assert abs(odds[moon].mean() - odds[~moon].mean()) > 1


def test_a_seat_of_a_level_passes_what_it_would(fit: dict[str, Any]) -> None:
    """Three of its thirteen cards, in each of four seats."""
    deck = random_deck(Random(2))
    for number, level in ((1, "trained"), (3, "careful")):
        found = fit["passes"]((level, deck, number))
        assert [sum(chosen) for _, chosen in found] == [3] * 4
        assert {len(features) for features, _ in found} == {13}
