"""Players and spectators who disconnect, return and leave (docs/log.md)."""

import pytest

from parlour.table.dealing import DEAL_INTERVAL, NEXT_WAIT
from parlour.table.presence import GRACE, SEAT_HELD
from tests.support.scene import ADA, BO, DI, WATCH, Scene, follows, four, open_seat, wish


def test_a_seat_is_held_for_30_s_then_a_computer_plays_until_its_owner_is_back() -> None:
    scene = four()
    while scene.turn() != 3:
        scene.act(scene.turn())
    scene.close(3)
    assert scene.seat(0, 3) == {
        "kind": "person",
        "name": "Di",
        "here": True,
        "away": False,
        "held": None,
    }
    scene.later(GRACE)
    assert scene.seat(0, 3) == {
        "kind": "person",
        "name": "Di",
        "here": False,
        "away": False,
        "held": 1000 * (SEAT_HELD - GRACE),
    }
    assert scene.refused(0, "act", move=scene.view(0)["move"], action=scene.view(0)["dealt"][0])
    scene.later(SEAT_HELD - GRACE - 0.001)
    assert not scene.seat(0, 3)["away"]
    scene.later(0.001)
    assert scene.seat(0, 3) == {
        "kind": "person",
        "name": "Di",
        "here": False,
        "away": True,
        "held": None,
    }
    assert scene.view(0)["players"][3] == "first"
    assert scene.last(0, "view")["news"][0]["seat"] == 3
    had = max(message["count"] for message in scene.heard[3] if message["type"] == "view")
    scene.act(0)
    scene.enter(9, DI, had)
    # `everything missed told`
    assert [act["seat"] for act in scene.last(9, "view")["news"]] == [
        3,
        0,
    ]
    assert scene.seat(0, 3) == {
        "kind": "person",
        "name": "Di",
        "here": True,
        "away": False,
        "held": None,
    }
    assert scene.view(0)["players"][3] == "human:Di"


def test_a_friend_who_never_acts_and_is_gone_holds_up_nothing_even_without_a_limit() -> None:
    """Nobody need be put out of a seat: 30 s after a person's last socket has closed a computer
    plays for them.
    """
    scene = four(rules={"target": 1})
    scene.close(3)
    scene.later(SEAT_HELD)
    for match in range(3):
        while scene.room(0)["phase"] == "playing":
            scene.act(scene.turn(3))
        for socket in range(3):
            scene.done(socket, "next")
        assert (scene.room(0)["phase"], scene.seat(0, 3)["away"], match < 3) == (
            "playing",
            True,
            True,
        )
    scene.enter(3, DI)
    assert not scene.seat(0, 3)["away"]


def test_who_asks_over_http_is_no_news_to_others() -> None:
    """Nobody is told at which moments somebody asks, also not by a `room` that says the same: one
    might be a pass.
    """
    scene = four("hearts")
    scene.close(1)
    for socket in (10, 11, 12, 13):
        scene.now += 0.5
        scene.enter(socket, BO)
        assert [message for message in scene.told if message["to"] != socket] == []
        if socket < 13:
            scene.act(socket)
            assert [message for message in scene.told if message["to"] != socket] == []
        assert scene.close(socket) == []
    told = scene.later(GRACE)
    assert {message["type"] for message in told} == {"room"}
    assert [seat["here"] for seat in scene.room(0)["seats"]] == [True, False, True, True]


def test_nobody_is_gone_while_another_socket_of_theirs_is_open() -> None:
    scene = four()
    scene.enter(9, DI)
    scene.act(scene.turn())
    assert scene.last(9, "view")["view"] == scene.view(3)
    scene.close(3)
    scene.later(2 * SEAT_HELD)
    assert scene.seat(0, 3)["here"]
    scene.close(9)
    scene.later(SEAT_HELD)
    assert scene.seat(0, 3)["away"]


def test_time_runs_for_nobody_at_an_empty_table_and_anew_with_who_comes() -> None:
    scene = four(limit=30)
    for socket in range(4):
        scene.close(socket)
    assert scene.table.idle
    rows = len(scene.rows)
    scene.later(7200)
    assert (len(scene.rows), scene.wake) == (rows, None)
    scene.enter(0, ADA)
    assert scene.room(0)["clock"] == 30_000
    assert scene.seat(0, 1) == {
        "kind": "person",
        "name": "Bo",
        "here": False,
        "away": False,
        "held": 30_000,
    }
    scene.later(SEAT_HELD - 1)
    scene.enter(1, BO)
    scene.later(1)
    assert [seat["away"] for seat in scene.room(0)["seats"]] == [False, False, True, True]


def test_watchers_are_told_who_is_gone_but_time_does_not_run_for_them() -> None:
    scene = four(limit=30)
    scene.enter(4, WATCH)
    for socket in range(4):
        scene.close(socket)
    scene.later(3600)
    assert [(seat["here"], seat["held"], seat["away"]) for seat in scene.room(4)["seats"]] == [
        (False, None, False)
    ] * 4
    assert scene.room(4)["clock"] is None


