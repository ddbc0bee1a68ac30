"""The table's messages (docs/log.md), with scripted sockets, decks and clocks; sentences in quotes
are the contract's.
"""

import json
from itertools import pairwise

import pytest

from parlour.errors import ParlourError, quote
from parlour.table.decisions import SPREAD
from parlour.table.messages.names import folded, person_name
from parlour.table.messages.requests import REQUESTS as ASKABLE
from parlour.table.presence import GRACE, SEAT_HELD, SOCKETS
from parlour.table.table import (
    Table,
)
from parlour.words.narration import LEVELS as TITLES
from tests.support.scene import (
    ADA,
    BO,
    CY,
    DI,
    INVITE,
    WATCH,
    Json,
    Scene,
    four,
    wish,
)

# Coming in.


@pytest.mark.parametrize(
    "unseen",
    [
        "\u034f",
        "\u115f",
        "\u1160",
        "\u17b4",
        "\u180b",
        "\u2800",
        "\u3164",
        "\uffa0",
        "\ufe0f",
        "\U000e0100",
    ],
)
def test_a_name_is_compared_as_it_is_seen(unseen: str) -> None:
    assert unseen.isprintable()
    with pytest.raises(ParlourError, match="looks empty"):
        person_name(unseen)
    assert folded(f"A{unseen}da") == folded("ADA") == folded("\uff21da") == "ada"
    assert folded("Stra\u00dfe  1") == folded("STRASSE 1")
    assert folded("Ada") != folded("A\u0308da")
    # a mark on a letter is a vowel
    assert person_name(" \u0905\u0928\u0941 ") == "\u0905\u0928\u0941"


@pytest.mark.parametrize("title", [title for title, _ in TITLES.values()])
def test_nobody_has_the_name_of_a_level_as_people_see_it(title: str) -> None:
    with pytest.raises(ParlourError, match="is that of a level"):
        person_name(title)


@pytest.mark.parametrize("name", ["Ada", "ada", " A\ufe0fDA ", "\uff21da"])
def test_two_at_a_table_do_not_have_one_name(name: str) -> None:
    scene = Scene(wish())
    scene.enter(0, ADA)
    scene.enter(1, INVITE)
    before = len(scene.rows)
    assert (
        scene.refused(1, "join", key=BO, name=name)
        == f'The name "{name.strip()}" is already used at this table.'
    )
    assert len(scene.rows) == before
    assert scene.join(1, BO, "Ad\u00e0") == 1


@pytest.mark.parametrize("ident", ["", "\ud800", "a\n", "\u202e", "\x7f", "x" * 41])
@pytest.mark.parametrize("kind", [*ASKABLE, "dance"])
def test_an_id_that_cannot_be_printed_is_refused_before_anything_happens(
    kind: str, ident: str
) -> None:
    scene = four()
    view, before = scene.view(0), len(scene.rows)
    asked = {
        "type": kind,
        "id": ident,
        "key": ADA,
        "have": 0,
        "name": "Ada",
        "move": view["move"],
        "action": "2C",
    }
    fields = ASKABLE[kind].model_fields if kind in ASKABLE else {}
    message = {name: value for name, value in asked.items() if name in ("type", "id", *fields)}
    outcome = scene.table.handle(0, json.dumps(message), scene.now)
    (told,) = [json.loads(tell.text) for tell in outcome.outgoing]
    assert (outcome.rows, told["type"], told["id"], len(scene.rows)) == (
        (),
        "refused",
        None,
        before,
    )
    assert told["why"] == f"The id {quote(ident)} is not 1 to 40 characters that can be printed."


def test_enter_is_answered_with_done_then_room_and_view() -> None:
    scene = four()
    for socket, key, seat in ((10, BO, 1), (11, INVITE, None), (12, WATCH, None)):
        assert scene.enter(socket, key) == {
            "to": socket,
            "type": "done",
            "id": f"{scene.ids}",
            "seat": seat,
        }
        done, room, view = scene.heard[socket]
        assert [done["type"], room["type"], view["type"]] == ["done", "room", "view"]
        assert room["you"] == {"seat": seat, "waits": False, "maker": False}
        # so a page knows who may join
        assert (room["invite"], room["watch"]) == (
            INVITE if key == INVITE else None,
            None,
        )
        assert view["view"]["seat"] == seat


