"""Soft inference: the weights are the chances that a policy would have done what was seen, replayed
world by world.
"""

from collections.abc import Callable
from itertools import combinations, permutations, product
from math import prod
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import engine
from parlour.cards import NOBODY, SPECTATOR, cards, mask_of
from parlour.engine.inference import context_of, weights
from parlour.engine.worlds import events, sample
from parlour.game import BUILT_IN, GAMES
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.loops import MOON, PASS
from parlour.games.hearts.engine.passing import hands_passed, passing
from parlour.match import Acted, Dealt, View, fold, step, view
from tests.engine.test_worlds import position
from tests.support.play import begun, random_rules

Times = Callable[[int, int], int]


def chance(match: Any, event: Acted, preferences: Any) -> float:
    """The chance of an action, from the rules alone."""
    game = GAMES[match.game]
    may = game.legal(match.round, match.state, event.seat)
    context = context_of(match.game, match.round, match.state, event.action)
    row = preferences[context]
    return float(row[event.action] / sum(row[action] for action in range(64) if may >> action & 1))


def passed_all(seen: View) -> bool:
    """Whether cards were passed in this hand of Hearts."""
    return (
        seen.game == "hearts"
        and seen.table.leader != NOBODY
        and hearts.pass_offset(seen.rules, seen.number) > 0
    )


@pytest.mark.parametrize("name", BUILT_IN)
def test_weights_are_the_chances_of_what_was_seen(name: str) -> None:
    random = Random(f"soft {name}")
    preferences = np.exp(np.random.default_rng(5).normal(size=(engine.CONTEXTS, 64)))
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
                if (
                    event.seat != seat
                    and context_of(name, there.round, there.state, event.action) >= 0
                ):
                    chances.append(chance(there, event, preferences))
                there = step(there, event)
            if passed_all(
                seen
            ):  # all have passed, which is summed over what they may have passed among themselves
                chances.append(
                    np.exp(passing(seen, hands_passed(seen, worlds)[i], preferences[PASS]))
                )
            expected.append(prod(chances))
        found = weights(seen, worlds, preferences)
        assert np.allclose(found, np.array(expected) / np.mean(expected), rtol=1e-9)
        assert np.isclose(found.mean(), 1)
        told += len(set(np.round(found, 9))) > 1
    assert told > 10


def test_what_a_choice_was_made_by() -> None:
    match = position("hearts", GAMES["hearts"].Rules(pass_cards=0), Random(2), last=20)
    assert context_of("hearts", match.round, match.state, 52) == MOON
    assert context_of("crazy-eights", None, None, 52) == -1


def test_nothing_dealt_or_no_worlds_weigh_nothing() -> None:
    ones = np.ones((engine.CONTEXTS, 64))
    match = position("hearts", GAMES["hearts"].Rules(pass_cards=0), Random(3), last=20)
    assert weights(view(match, 0), sample(view(match, 0), 0, 1), ones).shape == (0,)


def naive(hand: tuple[int, ...], given: tuple[int, ...], row: Any) -> float:
    """The chance of choosing these three from a hand, one after the other."""
    total = 0.0
    for order in permutations(given):
        left, chance = list(hand), 1.0
        for card in order:
            chance *= row[card] / sum(row[other] for other in left)
            left.remove(card)
        total += chance
    return total


def after_passes(
    hands: list[int], rules: Any, number: int, known: dict[int, int], seat: int, row: Any
) -> float:
    """The chance of the others' passes summed over all that each seat can have received; `known` by
    taker.
    """
    way, total = hearts.pass_offset(rules, number), 0.0
    options = [
        [cards(known[taker])] if taker in known else list(combinations(cards(hands[taker]), 3))
        for taker in range(4)
    ]
    for received in product(*options):
        chance = 1.0
        for giver in range(4):
            given = received[(giver + way) % 4]
            before = tuple(set(cards(hands[giver])) - set(received[giver]) | set(given))
            chance *= naive(before, given, row) if giver != seat else 1.0
        total += chance
    return total


def test_passes_are_summed_over_what_the_others_can_have_passed() -> None:
    """Against every way one by one, on hands of four and five cards, for seats and a spectator, in
    every direction.
    """
    random = Random("passes")
    row = np.exp(np.random.default_rng(3).normal(size=64))
    match = position("hearts", hearts.Rules(), random, last=40)
    for seat in (0, 1, 3, SPECTATOR):
        for number in (1, 2, 3):
            rules = hearts.Rules()
            some = random.sample(range(52), 17)
            hands = [mask_of(some[4 * n : 4 * n + 4 + (n == 3)]) for n in range(4)]
            taker = (seat + hearts.pass_offset(rules, number)) % 4
            known = (
                {}
                if seat == SPECTATOR
                else {one: mask_of(random.sample(cards(hands[one]), 3)) for one in (seat, taker)}
            )
            table = view(match, 0).table._replace(
                received=known.get(seat, 0), passed=known.get(taker, 0)
            )
            seen = view(match, 0)._replace(seat=seat, number=number, rules=rules, table=table)
            expected = after_passes(hands, rules, number, known, seat, row)
            assert np.isclose(np.exp(passing(seen, hands, row)), expected, rtol=1e-9)


def test_passes_tell_of_the_hands_of_giver_and_taker(samples: Times) -> None:
    """Where all like to pass high cards, who gave some had more of them, and who was given some had
    to keep fewer.
    """
    policy = np.ones((engine.CONTEXTS, 64))
    policy[PASS, :52] = [1.3 ** hearts.strength(card) for card in range(52)]
    high = np.array([hearts.strength(card) for card in range(52)])
    deals = samples(80, 300)
    decks, actions = engine.record("hearts", deals, 5, preferences=policy)
    # of what the weights, and the bare worlds, expect of each hand
    errors = np.zeros((deals, 2, 4))
    for n in range(deals):
        match = fold([Dealt(tuple(map(int, decks[n])))], begun("hearts", hearts.Rules(), 1))
        match = fold([Acted(i // 3, action) for i, action in enumerate(actions[n][:12])], match)
        seen = view(match, 0)
        worlds = sample(seen, 30, n)
        sums = (worlds.arrays()[0][:, :, None] >> np.arange(52) & 1) @ high
        real = np.array([high[list(cards(hand))].sum() for hand in match.state.hands])
        errors[n] = (
            real - (weights(seen, worlds, policy)[:, None] * sums).mean(axis=0),
            real - sums.mean(axis=0),
        )
    (weighed, bare), noise = errors.mean(axis=0), errors.std(axis=0)[0] / deals**0.5
    assert (np.abs(weighed) <= 4 * noise).all()
    # who was passed to; it has not passed the high cards that it was given
    assert bare[1] < -2.5 * noise[1]
    assert bare[1] < weighed[1] - 2
    assert bare[3] > weighed[3] + 1  # who passed to seat 0


def test_preferences_that_are_none() -> None:
    match = position("straights", GAMES["straights"].Rules(), Random(3), last=20)
    for bad in (None, np.ones((2, 64))):
        with pytest.raises(ValueError, match=r"^Invalid preferences of shape "):
            weights(view(match, 0), sample(view(match, 0), 2, 1), bad)  # type: ignore[arg-type]
