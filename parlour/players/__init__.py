"""Players that are programs: a level is a function `act(view, dice) -> action`, found by game and name in LEVELS.

A player gets a View, never a match, so it is blind to all that its seat may not see. `dice` is a seed for its own random
choices, handed in so that a match repeats exactly.
"""

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from parlour.cards import Action
from parlour.errors import UsageError, quote
from parlour.match import View
from parlour.players import first

Player: TypeAlias = Callable[[View, int], Action]


def later(module: str, name: str) -> Player:
    """A player of a module that is imported when it first plays: the classic programs start without it."""

    def act(view: View, dice: int) -> Action:
        player: Player = getattr(import_module(f"parlour.players.{module}"), name)
        return player(view, dice)

    return act


LEARNED = {"trained": later("trained", "act"), "search": later("search", "act")}  # they think: slow, and to be compiled first
STAND_IN = "greedy"  # plays where a level that thinks cannot: the prudent player

LEVELS: dict[str, dict[str, Player]] = {
    "straights": {
        "first": first.straights,
        "careful": later("careful", "straights"),
        "greedy": later("greedy", "straights"),
        **LEARNED,
    },
    "hearts": {
        "first": first.hearts,
        "careful": later("careful", "hearts"),
        "greedy": later("prudent", "hearts"),
        **LEARNED,
    },
    "crazy-eights": {
        "first": first.crazy_eights,
        "careful": later("careful", "crazy_eights"),
        "greedy": later("greedy", "crazy_eights"),
        **LEARNED,
    },
}


def find_level(game: str, name: str) -> Player:
    """The player of that level; UsageError unless the game has one."""
    if name not in LEVELS[game]:
        raise UsageError(f"There is no level {quote(name)}; there is {', '.join(LEVELS[game])}.")
    return LEVELS[game][name]


def plain(game: str, level: str) -> str:
    """The level itself where it does not think, else the one that stands in for it."""
    return level if level not in LEARNED else STAND_IN if STAND_IN in LEVELS[game] else next(iter(LEVELS[game]))
