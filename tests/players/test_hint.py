"""Hints: what the strongest level would do, from the seat's view alone. Who is told at the table:
tests/table/test_decisions.py.
"""

import json
from itertools import islice
from math import inf
from random import Random

import pytest
from pydantic import TypeAdapter

from parlour.game import BUILT_IN, GAMES, action_name
from parlour.match import dice, legal, view
from parlour.players import search
from parlour.players.hint import hint
from parlour.table.messages import Hint
from tests.games.test_laws import alternatives
from tests.players.test_search import positions

FITS: TypeAdapter[Hint] = TypeAdapter(Hint)
QUICK = search.Budget(playouts=200, seconds=inf)


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BUDGET", QUICK)


@pytest.mark.parametrize("game", BUILT_IN)
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
            place = [
                [action_name(GAMES[game], action) for action in some] for some in thought.candidates
            ].index(choice["actions"])
            assert choice["playouts"] == thought.playouts[place]
            assert choice["points"] == round(thought.points[place], 1)
            assert choice["better"] == round(thought.better[place], 3)
        assert json.loads(json.dumps(told)) == told == FITS.validate_python(told)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_hint_tells_nothing_that_the_seat_cannot_see(game: str) -> None:
    found = 0
    for here, there, seat, _ in alternatives(game, GAMES[game].Rules(), Random(game)):
        if legal(here, seat):
            assert hint(view(here, seat), dice(here, seat)) == hint(
                view(there, seat), dice(there, seat)
            )
            found += 1
        if found == 5:
            break


def test_what_is_forced_has_one_choice() -> None:
    for match, seat in positions("straights", Random(2)):
        seen = view(match, seat)
        low = seen.legal & -seen.legal
        told = hint(seen._replace(legal=low), 1)
        assert told["why"] == "only"
        assert told["choices"] == [
            {"actions": [told["action"]], "points": None, "better": 0.0, "playouts": 0}
        ]
        break
