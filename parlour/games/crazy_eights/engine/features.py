"""The features of the policy for Crazy Eights, its scores and its choices.

The idea is to play the card that the next seat is least likely to answer. A feature is one of the
`BASES` of an action times one of the `SITUATIONS`. Both depend only on facts that the acting seat
may see: of another's hand, the number of cards and the memory of what it has lacked.
"""

from math import factorial
from typing import NamedTuple

from parlour.cards import ALL, RANK, SUIT, Action, Mask, Seat, Suit
from parlour.engine.compiler.arrays import Bytes, Floats, Floats2, Ints, Word
from parlour.engine.compiler.jit import compiled, constants
from parlour.engine.numbers import exact_math
from parlour.engine.numbers.bits import GOLD, kth, lowest_bit, mix, popcount
from parlour.engine.numbers.sampling import divide, drawn, fraction, softmax
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine.round import (
    BY_RANK,
    BY_SUIT,
    HAND,
    MATCH,
    PLAYED,
    STOCK,
    TOP,
    TURN,
    act,
    after,
    forced,
    settle,
)

BASES = (
    "miss",  # the chance that the next seat cannot answer
    "log miss",  # its logarithm, from -1 (e^-4 or less) to 0
    "run",  # the cards that the next seat is expected to draw for it, in eighths
    "suit",  # cards of the suit that stay in the hand, without eights, in fourths
    "rank",  # cards of the rank that stay in the hand, in halves
    "answers",  # of the unseen cards that fit it, the share that the rest of the hand can answer
    "miss and answers",  # the product of both
    "reach",  # of all unseen cards, the share that the rest of the hand, without eights, can answer
    "eight",  # whether it is an eight
    "turn",  # whether the suit changes
)
SITUATIONS = (
    "always",
    "next",  # one over the next seat's cards
    "own",  # one over the own cards
    "stock",  # one with an empty stock, a half with eight cards there
    "lead",  # cards that the next seat has more, from -1 (six fewer) to 1
    "stock and lead",  # the product of both
    "many",  # 1 with more than two players
    "named",  # 1 if an eight's suit is named
)
FEATURES = tuple(f"{base}, {situation}" for situation in SITUATIONS for base in BASES)
B, S = len(BASES), len(SITUATIONS)
EIGHT = BASES.index("eight")  # it and the bases after it follow from the action alone
LOGS = constants(exact_math.log(float(factorial(n))) for n in range(53))  # of n factorial
NEVER = -20.0  # in place of the logarithm of 0
# indices of the parts of a work array, after the scores
BASE, FACTOR, SITUATION = (
    64,
    64 + B,
    64 + 2 * B,
)
BUFFER = SITUATION + S


class Policies(NamedTuple):
    """The policy of each seat, under some rules."""

    rules: eights.Rules
    weights: Floats2  # (seats, k)
    betas: Floats  # (seats,) the inverse temperature of each seat


@compiled(forceinline=True)
def _chance(
    rules: eights.Rules, table: Ints, memory: int, shift: int, cards: Mask, unseen: Mask
) -> float:
    """The logarithm of the chance that the next seat holds none of these cards.

    `memory` and `shift` select the remembered number of such cards that each seat may have. The
    unseen cards are in the stock or in one of these places.
    """
    seat, group = table[TURN], 15 if memory == BY_RANK else 255
    pool, slots = popcount(unseen), 0
    for other in range(rules.players):
        if other != seat:
            held = popcount(table[HAND + other])
            may = min(held, table[memory + other] >> shift & group)
            pool -= held - may
            if other == after(rules, seat):
                slots = may
    free = pool - popcount(cards & unseen)
    if free < slots:
        return NEVER
    log: float = LOGS[free] - LOGS[free - slots] - LOGS[pool] + LOGS[pool - slots]
    return log


@compiled(forceinline=True)
def _answered(hand: Mask) -> Mask:
    """The cards that a hand without eights could answer."""
    ranks = (hand | hand >> 13 | hand >> 26 | hand >> 39) & SUIT
    answers = ranks | ranks << 13 | ranks << 26 | ranks << 39
    for suit in range(4):
        if hand & SUIT << 13 * suit:
            answers |= SUIT << 13 * suit
    return answers


