"""An empty cache and busy cores: what waits for the compiler; and hints without a key.

    python -m tests.attack.hints [--seconds S] [--patience S] [--repeats N] [--only PART]

A busy loop runs on every core, and each server starts with an empty PARLOUR_CACHE. The attack
succeeds if one of these fails:

- first: the first hint and the first move of a `search` opponent come within 1 s, `GET /api/games`
  is answered within 1 s, and the server closes no socket;
- compiling: p99 of the answers at a table without learned players is at most 1.5 times that before
  the compiling;
- stranger: 20 `hint` requests a second without a key are refused within 1 s, and p99 of the table's
  answers is at most 1.5 times that without them;
- killed: no process of the server is left 3 s after kill -9.
"""

import argparse
import asyncio
import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any

from arguments import count, positive, run
from figures import percentiles
from machine import cpu, processes
from people import request
from server import served

from tests.attack.support import Lost, Person, Refused, begin, busy_cores, end, make, play

SOON = 1.0  # seconds
MORE = 1.5  # largest ratio of two p99
RATE = 10.0  # moves a second of a person at a table without learned players
STRANGE = 20.0  # hints a second
LEFT = 3.0  # seconds after kill -9
Found = tuple[dict[str, object], list[str]]


@contextlib.contextmanager
def fresh() -> Iterator[tuple[int, int]]:
    """A server with an empty cache; yields its process id and port."""
    with contextlib.ExitStack() as stack:
        cache = stack.enter_context(tempfile.TemporaryDirectory(ignore_cleanup_errors=True))
        yield stack.enter_context(served(environment={"PARLOUR_CACHE": cache}))


async def sat(port: int, local: str, opponent: str) -> Person:
    """The maker of a new table of two, not connected yet."""
    rules = {"target": 500}
    return await make(
        port, local, game="crazy-eights", rules=rules, seats=["me", opponent], limit=0
    )


async def first_move(port: int, patience: float) -> tuple[float, str]:
    """Seconds from the beginning of a `search` opponent's first turn to its move; and a failure, if
    any.
    """
    person, told = await sat(port, "127.4.0.1", "search"), list[float]()

    def hear(at: float, message: dict[str, Any]) -> None:
        if any(news["seat"] == 1 for news in message.get("news", ())):
            told.append(at)

    person.heard = hear
    began = perf_counter()
    try:
        await person.enter(patience)
        while not told and perf_counter() < began + patience:
            if person.may_act:
                began = perf_counter()
                await person.act(patience)
            await person.until(lambda: bool(told) or person.may_act, patience)
    except (Lost, Refused, TimeoutError) as error:
        return (
            perf_counter() - began,
            f"{type(error).__name__} {error}, closed with {person.closed}",
        )
    finally:
        person.close()
    return (told[0] if told else perf_counter()) - began, ""


async def first_hint(port: int, patience: float, whys: list[str]) -> tuple[float, str]:
    """Seconds to the first hint, whose `why` is added to `whys`; and a failure, if any."""
    person = await sat(port, "127.4.0.2", "first")
    began = perf_counter()
    try:
        await person.enter(patience)
        await person.turn(patience)
        began = perf_counter()
        whys.append((await person.ask("hint", patience))["hint"]["why"])
    except (Lost, Refused, TimeoutError) as error:
        return (
            perf_counter() - began,
            f"{type(error).__name__} {error}, closed with {person.closed}",
        )
    finally:
        person.close()
    return perf_counter() - began, ""


async def page(port: int, seconds: float) -> list[float]:
    """The seconds of each `GET /api/games`, sent twice a second."""
    times, stop = list[float](), perf_counter() + seconds
    while perf_counter() < stop:
        began = perf_counter()
        status, _ = await request(port, "GET", "/api/games")
        assert status == 200, status
        times.append(perf_counter() - began)
        await asyncio.sleep(0.5)
    return times


async def first(options: argparse.Namespace) -> Found:
    """The first hint, the first move and the page at once."""
    figures, failed, whys = dict[str, object](), list[str](), list[str]()
    with fresh() as (_, port):
        hint, move, times = await asyncio.gather(
            first_hint(port, options.patience, whys),
            first_move(port, options.patience),
            page(port, options.seconds),
        )
    figures["`why` of the first hint"] = whys
    for name, (seconds, why) in (("hint", hint), ("move of `search`", move)):
        figures[f"first {name}, s"] = f"{seconds:.2f} {why}".strip()
        if why:
            failed.append(f"The first {name} did not come: {why}.")
        elif seconds > SOON:
            failed.append(f"The first {name} took {seconds:.1f} s; {SOON:g} s is allowed.")
    figures["the page's games, ms"] = percentiles(times, (50, 99))
    if max(times) > SOON:
        failed.append(f"GET /api/games took {max(times):.1f} s; {SOON:g} s is allowed.")
    return figures, failed


async def plain(port: int, seconds: float, times: list[float]) -> None:
    """A person plays at a table without learned players."""
    person = await sat(port, "127.4.0.3", "first")
    await person.enter()
    await play(person, seconds, RATE, times)
    person.close()


