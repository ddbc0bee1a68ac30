"""A table on scripted decks and a scripted clock, and all that its sockets receive."""

import json
from base64 import urlsafe_b64encode
from copy import deepcopy
from hashlib import sha256
from random import Random
from typing import Any

from parlour.cards import SPECTATOR, Deck
from parlour.match import HUMAN, legal
from parlour.shuffle import numbered_deck
from parlour.table.messages.outcome import DecisionRequest, Snapshot
from parlour.table.snapshot import restore
from parlour.table.table import (
    Made,
    Outcome,
    Row,
    Table,
    make,
)
from tests.support.play import random_deck

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

WISH: Json = {
    "key": ADA,
    "name": "Ada",
    "game": "hearts",
    "seats": ["me", "first", "first", "first"],
}


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

    def numbered(self, deal: int, round_: int) -> Deck:
        return numbered_deck(deal, round_)

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
        self.snapshot: Snapshot | None = None  # the last one
        self.heard: dict[int, list[Json]] = {}
        self.dropped: set[int] = set()
        self.ids = 0
        self.wanted: list[DecisionRequest] = []  # decisions, since the table was made
        self.decks = Decks(seed)
        self.table = Table(self.made, self.rows, self.decks)
        self.wake: float | None = None
        self.take(self.table.begin(now))

    def take(self, outcome: Outcome) -> list[Json]:
        """Store, tell, wake: what was told, with the socket."""
        for row in outcome.rows:
            assert (row.n, row.at) == (len(self.rows), self.now)
            self.rows.append(row)
        self.snapshot = outcome.snapshot or self.snapshot
        told = [{"to": tell.socket} | json.loads(tell.text) for tell in outcome.outgoing]
        for message in told:
            assert message["to"] not in self.dropped
            assert next(iter(json.loads(json.dumps(message)))) == "to"
            self.heard.setdefault(message["to"], []).append(message)
        self.dropped |= set(outcome.close)
        self.wanted += outcome.decisions
        self.wake = outcome.call_at
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
            told += self.take(self.table.time_passed(self.now))
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
    connections = table.presence.connections.values()
    match, here = state.match, {plug.seat for plug in connections}
    maker = any(plug.who == state.plan.maker for plug in connections)
    people = {seat for seat, chair in enumerate(state.chairs) if chair.kind == "person"}
    assert set(table.presence.absent_since) == people - here  # a person is there or gone
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
            or table.dealing.resting
        )
        assert waiting
        assert waiting & here or scene.wake is not None
    else:
        assert (
            match.number or "" in match.players or table.dealing.resting
        )  # else there would be `next`, which the maker or a person there may say


def four(game: str = "straights", seed: object = 0, **fields: Any) -> Scene:
    """Ada, Bo, Cy and Di at the sockets 0 to 3, the first round dealt."""
    scene = Scene(wish(game, **fields), seed)
    scene.enter(0, ADA)
    for socket, (key, name) in enumerate([(BO, "Bo"), (CY, "Cy"), (DI, "Di")], 1):
        assert scene.join(socket, key, name) == socket
    assert scene.room(0)["phase"] == "playing"
    return scene


def lasting(table: Table) -> Json:
    """All that a table is, to be compared with itself."""
    state = vars(table.state) | {
        "sent": [vars(sent) | {"last_view": None} for sent in table.state.sent.values()],
        "past": table.state.past.positions,
    }
    parts = {
        name: vars(getattr(table, name)) | {"state": None, "presence": None, "source": None}
        for name in ("automatic", "dealing", "decisions", "outbox", "phrases", "presence", "turns")
    }
    return deepcopy(vars(table) | parts | {"state": state})


def open_seat(name: str) -> dict[str, object]:
    """A seat of a room for whoever joins, while this player has it."""
    return {"kind": "open", "name": name, "here": False, "away": False, "held": None}


def same_from_its_last_deal(scene: Scene) -> bool:
    """A table that is loaded from its last snapshot equals the one that is loaded from all its
    rows; False if there is no snapshot.
    """
    if scene.snapshot is None:
        return False
    table, row = Table(scene.made, (), scene.decks), scene.rows[scene.snapshot.n]
    assert restore(table.state, scene.snapshot, row)
    for _ in table.state.replay(scene.rows[row.n + 1 :]):
        pass
    whole = Table(scene.made, scene.rows, scene.decks)
    assert lasting(table)["state"] == lasting(whole)["state"]
    return True
