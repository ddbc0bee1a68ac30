"""Checks for any game, built in or not, from its rules alone.

    import pytest
    from parlour import testing

    @pytest.mark.parametrize(("name", "check"), testing.of("my-game"))
    def test_my_game(name, check):
        check()

Each check plays random rounds with every house rule, and raises `Broken` (an AssertionError) with
one sentence at the first law that fails, or if the game's code raises an error. No test framework
is imported. The last three checks compile the rules, so they need the extra `parlour[jit]`; all
others need only Parlour. If the game's folder has an `oracle.py` (described in
`parlour.testing.witness`), the laws are also checked against it: the legal actions, the points, and
the part of the table that each seat has seen.
"""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from parlour.catalogue.registry import find_game, folder
from parlour.errors import ParlourError, failure, place, quote
from parlour.testing import compiled, dialect, fronts, laws, views, witness
from parlour.testing.laws import Broken

__all__ = ["Broken", "Check", "of"]


class Check(NamedTuple):
    """One check of a game."""

    name: str
    run: Callable[[], None]  # raises Broken if the game fails


CHECKS: dict[str, Callable[[str], None]] = {
    "dialect": dialect.check,
    "laws": laws.check,
    "match": laws.check_matches,
    "views": views.check,
    "oracle": witness.check,
    "words": fronts.check_words,
    "presets": fronts.check_presets,
    "levels": fronts.check_levels,
    "lesson": fronts.check_lesson,
    "wire": fronts.check_wire,
    "log": fronts.check_log,
    "table": fronts.check_table,
    "twin": compiled.check_twin,
    "perft": compiled.check_perft,
    "worlds": compiled.check_worlds,
}


def of(game: str) -> list[Check]:
    """The checks of a game, the fastest first; the last three compile its rules, once. RulesError
    if there is no such game.
    """
    find_game(game)
    names = [name for name in CHECKS if name != "oracle" or witness.oracle_of(game)]
    return [Check(name, partial(checked, name, game)) for name in names]


def checked(name: str, game: str) -> None:
    """Run a check of a game; Broken also if its code raises an error that is no sentence."""
    try:
        CHECKS[name](game)
    except (AssertionError, ParlourError):
        raise
    except (Exception, SystemExit) as error:  # a game's code may raise anything
        where = place(error, str(folder(game))) or place(error)
        about = f"The check {quote(name)} of the game {quote(game)} failed"
        raise Broken(f"{about}: {failure(error)} ({where}).") from error
