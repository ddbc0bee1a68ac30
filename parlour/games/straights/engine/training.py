"""The training of the policy of Straights: every legal card of some decisions is played out in the
true deal.

The gradient is that of the softmax's expected payoff. It is exact except for the chance in the
playouts, which is the same for all cards of a decision.
"""

from typing import NamedTuple

import numpy as np

from parlour.cards import Card, Mask, holder
from parlour.engine.compiler.cache import compiling
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.arguments import NumpyFloats, NumpyInts, ready_number, stream_of
from parlour.engine.numbers.bits import fill_random, kth, lowest_bit, number_of, popcount, stream
from parlour.engine.numbers.sampling import centre, divide, rotated
from parlour.engine.rounds.deals import WORDS, card_by_card, four_hands
from parlour.engine.search.protocol import Plan
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.features import SHAPES
from parlour.games.straights.engine.policy import after, chances, chosen
from parlour.games.straights.engine.scores import (
    FEATURES,
    WIDTH,
    Context,
    Position,
    ScoreTable,
    features,
    fitting,
    score_table,
    shape_in,
    sight_of,
)

PLAN = Plan(steps=440, rounds=1000, rate=0.03, decay=0.999)
PLAYOUTS = 2  # for each legal card
SHARE = 3  # one choice in so many is graded
COMPANY, CHOICES, FUTURES = 1 << 9, 1 << 11, 1 << 12  # indices of a round's random numbers


@compiled(forceinline=True)
def by_order(order: NumpyInts, may: Mask) -> Mask:
    """The first-legal player's card (a bit): the first of these in an order of all cards."""
    place = 0
    while not may >> order[place] & 1:
        place += 1
    card: Card = order[place]
    return 1 << card


class TrainingContext(NamedTuple):
    """The policies of the seats during training, and work arrays."""

    rules: straights.Rules
    tables: ScoreTable  # of the policy
    company: ScoreTable  # of the others; without scores if they play first-legal
    order: NumpyInts  # (52,): the first-legal player's order of all cards
    buffer: NumpyFloats  # (13,): work array for the chances of cards
    payoffs: NumpyFloats  # (13,): work array for their payoffs


@compiled(forceinline=True)
def card_of(training: TrainingContext, apart: int, now: Position, r: np.uint64) -> Mask:
    """The card (a bit) of the seat in turn, by the policy; if bit 0 of `apart` is set, by the
    others' policy, or first-legal without one.
    """
    rules = training.rules
    if apart & 1:
        if len(training.company.scores) == 0:
            return by_order(
                training.order, straights.choices(now.hands[0], fitting(rules, now.table))
            )
        return chosen(training.company, rules, now, 1.0, training.buffer, r)
    return chosen(training.tables, rules, now, 1.0, training.buffer, r)


@compiled(forceinline=True)
def from_next_seat(apart: int) -> int:
    """Four bits by seat, from the next seat on."""
    return apart >> 1 | (apart & 1) << 3


@compiled()
def payoff(
    training: TrainingContext, apart: int, now: Position, dice: np.uint64, future: int
) -> float:
    """The gain of the last of the seats on the mean of the others when the round is played to its
    end.
    """
    hands, values = now.hands, training.rules.values
    left = popcount(hands[0] | hands[1] | hands[2] | hands[3])
    for n in range(left, 0, -1):
        card = card_of(training, apart, now, number_of(dice, FUTURES + 64 * future + n))
        now = after(training.rules, now, card)
        apart = from_next_seat(apart)
    end = rotated(now.discarded, (3 - left) & 3)
    others = (
        straights.worth(values, end[1])
        + straights.worth(values, end[2])
        + straights.worth(values, end[3])
    )
    return others / 3.0 - straights.worth(values, end[0])


@compiled(forceinline=True)
def add_row(row: NumpyFloats, context: Context, weight: float) -> None:
    """Add a weight times the features of the context to a shape's gradient."""
    row[0] += weight
    for i in range(WIDTH - 1):
        row[i + 1] += weight * context[i]


