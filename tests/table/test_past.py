"""Moves that are undone: by a person who plays against computers alone."""

import json

import pytest

from tests.support.scene import ADA, BO, CY, INVITE, WATCH, Json, Scene, four, wish

COMPUTERS = ("me", "first", "first", "first")


def alone(game: str = "straights", seed: object = 0, **fields: object) -> Scene:
    """Ada against three computers, the first round dealt; one watches at the socket 1."""
    scene = Scene(wish(game, COMPUTERS, **fields), seed)
    scene.enter(0, ADA)
    scene.enter(1, WATCH)
    return scene


def until_choice(scene: Scene) -> Json:
    """Ada's view where she has a choice; she plays forced cards before."""
    while len(scene.view(0)["legal"]) < 2:
        scene.act(0)
    return scene.view(0)


def last(scene: Scene) -> Json:
    """The fields of the last stored event."""
    fields: Json = json.loads(scene.rows[-1].body)["did"][-1]
    return fields


def undo(scene: Scene) -> Json:
    return scene.done(0, "undo", move=scene.view(0)["undo"])


def test_a_decision_is_taken_back_and_the_same_action_leads_to_the_same() -> None:
    scene = alone()
    before = until_choice(scene)
    assert before["undo"] is None
    scene.act(0)
    after = scene.view(0)
    assert after["undo"] == before["move"]
    undo(scene)
    assert scene.view(0) == before | {"undone": 1}
    scene.act(0)
    assert scene.view(0) == after | {"undone": 1}


def test_another_action_after_it_leads_elsewhere_on_the_same_deal() -> None:
    scene = alone()
    before = until_choice(scene)
    scene.act(0)
    undo(scene)
    other = before["legal"][1]
    scene.done(0, "act", move=before["move"], action=other)
    view = scene.view(0)
    assert view["dealt"] == before["dealt"]
    assert other not in view["table"]["hand"]


def test_it_goes_back_past_forced_actions_and_any_number_of_times() -> None:
    scene = alone()
    decisions, forced = [], 0
    while scene.room(0)["phase"] == "playing":
        view = scene.view(0)
        if len(view["legal"]) > 1:
            decisions.append(view)
        else:
            forced += 1
        scene.act(0)
    assert forced
    assert len(decisions) > 3
    for n, before in enumerate(reversed(decisions), 1):
        undo(scene)
        assert scene.view(0) == before | {"undone": n}
    assert scene.view(0)["undo"] is None
    assert scene.room(0)["phase"] == "playing"


def test_a_move_of_this_round_may_be_named_a_forced_one_too() -> None:
    scene = alone()
    views = []
    for _ in range(6):
        views.append(scene.view(0))
        scene.act(0)
    scene.done(0, "undo", move=views[2]["move"])
    assert scene.view(0)["table"] == views[2]["table"]
    assert scene.view(0)["move"] == 2
    why = scene.refused(0, "undo", move=2)
    assert why == "Move 2 cannot be undone (possible in this round: 0, 1)."


def test_who_watches_is_told_that_it_went_back_and_by_whole_views() -> None:
    scene = alone()
    until_choice(scene)
    scene.act(0)
    scene.heard[1] = []
    undo(scene)
    update = scene.last(1, "view")
    assert len([message for message in scene.heard[1] if message["type"] == "view"]) == 1
    assert update["news"] == []
    assert update["view"]["undone"] == 1
    assert update["view"]["undo"] is None
    assert update["seen"] == scene.last(0, "view")["seen"]
    scene.act(0)
    assert scene.last(1, "view")["view"]["undone"] == 1
    assert "seen" not in scene.last(1, "view")


def test_news_after_enter_begin_where_the_match_went_back_to() -> None:
    scene = alone()
    until_choice(scene)
    scene.act(0)
    have = scene.last(1, "view")["count"]
    undo(scene)
    scene.act(0)
    seen = scene.last(0, "view")["count"] - have
    for old in (0, have - 1, have):
        scene.enter(2, WATCH, old)
        told = scene.last(2, "view")
        assert told["news"] == told["seen"][len(told["seen"]) - len(told["news"]) :]
        assert 0 < len(told["news"]) < len(told["seen"])
    assert seen
    scene.enter(2, WATCH, have + 1)
    assert scene.last(2, "view")["news"] == told["news"]
    scene.enter(2, WATCH, have + 2)
    assert scene.last(2, "view")["news"] == told["news"][1:]


def test_a_pass_is_one_decision_and_is_not_undone_while_others_may_pass() -> None:
    scene = alone("hearts")
    before = scene.view(0)
    for n in range(3):
        assert scene.view(0)["undo"] is None
        if n:
            why = scene.refused(0, "undo", move=0)
            assert why == "No move can be undone while several seats may act at once."
        scene.act(0)
    assert scene.view(0)["undo"] == 0
    assert [position.move for position in scene.table.state.past.positions] == [0]
    until_choice(scene)
    scene.act(0)
    undo(scene)
    assert scene.view(0)["undo"] == 0
    undo(scene)
    assert scene.view(0) == before | {"undone": 2}


def test_a_round_that_is_over_is_taken_up_again_and_then_goes_on() -> None:
    scene = alone(rules={"target": 1})
    scene.play(1)
    assert scene.room(0)["phase"] == "over"
    rows = len(scene.rows)
    undo(scene)
    assert scene.room(0)["phase"] == "playing"
    assert len(scene.rows) == rows + 1
    assert scene.view(0)["winners"] == []
    scene.play(1)
    assert scene.room(0)["phase"] == "over"
    assert len(scene.view(0)["sheet"]) == 1


