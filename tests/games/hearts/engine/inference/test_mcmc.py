"""Walks through the worlds of Hearts are in each as often as it is likely; brute force says which
there are, and sums up the passes that can have led to each.
"""

import json
from collections.abc import Callable, Iterator
from itertools import combinations
from math import exp, inf, log
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import NEW_DECK, SPECTATOR, cards, mask_of
from parlour.catalogue.registry import GAMES, folder
from parlour.engine.compiler.arrays import floats_of
from parlour.engine.compiler.jit import compiled
from parlour.engine.search.playouts import Style
from parlour.engine.worlds.sampler import Sampler, Worlds, sample
from parlour.games.hearts.engine import opponent_styles, policy, search
from parlour.games.hearts.engine.features import OPEN, P1, of_pass
from parlour.games.hearts.engine.inference import likelihood, pass_likelihood, score_cache
from parlour.games.hearts.engine.inference.mcmc import Walks
from parlour.games.hearts.engine.observation import ace_high
from parlour.games.hearts.rules import Rules, pass_offset
from parlour.match import Dealt, View, actor, step, view
from parlour.players import trained
from tests.engine.worlds.test_sampler import World, plain, position, replayed, small
from tests.support.arrayed import arrayed
from tests.support.play import begun, random_rules
from tests.support.walking import all_of, chances, shares

likely = arrayed(likelihood.likely)
WEIGHTS = trained.weights("hearts")
STYLE = opponent_styles.style_of("greedy", 0.1)
STYLES = [  # of each seat
    [Style(beta=0.0), Style(beta=0.1), Style(beta=0.1), STYLE],
    [Style(beta=0.05), Style(beta=0.2), STYLE, STYLE],
] * 2
LOOSE = [Style(epsilon=0.9)] * 4  # nearly any card, after a careful pass
KEEN = floats_of([0.2] * 4)
HOLD = Rules(pass_cards=0)
WEIGHTS_OF_PASSES = json.loads((folder("hearts") / "passes.json").read_text())["weights"]


def walked(
    seen: View, worlds: Worlds, n: int, steps: int, ways: Any = STYLES, burn: int = 100
) -> Worlds:
    walks = Walks(seen, worlds, WEIGHTS, ways, 3)
    walks.worlds(1, burn)
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


@pytest.mark.thorough
def test_a_walk_is_in_each_world_as_often_as_it_is_likely(
    times: Callable[[int, int], int],
) -> None:
    """It begins in worlds in proportion to their chances, since some worlds cannot be reached from
    others.
    """
    told = []
    for seen, there in views(Random("walks"), times(6, 100)):
        logs = likely(seen, all_of(there), WEIGHTS, STYLES)
        places = np.random.default_rng(1).choice(len(there), 1000, p=chances(logs))
        start = all_of([there[place] for place in places])
        told.append(shares(there, logs, walked(seen, start, 20, 8)))
    assert max(one.far for one in told) < 0.06
    assert max(one.uneven for one in told) > 0.1


def test_after_a_pass_too(times: Callable[[int, int], int]) -> None:
    """Then a world is as likely as its cards and all passes that can have led to it."""
    told, less = [], []
    for seen, there in views(Random("passes"), times(4, 40), passed=True):
        cards_alone = likely(seen, all_of(there), WEIGHTS, LOOSE)
        logs = cards_alone + np.array([summed(seen, world) for world in there])
        places = np.random.default_rng(1).choice(len(there), 500, p=chances(logs))
        start = all_of([there[place] for place in places])
        found = walked(seen, start, 100, 8, LOOSE, burn=1000)  # passed cards begin anywhere
        told.append(shares(there, logs, found))
        less.append(shares(there, cards_alone, found).far)
    assert max(one.far for one in told) < 0.06
    assert max(less) > 0.2  # the passes matter


