"""The registry of games by name, and the parts of their folders.

A game is a folder, and its `rules.py` implements the protocol `Game`. The folder's other files
(words.py, levels.py, the engine and so on) are its parts: each is imported at its first use, and
only the rules are required. A package adds a game by an entry point in the group `parlour.games`.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import cast

from parlour.catalogue.old_names import in_new_words
from parlour.catalogue.protocol import AnyGame
from parlour.errors import (
    RulesError,
    quote,
)

BUILT_IN = ("straights", "hearts", "crazy-eights")  # the folders of parlour/games/


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
            from parlour.catalogue.check import installed

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
        from parlour.catalogue.check import broken  # here, as above

        GAMES.parts_left_out[game, name] = (
            f"The part {quote(name)} of the game {quote(game)} is left out: {broken(error)}."
        )
        return None


def find_game(name: str) -> AnyGame:
    """The game of this name; RulesError if there is none."""
    if name in GAMES:
        return GAMES[name]
    raise RulesError(
        GAMES.left_out.get(name) or f"Unknown game {quote(name)} (known: {', '.join(GAMES)})."
    )


def folder(game: str) -> Path:
    """The folder with a game's rules and its other parts."""
    return Path(str(getattr(find_game(game), "__file__", ""))).parent
