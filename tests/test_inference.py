"""Soft inference: the weights are the chances that a policy would have done what was seen, replayed world by world."""

from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import fast
from parlour.fast import playout
from parlour.fast.inference import context_of, weights
from parlour.fast.worlds import events, sample
from parlour.games import GAMES
from parlour.match import Acted, fold, step, view
from tests.play import begun, random_rules
from tests.test_worlds import position


def chance(match: Any, event: Acted, preferences: Any) -> float:
    """The chance of an action, from the rules alone."""
    game = GAMES[match.game]
    may = game.legal(match.round, match.state, event.seat)
    context = context_of(match.game, match.round, match.state, event.action)
    row = preferences[context]
    return float(row[event.action] / sum(row[action] for action in range(64) if may >> action & 1))


@pytest.mark.parametrize("name", GAMES)
def test_weights_are_the_chances_of_what_was_seen(name: str) -> None:
    random = Random(f"soft {name}")
    preferences = np.exp(np.random.default_rng(5).normal(size=(fast.CONTEXTS, 64)))
    told = 0
    for _ in range(25):
        match = position(name, random_rules(GAMES[name], random), random)
        seat = random.randrange(len(match.players))
        seen = view(match, seat)
        worlds = sample(seen, 8, random.getrandbits(40))
        expected = []
        for i in range(8):
            dealt, *acted = events(seen, worlds, i)
            there = fold([dealt], begun(name, seen.rules, seen.number))
            chances = []
            for event in acted:
                assert isinstance(event, Acted)
                if event.seat != seat and context_of(name, there.round, there.state, event.action) >= 0:
                    chances.append(chance(there, event, preferences))
                there = step(there, event)
            expected.append(prod(chances))
        found = weights(seen, worlds, preferences)
        assert np.allclose(found, np.array(expected) / np.mean(expected), rtol=1e-9)
        assert np.isclose(found.mean(), 1)
        told += len(set(np.round(found, 9))) > 1
    assert told > 10


def test_what_a_choice_was_made_by() -> None:
    match = position("hearts", GAMES["hearts"].Rules(pass_cards=0), Random(2), last=20)
    assert context_of("hearts", match.round, match.state, 52) == playout.MOON
    assert context_of("crazy-eights", None, None, 52) == -1


def test_nothing_dealt_or_no_worlds_weigh_nothing() -> None:
    ones = np.ones((fast.CONTEXTS, 64))
    match = position("hearts", GAMES["hearts"].Rules(pass_cards=0), Random(3), last=20)
    assert weights(view(match, 0), sample(view(match, 0), 0, 1), ones).shape == (0,)
