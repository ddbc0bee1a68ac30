"""The contract of a game, under one name for packages: `parlour.catalogue` has its parts."""

from parlour.catalogue.options import (
    Option,
    action_name,
    checked,
    house_rules,
    options,
    pairs,
    parse_action,
    parse_pairs,
    parse_rules,
    parse_words,
    words,
)
from parlour.catalogue.protocol import WORD, AnyGame, Game, decided, gain, goal, length, met, must
from parlour.catalogue.registry import BUILT_IN, GAMES, Games, find_game, part

__all__ = [
    "BUILT_IN",
    "GAMES",
    "WORD",
    "AnyGame",
    "Game",
    "Games",
    "Option",
    "action_name",
    "checked",
    "decided",
    "find_game",
    "gain",
    "goal",
    "house_rules",
    "length",
    "met",
    "must",
    "options",
    "pairs",
    "parse_action",
    "parse_pairs",
    "parse_rules",
    "parse_words",
    "part",
    "words",
]
