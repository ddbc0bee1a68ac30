"""The policy of Crazy Eights: compiled play against the interpreted rules and players who see only
their own views.
"""

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from parlour.cards import RANK, SUIT, cards, popcount
from parlour.catalogue.registry import GAMES
from parlour.engine.compiler.arrays import float_array, floats, ints
from parlour.engine.numbers.arguments import NumpyFloats, NumpyInts
from parlour.engine.rounds.deals import decks_with_stock
from parlour.engine.search.playouts import betas_of
from parlour.engine.search.protocol import Model
from parlour.engine.search.puct import BONUS, NONE, Tree, tree
from parlour.engine.worlds.sampler import Worlds, events, sample
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine import policy
from parlour.games.crazy_eights.engine import training as training
from parlour.games.crazy_eights.engine.round import BY_RANK, BY_SUIT
from parlour.games.crazy_eights.levels import first as crazy_eights
from parlour.match import Acted, Dealt, Match, View, actor, fold, legal, step, view
from parlour.players import trained
from tests.engine.worlds.test_sampler import position
from tests.support.arrayed import arrayed
from tests.support.play import begun, random_deck, random_rules

likely = arrayed(policy.likely)
prefer = arrayed(policy.prefer)
GAME = GAMES["crazy-eights"]
GOLD, WHOLE = 0x9E3779B97F4A7C15, 1 << 64


def choices(seen: View) -> list[int]:
    return [action for action in range(64) if seen.legal >> action & 1]


def opened(random: Random) -> View:
    """What the first seat with a choice sees of a random deal."""
    match = forced(fold([Dealt(random_deck(random))], begun("crazy-eights", eights.Rules(), 1)))
    return view(match, actor(match))


def playouts(
    seen: View,
    worlds: Worlds,
    weights: NumpyFloats,
    actions: NumpyInts,
    dice: tuple[int, int],
    beta: float = 1.0,
    tree: Tree = NONE,
) -> NDArray[np.int64]:
    """The points after each action, by weights and an inverse temperature, from a seed and a
    number of its streams.
    """
    model = Model(float_array(weights), betas_of(beta, len(seen.players)), ints(0), tree=tree)
    return arrayed(policy.played)(seen, worlds, model, [(action,) for action in actions], *dice)


def mix(z: int) -> int:
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 % WHOLE
    z = (z ^ z >> 27) * 0x94D049BB133111EB % WHOLE
    return z ^ z >> 31


def stream(seed: int, i: int) -> int:
    return mix((seed + GOLD * (2 * i + 1)) % WHOLE)


def some_weights(seed: int) -> NumpyFloats:
    return np.random.default_rng(seed).normal(size=len(policy.FEATURES))


@pytest.mark.parametrize("shape", [(0,), (5,), (3, len(policy.FEATURES))])
def test_weights_of_another_shape(shape: tuple[int, ...]) -> None:
    match = position("crazy-eights", eights.Rules(), Random(1))
    seen = view(match, actor(match))
    with pytest.raises(ValueError, match=r"Invalid weights of shape .* \(expected \(\d+,\) or"):
        policy.policies_of(seen, np.ones(shape), 1.0)


def chances(seen: View, weights: NumpyFloats, beta: float = 1.0) -> dict[int, float]:
    """The policy's chance of each action of a view."""
    scores = prefer(seen, weights)
    found = np.exp(beta * (scores - scores.max()))
    return {
        action: float(found[action] / found.sum())
        for action in range(64)
        if seen.legal >> action & 1
    }


def chosen(seen: View, weights: NumpyFloats, beta: float, r: int) -> int:
    point, every = (r >> 11) / 2**53, chances(seen, weights, beta)
    for action, chance in every.items():
        point -= chance
        if point < 0:
            return action
    return max(every)


def forced(match: Match) -> Match:
    """All draws and passes that follow."""
    while match.playing and legal(match, actor(match)) >> eights.DRAW & 3:
        match = step(match, Acted(actor(match), legal(match, actor(match)).bit_length() - 1))
    return match


def played_on(match: Match, weights: list[NumpyFloats], beta: float, dice: int) -> tuple[int, ...]:
    """The points of a round that is played to its end, each seat by its weights from what it
    sees.
    """
    match = forced(match)
    while match.playing:
        dice = (dice + GOLD) % WHOLE
        seat = actor(match)
        match = forced(
            step(match, Acted(seat, chosen(view(match, seat), weights[seat], beta, mix(dice))))
        )
    return match.sheet[-1]


