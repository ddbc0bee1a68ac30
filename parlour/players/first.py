"""The assignments' computers, as simple as their texts ask.

Straights (seed texts 001 and 002, 5.5.3): the first legal play in the hand; if there is none, the first card.
"""

from collections.abc import Iterable

from parlour.cards import Action, Card, Mask
from parlour.match import View


def first_legal(hand: Iterable[Card], legal: Mask) -> Card:
    """The first card of an ordered hand that may be played or thrown."""
    return next(card for card in hand if legal >> card & 1)


def act(view: View, dice: int) -> Action:
    """The first legal card in deal order."""
    return first_legal(view.dealt, view.legal)
