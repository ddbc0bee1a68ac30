"""The parser, the option types and the common options of the commands of `parlour`.

A type is a function of the option's name and the given text. It returns the value, or raises
UsageError with one sentence: what is wrong, then what is allowed.
"""

import argparse
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, NoReturn, TypeAlias

from parlour.catalogue.options import pairs, parse_words, words
from parlour.catalogue.presets import STANDARD, find_preset
from parlour.catalogue.registry import BUILT_IN, find_game
from parlour.errors import UsageError, plain, quote
from parlour.shuffle import DEALS
from parlour.terminal.console import Parser

MOST = 999_999_999  # the largest number of an option without its own limit
GAME = f"{', '.join(BUILT_IN)}, or the game of an installed package"
MORE = 'Documentation: see the README, section "Read on".'
UNKNOWN = re.compile("argument COMMAND: invalid choice: '(.*?)' \\(choose from ")

# what `add_subparsers` returns; argparse has no public name for it
Commands: TypeAlias = "argparse._SubParsersAction[CommandParser]"


class CommandParser(Parser):
    """The parser of `parlour` or of one of its commands; the description, the examples and the
    errors are sentences.
    """

    def __init__(self, prog: str, description: str, **others: Any) -> None:
        """The arguments are those of an ArgumentParser."""
        super().__init__(prog, description, **others)
        self.formatter_class = partial(argparse.RawDescriptionHelpFormatter, width=80)

    def error(self, message: str) -> NoReturn:
        """Refuse a command line: UsageError."""
        hint = f'(see "{self.prog} --help")'
        if unknown := UNKNOWN.match(message):
            commands = message[unknown.end() :].replace("'", "").removesuffix(")")
            raise UsageError(f"Unknown command {quote(unknown[1])} (known: {commands}).")
        message = message.replace("unrecognized", "unknown").removeprefix("argument ")
        raise UsageError(f"{message[0].upper()}{plain(message[1:])} {hint}.")


def add_command(
    commands: Commands,
    name: str,
    command: Callable[..., None],
    texts: Sequence[str],
    examples: Sequence[str],
) -> CommandParser:
    """Add a command, and return its parser. The first of the texts is its line in the list of
    commands; all of them are its description, a paragraph each.
    """
    parser = commands.add_parser(
        name, help=texts[0], description="\n\n".join(texts), epilog=epilog(examples)
    )
    parser.set_defaults(command=command)
    return parser


def epilog(examples: Sequence[str]) -> str:
    """The end of a help text: the examples, a line each, and the address of the documentation."""
    title = "example:" if len(examples) == 1 else "examples:"
    return "\n".join([title, *(f"  {line}" for line in examples), "", MORE])


def whole(option: str, text: str, most: int = MOST) -> int:
    """A whole number from 1 to `most`."""
    if not (text.isascii() and text.isdigit()) or len(text) > 10 or not 0 < int(text) <= most:
        raise UsageError(
            f"Invalid {option} {quote(text)} (expected a whole number from 1 to {most})."
        )
    return int(text)


def pair(option: str, text: str) -> tuple[str, str]:
    """Two names with a comma between them."""
    first, _, two = text.partition(",")
    if not first or not two or "," in two:
        raise UsageError(f"Invalid {option} {quote(text)} (expected two players, such as A,B).")
    return first, two


def names(text: str) -> tuple[str, ...]:
    """Names with commas between them."""
    return tuple(text.split(","))


def known_game(text: str) -> str:
    """The name of a game itself; RulesError if it is unknown."""
    find_game(text)
    return text


def add_whole(
    parser: CommandParser,
    option: str,
    about: str,
    *,
    most: int = MOST,
    default: int | str | None = None,
) -> None:
    """Add an option whose value is a whole number from 1 to `most`."""
    parser.add_argument(
        option, metavar="N", type=partial(whole, option, most=most), default=default, help=about
    )


def add_deal_seed(parser: CommandParser) -> None:
    """Add the option `--seed` of a series of deals."""
    about = f"deals the same cards again: 1 to {DEALS} (default: 1)"
    add_whole(parser, "--seed", about, most=DEALS, default=1)


def add_rules(parser: CommandParser) -> None:
    """Add the options `--preset` and `--rules`, which `rules_of` reads when the game is known."""
    parser.add_argument(
        "--preset",
        metavar="NAME",
        default=STANDARD,
        help="house rules by one name, such as standard (default) or club",
    )
    parser.add_argument(
        "--rules",
        metavar="OPTION=VALUE,...",
        default="",
        help="house rules of the game that differ from those, such as target=50",
    )


def rules_of(arguments: argparse.Namespace) -> Any:
    """The house rules of a command line, from `--preset`, `--rules` and its game; RulesError if
    they are invalid.
    """
    game = find_game(arguments.game)
    preset = words(game, find_preset(arguments.game, arguments.preset).rules)
    changed = pairs(filter(None, arguments.rules.split(",")))
    return parse_words(game, {name: str(value) for name, value in preset.items()} | changed)


def add_log(parser: CommandParser, unit: str, several: str) -> None:
    """Add the options `--log` and `--resume` of a file to which each record is written; `unit` and
    `several` name the records.
    """
    parser.add_argument("--log", metavar="FILE", help=f"write every {unit} to this file")
    parser.add_argument("--resume", action="store_true", help=f"continue the {several} in --log")