def in_turn(random: Random, rules: Any, _number: int) -> tuple[Match, View]:
    """A random position, as who is in turn sees it."""
    while True:
        match = position("crazy-eights", rules, random)
        if match.playing:
            return match, view(match, actor(match))


def world(seen: View, worlds: Worlds, i: int) -> Match:
    return fold(events(seen, worlds, i), begun("crazy-eights", seen.rules, seen.number))


def test_playouts_are_what_players_would_do_with_their_own_views(
    times: Callable[[int, int], int],
) -> None:
    """Over random rules, and so also: compiled play obeys the rules, and scores depend on nothing
    that a seat may not see.
    """
    random, ends = Random("playouts"), set()
    for n in range(times(40, 40)):
        rules = random_rules(GAME, random) if n % 4 else GAME.Rules()
        _, seen = in_turn(random, rules, 1)
        weights, others, beta, seed = (
            some_weights(n),
            some_weights(n + 100),
            random.choice([0.5, 1.0, 3.0]),
            random.getrandbits(64),
        )
        worlds = sample(seen, 2, seed)
        actions = np.array([action for action in range(64) if seen.legal >> action & 1])
        alone = random.random() < 0.5
        each = [weights if alone or seat == seen.seat else others for seat in range(rules.players)]
        found = playouts(
            seen, worlds, weights if alone else np.array(each), actions, (seed, 5), beta
        )
        assert found.shape == (2, len(actions), rules.players)
        for i in range(2):
            there = world(seen, worlds, i)
            assert (prefer(view(there, seen.seat), weights) == prefer(seen, weights)).all()
            for j, action in enumerate(actions):
                points = played_on(
                    step(there, Acted(seen.seat, int(action))), each, beta, stream(seed, 5 + i)
                )
                assert tuple(found[i, j]) == points
                ends.add(min(points) == max(points))
    assert ends == {False, True}


def test_a_seat_learns_its_later_choices_as_by_a_dictionary_of_what_it_sees(
    times: Callable[[int, int], int],
) -> None:
    """The playouts of a tree, one after the other, by views and Python's own numbers."""
    random, learned = Random("tree"), 0
    for n in range(times(24, 24)):
        rules = random_rules(GAME, random) if n % 2 else GAME.Rules()
        _, seen = in_turn(random, rules, 1)
        weights, seed = some_weights(n) / 2, random.getrandbits(64)
        worlds, actions = sample(seen, 24, seed), choices(seen)[:3]
        found = playouts(seen, worlds, weights, np.array(actions), (seed, 5), 1.0, tree())
        plain = playouts(seen, worlds, weights, np.array(actions), (seed, 5), 1.0)
        learned += int((found != plain).any())
        nodes = dict[Any, list[list[float]]]()
        for i in range(24):
            there = world(seen, worlds, i)
            for j, action in enumerate(actions):
                dice, inside, path = stream(seed, 5 + i), True, list[list[float]]()
                match = forced(step(there, Acted(seen.seat, action)))
                while match.playing:
                    dice, seat = (dice + GOLD) % WHOLE, actor(match)
                    now = view(match, seat)
                    some = choices(now)
                    act = chosen(now, weights, 1.0, mix(dice))
                    if seat == seen.seat and inside and len(some) > 1:
                        key = now.table.hand, now.legal, now.table.counts
                        inside = key in nodes
                        if not inside:
                            nodes[key] = [[p, 0, 0] for p in chances(now, weights).values()]
                        edges = nodes[key]
                        if inside:
                            act = some[tried_next(edges)]
                        path.append(edges[some.index(act)])
                    match = forced(step(match, Acted(seat, act)))
                assert tuple(found[i, j]) == match.sheet[-1]
                for edge in path:
                    edge[1] += 1
                    edge[2] += share(np.array([[match.sheet[-1]]]))[0, 0, seen.seat]
    assert learned > times(24, 24) / 3


def tried_next(edges: list[list[float]]) -> int:
    """The place of the action with the highest mean result and bonus."""
    tried, won = sum(edge[1] for edge in edges), sum(edge[2] for edge in edges)
    mean = won / max(1, tried)
    values = [
        (result + mean + BONUS * tried**0.5 * chance) / (visits + 1)
        for chance, visits, result in edges
    ]
    return values.index(max(values))


