"""The protocol of a game, the registry of games by name, and their options and actions in words.

A game is a folder, and its `rules.py` implements the protocol `Game`. The parameters are
positional-only and typed by the module's own records, so the type checker refuses one game's round
in another. The folder's other files (words.py, levels.py, the engine and so on) are its parts: each
is imported at its first use, and only the rules are required. A package adds a game by an entry
point in the group `parlour.games`.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, NamedTuple, Protocol, TypeVar, cast, get_type_hints

from parlour.cards import NAMES, Action, Card, Deck, Mask, Seat, as_int, parse_card
from parlour.errors import RulesError, failure, quote
from parlour.old_names import in_new_words

R = TypeVar("R")  # the game's Rules: house rules, one frozen record
D = TypeVar("D")  # its Round: the values that are fixed during a round
S = TypeVar("S")  # its State
V = TypeVar("V", covariant=True)  # its Shown: the part of the table that one seat sees


class Game(Protocol[R, D, S, V]):
    """The rules of a game, as pure functions on plain values; a module implements this protocol."""

    @property
    def EXTRA(self) -> tuple[str, ...]:
        """The names of the actions that are not cards, numbered from 52."""

    @property
    def Rules(self) -> Callable[..., R]:
        """The record of house rules; its annotations have the values of each option."""

    def seats(self, rules: R, /) -> int:
        """The number of players."""

    def fits(self, rules: R, /) -> str:
        """The reason why these options exclude each other, with their names; empty if they are
        allowed.
        """

    @property
    def BEST(self) -> str:
        """The points that win: "fewest" or "most"."""

    def dealt_to(self, rules: R, number: int, place: int, /) -> Seat:
        """The seat to which a place of the deck (0 to 51) is dealt in round `number`: a seat,
        SPECTATOR for an open card, or NOBODY for the stock.
        """

    def deal(self, rules: R, deck: Deck, number: int, /) -> tuple[D, S]:
        """The round and the first state of round `number` (1, 2, ...), dealt from a deck."""

    def legal(self, round_: D, state: S, seat: Seat, /) -> Mask:
        """The actions a seat may take, as a mask; 0 if it may not act. A round is over when no seat
        may act.
        """

    def free(self, round_: D, state: S, /) -> Mask:
        """The cards that any seat holding them may play now, as a mask: those whose `lacks` is
        0.
        """

    def lacks(self, round_: D, state: S, action: Action, /) -> Mask:
        """The cards, as a mask, that a seat must not hold to take this action: 0 for a free action,
        all 52 for one that is never allowed.
        """

    def apply(self, round_: D, state: S, seat: Seat, action: Action, /) -> S:
        """The state after a legal action."""

    def points(self, round_: D, state: S, /) -> tuple[int, ...]:
        """The points so far by seat, for at least as many seats as there are players."""

    def finish(self, rules: R, number: int, totals: tuple[int, ...], /) -> Mask:
        """The winners after round `number`, as a mask; 0 while the match continues."""

    def shown(self, round_: D, state: S, seat: Seat, /) -> V:
        """The part of the table that a seat, or SPECTATOR, sees."""

    def veil(
        self, round_: D, before: S, seat: Seat, actor: Seat, action: Action, /
    ) -> tuple[Action, Card]:
        """The action as a seat sees it (itself, HIDDEN or UNSEEN), and the card that it brought (a
        card, HIDDEN or NONE).
        """


_NUMBER = re.compile(r"[0-9]{1,9}").fullmatch
WORD = re.compile("[a-z0-9]+(-[a-z0-9]+)*").fullmatch  # the name of an action or of a level

AnyGame = Game[Any, Any, Any, Any]
BUILT_IN = ("straights", "hearts", "crazy-eights")  # the folders of parlour/games/
GROUP = "parlour.games"  # of the entry points by which packages add games


class Games(dict[str, AnyGame]):
    """The rules of all games by name: the built-in ones, and those of installed packages.

    Rules are imported at their first use. Packages are searched when a name is not built in, or
    when all games are listed. A broken package is left out. The class is a `dict` because every
    event looks a game up; all other access lists all games.
    """

    def __init__(self) -> None:
        """Import nothing."""
        super().__init__()
        # the package of each game
        self.packages = {name: f"parlour.games.{name.replace('-', '_')}" for name in BUILT_IN}
        # for each game and package that cannot be used, a sentence about it
        self.left_out: dict[str, str] = {}
        # for each part that cannot be used, by game and part, a sentence about it
        self.parts_left_out: dict[tuple[str, str], str] = {}
        self._looked = False

    def __missing__(self, name: str) -> AnyGame:
        """The rules of a game, imported; KeyError if there is no such game."""
        if name in BUILT_IN:
            self[name] = cast(AnyGame, import_module(f"{self.packages[name]}.rules"))
        elif name not in self:
            raise KeyError(name)
        return self[name]

    def _look(self) -> None:
        """Import the rules of all installed packages, once. A second thread may repeat the work,
        with the same result.
        """
        if not self._looked:
            # here, because the classic programs start without it
            from parlour.packages import installed

            games, faults = installed(BUILT_IN)
            for name, (package, rules) in games.items():
                self.packages[name] = package
                self.setdefault(name, rules)
            self.left_out.update(faults)
            self._looked = True

    def only(self, packages: Mapping[str, str]) -> None:
        """Know the games of these packages by name, which were checked before, and search no
        others.
        """
        self.packages.update(packages)
        self.update({n: in_new_words(import_module(f"{p}.rules")) for n, p in packages.items()})
        self._looked = True

    def faults(self) -> list[str]:
        """A sentence about each game, package and part that is left out."""
        return [*self.left_out.values(), *self.parts_left_out.values()]

    def look_again(self) -> None:
        """Forget the games of packages, so the next access searches them again."""
        for name in self.packages.keys() - BUILT_IN:
            self.pop(name, None)
            del self.packages[name]
        self.left_out.clear()
        self.parts_left_out.clear()
        part.cache_clear()
        self._looked = False

    def __contains__(self, name: object) -> bool:
        """Whether there is a game of this name."""
        if dict.__contains__(self, name) or name in BUILT_IN:
            return True
        self._look()
        return dict.__contains__(self, name)

    def __iter__(self) -> Iterator[str]:
        """The names, the built-in ones first."""
        self._look()
        return iter((*BUILT_IN, *(name for name in list(dict.keys(self)) if name not in BUILT_IN)))

    def __len__(self) -> int:
        """The number of games."""
        return sum(1 for _ in self)  # `list` would call this function again

    get = Mapping.get  # type: ignore[assignment]  # these use the methods above
    keys = Mapping.keys  # type: ignore[assignment]
    values = Mapping.values  # type: ignore[assignment]
    items = Mapping.items  # type: ignore[assignment]

    def copy(self) -> dict[str, AnyGame]:
        """All games in a plain `dict`."""
        return dict(self.items())


GAMES = Games()


@cache
def part(game: str, name: str) -> ModuleType | None:
    """A part of a game's folder, such as "words" or "engine.policy"; None if the game has none.

    A part that cannot be imported is left out, with a sentence in `GAMES.parts_left_out`; only a
    part of a built-in game raises its error.
    """
    package = GAMES.packages.get(game, "") if game in GAMES else ""
    where = f"{package}.{name}"
    try:
        for parent in (where.rpartition(".")[0], where):
            if not package or find_spec(parent) is None:
                return None
        return import_module(where)
    except (Exception, SystemExit) as error:
        # the import of a package may raise anything
        if game in BUILT_IN:
            raise
        GAMES.parts_left_out[game, name] = (
            f"The part {quote(name)} of the game {quote(game)} is left out: {broken(error)}."
        )
        return None


def broken(error: BaseException) -> str:
    """The reason why a module cannot be imported, as the end of a sentence."""
    return f"it cannot be imported ({failure(error)})"


def goal(game: AnyGame, rules: tuple[int, ...]) -> int:
    """The total at which a match ends ("to 100"): the game's own `goal(rules)`, else 0 for none."""
    return int(getattr(game, "goal", _none)(rules))


