"""Worlds of Straights in proportion to the likelihood of the others' actions: Markov chains
(Metropolis et al., 1953).

A step swaps two cards that the viewer has not seen, in others' hands or hidden discards. It is
accepted with the ratio of the likelihoods of all the others' actions, if that is below 1; the
likelihood of an illegal action is 0. In the long run a chain is in each consistent world in
proportion to its likelihood. Every such world can be reached: the sets of cards that fit a place
are nested (a later discard excludes more cards), so the places can be corrected one after the
other, the narrowest first.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.cards import HIDDEN, SPECTATOR, Mask, cards, mask_of
from parlour.engine import powers
from parlour.engine.arguments import Beta, Floats, Ints, stream_of
from parlour.engine.bits import copy_row, high, stream
from parlour.engine.cache import compiled
from parlour.engine.choice import fraction
from parlour.engine.deals import number_of
from parlour.engine.native import compiling, kernel
from parlour.engine.worlds import Worlds
from parlour.games.straights.engine.policy import History, Policies, acted, policies_of, replayed
from parlour.match import View

WALKS = 1 << 40  # the first stream of a seed for chains


class Unseen(NamedTuple):
    """The places of the cards that the viewer has not seen."""

    # (u, 2): the seat of each place; and its hidden discard, -1 for a card in the hand
    places: Ints
    shown: Ints  # (4,) masks of the cards that each seat has shown, with the viewer's whole hand
    played: Mask  # all cards that were played openly


class Chains(NamedTuple):
    """Some chains, each in a world."""

    at: Ints  # (chains, u): the cards at the places
    logs: Floats  # (chains,): the log-likelihood of the others' actions in each
    seed: np.uint64


@kernel("(r (f2 f2) f1), (i i1 i1), (i2 i1 i), (i2 f1 u), i, i, i3, c3")
def _walk(
    policies: Policies,
    history: History,
    unseen: Unseen,
    chains: Chains,
    start: int,
    steps: int,
    hands: Ints,
    hidden: NDArray[np.int8],
) -> None:
    """Advance each chain by so many steps before each of its worlds, which go to hands (n, chains,
    4) and hidden (n, chains, k).
    """
    found, before, discarded = (
        np.empty(13),
        np.zeros(4, np.int64),
        np.zeros(hidden.shape[2], np.int64),
    )
    places, logs = unseen.places, chains.logs
    many = np.uint64(len(places))
    for i in range(len(chains.at)):
        at, dice, n = chains.at[i], stream(chains.seed, WALKS + i), start
        place_cards(unseen, at, before, discarded)
        if start == 0:
            logs[i] = replayed(policies, history, before, discarded, found)
        for world in range(len(hands)):
            for _ in range(steps if many else 0):
                r, u = number_of(dice, 2 * n), number_of(dice, 2 * n + 1)
                one, other = int(np.int64(high(r, many))), int(np.int64(high(r * many, many)))
                if swap(places, at, one, other, before, discarded):
                    log = replayed(policies, history, before, discarded, found)
                    if log - logs[i] >= powers.log(fraction(u) + 2.0**-53):
                        logs[i] = log
                    else:
                        swap(places, at, one, other, before, discarded)
                n += 1
            played = unseen.played
            for k in range(len(discarded)):
                hidden[world, i, k] = discarded[k]
                played |= 1 << discarded[k]
            for seat in range(4):
                hands[world, i, seat] = before[seat] & ~played


@compiled()
def place_cards(unseen: Unseen, at: Ints, before: Ints, discarded: Ints) -> None:
    """The world of a chain: the hands as they were (4), and the hidden discards (k)."""
    copy_row(before, unseen.shown)
    for place in range(len(unseen.places)):
        seat, number = unseen.places[place, 0], unseen.places[place, 1]
        before[seat] |= 1 << at[place]
        if number >= 0:
            discarded[number] = at[place]


@compiled()
def swap(places: Ints, at: Ints, one: int, other: int, before: Ints, discarded: Ints) -> bool:
    """Swap the cards at two places, also in the hands as they were and in the hidden discards;
    False if both are in one hand.
    """
    seat, number, there, its_number = (
        places[one, 0],
        places[one, 1],
        places[other, 0],
        places[other, 1],
    )
    if seat == there and number < 0 and its_number < 0:
        return False
    both = 1 << at[one] ^ 1 << at[other]
    at[one], at[other] = at[other], at[one]
    if seat != there:
        before[seat] ^= both
        before[there] ^= both
    if number >= 0:
        discarded[number] = at[one]
    if its_number >= 0:
        discarded[its_number] = at[other]
    return True


class Walks:
    """Some chains through the worlds of a view, each from a world of its own."""

    def __init__(self, view: View, worlds: Worlds, weights: Floats, beta: Beta, seed: int) -> None:
        """Chains that start in these worlds (chains, ...); others are assumed to choose by the
        policy, with its scores times `beta`.

        ValueError for a spectator's view, and if no seat has acted and another seat is in turn,
        since that shows the holder of the seven of spades.
        """
        if view.seat == SPECTATOR or not (view.seen or view.legal):
            raise ValueError(
                "This view holds no information (expected the view of a seat after an action)."
            )
        self._start, self._policies = 0, policies_of(view, weights, beta)
        self._history, shown = acted(view)
        shown[view.seat] |= view.table.hand
        self._hidden = [seen.seat for seen in view.seen if seen.action == HIDDEN]
        held = [
            (seat, -1)
            for seat, count in enumerate(view.table.counts)
            for _ in range(count)
            if seat != view.seat
        ]
        places = np.array(
            held + [(seat, n) for n, seat in enumerate(self._hidden)], np.int64
        ).reshape(-1, 2)
        self._unseen = Unseen(
            places, shown, mask_of(seen.action for seen in view.seen if seen.action != HIDDEN)
        )
        at = np.array(
            [
                [card for seat in range(4) if seat != view.seat for card in cards(hands[seat])]
                + list(discarded)
                for hands, discarded in zip(
                    worlds.hands.tolist(), worlds.hidden.tolist(), strict=True
                )
            ],
            np.int64,
        ).reshape(len(worlds.hands), -1)
        self._chains = Chains(at, np.zeros(len(worlds.hands)), stream_of(seed))

    def worlds(self, n: int, steps: int) -> Worlds:
        """Worlds (n * chains, ...): n of each chain, so many steps apart, those of different chains
        in turn.
        """
        walks, hidden = len(self._chains.at), len(self._hidden)
        hands, discarded = np.zeros((n, walks, 4), np.int64), np.zeros((n, walks, hidden), np.int8)
        with compiling("straights walks"):
            _walk(
                self._policies,
                self._history,
                self._unseen,
                self._chains,
                self._start,
                steps,
                hands,
                discarded,
            )
        self._start += n * steps
        return Worlds(
            hands.reshape(-1, 4),
            discarded.reshape(n * walks, hidden),
            np.zeros((n * walks, 0), np.int8),
        )
