"""Random rules, decks and matches for tests: those of `parlour.testing`, and a deck for moons."""

from random import Random
from typing import Any

from parlour.cards import Action, Deck, Seat
from parlour.testing.play import (
    begun,
    every_rules,
    opened,
    random_action,
    random_deck,
    random_round,
    random_rules,
)
from tests.sketches import drawing

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


def endless(round_: Any, state: Any, seat: Seat, action: Action) -> Any:
    """Who has laid a card takes another."""
    after = drawing.apply(round_, state, seat, action)
    return after._replace(passed=0, turn=(seat + 1) % round_.rules.players, next=52)
