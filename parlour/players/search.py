"""The strongest players: a search that plays out worlds consistent with the view, and departs from
the policy if that is clearly better. It works for any game.

A decision has these steps. Draw worlds consistent with the View (hard inference, exact), and
resample those in which the others' actions were likely (soft inference). In each world play out
every candidate to the end of the round with the policy in all seats, each seeing its own hand only,
with the same random numbers for every candidate. Candidates that are clearly worse are dropped, and
the rest of the budget goes to the others, as long as it can better the decision. **The gate**:
another action replaces the policy's own only if it is better by more than a standard error of the
paired difference, as if worlds were independent (docs/why.md). A game without an engine/search.py
is searched by its rules alone, with random legal actions as the policy.

The budget is a number of playouts, so a decision repeats exactly. A share of it is played out where
other decisions wait; of a share of 0 the policy's favourite is left. The clock can only stop a
decision early; then the playouts so far decide. Hidden cards are not in the View, so they change
neither the action nor the amount of work.
"""

from array import array
from collections.abc import Callable, Generator, Iterator
from functools import lru_cache
from itertools import accumulate
from math import inf, nan, sqrt
from time import monotonic
from typing import NamedTuple, TypeAlias, TypeVar, cast

from parlour.cards import Action, mask_of
from parlour.catalogue.protocol import gain, goal, length
from parlour.catalogue.registry import find_game
from parlour.engine.compiler.arrays import (
    FloatArray,
    Floats,
    FloatTable,
    IntArray,
    Ints3,
    floats,
    ints,
    ints_of,
)
from parlour.engine.numbers.exact_math import exp
from parlour.engine.search.protocol import Model
from parlour.engine.search.values import Stakes, differences, excess, reached, worths
from parlour.engine.worlds.resampling import WORLDS, first, resampled, sizes
from parlour.engine.worlds.sampler import Sampler, Worlds
from parlour.match import View
from parlour.players.parts import Parts, parts_of
from parlour.players.strangers import supposed

GOLDEN = 0.6180339887498949  # its multiples modulo 1 are spread evenly
DROP = 2.0  # a candidate this many standard errors behind the best is dropped
CERTAIN = 4.0  # and the favourite this many
# What the rest of the budget has to gain, or it is not played out: of a share of the match, or of
# the standard deviation of a seat's points in a round.
WORTH = 0.0001
FIELD = 16  # of more candidates, the better half is played on after each slice of playouts
SLICE = 2048
FEWEST = 8  # worlds for a candidate; without the budget for it the likeliest alone are played out

Clock: TypeAlias = Callable[[], float]
T = TypeVar("T")
Slices: TypeAlias = Generator[None, None, T]
"""A computation that yields between its slices, so that others may run; it returns the result."""


class Budget(NamedTuple):
    """The limits of a decision, and the parts of the search that it uses."""

    playouts: int = 6000  # for each action of a candidate
    seconds: float = 0.1
    gate: float = 1.0  # standard errors
    believe: bool = True  # soft inference
    match: bool = True  # near its end, the share of the match counts and not the points
    by_rules: bool = False  # as if the game had no engine of its own
    ablation: str = ""  # a part that is left out, by its name in the engine's `ABLATIONS`
    share: float = 1.0  # of the playouts that is played out; less where other decisions wait


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


def parts_for(view: View, budget: Budget) -> Parts:
    """The parts of the game that decisions of this budget use."""
    return parts_of(view.game, by_rules=budget.by_rules, ablation=budget.ablation)


