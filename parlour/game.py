"""What a game is, all games by name, and their options and actions in words.

A game is a folder, and its `rules.py` keeps the protocol `Game`. The parameters are positional-only
and typed by the module's own records, so that the type checker refuses one game's round in another.
The folder's other files (words.py, levels.py, the engine and so on) are its parts: each is imported
when it is first asked for, and none but the rules is needed. A game of one's own is a package that
names itself in the entry point group `parlour.games`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar, cast, get_type_hints

from parlour.cards import NAMES, Action, Card, Deck, Mask, Seat, parse_card
from parlour.errors import RulesError, failure, quote

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

    @property
    def BEST(self) -> str:
        """Which points win: "fewest" or "most"."""

    def owner(self, rules: R, number: int, place: int, /) -> Seat:
        """Whose card lies at a place of the deck in round `number`: a seat, SPECTATOR for all to
        see, NOBODY for the stock.
        """

    def deal(self, rules: R, deck: Deck, number: int, /) -> tuple[D, S]:
        """Begin round `number` (1, 2, ...) from a deck."""

    def legal(self, round: D, state: S, seat: Seat, /) -> Mask:
        """The actions a seat may take; 0 when it may not act. The round is over when no seat
        may.
        """

    def free(self, round: D, state: S, /) -> Mask:
        """The cards that lack nothing, whoever holds them."""

    def lacks(self, round: D, state: S, action: Action, /) -> Mask:
        """Only who holds none of these may act so: 0 for a free action, all 52 for one that is
        never allowed.
        """

    def apply(self, round: D, state: S, seat: Seat, action: Action, /) -> S:
        """The state after a legal action."""

    def points(self, round: D, state: S, /) -> tuple[int, ...]:
        """Points by seat, for at least as many seats as play."""

    def finish(self, rules: R, number: int, totals: tuple[int, ...], /) -> Mask:
        """The winners, asked after round `number`; 0 while the match goes on."""

    def shown(self, round: D, state: S, seat: Seat, /) -> V:
        """What a seat, or SPECTATOR, sees of the table."""

    def veil(
        self, round: D, before: S, seat: Seat, actor: Seat, action: Action, /
    ) -> tuple[Action, Card]:
        """An action as a seat sees it (itself, HIDDEN or UNTOLD) and the card it brought (or
        HIDDEN, or NONE).
        """


_NUMBER = re.compile(r"[0-9]{1,9}").fullmatch

AnyGame = Game[Any, Any, Any, Any]
BUILT_IN = ("straights", "hearts", "crazy-eights")  # the folders of parlour/games/
GROUP = "parlour.games"  # of the entry points by which packages add games


class Games(dict[str, AnyGame]):
    """The rules of all games by name: the built-in ones, and those of installed packages.

    Rules are imported when they are first asked for; packages are looked for when a name is not
    built in, or when all games are listed. A package that is broken is left out. It is a `dict`
    because every event looks a game up; what reads it without a name reads all games.
    """

    def __init__(self) -> None:
        """Import nothing."""
        super().__init__()
        # the package of each game
        self.packages = {name: f"parlour.games.{name.replace('-', '_')}" for name in BUILT_IN}
        # a sentence about each game and each package that cannot be used
        self.left_out: dict[str, str] = {}
        # the same, by game and name, about each part of a game that can be used
        self.parts_left_out: dict[tuple[str, str], str] = {}
        self._looked = False

    def __missing__(self, name: str) -> AnyGame:
        """A game's rules, imported; KeyError where there is no such game."""
        if name in BUILT_IN:
            self[name] = found = cast(AnyGame, import_module(f"{self.packages[name]}.rules"))
            return found
        if name not in self:
            raise KeyError(name)
        return self[name]

    def _look(self) -> None:
        """Import the rules of all installed packages, once. A second thread that comes too early
        does the same again.
        """
        if not self._looked:
            # here, because the classic programs start without it
            from parlour.packages import installed

            found, faults = installed(BUILT_IN)
            for name, (package, rules) in found.items():
                self.packages[name] = package
                self.setdefault(name, rules)
            self.left_out.update(faults)
            self._looked = True

    def faults(self) -> list[str]:
        """The sentences about all that is left out."""
        return [*self.left_out.values(), *self.parts_left_out.values()]

    def look_again(self) -> None:
        """Forget the games of packages, as if none had been looked for."""
        for name in self.packages.keys() - BUILT_IN:
            self.pop(name, None)
            del self.packages[name]
        self.left_out.clear()
        self.parts_left_out.clear()
        part.cache_clear()
        self._looked = False

    def __contains__(self, name: object) -> bool:
        """Whether there is a game of that name."""
        if dict.__contains__(self, name) or name in BUILT_IN:
            return True
        self._look()
        return dict.__contains__(self, name)

    def __iter__(self) -> Iterator[str]:
        """The names, the built-in ones first."""
        self._look()
        return iter((*BUILT_IN, *(name for name in list(dict.keys(self)) if name not in BUILT_IN)))

    def __len__(self) -> int:
        """How many there are."""
        return sum(1 for _ in self)  # `list` would ask for the length

    get = Mapping.get  # type: ignore[assignment]  # these go by the methods above
    keys = Mapping.keys  # type: ignore[assignment]
    values = Mapping.values  # type: ignore[assignment]
    items = Mapping.items  # type: ignore[assignment]

    def copy(self) -> dict[str, AnyGame]:
        """All of them in a plain `dict`."""
        return dict(self.items())


