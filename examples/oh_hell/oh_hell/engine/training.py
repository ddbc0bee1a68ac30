"""The training of the policy of Oh Hell: `parlour train oh-hell` makes `weights.json`.

A round is played by the policy at all seats. Each choice is credited with what its seat scored,
against the mean of the table (REINFORCE: Williams, 1992).
"""

from random import Random

import numpy as np

from oh_hell.engine.policy import FEATURES, describe
from oh_hell.rules import Rules, apply, deal, legal, length, points, shown
from parlour.engine.numbers.arguments import NumpyFloats
from parlour.engine.search.protocol import Plan

PLAN = Plan(steps=400, rounds=200, rate=0.05, decay=0.99)
RULES = Rules()
SCALE = 10.0  # points


def setting(step: int) -> tuple[Rules, int, NumpyFloats | None]:
    """The house rules of a step, the number of its round, and no other players' weights; all sizes
    of a hand come in turn.
    """
    return RULES, step % length(RULES) + 1, None


def add_round(
    weights: NumpyFloats, rules: Rules, number: int, dice: Random, gradient: NumpyFloats
) -> float:
    """Add the gradient of a round to `gradient`; returns the mean score of a seat."""
    constants, state = deal(rules, tuple(dice.sample(range(52), 52)), number)
    choices = list[tuple[int, NumpyFloats]]()  # a seat, and the gradient of its choice's logarithm
    while (seat := state.turn) < rules.players:
        may = legal(constants, state, seat)
        features = describe(shown(constants, state, seat), rules, may)
        rows = np.array(list(features.values()))
        scores = rows @ weights
        chances = np.exp(scores - scores.max())
        chances /= chances.sum()
        at = dice.choices(range(len(rows)), chances.tolist())[0]
        choices.append((seat, rows[at] - chances @ rows))
        state = apply(constants, state, seat, list(features)[at])
    scored = points(constants, state)[: rules.players]
    mean = sum(scored) / rules.players
    for seat, slope in choices:
        gradient += (scored[seat] - mean) / SCALE * slope
    return mean


def gradients(
    weights: NumpyFloats,
    _others: NumpyFloats | None,
    rules: Rules,
    number: int,
    n: int,
    seed: int,
    start: int,
) -> tuple[NumpyFloats, float]:
    """The gradient, float64 (k,), summed over n rounds, `start` the first of the stream of `seed`;
    and the mean score of a seat.
    """
    gradient, total = np.zeros(len(FEATURES)), 0.0
    for i in range(start, start + n):
        total += add_round(weights, rules, number, Random(f"{seed}/{i}"), gradient)
    return gradient, total / n
