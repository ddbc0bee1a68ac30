"""The cards that are played by themselves for persons: forced ones, if the person wants that, and
the rest of a round in which no points can change.

A forced card comes after a delay like those of its person's own choices, drawn from the match's
secret. So its time does not distinguish it from a choice: the delay depends neither on the card nor
on the hand.
"""

from collections import deque
from collections.abc import Container, Iterator

from parlour.cards import ALL, Action, Seat
from parlour.match import Acted, legal
from parlour.players import plain
from parlour.table.computers import chosen
from parlour.table.decisions import drawn
from parlour.table.past import choice
from parlour.table.state import TableState

# seconds from a turn to its action, for a person who has made few choices
DELAYS = (0.6, 0.9, 1.2, 1.8, 3.0)
REMEMBERED = 15  # the last delays of each person, from which the next one is drawn
SHORTEST, LONGEST = 0.4, 15.0  # seconds; a shorter or longer delay counts as this one
REST_PACE = 0.3  # seconds from a turn to its action, for the rest of a round


class Automatic:
    """The persons' turns, and the delays of their choices."""

    def __init__(self, state: TableState) -> None:
        """No turn has begun."""
        self.state = state
        self.delays: dict[Seat, deque[float]] = {}
        # the present turns of persons who are connected, and when each began
        self.began: dict[Seat, tuple[tuple[int, ...], float]] = {}

    def stop(self) -> None:
        """No turn is running."""
        self.began = {}

    def restart(self, seat: Seat) -> None:
        """Let the present turn of a seat begin anew, so that nothing is played at once."""
        self.began.pop(seat, None)

    def forget(self, seat: Seat) -> None:
        """Forget the delays of a person who has left."""
        self.delays.pop(seat, None)

    def chosen(self, seat: Seat, now: float) -> None:
        """Note the delay of a person who acts now, if it is a choice."""
        match = self.state.match
        if seat in self.began and choice(match, seat) and not self.state.several:
            delays = self.delays.setdefault(seat, deque(DELAYS, REMEMBERED))
            delays.append(max(SHORTEST, min(now - self.began[seat][1], LONGEST)))

    def run(self, here: Container[Seat], now: float) -> Acted | None:
        """Begin the turns of these persons that have not begun; returns an action that is due."""
        state, match, began = self.state, self.state.match, {}
        for seat in state.persons:
            if seat in here:
                turn = state.deals, match.moves[seat]
                before = self.began.get(seat)
                began[seat] = before if before and before[0] == turn else (turn, now)
        self.began = began
        if not state.forced and not state.resting:
            return None
        return next(
            (Acted(seat, self._action(seat)) for at, seat in self._due() if at <= now), None
        )

    def times(self) -> list[float]:
        """The times at which actions are due; seconds since the epoch."""
        return [at for at, _ in self._due()]

    def _due(self) -> Iterator[tuple[float, Seat]]:
        """The actions that are played by themselves in the present turns: when, and whose."""
        match, state = self.state.match, self.state
        if state.several:
            return
        for seat, (turn, began) in self.began.items():
            if seat in state.resting and legal(match, seat) & ALL:
                yield began + REST_PACE, seat
            elif seat in state.forced and not choice(match, seat):
                delays = sorted(self.delays.get(seat, DELAYS))
                yield began + quantile(delays, drawn(match, "forced", seat, *turn)), seat

    def _action(self, seat: Seat) -> Action:
        """The only action of a seat; for the rest of a round, a plain level chooses."""
        match = self.state.match
        if seat not in self.state.resting:
            return legal(match, seat).bit_length() - 1
        level = plain(match.game, self.state.plan.level)
        return chosen(match, seat, level).action


def quantile(ascending: list[float], part: float) -> float:
    """The number that this part (0 to 1) of some numbers is below, between neighbours in
    proportion.
    """
    place = part * (len(ascending) - 1)
    below = int(place)
    above = min(below + 1, len(ascending) - 1)
    return ascending[below] + (ascending[above] - ascending[below]) * (place - below)
