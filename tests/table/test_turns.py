"""The clock of a turn (docs/log.md)."""

import pytest

from parlour.cards import NAMES
from parlour.match import HUMAN
from parlour.table.decisions import SPREAD
from tests.support.scene import ADA, BO, WATCH, Json, Scene, four, wish


@pytest.mark.parametrize("limit", [30, 60, 120])
def test_a_computer_plays_a_turn_that_lasts_too_long_and_after_two_it_keeps_the_seat(
    limit: int,
) -> None:
    scene = four(limit=limit)
    slow = scene.turn()
    assert scene.room(0)["clock"] == 1000 * limit
    scene.later(limit - 1)
    scene.enter(9, WATCH)
    assert scene.room(9)["clock"] == 1000
    told = scene.later(1 + SPREAD)
    assert [
        (act["seat"], scene.view(0)["players"][slow][:6]) for act in scene.last(0, "view")["news"]
    ] == [(slow, "human:")]
    assert [message["type"] for message in told if message["to"] == 0] == ["view", "room"]
    assert not scene.seat(0, slow)["away"]
    for _ in range(3):
        scene.act(scene.turn())
    assert scene.turn() == slow
    scene.later(limit + SPREAD)
    assert scene.seat(0, slow)["away"]
    assert scene.seat(0, slow)["here"]
    assert not scene.view(0)["players"][slow].startswith(HUMAN)
    for _ in range(4):
        assert scene.turn() != slow  # the computer's turns take no time
        scene.act(scene.turn())
    scene.done(slow, "back")
    assert not scene.seat(0, slow)["away"]
    assert scene.view(0)["players"][slow].startswith(HUMAN)


def test_who_acts_has_missed_nothing() -> None:
    """`Two turns in a row`."""
    scene = four(limit=30)
    slow = scene.turn()
    for turn in range(4):
        scene.later(30 + SPREAD) if turn % 2 else scene.act(slow)
        for _ in range(3):
            scene.act(scene.turn())
    assert not scene.seat(0, slow)["away"]


def test_an_act_takes_the_seat_back() -> None:
    scene = four(limit=30)
    slow = scene.turn()
    while not scene.seat(0, slow)["away"]:
        scene.later(30 + SPREAD) if scene.turn() == slow else scene.act(scene.turn())
    assert scene.refused(slow, "act", move=scene.view(slow)["move"] + 5, action="7S")
    assert not scene.seat(0, slow)["away"]


def test_without_a_limit_who_is_there_has_all_the_time() -> None:
    scene = four()
    rows = len(scene.rows)
    assert scene.room(0)["clock"] is None
    scene.later(10**6)
    assert len(scene.rows) == rows


def test_while_hearts_passes_one_clock_runs_for_all_and_nothing_tells_who_has() -> None:
    scene = four("hearts", limit=30)
    scene.later(10)
    told: list[Json] = []
    for socket in (1, 1, 1, 2):
        scene.act(socket)
        told += [message for message in scene.told if message["to"] != socket]
    assert told == []
    scene.later(10)
    scene.enter(9, WATCH)
    assert scene.room(9)["clock"] == 10_000
    scene.later(10 + SPREAD)
    assert scene.view(9)["table"]["turn"] is not None  # the computer has passed for all who had not
    assert [seat["away"] for seat in scene.room(9)["seats"]] == [False] * 4
    assert scene.room(9)["clock"] == 30_000


@pytest.mark.parametrize("late", [(0,), (0, 3), (3,), (0, 1, 2, 3)])
def test_who_has_not_passed_in_time_is_not_told_whether_another_has(late: tuple[int, ...]) -> None:
    """Nothing says who has passed: the time's end is one view for everybody, whoever was late."""
    scene = four("hearts", limit=30)
    for socket in set(range(4)) - set(late):
        for _ in range(3):
            scene.act(socket)
    told = scene.later(30 + SPREAD)
    for socket in range(4):
        assert [message["type"] for message in told if message["to"] == socket] == ["view", "room"]


def test_a_computer_plays_a_whole_turn() -> None:
    """Draws, the card, and the suit that it names; told as one."""
    ends = set()
    for seed in range(60):
        scene = Scene(
            wish("crazy-eights", ("me", "friend"), limit=30, rules={"eights": "named"}), seed
        )
        scene.enter(0, ADA)
        scene.join(1, BO, "Bo")
        while scene.room(0)["phase"] == "playing":
            slow = scene.turn(2)
            told = scene.later(30 + SPREAD)
            view = next(
                message for message in told if message["to"] == slow and message["type"] == "view"
            )
            assert {act["seat"] for act in view["news"]} == {slow}
            ends.add(
                tuple("card" if act["action"] in NAMES else act["action"] for act in view["news"])[
                    -2:
                ]
            )
            for socket in range(2):
                scene.done(socket, "back")
            if len(ends) >= 6:
                return
    assert {("draw", "card"), ("card",), ("card", "hearts")} <= ends


def test_the_moon_is_chosen_for_who_does_not() -> None:
    """In Hearts the choice belongs to the turn of the last card; a round ends so, and nobody is
    asked for it again.
    """
    scene = four("hearts", rules={"pass_cards": "no", "moon": "choose", "target": 26}, limit=30)
    hands: tuple[list[int], ...] = ([], [], [], [])
    for place, card in enumerate([*range(26, 39), *range(39, 52), *range(13), *range(13, 26)]):
        hands[place // 13].append(card)
    deck = (*range(26, 39), *range(39, 52), *range(13), *range(13, 26))
    scene.decks.deck = lambda: deck  # type: ignore[method-assign]
    scene.play()
    while scene.room(0)["phase"] != "over":
        for socket in range(4):
            scene.done(socket, "next")
        while scene.room(0)["phase"] == "playing":
            scene.later(30 + SPREAD)
            for socket in range(4):
                scene.done(socket, "back")
    assert sorted(scene.view(0)["sheet"][-1]) == [0, 26, 26, 26]
    assert scene.view(0)["totals"]


def test_a_turn_ends_a_little_after_its_clock_by_another_time_each_turn() -> None:
    """So the moment of the computer's play shows nothing of what storing took."""
    scene, late = four(limit=30), set()
    for _ in range(12):
        turns = scene.table.turns
        end = turns.end()
        assert turns.clock == scene.now + 30
        assert end is not None
        late.add(round(end - turns.clock, 6))
        scene.act(scene.turn())
    assert min(late) >= 0
    assert max(late) < SPREAD
    assert len(late) > 10


def test_a_seat_that_was_taken_back_is_not_by_the_same_request_again() -> None:
    """A request that was done and is sent again is not done again."""
    scene = four(limit=30)
    slow = scene.turn()
    for again in range(2):
        while not scene.seat(0, slow)["away"]:
            scene.later(30 + SPREAD) if scene.turn() == slow else scene.act(scene.turn())
        scene.done(slow, "back", "b")
        assert scene.seat(0, slow)["away"] == bool(again)
