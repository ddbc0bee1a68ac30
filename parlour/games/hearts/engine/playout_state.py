"""A round of Hearts for the policy, compiled: a position in a row of numbers, played out by the
softmax of scores.

The rules' own small functions are used. The order of turns, the winner of a trick and the receivers
of passes are written here again, and `tests/games/hearts/engine/test_policy.py` compares them with
the interpreted rules.
"""

from math import inf
from typing import NamedTuple

from parlour.cards import ALL, SUIT, Four, Mask, Seat, holder
from parlour.engine.compiler.arrays import Floats, Floats2, Ints, Ints2, Word
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.bits import kth, lowest_bit, number_of, popcount
from parlour.engine.numbers.sampling import drawn, fraction, softmax
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.features import (
    OPEN,
    Entries,
    of_discard,
    of_follow,
    of_lead,
    of_pass,
)
from parlour.games.hearts.engine.observation import (  # fmt: skip
    BEST,
    BROKEN,
    BY,
    GAVE,
    HAND,
    LAID,
    LEADER,
    MOVE,
    PASS_OFFSET,
    PILE,
    SUITED,
    TAKEN,
    VOIDS,
    Sight,
    ace_high,
    losers,
    natural,
    scene,
    stage,
)
from parlour.tricks import height

LEAD, FOLLOW, DISCARD = 0, 1, 2


class Policies(NamedTuple):
    """The weights of each seat, under some rules."""

    rules: hearts.Rules
    weights: Floats2  # (n, k), the weights of n policies
    rows: Ints  # (4,) the policy of each seat
    betas: Floats  # (4,) the inverse temperature of each seat


class StyledPolicies(NamedTuple):
    """The weights by which each seat may have chosen, in one of k styles, under some rules."""

    rules: hearts.Rules
    weights: Floats2  # (n, m), the weights of n policies
    rows: Ints2  # (4, k) the policy of each style
    betas: Floats2  # (4, k) its inverse temperature
    epsilons: Floats2  # (4, k) the chance that it takes any card instead


@compiled(forceinline=True)
def in_turn(s: Ints) -> Seat:
    """The seat in turn during play."""
    seat: Seat = s[LEADER] + s[LAID] & 3
    return seat


@compiled(forceinline=True)
def may_play(rules: hearts.Rules, s: Ints, seat: Seat) -> Mask:
    """The cards that a seat may play."""
    hand: Mask = s[HAND + seat]
    if s[LAID]:
        return hearts.follows(hand, s[SUITED], rules.no_pts_on_first_trick == 1 and s[MOVE] < 4)
    if s[MOVE] == 0:
        return hand & hearts.opening(rules)
    return hearts.leads(hand, hearts.before_hearts(rules, s[BROKEN]))


@compiled(forceinline=True)
def context_in(s: Ints, may: Mask) -> int:
    """The context of a choice among these cards (ace high): LEAD, FOLLOW or DISCARD."""
    if s[LAID] == 0:
        return LEAD
    if may & ace_high(s[SUITED]):
        return FOLLOW
    return DISCARD


@compiled(forceinline=True)
def entries(s: Ints, seat: Seat, context: int, sight: Sight, bit: Mask) -> Entries:
    """The features of a card (ace high) to be played."""
    suit = lowest_bit(bit) // 13
    if context == FOLLOW:
        return of_follow(sight, bit, suit)
    if context == DISCARD:
        return of_discard(sight, bit, suit)
    return of_lead(sight, bit, suit, popcount(s[VOIDS] >> 4 * suit & 15 & ~(1 << seat)))


@compiled(forceinline=True)
def start_of(sight: Sight) -> int:
    """The first feature of a seat's plays: `OPEN` as long as no other seat has won points, else
    0.
    """
    return OPEN if 0 < sight.chance < 7 else 0


@compiled(forceinline=True)
def sum_of(w: Floats, e: Entries, start: int) -> float:
    """The sum of the weights of twelve entries, whose features begin at `start`."""
    four = w[start + e[0]] + w[start + e[1]] + w[start + e[2]] + w[start + e[3]]
    more = w[start + e[4]] + w[start + e[5]] + w[start + e[6]] + w[start + e[7]]
    rest = w[start + e[8]] + w[start + e[9]] + w[start + e[10]] + w[start + e[11]]
    total: float = four + more + rest
    return total


@compiled()
def score_plays(s: Ints, w: Floats, seat: Seat, may: Mask, scores: Floats) -> float:
    """The scores of the cards (ace high) that a seat may play, ascending, into `scores`; returns
    the best.
    """
    return score_sighted(s, w, seat, scene(stage(s, seat), ace_high(s[HAND + seat])), may, scores)


