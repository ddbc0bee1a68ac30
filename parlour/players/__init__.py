"""Players that are programs: a level is a function `act(view, dice) -> action`, found by game and
name in LEVELS.

A player gets a View, never a match, so it is blind to all that its seat may not see. `dice` is a
seed for its own random choices, handed in so that a match repeats exactly. The rule players of a
game stand in its levels.py, the simplest first; a game without any has one that takes the first
legal action. The learned ones and the search are the same code for all games: every game has
`search`, and one with a policy and weights has `trained`.
"""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TypeAlias

from parlour.cards import Action, Seat
from parlour.errors import EventError, IllegalAction, ParlourError, UsageError, quote
from parlour.game import BUILT_IN, GAMES, find_game, part
from parlour.match import HUMAN, Acted, Match, View, actor, dice, refusal, to_action, view
from parlour.players import any as anyone

Player: TypeAlias = Callable[[View, int], Action]
Function: TypeAlias = Callable[[View, int], Action | str]  # a player of one's own


def later(module: str, name: str) -> Player:
    """A player of a module that is imported when it first plays: the classic programs start without
    it.
    """

    def act(view: View, dice: int) -> Action:
        player: Player = getattr(import_module(module), name)
        return player(view, dice)

    return act


LEARNED = {  # they think: slow, and to be compiled first
    "trained": later("parlour.players.trained", "act"),
    "search": later("parlour.players.search", "act"),
}
# plays where a level that thinks cannot; else the strongest of the rule players
STAND_IN = "greedy"


def folder(game: str) -> Path:
    """Where the rules of a game stand, and its other parts beside them."""
    return Path(str(getattr(find_game(game), "__file__", ""))).parent


def learned(game: str) -> bool:
    """Whether a game has a policy, and weights of it."""
    there = (folder(game) / "weights.json").exists() and (
        folder(game) / "engine" / "policy.py"
    ).exists()
    return there and (game in BUILT_IN or part(game, "engine.policy") is not None)


class Levels(dict[str, dict[str, Player]]):
    """The levels of each game by name, the simplest first; a game's own are imported when they are
    first asked for.
    """

    def __missing__(self, game: str) -> dict[str, Player]:
        """The levels of a game; RulesError where there is no such game."""
        find_game(game)
        own: dict[str, Player] = getattr(part(game, "levels"), "LEVELS", {})
        if not (isinstance(own, dict) and own and all(map(callable, own.values()))):
            if part(game, "levels"):
                GAMES.parts_left_out[game, "levels"] = (
                    f"The levels of the game {quote(game)} are not a dictionary of functions."
                )
            own = {"first": anyone.first}
        thinking = LEARNED if learned(game) else {"search": LEARNED["search"]}
        self[game] = found = {**own, **thinking}
        return found


LEVELS = Levels()


def find_level(game: str, name: str) -> Player:
    """The player of that level; UsageError unless the game has one."""
    if name not in LEVELS[game]:
        raise UsageError(f"There is no level {quote(name)}; there is {', '.join(LEVELS[game])}.")
    return LEVELS[game][name]


class OwnPlayer(str):
    """A player of one's own at a seat: a text, its name `module:function`, that brings the function
    along. Records and views have the name alone.
    """

    act: Function


def own_player(act: Function) -> OwnPlayer:
    """A function at a seat; of an object that is called, the name is its class's."""
    named = act if hasattr(act, "__qualname__") else type(act)
    player = OwnPlayer(f"{named.__module__}:{named.__qualname__}")
    player.act = act
    return player


def decided(match: Match) -> Acted:
    """What the first seat that may act does: its own function, or its level, decides.

    EventError where a person sits there, or a function gives no action; IllegalAction where the
    rules forbid it; UsageError where there is no such level.
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
    """What a function does; its own exceptions pass."""
    given = player.act(view(match, seat), dice(match, seat))
    try:
        action = to_action(match.game, given)
        why = refusal(match, seat, action)
        if why:
            raise IllegalAction(why)
    except ParlourError as error:
        raise type(error)(f"The player {quote(player)} on seat {seat}: {error}") from None
    return Acted(seat, action)


def plain(game: str, level: str) -> str:
    """The level itself where it does not think, else the one that stands in for it."""
    if level not in LEARNED:
        return level
    return (
        STAND_IN
        if STAND_IN in LEVELS[game]
        else [name for name in LEVELS[game] if name not in LEARNED][-1]
    )
