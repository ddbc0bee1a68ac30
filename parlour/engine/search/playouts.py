"""Arguments and results of playouts, the same in every game."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple, TypeAlias, cast

from parlour.engine.compiler.arrays import (
    FloatArray,
    FloatRow,
    Floats,
    Floats2,
    Ints3,
    floats_of,
    ints,
)


class Style(NamedTuple):
    """How a seat chooses: by which weights, how sharply, and how often without them."""

    weights_row: int = 0  # of the tables of a game's weights; 0 is the policy's own
    beta: float = 1.0  # the inverse temperature of the softmax of its scores; 0 is random play
    epsilon: float = 0.0  # the chance that it takes any action instead, each as likely


Styles: TypeAlias = Sequence[Sequence[Style]]  # (seats, k); a seat has one of k styles in a round
# the inverse temperature of all seats, or of each; or styles, where a game's function takes them
Beta: TypeAlias = float | Sequence[float] | Floats | Sequence[Style] | Styles
SeatWeights: TypeAlias = Floats | Floats2  # (k,) of all seats, or (seats, k)
UNWANTED: Ints3 = ints(0, 0, 0)  # the final cards (n, m, seats), where nobody asks for them


class Ends(NamedTuple):
    """The ends of rounds that are played out, by world, choice and seat."""

    points: Ints3  # (n, m, seats)
    finals: Ints3  # (n, m, seats) the masks of the cards that cost them; or `UNWANTED`


def betas_of(beta: Beta, seats: int) -> FloatRow:
    """The inverse temperature of each seat's choices (seats,), from one number for all or one a
    seat; 0 is random play. ValueError for another number of them.
    """
    if isinstance(beta, FloatArray):
        betas = beta
    else:
        one_each = beta if isinstance(beta, Iterable) else [beta] * seats
        betas = floats_of(cast(Iterable[float], one_each))
    if betas.shape != (seats,):
        raise ValueError(f"Invalid shape {betas.shape} of beta (expected {(seats,)}).")
    return betas


def hand_set(features: Sequence[str], weights: Mapping[str, float]) -> FloatRow:
    """The weights of a policy (k,) by the names of its features; the others are 0."""
    return floats_of([weights.get(name, 0.0) for name in features])
