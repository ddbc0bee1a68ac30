"""The laws as commands: their arguments, and their end."""

import argparse
import sys
from pathlib import Path

from parlour.catalogue.registry import BUILT_IN

sys.path.insert(0, str(Path(__file__).parents[2] / "bench"))
from arguments import count, number, run

__all__ = ["law_arguments", "run"]


def law_arguments(about: str | None) -> tuple[str, int, int]:
    """A game, the first seed, and the least number of pairs."""
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=BUILT_IN)
    parser.add_argument("seed", type=number, help="the first")
    parser.add_argument("pairs", type=count, help="at least")
    given = parser.parse_args()
    return given.game, given.seed, given.pairs
