"""The command line of the three programs, and the start of a session from it."""

import argparse
import io
import os
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.cards import SUITS, Card, Deck
from parlour.catalogue.options import house_rules, parse_words
from parlour.catalogue.registry import find_game
from parlour.errors import CardError, OutputError, SaveError, UsageError, quote, reason
from parlour.players import LEVELS, find_level
from parlour.shuffle import (
    BY_RANK,
    EACH_ROUND,
    GENERATORS,
    KINDS,
    Shuffle,
    parse_seed,
    parse_shuffles,
)
from parlour.terminal import saves
from parlour.terminal.console import (
    Console,
    Parser,
    complain,
    read_file,
    replace_file,
    same_file,
    stream_of,
)
from parlour.terminal.saves import Decks, Position

DEALING = ("shuffle", "shuffles", "new_deck")  # options of the generator


class Setup(NamedTuple):
    """The start of a session: all data of the command line and of the files it names."""

    game: str
    rules: Any
    decks: Decks
    position: Position | None  # the position of --load
    arguments: argparse.Namespace
    note: str = ""  # a line for standard error at the start
    level: str = saves.FIRST  # the level of the computers in a new match


def parser(name: str, game: str, description: str) -> Parser:
    """The options of all three programs."""
    parser = Parser(name, description)
    parser.add_version()
    parser.add_argument(
        "seed", nargs="?", metavar="SEED", help="a whole number; the same seed deals the same cards"
    )
    parser.add_argument(
        "--shuffle",
        metavar="KIND",
        choices=KINDS,
        help=f"the generator: {', '.join(GENERATORS)}; as in std{EACH_ROUND}, made anew from the "
        f"seed in every round",
    )
    parser.add_argument(
        "--shuffles", metavar="N", help="how often it shuffles before each round (default: 1)"
    )
    parser.add_argument(
        "--new-deck",
        metavar="SUITS",
        help=f"the order before the first shuffle, such as SHDC or SHDC{BY_RANK} (default: CDHS)",
    )
    parser.add_argument(
        "--deck", metavar="FILE", help="deal these cards, 52 a round, before the generator's"
    )
    parser.add_argument("--load", metavar="FILE", help="go on from a saved position")
    parser.add_argument(
        "--save", metavar="FILE", help="write the position at every prompt of a turn"
    )
    parser.add_argument(
        "--transcript", metavar="FILE", help="write the session with the typed input in place"
    )
    rules = parser.add_argument_group('house rules (see the README, section "Read on")')
    for option in house_rules(find_game(game)):
        default = option.words[option.default] if option.words else option.default
        rules.add_argument(
            option_flag(option.name), metavar="VALUE", help=f"{option.values} (default: {default})"
        )
    return parser


def add_level(options: Parser, game: str) -> None:
    """Add the option `--level`."""
    options.add_argument(
        "--level",
        metavar="NAME",
        help=f"the computers: {', '.join(LEVELS[game])} (default: {saves.FIRST})",
    )


def option_flag(name: str) -> str:
    """An option's name as on the command line."""
    return "--" + name.replace("_", "-")


def prepare(game: str, arguments: argparse.Namespace, alone: Sequence[str] = ()) -> Setup:
    """Read the files that the command line names; ParlourError if anything is invalid.

    `alone` names arguments that exclude --load, besides those of all programs.
    """
    names = [option.name for option in house_rules(find_game(game))]
    rules = {name: value for name in names if (value := getattr(arguments, name)) is not None}
    check_files(arguments)
    if arguments.load is not None:
        for name in ("seed", *DEALING, "deck", *alone, *names):
            if getattr(arguments, name) is not None:
                flag = "SEED" if name == "seed" else option_flag(name)
                raise UsageError(f"{flag} cannot stand beside --load, whose file says it already.")
        position = load(game, arguments.load)
        return Setup(game, position.match.rules, position.decks, position, arguments)
    house = parse_words(find_game(game), rules)
    level = getattr(arguments, "level", None)
    if level is None:
        level = saves.FIRST
    find_level(game, level)
    decks, note = sources(arguments)
    return Setup(game, house, decks, None, arguments, note, level)


