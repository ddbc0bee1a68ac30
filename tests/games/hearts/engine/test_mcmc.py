"""Walks through the worlds of Hearts are in each as often as it is likely; brute force says which
there are.
"""

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from parlour.cards import NEW_DECK, SPECTATOR
from parlour.engine.arrays import floats_of
from parlour.engine.worlds import Sampler, Worlds, sample
from parlour.game import GAMES
from parlour.games.hearts.engine import likelihood, policy, search
from parlour.games.hearts.engine.mcmc import Walks
from parlour.match import Dealt, View, actor, step, view
from parlour.players import trained
from tests.engine.test_worlds import World, plain, position, replayed, small
from tests.support.arrayed import arrayed
from tests.support.play import begun, random_rules
from tests.support.walking import all_of, chances, shares

likely = arrayed(likelihood.likely)
WEIGHTS = trained.weights("hearts")
WAYS = floats_of([0.0, 0.1, 0.05, 0.2] * 2, 2)  # two ways of each seat to play


def walked(seen: View, worlds: Worlds, n: int, steps: int) -> Worlds:
    walks = Walks(seen, worlds, WEIGHTS, WAYS, 3)
    walks.worlds(1, 100)
    return Worlds(*walks.worlds(n, steps).arrays())


def views(random: Random, n: int) -> Iterator[tuple[View, list[World]]]:
    """Some that few worlds fit, with a card played."""
    while n:
        seen, there = small("hearts", random, 150)
        if seen.seat != SPECTATOR and len(there) > 1 and policy.plays(seen):
            n -= 1
            yield seen, there


def test_a_walk_is_in_each_world_as_often_as_it_is_likely(
    times: Callable[[int, int], int],
) -> None:
    """It begins in worlds in proportion to their chances, since some worlds cannot be reached from
    others.
    """
    told = []
    for seen, there in views(Random("walks"), times(6, 100)):
        logs = likely(seen, all_of(there), WEIGHTS, WAYS)
        places = np.random.default_rng(1).choice(len(there), 1000, p=chances(logs))
        start = all_of([there[place] for place in places])
        told.append(shares(there, logs, walked(seen, start, 20, 8)))
    assert max(one.far for one in told) < 0.06
    assert max(one.uneven for one in told) > 0.1


def test_most_worlds_are_reached_from_one() -> None:
    near = []
    for seen, there in views(Random("one"), 6):
        logs = likely(seen, all_of(there), WEIGHTS, WAYS)
        start = all_of([there[int(logs.argmin())]] * 4)
        near.append(shares(there, logs, walked(seen, start, 5000, 8)).far < 0.06)
    assert sum(near) >= 5


def test_walks_fit_the_view_and_repeat_themselves() -> None:
    random = Random("long walks")
    for _ in range(12):
        seen = view(position("hearts", GAMES["hearts"].Rules(), random, 40), 0)
        start = sample(seen, 4, 1)
        found, again = walked(seen, start, 5, 3), walked(seen, start, 5, 3)
        assert [plain(found, i) for i in range(20)] == [plain(again, i) for i in range(20)]
        assert all(replayed(seen, found, i) for i in range(20))
        assert len({plain(found, i) for i in range(20)}) > 1 or len(seen.seen) > 40


def test_where_drawn_worlds_say_enough_no_chain_walks() -> None:
    """Among players of any card all worlds are as likely; few are among those that play as
    trained.
    """
    random, told = Random(5), list[tuple[bool, bool]]()
    while len(told) < 20:
        match = position("hearts", GAMES["hearts"].Rules(), random, 40)
        seen = view(match, actor(match)) if match.playing else None
        if seen and len(policy.plays(seen)) > 12:
            told.append((walks(seen, "first"), walks(seen, "trained")))
    assert not any(first for first, _ in told)
    assert sum(trained for _, trained in told) > 10


def test_before_the_first_card_and_for_a_spectator_no_chain_walks() -> None:
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(NEW_DECK))
    assert not walks(view(match, 0), "trained")
    later = position("hearts", GAMES["hearts"].Rules(), Random(1), 20)
    assert not walks(view(later, SPECTATOR), "trained")


def test_views_without_a_walk() -> None:
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(NEW_DECK))
    worlds = sample(view(match, 0), 2, 1)
    with pytest.raises(ValueError, match=r"^No card has been played"):
        Walks(view(match, 0), worlds, WEIGHTS, WAYS, 1)
    later = view(position("hearts", GAMES["hearts"].Rules(), Random(1), 20), SPECTATOR)
    with pytest.raises(ValueError, match=r"^This view is a spectator's"):
        Walks(later, sample(later, 2, 1), WEIGHTS, WAYS, 1)


def test_a_walk_knows_how_likely_its_world_is() -> None:
    """As `likely` says, under random house rules."""
    random, told = Random("logs"), 0
    while told < 12:
        rules = random_rules(GAMES["hearts"], random)
        seen = view(position("hearts", rules, random, 45), random.randrange(4))
        if not policy.plays(seen):
            continue
        walks = Walks(seen, sample(seen, 4, told), WEIGHTS, WAYS, told)
        found = Worlds(*walks.worlds(1, 50).arrays())
        logs = np.asarray(walks._chains.logs)
        assert np.allclose(logs.sum(axis=1), likely(seen, found, WEIGHTS, WAYS))
        told += 1


def walks(seen: View, level: str) -> bool:
    """Whether chains make the worlds among three of this level."""
    players = tuple("search" if seat == seen.seat else level for seat in range(4))
    at = seen._replace(players=players)
    return search.walked(at, Sampler(at), search.models(at, WEIGHTS), 1) is not None
