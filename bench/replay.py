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


def arrays(argument: Any) -> list[Any]:
    """The numbers of an argument's arrays, in place."""
    if isinstance(argument, tuple):
        return [numbers for part in argument for numbers in arrays(part)]
    return [argument.flat] if isinstance(argument, Array) else []


def written(argument: Any) -> bytes:
    """The same as bytes."""
    return b"".join([numbers.tobytes() for numbers in arrays(argument)])


def fresh(argument: Any, changed: Iterator[bool]) -> Any:
    """An argument with a copy of each array that a call changes."""
    if isinstance(argument, tuple):
        return tuple([fresh(part, changed) for part in argument])
    return (
        type(argument)(argument.flat[:], argument.shape)
        if isinstance(argument, Array) and next(changed)
        else argument
    )


class Batch:
    """Copies of a kernel's calls. Each time that all are made, the arrays that they change are
    written before, while the clock stands still; the others are the same for all copies.
    """

    def __init__(self, call: Call, pickles: list[bytes], times: int) -> None:
        """As many copies as `times` at most, whose arrays stay near the processor."""
        first, second = ([pickle.loads(text) for text in pickles] for _ in range(2))
        for arguments in second:
            call(*arguments)
        before = arrays(tuple(first))
        changed = [old != now for old, now in zip(before, arrays(tuple(second)), strict=True)]
        kept = list(compress(before, changed))
        size: int = sum(len(numbers) * numbers.itemsize for numbers in kept)
        copies: int = min(times, max(1, NEAR // max(1, size)))
        self.calls = list[Any]()
        for _ in range(copies):
            self.calls += fresh(tuple(first), iter(changed))
        ours = compress(arrays(tuple(self.calls)), changed * copies)
        self.pairs = list(zip(ours, kept * copies, strict=True))
        self.passes = -(-times // copies)

    def timed(self, repeat: Callable[[], None]) -> float:
        """Microseconds of each call when `repeat` makes all."""
        took = 0.0
        for _ in range(self.passes):
            for numbers, before in self.pairs:
                numbers[:] = before
            began = clock()
            repeat()
            took += clock() - began
        return took / self.passes / len(self.calls) * 1e6


def slots(kernel: kernel_module.Kernel, calls: Iterable[Any]) -> list[bytes]:
    """The slots that calls would give the library, which is not asked."""
    rows = list[bytes]()
    held: Any = SimpleNamespace(**{kernel.name: rows.append})
    call = kernel_module.caller(held, kernel)
    assert call
    for arguments in calls:
        call(*arguments)
    return rows


def timed(kernel: kernel_module.Kernel, pickles: list[bytes], times: int) -> list[float]:
    """Microseconds of a call by Python, and of one by the library: of the kernel, and of one that
    does nothing.
    """
    call = caller(kernel)
    batch = Batch(call, pickles, times)
    library: Any = LIBRARY

    def called() -> None:
        for arguments in batch.calls:
            call(*arguments)

    rows = slots(kernel, batch.calls)
    width = len(rows[0]) // 8

    def repeated(name: str) -> float:
        place = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
        held = struct.pack("qqq", place, len(rows), width) + b"".join(rows)

        def repeat() -> None:
            if library.parlour_repeated(held):
                raise RuntimeError(f"{kernel.name} has failed")

        return batch.timed(repeat)

    return [batch.timed(called), repeated(kernel.name), repeated("parlour_nothing")]


def warmed(kernel: kernel_module.Kernel, pickles: list[bytes]) -> int:
    """Make calls until a browser's engine has made its fastest code of them; returns how many."""
    began, total = clock(), 0
    while total < OFTEN and clock() - began < LONG:
        timed(kernel, pickles, 100)
        total += 200 * len(pickles)
    return total


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
    call = LIBRARY and kernel_module.caller(LIBRARY, kernel)
    assert call, f"{kernel.name} is not in the library"
    return call


def answer(folder: Path) -> None:
    """Answer: which Python this is, then each request."""
    calls: Calls = pickle.loads((folder / "calls").read_bytes())
    kernels = {
        name: (cast(kernel_module.Kernel, Recorded(*kernel)), pickles)
        for name, (kernel, pickles) in calls.items()
    }
    print(json.dumps(sys.version.split()[0]), flush=True)
    for line in sys.stdin:
        request, *words = line.split()
        reply: Any
        if request == "replay":
            with (folder / words[0]).open("wb") as file:
                for kernel, pickles in kernels.values():
                    call = caller(kernel)
                    for text in pickles:
                        arguments = pickle.loads(text)
                        call(*arguments)
                        file.write(written(arguments))
            reply = "replayed"
        elif request == "time":
            reply = timed(*kernels[words[0]], int(words[1]))
        elif request == "warm":
            reply = warmed(*kernels[words[0]])
        else:
            reply = played(words[0], int(words[1]))
        print(json.dumps(reply), flush=True)


if __name__ == "__main__":
    answer(Path(sys.argv[1]))