@compiled(forceinline=True)
def score_sighted(s: Ints, w: Floats, seat: Seat, sight: Sight, may: Mask, scores: Floats) -> float:
    """`score_plays`, by the facts that the seat sees."""
    context, start = context_in(s, may), start_of(sight)
    best, n = -inf, 0
    while may:
        bit = may & -may
        score = sum_of(w, entries(s, seat, context, sight, bit), start)
        scores[n] = score
        best = max(best, score)
        n += 1
        may ^= bit
    return best


@compiled()
def score_passes(w: Floats, hand: Mask, chosen: Mask, pass_offset: int, scores: Floats) -> float:
    """The scores of the cards (ace high) that a seat may still pass of a whole hand, ascending,
    into `scores`; returns the best.
    """
    may, lost = hand & ~chosen, losers(hand, ALL & ~hand)
    best, n = -inf, 0
    while may:
        bit = may & -may
        score = sum_of(
            w, of_pass(hand, chosen, lost, pass_offset, bit, lowest_bit(bit) // 13), OPEN
        )
        scores[n] = score
        best = max(best, score)
        n += 1
        may ^= bit
    return best


@compiled(forceinline=True)
def choose(may: Mask, scores: Floats, best: float, beta: float, r: Word) -> Mask:
    """A card (ace high) drawn from the softmax of these scores, which become weights."""
    n = popcount(may)
    total = softmax(scores, n, beta, best)
    return kth(may, drawn(scores, n, total * fraction(r)))


@compiled(forceinline=True)
def play(rules: hearts.Rules, s: Ints, seat: Seat, card: Mask) -> None:
    """Play a card of a seat (a bit, in the rules' order); the fourth ends the trick."""
    s[HAND + seat] ^= card
    high = height(card)
    if s[LAID] == 0:
        s[SUITED] = SUIT << lowest_bit(card) // 13 * 13
        s[BEST], s[BY] = high, seat
    elif card & s[SUITED] == 0:
        s[VOIDS] |= 1 << 4 * (lowest_bit(s[SUITED]) // 13) + seat
    elif high > s[BEST]:
        s[BEST], s[BY] = high, seat
    s[PILE] |= card
    s[MOVE] += 1
    s[LAID] += 1
    if card & hearts.breakers(rules, s[SUITED]):
        s[BROKEN] = 1
    if s[LAID] == 4:
        s[TAKEN + s[BY]] |= s[PILE]
        s[LEADER] = s[BY]
        s[LAID] = s[SUITED] = s[PILE] = 0


@compiled()
def finish(policies: Policies, s: Ints, dice: Word, scores: Floats) -> None:
    """Play the round to its end; `scores` (13) is a work array."""
    rules, weights, rows, betas = policies
    while s[MOVE] < 52:
        seat = in_turn(s)
        may = may_play(rules, s, seat)
        if may & may - 1:
            may = ace_high(may)
            best = score_plays(s, weights[rows[seat]], seat, may, scores)
            may = natural(choose(may, scores, best, betas[seat], number_of(dice, s[MOVE])))
        play(rules, s, seat, may)


@compiled()
def three(
    policies: Policies,
    s: Ints,
    seat: Seat,
    chosen: Mask,
    size: int,
    dice: Word,
    scores: Floats,
) -> Mask:
    """The first `size` cards (ace high) that a seat passes, some of them chosen already."""
    hand = ace_high(s[HAND + seat])
    while popcount(chosen) < size:
        best = score_passes(
            policies.weights[policies.rows[seat]], hand, chosen, s[PASS_OFFSET], scores
        )
        r = number_of(dice, 64 + 4 * seat + popcount(chosen))
        chosen |= choose(hand & ~chosen, scores, best, policies.betas[seat], r)
    return chosen


@compiled(forceinline=True)
def exchange(s: Ints, first: Mask, second: Mask, third: Mask, fourth: Mask) -> None:
    """Pass these cards (ace high); the holder of the two of clubs begins."""
    gave = natural(first), natural(second), natural(third), natural(fourth)
    for giver in range(4):
        taker = giver + s[PASS_OFFSET] & 3
        s[HAND + giver] &= ~gave[giver]
        s[HAND + taker] |= gave[giver]
        s[GAVE + giver] = gave[giver]
    begin(s)


@compiled(forceinline=True)
def begin(s: Ints) -> None:
    """Set the leader: the holder of the two of clubs."""
    s[LEADER] = holder((s[HAND], s[HAND + 1], s[HAND + 2], s[HAND + 3]), hearts.TWO_OF_CLUBS)


@compiled(forceinline=True)
def settled(rules: hearts.Rules, s: Ints) -> Four:
    """The points of each seat at the end; a shooter that may choose takes the old moon."""
    moon = rules.moon
    if moon == hearts.CHOOSE:
        moon = hearts.OLD
    return hearts.scores(rules, (s[TAKEN], s[TAKEN + 1], s[TAKEN + 2], s[TAKEN + 3]), moon)
