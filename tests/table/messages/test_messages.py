"""What a table sends is what its models say (parlour/table/messages/messages.py), in sittings of
all games, and docs/log.md lists the same fields.
"""

import json
import re
import types
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any, Literal

import pytest
from pydantic import TypeAdapter, ValidationError, create_model

from parlour.catalogue.layout import fields
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.players import LEVELS
from parlour.table.messages.messages import EXACT, AnyMessage, Card, Known, Number, Room, SeatView
from parlour.table.messages.new_table import TableRequest
from parlour.table.messages.requests import REQUESTS
from tests.support.sittings import Computer, Sitting

MODEL: TypeAdapter[Any] = TypeAdapter(AnyMessage, config=EXACT)
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
HOLDS: dict[str, Any] = {
    "card": Known | None,
    "mask": list[Card],
    "seat": Number | None,
    "suit": Suit | None,
    "action": str | None,
    "count": int | None,
    "number": int,
}


CONTRACT = (Path(__file__).parents[3] / "docs" / "log.md").read_text()


ITEM = re.compile(r"^- ((?:`[a-z_]+`(?:, )?)+)(?: \(([^)]*)\))?:", re.M)


def documented(before: str) -> dict[str, set[str]]:
    """The next list after some words: the names that its items begin with, and their fields."""
    text = CONTRACT.partition(before)[2].partition("\n- ")[2].partition("\n\n")[0]
    entries: dict[str, set[str]] = {}
    for names, fields_of in ITEM.findall(f"- {text}"):
        keys = set(re.findall("[a-z_]+", fields_of))
        entries |= dict.fromkeys(re.findall("[a-z_]+", names), keys)
    return entries


def test_the_contract_lists_the_fields_of_each_message() -> None:
    asked = {kind: set(model.model_fields) - {"type", "id"} for kind, model in REQUESTS.items()}
    assert documented("### From a client") == asked
    assert set(documented("### Making a table")) == set(TableRequest.model_fields)
    assert set(documented("The fields of `view`:")) == set(SeatView.__annotations__)
    told = {"type", "watchers", "invite", "watch"}  # these stand in the example and in `you`
    assert set(documented("**`room`.**")) | told == set(Room.__annotations__)
    sent = documented("### From the table")
    assert set(sent) == {"done", "refused", "room", "view", "said"}
    assert sent["said"] == {"seat", "phrase"}
    assert sent["view"] == {"count", "view", "news"}  # and `seen`, below the list


def board(name: str) -> TypeAdapter[Any]:
    """The `table` of a game's view, as `GET /api/games` lists its fields."""
    hints: dict[str, Any] = {}
    for field in fields(GAMES[name].Shown):  # type: ignore[attr-defined]
        kind = HOLDS[field.holds]
        hints[field.name] = (types.GenericAlias(list, kind) if field.row else kind, ...)
    return TypeAdapter(create_model("Table", __config__=EXACT, **hints))


def sent(name: str, seed: int) -> list[Any]:
    """All that goes out in a sitting. Its hints are drawn; they are left out but for plain ones."""
    computer = Computer()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(LEVELS, name, computer.levels(name))
        sitting = Sitting(name, Random(f"{name} {seed}"), computer, real=False)
    told = [json.loads(out.text) for out in sitting.world.outs if out.text.startswith("{")]
    return [message for message in told if "of" not in message.get("hint", ())]


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_sent_fits_its_model(name: str, samples: Callable[[int, int], int]) -> None:
    counts: Counter[str] = Counter()
    table = board(name)
    for seed in range(samples(45, 400)):
        for message in sent(name, seed):
            MODEL.validate_json(json.dumps(message))
            counts[message["type"]] += 1
            counts += Counter(set(message) - {"type", "id"})
            if message["type"] == "view" and message["view"]["table"]:
                table.validate_python(message["view"]["table"])
                counts["table"] += 1
                counts += Counter(key for seen in message["news"] for key in seen)
    kinds = {"done", "refused", "room", "view", "seat", "hint", "seen", "table", "lacks", "said"}
    assert kinds <= set(counts), kinds - set(counts)
    assert name != "crazy-eights" or counts["card"]


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"more": 1}, "extra_forbidden"),
        ({"count": True}, "int_type"),
        ({"count": -1}, "greater_than_equal"),
        ({"news": [{"seat": 0, "action": "7S", "card": "11S"}]}, "string_pattern_mismatch"),
        ({"view": {}}, "missing"),
        ({"type": "views"}, "union_tag_invalid"),
    ],
)
def test_what_does_not_fit_is_found(change: dict[str, Any], why: str) -> None:
    message = next(candidate for candidate in sent("hearts", 0) if candidate["type"] == "view")
    MODEL.validate_python(message)
    with pytest.raises(ValidationError) as error:
        MODEL.validate_python(message | change)
    assert error.value.errors()[0]["type"] == why


def test_a_goal_below_0_fits() -> None:
    """Of a game whose match ends from above (`parlour.catalogue.protocol.met`)."""
    message = next(candidate for candidate in sent("hearts", 0) if candidate["type"] == "view")
    MODEL.validate_python(message | {"view": message["view"] | {"goal": -50}})
