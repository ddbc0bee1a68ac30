"""Percentiles, and the printing of figures and failures."""

import sys
from collections.abc import Iterable, Mapping, Sequence


def percentiles(
    times: Iterable[float], shares: Sequence[float] = (50, 99, 99.9)
) -> dict[str, float]:
    """Percentiles of times in seconds, as milliseconds; 0 if there are no times."""
    ordered = sorted(times) or [0.0]
    return {
        f"p{share:g}": round(
            1000 * ordered[min(len(ordered) - 1, int(share * len(ordered) / 100))], 1
        )
        for share in shares
    }


def show(figures: Mapping[str, object], failed: Sequence[str]) -> int:
    """Print the figures, one a line, then the failures, one sentence each; returns the exit
    status.
    """
    width = max(36, *map(len, figures))
    for name, value in figures.items():
        print(f"{name:{width}} {value}")
    return verdict(failed)


def verdict(failed: Sequence[str]) -> int:
    """Print the failures; returns the exit status."""
    sys.stdout.flush()
    for sentence in failed:
        print(f"Failed: {sentence}", file=sys.stderr)
    return 1 if failed else 0
