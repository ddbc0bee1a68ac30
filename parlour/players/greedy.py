"""Players that look at what each of their cards does to all the others.

Straights: it lays the card that opens most points of its own, those that it opens for others counting a quarter against it; it
throws a card that nobody can lay any more, else what costs least with its own cards behind it.
Crazy Eights: eights come last; of the others the card goes that the fewest unseen cards can answer.
"""

from parlour.cards import ALL, Action, Card, Mask, cards, mask_of, popcount
from parlour.eights import EIGHTS, SUITS_TO_NAME, fitting
from parlour.match import View
from parlour.players import first
from parlour.straights import worth


def straights(view: View, dice: int) -> Action:
    """The play that opens most for itself, else the discard that costs least."""
    gone = view.table.thrown[0] | view.table.thrown[1] | view.table.thrown[2] | view.table.thrown[3]
    if view.legal & view.playable:
        return max(cards(view.legal), key=lambda card: opens(view, card, gone))
    dead = blocked(gone)
    return min(cards(view.legal & dead or view.legal), key=lambda card: loss(view, card, gone))


def ways(card: Card) -> tuple[range, ...]:
    """The cards beyond one, outwards, on its side of the suit; of a seven on both."""
    suit, rank = card // 13 * 13, card % 13
    down, up = range(card - 1, suit - 1, -1), range(card + 1, suit + 13)
    return (down, up) if rank == 6 else (down,) if rank < 6 else (up,)


def behind(card: Card, gone: Mask) -> Mask:
    """The cards that wait for this one, up to one that is thrown."""
    found = 0
    for way in ways(card):
        for other in way:
            if gone >> other & 1:
                break
            found |= 1 << other
    return found


def blocked(gone: Mask) -> Mask:
    """The cards that nobody can lay any more: all beyond one that is thrown."""
    return mask_of(other for card in cards(gone) for way in ways(card) for other in way)


def opens(view: View, card: Card, gone: Mask) -> int:
    """What laying a card does for its own cards, and for others', in quarters of a point."""
    values, some, hand = view.rules.values, behind(card, gone), view.table.hand
    return 4 * worth(values, some & hand) - worth(values, some & ~hand)


def loss(view: View, card: Card, gone: Mask) -> int:
    """The points of a card, and of one's own behind it."""
    return worth(view.rules.values, 1 << card | behind(card, gone) & view.table.hand)


def crazy_eights(view: View, dice: int) -> Action:
    """The card but an eight that is hardest to answer; a suit is named as the assignment's computer does."""
    plain = view.legal & ~EIGHTS
    some = [card for card in first.hand(view) if plain >> card & 1]
    if view.legal & SUITS_TO_NAME or not some:
        return first.crazy_eights(view, dice)
    seen = view.table.hand | 1 << view.table.turned | mask_of(seen.action for seen in view.seen if seen.action < 52)
    return min(some, key=lambda card: popcount(ALL & ~seen & fitting(card, card // 13)))
