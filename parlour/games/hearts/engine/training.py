"""The training of the policy of Hearts, compiled: at some decisions of true deals each card is
played out.

The return of a card is the mean points of the others less its seat's own. The exact gradients of
the expected return under the softmax at these decisions are summed.

There are two stages. In the first the policy plays against itself, and its open features learn the
same as the others. In the second one seat plays among three of the first stage, and only the open
features learn, with a prize for a moon that falls to 0. Without the prize a policy learns to avoid
points before it can shoot the moon.
"""

from typing import NamedTuple

import numpy as np

from parlour.cards import ALL, Mask, Seat
from parlour.engine.compiler.arrays import Ints
from parlour.engine.compiler.cache import compiling
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.arguments import NumpyFloats, NumpyInts, stream_of
from parlour.engine.numbers.bits import (
    GOLD,
    copy_row,
    fill_random,
    lowest_bit,
    mix,
    number_of,
    stream,
)
from parlour.engine.numbers.sampling import centre, fraction, softmax
from parlour.engine.rounds.deals import WORDS, four_hands
from parlour.engine.search.protocol import Plan
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import OPEN, Entries, of_pass
from parlour.games.hearts.engine.observation import (  # fmt: skip
    HAND,
    MOVE,
    PASS_OFFSET,
    SIZE,
    TAKEN,
    ace_high,
    losers,
    natural,
    scene,
    stage,
)
from parlour.games.hearts.engine.playout_state import (  # fmt: skip
    Policies,
    begin,
    choose,
    context_in,
    entries,
    exchange,
    finish,
    in_turn,
    may_play,
    play,
    score_passes,
    score_plays,
    settled,
    start_of,
    three,
)

PLAN = Plan(steps=10_000, rounds=400, rate=0.04, decay=0.99, stages=2)
FIRST = 2_000_000  # rounds of the first stage

# rows of weights: the policy in training, another policy, and zeros (any legal card)
POLICY, OTHERS, ANY = (
    0,
    1,
    2,
)
# shares of rounds with one training seat among others, with one among random players, with one
# other
MIXED = (
    0.2,
    0.2,
    0.0,
)
SCALE = 0.1  # of the returns, in points
# the prize of a moon, in points, at the start of the second stage, and the rounds in which it falls
# to 0
PRIZE, FADE = 40.0, 1_000_000


class Shares(NamedTuple):
    """The shares of decisions that are graded."""

    passes: float = 0.08  # of rounds: one training seat's pass
    plays: float = 0.25  # of the training seats' choices of a card
    tries: int = 1  # playouts of each choice


class Workspace(NamedTuple):
    """The work arrays of a training step."""

    position: NumpyInts  # (SIZE,)
    scores: NumpyFloats  # (13,)
    returns: NumpyFloats  # (13,) of the choices, ascending
    gradient: NumpyFloats  # (k,), the sum
    prize: float  # of a moon, in points


@compiled(forceinline=True)
def prize_of(round_: int) -> float:
    """The prize of a moon in a round of the stream; 0 in the first stage."""
    return PRIZE * max(0.0, 1 - (round_ - FIRST) / FADE) if round_ >= FIRST else 0.0


@compiled(forceinline=True)
def payoff(rules: hearts.Rules, s: NumpyInts, seat: Seat, prize: float) -> float:
    """The payoff of a round to a seat: the mean points of the others less its own, and the prize of
    a moon that it makes; in tenths.
    """
    costs = settled(rules, s)
    moon = prize if s[TAKEN + seat] & hearts.POINTED == hearts.POINTED else 0.0
    return SCALE * (
        moon + (costs[0] + costs[1] + costs[2] + costs[3] - costs[seat]) / 3 - costs[seat]
    )


@compiled(forceinline=True)
def credit(gradient: NumpyFloats, e: Entries, start: int, gain: float) -> None:
    """Add a return to the gradient at the entries of a card, whose features begin at `start`."""
    for entry in e:
        gradient[start + entry] += gain


