"""The rule players of Hearts as policies: the weights by which a search plays them out, and by
which it weighs what they did.

`careful` and `greedy` follow rules. Policies of the same features choose as they do in most
positions (`bench/styles.py`, which fits the weights in styles.json to their choices). These weights
are the same before and after another seat has won points.
"""

import json
from array import array
from collections.abc import Sequence
from functools import cache, lru_cache
from hashlib import sha256
from math import isfinite
from pathlib import Path
from typing import cast

from parlour.engine.compiler.arrays import (
    FloatArray,
    FloatRow,
    Floats,
    FloatTable,
    float_array,
    floats_of,
    ints_of,
)
from parlour.engine.search.playouts import Beta, SeatWeights, Style, Styles, betas_of
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import FEATURES, OPEN
from parlour.games.hearts.engine.playout_state import Policies, StyledPolicies
from parlour.match import View

ROWS = {"careful": 1, "greedy": 2}  # the place of a level's weights in a table; 0 for all others


def style_of(level: str, beta: float = 1.0) -> Style:
    """The style of a level of `ROWS`, at an inverse temperature."""
    return Style(ROWS[level], beta)


def policies_of(view: View, weights: SeatWeights, styles: Beta) -> Policies:
    """The policies of a table, by the style or the inverse temperature of each seat (4,), or one
    inverse temperature for all. A seat takes any card by chance only if its inverse temperature is
    0: playouts leave `epsilon` out. ValueError for another number of styles.
    """
    held = styles_of(styles)
    return Policies(
        view.rules,
        table_of(weights_of(weights)),
        ints_of(style.weights_row for (style,) in held),
        floats_of(style.beta for (style,) in held),
    )


def styled_policies_of(view: View, weights: SeatWeights, styles: Styles) -> StyledPolicies:
    """The policies of a table, by the styles (4, k) in one of which each seat plays."""
    held, k = [style for row in styles for style in row], len(styles[0])
    return StyledPolicies(
        view.rules,
        table_of(weights_of(weights)),
        ints_of((style.weights_row for style in held), k),
        floats_of((style.beta for style in held), k),
        floats_of((style.epsilon for style in held), k),
    )


def styles_of(styles: Beta) -> Styles:
    """The styles (4, k) in one of which each seat plays: from as many, from one style of each seat,
    or from inverse temperatures as `betas_of` takes them. ValueError for another number of them.
    """
    if isinstance(styles, Sequence) and len(styles) == 4:
        first = styles[0]
        if isinstance(first, Style):
            return [(style,) for style in cast(Sequence[Style], styles)]
        if isinstance(first, Sequence):
            return cast(Styles, styles)
    return [(Style(beta=beta),) for beta in betas_of(styles, 4)]


def weights_of(weights: SeatWeights) -> FloatRow:
    """Valid weights (k,) of all seats; ValueError for others."""
    row: FloatRow = float_array(cast(Floats, weights))
    table_of(row)
    return row


@lru_cache(4)  # it takes longer than a small kernel
def table_of(weights: FloatRow) -> FloatTable:
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
