"""Any frame at all, of any depth, is answered once."""

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.table.messages.requests import Act, Move, ident_of, parsed, read, request
from parlour.table.table import (
    make,
)
from tests.support.scene import (
    ADA,
    BO,
    INVITE,
    WATCH,
    WISH,
    Json,
    four,
    lasting,
)

SURROGATES = st.text(st.characters())
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**60), 10**60)
    | st.floats()
    | SURROGATES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SURROGATES, inner, max_size=3),
    max_leaves=8,
)
REQUESTS = ("enter", "join", "act", "next", "start", "back", "leave", "view", "")
LIKELY = st.sampled_from(
    [*REQUESTS, ADA, BO, INVITE, WATCH, "7S", "??", "old-moon", 0, 1, -1, 2**64]
)
MESSAGES = st.fixed_dictionaries(
    {"type": LIKELY | VALUES},
    optional=dict.fromkeys(
        ("id", "key", "have", "name", "move", "action", "seat"), LIKELY | VALUES
    ),
) | st.dictionaries(SURROGATES, VALUES)
WHOLE: list[Json] = [
    {"type": "enter", "key": BO, "have": 0},
    {"type": "join", "key": "E" * 22, "name": "E"},
    {"type": "next"},
    {"type": "start"},
    {"type": "act", "move": 0, "action": "7S"},
    {"type": "back"},
    {"type": "leave"},
    {"type": "view"},
]
NEARLY = st.sampled_from(WHOLE).flatmap(  # a request with some fields exchanged
    lambda fields: st.fixed_dictionaries(
        {"id": st.just("i")}
        | {
            name: st.just(value) | st.just(value) | LIKELY | VALUES
            for name, value in fields.items()
        }
    )
)
RUNNING = four("hearts", limit=60)
RUNNING.enter(4, WATCH)
RUNNING.enter(5, INVITE)


@settings(max_examples=400)
@given(
    SURROGATES | NEARLY.map(json.dumps) | MESSAGES.map(json.dumps) | VALUES.map(json.dumps),
    st.integers(0, 7),
)
@example("", 0)
@example("[" * 4000, 0)
@example('{"id":' * 700 + "1" + "}" * 700, 0)
@example('{"id":"' + "9" * 41 + '"}', 0)
@example('{"id":"1","type":"enter","key":' + "9" * 4100 + ',"have":0}', 0)
@example('{"id":"1","type":"act","move":NaN,"action":"7S"}', 0)
@example('{"id":"1","type":"act","move":1e999,"action":"7S"}', 0)
@example('{"id":"1","type":"next","type":"leave","x":1}', 0)
@example('{"id":"\\ud800","type":"next"}', 0)
@example("\ufeff{}", 0)
def test_any_frame_is_answered_once_and_changes_nothing_unless_it_is_a_request(
    frame: str, socket: int
) -> None:
    table = deepcopy(RUNNING.table)
    before = lasting(table)
    outcome = table.handle(socket, frame, RUNNING.now)
    told = [json.loads(tell.text) for tell in outcome.outgoing if tell.socket == socket]
    answers = [message for message in told if message["type"] in ("done", "refused")]
    assert len(answers) == 1
    if answers[0]["type"] == "refused":
        assert (len(told), outcome.rows, outcome.close, len(outcome.outgoing)) == (1, (), (), 1)
        assert lasting(table) == before
        assert len(answers[0]["why"]) < 1200
        assert answers[0]["why"].isprintable()
    else:
        assert json.loads(frame)["type"] in REQUESTS[:-2]


@settings(max_examples=400)
@given(NEARLY.map(json.dumps) | MESSAGES.map(json.dumps) | VALUES.map(json.dumps))
@example('{"id":"1","type":"next"}')
@example('{"id":"1","type":"next","deal":7}')
@example('{"id":"1","type":"act","move":1.0,"action":"7S"}')
@example('{"id":"1","type":"next","type":"leave"}')
@example('{"id":"1","type":"forced","on":1}')
@example('{"id":"\\ud800","id":"1","type":"next"}')
def test_what_is_read_in_one_step_is_what_is_read_by_parts(frame: str) -> None:
    asked = parsed(frame)
    if asked is not None:
        message = read(frame)
        checked = request(message)
        if isinstance(asked, Move):
            assert isinstance(checked, Act)
            assert (checked.id, checked.move, checked.action) == asked
        else:
            assert checked == asked
        assert ident_of(message) == asked.id


MOVES = (  # from the page, and from a program
    '{"type":"act","move":12,"action":"7S","id":"a b"}',
    '{"type": "act", "id": "a b", "move": 12, "action": "7S"}',
)


@pytest.mark.parametrize("frame", MOVES)
def test_a_move_in_its_usual_form_needs_no_model(frame: str) -> None:
    assert parsed(frame) == Move("a b", 12, "7S")


@pytest.mark.parametrize("frame", MOVES)
@settings(max_examples=200)
@given(st.data())
def test_what_is_nearly_a_move_is_read_as_by_its_model(frame: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(frame)))
    put = data.draw(st.sampled_from(["", *' "\\,:{}0-1.eé', "\n", "\u200b"]))
    after = place + data.draw(st.integers(0, 2))
    changed = frame[:place] + put + frame[after:]
    asked = parsed(changed)
    if isinstance(asked, Move):
        checked = request(read(changed))
        assert isinstance(checked, Act)
        assert (checked.id, checked.move, checked.action) == asked


def test_requests_are_read_in_one_step() -> None:
    for fields in WHOLE[:-1]:
        assert parsed(json.dumps(fields | {"id": "1"})) is not None


def nested(depth: int) -> Iterator[str]:
    """Requests with a value of that depth in each place."""
    for inner in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        for fields in (
            "",
            '"1","type":',
            '"1","type":"enter","have":0,"key":',
            '"1","type":"act","action":"7S","move":',
        ):
            yield f'{{"id":{fields}{inner}}}'


@pytest.mark.parametrize("depths", [range(1, 100, 7), range(900, 1010), range(1300, 1330)])
def test_a_frame_of_any_depth_is_refused(depths: range) -> None:
    for depth in depths:
        for frame in nested(depth):
            outcome = RUNNING.table.handle(0, frame, RUNNING.now)
            assert [json.loads(tell.text)["type"] for tell in outcome.outgoing] == ["refused"]


@pytest.mark.parametrize("name", ["key", "game", "rules", "seats", "limit"])
def test_a_wish_of_any_depth_is_refused(name: str) -> None:
    deep: Any = 1
    for depth in range(1100):
        deep = [deep]
        if depth % 50 == 0 or depth > 900:
            inner = {"rules": {"target": deep}, "seats": ["me", "first", "first", deep]}.get(
                name, deep
            )
            with pytest.raises(ParlourError):
                make(WISH | {name: inner})
