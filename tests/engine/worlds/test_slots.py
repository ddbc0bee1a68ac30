"""Worlds from the rules alone: they fit, and all are drawn as often; where the rules do not say
enough, there is a sentence.

The three games have puzzles of their own, written for each; here these are a witness, and brute
force is another.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import (
    ALL,
    HIDDEN,
    NOBODY,
    NONE,
    SPECTATOR,
    Action,
    Card,
    Seat,
    cards,
    mask_of,
    popcount,
)
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.worlds import sampler as engine
from parlour.engine.worlds import slots as generic
from parlour.engine.worlds.sampler import Sampler, count, events, sample
from parlour.engine.worlds.slots import Puzzle, opening_of
from parlour.errors import RulesError
from parlour.match import Acted, Dealt, Seen, View, actor, fold, step, view
from parlour.players.oracle import truth
from tests.engine.worlds.test_sampler import (
    bytes_of,
    drawn_alike,
    plain,
    position,
    replayed,
    small,
    watchers,
)
from tests.sketches import drawing, passing
from tests.support.play import begun, random_action, random_deck, random_rules

Times = Callable[[int, int], int]
TOYS = ("passing", "drawing")
pytestmark = pytest.mark.usefixtures("toys")


@pytest.mark.parametrize("name", [*BUILT_IN, *TOYS])
def test_every_world_replays_and_fits(name: str, times: Times) -> None:
    random = Random(f"rules {name}")
    for i in range(times(10, 5000)):
        match = position(name, random_rules(GAMES[name], random), random)
        for seat in watchers(match):
            seen = view(match, seat)
            worlds = Sampler(seen, by_rules=True).sample(2, i)
            assert replayed(seen, worlds, 0)
            assert replayed(seen, worlds, 1)
            assert replayed(seen, truth(match, seen, 1), 0)
            if name in BUILT_IN:
                assert count(seen, by_rules=True) == count(seen)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_world_is_drawn_and_as_often_as_another(name: str, times: Times) -> None:
    """Against all that brute force finds, after passes too."""
    random = Random(f"brute rules {name}")
    views = (small(name, random, times(120, 3000)) for _ in range(times(8, 300)))
    drawn_alike(views, by_rules=True)


def shares(seen: View, n: int, *, by_rules: bool) -> Any:
    """How often (seats, 52) each seat holds each card."""
    hands = Sampler(seen, by_rules=by_rules).sample(n, 5).arrays()[0]
    return (hands[:, :, None] >> np.arange(52) & 1).mean(axis=0)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_rules_alone_say_what_the_games_own_puzzles_say(name: str, times: Times) -> None:
    """Who holds what, in the middle of a round, where no brute force can count."""
    random = Random(f"alike {name}")
    for _ in range(times(4, 100)):
        match = position(name, random_rules(GAMES[name], random), random)
        seen = view(match, random.choice(watchers(match)))
        apart = shares(seen, 4000, by_rules=True) - shares(seen, 4000, by_rules=False)
        assert np.abs(apart).max() < 5 * (0.5 / 4000) ** 0.5


def test_what_is_passed_is_with_who_got_it_and_the_rest_anywhere() -> None:
    random = Random("passed")
    match = step(begun("passing", passing.Rules(), 1), Dealt(random_deck(random)))
    for seat in range(4):
        assert (
            sample(view(match, seat), 3, 1).arrays()[0][:, seat].tolist()
            == [match.state.hands[seat]] * 3
        )
        match = step(match, random_action(match, random))
    for seat in range(4):
        seen = view(match, seat)
        opening = opening_of(seen)
        assert [one.seat for one in opening.acted] in (
            [0, 1, 2, 3],
            [1, 0, 2, 3],
            [2, 0, 1, 3],
            [3, 0, 1, 2],
        )
        assert opening.seen == 1
        hands = sample(seen, 3000, 1).arrays()[0]
        (gave,) = cards(match.state.chosen[seat])
        assert (hands[:, (seat + 1) % 4] >> gave & 1).all()
        unseen = ALL & ~seen.table.hand & ~(1 << gave)
        held = (hands[:, (seat + 1) % 4, None] >> np.array(cards(unseen)) & 1).mean(axis=0)
        assert abs(held - 12 / 38).max() < 0.05
    watched = sample(view(match, SPECTATOR), 3000, 1).arrays()[0]
    assert abs((watched[:, :, None] >> np.arange(52) & 1).mean(axis=0) - 0.25).max() < 0.05


def test_a_seat_that_has_acted_waits_for_others_of_whom_nothing_is_told() -> None:
    match = step(begun("passing", passing.Rules(), 1), Dealt(random_deck(Random(1))))
    match = step(step(match, Acted(0, match.deck[0])), Acted(1, match.deck[13]))
    seen = view(match, 0)
    assert opening_of(seen).acted == ()
    world = sample(seen, 5, 1)
    assert all(replayed(seen, world, i) for i in range(5))
    assert [len(events(seen, world, i)) for i in range(5)] == [2] * 5
    assert plain(truth(match, seen, 1), 0)[0] == (
        match.state.hands[0],
        *(mask_of(match.deck[13 * i : 13 * i + 13]) for i in (1, 2, 3)),
    )


def loosened(puzzle: Callable[[View], Puzzle]) -> Callable[[View], Puzzle]:
    """As if nobody had shown to lack anything."""

    def loose(seen: View) -> Puzzle:
        found = puzzle(seen)
        return found._replace(slots=[slot._replace(may=found.free) for slot in found.slots])

    return loose


@pytest.mark.parametrize("name", ["straights", "crazy-eights"])
def test_what_the_puzzle_leaves_too_wide_is_drawn_again(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(generic, "puzzle", loosened(generic.puzzle))
    random = Random(f"loose {name}")
    excess, freedom, refused = 0.0, 0, 0
    while freedom < 60 or not refused:
        seen, there = small(name, random, 60)
        refused += count(seen, by_rules=True) > len(there)
        n = 40 * len(there)
        sampler = Sampler(seen, by_rules=True)
        worlds = sampler.sample(n, 1)
        drawn = Counter(plain(worlds, j) for j in range(n))
        assert set(drawn) <= set(there)
        assert bytes_of(sampler.sample(5, 1, start=7)) == bytes_of(worlds.take(slice(7, 12)))
        excess += sum((drawn[one] - 40) ** 2 / 40 for one in there) - (len(there) - 1)
        freedom += len(there) - 1
    assert abs(excess) < 4 * (2 * freedom) ** 0.5


def test_tries_have_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generic, "puzzle", loosened(generic.puzzle))
    monkeypatch.setattr(engine, "TRIES", 3)
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1))))
    while sum(seen.lacks > 0 for seen in match.seen[-1]) < 3:
        match = step(match, random_action(match, Random(1)))
    seen = view(match, SPECTATOR)
    with pytest.raises(
        ValueError, match=r'^No world that fits this view of "straights" was found in 3 draws\.$'
    ):
        Sampler(seen, by_rules=True).sample(2000, 1)


def test_a_view_that_cannot_be_has_no_worlds() -> None:
    seen = view(position("straights", GAMES["straights"].Rules(), Random(1), 30), 0)
    other = next(one for one in seen.seen if one.seat != 0)
    wrong = seen._replace(seen=(*seen.seen, other._replace(action=HIDDEN, lacks=ALL)))
    with pytest.raises(
        RulesError,
        match='^The rules of "straights" do not determine where its cards can be, so the level '
        r"search cannot play this game\.$",
    ):
        Sampler(wrong._replace(seen=(Seen(1, HIDDEN, HIDDEN, 0), *seen.seen)), by_rules=True)
    blind = seen._replace(seen=tuple(one._replace(lacks=ALL) for one in seen.seen))
    forgetful = seen._replace(seen=(), table=seen.table._replace(counts=(0, 0, 0, 0)))
    for wrong in (blind, forgetful):
        with pytest.raises(
            ValueError, match=r'^No hands of the other seats match this view of "straights"\.$'
        ):
            Sampler(wrong, by_rules=wrong is blind)


def test_cards_that_are_drawn_before_all_are_known(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy as if drawn cards were shown: they stay where they went until they are played."""

    def veil(
        round_: Any, before: Any, _seat: Seat, _actor: Seat, action: Action
    ) -> tuple[Action, Card]:
        return action, round_.deck[before.next] if action == drawing.DRAW else NONE

    monkeypatch.setattr(drawing, "veil", veil)
    random, kept = Random("open draws"), 0
    for i in range(30):
        match = position("drawing", random_rules(drawing, random), random)
        for seat in watchers(match):
            seen = view(match, seat)
            worlds = sample(seen, 2, i)
            assert replayed(seen, worlds, 0)
            assert replayed(seen, worlds, 1)
            theirs = {one.card: one.seat for one in seen.seen if one.card < 52 and one.seat != seat}
            for card, holder in theirs.items():
                kept += popcount(match.state.hands[holder] & 1 << card)
                assert worlds.hands[0, holder] >> card & 1 == match.state.hands[holder] >> card & 1
    assert kept


def test_whoever_must_hold_a_card_holds_it() -> None:
    """The two of clubs is with who led it; before that with who is in turn."""
    random = Random("must")
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(random)))
    while actor(match) == 0 or match.state.turn == NOBODY:
        match = step(match, random_action(match, random))
        if match.state.turn == 0:  # the other seats shall not know by their own hands
            match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(random)))
    seen = view(match, 0)
    assert (
        Sampler(seen, by_rules=True).sample(200, 1).arrays()[0][:, match.state.turn] >> 1 & 1
    ).all()
    later = fold([Acted(match.state.turn, 1)], match)
    hands = Sampler(view(later, 0), by_rules=True).sample(200, 1).arrays()[0]
    assert not (hands >> 1 & 1).any()
    assert len({int(hand) for hand in hands[:, match.state.turn]}) > 1
