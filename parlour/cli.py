"""The program `parlour`: its commands, each in a function that reads its own options."""

import argparse
import os
import subprocess
import sys
import time
from argparse import SUPPRESS
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TypeVar

from parlour import log
from parlour.errors import LogError, ParlourError, UsageError, failure, quote
from parlour.game import BUILT_IN, GAMES, find_game, parse_pairs, part, words
from parlour.lab import simulate
from parlour.match import Match
from parlour.players import LEVELS
from parlour.shuffle import DEALS, parse_seed
from parlour.terminal.console import Console, Parser, Writer, complain, reason, run, write_all
from parlour.words import narrated
from parlour.words import seats as seats_of

T = TypeVar("T")
LONGEST = 36500  # days
SHOWN_FROM = 20  # matches: a shorter run shows no progress


def program(console: Console, arguments: Sequence[str]) -> None:
    """One run of `parlour`."""
    parser = Parser(
        "parlour",
        "Card games: tables in the browser, matches at the terminal, simulations and replays.",
    )
    parser.add_version()
    add_serving(parser)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")

    add_serving(commands.add_parser("serve", help=SERVES, description=SERVES))

    about = "Replay the matches of a log, line by line."
    replay = commands.add_parser("replay", help=about, description=about)
    replay.add_argument(
        "log", metavar="LOG", help="a file of events (docs/log.md), or - for standard input"
    )
    replay.add_argument("--match", metavar="K", help="replay the K-th match only, from 1")
    replay.set_defaults(command=replay_log)

    add_play(commands)
    add_simulate(commands)
    add_lab(commands)

    about = "Compile the rules ahead, so that nothing waits for it later."
    warmed = commands.add_parser("warm", help=about, description=about)
    warmed.add_argument(
        "--players", action="store_true", help="only what the players need, in the background"
    )
    warmed.set_defaults(command=warm)

    about = (
        "Measure: runs a program of the source tree's bench/, with its own options after its name."
    )
    bench = commands.add_parser("bench", help=about, description=about)
    bench.add_argument("name", metavar="NAME", help="engine, startup ...")
    bench.add_argument(
        "options", nargs=argparse.REMAINDER, metavar="...", help="options of that program"
    )
    bench.set_defaults(command=run_bench)

    given = parser.parse_args(arguments)
    command = getattr(given, "command", serve_table)
    if command is not serve_table and (serving := [name for name in SERVING if name in given]):
        raise UsageError(f"--{serving[0].replace('_', '-')} goes with serve, or without a command.")
    with left_out(everything=command in (serve_table, warm)):
        command(console, given)


@contextmanager
def left_out(*, everything: bool) -> Iterator[None]:
    """Write a sentence on standard error about each game that cannot be used, once: before a
    command that needs all games.
    """
    written: set[str] = set()
    if everything:
        for game in GAMES:
            part(game, "words"), part(game, "levels")
        _write_new(written)
    try:
        yield
    except ParlourError as error:
        written.add(str(error))
        raise
    finally:
        _write_new(written)


def _write_new(written: set[str]) -> None:
    for sentence in GAMES.left_out.values():
        if sentence not in written:
            complain(f"parlour: {sentence}")
            written.add(sentence)


GAME = f"{', '.join(BUILT_IN)}, or the game of an installed package"
RULES = "house rules (docs/rules.md)"
SERVES = "Serve tables to browsers; parlour without a command does the same."
SERVING = ("port", "lan", "public_url", "data", "keep_days", "games", "no_browser", "verbose")


def add_serving(parser: Parser) -> None:
    """The options of `parlour serve`, which stand before a command too; what is not given has no
    entry.
    """
    parser.add_argument(
        "--port",
        metavar="N",
        default=SUPPRESS,
        help="1 ... 65535 (default: the first free one from 8000)",
    )
    parser.add_argument(
        "--lan",
        action="store_true",
        default=SUPPRESS,
        help="for everybody in the room: prints the address and a QR code",
    )
    parser.add_argument(
        "--public-url",
        metavar="URL",
        default=SUPPRESS,
        help="the address behind a proxy, for links",
    )
    parser.add_argument(
        "--data",
        metavar="FILE|URL",
        default=SUPPRESS,
        help="where tables are kept: a file, or postgresql://...",
    )
    parser.add_argument(
        "--keep-days",
        metavar="N",
        default=SUPPRESS,
        help="remove tables unchanged for N days of running time (default: 90)",
    )
    parser.add_argument(
        "--games",
        metavar="GAME,...",
        default=SUPPRESS,
        help="the games that new tables may play (default: all)",
    )
    parser.add_argument(
        "--no-browser", action="store_true", default=SUPPRESS, help="open no browser"
    )
    parser.add_argument(
        "--verbose",
        action="store_true",
        default=SUPPRESS,
        help="say what keeps the tables, and its version",
    )


