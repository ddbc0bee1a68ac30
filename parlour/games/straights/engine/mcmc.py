"""Worlds of Straights in proportion to the likelihood of the others' actions: Markov chains
(Metropolis et al., 1953).

A step swaps two cards that the viewer has not seen, in others' hands or hidden discards. It is
accepted with the ratio of the likelihoods of all the others' actions, if that is below 1; the
likelihood of an illegal action is 0. Only the two seats' own actions have to be weighed again. In
the long run a chain is in each consistent world in
proportion to its likelihood. Every such world can be reached: the sets of cards that fit a place
are nested (a later discard excludes more cards), so the places can be corrected one after the
other, the narrowest first.
"""

from math import inf
from typing import NamedTuple

from parlour.cards import HIDDEN, SPECTATOR, Mask, Seat, mask_of
from parlour.engine import powers
from parlour.engine.arrays import (
    ByteArray,
    Bytes,
    Floats,
    IntArray,
    Ints,
    Seed,
    floats,
    ints,
    ints_of,
    small,
)  # fmt: skip
from parlour.engine.bits import copy_row, high, lowest_bit, number_of, stream
from parlour.engine.cache import compiled
from parlour.engine.choice import fraction
from parlour.engine.lazy import np
from parlour.engine.native import compiling, kernel
from parlour.engine.playouts import Beta
from parlour.engine.worlds import Worlds
from parlour.games.straights.engine.policy import History, Policies, acted, policies_of, seat_log
from parlour.games.straights.engine.worlds import puzzle
from parlour.match import View

WALKS = 1 << 40  # the first stream of a seed for chains


class Unseen(NamedTuple):
    """The places of the cards that the viewer has not seen."""

    # (u, 3): the seat of each place; its hidden discard, -1 for a card in the hand; and a mask of
    # the cards that fit it
    places: Ints
    shown: Ints  # (4,) masks of the cards that each seat has shown, with the viewer's whole hand
    played: Mask  # all cards that were played openly


class Chains(NamedTuple):
    """Some chains, each in a world."""

    at: Ints  # (chains, u): the cards at the places
    logs: Floats  # (chains, 4): the log-likelihood of each other seat's actions
    seed: Seed


@kernel("(r (f2 i1 i1) f1), (i i i1 i1 i1 i1 i1), (i2 i1 i), (i2 f2 u), i, i, i3, c3")
def _walk(
    policies: Policies,
    history: History,
    unseen: Unseen,
    chains: Chains,
    start: int,
    steps: int,
    hands: Ints,
    hidden: Bytes,
) -> None:
    """Advance each chain by so many steps before each of its worlds, which go to hands (n, chains,
    4) and hidden (n, chains, k).
    """
    found, before, discarded = (
        np.empty(13),
        np.zeros(4, np.int64),
        np.zeros(hidden.shape[2], np.int64),
    )
    places = unseen.places
    many = np.uint64(len(places))
    for i in range(len(chains.at)):
        at, logs, dice, n = chains.at[i], chains.logs[i], stream(chains.seed, WALKS + i), start
        place_cards(unseen, at, before, discarded)
        if start == 0:
            for seat in range(4):
                if seat != history.viewer:
                    logs[seat] = seat_log(
                        policies, history, seat, before[seat], discarded, -inf, found
                    )
        for world in range(len(hands)):
            for _ in range(steps if many else 0):
                r = number_of(dice, 2 * n)
                one, other = int(np.int64(high(r, many))), int(np.int64(high(r * many, many)))
                if swap(places, at, one, other, before, discarded):
                    u = fraction(number_of(dice, 2 * n + 1)) + 2.0**-53
                    seats = places[one, 0], places[other, 0]
                    if not stays(policies, history, seats, before, discarded, u, logs, found):
                        swap(places, at, one, other, before, discarded)
                n += 1
            copy_world(unseen, before, discarded, hands[world, i], hidden[world, i])


@kernel("i2, i2, c2, i2")
def _begin(places: Ints, hands: Ints, hidden: Bytes, at: Ints) -> None:
    """The cards at the places of each chain, into at (chains, u), in worlds with these hands
    (chains, 4) and hidden discards (chains, k).
    """
    for i in range(len(at)):
        left, seat = 0, -1
        for place in range(len(places)):
            if places[place, 1] >= 0:
                at[i, place] = hidden[i, places[place, 1]]
                continue
            if places[place, 0] != seat:
                seat = places[place, 0]
                left = hands[i, seat]
            at[i, place] = lowest_bit(left)
            left &= left - 1


@compiled()
def stays(
    policies: Policies,
    history: History,
    seats: tuple[Seat, Seat],
    before: Ints,
    discarded: Ints,
    u: float,
    logs: Floats,
    found: Floats,
) -> bool:
    """Whether a swap of cards of two seats is accepted, by a random number above 0; then with the
    new logarithms.
    """
    seat, there = seats
    least = powers.log(u) + logs[seat] + (logs[there] if there != seat else 0.0)
    log, its = seat_log(policies, history, seat, before[seat], discarded, least, found), 0.0
    if log >= least and there != seat:
        its = seat_log(policies, history, there, before[there], discarded, least - log, found)
    if log + its < least:
        return False
    logs[there] = its
    logs[seat] = log
    return True


@compiled()
def copy_world(unseen: Unseen, before: Ints, discarded: Ints, hands: Ints, hidden: Bytes) -> None:
    """A world as it is now, into hands (4) and hidden (k)."""
    played = unseen.played
    for k in range(len(discarded)):
        hidden[k] = discarded[k]
        played |= 1 << discarded[k]
    for seat in range(4):
        hands[seat] = before[seat] & ~played


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
    False if both are in one hand, or if a card does not fit.
    """
    seat, number, there, its_number = (
        places[one, 0],
        places[one, 1],
        places[other, 0],
        places[other, 1],
    )
    if seat == there and number < 0 and its_number < 0:
        return False
    if not (places[one, 2] >> at[other] & places[other, 2] >> at[one] & 1):
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
        self._history, known = acted(view)
        shown = ints_of(known)
        shown[view.seat] |= view.table.hand
        hidden = [seen.seat for seen in view.seen if seen.action == HIDDEN]
        slots, self._hidden = puzzle(view).slots, len(hidden)
        held = [(slot.seat, -1, slot.may) for slot in slots[len(hidden) :]]
        thrown = [(seat, n, slots[n].may) for n, seat in enumerate(hidden)]
        places = [part for place in held + thrown for part in place]
        self._unseen = Unseen(
            ints_of(places, 3),
            shown,
            mask_of(seen.action for seen in view.seen if seen.action != HIDDEN),
        )
        n = len(worlds.hands)
        at = ints(n, len(held + thrown))
        _begin(self._unseen.places, worlds.hands, worlds.hidden, at)
        self._chains = Chains(at, floats(n, 4), seed)

    def worlds(self, n: int, steps: int) -> Worlds:
        """Worlds (n * chains, ...): n of each chain, so many steps apart, those of different chains
        in turn.
        """
        walks, hidden = len(self._chains.at), self._hidden
        hands, discarded = ints(n, walks, 4), small(n, walks, hidden)
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
            IntArray(hands.flat, (n * walks, 4)),
            ByteArray(discarded.flat, (n * walks, hidden)),
            small(n * walks, 0),
        )
