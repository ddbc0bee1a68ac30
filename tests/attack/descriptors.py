<<<<<<< HEAD
"""Out of file descriptors: `ulimit -n 64` and 150 connections, beside a person who is connected and plays.

    python -m tests.attack.descriptors [--files N] [--connections N] [--seconds S]

Who connects says nothing, and connects again when cut. It succeeds if the person makes fewer than 30 moves, or if the server
writes more than 5 lines.
=======
"""Out of file descriptors: `ulimit -n 64` and 150 connections, beside a connected person who plays.

    python -m tests.attack.descriptors [--files N] [--connections N] [--seconds S]

The connections send nothing, and connect again after a cut. The attack succeeds if the person makes fewer than 30 moves, or if
the server writes more than 5 lines.
>>>>>>> attack
"""

import argparse
import asyncio
import contextlib
import sys
import tempfile

from figures import percentiles
from server import PROGRAM, served

from tests.attack.support import Lost, Refused, begin, end, make, play

<<<<<<< HEAD
LINES, MOVES, RATE = 5, 30, 5.0  # at most, at least, a second


async def holds(port: int, local: str) -> None:
    """Stay connected and say nothing, until cancelled."""
=======
LINES, MOVES, RATE = 5, 30, 5.0  # most lines; fewest moves; moves a second


async def holds(port: int, local: str) -> None:
    """Hold a connection open without sending anything, until cancelled."""
>>>>>>> attack
    while True:
        with contextlib.suppress(OSError):
            reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(local, 0))
            try:
                await reader.read()
            finally:
                writer.close()
        await asyncio.sleep(0.2)


async def moves(port: int, given: argparse.Namespace) -> tuple[list[float], str]:
<<<<<<< HEAD
    """The person's moves beside the connections, and why they ended too early, if they did."""
=======
    """The times of the person's moves beside the connections; a sentence if they ended early."""
>>>>>>> attack
    person = await make(port, "127.8.8.8", limit=0)
    await person.enter()
    holding = [asyncio.create_task(holds(port, f"127.7.{number // 8}.1")) for number in range(given.connections)]
    await asyncio.sleep(1)
    times, why = list[float](), ""
    try:
        async with asyncio.timeout(given.seconds):
            await play(person, given.seconds, RATE, times)
    except TimeoutError:
<<<<<<< HEAD
        times.pop()  # the one that was not answered
=======
        times.pop()  # the last move has no answer
>>>>>>> attack
    except (Lost, Refused) as error:
        times.pop()
        why = f"The person's moves ended: {type(error).__name__} {error}, closed with {person.closed}."
    for task in holding:
        task.cancel()
    await asyncio.gather(*holding, return_exceptions=True)
    person.close()
    return times, why


def attack(given: argparse.Namespace) -> int:
<<<<<<< HEAD
    """Both at once, and what the server wrote."""
=======
    """The moves and the lines that the server writes, and the verdict."""
>>>>>>> attack
    figures, failed = begin(), list[str]()
    with tempfile.TemporaryFile() as errors:
        program = ("sh", "-c", f'ulimit -n {given.files}; exec "$@"', "sh", *PROGRAM)
        with served(program=program, errors=errors) as (_, port):
            times, why = asyncio.run(moves(port, given))
        errors.seek(0)
        lines = errors.read().decode().splitlines()
    figures |= {"files": given.files, "connections": given.connections, "seconds": given.seconds, "moves": len(times)}
    figures |= {"answered, ms": percentiles(times, (50, 99)), "lines written": len(lines), "the first": lines[:1]}
    failed += [why] if why else []
    if len(lines) > LINES:
<<<<<<< HEAD
        failed.append(f"The server wrote {len(lines)} lines; at most {LINES} are allowed.")
    if len(times) < MOVES:
        failed.append(f"The person made {len(times)} moves in {given.seconds:g} s; at least {MOVES} are due.")
=======
        failed.append(f"The server wrote {len(lines)} lines; {LINES} are allowed.")
    if len(times) < MOVES:
        failed.append(f"The person made {len(times)} moves in {given.seconds:g} s; {MOVES} are needed.")
>>>>>>> attack
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--files", type=int, default=64)
    parser.add_argument("--connections", type=int, default=150)
    parser.add_argument("--seconds", type=float, default=18.0)
    return attack(parser.parse_args())


if __name__ == "__main__":
    sys.exit(main())
