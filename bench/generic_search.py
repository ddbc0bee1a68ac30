"""The generic search, which uses only a game's rules, against its rule players: `python
bench/generic_search.py [--deals N] [--playouts P] [--game G] [--against LEVEL] [--json]`.

For each game: points a round better than `first` and than `careful`, on duplicate deals with the
tested player in every seat, with a 95 % interval over deals; the share of rounds won; CPU
milliseconds a decision. It also prints the cost of worlds by the rules alone, and of those by the
game's own puzzle. It runs in one process without a time limit for decisions.
"""

import argparse
import time
from math import inf
from random import Random
from statistics import fmean
from typing import Any

from arguments import count, run
from figures import json_text
from machine import machine
from rich.progress import track

from parlour.catalogue.registry import BUILT_IN, find_game
from parlour.engine.worlds.sampler import Sampler
from parlour.lab.duel import Duel, SeatedDuel, difference, sides
from parlour.match import Acted, Dealt, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import find_level
from parlour.players.search import Budget, think

PLAYOUTS = 400
AGAINST = "first", "careful"
WORLDS = 256


class Generic:
    """A search that uses only the rules."""

    budget = Budget(playouts=PLAYOUTS, seconds=inf, by_rules=True)

    def act(self, view: View, dice: int) -> int:
        """The number of the chosen action."""
        return think(view, dice, self.budget).action


def duel(game: str, other: str, deals: int) -> dict[str, Any]:
    """The gain of the generic search against a level."""
    rules: Any = find_game(game).Rules()
    wanted = Duel(game, rules, ("generic_search:Generic", other), 1)
    stand = SeatedDuel(wanted)
    plays = [stand.play(deal) for deal in track(range(deals), f"{game}, {other}", transient=True)]
    gained, (side, _) = difference(wanted, plays), sides(wanted, plays)
    return {
        "better by": [round(figure, 2) for figure in gained],
        "won": [round(figure, 3) for figure in side.won],
        "ms a decision": round(side.milliseconds, 2),
    }


def worlds_cost(game: str, views: int) -> dict[str, float]:
    """CPU milliseconds for the worlds of a view, by the rules alone and by the game's own puzzle;
    means over views.
    """
    times: dict[bool, list[float]] = {True: [], False: []}
    random, act = Random(game), find_level(game, "first")
    while len(times[True]) < views:
        rules: Any = find_game(game).Rules()
        seats = find_game(game).seats(rules)
        match = fold([Opened(game, rules, ""), *(Seated(seat, "first") for seat in range(seats))])
        match = step(match, Dealt(tuple(random.sample(range(52), 52))))
        for _ in range(random.randrange(10, 30)):
            if match.playing:
                match = step(
                    match,
                    Acted(actor(match), act(view(match, actor(match)), dice(match, actor(match)))),
                )
        if match.playing:
            seen = view(match, actor(match))
            for by_rules, spent in times.items():
                begun = time.thread_time()
                Sampler(seen, by_rules=by_rules).sample(WORLDS, 1)
                spent.append(1000 * (time.thread_time() - begun))
    return {
        "rules alone": round(fmean(times[True]), 2),
        "own puzzle": round(fmean(times[False]), 2),
    }


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=count, default=300)
    parser.add_argument("--playouts", type=count, default=PLAYOUTS)
    parser.add_argument("--game", choices=BUILT_IN)
    parser.add_argument("--against", choices=AGAINST)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    import generic_search  # so that the duel finds the player by its module's name

    generic_search.Generic.budget = Generic.budget._replace(playouts=options.playouts)
    figures: dict[str, Any] = {
        "machine": machine(),
        "deals": options.deals,
        "playouts": options.playouts,
    }
    for game in [options.game] if options.game else BUILT_IN:
        worlds_cost(game, 3)  # so that compiling and loading are not measured
        figures[f"{game}, {WORLDS} worlds, ms"] = worlds_cost(game, 40)
        for other in [options.against] if options.against else AGAINST:
            figures[f"{game}, {other}"] = duel(game, other, options.deals)
    print(
        json_text(figures)
        if options.json
        else "\n".join(f"{name:28} {figure}" for name, figure in figures.items())
    )


if __name__ == "__main__":
    run(main)
