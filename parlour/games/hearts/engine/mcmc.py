"""Walks through the worlds of Hearts (engine/chains.py).

A few worlds cannot be reached from some others: if three seats lack a suit each, three cards can
only change their places all at once. So the chains start in several worlds, which are resampled
from those that fit.
"""

from math import inf
from typing import NamedTuple

from parlour.cards import Mask, Seat
from parlour.engine import chains
from parlour.engine.arrays import Floats, Ints, ints, ints_of
from parlour.engine.bits import copy_row, popcount
from parlour.engine.cache import compiled
from parlour.engine.chains import Chains, Met, Stride, Unseen, advance
from parlour.engine.choice import add_chances, log_mean
from parlour.engine.lazy import np
from parlour.engine.native import compiling, kernel
from parlour.engine.worlds import Worlds
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.policy import plays, policies_of, ways_of
from parlour.games.hearts.engine.round import Policies, may_play, play, score_plays
from parlour.games.hearts.engine.sight import HAND, LEADER, SIZE, ace_high
from parlour.games.hearts.engine.worlds import puzzle
from parlour.match import View

CARDS = 13  # of a hand; in a work array the logarithms of each way to play come after its scores


class History(NamedTuple):
    """The cards of a round as one seat has seen them played."""

    viewer: Seat
    seats: Ints  # (n,) who played
    cards: Ints  # (n,) the cards
    # (n, SIZE) the position before each; the hand of the seat in turn is a work area
    positions: Ints


@kernel("r, i1, i1, i2")
def _positions(rules: hearts.Rules, seats: Ints, cards: Ints, found: Ints) -> None:
    """The positions before each of the cards played, but for hands and passes, into `found` (n,
    SIZE).
    """
    s = np.zeros(SIZE, np.int64)
    s[LEADER] = seats[0]
    for n in range(len(cards)):
        copy_row(found[n], s)
        play(rules, s, seats[n], 1 << cards[n])


@compiled()
def seat_log(
    policies: Policies,
    history: History,
    seat: Seat,
    hand: Mask,
    hidden: Ints,
    least: float,
    found: Floats,
) -> float:
    """The logarithm of the chance of the cards of a seat that held this hand after the pass: the
    mean over its ways to play. It is -inf if one was not legal, or if it is less than `least`.
    """
    w, betas = policies.weights[policies.rows[seat]], policies.betas[seat]
    logs, rules = found[CARDS:], policies.rules
    for kind in range(len(betas)):
        logs[kind] = 0.0
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
            best = score_plays(s, w, seat, may, found)
            at = popcount(may & ace_high(card) - 1)
            add_chances(found, popcount(may), at, betas, best, logs)
            most = -inf
            for kind in range(len(betas)):
                most = max(most, logs[kind])
            if most < least:  # as the mean is too
                return -inf
        hand ^= card
    log = log_mean(logs)
    return log if log >= least else -inf


@kernel("(r f2 i1 f2), (i i1 i1 i2), (i2 i1 i), (i2 f2 u), (i i), (i3 c3)")
def _walk(
    policies: Policies,
    history: History,
    unseen: Unseen,
    some: Chains,
    stride: Stride,
    met: Met,
) -> None:
    """`advance`, with the policy of Hearts."""
    found = np.empty(CARDS + policies.betas.shape[1])
    advance(seat_log, policies, history, unseen, some, stride, met, found)


class Walks(chains.Walks):
    """Some chains through the worlds of a view after the pass, each from a world of its own."""

    def __init__(
        self, view: View, worlds: Worlds, weights: Floats, betas: Floats, seed: int
    ) -> None:
        """Chains that start in these worlds (chains, ...), with the likelihood of `likely`.

        ValueError for a spectator's view, and if no card has been played.
        """
        policies, played = policies_of(view, weights, ways_of(betas)), plays(view)
        if not played:
            raise ValueError("No card has been played (expected a view after the pass).")
        seats, cards = (ints_of(column) for column in zip(*played, strict=True))
        history = History(view.seat, seats, cards, ints(len(played), SIZE))
        with compiling("positions of Hearts"):
            _positions(view.rules, seats, cards, history.positions)
        known = [0] * 4
        for seat, card in played:
            known[seat] |= 1 << card

        def walk(unseen: Unseen, some: Chains, stride: Stride, met: Met) -> None:
            with compiling("walks of Hearts"):
                _walk(policies, history, unseen, some, stride, met)

        super().__init__(view, puzzle(view), ints_of(known), worlds, seed, walk)
