"""The engine of a search in Crazy Eights: three models of each of the others."""

import numpy as np

from parlour.cards import Action
from parlour.engine.arguments import Floats, Ints
from parlour.engine.protocol import Model, candidates, unmade, walked
from parlour.engine.worlds import Worlds
from parlour.games.crazy_eights.engine.policy import FEATURES, FIRST, likely, playouts, prefer
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

SPREAD = 12.0, 20.0
NAMED = {"trained": 0, "first": 1}  # the style of a level, if its name determines it


def played(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
) -> Ints:
    """The points, int64 (n, m, seats), at the end of each world's round after each candidate."""
    actions = np.array([action for (action,) in options])
    return playouts(view, worlds, model.weights, actions, seed, start, model.betas)


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """Models of the others, by the names of their levels, which are public at a table.

    The assignment's players follow rank, then suit, and play eights last; there are weights for
    that. A player of another level may play in each of three styles; its actions show which is more
    likely.
    """
    styles = (weights, 1.0), (FIRST, 1.0), (weights, 0.0)  # the policy, rank before suit, any card
    known = [
        0 if seat == view.seat else NAMED.get(player) for seat, player in enumerate(view.players)
    ]
    found = []
    for stranger in range(len(styles) if None in known else 1):
        rows, betas = zip(
            *(styles[stranger if style is None else style] for style in known), strict=True
        )
        found.append(Model(np.array(rows), np.array(betas), np.array(betas)))
    return tuple(found)
