"""Random rules, decks and matches for tests: those of `parlour.testing`, and a deck for moons."""

from random import Random

from parlour.cards import Deck
from parlour.testing.play import (
    begun,
    every_rules,
    opened,
    random_action,
    random_deck,
    random_round,
    random_rules,
)

__all__ = [
    "begun",
    "every_rules",
    "opened",
    "random_action",
    "random_deck",
    "random_round",
    "random_rules",
    "skewed_deck",
]


def skewed_deck(random: Random) -> Deck:
    """One hand of the highest clubs and hearts, else random: its leader soon holds nothing but
    hearts.
    """
    clubs = [0, 12, 11, 10, 9, 8][: random.randrange(2, 6)]
    rich = clubs + random.sample(range(26, 39), 13 - len(clubs))
    rest = [card for card in random_deck(random) if card not in rich]
    place = 13 * random.randrange(4)
    return tuple(rest[:place] + rich + rest[place:])
