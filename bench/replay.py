"""Recorded calls of kernels, made again by the library that this Python loads; and rounds of
search.

`pyodide.py` starts it twice, in this machine's Python and in that of a browser. It needs nothing
but the package, and the library that PARLOUR_LIBRARY names. A line in asks, a line out answers.
"""

import ctypes
import hashlib
import json
import pickle
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from itertools import compress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, NamedTuple, TypeAlias, cast

from parlour.cards import NEW_DECK, NOBODY
from parlour.catalogue.registry import find_game
from parlour.engine.compiler import kernel as kernel_module
from parlour.engine.compiler.arrays import Array
from parlour.engine.compiler.library import LIBRARY
from parlour.match import Acted, Dealt, Opened, Seated, actor, fold, step, view
from parlour.players import search


class Recorded(NamedTuple):
    """A kernel without its module, which may need numpy."""

    name: str
    kinds: kernel_module.Kinds
    hints: list[Any]  # plain tuples in place of records


# kernels by their names, with the arguments of calls, each as pickle has them
Calls: TypeAlias = dict[str, tuple[tuple[str, kernel_module.Kinds, list[Any]], list[bytes]]]
Call: TypeAlias = Callable[..., None]

NEAR = 1 << 18  # bytes of arrays
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


def fresh(one: Any, changed: Iterator[bool]) -> Any:
    """An argument with a copy of each array that a call changes."""
    if isinstance(one, tuple):
        return tuple([fresh(part, changed) for part in one])
    return type(one)(one.flat[:], one.shape) if isinstance(one, Array) and next(changed) else one


class Batch:
    """Copies of a kernel's calls. Each time that all are made, the arrays that they change are
    written before, while the clock stands still; the others are the same for all copies.
    """

    def __init__(self, call: Call, given: list[bytes], times: int) -> None:
        """As many copies as `times` at most, whose arrays stay near the processor."""
        first, made = ([pickle.loads(one) for one in given] for _ in range(2))
        for one in made:
            call(*one)
        before = arrays(tuple(first))
        changed = [one != now for one, now in zip(before, arrays(tuple(made)), strict=True)]
        kept = list(compress(before, changed))
        size: int = sum(len(numbers) * numbers.itemsize for numbers in kept)
        copies: int = min(times, max(1, NEAR // max(1, size)))
        self.calls = list[Any]()
        for _ in range(copies):
            self.calls += fresh(tuple(first), iter(changed))
        ours = compress(arrays(tuple(self.calls)), changed * copies)
        self.pairs = list(zip(ours, kept * copies, strict=True))
        self.passes = -(-times // copies)

    def timed(self, made: Callable[[], None]) -> float:
        """Microseconds of each call when `made` makes all."""
        took = 0.0
        for _ in range(self.passes):
            for numbers, before in self.pairs:
                numbers[:] = before
            began = clock()
            made()
            took += clock() - began
        return took / self.passes / len(self.calls) * 1e6


def slots(kernel: kernel_module.Kernel, calls: Iterable[Any]) -> list[bytes]:
    """The slots that calls would give the library, which is not asked."""
    found = list[bytes]()
    held: Any = SimpleNamespace(**{kernel.name: found.append})
    call = kernel_module.caller(held, kernel)
    assert call
    for one in calls:
        call(*one)
    return found


def timed(kernel: kernel_module.Kernel, given: list[bytes], times: int) -> list[float]:
    """Microseconds of a call by Python, and of one by the library: of the kernel, and of one that
    does nothing.
    """
    call = caller(kernel)
    batch = Batch(call, given, times)
    library: Any = LIBRARY

    def called() -> None:
        for one in batch.calls:
            call(*one)

    found = slots(kernel, batch.calls)
    width = len(found[0]) // 8

    def repeated(name: str) -> float:
        place = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        held = struct.pack("qqq", place, len(found), width) + b"".join(found)

        def made() -> None:
            if library.parlour_repeated(held):
                raise RuntimeError(f"{kernel.name} has failed")

        return batch.timed(made)

    return [batch.timed(called), repeated(kernel.name), repeated("parlour_nothing")]


def warmed(kernel: kernel_module.Kernel, given: list[bytes]) -> int:
    """Make calls until a browser's engine has made its fastest code of them; returns how many."""
    began, made = clock(), 0
    while made < OFTEN and clock() - began < LONG:
        timed(kernel, given, 100)
        made += 200 * len(given)
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


def caller(kernel: kernel_module.Kernel) -> Call:
    """A kernel as Python calls it."""
    found = LIBRARY and kernel_module.caller(LIBRARY, kernel)
    assert found, f"{kernel.name} is not in the library"
    return found


def answer(folder: Path) -> None:
    """Answer: which Python this is, then each request."""
    calls: Calls = pickle.loads((folder / "calls").read_bytes())
    kernels = {
        name: (cast(kernel_module.Kernel, Recorded(*kernel)), given)
        for name, (kernel, given) in calls.items()
    }
    print(json.dumps(sys.version.split()[0]), flush=True)
    for line in sys.stdin:
        request, *words = line.split()
        found: Any
        if request == "replay":
            with (folder / words[0]).open("wb") as file:
                for kernel, given in kernels.values():
                    call = caller(kernel)
                    for one in given:
                        arguments = pickle.loads(one)
                        call(*arguments)
                        file.write(written(arguments))
            found = "replayed"
        elif request == "time":
            found = timed(*kernels[words[0]], int(words[1]))
        elif request == "warm":
            found = warmed(*kernels[words[0]])
        else:
            found = played(words[0], int(words[1]))
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    answer(Path(sys.argv[1]))
