"""The table's messages (docs/log.md), with scripted sockets, decks and clocks; sentences in quotes
are the contract's.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable, Iterator
from copy import deepcopy
from hashlib import sha256
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from parlour import log
from parlour.cards import NAMES, NOBODY, SPECTATOR, Deck
from parlour.errors import ParlourError, quote
from parlour.game import GAMES, words
from parlour.match import HUMAN, actor, legal
from parlour.players import LEVELS
from parlour.table.decisions import SPREAD
from parlour.table.outcome import Wanted
from parlour.table.presence import GRACE, HELD, SOCKETS
from parlour.table.requests import REQUESTS as ASKABLE
from parlour.table.requests import folded, person_name
from parlour.table.table import (
    APART,
    HINT_WAIT,
    Made,
    Outcome,
    Row,
    Table,
    make,
)
from parlour.words import LEVELS as TITLES
from tests.support.play import random_deck, random_rules

ADA, BO, CY, DI = (
    "Ada".ljust(22, "_"),
    "Bo".ljust(22, "_"),
    "Cy".ljust(22, "_"),
    "Di".ljust(22, "_"),
)
FRIENDS = ("me", "friend", "friend", "friend")
Json = dict[str, Any]


def follows(purpose: str, key: str) -> str:
    """What is derived from a key, as the contract says it."""
    return urlsafe_b64encode(sha256(f"parlour/1 {purpose} {key}".encode()).digest()[:16]).decode()[
        :22
    ]


INVITE, WATCH = follows("invite", ADA), follows("watch", ADA)


def wish(game: str = "hearts", seats: tuple[str, ...] = FRIENDS, **fields: Any) -> Made:
    return make(
        {"key": ADA, "name": "Ada", "game": game, "seats": list(seats), "limit": 0} | fields
    )


class Decks:
    """Decks and salts that are scripted."""

    def __init__(self, seed: object = 0) -> None:
        self.random = Random(f"decks {seed}")
        self.salts = 0

    def deck(self) -> Deck:
        return random_deck(self.random)

    def salt(self) -> str:
        self.salts += 1
        return f"salt {self.salts}"


class Scene:
    """A table with its clock; what each socket has heard."""

    def __init__(
        self,
        made: Made | None = None,
        seed: object = 0,
        rows: list[Row] | None = None,
        now: float = 1e9,
    ) -> None:
        self.made = made or wish()
        self.now = now
        self.rows = rows or []
        self.heard: dict[int, list[Json]] = {}
        self.dropped: set[int] = set()
        self.ids = 0
        self.wanted: list[Wanted] = []  # decisions, since the table was made
        self.decks = Decks(seed)
        self.table = Table(self.made, self.rows, self.decks)
        self.wake: float | None = None
        self.take(self.table.begin(now))

    def take(self, outcome: Outcome) -> list[Json]:
        """Store, tell, wake: what was told, with the socket."""
        for row in outcome.rows:
            assert (row.n, row.at) == (len(self.rows), self.now)
            self.rows.append(row)
        told = [{"to": tell.socket} | json.loads(tell.text) for tell in outcome.updates]
        for message in told:
            assert message["to"] not in self.dropped
            assert next(iter(json.loads(json.dumps(message)))) == "to"
            self.heard.setdefault(message["to"], []).append(message)
        self.dropped |= set(outcome.drop)
        self.wanted += outcome.decisions
        self.wake = outcome.wake
        assert self.wake is None or self.wake > self.now
        unhung(self)
        return told

    def frame(self, socket: int, frame: str) -> Json:
        """The one answer to a frame."""
        self.told = self.take(self.table.handle(socket, frame, self.now))
        answers = [message for message in self.told if message["type"] in ("done", "refused")]
        assert [message["to"] for message in answers] == [socket]
        return answers[0]

    def say(self, socket: int, kind: str, ident: str = "", **fields: Any) -> Json:
        self.ids += 1
        ident = ident or f"{self.ids}"
        answer = self.frame(socket, json.dumps({"type": kind, "id": ident} | fields))
        assert answer["id"] == ident
        return answer

    def done(self, socket: int, kind: str, ident: str = "", **fields: Any) -> Json:
        answer = self.say(socket, kind, ident, **fields)
        assert answer["type"] == "done", answer
        return answer

    def refused(self, socket: int, kind: str, ident: str = "", **fields: Any) -> str:
        answer = self.say(socket, kind, ident, **fields)
        assert set(answer) == {"to", "type", "id", "why"}, answer
        assert answer["why"].endswith((".", "..."))
        return str(answer["why"])

    def enter(self, socket: int, key: str, have: int = 0) -> Json:
        return self.done(socket, "enter", key=key, have=have)

    def join(self, socket: int, key: str, name: str) -> int:
        self.enter(socket, INVITE)
        return int(self.done(socket, "join", key=key, name=name)["seat"])

    def close(self, socket: int) -> list[Json]:
        return self.take(self.table.closed(socket, self.now))

    def later(self, seconds: float) -> list[Json]:
        """Time goes by, and the table is woken when it asked to be; what was told."""
        told, until = [], self.now + seconds
        while self.wake is not None and self.wake <= until:
            self.now = self.wake
            told += self.take(self.table.wake(self.now))
        self.now = until
        return told

    def reload(self) -> None:
        """The server starts again: no socket is open."""
        self.heard, self.dropped = {}, set()
        self.table = Table(self.made, self.rows, self.decks)
        self.take(self.table.begin(self.now))

    def last(self, socket: int, kind: str) -> Json:
        return [message for message in self.heard[socket] if message["type"] == kind][-1]

    def view(self, socket: int) -> Json:
        view: Json = self.last(socket, "view")["view"]
        return view

    def room(self, socket: int) -> Json:
        return self.last(socket, "room")

    def seat(self, socket: int, seat: int) -> Json:
        seats: list[Json] = self.room(socket)["seats"]
        return seats[seat]

    def act(self, socket: int) -> Json:
        """The first legal action of a socket's seat."""
        view = self.view(socket)
        return self.done(socket, "act", move=view["move"], action=view["legal"][0])

    def turn(self, sockets: int = 4) -> int:
        """The socket, from 0 by seat, that may act."""
        return next(socket for socket in range(sockets) if self.view(socket)["legal"])

    def play(self, sockets: int = 4) -> None:
        """The round to its end, by the sockets 0 ... of the seats 0 ..."""
        while self.room(0)["phase"] == "playing":
            self.act(self.turn(sockets))


