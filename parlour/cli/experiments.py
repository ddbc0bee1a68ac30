"""`parlour duel` and `parlour train`."""

import argparse
from functools import partial

from parlour.catalogue.registry import BUILT_IN
from parlour.cli.options import (
    GAME,
    Commands,
    add_command,
    add_deal_seed,
    add_log,
    add_rules,
    add_whole,
    known_game,
    pair,
    rules_of,
)
from parlour.shuffle import DEALS
from parlour.terminal.console import Console

MOST_JOBS = 1024


def add_duel(commands: Commands) -> None:
    """Add the command `duel`."""
    texts = (
        "Compare two computer players on the same deals in all seats.",
        "Each deal is played once in every seating, so that both players hold the same\n"
        "cards. The table shows means with 95 % confidence intervals over deals.",
    )
    examples = (
        f"parlour duel {BUILT_IN[1]} --players greedy,first --deals 20",
        f"parlour duel {BUILT_IN[0]} --players careful,first --deals 20 --json",
    )
    duel = add_command(commands, "duel", play_duel, texts, examples)
    duel.add_argument("game", metavar="GAME", type=known_game, help=GAME)
    duel.add_argument(
        "--players",
        metavar="A,B",
        required=True,
        type=partial(pair, "--players"),
        help="two of: a level, such as greedy; oracle; or MODULE:ATTRIBUTE with a function "
        "act(view, dice)",
    )
    add_whole(duel, "--deals", "number of deals (default: 100)", default=100)
    add_deal_seed(duel)
    add_rules(duel)
    duel.add_argument(
        "--mixed",
        action="store_true",
        help="play all seatings of the two, not only one A against Bs",
    )
    duel.add_argument(
        "--matches", action="store_true", help="play whole matches, not single rounds"
    )
    add_whole(duel, "--jobs", "number of processes (default: one a core)", most=MOST_JOBS)
    add_log(duel, "deal", "deals")
    duel.add_argument("--json", action="store_true", help="print the figures as JSON")


def add_train(commands: Commands) -> None:
    """Add the command `train`."""
    texts = (
        "Train the weights of a game's learned player by self-play.",
        "Without options, it repeats the training of the weights in the package.",
    )
    examples = (f"parlour train {BUILT_IN[2]} --steps 20 --rounds 500 --out weights.json",)
    trained = add_command(commands, "train", train, texts, examples)
    trained.add_argument("game", metavar="GAME", type=known_game, help=GAME)
    usual = "(default: as for the weights in the package)"
    add_whole(trained, "--steps", f"number of steps {usual}")
    add_whole(trained, "--rounds", f"rounds in a step {usual}")
    add_whole(trained, "--seed", f"deals the same cards again: 1 to {DEALS} {usual}", most=DEALS)
    trained.add_argument(
        "--out", metavar="FILE", help="write the weights to this file (default: GAME.json)"
    )
    trained.add_argument("--resume", action="store_true", help="continue an interrupted training")


def play_duel(console: Console, arguments: argparse.Namespace) -> None:
    """Play the deals, and print the figures."""
    from parlour.lab import duel, report

    wanted = duel.Duel(
        arguments.game,
        rules_of(arguments),
        arguments.players,
        arguments.seed,
        arguments.mixed,
        arguments.matches,
    )
    options = report.DuelOptions(
        arguments.deals, arguments.jobs, arguments.log, arguments.resume, arguments.json
    )
    report.duel(console, wanted, options)


def train(console: Console, arguments: argparse.Namespace) -> None:
    """Train, and write the weights."""
    from parlour.lab import report

    sizes = {
        name: vars(arguments)[name] for name in ("steps", "rounds", "seed") if vars(arguments)[name]
    }
    report.train(
        console, arguments.game, sizes, arguments.out or f"{arguments.game}.json", arguments.resume
    )
