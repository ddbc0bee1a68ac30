"""What a game's engine is to players and to the lab: one typed protocol in three parts.

A game's engine/policy.py is a `Policy`, its engine/search.py an `Engine`, its engine/training.py a
`Training`. Each is found by `parlour.game.part`; `engine/any.py` is the `Engine` of a game that has
none.
"""

from collections.abc import Iterator, Mapping
from typing import NamedTuple, Protocol, TypeVar

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
    # (seats,) the inverse temperature of each seat's choices in playouts; 0 is random play
    betas: Floats
    likelihood_betas: Floats  # (seats,) the same where past actions are judged


R = TypeVar("R")  # the game's Rules


class Policy(Protocol):
    """A softmax over the legal actions of scores that are linear in weights."""

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """What the policy's weights are of."""

    def prefer(self, view: View, weights: Floats, /) -> Floats:
        """The score (64,) of each legal action, -inf for others."""


class Training(Protocol[R]):
    """How a policy learns."""

    @property
    def PLAN(self) -> Plan:
        """The steps that made the weights."""

    def setting(self, step: int, /) -> tuple[R, int, Floats | None]:
        """What a step is played under: house rules, the first round's number, and weights of others
        at the table, if any.
        """

    def gradients(
        self,
        weights: Floats,
        others: Floats | None,
        rules: R,
        number: int,
        n: int,
        seed: int,
        start: int,
        /,
    ) -> tuple[Floats, float]:
        """The gradient (k,) summed over n rounds, `start` the first of the stream of `seed`; and
        the mean payoff of a round.
        """


class Engine(Policy, Protocol):
    """What a search asks of a game: a policy, how it plays rounds out, and what it takes for
    granted of other players.
    """

    @property
    def SPREAD(self) -> tuple[float, float]:
        """Points of a round: their mean, and their standard deviation."""

    def candidates(self, view: View, scores: Floats, wide: bool, /) -> list[tuple[Action, ...]]:
        """What may be done, the policy's favourite first: actions alone, or some in a row; `wide`:
        all worth it.
        """

    def played(
        self,
        view: View,
        worlds: Worlds,
        model: Model,
        options: list[tuple[Action, ...]],
        seed: int,
        start: int,
        /,
    ) -> Ints:
        """The points (n, m, seats) of each world's round after each candidate."""

    def likely(
        self, view: View, worlds: Worlds, weights: Floats, likelihood_beta: Floats, /
    ) -> Floats:
        """The log (n,) of the chance in each world, under the policy, of all that others have done
        in this round.
        """

    def models(self, view: View, weights: Floats, /) -> tuple[Model, ...]:
        """How the others may play."""

    def walked(
        self, view: View, sampler: Sampler, model: Model, seed: int, /
    ) -> Iterator[Worlds] | None:
        """Worlds as often as what was seen makes them likely, where a game has a sharper way to
        them; else None.
        """

    def unmade(self, points: Ints, /) -> Ints:
        """Points (n, m, seats) as if nobody had made what turns them round."""


def candidates(view: View, scores: Floats, wide: bool) -> list[tuple[Action, ...]]:
    """Every legal action alone, where a game's engine says no more."""
    return [(action,) for action in ranked(view, scores)]


def walked(view: View, sampler: Sampler, model: Model, seed: int) -> Iterator[Worlds] | None:
    """No walks: worlds are drawn, where a game's engine has no sharper way."""
    return None


def unmade(points: Ints) -> Ints:
    """The points themselves, where nothing turns points round."""
    return points


def ranked(view: View, scores: Floats) -> list[Action]:
    """The legal actions, those of the highest scores first."""
    legal = [action for action in range(64) if view.legal >> action & 1]
    return sorted(legal, key=lambda action: -scores[action])


def by_level(
    view: View, weights: Floats, beta: Mapping[str, float], likelihood_beta: Mapping[str, float]
) -> tuple[Model, ...]:
    """One model: the inverse temperatures of each player, in playouts and where past actions are
    judged, as its level tells.

    "" stands for all levels that are not named.
    """
    betas, likely = (
        np.array([table.get(player, table[""]) for player in view.players])
        for table in (beta, likelihood_beta)
    )
    return (Model(weights, betas, likely),)
