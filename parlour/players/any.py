"""What any game has: a player of the first legal action, and how a hand lies when cards leave it
and come.
"""

from collections.abc import Iterable

from parlour.cards import HIDDEN, NONE, Action, Card, Mask
from parlour.match import View


def first(view: View, dice: int) -> Action:
    """The first legal card in deal order, else the first legal action."""
    lowest = (view.legal & -view.legal).bit_length() - 1
    return next((card for card in view.dealt if view.legal >> card & 1), lowest)


def first_legal(hand: Iterable[Card], legal: Mask) -> Card:
    """The first card of an ordered hand that may be played, passed or thrown."""
    return next(card for card in hand if legal >> card & 1)


def leave(hand: list[Card], card: Card) -> None:
    """Take a card out of an ordered hand; the last one takes its place."""
    place = hand.index(card)
    hand[place] = hand[-1]
    hand.pop()


def hand(view: View, received: Iterable[Card] = (), after: int = 0) -> list[Card]:
    """A seat's own cards as they lie: the last takes the place of one that leaves, what comes goes
    to the end.

    `received`: cards that came when so many had left.
    """
    ordered = list(view.dealt)
    left = 0
    for seen in view.seen:
        if seen.seat == view.seat:
            if seen.action < 52:
                leave(ordered, seen.action)
                left += 1
                ordered += received if left == after else ()
            elif seen.card not in (HIDDEN, NONE):
                ordered.append(seen.card)
    return ordered
