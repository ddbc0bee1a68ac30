"""The capacity of a server: `python bench/tables.py [--tables N] [--rate R] [--seconds S]
[--limits] [--p99 MS] [--p999 MS] [--back S] [--cpu MS] [--json]`.

The program starts a server on a free port with a new database. Each table has four players, each
with a socket; a table's sockets come from an address of its own in 127/8, so that the limits per
address stay on. Moves are due at a steady rate, each at the next table, whether the server keeps up
or not; a move whose table is still busy with the move before is queued. A move is a random legal
action. Its times count from its due time: to the answer (the move is on disk then), and to the last
of the four views. The requests for the next round are extra work, sent as soon as a round is over.
At the end all sockets are cut at once, and the time until each has a view again is measured.
`--seconds 0` measures that alone.

The run fails, with exit status 1, if more than 0.1 % of the moves were not made, or if a limit is
missed.
"""

import argparse
import asyncio
import gc
import json
import os
import sys
import tempfile
import threading
from math import inf
from time import perf_counter, process_time
from typing import Any

from arguments import amount, count, positive, run
from figures import percentiles, show, verdict
from machine import busy, cpu, machine, resident
from new_tables import SEATS
from people import REQUEST_SECONDS, Table
from rich.progress import Progress
from server import served

from parlour.web.serve import more_files

SKIPPED = 0.001  # largest share of moves that are not made
AT_ONCE = 8  # tables that are made at the same time
MANY = 200  # tables up to which the stricter limit holds
LIMITS = {
    "p99": 50.0,
    "p999": 250.0,
    "back": 5.0,
    "cpu": 1.0,
}  # of `--limits`; above MANY tables a p99 of 100 ms
LATE = 60.0  # seconds that queued moves have after the last due time


async def make(tables: list[Table], progress: Progress) -> None:
    """Make all tables, AT_ONCE at a time."""
    bar = progress.add_task("Tables", total=len(tables))
    room = asyncio.Semaphore(AT_ONCE)

    async def start(table: Table) -> None:
        async with room:
            await table.make()
            progress.advance(bar)

    await asyncio.gather(*(start(table) for table in tables))


async def play(
    tables: list[Table], rate: float, seconds: float, progress: Progress
) -> tuple[int, list[float]]:
    """Queue moves at a steady rate, each at the next table, and wait until they are made.

    Returns how many were due, and the delay of each in seconds that the load itself caused.
    """
    moves, late = round(rate * seconds), list[float]()
    bar = progress.add_task("Moves", total=moves)
    began = perf_counter()
    for n in range(moves):
        at = began + n / rate
        if (early := at - perf_counter()) > 0:
            await asyncio.sleep(early)
        late.append(perf_counter() - at)
        tables[n % len(tables)].due(at)
        if n % 100 == 0:
            progress.update(bar, completed=n)
    if waiting := [table.task for table in tables if table.task]:
        await asyncio.wait(waiting, timeout=LATE)
    return moves, late


class Disk(threading.Thread):
    """Times small synced writes to the same disk, as a lower bound for the server's commits."""

    def __init__(self) -> None:
        """The thread is not started."""
        super().__init__(daemon=True)
        self.times: list[float] = []
        self.over = threading.Event()

    def run(self) -> None:
        """Write and sync, five times a second."""
        with tempfile.TemporaryFile() as file:
            while not self.over.wait(0.2):
                began = perf_counter()
                file.write(bytes(4096))
                file.flush()
                os.fsync(file.fileno())
                self.times.append(perf_counter() - began)


async def back(tables: list[Table]) -> float:
    """Cut all sockets at once; seconds until each has a view again, or infinity."""
    began = perf_counter()
    for table in tables:
        table.cut()
    try:
        async with asyncio.timeout(4 * REQUEST_SECONDS):
            for table in tables:
                for chair in table.chairs:
                    await chair.viewed.wait()
    except TimeoutError:
        return inf
    return perf_counter() - began


