"""The data file vanishes under the server: deleted, moved, or replaced by an empty file, in play
and in a pause.

    python -m tests.attack.vanished [--seconds S] [--grace S]

The attack succeeds if an acknowledged move is not in the original file, if a move is acknowledged
more than a second after the file vanished (the server looks once a second, and before it answers
after a pause), or if the server writes no line about it.
"""

import argparse
import asyncio
import contextlib
import json
import os
import shutil
import sqlite3
import tempfile
from pathlib import Path
from time import perf_counter

from arguments import positive, run
from server import served

from tests.attack.support import Lost, Person, Refused, begin, end, make

RATE = 10.0  # moves a second
PAUSE = 3.0  # seconds
PARTS = ("", "-wal", "-shm")


def vanish(data: Path, how: str) -> None:
    """Take the file away; a hard link in the same folder keeps the original for the check."""
    for part in PARTS:
        with contextlib.suppress(FileNotFoundError):
            os.link(f"{data}{part}", data.parent / f"kept{part}")
            if how == "moved":
                Path(f"{data}{part}").rename(data.parent / f"moved{part}")
            else:
                Path(f"{data}{part}").unlink()
    if how == "replaced":
        data.touch()


def stored(folder: Path) -> set[str]:
    """The ids of all requests in the original file."""
    for part in PARTS:
        with contextlib.suppress(FileNotFoundError):
            shutil.copy(folder / f"kept{part}", folder / f"read{part}")
    with contextlib.closing(sqlite3.connect(folder / "read")) as reading:
        bodies = reading.execute("SELECT body FROM events").fetchall()
    return {ident for (body,) in bodies for _, ident in json.loads(body).get("for", ())}


async def moves(person: Person, seconds: float, acknowledged: dict[str, float]) -> str:
    """Play, connecting again if need be; records when each move was acknowledged, and returns the
    last refusal.
    """
    stop, said = perf_counter() + seconds, ""
    while perf_counter() < stop:
        try:
            if person.line is None:
                await person.enter(2)
            await person.turn(2)
            acknowledged[await person.act(2)] = perf_counter()
        except Refused as error:
            said = str(error)
        except (Lost, OSError) as error:
            said = said or f"{type(error).__name__}, closed with {person.closed}"
        await asyncio.sleep(1 / RATE)
    return said


async def attack_once(
    port: int, data: Path, how: str, options: argparse.Namespace, pause: bool
) -> tuple[int, int, str, set[str]]:
    """The number of moves acknowledged before; of those too late after; the last refusal; the ids
    of all.
    """
    person = await make(port, limit=0)
    await person.enter()
    before, after = dict[str, float](), dict[str, float]()
    await moves(person, options.seconds / 2, before)
    if pause:
        await asyncio.sleep(PAUSE)
    vanish(data, how)
    at = perf_counter()
    if pause:
        await asyncio.sleep(PAUSE)
    said = await moves(person, options.seconds, after)
    person.close()
    grace = 0.0 if pause else options.grace
    return len(before), sum(time > at + grace for time in after.values()), said, {*before, *after}


def attack(options: argparse.Namespace) -> int:
    """All cases, and the verdict."""
    figures, failed = begin(), list[str]()
    for how in ("deleted", "moved", "replaced"):
        for pause in (False, True):
            name = f"{how}{' in a pause' if pause else ''}"
            with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as errors:
                data = Path(folder) / "tables.db"
                with served(data, errors=errors) as (_, port):
                    before, after, said, idents = asyncio.run(
                        attack_once(port, data, how, options, pause)
                    )
                lost = len(idents - stored(Path(folder)))
                errors.seek(0)
                lines = errors.read().decode().splitlines()
            figures[name] = (
                f"{before} moves before, {after} too late, {lost} not stored; message: "
                f"{said or lines[:1]}"
            )
            if after:
                failed.append(
                    f"{name}: {after} moves were acknowledged after the file had vanished."
                )
            if lost:
                failed.append(f"{name}: {lost} acknowledged moves are not in the original file.")
            if not lines:
                failed.append(f"{name}: the server wrote no line about it.")
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--seconds", type=positive, default=5.0, help="of play after the file vanished"
    )
    parser.add_argument(
        "--grace", type=positive, default=1.0, help="seconds in which the server must notice"
    )
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
