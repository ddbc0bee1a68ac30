"""How likely the cards are that the others have played and passed in a hand of Hearts, if they held
given hands.

A seat's card depends on its own hand and on what all can see. So the positions before each card,
and their facts, are computed once for all worlds, and each seat's cards by themselves.
"""

from math import inf
from typing import NamedTuple

from parlour.cards import Mask, Seat
from parlour.engine.compiler.arrays import FloatRow, Floats, Ints, Ints2, floats, ints, ints_of
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row
from parlour.engine.numbers.exact_math import exp, log
from parlour.engine.search.last_result import latest
from parlour.engine.search.playouts import Beta, SeatWeights
from parlour.engine.worlds.sampler import Worlds
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.inference.score_cache import (
    TINY,
    Memo,
    Work,
    memo_of,
    multiply_chances,
    work_of,
)
from parlour.games.hearts.engine.observation import (
    FACTS,
    HAND,
    LEADER,
    SIZE,
    ace_high,
    scene,
    stage,
    stage_in,
    write_stage,
)
from parlour.games.hearts.engine.opponent_styles import styled_policies_of, styles_of
from parlour.games.hearts.engine.playout_state import StyledPolicies, may_play, play
from parlour.games.hearts.engine.policy import plays
from parlour.match import View


class History(NamedTuple):
    """The cards of a hand as one seat has seen them played."""

    viewer: Seat
    seats: Ints  # (n,) who played
    cards: Ints  # (n,) the cards
    # (n, SIZE) the position before each; the hand of the seat in turn is a work area
    positions: Ints2
    facts: Ints2  # (n, FACTS) what the seat in turn knows of each, whatever it holds


@kernel("r, (i i1 i1 i2 i2)")
def _recall(rules: hearts.Rules, history: History) -> None:
    """The positions and the facts of a history, without hands and passes."""
    s = np.zeros(SIZE, np.int64)
    s[LEADER] = history.seats[0]
    for n in range(len(history.cards)):
        seat = history.seats[n]
        copy_row(history.positions[n], s)
        write_stage(stage(s, seat), history.facts[n])
        play(rules, s, seat, 1 << history.cards[n])


@latest
def recalled(view: View) -> History | None:
    """The history of a view; None before the first card."""
    if not (played := plays(view)):
        return None
    seats, cards = (ints_of(column) for column in zip(*played, strict=True))
    n = len(played)
    history = History(view.seat, seats, cards, ints(n, SIZE), ints(n, FACTS))
    with compiling("positions of Hearts"):
        _recall(view.rules, history)
    return history


@compiled(forceinline=True)
def log_of(chance: float) -> float:
    """The logarithm of a chance, of at least `TINY`."""
    return log(max(chance, TINY))


@compiled(forceinline=True)
def log_mean(chances: Floats, more: Floats) -> float:
    """The logarithm of the mean of the products of two chances at the same place."""
    total = 0.0
    for place in range(len(chances)):
        total += chances[place] * more[place]
    return log_of(total / len(chances))


@compiled(forceinline=True)
def all_below(chances: Floats, more: Floats, bar: float) -> bool:
    """Whether the product of each two chances at the same place, of at least `TINY`, is less than
    so much.
    """
    below = bar > TINY
    for place in range(len(chances)):
        below &= chances[place] * more[place] < bar
    return below


@compiled()
def seat_log(
    policies: StyledPolicies,
    history: History,
    seat: Seat,
    hand: Mask,
    passes: Floats,
    least: float,
    work: Work,
) -> float:
    """The logarithm of the chance of the pass and the cards of a seat that held this hand after the
    pass: the mean over its styles. It is -inf if a card was not legal, or if it is less than
    `least`.

    The chances of each way (k) are `passes`, and for the cards `work.chances`.
    """
    chances, rules, bar = work.chances, policies.rules, exp(least)
    for way in range(len(chances)):
        chances[way] = 1.0
    for n in range(len(history.cards)):
        if history.seats[n] != seat:
            continue
        s, card = history.positions[n], 1 << history.cards[n]
        s[HAND + seat] = hand
        may = may_play(rules, s, seat)
        if not may & card:
            return -inf
        if may & may - 1:
            may = ace_high(may)
            sight = scene(stage_in(history.facts[n]), ace_high(hand))
            multiply_chances(policies, s, n, seat, sight, may, ace_high(card), work)
            if all_below(chances, passes, bar):  # as the mean is too
                return -inf
        hand ^= card
    mean = log_mean(chances, passes)
    return mean if mean >= least else -inf


@kernel("(r f2 i2 f2 f2), (i i1 i1 i2 i2), (i1 f2 f2), i2, f1")
def _likely(
    policies: StyledPolicies, history: History, memo: Memo, hands: Ints2, logs: Floats
) -> None:
    """The logarithms of the chances of the cards of all seats but the viewer, in worlds of the
    hands (n, 4) after these cards, into `logs` (n).
    """
    work, played = work_of(memo), np.zeros(4, np.int64)
    passes = np.ones(len(work.chances))
    for n in range(len(history.cards)):
        played[history.seats[n]] |= 1 << history.cards[n]
    for i in range(len(hands)):
        logs[i] = 0.0
        for seat in range(4):
            if seat != history.viewer:
                hand = hands[i, seat] | played[seat]
                logs[i] += seat_log(policies, history, seat, hand, passes, -inf, work)


def likely(
    view: View,
    worlds: Worlds,
    weights: SeatWeights,
    styles: Beta = 1.0,
) -> FloatRow:
    """The logarithm (n,) of the chance in each world, under the policy, of all cards that
    the others have played. Each seat may have several styles (4, k), as `styles_of` says: the
    chance of its cards is then the mean over these.

    Passes are left out: their chance would be a sum over all cards that the others can have passed
    among themselves. Walks have it (mcmc.py).
    """
    logs = floats(len(worlds.hands))
    if history := recalled(view):
        held = styles_of(styles)
        policies, memo = styled_policies_of(view, weights, held), memo_of(len(held[0]))
        with compiling("how likely hands of Hearts are"):
            _likely(policies, history, memo, worlds.hands, logs)
    return logs
