"""How the fields of a game's table lie, read from the rules alone."""

from collections.abc import Iterator
from typing import Annotated, Any, NamedTuple

import pytest

from parlour.cards import Action, Card, Count, Four, Mask, Masks, Placed, Seat, Suit
from parlour.catalogue.layout import HELD, Field, by_seat, fault, fields
from parlour.catalogue.registry import BUILT_IN, GAMES

Odd: Any = Annotated[int, "wind"]


class Every(NamedTuple):
    hand: Mask
    counts: Four
    turn: Seat
    card: Card
    suit: Annotated[Suit, Placed("fact")]
    action: Action
    number: Annotated[Count, Placed("badge")]
    flag: bool
    whole: int
    row: Annotated[Masks, Placed("trick", by="seat", order="turn", before="last")]
    last: Masks


def test_what_a_field_holds_and_how_it_lies() -> None:
    found = {field.name: field for field in fields(Every)}
    assert [field.holds for field in found.values()] == [
        *(
            "mask",
            "number",
            "seat",
            "card",
            "suit",
            "action",
            "count",
            "number",
            "number",
            "mask",
            "mask",
        )
    ]
    assert {name for name, field in found.items() if field.row} == {"counts", "row", "last"}
    assert found["card"] == Field("card", "card", False, None)
    assert found["suit"].lies == Placed("fact")
    assert found["row"].lies == Placed("trick", "seat", "turn", "last")


def test_what_has_a_value_for_each_seat() -> None:
    """What lies so, what lay there before, and the counts, which lie nowhere."""
    assert by_seat(Every) == {"counts", "row", "last"}
    assert by_seat(GAMES["crazy-eights"].shown.__annotations__["return"]) == {"counts"}


def records() -> Iterator[tuple[str, type, str]]:
    """A record that no front can read, and what is said of it."""

    class Word(NamedTuple):
        name: str

    class Unknown(NamedTuple):
        wind: Odd

    class Mixed(NamedTuple):
        row: tuple[Card, Seat]

    class Deep(NamedTuple):
        row: tuple[tuple[int, int], tuple[int, int]]

    for record in (Word, Unknown, Mixed, Deep):
        name = record._fields[0]
        yield (
            record.__name__,
            record,
            f"the field {name} of Shown has an unknown type",
        )

    class Kind(NamedTuple):
        top: Annotated[Card, Placed("heap")]

    known = "known: backs, pile, trick, tracks, row, badge, fact, mark; by seat, suit, table"
    yield "Kind", Kind, f"the field top of Shown has the unknown layout heap by table ({known})"

    class By(NamedTuple):
        top: Annotated[Card, Placed("pile", by="team")]

    yield "By", By, f"the field top of Shown has the unknown layout pile by team ({known})"

    class Order(NamedTuple):
        top: Annotated[Card, Placed("pile", order="leader")]

    yield "Order", Order, "the field top of Shown refers to the unknown field leader"


@pytest.mark.parametrize(
    ("record", "why"), [pytest.param(*rest, id=name) for name, *rest in records()]
)
def test_what_no_front_can_read(record: type, why: str) -> None:
    assert fault(record) == why


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_games_can_be_drawn(name: str) -> None:
    """Every word about the table has its field; what is not annotated is known by another front's
    own page.
    """
    game: Any = GAMES[name]
    assert fault(game.Shown) == fault(Every) == ""
    assert any(field.lies for field in fields(game.Shown))
    assert {field.holds for field in fields(game.Shown)} <= {*HELD, "number"}
