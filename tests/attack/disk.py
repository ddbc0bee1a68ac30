"""Disk: the rows that 29 tables of computers from one address write, and the load time of a table
with 30,000 rows.

    python -m tests.attack.disk [--tables N] [--seconds S] [--rows-a-day N] [--rows N] [--load S]

Each table has its maker as a spectator, who requests each next round at once. An address may store
some rows at once, so a day's rows are those of the run and, for the rest of the day, as many a
second as in its last quarter. The attack succeeds if these are more than --rows-a-day, or if the
first view of the long table takes longer than --load (median of three starts, after a request for
another table).
"""

import argparse
import asyncio
import itertools
import json
import sqlite3
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from statistics import median
from time import perf_counter

from arguments import count, positive, run
from people import new_key, request
from rich.progress import track
from server import served

from parlour.host.deck_source import SecretDecks
from parlour.storage.location import find
from parlour.storage.store import Store
from parlour.table.table import Made, Outcome, Row, Table
from parlour.table.table import make as make_table
from tests.attack.support import begin, computers, end, left_open, make
from tests.support.stored import add

DAY = 86400
STARTS = 3


def stored(data: Path) -> tuple[int, int]:
    """The rows in a data file, and its bytes with those of its write-ahead log."""
    with closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True)) as reading:
        rows = reading.execute("SELECT count(*) FROM events").fetchone()[0]
    return rows, sum(path.stat().st_size for path in data.parent.glob(f"{data.name}*"))


async def writes(port: int, data: Path, options: argparse.Namespace) -> dict[str, float]:
    """Rows and bytes that tables of computers write, and the number of tables that still run."""
    people = await computers(port, "127.9.9.9", options.tables, seats=["first"] * 4)
    watching = [asyncio.create_task(left_open(person)) for person in people]
    counts = [stored(data)]
    for share in (0.75, 0.25):
        await asyncio.sleep(share * options.seconds)
        counts.append(stored(data))
    alive = sum(not task.done() for task in watching)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)
    for person in people:
        person.close()
    (first, empty), (rows, _), (last, size) = counts
    late = (last - rows) / (options.seconds / 4)
    return {
        "tables of computers": options.tables,
        "of them still running": alive,
        "rows": last - first,
        "kB": round((size - empty) / 1000),
        "rows a second in the last quarter": round(late, 2),
        "rows a day": round(last + late * DAY),
    }


def long_table(rows: int) -> tuple[Made, str, list[Row]]:
    """A table of so many rows that a person and three computers have played, and the person's
    key.
    """
    key = new_key()
    description = make_table(
        {
            "key": key,
            "name": "Ada",
            "game": "straights",
            "seats": ["me", "first", "first", "first"],
            "limit": 0,
        }
    )
    table, history, numbers = Table(description, [], SecretDecks()), list[Row](), itertools.count()
    begun = time.time() - 3600

    def follow(outcome: Outcome) -> Iterator[dict[str, object]]:
        history.extend(outcome.rows)
        yield from (json.loads(tell.text) for tell in outcome.outgoing)

    def ask(kind: str, **fields: object) -> Outcome:
        return table.handle(
            1,
            json.dumps({"type": kind, "id": f"r{next(numbers)}"} | fields),
            begun + len(history) / 100,
        )

    told = [*follow(table.begin(begun)), *follow(ask("enter", key=key, have=0))]
    for _ in track(
        range(rows), description="A long table", transient=True, disable=not sys.stderr.isatty()
    ):
        view = next(message["view"] for message in reversed(told) if message["type"] == "view")
        assert isinstance(view, dict)
        told = list(
            follow(
                ask("act", move=view["move"], action=view["legal"][0])
                if view["legal"]
                else ask("next")
            )
        )
        if len(history) >= rows:
            break
    return description, key, history


async def keep(data: Path, description: Made, rows: list[Row]) -> None:
    """Store a table and its rows."""
    store = Store(find(str(data)))
    await store.open()
    await store.make(description, rows[0].at)
    for start in range(0, len(rows), 500):
        await add(store, description.name, rows[start : start + 500])
    await store.close()


async def first_view(port: int, table: str, key: str) -> float:
    """Seconds from the first request for a table to its view."""
    other = await make(port)
    await request(port, "GET", f"/api/tables/{other.table}/view", None, other.key)
    began = perf_counter()
    status, _ = await request(port, "GET", f"/api/tables/{table}/view", None, key)
    assert status == 200, status
    return perf_counter() - began


def attack(options: argparse.Namespace) -> int:
    """Both measurements, and the verdict."""
    figures, failed, loads = begin(), list[str](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        with served(data) as (_, port):
            written = asyncio.run(writes(port, data, options))
    figures |= written
    if written["rows a day"] > options.rows_a_day:
        failed.append(
            f"{written['rows a day']:,} rows a day from one address; {options.rows_a_day:,} are "
            f"allowed."
        )
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        description, key, history = long_table(options.rows)
        asyncio.run(keep(data, description, history))
        for _ in range(STARTS):
            with served(data) as (_, port):
                loads.append(asyncio.run(first_view(port, description.name, key)))
    figures |= {
        "rows of the long table": len(history),
        "first view, s": [round(load, 2) for load in loads],
    }
    if median(loads) > options.load:
        failed.append(
            f"A table of {len(history)} rows takes {median(loads):.2f} s to load; "
            f"{options.load:g} s are allowed."
        )
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--tables", type=count, default=29)
    parser.add_argument("--seconds", type=positive, default=280.0)
    parser.add_argument(
        "--rows-a-day",
        type=count,
        default=100_000,
        metavar="N",
        help="limit for all tables of computers",
    )
    parser.add_argument("--rows", type=count, default=30_000, help="of the long table")
    parser.add_argument(
        "--load",
        type=positive,
        default=1.0,
        metavar="S",
        help="limit for the long table's first view",
    )
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
