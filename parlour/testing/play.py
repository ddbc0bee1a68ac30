"""Random rules, decks and matches, each from a generator that the caller gives."""

from functools import lru_cache
from itertools import combinations, product
from random import Random
from typing import Any

from parlour.cards import NEW_DECK, Deck
from parlour.catalogue.options import options
from parlour.catalogue.protocol import AnyGame
from parlour.catalogue.registry import GAMES
from parlour.match import (
    LONGEST_ROUND,
    Acted,
    Dealt,
    Event,
    Match,
    Opened,
    Seated,
    fold,
    legal,
    step,
)

FEW = 10  # all values of an option are tried up to this number; beyond it, the default alone
# all combinations are tried up to this number; beyond it, enough to pair every two values
MANY = 64


def every_rules(game: AnyGame) -> list[Any]:
    """All combinations of the options (the default alone for options with many values), or enough
    of them to pair every two values.
    """
    values = [
        option.numbers if len(option.numbers) <= FEW else (option.default,)
        for option in options(game)
    ]
    every = [
        rules
        for rules in (game.Rules(*chosen) for chosen in product(*values))
        if not game.fits(rules)
    ]
    return every if len(every) <= MANY else [*pairwise(tuple(every), game.Rules())]


@lru_cache(maxsize=None, typed=True)  # records of two games may be equal as tuples
def pairwise(every: tuple[Any, ...], first: Any) -> tuple[Any, ...]:
    """The first of these rules, and a few others that together have every pair of values that
    occurs in any.
    """
    places = dict[Any, int]()  # of each pair, as the bit of a mask
    pairs = {
        rules: sum(
            1 << places.setdefault(pair, len(places)) for pair in combinations(enumerate(rules), 2)
        )
        for rules in every
    }
    cover, missing = [first], (1 << len(places)) - 1 & ~pairs[first]
    while missing:
        cover.append(max(every, key=lambda rules: (pairs[rules] & missing).bit_count()))
        missing &= ~pairs[cover[-1]]
    return tuple(cover)


def random_rules(game: AnyGame, random: Random) -> Any:
    """Random options that are allowed together; of a range, one of the lowest thirty numbers."""
    while True:
        rules = game.Rules(*(random.choice(option.numbers[:30]) for option in options(game)))
        if not game.fits(rules):
            return rules


def random_deck(random: Random) -> Deck:
    """The 52 cards in a random order."""
    return tuple(random.sample(NEW_DECK, 52))


def opened(name: str, rules: Any) -> list[Event]:
    """The events that open a match with a computer in each seat."""
    seats = GAMES[name].seats(rules)
    return [Opened(name, rules, "salt"), *(Seated(seat, "first") for seat in range(seats))]


def begun(name: str, rules: Any, number: int) -> Match:
    """A match whose next round has this number."""
    return fold(opened(name, rules))._replace(number=number - 1)


def random_action(match: Match, random: Random) -> Acted:
    """A legal action of a random seat that may act."""
    seats = [seat for seat in range(len(match.players)) if legal(match, seat)]
    seat = random.choice(seats)
    may = legal(match, seat)
    return Acted(seat, random.choice([action for action in range(64) if may >> action & 1]))


def random_round(
    name: str, rules: Any, random: Random, longest: int = LONGEST_ROUND
) -> list[Event]:
    """The log of one random round, or of its first `longest` actions."""
    log = [*opened(name, rules), Dealt(random_deck(random))]
    match = fold(log)
    while match.playing and longest:
        log.append(random_action(match, random))
        match = step(match, log[-1])
        longest -= 1
    return log
