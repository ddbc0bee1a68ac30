"""The most that hidden hands can be worth: `python bench/bound.py --game G [--against LEVEL]
[--deals N] [--seed S] [--matches] [--json]`.

`trained`, `search`, and `search` with the true hands as its only world sit alone among others of a
level, in every seat of the same deals. A player that looks one choice ahead and has to guess the
hands cannot be expected to reach as much as the last. Own points, points against the others' mean,
and shares won, each with half its interval, and the difference to `trained` on the same deals with
half of its; 95 % intervals over deals.
"""

import argparse
import sys
from collections.abc import Iterator
from math import inf
from typing import Any
from unittest.mock import patch

from arguments import check, count, run, seed
from figures import json_text
from machine import machine
from rich.progress import track

from parlour.cards import Action
from parlour.engine.protocol import Model
from parlour.engine.worlds import Worlds
from parlour.game import BUILT_IN, find_game
from parlour.lab.duel import Duel, Figure, Row, SeatedDuel, figure, find_player, sides
from parlour.match import Match, View
from parlour.players import search
from parlour.players.oracle import truth

BATCH = 64  # copies of the true world at a time


def sighted(match: Match, view: View, dice: int) -> Action:
    """The choice of `search` where it sees all hands."""

    def worlds_of(
        view: View, seed: int, budget: search.Budget, models: tuple[Model, ...]
    ) -> Iterator[list[tuple[Worlds, Model]]]:
        while True:
            yield [(truth(match, view, BATCH), models[0])]

    with patch.object(search, "worlds_of", worlds_of):
        return search.think(view, dice, search.BUDGET._replace(seconds=inf)).action


def values(duel: Duel, row: Row) -> tuple[float, float, float]:
    """Of the player alone in a deal: own points, points against the others' mean, share won."""
    own, rel, won = sides(duel, [row])[0][1:4]
    return own.mean, rel.mean, won.mean


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=BUILT_IN, required=True)
    parser.add_argument("--against", default="first", metavar="LEVEL")
    parser.add_argument("--deals", type=count, default=100)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--matches", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    check([given.game], [given.against], find_player)
    rules: Any = find_game(given.game).Rules()
    told: dict[str, list[tuple[float, float, float]]] = {}
    for name in ("trained", "search", "sighted"):
        level = "search" if name == "sighted" else name
        duel = Duel(given.game, rules, (level, given.against), given.seed, matches=given.matches)
        seated = SeatedDuel(duel)
        if name == "sighted":
            seated.players[0] = sighted
        deals = track(range(given.deals), name, disable=given.json)
        told[name] = [values(duel, seated.play(deal)) for deal in deals]
    found: dict[str, Any] = {"machine": machine(), **vars(given)}
    for name, rows in told.items():
        for place, what in enumerate(("own", "against the mean", "won")):
            own = [row[place] for row in rows]
            base = [row[place] for row in told["trained"]]
            more: Figure = figure([a - b for a, b in zip(own, base, strict=True)])
            found[f"{name}, {what}"] = [round(part, 3) for part in (*figure(own), *more)]
    if given.json:
        sys.stdout.write(json_text(found) + "\n")
        return
    for key, value in found.items():
        sys.stdout.write(f"{key:27}{value}\n")


if __name__ == "__main__":
    run(main)
