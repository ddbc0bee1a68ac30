"""What a search in Crazy Eights goes by: how others may play, each of them in one of three ways."""

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
NAMED = {"trained": 0, "first": 1}  # which of the ways to play, of a level that tells


def played(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
) -> Ints:
    """The points (n, m, seats) of each world's round after each candidate."""
    actions = np.array([action for (action,) in options])
    return playouts(view, worlds, model.weights, actions, seed, start, model.betas)


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """How the others may play: as the names of their levels tell, which all at a table can read.

    The assignment's players follow rank, then suit, and lay eights last; for that there are
    weights. Those whose level does not tell may play in each of these ways; their actions say which
    is likelier.
    """
    ways = (weights, 1.0), (FIRST, 1.0), (weights, 0.0)  # the policy, rank before suit, any card
    known = [
        0 if seat == view.seat else NAMED.get(player) for seat, player in enumerate(view.players)
    ]
    found = []
    for stranger in range(len(ways) if None in known else 1):
        rows, betas = zip(*(ways[stranger if way is None else way] for way in known), strict=True)
        found.append(Model(np.array(rows), np.array(betas), np.array(betas)))
    return tuple(found)
