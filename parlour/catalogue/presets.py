"""Presets: the house rules that people know by one name, such as those of a club.

A game's folder may have a part `presets.py` with `PRESETS`: by name, the title, a sentence and the
options that differ from the standard rules, as a person writes them.

    PRESETS = {"club": ("Club", "No points on the first trick.", {"no_points": "yes"})}
    PAGE = "club"

The standard rules are the first preset of every game and are not declared. New tables of the page
start with the preset `PAGE`, by default the standard one. All other fronts start with the standard
rules.
"""

import re
from typing import Any, NamedTuple

from parlour.catalogue.options import parse_rules
from parlour.catalogue.protocol import AnyGame
from parlour.catalogue.registry import GAMES, find_game, part
from parlour.errors import RulesError, failure, quote

STANDARD = "standard"
_NAME = re.compile("[a-z0-9]+(-[a-z0-9]+)*").fullmatch


class Preset(NamedTuple):
    """House rules with a name."""

    name: str
    title: str
    about: str  # a sentence; empty for the standard rules
    rules: Any  # the game's Rules


class Presets(NamedTuple):
    """The presets of a game."""

    offered: tuple[Preset, ...]  # the standard rules first
    page: str  # the name of the preset of new tables in the page


def presets(game: str) -> Presets:
    """The presets of a game; only the standard rules if its `presets.py` cannot be read, with a
    sentence in `GAMES.parts_left_out`.
    """
    rules = find_game(game)
    declared, standard = part(game, "presets"), Preset(STANDARD, "Standard", "", rules.Rules())
    try:
        offered = (standard, *_declared(rules, getattr(declared, "PRESETS", {})))
        page = str(getattr(declared, "PAGE", STANDARD))
        _find(offered, page)
    except Exception as error:  # the file of a package may hold anything
        GAMES.parts_left_out[game, "presets.PRESETS"] = (
            f"The presets of the game {quote(game)} are left out: they cannot be read "
            f"({failure(error)})."
        )
        return Presets((standard,), STANDARD)
    return Presets(offered, page)


def find_preset(game: str, name: str) -> Preset:
    """The preset of this name; RulesError if the game has none."""
    return _find(presets(game).offered, name)


def _find(offered: tuple[Preset, ...], name: str) -> Preset:
    for preset in offered:
        if preset.name == name:
            return preset
    names = ", ".join(preset.name for preset in offered)
    raise RulesError(f"Unknown preset {quote(name)} (known: {names}).")


def _declared(rules: AnyGame, declared: Any) -> list[Preset]:
    """The presets of a file; an error of any kind if one is invalid."""
    listed = []
    for name, (title, about, options) in declared.items():
        if not _NAME(name) or name == STANDARD:
            raise RulesError(f"{quote(name)} cannot be the name of a preset.")
        if not title.strip() or not (title + about).isprintable():
            raise RulesError(f"The preset {name} has a title or a text that cannot be printed.")
        listed.append(Preset(name, title, about, parse_rules(rules, options)))
    return listed