def test_a_tree_that_is_full_plays_by_the_policy() -> None:
    seen = opened(Random(3))
    worlds, actions = sample(seen, 50, 1), np.array(choices(seen))
    weights = np.asarray(trained.weights("crazy-eights"))
    plain = playouts(seen, worlds, weights, actions, (1, 0))
    nodes = ints(9, 2)
    full = Tree(nodes, floats(1, 3))
    assert (playouts(seen, worlds, weights, actions, (1, 0), 1.0, full) == plain).all()
    assert not any(nodes.flat)
    assert (playouts(seen, worlds, weights, actions, (1, 0), 1.0, tree()) != plain).any()


def test_playouts_learn_to_win_more() -> None:
    """The last quarter of the playouts of every choice near the end, from a policy of any card."""
    random, gained = Random("learning"), list[float]()
    weights = np.zeros(len(policy.FEATURES))
    while len(gained) < 120:
        _, seen = in_turn(random, GAME.Rules(), 1)
        if len(choices(seen)) < 2 or sum(seen.table.counts) > 8:
            continue
        worlds, actions = sample(seen, 4000, 1), np.array(choices(seen))
        by = [
            share(playouts(seen, worlds, weights, actions, (1, 0), 1.0, some))[3000:, :, seen.seat]
            for some in (tree(), NONE)
        ]
        gained.append(float((by[0] - by[1]).mean()))
    assert np.mean(gained) > 3 * np.std(gained) / len(gained) ** 0.5 > 0


def test_scores_of_what_must_be_done_and_of_nothing() -> None:
    match = forced(fold([Dealt(random_deck(Random(1)))], begun("crazy-eights", eights.Rules(), 1)))
    for seat in range(2):
        scores = prefer(view(match, seat), some_weights(1))
        assert [action for action in range(64) if scores[action] > -np.inf] == list(
            cards(legal(match, seat))
        )
    random = Random(2)
    while not legal(match, actor(match)) >> eights.DRAW & 3:
        match = fold([Dealt(random_deck(random))], begun("crazy-eights", eights.Rules(), 1))
    scores = prefer(view(match, actor(match)), some_weights(1))
    assert scores[eights.DRAW] == 0
    assert np.isinf(scores).sum() == 63


