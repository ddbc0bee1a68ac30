"""The lasting state of a table: a fold of its stored rows.

A row is JSON: `{"did":[...],"for":[[who,id]]}`, the events of one moment and the requests that
caused them. Events are those of a record (docs/log.md), and three more: `joined` and `left` change
the owner of a seat, and `ready` stores a seat's request for the next round.
"""

import json
import logging
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

from parlour import log
from parlour.cards import NOBODY, SPECTATOR, Seat
from parlour.errors import failure
from parlour.game import GAMES
from parlour.match import (
    HUMAN,
    Acted,
    Dealt,
    Event,
    Match,
    Opened,
    Seated,
    actor,
    dice,
    legal,
    step,
    view,
)
from parlour.players import LEVELS, plain
from parlour.players import any as anyone
from parlour.table.outcome import Row
from parlour.table.requests import Chair, Made, plan
from parlour.table.updates import Sent

Request: TypeAlias = tuple[str, str]  # the hash of a person's key, and the request's id
REMEMBERED = 128  # the last requests of each person; none of them is repeated

_written = json.JSONEncoder(separators=(",", ":")).encode


class TableState:
    """The state of a table after its rows, and the views sent to each seat."""

    def __init__(self, made: Made, rows: Iterable[Row]) -> None:
        """Replay the stored rows of a table."""
        self.plan = plan(made)
        self.chairs: list[Chair] = list(self.plan.chairs)
        self.opened: Match | None = None
        self.n = 0  # the number of rows
        self.deals = 0  # the number of deals and of opened matches
        # the seats that asked for the next round; SPECTATOR stands for a maker without a seat
        self.ready: list[Seat] = []
        # seats of persons who joined during a round: they play from the next deal on
        self.waiting: set[Seat] = set()
        # the ids of the last accepted requests, by the hash of the person's key
        self.asked: dict[str, dict[str, None]] = {}
        self.sent = {viewer: Sent(viewer) for viewer in (*range(len(self.chairs)), SPECTATOR)}
        for row in rows:
            self.fold(json.loads(row.body))

    @property
    def match(self) -> Match:
        """The present match, or the last one; every table has one from its first row on."""
        assert self.opened
        return self.opened

    def row(
        self, now: float, did: Iterable[Event | dict[str, Any]], requests: Sequence[Request] = ()
    ) -> Row:
        """The next row: these events, which happen at `now`, and the requests that caused them."""
        game = self.plan.game
        fields = [event if isinstance(event, dict) else log.as_fields(event, game) for event in did]
        body: dict[str, object] = {"did": fields}
        if requests:
            body["for"] = requests
        return Row(self.n, now, _written(body))

    def fold(self, body: dict[str, Any]) -> list[Seat]:
        """Apply a parsed row; returns the viewers whose view differs by it. Their views are
        counted.
        """
        deals, before = self.deals, self.opened
        for fields in body["did"]:
            self._do(dict(fields))
        self.n += 1
        for who, ident in body.get("for", ()):
            self._remember(who, ident)
        return [
            viewer
            for viewer, sent in self.sent.items()
            if sent.add(self.match, before, dealt=self.deals > deals)
        ]

    def _do(self, fields: dict[str, Any]) -> None:
        kind = fields["event"]
        if kind == "joined":
            seat = fields["seat"]
            self.chairs[seat] = self.chairs[seat]._replace(
                kind="person", name=fields["name"], key=fields["key"]
            )
            if self.match.playing:
                self.waiting.add(seat)
        elif kind == "ready":
            self.ready.append(fields["seat"])
        elif kind == "left":
            self.ready = [seat for seat in self.ready if seat != fields["seat"]]
            if (who := self.chairs[fields["seat"]].key) != self.plan.maker:
                self.asked.pop(who, None)
            self.chairs[fields["seat"]] = Chair("open", "", "", self.plan.level)
            self.waiting.discard(fields["seat"])
        else:
            event = log.parse(fields, self.opened)
            if isinstance(event, Seated) and event.player.startswith(HUMAN):
                self.waiting.discard(event.seat)
            if isinstance(event, Opened | Dealt):
                self.deals += 1
                self.ready = []
            self.opened = step(None if isinstance(event, Opened) else self.opened, event)

    def _remember(self, who: str, ident: str) -> None:
        """Store an accepted request of a key that still opens a seat, so that it is not
        repeated.
        """
        if who != self.plan.maker and not self.seats_of(who):
            return
        asked = self.asked.setdefault(who, {})
        asked[ident] = None
        if len(asked) > REMEMBERED:
            del asked[next(iter(asked))]

    def seats_of(self, who: str) -> list[Seat]:
        """The seats that a key opens: one or none."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.key == who]

    def people(self) -> list[Seat]:
        """The seats that belong to persons."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def away(self, seat: Seat) -> bool:
        """Whether a computer plays for the person of a seat, or the person joined during this
        round.
        """
        match = self.match
        return (
            self.chairs[seat].kind == "person"
            and not match.winners
            and not match.players[seat].startswith(HUMAN)
        )

    @property
    def phase(self) -> str:
        """The phase of the table: "waiting", "playing", "scored" or "over"."""
        match = self.match
        if not match.number:
            return "waiting"
        if match.playing:
            return "playing"
        if match.winners:
            return "over"
        return "scored"

    def seating(self) -> list[Seated]:
        """The players of a new match. Computers take the open chairs, which stay empty before the
        table's first match.
        """
        return [
            Seated(seat, HUMAN + chair.name if chair.kind == "person" else chair.level)
            for seat, chair in enumerate(self.chairs)
            if chair.kind != "open" or self.n
        ]

    def computers(self) -> list[Seat]:
        """The seats of computers that may act."""
        match = self.match
        return [
            seat
            for seat, player in enumerate(match.players)
            if not player.startswith(HUMAN) and legal(match, seat)
        ]

    def level(self, seat: Seat) -> str:
        """The level that plays a seat, or stands in for its person."""
        player = self.match.players[seat]
        return player if player in LEVELS[self.plan.game] else self.plan.level

    def chosen(self, match: Match, seat: Seat, level: str) -> Acted:
        """The action of a level for a seat of a match; the first legal one if the level raises an
        error or breaks the rules.
        """
        seen = view(match, seat)
        try:
            action = LEVELS[self.plan.game][level](seen, dice(match, seat))
            if seen.legal >> action & 1:
                return Acted(seat, action)
        except Exception as error:  # the level may be of any package, and the table must continue
            logging.getLogger(__name__).warning(
                "The level %s of %s fails: %s.", level, self.plan.game, failure(error)
            )
        return Acted(seat, anyone.first(seen, 0))

    @property
    def peopled(self) -> bool:
        """Whether a person plays at this table."""
        return any(player.startswith(HUMAN) for player in self.match.players)

    def played(self, match: Match, seat: Seat) -> tuple[Match, list[Event]]:
        """The match after a turn that a computer plays for a person, and the events of that turn.

        A plain level stands in for a learned one, since the time of the turn has ended.
        """
        level = plain(self.plan.game, self.plan.level)
        did: list[Event] = [Seated(seat, level)]
        match, action = step(match, did[0]), 52
        while (may := legal(match, seat)) and (
            action >= 52 or may >= 1 << 52 or all_at_once(match)
        ):
            acted = self.chosen(match, seat, level)
            did.append(acted)
            match, action = step(match, acted), acted.action
        return match, did

    def turn(self) -> tuple[int, ...]:
        """An identifier of the present turn, empty if it has no time limit. While several seats may
        act at once, it is the same for all, since a clock must not reveal which have acted.
        """
        match = self.match
        seat = actor(match)
        if not self.plan.limit or seat == NOBODY:
            return ()
        if all_at_once(match):
            return (self.deals, -1)
        if match.players[seat].startswith(HUMAN):
            return (self.deals, seat, match.moves[seat])
        return ()


def all_at_once(match: Match) -> bool:
    """Whether several seats may act at once, in any order."""
    return bool(GAMES[match.game].shown(match.round, match.state, SPECTATOR).turn == NOBODY)
