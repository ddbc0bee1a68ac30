"""A table without input or output: who sits where, whose turn it is and how long, and who is told
what.

    outcome = table.handle(socket, text, now)

Messages are JSON texts from numbered sockets (docs/log.md, "The table's messages"); an outcome says
which rows to store, what to tell which socket once they are stored, and when to wake the table. It
reads no clock and draws nothing: `now` (seconds since the epoch, never going back) and a source of
decks and salts are handed in. So a server drives it, and a test, and a browser without a server.

What lasts is a fold of the rows; everything else (who is there, clocks) begins again when a table
is loaded. The views that a seat was sent are counted by that fold too, so a count means the same
after a restart.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from parlour.cards import SPECTATOR, Seat
from parlour.errors import ParlourError, TableError
from parlour.game import GAMES, parse_action
from parlour.match import HUMAN, Acted, Dealt, Event, Opened, Seated, refusal
from parlour.table.decisions import Asker, Decisions
from parlour.table.outcome import Decided, Outcome, Row, Source, Update
from parlour.table.presence import NEVER, Presence
from parlour.table.requests import (
    Act,
    AnyRequest,
    Ask,
    Enter,
    Join,
    Leave,
    Made,
    Next,
    Start,
    hashed,
    ident_of,
    make,
    read,
    request,
)
from parlour.table.standing import Plug, Standing
from parlour.table.state import REMEMBERED, Request, TableState
from parlour.table.turns import Turns
from parlour.table.updates import text

__all__ = ["Decided", "Made", "Outcome", "Row", "Source", "Table", "Update", "make"]

NEXT_WAIT = 20.0  # seconds from the first `next` until the round goes on without the others
# seconds from one deal to the next where no person plays: nobody can look faster, and a disk could
# be filled
APART = 2.0
# seconds after a deal for which a table where only computers play keeps its place among those of
# its address
SHOW = 30.0
REST = 10.0  # seconds after which a table that rests looks whether it may go on
MOVED = "This connection now belongs to another seat."


def never() -> bool:
    """No."""
    return False


class Table:
    """One table, from what is stored of it."""

    def __init__(self, made: Made, rows: Iterable[Row], source: Source) -> None:
        """The table as it was stored; nobody is there yet. `begin` it before anything else."""
        self.state = TableState(made, rows)
        self.source = source
        self.presence = Presence(self.state)
        self.ready: dict[Seat, float] = {}  # since when
        self.nexts: list[Request] = []  # that found them so
        self.rested = -NEVER  # when the next round may be dealt
        self.turns = Turns(self.state)
        self.decisions = Decisions(self.state)
        # whether no round is to be dealt where only computers play: the driver's
        self.rests: Callable[[], bool] = never
        self.resting = False
        self.standing: Standing | None = None  # as last told
        self.rows: list[Row] = []
        self.updates: list[Update] = []
        self.drop: list[int] = []

    # What comes in.

    def begin(self, now: float) -> Outcome:
        """After loading: a new table opens its match; whoever had a seat is gone since now."""
        if not self.state.n:
            self._write(now, *self._opened())
        self.presence.begin(now)
        self.ready = dict.fromkeys(self.state.ready, now)
        return self._done(now)

    def handle(self, socket: int, frame: str, now: float) -> Outcome:
        """What follows from one message of an open socket; a refusal for any text that is none."""
        ident: str | None = None
        try:
            message = read(frame)
            ident = ident_of(message)
            asked = request(message)
            if isinstance(asked, Enter):
                self._enter(socket, asked, now)
            elif socket not in self.presence.plugs:
                raise TableError("The first message must be enter, with a key.")
            elif isinstance(asked, Join):
                self._join(socket, asked, now)
            else:
                self._ask(socket, asked, now)
        except ParlourError as error:
            self._answer(socket, "refused", id=ident, why=str(error))
        return self._done(now)

    def closed(self, socket: int, now: float) -> Outcome:
        """A socket is gone."""
        self.presence.unplug(socket, now)
        return self._done(now)

    def wake(self, now: float) -> Outcome:
        """The time has come that an outcome named."""
        return self._done(now)

    def decided(self, ticket: int, decided: Decided, now: float) -> Outcome:
        """A decision that an outcome wanted, or why there is none."""
        self.decisions.take(ticket, decided)
        return self._done(now)

    def shows(self, now: float) -> bool:
        """Whether computers play here alone, or did a moment ago, and somebody is there for whom
        they do.
        """
        if not self.presence.attended():  # perhaps the match is not opened yet
            return False
        return not self.state.peopled and (self.state.match.playing or now < self.rested + SHOW)

    @property
    def idle(self) -> bool:
        """Whether nobody is there."""
        return not self.presence.plugs

    # Requests.

    def _enter(self, socket: int, asked: Enter, now: float) -> None:
        who, plan = hashed(asked.key), self.state.plan
        seats = self.state.seats_of(who)
        if not seats and who not in (plan.maker, plan.invite, plan.watch):
            raise TableError("This key is not valid at this table, or no longer valid.")
        self._welcome(socket, asked, seats, now)

    def _join(self, socket: int, asked: Join, now: float) -> None:
        who, name = hashed(asked.key), asked.name
        seats = self.state.seats_of(who)
        if not seats:
            seat = self.presence.free_seat(socket, who, name)
            self.presence.unplug(socket, now)
            did: list[Event | dict[str, Any]] = [
                {"event": "joined", "seat": seat, "name": name, "key": who}
            ]
            if not self.state.match.winners and not self.state.match.playing:
                did.append(Seated(seat, HUMAN + name))
            self._write(now, *did)
            seats = [seat]
        self._welcome(socket, asked, seats, now)

    def _welcome(self, socket: int, asked: Enter | Join, seats: list[Seat], now: float) -> None:
        """A socket has shown its key: who has a seat has it back; in the end the socket is told all
        that it may know.
        """
        for other in self.presence.surplus(socket, hashed(asked.key)):
            self.drop.append(other)
            self.presence.unplug(other, now)
        self._answer(socket, "done", id=asked.id, seat=seats[0] if seats else None)
        self.presence.unplug(socket, now)
        for seat in seats:
            self._back(seat, now)
        have = asked.have if isinstance(asked, Enter) else 0
        self.presence.plug(socket, asked.key, seats[0] if seats else SPECTATOR, have)

    def _ask(self, socket: int, asked: AnyRequest, now: float) -> None:
        """Follow one request of a socket that has entered, unless it was followed before, and
        answer it.
        """
        plug = self.presence.plugs[socket]
        request = (plug.who, asked.id)
        if asked.id not in self.state.asked.get(plug.who, ()):
            if isinstance(asked, Start):
                self._start(plug, request, now)
            elif isinstance(asked, Leave) and plug.seat != SPECTATOR:
                self._leave(plug.seat, request, now)
            elif isinstance(asked, Next):
                self._next(plug, request, now)
            elif plug.viewer == SPECTATOR:
                raise TableError(
                    "Spectators cannot play."
                    if plug.seat == SPECTATOR
                    else "You play from the next round on."
                )
            elif isinstance(asked, Ask):
                if hint := self.decisions.hint(plug.viewer, Asker(socket, asked.id), now):
                    self._answer(socket, "done", id=asked.id, hint=hint)
                return
            elif isinstance(asked, Act):
                self._act(plug.viewer, asked, request, now)
            else:
                self._back(plug.viewer, now, request)
        self._answer(socket, "done", id=asked.id)

    def _start(self, plug: Plug, request: Request, now: float) -> None:
        if plug.who != self.state.plan.maker:
            raise TableError("Only the host can start the table.")
        empty = [seat for seat, player in enumerate(self.state.match.players) if not player]
        if not empty:
            raise TableError("The table has already started.")
        self._write(
            now,
            *(Seated(seat, self.state.chairs[seat].level) for seat in empty),
            requests=[request],
        )

    def _next(self, plug: Plug, request: Request, now: float) -> None:
        if plug.seat == SPECTATOR and plug.who != self.state.plan.maker:
            raise TableError("Spectators cannot start the next round.")
        if self.state.match.playing or not self.state.match.number:
            raise TableError("The round is not over.")
        if plug.seat in self.ready:  # nothing changes by it, and it is stored with the deal
            self.nexts = [*self.nexts[-REMEMBERED:], request]
            return
        self.ready[plug.seat] = now
        self._write(now, {"event": "ready", "seat": plug.seat}, requests=[request])

    def _act(self, seat: Seat, asked: Act, request: Request, now: float) -> None:
        self._back(seat, now)
        match = self.state.match
        chosen = parse_action(GAMES[match.game], asked.action)
        if asked.move != match.moves[seat]:
            raise TableError(
                f"{asked.action} was sent for another move "
                f"(this seat is at move {match.moves[seat]})."
            )
        if why := refusal(match, seat, chosen):
            raise TableError(why)
        self._write(now, Acted(seat, chosen), requests=[request])

    def _back(self, seat: Seat, now: float, *requests: Request) -> None:
        """Give a person the seat back that a computer plays."""
        self.turns.misses.pop(seat, None)
        if self.state.away(seat) and seat not in self.state.waiting:
            self._write(now, Seated(seat, HUMAN + self.state.chairs[seat].name), requests=requests)

    def _leave(self, seat: Seat, request: Request, now: float) -> None:
        """The key opens the seat no more, and its sockets are closed when they have been
        answered.
        """
        self.drop += self.presence.leave(seat)
        self.ready.pop(seat, None)
        did: list[Event | dict[str, Any]] = [{"event": "left", "seat": seat}]
        if not self.state.match.winners and seat not in self.state.waiting:
            did.append(Seated(seat, self.state.plan.level))
        self._write(now, *did, requests=[request])

    # What time brings, and computers.

    def _done(self, now: float) -> Outcome:
        """Let time and computers do what they do now, tell who is there, and hand everything
        over.
        """
        if self.presence.run(now):
            self._go_on(now)
            self._hold(now)
            self._run(now)
            self._time(now)
        else:
            self.turns.stop()
            self.decisions.drop_acts()
        self._tell_hints(now)
        self._tell_room(now)
        wanted = self.decisions.handed_over()
        outcome = Outcome(
            tuple(self.rows), tuple(self.updates), self._wake(now), tuple(self.drop), wanted
        )
        self.rows, self.updates, self.drop, self.presence.fresh = [], [], [], {}
        return outcome

    def _hold(self, now: float) -> None:
        """A computer plays for whoever has been gone too long."""
        for seat, until in sorted(self.presence.held().items()):
            if until <= now:
                self._write(now, Seated(seat, self.state.plan.level))

    def _go_on(self, now: float) -> None:
        """Deal the first round when all have come; the next, or a rematch, when all who are there
        want it.
        """
        match = self.state.match
        if match.playing or "" in match.players:
            return
        if match.number:
            here = self.presence.here(now) - {*self.ready, *self.state.waiting}
            if not self.ready or now < self.rested or (here and now < self._patience()):
                return
        waiting = sorted(self.state.waiting)
        self.resting = not self.state.peopled and not waiting and self.rests()
        if self.resting:
            return
        self.presence.sit(waiting)
        seated = [Seated(seat, HUMAN + self.state.chairs[seat].name) for seat in waiting]
        self._write(
            now,
            *(self._opened() if match.winners else seated),
            Dealt(self.source.deck()),
            requests=self.nexts,
        )
        self.ready, self.nexts = {}, []
        self.rested = now if self.state.peopled else now + APART

    def _patience(self) -> float:
        """When the round goes on without those who have not said `next`."""
        return max(self.presence.since, min(self.ready.values())) + NEXT_WAIT

    def _opened(self) -> list[Event]:
        """The table's first match, or a rematch."""
        plan = self.state.plan
        return [Opened(plan.game, plan.rules, self.source.salt()), *self.state.seating()]

    def _run(self, now: float) -> None:
        """The computers act until a person may, or one that thinks is to act later, or the round is
        over.
        """
        while True:
            computers = self.state.computers()
            self.decisions.drop_acts(but=computers)
            acts = next(filter(None, (self.decisions.act(seat, now) for seat in computers)), None)
            if not acts:
                return
            self._write(now, *acts)

    def _time(self, now: float) -> None:
        """Play the turns of those whose time is over."""
        while self.turns.run(now):
            self._write(now, *self.turns.played())
            self._run(now)

    def _wake(self, now: float) -> float | None:
        """When time brings something next."""
        times = self.presence.times(now)
        if self.resting:
            times.append(now + REST)
        elif self.ready:
            times.append(self.rested if now < self.rested else self._patience())
        times += [end] if (end := self.turns.end()) is not None else []
        times += self.decisions.due()
        return min((time for time in times if time < NEVER), default=None)

    # What goes out.

    def _write(
        self, now: float, *did: Event | dict[str, Any], requests: Sequence[Request] = ()
    ) -> None:
        """One more row, and the views that differ by it."""
        row = self.state.row(now, did, requests)
        viewers = self.state.fold(json.loads(row.body))
        self.rows.append(row)
        for viewer in viewers:
            if sockets := self.presence.viewing(viewer):
                sent = self.state.sent[viewer]
                message = sent.message(self.state.match, sent.count - 1)
                self.updates += [Update(socket, message) for socket in sockets]

    def _tell_hints(self, now: float) -> None:
        """Answer those who asked for hints that are to be told."""
        for seat, (socket, ident), told in self.decisions.answers(now):
            plug = self.presence.plugs.get(socket)
            own = plug is not None and plug.viewer == seat
            kind = "done" if own and "hint" in told else "refused"
            self._answer(socket, kind, id=ident, **(told if own else {"why": MOVED}))

    def _answer(self, socket: int, kind: str, **fields: Any) -> None:
        self.updates.append(Update(socket, text(kind, **fields)))

    def _tell_room(self, now: float) -> None:
        """Tell everybody who is there, where it differs from the last time but by the passing of
        time; all to who has come.
        """
        standing, plugs, fresh = self._standing(now), self.presence.plugs, self.presence.fresh
        told = fresh if standing == self.standing else plugs
        self.standing = standing
        for socket in told:
            maker = plugs[socket].who == self.state.plan.maker
            self.updates.append(
                Update(socket, standing.message(plugs[socket], maker=maker, now=now))
            )
        for socket, have in fresh.items():
            sent = self.state.sent[plugs[socket].viewer]
            self.updates.append(Update(socket, sent.message(self.state.match, have, whole=True)))

    def _standing(self, now: float) -> Standing:
        plan, ready = self.state.plan, tuple(sorted(set(self.ready) - {SPECTATOR}))
        watchers = sum(plug.seat == SPECTATOR for plug in self.presence.plugs.values())
        turn = self.state.phase, plan.level, plan.limit, self.turns.clock, ready
        places = tuple(self.presence.places(now))
        return Standing(*turn, watchers, self.decisions.stand_in, self.resting, places)
