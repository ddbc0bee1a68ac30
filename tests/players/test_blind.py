"""No level sees what its seat cannot: neither what it does nor the work it does before depends on
it.

`scripts/test --long tests/players/test_blind.py` tries 1,000 positions a game and level.
"""

import gc
import sys
from collections.abc import Callable
from itertools import cycle
from math import inf
from random import Random
from types import FrameType

import pytest

from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.match import View, dice, legal, view
from parlour.players import LEVELS, search
from tests.games.test_laws import alternatives
from tests.support.play import every_rules

Times = Callable[[int, int], int]
ALL = [(game, level) for game in BUILT_IN for level in LEVELS[game]]


def work(act: Callable[[View, int], int], seen: View, seed: int) -> tuple[int, int]:
    """What a player does, and how many calls it makes before."""
    calls = 0

    def count(_frame: FrameType, event: str, _: object) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    act(seen, seed)  # what is made once is made
    search.plan_of.cache_clear()  # but no decision is remembered
    gc.disable()
    sys.setprofile(count)
    try:
        action = act(seen, seed)
    finally:
        sys.setprofile(None)
        gc.enable()
    return action, calls


@pytest.mark.parametrize(("game", "level"), ALL)
def test_what_a_seat_cannot_see_changes_neither_its_move_nor_its_work(
    game: str, level: str, times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "BUDGET", search.Budget(playouts=100, seconds=inf))
    random, act = Random(f"{game} {level}"), LEVELS[game][level]
    found = 0
    for rules in cycle(every_rules(GAMES[game])):
        for here, there, seat, _ in alternatives(game, rules, random):
            if legal(here, seat):
                # the others' levels are public, and say how their actions are weighed
                names = tuple(random.choices([*LEVELS[game], "stranger"], k=len(here.players)))
                seen, other = (view(one, seat)._replace(players=names) for one in (here, there))
                before = work(act, seen, dice(here, seat))
                assert work(act, other, dice(there, seat)) == before
                found += 1
                break
        if found == times(30, 1000):
            break


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_search_weighs_the_same(game: str, times: Times) -> None:
    random, budget = Random(game), search.Budget(playouts=100, seconds=inf)
    found = 0
    for here, there, seat, _ in alternatives(game, GAMES[game].Rules(), random):
        if legal(here, seat):
            names = (random.choice(["trained", "stranger"]),) * len(here.players)
            seen, other = (view(one, seat)._replace(players=names) for one in (here, there))
            thought = repr(search.think(seen, 7, budget))
            search.plan_of.cache_clear()  # no decision is remembered
            assert repr(search.think(other, 7, budget)) == thought
            found += 1
        if found == times(10, 300):
            break


def test_a_peeking_player_is_caught() -> None:
    """The count of calls sees work that depends on a hidden card, though the action does not."""
    random = Random(3)
    here, there, seat, _ = next(
        pair
        for pair in alternatives("hearts", GAMES["hearts"].Rules(), random)
        if legal(pair[0], pair[2])
    )
    peeked = iter([here, here, there, there])

    def act(_seen: View, _seed: int) -> int:
        other = (seat + 1) % 4
        for _ in range(next(peeked).state.hands[other] % 97):
            abs(0)
        return 0

    first, second = (work(act, view(match, seat), 0) for match in (here, there))
    assert first[0] == second[0]
    assert (first != second) == (
        here.state.hands[(seat + 1) % 4] % 97 != there.state.hands[(seat + 1) % 4] % 97
    )
