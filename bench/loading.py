"""The time of loading a table: `python bench/loading.py [--rows N]`.

In each game four persons play random legal actions, one row an action, over several matches until N
rows are stored. Then the table is loaded from them five times. The figures are the best and the
median CPU time.
"""

import argparse
import statistics
import time
from random import Random

from arguments import count, run
from machine import machine
from new_tables import NEW_TABLES

from parlour.cards import NEW_DECK
from parlour.match import Acted, Dealt, Event, Opened, actor, legal
from parlour.table.messages.outcome import Row
from parlour.table.state import TableState
from parlour.table.table import Made, make


def played(description: Made, rows: int, random: Random) -> list[Row]:
    """The first rows of a table, this many."""
    kept, stored = TableState(description, []), list[Row]()

    def write(*did: Event) -> None:
        stored.append(kept.row(float(len(stored)), did))
        kept.fold(did)

    plan = kept.plan
    write(Opened(plan.game, plan.rules, "salt"), *kept.seating())
    while len(stored) < rows:
        match = kept.match
        if match.winners:
            write(Opened(plan.game, plan.rules, "salt"), *kept.seating())
        elif not match.playing:
            write(Dealt(tuple(random.sample(NEW_DECK, 52))))
        else:
            seat = actor(match)
            may = legal(match, seat)
            write(Acted(seat, random.choice([action for action in range(64) if may >> action & 1])))
    return stored


def main() -> None:
    """Print a line a game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=count, default=30_000)
    options = parser.parse_args()
    print(machine())
    for new_table in NEW_TABLES:
        name = new_table["game"]
        description = make(
            {
                "key": "A" * 22,
                "name": "Ada",
                "seats": ["me", "first", "first", "first"],
                **new_table,
            }
        )
        rows = played(description, options.rows, Random(name))
        times = []
        for _ in range(5):
            began = time.process_time()
            TableState(description, rows)
            times.append(time.process_time() - began)
        print(
            f"{name:14} {options.rows} rows: best {min(times):.2f} s, median "
            f"{statistics.median(times):.2f} s"
        )


if __name__ == "__main__":
    run(main)
