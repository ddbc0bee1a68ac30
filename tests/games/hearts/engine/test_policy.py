"""The policy of Hearts against the interpreted rules, action by action, and what it tells against
slow sums.
"""

import inspect
from collections.abc import Callable
from itertools import product
from math import prod
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from parlour.cards import ALL, cards, popcount
from parlour.catalogue.registry import GAMES
from parlour.engine.numbers.bits import mix, number_of, stream
from parlour.engine.search.playouts import Style
from parlour.engine.worlds.sampler import Worlds, events, sample
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine import features, observation, policy
from parlour.games.hearts.engine.features import OPEN
from parlour.games.hearts.engine.inference import likelihood
from parlour.games.hearts.engine.observation import HAND, PASS_OFFSET, SIZE, TAKEN
from parlour.games.hearts.engine.playout_state import (
    Policies,
    exchange,
    finish,
    play,
    settled,
    three,
)
from parlour.games.hearts.engine.policy import FEATURES
from parlour.games.hearts.engine.policy import position as place_of
from parlour.games.hearts.engine.training import (
    FADE,
    FIRST,
    Workspace,
    grade_pass,
    grade_play,
    gradients,
    payoff,
    prize_of,
)
from parlour.match import Acted, Dealt, Match, View, actor, fold, step, view
from parlour.players import trained
from tests.engine.worlds.test_sampler import position
from tests.support.arrayed import arrayed
from tests.support.hearts_positions import POSITIONS, good_of, view_of
from tests.support.play import begun, random_deck, random_rules

likely = arrayed(likelihood.likely)
playouts = arrayed(policy.playouts)
playouts_passing = arrayed(policy.playouts_passing)
prefer = arrayed(policy.prefer)
WEIGHTS = np.random.default_rng(4).normal(size=len(FEATURES))
SEED = 11


def ace_high(card: int) -> tuple[int, int]:
    """Suits one after the other, each from the two to the ace."""
    return card // 13, hearts.strength(card)


def chosen(seen: View, dice: Any, j: int, beta: float) -> int:
    """An action drawn from the softmax by number j of the dice."""
    may = sorted(cards(seen.legal), key=ace_high)
    if len(may) == 1:
        return may[0]
    scores = prefer(seen, WEIGHTS)[may]
    chances = np.exp(beta * (scores - scores.max()))
    point = chances.sum() * float(int(number_of(np.uint64(dice), j)) >> 11) * 2.0**-53
    for card, chance in zip(may, chances, strict=True):
        point -= chance
        if point < 0:
            return card
    return may[-1]


def seen_in_world(match: Match, seat: int, viewer: int, passing: bool) -> View:
    """A view; where the cards were passed before, all but the viewer know nothing of what they
    passed.
    """
    seen = view(match, seat)
    if passing or seat == viewer:
        return seen
    return seen._replace(
        seen=seen.seen[seen.table.passed.bit_count() :], table=seen.table._replace(passed=0)
    )


def played_out(
    seen: View, worlds: Any, i: int, actions: tuple[int, ...], beta: float
) -> tuple[int, ...]:
    """The points of a playout, by the interpreted rules."""
    dice = stream(np.uint64(SEED), i)
    match = fold(events(seen, worlds, i), begun("hearts", seen.rules, seen.number))
    passing = bool(seen.table.passing)
    for action in actions:
        match = step(match, Acted(seen.seat, action))
    while match.playing:
        seat = actor(match)
        there = seen_in_world(match, seat, seen.seat, passing)
        if there.legal & hearts.MOONS:
            action = 52
        elif there.table.passing:
            action = chosen(there, dice, 64 + 4 * seat + there.table.passed.bit_count(), beta)
        else:
            moves = sum(hand.bit_count() for hand in match.state.taken) + sum(
                card < 52 for card in match.state.trick
            )
            action = chosen(there, dice, moves, beta)
        match = step(match, Acted(seat, action))
    return match.sheet[-1]