@compiled()
def grade_play(
    policies: Policies, tries: int, work: Workspace, s: NumpyInts, seat: Seat, dice: np.uint64
) -> None:
    """Play out each card that a seat may play, and add the gradient."""
    t, scores, returns = work.position, work.scores, work.returns
    may = ace_high(may_play(policies.rules, s, seat))
    n, left = 0, may
    while left:
        bit = left & -left
        returns[n] = 0.0
        for trial in range(tries):
            copy_row(t, s)
            play(policies.rules, t, seat, natural(bit))
            finish(policies, t, mix(dice + GOLD * np.uint64(trial)), scores)
            returns[n] += payoff(policies.rules, t, seat, work.prize) / tries
        n += 1
        left ^= bit
    best = score_plays(s, policies.weights[policies.rows[seat]], seat, may, scores)
    centre(scores, n, softmax(scores, n, policies.betas[seat], best), returns)
    sight = scene(stage(s, seat), ace_high(s[HAND + seat]))
    context, start = context_in(s, may), start_of(sight)
    for i in range(n):
        bit = may & -may
        credit(work.gradient, entries(s, seat, context, sight, bit), start, returns[i])
        may ^= bit


@compiled()
def grade_pass(
    policies: Policies,
    tries: int,
    work: Workspace,
    s: NumpyInts,
    seat: Seat,
    gave: NumpyInts,
    picked: Mask,
    dice: np.uint64,
) -> None:
    """Play out each next card of a pass after those picked, with the missing ones by the policy,
    and add the gradient.
    """
    t, scores, returns = work.position, work.scores, work.returns
    hand = ace_high(s[HAND + seat])
    may, n = hand & ~picked, 0
    before = gave[seat]
    left = may
    while left:
        bit = left & -left
        returns[n] = 0.0
        for trial in range(tries):
            copy_row(t, s)
            other = mix(dice + GOLD * np.uint64(trial))
            gave[seat] = three(policies, t, seat, picked | bit, 3, other, scores)
            exchange(t, gave[0], gave[1], gave[2], gave[3])
            finish(policies, t, other, scores)
            returns[n] += payoff(policies.rules, t, seat, work.prize) / tries
        n += 1
        left ^= bit
    gave[seat] = before
    best = score_passes(policies.weights[policies.rows[seat]], hand, picked, s[PASS_OFFSET], scores)
    centre(scores, n, softmax(scores, n, policies.betas[seat], best), returns)
    lost = losers(hand, ALL & ~hand)
    for i in range(n):
        bit = may & -may
        credit(
            work.gradient,
            of_pass(hand, picked, lost, s[PASS_OFFSET], bit, lowest_bit(bit) // 13),
            OPEN,
            returns[i],
        )
        may ^= bit


@compiled()
def graded_round(
    policies: Policies, shares: Shares, work: Workspace, s: NumpyInts, dice: np.uint64
) -> None:
    """Play a round to its end, and grade a share of the training seats' choices."""
    scores, rows = work.scores, policies.rows
    while s[MOVE] < 52:
        seat = in_turn(s)
        may = may_play(policies.rules, s, seat)
        if may & may - 1:
            if rows[seat] == POLICY and fraction(number_of(dice, 200 + s[MOVE])) < shares.plays:
                grade_play(policies, shares.tries, work, s, seat, number_of(dice, 300 + s[MOVE]))
            may = ace_high(may)
            best = score_plays(s, policies.weights[rows[seat]], seat, may, scores)
            may = natural(
                choose(may, scores, best, policies.betas[seat], number_of(dice, 400 + s[MOVE]))
            )
        play(policies.rules, s, seat, may)


@compiled()
def cast(dice: np.uint64, mixed: NumpyFloats, rows: Ints) -> Seat:
    """Assign a row of weights to each seat for a round; returns one of the training seats."""
    role, who = fraction(number_of(dice, 100)), int(np.int64(number_of(dice, 101) & np.uint64(3)))
    row, rest = POLICY, POLICY
    if role < mixed[0]:
        rest = OTHERS
    elif role < mixed[0] + mixed[1]:
        rest = ANY
    elif role < mixed[0] + mixed[1] + mixed[2]:
        row = OTHERS
    for seat in range(4):
        rows[seat] = row if seat == who else rest
    return who if row == POLICY else who + 1 & 3


@compiled(nogil=True)
def add_gradients(
    policies: Policies,
    mixed: NumpyFloats,
    shares: Shares,
    number: int,
    seed: np.uint64,
    start: int,
    n: int,
    gradient: NumpyFloats,
) -> float:
    """Add the gradients of rounds start ... start + n - 1 of a stream, round i as hand number + i
    of a match; returns the mean payoff of the training seats.

    `policies` has space for each round's rows. `mixed` is the shares of rounds with one training
    seat among `OTHERS`, with one among `ANY`, and with one of `OTHERS` among training seats.
    """
    rules, rows = policies.rules, policies.rows
    s, words, gave = (
        np.empty(SIZE, np.int64),
        np.empty((WORDS, 1), np.uint64),
        np.empty(4, np.int64),
    )
    position, scores, returns = np.empty(SIZE, np.int64), np.empty(13), np.empty(13)
    total, count = 0.0, 0
    for i in range(start, start + n):
        fill_random(words, seed, i, i)
        dice = stream(seed, i)
        work = Workspace(position, scores, returns, gradient, prize_of(i))
        s[:] = 0
        s[HAND], s[HAND + 1], s[HAND + 2], s[HAND + 3] = four_hands(words, 0)
        who = cast(dice, mixed, rows)
        s[PASS_OFFSET] = hearts.pass_offset(rules, number + i)
        if s[PASS_OFFSET]:
            for seat in range(4):
                gave[seat] = three(policies, s, seat, 0, 3, dice, work.scores)
            if fraction(number_of(dice, 102)) < shares.passes:
                size = int(np.int64(number_of(dice, 103) >> np.uint64(20)) % 3)
                picked = three(policies, s, who, 0, size, dice, work.scores)
                grade_pass(policies, shares.tries, work, s, who, gave, picked, number_of(dice, 104))
            exchange(s, gave[0], gave[1], gave[2], gave[3])
        else:
            begin(s)
        graded_round(policies, shares, work, s, dice)
        for seat in range(4):
            if rows[seat] == POLICY:
                total += payoff(rules, s, seat, 0.0)
                count += 1
    return total / count


def setting(_step: int) -> tuple[hearts.Rules, int, NumpyFloats | None]:
    """The setting of a training step: house rules, the first round's number, and no other weights,
    since `MIXED` has the others.
    """
    return hearts.Rules(), 1, None


def gradients(
    weights: NumpyFloats,
    others: NumpyFloats | None,
    rules: hearts.Rules,
    number: int,
    n: int,
    seed: int,
    start: int = 0,
    beta: float = 1.0,
) -> tuple[NumpyFloats, float]:
    """The gradient, float64 (k,), of the expected return (in tenths of a point) summed over
    decisions of n rounds, and the mean return.

    Round i of the stream of `seed`, `start` the first, is hand `number + i` of a match, so all
    directions of the pass occur. In a fifth of the rounds of the first stage one seat trains among
    three that play random cards, and in a fifth among three that play by `others`, if given. In the
    second stage, one seat trains among three of `others`, or of the first stage's policy.
    """
    second = start >= FIRST
    first = np.tile(weights[:OPEN], 2)
    rest = first if second else np.zeros(len(weights))
    learned = np.array([weights, rest if others is None else others, np.zeros(len(weights))])
    policies = Policies(rules, learned, np.zeros(4, np.int64), np.full(4, beta))
    mixed, shares = MIXED if others is not None else (0.0, *MIXED[1:]), Shares()
    if second:
        mixed, shares = (1.0, 0.0, 0.0), Shares(passes=0.5, plays=0.5)
    gradient = np.zeros(len(weights))
    with compiling("the training of Hearts"):
        mean = add_gradients(
            policies, np.array(mixed), shares, number, stream_of(seed), start, n, gradient
        )
    if second:
        gradient[:OPEN] = 0.0
    else:
        gradient[:] = np.tile(gradient[:OPEN] + gradient[OPEN:], 2)
    return gradient, float(mean)
