"""The rule players of Hearts as policies: they choose as these levels do, and each seat has the
weights of its level; and the fit of their weights (`bench/styles.py`).
"""

import runpy
from array import array
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import popcount
from parlour.engine.arrays import FloatArray, floats_of
from parlour.engine.worlds import sample
from parlour.games.hearts.engine import likelihood, policy, styles
from parlour.games.hearts.engine.features import FEATURES, OPEN
from parlour.games.hearts.rules import Rules
from parlour.match import View, actor, view
from parlour.players import LEVELS, trained
from tests.engine.test_worlds import position

BENCH = Path(__file__).parents[4] / "bench"
WEIGHTS = trained.weights("hearts")


def whole(level: str) -> FloatArray:
    """The weights of a level for all features."""
    return FloatArray(styles.styles()[level] * 2, (len(FEATURES),))


def views(random: Random, n: int) -> list[View]:
    """Some, of seats in turn with a choice."""
    found = list[View]()
    while len(found) < n:
        match = position("hearts", Rules(), random, random.randrange(45))
        seen = view(match, actor(match)) if match.playing else None
        if seen and popcount(seen.legal) > 1 and seen.legal < 1 << 52:
            found.append(seen)
    return found


@pytest.mark.parametrize("level", styles.ROWS)
def test_a_style_chooses_as_its_level_does(level: str) -> None:
    """In most positions, those of a pass and of strange play included."""
    alike = 0
    for seen in views(Random(level), 400):
        scores = policy.prefer(seen, whole(level)).tolist()
        alike += scores.index(max(scores)) == LEVELS["hearts"][level](seen, 1)
    assert alike > 320


def test_each_seat_has_the_weights_of_its_way_to_play() -> None:
    seen, way = views(Random(1), 1)[0], styles.way_of
    ways = floats_of([way("greedy"), 0.5, way("careful", -0.2), -0.2])
    policies = styles.policies_of(seen, WEIGHTS, ways)
    assert policies.rows.tolist() == [2, 0, 1, 0]
    assert policies.betas.tolist() == pytest.approx([1.0, 0.5, -0.2, -0.2])
    assert policies.weights.tolist()[0] == WEIGHTS.tolist()
    assert policies.weights.tolist()[2] == whole("greedy").tolist()


def test_seats_are_played_out_by_their_style() -> None:
    """As if all weights were these."""
    other, ways = 0, floats_of([styles.way_of("greedy")] * 4)
    for seen in views(Random("playouts"), 12):
        worlds = sample(seen, 20, 1)
        legal = [card for card in range(52) if seen.legal >> card & 1]
        found = policy.playouts(seen, worlds, WEIGHTS, legal, 1, 0, ways)
        assert found.flat == policy.playouts(seen, worlds, whole("greedy"), legal, 1).flat
        other += found.flat != policy.playouts(seen, worlds, WEIGHTS, legal, 1).flat
    assert other > 6


def test_a_way_to_play_can_be_a_style() -> None:
    """Then cards are as likely as by its weights, and by several ways as the mean says."""
    told = 0
    for seen in views(Random("ways"), 30):
        if len(policy.plays(seen)) < 20:
            continue
        worlds, told = sample(seen, 20, 1), told + 1
        for level in styles.ROWS:
            way = styles.way_of(level)
            by_way = likelihood.likely(seen, worlds, WEIGHTS, floats_of([way] * 4))
            by_weights = likelihood.likely(seen, worlds, whole(level))
            assert by_way.flat == by_weights.flat
            seat = (seen.seat + 1) % 4
            rows = [[0.0] * 3 for _ in range(4)]
            logs = []
            for rows[seat] in ([way] * 3, [1.0] * 3, [0.0] * 3, [way, 1.0, 0.0]):
                ways = floats_of([one for row in rows for one in row], 3)
                logs.append(np.asarray(likelihood.likely(seen, worlds, WEIGHTS, ways)))
            means = np.log(sum(np.exp(log - logs[2]) for log in logs[:3]) / 3) + logs[2]
            assert np.allclose(logs[3], means)
    assert told > 5


def test_ways_to_play_are_numbers_of_styles_or_inverse_temperatures() -> None:
    for level, row in styles.ROWS.items():
        for beta in (1.0, 0.3, 0.0, -0.2, -1.0):
            place, found = styles.style_of(styles.way_of(level, beta))
            assert place == row
            assert found == pytest.approx(beta)
    for way in (0.0, 0.1, 2.0, -0.2, -1.0):
        assert styles.style_of(way) == (0, way)


@pytest.fixture
def fit(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    monkeypatch.syspath_prepend(BENCH)
    return runpy.run_path(str(BENCH / "styles.py"))


def test_choices_are_described_as_the_policy_scores_them(fit: dict[str, Any]) -> None:
    """Of passes and of cards."""
    row = np.asarray(array("d", whole("greedy").flat))
    for seen in views(Random("described"), 100):
        legal = [card for card in range(52) if seen.legal >> card & 1]
        features, place = fit["described"](seen, 1 << legal[-1])
        scores = policy.prefer(seen, whole("greedy")).tolist()
        found = sorted(row[one].sum() for one in features)
        assert found == pytest.approx(sorted(scores[card] for card in legal))
        assert row[features[place]].sum() == pytest.approx(scores[legal[-1]])


def some_choices(fit: dict[str, Any], hands: int) -> Any:
    """Those of `greedy` in some hands."""
    return fit["arrays"]([fit["choices"](("greedy", number, 1)) for number in range(hands)])


def test_the_fit_follows_the_gradient(fit: dict[str, Any]) -> None:
    some, random = some_choices(fit, 2), np.random.default_rng(1)
    weights = random.normal(0, 0.3, OPEN)
    slope = fit["gradient"](weights, some)
    for place in random.choice(np.flatnonzero(slope), 20):
        aside = np.zeros(OPEN)
        aside[place] = 1e-5
        more, less = (fit["chances"](weights + sign * aside, some)[0].sum() for sign in (1, -1))
        assert (more - less) / 2e-5 == pytest.approx(slope[place], abs=1e-5)


def test_fitted_weights_find_again_what_was_chosen(fit: dict[str, Any]) -> None:
    some = some_choices(fit, 30)
    few, others = some.some(0, 700), some.some(700, 200)
    fitted, none = fit["fitted"](few, 200), np.zeros(OPEN)
    assert fit["chances"](fitted, others)[0].mean() > -0.7
    assert fit["chances"](none, others)[0].mean() < -1.2
