"""`parlour site`."""

import argparse
from pathlib import Path

from parlour.cli.options import Commands, add_command
from parlour.errors import UsageError, quote
from parlour.terminal.console import Console

EXAMPLES = ("parlour site public", "parlour site public --kernels built --pyodide runtime")


def add_site(commands: Commands) -> None:
    """Add the command `site`."""
    texts = (
        "Write the page as a folder that any static host serves.",
        "All games are played there against all levels, without a server and offline: the\n"
        "tables are in the browser. parlour[site] installs what the command needs.",
    )
    site = add_command(commands, "site", write_site, texts, EXAMPLES)
    site.add_argument("folder", metavar="DIR", help="the folder; a site that is there is replaced")
    about = "the compiled players for browsers (default: compile them)"
    site.add_argument("--kernels", metavar="FOLDER", default="", help=about)
    about = "Pyodide as npm installs it (default: have npm install it)"
    site.add_argument("--pyodide", metavar="FOLDER", default="", help=about)


def write_site(console: Console, arguments: argparse.Namespace) -> None:
    """Write a site."""
    from parlour.site.build import build

    def say(sentence: str) -> None:
        console.say(sentence)
        console.flush()

    try:
        site = build(
            Path(arguments.folder), library=arguments.kernels, room=arguments.pyodide, say=say
        )
    except BrokenPipeError:  # the reader of the sentences has left
        raise
    except OSError as error:
        raise UsageError(
            f"The site cannot be written: {error.strerror} ({quote(str(error.filename))})."
        ) from None
    first, whole = site.first / 1e6, site.whole / 1e6
    console.say(
        f"The site is in {arguments.folder}: {site.files} files; as gzip sends them, "
        f"{first:.2f} MB before the first card and {whole:.2f} MB in all."
    )
