"""A wrong clock: a server starts over one data file with its clock in 1970, in 2000, 400 days ahead
or behind, or right.

    python -m tests.attack.clocks [--starts N] [--seed S] [--alive SECONDS] [--tables N]

In each start a person plays at an old table and makes a new one. In some starts the clock is right
at first and jumps later, as when a machine gets the time from the network. Half of the first tables
are 80 days old. The attack succeeds if a table is not found at the end, with a right clock, or
lacks an acknowledged move.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from pathlib import Path
from random import Random

from arguments import count, positive, run, seed
from people import request
from server import served

from tests.attack.support import Person, begin, end, make

DAY = 86400.0
MOVES = 3  # at each table
SHIFTED = """
import sys, time
real, began = time.time, time.monotonic()
shift, late = float(sys.argv.pop(1)), float(sys.argv.pop(1))
time.time = lambda: real() + (shift if time.monotonic() - began >= late else 0)
time.time_ns = lambda: int(time.time() * 10**9)
from parlour.system.startup import parlour
sys.exit(parlour())
"""


def shifts() -> dict[str, float]:
    """The error of each clock in seconds."""
    now = time.time()
    return {
        "1970": DAY - now,
        "2000": 30 * 365.25 * DAY - now,
        "+400 d": 400 * DAY,
        "-400 d": -400 * DAY,
        "right": 0.0,
    }


async def plays(person: Person, moves: dict[str, int]) -> None:
    """Make a few moves, and count those that are acknowledged."""
    await person.enter()
    for _ in range(MOVES):
        await person.turn()
        await person.act()
        moves[person.table] = moves.get(person.table, 0) + 1
    person.close()


async def live(
    port: int, people: list[Person], moves: dict[str, int], new: int, dice: Random, alive: float
) -> None:
    """Make new tables, wait, and play at an old one."""
    old = dice.choice(people) if people else None
    for _ in range(new):
        people.append(
            await make(
                port,
                f"127.6.{len(people)}.1",
                limit=0,
                game="crazy-eights",
                rules={"target": 500},
                seats=["me", "first"],
            )
        )
        await plays(people[-1], moves)
    await asyncio.sleep(alive)
    if old and await move_number(port, old) is not None:
        old.port = port
        await plays(old, moves)


async def move_number(port: int, person: Person) -> int | None:
    """The person's number of moves at a table; None if the server does not find it."""
    status, told = await request(
        port, "GET", f"/api/tables/{person.table}/view", None, person.key, person.local
    )
    return (
        next(message["view"]["move"] for message in told if message["type"] == "view")
        if status == 200
        else None
    )


def serve(data: Path, shift: float, late: float, *then: object) -> None:
    """Start a server with a wrong clock, and use it."""
    program = (sys.executable, "-c", SHIFTED, str(shift), str(late))
    with served(data, program=program) as (_, port):
        asyncio.run(live(port, *then))  # type: ignore[arg-type]


def attack(options: argparse.Namespace) -> int:
    """All starts, and the verdict."""
    figures, failed, dice = begin(), list[str](), Random(options.seed)
    people, moves, started = list[Person](), dict[str, int](), dict[str, int]()
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        serve(data, -80 * DAY, 0.0, people, moves, options.tables // 2, dice, 0.0)
        serve(data, 0.0, 0.0, people, moves, options.tables - options.tables // 2, dice, 0.0)
        for _ in range(options.starts):
            name, shift = dice.choice(list(shifts().items()))
            late = dice.choice([0.0, 0.0, options.alive])
            started[name] = started.get(name, 0) + 1
            serve(data, shift, late, people, moves, 1, dice, options.alive)
        serve(data, 0.0, 0.0, people, moves, 0, dice, options.alive)
        with served(data) as (_, port):
            left = asyncio.run(all_found(port, people))
    figures |= {
        "seed": options.seed,
        "starts": started,
        "tables": len(people),
        "acknowledged moves": sum(moves.values()),
    }
    lost = [person.table for person, move in zip(people, left, strict=True) if move is None]
    short = [
        person.table
        for person, move in zip(people, left, strict=True)
        if move is not None and move < moves[person.table]
    ]
    figures |= {"tables not found": len(lost), "tables with moves lost": len(short)}
    if lost or short:
        failed.append(
            f"Of {len(people)} tables {len(lost)} are not found, and {len(short)} lack a move."
        )
    return end(figures, failed)


async def all_found(port: int, people: list[Person]) -> list[int | None]:
    """The number of moves at each table."""
    return [await move_number(port, person) for person in people]


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--starts", type=count, default=20)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--alive", type=positive, default=1.0, help="seconds that a start lasts")
    parser.add_argument(
        "--tables", type=count, default=6, help="before the first start; each start makes one more"
    )
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
