"""Between rounds, and between matches (docs/log.md)."""

from parlour.table.dealing import NEXT_WAIT
from parlour.table.presence import GRACE, SEAT_HELD
from tests.support.scene import ADA, BO, CY, DI, WATCH, Scene, follows, four, open_seat, wish


def test_the_maker_starts_without_waiting_and_open_seats_can_still_be_joined() -> None:
    scene = Scene(wish("straights"))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    assert scene.room(0)["phase"] == "waiting"
    assert scene.seat(0, 2) == open_seat("")
    assert scene.view(0)["table"] is None
    assert scene.view(0)["players"] == ["human:Ada", "human:Bo", "", ""]
    assert scene.refused(1, "start") == "Only the host can start the table."
    assert scene.refused(0, "next") == "The round is not over."
    scene.done(0, "start")
    assert scene.room(0)["phase"] == "playing"
    assert scene.seat(0, 2) == open_seat("first")
    assert scene.refused(0, "start") == "The table has already started."
    scene.act(scene.turn(2))
    assert scene.join(2, CY, "Cy") == 2  # in the middle of the round
    assert scene.seat(0, 2) == {
        "kind": "person",
        "name": "Cy",
        "here": True,
        "away": True,
        "held": None,
    }


def test_the_next_round_comes_when_all_who_are_there_have_said_so() -> None:
    scene = four()
    scene.play()
    assert scene.room(0)["phase"] == "scored"
    assert scene.view(0)["points"]
    assert "No round is being played." in scene.refused(
        0, "act", move=scene.view(0)["move"], action="7S"
    )
    scene.enter(4, WATCH)
    assert scene.refused(4, "next") == "Spectators cannot start the next round."
    scene.close(3)
    scene.later(GRACE)
    for socket in range(3):
        assert scene.room(0)["ready"] == list(range(socket))
        scene.done(socket, "next")
    assert (scene.room(0)["phase"], scene.view(0)["number"], scene.room(0)["ready"]) == (
        "playing",
        2,
        [],
    )


def test_the_next_round_comes_20_s_after_the_first_who_wants_it() -> None:
    scene = four()
    scene.play()
    scene.later(1000)
    assert scene.room(0)["phase"] == "scored"
    scene.done(2, "next")
    scene.later(NEXT_WAIT - 1)
    scene.done(1, "next")
    assert scene.room(0)["phase"] == "scored"
    scene.later(1)
    assert scene.room(0)["phase"] == "playing"


def test_who_has_said_next_need_not_say_so_again_after_a_restart() -> None:
    """`done` means that it is on disk."""
    scene = four()
    scene.play()
    for socket in (0, 3, 0):
        scene.done(socket, "next", f"n{socket}")
    rows = len(scene.rows)
    scene.reload()
    scene.enter(0, ADA)  # the others have been here a moment ago, and are waited for
    assert (scene.room(0)["ready"], scene.room(0)["phase"]) == ([0, 3], "scored")
    for socket, key in ((1, BO), (2, CY), (3, DI)):
        scene.enter(socket, key)
    scene.done(3, "next", "n3")
    assert len(scene.rows) == rows
    scene.done(1, "next")
    assert scene.room(0)["phase"] == "scored"
    scene.done(2, "next")
    assert (scene.room(0)["phase"], scene.room(0)["ready"]) == ("playing", [])


def test_who_does_not_come_back_after_a_restart_keeps_nobody_waiting() -> None:
    scene = four()
    scene.play()
    scene.done(0, "next")
    scene.reload()
    scene.enter(0, ADA)
    assert scene.room(0)["phase"] == "scored"
    scene.later(GRACE)
    assert scene.room(0)["phase"] == "playing"


def test_patience_does_not_run_where_nobody_is() -> None:
    """`Where nobody is, the table waits, and time begins anew with who comes.`"""
    scene = four()
    scene.play()
    scene.done(0, "next")
    for socket in range(4):
        scene.close(socket)
    assert scene.wake is None or scene.wake <= scene.now + GRACE
    scene.later(3600)
    scene.enter(1, BO)
    assert scene.room(1)["phase"] == "scored"
    scene.later(NEXT_WAIT - 1)
    assert scene.room(1)["phase"] == "scored"
    scene.later(1)
    assert scene.room(1)["phase"] == "playing"


def test_a_rematch_has_the_same_people_and_a_new_salt() -> None:
    scene = four(rules={"target": 1})
    scene.play()
    assert scene.room(0)["phase"] == "over"
    assert scene.view(0)["winners"]
    before = scene.table.state.match
    scene.done(3, "leave")
    assert scene.seat(0, 3) == open_seat("first")
    assert scene.join(4, follows("x", DI), "Edi") == 3
    for socket in (0, 1, 2, 4):
        scene.done(socket, "next")
    assert scene.view(0)["players"] == ["human:Ada", "human:Bo", "human:Cy", "human:Edi"]
    assert (scene.view(0)["number"], scene.view(0)["totals"], scene.view(0)["sheet"]) == (
        1,
        [0] * 4,
        [],
    )
    assert scene.table.state.match.salt != before.salt
    assert {message["view"]["number"] for message in scene.told if message["type"] == "view"} == {1}


def test_who_has_long_been_gone_plays_no_rematch() -> None:
    scene = four(rules={"target": 1})
    scene.play()
    scene.close(3)
    scene.later(SEAT_HELD)
    for socket in range(3):
        scene.done(socket, "next")
    assert scene.view(0)["players"][3] == "first"
    assert scene.seat(0, 3) == {
        "kind": "person",
        "name": "Di",
        "here": False,
        "away": True,
        "held": None,
    }


def test_each_next_that_changes_nothing_is_done_and_stays_done() -> None:
    """A request that was done and is sent again is not done again: nor refused, in a round."""
    scene = four()
    scene.play()
    for ident in ("a", "b", "c"):
        scene.done(0, "next", ident)
    for socket in (1, 2, 3):
        scene.done(socket, "next")
    assert scene.room(0)["phase"] == "playing"
    for ident in ("a", "b", "c"):
        scene.done(0, "next", ident)
    assert scene.refused(0, "next", "d") == "The round is not over."
