"""Walks through the worlds of Hearts are in each as often as it is likely; brute force says which
there are, and sums up the passes that can have led to each.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from math import exp, log, prod
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import NEW_DECK, SPECTATOR, cards, mask_of
from parlour.engine.arrays import floats_of
from parlour.engine.jit import compiled
from parlour.engine.worlds import Sampler, Worlds, sample
from parlour.game import GAMES
from parlour.games.hearts.engine import likelihood, policy, search
from parlour.games.hearts.engine.likelihood import PASS_BETA, pass_logs
from parlour.games.hearts.engine.mcmc import Walks
from parlour.games.hearts.rules import Rules, pass_offset
from parlour.match import Dealt, Match, View, actor, step, view
from parlour.players import trained
from tests.engine.test_worlds import World, plain, position, replayed, small
from tests.support.arrayed import arrayed
from tests.support.play import begun, random_rules
from tests.support.walking import all_of, chances, shares

likely = arrayed(likelihood.likely)
WEIGHTS = trained.weights("hearts")
WAYS = floats_of([0.0, 0.1, 0.05, 0.2] * 2, 2)  # two ways of each seat to play
WAY = floats_of([-0.9] * 4)  # nearly any card, after a careful pass
HOLD = Rules(pass_cards=0)


def walked(seen: View, worlds: Worlds, n: int, steps: int, ways: Any = WAYS) -> Worlds:
    walks = Walks(seen, worlds, WEIGHTS, ways, 3)
    walks.worlds(1, 100)
    return Worlds(*walks.worlds(n, steps).arrays())


def views(random: Random, n: int, *, passed: bool = False) -> Iterator[tuple[View, list[World]]]:
    """Some that few worlds fit, with a card played."""
    while n:
        seen, there = small("hearts", random, 40 if passed else 150)
        if seen.seat == SPECTATOR or not policy.plays(seen):
            continue
        if bool(pass_offset(seen.rules, seen.number)) == passed and len(there) > 1:
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


def test_after_a_pass_too(times: Callable[[int, int], int]) -> None:
    """Then a world is as likely as its cards and all passes that can have led to it."""
    told, less = [], []
    for seen, there in views(Random("passes"), times(4, 40), passed=True):
        cards_alone = likely(seen, all_of(there), WEIGHTS, WAY)
        logs = cards_alone + np.array([summed(seen, world) for world in there])
        places = np.random.default_rng(1).choice(len(there), 500, p=chances(logs))
        found = walked(seen, all_of([there[place] for place in places]), 100, 8, WAY)
        told.append(shares(there, logs, found))
        less.append(shares(there, cards_alone, found).far)
    assert max(one.far for one in told) < 0.06
    assert max(less) > 0.2  # the passes matter


def summed(seen: View, world: World) -> float:
    """The logarithm of the chance of all passes that can have led to a world."""
    offset, hands = pass_offset(seen.rules, seen.number), np.array(world[0])
    for seat, card in policy.plays(seen):
        hands[seat] |= 1 << card
    got = np.zeros(4, np.int64)
    got[seen.seat], got[(seen.seat + offset) % 4] = seen.table.received, seen.table.passed
    takers = [seat for seat in range(4) if not got[seat]]
    threes = [
        np.array([mask_of(three) for three in combinations(cards(int(hands[seat])), 3)])
        for seat in takers
    ]
    return log(added(bare(seen, WAY), seen.seat, offset, hands, got, np.array(takers), *threes))


def bare(seen: View, ways: Any) -> Any:
    """A policy for compiled code."""
    policies = policy.policies_of(seen, WEIGHTS, likelihood.ways_of(ways))
    rows, betas = np.asarray(policies.rows), np.asarray(policies.betas)
    return policies._replace(weights=np.asarray(policies.weights), rows=rows, betas=betas)


@compiled()
def added(
    policies: Any, me: int, offset: int, hands: Any, got: Any, takers: Any, one: Any, other: Any
) -> float:
    """The chance of the passes, added up over what the takers can have received."""
    total, scores, logs = 0.0, np.empty(13), np.empty(1)
    for first in one:
        got[takers[0]] = first
        for second in other:
            got[takers[1]] = second
            whole = 0.0
            for seat in range(4):
                if seat != me:
                    gave = got[(seat + offset) % 4]
                    hand = hands[seat] & ~got[seat] | gave
                    pass_logs(policies, seat, hand, gave, offset, scores, logs)
                    whole += logs[0]
            total += np.exp(whole)
    return total


def test_a_pass_is_as_likely_as_the_product_of_its_cards_weights() -> None:
    """Which are those of a first card to pass, at a lower temperature than in play."""
    random, ways = Random("threes"), [0.0, 0.1, -0.2, 2.0]
    for number in range(1, 7):
        match = step(passing(number), Dealt(tuple(random.sample(range(52), 52))))
        if not (seen := view(match, 0)).table.passing:
            continue
        scores = np.asarray(policy.prefer(seen, WEIGHTS))
        gave, found = random.sample(cards(seen.legal), 3), np.empty(4)
        offset = pass_offset(seen.rules, seen.number)
        given = bare(seen, floats_of(ways * 4, 4)), 0, seen.legal, mask_of(gave), offset
        pass_logs(*given, np.empty(13), found)
        for way, log_chance in zip([0.0, 0.1, PASS_BETA, PASS_BETA], found.tolist(), strict=True):
            weights = {card: exp(way * (scores[card] - scores.max())) for card in cards(seen.legal)}
            products = [prod(weights[card] for card in three) for three in combinations(weights, 3)]
            assert log_chance == pytest.approx(
                log(prod(weights[card] for card in gave) / sum(products))
            )


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
        match = position("hearts", HOLD, random, 40)
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
        if not policy.plays(seen) or pass_offset(rules, seen.number):
            continue
        walks = Walks(seen, sample(seen, 4, told), WEIGHTS, WAYS, told)
        found = Worlds(*walks.worlds(1, 50).arrays())
        logs = np.asarray(walks._chains.logs)
        assert np.allclose(logs.sum(axis=1), likely(seen, found, WEIGHTS, WAYS))
        told += 1


def test_after_a_pass_a_walk_knows_how_likely_its_world_is() -> None:
    """As its seats' passes and cards say, with both in each of two ways to play."""
    random, told = Random("logs after passes"), 0
    while told < 12:
        rules = random_rules(GAMES["hearts"], random)
        seen = view(position("hearts", rules, random, 45), random.randrange(4))
        offset, history = pass_offset(rules, seen.number), likelihood.recalled(seen)
        if not history or not offset:
            continue
        walks = Walks(seen, sample(seen, 4, told), WEIGHTS, WAYS, told)
        found, policies = walks.worlds(1, 50).hands.tolist(), bare(seen, WAYS)
        columns = [np.asarray(column) for column in history[1:]]
        there = likelihood.History(history.viewer, *columns)
        for i, hands in enumerate(found):
            got = walks._passing.got.tolist()[i]
            for seat, card in policy.plays(seen):
                hands[seat] |= 1 << card
            for seat in {0, 1, 2, 3} - {seen.seat}:
                gave, work = got[(seat + offset) % 4], np.empty(15)
                assert len(cards(got[seat] & hands[seat])) == 3
                before = hands[seat] & ~got[seat] | gave
                pass_logs(policies, seat, before, gave, offset, work[:13], work[13:])
                wanted = likelihood.seat_log(policies, there, seat, hands[seat], -np.inf, work)
                assert walks._chains.logs.tolist()[i][seat] == pytest.approx(wanted)
        told += 1


