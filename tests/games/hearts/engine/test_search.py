"""The weights of a search in Hearts at a table."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest

from parlour.cards import NEW_DECK
from parlour.engine.compiler.arrays import float_array, floats_of
from parlour.engine.worlds.sampler import Sampler
from parlour.games.hearts.engine import policy, search
from parlour.games.hearts.engine.features import OPEN
from parlour.games.hearts.engine.opponent_styles import style_of, styles_of, weights_of
from parlour.games.hearts.rules import Rules
from parlour.match import Acted, Dealt, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import find_level, trained


@pytest.mark.parametrize(
    ("others", "plans"),
    [
        (("first", "careful", "greedy"), [True]),
        (("trained", "trained", "trained"), [True]),
        (("trained", "search", "trained"), [False]),
        (("human:0", "search", "human:1"), [False]),
        (("trained", "human:1", "trained"), [True, False]),
    ],
)
def test_among_levels_that_stop_few_moons_one_is_planned(
    others: tuple[str, ...], plans: list[bool]
) -> None:
    """Among strangers in one half of the worlds."""
    weights, seats = trained.weights("hearts"), ("search", *others)
    match = fold(
        [
            Opened("hearts", Rules(), ""),
            *(Seated(seat, name) for seat, name in enumerate(seats)),
            Dealt(NEW_DECK),
        ]
    )
    seen = view(match, 0)
    models = search.models(seen, weights)
    found = [float_array(model.weights).flat for model in models]
    assert [some == weights.flat for some in found] == plans
    assert all(some[:OPEN] == weights.flat[:OPEN] for some in found)
    assert (search.prefer(seen, weights).flat == policy.prefer(seen, weights).flat) == plans[-1]
    assert (
        search.prefer(seen, weights).flat
        == policy.prefer(seen, weights_of(models[-1].weights)).flat
    )


def test_among_players_that_stop_most_moons_few_passes_are_candidates() -> None:
    """Those that are likeliest; else all threes."""
    weights, found = trained.weights("hearts"), dict[str, list[tuple[int, ...]]]()
    for other in ("trained", "Ada", "search"):
        names = [Seated(seat, name) for seat, name in enumerate(("search", other, "Bob", "Eve"))]
        seen = view(fold([Opened("hearts", Rules(), ""), *names, Dealt(NEW_DECK)]), 0)
        found[other] = search.candidates(seen, search.prefer(seen, weights), True)
        assert len({*map(frozenset, found[other])}) == len(found[other])
    assert [*map(len, found.values())] == [286, 286, 12]
    assert found["search"] == found["Ada"][:12]


def test_a_search_plays_on_by_the_policy_whatever_its_name_is() -> None:
    others = ("first", "careful", "greedy", "Ada")
    for seat in range(4):
        names = [Seated(at, name) for at, name in enumerate(others)]
        match = fold([Opened("hearts", Rules(), ""), *names, Dealt(NEW_DECK)])
        (*_, model) = search.models(view(match, seat), trained.weights("hearts"))
        wanted = [search.RANDOM, style_of("careful"), style_of("greedy"), search.POLICY]
        wanted[seat] = search.POLICY
        assert model.betas == (*wanted,)


def played(level: str, number: int) -> Iterator[View]:
    """What seat 0, which knows no level, sees at its choices of a hand among three of this one,
    once each seat has played four cards.
    """
    levels = ["trained", *[level] * 3]
    seated = [Seated(seat, name) for seat, name in enumerate(levels)]
    match = fold([Opened("hearts", Rules(), str(number)), *seated])
    deck = tuple(Random(number).sample(range(52), 52))
    match = step(match._replace(number=number), Dealt(deck))
    while match.playing:
        seat = actor(match)
        seen = view(match, seat)
        if seat == 0 and len(policy.plays(seen)) > 15:
            yield seen._replace(players=("search", "Ada", "Bob", "Eve"))
        action = find_level("hearts", levels[seat])(seen, dice(match, seat))
        match = step(match, Acted(seat, action))


def test_strangers_that_play_like_a_level_do_so_in_playouts() -> None:
    """And the moon is planned in all worlds if all of them do."""
    weights, whole = trained.weights("hearts"), list[bool]()
    for level, most in (("greedy", True), ("trained", False)):
        told = list[bool]()
        for number in range(20):
            for seen in islice(played(level, number), 3):
                models = search.models(seen, weights)
                batches = search.walked(seen, Sampler(seen), models, 1)
                if not batches:
                    continue
                batch = next(batches)
                first, second = [styles_of(model.betas) for _, model in batch]
                assert [*first] == [*second]
                assert first[0] == (search.POLICY,)
                told += [some == (style_of("greedy"),) for some in first[1:]]
                assert {*first[1:]} <= {(search.POLICY,), (style_of("greedy"),)}
                plans = [model.weights is models[0].weights for _, model in batch]
                assert plans == [True, all(told[-3:])]
                whole.append(plans[1])
        assert sum(told) > 0.9 * len(told) if most else sum(told) < 0.1 * len(told)
        assert len(told) > 30
    assert {*whole} == {True, False}


def test_weights_of_another_shape_are_refused() -> None:
    match = fold([Opened("hearts", Rules(), ""), *(Seated(seat, "search") for seat in range(4))])
    seen = view(step(match, Dealt(NEW_DECK)), 0)
    with pytest.raises(ValueError, match=r"Invalid weights of shape \(3,\)"):
        search.prefer(seen, floats_of([1.0, 2.0, 3.0]))