def test_what_is_remembered() -> None:
    """No seat has more cards of a suit or rank than it may have; who draws until a card fits has no
    other that did.
    """
    random, sharp = Random("memory"), 0
    for n in range(60):
        rules = random_rules(GAME, random) if n % 2 else GAME.Rules()
        match, seen = in_turn(random, rules, 1)
        table = policy._table(seen)
        for seat, hand in enumerate(match.state.hands[: rules.players]):
            held = [popcount(hand & SUIT << 13 * suit & ~eights.EIGHTS) for suit in range(4)] + [
                popcount(hand & eights.EIGHTS)
            ]
            suits = [int(table[BY_SUIT + seat]) >> 8 * group & 255 for group in range(5)]
            ranks = [int(table[BY_RANK + seat]) >> 4 * rank & 15 for rank in range(13)]
            assert all(one <= most for one, most in zip(held, suits, strict=True))
            assert all(popcount(hand & RANK << rank) <= ranks[rank] for rank in range(13))
            sharp += sum(most < popcount(hand) for most in suits)
    assert sharp > 20
    match = fold([Dealt(random_deck(random))], begun("crazy-eights", eights.Rules(hand=3), 1))
    for _ in range(30):
        match = fold([Dealt(random_deck(random))], begun("crazy-eights", eights.Rules(hand=3), 1))
        top, after = match.state.top, forced(match)
        if after != match and after.playing:
            drew = actor(after)
            after = step(after, Acted(drew, cards(legal(after, drew))[0]))
            table = policy._table(view(after, 1 - drew))
            assert int(table[BY_SUIT + drew]) >> 8 * (top // 13) & 255 == 0
            assert int(table[BY_SUIT + drew]) >> 32 == 0
            assert int(table[BY_RANK + drew]) >> 4 * (top % 13) & 15 == 0


def test_likely_is_the_chance_of_what_the_others_chose() -> None:
    random, told = Random("likely"), 0
    for n in range(25):
        match = position(
            "crazy-eights", random_rules(GAME, random) if n % 3 else GAME.Rules(), random
        )
        seat = random.randrange(len(match.players))
        seen, weights, beta = view(match, seat), some_weights(n), random.choice([0.5, 1.0, 2.0])
        worlds = sample(seen, 4, n)
        expected = np.zeros(4)
        for i in range(4):
            dealt, *acted = events(seen, worlds, i)
            there = fold([dealt], begun("crazy-eights", seen.rules, seen.number))
            for event in acted:
                assert isinstance(event, Acted)
                if event.seat != seat:
                    expected[i] += np.log(
                        chances(view(there, event.seat), weights, beta)[event.action]
                    )
                there = step(there, event)
        found = likely(seen, worlds, weights, beta)
        assert np.allclose(found, expected, rtol=1e-9, atol=1e-12)
        told += len(set(found.round(9))) > 1
    assert told > 5


def study(match: Match, weights: NumpyFloats, others: NumpyFloats | None, r: int) -> NumpyFloats:
    """What a lesson adds for one choice: the sum over actions of chance, advantage and features."""
    seen = view(match, actor(match))
    stock = match.deck[match.state.next :]
    hands = [match.state.hands[: len(match.players)]] * training.TRIES
    worlds = Worlds(
        np.array(hands),
        np.zeros((training.TRIES, 0), np.int8),
        np.array([stock] * training.TRIES, np.int8),
    )
    pi = chances(seen, weights)
    each = np.array(
        [
            weights if seat == seen.seat or others is None else others
            for seat in range(len(match.players))
        ]
    )
    points = playouts(seen, worlds, each, np.array(list(pi)), (r, 0))
    won = share(points)[:, :, seen.seat].mean(axis=0)
    features = np.array([prefer(seen, unit)[list(pi)] for unit in np.eye(len(weights))])
    chance = np.array(list(pi.values()))
    found: NumpyFloats = features @ (chance * (won - chance @ won))
    return found


@pytest.mark.parametrize(
    "rules",
    [
        eights.Rules(),
        eights.Rules(players=3, eights=1, draw=1, empty=eights.PLAY_ON),
        eights.Rules(hand=20, draw=2, empty=eights.AT_ONCE),
    ],
)
def test_lessons_add_up_what_each_choice_may_win(rules: eights.Rules) -> None:
    weights, rows, seed, start = some_weights(5), np.stack([some_weights(6)]), 11, 3
    expected, won, n = np.zeros(len(weights)), 0.0, 6
    decks = np.zeros((n, 52), np.int64)
    decks_with_stock(np.uint64(seed), start, decks)
    for i in range(n):
        kind, taught = (start + i) % 2, (start + i) // 2 % rules.players
        match = forced(fold([Dealt(tuple(decks[i].tolist()))], begun("crazy-eights", rules, 2)))
        dice = stream(seed, start + i)
        for choice in count(training.DEALT):
            if not match.playing:
                break
            r, seat = mix((dice + GOLD * (choice + 1)) % WHOLE), actor(match)
            mine = kind == 0 or seat == taught
            if mine and popcount(legal(match, seat)) > 1 and r % 4 == 0:
                expected += study(match, weights, rows[0] if kind else None, mix(r))
            match = forced(
                step(
                    match,
                    Acted(seat, chosen(view(match, seat), weights if mine else rows[0], 1.0, r)),
                )
            )
        won += share(np.array(match.sheet[-1]))[taught]
    gradient, mean = training.gradients(weights, rows, rules, 2, n, seed, start)
    assert np.allclose(gradient, expected, rtol=1e-9, atol=1e-12)
    assert np.abs(gradient).max() > 0
    assert np.isclose(mean, won / n)


def share(points: Any) -> Any:
    """The share of the round that each seat has won, by points (..., seats): 1 for the only seat
    with the fewest; in a drawn game all have 0, so each of two players has a half.
    """
    won = points == points.min(axis=-1, keepdims=True)
    return won / won.sum(axis=-1, keepdims=True)


def test_what_is_won() -> None:
    assert share(np.array([[0, 5], [7, 0], [0, 0], [9, 9]])).tolist() == [
        [1, 0],
        [0, 1],
        [0.5, 0.5],
        [0.5, 0.5],
    ]


def test_the_first_player_as_a_policy() -> None:
    """Its choice scores best, alone or with others of its kind."""
    random = Random("first")
    for n in range(60):
        _, seen = in_turn(random, random_rules(GAME, random) if n % 2 else GAME.Rules(), 1)
        scores = prefer(seen, policy.FIRST)
        assert scores[crazy_eights(seen, 0)] == scores.max()


def test_the_weights_are_those_of_the_features() -> None:
    kept = json.loads(trained.file("crazy-eights").read_text())
    assert kept["game"] == "crazy-eights"
    assert tuple(kept["features"]) == policy.FEATURES
    assert np.isfinite(kept["weights"]).all()
    assert len(kept["weights"]) == len(policy.FEATURES)
