"""The requests for tables of a measurement: four persons in each of the project's games."""

from typing import Any

from parlour.catalogue.options import house_rules
from parlour.catalogue.registry import BUILT_IN, GAMES

SEATS = 4
TARGET = 500  # the target of a match that would otherwise end after one round


def new_table(game: str) -> dict[str, Any]:
    """The request for a table of four with matches of several rounds."""
    rules = {}
    for option in house_rules(GAMES[game]):
        if option.name == "players":
            rules["players"] = SEATS
        if option.name == "target" and option.default == 0:
            rules["target"] = TARGET
    return {"game": game, "rules": rules}


NEW_TABLES = [new_table(game) for game in BUILT_IN]
