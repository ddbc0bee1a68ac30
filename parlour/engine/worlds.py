"""Worlds: all that a seat does not know, made definite; every one that fits its View, each exactly as likely.

A world fits a View iff the view of it has the same `seen` and the same `table`. What a seat does not know lies in slots, a
card in each: in Straights and Hearts the places of the others' hands, and each hidden discard; in Crazy Eights each place
that was dealt to another seat, each of its draws, and each place of the stock. Which cards may lie in a slot follows from
what the seat was seen to lack while the card would have been in its hand, and from who opened. A world is then a perfect
matching of cards and slots, and worlds_matchings draws these; none is rejected. In Straights the sets are nested, and
every level has one state; in Hearts a state is how many cards each seat still takes; in Crazy Eights, where the sets are any
intervals of time, there are some hundreds as a rule, and hundreds of thousands in the worst of some thousand random positions.

World i of a seed depends on the view, the seed and i alone.
"""

from collections import Counter
from collections.abc import Callable
from math import factorial
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.cards import ALL, HIDDEN, NOBODY, NONE, Card, Mask, Seat, cards, mask_of
from parlour.engine.arguments import Ints, stream_of
from parlour.engine.bits import stream
from parlour.engine.cache import compiled, compiling
from parlour.engine.matchings import Graph, Plan, best, matching, plan
from parlour.engine.matchings import count as matchings
from parlour.game import part
from parlour.match import Acted, Dealt, Event, Match, View
from parlour.match import view as look


class Worlds(NamedTuple):
    """n worlds that fit a view."""

    hands: NDArray[np.int64]  # (n, seats) masks of the cards that each seat holds now; in a pass, of those it was dealt
    hidden: NDArray[np.int8]  # (n, k) the card of each hidden discard or draw of the others, in the order of view.seen
    stock: NDArray[np.int8]  # (n, m) Crazy Eights: the stock, next card first; else m = 0


class Slot(NamedTuple):
    """A place for one card that the seat cannot see."""

    may: Mask  # the cards that may lie here
    seat: Seat = NOBODY  # in whose hand, unless it was played since
    hidden: int = -1  # which of the hidden discards or draws
    stock: int = -1  # which place of the stock


class Puzzle(NamedTuple):
    """What a seat does not know."""

    slots: list[Slot]  # as many as `free`; the hidden ones among them in order
    free: Mask  # the cards that lie there
    played: Mask = 0  # those of them that have been played since
    must: Mask = 0  # `turn` holds one of these now; 0: nothing is known of that
    turn: Seat = NOBODY


class Sampler:
    """Worlds of one view, planned once and drawn as often as one likes."""

    def __init__(self, view: View) -> None:
        """Plan; ValueError where no round is being played."""
        puzzle = _puzzle(view)
        own = [0] * len(view.players)
        if view.seat < len(own):
            own[view.seat] = view.table.hand
        places = [(-1 if slot.seat == NOBODY else slot.seat, slot.hidden, slot.stock) for slot in puzzle.slots]
        with compiling("worlds"):
            walk, self._turned = best(_graph(puzzle))
            self._plan = plan(walk)
        self._free = np.array(cards(puzzle.free), np.int64)
        self._own = np.array(own, np.int64)
        self._places = np.array(places, np.int64).reshape(-1, 3)
        self._played = puzzle.played

    def sample(self, n: int, seed: int, *, start: int = 0) -> Worlds:
        """N worlds that fit the view, each drawn uniformly: those numbered from `start` on, of the stream of `seed`."""
        arrays = self._free, self._own, self._places
        with compiling("worlds, drawn"):
            return Worlds(*_worlds(n, stream_of(seed), start, self._plan, self._turned, *arrays, self._played))


def sample(view: View, n: int, seed: int, *, start: int = 0) -> Worlds:
    """So many worlds that fit the view, as a new Sampler draws them; ValueError where no round is being played."""
    return Sampler(view).sample(n, seed, start=start)


def count(view: View) -> int:
    """How many worlds fit the view, the order of the stock left out; ValueError where no round is being played."""
    puzzle = _puzzle(view)
    matched = matchings(best(_graph(puzzle))[0])
    alike = Counter(slot._replace(may=0, stock=min(slot.stock, 0)) for slot in puzzle.slots if slot.hidden < 0)
    for size in alike.values():  # places in one hand, or in the stock, are not told apart
        matched //= factorial(size)
    return matched


def _puzzle(view: View) -> Puzzle:
    if view.table is None or view.points:
        raise ValueError("No round is being played, so there is nothing to guess.")
    own: Callable[[View], Puzzle] = part(view.game, "engine.worlds").puzzle  # type: ignore[union-attr]
    return own(view)


