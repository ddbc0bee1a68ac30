"""The strongest players: they play out worlds that fit what they see, and leave the learned policy where that pays.

A decision: draw worlds that fit the View (hard inference, exact), more of those in which the others' actions were likely (soft
inference, in Straights by walks from world to world); in each world play out every candidate to the end of the round with the
learned policy in all seats, each seeing its own hand only, with the same numbers for every candidate. Candidates that fall
behind are dropped, and the rest of the budget goes to the others. **The gate**: the policy's own action is left only for one
that is better by more than a standard error of the paired difference, as if worlds were independent (docs/why.md).

The budget is a number of playouts, so a decision repeats exactly; the clock only cuts it short, and then what has been played
out decides. What a seat cannot see is nowhere in its View, so it changes neither the action nor the work.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext, suppress
from typing import Any, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from parlour.cards import NEW_DECK, NOBODY, Action
from parlour.engine.cache import alone, mark
from parlour.engine.protocol import Engine, Model
from parlour.engine.worlds import Sampler, Worlds
from parlour.game import find_game, part
from parlour.match import Acted, Dealt, Opened, Seated, View, actor, fold, step, view
from parlour.players import trained

Floats = NDArray[np.float64]

WORLDS = 16  # between two looks at the clock
SURE = 32  # worlds before the first candidate may be dropped
POOL = 64  # worlds that are believed at once
DRAWN = 4  # worlds drawn for one that is believed
STRIDE = 37  # shares no divisor with the pool
GOLDEN = 0.6180339887498949  # whose multiples fall evenly between 0 and 1
DROP = 2.0  # standard errors behind the best at which a candidate is dropped


class Budget(NamedTuple):
    """How much a decision may cost, and what it uses."""

    playouts: int = 2000
    seconds: float = 0.1
    gate: float = 1.0  # standard errors
    believe: bool = True  # soft inference
    passing: bool = True  # passes are searched too
    moon: bool = True  # counts as it is scored; else who makes one pays for its cards
    match: bool = True  # near its end the match counts, not the points


BUDGET = Budget()  # of the level


class Thought(NamedTuple):
    """What a decision weighed. The lists go by candidate."""

    action: Action
    chosen: int  # its place among the candidates; 0 is the policy's favourite
    candidates: tuple[tuple[Action, ...], ...]  # one action each, or in a pass three
    points: tuple[float, ...]  # own points of the round, on average over its playouts
    better: tuple[float, ...]  # than the favourite, in `unit`
    error: tuple[float, ...]  # standard error of that
    playouts: tuple[int, ...]
    unit: str  # "points" a round against the others' mean, or "share" of the match or round


def engine(game: str) -> Engine:
    """What the search asks of a game."""
    return cast(Engine, part(game, "engine.search"))


def believed(view: View, drawn: Worlds, model: Model, n: int = POOL) -> tuple[Worlds, float]:
    """A pool of n of these worlds, chosen by how likely the others' actions were in them; and how likely they were in all."""
    logs = engine(view.game).likely(view, drawn, model.weights, model.trust)
    chances = np.cumsum(np.exp(logs - logs.max()))
    places = np.searchsorted(chances, (np.arange(n) + 0.5) / n * chances[-1])
    taken = places[np.arange(n) * STRIDE % n]  # one that was taken often does not come twice running
    return Worlds(drawn.hands[taken], drawn.hidden[taken], drawn.stock[taken]), float(logs.max() + np.log(chances[-1]))


def some_of(worlds: Worlds, places: slice) -> Worlds:
    """Some of these worlds."""
    return Worlds(worlds.hands[places], worlds.hidden[places], worlds.stock[places])


