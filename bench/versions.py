"""CPU a move of two versions under the same load: `python bench/versions.py FOLDER [--tables N]
[--rate R] [--seconds S]`.

FOLDER has another checkout, as made by `git worktree add`. A server of each version runs at the
same time, with so many tables and moves a second each, and the moves are due at one and the other
in turn. So both have the same machine. Other work on it changes runs one after the other by more
than most changes of the code do.
"""

import argparse
import asyncio
import gc
import os
from statistics import median

from arguments import amount, checkout, count, positive, run
from figures import show
from machine import cpu, machine
from people import Table
from rich.progress import Progress
from server import served
from tables import make, play

from parlour.web.serve import more_files

APART = 5000  # tables between the addresses of the two versions
PART = 5.0  # seconds of a part of the measurement; the medians of these are printed


async def measure(
    servers: dict[str, tuple[int, int]], options: argparse.Namespace
) -> dict[str, str]:
    """Make the tables, play, and read what each server has used in each part."""
    sets = [
        [Table(port, APART * place + number) for number in range(options.tables)]
        for place, (_, port) in enumerate(servers.values())
    ]
    used: dict[str, list[dict[str, float]]] = {name: [] for name in servers}
    with Progress(disable=True) as progress:
        for tables in sets:
            await make(tables, progress)
        gc.collect()
        gc.freeze()
        gc.disable()
        queue = [table for pair in zip(*sets, strict=True) for table in pair]
        moves = round(options.rate * PART)
        for _ in range(max(1, round(options.seconds / PART))):
            before = {name: cpu(pid) for name, (pid, _) in servers.items()}
            await play(queue, options.rate * len(servers), PART, progress)
            for name, (pid, _) in servers.items():
                after = cpu(pid)
                used[name].append({part: after[part] - before[name][part] for part in after})
            first = len(servers) * moves % len(queue)
            queue = queue[first:] + queue[:first]
    for table in (table for tables in sets for table in tables):
        await table.close()
    return {name: figures(parts, moves) for name, parts in used.items()}


def figures(parts: list[dict[str, float]], moves: int) -> str:
    """The medians of a version, in milliseconds a move."""
    loop = [1000 * part["event loop"] / moves for part in parts]
    other = [1000 * part["other threads"] / moves for part in parts]
    both = median(base + more for base, more in zip(loop, other, strict=True))
    return f"{both:.2f} (loop {median(loop):.2f}, other threads {median(other):.2f})"


def main() -> int:
    """Start both servers, load them, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=checkout)
    parser.add_argument("--tables", type=count, default=200, help="at each server")
    parser.add_argument(
        "--rate", type=positive, default=100.0, help="moves a second at each server"
    )
    parser.add_argument("--seconds", type=amount, default=60.0)
    options = parser.parse_args()
    more_files()
    alone = {"PYTHONSAFEPATH": "1"}  # otherwise the working folder would come first
    with (
        served(environment=alone | {"PYTHONPATH": os.fspath(options.folder.resolve())}) as older,
        served(environment=alone) as here,
    ):
        servers = {f"CPU a move, ms: {options.folder}": older, "CPU a move, ms: this one": here}
        results = asyncio.run(measure(servers, options))
    return show({"machine": machine(), **results}, [])


if __name__ == "__main__":
    run(main)
