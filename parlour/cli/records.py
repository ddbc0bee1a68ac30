"""`parlour simulate`, `parlour record` and `parlour replay`: they write matches to a log, and print
them.
"""

import argparse
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import TYPE_CHECKING

from parlour.catalogue.options import words
from parlour.catalogue.registry import BUILT_IN, find_game
from parlour.cli.options import (
    GAME,
    Commands,
    add_command,
    add_deal_seed,
    add_log,
    add_rules,
    add_whole,
    known_game,
    names,
    rules_of,
)
from parlour.errors import LogError, StoreError, UsageError, quote, reason
from parlour.storage import location
from parlour.terminal.console import Console, Reader, complain, write_all

if TYPE_CHECKING:
    from io import FileIO

    from parlour.lab.simulate import End
    from parlour.match import Event, Match
    from parlour.series import Series

SHOWN_FROM = 20  # matches from which on a run shows its progress


def add_simulate(commands: Commands) -> None:
    """Add the command `simulate`."""
    texts = (
        "Play matches between computer players and count wins and points.",
        "The table shows the mean points a round and the share of matches that each seat\n"
        "won; seats that win a match together share it.",
    )
    examples = (
        f"parlour simulate --game {BUILT_IN[1]} --seats greedy,first,first,first --matches 50",
        f"parlour simulate --game {BUILT_IN[0]} --matches 3 --log games.jsonl",
    )
    played = add_command(commands, "simulate", simulate_matches, texts, examples)
    played.add_argument("--game", metavar="GAME", required=True, type=known_game, help=GAME)
    played.add_argument(
        "--seats",
        metavar="LEVEL,...",
        type=names,
        help="a level for each seat, such as greedy or search (default: the simplest)",
    )
    add_whole(played, "--matches", "number of matches (default: 1)", default=1)
    add_deal_seed(played)
    add_rules(played)
    add_log(played, "match", "matches")


def add_record(commands: Commands) -> None:
    """Add the command `record`."""
    texts = (
        "Print the matches of a stored table as a log.",
        "The log has the cards of all seats, and no move that was undone. It is for\n"
        "parlour replay. No server may use the stored tables meanwhile.",
    )
    examples = ("parlour record TABLE --data tables.db",)
    record = add_command(commands, "record", record_table, texts, examples)
    record.add_argument("table", metavar="TABLE", help="a link to the table, or its name in it")
    record.add_argument(
        "--data",
        dest="stored",
        metavar="FILE|URL",
        help="where the tables are stored (default: as parlour serve)",
    )


def add_replay(commands: Commands) -> None:
    """Add the command `replay`."""
    texts = (
        "Print the matches of a log line by line.",
        "A replay shows the cards of all seats.",
    )
    examples = ("parlour replay games.jsonl", "parlour replay games.jsonl --match 1")
    replay = add_command(commands, "replay", replay_log, texts, examples)
    replay.add_argument(
        "log",
        metavar="LOG",
        help='a file from "parlour simulate --log" or "parlour record", or - for standard input',
    )
    add_whole(replay, "--match", "print only match N; the first is 1")


def record_table(console: Console, arguments: argparse.Namespace) -> None:
    """Print the matches of a stored table."""
    from parlour.storage import database
    from parlour.storage.store import read
    from parlour.table.messages.record import record

    data = location.find(arguments.stored)
    if isinstance(data, database.File) and not os.path.isfile(data.path):
        why = "is a directory" if os.path.isdir(data.path) else "does not exist"
        raise UsageError(f"The tables' file {data.name} {why}.")
    name = re.sub(r"(?s).*#/(?:table|watch)/", "", arguments.table).partition("/")[0]
    # no table has another name, and no database could compare all of them
    table = read(data, name) if name.isascii() else None
    if table is None:
        raise UsageError(f"The table {quote(name)} is not in {data.name}.")
    try:
        lines = record(table[1]).splitlines()
    except StoreError as error:
        raise StoreError(f"The table {quote(name)} in {data.name} is damaged: {error}") from None
    console.say(*lines)


