"""The rule players of Hearts.

`first` is the assignment's computer (seed text 004, and all seven tricks of its sample): it plays
the first legal card, and passes the first three cards that it was dealt. When a card leaves a hand,
the last card moves to its place; received cards are appended. The program `hearts` has its own
lists, in which received cards are in the order that the giver chose. `careful` avoids tricks: it
passes and discards its highest cards, leads its lowest, and follows with the highest that loses,
else with its lowest. `greedy`, the prudent player, is in prudent.py.
"""

from collections.abc import Sequence

from parlour.cards import Action, Card, cards
from parlour.games.hearts.prudent import (
    BELOW,
    best_card,
    highest,
    leading,
    lowest,
    prudent,
    suit_of,
)
from parlour.games.hearts.rules import MOONS
from parlour.match import View
from parlour.players.first_legal import first_legal, hand


def first(view: View, _dice: int) -> Action:
    """The plain player's action, from the order of the deal, the received cards (ascending) and the
    plays.
    """
    return plain(held(view), view)


def held(view: View) -> list[Card]:
    """A seat's own cards in order; received cards, ascending, are appended after three have
    left.
    """
    return hand(view, cards(view.table.received), after=3)


def plain(ordered: Sequence[Card], view: View) -> Action:
    """The first legal card of a hand; the first three dealt cards are passed; of the moons, the old
    one.
    """
    if view.table.passing:
        return first_legal(view.dealt, view.legal)
    return first_legal(ordered, view.legal) if ordered else 52


def careful(view: View, _dice: int) -> Action:
    """The action of a player that avoids tricks."""
    if view.legal & MOONS:
        return plain([], view)
    if view.table.passing:
        return highest(view.legal)
    if leading(view):
        return lowest(view.legal)
    best = best_card(view)
    if not view.legal & suit_of(best):
        return highest(view.legal)
    under = view.legal & BELOW[best]
    return highest(under) if under else lowest(view.legal)


LEVELS = {"first": first, "careful": careful, "greedy": prudent}