def worlds_of(view: View, seed: int, budget: Budget, models: tuple[Model, ...]) -> Iterator[tuple[Worlds, Model]]:
    """Worlds without end, so many at a time with one of the models, each of these as often as what was seen makes it likely."""
    sampler, start = Sampler(view), 0
    if budget.believe and (walks := engine(view.game).walked(view, sampler, models[0], seed)):
        for worlds in walks:
            yield worlds, models[0]
    pools: tuple[Worlds, ...]
    while True:
        if not budget.believe:
            pools, odds = (sampler.sample(POOL, seed, start=start),), np.ones(1)
        else:
            drawn = sampler.sample(DRAWN * POOL, seed, start=DRAWN * start)
            pools, logs = zip(*(believed(view, drawn, model) for model in models), strict=True)
            odds = np.cumsum(np.exp(np.array(logs) - max(logs)))
        for at in range(0, POOL, WORLDS):
            place = int(np.searchsorted(odds, (start + at) // WORLDS * GOLDEN % 1 * odds[-1]))
            yield some_of(pools[place], slice(at, at + WORLDS)), models[place]
        start += POOL


def think(view: View, dice: int, budget: Budget, clock: Callable[[], float] = time.monotonic) -> Thought:
    """A decision, and what it weighed."""
    until = clock() + budget.seconds
    there, weights = engine(view.game), trained.weights(view.game)
    weighing = Weighing(view, there.candidates(view, there.prefer(view, weights), budget.passing), budget)
    if len(weighing.options) == 1:
        return weighing.thought()
    worlds = worlds_of(view, dice, budget, there.models(view, weights))
    done, n = 0, WORLDS
    while n == WORLDS and len(weighing.alive) > 1:
        left = budget.playouts - sum(map(len, weighing.worths))
        n = min(WORLDS, left // len(weighing.alive))
        if n:
            some, model = next(worlds)
            weighing.add(
                there.played(view, some_of(some, slice(n)), model, [weighing.options[i] for i in weighing.alive], dice, done)
            )
        done += n
        if done >= SURE:
            weighing.drop()
        if clock() > until:
            break
    return weighing.thought()


def warmed(game: str) -> bool:
    """Whether what the learned levels run is compiled and kept."""
    return mark(f"levels-{game}").exists()


def warm(game: str) -> None:
    """Load what the learned levels run; compile it, one process at a time, where it is not kept."""
    with nullcontext() if warmed(game) else alone():
        _warm(game)
        with suppress(OSError):
            mark(f"levels-{game}").touch()


def _warm(game: str) -> None:
    """A pass in Hearts, and some moves."""
    rules = find_game(game).Rules()
    seated = [Seated(seat, "search") for seat in range(find_game(game).seats(rules))]
    match = fold([Opened(game, rules, ""), *seated, Dealt(NEW_DECK)])
    for _ in range(20):
        if (seat := actor(match)) == NOBODY:
            break
        thought = think(view(match, seat), 0, Budget(playouts=20, seconds=float("inf")))
        match = step(match, Acted(seat, thought.action))


class Weighing:
    """The candidates of a decision, the favourite first, and what their playouts came to."""

    def __init__(self, view: View, options: list[tuple[Action, ...]], budget: Budget) -> None:
        """Nothing played out yet."""
        self.view, self.options, self.budget = view, options, budget
        self.alive = list(range(len(options)))
        self.points = [np.empty(0) for _ in options]
        self.worths = [np.empty(0) for _ in options]
        self.unit = ""  # as the first playouts say

    def add(self, ends: Any) -> None:
        """More playouts (n, m, seats) of the candidates that are alive."""
        ends = ends if self.budget.moon else engine(self.view.game).unmade(ends)
        self.unit = self.unit or unit_of(self.view, ends, self.budget)
        worths = worth(self.view, ends, self.unit)
        for place, i in enumerate(self.alive):
            self.points[i] = np.append(self.points[i], ends[:, place, self.view.seat])
            self.worths[i] = np.append(self.worths[i], worths[:, place])

    def better(self, i: int, than: int = 0) -> tuple[float, float]:
        """By how much a candidate is better than another, and the standard error, over the playouts that both had."""
        n = min(len(self.worths[i]), len(self.worths[than]))
        gain = self.worths[i][:n] - self.worths[than][:n]
        if n < 2:
            return 0.0, float("inf")
        return float(gain.mean()), float(gain.std(ddof=1) / n**0.5)

    def drop(self) -> None:
        """Leave those behind that are clearly worse than the best; the favourite stays, for all are compared with it."""
        best = max(self.alive, key=lambda i: self.better(i)[0])
        for i in [i for i in self.alive if i not in (0, best)]:
            gain, error = self.better(i, best)
            if gain < -DROP * error:
                self.alive.remove(i)

    def thought(self) -> Thought:
        """What follows: the best of those that are alive, if it passes the gate."""
        figures = [self.better(i) for i in range(len(self.options))]
        best = max(self.alive, key=lambda i: figures[i][0])
        if figures[best][0] <= self.budget.gate * figures[best][1]:
            best = 0
        return Thought(
            action=self._next(best),
            chosen=best,
            candidates=tuple(self.options),
            points=tuple(float(points.mean()) if len(points) else float("nan") for points in self.points),
            better=tuple(gain for gain, _ in figures),
            error=tuple(error for _, error in figures),
            playouts=tuple(map(len, self.worths)),
            unit=self.unit or "points",
        )

    def _next(self, i: int) -> Action:
        """The action of a candidate; of three to pass the first that has not been passed."""
        return next(action for action in self.options[i] if self.view.legal >> action & 1)


def unit_of(view: View, ends: Any, budget: Budget) -> str:
    """What a decision is weighed in: "points", or where some end of the round (n, m, seats) ends the match its "share"."""
    target = view.rules.target
    return "share" if not target or (budget.match and (ends + np.array(view.totals)).max() >= target) else "points"


def worth(view: View, ends: Any, unit: str) -> Floats:
    """What ends of the round (n, m, seats) are worth to the seat, (n, m): the others' mean less its points, or its share."""
    if unit == "share":
        return shares(ends + np.array(view.totals), view.rules.target, view.seat, *engine(view.game).SPREAD)
    own = ends[:, :, view.seat]
    return np.asarray((ends.sum(axis=2) - own) / (ends.shape[2] - 1) - own, np.float64)


def shares(totals: Any, target: int, seat: int, mean: float, deviation: float) -> Floats:
    """The share (n, m) of the match that these totals (n, m, seats) are worth: won where it is over, else about likely.

    How far the rounds that are left spread the totals is a normal guess: by their number, and a round's deviation.
    """
    most = totals.max(axis=2, keepdims=True)
    least = totals == totals.min(axis=2, keepdims=True)
    rounds = np.maximum(0.5, (target - most) / mean)
    hopes = np.exp((totals.min(axis=2, keepdims=True) - totals) * 1.7 / (deviation * np.sqrt(2 * rounds)))
    found = np.where(most >= target, least / least.sum(axis=2, keepdims=True), hopes / hopes.sum(axis=2, keepdims=True))
    return np.asarray(found[:, :, seat], np.float64)


def act(view: View, dice: int) -> Action:
    """The level `search`."""
    return think(view, dice, BUDGET).action


def unhurried(view: View, dice: int) -> Thought:
    """What the level thinks with all of its playouts, however long they take: it is always the same."""
    return think(view, dice, BUDGET._replace(seconds=float("inf")))
