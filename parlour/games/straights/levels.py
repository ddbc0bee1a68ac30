"""The rule players of Straights.

`first`, the assignment's computer (seed texts 001 and 002, 5.5.3): the first legal play in the
hand; if there is none, the first card. `careful` throws the cheapest away. `greedy` looks at what
each of its cards does to all the others: it lays the card that opens most points of its own, those
that it opens for others counting a quarter against it; it throws a card that nobody can lay any
more, else what costs least with its own cards behind it.
"""

from parlour.cards import Action, Card, Mask, cards, mask_of
from parlour.games.straights.rules import worth
from parlour.match import View
from parlour.players.any import first_legal


def first(view: View, dice: int) -> Action:
    """The first legal card in deal order."""
    return first_legal(view.dealt, view.legal)


def careful(view: View, dice: int) -> Action:
    """The first legal play in deal order, or the cheapest discard."""
    if view.legal & view.playable:
        return first(view, dice)
    return min(cards(view.legal), key=lambda card: worth(view.rules.values, 1 << card))


def greedy(view: View, dice: int) -> Action:
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
    if rank == 6:
        return down, up
    return (down,) if rank < 6 else (up,)


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


LEVELS = {"first": first, "careful": careful, "greedy": greedy}