@compiled()
def decide(
    training: TrainingContext,
    apart: int,
    now: Position,
    dice: np.uint64,
    future: int,
    gradient: NumpyFloats,
) -> None:
    """Play out every legal card of one decision, and add the gradient at each shape."""
    buffer, payoffs = training.buffer, training.payoffs
    sight = sight_of(training.tables.sides, training.rules, now)
    n = popcount(sight.may)
    for i in range(n):
        begun = after(training.rules, now, kth(sight.may, i))
        payoffs[i] = 0.0
        for j in range(PLAYOUTS):
            payoffs[i] += (
                payoff(training, from_next_seat(apart), begun, dice, PLAYOUTS * future + j)
                / PLAYOUTS
            )
    divide(buffer, n, chances(training.tables, sight, 1.0, buffer))
    centre(buffer, n, 1.0, payoffs)
    for i in range(n):
        card = lowest_bit(kth(sight.may, i))
        add_row(gradient[shape_in(sight, card, int(card % 13 > 6))], sight.context, payoffs[i])
        if card % 13 == 6:
            add_row(gradient[shape_in(sight, card, 1)], sight.context, payoffs[i])


@compiled(nogil=True)
def _add_gradients(
    training: TrainingContext, seed: np.uint64, start: int, n: int, gradient: NumpyFloats
) -> tuple[float, int]:
    """Add the gradients by shape (SHAPES, WIDTH); returns the sum of the payoffs of the policy's
    seats, and the number of these.
    """
    words, rules = np.empty((WORDS, 1), np.uint64), training.rules
    gained, seats = 0.0, 0
    for game in range(start, start + n):
        dice = stream(seed, game)
        fill_random(words, seed, game, game)
        dealt = four_hands(words, 0)
        card_by_card(dice, training.order)
        word = int(np.int64(number_of(dice, COMPANY) >> np.uint64(40)))
        apart = word >> 4 & 15 if word & 1 else 0
        seat = holder(dealt, straights.SEVEN_OF_SPADES)
        now = Position(rotated(dealt, seat), (0, 0, 0, 0), 0, 0)
        for turn in range(52):
            r = number_of(dice, CHOICES + 2 * turn)
            may = straights.choices(now.hands[0], fitting(rules, now.table))
            if (
                not apart & 1
                and may & (may - 1)
                and number_of(dice, CHOICES + 2 * turn + 1) % np.uint64(SHARE) == 0
            ):
                decide(training, apart, now, dice, turn, gradient)
            now = after(rules, now, card_of(training, apart, now, r))
            apart = from_next_seat(apart)
        costs = (
            straights.worth(rules.values, now.discarded[0]),
            straights.worth(rules.values, now.discarded[1]),
            straights.worth(rules.values, now.discarded[2]),
            straights.worth(rules.values, now.discarded[3]),
        )
        for place in range(4):
            if not apart >> place & 1:
                gained += (sum(costs) - 4 * costs[place]) / 3.0
                seats += 1
    return gained, seats


def setting(step: int) -> tuple[straights.Rules, int, NumpyFloats | None]:
    """The setting of a training step: house rules, the round's number, and the weights of the
    others.

    Every fifth step hides discards. In three steps of ten the others play random cards, else the
    first legal card.
    """
    rules = straights.Rules(discards=int(step % 5 == 4))
    return rules, 1, None if step * 7 % 10 < 7 else np.zeros(len(FEATURES))


def tables_of(weights: NumpyFloats, rules: straights.Rules) -> ScoreTable:
    """The scores under these weights, in arrays of numpy."""
    table = score_table(weights, rules)
    return table._replace(scores=np.asarray(table.scores), sides=np.asarray(table.sides))


def gradients(
    weights: NumpyFloats,
    others: NumpyFloats | None,
    rules: straights.Rules,
    number: int,
    n: int,
    seed: int,
    start: int,
) -> tuple[NumpyFloats, float]:
    """The gradient of the weights, float64 (k,), summed over rounds start ... start + n - 1 of a
    seed, and the policy's mean payoff.

    In half of the rounds all seats play the policy. In the others each seat, with a chance of a
    half, plays by the weights `others`, or first-legal if None. The payoff is the mean of the
    others' points less the seat's own.
    """
    ready_number(number)
    gradient, tables = np.zeros((SHAPES, WIDTH)), tables_of(weights, rules)
    company = (
        tables._replace(scores=np.zeros((0, WIDTH))) if others is None else tables_of(others, rules)
    )
    training = TrainingContext(
        rules, tables, company, np.empty(52, np.int64), np.empty(13), np.empty(13)
    )
    with compiling("the training of Straights"):
        gained, seats = _add_gradients(training, stream_of(seed), start, n, gradient)
    slopes: NumpyFloats = (np.asarray(features(rules.values)).T @ gradient).ravel()
    assert len(slopes) == len(FEATURES)
    return slopes, gained / max(seats, 1)
