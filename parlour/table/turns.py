"""The clock of a turn, where people play at a table with a limit, and the turns that a computer
plays when it has run out.
"""

from parlour.cards import Seat
from parlour.match import HUMAN, Event, Seated, legal, step
from parlour.table.decisions import spread
from parlour.table.state import TableState

MISSES = 2  # turns in a row that a computer played, after which it keeps the seat


class Turns:
    """Whose turn it is for how long."""

    def __init__(self, state: TableState) -> None:
        """No clock runs."""
        self.state = state
        self.clock: float | None = None  # when it has run out: seconds since the epoch
        self.turn: tuple[int, ...] = ()  # what it runs for
        self.misses: dict[Seat, int] = {}  # turns in a row that a computer played for a person

    def stop(self) -> None:
        """No clock runs."""
        self.clock, self.turn = None, ()

    def run(self, now: float) -> bool:
        """Start the clock where a turn has begun; whether it has run out."""
        turn = self.state.turn()
        if turn != self.turn:
            self.turn, self.clock = turn, now + self.state.plan.limit if turn else None
        end = self.end()
        return end is not None and end <= now

    def end(self) -> float | None:
        """When a computer plays the turn: a little after the clock has run out, by a time that
        tells nothing.
        """
        if self.clock is None or not self.late():
            return None
        return self.clock + spread(self.state.match, *self.turn)

    def late(self) -> list[Seat]:
        """The persons who may act; computers do, each when it is due."""
        match = self.state.match
        return [
            seat
            for seat, player in enumerate(match.players)
            if player.startswith(HUMAN) and legal(match, seat)
        ]

    def played(self) -> list[Event]:
        """A computer plays one turn for persons, stored and told as one; after some in a row it
        keeps the seat.

        As one also for all who have not chosen where all do at once: else they would be told that
        others have not either.
        """
        match, did = self.state.match, list[Event]()
        for seat in self.late():
            self.misses[seat] = self.misses.get(seat, 0) + 1
            person = Seated(seat, match.players[seat])
            match, played = self.state.played(match, seat)
            did += played
            if self.misses[seat] < MISSES and not match.winners:
                did.append(person)
                match = step(match, person)
        return did
