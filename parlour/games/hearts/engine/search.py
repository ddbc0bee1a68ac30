"""The engine of a search in Hearts: models of the others, and passes of three cards."""

from array import array
from collections.abc import Iterator, Mapping
from functools import lru_cache, reduce
from itertools import combinations
from operator import add

from parlour.cards import SPECTATOR, Action, Card, cards
from parlour.engine.compiler.arrays import FloatArray, FloatRow, Floats, IntArray, IntBlock, Ints3
from parlour.engine.search.playouts import UNWANTED, Style
from parlour.engine.search.protocol import Model, of_levels, ranked, single
from parlour.engine.worlds.mcmc import lower_powers
from parlour.engine.worlds.resampling import WORLDS, resampled
from parlour.engine.worlds.sampler import Sampler, Worlds
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine import policy
from parlour.games.hearts.engine.features import OPEN
from parlour.games.hearts.engine.inference.likelihood import likely
from parlour.games.hearts.engine.inference.mcmc import Walks
from parlour.games.hearts.engine.opponent_styles import style_of, styles_of, weights_of
from parlour.games.hearts.engine.policy import FEATURES, playouts, playouts_passing
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

SPREAD = 6.5, 7.5
POOL = 256  # worlds drawn, in which chains may start
ENOUGH = 32.0  # chains are not needed if so many of them are as likely as each other
WALKS = 8  # chains
# steps for each unseen card: to begin with, and before each world; and the fewest to begin with,
# since the cards that were passed begin anywhere
BURN, STEPS, LEAST = 8, 1, 100
# Inverse temperatures of past actions at which more worlds walk before, if a seat's is higher;
# their number, their steps for each unseen card at each of these, the fewest, and how many are then
# left for all models together. From drawn worlds walks at 2 seldom come to all that are likely.
LADDER = 0.1, 0.2, 0.4, 0.8, 1.4
MANY, MOVES, FEWEST, LEFT = 64, 2, 20, WORLDS
RANDOM, POLICY, CARELESS = Style(beta=0.0), Style(), Style(epsilon=0.2)
# the style in playouts, by level
STYLES = {
    "first": RANDOM,
    "careful": style_of("careful"),
    "greedy": style_of("greedy"),
    "": POLICY,
}
# The same for past actions, by level: those that predict true hands best (docs/why.md). A seat has
# one of several in a hand, each as likely, so that one that is there twice is twice as likely; its
# actions show which it is.
LIKELIHOOD_STYLES = {
    "first": (RANDOM,),
    "careful": (style_of("careful"),),
    "greedy": (style_of("greedy"),),
    "trained": (Style(beta=2.0),),
    "search": (CARELESS,),
    "": (
        *(RANDOM, Style(beta=0.1), CARELESS, CARELESS),
        *(style_of("greedy"), style_of("greedy", 0.3)),
    ),
}

KINDS = tuple([level for level in LIKELIHOOD_STYLES if level])

LENIENT = {"first", "careful", "greedy", "trained"}  # levels that stop few moons
STRICT = "search"  # the level that stops most
FEW = 12  # threes that are candidates of a pass where another stops most moons

_played = single(playouts)


def other_names(view: View) -> set[str]:
    """The names of the other seats."""
    return {name for seat, name in enumerate(view.players) if seat != view.seat}


def at_table(view: View, weights: Floats) -> tuple[FloatRow, ...]:
    """The weights for this table: all of them if the others are known to stop few moons, those of
    the first stage of the training alone, which shoots fewer, if one is known to stop most. Among
    strangers both, as either is as likely; chains then walk by all of them, and the favourite is by
    those of the first stage.
    """
    whole = weights_of(weights)
    if other_names(view) <= LENIENT:
        return (whole,)
    few = first_stage(whole)
    return (few,) if STRICT in other_names(view) else (whole, few)


@lru_cache(2)
def first_stage(weights: FloatRow) -> FloatRow:
    """The weights of the first stage, for open plays too."""
    return FloatArray(weights.flat[:OPEN] * 2, weights.shape)


def prefer(view: View, weights: Floats) -> FloatRow:
    """The score of each legal action (64,) at this table, -inf for others."""
    return policy.prefer(view, at_table(view, weights)[-1])


def candidates(view: View, scores: Floats, wide: bool) -> list[tuple[Action, ...]]:
    """Every legal card; during the pass, all threes that contain the cards passed already, by
    descending sums of scores, or without `wide` the first alone. Those that shoot the moon are
    seldom among the first. The first `FEW` are enough where another seat stops most moons.
    """
    if not view.table.passing:
        return [(action,) for action in ranked(view, scores)]
    passed, values = cards(view.table.passed), scores.tolist()
    threes = sorted(
        combinations(ranked(view, scores), 3 - len(passed)),
        key=lambda three: -reduce(add, [values[card] for card in three], 0.0),
    )
    if not wide:
        threes = threes[:1]
    elif STRICT in other_names(view):
        threes = threes[:FEW]
    return [(*passed, *three) for three in threes]


