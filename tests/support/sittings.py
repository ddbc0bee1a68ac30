"""Sittings: all that can happen at a table, at random, through parlour/table/table.py; and the same
once more in another world.

A sitting is a list of what comes in, each at its time: messages, and closings of sockets. Between
them the table is woken whenever it asked for it, and the decisions that it wants are handed in:
actions sooner in one world than in another, some never. `World` plays that and writes down all that
goes out; `Sitting` draws it, and plays it in a first world. What a computer does there is drawn
too, and repeated in every other one: worlds part in nothing but what is hidden.
"""

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, NamedTuple, TypeAlias

from parlour.cards import SPECTATOR, Action, Card, Deck, Mask, Seat, parse_card
from parlour.catalogue.options import action_name, words
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.games.hearts.rules import undecided
from parlour.match import HUMAN, Dealt, Seated, View, legal, step
from parlour.players import LEVELS, Player, plain
from parlour.table.messages.keys import derived, hashed
from parlour.table.messages.messages import PHRASES
from parlour.table.messages.new_table import Made
from parlour.table.messages.outcome import BUSY, FAILED, PREPARING, Decided, Row
from parlour.table.messages.requests import LIMITS
from parlour.table.state import TableState
from parlour.table.table import Outcome, Table, make
from tests.support.play import random_action, random_deck, random_rules

START = 1_000_000.0
PAUSES = (
    0.0,
    0.0,
    0.25,
    0.5,
    1.0,
    1.0,
    2.0,
    3.0,
    5.0,
)  # quarters of a second, as are all times of the table's own
LAPSES = (3.0, 10.0, 20.0, 30.0, 31.0, 60.0, 61.0, 121.0)
GARBAGE = (
    "",
    "{",
    "7",
    "[]",
    '"QS"',
    "{}",
    '{"id":"x"}',
    '{"id":"x","type":"fly"}',
    '{"id":"x","type":"act"}',
    "[" * 2000,
)
WEIGHTS = {
    "_play": 250,
    "_bad": 60,
    "_again": 10,
    "_garbage": 8,
    "_reenter": 30,
    "_close": 14,
    "_lapse": 7,
    "_guest": 6,
    "_next": 3,
    "_redeal": 2,
    "_leave": 3,
    "_back": 5,
    "_start": 1,
    "_hint": 25,
    "_undo": 60,
    "_forced": 8,
    "_rest": 12,
}
SAID = 0.03  # of the times at which something comes in, a phrase comes before it
FORCED = 0.3  # of the people want forced actions played from the start
SPARED = 0.25  # of the sittings may have the rest of a round played by itself at any time
ALONE = 0.2  # of the sittings have one person, who may undo moves
NEVER = 10**12  # a move that no seat comes to, and a time that does not come
ORIGINALS = {name: dict(LEVELS[name]) for name in BUILT_IN}


Coming: TypeAlias = tuple[
    float, int, Decided | None
]  # when, and the ticket and the decision that are handed in then


class Act(NamedTuple):
    """What an `act` asks for."""

    ident: str
    move: int
    action: Action


class Item(NamedTuple):
    """What comes in: a text, an act, or (neither) the closing of a socket."""

    now: float
    socket: int
    text: str = ""
    act: Act | None = None
    seat: Seat = SPECTATOR  # whose act it is
    deals: int = 0  # the deal that it is for
    followed: bool = False  # the act is lawful; it is done, if it does not come `again`
    again: bool = False
    closes: bool = False


class Out(NamedTuple):
    """What goes out: a text to a socket, the closing of one, or when the table is to be woken."""

    now: float
    viewer: Seat | None  # who may know of it; None for everybody
    socket: int
    text: str


class Input(NamedTuple):
    """An item or a wake as it came in, and how things stood before."""

    now: float
    place: int  # of the item, or of the next one
    item: bool
    outs: int
    deals: int
    passing: bool  # Hearts passes
    clock: bool  # a turn's time is over
    missed: frozenset[Seat]  # for whom a computer played the turn before
    # sockets of persons for whom no computer plays, and their seats
    live: frozenset[tuple[int, Seat]]


class Deal(NamedTuple):
    """One round, and all that was played in it: a line more each time that it goes back."""

    counts: list[int]  # the table's counts of it, one a line
    number: int
    deck: Deck
    lines: list[list[tuple[int, Seat, Action]]]  # each action with the number of its event

    def swapped(self, swap: dict[Card, Card]) -> Iterator[list[tuple[Seat, Action]]]:
        """The lines with cards exchanged."""
        for line in self.lines:
            yield [(seat, swap.get(action, action)) for _, seat, action in line]