def unhung(scene: Scene) -> None:
    """`No table hangs`: somebody there can go on, or a wake is set, or nobody is there for whom to
    go on.
    """
    table, state = scene.table, scene.table.state
    plugs = table.presence.plugs.values()
    match, here = state.match, {plug.seat for plug in plugs}
    maker = any(plug.who == state.plan.maker for plug in plugs)
    people = {seat for seat, chair in enumerate(state.chairs) if chair.kind == "person"}
    assert set(table.presence.gone) == people - here  # a person is there or gone
    assert here <= people | {SPECTATOR}
    if not (people & here or maker):
        return
    if match.playing:
        waiting = {seat for seat in range(len(match.players)) if legal(match, seat)}
        assert (
            all(
                match.players[seat].startswith(HUMAN) or ("act", seat) in table.decisions.pending
                for seat in waiting
            )
            or table.resting
        )
        assert waiting
        assert waiting & here or scene.wake is not None
    else:
        assert (
            match.number or "" in match.players or table.resting
        )  # else there would be `next`, which the maker or a person there may say


def four(game: str = "straights", seed: object = 0, **fields: Any) -> Scene:
    """Ada, Bo, Cy and Di at the sockets 0 to 3, the first round dealt."""
    scene = Scene(wish(game, **fields), seed)
    scene.enter(0, ADA)
    for socket, (key, name) in enumerate([(BO, "Bo"), (CY, "Cy"), (DI, "Di")], 1):
        assert scene.join(socket, key, name) == socket
    assert scene.room(0)["phase"] == "playing"
    return scene


# Making a table.


def test_a_table_is_its_makers_key_and_no_key_is_kept() -> None:
    made = wish()
    assert made == wish()  # `a request to make a table may be sent again`
    assert made.name == follows("table", ADA)[:12]
    assert made.seat == 0
    assert wish(seats=("first", "friend", "me", "first")).seat == 2
    assert wish(seats=("first",) * 4).seat is None
    for key in (ADA, INVITE, WATCH):
        assert key not in made.body


