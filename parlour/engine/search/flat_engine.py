"""The `Engine` of any game, from its rules alone: all actions have the same score, and rounds are
played out at random.

It serves a game without an engine/search.py of its own. A search with it is flat: it compares the
legal actions by random play to the end of the round, in worlds of equal weight.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from math import inf

import numpy as np

from parlour.cards import Action, Card, Seat
from parlour.catalogue.registry import find_game
from parlour.engine.compiler.arrays import (
    FloatRow,
    Floats,
    IntBlock,
    Ints,
    Ints2,
    Ints3,
    floats,
    floats_of,
    ints,
    ints_of,
)
from parlour.engine.compiler.cache import compiling
from parlour.engine.rounds.batch import Batch
from parlour.engine.rounds.compiled_rules import text_of, twin
from parlour.engine.search import protocol
from parlour.engine.search.playouts import UNWANTED, Beta, SeatWeights
from parlour.engine.search.protocol import Model
from parlour.engine.worlds.resampling import sizes
from parlour.engine.worlds.sampler import Sampler, Worlds, logs, replayed
from parlour.match import View

ROUNDS = 256  # from which the spread of points is estimated


class AnyEngine:
    """The `Engine` of a game, answered from its rules."""

    FEATURES: tuple[str, ...] = ()

    def __init__(self, game: str) -> None:
        """Nothing is compiled until it is needed."""
        self.game = game

    @property
    def SPREAD(self) -> tuple[float, float]:
        """The mean and the standard deviation of a seat's points in a round of random play, under
        the default rules.
        """
        return spread(self.game)

    def prefer(self, view: View, _weights: Floats, /) -> FloatRow:
        """Scores (64,): 0 for each legal action, -inf for others."""
        return floats_of(0.0 if view.legal >> action & 1 else -inf for action in range(64))

    candidates = staticmethod(protocol.candidates)
    at_first = staticmethod(protocol.at_first)
    KINDS = ()
    ABLATIONS: Mapping[str, Mapping[str, object]] = {}

    def price(self, _rules: tuple[int, ...], _card: Card, /) -> int:
        """0, since the rules do not say which cards cost points."""
        return 0

    def played(
        self,
        view: View,
        worlds: Worlds,
        _model: Model,
        options: list[tuple[Action, ...]],
        seed: int,
        start: int,
        _finals: Ints3 = UNWANTED,
        /,
    ) -> IntBlock:
        """The points (n, m, seats) at the end of each world's round after each candidate;
        all seats play at random. The rules do not say which cards cost points: `_finals` stay as
        they are.
        """
        rounds = logs(view, worlds)
        states, _ = replayed(view, rounds)
        actions = ints_of(action for (action,) in options)
        return random_ends(
            view.game,
            view.rules,
            view.number,
            rounds.decks,
            states,
            view.seat,
            actions,
            (seed, start),
        )

    def likely(
        self, _view: View, worlds: Worlds, _weights: SeatWeights, _likelihood_beta: Beta, /
    ) -> FloatRow:
        """Zeros (n,): past actions are not weighed, since the policy is uniform."""
        return floats(len(worlds.hands))

    def models(self, view: View, weights: Floats, /) -> tuple[Model, ...]:
        """One model: all seats play at random."""
        nothing = floats(len(view.players))
        return (Model(weights, nothing, nothing),)

    def walked(
        self, _view: View, sampler: Sampler, models: tuple[Model, ...], seed: int, /
    ) -> Iterator[list[tuple[Worlds, Model]]]:
        """Worlds as they are drawn, since all are equally likely."""
        start = 0
        for size in sizes():
            yield [(sampler.draw(size, seed, start=start), models[0])]
            start += size


@cache
def spread(game: str) -> tuple[float, float]:
    """The mean and the standard deviation of a seat's points, over rounds of random play from
    random deals.
    """
    batch = Batch(game, ROUNDS, 1)
    points = batch.points()
    for i in np.flatnonzero(~batch.done):
        row = slice(i, i + 1)
        first = batch.masks[row] & -batch.masks[row]
        ends = random_ends(
            game,
            batch.rules,
            1,
            batch.decks[row],
            batch.states[row],
            int(batch.turns[i]),
            np.log2(first).astype(np.int64),
            (1, int(i)),
        )
        points[i] = ends[0, 0].tolist()
    return float(points.mean()), float(points.std())


def random_ends(
    game: str,
    rules: tuple[int, ...],
    number: int,
    decks: Ints2,
    states: Ints2,
    seat: Seat,
    actions: Ints,
    dice: tuple[int, int],
) -> IntBlock:
    """The points (n, m, seats) at the end of n rounds in these states, after a seat takes
    each of m actions and all seats then play at random.

    `dice` is a seed and the number of the first of its streams; all actions of a round use the same
    stream.
    """
    compiled_game, seats = twin(game), find_game(game).seats(rules)
    points = ints(len(decks), len(actions), seats)
    with compiling(f"{game} playouts", text_of(compiled_game)):
        position = compiled_game.Rules(*rules), number, decks, states
        compiled_game.playouts_all(*position, seat, actions, dice, points)
    return points
