"""The engine of a search in Straights: models of the others, and worlds by Markov chains
(mcmc.py).
"""

from array import array
from collections.abc import Iterator, Mapping

from parlour.cards import Card
from parlour.engine.compiler.arrays import FloatArray, Floats, float_array, floats_of
from parlour.engine.search.playouts import betas_of, hand_set
from parlour.engine.search.protocol import Model, at_first, candidates, of_levels, single
from parlour.engine.worlds.mcmc import lower_powers
from parlour.engine.worlds.resampling import DRAWN, WORLDS, resampled
from parlour.engine.worlds.sampler import Sampler, Worlds
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.mcmc import Walks
from parlour.games.straights.engine.policy import FEATURES, likely, playouts, prefer
from parlour.match import View

__all__ = [
    "ABLATIONS",
    "FEATURES",
    "KINDS",
    "SPREAD",
    "at_first",
    "candidates",
    "likely",
    "models",
    "played",
    "prefer",
    "price",
    "walked",
]

ABLATIONS: Mapping[str, Mapping[str, object]] = {}
SPREAD = 12.0, 9.0
WALKS, BURN, STEPS = 32, 50, 12  # chains, steps before the first world, and before each
# Inverse temperatures of past actions at which worlds walk before, one after the other, as far as
# they are below the highest of a seat's; the others' are lowered as much. From drawn worlds walks
# at 4 seldom come to all that are likely.
LADDER = 0.2, 0.4, 0.8, 2.0
MANY, MOVES = 64, 50  # worlds, and their steps, at each of these
BETA = {
    "first": 0.0,
    "careful": 1.0,
    "greedy": 1.0,
    "trained": 3.0,
    "search": 3.0,
    "": 1.0,
}  # inverse temperature in playouts, by level
# the same for the likelihood of past actions: the values that predict true hands best (docs/why.md)
LIKELIHOOD_BETA = {
    "first": 0.0,
    "careful": 1.0,
    "greedy": 0.3,
    "trained": 4.0,
    "search": 0.2,
    "": 0.15,
}
KINDS = tuple([level for level in LIKELIHOOD_BETA if level])

# Rule players as policies: one point, or a quarter of a point that a play opens, is worth STEP. The
# features count in tens of points.
STEP = 3.0
STYLES = {
    "careful": hand_set(FEATURES, {"throw: what it costs": -10 * STEP}),
    "greedy": hand_set(
        FEATURES,
        {
            "lay: what they cost, beyond": 40 * STEP,
            "lay: what they cost, others' beyond": -10 * STEP,
            "throw: behind one that is gone": 200 * STEP,
            "throw: what it costs": -10 * STEP,
            "throw: what they cost, mine beyond": -10 * STEP,
        },
    ),
}

played = single(playouts)


def price(rules: straights.Rules, card: Card) -> int:
    """The points of a discard."""
    return straights.worth(rules.values, 1 << card)


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """One model of the others, by the names of their levels, which are public at a table.

    The assignment's players take the first legal card in an order that other seats do not know, so
    their model plays random cards. The other rule players have weights that choose as they do.
    """
    betas, likely = (floats_of(of_levels(view, table)) for table in (BETA, LIKELIHOOD_BETA))
    row, rows = float_array(weights), array("d")
    for seat, player in enumerate(view.players):
        rows += (STYLES.get(player, row) if seat != view.seat else row).flat
    return (Model(FloatArray(rows, (len(view.players), len(row))), betas, likely),)


def walked(
    view: View, sampler: Sampler, models: tuple[Model, ...], seed: int
) -> Iterator[list[tuple[Worlds, Model]]]:
    """Worlds of chains, which are annealed before where a seat's actions say much."""
    (model,) = models
    weights, betas = model.weights, betas_of(model.likelihood_betas, 4)
    drawn = sampler.draw(DRAWN * WORLDS, seed)
    logs = likely(view, drawn, weights, betas)
    rungs = lower_powers(LADDER, max(b for seat, b in enumerate(betas) if seat != view.seat))
    many, power = (MANY, rungs[0]) if rungs else (WALKS, 1.0)
    pool = resampled(drawn, logs, many, power)
    walks = Walks(view, pool.worlds, weights, betas, seed)
    walks.anneal(rungs, MOVES, WALKS)
    return ([(worlds, model)] for (worlds,) in walks.stream(BURN, STEPS))
