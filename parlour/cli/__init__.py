"""The program `parlour`. Each module of this package has one or more commands, with their options
and functions.
"""

import sys
from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager, suppress

from parlour.catalogue.registry import BUILT_IN, GAMES, find_game, folder, part
from parlour.cli import experiments, playing, records, serving, sites, upkeep
from parlour.cli.options import CommandParser, epilog
from parlour.errors import (
    CodeError,
    ParlourError,
    SystemLacks,
    UsageError,
    failure,
    lacks,
    place,
    quote,
)
from parlour.terminal.console import Console, Done, complain, run


def parser() -> CommandParser:
    """The parser of all options and commands."""
    root = CommandParser(
        "parlour",
        "Play card games in the browser or the terminal, and simulate and replay matches.\n\n"
        'Without a command, "parlour" serves tables to browsers.',
        epilog=epilog(("parlour", f"parlour play {BUILT_IN[1]}", "parlour play --help")),
    )
    root.add_version()
    serving.add_options(root)
    commands = root.add_subparsers(title="commands", metavar="COMMAND")
    serving.add(commands)
    playing.add(commands)
    records.add_simulate(commands)
    records.add_record(commands)
    records.add_replay(commands)
    experiments.add_duel(commands)
    experiments.add_train(commands)
    sites.add_site(commands)
    upkeep.add_bench(commands)
    return root


def program(console: Console, arguments: Sequence[str]) -> None:
    """Run `parlour` with these arguments."""
    with left_out() as written:
        parsed = parser().parse_args(arguments)
        command = getattr(parsed, "command", serving.serve)
        if command is not serving.serve:
            check_serving(vars(parsed))
        if command is serving.serve:
            load_all(written)
        with explained(console, getattr(parsed, "game", "")):
            command(console, parsed)


@contextmanager
def explained(console: Console, game: str) -> Iterator[None]:
    """Make any unexpected error a CodeError, which names the game, and its line if the error comes
    from its folder; of an error of the system, SystemLacks. In Python's development mode the error
    itself is raised, for its traceback.
    """
    try:
        yield
    except (BrokenPipeError, Done, ParlourError) as error:
        if sys.flags.dev_mode and isinstance(error, CodeError):
            raise (error.__cause__ or error) from None
        raise
    except Exception as error:  # the code of a game may raise anything
        if sys.flags.dev_mode:
            raise
        console.flush()  # what was played before
        what, where = "Parlour failed", ""
        if game and game not in BUILT_IN and type(error).__module__.startswith("numba."):
            raise CodeError(
                f"The rules of {quote(game)} do not compile: {foreign(game, error)}."
            ) from error
        if game:
            what, where = f"{what} at the game {quote(game)}", place(error, str(folder(game)))
        if where and game not in BUILT_IN:
            what = f"The game {quote(game)} failed"
        elif lacked := lacks(error):
            raise SystemLacks(f"{lacked}.") from error
        raise CodeError(
            f"{what}: {failure(error)} ({where or place(error)}; PYTHONDEVMODE=1 shows the "
            f"traceback)."
        ) from error


def foreign(game: str, error: Exception) -> str:
    """The parts of a game's rules that cannot be compiled, with their lines, as the end of a
    sentence; the compiler's error if none is known.
    """
    from parlour.testing.dialect import in_dialect  # here, because it loads numpy

    reasons = ""
    with suppress(OSError):  # of a package without sources
        reasons = "; ".join(in_dialect(find_game(game)))
    return reasons or f"{failure(error)} (PYTHONDEVMODE=1 shows the traceback)"


def check_serving(options: Collection[str]) -> None:
    """UsageError if an option of `serve` precedes another command."""
    for name in serving.SERVING:
        if name in options:
            flag = f"--{name.replace('_', '-')}"
            raise UsageError(f"{flag} is not an option of this command (allowed: parlour serve).")


@contextmanager
def left_out() -> Iterator[set[str]]:
    """Report each game that cannot be used once on standard error; gives the set of sentences
    reported so far.
    """
    written: set[str] = set()
    try:
        yield written
    except ParlourError as error:
        written.add(str(error))
        raise
    finally:
        write_new(written)


def load_all(written: set[str]) -> None:
    """Import all games for a command that needs them, and report those that cannot be used."""
    for game in GAMES:
        part(game, "words"), part(game, "levels")
    write_new(written)


def write_new(written: set[str]) -> None:
    """Report the games that cannot be used, except those already reported."""
    for sentence in GAMES.faults():
        if sentence not in written:
            complain(f"parlour: {sentence}")
            written.add(sentence)


def main() -> int:
    """The console script; returns the exit status."""
    return run("parlour", program, sys.argv[1:])
