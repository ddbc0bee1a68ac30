"""The options of a game and its actions, in words and as numbers."""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple, cast, get_type_hints

from parlour.cards import NAMES, Action, as_int, parse_card
from parlour.catalogue.protocol import AnyGame
from parlour.errors import RulesError, quote

_NUMBER = re.compile(r"[0-9]{1,9}").fullmatch


class Option(NamedTuple):
    """One house rule: its values as words, or a range of whole numbers."""

    name: str
    words: tuple[str, ...]  # empty if the values are numbers
    numbers: range
    default: int

    @property
    def values(self) -> str:
        """The values as a person writes them."""
        if self.words or (self.numbers.step != 1 and len(self.numbers) < 3):
            return " | ".join(map(str, self.words or self.numbers))
        first = self.numbers[: 1 if self.numbers.step == 1 else 2]
        return f"{', '.join(map(str, first))} ... {self.numbers[-1]}"


def options(game: AnyGame) -> tuple[Option, ...]:
    """The options of a game's Rules, read from their annotations."""
    return _options(game.Rules)


@cache
def _options(record: Callable[..., object]) -> tuple[Option, ...]:
    defaults: dict[str, int] = vars(record)["_field_defaults"]
    listed = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        values = hint.__metadata__
        words = () if isinstance(values[0], range) else values
        numbers = range(len(words)) if words else values[0]
        listed.append(Option(name, words, numbers, defaults[name]))
    return tuple(listed)


def house_rules(game: AnyGame) -> tuple[Option, ...]:
    """The options that people choose: all but the edition."""
    return tuple(option for option in options(game) if option.name != "edition")


def words(game: AnyGame, rules: tuple[int, ...]) -> dict[str, str | int]:
    """House rules as a person writes them: words if an option has words, else numbers."""
    return {
        o.name: o.words[value] if o.words else value
        for o, value in zip(options(game), rules, strict=True)
    }


def parse_rules(game: AnyGame, chosen: Mapping[str, object]) -> Any:
    """The Rules of some options given as words or numbers, with defaults for the rest; RulesError
    names the fault.
    """
    by_name = {option.name: option for option in options(game)}
    values = {}
    for name, value in chosen.items():
        if name not in by_name:
            raise RulesError(f"Unknown option {quote(name)} (known: {', '.join(by_name)}).")
        option = by_name[name]
        if option.words and isinstance(value, str) and value in option.words:
            values[name] = option.words.index(value)
        elif not option.words and type(as_int(value)) is int and value in option.numbers:
            values[name] = as_int(value)
        else:
            # a nested value may be too deep to print
            text = "..." if isinstance(value, list | dict) else str(value)
            raise RulesError(f"The option {name} cannot be {quote(text)}: it is {option.values}.")
    return checked(game, game.Rules(**values))


def pairs(texts: Iterable[str]) -> dict[str, str]:
    """The options of words like `target=80`, as text; RulesError names the fault."""
    values: dict[str, str] = {}
    for word in texts:
        name, _, value = word.partition("=")
        if name in values:
            raise RulesError(f"The option {quote(name)} stands twice.")
        values[name] = value
    return values


def parse_pairs(game: AnyGame, texts: Iterable[str]) -> Any:
    """The Rules of words like `target=80`; RulesError names the fault."""
    return parse_words(game, pairs(texts))


def parse_words(game: AnyGame, texts: Mapping[str, str]) -> Any:
    """The Rules of some options given as text, as on a command line or in a saved position."""
    numbers = {o.name for o in options(game) if not o.words}
    values = {
        name: int(text) if name in numbers and _NUMBER(text) else text
        for name, text in texts.items()
    }
    return parse_rules(game, values)


def checked(game: AnyGame, rules: object) -> Any:
    """The same rules, as ints; RulesError if a value does not exist, or if options exclude each
    other.
    """
    if type(rules) is not game.Rules:
        raise RulesError(f"{quote(str(rules))} is not a record of this game's rules.")
    record: Any = game.Rules(*map(as_int, cast(tuple[int, ...], rules)))
    for option, value in zip(options(game), record, strict=True):
        if type(value) is not int or value not in option.numbers:
            raise RulesError(
                f"The option {option.name} cannot be {quote(str(value))}: it is {option.values}."
            )
    if clash := game.fits(record):
        raise RulesError(clash)
    return record


def action_name(game: AnyGame, action: Action) -> str:
    """The name of an action: a card's name, or one of the game's EXTRA."""
    return NAMES[action] if action < 52 else game.EXTRA[action - 52]


def parse_action(game: AnyGame, text: str) -> Action:
    """The action of a name; CardError for any other text."""
    return 52 + game.EXTRA.index(text) if text in game.EXTRA else parse_card(text)
