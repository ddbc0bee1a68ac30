"""The count of a duel in Hearts besides points: moons."""

from parlour.cards import Seat
from parlour.games.hearts.rules import shooter
from parlour.match import Match


def moon_of(match: Match) -> Seat:
    """The seat that has shot the moon in the finished round, or NOBODY."""
    return shooter(match.state.taken)
