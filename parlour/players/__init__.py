"""Computer players: functions `act(view, dice)`, found by game and name (`levels.py`). A player
sees a view and never a match.
"""

from parlour.players.levels import (
    LEARNED,
    LEVELS,
    STAND_IN,
    STRONGEST,
    Function,
    OwnPlayer,
    Player,
    PlayerObject,
    bare_hint,
    check_level,
    checked_level,
    decided,
    find_level,
    lacking,
    learned,
    offered,
    own_player,
    plain,
    playing,
)

__all__ = [
    "LEARNED",
    "LEVELS",
    "STAND_IN",
    "STRONGEST",
    "Function",
    "OwnPlayer",
    "Player",
    "PlayerObject",
    "bare_hint",
    "check_level",
    "checked_level",
    "decided",
    "find_level",
    "lacking",
    "learned",
    "offered",
    "own_player",
    "plain",
    "playing",
]