def add_play(commands: "argparse._SubParsersAction[Parser]") -> None:
    """`parlour play`."""
    about = "Play a match of any game at the terminal, against computers."
    played = commands.add_parser("play", help=about, description=about)
    played.add_argument("game", metavar="GAME", help=GAME)
    played.add_argument(
        "--seats",
        metavar="SEAT,...",
        help="me or a level, a seat each (default: me, then computers)",
    )
    played.add_argument(
        "--level", metavar="NAME", help="the level of the computers (default: the simplest)"
    )
    played.add_argument("--rules", metavar="OPTION=VALUE,...", default="", help=RULES)
    played.add_argument(
        "--seed", metavar="S", help="a whole number; the same seed deals the same cards"
    )
    played.set_defaults(command=play_match)


def play_match(console: Console, given: argparse.Namespace) -> None:
    """`parlour play`."""
    from parlour.terminal import play

    game = find_game(given.game)
    rules = parse_pairs(game, filter(None, given.rules.split(",")))
    seats = play.seating(given.game, game.seats(rules), given.seats, given.level)
    seed = (
        parse_seed(given.seed) if given.seed is not None else int.from_bytes(os.urandom(4), "big")
    )
    if given.seed is None:
        complain(f"The seed is {seed}.")
    play.Play(console, given.game, rules, seats, seed).play()


def add_simulate(commands: "argparse._SubParsersAction[Parser]") -> None:
    """`parlour simulate`."""
    about = "Play matches between computers, and count who wins."
    played = commands.add_parser("simulate", help=about, description=about)
    played.add_argument("--game", metavar="GAME", required=True, help=GAME)
    played.add_argument(
        "--seats", metavar="LEVEL,...", help="a level a seat (default: the simplest everywhere)"
    )
    played.add_argument("--matches", metavar="N", default="1", help="how many (default: 1)")
    played.add_argument(
        "--seed",
        metavar="S",
        default="1",
        help=f"1 ... {DEALS}; the first match is dealt as by the game's own program (default: 1)",
    )
    played.add_argument("--rules", metavar="OPTION=VALUE,...", default="", help=RULES)
    played.add_argument("--log", metavar="FILE", help="write every match to this file")
    played.add_argument("--resume", action="store_true", help="continue the matches in --log")
    played.set_defaults(command=simulate_matches)


def add_lab(commands: "argparse._SubParsersAction[Parser]") -> None:
    """`parlour duel` and `parlour train`."""
    about = "Measure two players against each other on the same deals in all seats."
    duel = commands.add_parser("duel", help=about, description=about)
    duel.add_argument("game", metavar="GAME", help=GAME)
    duel.add_argument(
        "--players",
        metavar="A,B",
        required=True,
        help="two of: a level, oracle, or MODULE:ATTRIBUTE that has act(view, dice)",
    )
    duel.add_argument("--deals", metavar="N", default="100", help="how many (default: 100)")
    duel.add_argument("--seed", metavar="S", default="1", help=f"1 ... {DEALS} (default: 1)")
    duel.add_argument("--rules", metavar="OPTION=VALUE,...", default="", help=RULES)
    duel.add_argument(
        "--mixed", action="store_true", help="all seatings of the two, not A alone against B"
    )
    duel.add_argument("--matches", action="store_true", help="whole matches, not single rounds")
    duel.add_argument("--jobs", metavar="N", help="processes (default: one a core)")
    duel.add_argument("--log", metavar="FILE", help="write every deal to this file")
    duel.add_argument("--resume", action="store_true", help="continue the deals in --log")
    duel.add_argument("--json", action="store_true", help="print the figures as JSON")
    duel.set_defaults(command=play_duel)

    about = "Make a game's learned weights again, by self-play."
    trained = commands.add_parser("train", help=about, description=about)
    trained.add_argument("game", metavar="GAME", help=GAME)
    for option, what in (
        ("steps", "how many steps"),
        ("rounds", "rounds a step"),
        ("seed", f"1 ... {DEALS}"),
    ):
        trained.add_argument(
            f"--{option}", metavar="N", help=f"{what} (default: those of the committed weights)"
        )
    trained.add_argument("--out", metavar="FILE", help="where the weights go (default: GAME.json)")
    trained.add_argument(
        "--resume", action="store_true", help="continue a training that was interrupted"
    )
    trained.set_defaults(command=train_policy)