def at_first(view: View) -> View | None:
    """The view before the first card of a pass, if the seat has to pass another; else None."""
    if not view.table.passing or not view.legal:
        return None
    passed, hand = view.table.passed, view.table.hand | view.table.passed
    table, move = view.table._replace(hand=hand, passed=0), view.move - passed.bit_count()
    return view._replace(seen=(), table=table, legal=hand, move=move)


def played(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
    finals: Ints3 = UNWANTED,
) -> IntBlock:
    """The points (n, m, 4) at the end of each world's round after each candidate."""
    if view.table.passing:
        weights, betas = model.weights, model.betas
        return playouts_passing(view, worlds, weights, options, seed, start, betas, finals)
    return _played(view, worlds, model, options, seed, start, finals)


def price(rules: hearts.Rules, card: Card) -> int:
    """The points of a card that is won, without what a moon changes."""
    return hearts.scores(rules, (1 << card, 0, 0, 0), hearts.OLD)[0]


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """Models of the others, by the names of their levels, which are public at a table; two where
    nobody knows how many moons they stop.

    The assignment's players take the first legal card in an order that other seats do not know, so
    their model plays random cards. A seat of no named level is a stranger, whose style is inferred.
    """
    styles, rows = of_levels(view, STYLES), of_levels(view, LIKELIHOOD_STYLES)
    if view.seat < len(styles):
        styles[view.seat] = POLICY
    most = max(map(len, rows))
    likely = tuple([most // len(row) * row for row in rows])
    return tuple([Model(row, tuple(styles), likely) for row in at_table(view, weights)])


def walked(
    view: View, sampler: Sampler, models: tuple[Model, ...], seed: int
) -> Iterator[list[tuple[Worlds, Model]]] | None:
    """Worlds of chains that start in resampled worlds, by the first model, and are annealed before
    where a seat's cards say much, as its style is known; None where drawn worlds say as much:
    before the first card, among players of any card, and without a pass if enough of them are
    likely. None for a spectator too.
    """
    model = models[0]
    rows = enumerate(styles_of(model.likelihood_betas))
    others = [{certainty(style) for style in row} for seat, row in rows if seat != view.seat]
    if view.seat == SPECTATOR or not any(map(any, others)) or not policy.plays(view):
        return None
    drawn = sampler.draw(POOL, seed)
    logs = likely(view, drawn, model.weights, model.likelihood_betas)
    pool = resampled(drawn, logs, WALKS)
    if pool.effective > ENOUGH and not hearts.pass_offset(view.rules, view.number):
        return None
    unseen = sum(view.table.counts) - view.table.counts[view.seat]
    burn = max(BURN * unseen, LEAST)
    beta = max(max(betas) if len(betas) == 1 else 0.0 for betas in others)
    if rungs := lower_powers(LADDER, beta):
        pool, burn = resampled(drawn, logs, MANY, rungs[0]), 0
    chains = Walks(view, pool.worlds, model.weights, model.likelihood_betas, seed)
    chains.anneal(rungs, max(MOVES * unseen, FEWEST), LEFT // len(models))
    batches = chains.stream(burn, STEPS * unseen, len(models))
    return (list(zip(batch, styled(view, chains, models), strict=True)) for batch in batches)


def certainty(style: Style) -> float:
    """How much a card of this style says of the hand: its inverse temperature; less than 0 if it
    may be any card.
    """
    return -style.epsilon if style.epsilon else style.beta


def styled(view: View, chains: Walks, models: tuple[Model, ...]) -> tuple[Model, ...]:
    """The models for the playouts of a batch, in which strangers that have the style of a level, in
    most of the last worlds, keep it. If all do, these stop few moons, and the first model's weights
    serve all parts.
    """
    rows = enumerate(styles_of(models[0].likelihood_betas))
    strangers = [seat for seat, styles in rows if seat != view.seat and len(set(styles)) > 1]
    places = [chains.likeliest(seat) for seat in strangers]
    if not any(places):
        return models
    styles = [style for (style,) in styles_of(models[0].betas)]
    for seat, place in zip(strangers, places, strict=True):
        styles[seat] = styles[seat]._replace(weights_row=place)
    bases = models[:1] * len(models) if all(places) else models
    return tuple([model._replace(betas=styles) for model in bases])


def without_exception(points: Ints3) -> IntBlock:
    """The points (n, m, 4) of ends of rounds, where the seat with the old moon pays for its cards
    and the others pay nothing.
    """
    ends = [end for world in points.tolist() for end in world]
    paid = [26 - cost if sum(end) == 78 else cost for end in ends for cost in end]
    return IntArray(array("q", paid), points.shape)


def played_without_moons(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
    finals: Ints3 = UNWANTED,
) -> IntBlock:
    """As `played`, but moons do not count."""
    return without_exception(played(view, worlds, model, options, seed, start, finals))


def only_the_likeliest(view: View, scores: Floats, _wide: bool) -> list[tuple[Action, ...]]:
    """As `candidates`, but only the likeliest pass."""
    return candidates(view, scores, False)


ABLATIONS: Mapping[str, Mapping[str, object]] = {
    "moons": {"played": played_without_moons},
    "passes": {"candidates": only_the_likeliest},
}
