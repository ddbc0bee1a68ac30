"""The positions to which the only person of a table may go back: before each action of theirs in
the present round. Several actions of a seat while all act at once, as in a pass, are one.
"""

from typing import NamedTuple

from parlour.cards import NOBODY, SPECTATOR, Seat, popcount
from parlour.catalogue.registry import GAMES
from parlour.errors import TableError
from parlour.match import Match, legal


class Position(NamedTuple):
    """A match before an action of the person."""

    number: int  # the action's event in its match, from 0
    seat: Seat
    match: Match

    @property
    def move(self) -> int:
        """The number of the action among those of its seat in the match."""
        return self.match.moves[self.seat]


class Past:
    """The positions of a round, the earliest first."""

    def __init__(self) -> None:
        """Nobody has acted."""
        self.positions: list[Position] = []

    def forget(self) -> None:
        """Nobody can go back from here."""
        self.positions = []

    def add(self, number: int, seat: Seat, match: Match) -> None:
        """Store a match before its event `number`, an action of this seat."""
        if all_at_once(match) and self.positions and all_at_once(self.positions[-1].match):
            return
        self.positions.append(Position(number, seat, match))

    def back(self, number: int) -> Match:
        """The match before its event `number`; what came after it is forgotten."""
        place = [position.number for position in self.positions].index(number)
        match = self.positions[place].match
        del self.positions[place:]
        return match

    def last(self) -> int | None:
        """The move of the last decision, or None."""
        if not self.positions:
            return None
        chosen = (
            position
            for position in reversed(self.positions)
            if choice(position.match, position.seat)
        )
        return next((position.move for position in chosen), None)

    def find(self, match: Match, move: int) -> Position:
        """The position before a move of the person; TableError if it may not be undone."""
        if all_at_once(match):
            raise TableError("No move can be undone while several seats may act at once.")
        for position in self.positions:
            if position.move == move:
                return position
        moves = ", ".join(str(position.move) for position in self.positions) or "none"
        raise TableError(f"Move {move} cannot be undone (possible in this round: {moves}).")


def choice(match: Match, seat: Seat) -> bool:
    """Whether a seat has several actions to choose from."""
    return popcount(legal(match, seat)) > 1


def all_at_once(match: Match) -> bool:
    """Whether several seats may act at once, in any order."""
    if not match.playing:
        return False
    return bool(GAMES[match.game].shown(match.round, match.state, SPECTATOR).turn == NOBODY)
