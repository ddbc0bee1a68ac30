"""What comes to a table is checked by its models, and refused in one sentence.

The requests for a new table that are refused stand in tests/table/messages/test_new_table.py.
"""

import json
from typing import Any

import pytest

from parlour.errors import TableError
from parlour.table.messages.names import folded, person_name
from parlour.table.messages.new_table import make
from parlour.table.messages.requests import (
    LIMITS,
    REQUESTS,
    Act,
    Enter,
    Next,
    ident_of,
    read,
    request,
)

KEY = "A" * 22
GOOD: dict[str, Any] = {"key": KEY, "have": 0, "name": "Ada", "move": 3, "action": "7S"}
GOOD |= {"deal": 7, "again": False, "on": True, "phrase": "hello"}
ACT: dict[str, Any] = {"type": "act", "id": "i", "move": 3, "action": "7S"}


def deep(depth: int) -> Any:
    value: Any = 1
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("kind", REQUESTS)
def test_a_request_is_read_as_its_model(kind: str) -> None:
    names = REQUESTS[kind].model_fields
    message = {"type": kind, "id": "i"} | {name: GOOD[name] for name in names if name in GOOD}
    asked = request(read(json.dumps(message)))
    assert type(asked) is REQUESTS[kind]
    assert asked.model_dump() == message


def test_a_request_is_a_value() -> None:
    asked = request(ACT)
    assert asked == Act(**ACT)
    with pytest.raises(ValueError, match="frozen"):
        asked.id = "j"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"type": None}, 'The field "type" is missing.'),
        ({"type": 7}, 'The field "type" cannot be "7".'),
        ({"type": "fly"}, 'Unknown message "fly" (known: enter, join, act, next, start,'),
        ({"type": "\ud800"}, 'Unknown message "\\ud800" (known: enter,'),
        ({"type": "enter"}, 'Unknown field "move" (known: type, id, key, have).'),
        ({"\ud800": 1}, 'Unknown field "\\ud800" (known: type, id, move, action).'),
        ({"move": None}, 'The field "move" is missing.'),
        ({"move": "3"}, 'The field "move" cannot be ""3"".'),
        ({"move": True}, 'The field "move" cannot be "true".'),
        ({"move": 3.0}, 'The field "move" cannot be "3.0".'),
        ({"move": float("nan")}, 'The field "move" cannot be "NaN".'),
        ({"move": deep(5000)}, 'The field "move" cannot be "...".'),
        ({"action": None}, 'The field "action" is missing.'),
        ({"action": 7}, 'The field "action" cannot be "7".'),
        ({"action": ["x" * 9000]}, f'The field "action" cannot be "["{"x" * 198}...".'),
    ],
)
def test_what_is_no_request_is_refused_in_a_sentence(change: dict[str, Any], why: str) -> None:
    message = ACT | change
    with pytest.raises(TableError) as refused:
        request(message)
    assert str(refused.value).startswith(why)
    assert str(refused.value).endswith(".")


def test_a_field_that_is_left_out_is_missing() -> None:
    with pytest.raises(TableError, match=r'^The field "action" is missing\.$'):
        request({"type": "act", "id": "i", "move": 3})
    with pytest.raises(TableError, match=r'^The field "type" is missing\.$'):
        request({"id": "i"})


@pytest.mark.parametrize(
    ("field", "value", "why"),
    [
        ("key", "\ud800" * 22, "A key is 22 characters of base64url."),
        ("key", KEY + "A", "A key is 22 characters of base64url."),
        ("key", 7, 'The field "key" cannot be "7".'),
        ("name", "\ud800", 'The name "\\ud800" is not 1 to 30 characters that can be printed.'),
        ("name", "", 'The name "" is not 1 to 30 characters that can be printed.'),
        ("name", "Strong", 'The name "Strong" is that of a level of the computers.'),
    ],
)
def test_who_joins_has_a_key_and_a_name(field: str, value: object, why: str) -> None:
    with pytest.raises(TableError) as refused:
        request({"type": "join", "id": "i", "key": KEY, "name": "Ada"} | {field: value})
    assert str(refused.value) == why


