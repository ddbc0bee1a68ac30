"""The kernels of a library built ahead against Numba's code for this machine, in one run.

    python -m parlour.engine.ahead.build FOLDER
    python bench/kernels.py FOLDER [--calls N] [--repeats K] [--rounds R] [--json]

Search plays rounds of each game, and some calls of each kernel are recorded, those that it leaves
out too. Numba's code and the library's make these calls in turn; times are CPU microseconds a call,
the least of the repeats. A kernel that is given nothing to do shows what a call costs.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any
from unittest.mock import patch

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from arguments import count, run
from machine import machine

from parlour.cards import NEW_DECK, NOBODY
from parlour.catalogue.registry import BUILT_IN, find_game
from parlour.engine import Batch
from parlour.engine.ahead.codegen import every_kernel
from parlour.engine.compiler.arrays import Array, floats, ints
from parlour.engine.compiler.kernel import KERNELS, Kernel, caller, outside
from parlour.engine.compiler.library import load
from parlour.engine.rounds import deals
from parlour.match import Acted, Dealt, Opened, Seated, actor, fold, step, view
from parlour.players import search

Calls = dict[str, list[tuple[Any, ...]]]
PLAYOUTS = 1000
SHORT = 2e-3  # seconds that a repeat takes at least


def copied(argument: Any) -> Any:
    """An argument with arrays of its own."""
    if isinstance(argument, tuple):
        parts = [copied(part) for part in argument]
        return type(argument)(*parts) if hasattr(argument, "_fields") else tuple(parts)
    if isinstance(argument, Array):
        return type(argument)(argument.flat[:], argument.shape)
    return argument.copy() if isinstance(argument, np.ndarray) else argument


def using(kernel: Kernel) -> list[ModuleType]:
    """The modules that call a kernel by its name."""
    name = kernel.function.__name__
    function = vars(sys.modules[kernel.function.__module__])[name]
    modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    return [module for module in modules if vars(module).get(name) is function]


@contextmanager
def recording(kernels: list[Kernel], calls: Calls, most: int) -> Iterator[None]:
    """Numba's code is called, and of each kernel's calls so many are remembered, each as likely."""

    def recorder(kernel: Kernel) -> Callable[..., None]:
        sample, random, seen = calls.setdefault(kernel.name, []), Random(kernel.name), [0]
        compiled = outside(kernel)

        def call(*arguments: Any) -> None:
            seen[0] += 1
            if len(sample) < most:
                sample.append(copied(arguments))
            elif (place := random.randrange(seen[0])) < most:
                sample[place] = copied(arguments)
            compiled(*arguments)

        return call

    patches = [
        patch.object(module, kernel.function.__name__, held)
        for kernel, held in [(kernel, recorder(kernel)) for kernel in kernels]
        for module in using(kernel)
    ]
    for each in patches:
        each.start()
    yield
    for each in patches:
        each.stop()


def play(game: str, seed: int) -> None:
    """A round of search."""
    random, rules = Random(seed), find_game(game).Rules()
    seated = [Seated(seat, "search") for seat in range(find_game(game).seats(rules))]
    deck = tuple(random.sample(NEW_DECK, 52))
    match = fold([Opened(game, rules, ""), *seated, Dealt(deck)])
    budget = search.Budget(playouts=PLAYOUTS, seconds=float("inf"))
    while (seat := actor(match)) != NOBODY and match.playing:
        thought = search.think(view(match, seat), seed, budget)
        match = step(match, Acted(seat, thought.action))


def recorded(kernels: list[Kernel], most: int, rounds: int = 1) -> Calls:
    """So many calls of each kernel, from so many rounds of search and what it leaves out."""
    calls: Calls = {}
    with recording(kernels, calls, most):
        for game in BUILT_IN:
            for seed in range(rounds):
                play(game, seed)
            others(game)
        for dealt in (deals.decks_in_hands, deals.decks_with_stock):  # no player deals
            dealt(np.uint64(7), 3, np.empty((64, 52), np.int64))
    assert all(calls[kernel.name] for kernel in kernels)
    return calls


def others(game: str) -> None:
    """Calls of the kernels that search leaves out: those of batches, and of play by the rules."""
    batch = Batch(game, 500, seed=1)
    while not batch.done.all():
        batch.observe()
        batch.apply(batch.legal().argmax(axis=1))
    batch.points()
    rules = find_game(game).Rules()
    seated = [Seated(seat, "search") for seat in range(find_game(game).seats(rules))]
    match = fold([Opened(game, rules, ""), *seated, Dealt(NEW_DECK)])
    budget = search.Budget(playouts=20, seconds=float("inf"), by_rules=True)
    for _ in range(12):
        action = search.think(view(match, actor(match)), 1, budget).action
        match = step(match, Acted(actor(match), action))


def timed(function: Callable[..., None], calls: list[tuple[Any, ...]], times: int) -> float:
    """CPU microseconds of a call, each with arrays of its own: some kernels add to theirs."""
    took = 0.0
    for _ in range(times):
        fresh = [copied(arguments) for arguments in calls]
        began = time.process_time()
        for arguments in fresh:
            function(*arguments)
        took += time.process_time() - began
    return took / times / len(calls) * 1e6


def compared(
    kernel: Kernel, other: Callable[..., None], calls: Any, repeats: int
) -> dict[str, float]:
    """The least times of both, taken in turn."""
    compiled = outside(kernel)
    took = max(timed(compiled, calls, 1), timed(other, calls, 1))
    times = max(1, round(SHORT * 1e6 / (took * len(calls))))
    rows = [(timed(compiled, calls, times), timed(other, calls, times)) for _ in range(repeats)]
    jit, library = (min(column) for column in zip(*rows, strict=True))
    return {"jit": jit, "library": library, "ratio": jit / library}


def nothing() -> list[tuple[Any, ...]]:
    """A call of a kernel with eight arrays that has nothing to do."""
    none = ints(0)
    return [((ints(1), none, none, none), (ints(1), floats(0), none, none))]


def main() -> None:
    """Record, measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calls", type=count, default=20)
    parser.add_argument("--repeats", type=count, default=7)
    parser.add_argument("--rounds", type=count, default=2)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    library = load(options.folder)
    if library is None:
        parser.error(f"{options.folder} has no library of these sources")
    calls = recorded(every_kernel(), options.calls, options.rounds)
    rows = {}
    for name, examples in [*calls.items(), ("nothing", nothing())]:
        kernel = KERNELS["parlour_engine_worlds_matchings__chances" if name == "nothing" else name]
        other = caller(library, kernel)
        assert other
        rows[name.removeprefix("parlour_")] = compared(kernel, other, examples, options.repeats)
    if options.json:
        sys.stdout.write(json.dumps({"machine": machine(), "kernels": rows}, indent=1) + "\n")
        return
    sys.stdout.write(f"{machine()}\n")
    for name, row in rows.items():
        times = f"{row['jit']:10.1f} us by Numba {row['library']:10.1f} us by the library"
        sys.stdout.write(f"{name:60} {times}: {row['ratio']:.2f} of its speed\n")


if __name__ == "__main__":
    run(main)