class Forced(NamedTuple):
    """A forced action of a person that was played by itself."""

    now: float
    socket: int
    deals: int
    seat: Seat
    move: int
    action: Action


class Other(NamedTuple):
    """A sitting in another world, and who cannot tell."""

    items: list[Item]
    decks: list[Deck]
    choices: dict[tuple[int, Seat, int], Action]  # what computers do, by deal, seat and move
    blind: frozenset[Seat]
    until: float
    outs: int  # of the first world's, as many as came until then
    deals: int  # the deal in which the worlds part
    kind: str  # "cards"; of passes "times", "choices" or "late"
    what: str


def frame(kind: str, ident: str, **fields: Any) -> str:
    return json.dumps({"type": kind, "id": ident} | fields)


def act_frame(name: str, act: Act) -> str:
    return frame("act", act.ident, move=act.move, action=action_name(GAMES[name], act.action))


class Computer:
    """Every level of a game; `choose` is what it does in the world that is being played."""

    def __init__(self) -> None:
        self.choose: Callable[[str, View, int], Action] = lambda _level, view, _dice: next(
            actions(view.legal)
        )

    def levels(self, name: str) -> dict[str, Player]:
        """To stand in LEVELS[name]."""
        return {level: self._level(level) for level in LEVELS[name]}

    def _level(self, level: str) -> Player:
        return lambda view, dice: self.choose(level, view, dice)


class Decks:
    """A source of these decks, and then of more."""

    def __init__(self, decks: list[Deck], random: Random) -> None:
        self.decks, self.random, self.dealt = decks, random, 0

    def deck(self) -> Deck:
        if self.dealt == len(self.decks):
            self.decks.append(random_deck(self.random))
        self.dealt += 1
        return self.decks[self.dealt - 1]

    def numbered(self, _deal: int, _round: int) -> Deck:
        """Scripted too, so that worlds of one number differ in their cards."""
        return self.deck()

    def salt(self) -> str:
        return "salt"


def spare(state: TableState) -> None:
    """The rest of a round may be played by itself at any time, as everybody knows."""
    plain = state._look

    def look() -> None:
        plain()
        state.spare = state.match.playing and not state.several

    setattr(state, "_look", look)  # noqa: B010


class World:
    """A table in one world, and all that went out of it."""

    def __init__(
        self, name: str, made: Made, earlier: list[Row], source: Decks, *, spared: bool
    ) -> None:
        self.name = name
        self.table = Table(made, earlier, source)
        if spared:
            spare(self.table.state)
        self.random = Random(0)  # when decisions come; it differs from world to world
        self.coming: list[Coming] = []  # decisions, and when they are handed in
        self.due: float | None = None
        self.woken: float | None = None  # where nobody asks for a hint
        self.outs: list[Out] = []
        self.rows = list(earlier)
        self.marks: dict[int, int] = {}  # how much had gone out before each deal
        self.forced: list[Forced] = []
        self._take(START, {}, self.table.begin(START))

    @property
    def passing(self) -> bool:
        """Whether Hearts passes."""
        match = self.table.state.match
        return match.game == "hearts" and match.playing and undecided(match.state)

    def until(self, now: float, before: Callable[[float], object] = lambda _due: None) -> None:
        """Wake the table as often as it asks for it until then, and hand in what has been
        decided.
        """
        while step := next_step(self.due, self.coming, now):
            at, ticket, decided = step
            before(at)
            if decided:
                self._take(at, self.viewers(), self.table.decided(ticket, decided, at))
            else:
                self._take(at, self.viewers(), self.table.time_passed(at))
                assert self.due is None or self.due > at

    def do(self, item: Item) -> None:
        before = self.viewers()
        if item.closes:
            outcome = self.table.closed(item.socket, item.now)
        else:
            outcome = self.table.handle(
                item.socket, act_frame(self.name, item.act) if item.act else item.text, item.now
            )
        self._take(item.now, before, outcome)

    def viewers(self) -> dict[int, Seat]:
        """As whom the sockets have entered."""
        return {socket: plug.viewer for socket, plug in self.table.presence.connections.items()}

    def _take(self, now: float, before: dict[int, Seat], outcome: Outcome) -> None:
        self.marks.setdefault(self.table.state.deals, len(self.outs))
        self._note_forced(now, outcome)
        after = self.viewers()
        self.outs += [
            Out(now, after.get(tell.socket, before.get(tell.socket)), *tell)
            for tell in outcome.outgoing
        ]
        self.outs += [Out(now, None, socket, "closed") for socket in outcome.close]
        self.due = outcome.call_at
        if (woken := self._woken(now)) != self.woken:
            self.woken = woken
            self.outs.append(Out(now, None, -1, f"to be woken at {self.woken}"))
        self.rows += outcome.rows
        self.coming += coming(self.name, self.table.state.deals, now, outcome, self.random)

    def _note_forced(self, now: float, outcome: Outcome) -> None:
        """Note a forced action that was played by itself; the next one would come later."""
        state = self.table.state
        for row in outcome.rows:
            body = json.loads(row.body)
            acted = body["did"][0]
            seat = acted.get("seat")
            if "for" in body or acted["event"] != "acted" or seat not in state.forced:
                continue
            action = ACTIONS[self.name][acted["action"]]
            of_the_rest = seat in state.resting and action < 52  # which plays cards alone
            if not of_the_rest and state.match.players[seat].startswith(HUMAN):
                socket = next(key for key, viewer in self.viewers().items() if viewer == seat)
                move = state.match.moves[seat] - 1
                self.forced.append(Forced(now, socket, state.deals, seat, move, action))

    def _woken(self, now: float) -> float | None:
        """When the table would be woken if nobody had asked for a hint, and nobody's cards were
        played by themselves: of that only who asked is told.
        """
        decisions, automatic = self.table.decisions, self.table.automatic
        pending, began = decisions.pending, automatic.began
        decisions.pending = {key: one for key, one in pending.items() if key[0] == "act"}
        automatic.began = {}
        try:
            return self.table._next_time(now)
        finally:
            decisions.pending, automatic.began = pending, began


