"""What a request stores is bounded: by its round, its seat, and the allowance of its sender."""

import json
from typing import Any

import pytest

from parlour.table import bounds, dealing
from parlour.table.bounds import FULL_ROUND
from parlour.table.messages.keys import hashed, stored_ident
from parlour.table.messages.outcome import Row
from tests.support.scene import ADA, BO, CY, INVITE, Scene, four, wish

LONG = "\U0001f600" * 40
SPENT = "Too much is stored."
COMPUTERS = ("me", "first", "first", "first")


def alone(**fields: Any) -> Scene:
    """Ada against three computers."""
    scene = Scene(wish("straights", COMPUTERS, **fields))
    scene.enter(0, ADA)
    return scene


def again(scene: Scene) -> None:
    """Act, and undo it."""
    scene.act(0)
    scene.done(0, "undo", move=scene.view(0)["undo"])


def until_choice(scene: Scene) -> None:
    while len(scene.view(0)["legal"]) < 2:
        scene.act(0)


def without_allowance(
    scene: Scene, kind: str, ident: str = "x", socket: int = 0, **fields: Any
) -> Any:
    """The answer to a request of a sender without an allowance."""
    frame = json.dumps({"type": kind, "id": ident} | fields)
    told = scene.take(scene.table.handle(socket, frame, scene.now, SPENT))
    return next(message for message in told if message["type"] in ("done", "refused"))


@pytest.mark.parametrize("ident", ["x", "x" * 40, '"' * 40, "é", LONG])
def test_an_id_is_stored_in_few_bytes_and_is_known_again(ident: str) -> None:
    scene = alone()
    until_choice(scene)
    view = scene.view(0)
    scene.done(0, "act", ident, move=view["move"], action=view["legal"][0])
    stored = next(row for row in reversed(scene.rows) if '"for"' in row.body).body
    ((who, kept),) = json.loads(stored)["for"]
    assert (who, kept) == (hashed(ADA), stored_ident(ident))
    assert len(json.dumps(kept)) <= 82
    assert (kept == ident) == ident.isascii()
    before = len(scene.rows)
    for _ in range(2):
        scene.done(0, "act", ident, move=view["move"], action=view["legal"][0])
        assert len(scene.rows) == before
        scene.reload()
        scene.enter(0, ADA)


def test_an_id_that_an_earlier_version_stored_as_it_came_is_known() -> None:
    scene = alone()
    until_choice(scene)
    view = scene.view(0)
    scene.done(0, "act", LONG, move=view["move"], action=view["legal"][0])
    scene.rows[:] = [
        Row(row.n, row.at, row.body.replace(stored_ident(LONG), LONG)) for row in scene.rows
    ]
    assert LONG in "".join(row.body for row in scene.rows)
    scene.reload()
    scene.enter(0, ADA)
    before = len(scene.rows)
    scene.done(0, "act", LONG, move=view["move"], action=view["legal"][0])
    assert len(scene.rows) == before


def test_what_is_played_by_itself_can_be_changed_ten_times_in_a_round() -> None:
    scene = alone()
    before = len(scene.rows)
    for _ in range(5):
        for on in (True, True, True, False, False):
            scene.done(0, "forced", on=on)
    assert len(scene.rows) == before + 10
    why = "This was changed too often in this round (allowed: 10 times)."
    assert scene.refused(0, "forced", on=True) == why
    scene.done(0, "forced", on=False)  # as it is
    scene.reload()
    scene.enter(0, ADA)
    assert scene.refused(0, "forced", on=True) == why
    assert len(scene.rows) == before + 10
    scene.play(1)
    scene.done(0, "next")
    scene.done(0, "forced", on=True)
    assert scene.table.state.forced == {0}


def test_a_round_with_many_rows_can_only_be_played_to_its_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(bounds, "ROUND_ROWS", 60)
    scene = alone()
    until_choice(scene)
    while len(scene.rows) < 60:
        again(scene)
    scene.act(0)
    for _ in range(2):
        assert scene.refused(0, "undo", move=scene.view(0)["undo"]) == FULL_ROUND
        scene.reload()
        scene.enter(0, ADA)
    scene.play(1)
    scene.done(0, "next")
    until_choice(scene)
    again(scene)


def test_a_person_may_undo_a_round_for_two_hours() -> None:
    """With eight seconds for a move, the computers' answers, and the undo of it."""
    scene = alone()
    until_choice(scene)
    for _ in range(2 * 3600 // 8):
        again(scene)


def test_nobody_takes_a_seat_of_a_round_with_many_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = four()
    scene.done(3, "leave")
    monkeypatch.setattr(bounds, "ROUND_ROWS", 20)
    for number in range(20):
        scene.enter(4 + number, INVITE)
        answer = scene.say(
            4 + number, "join", key=f"{number}".ljust(22, "_"), name=f"Guest{number}"
        )
        if answer["type"] == "refused":
            break
        scene.done(4 + number, "leave")  # this is always possible
    assert answer["why"] == FULL_ROUND
    assert len(scene.rows) <= 24


def test_few_later_requests_for_a_round_are_stored_with_it() -> None:
    scene = four()
    scene.play()
    for number in range(100):
        scene.done(0, "next", f"n{number}")
    for socket in (1, 2, 3):
        scene.done(socket, "next")
    dealt = next(row for row in reversed(scene.rows) if '"dealt"' in row.body)
    assert len(json.loads(dealt.body)["for"]) == dealing.LATER
    before = len(scene.rows)
    scene.done(0, "next", "n99")  # sent again
    assert len(scene.rows) == before


REQUESTS: dict[str, dict[str, Any]] = {
    "act": {"move": 0, "action": "7S"},
    "undo": {"move": 0},
    "forced": {"on": True},
    "rest": {},
    "back": {},
    "next": {},
    "start": {},
}


@pytest.mark.parametrize(("kind", "fields"), REQUESTS.items())
def test_without_an_allowance_nothing_is_stored_for_a_request(
    kind: str, fields: dict[str, Any]
) -> None:
    scene = alone()
    before = len(scene.rows)
    told = without_allowance(scene, kind, **fields)
    assert (told["type"], told["why"]) == ("refused", SPENT)
    assert len(scene.rows) == before


def test_without_an_allowance_a_person_sees_asks_says_and_leaves() -> None:
    scene = four()
    scene.play()
    before = len(scene.rows)
    assert without_allowance(scene, "enter", key=ADA, have=0)["type"] == "done"
    assert without_allowance(scene, "say", phrase="hello")["type"] == "done"
    assert len(scene.rows) == before
    assert without_allowance(scene, "leave")["type"] == "done"
    scene.enter(4, INVITE)
    told = without_allowance(scene, "join", socket=4, key=CY[:-1] + "A", name="Eve")
    assert told["why"] == SPENT


def test_what_was_done_is_answered_without_an_allowance() -> None:
    scene = alone()
    until_choice(scene)
    view = scene.view(0)
    fields = {"move": view["move"], "action": view["legal"][0]}
    scene.done(0, "act", "a", **fields)
    assert without_allowance(scene, "act", "a", **fields)["type"] == "done"


def test_without_an_allowance_a_person_watches_the_computer_on_their_seat() -> None:
    scene = four()
    scene.close(1)
    scene.later(31)
    assert scene.seat(0, 1)["away"]
    before = len(scene.rows)
    frame = json.dumps({"type": "enter", "id": "e", "key": BO, "have": 0})
    scene.take(scene.table.handle(1, frame, scene.now, SPENT))
    assert scene.seat(1, 1)["away"]
    assert len(scene.rows) == before
    scene.done(1, "back")
    assert not scene.seat(1, 1)["away"]
