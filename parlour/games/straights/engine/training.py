"""How the policy of Straights learns: every legal card of some decisions is played out in the true deal.

The gradient is that of the softmax's expected utility, exact but for what the playouts leave to chance, which is the same for
all cards of a decision.
"""

from typing import Any

import numpy as np

from parlour.engine.arguments import Floats, ready_number, stream_of
from parlour.engine.bits import kth, lowest_bit, popcount, stream, throw
from parlour.engine.cache import compiled, compiling
from parlour.engine.choice import turned
from parlour.engine.deals import WORDS, card_by_card, four_hands, number_of
from parlour.engine.protocol import Plan
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.features import SHAPES, shape_of
from parlour.games.straights.engine.loops import SEVEN
from parlour.games.straights.engine.policy import (
    FEATURES,
    WIDTH,
    after,
    chances,
    chosen,
    features,
    fitting,
    known_gone,
    moment_of,
    sheet,
)

PLAN = Plan(steps=440, rounds=1000, rate=0.03, decay=0.999)
PLAYOUTS = 2  # of each legal card
SHARE = 3  # one in so many choices is a lesson
COMPANY, CHOICES, FUTURES = 1 << 9, 1 << 11, 1 << 12  # places among a round's numbers


@compiled(forceinline=True)
def by_order(order: Any, may: Any) -> Any:
    """The first-legal player's card: the first of these in an order of all cards."""
    place = 0
    while not may >> order[place] & 1:
        place += 1
    return 1 << order[place]


@compiled(forceinline=True)
def card_of(
    sheets: Any, company: Any, order: Any, apart: Any, rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, found: Any,
    r: Any,
) -> Any:  # fmt: skip
    """The first seat's card by the policy; where bit 0 of `apart` is up by its company, or first-legal if that is empty."""
    if apart & 1:
        if len(company[0]) == 0:
            return by_order(order, straights.choices(hands[0], fitting(rules, table)))
        return chosen(company, rules, hands, thrown, table, stuck, 1.0, found, r)
    return chosen(sheets, rules, hands, thrown, table, stuck, 1.0, found, r)


@compiled(forceinline=True)
def rotated(apart: Any) -> Any:
    """Four bits from the next seat on."""
    return apart >> 1 | (apart & 1) << 3


@compiled()
def utility(
    sheets: Any, company: Any, order: Any, apart: Any, rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, found: Any,
    dice: Any, future: Any,
) -> Any:  # fmt: skip
    """What the last of the seats gains on the mean of the others when the round is played to its end."""
    left = popcount(hands[0] | hands[1] | hands[2] | hands[3])
    for n in range(left, 0, -1):
        r = number_of(dice, FUTURES + 64 * future + n)
        card = card_of(sheets, company, order, apart, rules, hands, thrown, table, stuck, found, r)
        hands, thrown, table, stuck = after(rules, hands, thrown, table, stuck, card)
        apart = rotated(apart)
    end = turned(thrown, (3 - left) & 3)
    values = rules.values
    others = straights.worth(values, end[1]) + straights.worth(values, end[2]) + straights.worth(values, end[3])
    return others / 3.0 - straights.worth(values, end[0])


@compiled(forceinline=True)
def add_row(row: Any, moment: Any, weight: Any) -> None:
    """A shape's gradient: the features of the moment."""
    row[0] += weight
    for i in range(WIDTH - 1):
        row[i + 1] += weight * moment[i]


