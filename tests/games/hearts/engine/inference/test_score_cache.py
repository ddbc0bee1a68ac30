"""The chances of cards in Hearts, by sums over suits that are remembered."""

from math import log
from random import Random

import numpy as np

from parlour.catalogue.registry import GAMES
from parlour.engine.compiler.arrays import FloatArray, FloatRow, floats
from parlour.engine.search.playouts import Style
from parlour.engine.worlds.sampler import sample
from parlour.games.hearts.engine import opponent_styles
from parlour.games.hearts.engine.features import FEATURES, TABLES
from parlour.games.hearts.engine.inference import likelihood, score_cache
from parlour.games.hearts.engine.search import CARELESS, LIKELIHOOD_STYLES, RANDOM
from parlour.match import view
from parlour.players import trained
from tests.engine.worlds.test_sampler import position
from tests.support.play import random_rules

WEIGHTS = trained.weights("hearts")
STYLES = [
    [
        *(RANDOM, Style(beta=0.1), CARELESS, CARELESS),
        *(opponent_styles.style_of("greedy"), opponent_styles.style_of("careful", 0.3)),
    ]
] * 4


def test_what_is_remembered_is_what_would_be_found_again() -> None:
    """Of many worlds together each is as likely as alone, under random house rules, to the bit."""
    random, told, most = Random("memo"), 0, 0
    while told < 20:
        rules = random_rules(GAMES["hearts"], random)
        seen = view(position("hearts", rules, random, 45), random.randrange(4))
        if not (history := likelihood.recalled(seen)):
            continue
        worlds, logs, known = sample(seen, 300, told), floats(300), score_cache.memo_of(6)
        policies = opponent_styles.styled_policies_of(seen, WEIGHTS, STYLES)
        likelihood._likely(policies, history, known, worlds.hands, logs)
        for hands, together in zip(worlds.hands.tolist(), logs, strict=True):
            alone = worlds._replace(hands=np.array([hands]))
            assert likelihood.likely(seen, alone, WEIGHTS, STYLES).tolist() == [together]
        told += 1
        most = max(most, sum(map(bool, known.keys)))
    assert most > score_cache.PLACES / 4  # so some keys have replaced others


def test_exponents_have_a_limit() -> None:
    """One that is out of reach counts as the nearest that is not; those of the committed weights
    are all within it.
    """
    assert score_cache.bounded(12.5) == 12.5
    assert score_cache.bounded(1e9) == score_cache.MOST
    assert score_cache.bounded(-1e9) == -score_cache.MOST
    sharpest = max(style.beta for some in LIKELIHOOD_STYLES.values() for style in some)
    rows = opponent_styles.table_of(WEIGHTS).tolist()
    for context, tables in TABLES.items():
        for row in rows:
            size = 0.0
            for n in range(1, len(tables) + 1):
                own = [i for i, name in enumerate(FEATURES) if name.startswith(f"{context}{n} ")]
                size += max(abs(row[i]) for i in own)
            assert sharpest * size < score_cache.MOST


def test_weights_of_any_size_leave_chances_that_are_numbers() -> None:
    random, told = Random("sizes"), 0
    some: FloatRow = FloatArray(WEIGHTS.flat[:], WEIGHTS.shape)
    for place, weight in enumerate(some.flat):
        some.flat[place] = 1e4 * weight
    while told < 5:
        seen = view(position("hearts", GAMES["hearts"].Rules(), random, 45), random.randrange(4))
        if likelihood.recalled(seen):
            logs = np.asarray(likelihood.likely(seen, sample(seen, 20, told), some, 2.0))
            assert 3 * log(score_cache.TINY) <= logs.min() <= log(score_cache.TINY)
            told += 1


def test_what_is_as_unlikely_as_can_be_is_not_less_than_any_bar_below() -> None:
    """A product is at least `TINY`, also one that is less than that."""
    chances, passes = np.array([score_cache.TINY, 1e-200]), np.array([1e-3, 1e-150])
    assert likelihood.log_mean(chances, passes) == log(score_cache.TINY)
    assert not likelihood.all_below(chances, passes, score_cache.TINY)
    assert likelihood.all_below(chances, passes, 2 * score_cache.TINY)
    assert not likelihood.all_below(np.array([0.5, 1e-200]), np.ones(2), 0.5)
