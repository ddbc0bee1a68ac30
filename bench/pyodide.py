"""Recorded calls of the kernels by their module of WebAssembly, in the Python of a browser
(Pyodide, in Node): status 1 if any array differs from that of Numba's code here.

    python -m parlour.engine.ahead.build FOLDER linux-x86_64 emscripten-wasm32
    python bench/pyodide.py FOLDER [--calls N] [--repeats K] [--playouts P] [--of NAME]

Both Pythons load their library as the package does. Then both play a round of each game by search,
whose thoughts have to be equal, and they make the calls in turn, each kernel often before: times
are CPU microseconds a call, the least of the repeats (0: no times). The node process is counted
whole. "Itself" is a kernel without Python's call: the library calls it many times, less what that
takes with a kernel that does nothing.

npm installs Pyodide as parlour/site/pyodide says, into a temporary folder or that of --pyodide.
"""

import argparse
import copyreg
import json
import os
import pickle
import subprocess
import sys
import tempfile
from array import array
from math import prod
from pathlib import Path
from types import GenericAlias
from typing import Any, NamedTuple

import numpy as np

sys.path.insert(0, str(Path(__file__).parent))
from arguments import count, number, run
from emulated import compared, expected
from kernels import PLAYOUTS, recorded
from kernels import Calls as Recordings
from machine import machine
from replay import Calls

from parlour.catalogue.registry import BUILT_IN
from parlour.engine.ahead.codegen import every_kernel
from parlour.engine.compiler.arrays import Array
from parlour.engine.compiler.kernel import ARRAYS, Kernel, Kind, parts
from parlour.engine.compiler.library import ROOT, file_of, target
from parlour.site.build import pyodide as installed

TARGET = "emscripten-wasm32"
HERE = Path(__file__).parent
CODES = {"<i8": "q", "<f8": "d", "|i1": "b", "|b1": "b"}  # of array.array
SHORT = 1e-2  # seconds that a repeat takes at least
HALF, NEAR = 0.5, 0.6  # of the speed here
LEAST = 0.05  # microseconds; of less the difference of two times is mostly noise


def plain(argument: Any) -> Any:
    """An argument without records and numpy."""
    if isinstance(argument, tuple):
        return tuple([plain(part) for part in argument])
    if isinstance(argument, Array):
        return type(argument)(argument.flat[: prod(argument.shape)], argument.shape)
    if isinstance(argument, np.ndarray):
        kind = next(kind for kind in ARRAYS.values() if argument.dtype.str == kind.TYPE)
        return kind(array(CODES[kind.TYPE], argument.tobytes()), argument.shape)
    return argument.item() if isinstance(argument, np.generic) else argument


def typed(kind: Kind, hint: Any) -> Any:
    """The type of an argument as `caller` reads it: how many parts it has."""
    if isinstance(kind, tuple):
        inner = [typed(*pair) for pair in zip(kind, parts(hint), strict=True)]
        return GenericAlias(tuple, tuple(inner))
    return GenericAlias(tuple, (int,) * len(parts(hint))) if kind == "r" else int


def stored(kernels: list[Kernel], calls: Recordings) -> Calls:
    """Kernels and their calls for replay.py."""
    return {
        kernel.name: (
            (
                kernel.name,
                kernel.kinds,
                [typed(*pair) for pair in zip(kernel.kinds, kernel.hints, strict=True)],
            ),
            [pickle.dumps(plain(call)) for call in calls[kernel.name]],
        )
        for kernel in kernels
    }


class Runner:
    """A process of replay.py."""

    def __init__(self, command: list[str], **environment: str) -> None:
        """When this is done it has loaded its library."""
        self.name = command[0]
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **environment},
        )
        self.python = self.answer()

    def ask(self, *words: object) -> Any:
        """The answer to a request."""
        assert self.process.stdin
        self.process.stdin.write(" ".join(map(str, words)) + "\n")
        self.process.stdin.flush()
        return self.answer()

    def answer(self) -> Any:
        """The next line; SystemExit if the process has failed."""
        assert self.process.stdout
        line = self.process.stdout.readline()
        try:
            return json.loads(line)
        except ValueError:
            sys.exit(f"{self.name} has failed: {line}{self.process.communicate()[0]}")

    def close(self) -> None:
        """End it."""
        self.process.communicate()


def here(folder: Path, room: Path) -> Runner:
    """This machine's Python."""
    command = [sys.executable, str(HERE / "replay.py"), str(room)]
    places = {"PYTHONPATH": str(Path(ROOT).parent), "PARLOUR_LIBRARY": str(folder.resolve())}
    return Runner(command, PARLOUR_KERNELS="library", **places)


def browsers(folder: Path, room: Path, pyodide: Path) -> Runner:
    """A browser's Python."""
    settings = {
        "program": str(HERE / "replay.py"),
        "given": ["/calls"],
        "env": {"PARLOUR_KERNELS": "library", "PARLOUR_LIBRARY": "/library"},
        "packages": "/package",
        "folders": {
            "/calls": str(room),
            "/library": str(folder.resolve()),
            "/package": str(Path(ROOT).parent),
        },
    }
    return Runner(["node", f"{ROOT}/site/node.mjs", str(pyodide), json.dumps(settings)])