def test_annealed_worlds_are_as_likely_as_the_cards_and_the_passes(
    samples: Callable[[int, int], int],
) -> None:
    """At once, and after steps from there."""
    told, after, less = [], [], []
    for seen, there in views(Random("annealed"), samples(2, 30), passed=True):
        cards_alone = likely(seen, all_of(there), WEIGHTS, KEEN)
        logs = cards_alone + np.array([summed(seen, world, KEEN) for world in there])
        some: list[list[Worlds]] = [[], []]
        for seed in range(80):
            places = np.random.default_rng(seed).choice(len(there), 64)
            start = all_of([there[place] for place in places])
            walks = Walks(seen, start, WEIGHTS, KEEN, 1000 * seed)
            walks.anneal((0.1, 0.3, 0.6), 50, 32)
            for found, steps in zip(some, (0, 30), strict=True):
                found.append(Worlds(*walks.worlds(1, steps).arrays()))
        whole = [Worlds(*map(np.concatenate, zip(*found, strict=True))) for found in some]
        told.append(shares(there, logs, whole[0]))
        after.append(shares(there, logs, whole[1]).far)
        less.append(shares(there, cards_alone, whole[0]).far)
    assert max(one.far for one in told) < 0.06
    assert max(after) < 0.06
    assert max(one.uneven for one in told) > 0.2
    assert max(less) > 0.2  # the passes matter


def summed(seen: View, world: World, way: Any = LOOSE) -> float:
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
    return log(added(bare_passes(seen, way), seen.seat, hands, got, np.array(takers), *threes))


def bare(seen: View, ways: Any) -> Any:
    """A policy for compiled code."""
    policies = opponent_styles.styled_policies_of(seen, WEIGHTS, opponent_styles.styles_of(ways))
    return type(policies)(policies.rules, *(np.asarray(column) for column in policies[1:]))


def bare_passes(seen: View, ways: Any) -> Any:
    """What passes are weighed by, for compiled code."""
    found = pass_likelihood.given_of(seen, opponent_styles.styles_of(ways))
    return type(found)(found.offset, *(np.asarray(column) for column in found[1:]))


@compiled(makes=True)
def added(passes: Any, me: int, hands: Any, got: Any, takers: Any, one: Any, other: Any) -> float:
    """The chance of the passes, added up over what the takers can have received."""
    total, chances = 0.0, np.empty(1)
    for first in one:
        got[takers[0]] = first
        for second in other:
            got[takers[1]] = second
            whole = 1.0
            for seat in range(4):
                if seat != me:
                    gave = got[(seat + passes.offset) % 4]
                    hand = hands[seat] & ~got[seat] | gave
                    pass_likelihood.give_chances(passes, seat, hand, gave, chances)
                    whole *= chances[0]
            total += whole
    return total


def test_a_pass_is_as_likely_as_the_products_of_its_cards_weights() -> None:
    """In two manners, at the odds of the hand, by the weights of each seat's level, or of a style,
    which are of the cards of each suit alone.
    """
    random, ways = (
        Random("threes"),
        [
            *(Style(beta=0.0), Style(beta=0.1), opponent_styles.style_of("greedy")),
            *(Style(epsilon=0.2), STYLE, Style(beta=2.0)),
        ],
    )
    calm = [0.0, pass_likelihood.CALM * 0.1, 1.0, 1.0, pass_likelihood.CALM * 0.1, 1.0]
    levels = "search", "trained", "careful", "visitor"
    for number in range(1, 7):
        match = step(begun("hearts", Rules(), number), Dealt(NEW_DECK))
        if not (offset := pass_offset(match.rules, match.number)):
            continue
        for seat, level in enumerate(("search", "trained", "careful", "")):
            seen = view(match, (seat + number) % 4)._replace(players=levels)
            if seen.seat == seat:  # its own pass is known
                continue
            passes, found = bare_passes(seen, [ways] * 4), np.empty(6)
            hand = random.sample(range(52), 13)
            gave = random.sample(hand, 3)
            pass_likelihood.give_chances(passes, seat, mask_of(hand), mask_of(gave), found)
            for n, (way, chance) in enumerate(zip(calm, found.tolist(), strict=True)):
                *manners, odds = WEIGHTS_OF_PASSES["greedy" if n in {2, 4} else level]
                one, other = (by_products(some, hand, gave, offset, way) for some in manners)
                mean = sum(scored(odds, hand, card, offset) for card in hand) / 13
                share = 1 / (1 + exp(-mean))
                assert chance == pytest.approx(share * other + (1 - share) * one)


