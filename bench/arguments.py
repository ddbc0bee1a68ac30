"""The arguments of the measurements: the types of options, which refuse a value in one sentence;
and the end of a measurement.
"""

import argparse
import math
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import NoReturn

from parlour.errors import ParlourError, lacks, quote
from parlour.players import find_level
from parlour.shuffle import DEALS

STDOUT = 1  # the number of standard output
MOST = 999_999_999  # as of the options of `parlour`


def whole(text: str, least: int, most: int = MOST) -> int:
    """A whole number of a range."""
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(f"{quote(text)} is no whole number from {least} to {most}")
    return int(text)


def count(text: str) -> int:
    """A whole number from 1."""
    return whole(text, 1)


def number(text: str) -> int:
    """A whole number from 0."""
    return whole(text, 0)


def seed(text: str) -> int:
    """A seed of deals."""
    return whole(text, 1, DEALS)


def amount(text: str) -> float:
    """A number from 0."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0 <= value <= MOST:  # nan, too
        raise argparse.ArgumentTypeError(f"{quote(text)} is no number from 0 to {MOST}")
    return value


def positive(text: str) -> float:
    """A number above 0."""
    value = amount(text)
    if not value:
        raise argparse.ArgumentTypeError(f"{quote(text)} is not above 0")
    return value


def part_of(names: Iterable[str]) -> Callable[[str], str]:
    """The type of an option that is a part of at least one of these names."""
    names = list(names)

    def part(text: str) -> str:
        if not any(text in name for name in names):
            raise argparse.ArgumentTypeError(f"{quote(text)} is in none of: {', '.join(names)}")
        return text

    return part


def file(text: str) -> str:
    """The path of a file that exists."""
    if not Path(text).is_file():
        raise argparse.ArgumentTypeError(f"there is no file {quote(text)}")
    return text


def new_file(text: str) -> str:
    """The path of a file that can be written."""
    if Path(text).is_dir() or not Path(text).absolute().parent.is_dir():
        raise argparse.ArgumentTypeError(f"{quote(text)} cannot be written: no such folder")
    return text


def checkout(text: str) -> Path:
    """A folder with the source tree of another version. Without this test Python would import the
    version of its environment instead.
    """
    if not (Path(text) / "parlour" / "__init__.py").is_file():
        raise argparse.ArgumentTypeError(f"{quote(text)} has no checkout of Parlour")
    return Path(text)


def site(text: str) -> Path:
    """A folder that `parlour site` wrote."""
    if not (Path(text) / "index.html").is_file():
        raise argparse.ArgumentTypeError(f"{quote(text)} has no site")
    return Path(text)


def check(
    games: Iterable[str], names: Sequence[str], find: Callable[[str, str], object] = find_level
) -> None:
    """UsageError if one of these games lacks one of these levels, or of the players that `find`
    finds.
    """
    for game in games:
        for name in names:
            find(game, name)


def run(main: Callable[[], int | None]) -> NoReturn:
    """Run a measurement, and exit with its status. Bad input is a sentence and the status 2, an
    interrupt one and 130, an error of the system, such as a full output, one and 1.
    """
    try:
        status = main()
        if sys.stdout:
            sys.stdout.flush()
    except ParlourError as error:
        print(f"{Path(sys.argv[0]).name}: {error}", file=sys.stderr)
        status = 2
    except KeyboardInterrupt:
        print(f"{Path(sys.argv[0]).name}: interrupted.", file=sys.stderr)
        status = 130
    except OSError as error:
        if sys.flags.dev_mode:
            raise
        print(f"{Path(sys.argv[0]).name}: {lacks(error)}.", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), STDOUT)  # for what is written at the exit
        status = 1
    sys.exit(status)
