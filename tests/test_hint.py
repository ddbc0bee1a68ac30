"""Hints: what the strongest level would do, from the seat's view alone, told at the table to who may act and to nobody else."""

import json
from itertools import islice
from random import Random
from typing import Any

import pytest

from parlour.cards import popcount
from parlour.coach.hint import hint
from parlour.games import GAMES, action_name
from parlour.match import dice, legal, view
from parlour.players import search
from tests.test_laws import alternatives
from tests.test_search import positions
from tests.test_table import ADA, Scene, wish

ALONE = ("me", "first", "first", "first")
QUICK = search.Budget(playouts=200, seconds=60)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BUDGET", QUICK)


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_is_what_the_level_does_and_weighs(game: str) -> None:
    for match, seat in islice(positions(game, Random(game)), 8):
        seen, seed = view(match, seat), dice(match, seat)
        told = hint(seen, seed)
        thought = search.think(seen, seed, QUICK)
        assert told["action"] == action_name(GAMES[game], thought.action)
        assert told["action"] in told["choices"][0]["actions"]
        assert told["why"] == ("better" if thought.chosen else "equal")
        assert told["unit"] in ("points", "share")
        assert len(told["choices"]) == len(thought.candidates)
        for choice in told["choices"]:
            place = [[action_name(GAMES[game], action) for action in some] for some in thought.candidates].index(
                choice["actions"]
            )
            assert choice["playouts"] == thought.playouts[place]
            assert choice["points"] == round(thought.points[place], 1)
            assert choice["better"] == round(thought.better[place], 3)
        assert json.loads(json.dumps(told)) == told


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_tells_nothing_that_the_seat_cannot_see(game: str) -> None:
    found = 0
    for here, there, seat, _ in alternatives(game, GAMES[game].Rules(), Random(game)):
        if legal(here, seat):
            assert hint(view(here, seat), dice(here, seat)) == hint(view(there, seat), dice(there, seat))
            found += 1
        if found == 5:
            break


def test_the_table_tells_a_hint_once_a_move_and_plays_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    made = 0

    def counted(*given: Any) -> dict[str, Any]:
        nonlocal made
        made += 1
        return hint(*given)

    monkeypatch.setattr("parlour.coach.hint.hint", counted)
    scene = Scene(wish("hearts", ALONE))
    scene.enter(1, ADA)
    rows = len(scene.rows)
    first = scene.done(1, "hint")["hint"]
    assert first == scene.done(1, "hint")["hint"]
    assert (made, len(scene.rows)) == (1, rows)
    assert all(len(choice["actions"]) == 3 for choice in first["choices"])
    match = scene.table.kept.match
    assert popcount(legal(match, 0)) == 13
    scene.done(1, "act", move=0, action=first["action"])
    assert scene.done(1, "hint")["hint"]["choices"][0]["actions"][0] == first["action"]
    assert made == 2


def test_who_may_not_act_gets_no_hint() -> None:
    scene = Scene(wish("hearts", ("me", "friend", "first", "first")))
    scene.enter(1, ADA)
    assert scene.refused(1, "hint") == "There is a hint when it is your turn."
    watcher = Scene(wish("hearts", ("first",) * 4))
    watcher.enter(1, ADA)
    assert watcher.refused(1, "hint") == "Spectators cannot act."


def test_what_is_forced_has_one_choice() -> None:
    for match, seat in positions("straights", Random(2)):
        seen = view(match, seat)
        low = seen.legal & -seen.legal
        told = hint(seen._replace(legal=low), 1)
        assert told["why"] == "only"
        assert told["choices"] == [{"actions": [told["action"]], "points": None, "better": 0.0, "playouts": 0}]
        break


def test_a_table_thinks_where_a_learned_player_sits_or_waits_to() -> None:
    assert not Scene(wish("hearts", ALONE)).table.kept.thinks
    assert Scene(wish("hearts", ("me", "first", "first", "search"))).table.kept.thinks
    assert Scene(wish("hearts", ALONE, level="trained")).table.kept.thinks
