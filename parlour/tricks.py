"""Tricks: the cards that follow, the higher of two cards, and the winner of a trick, with or
without a trump. The ace is high.

The functions are in the pure dialect (docs/design.md) and take plain ints, so the rules of any game
can call them and be compiled as they are.
"""

from parlour.cards import RANK, Card, Mask, Seat, Suit

NO_TRUMP: Suit = 4  # the trump of a game without one


def height(card: Mask) -> Mask:
    """The height of a card given as a bit (`1 << card`), with the ace above the king: within a suit
    a greater value is a higher card.
    """
    return card << 13 if card & RANK else card


def follows(hand: Mask, led: Mask) -> Mask:
    """The cards of a hand that may be played after a lead. `led` is the set of cards that follow; a
    hand without any of them may play any card.
    """
    return hand & led if hand & led else hand


def beats(card: Card, other: Card, trump: Suit) -> bool:
    """Whether a card beats another that was played before it: as a higher card of the same suit, or
    as a trump.
    """
    if card // 13 != other // 13:
        return card // 13 == trump
    return height(1 << card) > height(1 << other)


def winner(trick: tuple[Card, ...], leader: Seat, trump: Suit) -> Seat:
    """The seat that wins a trick, with the highest trump, else with the highest card of the suit
    led.

    `trick` has the card of each seat, or NONE for a seat that has not played; NONE never wins.
    """
    best = leader
    for seat in range(len(trick)):
        if beats(trick[seat], trick[best], trump):
            best = seat
    return best