def _graph(puzzle: Puzzle) -> Graph:
    """Slots as rows, the cards that lie there as columns, ascending."""
    free = cards(puzzle.free)
    alike = {slot.may for slot in puzzle.slots}
    spread = {may: mask_of(i for i, card in enumerate(free) if may >> card & 1) for may in alike}
    rows = tuple([spread[slot.may] for slot in puzzle.slots])
    if not puzzle.must:
        return Graph(rows)
    holds = mask_of(i for i, slot in enumerate(puzzle.slots) if slot.seat == puzzle.turn)
    return Graph(rows, holds, mask_of(i for i, card in enumerate(free) if (puzzle.must & ~puzzle.played) >> card & 1))


def others(view: View) -> list[Seat]:
    """All seats but the view's own."""
    return [seat for seat in range(len(view.players)) if seat != view.seat]


def only(may: list[Mask], card: Card, holder: Seat) -> list[Mask]:
    """The same, where this card may lie in one hand only."""
    return [mask if seat == holder else mask & ~(1 << card) for seat, mask in enumerate(may)]


def hands_of(view: View, may: list[Mask], free: Mask) -> list[Slot]:
    """The places of the others' hands."""
    return [Slot(may[seat] & free, seat) for seat in others(view) for _ in range(view.table.counts[seat])]


def fits(view: View, match: Match) -> bool:
    """Whether a match could be the one of this view: its seat has seen the same, and sees the same table."""
    there = look(match, view.seat)
    return there.seen == view.seen and there.table == view.table


def events(view: View, worlds: Worlds, i: int) -> list[Event]:
    """The log of world i, of this round: a deck in which each seat's cards stand in its places, and every action.

    What no view depends on is chosen: the order of the others' cards in the deck (ascending), and what they did without the
    seat being told.
    """
    own: Callable[[View, Worlds, int], list[Event]] = getattr(part(view.game, "engine.worlds"), "events", told_events)
    return own(view, worlds, i)


def told_events(view: View, worlds: Worlds, i: int) -> list[Event]:
    """The same where a seat is told of every action."""
    hands, hidden = worlds.hands[i].tolist(), iter(worlds.hidden[i].tolist())
    acted: list[Acted] = []
    drawn: list[tuple[Seat, Card]] = []
    for seat, action, card, _ in view.seen:
        acted.append(Acted(seat, next(hidden) if action == HIDDEN else action))
        if card != NONE:
            drawn.append((seat, next(hidden) if card == HIDDEN else card))
    for seat, action in acted:
        hands[seat] |= 1 << action if action < 52 else 0
    for seat, card in drawn:
        hands[seat] &= ~(1 << card)
    return [dealt(view, hands, [*(card for _, card in drawn), *worlds.stock[i].tolist()]), *acted]


def dealt(view: View, hands: list[Mask], rest: list[Card]) -> Dealt:
    """The deck of these hands as they were dealt, ascending but the seat's own; `rest` are the last cards of it."""
    deck = [card for seat, hand in enumerate(hands) for card in (view.dealt if seat == view.seat else cards(hand))]
    return Dealt((*deck, *cards(ALL & ~mask_of(deck) & ~mask_of(rest)), *rest))


@compiled()
def _worlds(
    n: int, seed: np.uint64, start: int, plan: Plan, turned: bool, free: Ints, own: Ints, slots: Ints, played: int
) -> tuple[Ints, NDArray[np.int8], NDArray[np.int8]]:
    """The arrays of Worlds. `free`: the cards that lie in the slots; `slots` (n, 3): their seat, hidden place, stock place."""
    size = len(free)
    k, m = 0, 0
    for slot in range(size):
        k, m = max(k, slots[slot, 1] + 1), max(m, slots[slot, 2] + 1)
    hands = np.empty((n, len(own)), np.int64)
    hidden, stock = np.empty((n, k), np.int8), np.empty((n, m), np.int8)
    room, columns = np.zeros(len(plan.first), np.int64), np.zeros(size, np.int64)
    for i in range(n):
        matching(plan, stream(seed, start + i), room, columns)
        hands[i] = own
        for row in range(size):
            slot, card = (columns[row], free[row]) if turned else (row, free[columns[row]])
            seat = slots[slot, 0]
            if seat >= 0 and not played >> card & 1:
                hands[i, seat] |= 1 << card
            if slots[slot, 1] >= 0:
                hidden[i, slots[slot, 1]] = card
            if slots[slot, 2] >= 0:
                stock[i, slots[slot, 2]] = card
    return hands, hidden, stock
