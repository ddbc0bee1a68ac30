"""Recorded calls of kernels, made again by the library that this Python loads; and rounds of
search.

`pyodide.py` starts it twice, in this machine's Python and in that of a browser. It needs nothing
but the package, and the library that PARLOUR_LIBRARY names. A line in asks, a line out answers.
"""

import hashlib
import json
import pickle
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias, cast

from parlour.cards import NEW_DECK, NOBODY
from parlour.engine import native
from parlour.engine.arrays import Array
from parlour.game import find_game
from parlour.match import Acted, Dealt, Opened, Seated, actor, fold, step, view
from parlour.players import search


class Recorded(NamedTuple):
    """A kernel without its module, which may need numpy."""

    name: str
    kinds: native.Kinds
    hints: list[Any]  # plain tuples in place of records


# kernels by their names, with the arguments of calls, each as pickle has them
Calls: TypeAlias = dict[str, tuple[tuple[str, native.Kinds, list[Any]], list[bytes]]]
Call: TypeAlias = Callable[..., None]

NEAR = 1 << 17  # bytes of arrays
OFTEN, LONG = 40_000, 0.5  # calls, or seconds, after which code is no longer made anew


def clock() -> float:
    """CPU seconds of this process; in a browser's Python of the process that runs it."""
    if sys.platform == "emscripten":
        from js import process

        used = process.cpuUsage()
        return float(used.user + used.system) / 1e6
    return time.process_time()


def arrays(one: Any) -> list[Any]:
    """The numbers of an argument's arrays, in place."""
    if isinstance(one, tuple):
        return [numbers for part in one for numbers in arrays(part)]
    return [one.flat] if isinstance(one, Array) else []


def written(one: Any) -> bytes:
    """The same as bytes."""
    return b"".join([numbers.tobytes() for numbers in arrays(one)])


def timed(call: Call, given: list[bytes], times: int) -> float:
    """Microseconds of a call. Its arrays are written anew before it, and the clock stands still
    meanwhile; so many calls are made between that their arrays stay near the processor.
    """
    kept = [numbers for one in given for numbers in arrays(pickle.loads(one))]
    size = sum(len(numbers) * numbers.itemsize for numbers in kept)
    many: int = min(times, max(1, NEAR // max(1, size)))
    calls = [pickle.loads(one) for _ in range(many) for one in given]
    pairs = list(zip(arrays(tuple(calls)), kept * many, strict=True))
    took, passes = 0.0, -(-times // many)
    for _ in range(passes):
        for numbers, before in pairs:
            numbers[:] = before
        began = clock()
        for one in calls:
            call(*one)
        took += clock() - began
    return took / passes / len(calls) * 1e6


def warmed(call: Call, given: list[bytes]) -> int:
    """Make calls until a browser's engine has made its fastest code of them; returns how many."""
    began, made = clock(), 0
    while made < OFTEN and clock() - began < LONG:
        timed(call, given, 100)
        made += 100 * len(given)
    return made


def played(game: str, playouts: int) -> dict[str, Any]:
    """A round of search: a hash of its thoughts, and the time of a decision."""
    rules = find_game(game).Rules()
    seated = [Seated(seat, "search") for seat in range(find_game(game).seats(rules))]
    deck = tuple(Random(1).sample(NEW_DECK, 52))
    match = fold([Opened(game, rules, ""), *seated, Dealt(deck)])
    budget = search.Budget(playouts=playouts, seconds=float("inf"))
    thoughts, took = list[search.Thought](), 0.0
    while (seat := actor(match)) != NOBODY and match.playing:
        seen, began = view(match, seat), clock()
        thoughts.append(search.think(seen, len(thoughts), budget))
        took += clock() - began
        match = step(match, Acted(seat, thoughts[-1].action))
    text = hashlib.sha256(repr(thoughts).encode()).hexdigest()
    return {"thoughts": text, "count": len(thoughts), "took": took}


def callers(kernel: native.Kernel) -> tuple[Call, Call]:
    """A kernel as Python calls it, and one that takes the same and does nothing."""
    assert native.LIBRARY
    empty: Any = SimpleNamespace(**{kernel.name: native.LIBRARY.parlour_nothing})
    found = native.caller(native.LIBRARY, kernel), native.caller(empty, kernel)
    assert all(found), f"{kernel.name} is not in the library"
    return cast(tuple[Call, Call], found)


def main(folder: Path) -> None:
    """Answer: which Python this is, then each request."""
    calls: Calls = pickle.loads((folder / "calls").read_bytes())
    kernels = {
        name: (callers(cast(native.Kernel, Recorded(*kernel))), given)
        for name, (kernel, given) in calls.items()
    }
    print(json.dumps(sys.version.split()[0]), flush=True)
    for line in sys.stdin:
        request, *words = line.split()
        answer: Any
        if request == "replay":
            with (folder / words[0]).open("wb") as file:
                for (call, _), given in kernels.values():
                    for one in given:
                        arguments = pickle.loads(one)
                        call(*arguments)
                        file.write(written(arguments))
            answer = "replayed"
        elif request == "time":
            both, given = kernels[words[0]]
            answer = [timed(call, given, int(words[1])) for call in both]
        elif request == "warm":
            (call, _), given = kernels[words[0]]
            answer = warmed(call, given)
        else:
            answer = played(words[0], int(words[1]))
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
