"""`parlour play`."""

import argparse
import os

from parlour.catalogue.registry import BUILT_IN, find_game
from parlour.cli.options import (
    GAME,
    Commands,
    add_command,
    add_rules,
    known_game,
    names,
    rules_of,
)
from parlour.shuffle import DEALS, parse_seed
from parlour.terminal.console import Console, complain
from parlour.words.narration import LEVELS

# the levels as the page lists them, the simplest first
KNOWN = ", ".join(f"{name} ({title})" for name, (title, _) in LEVELS.items())


def add(commands: Commands) -> None:
    """Add the command `play`."""
    texts = (
        "Play a match of any game in the terminal against computer players.",
        "Type an action, such as the name of a card, or type help for all commands.",
    )
    examples = (f"parlour play {BUILT_IN[1]}", f"parlour play {BUILT_IN[0]} --seed 44")
    played = add_command(commands, "play", play, texts, examples)
    played.add_argument("game", metavar="GAME", type=known_game, help=GAME)
    played.add_argument(
        "--seats",
        metavar="SEAT,...",
        type=names,
        help="one entry a seat, me or a level (default: me, then computer players)",
    )
    played.add_argument(
        "--level",
        metavar="NAME",
        help=f"level of the computer players: {KNOWN} (default: the simplest)",
    )
    add_rules(played)
    played.add_argument(
        "--seed",
        metavar="S",
        type=parse_seed,
        help="deals the same cards again: a whole number (default: random, and printed)",
    )


def play(console: Console, arguments: argparse.Namespace) -> None:
    """Play a match."""
    from parlour.terminal import play

    rules = rules_of(arguments)
    n = find_game(arguments.game).seats(rules)
    seats = play.seating(arguments.game, n, arguments.seats, arguments.level)
    seed = arguments.seed
    if seed is None:
        seed = 1 + int.from_bytes(os.urandom(4), "big") % DEALS  # a number of a deal everywhere
        complain(f"The seed is {seed}.")
    play.Play(console, arguments.game, rules, seats, seed).play()
