"""Loads: requests for long tables, while a person plays at another one.

    python -m tests.attack.loads [--grow S] [--written N] [--rows N] [--planted]

The tables are grown over the wire for --grow seconds from one address, by moves and undo at the
allowed rate, as far as the server lets them grow; or they are written into the file of an earlier
version: --written tables of --rows rows. The server starts again. A person plays alone for
--seconds. Then requests for the views of these tables come from another address: without a key,
with a wrong one, with the makers' keys by sockets that close at once, and by sockets that wait. The
attack succeeds if the person's p99 beside them is more than --ratio times that alone, if an answer
takes longer than --longest, or if the first view of such a table takes longer than --load at a
later start. With --planted the server replays all rows at every load, in one step.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from multiprocessing import get_context
from pathlib import Path
from random import Random, random
from statistics import median
from time import perf_counter

from arguments import amount, count, number, positive, run
from figures import percentiles
from loading import played
from people import new_key, request
from server import PROGRAM, served

from parlour.table.table import make as make_table
from tests.attack.disk import keep, stored
from tests.attack.support import Lost, Person, Refused, begin, end, make, play

GROWN, ATTACKER, BESIDE = "127.9.9.9", "127.9.9.8", "127.0.0.1"
ALL_MESSAGES = 95  # a second from one address: below the limit
WAVES = ("no key", "a wrong key", "closed at once", "waiting")
PLANTED = (
    "import sys; from parlour.host import loads; loads.STEP = 1e9; "
    "loads.restore = lambda *_: False; "
    "from parlour.system.startup import parlour; sys.exit(parlour())"
)


async def grown(port: int, tables: int, seconds: float) -> list[tuple[str, str]]:
    """Tables with many rows, and their makers' keys, grown from one address."""
    people = [await make(port, GROWN, limit=0) for _ in range(tables)]
    for person in people:
        await person.enter()

    async def grow(person: Person) -> None:
        until = perf_counter() + seconds
        while perf_counter() < until:
            began, back = perf_counter(), person.view["undo"]
            try:
                if back is not None and random() < 0.5:
                    await person.ask("undo", move=back)
                elif person.may_act:
                    await person.act()
                else:
                    await person.ask("next")
            except Refused:
                with suppress(Refused):
                    await person.ask("next", deal=1)
            await asyncio.sleep(max(0.0, tables / ALL_MESSAGES - (perf_counter() - began)))

    await asyncio.gather(*map(grow, people), return_exceptions=True)
    for person in people:
        person.close()
    return [(person.table, person.key) for person in people]


def written(data: Path, tables: int, rows: int) -> list[tuple[str, str]]:
    """Tables with so many rows and no snapshot, written into a file, and their makers' keys."""
    keys = []
    for table in range(tables):
        key = new_key()
        wish = {"key": key, "name": "Ada", "seats": ["me", "first", "first", "first"]}
        description = make_table(wish | {"game": "straights"})
        if not table:
            long = played(description, rows, Random(1))
        asyncio.run(keep(data, description, long))
        keys.append((description.name, key))
    return keys


async def ask(port: int, table: str, key: str, wait: float) -> None:
    """Request a view, and close the socket after so many seconds or the answer."""
    with suppress(OSError, TimeoutError, ValueError):
        async with asyncio.timeout(wait):
            await request(port, "GET", f"/api/tables/{table}/view", None, key, ATTACKER)


def attackers() -> ProcessPoolExecutor:
    """A process of their own, which has started: in the person's, their work would be in the
    person's times.
    """
    pool = ProcessPoolExecutor(1, mp_context=get_context("spawn"))
    pool.submit(perf_counter).result()
    return pool


def requests(port: int, tables: Sequence[tuple[str, str]], kind: str, seconds: float) -> None:
    """The wave of a kind, in the attackers' process."""
    asyncio.run(wave(port, tables, kind, seconds))