def test_what_is_left_out_of_a_wish_has_its_default() -> None:
    def plan(**fields: Any) -> Json:
        body: Json = json.loads(make({"key": ADA, "game": "hearts", **fields}).body)
        return body

    friend, alone = (
        plan(seats=["friend", *["greedy"] * 3]),
        plan(seats=["me", *["first"] * 3], name="Ada"),
    )
    assert (friend["limit"], alone["limit"]) == (60, 0)
    assert friend["level"] == next(iter(LEVELS["hearts"]))
    assert friend["rules"] == words(GAMES["hearts"], GAMES["hearts"].Rules())
    assert (
        plan(seats=["friend"] * 4, limit=30, level="greedy", rules={"target": 50})["rules"][
            "target"
        ]
        == 50
    )


WISH: Json = {
    "key": ADA,
    "name": "Ada",
    "game": "hearts",
    "seats": ["me", "first", "first", "first"],
}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({"key": None}, 'The field "key" is missing.'),
        ({"key": ADA[1:]}, "A key is 22 characters of base64url."),
        ({"key": ADA[1:] + "\n"}, "A key is 22 characters of base64url."),
        ({"key": 7}, 'The field "key" cannot be "7".'),
        ({"name": None}, 'The field "name" is missing.'),
        ({"name": "   "}, 'The name "   " is not 1 to 30 characters that can be printed.'),
        ({"name": "x" * 31}, "is not 1 to 30 characters"),
        ({"name": "\ud800"}, 'The name "\\ud800" is not'),
        (
            {"name": "A\u202eda"},
            'The name "A\\u202eda" is not 1 to 30 characters that can be printed.',
        ),
        (
            {"name": "\u3164"},
            'The name "\u3164" looks empty: a name has a letter, a digit or a sign.',
        ),
        ({"name": "\u0301 \u2800\ufe0f"}, "looks empty"),
        ({"name": "Prudent"}, 'The name "Prudent" is that of a level of the computers.'),
        ({"name": "\uff33earch"}, "is that of a level"),
        ({"game": "whist"}, 'Unknown game "whist" (known: straights, hearts, crazy-eights'),
        ({"game": []}, 'The field "game" cannot be "[]".'),
        ({"rules": []}, 'The field "rules" cannot be "[]".'),
        ({"rules": {"targets": 1}}, 'There is no option "targets"'),
        ({"rules": {"target": 10**400}}, 'The option target cannot be "1000'),
        ({"rules": {"target": [[]]}}, 'The option target cannot be "..."'),
        (
            {"level": "grandmaster"},
            'There is no level "grandmaster"; there is first, careful, greedy, trained, search.',
        ),
        ({"seats": None}, 'The field "seats" is missing.'),
        ({"seats": ["me"]}, "4 seats are needed; 1 were given."),
        ({"seats": ["me", "me", "first", "first"]}, "Only one of the seats can be yours."),
        (
            {"seats": ["me", "first", "first", 4]},
            'Unknown seat "4" (known: me, friend, or a computer\'s level).',
        ),
        ({"seats": ["me", "first", "first", "you"]}, 'There is no level "you"'),
        ({"limit": 45}, 'Unknown limit "45" (known: 0, 30, 60, 120 seconds).'),
        ({"limit": 30.0}, 'The field "limit" cannot be "30.0".'),
        ({"limit": True}, 'The field "limit" cannot be "true".'),
        (
            {"colour": "red"},
            'Unknown field "colour" (known: key, name, game, rules, seats, level, limit).',
        ),
    ],
)
def test_a_wish_that_cannot_be_is_refused_in_a_sentence(fields: Json, why: str) -> None:
    with pytest.raises(ParlourError) as refused:
        make({name: value for name, value in (WISH | fields).items() if value is not None})
    assert why in str(refused.value)
    assert len(str(refused.value)) < 400


@pytest.mark.parametrize("wish", [None, [], "hearts", 7])
def test_a_wish_is_an_object(wish: object) -> None:
    with pytest.raises(ParlourError, match=r"A wish for a table is a JSON object\."):
        make(wish)


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
    (told,) = [json.loads(tell.text) for tell in outcome.updates]
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
    known = 0 if have < 0 else lengths[min(have, max(lengths))] if have else 0
    assert whole["news"] == seen[known:]
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
    scene.later(HELD)
    assert scene.seat(1, 0)["away"]
    scene.enter(1, WATCH)  # Bo's socket only watches from now on
    scene.later(HELD)
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
    assert {len(some) for some in asked.values()} == {128}
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