def replay_log(console: Console, arguments: argparse.Namespace) -> None:
    """Print the matches of a log."""
    only, number = arguments.match or 0, 0
    with ExitStack() as stack:
        file = console.reader
        try:
            if arguments.log != "-":
                file = stack.enter_context(open(arguments.log, "rb"))
        except OSError as error:
            raise UsageError(
                f"The log {quote(arguments.log)} cannot be read: {reason(error)}."
            ) from None
        try:
            number = replay(console, file, only)
        except LogError as error:
            raise LogError(f"{quote(arguments.log)}: {error}") from None
        finally:
            console.flush()
    if number < only or not number:
        missing = "no matches"
        if only:
            missing = f"no match {only} (matches: {number})"
        raise UsageError(f"The log {quote(arguments.log)} has {missing}.")


def replay(console: Console, file: Reader | None, only: int) -> int:
    """Print the matches of an open log, or only one; returns their number."""
    from parlour import log
    from parlour.words.narration import narrated

    number = 0
    for line in log.read(log.lines(file.readline)) if file else ():
        number += line.before is None
        if only in (0, number):
            if line.before:
                console.say(*narrated(line.before, line.event, line.after))
            else:
                console.say(*opening(number, line.event, line.after))
        if not line.after.playing:
            console.flush()
    return number


def opening(number: int, event: "Event", match: "Match") -> Iterator[str]:
    """A line with a match's number, game and house rules; another if moves were undone in it."""
    rules = ", ".join(
        f"{name} {value}" for name, value in words(find_game(match.game), match.rules).items()
    )
    yield f"Match {number}: {match.game} ({rules})"
    if times := getattr(event, "undone", 0):
        yield f"Moves were undone {times} time{'s' * (times > 1)}; they are left out."


def simulate_matches(console: Console, arguments: argparse.Namespace) -> None:
    """Play the matches, and print the figures."""
    from parlour.lab import simulate
    from parlour.players import LEVELS
    from parlour.series import checked_series

    rules = rules_of(arguments)
    simplest = next(iter(LEVELS[arguments.game]))
    seats = arguments.seats or [simplest] * find_game(arguments.game).seats(rules)
    series = checked_series(arguments.game, rules, seats, arguments.seed)
    if arguments.resume and arguments.log is None:
        raise UsageError("--resume needs --log, the file whose matches it continues.")
    with ExitStack() as stack:
        tally, file = Tally(series), None
        if arguments.log is not None:
            file, ends = simulate.record(arguments.log, series, arguments.matches, arguments.resume)
            stack.enter_context(file)
            for end in ends:
                tally.add(end)
        try:
            simulate_on(tally, file, arguments.matches)
        except KeyboardInterrupt:
            how = "; --resume continues." if file else "."
            complain(f"Interrupted after {tally.matches} of {arguments.matches} matches{how}")
            raise
    console.say(*tally.lines())


def simulate_on(tally: "Tally", file: "FileIO | None", total: int) -> None:
    """Play the missing matches; each is written as a whole after its end."""
    from parlour import log
    from parlour.lab.figures import progress
    from parlour.lab.simulate import ended
    from parlour.series import play

    missing = range(tally.matches, total)
    indices: Iterable[int] = missing
    if total >= SHOWN_FROM:
        indices = progress(missing, "Matches", total, tally.matches)
    for index in indices:
        events, end = play(tally.series, index)
        if file:
            text = log.write(events, tally.series.game)
            write_all(file, text.encode(), f"The log {quote(str(file.name))}")
        tally.add(ended(end))


class Tally:
    """The results of a series of matches, by seat."""

    def __init__(self, series: "Series") -> None:
        """No match has been counted."""
        self.series, self.matches, self.rounds = series, 0, 0
        self.points = [0] * len(series.seats)
        self.won = [0.0] * len(series.seats)  # a match won by k seats counts 1/k for each

    def add(self, end: "End") -> None:
        """Count a finished match."""
        from parlour.words.narration import seats

        winners = seats(end.winners)
        self.matches += 1
        self.rounds += end.rounds
        self.points = [old + new for old, new in zip(self.points, end.totals, strict=True)]
        self.won = [won + (seat in winners) / len(winners) for seat, won in enumerate(self.won)]

    def lines(self) -> list[str]:
        """The lines to print: points a round and the share of matches won, by seat."""
        from parlour.lab.figures import table

        series = self.series
        rows = [
            (str(seat), level, f"{points / self.rounds:z.2f}", f"{won / self.matches:.1%}")
            for seat, (level, points, won) in enumerate(
                zip(series.seats, self.points, self.won, strict=True), 1
            )
        ]
        head = f"{series.game}, seed {series.seed}: matches {self.matches}, rounds {self.rounds}"
        return [head, *table(("seat", "player", "points a round", "matches won"), rows)]