@compiled(forceinline=True)
def _longest(hand: Mask) -> Suit:
    """The suit of which a hand holds most; at a tie, the first."""
    best = 0
    for suit in range(1, 4):
        if popcount(hand & SUIT << 13 * suit) > popcount(hand & SUIT << 13 * best):
            best = suit
    return best


@compiled(forceinline=True)
def _situations(rules: eights.Rules, table: Ints, buffer: Floats) -> None:
    """The situation of the seat in turn, into its part of the work array."""
    seat = table[TURN]
    size, other = popcount(table[HAND + seat]), popcount(table[HAND + after(rules, seat)])
    low, lead = 8 / (8 + table[STOCK]), max(-6, min(6, other - size)) / 6
    buffer[SITUATION], buffer[SITUATION + 1], buffer[SITUATION + 2] = 1.0, 1 / other, 1 / size
    buffer[SITUATION + 3], buffer[SITUATION + 4], buffer[SITUATION + 5] = low, lead, low * lead
    buffer[SITUATION + 6], buffer[SITUATION + 7] = rules.players > 2, rules.eights


class Facts(NamedTuple):
    """The facts of a turn that are the same for all of its actions."""

    hand: Mask
    unseen: Mask
    no_eight: float  # the logarithm of the chance that the next seat holds no eight
    elsewhere: int  # the cards of the stock, and of hands after the next; at least 1


@compiled(forceinline=True)
def _facts(rules: eights.Rules, table: Ints) -> Facts:
    """The facts of the seat in turn."""
    seat = table[TURN]
    hand = table[HAND + seat]
    unseen = ALL & ~(hand | table[PLAYED])
    return Facts(
        hand,
        unseen,
        _chance(rules, table, BY_SUIT, 32, eights.EIGHTS, unseen),
        max(1, popcount(unseen) - popcount(table[HAND + after(rules, seat)])),
    )


@compiled(forceinline=True)
def _marked(
    rules: eights.Rules, table: Ints, hand: Mask, action: Action, buffer: Floats
) -> tuple[Mask, int, Suit]:
    """The bases of an action of the seat in turn from `EIGHT` on, into their part of the work
    array; and the cards left in the hand, and the rank and the suit to match then.
    """
    if action < 52:
        left, rank, suit = hand & ~(1 << action), action % 13, action // 13
        eight = eights.EIGHTS >> action & 1
        if eight and rules.eights:
            suit = _longest(left)
    else:
        left, rank, suit, eight = hand, table[TOP] % 13, action - eights.NAME, 0
    buffer[BASE + EIGHT], buffer[BASE + EIGHT + 1] = eight, suit != table[MATCH]
    return left, rank, suit


@compiled(forceinline=True)
def _bases(rules: eights.Rules, table: Ints, facts: Facts, action: Action, buffer: Floats) -> None:
    """The bases of an action of the seat in turn, into their part of the work array."""
    _, unseen, no_eight, elsewhere = facts
    left, rank, suit = _marked(rules, table, facts.hand, action, buffer)
    suited, plain = SUIT << 13 * suit & ~eights.EIGHTS, left & ~eights.EIGHTS
    log = _chance(rules, table, BY_SUIT, 8 * suit, suited, unseen)
    log += no_eight
    log += _chance(
        rules, table, BY_RANK, 4 * rank, RANK << rank & ~(suited | eights.EIGHTS), unseen
    )
    miss, stock, out = exact_math.exp(log), table[STOCK], popcount(unseen)
    fit = eights.fitting(rank, suit) & unseen
    draws = min(stock, (stock + 1) / (popcount(fit) * stock / elsewhere + 1))
    draws = min(draws, float(eights.most_draws(rules.draw)))
    reach = _answered(plain)
    answers = popcount(fit & (ALL if plain != left else reach)) / max(1, popcount(fit))
    buffer[BASE], buffer[BASE + 1], buffer[BASE + 2] = miss, max(log / 4, -1.0), miss * draws / 8
    buffer[BASE + 3], buffer[BASE + 4] = (
        popcount(plain & suited) / 4,
        popcount(left & RANK << rank) / 2,
    )
    buffer[BASE + 5], buffer[BASE + 6], buffer[BASE + 7] = (
        answers,
        miss * answers,
        popcount(reach & unseen) / out,
    )


