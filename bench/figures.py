<<<<<<< HEAD
"""Figures of a measurement: percentiles, and how they are printed."""
=======
"""Percentiles, and the printing of figures and failures."""
>>>>>>> attack

import sys
from collections.abc import Iterable, Mapping, Sequence


def percentiles(times: Iterable[float], shares: Sequence[float] = (50, 99, 99.9)) -> dict[str, float]:
<<<<<<< HEAD
    """Of times in seconds, in milliseconds; 0 where there are none."""
=======
    """Percentiles of times in seconds, as milliseconds; 0 if there are no times."""
>>>>>>> attack
    ordered = sorted(times) or [0.0]
    return {f"p{share:g}": round(1000 * ordered[min(len(ordered) - 1, int(share * len(ordered) / 100))], 1) for share in shares}


def show(figures: Mapping[str, object], failed: Sequence[str]) -> int:
<<<<<<< HEAD
    """Print figures, one a line, and what failed, one sentence each; the exit status."""
=======
    """Print the figures, one a line, then the failures, one sentence each; returns the exit status."""
>>>>>>> attack
    width = max(36, *map(len, figures))
    for name, value in figures.items():
        print(f"{name:{width}} {value}")
    return verdict(failed)


def verdict(failed: Sequence[str]) -> int:
<<<<<<< HEAD
    """Say what failed, if anything did; the exit status."""
=======
    """Print the failures; returns the exit status."""
>>>>>>> attack
    sys.stdout.flush()
    for sentence in failed:
        print(f"Failed: {sentence}", file=sys.stderr)
    return 1 if failed else 0