def sampled_position(random: Random, last: int = 1000) -> View:
    """What a seat that may act sees somewhere in a random round, by random house rules."""
    match = position("hearts", random_rules(GAMES["hearts"], random), random, last)
    return view(match, actor(match))


def test_playouts_are_what_the_rules_say(times: Callable[[int, int], int]) -> None:
    random, passes = Random("playouts"), 0
    for n in range(times(90, 90)):
        seen = sampled_position(random, 56 if n % 2 else 1000)
        worlds = sample(seen, 2, n)
        some = cards(seen.legal)
        beta = random.choice((0.3, 2.0))
        points = playouts(seen, worlds, WEIGHTS, some, SEED, 0, beta)
        assert points.shape == (2, len(some), 4)
        for i in range(2):
            j = random.randrange(len(some))
            assert tuple(points[i, j]) == played_out(seen, worlds, i, (some[j],), beta)
        passes += bool(seen.table.passing)
    assert passes > times(90, 90) / 30


def passing_now(random: Random, chosen: int) -> View:
    """What a seat sees that has chosen some of its three cards."""
    while True:
        rules = random_rules(GAMES["hearts"], random)._replace(pass_cards=1)
        match = step(begun("hearts", rules, random.choice((1, 2, 3))), Dealt(random_deck(random)))
        seat = random.randrange(4)
        for card in random.sample(cards(match.state.hands[seat]), chosen):
            match = step(match, Acted(seat, card))
        return view(match, seat)


def test_three_cards_are_passed_whole() -> None:
    random = Random("threes")
    for chosen in (0, 1, 2):
        seen = passing_now(random, chosen)
        worlds = sample(seen, 3, 1)
        triples = [random.sample(cards(seen.table.hand), 3 - chosen) for _ in range(4)]
        points = playouts_passing(seen, worlds, WEIGHTS, triples, SEED)
        assert points.shape == (3, 4, 4)
        for i in range(3):
            assert tuple(points[i, i]) == played_out(seen, worlds, i, tuple(triples[i]), 1.0)
        assert (
            playouts_passing(seen, sample(seen, 2, 1, start=1), WEIGHTS, triples, SEED, 1)
            == points[1:]
        ).all()


def moon_to_choose(totals: tuple[int, ...]) -> View:
    """A seat has won every trick, and says now which moon it is."""
    deck = (*range(13), *range(26, 39), *range(13, 26), *range(39, 52))
    rules = hearts.Rules(pass_cards=0, moon=hearts.CHOOSE)
    match = step(begun("hearts", rules, 1), Dealt(deck))
    state = match.state._replace(
        hands=(0, 0, 0, 0), taken=((1 << 52) - 1, 0, 0, 0), turn=0, leader=0
    )
    return view(match._replace(state=state, totals=totals), 0)


def test_a_moon_is_the_old_one_unless_that_ends_the_match_for_another() -> None:
    seen = moon_to_choose((0, 0, 0, 0))
    assert prefer(seen, WEIGHTS).argmax() == 52
    assert prefer(moon_to_choose((90, 20, 80, 40)), WEIGHTS).argmax() == 53
    worlds, finals = Worlds(*np.zeros((3, 2, 4), np.int64)), np.zeros((2, 2, 4), np.int64)
    points = playouts(seen, worlds, WEIGHTS, (52, 53), SEED, finals=finals)
    assert finals.tolist() == [[[(1 << 52) - 1, 0, 0, 0]] * 2] * 2
    assert (playouts(seen, worlds, WEIGHTS, (52, 53), SEED) == points).all()
    assert points.tolist() == [[[0, 26, 26, 26], [-26, 0, 0, 0]]] * 2


