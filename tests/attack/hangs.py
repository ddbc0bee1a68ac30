"""A database that hangs: PostgreSQL's process for the server's session is stopped in play, which
neither answers nor fails; and another session locks the table of events.

    python -m tests.attack.hangs [--limit S] [--times N]

The attack succeeds if a move has neither an answer nor a sentence within --limit seconds, if a move
that was acknowledged is not stored or is stored twice once the process continues, or if the server,
asked to end while the process is stopped, has not ended within --limit seconds.
"""

import argparse
import asyncio
import contextlib
import json
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from http.client import HTTPConnection
from time import perf_counter

import psycopg
from arguments import count, positive, run
from server import served

from tests.attack.support import Lost, Person, Refused, begin, end, make
from tests.support.postgres import sessions, started, stopped

MOVES = 10  # before each stop


async def moves(person: Person, number: int, acknowledged: list[str]) -> None:
    """Make so many moves; records the ids of those that were acknowledged."""
    for _ in range(number):
        await person.turn()
        acknowledged.append(await person.act())


async def sentence(port: int, person: Person) -> tuple[str, float]:
    """What a person is told who acts now, and then who asks for the table over HTTP; and the longer
    of the seconds until either.
    """
    began = perf_counter()
    with contextlib.suppress(Lost, Refused):
        await person.turn()
        await person.act(patience=60)
    lost = perf_counter() - began
    began = perf_counter()
    said = await asyncio.to_thread(asked, port, person)
    return said, max(lost, perf_counter() - began)


def asked(port: int, person: Person) -> str:
    """The sentence with which a view of the table is refused."""
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    path, key = f"/api/tables/{person.table}/view", f"Bearer {person.key}"
    line.request("GET", path, headers={"authorization": key})
    answer = line.getresponse()
    body = answer.read()
    line.close()
    return str(json.loads(body)["why"]) if answer.status == 503 else ""


@contextlib.contextmanager
def locked(url: str) -> Iterator[None]:
    """Another session locks the table of events."""
    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE events")
        yield


async def again(person: Person) -> None:
    """Enter once the database answers."""
    while True:
        with contextlib.suppress(Lost, Refused, OSError):
            return await person.enter(10)
        await asyncio.sleep(0.2)


def wrong(url: str, table: str, acknowledged: list[str]) -> list[str]:
    """The acknowledged requests that are not stored exactly once."""
    with psycopg.connect(url) as reading:
        rows = reading.execute('SELECT body FROM events WHERE "table" = %s', (table,)).fetchall()
    stored = [ident for (body,) in rows for _, ident in json.loads(body).get("for", ())]
    return [ident for ident in acknowledged if stored.count(ident) != 1]


async def hang(port: int, url: str, times: int) -> tuple[list[float], list[str], list[str]]:
    """The seconds until each sentence, the sentences, and the requests that went wrong."""
    person = await make(port, limit=0, rules={"target": 100000})
    await person.enter()
    acknowledged, seconds, told = list[str](), list[float](), list[str]()
    for number in range(times):
        await moves(person, MOVES, acknowledged)
        await person.turn()
        with stopped(sessions(url)) if number % 2 == 0 else locked(url):
            said, late = await sentence(port, person)
        seconds.append(late)
        told.append(said)
        await again(person)
    await moves(person, MOVES, acknowledged)
    person.close()
    return seconds, told, wrong(url, person.table, acknowledged)


def ending(pid: int, url: str, limit: float) -> float:
    """The seconds until a server has ended whose database hangs; infinite after twice `limit`."""
    with stopped(sessions(url)):
        began = perf_counter()
        os.kill(pid, signal.SIGTERM)
        while perf_counter() - began < 2 * limit:
            with contextlib.suppress(ChildProcessError):
                if os.waitpid(pid, os.WNOHANG)[0]:
                    return perf_counter() - began
            time.sleep(0.02)
    return float("inf")


def attack(options: argparse.Namespace) -> int:
    """All cases, and the verdict."""
    figures, failed = begin(), list[str]()
    with started() as url, tempfile.TemporaryFile() as errors:
        with served(url, errors=errors) as (pid, port):
            seconds, told, lost = asyncio.run(hang(port, url, options.times))
            asyncio.run(wait_in_hang(port, url))
            ended = ending(pid, url, options.limit)
        errors.seek(0)
        lines = errors.read().decode().splitlines()
    figures["until a sentence, s"] = [round(late, 2) for late in seconds]
    figures["sentences"] = sorted(set(told))
    figures["until the server had ended, s"] = round(ended, 2)
    figures["lines in its log"] = lines
    if max(seconds) > options.limit:
        failed.append(f"A sentence came after {max(seconds):.1f} s; {options.limit:g} are allowed.")
    if not all(told):
        failed.append("A request was not refused while the database did not answer.")
    if lost:
        failed.append(f"{len(lost)} acknowledged moves are not stored once.")
    if ended > options.limit:
        failed.append(f"The server ended after {ended:.1f} s; {options.limit:g} are allowed.")
    return end(figures, failed)


async def wait_in_hang(port: int, url: str) -> None:
    """Leave a table behind whose last move is being stored when the database stops."""
    person = await make(port, limit=0)
    await person.enter()
    await person.turn()
    with stopped(sessions(url)):
        task = asyncio.create_task(person.act(patience=60))
        await asyncio.sleep(0.2)
        task.cancel()
    person.close()


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--limit", type=positive, default=5.0, metavar="S", help="in seconds")
    parser.add_argument("--times", type=count, default=6, metavar="N", help="hangs in play")
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
