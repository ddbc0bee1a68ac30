"""The engine of a search in Hearts: models of the others, and passes of three cards."""

from itertools import combinations

import numpy as np

from parlour.cards import Action, cards
from parlour.engine.arguments import Floats, Ints
from parlour.engine.protocol import Model, by_level, ranked, walked
from parlour.engine.worlds import Worlds
from parlour.games.hearts.engine.policy import FEATURES, likely, playouts, playouts_passing, prefer
from parlour.match import View

__all__ = [
    "FEATURES",
    "SPREAD",
    "candidates",
    "likely",
    "models",
    "played",
    "prefer",
    "unmade",
    "walked",
]

SPREAD = 6.5, 7.5
CANDIDATES = 12  # passes that are played out
BETA = {"first": 0.0, "": 1.0}  # inverse temperature in playouts, by level
# the same for the likelihood of past actions: the values that predict true hands best (docs/why.md)
LIKELIHOOD_BETA = {
    "first": 0.0,
    "careful": 0.03,
    "trained": 1.0,
    "search": 0.2,
    "": 0.06,
}


def candidates(view: View, scores: Floats, wide: bool) -> list[tuple[Action, ...]]:
    """Every legal card; during the pass, the likeliest threes that contain the cards passed
    already, one of them without `wide`.
    """
    if not view.table.passing:
        return [(action,) for action in ranked(view, scores)]
    passed = cards(view.table.passed)
    threes = sorted(
        combinations(ranked(view, scores), 3 - len(passed)),
        key=lambda three: -sum(scores[card] for card in three),
    )
    return [(*passed, *three) for three in threes[: CANDIDATES if wide else 1]]


def played(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
) -> Ints:
    """The points, int64 (n, m, 4), at the end of each world's round after each candidate."""
    if view.table.passing:
        return playouts_passing(
            view, worlds, model.weights, np.array(options), seed, start, model.betas
        )
    return playouts(
        view, worlds, model.weights, [action for (action,) in options], seed, start, model.betas
    )


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """One model of the others, by the names of their levels, which are public at a table.

    The assignment's players take the first legal card in an order that other seats do not know, so
    their model plays random cards.
    """
    return by_level(view, weights, BETA, LIKELIHOOD_BETA)


def unmade(points: Ints) -> Ints:
    """The points (n, m, 4) of ends of rounds, where the seat with the old moon pays for its cards
    and the others pay nothing.
    """
    found: Ints = np.where(points.sum(axis=2, keepdims=True) == 78, 26 - points, points)
    return found