def worlds_of(
    view: View, seed: int, budget: Budget, models: tuple[Model, ...], parts: Parts | None = None
) -> Iterator[list[tuple[Worlds, Model]]]:
    """An endless stream of batches of worlds. In each batch every model has its part, in proportion
    to its likelihood.
    """
    sampler, start = Sampler(view, by_rules=budget.by_rules), 0
    engine = (parts or parts_for(view, budget)).engine
    if budget.believe and (walks := engine.walked(view, sampler, models, seed)):
        yield from walks
    if not budget.believe:
        for size in sizes():
            yield [(sampler.draw(size, seed, start=start), models[0])]
            start += size
    drawn, odds = models[0].drawn, [1.0]
    pool = drawn * 2 * WORLDS if len(models) > 1 else 0  # worlds of which the odds are
    if pool:
        pooled = sampler.draw(pool, seed)
        logs = [engine.likely(view, pooled, kind.weights, kind.likelihood_betas) for kind in models]
        odds = odds_of(pooled, logs, [model.odds for model in models])
    for number, size in enumerate(sizes()):
        batch, taken = list[tuple[Worlds, Model]](), 0
        for place, (model, odd) in enumerate(zip(models, odds, strict=True)):
            n = int(size * odd / odds[-1] + number * GOLDEN % 1) - taken
            if n:
                of = slice(drawn * (start + taken), drawn * (start + taken + n))
                if of.stop <= pool:
                    proposals, likely = pooled.take(of), logs[place][of]
                else:
                    proposals = sampler.draw(drawn * n, seed, start=of.start)
                    likely = engine.likely(view, proposals, model.weights, model.likelihood_betas)
                batch.append((resampled(proposals, likely, n).worlds, model))
                taken += n
        yield batch
        start += size


def odds_of(worlds: Worlds, logs: list[Floats], before: list[float]) -> list[float]:
    """The odds of some models, each added to those before it, by their odds before anything was
    seen, and by the logarithms (n,) of the likelihoods of some evenly drawn worlds under each,
    which say nothing where none is possible in any.
    """
    sums = [resampled(worlds, log, 1).log for log in logs]
    sums = [log if log > -inf else -inf for log in sums]  # of no possible world it is no number
    best = max(sums)
    seen = [1.0 if best == -inf else exp(log - best) for log in sums]
    return list(accumulate(old * new for old, new in zip(before, seen, strict=True)))


def think(view: View, dice: int, budget: Budget, clock: Clock = monotonic) -> Thought:
    """A decision, with its candidates and their playouts. `clock` returns seconds."""
    return finished(thinking(view, dice, budget, clock))


def thinking(view: View, dice: int, budget: Budget, clock: Clock = monotonic) -> Slices[Thought]:
    """As `think`, in slices. Actions in a row that are chosen together, such as three cards to
    pass, are one decision, whatever the dice: the later ones follow it.
    """
    parts = parts_for(view, budget)
    first = parts.engine.at_first(view)
    if first:
        plan = plan_of(first, budget._replace(share=1.0))  # the later ones may have another share
        if not plan:  # by dice that are the same for each of them: the legal actions at the first
            plan.append((yield from weighed(first, first.legal, budget, clock, parts)))
        chosen, done = plan[0].candidates[plan[0].chosen], first.legal & ~view.legal
        if done & ~mask_of(chosen) == 0:  # else another player has begun, or one with less time
            return plan[0]._replace(action=next_of(view, chosen))
    return (yield from weighed(view, dice, budget, clock, parts))


@lru_cache(64)
def plan_of(_first: View, _budget: Budget) -> list[Thought]:
    """The decision at the first of some actions in a row, with the time it had; empty before."""
    return []


