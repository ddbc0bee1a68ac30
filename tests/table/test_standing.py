"""The room's message of a table: its times are milliseconds from now."""

import json

import pytest

from parlour.cards import SPECTATOR
from parlour.table.standing import Place, Plug, Standing

WATCHING = Plug(SPECTATOR, SPECTATOR, "who", None, "key")


def standing(clock: float | None) -> Standing:
    place = Place("person", "Ada", False, False, clock)
    return Standing("playing", "first", 30, clock, (), 1, "", False, (place,))


@pytest.mark.parametrize(
    ("clock", "left"), [(None, None), (12.5, 2500), (10.0004, 0), (10.0, 0), (9.0, 0)]
)
def test_a_time_that_is_over_is_nought(clock: float | None, left: int | None) -> None:
    room = json.loads(standing(clock).message(WATCHING, maker=False, now=10.0))
    assert room["clock"] == room["seats"][0]["held"] == left