def test_a_choice_of_moon_moves_no_card() -> None:
    """A seat with all clubs has won every trick."""
    random, rules = Random("moon"), hearts.Rules(pass_cards=0, moon=hearts.CHOOSE)
    match = step(begun("hearts", rules, 1), Dealt(tuple(range(52))))
    while not (seen := view(match, actor(match))).legal & hearts.MOONS:
        match = step(match, Acted(seen.seat, random.choice(cards(seen.legal))))
    ends = np.zeros((2, 2, 4), np.int64)
    points = playouts(seen, sample(seen, 2, 1), WEIGHTS, (52, 53), SEED, finals=ends)
    assert (ends == seen.table.taken).all()
    assert points.sum(axis=2).tolist() == [[3 * 26, -26]] * 2


def test_where_a_seat_may_not_act_it_prefers_nothing() -> None:
    match = position("hearts", hearts.Rules(pass_cards=0), Random(1), last=20)
    seen = view(match, (actor(match) + 1) % 4)
    assert (prefer(seen, WEIGHTS) == -np.inf).all()


def test_weights_that_are_none() -> None:
    match = position("hearts", hearts.Rules(pass_cards=0), Random(1), last=20)
    for bad in (np.zeros(3), np.full(len(FEATURES), np.nan)):
        with pytest.raises(ValueError, match=r"^Invalid weights of shape "):
            prefer(view(match, 0), bad)


def test_the_policy_is_blind(times: Callable[[int, int], int]) -> None:
    """In every world that fits what a seat sees it prefers the same, though all else differs."""
    random = Random("blind")
    for n in range(times(30, 30)):
        seen = sampled_position(random)
        worlds = sample(seen, 3, n)
        expected = prefer(seen, WEIGHTS)
        for i in range(3):
            there = fold(events(seen, worlds, i), begun("hearts", seen.rules, seen.number))
            assert (
                prefer(view(there, seen.seat)._replace(totals=seen.totals), WEIGHTS) == expected
            ).all()


@pytest.mark.parametrize(
    "styles",
    [
        (Style(beta=0.7),),
        (Style(beta=0.0), Style(beta=0.4), Style(beta=1.5)),
        (Style(epsilon=0.2),),
        (Style(beta=0.3), Style(epsilon=0.5)),
        (Style(beta=0.6, epsilon=0.3), Style()),
    ],
)
def test_how_likely_a_world_is(styles: tuple[Style, ...], times: Callable[[int, int], int]) -> None:
    """The sum, over the others, of the logarithm of the mean chance of all that a seat played in
    the world, each time in one style: at its inverse temperature, but for a share of cards that may
    be any.
    """
    random, told = Random("likely"), 0
    beta = 0.7 if styles == (Style(beta=0.7),) else [styles] * 4
    sharp, any_card = [style.beta for style in styles], np.array([[s.epsilon] for s in styles])
    for n in range(times(40, 40)):
        seen = sampled_position(random, 50)
        worlds = sample(seen, 3, n)
        found = likely(seen, worlds, WEIGHTS, beta)
        for i in range(3):
            match, logs = begun("hearts", seen.rules, seen.number), np.zeros((4, len(styles)))
            for event in events(seen, worlds, i):
                if (
                    isinstance(event, Acted)
                    and event.seat != seen.seat
                    and not hearts.undecided(match.state)
                    and event.action < 52
                ):
                    there = seen_in_world(match, event.seat, seen.seat, passing=False)
                    scores = prefer(there, WEIGHTS)
                    legal = np.isfinite(scores)
                    chances = np.exp(np.outer(sharp, scores[legal] - scores.max()))
                    chances /= chances.sum(axis=1, keepdims=True)
                    chances = (1 - any_card) * chances + any_card / legal.sum()
                    logs[event.seat] += np.log(chances[:, legal[: event.action].sum()])
                match = step(match, event)
            assert np.isclose(found[i], np.log(np.exp(logs).mean(axis=1)).sum())
        told += len(set(np.round(found, 9))) > 1
    assert told > 10