def sources(arguments: argparse.Namespace) -> tuple[Decks, str]:
    """The source of decks that a command line describes, and a line for standard error;
    ParlourError if it is invalid.
    """
    if arguments.deck is not None and arguments.new_deck is not None:
        raise UsageError("--new-deck cannot stand beside --deck, whose cards come first.")
    if arguments.seed is not None:
        seed, note = parse_seed(arguments.seed), ""
    else:
        seed = int.from_bytes(os.urandom(4), "big")
        note = f"The seed is {seed}."
    times = 1 if arguments.shuffles is None else parse_shuffles(arguments.shuffles)
    shuffle = Shuffle(arguments.shuffle or "std", seed, times=times)
    order = SUITS if arguments.new_deck is None else arguments.new_deck
    blocks = read_decks(arguments.deck) if arguments.deck is not None else []
    return Decks(shuffle, blocks, order), note


def load(game: str, path: str) -> Position:
    """The saved position of a file; ParlourError if it is invalid."""
    try:
        return saves.read(read_file(path), game)
    except SaveError as error:
        raise SaveError(f"{quote(path)}, {error}") from None


def check_files(arguments: argparse.Namespace) -> None:
    """UsageError if one file is to be read and overwritten."""
    for name, other in (
        ("transcript", "deck"),
        ("transcript", "load"),
        ("transcript", "save"),
        ("save", "deck"),
    ):
        path, two = getattr(arguments, name), getattr(arguments, other)
        if path is not None and two is not None and same_file(path, two):
            raise UsageError(f"--{name} and --{other} cannot both be {quote(path)}.")
    if arguments.transcript is not None and (stream := stream_of(arguments.transcript)):
        raise UsageError(f"The transcript {quote(arguments.transcript)} is the file of {stream}.")


def read_decks(path: str) -> list[Deck]:
    """The decks of a file: blocks of 52 names of cards between any white space. UsageError if they
    are invalid.
    """
    decks: list[Deck] = []
    block: list[Card] = []
    number = 0
    for number, line in enumerate(read_file(path).split(b"\n"), 1):
        for word in line.split():
            try:
                saves.add(block, word.decode("utf-8", "backslashreplace"))
            except CardError as error:
                raise UsageError(f"{quote(path)}, line {number}: {error}") from None
            if len(block) == 52:
                decks.append(tuple(block))
                block = []
    if block or not decks:
        raise UsageError(
            f"{quote(path)}, line {number}: The last deck has {len(block)} cards, not 52."
        )
    return decks


def open_transcript(console: Console, arguments: argparse.Namespace) -> None:
    """Begin the transcript if one is given, after everything else was found valid; UsageError."""
    if arguments.transcript is not None:
        try:
            console.transcript = io.FileIO(arguments.transcript, "w")
        except OSError as error:
            raise UsageError(
                f"The transcript {quote(arguments.transcript)} cannot be written: {reason(error)}."
            ) from None


def save_as(path: str, position: Position, arguments: argparse.Namespace) -> str:
    """Write a position to a file; returns the reason of a failure, or an empty text."""
    try:
        for name in ("transcript", "deck"):
            other = getattr(arguments, name)
            if other is not None and same_file(path, other):
                return f"{quote(path)} is the file of --{name}."
        if stream := stream_of(path):
            return f"{quote(path)} is the file of {stream}."
        replace_file(path, saves.write(position))
    except (OSError, ValueError) as error:
        return f"{quote(path)} cannot be written: {reason(error)}."
    except OutputError as error:
        return str(error)
    return ""


class AutoSave:
    """The option `--save`: writes the position at every prompt. A failure is reported once, until
    the reason changes.
    """

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Nothing is written before the first prompt."""
        self._arguments, self._reported = arguments, ""

    def write(self, position: Position) -> None:
        """Write the position if --save is given."""
        if self._arguments.save is not None:
            why = save_as(self._arguments.save, position, self._arguments)
            if why and why != self._reported:
                complain(f"Not saved: {why}")
            self._reported = why
