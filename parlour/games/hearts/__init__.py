"""Hearts: rules, words, levels, what is compiled, page and program."""

from parlour.start import launch


def main() -> int:
    """The console script."""
    return launch(f"{__name__}.program")
