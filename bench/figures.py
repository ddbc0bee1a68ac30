"""Percentiles, and the printing of figures and failures."""

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite


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


def json_text(value: object, indent: int | None = None) -> str:
    """Figures as JSON, which has no infinity: half the interval of a single deal is null."""
    return json.dumps(finite(value), indent=indent)


def finite(value: object) -> object:
    """A value with null for each number that is infinite."""
    if isinstance(value, dict):
        return {name: finite(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [finite(part) for part in value]
    return None if isinstance(value, float) and not isfinite(value) else value


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
