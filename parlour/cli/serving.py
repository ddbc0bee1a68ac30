"""`parlour serve`, which is also `parlour` without a command."""

import argparse
from argparse import SUPPRESS
from functools import partial

from parlour.cli.options import CommandParser, Commands, add_command, add_whole, names
from parlour.system.startup import starting
from parlour.terminal.console import Console

LONGEST = 36500  # days, at most
SERVING = ("port", "lan", "public_url", "data", "keep_days", "games", "no_browser", "verbose")
EXAMPLES = ("parlour serve", "parlour serve --lan --port 8080")


def add(commands: Commands) -> None:
    """Add the command `serve`."""
    texts = (
        "Serve card tables to browsers.",
        "The server prints its address and opens a browser. Ctrl-C stops it; the tables\n"
        'stay stored. "parlour" without a command does the same.',
    )
    add_options(add_command(commands, "serve", serve, texts, EXAMPLES))


def add_options(parser: CommandParser) -> None:
    """Add the options of `parlour serve`, which `parlour` has too. An option that is not given has
    no entry in the namespace.
    """
    about = "listen on this port (default: the first free one from 8000)"
    add_whole(parser, "--port", about, most=65535, default=SUPPRESS)
    flag = partial(parser.add_argument, action="store_true", default=SUPPRESS)
    option = partial(parser.add_argument, default=SUPPRESS)
    flag("--lan", help="let devices in the same network join; print the address and a QR code")
    option("--public-url", metavar="URL", help="the address behind a proxy, for links")
    option("--data", metavar="FILE|URL", help="store tables in this file or postgresql://...")
    about = "remove tables unchanged for N days of running time (default: 90)"
    add_whole(parser, "--keep-days", about, most=LONGEST, default=SUPPRESS)
    option(
        "--games", metavar="GAME,...", type=names, help="games for new tables (default: all games)"
    )
    flag("--no-browser", help="open no browser")
    flag("--verbose", help="name the database that stores the tables, and its version")


def serve(console: Console, arguments: argparse.Namespace) -> None:
    """Run the server. Until it handles interrupts itself, one ends the process at once."""
    with starting():
        from parlour.web import serve

        chosen = vars(arguments)
        options = serve.ServeOptions(
            chosen.get("port"),
            "lan" in chosen,
            chosen.get("public_url"),
            chosen.get("data"),
            browser="no_browser" not in chosen,
            keep=chosen.get("keep_days", serve.KEEP),
            verbose="verbose" in chosen,
            games=chosen.get("games", ()),
        )
        serve.run(console, options)
