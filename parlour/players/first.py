"""The assignments' computers, as simple as their texts ask. They choose from an ordered hand.

Straights (seed texts 001 and 002, 5.5.3): the first legal play in the hand; if there is none, the first card.
Hearts (seed text 004, and all seven tricks of its sample): the first legal card; it passes the first three it was dealt.
Crazy Eights (seed text 003, and all sixteen plays of its sample): the first card but an eight of the top one's rank, else the
first of the suit, else the first eight.

In Hearts and Crazy Eights the last card of a hand takes the place of one that leaves it; what comes goes to the end. `hand`
says how a hand lies by what its seat has seen. The program `hearts` keeps its own lists, where cards received lie as their
giver chose them.
"""

from collections.abc import Iterable, Sequence

from parlour.cards import HIDDEN, NONE, Action, Card, Mask, cards
from parlour.eights import EIGHTS, NAME, SUITS_TO_NAME
from parlour.match import View


def first_legal(hand: Iterable[Card], legal: Mask) -> Card:
    """The first card of an ordered hand that may be played, passed or thrown."""
    return next(card for card in hand if legal >> card & 1)


def leave(hand: list[Card], card: Card) -> None:
    """Take a card out of an ordered hand; the last one takes its place."""
    place = hand.index(card)
    hand[place] = hand[-1]
    hand.pop()


def hand(view: View) -> list[Card]:
    """A seat's own cards as they lie, in Hearts and Crazy Eights."""
    ordered = list(view.dealt)
    received = cards(view.table.received) if view.game == "hearts" else ()
    left = 0
    for seen in view.seen:
        if seen.seat == view.seat:
            if seen.action < 52:
                leave(ordered, seen.action)
                left += 1
                ordered += received if left == 3 else ()
            elif seen.card not in (HIDDEN, NONE):
                ordered.append(seen.card)
    return ordered


def straights(view: View, dice: int) -> Action:
    """The first legal card in deal order."""
    return first_legal(view.dealt, view.legal)


def hearts(view: View, dice: int) -> Action:
    """The plain player, from the order of what was dealt, received (ascending) and played."""
    return plain(hand(view), view)


def plain(ordered: Sequence[Card], view: View) -> Action:
    """The first legal card of a hand; the first three as dealt are passed; a moon is the old one."""
    if view.table.passing:
        return first_legal(view.dealt, view.legal)
    return first_legal(ordered, view.legal) if ordered else 52


def crazy_eights(view: View, dice: int) -> Action:
    """Rank, then suit, then an eight, by the order of what was dealt, drawn and played."""
    return rank_suit_eight(hand(view), view)


def rank_suit_eight(ordered: Sequence[Card], view: View) -> Action:
    """The first card but an eight of equal rank, else the first but an eight, else the first eight; else what must be done.

    A suit is named by the card, the first of them, whose suit the hand holds most of.
    """
    if view.legal & SUITS_TO_NAME:
        return NAME + max(ordered, key=lambda card: sum(other // 13 == card // 13 for other in ordered)) // 13
    fitting = [card for card in ordered if view.legal >> card & 1]
    if not fitting:
        return view.legal.bit_length() - 1  # draw or pass, whichever it is
    suited = [card for card in fitting if not EIGHTS >> card & 1]
    ranked = [card for card in suited if card % 13 == view.table.top % 13]
    return (ranked or suited or fitting)[0]
