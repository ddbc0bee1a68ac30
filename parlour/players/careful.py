"""Players that lose nothing needlessly, and think no further.

Straights: it lays the first card that fits, as the assignment's computer does, but throws the cheapest away.
Hearts: it leaves tricks to others where it can: it passes and throws its highest cards, leads its lowest, and follows with the
highest that loses, else with its lowest.
Crazy Eights: eights come last; of the others the card goes whose suit and rank it holds most of, so that it can answer itself.
"""

from parlour.cards import Action, cards, popcount
from parlour.eights import EIGHTS, SUITS_TO_NAME, fitting
from parlour.hearts import MOONS
from parlour.match import View
from parlour.players import first
from parlour.players.prudent import BELOW, best_card, highest, leading, lowest, suit_of
from parlour.straights import worth


def straights(view: View, dice: int) -> Action:
    """The first legal play in deal order, or the cheapest discard."""
    if view.legal & view.playable:
        return first.straights(view, dice)
    return min(cards(view.legal), key=lambda card: worth(view.rules.values, 1 << card))


def hearts(view: View, dice: int) -> Action:
    """Avoid taking tricks."""
    if view.legal & MOONS:
        return first.plain([], view)
    if view.table.passing:
        return highest(view.legal)
    if leading(view):
        return lowest(view.legal)
    best = best_card(view)
    if not view.legal & suit_of(best):
        return highest(view.legal)
    under = view.legal & BELOW[best]
    return highest(under) if under else lowest(view.legal)


def crazy_eights(view: View, dice: int) -> Action:
    """Of the cards but eights, that which most of the hand could follow; a suit is named as the assignment's computer does."""
    plain = view.legal & ~EIGHTS
    some = [card for card in first.hand(view) if plain >> card & 1]
    if view.legal & SUITS_TO_NAME or not some:
        return first.crazy_eights(view, dice)
    return max(some, key=lambda card: popcount(view.table.hand & fitting(card, card // 13)))
