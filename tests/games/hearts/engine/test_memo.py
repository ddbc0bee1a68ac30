"""The chances of cards in Hearts, by sums over suits that are remembered."""

from random import Random

import numpy as np

from parlour.engine.arrays import FloatArray, floats_of
from parlour.engine.worlds import sample
from parlour.game import GAMES
from parlour.games.hearts.engine import likelihood, memo, styles
from parlour.match import view
from parlour.players import trained
from tests.engine.test_worlds import position
from tests.support.play import random_rules

WEIGHTS = trained.weights("hearts")
WAYS = floats_of(
    [0.0, 0.1, -0.2, -0.2, styles.way_of("greedy"), styles.way_of("careful", 0.3)] * 4, 6
)


def test_what_is_remembered_is_what_would_be_found_again() -> None:
    """Of many worlds together each is as likely as alone, under random house rules, to the bit.
    They ask for more than the memo has places for.
    """
    random, told, asked = Random("memo"), 0, 0
    while told < 20:
        rules = random_rules(GAMES["hearts"], random)
        seen = view(position("hearts", rules, random, 45), random.randrange(4))
        if not likelihood.recalled(seen):
            continue
        worlds = sample(seen, 300, told)
        together = likelihood.likely(seen, worlds, WEIGHTS, WAYS).tolist()
        for i, hands in enumerate(worlds.hands.tolist()):
            alone = worlds._replace(hands=np.array([hands]))
            assert likelihood.likely(seen, alone, WEIGHTS, WAYS).tolist() == [together[i]]
        told += 1
        asked = max(asked, len(set(together)))
    assert asked == 300


def test_weights_of_any_size_leave_chances_that_are_numbers() -> None:
    """A score that is out of reach counts as the nearest that is not."""
    random, told, some = Random("sizes"), 0, FloatArray(WEIGHTS.flat[:], WEIGHTS.shape)
    for place, weight in enumerate(some.flat):
        some.flat[place] = 1e4 * weight
    while told < 5:
        seen = view(position("hearts", GAMES["hearts"].Rules(), random, 45), random.randrange(4))
        if likelihood.recalled(seen):
            logs = np.asarray(likelihood.likely(seen, sample(seen, 20, told), some, 2.0))
            assert np.isfinite(logs).all()
            assert (logs <= 0.0).all()
            assert logs.min() < -memo.MOST
            told += 1
