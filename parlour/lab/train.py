"""Training by self-play: `parlour train GAME`, which makes the committed weights again.

A step plays rounds of the policy with itself (and with the other players that the game's
`gradients` mixes in), plays out every legal action at some decisions, and moves the weights along
the exact gradient of the policy's expected return there (Adam). Step i plays its own rounds of the
stream of the seed, so an interrupted run ends with the same weights.
"""

import json
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from parlour.catalogue.registry import part
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.compiler.settings import need
from parlour.engine.search.protocol import Plan, Training
from parlour.errors import UsageError, quote
from parlour.players.trained import policy

if TYPE_CHECKING:
    from parlour.engine.numbers.arguments import NumpyFloats

EARLY = 5  # steps


def training(game: str) -> Training[Any]:
    """The training of a game's policy; UsageError if it has none, or where numba is not
    installed.
    """
    need("A training")
    training = part(game, "engine.training")
    if training is None:
        raise UsageError(f"The game {quote(game)} has no player that can be trained.")
    return cast(Training[Any], training)


def plan_of(game: str) -> Plan:
    """The plan that trains a game's policy; UsageError if it has none."""
    return training(game).PLAN


class TrainingState(NamedTuple):
    """The state of a training run."""

    step: int
    weights: "NumpyFloats"  # (k,)
    mean: "NumpyFloats"  # of the gradients: Adam's first moment
    square: "NumpyFloats"  # and second
    payoff: float  # of the last step, as the game's `gradients` returns it


def begin(game: str) -> TrainingState:
    """The state before the first step, in which all actions are equally likely; UsageError where
    numba is not installed.
    """
    need("A training")
    nothing = np.zeros(len(policy(game).FEATURES))
    return TrainingState(0, nothing, nothing, nothing, 0.0)


def step(game: str, plan: Plan, state: TrainingState) -> TrainingState:
    """The state after one more step."""
    teacher = training(game)
    rules, number, others = teacher.setting(state.step)
    start = state.step * plan.rounds
    total, payoff = teacher.gradients(
        state.weights, others, rules, number, plan.rounds, plan.seed, start
    )
    gradient = total / plan.rounds
    stage = -(-plan.steps // plan.stages)
    before = state.step % stage
    past, at = state if before else begin(game), before + 1
    mean, square = (
        0.9 * past.mean + 0.1 * gradient,
        plan.decay * past.square + (1 - plan.decay) * gradient**2,
    )
    size = plan.rate * (1 - before / stage)
    change = size * (mean / (1 - 0.9**at)) / (np.sqrt(square / (1 - plan.decay**at)) + 1e-8)
    return TrainingState(state.step + 1, state.weights + change, mean, square, float(payoff))


def length(weights: "NumpyFloats") -> float:
    """The norm of the weights, by which short runs are compared."""
    return round(float(np.sqrt(weights @ weights)), 6)


def weights_text(game: str, plan: Plan, state: TrainingState) -> str:
    """The text of a weights file; `early` has the norm after a few steps, to check a repeated
    run.
    """
    early = begin(game)
    for _ in range(min(EARLY, plan.steps)):
        early = step(game, plan, early)
    named = dict(
        zip(
            policy(game).FEATURES,
            (round(float(weight), 4) for weight in state.weights),
            strict=True,
        )
    )
    command = f"parlour train {game} --steps {plan.steps} --rounds {plan.rounds} --seed {plan.seed}"
    fields = {"game": game, "command": command, "early": length(early.weights)}
    fields |= {"features": list(named), "weights": list(named.values())}
    return (
        "{\n"
        + ",\n".join(f"{json.dumps(name)}: {json.dumps(value)}" for name, value in fields.items())
        + "\n}\n"
    )


def checkpoint_text(game: str, plan: Plan, state: TrainingState) -> str:
    """The text of a checkpoint, from which training resumes; floats are written so that they are
    read back exactly.
    """
    arrays = {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in state._asdict().items()
    }
    return (
        json.dumps(
            {
                "game": game,
                "features": policy(game).FEATURES,
                "plan": plan._asdict(),
                "state": arrays,
            }
        )
        + "\n"
    )


def load_checkpoint(data: bytes, path: str, game: str, plan: Plan) -> TrainingState:
    """The state in a checkpoint; UsageError if it is not of this plan."""
    try:
        held = json.loads(data)
        if (held["game"], tuple(held["features"]), held["plan"]) != (
            game,
            policy(game).FEATURES,
            plan._asdict(),
        ):
            raise ValueError
        at, *arrays, payoff = held["state"].values()
        weights, mean, square = (np.array(array, np.float64) for array in arrays)
        return TrainingState(int(at), weights, mean, square, float(payoff))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        raise UsageError(
            f"The file {quote(path)} is not a training of {game} with these steps, rounds and seed."
        ) from None
