"""The message `room`: a table's status as one connection sees it."""

import json

import pytest

from parlour.cards import SPECTATOR
from parlour.table.messages.status import Connection, Place, TableStatus

WATCHING = Connection(SPECTATOR, SPECTATOR, "who", None, "key")


def status(clock: float | None) -> TableStatus:
    place = Place("person", "Ada", False, False, clock)
    return TableStatus("playing", "first", 30, clock, (), 1, "", False, 7, (place,))


@pytest.mark.parametrize(
    ("clock", "left"), [(None, None), (12.5, 2500), (10.0004, 0), (10.0, 0), (9.0, 0)]
)
def test_a_time_that_is_over_is_nought(clock: float | None, left: int | None) -> None:
    room = json.loads(status(clock).message(WATCHING, maker=False, now=10.0))
    assert room["clock"] == room["seats"][0]["held"] == left


def test_the_room_has_the_level_that_stands_in_and_the_time_for_a_turn() -> None:
    room = json.loads(status(None).message(WATCHING, maker=False, now=10.0))
    assert (room["phase"], room["level"], room["limit"]) == ("playing", "first", 30)


def test_a_spectator_is_not_told_the_number() -> None:
    player = WATCHING._replace(viewer=0, seat=0)
    rooms = [
        json.loads(status(None).message(viewer, maker=False, now=10.0))
        for viewer in (WATCHING, player)
    ]
    assert [room["deal"] for room in rooms] == [None, 7]