def by_products(
    weights: list[float], hand: list[int], gave: list[int], offset: int, way: float
) -> float:
    """The share of the product of three cards' weights in those of all threes of a hand."""
    scores = {card: way * scored(weights, hand, card, offset) for card in hand}
    products = [exp(sum(scores[card] for card in three)) for three in combinations(hand, 3)]
    return exp(sum(scores[card] for card in gave)) / sum(products)


def scored(weights: list[float], hand: list[int], card: int, offset: int) -> float:
    """The score of a card to pass, by the features of a hand that has its suit alone."""
    held = ace_high(mask_of(one for one in hand if one // 13 == card // 13))
    found = of_pass(held, 0, 0, offset, ace_high(1 << card), card // 13)
    return sum(weights[feature - P1.start] for feature in found)


def test_weights_of_passes_belong_to_the_features_of_a_pass() -> None:
    assert {len(parts) for parts in WEIGHTS_OF_PASSES.values()} == {pass_likelihood.PARTS}
    sizes = {len(part) for parts in WEIGHTS_OF_PASSES.values() for part in parts}
    assert sizes == {OPEN - P1.start}


def test_most_worlds_are_reached_from_one() -> None:
    near = []
    for seen, there in views(Random("one"), 6):
        logs = likely(seen, all_of(there), WEIGHTS, STYLES)
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
        Walks(view(match, 0), worlds, WEIGHTS, STYLES, 1)
    later = view(position("hearts", GAMES["hearts"].Rules(), Random(1), 20), SPECTATOR)
    with pytest.raises(ValueError, match=r"^This view is a spectator's"):
        Walks(later, sample(later, 2, 1), WEIGHTS, STYLES, 1)


def test_a_walk_knows_how_likely_its_world_is() -> None:
    """As `likely` says, under random house rules."""
    random, told = Random("logs"), 0
    while told < 12:
        rules = random_rules(GAMES["hearts"], random)
        seen = view(position("hearts", rules, random, 45), random.randrange(4))
        if not policy.plays(seen) or pass_offset(rules, seen.number):
            continue
        walks = Walks(seen, sample(seen, 4, told), WEIGHTS, STYLES, told)
        found = Worlds(*walks.worlds(1, 50).arrays())
        logs = np.asarray(walks._chains.logs)
        assert np.allclose(logs.sum(axis=1), likely(seen, found, WEIGHTS, STYLES))
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
        walks = Walks(seen, sample(seen, 4, told), WEIGHTS, STYLES, told)
        found, policies = walks.worlds(1, 50).hands.tolist(), bare(seen, STYLES)
        columns = [np.asarray(column) for column in history[1:]]
        there = likelihood.History(history.viewer, *columns)
        known = score_cache.Memo(*[np.asarray(column) for column in score_cache.memo_of(4)])
        work = score_cache.Work(known, np.empty(13), *np.empty((3, 4)))
        for i, hands in enumerate(found):
            got = walks._passing.got.tolist()[i]
            for seat, card in policy.plays(seen):
                hands[seat] |= 1 << card
            for seat in {0, 1, 2, 3} - {seen.seat}:
                gave, chances = got[(seat + offset) % 4], np.empty(4)
                passes = bare_passes(seen, STYLES)
                assert len(cards(got[seat] & hands[seat])) == 3
                before = hands[seat] & ~got[seat] | gave
                pass_likelihood.give_chances(passes, seat, before, gave, chances)
                held = hands[seat]
                wanted = likelihood.seat_log(policies, there, seat, held, chances, -inf, work)
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


def test_a_stream_has_the_same_steps_before_each_world() -> None:
    seen = view(position("hearts", HOLD, Random(2), 30), 0)
    start = sample(seen, 8, 1)
    stream = Walks(seen, start, WEIGHTS, STYLES, 1).stream(9, 2)
    again = Walks(seen, start, WEIGHTS, STYLES, 1)
    again.worlds(1, 9)
    for n in (4, 4, 8):
        (batch,) = next(stream)
        assert batch.hands.tolist() == again.worlds(n, 2).hands.tolist()


def walks(seen: View, level: str) -> bool:
    """Whether chains make the worlds among three of this level."""
    players = tuple("search" if seat == seen.seat else level for seat in range(4))
    at = seen._replace(players=players)
    return search.walked(at, Sampler(at), search.models(at, WEIGHTS), 1) is not None