async def wave(port: int, tables: Sequence[tuple[str, str]], kind: str, seconds: float) -> None:
    """Requests of one kind for all tables, for so long."""
    until = perf_counter() + seconds
    while perf_counter() < until:
        keys = {"no key": "", "a wrong key": new_key()}
        wait = seconds if kind == "waiting" else 0.05
        await asyncio.gather(*(ask(port, name, keys.get(kind, key), wait) for name, key in tables))
        await asyncio.sleep(len(tables) / 15)  # below the limit of requests


async def beside(
    port: int, tables: Sequence[tuple[str, str]], seconds: float
) -> dict[str, list[float]]:
    """The times of a person's moves, alone and beside the requests of each kind."""
    person = await make(port, BESIDE, game="crazy-eights", seats=["me", "first"], limit=0)
    await person.enter()
    times: dict[str, list[float]] = {"alone": []}
    await play(person, 1, 20, [])
    await play(person, seconds, 20, times["alone"])
    loop = asyncio.get_running_loop()
    with attackers() as pool:
        for kind in WAVES:
            times[kind] = []
            wrong = loop.run_in_executor(pool, requests, port, tables, kind, seconds)
            with suppress(Lost, Refused, TimeoutError):
                await play(person, seconds, 20, times[kind])
            await wrong
    person.close()
    return times


async def first_views(port: int, tables: Sequence[tuple[str, str]]) -> list[float]:
    """The seconds to the first view of each table."""
    other, times = await make(port), []
    await request(port, "GET", f"/api/tables/{other.table}/view", None, other.key)
    for table, key in tables:
        began = perf_counter()
        status, _ = await request(port, "GET", f"/api/tables/{table}/view", None, key)
        assert status == 200, status
        times.append(perf_counter() - began)
    return times


def judged(times: dict[str, list[float]], options: argparse.Namespace) -> list[str]:
    """What the attack has done to the person."""
    alone, failed = percentiles(times["alone"], (99,))["p99"], []
    for kind in WAVES:
        p99, worst = percentiles(times[kind], (99,))["p99"], max(times[kind], default=0.0) * 1000
        if p99 > options.ratio * alone:
            failed.append(f"{kind}: p99 {p99:.1f} ms, alone {alone:.1f} ms.")
        if worst > options.longest:
            failed.append(f"{kind}: the longest answer took {worst:.0f} ms.")
    return failed


def attack(options: argparse.Namespace) -> int:
    """All measurements, and the verdict."""
    figures, failed = begin(), list[str]()
    program = (sys.executable, "-c", PLANTED) if options.planted else PROGRAM
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        if options.written:
            tables = written(data, options.written, options.rows)
        else:
            with served(data, program=program) as (_, port):
                tables = asyncio.run(grown(port, options.tables, options.grow))
        figures |= {"tables": len(tables), "rows": stored(data)[0]}
        with served(data, program=program) as (_, port):
            times = asyncio.run(beside(port, tables, options.seconds))
        views = {}
        for start in ("first", "second"):
            with served(data, program=program) as (_, port):
                views[start] = asyncio.run(first_views(port, tables))
    for kind, sample in times.items():
        figures[f"answered {kind}, ms"] = percentiles(sample, (50, 99)) | {
            "max": round(max(sample, default=0.0) * 1000, 1)
        }
    for start, took in views.items():
        figures[f"first view, {start} start, s"] = [round(duration, 2) for duration in took]
    failed += judged(times, options)
    if median(views["second"]) > options.load:
        failed.append(f"A table takes {median(views['second']):.2f} s to its first view.")
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=count, default=10, help="tables that are grown")
    parser.add_argument("--grow", type=positive, default=60.0, metavar="S")
    parser.add_argument("--written", type=number, default=0, metavar="N")
    parser.add_argument("--rows", type=count, default=77_146, help="of each written table")
    parser.add_argument("--seconds", type=positive, default=10.0, metavar="S")
    parser.add_argument("--ratio", type=positive, default=1.5)
    parser.add_argument("--longest", type=amount, default=100.0, metavar="MS")
    parser.add_argument("--load", type=positive, default=0.3, metavar="S")
    parser.add_argument("--planted", action="store_true")
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