def test_the_maker_is_told_what_opens_the_table_to_others() -> None:
    scene = four()
    assert scene.room(0)["you"] == {"seat": 0, "waits": False, "maker": True}
    assert (scene.room(0)["invite"], scene.room(0)["watch"]) == (INVITE, WATCH)
    assert scene.done(0, "join", key=ADA, name="Ada")["seat"] == 0  # one's own seat, again
    assert (scene.room(0)["invite"], scene.room(0)["watch"]) == (INVITE, WATCH)


def test_nothing_is_done_for_a_socket_that_has_not_entered() -> None:
    scene = four()
    assert scene.refused(9, "next") == "The first message must be enter, with a key."
    assert (
        scene.refused(9, "join", key=DI, name="Di")
        == "The first message must be enter, with a key."
    )
    assert (
        scene.refused(9, "enter", key="E" * 22, have=0)
        == "This key is not valid at this table, or no longer valid."
    )
    assert "E" not in scene.refused(9, "enter", key="E" * 23, have=0)  # the key is not repeated


@pytest.mark.parametrize("have", [-1, 0, 1, 2, 3, 5, 8, 9, 10, 11, 12, 10**9, 2**63, -(10**4000)])
def test_news_after_enter_is_what_was_seen_since_the_view_numbered_have_or_since_the_deal(
    have: int,
) -> None:
    scene = Scene(wish("straights", seats=("me", "friend", "first", "first")))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    for _ in range(2):
        scene.act(scene.turn(2))
    views = {message["count"]: message for message in scene.heard[0] if message["type"] == "view"}
    lengths: dict[int, int] = {}
    seen: list[Json] = []
    for count in sorted(views):
        seen = views[count].get("seen", [*seen, *views[count]["news"]])
        lengths[count] = len(seen)
    scene.enter(5, ADA, have)
    whole = scene.last(5, "view")
    assert whole["seen"] == seen
    length = 0 if have < 0 else lengths[min(have, max(lengths))] if have else 0
    assert whole["news"] == seen[length:]
    assert whole["count"] == max(views)


def test_views_are_counted_by_what_is_seen_and_every_action_is_a_view() -> None:
    """`count` numbers the views; `seen` is what was seen and then `news`; `sent when it differs
    from the last one`.
    """
    scene = four("crazy-eights", rules={"players": 4, "target": 300, "eights": "named"})
    scene.enter(4, WATCH)
    for _ in range(2):
        scene.play()
        for socket in range(4):
            scene.done(socket, "next")
    for socket in range(5):
        views = [message for message in scene.heard[socket] if message["type"] == "view"]
        # since it entered
        views = views[max(place for place, view in enumerate(views) if "seen" in view) :]
        assert [view["count"] for view in views] == list(
            range(views[0]["count"], views[-1]["count"] + 1)
        )
        for before, view in pairwise(views):
            assert view["view"] != before["view"]
            assert "seen" not in view
            if view["view"]["number"]:  # else somebody has joined
                assert len(view["news"]) == (view["view"]["number"] == before["view"]["number"])
    rooms = [message for message in scene.heard[4] if message["type"] == "room"]
    assert all(room != before for before, room in pairwise(rooms))


def test_a_guest_takes_the_first_open_seat_also_when_the_request_is_sent_again() -> None:
    scene = Scene(wish(seats=("first", "friend", "me", "friend")))
    assert scene.join(1, BO, "  Bo ") == 1
    assert scene.seat(1, 1) == {
        "kind": "person",
        "name": "Bo",
        "here": True,
        "away": False,
        "held": None,
    }
    scene.close(1)
    assert scene.join(2, BO, "Bo") == 1
    assert scene.join(3, CY, "Cy") == 3
    assert scene.room(3)["phase"] == "playing"
    scene.enter(4, INVITE)
    assert scene.refused(4, "join", key=DI, name="Di") == "No seat is open; you can watch."
    scene.enter(5, WATCH)
    assert (
        scene.refused(5, "join", key=DI, name="Di") == "An invitation is needed to join this table."
    )
    assert (
        scene.refused(2, "join", key=DI, name="Di") == "An invitation is needed to join this table."
    )
    for key in (INVITE, WATCH):
        assert (
            scene.refused(4, "join", key=key, name="Di")
            == "This key belongs to the table (a new player needs a new key)."
        )
    assert "cannot be" in scene.refused(4, "join", key=DI, name=4)
    assert "1 to 30" in scene.refused(4, "join", key=DI, name="\u202ereversed")