# Between rounds, and between matches.


def open_seat(name: str) -> dict[str, object]:
    """A seat of a room for whoever joins, while this player has it."""
    return {"kind": "open", "name": name, "here": False, "away": False, "held": None}


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
    scene.later(HINT_WAIT - 1)
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
    scene.later(HINT_WAIT - 1)
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
    scene.later(HELD)
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


# Being gone, and back.


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
        "held": 1000 * (HELD - GRACE),
    }
    assert scene.refused(0, "act", move=scene.view(0)["move"], action=scene.view(0)["dealt"][0])
    scene.later(HELD - GRACE - 0.001)
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
    assert [one["seat"] for one in scene.last(9, "view")["news"]] == [
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
    scene.later(HELD)
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
    scene.later(2 * HELD)
    assert scene.seat(0, 3)["here"]
    scene.close(9)
    scene.later(HELD)
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
    scene.later(HELD - 1)
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
    scene.later(HELD)
    scene.reload()
    scene.enter(0, ADA)
    assert [seat["here"] for seat in scene.room(0)["seats"]] == [True, True, True, False]
    scene.later(HELD)
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
        scene.later(APART)
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
        scene.later(APART / 100)
    assert len(scene.rows) == rows + 1  # that the maker is ready
    assert scene.wake == pytest.approx(1e9 + APART)
    scene.later(APART)
    assert scene.view(0)["number"] == 2
    scene.later(APART)
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
    scene.later(HINT_WAIT - 1)
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


# The clock of a turn.


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
        (one["seat"], scene.view(0)["players"][slow][:6]) for one in scene.last(0, "view")["news"]
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
            assert {one["seat"] for one in view["news"]} == {slow}
            ends.add(
                tuple("card" if one["action"] in NAMES else one["action"] for one in view["news"])[
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
    scene.decks.deck = lambda: (*range(26, 39), *range(39, 52), *range(13), *range(13, 26))  # type: ignore[method-assign]
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


# Any frame at all.

SURROGATES = st.text(st.characters())
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-(10**60), 10**60)
    | st.floats()
    | SURROGATES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(SURROGATES, inner, max_size=3),
    max_leaves=8,
)
REQUESTS = ("enter", "join", "act", "next", "start", "back", "leave", "view", "")
LIKELY = st.sampled_from(
    [*REQUESTS, ADA, BO, INVITE, WATCH, "7S", "??", "old-moon", 0, 1, -1, 2**64]
)
MESSAGES = st.fixed_dictionaries(
    {"type": LIKELY | VALUES},
    optional=dict.fromkeys(
        ("id", "key", "have", "name", "move", "action", "seat"), LIKELY | VALUES
    ),
) | st.dictionaries(SURROGATES, VALUES)
WHOLE: list[Json] = [
    {"type": "enter", "key": BO, "have": 0},
    {"type": "join", "key": "E" * 22, "name": "E"},
    {"type": "next"},
    {"type": "start"},
    {"type": "act", "move": 0, "action": "7S"},
    {"type": "back"},
    {"type": "leave"},
    {"type": "view"},
]
NEARLY = st.sampled_from(WHOLE).flatmap(  # a request with some fields exchanged
    lambda fields: st.fixed_dictionaries(
        {"id": st.just("i")}
        | {
            name: st.just(value) | st.just(value) | LIKELY | VALUES
            for name, value in fields.items()
        }
    )
)
RUNNING = four("hearts", limit=60)
RUNNING.enter(4, WATCH)
RUNNING.enter(5, INVITE)


def lasting(table: Table) -> Json:
    """All that a table is, to be compared with itself."""
    state = vars(table.state) | {
        "sent": [vars(sent) | {"looked": None} for sent in table.state.sent.values()]
    }
    parts = {
        name: vars(getattr(table, name)) | {"state": None}
        for name in ("decisions", "presence", "turns")
    }
    return deepcopy(vars(table) | parts | {"state": state, "source": None})


@settings(max_examples=400, deadline=None)
@given(
    SURROGATES | NEARLY.map(json.dumps) | MESSAGES.map(json.dumps) | VALUES.map(json.dumps),
    st.integers(0, 7),
)
@example("", 0)
@example("[" * 4000, 0)
@example('{"id":' * 700 + "1" + "}" * 700, 0)
@example('{"id":"' + "9" * 41 + '"}', 0)
@example('{"id":"1","type":"enter","key":' + "9" * 4100 + ',"have":0}', 0)
@example('{"id":"1","type":"act","move":NaN,"action":"7S"}', 0)
@example('{"id":"1","type":"act","move":1e999,"action":"7S"}', 0)
@example('{"id":"1","type":"next","type":"leave","x":1}', 0)
@example('{"id":"\\ud800","type":"next"}', 0)
@example("\ufeff{}", 0)
def test_any_frame_is_answered_once_and_changes_nothing_unless_it_is_a_request(
    frame: str, socket: int
) -> None:
    table = deepcopy(RUNNING.table)
    before = lasting(table)
    outcome = table.handle(socket, frame, RUNNING.now)
    told = [json.loads(tell.text) for tell in outcome.updates if tell.socket == socket]
    answers = [message for message in told if message["type"] in ("done", "refused")]
    assert len(answers) == 1
    if answers[0]["type"] == "refused":
        assert (len(told), outcome.rows, outcome.drop, len(outcome.updates)) == (1, (), (), 1)
        assert lasting(table) == before
        assert len(answers[0]["why"]) < 1200
        assert answers[0]["why"].isprintable()
    else:
        assert json.loads(frame)["type"] in REQUESTS[:-2]


def nested(depth: int) -> Iterator[str]:
    """Requests with a value of that depth in each place."""
    for inner in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        for fields in (
            "",
            '"1","type":',
            '"1","type":"enter","have":0,"key":',
            '"1","type":"act","action":"7S","move":',
        ):
            yield f'{{"id":{fields}{inner}}}'


@pytest.mark.parametrize("depths", [range(1, 100, 7), range(900, 1010), range(1300, 1330)])
def test_a_frame_of_any_depth_is_refused(depths: range) -> None:
    for depth in depths:
        for frame in nested(depth):
            outcome = RUNNING.table.handle(0, frame, RUNNING.now)
            assert [json.loads(tell.text)["type"] for tell in outcome.updates] == ["refused"]


@pytest.mark.parametrize("name", ["key", "game", "rules", "seats", "limit"])
def test_a_wish_of_any_depth_is_refused(name: str) -> None:
    deep: Any = 1
    for depth in range(1100):
        deep = [deep]
        if depth % 50 == 0 or depth > 900:
            inner = {"rules": {"target": deep}, "seats": ["me", "first", "first", deep]}.get(
                name, deep
            )
            with pytest.raises(ParlourError):
                make(WISH | {name: inner})


# Any sequence of messages, and the rows.


def record(rows: list[Row]) -> bytes:
    """The matches of a table as a record: the events of its rows, numbered in each match, without
    those of the table alone.
    """
    n, lines = 0, []
    for row in rows:
        for event in json.loads(row.body)["did"]:
            if event["event"] not in ("joined", "left", "ready"):
                n = 0 if event["event"] == "opened" else n
                lines.append(json.dumps({"n": n} | event) + "\n")
                n += 1
    return "".join(lines).encode()


def same_after_a_reload(scene: Scene) -> None:
    """A table that is loaded from its rows equals the one that went on; its record is valid."""
    table, state = Table(scene.made, scene.rows, scene.decks), scene.table.state
    before, after = lasting(scene.table)["state"], lasting(table)["state"]
    assert before == after
    assert [*log.read(record(scene.rows).splitlines(keepends=True))][-1].after == state.match
    assert {seat for seat, chair in enumerate(state.chairs) if state.away(seat)} == {
        seat
        for seat, chair in enumerate(state.chairs)
        if chair.kind == "person"
        and state.match.players[seat][:6] != HUMAN
        and not state.match.winners
    }


KINDS = ["act"] * 7 + [
    "any",
    "again",
    "enter",
    "join",
    "next",
    "next",
    "start",
    "back",
    "leave",
    "close",
    "reload",
]
KINDS += ["short", "long", "wake"]
STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 6), st.integers(0, 50)), max_size=60
)
KEYS = (ADA, BO, CY, DI, INVITE, WATCH, follows("x", ADA))


