"""Computer players: a level is a function `act(view, dice) -> action`, found by game and name in
LEVELS.

A player gets a View, never a match, so it cannot use hidden cards. `dice` is a seed for its own
random choices, given by the caller so that a match can be repeated exactly. The rule players of a
game are in its levels.py, the simplest first; a game without any has a player of the first legal
action. The learned players and the search are the same code for all games: every game has `search`,
and a game with a policy and weights has `trained`.
"""

from collections.abc import Callable
from importlib import import_module
from typing import Any, Protocol, TypeAlias

from parlour.cards import Action, Seat
from parlour.catalogue.options import action_name
from parlour.catalogue.protocol import WORD
from parlour.catalogue.registry import BUILT_IN, GAMES, find_game, folder, part
from parlour.errors import (
    CodeError,
    EventError,
    IllegalAction,
    ParlourError,
    UsageError,
    failure,
    place,
    quote,
)
from parlour.match import HUMAN, Acted, Match, View, actor, dice, refusal, to_action, view
from parlour.players.first_legal import first

Player: TypeAlias = Callable[[View, int], Action]
Function: TypeAlias = Callable[[View, int], Action | str]  # a user's own player


class PlayerObject(Protocol):
    """A user's own player as an object."""

    def act(self, view: View, dice: int) -> Action | str:
        """A legal action; `dice` is a seed for its own choices."""


def later(module: str, name: str) -> Player:
    """A player of a module that is imported at its first move, so that the classic programs start
    faster.
    """

    def act(view: View, dice: int) -> Action:
        player: Player = getattr(import_module(module), name)
        return player(view, dice)

    return act


LEARNED = {  # slow levels, whose code is compiled
    "trained": later("parlour.players.trained", "act"),
    "search": later("parlour.players.search", "act"),
}
STRONGEST = "search"  # it alone is too slow where nothing is compiled
TAKEN = ("me", "friend", "oracle", *LEARNED)  # players of a seat that are no game's own
# replaces a slow level where that cannot play; else the strongest of the rule players
STAND_IN = "greedy"


def learned(game: str) -> bool:
    """Whether a game has a policy with weights."""
    # of a package without sources, policy.pyc
    files = "weights.json", "engine/policy.py*"
    complete = all(next(folder(game).glob(file), None) for file in files)
    return complete and (game in BUILT_IN or part(game, "engine.policy") is not None)


def checked_level(game: str, name: str, act: Function) -> Player:
    """A package's level as a player whose errors name it: CodeError if its code fails, EventError
    if it returns no action, IllegalAction if the rules forbid the action.
    """
    about = f"The level {quote(name)} of the game {quote(game)} failed"

    def player(view: View, dice: int) -> Action:
        try:
            answer = act(view, dice)
        except (Exception, SystemExit) as error:  # a package's code may raise anything
            where = place(error, str(folder(game))) or place(error)
            where = where and f" ({where})"  # empty if the call itself failed
            raise CodeError(f"{about}: {failure(error)}{where}.") from error
        try:
            action = to_action(game, answer)
        except EventError as error:
            raise EventError(f"{about}: {error}") from None
        if action < 0 or not view.legal >> action & 1:
            valid = 0 <= action < 52 + len(GAMES[game].EXTRA)
            named = action_name(GAMES[game], action) if valid else f"The action {action}"
            allowed = ", ".join(view.actions)
            raise IllegalAction(f"{about}: {named} is not allowed now (allowed: {allowed}).")
        return action

    return player


def fault(levels: object) -> str:
    """The fault in a game's own levels, as the end of a sentence; empty if there is none."""
    if not (isinstance(levels, dict) and levels and all(map(callable, levels.values()))):
        return "are not a dictionary of functions"
    for name in levels:
        if not (isinstance(name, str) and WORD(name)) or name in TAKEN:
            return (
                f"are left out: the name {quote(str(name))} is reserved, or not lower-case letters "
                f"and digits"
            )
    return ""


class Levels(dict[str, dict[str, Player]]):
    """The levels of each game by name, the simplest first; a game's own levels are imported at
    their first use.
    """

    def __missing__(self, game: str) -> dict[str, Player]:
        """The levels of a game; RulesError where there is no such game."""
        find_game(game)
        levels = part(game, "levels")
        players: dict[str, Player] = getattr(levels, "LEVELS", {})
        why = fault(players) if levels else ""
        if why or not levels:
            players = {"first": first}
        if learned(game):
            players = {**players, "trained": LEARNED["trained"]}
        if game not in BUILT_IN:
            players = {name: checked_level(game, name, act) for name, act in players.items()}
        by_name = {**players, STRONGEST: LEARNED[STRONGEST]}
        unfelt: object = getattr(levels, "UNFELT", set())
        fine = isinstance(unfelt, set) and unfelt <= by_name.keys()
        if not why and game not in BUILT_IN and not fine:
            why = f"have an UNFELT that is not a set of levels (known: {', '.join(by_name)})"
        if why:
            GAMES.parts_left_out[game, "levels"] = f"The levels of the game {quote(game)} {why}."
        self[game] = by_name
        return by_name


