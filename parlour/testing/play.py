"""Random rules, decks and matches; every generator is handed in."""

from itertools import combinations, product
from random import Random
from typing import Any

from parlour.cards import NEW_DECK, Deck
from parlour.game import GAMES, AnyGame, options
from parlour.match import Acted, Dealt, Event, Match, Opened, Seated, fold, legal, step

FEW = 10  # values of an option that are all tried; of more, the default
# combinations that are all tried; of more, so many that every two values stand together in one
MANY = 64


def every_rules(game: AnyGame) -> list[Any]:
    """All combinations of the options, but for those with very many values; or some in which each
    pair of values stands.
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
    return every if len(every) <= MANY else pairwise(every, game.Rules())


def pairwise(every: list[Any], first: Any) -> list[Any]:
    """The first, and few others of these in which every pair of values stands that stands in
    any.
    """
    pairs = {rules: set(combinations(enumerate(rules), 2)) for rules in every}
    missing: set[Any] = set().union(*pairs.values()) - pairs[first]
    some = [first]
    while missing:
        some.append(max(every, key=lambda rules: len(pairs[rules] & missing)))
        missing -= pairs[some[-1]]
    return some


def random_rules(game: AnyGame, random: Random) -> Any:
    """Any options that go together; of numbers the lowest thirty."""
    while True:
        rules = game.Rules(*(random.choice(option.numbers[:30]) for option in options(game)))
        if not game.fits(rules):
            return rules


def random_deck(random: Random) -> Deck:
    """The 52 cards in any order."""
    return tuple(random.sample(NEW_DECK, 52))


def opened(name: str, rules: Any) -> list[Event]:
    """A match that is opened, with a computer on each seat."""
    seats = GAMES[name].seats(rules)
    return [Opened(name, rules, "salt"), *(Seated(seat, "first") for seat in range(seats))]


def begun(name: str, rules: Any, number: int) -> Match:
    """A match in which the next round to be dealt has this number."""
    return fold(opened(name, rules))._replace(number=number - 1)


def random_action(match: Match, random: Random) -> Acted:
    """A legal action of a random seat that may act."""
    seats = [seat for seat in range(len(match.players)) if legal(match, seat)]
    seat = random.choice(seats)
    may = legal(match, seat)
    return Acted(seat, random.choice([action for action in range(64) if may >> action & 1]))


def random_round(name: str, rules: Any, random: Random, longest: int = 1000) -> list[Event]:
    """The log of one round, or of its first `longest` actions."""
    log = [*opened(name, rules), Dealt(random_deck(random))]
    match = fold(log)
    while match.playing and longest:
        log.append(random_action(match, random))
        match = step(match, log[-1])
        longest -= 1
    return log