def compared(name: str, alone: list[float], beside: list[float]) -> Found:
    """The ratio of the p99 of two samples, as figures and failures."""
    baseline, other = percentiles(alone, (50, 99)), percentiles(beside, (50, 99))
    ratio = other["p99"] / max(baseline["p99"], 0.1)
    figures = {
        f"{name}, answered, ms without": baseline,
        f"{name}, answered, ms with": other,
        f"{name}: p99, times": round(ratio, 2),
    }
    why = f"{name}: p99 is {ratio:.1f} times that without; {MORE:g} is allowed."
    return figures, [why] if ratio > MORE else []


async def compiling(options: argparse.Namespace) -> Found:
    """A table without learned players, before the compiling and beside it."""
    alone, beside, spent = list[float](), list[float](), list[float]()
    for _ in range(options.repeats):
        with fresh() as (pid, port):
            await plain(port, options.seconds, alone)
            await request(port, "GET", "/api/games")  # the page's request begins the compiling
            learned = await sat(port, "127.4.0.4", "search")
            entering = asyncio.create_task(learned.enter(600))
            await asyncio.sleep(1)
            before = cpu(pid)["child processes"]
            await plain(port, options.seconds, beside)
            spent.append(round(cpu(pid)["child processes"] - before, 1))
            entering.cancel()
            await asyncio.gather(entering, return_exceptions=True)
            learned.close()
    figures, failed = compared("compiling", alone, beside)
    return figures | {"compiling: CPU of the server's children, s": spent}, failed


async def asks_strangely(port: int, table: str, why: list[str], times: list[float]) -> None:
    """Request hints without a key until cancelled; a closed socket counts as a refusal, and is
    opened again.
    """
    while True:
        stranger = Person(port, table, "x" * 22, "127.4.0.5")
        with contextlib.suppress(OSError):
            await stranger.open()
            while stranger.line:
                began = perf_counter()
                try:
                    await stranger.ask("hint", 600)
                except (Refused, Lost) as error:
                    why.append(str(error))
                finally:
                    times.append(perf_counter() - began)
                await asyncio.sleep(max(0.0, 1 / STRANGE - times[-1]))
        await asyncio.sleep(0.2)


async def stranger(options: argparse.Namespace) -> Found:
    """A table without and with requests for hints from a stranger."""
    alone, beside, waited, why = list[float](), list[float](), list[float](), list[str]()
    for _ in range(options.repeats):
        with fresh() as (_, port):
            person = await sat(port, "127.4.0.3", "first")
            await person.enter()
            await play(person, options.seconds, RATE, alone)
            asking = asyncio.create_task(asks_strangely(port, person.table, why, waited))
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(2 * options.seconds):
                    await play(person, options.seconds, RATE, beside)
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)
            person.close()
    figures, failed = compared("stranger", alone, beside)
    figures |= {
        "hints requested": len(waited),
        "refused": len(why),
        "refused after, ms": percentiles(waited, (50, 99)),
    }
    if not waited or len(why) < len(waited) - options.repeats:
        failed.append(f"Of {len(waited)} hints without a key {len(why)} were refused.")
    elif percentiles(waited, (99,))["p99"] > 1000 * SOON:
        failed.append(f"A refusal took {max(waited):.1f} s; {SOON:g} s is allowed.")
    return figures, failed


def alive(family: dict[int, str]) -> list[int]:
    """Those of these processes (id and start time) that still run."""
    pids = []
    for pid, began in family.items():
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
            if fields[19] == began and fields[0] not in "ZX":
                pids.append(pid)
    return pids


async def killed(_: argparse.Namespace) -> Found:
    """kill -9 of the server during the compiling."""
    with fresh() as (pid, port):
        await request(port, "GET", "/api/games")
        person = await sat(port, "127.4.0.1", "search")
        entering = asyncio.create_task(person.enter(600))
        await asyncio.sleep(5)
        family = {member: fields[19] for member, fields in processes(pid).items()}
        os.kill(pid, signal.SIGKILL)
        time.sleep(LEFT)
        entering.cancel()
        await asyncio.gather(entering, return_exceptions=True)
        left = [member for member in alive(family) if member != pid]
        for member in left:
            os.kill(member, signal.SIGKILL)
    figures: dict[str, object] = {
        "processes of the server": len(family),
        f"left {LEFT:g} s after kill -9": len(left),
    }
    return figures, [f"{len(left)} processes were left {LEFT:g} s after kill -9."] if left else []


async def attack(options: argparse.Namespace) -> int:
    """All parts, or one, and the verdict."""
    figures, failed = begin(), list[str]()
    with busy_cores() as cores:
        figures["cores that something else keeps busy"] = cores
        for part in (first, compiling, stranger, killed):
            if not options.only or part.__name__ == options.only:
                try:
                    more, why = await part(options)
                except (Lost, TimeoutError, OSError) as error:
                    more, why = (
                        {},
                        [
                            f"{part.__name__}: a request has no answer: {type(error).__name__} "
                            f"{error}."
                        ],
                    )
                figures |= more
                failed += why
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=positive, default=20.0, help="of a table's moves, in each phase"
    )
    parser.add_argument(
        "--patience",
        type=positive,
        default=30.0,
        help="seconds to wait for the first hint and move",
    )
    parser.add_argument("--repeats", type=count, default=2)
    parser.add_argument("--only", choices=["first", "compiling", "stranger", "killed"])
    return asyncio.run(attack(parser.parse_args()))


if __name__ == "__main__":
    run(main)