def play_duel(console: Console, given: argparse.Namespace) -> None:
    """`parlour duel`."""
    from parlour.lab import duel, report

    one, _, two = given.players.partition(",")
    rules = parse_pairs(find_game(given.game), filter(None, given.rules.split(",")))
    wanted = duel.Duel(
        given.game, rules, (one, two), parse_seed(given.seed), given.mixed, given.matches
    )
    jobs = count("jobs", given.jobs, 1024) if given.jobs is not None else None
    report.duel(
        console,
        wanted,
        report.Wish(count("deals", given.deals), jobs, given.log, given.resume, given.json),
    )


def train_policy(console: Console, given: argparse.Namespace) -> None:
    """`parlour train`."""
    from parlour.lab import report

    find_game(given.game)
    sizes = {
        name: count(name, getattr(given, name))
        for name in ("steps", "rounds")
        if getattr(given, name)
    }
    if given.seed:
        sizes["seed"] = parse_seed(given.seed)
    report.train(console, given.game, sizes, given.out or f"{given.game}.json", given.resume)


def serve_table(console: Console, given: argparse.Namespace) -> None:
    """`parlour`, `parlour serve`."""
    options = vars(given)
    port = count("port", options["port"], 65535) if "port" in options else None
    from parlour.web import serve

    wish = serve.Wish(
        port,
        "lan" in options,
        options.get("public_url", ""),
        options.get("data"),
        browser="no_browser" not in options,
        verbose="verbose" in options,
        games=tuple(options["games"].split(",")) if "games" in options else (),
    )
    if "keep_days" in options:
        wish = wish._replace(keep=count("keep-days", options["keep_days"], LONGEST))
    serve.run(console, wish)


def count(name: str, text: str, most: int = 999999999) -> int:
    """A whole number from 1 of an option; UsageError for anything else."""
    if not (text.isascii() and text.isdigit()) or len(text) > 9 or not 0 < int(text) <= most:
        raise UsageError(
            f"--{name} cannot be {quote(text)}: it is a whole number from 1 to {most}."
        )
    return int(text)


def replay_log(console: Console, given: argparse.Namespace) -> None:
    """`parlour replay LOG`."""
    only = count("match", given.match) if given.match is not None else 0
    number = 0
    with ExitStack() as stack:
        try:
            file = (
                console.reader if given.log == "-" else stack.enter_context(open(given.log, "rb"))
            )
        except OSError as error:
            raise UsageError(
                f"The log {quote(given.log)} cannot be read: {reason(error)}."
            ) from None
        try:
            for line in log.read(log.lines(file.readline)) if file else ():
                number += line.before is None
                if only in (0, number):
                    console.say(
                        *(
                            narrated(line.before, line.event, line.after)
                            if line.before
                            else [title(number, line.after)]
                        )
                    )
                if not line.after.playing:
                    console.flush()
        except LogError as error:
            raise LogError(f"{quote(given.log)}: {error}") from None
        finally:
            console.flush()
    if number < only or not number:
        raise UsageError(
            f"The log {quote(given.log)} has {number} "
            f"matches{f', no match {only}' if only else ''}."
        )


def title(number: int, match: Match) -> str:
    """A match's number, game and house rules in a line."""
    rules = ", ".join(
        f"{name} {value}" for name, value in words(find_game(match.game), match.rules).items()
    )
    return f"Match {number}: {match.game} ({rules})"


def simulate_matches(console: Console, given: argparse.Namespace) -> None:
    """`parlour simulate`."""
    game = find_game(given.game)
    rules = parse_pairs(game, filter(None, given.rules.split(",")))
    simplest = next(iter(LEVELS[given.game]))
    seats = given.seats.split(",") if given.seats is not None else [simplest] * game.seats(rules)
    series = simulate.series(given.game, rules, seats, parse_seed(given.seed))
    total = count("matches", given.matches)
    if given.resume and given.log is None:
        raise UsageError("--resume needs --log, the file whose matches it continues.")
    with ExitStack() as stack:
        tally = Tally(series)
        file = None
        if given.log is not None:
            file, ends = simulate.record(given.log, series, total, given.resume)
            stack.enter_context(file)
            for end in ends:
                tally.add(end)
        try:
            simulate_on(tally, file, total)
        except KeyboardInterrupt:
            complain(
                f"Interrupted after {tally.matches} of {total} "
                f"matches{'; --resume goes on.' if file else '.'}"
            )
            raise
    console.say(*tally.table())