class Chaos(Scene):
    """A scene that takes any step, and knows of each socket only what it was told."""

    def step(self, kind: str, socket: int, number: int) -> None:
        told = self.heard.get(socket, [])
        view = next(
            (message["view"] for message in reversed(told) if message["type"] == "view"), None
        )
        if kind == "short":
            self.later(number / 3)
        elif kind == "long":
            self.later(number * 1000)
        elif kind == "wake" and self.wake is not None:
            self.now = self.wake + number / 10  # the server was late
            self.take(self.table.wake(self.now))
        elif kind == "close" or (kind == "enter" and socket in self.dropped):
            self.close(socket)
            self.dropped.discard(socket)
        elif kind == "reload":
            self.reload()
        elif socket in self.dropped:
            return
        elif kind == "act" and view and view["legal"]:
            may = view["legal"]
            self.say(socket, "act", move=view["move"], action=may[number % len(may)])
        elif kind == "any":
            self.say(socket, "act", move=number % 3, action=NAMES[number])
        elif kind == "again" and self.ids:
            self.say(socket, ("next", "back", "start")[number % 3], f"{1 + number % self.ids}")
        elif kind == "enter":
            self.say(socket, "enter", key=KEYS[number % len(KEYS)], have=number)
        elif kind == "join":
            self.say(socket, "join", key=KEYS[number % len(KEYS)], name=f"No. {number}")
        elif kind in ("next", "start", "back", "leave"):
            self.say(socket, kind)


