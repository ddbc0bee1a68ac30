"""The rule players of Hearts.

`first`, the assignment's computer (seed text 004, and all seven tricks of its sample): the first
legal card; it passes the first three it was dealt. The last card of a hand takes the place of one
that leaves it; what comes goes to the end. The program `hearts` keeps its own lists, where cards
received lie as their giver chose them. `careful` leaves tricks to others where it can: it passes
and throws its highest cards, leads its lowest, and follows with the highest that loses, else with
its lowest. `greedy`, the prudent player, stands in prudent.py.
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
from parlour.players.any import first_legal, hand


def first(view: View, dice: int) -> Action:
    """The plain player, from the order of what was dealt, received (ascending) and played."""
    return plain(held(view), view)


def held(view: View) -> list[Card]:
    """A seat's own cards as they lie: those received, ascending, come when three have left."""
    return hand(view, cards(view.table.received), after=3)


def plain(ordered: Sequence[Card], view: View) -> Action:
    """The first legal card of a hand; the first three as dealt are passed; a moon is the old
    one.
    """
    if view.table.passing:
        return first_legal(view.dealt, view.legal)
    return first_legal(ordered, view.legal) if ordered else 52


def careful(view: View, dice: int) -> Action:
    """Avoid taking tricks."""
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
