"""Out of file descriptors: `ulimit -n 64` and 150 connections, beside a connected person who plays.

    python -m tests.attack.descriptors [--files N] [--connections N] [--seconds S]

The connections send nothing, and connect again after a cut. The attack succeeds if the person makes
fewer than 30 moves, or if the server writes more than 5 lines.
"""

import argparse
import asyncio
import contextlib
import tempfile

from arguments import count, positive, run
from figures import percentiles
from server import PROGRAM, served

from tests.attack.support import Lost, Refused, begin, end, make, play

LINES, MOVES, RATE = 5, 30, 5.0  # most lines; fewest moves; moves a second


async def holds(port: int, local: str) -> None:
    """Hold a connection open without sending anything, until cancelled."""
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(local, 0))
            try:
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(0.2)


async def moves(port: int, options: argparse.Namespace) -> tuple[list[float], str]:
    """The times of the person's moves beside the connections; a sentence if they ended early."""
    person = await make(port, "127.8.8.8", limit=0)
    await person.enter()
    holding = [
        asyncio.create_task(holds(port, f"127.7.{number // 8}.1"))
        for number in range(options.connections)
    ]
    await asyncio.sleep(1)
    times, why = list[float](), ""
    try:
        async with asyncio.timeout(options.seconds):
            await play(person, options.seconds, RATE, times)
    except TimeoutError:
        times.pop()  # the last move has no answer
    except (Lost, Refused) as error:
        times.pop()
        why = f"The person's moves ended: {type(error).__name__} {error}, "
        why += f"closed with {person.closed}."
    for task in holding:
        task.cancel()
    await asyncio.gather(*holding, return_exceptions=True)
    person.close()
    return times, why


def attack(options: argparse.Namespace) -> int:
    """The moves and the lines that the server writes, and the verdict."""
    figures, failed = begin(), list[str]()
    with tempfile.TemporaryFile() as errors:
        program = ("sh", "-c", f'ulimit -n {options.files}; exec "$@"', "sh", *PROGRAM)
        with served(program=program, errors=errors) as (_, port):
            times, why = asyncio.run(moves(port, options))
        errors.seek(0)
        lines = errors.read().decode().splitlines()
    figures |= {
        "files": options.files,
        "connections": options.connections,
        "seconds": options.seconds,
        "moves": len(times),
    }
    figures |= {
        "answered, ms": percentiles(times, (50, 99)),
        "lines written": len(lines),
        "the first": lines[:1],
    }
    failed += [why] if why else []
    if len(lines) > LINES:
        failed.append(f"The server wrote {len(lines)} lines; {LINES} are allowed.")
    if len(times) < MOVES:
        failed.append(
            f"The person made {len(times)} moves in {options.seconds:g} s; {MOVES} are needed."
        )
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=count, default=64)
    parser.add_argument("--connections", type=count, default=150)
    parser.add_argument("--seconds", type=positive, default=18.0)
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