@settings(max_examples=60, deadline=None)
@given(
    st.sampled_from([*GAMES]),
    st.lists(st.sampled_from(["me", "friend", "friend", "first"]), min_size=4, max_size=4).filter(
        lambda s: s.count("me") < 2
    ),
    st.sampled_from([0, 30]),
    STEPS,
    st.integers(0, 99),
)
def test_whatever_is_said_and_whenever_a_table_is_what_its_rows_say_and_never_hangs(
    game: str, seats: list[str], limit: int, steps: list[tuple[str, int, int]], seed: int
) -> None:
    rules: Json = {"target": 1 + seed % 30} | (
        {"players": 4, "eights": "named"} if game == "crazy-eights" else {}
    )
    chaos = Chaos(wish(game, tuple(seats), limit=limit, rules=rules), seed)
    for socket, key in enumerate(KEYS[: 1 + seed % 4]):
        chaos.say(socket, "enter", key=INVITE if socket else ADA, have=0)
        chaos.say(socket, "join", key=key, name=f"Somebody {socket}")
    for kind, socket, number in steps:
        chaos.step(kind, socket, number)
        if number % 10 == 0:
            same_after_a_reload(chaos)
    same_after_a_reload(chaos)


def whole_match(game: str, random: Random) -> None:
    """People who act, dawdle, go and come at random, under any house rules, until a match has
    ended.
    """
    rules = random_rules(GAMES[game], random)
    n = GAMES[game].seats(rules)
    seats = ("me", *(random.choice(["friend", "first"]) for _ in range(n - 1)))
    made = wish(game, seats, limit=random.choice([0, 30]), rules=words(GAMES[game], rules))
    scene = Scene(made, random.random())
    keys = {0: ADA}
    scene.enter(0, ADA)
    for seat, word in enumerate(seats):
        if word == "friend":
            keys[seat] = follows(f"{seat}", ADA)
            assert scene.join(seat, keys[seat], f"No. {seat}") == seat
    rounds = 0
    while scene.room(0)["phase"] != "over":
        for socket, key in keys.items():
            if random.random() < 0.02 and socket:
                scene.close(socket)
                scene.later(random.choice([1, 31]))
                scene.enter(socket, key, random.randrange(300))
            elif random.random() < 0.02:
                scene.later(random.choice([1, 10, 31, 61]))
            if scene.room(0)["phase"] == "scored":
                scene.done(socket, "next")
                rounds += socket == 0
            elif view := scene.view(socket)["legal"]:
                scene.done(
                    socket, "act", move=scene.view(socket)["move"], action=random.choice(view)
                )
        if rounds > 60:  # drawn games of Crazy Eights cost nothing
            return
    assert scene.view(0)["winners"]
    assert len(scene.view(0)["sheet"]) == scene.view(0)["number"]
    same_after_a_reload(scene)
    assert actor(scene.table.state.match) == NOBODY


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_end(game: str, times: Callable[[int, int], int]) -> None:
    for seed in range(times(6, 300)):
        whole_match(game, Random(f"{game} {seed}"))
