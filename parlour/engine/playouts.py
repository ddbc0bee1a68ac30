"""Arguments and results of playouts, the same in every game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from parlour.engine.arrays import FloatArray, Floats, Ints, floats_of, ints

Beta: TypeAlias = float | Sequence[float] | Floats
UNWANTED: Ints = ints(0, 0, 0)  # the final cards (n, m, seats), where nobody asks for them


class Ends(NamedTuple):
    """The ends of rounds that are played out, by world, choice and seat."""

    points: Ints  # (n, m, seats)
    finals: Ints  # (n, m, seats) the masks of the cards that cost them; or `UNWANTED`


def betas_of(beta: Beta, seats: int) -> FloatArray:
    """The inverse temperature of each seat's choices (seats,), from one number for all or one a
    seat; 0 is random play. ValueError for another number of them.
    """
    if isinstance(beta, FloatArray):
        found = beta
    else:
        found = floats_of(beta if isinstance(beta, Iterable) else [beta] * seats)
    if found.shape != (seats,):
        raise ValueError(f"Invalid shape {found.shape} of beta (expected {(seats,)}).")
    return found


def hand_set(features: Sequence[str], weights: Mapping[str, float]) -> FloatArray:
    """The weights of a policy (k,) by the names of its features; the others are 0."""
    return floats_of([weights.get(name, 0.0) for name in features])