class Times(NamedTuple):
    """Microseconds here and there."""

    here: float
    browser: float

    def slow(self, share: float) -> bool:
        """Whether it has less than this share of the speed there, if it takes enough to say."""
        return self.browser >= LEAST and self.here < share * self.browser

    def __str__(self) -> str:
        """Both, and how fast it is there, unless it takes too little to say."""
        speed = f"{self.here / self.browser:.2f}" if self.browser >= LEAST else "   -"
        return f"{self.here:8.2f} {self.browser:8.2f} {speed}"


def lasting(runners: tuple[Runner, ...], name: str, calls: int) -> int:
    """How often a kernel makes its calls in a measurement; it has been called often by then."""
    for runner in runners:
        runner.ask("warm", name)
    # the library's own loop is the shortest
    took: float = min(runner.ask("time", name, 100)[1] for runner in runners)
    return max(1, round(SHORT * 1e6 / (max(took, LEAST) * calls)))


def fastest(rows: list[list[float]]) -> tuple[Times, Times]:
    """The least times of a kernel's calls here and there, and of the kernel itself."""
    here, kernel, empty, browser, others, idle = [min(column) for column in zip(*rows, strict=True)]
    return Times(here, browser), Times(max(kernel - empty, 0), max(others - idle, 0))


def measured(runners: tuple[Runner, ...], calls: Calls, repeats: int) -> None:
    """Print the times of all kernels, and which have less than half of the speed. All take turns,
    so that what else the machine does for a while slows one repeat of each; those below `NEAR` take
    as many again, which brings both least times nearer to the true ones.
    """
    times = {name: lasting(runners, name, len(pickles)) for name, (_, pickles) in calls.items()}
    rows: dict[str, list[list[float]]] = {name: [] for name in calls}
    for n in range(2 * repeats):
        for name, often in times.items():
            if n < repeats or any(timing.slow(NEAR) for timing in fastest(rows[name])):
                asked = [runner.ask("time", name, often) for runner in runners]
                rows[name].append([took for pair in asked for took in pair])
    print(f"{'microseconds here, there, and speed':52} {'of a call':22}   of the kernel itself")
    below: tuple[list[str], list[str]] = [], []
    for name in calls:
        timings = fastest(rows[name])
        label = name.removeprefix("parlour_").removeprefix("games_")
        print(f"{label:52} {timings[0]}   {timings[1]}", flush=True)
        for timing, slow in zip(timings, below, strict=True):
            if timing.slow(HALF):
                slow.append(label)
    for of, names in zip(("as a call", "itself"), below, strict=True):
        print(f"Below 0.5 {of}: {len(names)} of {len(calls)} ({', '.join(names) or 'none'})")


def main() -> int:
    """Record, run, compare, measure."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--calls", type=count, default=5, help="of each kernel")
    parser.add_argument("--repeats", type=number, default=7)
    parser.add_argument("--playouts", type=count, default=PLAYOUTS, help="of a decision by search")
    parser.add_argument("--of", default="", help="kernels whose names have this are measured alone")
    parser.add_argument("--pyodide", type=Path, help="a folder with it, or for it")
    options = parser.parse_args()
    for name in (target(), TARGET):
        if not Path(file_of(options.folder, name)).exists():
            parser.error(f"{options.folder} has no library for {name}")
    kernels = every_kernel()
    calls = recorded(kernels, options.calls)
    names, arrays = expected(kernels, calls)
    for kind in ARRAYS.values():
        copyreg.pickle(kind, lambda block: (type(block), (block.flat, block.shape)))
    stores = stored(kernels, calls)
    with tempfile.TemporaryDirectory() as work:
        room = Path(work)
        (room / "calls").write_bytes(pickle.dumps(stores))
        pyodide = installed(options.pyodide or room)
        version = json.loads((pyodide / "package.json").read_text())["version"]
        native, other = here(options.folder, room), browsers(options.folder, room, pyodide)
        differ = False
        for place, runner, of in (("here", native, ""), ("there", other, f" of Pyodide {version}")):
            runner.ask("replay", place)
            print(f"{place}, by Python {runner.python}{of}: ", end="")
            differ |= compared(calls, names, arrays, (room / place).read_bytes())
        for game in BUILT_IN:
            rows = [runner.ask("play", game, options.playouts) for runner in (native, other)]
            alike = rows[0]["thoughts"] == rows[1]["thoughts"]
            differ |= not alike
            ms = [row["took"] / row["count"] * 1e3 for row in rows]
            costs = f"{ms[0]:.1f} ms a decision here, {ms[1]:.1f} there"
            print(f"{game}: {rows[0]['count']} thoughts {'are' if alike else 'NOT'} equal, {costs}")
        if options.repeats:
            subset = {name: of for name, of in stores.items() if options.of in name}
            measured((native, other), subset, options.repeats)
        print(machine())
        native.close()
        other.close()
    return differ


if __name__ == "__main__":
    run(main)
