"""What a game's own engine is to those who play, search and train by it: one typed protocol."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

import numpy as np

from parlour.cards import Action
from parlour.engine.arguments import Floats, Ints
from parlour.engine.worlds import Sampler, Worlds
from parlour.match import View


class Plan(NamedTuple):
    """How a game's policy is trained."""

    steps: int
    rounds: int  # a step
    rate: float  # of the first step; it falls to nothing
    decay: float  # of the squares of past gradients, a step
    seed: int = 1


class Model(NamedTuple):
    """What is taken for granted of how each seat plays."""

    weights: Floats  # (k,), or (seats, k)
    keens: Floats  # (seats,) how keen each is on them in playouts
    trust: Floats  # (seats,) and in what past actions say


class Engine(Protocol):
    """What a search asks of a game: a policy, how it plays rounds out, and what it takes for granted of other players."""

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """What the policy's weights are of."""

    @property
    def SPREAD(self) -> tuple[float, float]:
        """Points of a round: their mean, and their standard deviation."""

    def prefer(self, view: View, weights: Floats, /) -> Floats:
        """The score (64,) of each legal action, -inf for others."""

    def candidates(self, view: View, scores: Floats, wide: bool, /) -> list[tuple[Action, ...]]:
        """What may be done, the policy's favourite first: actions alone, or some in a row; `wide`: all worth it."""

    def played(
        self, view: View, worlds: Worlds, model: Model, options: list[tuple[Action, ...]], seed: int, start: int, /
    ) -> Ints:
        """The points (n, m, seats) of each world's round after each candidate."""

    def likely(self, view: View, worlds: Worlds, weights: Floats, keen: Any, /) -> Floats:
        """The log (n,) of the chance in each world, under the policy, of all that others have done in this round."""

    def models(self, view: View, weights: Floats, /) -> tuple[Model, ...]:
        """How the others may play."""

    def walked(self, view: View, sampler: Sampler, model: Model, seed: int, /) -> Iterator[Worlds] | None:
        """Worlds as often as what was seen makes them likely, where a game has a sharper way to them; else None."""

    def unmade(self, points: Ints, /) -> Ints:
        """Points (n, m, seats) as if nobody had made what turns them round."""


def ranked(view: View, scores: Floats) -> list[Action]:
    """The legal actions, those of the highest scores first."""
    legal = [action for action in range(64) if view.legal >> action & 1]
    return sorted(legal, key=lambda action: -scores[action])


def by_level(view: View, weights: Floats, keen: Mapping[str, float], trust: Mapping[str, float]) -> tuple[Model, ...]:
    """One model: how keen each player is on the policy, in playouts and in what past actions say, as its level tells.

    "" stands for all levels that are not named.
    """
    keens, trusts = (np.array([table.get(player, table[""]) for player in view.players]) for table in (keen, trust))
    return (Model(weights, keens, trusts),)
