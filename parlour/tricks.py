"""Tricks: which cards follow, which of two is higher, and who wins, with a trump or without. The
ace is high.

The functions are in the pure dialect (docs/design.md) and take plain ints, so that the rules of any
game can call them and still compile as they stand.
"""

from parlour.cards import RANK, Card, Mask, Seat, Suit

NO_TRUMP: Suit = 4  # the trump of a game without one


def height(card: Mask) -> Mask:
    """A card as a bit (`1 << card`), the ace above the king: of one suit the greater is the
    higher.
    """
    return card << 13 if card & RANK else card


def follows(hand: Mask, led: Mask) -> Mask:
    """The cards of a hand that may be played when `led` is (a set of cards): those of it, or any
    where none is held.
    """
    return hand & led if hand & led else hand


def beats(card: Card, other: Card, trump: Suit) -> bool:
    """Whether a card wins over another that was played before it: by its height in one suit, or as
    a trump.
    """
    if card // 13 != other // 13:
        return card // 13 == trump
    return height(1 << card) > height(1 << other)


def winner(trick: tuple[Card, ...], leader: Seat, trump: Suit) -> Seat:
    """Who wins a trick: the highest trump, else the highest card of the suit led.

    `trick` has the card before each seat; NONE, before a seat that has played none, wins over
    nothing.
    """
    best = leader
    for seat in range(len(trick)):
        if beats(trick[seat], trick[best], trump):
            best = seat
    return best
