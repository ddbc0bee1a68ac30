"""Walks through the worlds of Hearts (engine/worlds/mcmc.py), by the others' plays and passes.

After a pass a world also has the three cards that each seat received. A seat's pass depends on its
hand before, which is its hand without these and with those that it gave. So hands that passes
seldom leave, with high cards or a suit of one card, are as rare in the worlds. A step swaps two
cards of two seats. Then, after a pass, one card that a seat received, which the viewer does not
know, changes with one that it was dealt.

A few worlds cannot be reached from some others: if three seats lack a suit each, three cards can
only change their places all at once. So the chains start in several worlds, which are resampled
from those that fit. Any three cards of a hand can have been received. No world that fits is
impossible, so no chain starts in one.
"""

from collections.abc import Sequence
from math import inf
from operator import mul
from typing import NamedTuple, TypeAlias

from parlour.cards import Mask, Seat
from parlour.engine.compiler.arrays import (
    FloatBlock,
    Floats,
    Floats2,
    Ints,
    Ints2,
    IntTable,
    Word,
    floats,
    ints_of,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row, high, kth, number_of, popcount, stream
from parlour.engine.search.playouts import Beta, SeatWeights, Styles
from parlour.engine.worlds import mcmc
from parlour.engine.worlds.mcmc import (
    STREAM,
    Chains,
    Met,
    Now,
    Stride,
    Unseen,
    copy_world,
    least_log,
    place_cards,
    swap,
)
from parlour.engine.worlds.sampler import Worlds
from parlour.games.hearts.engine.inference.likelihood import (
    History,
    log_mean,
    log_of,
    recalled,
    seat_log,
)
from parlour.games.hearts.engine.inference.pass_likelihood import Given, give_chances, given_of
from parlour.games.hearts.engine.inference.score_cache import Memo, Work, memo_of, work_of
from parlour.games.hearts.engine.opponent_styles import styled_policies_of, styles_of
from parlour.games.hearts.engine.playout_state import StyledPolicies
from parlour.games.hearts.engine.policy import plays
from parlour.games.hearts.engine.worlds import puzzle
from parlour.match import View

RECEIVED = 1 << 50  # the first random number of a chain for the cards that were received

Pair: TypeAlias = tuple[int, int]


class Passing(NamedTuple):
    """The passes in the worlds of chains."""

    tables: Given
    takers: Ints  # the seats of which the viewer does not know what they received
    got: IntTable  # (chains, 4) masks of the cards that each seat received
    plays: FloatBlock  # (chains, 4, k) as in `Weights`
    passes: FloatBlock  # (chains, 4, k)


class Known(NamedTuple):
    """The facts by which the worlds of a view are weighed."""

    policies: StyledPolicies
    history: History
    tables: Given


class Weights(NamedTuple):
    """The chances of what each seat did."""

    plays: Floats2  # (4, k) of its cards, by style
    passes: Floats2  # (4, k) of its pass
    whole: Floats  # (4,) the logarithm of that of both, the mean over its styles


class Chain(NamedTuple):
    """A chain in a world."""

    at: Ints  # (u,) the cards at the places
    now: Now
    got: Ints  # (4,) masks of the cards that each seat received
    weights: Weights
    power: float  # of a world's likelihood, by which it walks
    dice: Word


class Room(NamedTuple):
    """Work arrays."""

    new: Weights  # of a world to which a chain may move
    work: Work  # as `seat_log` takes it


@compiled(forceinline=True)
def highest(numbers: Floats) -> float:
    """The greatest of some numbers."""
    most = -inf
    for place in range(len(numbers)):
        most = max(most, numbers[place])
    return most


@compiled()
def weigh_pass(tables: Given, seat: Seat, chain: Chain, weights: Weights) -> None:
    """Weigh the pass of a seat."""
    gave = chain.got[seat + tables.offset & 3]
    hand = chain.now.before[seat] & ~chain.got[seat] | gave
    give_chances(tables, seat, hand, gave, weights.passes[seat])


@compiled(forceinline=True)
def weigh_cards(
    facts: Known, seat: Seat, chain: Chain, least: float, weights: Weights, work: Work
) -> float:
    """Weigh the cards of a seat whose pass is weighed; returns the logarithm of both, -inf if it is
    less than `least`.
    """
    passes, hand = weights.passes[seat], chain.now.before[seat]
    whole: float = seat_log(facts.policies, facts.history, seat, hand, passes, least, work)
    copy_row(weights.plays[seat], work.chances)
    weights.whole[seat] = whole
    return whole


@compiled(forceinline=True)
def most_of(facts: Known, seats: Pair, chain: Chain, least: float, room: Room) -> float:
    """The most that the new logarithms of some seats can add up to, before the cards of those with
    another hand are weighed; any number below `least` if it is less than that. That of each seat is
    then in `room.new`. `seats` are the masks of these, and of those whose pass is another.
    """
    (moved, passed), new, held, most = seats, room.new, chain.weights, 0.0
    for seat in range(4):
        if (moved | passed) >> seat & 1 == 0:
            continue
        if passed >> seat & 1:
            weigh_pass(facts.tables, seat, chain, new)
        else:
            copy_row(new.passes[seat], held.passes[seat])
        if moved >> seat & 1:
            new.whole[seat] = log_of(highest(new.passes[seat]))
        else:
            copy_row(new.plays[seat], held.plays[seat])
            new.whole[seat] = log_mean(new.plays[seat], new.passes[seat])
        most += new.whole[seat]
        if most < least:
            break
    return most


@compiled(forceinline=True)
def stays(facts: Known, seats: Pair, chain: Chain, least: float, room: Room) -> bool:
    """Whether a chain stays in the world to which it has moved: whether that adds at least so much
    to the logarithm of its likelihood; then with the new logarithms. `seats` are as in `most_of`.
    """
    moved, touched = seats[0], seats[0] | seats[1]
    new, held = room.new, chain.weights
    for seat in range(4):
        least += held.whole[seat] if touched >> seat & 1 else 0.0
    most = most_of(facts, seats, chain, least, room)
    for seat in range(4):
        if most >= least and moved >> seat & 1:
            most -= new.whole[seat]
            most += weigh_cards(facts, seat, chain, least - most, new, room.work)
    if most < least:
        return False
    for seat in range(4):
        if touched >> seat & 1:
            copy_row(held.plays[seat], new.plays[seat])
            copy_row(held.passes[seat], new.passes[seat])
            held.whole[seat] = new.whole[seat]
    return True


@compiled(forceinline=True)
def below(n: int, r: Word) -> tuple[int, Word]:
    """A random number below n, and the number for the next one."""
    many = np.uint64(n)
    return int(np.int64(high(r, many))), r * many


@compiled(forceinline=True)
def changed(got: Ints, seat: Seat, cards: Mask) -> int:
    """Put one of two cards in the other's place if a seat received it; 1 if it did, else 0."""
    if got[seat] & cards:
        got[seat] ^= cards
        return 1
    return 0


@compiled()
def begin(facts: Known, takers: Ints, chain: Chain, work: Work) -> None:
    """Choose the cards that each taker received, at random, and weigh what all seats did."""
    got, weights = chain.got, chain.weights
    for taker in takers:
        r, hand = number_of(chain.dice, RECEIVED + taker), chain.now.before[taker]
        for _ in range(3):
            n, r = below(popcount(hand), r)
            got[taker] |= kth(hand, n)
            hand &= ~got[taker]
    for seat in range(4):
        if seat != facts.history.viewer:
            for way in range(weights.passes.shape[1]):
                weights.passes[seat, way] = 1.0
            if facts.tables.offset:
                weigh_pass(facts.tables, seat, chain, weights)
            weigh_cards(facts, seat, chain, -inf, weights, work)


@compiled(forceinline=True)
def swap_two(facts: Known, places: Ints2, firsts: Ints, chain: Chain, n: int, room: Room) -> None:
    """Step n: swap the cards of two seats at random places, if the chain stays there."""
    at, now, got, offset = chain.at, chain.now, chain.got, facts.tables.offset
    place, r = below(len(places), number_of(chain.dice, 4 * n))
    a = places[place, 0]
    held = firsts[a + 1] - firsts[a]
    other, _ = below(len(places) - held, r)
    other += held if other >= firsts[a] else 0
    b, cards = places[other, 0], 1 << at[place] | 1 << at[other]
    if not swap(places, at, place, other, now):
        return
    moved, passed = 1 << a | 1 << b, 0
    if offset:
        passed = moved | changed(got, a, cards) << (a - offset & 3)
        passed |= changed(got, b, cards) << (b - offset & 3)
    least = least_log(number_of(chain.dice, 4 * n + 1), chain.power)
    if not stays(facts, (moved, passed & ~(1 << facts.history.viewer)), chain, least, room):
        swap(places, at, place, other, now)
        changed(got, a, cards)
        changed(got, b, cards)


@compiled(forceinline=True)
def change_one(facts: Known, takers: Ints, chain: Chain, n: int, room: Room) -> None:
    """Step n: change a card that a seat received with one that it was dealt, if the chain stays
    there.
    """
    got = chain.got
    which, r = below(len(takers), number_of(chain.dice, 4 * n + 2))
    taker = takers[which]
    dealt = chain.now.before[taker] & ~got[taker]
    which, r = below(popcount(got[taker]), r)
    cards = kth(got[taker], which)
    which, _ = below(popcount(dealt), r)
    cards |= kth(dealt, which)
    got[taker] ^= cards
    passed = 1 << taker | 1 << (taker - facts.tables.offset & 3)
    least = least_log(number_of(chain.dice, 4 * n + 3), chain.power)
    if not stays(facts, (0, passed), chain, least, room):
        got[taker] ^= cards


@compiled()
def step_on(
    facts: Known,
    takers: Ints,
    places: Ints2,
    firsts: Ints,
    chain: Chain,
    n: int,
    steps: int,
    room: Room,
) -> None:
    """Take so many steps from step n on. A function of its own makes no array, so that no step
    counts references to any (jit.py).
    """
    for step in range(n, n + steps):
        swap_two(facts, places, firsts, chain, step, room)
        if len(takers):
            change_one(facts, takers, chain, step, room)


@kernel(
    "(r f2 i2 f2 f2), (i i1 i1 i2 i2), (i2 i1 i), (i2 f2 u), (i i f), (i3 c3), "
    "((i i2 f3 f3) i1 i2 f3 f3), (i1 f2 f2)"
)
def _walk(
    policies: StyledPolicies,
    history: History,
    unseen: Unseen,
    chains: Chains,
    stride: Stride,
    met: Met,
    passing: Passing,
    memo: Memo,
) -> None:
    """Advance each chain, and write down its worlds."""
    k, takers, places = policies.betas.shape[1], passing.takers, unseen.places
    facts = Known(policies, history, passing.tables)
    now = Now(np.zeros(4, np.int64), np.zeros(0, np.int64))
    new = Weights(np.zeros((4, k)), np.zeros((4, k)), np.zeros(4))
    room = Room(new, work_of(memo))
    firsts = np.zeros(5, np.int64)  # of each seat's places, which are in a row
    for place in range(len(places)):
        for seat in range(places[place, 0], 4):
            firsts[seat + 1] = place + 1
    # the places of a seat alone stay as they are
    swaps = len(places) > 0 and firsts[places[0, 0] + 1] < len(places)
    for i in range(len(chains.at)):
        weights = Weights(passing.plays[i], passing.passes[i], chains.logs[i])
        dice = stream(chains.seed, STREAM + i)
        chain = Chain(chains.at[i], now, passing.got[i], weights, stride.power, dice)
        place_cards(unseen, chain.at, now)
        n = stride.start
        if n == 0:
            begin(facts, takers, chain, room.work)
        for world in range(len(met.hands)):
            if swaps:
                step_on(facts, takers, places, firsts, chain, n, stride.steps, room)
            n += stride.steps
            copy_world(unseen, now, met.hands[world, i], met.hidden[world, i])


class Walks(mcmc.Walks):
    """Some chains through the worlds of a view after the pass, each from a world of its own."""

    def __init__(
        self,
        view: View,
        worlds: Worlds,
        weights: SeatWeights,
        styles: Beta,
        seed: int,
    ) -> None:
        """Chains that start in these worlds (chains, ...), with the likelihood of `likely` and that
        of the passes.

        ValueError for a spectator's view, and if no card has been played.
        """
        held, history = styles_of(styles), recalled(view)
        policies, memo = styled_policies_of(view, weights, held), memo_of(len(held[0]))
        if history is None:
            raise ValueError("No card has been played (expected a view after the pass).")
        shown = [0] * 4
        for seat, card in plays(view):
            shown[seat] |= 1 << card
        self._passing = passing_of(view, len(worlds.hands), held)
        self._rows = policies.rows.tolist()

        def walk(unseen: Unseen, chains: Chains, stride: Stride, met: Met) -> None:
            with compiling("walks of Hearts"):
                _walk(policies, history, unseen, chains, stride, met, self._passing, memo)

        super().__init__(view, puzzle(view), shown, worlds, seed, walk)

    def copy(self, places: Sequence[int]) -> None:
        """Have copies of the chains at these places, and of their passes, instead of all."""
        super().copy(places)
        _, _, got, plays, passes = self._passing
        self._passing = self._passing._replace(
            got=got.rows(places), plays=plays.rows(places), passes=passes.rows(places)
        )

    def likeliest(self, seat: Seat) -> int:
        """The place of the weights of another seat's likeliest style, in most of the worlds
        as they are; the first of some in as many.
        """
        places, rows = list[int](), self._rows[seat]
        *_, plays, passes = self._passing
        for chain in range(len(plays)):
            chances = list(map(mul, plays[chain, seat], passes[chain, seat]))
            places.append(rows[chances.index(max(chances))])
        return max(sorted(set(places)), key=places.count)


def passing_of(view: View, n: int, styles: Styles) -> Passing:
    """The passes as a view shows them, for n chains, and styles (4, k)."""
    tables, got, k = given_of(view, styles), [0] * 4, len(styles[0])
    offset = tables.offset
    if offset and view.seat < 4:
        taker = (view.seat + offset) % 4
        got[view.seat], got[taker] = view.table.received, view.table.passed
    takers = [seat for seat in range(4) if offset and not got[seat]]
    return Passing(tables, ints_of(takers), ints_of(got * n, 4), floats(n, 4, k), floats(n, 4, k))
