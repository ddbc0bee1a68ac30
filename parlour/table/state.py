"""What lasts of a table: a fold of the rows that are stored of it.

A row is JSON: `{"did":[...],"for":[[who,id]]}`, the events that happened at once, and the requests
that brought them. Events are those of a record (docs/log.md), `joined` and `left`, by which a seat
changes its owner, and `ready`, who wants the next round.
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

Request: TypeAlias = tuple[str, str]  # hash of a person's key, and id
REMEMBERED = 128  # requests of each person, lest they be followed twice

_written = json.JSONEncoder(separators=(",", ":")).encode


class TableState:
    """A table as its rows tell it, and what each seat has been sent of it."""

    def __init__(self, made: Made, rows: Iterable[Row]) -> None:
        """The table as it was stored."""
        self.plan = plan(made)
        self.chairs: list[Chair] = list(self.plan.chairs)
        self.opened: Match | None = None
        self.n = 0  # rows
        self.deals = 0  # and matches opened
        self.ready: list[
            Seat
        ] = []  # who wants the next round; the maker who watches is the spectator
        self.waiting: set[Seat] = set()  # of who joined in mid-round: theirs with the next deal
        self.asked: dict[
            str, dict[str, None]
        ] = {}  # the last requests of each person that were followed
        self.sent = {viewer: Sent(viewer) for viewer in (*range(len(self.chairs)), SPECTATOR)}
        for row in rows:
            self.fold(json.loads(row.body))

    @property
    def match(self) -> Match:
        """The match that is on, or the last one; every table has one from its first row on."""
        assert self.opened
        return self.opened

    def row(
        self, now: float, did: Iterable[Event | dict[str, Any]], requests: Sequence[Request] = ()
    ) -> Row:
        """What is to be stored for these events."""
        game = self.plan.game
        fields = [event if isinstance(event, dict) else log.as_fields(event, game) for event in did]
        body = {"did": fields} | ({"for": requests} if requests else {})
        return Row(self.n, now, _written(body))

    def fold(self, body: dict[str, Any]) -> list[Seat]:
        """Do what a row says; the viewers whose view differs by it, each counted."""
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
            self.waiting |= {seat} if self.match.playing else set()
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
        """A request that was followed, of a key that still opens something: others cannot ask
        again.
        """
        if who != self.plan.maker and not self.seats_of(who):
            return
        asked = self.asked.setdefault(who, {})
        asked[ident] = None
        if len(asked) > REMEMBERED:
            del asked[next(iter(asked))]

    def seats_of(self, who: str) -> list[Seat]:
        """The seat that a key has, if any."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.key == who]

    def people(self) -> list[Seat]:
        """The seats that belong to persons."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def away(self, seat: Seat) -> bool:
        """Whether a computer plays for a person, who may be one that waits for the next deal."""
        match = self.match
        return (
            self.chairs[seat].kind == "person"
            and not match.winners
            and not match.players[seat].startswith(HUMAN)
        )

    @property
    def phase(self) -> str:
        """How far the table is: waiting, playing, scored or over."""
        match = self.match
        if not match.number:
            return "waiting"
        if match.playing:
            return "playing"
        return "over" if match.winners else "scored"

    def seating(self) -> list[Seated]:
        """Who takes which chair when a match is opened; on an open one a computer, but nobody
        before the first.
        """
        return [
            Seated(seat, HUMAN + chair.name if chair.kind == "person" else chair.level)
            for seat, chair in enumerate(self.chairs)
            if chair.kind != "open" or self.n
        ]

    def computers(self) -> list[Seat]:
        """The seats that may act and that computers play."""
        match = self.match
        return [
            seat
            for seat, player in enumerate(match.players)
            if not player.startswith(HUMAN) and legal(match, seat)
        ]

    def level(self, seat: Seat) -> str:
        """The level that plays a seat, or that would play for its person."""
        player = self.match.players[seat]
        return player if player in LEVELS[self.plan.game] else self.plan.level

    def chosen(self, match: Match, seat: Seat, level: str) -> Acted:
        """What a level does on a seat of a match; where a stranger's level fails or breaks the
        rules, what any game's does.
        """
        seen = view(match, seat)
        try:
            action = LEVELS[self.plan.game][level](seen, dice(match, seat))
            if seen.legal >> action & 1:
                return Acted(seat, action)
        except Exception as error:  # it may be anybody's code, and the table goes on
            logging.getLogger(__name__).warning(
                "The level %s of %s fails: %s.", level, self.plan.game, failure(error)
            )
        return Acted(seat, anyone.first(seen, 0))

    @property
    def peopled(self) -> bool:
        """Whether a person plays here, and not computers alone."""
        return any(player.startswith(HUMAN) for player in self.match.players)

    def played(self, match: Match, seat: Seat) -> tuple[Match, list[Event]]:
        """The match after a turn that a computer plays for the person of a seat, and what it does.

        A level that thinks is stood in for: the turn is over at its time, whatever there is to be
        thought about.
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
        """What tells a turn that has a limit from the next; one for all while all choose: no clock
        tells who has.
        """
        match = self.match
        if not self.plan.limit or (seat := actor(match)) == NOBODY:
            return ()
        if all_at_once(match):
            return (self.deals, -1)
        return (
            (self.deals, seat, match.moves[seat]) if match.players[seat].startswith(HUMAN) else ()
        )


def all_at_once(match: Match) -> bool:
    """Whether several seats may act, each when it likes."""
    return bool(GAMES[match.game].shown(match.round, match.state, SPECTATOR).turn == NOBODY)