def simulate_on(tally: "Tally", file: Writer | None, total: int) -> None:
    """Play the matches that are missing, each written whole at its end."""
    for index in progress(range(tally.matches, total), total):
        events, end = simulate.play(tally.series, index)
        if file:
            write_all(file, log.write(events, tally.series.game).encode(), "The log")
        tally.add(simulate.ended(end))


def progress(missing: range, total: int) -> Iterable[int]:
    """The numbers themselves; where there are many, a bar is drawn as they are taken."""
    return progress_of(missing, "Matches", total, missing.start) if total >= SHOWN_FROM else missing


def progress_of(
    things: Sequence[T], what: str, total: int | None = None, done: int = 0
) -> Iterable[T]:
    """The things themselves; on a terminal a bar is drawn as they are taken."""
    if sys.stderr is None or not sys.stderr.isatty():
        return things
    from rich.console import Console as Screen
    from rich.progress import track

    screen = Screen(stderr=True)
    return track(
        things, description=what, total=total or len(things), completed=done, console=screen
    )


def warm(console: Console, given: argparse.Namespace) -> None:
    """`parlour warm`."""
    from parlour import engine
    from parlour.engine.cache import alone
    from parlour.players import search

    began = time.monotonic()
    if given.players and hasattr(os, "nice"):
        os.nice(5)
    for game in progress_of(list(GAMES), "Compiling"):
        try:
            if not given.players:
                with alone():
                    engine.warm([game])
            search.warm(game)
        except Exception as error:  # whatever a stranger's game does when it is compiled and played
            if game in BUILT_IN:
                raise
            complain(f"parlour: The game {quote(game)} cannot be compiled ({failure(error)}).")
    console.say(f"Compiled in {time.monotonic() - began:.0f} s; kept in {engine.kept()}.")


def run_bench(console: Console, given: argparse.Namespace) -> None:
    """`parlour bench NAME`."""
    folder = Path(__file__).parent.parent / "bench"
    # not what others use
    names = sorted(
        path.stem for path in folder.glob("*.py") if "\ndef main(" in path.read_text("utf-8")
    )
    if given.name not in names:
        raise UsageError(
            f"There is no measurement {quote(given.name)}; there is "
            f"{', '.join(names) or 'none outside the source tree'}."
        )
    console.flush()
    raise SystemExit(
        subprocess.run(
            [sys.executable, str(folder / f"{given.name}.py"), *given.options], check=False
        ).returncode
    )


class Tally:
    """What a series of matches came to, by seat."""

    def __init__(self, series: simulate.Series) -> None:
        """Nothing played yet."""
        self.series, self.matches, self.rounds = series, 0, 0
        self.points = [0] * len(series.seats)
        self.won = [0.0] * len(series.seats)  # a match won by k seats counts 1/k for each

    def add(self, end: simulate.End) -> None:
        """Count a match that is over."""
        winners = seats_of(end.winners)
        self.matches += 1
        self.rounds += end.rounds
        self.points = [old + new for old, new in zip(self.points, end.totals, strict=True)]
        self.won = [won + (seat in winners) / len(winners) for seat, won in enumerate(self.won)]

    def table(self) -> list[str]:
        """Lines to print: points a round and the share of matches won."""
        lines = [
            f"{self.series.game}, seed {self.series.seed}: matches {self.matches}, rounds "
            f"{self.rounds}"
        ]
        width = max(8, *map(len, self.series.seats))
        lines.append(f"seat  {'player':{width}}  points a round  matches won")
        for seat, (level, points, won) in enumerate(
            zip(self.series.seats, self.points, self.won, strict=True), 1
        ):
            lines.append(
                f"{seat:4}  {level:{width}}  {points / self.rounds:14.2f}  "
                f"{won / self.matches:10.1%}"
            )
        return lines


def main() -> int:
    """The console script."""
    return run("parlour", program, sys.argv[1:])