def state_of(seen: View) -> Any:
    """A true position, as compiled code holds it."""
    s = np.array(place_of(seen))
    s[HAND : HAND + 4] = sample(seen, 1, 3).hands[0]
    s[HAND + seen.seat] |= seen.table.passed if seen.table.passing else 0
    return s


def alone(rules: hearts.Rules) -> Policies:
    """All seats by the same weights."""
    return Policies(rules, WEIGHTS[None], np.zeros(4, np.int64), np.ones(4))


def slope(score: Any, gradient: Any, returns: Any) -> int:
    """How many entries are credited; each by the derivative of the expected return, by finite
    differences.
    """

    def value(weights: Any) -> float:
        scores = score(weights)
        chances = np.exp(scores - scores.max())
        return float(chances @ returns / chances.sum())

    some = np.flatnonzero(gradient)
    for k in some[:40]:
        more, less = WEIGHTS.copy(), WEIGHTS.copy()
        more[k] += 1e-4
        less[k] -= 1e-4
        assert np.isclose(gradient[k], (value(more) - value(less)) / 2e-4, atol=1e-7)
    return len(some)


def test_a_lesson_of_a_card_is_the_gradient_of_the_expected_return() -> None:
    random, dice, scores, credited = Random("gradient"), np.uint64(77), np.empty(13), 0
    for _ in range(20):
        seen = sampled_position(random, 40)
        may = sorted(cards(seen.legal), key=ace_high)
        if seen.table.passing or len(may) < 2 or may[-1] > 51:
            continue
        s, gradient = state_of(seen), np.zeros(len(FEATURES))
        policies = alone(seen.rules)
        grade_play(
            policies,
            1,
            Workspace(s.copy(), scores, np.empty(13), gradient, 0.0),
            s,
            seen.seat,
            dice,
        )
        points = np.empty((1, len(may), 4), np.int64)
        for j, card in enumerate(may):
            t = s.copy()
            play(seen.rules, t, seen.seat, 1 << card)
            finish(policies, t, np.uint64(mix(dice)), scores)
            points[0, j] = settled(seen.rules, t)
        own = points[0, :, seen.seat]
        utilities = 0.1 * ((points[0].sum(axis=1) - own) / 3 - own)
        credited += slope(lambda some: prefer(seen, some)[may], gradient, utilities)  # noqa: B023
    assert credited > 50


def test_a_moon_has_a_prize_for_its_seat_alone() -> None:
    rules, s = hearts.Rules(), np.zeros(SIZE, np.int64)
    s[TAKEN + 2] = hearts.POINTED
    for seat in range(4):
        plain = (26 if seat == 2 else -26 / 3) / 10
        assert np.isclose(payoff(rules, s, seat, 0.0), plain)
        assert np.isclose(payoff(rules, s, seat, 40.0), plain + 4 * (seat == 2))
    s[TAKEN + 2], s[TAKEN] = hearts.POINTED ^ 1 << hearts.QUEEN, 1 << hearts.QUEEN
    assert np.isclose(payoff(rules, s, 2, 40.0), payoff(rules, s, 2, 0.0))


def test_a_lesson_of_a_pass_is_the_gradient_of_the_expected_return() -> None:
    random, dice, scores = Random("gradient of passes"), np.uint64(77), np.empty(13)
    for chosen in (0, 1, 2):
        seen = passing_now(random, chosen)
        may = sorted(cards(seen.legal), key=ace_high)
        s, gradient = state_of(seen), np.zeros(len(FEATURES))
        policies = alone(seen.rules)
        gave = np.array([three(policies, s, seat, 0, 3, dice, scores) for seat in range(4)])
        picked = sum(
            1 << 13 * suit + height for suit, height in map(ace_high, cards(seen.table.passed))
        )
        grade_pass(
            policies,
            1,
            Workspace(s.copy(), scores, np.empty(13), gradient, 0.0),
            s,
            seen.seat,
            gave,
            picked,
            dice,
        )
        utilities = []
        for card in may:
            t, other = s.copy(), gave.copy()
            bit = 1 << 13 * ace_high(card)[0] + ace_high(card)[1]
            other[seen.seat] = three(
                policies, t, seen.seat, picked | bit, 3, np.uint64(mix(dice)), scores
            )
            exchange(t, *other)
            finish(policies, t, np.uint64(mix(dice)), scores)
            costs = np.array(settled(seen.rules, t))
            utilities.append(0.1 * ((costs.sum() - costs[seen.seat]) / 3 - costs[seen.seat]))
        gains = np.array(utilities)
        assert slope(lambda weights: prefer(seen, weights)[may], gradient, gains) > 5  # noqa: B023


