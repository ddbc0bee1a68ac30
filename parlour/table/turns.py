"""The clock of a turn at a table with a time limit, and the turns that a computer plays at its
end.
"""

from parlour.cards import Seat
from parlour.match import Event, Seated, step
from parlour.players import plain
from parlour.table.computers import played
from parlour.table.decisions import spread
from parlour.table.state import TableState

# turns in a row without an action of the person, after which a computer takes over the seat
MISSES = 2


class Turns:
    """The clock of the present turn."""

    def __init__(self, state: TableState) -> None:
        """No clock runs."""
        self.state = state
        self.clock: float | None = None  # when its time ends; seconds since the epoch
        # the turn that it belongs to, as `TableState.turn` gives it
        self.turn: tuple[int, ...] = ()
        # turns in a row that a computer played for a person, by seat
        self.misses: dict[Seat, int] = {}

    def stop(self) -> None:
        """No clock runs."""
        self.clock, self.turn = None, ()

    def run(self, now: float) -> bool:
        """Start the clock if a turn has begun; returns whether the time has ended."""
        turn = self.state.turn()
        if turn != self.turn:
            self.turn, self.clock = turn, None
            if turn:
                self.clock = now + self.state.plan.limit
        end = self.end()
        return end is not None and end <= now

    def end(self) -> float | None:
        """When a computer plays the turn, in seconds since the epoch, or None. It is delayed by a
        random time, which hides the duration of storing and sending.
        """
        if self.clock is None or not self.state.persons:
            return None
        return self.clock + spread(self.state.match, *self.turn)

    def played(self) -> list[Event]:
        """The events of a turn that a computer plays for the persons who may act. After `MISSES`
        such turns in a row the computer remains on the seat.

        All of them are stored together. While several seats may act at once, other seats must not
        learn which ones had acted.
        """
        match, did = self.state.match, list[Event]()
        for seat in self.state.persons:
            self.misses[seat] = self.misses.get(seat, 0) + 1
            person = Seated(seat, match.players[seat])
            # a learned level would need its fixed time again, and the time of the turn has ended
            level = plain(match.game, self.state.plan.level)
            match, acts = played(match, seat, level)
            did += acts
            if self.misses[seat] < MISSES and not match.winners:
                did.append(person)
                match = step(match, person)
        return did