def test_after_a_restart_seats_are_held_anew_and_who_was_away_is_not_here() -> None:
    scene = four()
    scene.close(3)
    scene.later(SEAT_HELD)
    scene.reload()
    scene.enter(0, ADA)
    assert [seat["here"] for seat in scene.room(0)["seats"]] == [True, True, True, False]
    scene.later(SEAT_HELD)
    assert [seat["away"] for seat in scene.room(0)["seats"]] == [False, True, True, True]


def test_who_leaves_for_good_is_replaced_and_the_seat_can_be_joined_again() -> None:
    scene = four()
    scene.enter(9, DI)
    assert scene.done(3, "leave")["type"] == "done"
    assert scene.heard[3][-1]["type"] == "done"
    assert scene.dropped == {3, 9}  # both her sockets
    scene.close(3)
    assert scene.seat(0, 3) == open_seat("first")
    assert scene.view(0)["players"][3] == "first"
    assert (
        scene.refused(5, "enter", key=DI, have=0)
        == "This key is not valid at this table, or no longer valid."
    )
    assert scene.join(6, follows("x", DI), "Edi") == 3
    assert scene.view(0)["players"][3] == "first"  # until the round is over
    count = scene.last(6, "view")["count"]
    scene.reload()
    scene.enter(6, follows("x", DI))
    assert scene.last(6, "view")["count"] == count


def test_who_leaves_while_others_wait_for_the_next_round_keeps_nobody_waiting() -> None:
    scene = four()
    scene.play()
    for socket in (3, 0, 1):
        scene.done(socket, "next")
    scene.done(3, "leave")
    assert scene.room(0)["phase"] == "scored"
    scene.done(2, "leave")
    assert scene.room(0)["phase"] == "playing"
    assert scene.room(0)["ready"] == []


def test_the_maker_may_leave_and_watch() -> None:
    scene = four()
    scene.done(0, "leave")
    scene.enter(5, ADA)
    assert scene.room(5)["you"] == {"seat": None, "waits": False, "maker": True}
    scene.done(1, "leave")
    assert scene.view(5)["legal"] == []


def test_a_maker_who_watches_starts_and_goes_on() -> None:
    """`Without [a seat] the maker watches`, also computers alone."""
    scene = Scene(
        wish("crazy-eights", ("first", "friend", "first"), rules={"players": 3, "target": 200})
    )
    scene.later(100)
    scene.enter(0, ADA)
    assert scene.room(0)["you"] == {"seat": None, "waits": False, "maker": True}
    assert scene.room(0)["phase"] == "waiting"
    scene.done(0, "start")
    matches = 0
    while matches < 2:
        assert scene.room(0)["phase"] in ("scored", "over")
        matches += scene.room(0)["phase"] == "over"
        scene.done(0, "next")
        assert scene.room(0)["ready"] == []
        scene.later(DEAL_INTERVAL)
    assert scene.view(0)["table"]["hand"] == []
    assert scene.wake is None


def test_rounds_that_only_computers_play_are_dealt_at_a_pace() -> None:
    """However often the maker says `next`, and however fast computers are; else one socket could
    fill a disk.
    """
    scene = Scene(wish("straights", ("first",) * 4, rules={"target": 1000}))
    scene.enter(0, ADA)
    rows = len(scene.rows)
    for _ in range(20):
        scene.done(0, "next")
        scene.later(DEAL_INTERVAL / 100)
    assert len(scene.rows) == rows + 1  # that the maker is ready
    assert scene.wake == pytest.approx(1e9 + DEAL_INTERVAL)
    scene.later(DEAL_INTERVAL)
    assert scene.view(0)["number"] == 2
    scene.later(DEAL_INTERVAL)
    assert scene.wake is None
    scene.done(0, "next")
    assert scene.view(0)["number"] == 3


def test_people_are_not_hurried_by_a_maker_who_watches() -> None:
    scene = Scene(wish("straights", ("friend", "first", "first", "first")))
    scene.join(0, BO, "Bo")
    scene.enter(1, ADA)
    scene.play(1)
    scene.done(1, "next")
    assert scene.room(0)["ready"] == []  # the maker has no seat
    scene.later(NEXT_WAIT - 1)
    assert scene.room(0)["phase"] == "scored"
    scene.later(1)
    assert scene.room(0)["phase"] == "playing"


def test_nothing_happens_at_a_table_where_only_watchers_are() -> None:
    scene = Scene(wish("straights", ("first",) * 4))
    scene.enter(0, WATCH)
    scene.later(1000)
    assert scene.room(0)["phase"] == "waiting"
    scene.enter(1, ADA)
    assert scene.room(0)["phase"] == "scored"
