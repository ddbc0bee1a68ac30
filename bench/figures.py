"""Figures of a measurement: percentiles, and how they are printed."""

import sys
from collections.abc import Iterable, Mapping, Sequence


def percentiles(times: Iterable[float], shares: Sequence[float] = (50, 99, 99.9)) -> dict[str, float]:
    """Of times in seconds, in milliseconds; 0 where there are none."""
    ordered = sorted(times) or [0.0]
    return {f"p{share:g}": round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered) / 100))], 1) for share in shares}


def show(figures: Mapping[str, object], failed: Sequence[str]) -> int:
    """Print figures, one a line, and what failed, one sentence each; the exit status."""
    width = max(36, *map(len, figures))
    for name, value in figures.items():
        print(f"{name:{width}} {value}")
    return verdict(failed)


def verdict(failed: Sequence[str]) -> int:
    """Say what failed, if anything did; the exit status."""
    sys.stdout.flush()
    for sentence in failed:
        print(f"Failed: {sentence}", file=sys.stderr)
    return 1 if failed else 0