async def measure(pid: int, port: int, options: argparse.Namespace) -> dict[str, Any]:
    """Make the tables, play, cut the sockets; all figures."""
    tables = [Table(port, number) for number in range(options.tables)]
    results: dict[str, Any] = {"machine, before": machine()}
    with Progress(disable=not sys.stderr.isatty()) as progress:
        empty, began = resident(pid), perf_counter()
        await make(tables, progress)
        seconds = perf_counter() - began
        for table in tables:
            table.lost = 0
        gc.collect()
        gc.freeze()
        gc.disable()  # the load's own collections would count as the server's time
        spent, all_spent, own_spent, began = cpu(pid), busy(), process_time(), perf_counter()
        disk = Disk()
        disk.start()
        due, late = await play(tables, options.rate, options.seconds, progress)
        disk.over.set()
        took, own_spent, all_spent = (
            perf_counter() - began,
            process_time() - own_spent,
            busy() - all_spent,
        )
        spent = {name: after - spent[name] for name, after in cpu(pid).items()}
        results |= move_figures(tables, due, took, spent, own_spent)
        full = resident(pid)
        results |= {
            "the load's own lateness, ms": percentiles(late),
            "a write to the disk beside, ms": percentiles(disk.times, (50, 99, 100)),
            "cores busy, with all else": round(all_spent / max(took, 0.001), 2),
            "memory, MiB": round(full),
            "memory a socket, KiB": round((full - empty) * 1024 / (options.tables * SEATS), 1),
            "tables made in, s": round(seconds, 1),
            "all cut, back after s": round(await back(tables), 2),
        }
    for table in tables:
        await table.close()
    return results | {"machine, after": machine()}


def move_figures(
    tables: list[Table], due: int, took: float, spent: dict[str, float], load_cpu: float
) -> dict[str, Any]:
    """The figures of the moves."""
    answers = [time for table in tables for time in table.answers]
    errors = [error for table in tables for error in table.errors]
    moves = len(answers)
    each = {name: round(1000 * seconds / max(1, moves), 2) for name, seconds in spent.items()}
    return {
        "tables": len(tables),
        "sockets": len(tables) * SEATS,
        "moves due": due,
        "moves made": moves,
        "moves not made": due - moves,
        "moves/s": round(moves / max(took, 0.001), 1),
        "requests for the next round": sum(table.next_requests for table in tables),
        "sent, ms after due": percentiles([time for table in tables for time in table.waits]),
        "answered, ms after due": percentiles(answers),
        "all views, ms after due": percentiles(
            [time for table in tables for time in table.view_times]
        ),
        "server CPU, ms a move": round(each["event loop"] + each["other threads"], 2),
        "of that": {name: each[name] for name in ("event loop", "other threads")},
        "its child processes, ms a move": each["child processes"],
        "the load's own CPU, ms a move": round(1000 * load_cpu / max(1, moves), 2),
        "sockets lost": sum(table.lost for table in tables),
        "errors": len(errors),
        "first errors": errors[:3],
    }


def failures(results: dict[str, Any], options: argparse.Namespace) -> list[str]:
    """A sentence for each limit that was missed."""
    sentences = []
    if results["moves not made"] > SKIPPED * results["moves due"]:
        sentences.append(
            f"{results['moves not made']} of {results['moves due']} moves were not made; 0.1 % are "
            f"allowed."
        )
    if results["all cut, back after s"] == inf:
        sentences.append("Not all sockets had a view again after the cut.")
    limits = {name: getattr(options, name) for name in LIMITS}
    if options.limits:
        usual = LIMITS | ({"p99": 100.0} if options.tables > MANY else {})
        limits = {name: usual[name] if limit is None else limit for name, limit in limits.items()}
    answered = results["answered, ms after due"]
    figures = [
        answered["p99"],
        answered["p99.9"],
        results["all cut, back after s"],
        results["server CPU, ms a move"],
    ]
    names = [
        "p99 of the answers, ms",
        "p99.9 of the answers, ms",
        "all cut, back after s",
        "server CPU, ms a move",
    ]
    for name, figure, limit in zip(names, figures, limits.values(), strict=True):
        if limit is not None and figure > limit:
            sentences.append(f"{name}: {figure}, the limit is {limit:g}.")
    return sentences


def main() -> int:
    """Start a server, load it, and print the figures."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=count, default=200)
    parser.add_argument("--rate", type=positive, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=amount, default=60.0)
    parser.add_argument("--p99", type=amount, metavar="MS", help="limit for the time to the answer")
    parser.add_argument(
        "--p999", type=amount, metavar="MS", help="limit for the time to the answer"
    )
    parser.add_argument(
        "--back",
        type=amount,
        metavar="S",
        help="limit for the time until all sockets have a view again after the cut",
    )
    parser.add_argument(
        "--cpu",
        type=amount,
        metavar="MS",
        help="limit for the server's CPU a move, without its child processes",
    )
    usual = ", ".join(f"{name} {limit:g}" for name, limit in LIMITS.items())
    usual = f"the usual limits: {usual}; above {MANY} tables p99 100"
    parser.add_argument("--limits", action="store_true", help=usual)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    more_files()
    with served() as (pid, port):
        results = asyncio.run(measure(pid, port, options))
    failed = failures(results, options)
    if options.json:
        print(json.dumps(results | {"failed": failed}, indent=2))
        return verdict(failed)
    return show(results, failed)


if __name__ == "__main__":
    run(main)
