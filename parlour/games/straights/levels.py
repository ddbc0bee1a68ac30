"""The rule players of Straights.

`first` is the assignment's computer (seed texts 001 and 002, 5.5.3): the first legal play in the
hand; if there is none, the first card. `careful` discards the cheapest card. `greedy` weighs the
effect of each card on all its others: it plays the card that opens most points of its own, less a
quarter of those that it opens for others; it discards a card that can never be played, else the one
that costs least together with its own cards behind it.
"""

from parlour.cards import Action, Card, Mask, cards, mask_of
from parlour.games.straights.rules import worth
from parlour.match import View
from parlour.players.first_legal import first_legal


def first(view: View, _dice: int) -> Action:
    """The first legal card in the order of the deal."""
    return first_legal(view.dealt, view.legal)


def careful(view: View, dice: int) -> Action:
    """The first legal play in the order of the deal, or the cheapest discard."""
    if view.legal & view.playable:
        return first(view, dice)
    return min(cards(view.legal), key=lambda card: worth(view.rules.values, 1 << card))


def greedy(view: View, _dice: int) -> Action:
    """The play that opens most points for the seat itself, else the discard that costs least."""
    out = view.table.thrown[0] | view.table.thrown[1] | view.table.thrown[2] | view.table.thrown[3]
    if view.legal & view.playable:
        return max(cards(view.legal), key=lambda card: opens(view, card, out))
    dead = blocked(out)
    return min(cards(view.legal & dead or view.legal), key=lambda card: loss(view, card, out))


def sides(card: Card) -> tuple[range, ...]:
    """The cards beyond a card, outwards on its side of the suit; for a seven, on both sides."""
    suit, rank = card // 13 * 13, card % 13
    down, up = range(card - 1, suit - 1, -1), range(card + 1, suit + 13)
    if rank == 6:
        return down, up
    return (down,) if rank < 6 else (up,)


def behind(card: Card, out: Mask) -> Mask:
    """The cards that can be played only after this one, up to the next discard."""
    beyond = 0
    for side in sides(card):
        for other in side:
            if out >> other & 1:
                break
            beyond |= 1 << other
    return beyond


def blocked(out: Mask) -> Mask:
    """The cards that can never be played: all beyond a discard."""
    return mask_of(other for card in cards(out) for side in sides(card) for other in side)


def opens(view: View, card: Card, out: Mask) -> int:
    """The points of its own cards that a play opens, less a quarter of the others', in quarters of
    a point.
    """
    values, beyond, hand = view.rules.values, behind(card, out), view.table.hand
    return 4 * worth(values, beyond & hand) - worth(values, beyond & ~hand)


def loss(view: View, card: Card, out: Mask) -> int:
    """The points of a card and of one's own cards behind it."""
    return worth(view.rules.values, 1 << card | behind(card, out) & view.table.hand)


LEVELS = {"first": first, "careful": careful, "greedy": greedy}
UNFELT = {"trained"}  # nearer than 5 % of the rounds to another level (docs/players.md)
