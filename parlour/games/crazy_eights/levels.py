"""The rule players of Crazy Eights.

`first` is the assignment's computer (seed text 003, and all sixteen plays of its sample): the first
card but an eight with the top card's rank, else the first of the suit, else the first eight. The
other players also play eights last: `greedy` plays the card that the fewest unseen cards can
answer, and so does `careful`, but of the top card's rank if it can.
"""

from collections.abc import Sequence

from parlour.cards import ALL, Action, Card, mask_of, popcount
from parlour.games.crazy_eights.rules import EIGHTS, NAME, SUITS_TO_NAME, fitting
from parlour.match import View
from parlour.players.first_legal import hand


def first(view: View, _dice: int) -> Action:
    """The action by rank, then suit, then an eight, in the order of the deal, draws and plays."""
    return rank_suit_eight(hand(view), view)


def rank_suit_eight(ordered: Sequence[Card], view: View) -> Action:
    """The first card but an eight of equal rank, else the first but an eight, else the first eight;
    else the forced action.

    The suit to name is the one of which the hand holds most, at a tie the suit of the card that
    comes first in the hand.
    """
    if view.legal & SUITS_TO_NAME:
        return (
            NAME
            + max(ordered, key=lambda card: sum(other // 13 == card // 13 for other in ordered))
            // 13
        )
    fitting = [card for card in ordered if view.legal >> card & 1]
    if not fitting:
        return view.legal.bit_length() - 1  # draw or pass, whichever is legal
    suited = [card for card in fitting if not EIGHTS >> card & 1]
    ranked = [card for card in suited if card % 13 == view.table.top % 13]
    return (ranked or suited or fitting)[0]


def plain(view: View) -> list[Card]:
    """The legal cards but eights, in the order of the hand."""
    legal = view.legal & ~EIGHTS
    return [] if view.legal & SUITS_TO_NAME else [card for card in hand(view) if legal >> card & 1]


def careful(view: View, dice: int) -> Action:
    """The card but an eight that is hardest to answer, one of the top card's rank if there is any;
    a suit is named as by the assignment's computer.
    """
    cards = plain(view)
    ranked = [card for card in cards if card % 13 == view.table.top % 13]
    return hardest(ranked or cards, view, dice)


def greedy(view: View, dice: int) -> Action:
    """The card but an eight that is hardest to answer; a suit is named as by the assignment's
    computer.
    """
    return hardest(plain(view), view, dice)


def hardest(cards: Sequence[Card], view: View, dice: int) -> Action:
    """The card that the fewest unseen cards can answer; without any, the assignment's action."""
    seen = (
        view.table.hand
        | 1 << view.table.turned
        | mask_of(seen.action for seen in view.seen if seen.action < 52)
    )
    return min(
        cards,
        key=lambda card: popcount(ALL & ~seen & fitting(card, card // 13)),
        default=first(view, dice),
    )


LEVELS = {"first": first, "careful": careful, "greedy": greedy}
UNFELT = {"trained"}  # nearer than 5 % of the rounds to another level (docs/players.md)
