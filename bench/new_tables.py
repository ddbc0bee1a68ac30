"""The tables of a measurement: of four people, one in each of the project's games."""

from typing import Any

from parlour.game import BUILT_IN, GAMES, house_rules

SEATS = 4
TARGET = 500  # of a match that would be over after a round


def new_table(game: str) -> dict[str, Any]:
    """What a table of four asks for, for matches of more than a round."""
    rules = {}
    for option in house_rules(GAMES[game]):
        if option.name == "players":
            rules["players"] = SEATS
        if option.name == "target" and option.default == 0:
            rules["target"] = TARGET
    return {"game": game, "rules": rules}


NEW_TABLES = [new_table(game) for game in BUILT_IN]
