"""Who is at a table: sockets that have shown a key, and persons whose seats have no socket."""

from collections.abc import Iterator

from parlour.cards import SPECTATOR, Seat
from parlour.errors import TableError, quote
from parlour.table.requests import derived, folded, hashed
from parlour.table.standing import Place, Plug
from parlour.table.state import TableState

HELD = 30.0  # seconds that a seat is kept for a person who is gone
GRACE = 3.0  # seconds for which nobody is told that somebody is gone: a page is being loaded again
SOCKETS = 50  # of one key: nobody can take the room of others
NEVER = float("inf")


class Presence:
    """Who is there, and since when others are gone."""

    def __init__(self, state: TableState) -> None:
        """Nobody is there."""
        self.state = state
        self.plugs: dict[int, Plug] = {}
        # sockets that wait for all they may know, and the view that each has
        self.fresh: dict[int, int] = {}
        self.since = NEVER  # since when somebody is there for whom time runs
        self.gone: dict[Seat, float] = {}  # since when a person's seat has no socket

    def begin(self, now: float) -> None:
        """Whoever has a seat is gone since now; for longer, where a computer plays it."""
        self.gone = {
            seat: now - HELD if self.state.away(seat) else now for seat in self.state.people()
        }

    def attends(self, socket: int) -> bool:
        """Whether the table plays on for a socket: of a person with a seat, or of the maker who
        watches.
        """
        plug = self.plugs.get(socket)
        return plug is not None and (plug.seat != SPECTATOR or plug.who == self.state.plan.maker)

    def attended(self) -> bool:
        """Whether somebody is there for whom time runs."""
        return any(map(self.attends, self.plugs))

    def run(self, now: float) -> bool:
        """Let time run while somebody is there for whom it does; whether it runs."""
        attended = self.attended()
        self.since = min(self.since, now) if attended else NEVER
        return attended

    def free_seat(self, socket: int, who: str, name: str) -> Seat:
        """The seat for a person who joins with a key of this hash; TableError where there is
        none.
        """
        plan, chairs = self.state.plan, self.state.chairs
        if not self.plugs[socket].invite:
            raise TableError("An invitation is needed to join this table.")
        if who in (plan.maker, plan.invite, plan.watch):
            raise TableError("This key belongs to the table (a new player needs a new key).")
        seat = next((seat for seat, chair in enumerate(chairs) if chair.kind == "open"), None)
        if seat is None:
            raise TableError("No seat is open; you can watch.")
        if folded(name) in [folded(chair.name) for chair in chairs]:
            raise TableError(f"The name {quote(name)} is already used at this table.")
        return seat

    def surplus(self, socket: int, who: str) -> list[int]:
        """The sockets of a key that make room for one more of it; TableError where none may.

        Of the invitation's key the first does, while a seat is open for who comes.
        """
        same = [other for other, plug in self.plugs.items() if plug.who == who and other != socket]
        if len(same) < SOCKETS:
            return []
        if who != self.state.plan.invite or all(
            chair.kind != "open" for chair in self.state.chairs
        ):
            raise TableError(f"Too many connections use this key (allowed: {SOCKETS}).")
        return same[:1]

    def plug(self, socket: int, key: str, seat: Seat, have: int) -> None:
        """A socket has shown the key of a seat, or SPECTATOR's; it has the view numbered `have`."""
        who, plan = hashed(key), self.state.plan
        invite, watch = key if who == plan.invite else None, None
        if who == plan.maker:
            invite, watch = derived("invite", key), derived("watch", key)
        viewer = SPECTATOR if seat in self.state.waiting else seat
        self.plugs[socket] = Plug(viewer, seat, who, invite, watch)
        self.fresh[socket] = have
        self.gone.pop(seat, None)

    def unplug(self, socket: int, now: float) -> None:
        """A socket is nobody's; a person without any is gone."""
        plug = self.plugs.pop(socket, None)
        here = {other.seat for other in self.plugs.values()}
        if plug and plug.seat in self.state.people() and plug.seat not in here:
            self.gone[plug.seat] = now

    def leave(self, seat: Seat) -> list[int]:
        """A seat is nobody's: its sockets, which are the table's no more."""
        left = [socket for socket, plug in self.plugs.items() if plug.seat == seat]
        for socket in left:
            del self.plugs[socket]
        self.gone.pop(seat, None)
        return left

    def sit(self, seats: list[Seat]) -> None:
        """Persons who waited for the deal see what their seats see."""
        for socket, plug in self.plugs.items():
            if plug.seat in seats:
                self.plugs[socket] = plug._replace(viewer=plug.seat)
                self.fresh[socket] = 0

    def viewing(self, viewer: Seat) -> list[int]:
        """The sockets that have the last view of a seat or SPECTATOR, and are sent the next."""
        return [
            socket
            for socket, plug in self.plugs.items()
            if plug.viewer == viewer and socket not in self.fresh
        ]

    def here(self, now: float) -> set[Seat]:
        """The seats of who is there, or may be back in a moment: the server may have started
        again.
        """
        there = {plug.viewer for plug in self.plugs.values() if plug.viewer != SPECTATOR}
        return there | {seat for seat, at in self.gone.items() if now < at + GRACE}

    def held(self) -> dict[Seat, float]:
        """Until when seats are kept for somebody, in a round that others are waiting in."""
        waiting = self.state.match.playing and self.since < NEVER
        return {
            seat: max(at, self.since) + HELD
            for seat, at in self.gone.items()
            if waiting and not self.state.away(seat)
        }

    def places(self, now: float) -> Iterator[Place]:
        """The seats, and who has each."""
        held = self.held()
        for seat, chair in enumerate(self.state.chairs):
            here = chair.kind != "open" and now < self.gone.get(seat, now) + GRACE
            name = chair.name or (chair.level if self.state.match.players[seat] else "")
            yield Place(
                chair.kind, name, here, self.state.away(seat), None if here else held.get(seat)
            )

    def times(self, now: float) -> list[float]:
        """When it changes who counts as there."""
        graces = [at + GRACE for at in self.gone.values() if self.plugs and at + GRACE > now]
        return [*graces, *self.held().values()]