@compiled()
def decide(
    sheets: Any, company: Any, order: Any, apart: Any, rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, found: Any,
    worths: Any, dice: Any, future: Any, gradient: Any,
) -> None:  # fmt: skip
    """One lesson: every legal card played out, and the gradient at each shape added."""
    fits = fitting(rules, table)
    may, laying = straights.choices(hands[0], fits), hands[0] & fits != 0
    n = popcount(may)
    for i in range(n):
        begun = after(rules, hands, thrown, table, stuck, kth(may, i))
        worths[i] = 0.0
        for j in range(PLAYOUTS):
            worths[i] += utility(
                sheets, company, order, rotated(apart), rules, begun[0], begun[1], begun[2], begun[3], found, dice,
                PLAYOUTS * future + j,
            ) / PLAYOUTS  # fmt: skip
    total = chances(sheets, rules, hands, thrown, table, stuck, 1.0, found)
    mean = 0.0
    for i in range(n):
        mean += found[i] / total * worths[i]
    gone = known_gone(rules, thrown)
    moment = moment_of(sheets[1], rules, hands, gone, table, fits, stuck)
    for i in range(n):
        weight, card = found[i] / total * (worths[i] - mean), lowest_bit(kth(may, i))
        high = 1 if card % 13 > 6 else 0
        add_row(gradient[shape_of(card, laying, hands[0], gone, table, high)], moment, weight)
        if card % 13 == 6:
            add_row(gradient[shape_of(card, laying, hands[0], gone, table, 1)], moment, weight)


@compiled(nogil=True)
def _lesson(sheets: Any, company: Any, rules: Any, seed: Any, start: Any, n: Any, gradient: Any) -> Any:
    """`lesson`, its gradient by shapes (SHAPES, WIDTH); the sum of utilities of the policy's seats, and how many there were."""
    words, order = np.empty((WORDS, 1), np.uint64), np.empty(52, np.int64)
    found, worths = np.empty(13), np.empty(13)
    gained, seats = 0.0, 0
    for game in range(start, start + n):
        dice = stream(seed, game)
        throw(words, seed, game, game)
        dealt = four_hands(words, 0)
        card_by_card(dice, order)
        word = np.int64(number_of(dice, COMPANY) >> np.uint64(40))
        apart = word >> 4 & 15 if word & 1 else 0
        seat = 0 if dealt[0] & SEVEN else 1 if dealt[1] & SEVEN else 2 if dealt[2] & SEVEN else 3
        hands, thrown, table, stuck = turned(dealt, seat), (0, 0, 0, 0), 0, 0
        for turn in range(52):
            r = number_of(dice, CHOICES + 2 * turn)
            may = straights.choices(hands[0], fitting(rules, table))
            if not apart & 1 and may & (may - 1) and number_of(dice, CHOICES + 2 * turn + 1) % np.uint64(SHARE) == 0:
                decide(sheets, company, order, apart, rules, hands, thrown, table, stuck, found, worths, dice, turn, gradient)
            card = card_of(sheets, company, order, apart, rules, hands, thrown, table, stuck, found, r)
            hands, thrown, table, stuck = after(rules, hands, thrown, table, stuck, card)
            apart = rotated(apart)
        costs = (
            straights.worth(rules.values, thrown[0]),
            straights.worth(rules.values, thrown[1]),
            straights.worth(rules.values, thrown[2]),
            straights.worth(rules.values, thrown[3]),
        )
        for place in range(4):
            if not apart >> place & 1:
                gained += (sum(costs) - 4 * costs[place]) / 3.0
                seats += 1
    return gained, seats


def setting(step: int) -> tuple[straights.Rules, int, Floats | None]:
    """What a step of training is played under: house rules, the round's number, and the company's weights.

    Every fifth step hides discards; in three of ten the company plays anything, else the first legal card.
    """
    rules = straights.Rules(discards=int(step % 5 == 4))
    return rules, 1, None if step * 7 % 10 < 7 else np.zeros(len(FEATURES))


def lesson(
    weights: Floats, others: Floats | None, rules: straights.Rules, number: int, n: int, seed: int, start: int
) -> tuple[Floats, float]:
    """The gradient of the weights over rounds start ... start + n - 1 of a seed, and the policy's mean utility there.

    In half of the rounds all seats play the policy, in the others each with a chance of a half plays by the weights `others`,
    or first-legal if None. The utility is the mean of the others' points less the seat's own.
    """
    ready_number(number)
    gradient, sheets = np.zeros((SHAPES, WIDTH)), sheet(weights, rules)
    company = (np.zeros((0, WIDTH)), sheets[1]) if others is None else sheet(others, rules)
    with compiling("straights lesson"):
        gained, seats = _lesson(sheets, company, rules, stream_of(seed), start, n, gradient)
    found: Floats = (features(rules.values).T @ gradient).ravel()
    assert len(found) == len(FEATURES)
    return found, gained / max(seats, 1)