@compiled(forceinline=True)
def score(rules: eights.Rules, table: Ints, may: Mask, weights: Floats, buffer: Floats) -> None:
    """The scores of the legal actions of the seat in turn, ascending, into the first of `buffer`
    (BUFFER).
    """
    factors(rules, table, weights, buffer)
    score_by(rules, table, may, buffer)


@compiled(forceinline=True)
def factors(rules: eights.Rules, table: Ints, weights: Floats, buffer: Floats) -> None:
    """The weight of each base in the situation of the seat in turn, into its part of the work
    array.
    """
    _situations(rules, table, buffer)
    for b in range(B):
        factor = 0.0
        for s in range(S):
            factor += weights[s * B + b] * buffer[SITUATION + s]
        buffer[FACTOR + b] = factor


@compiled(forceinline=True)
def score_by(rules: eights.Rules, table: Ints, may: Mask, buffer: Floats) -> None:
    """The scores of the legal actions of the seat in turn, ascending, by the factors in the work
    array, into its first places.
    """
    looks = False  # at what others may hold
    for b in range(EIGHT):
        looks |= buffer[FACTOR + b] != 0.0
        buffer[BASE + b] = 0.0
    n, facts, hand = 0, _facts(rules, table), table[HAND + table[TURN]]
    while may:
        if looks:
            _bases(rules, table, facts, lowest_bit(may), buffer)
        else:
            _marked(rules, table, hand, lowest_bit(may), buffer)
        total = 0.0
        for b in range(B):
            total += buffer[FACTOR + b] * buffer[BASE + b]
        buffer[n] = total
        may &= may - 1
        n += 1


@compiled()
def describe(
    rules: eights.Rules, table: Ints, action: Action, buffer: Floats, features: Floats
) -> None:
    """The features, float64 (k,), of an action of the seat in turn, into `features`."""
    _situations(rules, table, buffer)
    _bases(rules, table, _facts(rules, table), action, buffer)
    for b in range(B):
        for s in range(S):
            features[s * B + b] = buffer[BASE + b] * buffer[SITUATION + s]


@compiled(forceinline=True)
def weighed(scores: Floats, n: int, beta: float) -> float:
    """Replace the first n scores by their weights in a softmax; returns the sum of the weights."""
    best = scores[0]
    for i in range(1, n):
        best = max(best, scores[i])
    total: float = softmax(scores, n, beta, best)
    return total


@compiled(forceinline=True)
def chances(scores: Floats, n: int, beta: float) -> None:
    """The softmax of the first n scores times `beta`, in place."""
    divide(scores, n, weighed(scores, n, beta))


@compiled(forceinline=True)
def choose(
    rules: eights.Rules,
    table: Ints,
    may: Mask,
    weights: Floats,
    beta: float,
    r: Word,
    buffer: Floats,
) -> Action:
    """An action of the seat in turn, drawn from the softmax by a random number."""
    if may & (may - 1) == 0:
        return lowest_bit(may)
    n = popcount(may)
    if beta == 0.0:
        return lowest_bit(kth(may, int(fraction(r) * n)))
    score(rules, table, may, weights, buffer)
    total = weighed(buffer, n, beta)
    return lowest_bit(kth(may, drawn(buffer, n, total * fraction(r))))


@compiled()
def share(points: Ints, seat: Seat) -> float:
    """The share of a round that a seat has won, by the points of all seats."""
    alike = 0
    for other in range(len(points)):
        if points[other] < points[seat]:
            return 0.0
        alike += points[other] == points[seat]
    return 1.0 / alike


@compiled()
def finish(
    policies: Policies,
    table: Ints,
    stock: Ints | Bytes,
    dice: Word,
    buffer: Floats,
    points: Ints,
) -> None:
    """Play a round to its end, each seat by its policy; the points go to `points` (seats)."""
    rules, weights, betas = policies
    may = forced(rules, table, stock)
    while may:
        dice += GOLD
        seat = table[TURN]
        act(
            rules,
            table,
            choose(rules, table, may, weights[seat], betas[seat], mix(dice), buffer),
            0,
        )
        may = forced(rules, table, stock)
    settle(rules, table, points)
