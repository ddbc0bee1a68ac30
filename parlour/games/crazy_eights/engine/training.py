"""The training of the policy of Crazy Eights: the gradient of its expected share, by playing out
alternative actions.

It trains under several house rules and for two to five players, against itself, a player like the
assignment's, and a random player.
"""

from typing import NamedTuple

import numpy as np

from parlour.cards import Mask
from parlour.engine.compiler.cache import compiling
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.arguments import NumpyFloats, NumpyInts, stream_of
from parlour.engine.numbers.bits import copy_row, kth, lowest_bit, mix, number_of, popcount, stream
from parlour.engine.numbers.sampling import centre
from parlour.engine.rounds.deals import card_by_card
from parlour.engine.search.protocol import Plan
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine.features import (
    BUFFER,
    Policies,
    chances,
    choose,
    describe,
    finish,
    score,
    share,
)
from parlour.games.crazy_eights.engine.policy import FIRST
from parlour.games.crazy_eights.engine.round import FIELDS, HAND, TURN, act, began, forced, settle

PLAN = Plan(steps=1000, rounds=1000, rate=0.1, decay=0.999)

TWO = eights.Rules()
MORE = (
    eights.Rules(players=3),
    eights.Rules(players=4),
    eights.Rules(eights=1),
    eights.Rules(players=5, hand=5),
)
# the house rules of training, in turn
HOUSES = tuple(house for other in MORE for house in (TWO, other))
COMPANY = np.stack([np.asarray(FIRST), np.zeros(len(FIRST))])
DEALT = 1 << 8  # the first random number of a stream for choices; those before it deal
TRIES = 4  # playouts for each action of a graded decision


class Workspace(NamedTuple):
    """The work arrays of a training step."""

    scores: NumpyFloats  # (BUFFER,)
    table: NumpyInts  # (FIELDS,)
    points: NumpyInts  # (seats,)
    won: NumpyFloats  # (64,): the share won by each action, ascending
    features: NumpyFloats  # (k,)


@compiled(makes=True)
def _study(
    policies: Policies,
    table: NumpyInts,
    stock: NumpyInts,
    may: Mask,
    seed: np.uint64,
    work: Workspace,
    gradient: NumpyFloats,
) -> None:
    """Add the gradient of the expected share of a decision, with each action played out in the true
    deal.
    """
    rules, position, won = policies.rules, work.table, work.won
    seat, n = table[TURN], popcount(may)
    for i in range(n):
        won[i] = 0.0
        for t in range(TRIES):
            copy_row(position, table)
            act(rules, position, lowest_bit(kth(may, i)), 0)
            finish(policies, position, stock, stream(seed, t), work.scores, work.points)
            won[i] += share(work.points, seat) / TRIES
    score(rules, table, may, policies.weights[seat], work.scores)
    chances(work.scores, n, 1.0)
    centre(work.scores, n, 1.0, won)
    for i in range(n):
        describe(rules, table, lowest_bit(kth(may, i)), work.scores, work.features)
        gradient += won[i] * work.features


@compiled(nogil=True)
def _add_gradients(
    rules: eights.Rules,
    number: int,
    seed: np.uint64,
    start: int,
    n: int,
    weights: NumpyFloats,
    others: NumpyFloats,
    gradient: NumpyFloats,
) -> float:
    """Add the gradients of n rounds to `gradient` (k); returns the sum of the shares of the
    training seat.
    """
    table, deck, points = (
        np.zeros(FIELDS, np.int64),
        np.zeros(52, np.int64),
        np.zeros(rules.players, np.int64),
    )
    policies, buffer = (
        Policies(rules, np.zeros((rules.players, len(weights))), np.ones(rules.players)),
        np.zeros(BUFFER),
    )
    work = Workspace(
        np.zeros(BUFFER),
        np.zeros(FIELDS, np.int64),
        np.zeros_like(points),
        np.zeros(64),
        np.zeros(len(weights)),
    )
    total = 0.0
    for game in range(start, start + n):
        dice = stream(seed, game)
        card_by_card(dice, deck)
        kind, taught = game % (len(others) + 1), game // (len(others) + 1) % rules.players
        began(rules, number, deck[rules.players * rules.hand], table)
        for seat in range(rules.players):
            row = weights if seat == taught or kind == 0 else others[kind - 1]
            copy_row(policies.weights[seat], row)
            table[HAND + seat] = 0
            for place in range(seat * rules.hand, (seat + 1) * rules.hand):
                table[HAND + seat] |= 1 << deck[place]
        stock = deck[rules.players * rules.hand + 1 :]
        may, choice = forced(rules, table, stock), DEALT
        while may:
            r = number_of(dice, choice)
            if may & (may - 1) and (kind == 0 or table[TURN] == taught) and r & np.uint64(3) == 0:
                _study(policies, table, stock, may, mix(r), work, gradient)
            act(
                rules,
                table,
                choose(rules, table, may, policies.weights[table[TURN]], 1.0, r, buffer),
                0,
            )
            may = forced(rules, table, stock)
            choice += 1
        settle(rules, table, points)
        total += share(points, taught)
    return total


def setting(step: int) -> tuple[eights.Rules, int, NumpyFloats | None]:
    """The setting of a training step: house rules, the round's number, which determines the first
    player, and `COMPANY`.
    """
    turn, house = divmod(step, len(HOUSES))
    return HOUSES[house], 1 + turn % HOUSES[house].players, None


def gradients(
    weights: NumpyFloats,
    others: NumpyFloats | None,
    rules: eights.Rules,
    number: int,
    n: int,
    seed: int,
    start: int = 0,
) -> tuple[NumpyFloats, float]:
    """The gradient, float64 (k,), of the share won by choices, summed over n rounds, and the mean
    share of one training seat.

    Of 1 + m rounds in turn all seats play by the weights in one. In each of the others one seat
    does, each in turn, and the rest play by a row of `others` (m, k), by default of `COMPANY`. In
    one of four choices by the weights each action is played out to the end in the true deal,
    `TRIES` times with the same random numbers for each. Round i is number `start + i` of the stream
    of `seed`.
    """
    gradient = np.zeros(len(weights))
    others = COMPANY if others is None else np.atleast_2d(others)
    with compiling("the training of Crazy Eights"):
        total = _add_gradients(rules, number, stream_of(seed), start, n, weights, others, gradient)
    return gradient, total / n
