"""The cost of reading a message: of one that a table accepts, and of one that it refuses.

    python bench/messages.py

It prints the machine, and microseconds, the best of seven runs: for a table's `act` from its text
to its fields, for a request for a new table from its parsed JSON to its stored form, and for
refusals of several kinds.
"""

import argparse
import json
from collections.abc import Callable
from contextlib import suppress
from timeit import repeat

from arguments import run
from machine import machine

from parlour.errors import ParlourError
from parlour.game import BUILT_IN
from parlour.table.requests import ident_of, make, read, request

ACT = {"type": "act", "id": "AAAAAAAAAAAAAAAAAAAAAA", "move": 17, "action": "7S"}
NEW_TABLE = {
    "key": "A" * 22,
    "name": "Ada",
    "game": BUILT_IN[0],
    "rules": {"target": 50},
    "seats": ["me", "friend", "greedy", "first"],
}
MANY = {f"x{i}": 0 for i in range(350)}  # fields, in 4 KiB
CASES: dict[str, object] = {
    "act": ACT,
    "act, refused: a field is missing": {"type": "act", "id": "1", "move": 17},
    "act, refused: a field is of another type": ACT | {"move": "17"},
    "act, refused: 350 unknown fields": ACT | MANY,
    "unknown message": ACT | {"type": "dance"},
    "make": NEW_TABLE,
    "make, refused: a seat is a number": NEW_TABLE | {"seats": ["me", "first", "first", 4]},
    "make, refused: 10,000 seats are numbers": NEW_TABLE | {"seats": [4] * 10_000},
    "make, refused: 5,000 unknown fields": NEW_TABLE | {f"x{i}": 0 for i in range(5000)},
}


def said(text: str) -> None:
    """Read a message of a client."""
    message = read(text)
    ident_of(message)
    request(message)


def timed(work: Callable[[], object], times: int) -> float:
    """Microseconds of one call."""

    def once() -> None:
        with suppress(ParlourError):
            work()

    once()
    return min(repeat(once, number=times, repeat=7)) / times * 1e6


def main() -> None:
    """Print a line for each kind of message."""
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    print(machine())
    for name, case in CASES.items():
        text = json.dumps(case)
        if name.startswith("make"):
            cost = timed(lambda case=case: make(case), 500)  # type: ignore[misc]
        else:
            cost = timed(lambda text=text: said(text), 2000)  # type: ignore[misc]
        print(f"{cost:9.1f}  {name}")


if __name__ == "__main__":
    run(main)
