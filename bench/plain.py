"""Random rounds of Straights in interpreted Python: the fastest form of the same rules that we found, to measure the engine by.

Sets of cards are ints, as in the rules; hands rotate instead of being indexed, the legal cards are found without a call, and a
random one by clearing low bits. Slower, and left: lists of cards, a function a rule, `random.choice` over a list of the legal
cards, a state that is a tuple.
"""

from collections.abc import Callable
from random import Random

SEVENS = 1 << 6 | 1 << 19 | 1 << 32 | 1 << 45
NO_KING, NO_ACE = ~(SEVENS << 6), ~(SEVENS >> 6)
FIRST = 1 << 45


def rounds(n: int, seed: int) -> list[int]:
    """Play n random rounds; the points of each seat over all."""
    random = Random(seed)
    shuffle, uniform = random.shuffle, random.random
    deck, totals = list(range(52)), [0, 0, 0, 0]
    for _ in range(n):
        shuffle(deck)
        for seat, points in enumerate(one_round(deck, uniform)):
            totals[seat] += points
    return totals


def one_round(deck: list[int], uniform: Callable[[], float]) -> list[int]:  # noqa: C901  (a loop written for speed)
    """The points of each seat in a round."""
    one = two = three = four = 0
    for card in deck[:13]:
        one |= 1 << card
    for card in deck[13:26]:
        two |= 1 << card
    for card in deck[26:39]:
        three |= 1 << card
    for card in deck[39:]:
        four |= 1 << card
    seat = 0
    while not one & FIRST:
        one, two, three, four = two, three, four, one
        seat += 1
    one, two, three, four = two, three, four, one ^ FIRST
    table, points = FIRST, [0, 0, 0, 0]
    for turn in range(seat + 1, seat + 52):
        may = one & (SEVENS | (table & NO_KING) << 1 | (table & NO_ACE) >> 1) & ~table
        if may:
            n = may.bit_count()
            if n > 1:
                for _ in range(int(uniform() * n)):
                    may &= may - 1
            card = may & -may
            table |= card
        else:
            may = one
            for _ in range(int(uniform() * may.bit_count())):
                may &= may - 1
            card = may & -may
            points[turn & 3] += card.bit_length() % 13 or 13
        one, two, three, four = two, three, four, one ^ card
    return points
