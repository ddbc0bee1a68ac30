"""What a search in Hearts goes by: how others play, and passes of three cards."""

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
# the same where past actions are judged: as tells most of true hands (docs/why.md)
LIKELIHOOD_BETA = {
    "first": 0.0,
    "careful": 0.03,
    "trained": 1.0,
    "search": 0.2,
    "": 0.06,
}


def candidates(view: View, scores: Floats, wide: bool) -> list[tuple[Action, ...]]:
    """Every legal card; in a pass, the likeliest threes that go with what has been passed, one
    alone if not `wide`.
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
    """The points (n, m, 4) of each world's round after each candidate."""
    if view.table.passing:
        return playouts_passing(
            view, worlds, model.weights, np.array(options), seed, start, model.betas
        )
    return playouts(
        view, worlds, model.weights, [action for (action,) in options], seed, start, model.betas
    )


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """How the others may play: as the names of their levels tell, which all at a table can read.

    The assignment's players take the first card that will do, in an order that nobody else knows:
    to others they seem to play any card.
    """
    return by_level(view, weights, BETA, LIKELIHOOD_BETA)


def unmade(points: Ints) -> Ints:
    """Ends of rounds (n, m, 4) where who has made the old moon pays for its cards, and the others
    pay nothing.
    """
    found: Ints = np.where(points.sum(axis=2, keepdims=True) == 78, 26 - points, points)
    return found