def weighed(
    view: View, dice: int, budget: Budget, clock: Clock = monotonic, parts: Parts | None = None
) -> Slices[Thought]:
    """As `thinking`, of the action of this view alone."""
    until = clock() + budget.seconds
    engine, weights = parts = parts or parts_for(view, budget)
    view = supposed(view, engine, weights)
    options = engine.candidates(view, engine.prefer(view, weights), True)
    playouts = int(budget.playouts * max(map(len, options)) * budget.share)
    budget = budget._replace(playouts=playouts)
    weighing = Weighing(view, options[: max(FIELD, budget.playouts // FEWEST)], budget, parts)
    if len(options) == 1:
        return weighing.thought()
    worlds = worlds_of(view, dice, budget, engine.models(view, weights), parts)
    while n := weighing.room():
        alive = [weighing.options[i] for i in weighing.alive]
        done, points = weighing.done, array("q")
        for sample, model in first(next(worlds), n):
            points += engine.played(view, sample, model, alive, dice, done).flat
            done += len(sample.hands)
        weighing.add(IntArray(points, (done - weighing.done, len(alive), len(view.players))))
        weighing.drop()
        if clock() > until:
            break
        yield
    return weighing.thought()


def finished(slices: Slices[T]) -> T:
    """The result of a computation, without a pause between its slices."""
    while True:
        try:
            next(slices)
        except StopIteration as end:
            return cast(T, end.value)


class Weighing:
    """The candidates of a decision, the favourite first, and the results of their playouts."""

    def __init__(
        self,
        view: View,
        options: list[tuple[Action, ...]],
        budget: Budget,
        parts: Parts | None = None,
    ) -> None:
        """The candidates before any playout."""
        self.view, self.options, self.budget = view, options, budget
        self.alive, self.done = list(range(len(options))), 0  # done: worlds so far
        self.worths, self.points = floats(0, len(options)), floats(len(options))
        self.playouts = ints(len(options))
        self.unit, self.least = "", 0.0  # set by the first playouts; least: that `WORTH` asks for
        self._engine = (parts or parts_for(view, budget)).engine
        self._stakes: Stakes | None = None
        self._figures: dict[int, list[tuple[float, float]]] = {}  # figures of the playouts so far

    def room(self) -> int:
        """The worlds to play next at most; 0 if the decision is made, or the budget is spent."""
        alive = len(self.alive)
        left = (self.budget.playouts - sum(self.playouts)) // alive
        if alive > FIELD:
            return min(left, max(FEWEST, SLICE // alive))
        if alive == 1 or (self.done > 1 and self.hope(self.done + left) < self.least):
            return 0
        return left

    def hope(self, last: int) -> float:
        """The most that the decision is expected to gain, by another candidate, until each has been
        played out in the last of so many worlds.
        """
        chosen = self.chosen()
        figures, most = self.better(chosen), 0.0
        for i in self.alive:
            if i == chosen:
                continue
            gain, error = figures[i]
            # at the end the standard error is smaller by this factor
            gate = self.budget.gate * error * sqrt(self.done / last)
            bar = gate * ((chosen == 0) - (i == 0))
            most = max(most, excess(gain - bar, error * sqrt(1 - self.done / last)))
        return most

    def add(self, ends: Ints3) -> None:
        """Add playouts (n, m, seats) of the remaining candidates."""
        if not self._stakes:
            self.unit = unit_of(self.view, ends, self.budget)
            self._stakes = stakes_of(self.view, self.unit, self._engine.SPREAD)
            self.least = WORTH * (1.0 if self.unit == "share" else self._stakes.deviation)
        alive, new = ints_of(self.alive), floats(len(ends), len(self.options))
        self.worths = FloatArray(self.worths.flat + new.flat, (self.done + len(ends), new.shape[1]))
        worths(ends, self._stakes, self.done, alive, self.worths, self.points)
        self.done += len(ends)
        self._figures.clear()
        for i in self.alive:
            self.playouts[i] = self.done

    def better(self, than: int = 0) -> list[tuple[float, float]]:
        """The mean difference of each candidate to one of them, and its standard error, over the
        playouts that both have.
        """
        if than not in self._figures:
            means, errors = floats(len(self.options)), floats(len(self.options))
            differences(self.worths, self.playouts, than, means, errors)
            self._figures[than] = list(zip(means, errors, strict=True))
        return self._figures[than]

    def drop(self) -> None:
        """Drop the candidates that are clearly worse than the best, or the same; and the worse half
        of many, but the favourite (sequential halving; Karnin, Koren and Somekh, 2013).
        """
        best = self.best()
        figures = self.better(best)
        if self.done >= WORLDS:
            self.alive = [
                i
                for i in self.alive
                if i == best or figures[i][0] > -(DROP if i else CERTAIN) * figures[i][1]
            ]
        if len(self.alive) > FIELD:
            order = sorted(self.alive, key=lambda i: (i != 0, -figures[i][0]))
            self.alive = sorted(order[: max(FIELD, len(order) // 2)])

    def best(self) -> int:
        """The best of the remaining candidates, in all of their worlds."""
        figures = self.better(self.alive[0])
        return max(self.alive, key=lambda i: figures[i][0])

    def chosen(self) -> int:
        """The best of the remaining candidates, if it passes the gate; else the favourite."""
        best = self.best()
        gain, error = self.better()[best]
        return best if self.alive[0] or gain > self.budget.gate * error else 0

    def thought(self) -> Thought:
        """The decision."""
        figures, best = self.better(), self.chosen()
        played = self.playouts.tolist()
        points = self.points.tolist()
        return Thought(
            action=next_of(self.view, self.options[best]),
            chosen=best,
            candidates=tuple(self.options),
            points=tuple(
                [total / n if n else nan for total, n in zip(points, played, strict=True)]
            ),
            better=tuple([gain for gain, _ in figures]),
            error=tuple([error for _, error in figures]),
            playouts=tuple(played),
            unit=self.unit or "points",
        )


def next_of(view: View, option: tuple[Action, ...]) -> Action:
    """The next action of a candidate: of three cards to pass, the first that is still there."""
    return next(action for action in option if view.legal >> action & 1)


def unit_of(view: View, ends: Ints3, budget: Budget) -> str:
    """The unit of a decision: "share" if an end of the round (n, m, seats) can end the match, else
    "points".

    For a match of one round it is the share of that. A match without a goal or a length never ends.
    """
    rounds = length(find_game(view.game), view.rules)
    if rounds == 1 or (budget.match and (0 < rounds <= view.number or over(view, ends))):
        return "share"
    return "points"


def over(view: View, ends: Ints3) -> bool:
    """Whether the totals after one of these ends of the round (n, m, seats) have reached the
    match's goal; False if there is no goal.
    """
    target, ended = goal(find_game(view.game), view.rules), ints(1)
    if target:
        reached(ends, ints_of(view.totals), target, ended)
    return bool(ended[0])


def sign(view: View) -> int:
    """1 if the fewest points are best, -1 if the most are."""
    return gain(find_game(view.game).BEST, 0, 1)


def stakes_of(view: View, unit: str, spread: tuple[float, float]) -> Stakes:
    """The stakes of the seat at the end of the round, in this unit, by the spread of its points."""
    game = find_game(view.game)
    rounds = length(game, view.rules)
    return Stakes(
        seat=view.seat,
        sign=sign(view),
        share=unit == "share",
        totals=ints_of(view.totals),
        target=goal(game, view.rules),
        left=float(max(0, rounds - view.number)) if rounds else inf,
        mean=float(spread[0]),
        deviation=float(spread[1]),
    )


def worth(view: View, ends: Ints3, unit: str) -> FloatTable:
    """The value (n, m) to the seat of ends of the round (n, m, seats): its gain on the others'
    mean, or its expected share of the match.
    """
    n, m, _ = ends.shape
    values = floats(n, m)
    spread = parts_of(view.game).engine.SPREAD if unit == "share" else (0.0, 0.0)
    stakes = stakes_of(view, unit, spread)
    worths(ends, stakes, 0, ints_of(range(m)), values, floats(m))
    return values


def act(view: View, dice: int, share: float = 1.0) -> Action:
    """The level `search`, with a share of its playouts."""
    return think(view, dice, BUDGET._replace(share=share)).action


def unhurriedly(view: View, dice: int) -> Slices[Thought]:
    """As `unhurried`, in slices."""
    return thinking(view, dice, BUDGET._replace(seconds=inf))


def unhurried(view: View, dice: int) -> Thought:
    """The decision of the level with all of its playouts and no time limit; it repeats exactly."""
    return finished(unhurriedly(view, dice))
