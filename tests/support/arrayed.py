"""Players' arrays as numpy's, with which tests reckon, and what totals of a match are worth."""

from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.cards import Seat
from parlour.engine.compiler.arrays import Ints3, floats, ints, ints_of
from parlour.engine.search.values import worths
from parlour.match import View
from parlour.players.search import stakes_of


def arrayed(function: Callable[..., Any]) -> Callable[..., NDArray[Any]]:
    """A function that gives an array of numpy."""

    def call(*given: Any, **named: Any) -> NDArray[Any]:
        return np.asarray(function(*given, **named))

    return call


def shares(
    seen: View, totals: Ints3, seat: Seat, spread: tuple[float, float]
) -> NDArray[np.float64]:
    """A seat's expected share (n, m) of the match with these totals (n, m, seats), by the mean and
    the standard deviation of a seat's points in a round.
    """
    n, m, seats = totals.shape
    stakes = stakes_of(seen, "share", spread)._replace(seat=seat, totals=ints(seats))
    found = floats(n, m)
    worths(totals, stakes, 0, ints_of(range(m)), found, floats(m))
    return np.asarray(found)
