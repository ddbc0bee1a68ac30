"""`parlour bench`."""

import argparse
import sys
from pathlib import Path

from parlour.cli.options import Commands, add_command
from parlour.errors import UsageError, quote
from parlour.terminal.console import Console


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


def run_bench(console: Console, arguments: argparse.Namespace) -> None:
    """Run a measurement, and exit with its status."""
    import subprocess

    folder = Path(__file__).parent.parent.parent / "bench"
    # modules without `main` are shared by the measurements
    measurements = sorted(
        path.stem for path in folder.glob("*.py") if "\ndef main(" in path.read_text("utf-8")
    )
    if arguments.name not in measurements:
        names = ", ".join(measurements) or "none outside the source tree"
        raise UsageError(f"Unknown measurement {quote(arguments.name)} (known: {names}).")
    console.flush()
    command = [sys.executable, str(folder / f"{arguments.name}.py"), *arguments.options]
    raise SystemExit(subprocess.run(command, check=False).returncode)