def test_a_watching_makers_next_is_forgotten() -> None:
    scene = Scene(wish("straights", ("friend", "first", "first", "first")))
    scene.enter(1, ADA)
    assert scene.join(0, BO, "Bo") == 0
    scene.play(1)
    scene.done(1, "next", "n")
    scene.done(1, "next", "m")
    assert scene.table.dealing.ready
    assert scene.table.dealing.requests
    undo(scene)
    assert (scene.table.dealing.ready, scene.table.state.ready, scene.table.dealing.requests) == (
        {},
        [],
        [],
    )
    scene.play(1)
    assert scene.room(0)["phase"] == "scored"
    assert scene.room(0)["ready"] == []


def test_nothing_is_undone_in_the_round_before() -> None:
    scene = alone()
    scene.play(1)
    scene.done(0, "next")
    assert scene.view(0)["undo"] is None
    move = scene.view(0)["move"]
    why = scene.refused(0, "undo", move=move - 1)
    assert why == f"Move {move - 1} cannot be undone (possible in this round: none)."
    until_choice(scene)
    scene.act(0)
    undo(scene)
    assert scene.view(0)["number"] == 2


def test_nothing_is_undone_where_others_play_or_by_who_watches() -> None:
    why = "Moves can be undone only by a person who plays against computers."
    scene = four()
    socket = scene.turn()
    scene.act(socket)
    assert scene.refused(socket, "undo", move=0) == why
    assert scene.table.state.past.positions == []
    scene = alone()
    until_choice(scene)
    scene.act(0)
    assert scene.refused(1, "undo", move=0) == "Spectators cannot play."
    assert scene.view(1)["undo"] is None


def test_who_joins_and_who_leaves_ends_what_can_be_undone() -> None:
    scene = Scene(wish("straights", ("me", "friend", "first", "first")))
    scene.enter(0, ADA)
    scene.done(0, "start")
    until_choice(scene)
    scene.act(0)
    assert scene.view(0)["undo"] is not None
    scene.enter(1, INVITE)
    scene.done(1, "join", key=CY, name="Cy")
    assert scene.view(0)["undo"] is None
    scene.done(1, "leave")
    assert scene.view(0)["undo"] is None
    until_choice(scene)
    before = scene.view(0)
    scene.act(0)
    assert scene.view(0)["undo"] == before["move"]
    undo(scene)
    assert scene.view(0)["table"] == before["table"]


def test_the_seat_is_given_back_before_it_goes_back() -> None:
    """A watching maker keeps the time running while the person is away."""
    scene = Scene(wish("straights", ("friend", "first", "first", "first")))
    scene.enter(1, ADA)
    assert scene.join(0, BO, "Bo") == 0
    before = until_choice(scene)
    scene.act(0)
    scene.close(0)
    scene.later(31)
    assert scene.view(1)["players"][0] == "first"
    assert scene.room(1)["phase"] == "scored"
    scene.enter(2, BO)
    assert scene.view(2)["players"][0] == "human:Bo"
    assert scene.view(2)["undo"] == before["move"]
    scene.done(2, "undo", move=before["move"])
    assert scene.view(2)["players"][0] == "human:Bo"
    assert scene.view(2)["legal"] == before["legal"]


def test_a_request_that_is_sent_again_goes_back_once() -> None:
    scene = alone()
    for _ in range(2):
        until_choice(scene)
        scene.act(0)
    first = scene.view(0)["undo"]
    scene.done(0, "undo", "u", move=first)
    scene.done(0, "undo", "u", move=first)
    assert scene.view(0)["undone"] == 1
    scene.reload()
    scene.enter(0, ADA)
    scene.done(0, "undo", "u", move=first)
    assert scene.view(0)["undone"] == 1


def test_a_hint_for_a_turn_that_was_undone_is_for_no_other_turn() -> None:
    scene = alone()
    before = until_choice(scene)
    turn = scene.table.decisions.turn_id(0)
    scene.act(0)
    until_choice(scene)
    for kind, fields in (("hint", {}), ("undo", {"move": before["move"]})):
        message = json.dumps({"type": kind, "id": kind} | fields)
        scene.take(scene.table.handle(0, message, scene.now))
    assert scene.last(0, "done")["id"] == "undo"
    assert scene.last(0, "refused")["why"] == "The turn is over; ask again."
    assert scene.view(0)["move"] == before["move"]
    assert scene.table.decisions.turn_id(0) != turn


def test_the_clock_begins_anew() -> None:
    scene = alone(limit=30)
    until_choice(scene)
    scene.act(0)
    scene.later(20)
    undo(scene)
    assert scene.room(0)["clock"] == 30000


def test_a_rematch_is_a_match_without_undo() -> None:
    scene = alone(rules={"target": 1})
    scene.play(1)
    undo(scene)
    scene.play(1)
    assert scene.view(0)["undone"] == 1
    scene.done(0, "next")
    assert scene.view(0)["undone"] == 0
    assert scene.view(1)["undone"] == 0


@pytest.mark.parametrize("game", ["straights", "hearts", "crazy-eights"])
def test_any_match_can_be_undone_anywhere(game: str) -> None:
    rules = {"players": 4, "eights": "named"} if game == "crazy-eights" else {}
    scene = alone(game, seed=game, rules=rules)
    for n in range(60):
        view = scene.view(0)
        if scene.room(0)["phase"] != "playing" and n % 2:
            scene.done(0, "next")
        elif n % 5 == 4 and view["undo"] is not None:
            undo(scene)
            assert len(scene.view(0)["legal"]) > 1
        elif view["legal"]:
            scene.done(0, "act", move=view["move"], action=view["legal"][n % len(view["legal"])])
    assert scene.view(0)["undone"] + scene.table.state.deals > 5