def test_a_socket_that_becomes_another_seats_leaves_its_person_gone() -> None:
    scene = Scene(wish("straights", seats=("me", "friend", "friend", "first")))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    assert scene.done(0, "join", key=CY, name="Cy")["seat"] == 2  # the maker hands the screen to Cy
    assert scene.room(1)["phase"] == "playing"
    assert scene.room(0)["you"] == {"seat": 2, "waits": False, "maker": False}
    scene.later(GRACE)
    assert not scene.seat(1, 0)["here"]
    scene.later(SEAT_HELD)
    assert scene.seat(1, 0)["away"]
    scene.enter(1, WATCH)  # Bo's socket only watches from now on
    scene.later(SEAT_HELD)
    assert scene.seat(0, 1)["away"]


def test_a_key_opens_fifty_sockets_and_takes_no_room_of_others() -> None:
    scene = Scene()
    for socket in range(100, 100 + SOCKETS):
        scene.enter(socket, WATCH)
    assert (
        scene.refused(1, "enter", key=WATCH, have=0)
        == "Too many connections use this key (allowed: 50)."
    )
    scene.enter(100, WATCH)  # who is there already may say so again
    scene.enter(0, ADA)
    assert scene.join(1, BO, "Bo") == 1
    assert scene.room(0)["watchers"] == SOCKETS


def test_while_a_seat_is_open_an_invitation_finds_room() -> None:
    """One who holds it cannot keep the others out; who has a seat has a key of their own, and is in
    nobody's way.
    """
    scene = Scene(wish(seats=("me", "friend", "friend", "first")))
    for socket in range(100, 100 + SOCKETS):
        scene.enter(socket, INVITE)
    scene.enter(100, INVITE)  # again: now the last one
    assert scene.join(1, BO, "Bo") == 1
    assert scene.dropped == {101}
    for socket in range(200, 210):
        scene.enter(socket, INVITE)
    assert scene.dropped == {*range(101, 111)}
    assert scene.room(209)["watchers"] == SOCKETS
    assert scene.join(2, CY, "Cy") == 2
    scene.enter(300, INVITE)
    assert (
        scene.refused(301, "enter", key=INVITE, have=0)
        == "Too many connections use this key (allowed: 50)."
    )
    for socket, key in enumerate((ADA, BO, CY)):
        scene.enter(socket + 400, key)


# Acting.


def test_an_action_is_answered_and_told_to_all_with_the_news() -> None:
    scene = four()
    scene.enter(4, WATCH)
    mover = scene.turn()
    move, action = scene.view(mover)["move"], scene.view(mover)["legal"][0]
    scene.done(mover, "act", move=move, action=action)
    assert scene.view(mover)["move"] == move + 1
    assert all(
        scene.last(socket, "view")["news"] == [{"seat": mover, "action": action}]
        for socket in range(5)
    )


def test_an_action_that_cannot_be_is_refused_with_the_reason_and_changes_nothing() -> None:
    scene = four()
    mover, rows = scene.turn(), len(scene.rows)
    view, other = scene.view(mover), (mover + 1) % 4
    barred, bars = next(iter(view["barred"].items()))
    said = scene.refused(mover, "act", move=view["move"], action=barred)
    assert (
        said
        == f"{barred} is not allowed while {' '.join(bars)} {'are' if len(bars) > 1 else 'is'} "
        f"held."
    )
    theirs = scene.view(other)["table"]["hand"][0]
    assert (
        scene.refused(mover, "act", move=view["move"], action=theirs)
        == f"{theirs} is not in the hand."
    )
    assert (
        scene.refused(other, "act", move=0, action=theirs)
        == f"{theirs} must wait: it is another's turn."
    )
    assert (
        scene.refused(mover, "act", move=7, action="7S")
        == "7S was sent for another move (this seat is at move 0)."
    )
    assert (
        scene.refused(mover, "act", move=10**4000, action="7S")
        == "7S was sent for another move (this seat is at move 0)."
    )
    assert '"fold" is not a card' in scene.refused(mover, "act", move=0, action="fold")
    scene.enter(4, WATCH)
    assert scene.refused(4, "act", move=0, action="7S") == "Spectators cannot play."
    assert scene.refused(4, "back") == scene.refused(4, "leave") == "Spectators cannot play."
    assert len(scene.rows) == rows


