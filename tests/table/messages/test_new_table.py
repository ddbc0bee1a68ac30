"""A request for a new table (docs/log.md): fields that are left out have their defaults, and an
invalid request is refused.
"""

import json
from typing import Any

import pytest

from parlour.catalogue.options import words
from parlour.catalogue.registry import GAMES
from parlour.errors import ParlourError, TableError
from parlour.players import LEVELS
from parlour.table.messages.keys import hashed
from parlour.table.messages.new_table import make
from tests.sketches import drawing
from tests.support.scene import (
    ADA,
    INVITE,
    WATCH,
    WISH,
    Json,
    follows,
    wish,
)


def test_a_table_is_its_makers_key_and_no_key_is_kept() -> None:
    table = wish()
    assert table == wish()  # `a request to make a table may be sent again`
    assert table.name == follows("table", ADA)[:12]
    assert table.seat == 0
    assert wish(seats=("first", "friend", "me", "first")).seat == 2
    assert wish(seats=("first",) * 4).seat is None
    for key in (ADA, INVITE, WATCH):
        assert key not in table.body


def test_what_is_left_out_of_a_wish_has_its_default() -> None:
    def plan(**fields: Any) -> Json:
        body: Json = json.loads(make({"key": ADA, "game": "hearts", **fields}).body)
        return body

    friend, alone = (
        plan(seats=["friend", *["greedy"] * 3]),
        plan(seats=["me", *["first"] * 3], name="Ada"),
    )
    assert (friend["limit"], alone["limit"]) == (60, 0)
    assert friend["level"] == next(iter(LEVELS["hearts"]))
    assert friend["rules"] == words(GAMES["hearts"], GAMES["hearts"].Rules())
    assert (
        plan(seats=["friend"] * 4, limit=30, level="greedy", rules={"target": 50})["rules"][
            "target"
        ]
        == 50
    )


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"key": None}, 'The field "key" is missing.'),
        ({"key": ADA[1:]}, "A key is 22 characters of base64url."),
        ({"key": ADA[1:] + "\n"}, "A key is 22 characters of base64url."),
        ({"key": 7}, 'The field "key" cannot be "7".'),
        ({"name": None}, 'The field "name" is missing.'),
        ({"name": "   "}, 'The name "   " is not 1 to 30 characters that can be printed.'),
        ({"name": "x" * 31}, "is not 1 to 30 characters"),
        ({"name": "\ud800"}, 'The name "\\ud800" is not'),
        (
            {"name": "A\u202eda"},
            'The name "A\\u202eda" is not 1 to 30 characters that can be printed.',
        ),
        (
            {"name": "\u3164"},
            'The name "\u3164" looks empty: a name has a letter, a digit or a sign.',
        ),
        ({"name": "\u0301 \u2800\ufe0f"}, "looks empty"),
        ({"name": "Prudent"}, 'The name "Prudent" is that of a level of the computers.'),
        ({"name": "\uff33earch"}, "is that of a level"),
        ({"game": "whist"}, 'Unknown game "whist" (known: straights, hearts, crazy-eights'),
        ({"game": []}, 'The field "game" cannot be "[]".'),
        ({"rules": []}, 'The field "rules" cannot be "[]".'),
        ({"rules": {"targets": 1}}, 'Unknown option "targets"'),
        ({"rules": {"target": 10**400}}, 'The option target cannot be "1000'),
        ({"rules": {"target": [[]]}}, 'The option target cannot be "..."'),
        (
            {"level": "grandmaster"},
            'Unknown level "grandmaster" (known: first, careful, greedy, trained, search).',
        ),
        ({"seats": None}, 'The field "seats" is missing.'),
        ({"seats": ["me"]}, "4 seats are needed; 1 were given."),
        ({"seats": ["me", "me", "first", "first"]}, "Only one of the seats can be yours."),
        (
            {"seats": ["me", "first", "first", 4]},
            'Unknown seat "4" (known: me, friend, or a computer\'s level).',
        ),
        ({"seats": ["me", "first", "first", "you"]}, 'Unknown level "you"'),
        ({"limit": 45}, 'Unknown limit "45" (known: 0, 30, 60, 120 seconds).'),
        ({"limit": 30.0}, 'The field "limit" cannot be "30.0".'),
        ({"limit": True}, 'The field "limit" cannot be "true".'),
        ({"deal": 0}, 'The deal "0" is not a whole number from 1 to 2147483646.'),
        ({"deal": 2**31}, 'The deal "2147483648" is not a whole number from 1 to 2147483646.'),
        ({"deal": "7"}, 'The field "deal" cannot be ""7"".'),
        ({"deal": 7, "seats": ["me", "friend", "first", "first"]}, "plays against computers"),
        ({"deal": 7, "seats": ["first"] * 4}, "Only one person who plays against computers can"),
        (
            {"colour": "red"},
            'Unknown field "colour" (known: key, name, game, rules, seats, level, limit, deal).',
        ),
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_a_sentence(fields: Json, why: str) -> None:
    with pytest.raises(ParlourError) as refused:
        make({name: value for name, value in (WISH | fields).items() if value is not None})
    assert why in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("wish", [None, [], "hearts", 7])
def test_a_wish_is_an_object(wish: object) -> None:
    with pytest.raises(ParlourError, match=r"A request for a new table must be a JSON object\."):
        make(wish)


def test_a_new_table_is_a_json_object_for_a_game_that_is_offered() -> None:
    with pytest.raises(TableError) as refused:
        make([])
    assert str(refused.value) == "A request for a new table must be a JSON object."
    asked = {"key": ADA, "game": "straights", "seats": ["first"] * 4}
    assert make(asked, ("hearts", "straights")) == make(asked)
    with pytest.raises(TableError) as refused:
        make(asked, ("hearts", "crazy-eights"))
    assert str(refused.value) == (
        'The game "straights" is not offered here (offered: hearts, crazy-eights).'
    )


def test_the_chairs_of_a_table_as_they_are_stored() -> None:
    """A computer's chair and an open one have no name and no key."""
    seats = ["careful", "me", "friend", "first"]
    table = make({"key": ADA, "name": "Ada", "game": "hearts", "seats": seats, "level": "greedy"})
    assert table.seat == 1
    assert json.loads(table.body)["chairs"] == [
        ["computer", "", "", "careful"],
        ["person", "Ada", hashed(ADA), "greedy"],
        ["open", "", "", "greedy"],
        ["computer", "", "", "first"],
    ]
    assert ", " not in table.body  # stored without spaces


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_number_of_seats_is_that_of_the_rules(
    players: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "parlour.table.messages.new_table.find_game", {"drawing": drawing}.__getitem__
    )
    monkeypatch.setitem(LEVELS, "drawing", LEVELS["hearts"])
    new_table = {"key": ADA, "game": "drawing", "rules": {"players": players}, "seats": ["first"]}
    with pytest.raises(TableError, match=f"^{players} seats are needed; 1 were given.$"):
        make(new_table)
    assert make(new_table | {"seats": ["first"] * players}).seat is None


def test_one_person_makes_a_table_for_one_seat() -> None:
    new_table = {
        "key": ADA,
        "name": "Ada",
        "game": "hearts",
        "seats": ["me", "me", "first", "first"],
    }
    with pytest.raises(TableError, match=r"^Only one of the seats can be yours\.$"):
        make(new_table)
