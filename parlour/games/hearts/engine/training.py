"""How the policy of Hearts learns, compiled: at some decisions of true deals each card is played out.

The return of a card is what the others pay on average less what its seat pays; the exact gradient of the expected return under
the softmax at that decision is summed.
"""

from typing import Any

import numpy as np

from parlour.cards import ALL
from parlour.engine.arguments import Floats, stream_of
from parlour.engine.bits import GOLD, lowest_bit, mix, stream, throw
from parlour.engine.cache import compiled, compiling
from parlour.engine.deals import WORDS, four_hands, number_of
from parlour.engine.protocol import Plan
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import (
    HAND,
    LAID,
    MOVE,
    SIZE,
    SUITED,
    WAY,
    losers,
    natural,
    of_pass,
    scene,
    turned,
)  # fmt: skip
from parlour.games.hearts.engine.round import (
    FOLLOW,
    LEAD,
    THROW,
    begin,
    drawn,
    entries,
    exchange,
    finish,
    fraction,
    in_turn,
    may_play,
    play,
    score_passes,
    score_plays,
    settled,
    three,
)  # fmt: skip

PLAN = Plan(steps=5000, rounds=400, rate=0.04, decay=0.99)

# school: the rules, the rows of weights, each seat's row, how keen each is, how often a choice is played out
# desk: room for a position, for scores and for returns; and the gradient, which is added to
POLICY, OTHERS, ANY = 0, 1, 2  # rows of weights: what learns, another policy, and none (any legal card)
MIXED = 0.2, 0.2, 0.0  # shares of rounds of one learner among others, one among those who play any card, one other
SHARES = 0.08, 0.25, 1  # of rounds in which a pass is judged, of cards; and how often each choice is played out
SCALE = 0.1  # of the returns, in points


@compiled(forceinline=True)
def utility(rules: Any, s: Any, seat: Any) -> Any:
    """What a seat gets out of a round: what the others pay on average less its own points, in tenths."""
    costs = settled(rules, s, hearts.OLD if rules.moon == hearts.CHOOSE else rules.moon)
    return SCALE * ((costs[0] + costs[1] + costs[2] + costs[3] - costs[seat]) / 3 - costs[seat])


@compiled(forceinline=True)
def centred(scores: Any, best: Any, keen: Any, returns: Any, n: Any) -> None:
    """Of n scores and returns: the softmax's chance times what an action returns above the mean, in place of its return."""
    total, mean = 0.0, 0.0
    for i in range(n):
        scores[i] = np.exp(keen * (scores[i] - best))
        total += scores[i]
        mean += scores[i] * returns[i]
    for i in range(n):
        returns[i] = scores[i] / total * (returns[i] - mean / total)


@compiled(forceinline=True)
def credit(gradient: Any, e: Any, some: Any) -> None:
    """Add to the entries of a card."""
    for one in e:
        gradient[one] += some


@compiled()
def judge_play(school: Any, desk: Any, s: Any, seat: Any, dice: Any) -> None:
    """Play out each card that a seat may play, and add to the gradient."""
    (rules, w, rows, keens, tries), (t, scores, returns, gradient) = school, desk
    may = turned(may_play(rules, s, seat))
    n, left = 0, may
    while left:
        bit = left & -left
        returns[n] = 0.0
        for one in range(tries):
            t[:] = s
            play(rules, t, seat, natural(bit))
            finish(rules, t, w, rows, keens, mix(dice + GOLD * np.uint64(one)), scores)
            returns[n] += utility(rules, t, seat) / tries
        n += 1
        left ^= bit
    best = score_plays(s, w[rows[seat]], seat, may, scores)
    centred(scores, best, keens[0], returns, n)
    sight = scene(s, seat)
    context = LEAD if s[LAID] == 0 else FOLLOW if may & turned(s[SUITED]) else THROW
    for i in range(n):
        bit = may & -may
        credit(gradient, entries(s, seat, context, sight, bit), returns[i])
        may ^= bit


