"""The strongest players: a search that plays out worlds consistent with the view, and departs from
the policy if that is clearly better. It works for any game.

A decision has these steps. Draw worlds consistent with the View (hard inference, exact), and
resample those in which the others' actions were likely (soft inference). In each world play out
every candidate to the end of the round with the policy in all seats, each seeing its own hand only,
with the same random numbers for every candidate. Candidates that are clearly worse are dropped, and
the rest of the budget goes to the others. **The gate**: another action replaces the policy's own
only if it is better by more than a standard error of the paired difference, as if worlds were
independent (docs/why.md). A game without an engine/search.py is searched by its rules alone, with
random legal actions as the policy.

The budget is a number of playouts, so a decision repeats exactly. The clock can only stop it early;
then the playouts so far decide. Hidden cards are not in the View, so they change neither the action
nor the amount of work.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import partial
from math import sqrt
from typing import NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from parlour.cards import NEW_DECK, NOBODY, Action, Seat
from parlour.engine.any import AnyEngine
from parlour.engine.arguments import Floats, Ints
from parlour.engine.cache import alone
from parlour.engine.native import compiles
from parlour.engine.protocol import Engine, Model
from parlour.engine.resample import DRAWN, POOL, WORLDS, resampled
from parlour.engine.worlds import Sampler, Worlds
from parlour.game import find_game, gain, goal, length, met, part
from parlour.match import Acted, Dealt, Opened, Seated, View, actor, fold, step, view
from parlour.players import trained

SURE = 32  # worlds before the first candidate may be dropped
GOLDEN = 0.6180339887498949  # its multiples modulo 1 are spread evenly
DROP = 2.0  # a candidate this many standard errors behind the best is dropped
HIGHEST, LOWEST = partial(np.max, axis=-1), partial(np.min, axis=-1)  # by row
LEAST = 1e-6  # points, in place of a spread of 0


class Budget(NamedTuple):
    """The limits of a decision, and the parts of the search that it uses."""

    playouts: int = 2000
    seconds: float = 0.1
    gate: float = 1.0  # standard errors
    believe: bool = True  # soft inference
    # candidates are all that are worth a playout, also several actions in a row; else the engine's
    # few
    passing: bool = True
    moon: bool = True  # points as they are scored; else by the engine's `unmade`
    match: bool = True  # near its end, the share of the match counts and not the points
    by_rules: bool = False  # as if the game had no engine of its own


BUDGET = Budget()  # of the level `search`


class Thought(NamedTuple):
    """The result of a decision. The lists have one entry for each candidate."""

    action: Action
    chosen: int  # its place among the candidates; 0 is the policy's favourite
    candidates: tuple[tuple[Action, ...], ...]  # one action each, or in a pass three
    points: tuple[float, ...]  # own points of the round, the mean over its playouts
    better: tuple[float, ...]  # the difference to the favourite, in `unit`
    error: tuple[float, ...]  # the standard error of `better`
    playouts: tuple[int, ...]
    unit: str  # "points" a round against the others' mean, or "share" of the match or round


def engine(game: str, *, by_rules: bool = False) -> Engine:
    """The engine of a game: its own, else (or with `by_rules`) the one from its rules alone."""
    own = None if by_rules else part(game, "engine.search")
    return cast(Engine, own) if own else AnyEngine(game)


def worlds_of(
    view: View, seed: int, budget: Budget, models: tuple[Model, ...]
) -> Iterator[tuple[Worlds, Model]]:
    """An endless stream of batches of worlds with one of the models, in proportion to their
    likelihood.
    """
    sampler, start = Sampler(view, by_rules=budget.by_rules), 0
    there = engine(view.game, by_rules=budget.by_rules)
    if budget.believe and (walks := there.walked(view, sampler, models[0], seed)):
        yield from ((worlds, models[0]) for worlds in walks)
    pools: tuple[Worlds, ...]
    while True:
        if not budget.believe:
            pools, odds = (sampler.sample(POOL, seed, start=start),), np.ones(1)
        else:
            drawn = sampler.sample(DRAWN * POOL, seed, start=DRAWN * start)
            likely = (
                there.likely(view, drawn, model.weights, model.likelihood_betas) for model in models
            )
            pools, logs = zip(*(resampled(drawn, chances) for chances in likely), strict=True)
            odds = np.cumsum(np.exp(np.array(logs) - max(logs)))
        for at in range(0, POOL, WORLDS):
            place = int(np.searchsorted(odds, (start + at) // WORLDS * GOLDEN % 1 * odds[-1]))
            yield pools[place].some(slice(at, at + WORLDS)), models[place]
        start += POOL


def think(
    view: View, dice: int, budget: Budget, clock: Callable[[], float] = time.monotonic
) -> Thought:
    """A decision, with its candidates and their playouts. `clock` returns seconds."""
    until = clock() + budget.seconds
    there, weights = engine(view.game, by_rules=budget.by_rules), trained.weights(view.game)
    weighing = Weighing(
        view, there.candidates(view, there.prefer(view, weights), budget.passing), budget
    )
    if len(weighing.options) == 1:
        return weighing.thought()
    worlds = worlds_of(view, dice, budget, there.models(view, weights))
    done, n = 0, WORLDS
    while n == WORLDS and len(weighing.alive) > 1:
        left = budget.playouts - sum(map(len, weighing.worths))
        n = min(WORLDS, left // len(weighing.alive))
        if n:
            some, model = next(worlds)
            alive = [weighing.options[i] for i in weighing.alive]
            weighing.add(there.played(view, some.some(slice(n)), model, alive, dice, done))
        done += n
        if done >= SURE:
            weighing.drop()
        if clock() > until:
            break
    return weighing.thought()


def load(game: str) -> None:
    """Load the code of the slow levels; one process at a time, where it may have to be compiled."""
    with alone() if compiles(game) else nullcontext():
        _first_moves(game)


def _first_moves(game: str) -> None:
    """Think about the first moves of a round."""
    rules = find_game(game).Rules()
    seated = [Seated(seat, "search") for seat in range(find_game(game).seats(rules))]
    match = fold([Opened(game, rules, ""), *seated, Dealt(NEW_DECK)])
    for _ in range(20):
        if (seat := actor(match)) == NOBODY:
            break
        thought = think(view(match, seat), 0, Budget(playouts=20, seconds=float("inf")))
        match = step(match, Acted(seat, thought.action))


class Weighing:
    """The candidates of a decision, the favourite first, and the results of their playouts."""

    def __init__(self, view: View, options: list[tuple[Action, ...]], budget: Budget) -> None:
        """The candidates before any playout."""
        self.view, self.options, self.budget = view, options, budget
        self.alive = list(range(len(options)))
        self.points = [np.empty(0) for _ in options]
        self.worths = [np.empty(0) for _ in options]
        self.unit = ""  # set by the first playouts

    def add(self, ends: Ints) -> None:
        """Add playouts (n, m, seats) of the remaining candidates."""
        if not self.budget.moon:
            ends = engine(self.view.game, by_rules=self.budget.by_rules).unmade(ends)
        self.unit = self.unit or unit_of(self.view, ends, self.budget)
        worths = worth(self.view, ends, self.unit, by_rules=self.budget.by_rules)
        for place, i in enumerate(self.alive):
            self.points[i] = np.concatenate((self.points[i], ends[:, place, self.view.seat]))
            self.worths[i] = np.concatenate((self.worths[i], worths[:, place]))

    def better(self, i: int, than: int = 0) -> tuple[float, float]:
        """The mean difference of a candidate to another, and its standard error, over the playouts
        that both have.
        """
        n = min(len(self.worths[i]), len(self.worths[than]))
        if n < 2:
            return 0.0, float("inf")
        gain = self.worths[i][:n] - self.worths[than][:n]
        mean = gain.sum() / n
        deviation = sqrt(((gain - mean) ** 2).sum() / (n - 1))
        return float(mean), deviation / n**0.5

    def drop(self) -> None:
        """Drop the candidates that are clearly worse than the best; the favourite stays, since all
        are compared with it.
        """
        best = max(self.alive, key=lambda i: self.better(i)[0])
        for i in [i for i in self.alive if i not in (0, best)]:
            gain, error = self.better(i, best)
            if gain < -DROP * error:
                self.alive.remove(i)

    def thought(self) -> Thought:
        """The decision: the best of the remaining candidates, if it passes the gate."""
        figures = [self.better(i) for i in range(len(self.options))]
        best = max(self.alive, key=lambda i: figures[i][0])
        if figures[best][0] <= self.budget.gate * figures[best][1]:
            best = 0
        return Thought(
            action=self._next(best),
            chosen=best,
            candidates=tuple(self.options),
            points=tuple(
                float(points.mean()) if len(points) else float("nan") for points in self.points
            ),
            better=tuple(gain for gain, _ in figures),
            error=tuple(error for _, error in figures),
            playouts=tuple(map(len, self.worths)),
            unit=self.unit or "points",
        )

    def _next(self, i: int) -> Action:
        """The action of a candidate; of three cards to pass, the first that has not been passed."""
        return next(action for action in self.options[i] if self.view.legal >> action & 1)


def unit_of(view: View, ends: Ints, budget: Budget) -> str:
    """The unit of a decision: "share" if an end of the round (n, m, seats) can end the match, else
    "points".

    For a match of one round it is the share of that. A match without a goal or a length never ends.
    """
    rounds = length(find_game(view.game), view.rules)
    if rounds == 1 or (
        budget.match
        and (0 < rounds <= view.number or reached(view, ends + np.array(view.totals)).any())
    ):
        return "share"
    return "points"


def reached(view: View, totals: Ints) -> NDArray[np.bool_]:
    """Whether totals (..., seats) have reached the match's goal, positive or negative, as bool
    (...); False if there is no goal.
    """
    target = goal(find_game(view.game), view.rules)
    if target == 0:
        return np.zeros(totals.shape[:-1], np.bool_)
    over: NDArray[np.bool_] = met(target, totals, HIGHEST, LOWEST)
    return over


def worth(view: View, ends: Ints, unit: str, *, by_rules: bool = False) -> Floats:
    """The value (n, m) to the seat of ends of the round (n, m, seats): its gain on the others'
    mean, or its share.
    """
    if unit == "share":
        spread = engine(view.game, by_rules=by_rules).SPREAD
        return shares(view, ends + np.array(view.totals), view.seat, spread)
    own = ends[:, :, view.seat]
    return sign(view) * np.asarray((ends.sum(axis=2) - own) / (ends.shape[2] - 1) - own, np.float64)


def sign(view: View) -> int:
    """1 if the fewest points are best, -1 if the most are."""
    return gain(find_game(view.game).BEST, 0, 1)


def shares(view: View, totals: Ints, seat: Seat, spread: tuple[float, float]) -> Floats:
    """The seat's expected share (n, m) of the match with these totals (n, m, seats): exact if the
    match is over, else estimated.

    The spread of the totals in the remaining rounds is a normal approximation from their number,
    and from the mean and the standard deviation of a seat's points in a round (`spread`).
    """
    game, (mean, deviation) = find_game(view.game), spread
    target, rounds = goal(game, view.rules), length(game, view.rules)
    behind = sign(view) * totals
    behind -= behind.min(axis=2, keepdims=True)
    ahead = behind == 0
    won: Floats = ahead[:, :, seat] / ahead.sum(axis=2)
    if 0 < rounds <= view.number:
        return won
    left: float | Floats = float(rounds - view.number) if rounds else np.inf
    if target:
        direction = np.sign(target)
        most = (totals * direction).max(axis=2, keepdims=True)
        left = np.minimum(left, (abs(target) - most) / max(mean * direction, LEAST))
    hopes = np.exp(-behind * 1.7 / (max(deviation, LEAST) * np.sqrt(2 * np.maximum(0.5, left))))
    return np.where(reached(view, totals), won, hopes[:, :, seat] / hopes.sum(axis=2))


def act(view: View, dice: int) -> Action:
    """The level `search`."""
    return think(view, dice, BUDGET).action


def unhurried(view: View, dice: int) -> Thought:
    """The decision of the level with all of its playouts and no time limit; it repeats exactly."""
    return think(view, dice, BUDGET._replace(seconds=float("inf")))
