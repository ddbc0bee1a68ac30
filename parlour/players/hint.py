"""A hint: the best of a seat's choices, by how much, and why.

Every choice is played out in the same worlds, which fit what the seat has seen, so a hint reveals
no hidden card. A choice is compared with the best of the others. The difference of the two best
ones is split exactly over the cards that cost points (`causes.py`).
"""

import time
from array import array
from collections.abc import Mapping
from math import fsum, inf
from typing import Any, NamedTuple, TypeVar  # Any: the values of a hint

from parlour.cards import Action, Mask
from parlour.catalogue.options import action_name
from parlour.catalogue.protocol import AnyGame
from parlour.catalogue.registry import GAMES
from parlour.engine.compiler.arrays import IntArray, IntBlock, ints
from parlour.engine.worlds.resampling import first
from parlour.match import View
from parlour.players import search
from parlour.players.causes import CLEAR, Pair, Term, mean_of, terms
from parlour.players.levels import LEVELS, STRONGEST, bare_hint, lacking, playing
from parlour.players.parts import engine, parts_of
from parlour.players.strangers import supposed
from parlour.words.narration import called

T = TypeVar("T")
WORLDS = 400  # in which each choice is played out, if there is time


class Compared(NamedTuple):
    """The choices of a seat, the best first, and how each did in the same n worlds."""

    options: list[tuple[Action, ...]]  # m; one action each, or in a pass three
    values: list[list[float]]  # (n, m) to the seat, in `unit`
    points: list[list[float]]  # (n, m) to the seat, in points against the others' mean
    finals: list[list[list[Mask]]]  # (n, m, seats) the cards that cost points
    unit: str  # "points" a round against the others' mean, or "share" of the match or round

    def better(self, i: int) -> tuple[float, float]:
        """The mean difference of a choice to the best other one, and its standard error."""
        other = 0 if i else 1
        return mean_of([values[i] - values[other] for values in self.values])


def hint(
    view: View,
    dice: int,
    seconds: float = inf,
    clock: search.Clock = time.monotonic,
    share: float = 1.0,
) -> dict[str, Any]:
    """A hint in the form of docs/log.md: the choices, best first, and what makes the first better
    than the second.

    `why` is "only" (there is one choice), "better" (by more than two standard errors) or "equal".
    If the strongest level is not available, the level that plays for it gives the hint, and `why`
    is "unavailable". Without a time limit the same view and dice give the same hint. A hint has a
    share of its playouts where other decisions wait.
    """
    return search.finished(hinting(view, dice, seconds, clock, share))


def hinting(
    view: View,
    dice: int,
    seconds: float = inf,
    clock: search.Clock = time.monotonic,
    share: float = 1.0,
) -> search.Slices[dict[str, Any]]:
    """As `hint`, in slices."""
    game = GAMES[view.game]
    if lacking(view.game):
        level = playing(view.game, STRONGEST)
        return bare_hint(view.game, LEVELS[view.game][level](view, dice), "unavailable")
    compared = yield from compare(view, dice, clock() + seconds, clock, share)
    action = search.next_of(view, compared.options[0])
    if len(compared.options) == 1:
        return bare_hint(view.game, action, "only")
    better, error = compared.better(0)
    return {
        "action": action_name(game, action),
        "why": "better" if better > CLEAR * error else "equal",
        "unit": compared.unit,
        "choices": [_choice(game, compared, i) for i in range(len(compared.options))],
        **_causes(view, game, compared),
    }


def compare(
    view: View, dice: int, until: float, clock: search.Clock, share: float = 1.0
) -> search.Slices[Compared]:
    """Play out every choice of the seat, or of many those that a search compares longest, in the
    same worlds, up to a share of `WORLDS`, or until a time; in slices.
    """
    most = max(search.FEWEST, int(WORLDS * share))
    game_engine, weights = parts = parts_of(view.game)
    view = supposed(view, game_engine, weights)
    options = game_engine.candidates(view, game_engine.prefer(view, weights), True)
    if len(options) > search.FIELD:
        budget = search.BUDGET._replace(seconds=(until - clock()) / 2, share=share)
        thought = yield from search.weighed(view, view.legal, budget, clock, parts)
        order = sorted(
            range(len(thought.candidates)),
            key=lambda i: (i != thought.chosen, -thought.playouts[i], -thought.better[i]),
        )
        options = [thought.candidates[i] for i in sorted(order[: search.FIELD])]
    shape = len(options), len(view.players)
    points, finals = array("q"), array("q")
    models, done = game_engine.models(view, weights), 0
    worlds = search.worlds_of(view, dice, search.BUDGET, models, parts)
    while len(options) > 1 and done < most and (not done or clock() < until):
        for sample, model in first(next(worlds), most - done):
            held = ints(len(sample.hands), *shape)
            points += game_engine.played(view, sample, model, options, dice, done, held).flat
            finals += held.flat
            done += len(sample.hands)
        yield
    ends: IntBlock = IntArray(points, (done, *shape))
    unit = search.unit_of(view, ends, search.BUDGET)
    values = search.worth(view, ends, unit).tolist()
    sums = [fsum(column) for column in zip(*values, strict=True)]
    order = sorted(range(len(options)), key=lambda i: -sums[i] if sums else 0)
    return Compared(
        [options[i] for i in order],
        _in_order(values, order),
        _in_order(search.worth(view, ends, "points").tolist(), order),
        _in_order(IntArray(finals, (done, *shape)).tolist(), order),
        unit,
    )


def _in_order(rows: list[list[T]], order: list[int]) -> list[list[T]]:
    return [[row[i] for i in order] for row in rows]


def _choice(game: AnyGame, compared: Compared, i: int) -> dict[str, Any]:
    better, error = compared.better(i)
    return {
        "actions": [action_name(game, action) for action in compared.options[i]],
        "better": round(better, 3),
        "error": round(error, 3),
        "playouts": len(compared.values),
    }


def _causes(view: View, game: AnyGame, compared: Compared) -> dict[str, Any]:
    """The difference of the two best choices in points, and its terms."""
    pair = Pair(
        compared.options[:2],
        [points[:2] for points in compared.points],
        [ends[:2] for ends in compared.finals],
    )
    summands, said = terms(view, pair, engine(view.game).price), called(view.game).causes
    return {
        "points": round(mean_of([best - other for best, other in pair.values])[0], 3),
        "terms": [_term(game, said, term) for term in summands],
    }


def _term(game: AnyGame, said: Mapping[str, str], term: Term) -> dict[str, Any]:
    side = "better" if term.better > 0 else "worse"
    return {
        "what": term.what,
        "says": said.get(f"{term.what}-{side}"),
        "seat": term.seat,
        "cards": {action_name(game, card): round(gain, 3) for card, gain in term.cards.items()},
        "better": round(term.better, 3),
        "error": round(term.error, 3),
    }
