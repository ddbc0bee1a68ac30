"""The models of a browser, which has no pydantic: each message is taken, refused and read as with
pydantic itself.
"""

import sys
from collections.abc import Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from parlour.errors import ParlourError
from parlour.site.stand_ins import pydantic as stand_in
from parlour.table.messages import new_table, requests

MODULES = (
    "parlour.table.messages.messages",
    "parlour.table.messages.requests",
    "parlour.table.messages.new_table",
)
KEY = "k" * 22
SEATS = st.lists(st.sampled_from(["me", "friend", "first", "greedy", "nobody", "", 1, None]))
ANY: st.SearchStrategy[object] = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 3),
    st.sampled_from([60, 30, 2**31 - 2, 2**31 - 1, 2**70, 1.0]),
    st.floats(allow_nan=False),
    st.text(max_size=3),
    st.sampled_from([KEY, KEY + "!", f"{KEY}\n", "Ada", " Ada ", "x" * 31, "x" * 41, "first"]),
    st.sampled_from(["hearts", "straights", "go", "act", "7S", "hello", "wave", "\u200b", "me"]),
    SEATS,
    st.dictionaries(st.sampled_from(["target", "passing", "x"]), st.integers(0, 60), max_size=2),
)
MODELS = *requests.REQUESTS.values(), new_table.TableRequest
FIELDS = sorted({field for model in MODELS for field in model.model_fields})
VALID: dict[str, object] = {
    "id": "1",
    "key": KEY,
    "have": 0,
    "name": "Ada",
    "move": 0,
    "action": "7S",
    "deal": 7,
    "again": False,
    "on": True,
    "phrase": "hello",
    "game": "hearts",
    "rules": {},
    "seats": ["me", "first", "first", "first"],
    "level": "first",
    "limit": 0,
}


class Modules(NamedTuple):
    """parlour.table.messages.requests and parlour.table.messages.new_table."""

    requests: ModuleType
    new_table: ModuleType


OURS = Modules(requests, new_table)


@pytest.fixture(scope="module")
def browsers() -> Modules:
    """The modules as a browser has them."""
    before = {name: sys.modules[name] for name in ("pydantic", *MODULES)}
    for name in MODULES:
        del sys.modules[name]
    sys.modules["pydantic"] = stand_in
    try:
        import_module(MODULES[0])
        return Modules(*map(import_module, MODULES[1:]))
    finally:
        sys.modules.update(before)
        for name in MODULES:
            parent, _, child = name.rpartition(".")
            setattr(sys.modules[parent], child, before[name])


def read(modules: Modules, message: Mapping[str, object]) -> object:
    """What a message is: the values of its fields, or the sentence of its refusal."""
    try:
        found = modules.requests.request(message)
    except ParlourError as error:
        return str(error)
    return {name: getattr(found, name) for name in type(found).model_fields}


def made(modules: Modules, message: object) -> object:
    """What a request for a table makes, or the sentence of its refusal."""
    try:
        return tuple(modules.new_table.make(message))
    except ParlourError as error:
        return str(error)


@given(st.data())
def test_a_message_is_read_alike(browsers: Modules, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from([*requests.REQUESTS]))
    names = [*requests.REQUESTS[kind].model_fields]
    message = {name: VALID[name] for name in names if name != "type"} | {"type": kind}
    for field in data.draw(st.lists(st.sampled_from([*names, "more"]), max_size=2)):
        message[field] = data.draw(ANY)
    for field in data.draw(st.lists(st.sampled_from(names), max_size=1)):
        message.pop(field, None)
    assert read(browsers, message) == read(OURS, message)


@pytest.mark.parametrize(
    ("kind", "field", "value"),
    [
        ("next", "deal", 0),
        ("next", "deal", 2**31 - 1),
        ("enter", "key", "short"),
        ("enter", "key", f"{KEY}\n"),
        ("say", "phrase", "wave"),
        ("say", "phrase", 1),
        ("join", "name", "x" * 31),
        ("act", "move", True),
        ("act", "id", ""),
        ("act", "id", "x" * 41),
        ("forced", "on", 1),
    ],
)
def test_what_is_wrong_is_called_alike(
    browsers: Modules, kind: str, field: str, value: object
) -> None:
    names = [*requests.REQUESTS[kind].model_fields]
    message = {name: VALID[name] for name in names if name != "type"} | {"type": kind}
    found = read(browsers, message | {field: value})
    assert isinstance(found, str)
    assert found == read(OURS, message | {field: value})


def test_a_frame_is_read_in_steps(browsers: Modules) -> None:
    assert browsers.requests.parsed('{"type":"start","id":"1"}') is None


@pytest.mark.parametrize("kind", [*requests.REQUESTS])
def test_every_kind_of_message_is_taken(browsers: Modules, kind: str) -> None:
    names = [*requests.REQUESTS[kind].model_fields]
    message = {name: VALID[name] for name in names if name != "type"} | {"type": kind}
    found = read(browsers, message)
    assert found == message == read(OURS, message)


@given(
    st.dictionaries(st.sampled_from([*FIELDS]), ANY, max_size=5), st.sets(st.sampled_from(FIELDS))
)
@example({"limit": 31}, set())
@example({"deal": 0, "seats": ["me", "first", "first", "first"]}, set())
@example({"seats": ["me", 1, 2]}, set())
@example({"seats": ["me", "friend", "first", "first"]}, {"limit"})
@example({"seats": None, "game": None}, {"limit"})
def test_a_table_is_made_alike(
    browsers: Modules, changed: dict[str, object], without: set[str]
) -> None:
    names = new_table.TableRequest.model_fields
    message: dict[str, Any] = {name: VALID[name] for name in names} | changed
    for name in without - changed.keys():
        message.pop(name, None)
    assert made(browsers, message) == made(OURS, message)


def test_the_fields_are_the_same(browsers: Modules) -> None:
    theirs = *browsers.requests.REQUESTS.values(), browsers.new_table.TableRequest
    for model, own in zip(theirs, MODELS, strict=True):
        assert (model.__name__, [*model.model_fields]) == (own.__name__, [*own.model_fields])


def test_the_library_of_a_browser_has_what_typing_extensions_is_asked_for() -> None:
    from tests.project.test_layers import ROOT

    text = (ROOT / "table" / "messages" / "messages.py").read_text()
    stand_in = (ROOT / "site" / "stand_ins" / "typing_extensions.py").read_text()
    assert "from typing_extensions import TypeAliasType, TypedDict  #" in text
    assert '__all__ = ["TypeAliasType", "TypedDict"]' in stand_in
