"""What a game is, the three of them by name, and their options and actions in words.

A game is a module that keeps the protocol `Game`. The parameters are positional-only and typed by the module's own
records, so that the type checker refuses one game's round in another. A fourth game is a module and a line in GAMES.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, Protocol, TypeVar, get_type_hints

from parlour import eights, hearts, straights
from parlour.cards import NAMES, Action, Card, Deck, Mask, Seat, parse_card
from parlour.errors import RulesError, quote

R = TypeVar("R")  # the game's Rules: house rules, one frozen record
D = TypeVar("D")  # its Round: what stays fixed while a round lasts
S = TypeVar("S")  # its State
V = TypeVar("V", covariant=True)  # its Shown: what one seat sees of the table


class Game(Protocol[R, D, S, V]):
    """The rules of a game as pure functions on plain values; a module keeps this."""

    @property
    def EXTRA(self) -> tuple[str, ...]:
        """Names of the actions that are no card, from 52 on."""

    @property
    def Rules(self) -> Callable[..., R]:
        """The record of house rules; its annotations hold each option's values."""

    def seats(self, rules: R, /) -> int:
        """How many play."""

    def fits(self, rules: R, /) -> str:
        """Why these options do not go together, naming them; empty where they do."""

    def owner(self, rules: R, place: int, /) -> Seat:
        """Whose card lies at a place of the deck: a seat, SPECTATOR for all to see, NOBODY for the stock."""

    def deal(self, rules: R, deck: Deck, number: int, /) -> tuple[D, S]:
        """Begin round `number` (1, 2, ...) from a deck."""

    def legal(self, round: D, state: S, seat: Seat, /) -> Mask:
        """The actions a seat may take; 0 when it may not act. The round is over when no seat may."""

    def free(self, round: D, state: S, /) -> Mask:
        """The cards that lack nothing, whoever holds them."""

    def lacks(self, round: D, state: S, action: Action, /) -> Mask:
        """Only who holds none of these may act so: 0 for a free action, all 52 for one that is never allowed."""

    def apply(self, round: D, state: S, seat: Seat, action: Action, /) -> S:
        """The state after a legal action."""

    def points(self, round: D, state: S, /) -> tuple[int, ...]:
        """Points by seat, for at least as many seats as play."""

    def finish(self, rules: R, totals: tuple[int, ...], /) -> Mask:
        """The winners, asked after each round; 0 while the match goes on."""

    def shown(self, round: D, state: S, seat: Seat, /) -> V:
        """What a seat, or SPECTATOR, sees of the table."""

    def veil(self, round: D, before: S, seat: Seat, actor: Seat, action: Action, /) -> tuple[Action, Card]:
        """An action as a seat sees it (itself, HIDDEN or UNTOLD) and the card it brought (or HIDDEN, or NONE)."""


_NUMBER = re.compile(r"[0-9]{1,9}").fullmatch

AnyGame = Game[Any, Any, Any, Any]
GAMES: dict[str, AnyGame] = {"straights": straights, "hearts": hearts, "crazy-eights": eights}


class Option(NamedTuple):
    """One house rule: its values in words, or its range of whole numbers."""

    name: str
    words: tuple[str, ...]  # empty where the values are numbers
    numbers: range
    default: int

    @property
    def values(self) -> str:
        """The values as a person writes them."""
        return " | ".join(self.words) or f"{self.numbers[0]} ... {self.numbers[-1]}"


def find_game(name: str) -> AnyGame:
    """The game of that name; RulesError where there is none."""
    if name not in GAMES:
        raise RulesError(f"There is no game {quote(name)}; there is {', '.join(GAMES)}.")
    return GAMES[name]


def options(game: AnyGame) -> tuple[Option, ...]:
    """The options of a game's Rules, read from their annotations."""
    return _options(game.Rules)


@cache
def _options(record: Any) -> tuple[Option, ...]:
    found = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        values = hint.__metadata__
        words = () if isinstance(values[0], range) else values
        numbers = range(len(words)) if words else values[0]
        found.append(Option(name, words, numbers, record._field_defaults[name]))
    return tuple(found)


def words(game: AnyGame, rules: Any) -> dict[str, str | int]:
    """House rules as a person writes them: words where an option has words, else numbers."""
    return {o.name: o.words[value] if o.words else value for o, value in zip(options(game), rules, strict=True)}


def parse_rules(game: AnyGame, given: Mapping[str, object]) -> Any:
    """The Rules of some options as words or numbers, the rest at their defaults; RulesError names what is wrong."""
    known = {option.name: option for option in options(game)}
    values = {}
    for name, value in given.items():
        if name not in known:
            raise RulesError(f"There is no option {quote(name)}; there is {', '.join(known)}.")
        option = known[name]
        if option.words and isinstance(value, str) and value in option.words:
            values[name] = option.words.index(value)
        elif not option.words and type(value) is int and value in option.numbers:
            values[name] = value
        else:
            told = "..." if isinstance(value, list | dict) else str(value)  # which may be too deep to be written
            raise RulesError(f"The option {name} cannot be {quote(told)}: it is {option.values}.")
    return checked(game, game.Rules(**values))


def parse_pairs(game: AnyGame, given: Iterable[str]) -> Any:
    """The Rules of words like `target=80`; RulesError names what is wrong."""
    values: dict[str, str] = {}
    for word in given:
        name, _, value = word.partition("=")
        if name in values:
            raise RulesError(f"The option {quote(name)} stands twice.")
        values[name] = value
    return parse_words(game, values)


def parse_words(game: AnyGame, given: Mapping[str, str]) -> Any:
    """The Rules of some options as text, as a command line or a saved position has them."""
    numbers = {o.name for o in options(game) if not o.words}
    return parse_rules(game, {name: int(text) if name in numbers and _NUMBER(text) else text for name, text in given.items()})


def checked(game: AnyGame, rules: Any) -> Any:
    """The rules themselves; RulesError where a value does not exist, or options do not go together."""
    if type(rules) is not game.Rules:
        raise RulesError(f"{quote(str(rules))} is not a record of this game's rules.")
    for option, value in zip(options(game), rules, strict=True):
        if type(value) is not int or value not in option.numbers:
            raise RulesError(f"The option {option.name} cannot be {quote(str(value))}: it is {option.values}.")
    clash = game.fits(rules)
    if clash:
        raise RulesError(clash)
    return rules


def action_name(game: AnyGame, action: Action) -> str:
    """An action in a word: a card's name, or one of the game's EXTRA."""
    return NAMES[action] if action < 52 else game.EXTRA[action - 52]


def parse_action(game: AnyGame, text: str) -> Action:
    """The action of a word; CardError for any other text."""
    return 52 + game.EXTRA.index(text) if text in game.EXTRA else parse_card(text)