def met(target: int, totals: Sequence[int]) -> bool:
    """Whether totals have reached a match's goal: a positive goal from below, a negative one from
    above. 0 is no goal.
    """
    if target > 0:
        return max(totals) >= target
    return target < 0 and min(totals) <= target


def length(game: AnyGame, rules: tuple[int, ...]) -> int:
    """The number of rounds of a match ("round 3 of 13"): the game's own `length(rules)`, else 0 for
    an open number.
    """
    return int(getattr(game, "length", _none)(rules))


def must(game: AnyGame, round_: object, state: object) -> Mask:
    """A set of cards, as a mask, of which the seat in turn is publicly known to hold at least one:
    the game's own `must(round, state)`, else 0.
    """
    return int(getattr(game, "must", _none)(round_, state))


def decided(game: AnyGame, rules: tuple[int, ...], shown: object) -> bool:
    """Whether no card can change the points any more, by what a spectator is `shown`: the game's
    own `decided(rules, shown)`, else False.
    """
    return bool(getattr(game, "decided", _none)(rules, shown))


def _none(*_: object) -> int:
    return 0


T = TypeVar("T", int, float)


def gain(best: str, mine: T, others: T) -> T:
    """The points by which one's own are better than the others', where the "fewest" or the "most"
    are best.
    """
    return others - mine if best == "fewest" else mine - others


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


def find_game(name: str) -> AnyGame:
    """The game of this name; RulesError if there is none."""
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
