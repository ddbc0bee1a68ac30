"""A table without input or output: its seats, its turns and clocks, and the messages it sends.

    outcome = table.handle(socket, text, now)

Messages are JSON texts from numbered sockets (docs/log.md, "The table's messages"). An outcome says
which rows to store, which messages to send once they are stored, and when to call the table again.
A table reads no clock and draws no random numbers: `now` (seconds since the epoch, never
decreasing) and a source of decks and salts are arguments. So a server, a test or a page without a
server can drive it.

The lasting state is a fold of the rows. Connections and clocks start anew when a table is loaded.
The views sent to a seat are counted by the fold, so a count means the same after a restart.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from parlour.cards import SPECTATOR, Seat
from parlour.catalogue.options import parse_action
from parlour.catalogue.registry import GAMES
from parlour.errors import ParlourError, TableError
from parlour.match import HUMAN, Acted, Event, Seated, refusal
from parlour.table.automatic import Automatic
from parlour.table.bounds import changes_forced, check_allowance, check_round
from parlour.table.dealing import Dealing, never
from parlour.table.decisions import Decisions, HintRequest
from parlour.table.messages.frames import understood
from parlour.table.messages.keys import hashed, stored_ident
from parlour.table.messages.new_table import Made, make
from parlour.table.messages.outbox import Outbox
from parlour.table.messages.outcome import Decided, Outcome, Outgoing, Row, Snapshot, Source
from parlour.table.messages.requests import (
    Act,
    Ask,
    Asked,
    Enter,
    Forced,
    Join,
    Leave,
    Move,
    Next,
    Rest,
    Say,
    Start,
    Undo,
)
from parlour.table.messages.status import Connection, TableStatus
from parlour.table.phrases import Phrases
from parlour.table.presence import NEVER, Presence
from parlour.table.snapshot import taken
from parlour.table.state import Request, TableState
from parlour.table.turns import Turns

__all__ = ["Decided", "Made", "Outcome", "Outgoing", "Row", "Snapshot", "Source", "Table", "make"]

NOT_VALID = "This key is not valid at this table, or no longer valid."
FIRST = "The first message must be enter, with a key."


class Table:
    """One table, loaded from its stored rows."""

    def __init__(self, description: Made, rows: Iterable[Row], source: Source) -> None:
        """Load the table; no socket is connected. Call `begin` before any other method."""
        self.state = TableState(description, rows)
        self.presence = Presence(self.state)
        self.dealing = Dealing(self.presence, source)
        self.turns = Turns(self.state)
        self.decisions = Decisions(self.state)
        self.automatic = Automatic(self.state)
        self.phrases = Phrases(self.presence)
        self.status: TableStatus | None = None  # the status that was sent last
        self.rows: list[Row] = []
        self.snapshot: Snapshot | None = None  # after the last deal among them
        self.outbox = Outbox(self.presence)
        # why nothing may be stored for the request at hand; empty if it may
        self.spent = ""

    # Inputs.

    def begin(self, now: float, over_quota: Callable[[], bool] = never) -> Outcome:
        """Start: a new table opens its match; all persons count as absent from now on. `over_quota`
        says whether the table must pause while only computers play.
        """
        if not self.state.n:
            self._write(now, *self.dealing.opened(self.state.plan.deal))
        self.presence.begin(now)
        self.dealing.begin(now, over_quota)
        return self._done(now)

    def end(self) -> None:
        """Let go of the caller: otherwise the two would refer to each other, and remain in memory
        until a collection.
        """
        self.dealing.end()

    def handle(self, socket: int, frame: str, now: float, spent: str = "") -> Outcome:
        """The outcome of one message of an open socket: a refusal if it is invalid. `spent` is a
        sentence if nothing more may be stored for its sender; requests that need it are refused.
        """
        self.spent = spent
        ident, asked, why = understood(frame)
        try:
            if asked is None:
                raise TableError(why)
            if isinstance(asked, Enter):
                self._enter(socket, asked, now)
            elif socket not in self.presence.connections:
                raise TableError(FIRST)
            elif isinstance(asked, Join):
                self._join(socket, asked, now)
            else:
                self._ask(socket, asked, now)
        except ParlourError as error:
            self.outbox.answer(socket, "refused", id=ident, why=str(error))
        return self._done(now)

    def closed(self, socket: int, now: float) -> Outcome:
        """The outcome of a socket's end."""
        self.presence.disconnect(socket, now)
        return self._done(now)

    def time_passed(self, now: float) -> Outcome:
        """The outcome of the passing of time; to be called at the time `Outcome.call_at`."""
        return self._done(now)

    def decided(self, ticket: int, decided: Decided, now: float) -> Outcome:
        """The outcome of a decision that was requested, or of its failure."""
        self.decisions.take(ticket, decided)
        return self._done(now)

    def computers_only(self, now: float) -> bool:
        """Whether only computers play here; between rounds, for a while after the last deal."""
        if not self.presence.attended():  # perhaps the match is not opened yet
            return False
        return not self.state.peopled and (self.state.match.playing or self.dealing.lingers(now))

    @property
    def idle(self) -> bool:
        """Whether no socket is connected."""
        return not self.presence.connections

    # Requests.

    def _enter(self, socket: int, asked: Enter, now: float) -> None:
        who, plan = hashed(asked.key), self.state.plan
        seats = self.state.seats_of(who)
        if not seats and who not in (plan.maker, plan.invite, plan.watch):
            raise TableError(NOT_VALID)
        self._welcome(socket, asked, seats, now)

    def _join(self, socket: int, asked: Join, now: float) -> None:
        who, name = hashed(asked.key), asked.name
        seats = self.state.seats_of(who)
        if not seats:
            check_allowance(self.spent, asked)
            check_round(self.state)
            seat = self.presence.free_seat(socket, who, name)
            self.presence.disconnect(socket, now)
            did: list[Event | dict[str, Any]] = [
                {"event": "joined", "seat": seat, "name": name, "key": who}
            ]
            if not self.state.match.winners and not self.state.match.playing:
                did.append(Seated(seat, HUMAN + name))
            self._write(now, *did)
            seats = [seat]
        self._welcome(socket, asked, seats, now)

    def _welcome(self, socket: int, asked: Enter | Join, seats: list[Seat], now: float) -> None:
        """Connect a socket that has shown its key; a person gets the seat back."""
        for other in self.presence.surplus(socket, hashed(asked.key)):
            self.outbox.close.append(other)
            self.presence.disconnect(other, now)
        seat = seats[0] if seats else None
        self.outbox.answer(socket, "done", id=asked.id, seat=seat)
        self.presence.disconnect(socket, now)
        for number in seats if not self.spent else ():
            self._back(number, now)
        have = getattr(asked, "have", 0)
        self.presence.connect(socket, asked.key, SPECTATOR if seat is None else seat, have)

    def _ask(self, socket: int, asked: Asked, now: float) -> None:
        """Apply one request of a connected socket, unless it was applied before, and answer it."""
        connection = self.presence.connections[socket]
        request = (connection.who, stored_ident(asked.id))
        if request[1] not in self.state.asked.get(connection.who, ()):
            check_allowance(self.spent, asked)
            if isinstance(asked, Start):
                self._start(connection, request, now)
            elif isinstance(asked, Leave) and connection.seat != SPECTATOR:
                self._leave(connection.seat, request, now)
            elif isinstance(asked, Next):
                self._next(connection, asked, request, now)
            elif isinstance(asked, Say):
                self.outbox.messages += self.phrases.send(connection, asked, now)
            elif connection.viewer == SPECTATOR:
                raise TableError(connection.not_playing())
            elif isinstance(asked, Ask):
                source = HintRequest(socket, asked.id)
                if hint := self.decisions.hint(connection.viewer, source, now):
                    self.outbox.answer(socket, "done", id=asked.id, hint=hint)
                return
            else:
                self._ask_of_player(connection.viewer, asked, request, now)
        self.outbox.done(socket, asked.id)

    def _ask_of_player(self, seat: Seat, asked: Asked, request: Request, now: float) -> None:
        """Apply one request of a person who plays."""
        if isinstance(asked, Move | Act):
            self._act(seat, asked, request, now)
        elif isinstance(asked, Undo):
            self._undo(seat, asked, request, now)
        elif isinstance(asked, Forced):
            if changes_forced(self.state, seat, on=asked.on):
                self.automatic.restart(seat)
                did = {"event": "forced", "seat": seat, "on": asked.on}
                self._write(now, did, requests=[request])
        elif isinstance(asked, Rest):
            self._rest(seat, request, now)
        else:
            self._back(seat, now, request)

    def _start(self, connection: Connection, request: Request, now: float) -> None:
        if connection.who != self.state.plan.maker:
            raise TableError("Only the host can start the table.")
        empty = [seat for seat, player in enumerate(self.state.match.players) if not player]
        if not empty:
            raise TableError("The table has already started.")
        seated = [Seated(seat, self.state.chairs[seat].level) for seat in empty]
        self._write(now, *seated, requests=[request])

    def _next(self, connection: Connection, asked: Next, request: Request, now: float) -> None:
        seat = connection.seat
        if asked.again or asked.deal is not None:
            dealt = self.dealing.renew(seat, asked, now)
            self.turns.misses.pop(seat, None)
            self._deal(now, dealt, request)
        elif self.dealing.ask(connection, request, now):
            self._write(now, {"event": "ready", "seat": seat}, requests=[request])

    def _act(self, seat: Seat, asked: Act | Move, request: Request, now: float) -> None:
        self._back(seat, now)
        match = self.state.match
        chosen = parse_action(GAMES[match.game], asked.action)
        if asked.move != (move := match.moves[seat]):
            raise TableError(
                f"{asked.action} was sent for another move (this seat is at move {move})."
            )
        if why := refusal(match, seat, chosen):
            raise TableError(why)
        self.automatic.chosen(seat, now)
        self._write(now, Acted(seat, chosen), requests=[request])

    def _undo(self, seat: Seat, asked: Undo, request: Request, now: float) -> None:
        check_round(self.state)
        to = self.state.undo(seat, asked.move)
        self._back(seat, now)
        self.dealing.forget()
        self._write(now, {"event": "undone", "seat": seat, "to": to}, requests=[request])

    def _rest(self, seat: Seat, request: Request, now: float) -> None:
        if not self.state.spare:
            raise TableError("The rest is played by itself only once no points can change.")
        if seat not in self.state.resting:
            self._back(seat, now)
            self.automatic.restart(seat)
            self._write(now, {"event": "rest", "seat": seat}, requests=[request])

    def _back(self, seat: Seat, now: float, *requests: Request) -> None:
        """Give a person the seat back that a computer plays."""
        self.turns.misses.pop(seat, None)
        if self.state.away(seat) and seat not in self.state.waiting:
            self._write(now, Seated(seat, HUMAN + self.state.chairs[seat].name), requests=requests)

    def _leave(self, seat: Seat, request: Request, now: float) -> None:
        """Free a seat for good; its sockets are closed after the answer."""
        self.outbox.close += self.presence.leave(seat)
        self.automatic.forget(seat)
        did: list[Event | dict[str, Any]] = [self.dealing.leave(seat)]
        if not self.state.match.winners and seat not in self.state.waiting:
            did.append(Seated(seat, self.state.plan.level))
        self._write(now, *did, requests=[request])

    # The passing of time, and computers.

    def _done(self, now: float) -> Outcome:
        """Apply the passing of time and the computers' actions; returns all effects."""
        if self.presence.deserted(now):
            self.decisions.cancel_actions()
        if self.presence.run(now):
            if dealt := self.dealing.due(now):
                self._deal(now, dealt)
            if self.presence.absent_since:
                self._replace_absent(now)
            self._play_computers(now)
            self._play_overdue(now)
        else:
            self.turns.stop()
            self.automatic.stop()
        if self.decisions.pending:
            self.outbox.add_hints(self.decisions.answers(now))
        self._send_status(now)
        wanted = self.decisions.take_requests()
        outgoing, close = self.outbox.take()
        rows, snapshot, self.rows, self.snapshot = tuple(self.rows), self.snapshot, [], None
        return Outcome(rows, outgoing, self._next_time(now), close, wanted, snapshot)

    def _replace_absent(self, now: float) -> None:
        """Let a computer play for each person whose absence has lasted too long."""
        for seat, until in sorted(self.presence.held().items()):
            if until <= now:
                self._write(now, Seated(seat, self.state.plan.level))

    def _deal(self, now: float, dealt: Sequence[Event | dict[str, Any]], *more: Request) -> None:
        """Store a deal, with the requests for it."""
        self._write(now, *dealt, requests=[*self.dealing.requests, *more])
        self.snapshot = taken(self.state, self.rows[-1])
        self.dealing.dealt(now)

    def _play_computers(self, now: float) -> None:
        """Let computers act while no person must act and no search is awaited."""
        while True:
            computers = self.state.computers
            if self.decisions.pending:
                self.decisions.cancel_actions(but=computers)
            if not computers:
                return
            acts = next(filter(None, (self.decisions.act(seat, now) for seat in computers)), None)
            if not acts:
                return
            self._write(now, *acts)

    def _play_overdue(self, now: float) -> None:
        """Play the cards that are played by themselves, and let a computer play the turns whose
        time has ended.
        """
        while True:
            # nothing is played by itself for a person who missed the last turn, and may be absent
            here = self.presence.playing() - self.turns.misses.keys()
            if self.turns.run(now):
                self._write(now, *self.turns.played())
            elif acted := self.automatic.run(here, now):
                self._write(now, acted)
            else:
                return
            self._play_computers(now)

    def _next_time(self, now: float) -> float | None:
        """The next time at which `time_passed` has an effect, or None; seconds since the epoch."""
        times = self.dealing.times(now)
        if (end := self.turns.end()) is not None:
            times.append(end)
        if self.presence.absent_since:
            times += self.presence.times(now)
        if self.decisions.pending:
            times += self.decisions.due(acting=self.presence.attended())
        if self.state.forced or self.state.resting:
            times += self.automatic.times()
        return min((time for time in times if time < NEVER), default=None)

    # Outputs.

    def _write(
        self, now: float, *did: Event | dict[str, Any], requests: Sequence[Request] = ()
    ) -> None:
        """Add a row, and the views that differ by it."""
        row = self.state.row(now, did, requests)
        viewers = self.state.fold(did, requests)
        self.rows.append(row)
        self.outbox.add_views(viewers)

    def _send_status(self, now: float) -> None:
        """Send the status to all sockets if it differs from the last one, and to new sockets
        always; new sockets get their view too.
        """
        before, self.status = self.status, self._status(now)
        self.outbox.add_status(self.status, now, changed=self.status != before)

    def _status(self, now: float) -> TableStatus:
        plan, ready = self.state.plan, tuple(sorted(set(self.dealing.ready) - {SPECTATOR}))
        turn = self.state.phase, plan.level, plan.limit, self.turns.clock, ready
        watchers, places = self.presence.watchers(), self.presence.places(now)
        more = self.decisions.stand_in, self.dealing.resting, self.state.number
        return TableStatus(*turn, watchers, *more, places, self.state.repeatable)