def test_after_a_pass_chains_always_walk() -> None:
    """However many drawn worlds are as likely."""
    random, told = Random(6), 0
    while told < 10:
        match = position("hearts", Rules(pass_cycle=1), random, 40)
        seen = view(match, actor(match)) if match.playing else None
        if seen and policy.plays(seen):
            assert walks(seen, "trained")
            assert not walks(seen, "first")
            told += 1


def test_the_first_batches_have_more_steps() -> None:
    seen = view(position("hearts", HOLD, Random(2), 30), 0)
    start = sample(seen, 8, 1)
    stream = Walks(seen, start, WEIGHTS, WAYS, 1).stream(9, 2, 1, 5)
    again = Walks(seen, start, WEIGHTS, WAYS, 1)
    again.worlds(1, 9)
    for n, steps in ((4, 5), (4, 5), (8, 2)):
        (batch,) = next(stream)
        assert batch.hands.tolist() == again.worlds(n, steps).hands.tolist()


def walks(seen: View, level: str) -> bool:
    """Whether chains make the worlds among three of this level."""
    players = tuple("search" if seat == seen.seat else level for seat in range(4))
    at = seen._replace(players=players)
    return search.walked(at, Sampler(at), search.models(at, WEIGHTS), 1) is not None


def passing(number: int) -> Match:
    """A match before its round of this number."""
    return begun("hearts", Rules(), number)
