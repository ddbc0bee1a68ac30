"""Hearts: rules, words, levels, compiled engine, page and program."""

from parlour.system.startup import launch


def main() -> int:
    """Run the console script; returns the exit status."""
    return launch(f"{__name__}.program")
