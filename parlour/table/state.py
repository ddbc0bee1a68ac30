"""The lasting state of a table: a fold of its stored rows.

A row is JSON: `{"did":[...],"for":[[who,id]]}`, the events of one moment and the requests that
caused them. Events are those of a record (docs/log.md), and eight more: `joined` and `left` change
the owner of a seat, `ready` stores a seat's request for the next round, `numbered` has the number
that deals the match just opened, `again` precedes a match with the same decks, `forced` and
`rest` have cards of a person played by themselves, and `undone` goes back before an event.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

from parlour import log
from parlour.cards import NOBODY, SPECTATOR, Deck, Seat
from parlour.catalogue.options import action_name
from parlour.catalogue.protocol import decided
from parlour.catalogue.registry import GAMES
from parlour.errors import TableError
from parlour.match import (
    HUMAN,
    SHEET,
    Acted,
    Dealt,
    Event,
    Match,
    Opened,
    Seated,
    legal,
    step,
)
from parlour.players import LEVELS
from parlour.table.messages.keys import stored_ident
from parlour.table.messages.new_table import Chair, Made, plan
from parlour.table.messages.outcome import Row
from parlour.table.messages.record import content
from parlour.table.messages.updates import Offer, Sent
from parlour.table.past import Past

# the hash of a person's key, and the request's id as it is stored
Request: TypeAlias = tuple[str, str]
# the events that change no offer, or as actions only with the view
NO_OFFER = {"acted", "forced", "ready"}
# a row of one wish about forced actions, of which earlier versions stored any number: it is read by
# its form, in a fifth of the time
FORCED = re.compile(
    r'\{"did":\[\{"event":"forced","seat":(\d),"on":(true|false)\}\],'
    r'"for":\[\["([0-9a-f]+)","([^"\\]*)"\]\]\}'
).fullmatch
REMEMBERED = 128  # the last requests of each person; none of them is repeated

_written = json.JSONEncoder(separators=(",", ":")).encode


def _event_text(event: Event | dict[str, Any], game: str) -> str:
    """An event of a row as JSON."""
    if isinstance(event, Acted):
        name = action_name(GAMES[game], event.action)
        return f'{{"event":"acted","seat":{event.seat},"action":"{name}"}}'
    return _written(event if isinstance(event, dict) else log.as_fields(event, game))


class TableState:
    """The state of a table after its rows, and the views sent to each seat."""

    def __init__(self, description: Made, rows: Iterable[Row] = ()) -> None:
        """Replay the stored rows of a table; StoreError as by `contents`."""
        self.plan = plan(description)
        self.chairs: list[Chair] = list(self.plan.chairs)
        self.opened: Match | None = None
        self.n = 0  # the number of rows
        self.dealt_at = 0  # the number of the row with the last deal
        # changes of what is played by itself since then, by seat
        self.forced_changes: Counter[Seat] = Counter()
        # the number that deals the match, which its only person has given; None if it is secret
        self.number: int | None = None
        # the decks of a person alone, from the match's first round on: those to be dealt again
        self.decks: tuple[Deck, ...] = ()
        self.again = False  # whether the match that is about to be opened has these decks
        # the number of deals, opened matches and undone moves: no two turns have the same
        self.deals = 0
        self.events = 0  # the number of events of the match, without those undone
        self.undone = 0  # how often the match went back
        self.past = Past()
        self.peopled = False  # whether a person plays at this table
        self.acting: list[Seat] = []  # the seats that may act
        self.persons: list[Seat] = []  # those of them that persons play
        self.computers: list[Seat] = []  # and those that computers play
        self.several = False  # whether several seats may act at once
        # whether the rest of the round may be played by itself, as everybody knows
        self.spare = False
        self.forced: set[Seat] = set()  # persons whose forced cards are played by themselves
        # persons whose cards are all played by themselves until the round is over
        self.resting: set[Seat] = set()
        # the seats that asked for the next round; SPECTATOR stands for a maker without a seat
        self.ready: list[Seat] = []
        # seats of persons who joined during a round: they play from the next deal on
        self.waiting: set[Seat] = set()
        # the ids of the last accepted requests, by the hash of the person's key
        self.asked: dict[str, dict[str, None]] = {}
        self.sent = {viewer: Sent(viewer) for viewer in (*range(len(self.chairs)), SPECTATOR)}
        for _ in self.replay(rows):
            pass

    def replay(self, rows: Iterable[Row]) -> Iterator[int]:
        """Fold the next stored rows, a row a step, and yield its number; StoreError as by
        `content`. The offers are noted after the last step.
        """
        for row in rows:
            wish = FORCED(row.body)
            if wish and row.n == self.n:
                self._force(int(wish[1]), on=wish[2] == "true")
                self.n += 1
                self._remember(wish[3], wish[4])
            else:
                body = content(row, self.n)
                later = all(event["event"] in NO_OFFER for event in body["did"])
                if not later:
                    self.note()
                self.fold(body["did"], body.get("for", ()), later=later)
            yield row.n
        self.note()

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
        body = f'"did":[{",".join([_event_text(event, game) for event in did])}]'
        if requests:
            asked = [f'["{who}",{_written(ident)}]' for who, ident in requests]
            body += f',"for":[{",".join(asked)}]'
        return Row(self.n, now, f"{{{body}}}")

    def fold(
        self,
        did: Iterable[Event | dict[str, Any]],
        requests: Iterable[Sequence[str]] = (),
        *,
        later: bool = False,
    ) -> list[Seat]:
        """Apply the events and requests of a row, given to `row` or read from it; returns the
        viewers whose view differs by it. Their views are counted. With `later`, for the events of
        `NO_OFFER` only, who may act and the offers are noted later.
        """
        deals, undone, before = self.deals, self.undone, self.opened
        for event in did:
            if isinstance(event, dict):
                self._do(event)
            else:
                self._happened(event)
        back = self.undone > undone
        self.n += 1
        for who, ident in requests:
            self._remember(who, ident)
        if not later:
            self._look()
        elif self.opened is before:
            return []
        return [
            viewer
            for viewer, sent in self.sent.items()
            if sent.add(
                self.match,
                before,
                None if later else self.offer(viewer),
                dealt=self.deals > deals,
                back=back,
            )
        ]

    def note(self) -> None:
        """Note who may act and the offers at the present position, if there is one."""
        if self.opened:
            self._look()
            for viewer, sent in self.sent.items():
                sent.offer = self.offer(viewer)

    def _do(self, fields: dict[str, Any]) -> None:
        kind = fields["event"]
        if kind == "joined":
            seat = fields["seat"]
            self.chairs[seat] = self.chairs[seat]._replace(
                kind="person", name=fields["name"], key=fields["key"]
            )
            if self.match.playing:
                self.waiting.add(seat)
            self.past.forget()
        elif kind == "ready":
            self.ready.append(fields["seat"])
        elif kind == "numbered":
            self.number = fields["deal"]
        elif kind == "again":
            self.again = True
        elif kind == "forced":
            self._force(fields["seat"], on=fields["on"])
        elif kind == "rest":
            self.resting.add(fields["seat"])
        elif kind == "undone":
            self.opened, self.events = self.past.back(fields["to"]), fields["to"]
            self.undone += 1
            self._begun()
        elif kind == "left":
            self._left(fields["seat"], fields.get("salt"))
        else:
            self._happened(log.parse(dict(fields), self.opened))

    def _force(self, seat: Seat, *, on: bool) -> None:
        """Note that a person's forced actions are played by themselves, or no longer."""
        (self.forced.add if on else self.forced.discard)(seat)
        self.forced_changes[seat] += 1

    def _left(self, seat: Seat, salt: str | None) -> None:
        """Open a seat for another person; a match that a number deals gets a new secret."""
        self.number, self.decks = None, ()
        self.opened = self.match._replace(salt=salt or self.match.salt)
        self.ready = [other for other in self.ready if other != seat]
        if (who := self.chairs[seat].key) != self.plan.maker:
            self.asked.pop(who, None)
        self.chairs[seat] = Chair("open", "", "", self.plan.level)
        self.waiting.discard(seat)
        self.forced.discard(seat)
        self.resting.discard(seat)
        self.past.forget()

    def _happened(self, event: Event) -> None:
        """Apply an event of the match."""
        if isinstance(event, Seated) and event.player.startswith(HUMAN):
            self.waiting.discard(event.seat)
        if isinstance(event, Opened | Dealt):
            self._begun()
            self.past.forget()
            self.dealt_at = self.n
            self.forced_changes.clear()
        if isinstance(event, Opened):
            self.opened, self.events, self.undone = step(None, event), 1, 0
            self.decks = self.decks if self.again else ()
            self.number, self.again = None, False
            return
        following = len(self.decks) == self.match.number < SHEET
        if isinstance(event, Dealt) and following and self._single():
            self.decks = (*self.decks, event.deck)
        if isinstance(event, Acted) and self.alone(event.seat):
            self.past.add(self.events, event.seat, self.match)
        self.opened = step(self.opened, event)
        self.events += 1

    def _begun(self) -> None:
        """Forget what was asked for in the turns so far."""
        self.deals += 1
        self.ready = []
        self.resting.clear()

    def _remember(self, who: str, ident: str) -> None:
        """Store an accepted request of a key that still opens a seat, so that it is not
        repeated.
        """
        asked = self.asked.get(who)
        if asked is None:
            if who != self.plan.maker and not self.seats_of(who):
                return
            asked = self.asked[who] = {}
        asked[stored_ident(ident)] = None  # earlier versions stored all ids as they came
        if len(asked) > REMEMBERED:
            del asked[next(iter(asked))]

    def seats_of(self, who: str) -> list[Seat]:
        """The seats that a key opens: one or none."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.key == who]

    def people(self) -> list[Seat]:
        """The seats that belong to persons."""
        return [seat for seat, chair in enumerate(self.chairs) if chair.kind == "person"]

    def practice(self, seat: Seat) -> bool:
        """Whether a seat belongs to the only person who can play here, against computers."""
        return self.people() == [seat] and self._single()

    def _single(self) -> bool:
        """Whether only one person can play here."""
        kinds = [chair.kind for chair in self.chairs]
        return kinds.count("person") == 1 and "open" not in kinds

    @property
    def repeatable(self) -> bool:
        """Whether the present match can be dealt again, for the person who has played all of it."""
        return 0 < self.match.number <= len(self.decks)

    def alone(self, seat: Seat) -> bool:
        """Whether the only person of the table plays this seat."""
        return self.people() == [seat] and self.match.players[seat].startswith(HUMAN)

    def offer(self, viewer: Seat) -> Offer:
        """The offers of the table to a viewer, besides the match."""
        if viewer == SPECTATOR or not self.match.players[viewer].startswith(HUMAN):
            return Offer(self.undone)
        back = None if self.several else self.past.last()
        return Offer(self.undone, back, viewer not in self.resting and self.spare)

    def undo(self, seat: Seat, move: int) -> int:
        """The number of the event before which the match continues, so that a person makes a move
        again; TableError if that is not possible.
        """
        if self.people() != [seat]:
            raise TableError("Moves can be undone only by a person who plays against computers.")
        return self.past.find(self.match, move).number

    def _look(self) -> None:
        """Note who plays and may act, and what everybody sees of the present position."""
        match, game = self.match, GAMES[self.plan.game]
        self.peopled = self.several = self.spare = False
        self.acting, self.persons, self.computers = [], [], []
        for seat, player in enumerate(match.players):
            human = player.startswith(HUMAN)
            self.peopled |= human
            if legal(match, seat):
                self.acting.append(seat)
                (self.persons if human else self.computers).append(seat)
        if match.playing:
            shown = game.shown(match.round, match.state, SPECTATOR)
            self.several = bool(shown.turn == NOBODY)
            self.spare = not self.several and decided(game, match.rules, shown)

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

    def level(self, seat: Seat) -> str:
        """The level that plays a seat, or stands in for its person."""
        player = self.match.players[seat]
        return player if player in LEVELS[self.plan.game] else self.plan.level

    def turn(self) -> tuple[int, ...]:
        """An identifier of the present turn, empty if it has no time limit. While several seats may
        act at once, it is the same for all, since a clock must not reveal which have acted.
        """
        if not self.plan.limit or not self.acting:
            return ()
        match, seat = self.match, self.acting[0]
        if self.several:
            return (self.deals, -1)
        if match.players[seat].startswith(HUMAN):
            return (self.deals, seat, match.moves[seat])
        return ()
