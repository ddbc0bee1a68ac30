"""What a search in Straights goes by: how others play, and worlds by walks (mcmc.py)."""

from collections.abc import Iterator

from parlour.cards import Action
from parlour.engine.arguments import Floats, Ints
from parlour.engine.protocol import Model, by_level, candidates, unmade
from parlour.engine.resample import DRAWN, POOL, WORLDS, resampled
from parlour.engine.worlds import Sampler, Worlds
from parlour.games.straights.engine.mcmc import Walks
from parlour.games.straights.engine.policy import FEATURES, likely, playouts, prefer
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

SPREAD = 12.0, 9.0
WALKS, BURN, STEPS = 8, 150, 12  # walks at once, steps before the first world, and before each
BETA = {
    "first": 0.0,
    "trained": 3.0,
    "search": 3.0,
    "": 1.0,
}  # inverse temperature in playouts, by level
# the same where past actions are judged: as tells most of true hands (docs/why.md)
LIKELIHOOD_BETA = {
    "first": 0.0,
    "careful": 0.0,
    "trained": 2.0,
    "search": 0.2,
    "": 0.15,
}


def played(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
) -> Ints:
    """The points (n, m, 4) of each world's round after each candidate."""
    return playouts(
        view, worlds, model.weights, [action for (action,) in options], seed, start, model.betas
    )


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """How the others may play: as the names of their levels tell, which all at a table can read.

    The assignment's players take the first card that will do, in an order that nobody else knows:
    to others they seem to play any card.
    """
    return by_level(view, weights, BETA, LIKELIHOOD_BETA)


def walked(view: View, sampler: Sampler, model: Model, seed: int) -> Iterator[Worlds]:
    """Walks that begin in worlds taken as they are likely."""
    drawn = sampler.sample(DRAWN * POOL, seed)
    some, _ = resampled(drawn, likely(view, drawn, model.weights, model.likelihood_betas), WALKS)
    walks = Walks(view, some, model.weights, model.likelihood_betas, seed)
    walks.worlds(1, BURN)
    while True:
        yield walks.worlds(WORLDS // WALKS, STEPS)
