"""Writes the page's scripts as they are sent, for a check of their words:

python -m tests.support.sent FOLDER

It prints the name of each script, and of the same as it is sent.
"""

import sys
from pathlib import Path

from parlour.web.files import slim

FOLDERS = [Path("parlour/page"), *Path("parlour/games").glob("*/page")]


def main() -> None:
    """Write them."""
    folder = Path(sys.argv[1])
    for place in FOLDERS:
        for script in sorted(place.rglob("*.js")):
            sent = folder / "-".join(script.parts)
            sent.write_bytes(slim(".js", script.read_bytes()))
            print(script, sent)  # noqa: T201


if __name__ == "__main__":
    main()
