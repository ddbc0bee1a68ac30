"""Parts of every game's players: the player of the first legal action, and the order of cards in a
hand.
"""

from collections.abc import Iterable

from parlour.cards import HIDDEN, NONE, Action, Card, Mask
from parlour.match import View


def first(view: View, _dice: int) -> Action:
    """The first legal card in the order of the deal, else the first legal action."""
    lowest = (view.legal & -view.legal).bit_length() - 1
    return next((card for card in view.dealt if view.legal >> card & 1), lowest)


def first_legal(hand: Iterable[Card], legal: Mask) -> Card:
    """The first card of an ordered hand that may be played, passed or discarded."""
    return next(card for card in hand if legal >> card & 1)


def leave(hand: list[Card], card: Card) -> None:
    """Remove a card from an ordered hand; the last card moves to its place."""
    place = hand.index(card)
    hand[place] = hand[-1]
    hand.pop()


def hand(view: View, received: Iterable[Card] = (), after: int = 0) -> list[Card]:
    """A seat's own cards in the order of the assignments' programs: the last card moves to the
    place of one that leaves, and new cards are appended.

    `received` is appended after `after` cards have left.
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
