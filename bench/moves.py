"""The time of a decision while all cores are busy: `python bench/moves.py [--moves N] [--game G]
[--level L] [--json]`.

On every core a process only counts. Beside them positions are decided one after another, in matches
in which the level plays against itself, and each decision is timed by the wall clock. Only
decisions with a choice are counted.
"""

import argparse
import json
import os
import time
from random import Random
from typing import Any

from arguments import check, count, run
from machine import burning, machine
from rich.progress import Progress

from parlour.cards import popcount
from parlour.catalogue.registry import GAMES
from parlour.match import Acted, Dealt, Opened, Seated, actor, dice, fold, step, view
from parlour.players import LEVELS
from parlour.players.search import BUDGET


def decided(game: str, moves: int, level: str, bar: Progress) -> list[float]:
    """The milliseconds of this many decisions."""
    random, act, times = Random(game), LEVELS[game][level], list[float]()
    task = bar.add_task(game, total=moves)
    rules: Any = GAMES[game].Rules()
    while len(times) < moves:
        match = fold(
            [
                Opened(game, rules, str(len(times))),
                *(Seated(seat, level) for seat in range(GAMES[game].seats(rules))),
            ]
        )
        match = step(
            match._replace(number=random.randrange(4)), Dealt(tuple(random.sample(range(52), 52)))
        )
        while match.playing:
            seat = actor(match)
            seen = view(match, seat)
            begun = time.perf_counter()
            action = act(seen, dice(match, seat))
            if popcount(seen.legal) > 1:
                times.append(1000 * (time.perf_counter() - begun))
                bar.advance(task)
            match = step(match, Acted(seat, action))
    return times[:moves]


def main() -> None:
    """Measure, and print quantiles a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--moves", type=count, default=10_000)
    parser.add_argument("--level", default="search")
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    check([options.game] if options.game else GAMES, [options.level])
    figures: dict[str, Any] = {
        "machine": machine(),
        "level": options.level,
        "limit, ms": 1000 * BUDGET.seconds,
    }
    with Progress(transient=True) as bar:
        for game in [options.game] if options.game else GAMES:
            decided(game, 30, options.level, bar)  # so that compiling and loading are not measured
            with burning(os.cpu_count() or 1):
                times = sorted(decided(game, options.moves, options.level, bar))
            at = {"p50": 0.5, "p99": 0.99, "p99.9": 0.999}
            quantiles = {
                name: round(times[int(share * len(times))], 1) for name, share in at.items()
            }
            figures[game] = {"moves": len(times)} | quantiles | {"largest": round(times[-1], 1)}
    if options.json:
        print(json.dumps(figures))
    else:
        for name, figure in figures.items():
            print(f"{name:12} {figure}")


if __name__ == "__main__":
    run(main)
