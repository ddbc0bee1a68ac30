"""Random rounds of Straights in interpreted Python: the fastest form of the same rules that we
found, as a reference for the engine.

Sets of cards are ints, as in the rules. Hands rotate instead of being indexed. The deck is of bits,
sorted by random keys and summed. The set of fitting cards is updated and not computed anew. A
random card of a set is found by clearing low bits. The last three cards of a round are not chosen.
These were slower: lists of cards, a function for each rule, `random.choice` over the legal cards, a
tuple as state, `random.shuffle`.
"""

from random import Random

FIRST = 1 << 45
SEVENS = 1 << 6 | 1 << 19 | 1 << 32 | FIRST
WORTH = {1 << card: card % 13 + 1 for card in range(52)}
# the cards that fit after a card is played: the next one outwards from the seven; after a seven,
# both its neighbours
NEXT = {
    1 << card: (1 << card + 1 if 6 <= card % 13 < 12 else 0)
    | (1 << card - 1 if 0 < card % 13 <= 6 else 0)
    for card in range(52)
}
OPENED = SEVENS ^ FIRST | NEXT[FIRST]


def rounds(n: int, seed: int) -> list[int]:
    """Play n random rounds; returns the points of each seat over all."""
    random = Random(seed).random
    deck, totals = [1 << card for card in range(52)], [0, 0, 0, 0]
    for _ in range(n):
        deck.sort(key=lambda _: random())
        hand, two, three, four = sum(deck[:13]), sum(deck[13:26]), sum(deck[26:39]), sum(deck[39:])
        seat = 0
        while not hand & FIRST:
            hand, two, three, four = two, three, four, hand
            seat += 1
        hand, two, three, four = two, three, four, hand ^ FIRST
        fitting = OPENED
        for turn in range(seat + 1, seat + 49):
            card = hand & fitting
            if card:
                if card & card - 1:
                    for _ in range(int(random() * card.bit_count())):
                        card &= card - 1
                    card &= -card
                fitting ^= card | NEXT[card]
            else:
                card = hand
                for _ in range(int(random() * card.bit_count())):
                    card &= card - 1
                card &= -card
                totals[turn & 3] += WORTH[card]
            hand, two, three, four = two, three, four, hand ^ card
        for turn in range(seat + 49, seat + 52):  # each seat has one card left
            if hand & fitting:
                fitting ^= hand | NEXT[hand]
            else:
                totals[turn & 3] += WORTH[hand]
            hand, two = two, three
    return totals
