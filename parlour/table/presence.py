"""The connections to a table: sockets that have shown a key, and persons without a socket."""

from collections.abc import Container, Iterator

from parlour.cards import SPECTATOR, Seat
from parlour.errors import TableError
from parlour.table.messages.keys import derived, hashed
from parlour.table.messages.names import folded
from parlour.table.messages.status import Connection, Place
from parlour.table.state import TableState

SEAT_HELD = 30.0  # seconds that a seat is reserved for a person who is absent
GRACE = 3.0  # seconds before an absence is shown: a page that loads again is absent for a moment
SOCKETS = 50  # sockets with the same key; one person cannot use up the server's connections
NEVER = float("inf")


class Presence:
    """The connections to a table, and the times since when persons are absent."""

    def __init__(self, state: TableState) -> None:
        """No socket is connected."""
        self.state = state
        self.connections: dict[int, Connection] = {}
        # sockets to which the full state is still to be sent, each with the number of its last view
        self.fresh: dict[int, int] = {}
        self.time_runs_since = NEVER  # the time since when time runs, or NEVER
        self.stopped_since = NEVER  # the time since when it does not run
        # the time since when a person's seat has had no socket
        self.absent_since: dict[Seat, float] = {}
        # the occupants while nobody is absent, and the players and chairs that they follow from
        self._occupants: tuple[object, tuple[Place, ...]] = None, ()

    def begin(self, now: float) -> None:
        """Count all persons as absent from now on; those whose seat a computer plays, for
        longer.
        """
        self.absent_since = dict.fromkeys(self.state.people(), now)
        for seat in filter(self.state.away, self.absent_since):
            self.absent_since[seat] = now - SEAT_HELD

    def attends(self, socket: int) -> bool:
        """Whether time runs for a socket: that of a person with a seat, or of the maker as a
        spectator.
        """
        connection = self.connections.get(socket)
        return connection is not None and (
            connection.seat != SPECTATOR or connection.who == self.state.plan.maker
        )

    def attended(self) -> bool:
        """Whether time runs for at least one socket."""
        return any(map(self.attends, self.connections))

    def run(self, now: float) -> bool:
        """Start or stop the time; returns whether it runs."""
        attended = self.attended()
        self.time_runs_since = min(self.time_runs_since, now) if attended else NEVER
        self.stopped_since = NEVER if attended else min(self.stopped_since, now)
        return attended

    def deserted(self, now: float) -> bool:
        """Whether nobody has been here for GRACE seconds. Between two HTTP requests of a program
        nobody is here for a moment.
        """
        return now >= self.stopped_since + GRACE

    def free_seat(self, socket: int, who: str, name: str) -> Seat:
        """The seat for a person who joins with a key of this hash; TableError if none is open."""
        plan, chairs = self.state.plan, self.state.chairs
        if not self.connections[socket].invite:
            raise TableError("An invitation is needed to join this table.")
        if who in (plan.maker, plan.invite, plan.watch):
            raise TableError("This key belongs to the table (a new player needs a new key).")
        seat = next((seat for seat, chair in enumerate(chairs) if chair.kind == "open"), None)
        if seat is None:
            raise TableError("No seat is open; you can watch.")
        if folded(name) in [folded(chair.name) for chair in chairs]:
            raise TableError(f'The name "{name}" is already used at this table.')
        return seat

    def surplus(self, socket: int, who: str) -> list[int]:
        """The sockets to close so that one more can use a key; TableError if the limit is reached.

        For the invitation's key, the oldest socket is closed while a seat is open.
        """
        same = [
            other
            for other, connection in self.connections.items()
            if connection.who == who and other != socket
        ]
        if len(same) < SOCKETS:
            return []
        if who != self.state.plan.invite or all(
            chair.kind != "open" for chair in self.state.chairs
        ):
            raise TableError(f"Too many connections use this key (allowed: {SOCKETS}).")
        return same[:1]

    def connect(self, socket: int, key: str, seat: Seat, have: int) -> None:
        """Connect a socket that has shown the key of a seat, or of SPECTATOR; `have` is the number
        of its last view.
        """
        who, plan = hashed(key), self.state.plan
        invite = watch = None
        if who == plan.invite:
            invite = key
        elif who == plan.maker:
            invite, watch = derived("invite", key), derived("watch", key)
        viewer = SPECTATOR if seat in self.state.waiting else seat
        self.connections[socket] = Connection(viewer, seat, who, invite, watch)
        self.fresh[socket] = have
        self.absent_since.pop(seat, None)

    def disconnect(self, socket: int, now: float) -> None:
        """Disconnect a socket. A person without any other is absent from now on."""
        connection = self.connections.pop(socket, None)
        here = {other.seat for other in self.connections.values()}
        if connection and connection.seat in self.state.people() and connection.seat not in here:
            self.absent_since[connection.seat] = now

    def leave(self, seat: Seat) -> list[int]:
        """Disconnect the sockets of a seat that its person has left; returns them."""
        left = [
            socket for socket, connection in self.connections.items() if connection.seat == seat
        ]
        for socket in left:
            del self.connections[socket]
        self.absent_since.pop(seat, None)
        return left

    def seat_waiting(self, seats: list[Seat]) -> None:
        """Let persons who joined during a round see the views of their seats."""
        for socket, connection in self.connections.items():
            if connection.seat in seats:
                self.connections[socket] = connection._replace(viewer=connection.seat)
                self.fresh[socket] = 0

    def viewing(self, viewers: Container[Seat]) -> Iterator[tuple[int, Seat]]:
        """The sockets that have the last view of these seats or SPECTATOR, and get the next one;
        each with its viewer.
        """
        for socket, connection in self.connections.items():
            if connection.viewer in viewers and socket not in self.fresh:
                yield socket, connection.viewer

    def playing(self) -> set[Seat]:
        """The seats with a socket."""
        return {connection.viewer for connection in self.connections.values()} - {SPECTATOR}

    def watchers(self) -> int:
        """The number of spectators' sockets."""
        return sum(connection.seat == SPECTATOR for connection in self.connections.values())

    def here(self, now: float) -> set[Seat]:
        """The seats with a socket, or without one for less than GRACE seconds: after a restart of
        the server all sockets connect again.
        """
        return self.playing() | {seat for seat, at in self.absent_since.items() if now < at + GRACE}

    def held(self) -> dict[Seat, float]:
        """The seats that are reserved for an absent person while others wait, each with its end in
        seconds since the epoch.
        """
        if not (self.absent_since and self.state.match.playing and self.time_runs_since < NEVER):
            return {}
        return {
            seat: max(at, self.time_runs_since) + SEAT_HELD
            for seat, at in self.absent_since.items()
            if not self.state.away(seat)
        }

    def places(self, now: float) -> tuple[Place, ...]:
        """The seats with their occupants, in order."""
        if self.absent_since:
            return tuple(self._places(now))
        match = self.state.match
        occupants = match.players, match.winners, tuple(self.state.chairs)
        if occupants != self._occupants[0]:
            self._occupants = occupants, tuple(self._places(now))
        return self._occupants[1]

    def _places(self, now: float) -> Iterator[Place]:
        held = self.held()
        for seat, chair in enumerate(self.state.chairs):
            here = chair.kind != "open" and now < self.absent_since.get(seat, now) + GRACE
            name = chair.name or (self.state.match.players[seat] and chair.level)
            until = None if here else held.get(seat)
            yield Place(chair.kind, name, here, self.state.away(seat), until)

    def times(self, now: float) -> list[float]:
        """The times at which a person begins to count as absent, or loses the seat to a
        computer.
        """
        graces = [
            at + GRACE for at in self.absent_since.values() if self.connections and at + GRACE > now
        ]
        return [*graces, *self.held().values()]