@compiled()
def judge_pass(school: Any, desk: Any, s: Any, seat: Any, gave: Any, picked: Any, dice: Any) -> None:
    """Pass each card in turn after those picked, what is still missing by the policy; play on, and add to the gradient."""
    (rules, w, rows, keens, tries), (t, scores, returns, gradient) = school, desk
    hand = turned(s[HAND + seat])
    may, n = hand & ~picked, 0
    before = gave[seat]
    left = may
    while left:
        bit = left & -left
        returns[n] = 0.0
        for one in range(tries):
            t[:] = s
            other = mix(dice + GOLD * np.uint64(one))
            gave[seat] = three(t, w[rows[seat]], seat, picked | bit, 3, keens[0], other, scores)
            exchange(t, gave[0], gave[1], gave[2], gave[3])
            finish(rules, t, w, rows, keens, other, scores)
            returns[n] += utility(rules, t, seat) / tries
        n += 1
        left ^= bit
    gave[seat] = before
    best = score_passes(w[rows[seat]], hand, picked, s[WAY], scores)
    centred(scores, best, keens[0], returns, n)
    lost = losers(hand, ALL & ~hand)
    for i in range(n):
        bit = may & -may
        credit(gradient, of_pass(hand, picked, lost, s[WAY], bit, lowest_bit(bit) // 13), returns[i])
        may ^= bit


@compiled()
def judged_play(school: Any, desk: Any, s: Any, plays: Any, dice: Any) -> None:
    """Play a round to its end, and judge a share `plays` of the learners' choices."""
    (rules, w, rows, keens, _), (_, scores, _, _) = school, desk
    while s[MOVE] < 52:
        seat = in_turn(s)
        may = may_play(rules, s, seat)
        if may & may - 1:
            if rows[seat] == POLICY and fraction(number_of(dice, 200 + s[MOVE])) < plays:
                judge_play(school, desk, s, seat, number_of(dice, 300 + s[MOVE]))
            may = turned(may)
            best = score_plays(s, w[rows[seat]], seat, may, scores)
            may = natural(drawn(may, scores, best, keens[0], number_of(dice, 400 + s[MOVE])))
        play(rules, s, seat, may)


@compiled()
def cast(dice: Any, mixed: Any, rows: Any) -> Any:
    """Who plays by which row of weights in a round, and one of those who learn."""
    role, who = fraction(number_of(dice, 100)), np.int64(number_of(dice, 101) & np.uint64(3))
    one, rest = POLICY, POLICY
    if role < mixed[0]:
        rest = OTHERS
    elif role < mixed[0] + mixed[1]:
        rest = ANY
    elif role < mixed[0] + mixed[1] + mixed[2]:
        one = OTHERS
    for seat in range(4):
        rows[seat] = one if seat == who else rest
    return who if one == POLICY else who + 1 & 3


@compiled(nogil=True)
def lessons(rules: Any, number: Any, w: Any, mixed: Any, shares: Any, keen: Any, place: Any, gradient: Any) -> Any:
    """Rounds start ... start + n - 1 of a stream, round i hand number + i of a match; the mean utility of the seats that learn.

    `mixed`: the shares of rounds with one learner among `OTHERS`, one among `ANY`, one of `OTHERS` among learners. `shares`:
    of rounds in which a pass is judged, and of the cards played by learners; and how often each choice is played out.
    """
    n, seed, start = place
    s, t, scores, returns = np.empty(SIZE, np.int64), np.empty(SIZE, np.int64), np.empty(13), np.empty(13)
    words, rows, gave = np.empty((WORDS, 1), np.uint64), np.empty(4, np.int64), np.empty(4, np.int64)
    school, desk = (rules, w, rows, np.full(4, keen), shares[2]), (t, scores, returns, gradient)
    total, count = 0.0, 0
    for i in range(start, start + n):
        throw(words, seed, i, i)
        dice = stream(seed, i)
        hands = four_hands(words, 0)
        s[:] = 0
        for seat in range(4):
            s[HAND + seat] = hands[seat]
        who = cast(dice, mixed, rows)
        s[WAY] = hearts.way(rules, number + i)
        if s[WAY]:
            for seat in range(4):
                gave[seat] = three(s, w[rows[seat]], seat, 0, 3, keen, dice, scores)
            if fraction(number_of(dice, 102)) < shares[0]:
                size = np.int64(number_of(dice, 103) >> np.uint64(20)) % 3
                picked = three(s, w[POLICY], who, 0, size, keen, dice, scores)
                judge_pass(school, desk, s, who, gave, picked, number_of(dice, 104))
            exchange(s, gave[0], gave[1], gave[2], gave[3])
        else:
            begin(s)
        judged_play(school, desk, s, shares[1], dice)
        for seat in range(4):
            if rows[seat] == POLICY:
                total += utility(rules, s, seat)
                count += 1
    return total / count


def setting(step: int) -> tuple[hearts.Rules, int, Floats | None]:
    """What a step of training is played under: house rules, the first round's number, no other company than `MIXED` says."""
    return hearts.Rules(), 1, None


def lesson(
    weights: Floats,
    others: Floats | None,
    rules: hearts.Rules,
    number: int,
    n: int,
    seed: int,
    start: int = 0,
    keen: float = 1.0,
) -> tuple[Floats, float]:
    """The gradient (k,) of the expected return (in tenths of a point) summed over decisions of n rounds, and the mean return.

    Round i of the stream of `seed`, `start` the first, is hand `number + i` of a match, for all ways to pass. In a fifth of
    the rounds one seat learns among three that play any card, and in a fifth among three that play by `others`, if given.
    """
    rows = np.zeros((3, len(weights)))
    rows[POLICY], rows[OTHERS] = weights, 0.0 if others is None else others
    mixed = np.array(MIXED if others is not None else (0.0, *MIXED[1:]))
    gradient = np.zeros(len(weights))
    place = n, stream_of(seed), start
    with compiling("lessons of Hearts"):
        mean = lessons(rules, number, rows, mixed, SHARES, keen, place, gradient)
    return gradient, float(mean)