def test_a_request_that_is_sent_again_is_not_done_again() -> None:
    """`It is answered as the first was, also after a restart`; ids are each person's own."""
    scene = four()
    mover = scene.turn()
    view = scene.view(mover)
    first = scene.done(mover, "act", "one", move=view["move"], action=view["legal"][0])
    rows = len(scene.rows)
    assert scene.done(mover, "act", "one", move=view["move"], action=view["legal"][0]) == first
    scene.close(mover)
    scene.enter(9, (ADA, BO, CY, DI)[mover])
    assert scene.done(9, "act", "one", move=view["move"], action=view["legal"][0]) == first | {
        "to": 9
    }
    scene.reload()
    for socket, key in enumerate((ADA, BO, CY, DI)):
        scene.enter(socket, key)
    assert scene.done(mover, "act", "one", move=view["move"], action=view["legal"][0]) == first
    assert len(scene.rows) == rows
    other = scene.turn()
    assert "must wait" in scene.refused(
        mover, "act", "two", move=view["move"] + 1, action=view["dealt"][0]
    )
    view = scene.view(other)
    scene.done(other, "act", "one", move=view["move"], action=view["legal"][0])
    assert len(scene.rows) == rows + 1


def test_every_request_that_was_done_is_known_after_a_restart() -> None:
    """So also `next`, `start`, `back` and `leave`."""
    scene = Scene(wish("straights", seats=("me", "friend", "friend", "first"), limit=30))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    scene.done(0, "start", "s")
    while not scene.seat(0, 1)["away"]:
        if scene.room(0)["phase"] == "playing" and scene.view(0)["legal"]:
            scene.act(0)
        else:
            scene.later(30 + SPREAD)
    scene.done(1, "back", "b")
    while scene.room(0)["phase"] == "playing":
        scene.act(scene.turn(2))
    scene.done(1, "next", "n")
    scene.done(1, "next", "n again")
    scene.done(0, "next", "n")
    assert scene.room(0)["phase"] == "playing"
    number = scene.view(0)["number"]
    for _ in range(2):
        rows = len(scene.rows)
        for socket, ident in ((0, "s"), (0, "n"), (1, "n"), (1, "n again"), (1, "b")):
            scene.done(socket, {"s": "start", "n": "next", "b": "back"}[ident[0]], ident)
        assert len(scene.rows) == rows
        scene.reload()
        scene.enter(0, ADA)
        scene.enter(1, BO)
    assert scene.view(0)["number"] == number
    assert scene.refused(0, "next") == "The round is not over."
    scene.done(0, "leave", "l")
    scene.enter(7, ADA)
    scene.done(7, "leave", "l")  # who watches could not


def test_a_person_who_asks_for_very_much_is_remembered_in_part() -> None:
    scene = four(rules={"target": 100_000})
    for number in range(40):
        while scene.room(0)["phase"] == "playing":
            mover = scene.turn()
            view = scene.view(mover)
            scene.done(
                mover, "act", f"{number}.{view['move']}", move=view["move"], action=view["legal"][0]
            )
        for socket in range(4):
            scene.done(socket, "next")
        if number == 12:
            break
    asked = scene.table.state.asked
    assert {len(idents) for idents in asked.values()} == {128}
    with_a_reload = Table(scene.made, scene.rows, scene.decks)
    assert with_a_reload.state.asked == asked


def test_of_who_has_left_nothing_is_remembered() -> None:
    """Else a guest who joins and leaves with ever new keys would fill the memory."""
    scene = Scene(wish(seats=("me", "friend", "first", "first")))
    scene.enter(0, ADA)
    for socket in range(1, 10):
        scene.join(socket, str(socket) * 22, "Bo")
        scene.done(socket, "leave")
    assert scene.table.state.asked == {}
    scene.done(0, "leave", "l")
    scene.enter(10, ADA)
    assert scene.done(10, "leave", "l")  # its maker's key opens the table still
