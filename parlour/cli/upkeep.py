"""`parlour warm` and `parlour bench`."""

import argparse
import os
import sys
import time
from pathlib import Path

from parlour.cli.options import Commands, add_command
from parlour.errors import UsageError, failure, quote
from parlour.game import BUILT_IN, GAMES
from parlour.terminal.console import Console, complain


def add_warm(commands: Commands) -> None:
    """Add the command `warm`."""
    texts = (
        "Compile the rules of all games now, so that no later command waits.",
        "The compiled code is stored in the cache directory of the user, or in the\n"
        "directory that the environment variable PARLOUR_CACHE names.",
    )
    warmed = add_command(commands, "warm", warm, texts, ("parlour warm",))
    warmed.add_argument(
        "--players",
        action="store_true",
        help="compile only what computer players need, at a low priority",
    )


def add_bench(commands: Commands) -> None:
    """Add the command `bench`."""
    texts = (
        "Run a measurement of the source tree; an installed package has none.",
        "An unknown NAME prints the names of all measurements.",
    )
    bench = add_command(commands, "bench", run_bench, texts, ("parlour bench engine --json",))
    bench.add_argument("name", metavar="NAME", help="the measurement, such as engine or startup")
    bench.add_argument(
        "options",
        nargs=argparse.REMAINDER,
        metavar="...",
        help="arguments of the measurement",
    )


def warm(console: Console, given: argparse.Namespace) -> None:
    """Compile, and print the time it took."""
    from parlour import engine
    from parlour.engine.cache import alone
    from parlour.lab.figures import progress
    from parlour.players import search

    began = time.monotonic()
    if given.players and hasattr(os, "nice"):
        os.nice(5)
    for game in progress(list(GAMES), "Compiling", len(GAMES)):
        try:
            if not given.players:
                with alone():
                    engine.warm([game])
            search.warm(game)
        # a package's game may raise any error when it is compiled or played
        except Exception as error:
            if game in BUILT_IN:
                raise
            complain(f"parlour: The game {quote(game)} cannot be compiled ({failure(error)}).")
    console.say(
        f"Compiled in {time.monotonic() - began:.0f} s; stored in {engine.cache_directory()}."
    )


def run_bench(console: Console, given: argparse.Namespace) -> None:
    """Run a measurement, and exit with its status."""
    import subprocess

    folder = Path(__file__).parent.parent.parent / "bench"
    # modules without `main` are shared by the measurements
    known = sorted(
        path.stem for path in folder.glob("*.py") if "\ndef main(" in path.read_text("utf-8")
    )
    if given.name not in known:
        names = ", ".join(known) or "none outside the source tree"
        raise UsageError(f"Unknown measurement {quote(given.name)} (known: {names}).")
    console.flush()
    command = [sys.executable, str(folder / f"{given.name}.py"), *given.options]
    raise SystemExit(subprocess.run(command, check=False).returncode)
