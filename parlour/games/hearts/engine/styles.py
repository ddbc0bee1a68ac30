"""The rule players of Hearts as policies: the weights by which a search plays them out, and by
which it weighs what they did.

`careful` and `greedy` follow rules. Policies of the same features choose as they do in most
positions (`bench/styles.py`, which fits the weights in styles.json to their choices). These weights
are the same before and after another seat has won points.
"""

import json
from array import array
from functools import cache, lru_cache
from hashlib import sha256
from math import isfinite
from pathlib import Path

from parlour.engine.arrays import FloatArray, Floats, IntArray, float_array
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import FEATURES, OPEN
from parlour.games.hearts.engine.round import Policies
from parlour.match import View

ROWS = {"careful": 1, "greedy": 2}  # the place of a level's weights in a table; 0 for all others
STEP = 128.0  # of the numbers of ways to play, from one place to the next


def way_of(level: str, beta: float = 1.0) -> float:
    """The number of a way to play: by a level's weights, at an inverse temperature as `sharpness`
    takes it. The inverse temperature alone stands for the weights of all other levels.
    """
    return STEP * ROWS[level] + beta


def style_of(way: float) -> tuple[int, float]:
    """The place of the weights of a way to play, and its inverse temperature."""
    row = int((way + 1) // STEP)
    return row, way - STEP * row


def policies_of(view: View, weights: Floats, ways: Floats) -> Policies:
    """The policies of a table, by each seat's way to play (4,), or by several (4, k)."""
    found = float_array(ways)
    rows, betas = zip(*map(style_of, found.flat), strict=True)
    table = table_of(weights_of(weights))
    return Policies(
        view.rules,
        table,
        IntArray(array("q", rows), found.shape),
        FloatArray(array("d", betas), found.shape),
    )


def weights_of(weights: Floats) -> FloatArray:
    """Valid weights; ValueError for others."""
    found = float_array(weights)
    table_of(found)
    return found


@lru_cache(4)  # it takes longer than a small kernel
def table_of(weights: FloatArray) -> FloatArray:
    """A table of some weights and those of `ROWS`; ValueError for invalid ones."""
    if weights.shape != (len(FEATURES),) or not all(map(isfinite, weights.flat)):
        raise ValueError(
            f"Invalid weights of shape {weights.shape} (expected {len(FEATURES)} finite numbers)."
        )
    rows = weights.flat[:]
    for level in ROWS:
        rows += styles()[level] * 2
    return FloatArray(rows, (1 + len(ROWS), len(FEATURES)))


@cache
def styles() -> dict[str, "array[float]"]:
    """The weights (OPEN,) of each level of `ROWS`."""
    held = json.loads(Path(hearts.__file__).with_name("styles.json").read_text())
    assert held["features"] == seal()
    return {level: array("d", held["weights"][level]) for level in ROWS}


def seal() -> str:
    """A digest of the names of the features that the weights belong to."""
    return sha256("\n".join(FEATURES[:OPEN]).encode()).hexdigest()