class Sitting:
    """A random sitting, and its first world."""

    def __init__(self, name: str, random: Random, computer: Computer, *, real: bool) -> None:
        """Draw and play it; the computers' acts are drawn too, but in a `real` one: there the
        levels play.
        """
        self.name, self.random, self.real, self.computer = name, random, real, computer
        self.rules = random_rules(GAMES[name], random)
        self.maker = "".join(random.choices("abcdefghijklmnopqrstuvwxyz", k=22))
        self.invite, self.watch = derived("invite", self.maker), derived("watch", self.maker)
        self.phrases = Random(f"phrases {self.maker}")  # the sitting's own draws stay
        self.friends = [f"friend{i:016}" for i in range(12)]
        self.items: list[Item] = []
        self.inputs: list[Input] = []
        self.decks: list[Deck] = []
        self.choices: dict[tuple[int, Seat, int], Action] = {}
        self.now, self.sockets, self.idents, self.guests = START, 0, 0, 0
        self.made = make(self._wish())
        self.earlier = self._earlier() if random.random() < 0.15 else []
        computer.choose = self._choose
        self.spared = random.random() < SPARED
        source = Decks(self.decks, random)
        self.world = World(name, self.made, self.earlier, source, spared=self.spared)
        self.state = self.world.table.state
        self._come()
        for _ in range(random.randrange(4, 70)):
            self._one()

    def deals(self) -> list[Deal]:
        """All rounds of the table; the last ones were dealt while it lasted, one for each of its
        decks.
        """
        found: list[Deal] = []
        deals = number = n = 0
        for row in self.world.rows:
            for fields in json.loads(row.body)["did"]:
                kind = fields["event"]
                deals += kind in ("opened", "dealt", "undone")
                number = 0 if kind == "opened" else number + (kind == "dealt")
                if kind == "dealt":
                    deck = tuple(map(parse_card, fields["deck"].split()))
                    found.append(Deal([deals], number, deck, [[]]))
                elif kind == "acted":
                    action = ACTIONS[self.name][fields["action"]]
                    found[-1].lines[-1].append((n, fields["seat"], action))
                elif kind == "undone":
                    n = fields["to"]
                    found[-1].counts.append(deals)
                    found[-1].lines.append([one for one in found[-1].lines[-1] if one[0] < n])
                n = 0 if kind == "opened" else n
                n += kind in ("opened", "seated", "dealt", "acted")
        return found

    def replay(self, other: Other) -> World:
        """The same in another world."""
        self.computer.choose = lambda level, view, dice: self._repeat(other, level, view, dice)
        source = Decks(list(other.decks), Random(0))
        world = World(self.name, self.made, self.earlier, source, spared=self.spared)
        self.playing = world
        world.random = Random(1)
        for item in other.items:
            world.until(item.now)
            world.do(item)
        world.until(other.until)
        return world

    # Computers.

    def _choose(self, level: str, view: View, dice: int) -> Action:
        """In the first world; the same each time that one position asks."""
        place = self.state.deals, view.seat, view.move
        known = self.choices.get(place, 63)
        if self.real:
            action = ORIGINALS[self.name][plain(self.name, level)](view, dice)
        else:
            action = known if view.legal >> known & 1 else self._some(view.legal)
        self.choices[place] = action
        return action

    def _some(self, legal: Mask) -> Action:
        return self.random.choice(list(actions(legal)))

    def _repeat(self, other: Other, level: str, view: View, dice: int) -> Action:
        """In another; where it cannot be the same, the least that is lawful."""
        if self.real:
            return ORIGINALS[self.name][plain(self.name, level)](view, dice)
        action = other.choices.get((self.playing.table.state.deals, view.seat, view.move), 63)
        return action if view.legal >> action & 1 else next(actions(view.legal))

    # The table.

    def _wish(self) -> dict[str, Any]:
        random, game = self.random, GAMES[self.name]
        levels, alone = list(LEVELS[self.name]), random.random() < ALONE
        seats = [
            random.choice(levels) if alone or random.random() < 0.12 else "friend"
            for _ in range(game.seats(self.rules))
        ]
        wish: dict[str, Any] = {
            "key": self.maker,
            "game": self.name,
            "rules": words(game, self.rules),
            "seats": seats,
        }
        wish |= {"level": random.choice(levels), "limit": random.choice((*LIMITS, 30, 60))}
        if alone or random.random() < 0.8:
            seats[random.randrange(len(seats))] = "me"
            wish["name"] = "Ada"
        drawn = Random(f"numbered {self.maker}")  # not the sitting's own, whose draws stay
        if "me" in seats and drawn.random() < 0.12:
            seats[:] = [seat if seat == "me" else drawn.choice(levels) for seat in seats]
            wish["deal"] = drawn.randrange(1, 1000)
        return wish

    def _earlier(self) -> list[Row]:
        """The rows of a table to which all friends have come, and that has played a round or
        more.
        """
        random = self.random
        rows = list(Table(self.made, [], Decks([], random)).begin(START - 9).rows[:1])
        state = TableState(self.made, rows)

        def write(*did: Any) -> None:
            rows.append(state.row(START - 9, did, ()))
            state.fold(did)

        for seat, chair in enumerate(state.chairs):
            if chair.kind == "open":
                joined = {
                    "event": "joined",
                    "seat": seat,
                    "name": f"Bo{seat}",
                    "key": hashed(self.friends[self.guests]),
                }
                write(joined, Seated(seat, f"human:Bo{seat}"))
                self.guests += 1
        for _ in range(random.choice((1, 1, 2, 3))):
            if not state.match.winners:
                events: list[Any] = [Dealt(random_deck(random))]
                match = step(state.match, events[0])
                while match.playing:
                    events.append(random_action(match, random))
                    match = step(match, events[-1])
                write(*events)
        return rows

    # What comes in.

    def _put(self, item: Item) -> None:
        self.world.until(item.now, lambda due: self._note(due, item=False))
        self._note(item.now, item=True)
        self.items.append(item)
        self.world.do(item)

    def _note(self, now: float, *, item: bool) -> None:
        world, state = self.world, self.state
        live = frozenset(
            (socket, seat)
            for socket, seat in world.viewers().items()
            if seat != SPECTATOR and not state.away(seat)
        )
        clock = world.table.turns.clock is not None and world.table.turns.clock <= now
        missed = frozenset(world.table.turns.misses)
        self.inputs.append(
            Input(
                now,
                len(self.items),
                item,
                len(world.outs),
                state.deals,
                world.passing,
                clock,
                missed,
                live,
            )
        )

    def _say(self, socket: int, kind: str, **fields: Any) -> None:
        self._put(Item(self.now, socket, frame(kind, self._ident(), **fields)))

    def _ident(self) -> str:
        self.idents += 1
        return f"r{self.idents}"

    def _socket(self) -> int:
        self.sockets += 1
        return self.sockets

    def _enter(self, key: str, have: int = 0) -> int:
        socket = self._socket()
        self._say(socket, "enter", key=key, have=have)
        return socket

    def _any(self) -> int:
        """A socket, mostly one that has entered."""
        connections = list(self.world.table.presence.connections)
        return (
            self.random.choice(connections)
            if connections and self.random.random() < 0.95
            else self.sockets + 1
        )

    def _player(self) -> int:
        """A socket, mostly one of a person who plays."""
        viewers = self.world.viewers().items()
        playing = [socket for socket, seat in viewers if seat != SPECTATOR]
        return (
            self.random.choice(playing) if playing and self.random.random() < 0.9 else self._any()
        )

    def _come(self) -> None:
        """Who plays enters, and most often one who watches."""
        random = self.random
        self._enter(self.maker)
        if self.earlier:
            for key in self.friends[: self.guests]:
                self._enter(key)
        for chair in self.state.chairs:
            if chair.kind == "open" and random.random() < 0.95:
                self._join(self._enter(self.invite))
        if random.random() < 0.8:
            self._enter(self.watch)
        if "" in self.state.match.players:
            self._say(1, "start")
        for socket, seat in self.world.viewers().items():
            if seat != SPECTATOR and random.random() < FORCED:
                self._force(socket, on=True)

    def _join(self, socket: int) -> None:
        self.guests += 1
        self._say(
            socket,
            "join",
            key=self.friends[self.guests % len(self.friends)],
            name=f"Bo{self.guests}",
        )

    def _one(self) -> None:
        """One more thing, or one that takes several messages."""
        random = self.random
        self.now += random.choice(PAUSES)
        self.until = self.now
        self.world.until(self.now, lambda due: self._note(due, item=False))
        if self.phrases.random() < SAID:
            self._phrase()
        getattr(self, random.choices(tuple(WEIGHTS), tuple(WEIGHTS.values()))[0])()

    def _play(self) -> None:
        """Somebody acts who may; where nobody is there who may, time passes; where the round is
        over, it goes on.
        """
        match, viewers = self.state.match, self.world.viewers()
        able = [
            (socket, seat)
            for socket, seat in viewers.items()
            if seat != SPECTATOR and legal(match, seat)
        ]
        if able and self.world.passing and self.random.random() < 0.12:
            self.now += self.random.choice(LIMITS) + 0.25
        elif able:
            socket, seat = self.random.choice(able)
            act = Act(self._ident(), match.moves[seat], self._some(legal(match, seat)))
            by_http = self.random.random() < 0.06
            if by_http:
                socket = self._enter(self._key(seat), self.random.randrange(4))
            self._put(
                Item(self.now, socket, act=act, seat=seat, deals=self.state.deals, followed=True)
            )
            if by_http:
                self._put(Item(self.now, socket, closes=True))
        elif not match.playing:
            self._next()
        else:
            self._lapse()

    def _key(self, seat: Seat) -> str:
        who = self.state.chairs[seat].key
        return next(key for key in (self.maker, *self.friends) if hashed(key) == who)

    def _bad(self) -> None:
        """An act that is refused: out of turn, unlawful, of a card not held, for another move, by
        one who watches.
        """
        match, socket = self.state.match, self._any()
        seat = self.world.viewers().get(socket, SPECTATOR)
        action = self.random.randrange(52 + len(GAMES[self.name].EXTRA))
        move = match.moves[seat] if seat != SPECTATOR else 0
        if seat != SPECTATOR and legal(match, seat) >> action & 1:
            move += 1
        self._put(
            Item(
                self.now,
                socket,
                act=Act(self._ident(), move, action),
                seat=seat,
                deals=self.state.deals,
            )
        )

    def _again(self) -> None:
        """A request that was followed is sent again."""
        viewers = self.world.viewers()
        acts = [item for item in self.items if item.followed and item.deals == self.state.deals]
        asked = [item for item in acts if viewers.get(item.socket) == item.seat]
        asked += [item for item in self.items if '"next"' in item.text or '"join"' in item.text]
        if asked:
            self._put(self.random.choice(asked)._replace(now=self.now, again=True))

    def _garbage(self) -> None:
        self._put(Item(self.now, self._any(), self.random.choice(GARBAGE)))

    def _reenter(self) -> None:
        """Somebody enters, anew or on a socket that has, and has seen some of it."""
        key = self.random.choice(
            (self.maker, self.invite, self.watch, self.watch, *self.friends[:6], "s" * 22)
        )
        have = self.random.randrange(60) if self.random.random() < 0.5 else 0
        if self.random.random() < 0.8:
            self._enter(key, have)
        else:
            self._say(self._any(), "enter", key=key, have=have)

    def _close(self) -> None:
        self._put(Item(self.now, self._any(), closes=True))

    def _lapse(self) -> None:
        """A long pause; where nothing is to be waited for, somebody enters instead."""
        if self.world.due is None:
            self._reenter()
        self.now += self.random.choice(LAPSES)

    def _guest(self) -> None:
        self._join(self._enter(self.invite) if self.random.random() < 0.7 else self._any())

    def _next(self) -> None:
        for socket in list(self.world.viewers()):
            if self.random.random() < 0.7 and not self.state.match.playing:
                self._say(socket, "next")

    def _redeal(self) -> None:
        """A new match by a number: refused unless its person is alone."""
        self._say(self._any(), "next", deal=self.random.randrange(1, 1000))

    def _leave(self) -> None:
        self._say(self._any(), "leave")

    def _back(self) -> None:
        self._say(self._any(), "back")

    def _start(self) -> None:
        self._say(self._any(), "start")

    def _undo(self) -> None:
        """Somebody goes back, mostly the only person, and mostly to a move that can be undone."""
        moves = [position.move for position in self.state.past.positions]
        move = self.random.choice(moves) if moves and self.random.random() < 0.9 else 1
        if moves or self.random.random() < 0.1:
            self._say(self._player(), "undo", move=move)
        else:
            self._play()

    def _forced(self) -> None:
        self._force(self._any(), on=self.random.random() < 0.8)

    def _force(self, socket: int, *, on: bool) -> None:
        """Somebody wants forced actions played, or no longer."""
        seat = self.world.viewers().get(socket, SPECTATOR)
        text = frame("forced", self._ident(), on=on)
        self._put(Item(self.now, socket, text, seat=seat))

    def _rest(self) -> None:
        if self.state.spare or self.random.random() < 0.1:
            self._say(self._player(), "rest")
        else:
            self._play()

    def _phrase(self) -> None:
        """Somebody sends a phrase, sometimes too many."""
        random = self.phrases
        socket = random.choice([*self.world.viewers(), self.sockets + 1])
        for _ in range(random.choice((1, 1, 1, 5))):
            self._say(socket, "say", phrase=random.choice(PHRASES))

    def _hint(self) -> None:
        """Somebody asks for a hint, mostly one who may act."""
        able = [
            socket
            for socket, seat in self.world.viewers().items()
            if seat != SPECTATOR and legal(self.state.match, seat)
        ]
        self._say(
            self.random.choice(able) if able and self.random.random() < 0.9 else self._any(), "hint"
        )


