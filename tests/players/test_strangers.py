"""The levels that strangers play like, by the rounds of a match that are over."""

from random import Random

import pytest

from parlour.cards import NEW_DECK, SPECTATOR
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.match import (
    Acted,
    Dealt,
    Match,
    Opened,
    Seated,
    View,
    actor,
    dice,
    fold,
    step,
    view,
)
from parlour.match.history import ROUNDS
from parlour.players import LEVELS, hint, trained
from parlour.players.parts import engine
from parlour.players.search import BUDGET, think
from parlour.players.strangers import supposed
from parlour.testing.play import random_action, random_deck


def played(game: str, levels: list[str], rounds: int, seed: int, **house: int) -> Match:
    """A match of people who play like these levels (or any card), after so many rounds and the next
    deal; no round ends it.
    """
    random, rules = Random(seed), GAMES[game].Rules(**{"target": 400, **house})
    seated = [Seated(seat, f"human:{seat}") for seat in range(len(levels))]
    match = fold([Opened(game, rules, str(seed)), *seated])
    for _ in range(rounds):
        match = step(match, Dealt(random_deck(random)))
        while match.playing:
            seat = actor(match)
            if levels[seat] == "any":
                match = step(match, random_action(match, random))
            else:
                act = LEVELS[game][levels[seat]]
                match = step(match, Acted(seat, act(view(match, seat), dice(match, seat))))
    return step(match, Dealt(random_deck(random)))


def taken(seen: View) -> list[str]:
    """The players of a view as `supposed` has them, "" for strangers."""
    names = supposed(seen, engine(seen.game), trained.weights(seen.game)).players
    return [name if name in LEVELS[seen.game] else "" for name in names]


@pytest.mark.parametrize(("game", "rounds"), [("straights", 4), ("hearts", 2)])
def test_a_few_rounds_show_who_plays_as_trained_does(game: str, rounds: int) -> None:
    """But not oneself. Who plays any card may be `first`."""
    for seed in range(4):
        match = played(game, ["trained", "trained", "any", "trained"], rounds, seed)
        for seat in (0, 2):
            seen, found = view(match, seat), taken(view(match, seat))
            assert found[2] in ("", "first")
            found[2] = ""
            assert found == ["" if who in (2, seen.seat) else "trained" for who in range(4)]


def test_in_straights_two_rounds_show_the_rule_players() -> None:
    right = 0
    for seed in range(8):
        match = played("straights", ["trained", "careful", "greedy", "first"], 2, seed)
        found = taken(view(match, 0))
        assert found[1] in ("", "careful")
        assert found[2] in ("", "greedy")
        assert found[3] in ("", "first")
        right += sum(map(bool, found))
    assert right >= 16


def test_who_plays_otherwise_is_a_stranger_again() -> None:
    match = played("hearts", ["trained"] * 4, 2, 1)
    assert taken(view(match, 0))[1:] == ["trained"] * 3
    random = Random(5)
    while match.playing:
        match = step(match, random_action(match, random))
    match = step(match, Dealt(random_deck(random)))
    assert taken(view(match, 0)) == [""] * 4


@pytest.mark.parametrize("when", ["before the deal", "in the round", "after it"])
def test_of_another_player_in_a_seat_nothing_is_supposed(when: str) -> None:
    """And who takes a seat knows nothing of the rounds before, in which it was another's."""
    match = played("hearts", ["trained"] * 4, 2, 1)
    if when == "before the deal":
        match = step(match, Seated(1, "human:Eve"))
    random = Random(1)
    for n in range(52 + 12):
        if when == "in the round" and n == 30:
            match = step(match, Seated(1, "human:Eve"))
        if match.playing:
            match = step(match, Acted(seat := actor(match), trained.act(view(match, seat), 0)))
    if when == "after it":
        match = step(match, Seated(1, "human:Eve"))
    match = step(match, Seated(2, "human:2"))  # who had it before
    match = step(match, Dealt(random_deck(random)))
    assert taken(view(match, 0)) == ["", "", "trained", "trained"]
    assert taken(view(match, 1)) == [""] * 4
    assert [*dict(view(match, 1).past).values()] == [b""]
    assert view(match, 0).past[0][1]


def test_a_search_thinks_of_a_stranger_as_of_the_level_that_it_plays_like() -> None:
    match, others = played("hearts", ["trained"] * 4, 2, 3), 0
    for _ in range(30):
        seat = actor(match)
        seen = view(match, seat)
        budget = BUDGET._replace(playouts=400, seconds=float("inf"))
        thought = think(seen, 7, budget)
        named = seen._replace(players=("trained",) * 4)
        assert thought == think(named, 7, budget)
        others += thought != think(seen._replace(past=()), 7, budget)
        match = step(match, Acted(seat, thought.action))
    assert others > 10
    seen = view(match, actor(match))
    assert hint.hint(seen, 7) == hint.hint(seen._replace(players=("trained",) * 4), 7)


@pytest.mark.parametrize("game", BUILT_IN)
def test_nothing_is_supposed_of_levels_and_before_a_round_is_over(game: str) -> None:
    n = GAMES[game].seats(GAMES[game].Rules())
    match = played(game, ["first"] * n, 0, 1)
    assert taken(view(match, 0)) == [""] * n
    match = played(game, ["trained"] * n, 2, 1)
    seen = view(match, 0)._replace(players=("greedy",) * n)
    assert taken(seen) == ["greedy"] * n


def test_hidden_discards_and_hands_show_nothing() -> None:
    match = played("straights", ["trained"] * 4, 2, 1, discards=1)
    assert taken(view(match, 0)) == [""] * 4
    match = played("crazy-eights", ["trained"] * 2, 2, 1)
    assert taken(view(match, 0)) == [""] * 2


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_view_has_the_actions_of_the_rounds_before(game: str) -> None:
    """As many as are kept, as the seat saw them, and none of the round itself."""
    random, n = Random(2), GAMES[game].seats(GAMES[game].Rules())
    seated = [Seated(seat, "first") for seat in range(n)]
    match = fold([Opened(game, GAMES[game].Rules(target=400), ""), *seated])
    ends = list[Match]()
    while len(ends) < ROUNDS + 2 and not match.winners:
        match = step(match, Dealt(NEW_DECK if not ends else random_deck(random)))
        while match.playing:
            for seat in (*range(n), SPECTATOR):
                seen = view(match, seat)
                assert [[*zip(acts[::2], acts[1::2], strict=True)] for _, acts in seen.past] == [
                    [(one.seat, one.action) for one in view(end, seat).seen]
                    for end in ends[-ROUNDS:]
                ]
            match = step(match, random_action(match, random))
        ends.append(match)
    assert len(ends) == ROUNDS + 2