def test_lessons_add_up_and_teach() -> None:
    rules, zero = hearts.Rules(), np.zeros(len(FEATURES))
    whole, mean = gradients(zero, None, rules, 1, 8, 5)
    first, one = gradients(zero, None, rules, 1, 4, 5)
    second, two = gradients(zero, None, rules, 1, 4, 5, 4)
    assert np.allclose(whole, first + second)
    assert min(one, two) <= mean <= max(one, two)
    learner = zero.copy()
    for i in range(30):
        gradient, _ = gradients(learner, zero, rules, 1, 100, 5, 100 * i)
        learner += 0.1 * np.sign(gradient)
    assert (
        gradients(learner, zero, rules, 1, 500, 6)[1]
        > 0.08 + gradients(zero, zero, rules, 1, 500, 6)[1]
    )


def test_in_the_second_stage_only_open_features_learn_among_the_first_policy() -> None:
    rules, learned = hearts.Rules(), WEIGHTS.copy()
    learned[OPEN:] = learned[:OPEN]
    first, _ = gradients(learned, None, rules, 1, 20, 5)
    assert np.array_equal(first[:OPEN], first[OPEN:])
    second, _ = gradients(learned, None, rules, 1, 20, 5, FIRST)
    given, _ = gradients(learned, learned, rules, 1, 20, 5, FIRST)
    assert not second[:OPEN].any()
    assert second[OPEN:].any()
    assert np.array_equal(second, given)
    assert prize_of(FIRST - 1) == 0
    assert prize_of(FIRST) == 40
    assert prize_of(FIRST + FADE // 2) == 20
    assert prize_of(FIRST + FADE + 1) == 0


def test_positions_in_which_to_know_better() -> None:
    weights = trained.weights("hearts")
    known = 0
    for one in POSITIONS:
        seen, good = view_of(one), good_of(one)
        assert good & seen.legal == good != seen.legal, one.name
        known += good >> int(prefer(seen, weights).argmax()) & 1
    assert known >= 12


PLAIN = {
    "from parlour.engine.compiler.jit import compiled": (
        "compiled = lambda **_: lambda function: function"
    ),
    "from parlour.engine.numbers.bits import lowest_bit, popcount": (
        "from parlour.cards import popcount\nlowest_bit = lambda mask: (mask & -mask).bit_length() "
        "- 1"
    ),
}
SHARING = "import compiled, shared\n"
SHARED = "from parlour.games.hearts.engine.observation import LADY, TOP, Sight, count_suits, step\n"
LARGER = """TABLES = {
    context: {name: tuple(ways + 1 for ways in shape) for name, shape in tables.items()}
    for context, tables in TABLES.items()
}
_names"""


def copied(changed: bool) -> Any:
    """The features' module as plain Python; changed: each table is declared with one place more
    each way.
    """
    module = ModuleType("features_copy")
    for part, shared in ((observation, ""), (features, SHARED)):
        text = (
            inspect.getsource(part).replace(SHARING, "import compiled\n").replace("@shared\n", "")
        )
        for compiled, plain in (PLAIN | {shared: ""}).items():
            assert text.count(compiled) == 1 or not compiled
            text = text.replace(compiled, plain) if compiled else text
        if changed and part is features:
            assert text.count("\n_names = ") == 1
            text = text.replace("\n_names = ", f"\n{LARGER} = ")
        exec(text, vars(module))
    return module


def entries_of(module: Any, seen: View) -> list[tuple[str, tuple[int, ...]]]:
    """The context and the entries of each card that a seat holds and may pass or play."""
    s, found = place_of(seen).tolist(), []
    legal, chosen = module.ace_high(seen.legal), module.ace_high(seen.table.passed)
    observation = module.scene(module.stage(s, seen.seat), module.ace_high(seen.table.hand))
    hand = module.ace_high(seen.table.hand) | (chosen if seen.table.passing else 0)
    led = [
        card // 13
        for card in seen.table.trick
        if card < 52 and card == seen.table.trick[seen.table.leader]
    ]
    for card in cards(legal & ALL):
        bit, suit = 1 << card, card // 13
        if seen.table.passing:
            entries = (
                "pass",
                module.of_pass(
                    hand, chosen, module.losers(hand, ALL & ~hand), s[PASS_OFFSET], bit, suit
                ),
            )
        elif not led:
            entries = (
                "lead",
                module.of_lead(
                    observation,
                    bit,
                    suit,
                    (s[module.VOIDS] >> 4 * suit & 15 & ~(1 << seen.seat)).bit_count(),
                ),
            )
        elif suit == led[0]:
            entries = "follow", module.of_follow(observation, bit, suit)
        else:
            entries = "throw", module.of_discard(observation, bit, suit)
        found.append(entries)
    return found


def places(module: Any, context: str, entries: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Where the entries stand in the tables of their context, one in each: by its name and its
    place each way.
    """
    start, found = 0, []
    for name, tables in module.TABLES.items():
        for n, shape in enumerate(tables.values()):
            if name == context:
                found.append(
                    tuple(int(place) for place in np.unravel_index(entries[n] - start, shape))
                )
            start += prod(shape)
    assert len(found) == len(entries)
    assert 2 * start == len(module.FEATURES)
    return found


def test_entries_stand_in_their_tables_whatever_shapes_are_declared() -> None:
    """Strides written by hand would lead elsewhere as soon as a shape changes."""
    random, plain, larger = Random("entries"), copied(False), copied(True)
    assert plain.FEATURES == FEATURES
    assert len(larger.FEATURES) > len(FEATURES)
    seen_contexts = set()
    for n in range(150):
        seen = passing_now(random, n % 3) if n % 10 == 0 else sampled_position(random, 56)
        for (context, before), (_, after) in zip(
            entries_of(plain, seen), entries_of(larger, seen), strict=True
        ):
            assert places(plain, context, before) == places(larger, context, after)
            seen_contexts.add(context)
    assert seen_contexts == set(features.TABLES)


def test_each_place_of_each_table_is_a_feature_of_its_own() -> None:
    for module in (copied(False), copied(True)):
        found = [
            module.entry(table, *place)
            for context, tables in module.TABLES.items()
            for table, shape in zip(module.tables_of(context), tables.values(), strict=True)
            for place in product(*map(range, shape))
        ]
        assert found == list(range(module.OPEN))
        assert len(module.FEATURES) == 2 * module.OPEN


def test_weights_of_open_names_count_as_long_as_no_other_seat_has_points() -> None:
    random, seen_both = Random("open"), set[bool]()
    for _ in range(60):
        seen = sampled_position(random, 56)
        if seen.legal & hearts.MOONS or popcount(seen.legal) < 2:
            continue
        taken = [won for seat, won in enumerate(seen.table.taken) if seat != seen.seat]
        still = not any(won & hearts.POINTED for won in taken)
        other = WEIGHTS.copy()
        other[OPEN:] = 0
        assert np.array_equal(prefer(seen, WEIGHTS), prefer(seen, other)) != still
        seen_both.add(still)
    assert seen_both == {False, True}
