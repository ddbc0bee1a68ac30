"""The interface of a game's engine for players and the lab: one typed protocol in three parts.

A game's engine/policy.py is a `Policy`, its engine/search.py an `Engine`, its engine/training.py a
`Training`. `parlour.catalogue.registry.part` finds each; `engine/search/flat_engine.py` is the
`Engine` of a game that has none.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar, cast

from parlour.cards import Action, Card
from parlour.engine.compiler.arrays import Floats, IntBlock, Ints3
from parlour.engine.search.playouts import UNWANTED, Beta, SeatWeights
from parlour.engine.search.puct import NONE, Tree
from parlour.engine.worlds.resampling import DRAWN
from parlour.engine.worlds.sampler import Sampler, Worlds
from parlour.match import View

if TYPE_CHECKING:
    from parlour.engine.numbers.arguments import NumpyFloats  # training needs numpy


class Plan(NamedTuple):
    """The steps that train a game's policy."""

    steps: int
    rounds: int  # in a step
    rate: float  # of the first step; it falls to 0
    decay: float  # of the squares of past gradients, in a step
    seed: int = 1
    stages: int = 1  # equal parts, each of which begins with the full rate and no past gradients


class Model(NamedTuple):
    """A model of how each seat plays."""

    weights: SeatWeights
    # (seats,) the inverse temperature of each seat's choices in playouts, where 0 is random play;
    # or the style of each, if the game's `played` takes styles
    betas: Beta
    # (seats,) the same for the likelihood of past actions; or several styles of each seat, if the
    # game's `likely` takes them
    likelihood_betas: Beta
    drawn: int = DRAWN  # worlds drawn for each one that is resampled; of the first model
    odds: float = 1.0  # of the model, before anything is seen
    tree: Tree = NONE  # of the own seat's later choices, which the playouts of a decision grow


R = TypeVar("R")  # the game's Rules
T = TypeVar("T")
# the function `playouts` of a game's engine/policy.py
Playouts: TypeAlias = Callable[
    [View, Worlds, SeatWeights, Sequence[Action], int, int, Beta, Ints3], IntBlock
]


class Policy(Protocol):
    """A softmax over the legal actions of scores that are linear in weights."""

    @property
    def FEATURES(self) -> tuple[str, ...]:
        """The names of the features, one for each weight."""

    def prefer(self, view: View, weights: Floats, /) -> Floats:
        """The score of each legal action (64,), -inf for others."""


class Training(Protocol[R]):
    """The training of a policy."""

    @property
    def PLAN(self) -> Plan:
        """The plan that made the stored weights."""

    def setting(self, step: int, /) -> "tuple[R, int, NumpyFloats | None]":
        """The setting of a step: house rules, the first round's number, and the weights of other
        players at the table, if any.
        """

    def gradients(
        self,
        weights: "NumpyFloats",
        others: "NumpyFloats | None",
        rules: R,
        number: int,
        n: int,
        seed: int,
        start: int,
        /,
    ) -> "tuple[NumpyFloats, float]":
        """The gradient, float64 (k,), summed over n rounds, `start` the first of the stream of
        `seed`; and the mean payoff of a round.
        """


class Engine(Policy, Protocol):
    """The parts of a game that a search uses: a policy, playouts, and models of the other
    players.
    """

    @property
    def SPREAD(self) -> tuple[float, float]:
        """The mean and the standard deviation of a seat's points in a round."""

    @property
    def KINDS(self) -> tuple[str, ...]:
        """The levels that a round that is over may show a stranger to play like; empty in a game
        whose rounds may end before all cards are played. `models` and `likely` then get a view with
        the seen actions and the round's number, but without table, deal and drawn cards.
        """

    def candidates(self, view: View, scores: Floats, wide: bool, /) -> list[tuple[Action, ...]]:
        """The candidates, the policy's favourite first: single actions, or some actions in a row.
        `wide` asks for all that are worth a playout; a search halves more than 16.
        """

    def at_first(self, view: View, /) -> View | None:
        """The view at the first of the actions in a row that are chosen together, if the next one
        belongs to some; else None.
        """

    def played(
        self,
        view: View,
        worlds: Worlds,
        model: Model,
        options: list[tuple[Action, ...]],
        seed: int,
        start: int,
        finals: Ints3 = UNWANTED,
        /,
    ) -> IntBlock:
        """The points (n, m, seats) at the end of each world's round after each candidate.
        The masks of the cards that cost each seat its points go to `finals` (n, m, seats) if it is
        given.
        """

    def price(self, rules: Any, card: Card, /) -> int:
        """The points that such a card costs; 0 in a game that does not count cards."""

    def likely(
        self, view: View, worlds: Worlds, weights: SeatWeights, likelihood_beta: Beta, /
    ) -> Floats:
        """The logarithm (n,) of the chance in each world, under the policy, of all the
        others' actions in this round.
        """

    def models(self, view: View, weights: Floats, /) -> tuple[Model, ...]:
        """The possible ways in which the others play."""

    def walked(
        self, view: View, sampler: Sampler, models: tuple[Model, ...], seed: int, /
    ) -> Iterator[list[tuple[Worlds, Model]]] | None:
        """Batches of worlds in proportion to their likelihood, with a part for each model, if a
        game has a sharper sampler; else None. With each part comes a model for its playouts, which
        may know more of the others than the first one.
        """

    @property
    def ABLATIONS(self) -> Mapping[str, Mapping[str, object]]:
        """The parts that a search can leave out, by name, to measure what each is worth: the
        functions that then replace the engine's own; empty in most games.
        """


def ablated(engine: Engine, name: str) -> Engine:
    """An engine without the part of this name in its `ABLATIONS`; itself if the name is empty."""
    if not name:
        return engine
    return cast(Engine, SimpleNamespace(**{**vars(engine), **engine.ABLATIONS[name]}))


def single(playouts: Playouts) -> Callable[..., IntBlock]:
    """An engine's `played` by such playouts, where every candidate is one action."""

    def played(
        view: View,
        worlds: Worlds,
        model: Model,
        options: list[tuple[Action, ...]],
        seed: int,
        start: int,
        finals: Ints3 = UNWANTED,
    ) -> IntBlock:
        """The points (n, m, seats) at the end of each world's round after each candidate."""
        actions = [action for (action,) in options]
        return playouts(view, worlds, model.weights, actions, seed, start, model.betas, finals)

    return played


def candidates(view: View, scores: Floats, _wide: bool) -> list[tuple[Action, ...]]:
    """Every legal action alone: the default of an engine."""
    return [(action,) for action in ranked(view, scores)]


def at_first(_view: View) -> View | None:
    """None: the default of an engine whose candidates are single actions."""
    return None


def walked(
    _view: View, _sampler: Sampler, _models: tuple[Model, ...], _seed: int
) -> Iterator[list[tuple[Worlds, Model]]] | None:
    """None: the default of an engine without a sampler of its own."""
    return None


def ranked(view: View, scores: Floats) -> list[Action]:
    """The legal actions, by descending score."""
    legal, values = [action for action in range(64) if view.legal >> action & 1], scores.tolist()
    return sorted(legal, key=lambda action: -values[action])


def of_levels(view: View, table: Mapping[str, T]) -> list[T]:
    """The entry of each player's level in a table, whose key "" is for all levels without one."""
    return [table.get(player, table[""]) for player in view.players]
