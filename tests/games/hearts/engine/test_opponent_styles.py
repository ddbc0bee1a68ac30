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
from parlour.engine.compiler.arrays import FloatArray, FloatRow, floats_of
from parlour.engine.search.playouts import Style
from parlour.engine.worlds.sampler import sample
from parlour.games.hearts.engine import opponent_styles, policy
from parlour.games.hearts.engine.features import FEATURES, OPEN
from parlour.games.hearts.engine.inference import likelihood
from parlour.games.hearts.rules import Rules
from parlour.match import View, actor, view
from parlour.players import LEVELS, trained
from tests.engine.worlds.test_sampler import position

BENCH = Path(__file__).parents[4] / "bench"
WEIGHTS = trained.weights("hearts")


def whole(level: str) -> FloatRow:
    """The weights of a level for all features."""
    return FloatArray(opponent_styles.styles()[level] * 2, (len(FEATURES),))


def views(random: Random, n: int) -> list[View]:
    """Some, of seats in turn with a choice."""
    found = list[View]()
    while len(found) < n:
        match = position("hearts", Rules(), random, random.randrange(45))
        seen = view(match, actor(match)) if match.playing else None
        if seen and popcount(seen.legal) > 1 and seen.legal < 1 << 52:
            found.append(seen)
    return found


@pytest.mark.parametrize("level", opponent_styles.ROWS)
def test_a_style_chooses_as_its_level_does(level: str) -> None:
    """In most positions, those of a pass and of strange play included."""
    alike = 0
    for seen in views(Random(level), 400):
        scores = policy.prefer(seen, whole(level)).tolist()
        alike += scores.index(max(scores)) == LEVELS["hearts"][level](seen, 1)
    assert alike > 320


def test_each_seat_has_the_weights_of_its_style() -> None:
    seen, style = views(Random(1), 1)[0], opponent_styles.style_of
    some = [style("greedy"), Style(beta=0.5), style("careful", 0.2), Style()]
    policies = opponent_styles.policies_of(seen, WEIGHTS, some)
    assert policies.rows.tolist() == [2, 0, 1, 0]
    assert policies.betas.tolist() == [1.0, 0.5, 0.2, 1.0]
    assert policies.weights.tolist()[0] == WEIGHTS.tolist()
    assert policies.weights.tolist()[2] == whole("greedy").tolist()


def test_seats_are_played_out_by_their_style() -> None:
    """As if all weights were these."""
    other, greedy = 0, [opponent_styles.style_of("greedy")] * 4
    for seen in views(Random("playouts"), 12):
        worlds = sample(seen, 20, 1)
        legal = [card for card in range(52) if seen.legal >> card & 1]
        found = policy.playouts(seen, worlds, WEIGHTS, legal, 1, 0, greedy)
        assert found.flat == policy.playouts(seen, worlds, whole("greedy"), legal, 1).flat
        other += found.flat != policy.playouts(seen, worlds, WEIGHTS, legal, 1).flat
    assert other > 6


def test_cards_are_weighed_by_styles() -> None:
    """They are as likely as by its weights, and by several styles as the mean says."""
    told = 0
    for seen in views(Random("ways"), 30):
        if len(policy.plays(seen)) < 20:
            continue
        worlds, told = sample(seen, 20, 1), told + 1
        for level in opponent_styles.ROWS:
            style, random = opponent_styles.style_of(level), Style(beta=0.0)
            by_style = likelihood.likely(seen, worlds, WEIGHTS, [style] * 4)
            by_weights = likelihood.likely(seen, worlds, whole(level))
            assert by_style.flat == by_weights.flat
            seat = (seen.seat + 1) % 4
            rows, logs = [[random] * 3 for _ in range(4)], []
            for rows[seat] in (
                *([style] * 3, [Style()] * 3, [random] * 3),
                [style, Style(), random],
            ):
                logs.append(np.asarray(likelihood.likely(seen, worlds, WEIGHTS, rows)))
            means = np.log(sum(np.exp(log - logs[2]) for log in logs[:3]) / 3) + logs[2]
            assert np.allclose(logs[3], means)
    assert told > 5


def test_styles_are_told_by_styles_or_inverse_temperatures() -> None:
    several = [[Style(), opponent_styles.style_of("greedy")]] * 4
    assert opponent_styles.styles_of(several) is several
    assert opponent_styles.styles_of([Style(1, 0.5)] * 4) == [(Style(1, 0.5),)] * 4
    for betas in (0.5, [0.5] * 4, floats_of([0.5] * 4), np.full(4, 0.5)):
        assert opponent_styles.styles_of(betas) == [(Style(beta=0.5),)] * 4
    with pytest.raises(ValueError, match=r"Invalid shape \(3,\) of beta \(expected \(4,\)\)"):
        opponent_styles.styles_of([0.5] * 3)


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
    few, others = some.span(0, 700), some.span(700, 200)
    fitted, none = fit["fitted"](few, 200), np.zeros(OPEN)
    assert fit["chances"](fitted, others)[0].mean() > -0.7
    assert fit["chances"](none, others)[0].mean() < -1.2
