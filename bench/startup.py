"""Start to first prompt: CPU time of the three programs and of the same interpreter without a
program, in turn, in one run.

    python bench/startup.py [RUNS]

Run it with the interpreter of an environment with Parlour installed. It prints the medians, their
ratio and the spread of the ratios of neighbouring runs, with the machine and its load.
"""

import argparse
import os
import resource
import statistics
import subprocess
import sys
from pathlib import Path

from arguments import count, run
from machine import machine

COMMANDS = {
    "straights": ["straights", "6788"],
    "hearts": ["hearts", "6788"],
    "crazy-eights": ["crazy-eights", "6788", "--play", "harry"],
}
LOADED = (
    "import sys; sys.argv = ['hearts', '6788']; from parlour.games.hearts.program import main; "
    "main();"
    "print(*sorted({'numpy', 'numba'} & set(sys.modules)), file=sys.stderr)"
)


def cpu(command: list[str]) -> float:
    """User and system CPU seconds of one run, without input."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("runs", nargs="?", type=count, default=41)
    runs = parser.parse_args().runs
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # an installed program has its bytecode
    print(f"{machine()}, {runs} runs")
    for name, (program, *arguments) in COMMANDS.items():
        measure(name, [str(Path(sys.executable).with_name(program)), *arguments], runs)
    loaded = subprocess.run(
        [sys.executable, "-c", LOADED], stdin=subprocess.DEVNULL, capture_output=True, check=True
    )
    print(f"numpy or numba loaded: {loaded.stderr.decode().strip() or 'no'}")


def measure(name: str, prompt: list[str], runs: int) -> None:
    """Measure the interpreter without a program and a program to its first prompt, in turn, and
    print the figures.
    """
    nothing = [sys.executable, "-c", "pass"]
    cpu(nothing), cpu(prompt)  # fills the caches of the file system
    pairs = [(cpu(nothing), cpu(prompt)) for _ in range(runs)]
    bare, start = (statistics.median(column) * 1000 for column in zip(*pairs, strict=True))
    ratios = sorted(program / other for other, program in pairs)
    low, high = ratios[runs // 20], ratios[-1 - runs // 20]
    print(
        f"{name:12}  {start:5.1f} ms CPU, the interpreter {bare:5.1f} (medians): ratio "
        f"{start / bare:.2f}",
        end="",
    )
    print(f"; of pairs, 5 % to 95 %: {low:.2f} to {high:.2f}")


if __name__ == "__main__":
    run(main)
