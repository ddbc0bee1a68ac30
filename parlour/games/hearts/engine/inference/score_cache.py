"""The chance of a card that a seat of Hearts has played, by sums over suits that are remembered.

Walks (mcmc.py) ask for the chance of the same card again and again, in hands that differ in two
cards. The scores of the cards of a suit depend on the hand's cards of this suit, and else on a few
facts that seldom differ (`key_of`). So what the cards of a suit add is found once, and then looked
up. Each key has one place in the memo, where the last of some keys replaces the one before.
"""

from typing import NamedTuple

from parlour.cards import SUIT, Mask, Seat, Suit
from parlour.engine.compiler.arrays import Floats, Floats2, Ints, floats, ints
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import mix, popcount
from parlour.engine.numbers.exact_math import exp
from parlour.engine.numbers.sampling import chance_of
from parlour.games.hearts.engine.observation import Sight, count_suits
from parlour.games.hearts.engine.playout_state import (
    DISCARD,
    StyledPolicies,
    context_in,
    score_sighted,
)

PLACES = 1 << 12  # a power of two
MOST = 700.0  # the size of an exponent is at most this, so that every sum of weights is a number
TINY = 1e-300  # products of chances are at least this, so that they have a logarithm


class Memo(NamedTuple):
    """Sums over the cards of a suit, for the chance of a card, by each style of the seat."""

    keys: Ints  # (PLACES,), 0 where nothing is known
    sums: Floats2  # (PLACES, k) the weights of the suit's cards
    weights: Floats2  # (PLACES, k) the played card's weight; 0 in another suit


class Work(NamedTuple):
    """A memo and work arrays."""

    memo: Memo
    scores: Floats  # (13,)
    sums: Floats  # (k,)
    weights: Floats  # (k,)
    chances: Floats  # (k,) of a seat's cards together, by its styles


def memo_of(k: int) -> Memo:
    """An empty memo for seats that each play in one of k styles."""
    return Memo(ints(PLACES), floats(PLACES, k), floats(PLACES, k))


@compiled(makes=True, forceinline=True)
def work_of(memo: Memo) -> Work:
    """A memo with new work arrays."""
    k = memo.sums.shape[1]
    return Work(memo, np.zeros(13), np.zeros(k), np.zeros(k), np.zeros(k))


@compiled(forceinline=True)
def key_of(n: int, suit: Suit, may: Mask, sight: Sight, suits: int) -> int:
    """A number above 0 for all that the scores of a suit's cards depend on: the number of the card
    in the history, the cards of the suit in hand and those that may be played, and the facts that
    depend on the rest of the hand. `suits` counts the hand's suits if the card is a discard.
    """
    hand, may = sight.hand >> 13 * suit & SUIT, may >> 13 * suit & SUIT
    facts = sight.mode | sight.chance << 3 | sight.queen << 7 | sight.guards << 9 | suits << 11
    return (((n + 1 << 2 | suit) << 13 | hand) << 13 | may) << 14 | facts


@compiled(forceinline=True)
def bounded(exponent: float) -> float:
    """An exponent, or the nearest one whose weight can be added up."""
    return min(max(exponent, -MOST), MOST)


@compiled()
def sum_up(
    policies: StyledPolicies,
    s: Ints,
    seat: Seat,
    sight: Sight,
    may: Mask,
    card: Mask,
    work: Work,
    place: int,
) -> None:
    """Find what the cards of a suit that a seat may play add, for this place of the memo."""
    rows, betas, scores, row = policies.rows[seat], policies.betas[seat], work.scores, -1
    sums, weights = work.memo.sums[place], work.memo.weights[place]
    for way in range(len(betas)):
        sums[way] = weights[way] = 0.0
        if betas[way] == 0.0:
            continue
        if rows[way] != row:
            row = rows[way]
            score_sighted(s, policies.weights[row], seat, sight, may, scores)
        which = popcount(may & card - 1) if may & card else -1
        for n in range(popcount(may)):
            weight = exp(bounded(betas[way] * scores[n]))
            sums[way] += weight
            if n == which:
                weights[way] = weight


@compiled(forceinline=True)
def multiply_chances(
    policies: StyledPolicies,
    s: Ints,
    n: int,
    seat: Seat,
    sight: Sight,
    may: Mask,
    card: Mask,
    work: Work,
) -> None:
    """Multiply `work.chances` by the chances of card n of the history, one of those that the seat
    may play (all ace high), by each of its styles.
    """
    memo, sums, weights, chances = work.memo, work.sums, work.weights, work.chances
    betas, epsilons = policies.betas[seat], policies.epsilons[seat]
    suits = count_suits(sight.hand) if context_in(s, may) == DISCARD else 0
    for way in range(len(betas)):
        sums[way] = weights[way] = 0.0
    for suit in range(4):
        mine = may & SUIT << 13 * suit
        if not mine:
            continue
        key = key_of(n, suit, may, sight, suits)
        place = int(np.int64(mix(np.uint64(key)) & np.uint64(PLACES - 1)))
        if memo.keys[place] != key:
            memo.keys[place] = key
            sum_up(policies, s, seat, sight, mine, card, work, place)
        for way in range(len(betas)):
            sums[way] += memo.sums[place, way]
            weights[way] += memo.weights[place, way]
    for way in range(len(betas)):
        if betas[way] == 0.0:
            chance = 1.0 / popcount(may)
        else:
            chance = chance_of(weights[way], sums[way], popcount(may), epsilons[way])
        chances[way] = max(chances[way] * chance, TINY)