def next_step(due: float | None, coming: list[Coming], now: float) -> Coming | None:
    """What happens next, until then: a decision, which is taken from the list, is handed in, or
    (None) the table is woken.
    """
    first = min(coming, key=lambda one: one[:2], default=(NEVER, 0, None))
    if due is not None and due <= min(now, first[0]):
        return due, 0, None
    if first[0] > now:
        return None
    coming.remove(first)
    return first


def coming(name: str, deals: int, now: float, outcome: Outcome, random: Random) -> list[Coming]:
    """The decisions that an outcome wants, and when each is handed in; some never are.

    Of a hint that is alike in all worlds, as its time is told to who asked; of an action `random`
    says it, one of each world.
    """
    found: list[Coming] = []
    for wanted in outcome.decisions:
        view = wanted.view
        draws = Random(f"{wanted.kind} {deals} {view.seat} {view.move}")
        when, missing, lost = draws.random(), draws.random() < 0.2, draws.random() < 0.5
        if missing:
            decided = Decided(why=draws.choice((BUSY, PREPARING, FAILED)))
        elif wanted.kind == "hint":
            decided = Decided({"action": f"{draws.random()}", "of": repr(view)})
        else:
            when, decided = random.random(), Decided(LEVELS[name][wanted.level](view, wanted.dice))
        if not (missing and lost):
            found.append((now + when * (wanted.due - now), wanted.ticket, decided))
    return found


def actions(mask: Mask) -> Iterator[Action]:
    """The actions of a set, ascending."""
    return (action for action in range(64) if mask >> action & 1)


ACTIONS = {
    name: {action_name(game, action): action for action in range(52 + len(game.EXTRA))}
    for name, game in GAMES.items()
}
