"""Thousands of rounds at once, by the compiled rules of one game.

`twin` writes these functions out once more for each game, below that game's own functions: here they name those of Straights,
so that the type checker reads them. A state is a row of numbers.
"""

# ruff: noqa: F821  (twin defines what is only annotated here)
from collections.abc import Callable
from typing import Any

from parlour.cards import NOBODY
from parlour.games.straights.rules import Round, Rules, State, apply, deal, legal, points, seats, shown

# What twin writes for each game from the fields of its records:
pack: Callable[[State, Any], None]  # a state into a row
unpack: Callable[[Any], State]  # and from it
flatten: Callable[[Any, Any], None]  # what a seat sees, into a row
round_of: Callable[[Rules, int, Any], Round]  # of a deck


def begin_all(rules: Rules, number: int, decks: Any, states: Any) -> None:
    """Deal every deck."""
    for game in range(len(decks)):
        _, state = deal(rules, decks[game], number)
        pack(state, states[game])


def legal_all(rules: Rules, number: int, decks: Any, states: Any, turns: Any, masks: Any) -> None:
    """The first seat that may act in each game, and what it may do."""
    for game in range(len(decks)):
        state = unpack(states[game])
        turns[game], masks[game] = NOBODY, 0
        for seat in range(seats(rules)):
            mask = legal(round_of(rules, number, decks[game]), state, seat)
            if mask:
                turns[game], masks[game] = seat, mask
                break


def apply_all(rules: Rules, number: int, decks: Any, states: Any, turns: Any, actions: Any) -> None:
    """One action in each game that is not over."""
    for game in range(len(decks)):
        if turns[game] != NOBODY:
            state = unpack(states[game])
            pack(apply(round_of(rules, number, decks[game]), state, turns[game], actions[game]), states[game])


def points_all(rules: Rules, number: int, decks: Any, states: Any, rows: Any) -> None:
    """What each seat has to pay in each game."""
    for game in range(len(decks)):
        costs = points(round_of(rules, number, decks[game]), unpack(states[game]))
        for seat in range(seats(rules)):
            rows[game, seat] = costs[seat]


def observe_all(rules: Rules, number: int, decks: Any, states: Any, viewers: Any, rows: Any) -> None:
    """What a seat sees in each game."""
    for game in range(len(decks)):
        flatten(shown(round_of(rules, number, decks[game]), unpack(states[game]), viewers[game]), rows[game])