GAMES = Games()


@cache
def part(game: str, name: str) -> ModuleType | None:
    """A part of a game's folder, as "words" or "engine.policy"; None where the game has none.

    A package's part that cannot be imported is left out, with a sentence in `GAMES.parts_left_out`.
    """
    package = GAMES.packages.get(game, "") if game in GAMES else ""
    where = f"{package}.{name}"
    try:
        for parent in (where.rpartition(".")[0], where):
            if not package or find_spec(parent) is None:
                return None
        return import_module(where)
    except (Exception, SystemExit) as error:
        # whatever a stranger's module does when it is imported
        if game in BUILT_IN:
            raise
        GAMES.parts_left_out[game, name] = (
            f"The part {quote(name)} of the game {quote(game)} is left out: {broken(error)}."
        )
        return None


def broken(error: BaseException) -> str:
    """Why a module cannot be imported, as the end of a sentence."""
    return f"it cannot be imported ({failure(error)})"


def goal(game: AnyGame, rules: tuple[int, ...]) -> int:
    """The total that ends a match ("to 100"): the game's own `goal(rules)`, if it has one; 0 where
    there is none.
    """
    return int(getattr(game, "goal", _none)(rules))


def met(
    target: int,
    totals: object,
    highest: Callable[..., Any] = max,
    lowest: Callable[..., Any] = min,
) -> Any:
    """Whether totals have met a match's goal: one above 0 from below, one below 0 from above. 0 is
    no goal.

    `highest` and `lowest` give the extremes of totals, and of arrays those of each row.
    """
    if target > 0:
        return highest(totals) >= target
    return target < 0 and lowest(totals) <= target


def length(game: AnyGame, rules: tuple[int, ...]) -> int:
    """The rounds of a match ("round 3 of 13"): the game's own `length(rules)`, if it has one; 0
    where that is open.
    """
    return int(getattr(game, "length", _none)(rules))


def must(game: AnyGame, round: object, state: object) -> Mask:
    """Cards of which the turn's seat holds one, as all can tell: the game's own `must(round,
    state)`, if it has one; else 0.
    """
    return int(getattr(game, "must", _none)(round, state))


def _none(*_: object) -> int:
    return 0


T = TypeVar("T", int, float)


def gain(best: str, own: T, others: T) -> T:
    """By how much points of one's own are better than others', where the "fewest" or the "most" are
    best.
    """
    return others - own if best == "fewest" else own - others


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
    if name in GAMES:
        return GAMES[name]
    raise RulesError(
        GAMES.left_out.get(name) or f"Unknown game {quote(name)} (known: {', '.join(GAMES)})."
    )


def options(game: AnyGame) -> tuple[Option, ...]:
    """The options of a game's Rules, read from their annotations."""
    return _options(game.Rules)


@cache
def _options(record: Callable[..., object]) -> tuple[Option, ...]:
    defaults: dict[str, int] = vars(record)["_field_defaults"]
    found = []
    for name, hint in get_type_hints(record, include_extras=True).items():
        values = hint.__metadata__
        words = () if isinstance(values[0], range) else values
        numbers = range(len(words)) if words else values[0]
        found.append(Option(name, words, numbers, defaults[name]))
    return tuple(found)


def house_rules(game: AnyGame) -> tuple[Option, ...]:
    """The options that people choose: all but the edition."""
    return tuple(option for option in options(game) if option.name != "edition")


def words(game: AnyGame, rules: tuple[int, ...]) -> dict[str, str | int]:
    """House rules as a person writes them: words where an option has words, else numbers."""
    return {
        o.name: o.words[value] if o.words else value
        for o, value in zip(options(game), rules, strict=True)
    }


def parse_rules(game: AnyGame, given: Mapping[str, object]) -> Any:
    """The Rules of some options as words or numbers, the rest at their defaults; RulesError names
    what is wrong.
    """
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
            # which may be too deep to be written
            text = "..." if isinstance(value, list | dict) else str(value)
            raise RulesError(f"The option {name} cannot be {quote(text)}: it is {option.values}.")
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
    return parse_rules(
        game,
        {
            name: int(text) if name in numbers and _NUMBER(text) else text
            for name, text in given.items()
        },
    )


def checked(game: AnyGame, rules: object) -> Any:
    """The rules themselves; RulesError where a value does not exist, or options do not go
    together.
    """
    if type(rules) is not game.Rules:
        raise RulesError(f"{quote(str(rules))} is not a record of this game's rules.")
    for option, value in zip(options(game), cast(tuple[int, ...], rules), strict=True):
        if type(value) is not int or value not in option.numbers:
            raise RulesError(
                f"The option {option.name} cannot be {quote(str(value))}: it is {option.values}."
            )
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
