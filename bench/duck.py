"""The yardstick `duck`: the five hints of seed text 004 for Hearts, and no moon. Frozen:
docs/players.md gives its SHA-256.

It knows the cards of its own hand and of the trick; it counts nothing and remembers nothing.
"""

from parlour.cards import NONE, Action, Card, cards
from parlour.match import View

KING, QUEEN, ACE = 51, 50, 39  # of spades


def act(view: View, dice: int) -> Action:
    """A card to pass or to play; of the moons the old one."""
    own = cards(view.table.hand)
    length = [sum(card // 13 == suit for card in own) for suit in range(4)]

    def rank(card: Card) -> int:
        return (card + 12) % 13

    def risk(card: Card) -> int:
        spade = {QUEEN: 40, ACE: 30, KING: 30}.get(card, 0)  # these three pay most
        return spade + rank(card) - 2 * length[card // 13] + 3 * (card // 13 == 2)

    may = cards(view.legal)
    if may[0] >= 52:
        return may[0]
    if view.table.passing:
        left = 3 - view.table.passed.bit_count()
        short = [card for card in own if card // 13 < 2 and length[card // 13] <= left]
        held = [card for card in own if card in (QUEEN, ACE, KING)] if length[3] < 6 else []
        some = [card for card in own if card // 13 < 3]
        return max(held or short or some or own, key=risk)
    trick = [card for card in view.table.trick if card != NONE]
    if not trick:
        return min(may, key=lambda card: (rank(card), length[card // 13], card))
    led = view.table.trick[view.table.leader] // 13
    if may[0] // 13 != led:
        return max(may, key=risk)
    best = max(rank(card) for card in trick if card // 13 == led)
    under = [card for card in may if rank(card) < best]
    if under:
        return QUEEN if QUEEN in under else max(under, key=rank)
    some = [card for card in may if card != QUEEN] or list(may)
    return max(some, key=rank)
