"""Tricks with a trump and without, against the plain words: the highest trump, else the highest of
the suit led.
"""

from random import Random

import pytest

from parlour.cards import NAMES, NONE, SUIT
from parlour.tricks import NO_TRUMP, beats, follows, height, winner


def plain_winner(trick: list[int], leader: int, trump: int) -> int:
    """By names: trumps first, then the suit led; the rank with the ace high."""
    played = [(NAMES[card], seat) for seat, card in enumerate(trick) if card != NONE]
    led = NAMES[trick[leader]][1]
    suits = ["CDHS"[trump]] if trump < 4 else []
    best = [one for one in played if one[0][1] in suits] or [
        one for one in played if one[0][1] == led
    ]
    return max(best, key=lambda one: "23456789TJQKA".index(one[0][0]))[1]


@pytest.mark.parametrize("trump", range(5))
def test_who_wins_a_trick(trump: int) -> None:
    random = Random(trump)
    for _ in range(500):
        seats = random.randrange(2, 8)
        trick = random.sample(range(52), seats)
        leader = random.randrange(seats)
        if seats > 3:
            trick[(leader + 1) % seats] = NONE
        assert winner(tuple(trick), leader, trump) == plain_winner(trick, leader, trump)


def test_height_and_beats() -> None:
    clubs = sorted(range(13), key=lambda card: height(1 << card))
    assert "".join(NAMES[card][0] for card in clubs) == "23456789TJQKA"
    assert beats(0, 12, NO_TRUMP)
    assert not beats(12, 0, 0)
    assert beats(14, 12, 1)
    assert not beats(14, 12, 0)
    assert not beats(14, 12, NO_TRUMP)


def test_follows() -> None:
    assert follows(0b110, SUIT) == 0b110
    assert follows(0b110 | 1 << 20, SUIT) == 0b110
    assert follows(1 << 20 | 1 << 30, SUIT) == 1 << 20 | 1 << 30