LEVELS = Levels()


def offered(game: str) -> list[str]:
    """The levels that people choose from, the simplest first: without those in the set UNFELT of
    the game's levels.py, for nobody would feel the step.
    """
    levels = LEVELS[game]  # those of a levels.py with a fault are left out
    fine = (game, "levels") not in GAMES.parts_left_out
    unfelt = getattr(part(game, "levels"), "UNFELT", ()) if fine else ()
    return [name for name in levels if name not in unfelt] or list(levels)


def check_level(game: str, name: str) -> None:
    """UsageError if the game has no such level."""
    if name not in LEVELS[game]:
        raise UsageError(f"Unknown level {quote(name)} (known: {', '.join(LEVELS[game])}).")


def find_level(game: str, name: str) -> Player:
    """The player of this level; UsageError if the game has no such level, or if it is not available
    on this machine.
    """
    check_level(game, name)
    if name == STRONGEST and (why := lacking(game)):
        raise UsageError(f"{why}.")
    return LEVELS[game][name]


def lacking(game: str) -> str:
    """A sentence, without its stop, why the strongest level of a game cannot play on this machine;
    empty if it can.
    """
    from parlour.engine.compiler import kernel  # here, because it looks for the library

    why, of = kernel.lacking(game), "" if game in BUILT_IN else f" of {game}"
    return why and f"The level {quote(STRONGEST)}{of} is not available here: {why}"


def playing(game: str, level: str) -> str:
    """The level itself, or the one that plays for it where it is not available: `trained`, whose
    code is fast enough as Python runs it, else a plain one.
    """
    if level != STRONGEST or not lacking(game):
        return level
    return "trained" if "trained" in LEVELS[game] else plain(game, level)


class OwnPlayer(str):
    """A user's own player at a seat: a text, its name `module:function`, with the function as an
    attribute. Records and views have the name alone.
    """

    act: Function


def own_player(act: Function) -> OwnPlayer:
    """A function as the player of a seat; for a callable object, the name is its class's."""
    named = act if hasattr(act, "__qualname__") else type(act)
    player = OwnPlayer(f"{named.__module__}:{named.__qualname__}")
    player.act = act
    return player


def decided(match: Match) -> Acted:
    """The action of the first seat that may act, decided by its own function or its level.

    EventError if a person has the seat or a function returns no action; IllegalAction if the rules
    forbid the action; CodeError if a level fails; UsageError if there is no such level.
    """
    seat = actor(match)
    player = match.players[seat]
    if isinstance(player, OwnPlayer):
        return _by_function(match, seat, player)
    if player.startswith(HUMAN):
        raise EventError(
            f"Seat {seat} is a person, {quote(player)}: only `act({seat}, ...)` plays for it."
        )
    act = find_level(match.game, player)
    return Acted(seat, act(view(match, seat), dice(match, seat)))


def _by_function(match: Match, seat: Seat, player: OwnPlayer) -> Acted:
    """The action that a function returns; its exceptions are not caught."""
    answer = player.act(view(match, seat), dice(match, seat))
    try:
        action = to_action(match.game, answer)
        why = refusal(match, seat, action)
        if why:
            raise IllegalAction(why)
    except ParlourError as error:
        raise type(error)(f"The player {quote(player)} on seat {seat}: {error}") from None
    return Acted(seat, action)


def bare_hint(game: str, action: Action, why: str) -> dict[str, Any]:
    """The fields of a hint (docs/log.md) without playouts; `why` says why there are none."""
    name = action_name(find_game(game), action)
    choice = {"actions": [name], "better": 0.0, "error": 0.0, "playouts": 0}
    fields = {"action": name, "why": why, "unit": "points", "choices": [choice]}
    return {**fields, "points": 0.0, "terms": []}


def plain(game: str, level: str) -> str:
    """The level itself if it is fast, else the level that replaces it."""
    if level not in LEARNED:
        return level
    return (
        STAND_IN
        if STAND_IN in LEVELS[game]
        else [name for name in LEVELS[game] if name not in LEARNED][-1]
    )
