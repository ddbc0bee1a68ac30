"""Worlds in proportion to the likelihood of the others' actions: Markov chains (Metropolis et al.,
1953), for games of four seats in which every card is dealt to one.

A step swaps two cards that the viewer has not seen, in others' hands or hidden discards. It is
accepted with the ratio of the likelihoods of all the others' actions, if that is below 1; the
likelihood of an illegal action is 0. Only the two seats' own actions have to be weighed again,
since a seat's play depends on its own hand and on what all see. In the long run a chain is in each
consistent world in proportion to its likelihood, if every such world can be reached: each game's
`mcmc.py` says why.

A chain seldom leaves the worlds that are like its first one if the others' actions say much. So
chains can walk by lower powers of the likelihood before (`Walks.anneal`).

The kernel of a game calls `advance` with a function of its own: `seat_log(policies, history, seat,
hand, hidden, least, buffer)`, the logarithm of the chance of a seat's actions with this hand at
first, or -inf where it is less than `least`; `buffer` is a work array. A game in which cards are
passed has steps of its own.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import pairwise
from math import inf
from operator import add
from typing import Any, NamedTuple, TypeAlias

from parlour.cards import HIDDEN, SPECTATOR, Mask, Seat
from parlour.engine.compiler.arrays import (
    ByteArray,
    Bytes,
    Bytes2,
    Bytes3,
    Floats,
    FloatTable,
    IntArray,
    Ints,
    Ints2,
    Ints3,
    IntTable,
    Seed,
    Word,
    floats,
    floats_of,
    ints,
    ints_of,
    small,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row, high, lowest_bit, number_of, stream
from parlour.engine.numbers.exact_math import log
from parlour.engine.numbers.sampling import fraction
from parlour.engine.worlds.resampling import resampled, sizes
from parlour.engine.worlds.sampler import Worlds
from parlour.engine.worlds.slots import Puzzle
from parlour.match import View

STREAM = 1 << 40  # the first of a seed for chains


class Unseen(NamedTuple):
    """The places of the cards that the viewer has not seen."""

    # (u, 3): the seat of each place; its hidden discard, -1 for a card in the hand; and a mask of
    # the cards that fit it
    places: Ints2
    shown: Ints  # (4,) masks of the cards that each seat has shown, with the viewer's whole hand
    played: Mask  # all cards that were played openly


class Stride(NamedTuple):
    """How far chains walk."""

    start: int  # the steps made so far
    steps: int  # before each world
    power: float  # of the likelihood of a world


class Met(NamedTuple):
    """The worlds that chains come to: n of each."""

    hands: Ints3  # (n, chains, 4)
    hidden: Bytes3  # (n, chains, k)


class Now(NamedTuple):
    """The world in which a chain is."""

    before: Ints  # (4,) the hands as they were
    discarded: Ints  # (k,) the hidden discards


class Chains(NamedTuple):
    """Some chains, each in a world."""

    at: IntTable  # (chains, u): the cards at the places
    logs: FloatTable  # (chains, 4): the log-likelihood of each other seat's actions
    seed: Seed


SeatLog: TypeAlias = Callable[[Any, Any, Seat, Mask, Ints, float, Floats], float]


@compiled(makes=True, forceinline=True)
def advance(
    seat_log: SeatLog,
    policies: Any,
    history: Any,
    unseen: Unseen,
    chains: Chains,
    stride: Stride,
    met: Met,
    buffer: Floats,
) -> None:
    """Advance each chain, and write down its worlds."""
    now = Now(np.zeros(4, np.int64), np.zeros(met.hidden.shape[2], np.int64))
    places = unseen.places
    many = np.uint64(len(places))
    for i in range(len(chains.at)):
        at, logs, dice, n = (
            chains.at[i],
            chains.logs[i],
            stream(chains.seed, STREAM + i),
            stride.start,
        )
        place_cards(unseen, at, now)
        if n == 0:
            for seat in range(4):
                if seat != history.viewer:
                    logs[seat] = seat_log(
                        policies, history, seat, now.before[seat], now.discarded, -inf, buffer
                    )
        for world in range(len(met.hands)):
            for _ in range(stride.steps if many else 0):
                r = number_of(dice, 2 * n)
                first, second = int(np.int64(high(r, many))), int(np.int64(high(r * many, many)))
                if swap(places, at, first, second, now):
                    least = least_log(number_of(dice, 2 * n + 1), stride.power)
                    seats = places[first, 0], places[second, 0]
                    if not stays(seat_log, policies, history, seats, now, least, logs, buffer):
                        swap(places, at, first, second, now)
                n += 1
            copy_world(unseen, now, met.hands[world, i], met.hidden[world, i])


@kernel("i2, i2, c2, i2")
def _begin(places: Ints2, hands: Ints2, hidden: Bytes2, at: Ints2) -> None:
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


@compiled(forceinline=True)
def least_log(r: Word, power: float) -> float:
    """The least that a step must add to the logarithm of a likelihood, by a random number."""
    return log(fraction(r) + 2.0**-53) / power


@compiled(forceinline=True)
def stays(
    seat_log: SeatLog,
    policies: Any,
    history: Any,
    seats: tuple[Seat, Seat],
    now: Now,
    least: float,
    logs: Floats,
    buffer: Floats,
) -> bool:
    """Whether a swap of cards of two seats is accepted: whether it adds at least so much to the
    logarithms of their likelihoods; then with the new logarithms.
    """
    seat, rival = seats
    before, discarded = now
    least += logs[seat] + (logs[rival] if rival != seat else 0.0)
    new_log, rival_log = (
        seat_log(policies, history, seat, before[seat], discarded, least, buffer),
        0.0,
    )
    if new_log >= least and rival != seat:
        rival_log = seat_log(
            policies, history, rival, before[rival], discarded, least - new_log, buffer
        )
    if new_log + rival_log < least:
        return False
    logs[rival] = rival_log
    logs[seat] = new_log
    return True


@compiled()
def copy_world(unseen: Unseen, now: Now, hands: Ints, hidden: Bytes) -> None:
    """A world as it is now, into hands (4) and hidden (k)."""
    played = unseen.played
    for k in range(len(now.discarded)):
        hidden[k] = now.discarded[k]
        played |= 1 << now.discarded[k]
    for seat in range(4):
        hands[seat] = now.before[seat] & ~played


@compiled()
def place_cards(unseen: Unseen, at: Ints, now: Now) -> None:
    """The world of a chain, by the cards at its places."""
    copy_row(now.before, unseen.shown)
    for place in range(len(unseen.places)):
        seat, number = unseen.places[place, 0], unseen.places[place, 1]
        now.before[seat] |= 1 << at[place]
        if number >= 0:
            now.discarded[number] = at[place]


@compiled()
def swap(places: Ints2, at: Ints, first: int, second: int, now: Now) -> bool:
    """Swap the cards at two places, also in the world; False if both are in one hand, or if a card
    does not fit.
    """
    seat, number, its_seat, its_number = (
        places[first, 0],
        places[first, 1],
        places[second, 0],
        places[second, 1],
    )
    if seat == its_seat and number < 0 and its_number < 0:
        return False
    if not (places[first, 2] >> at[second] & places[second, 2] >> at[first] & 1):
        return False
    both = 1 << at[first] ^ 1 << at[second]
    at[first], at[second] = at[second], at[first]
    if seat != its_seat:
        now.before[seat] ^= both
        now.before[its_seat] ^= both
    if number >= 0:
        now.discarded[number] = at[first]
    if its_number >= 0:
        now.discarded[its_number] = at[second]
    return True


def lower_powers(ladder: Iterable[float], beta: float) -> list[float]:
    """The powers of likelihoods at an inverse temperature that are about as even as those at lower
    ones.
    """
    return [rung / beta for rung in ladder if rung < beta]


class Walks:
    """Some chains through the worlds of a view, each from a world of its own."""

    def __init__(
        self,
        view: View,
        puzzle: Puzzle,
        masks: Iterable[int],
        worlds: Worlds,
        seed: int,
        walk: Callable[[Unseen, Chains, Stride, Met], None],
    ) -> None:
        """Chains that start in these worlds (chains, ...); `masks` are those of the cards that
        each seat has shown, and `walk` advances the chains. ValueError for a spectator's view.
        """
        if view.seat == SPECTATOR:
            raise ValueError("This view is a spectator's (expected that of a seat).")
        shown, played = ints_of(masks), 0
        for mask in shown:
            played |= mask
        shown[view.seat] |= view.table.hand
        hidden = [seen.seat for seen in view.seen if seen.action == HIDDEN]
        slots, self._hidden = puzzle.slots, len(hidden)
        held = [(slot.seat, -1, slot.may) for slot in slots[len(hidden) :]]
        thrown = [(seat, n, slots[n].may) for n, seat in enumerate(hidden)]
        places = [part for place in held + thrown for part in place]
        self._start, self._walk = 0, walk
        self._unseen = Unseen(ints_of(places, 3), shown, played)
        n = len(worlds.hands)
        at = ints(n, len(held + thrown))
        _begin(self._unseen.places, worlds.hands, worlds.hidden, at)
        self._chains = Chains(at, floats(n, 4), seed)

    def worlds(self, n: int, steps: int, power: float = 1.0) -> Worlds:
        """Worlds (n * chains, ...): n of each chain, so many steps apart, those of different chains
        in turn; in the long run in proportion to this power of their likelihoods.
        """
        walks, hidden = len(self._chains.at), self._hidden
        hands, discarded = ints(n, walks, 4), small(n, walks, hidden)
        stride, met = Stride(self._start, steps, power), Met(hands, discarded)
        self._walk(self._unseen, self._chains, stride, met)
        self._start += n * steps
        return Worlds(
            IntArray(hands.flat, (n * walks, 4)),
            ByteArray(discarded.flat, (n * walks, hidden)),
            small(n * walks, 0),
        )

    def anneal(self, powers: Sequence[float], steps: int, n: int) -> None:
        """Take so many steps at each of some rising powers below 1. After each, chains are copied
        in proportion to what the next power adds (Del Moral, Doucet and Jasra, 2006); after the
        last there are n. Without powers nothing changes.
        """
        many = len(self._chains.logs)
        places = Worlds(ints_of(range(many), 1), small(many, 0), small(many, 0))
        for power, after in pairwise((*powers, 1.0)):
            self.worlds(1, steps, power)
            logs = floats_of(reduce(add, row) for row in self._chains.logs.tolist())
            pool = resampled(places, logs, many if after < 1.0 else n, after - power)
            self.copy([place for (place,) in pool.worlds.hands.tolist()])

    def copy(self, places: Sequence[int]) -> None:
        """Have copies of the chains at these places instead of all."""
        at, logs, _ = self._chains
        self._chains = self._chains._replace(at=at.rows(places), logs=logs.rows(places))

    def stream(self, burn: int, steps: int, parts: int = 1) -> Iterator[list[Worlds]]:
        """An endless stream of batches of worlds, each in equal parts, after some steps to begin
        with.
        """
        self.worlds(1, burn)
        for size in sizes():
            n = size // len(self._chains.at) // parts
            yield [self.worlds(n, steps) for _ in range(parts)]
