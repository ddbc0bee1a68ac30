"""The engine of a search in Crazy Eights: two models of each stranger."""

from collections.abc import Mapping
from functools import lru_cache

from parlour.cards import Card
from parlour.engine.compiler.arrays import FloatRow, Floats, float_array, floats_of
from parlour.engine.search.protocol import Model, at_first, candidates, walked
from parlour.engine.search.puct import tree
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine.policy import FEATURES, FIRST, likely, played, prefer
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
SPREAD = 12.0, 20.0
KINDS = ()  # cards stay in hands and in the stock, so a round that is over shows little
# styles of play: the policy, rank before suit, any card, the policy's highest scores
POLICY, FIRST_FIT, ANY, HIGHEST = range(4)
STRANGER = {POLICY: 1.0, ANY: 6.0}  # the styles of a stranger, with their odds (docs/why.md)
NAMED = {"trained": HIGHEST, "first": FIRST_FIT}  # the style of a level, if its name determines it
BETA = 5.0  # the inverse temperature of HIGHEST; worlds by 20 place cards no better


def price(_rules: eights.Rules, card: Card) -> int:
    """The points of a card left in a hand."""
    return eights.worth(1 << card)


def models(view: View, weights: Floats) -> tuple[Model, ...]:
    """Models of the others, by the names of their levels, which are public at a table.

    The assignment's players follow rank, then suit, and play eights last; there are weights for
    that. `trained` takes the policy's highest score. A player of another level plays in one of two
    styles; its actions show which is more likely. In a match of one round they have a tree, which
    counts what a choice wins of that.
    """
    seating = [
        POLICY if seat == view.seat else NAMED.get(player)
        for seat, player in enumerate(view.players)
    ]
    others = _models(float_array(weights), tuple(seating))
    if view.rules.target:
        return others
    grown = tree()
    return tuple([model._replace(tree=grown) for model in others])


@lru_cache(8)
def _models(weights: FloatRow, seating: tuple[int | None, ...]) -> tuple[Model, ...]:
    """The models where each seat has a known style, or may have any."""
    styles = (weights, 1.0), (FIRST, 1.0), (weights, 0.0), (weights, BETA)
    drawn = 4 if HIGHEST in seating else 2  # worlds for each that is resampled; more add nothing
    others = []
    for stranger, odds in STRANGER.items() if None in seating else ((POLICY, 1.0),):
        rows, betas = zip(
            *(styles[stranger if style is None else style] for style in seating), strict=True
        )
        whole = floats_of([weight for row in rows for weight in row.flat], len(FEATURES))
        others.append(Model(whole, floats_of(betas), floats_of(betas), drawn, odds))
    return tuple(others)
