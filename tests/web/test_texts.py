"""Whatever a client says, its answer can be written, as UTF-8 over HTTP and over a socket."""

import json
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour.errors import plain, quote
from parlour.host.rate_limits import Limits
from parlour.table.messages.requests import REQUESTS
from parlour.web.access.asgi import refusal
from tests.support.served import Served, hear, key

MUCH = 1e9
MANY = Limits(
    first_time=MUCH,
    requests=MUCH,
    requests_at_once=MUCH,
    tables=MUCH,
    tables_at_once=MUCH,
    messages=MUCH,
    messages_at_once=MUCH,
    all_messages=MUCH,
    all_messages_at_once=MUCH,
)
TEXTS = st.text(
    st.characters()
    | st.characters(categories=["Cs"])
    | st.sampled_from("\ud800\udfff\0\u202e\u2028\x7f"),
    max_size=45,
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=6,
)
KEY = "A" * 22


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("texts") / "tables.db", MANY) as server:
        yield server


def messages() -> st.SearchStrategy[Any]:
    """A message of any kind, or of none, in which any field may be anything, and more fields."""
    likely: dict[str, Any] = {"key": KEY, "have": 0, "name": "Ada", "move": 0, "action": "7S"}
    likely["deal"] = 7
    likely["on"] = likely["again"] = True
    likely["phrase"] = "hello"
    kinds = [
        st.fixed_dictionaries(
            {"type": st.just(kind) | TEXTS, "id": st.just("i") | JSON}
            | {
                name: st.just(likely[name]) | JSON
                for name in model.model_fields
                if name not in ("type", "id")
            },
        )
        for kind, model in REQUESTS.items()
    ]
    return st.one_of(
        st.builds(
            lambda message, more: message | more,
            st.one_of(kinds),
            st.just({}) | st.dictionaries(TEXTS, JSON, max_size=2),
        ),
        JSON,
    )


@given(TEXTS, st.binary(max_size=40))
def test_what_is_quoted_can_be_written(text: str, data: bytes) -> None:
    for shown in (quote(text), plain(text), quote(data)):
        assert shown.isprintable()
        assert shown.encode().decode() == shown
    assert json.loads(bytes(refusal(400, text).body)) == {"why": text}


def test_every_message_is_answered(served: Served, times: Callable[[int, int], int]) -> None:
    seat = served.make(seats=["me", "friend", "first", "first"])
    with ExitStack() as stack:
        line = seat.plug(stack)

        @settings(max_examples=times(150, 3000))
        @given(messages())
        @example({"type": "act", "id": "\ud800", "move": 0, "action": "7S"})
        @example({"type": "\ud800", "id": "i"})
        @example({"type": "next", "id": "i", "\ud800": 0})
        def anything(message: Any) -> None:
            frame = json.dumps(message)
            if len(frame) > MANY.frame:
                return
            status, told = seat.ask(frame)
            assert status == 200, told
            assert told[-1]["type"] in ("done", "refused", "room", "view")
            line.send(frame)
            answer = hear(line)
            assert answer["type"] == "refused"
            assert answer["why"].encode().endswith(b".")
            assert answer["id"] is None or answer["id"].isprintable()

        anything()


def test_every_wish_is_answered(served: Served, times: Callable[[int, int], int]) -> None:
    good = {
        "key": KEY,
        "name": "Ada",
        "game": "hearts",
        "rules": {},
        "seats": ["first"] * 4,
        "level": "first",
        "limit": 0,
    }
    fields = {name: st.just(value) | JSON for name, value in good.items()}
    fields["rules"] = (
        st.dictionaries(st.sampled_from(["target", "moon"]) | TEXTS, JSON, max_size=2) | JSON
    )
    fields["seats"] = (
        st.lists(st.sampled_from(["me", "first"]) | JSON, min_size=4, max_size=4) | JSON
    )
    wishes = st.fixed_dictionaries({}, optional=fields) | st.builds(
        lambda wish, more: wish | more,
        st.fixed_dictionaries(fields),
        st.dictionaries(TEXTS, JSON, max_size=1),
    )

    @settings(max_examples=times(150, 3000))
    @given(wishes | JSON)
    @example(good | {"name": "\ud800", "seats": ["me", *["first"] * 3]})
    @example(good | {"\ud800": 0})
    @example(good | {"rules": {"\ud800": "\ud800"}})
    @example(good | {"seats": ["\ud800"] * 4})
    def anything(wish: Any) -> None:
        if isinstance(wish, dict) and wish.get("key") == KEY:
            wish |= {"key": key()}
        status, told, _ = served.ask("POST", "/api/tables", json.dumps(wish), origin=served.origin)
        assert status in (201, 400), told
        assert status == 201 or told["why"].encode().endswith(b".")

    anything()


@given(path=st.text(st.characters(min_codepoint=33, max_codepoint=126), max_size=40))
@settings(max_examples=100)
@example("%00")
@example("%ff%fe")
@example("api/tables/%ED%A0%80/view")
@example("x" * 5000)
@example("..%2f..%2f")
@example("%2e%2e/%00/a" * 50)
def test_every_path_is_answered(served: Served, path: str) -> None:
    assert served.ask("GET", f"/{path}")[0] < 500