def test_an_integer_may_have_any_size() -> None:
    asked = request({"type": "enter", "id": "i", "key": KEY, "have": -(10**4000)})
    assert isinstance(asked, Enter)
    assert asked.have == -(10**4000)


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({}, 'The field "id" is missing.'),
        ({"id": None}, 'The field "id" is missing.'),
        ({"id": 7}, 'The field "id" cannot be "7".'),
        ({"id": ""}, 'The id "" is not 1 to 40 characters that can be printed.'),
        ({"id": "\ud800"}, 'The id "\\ud800" is not 1 to 40 characters that can be printed.'),
    ],
)
def test_an_id_is_looked_at_before_all_else(message: dict[str, Any], why: str) -> None:
    for check in (ident_of, lambda fields: request({"type": "next"} | fields)):
        if "id" in message or check is ident_of:
            with pytest.raises(TableError) as refused:
                check(message)
            assert str(refused.value) == why
    assert ident_of({"id": "x" * 40, "type": 7}) == "x" * 40
    assert isinstance(request({"id": "x" * 40, "type": "next"}), Next)


def test_the_first_unknown_field_is_named_and_the_others_cost_nothing() -> None:
    with pytest.raises(TableError, match=r'^Unknown field "x0" \(known: ') as refused:
        request(ACT | {f"x{i}": 0 for i in range(100_000)})
    assert refused.value.__cause__ is None
    with pytest.raises(TableError, match=r'^Unknown seat "0" \(known: me, friend'):
        make({"key": KEY, "game": "hearts", "seats": [0] * 100_000})


@pytest.mark.parametrize("limit", LIMITS)
def test_a_turn_may_have_these_times(limit: int) -> None:
    wish = {"key": KEY, "game": "hearts", "seats": ["first"] * 4, "limit": limit}
    assert json.loads(make(wish).body)["limit"] == limit


def test_a_name_is_wanted_where_somebody_sits() -> None:
    wish = {"key": KEY, "game": "hearts", "seats": ["first"] * 4, "name": ""}
    assert make(wish).seat is None
    with pytest.raises(TableError, match=r'^The field "name" cannot be "7"\.$'):
        make(wish | {"name": 7})
    with pytest.raises(TableError, match=r'^The name "" is not 1 to 30 characters'):
        make(wish | {"seats": ["me", *["first"] * 3]})


def test_a_name_has_up_to_thirty_characters() -> None:
    assert person_name(" " + "x" * 30 + " ") == "x" * 30
    with pytest.raises(TableError, match="is not 1 to 30 characters that can be printed"):
        person_name("x" * 31)


@pytest.mark.parametrize(
    "name",
    [
        "\u0639\u0644\u06cc\u200c\u0631\u0636\u0627",
        "\u0915\u094d\u200d\u0937",
        "\U0001f469\u200d\U0001f4bb Ada",
    ],
)
def test_a_name_may_have_signs_that_join_its_characters(name: str) -> None:
    assert person_name(name) == name
    assert folded(name) == folded(name.replace("\u200c", "").replace("\u200d", ""))
    with pytest.raises(TableError, match="is not 1 to 30 characters"):
        person_name(name * 20)
    with pytest.raises(TableError, match="looks empty"):
        person_name("\u200d")


def test_names_differ_by_the_words_that_people_see() -> None:
    assert folded("Ada  Bo") == "ada bo"
    assert folded("Ada Bo") != folded("AdaBo")


@pytest.mark.parametrize(
    ("frame", "why"),
    [
        ("{", '"{" is not JSON.'),
        ("[1]", '"[1]" is not a message: a message is a JSON object.'),
    ],
)
def test_a_frame_is_a_json_object(frame: str, why: str) -> None:
    with pytest.raises(TableError) as refused:
        read(frame)
    assert str(refused.value) == why
