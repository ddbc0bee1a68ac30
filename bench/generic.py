"""Random rounds a second of the generic kernels and of a game's own loops, in one run.

    python bench/generic.py [--rounds N] [--repeats K] [--json] [GAME ...]

Rates are rounds a CPU second of one thread with default rules: medians over repeats, the two in
turn. Installed games are included.
"""

import argparse
import statistics
import sys
import time
from pathlib import Path
from unittest.mock import patch

sys.path.insert(0, str(Path(__file__).parent))
from arguments import count, run
from machine import as_json, machine

from parlour import engine
from parlour.cli.options import known_game
from parlour.game import GAMES, part


def by_hand(game: str, n: int) -> float:
    """Rounds a CPU second of a game's own loops."""
    began = time.process_time()
    engine.play(game, n, 1)
    return n / (time.process_time() - began)


def generic(game: str, n: int) -> float:
    """Rounds a CPU second of the generic kernels, also for a game with its own loops."""
    with patch("parlour.engine.twin.part", lambda _game, _name: None):
        return by_hand(game, n)


def measure(game: str, rounds: int, repeats: int) -> dict[str, float]:
    """Medians over repeats, in turn; each runs once before without being measured."""
    row = {"rules alone": generic}
    if part(game, "engine.loops"):
        row["by hand"] = by_hand
    for once in row.values():
        once(game, 1000)
    rates: dict[str, list[float]] = {name: [] for name in row}
    for _ in range(repeats):
        for name, once in row.items():
            rates[name].append(once(game, rounds))
    return {name: statistics.median(values) for name, values in rates.items()}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", type=known_game, metavar="GAME")
    parser.add_argument("--rounds", type=count, default=200_000)
    parser.add_argument("--repeats", type=count, default=7)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    results = {game: measure(game, given.rounds, given.repeats) for game in given.games or GAMES}
    if given.json:
        print(as_json(given.rounds, given.repeats, results))
        return
    print(machine())
    for game, row in results.items():
        rate = row["rules alone"]
        ratio = (
            f", by hand {row['by hand']:12,.0f}: {row['by hand'] / rate:.1f} times that"
            if "by hand" in row
            else ""
        )
        print(f"{game:16} rules alone {rate:10,.0f} rounds/s{ratio}")


if __name__ == "__main__":
    run(main)
