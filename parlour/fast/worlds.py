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

from parlour import eights, hearts, straights
from parlour.cards import ALL, HIDDEN, NOBODY, Action, Card, Mask, Seat, cards, mask_of
from parlour.fast.arguments import Ints, stream_of
from parlour.fast.bits import stream
from parlour.fast.cache import compiled, compiling
from parlour.fast.worlds_matchings import Graph, Plan, best, matching, plan
from parlour.fast.worlds_matchings import count as matchings
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
    return PUZZLES[view.game](view)


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


def _others(view: View) -> list[Seat]:
    return [seat for seat in range(len(view.players)) if seat != view.seat]


def _straights(view: View) -> Puzzle:
    """A card that fitted never ceases to fit until it is laid: who discards holds none that fits, then or before."""
    table = view.table
    thrown = table.thrown[0] | table.thrown[1] | table.thrown[2] | table.thrown[3]
    free = ALL & ~(mask_of(view.dealt) | table.table | thrown)
    may = [free] * 4
    slots: list[Slot] = []
    opener = view.seen[0].seat if view.seen else table.turn
    for seat, action, _, lacks in view.seen:
        may[seat] &= ~lacks
        if action == HIDDEN:
            slots.append(Slot(may[seat] & ~(1 << straights.SEVEN_OF_SPADES), hidden=len(slots)))
    if free >> straights.SEVEN_OF_SPADES & 1:
        may = _only(may, straights.SEVEN_OF_SPADES, opener)
    return Puzzle(slots + _hands(view, may, free), free)


def _only(may: list[Mask], card: Card, holder: Seat) -> list[Mask]:
    """The same, where this card may lie in one hand only."""
    return [mask if seat == holder else mask & ~(1 << card) for seat, mask in enumerate(may)]


def _hands(view: View, may: list[Mask], free: Mask) -> list[Slot]:
    """The places of the others' hands."""
    return [Slot(may[seat] & free, seat) for seat in _others(view) for _ in range(view.table.counts[seat])]


def _hearts(view: View) -> Puzzle:
    """Nothing is received after the pass, so who lacked a card then lacks it now; who opened had the two of clubs."""
    table = view.table
    passes = table.passed.bit_count()
    played = view.seen[passes:]
    if table.leader == NOBODY:
        free = ALL & ~mask_of(view.dealt)
        return Puzzle(_hands(view, [free] * 4, free), free)
    free = ALL & ~(table.hand | mask_of(seen.action for seen in played if seen.action < 52))
    may = [free] * 4
    for seat, _, _, lacks in played:
        may[seat] &= ~lacks
    opener = played[0].seat if played else table.leader
    may = _only(may, hearts.TWO_OF_CLUBS, opener)
    if passes:
        taker = (view.seat + hearts.way(view.rules, view.number)) % 4
        for card in cards(table.passed):
            may = _only(may, card, taker)
    return Puzzle(_hands(view, may, free), free)


def _eights(view: View) -> Puzzle:
    """Backwards: what may enter a hand now is what may stay there; a play adds its card, a draw or a pass takes what it lacks.

    A turn that did not end the round, with no card to draw and a card needed, shows that there is one that fits.
    """
    table, rules = view.table, view.rules
    own = mask_of(view.dealt) | mask_of(seen.card for seen in view.seen if seen.card < 52)
    played = mask_of(seen.action for seen in view.seen if seen.action < 52)
    unseen = ALL & ~own & ~played & ~(1 << table.turned)
    may = [unseen] * len(view.players)
    slots = [Slot(unseen, stock=i) for i in range(table.stock)]
    hidden = sum(seen.card == HIDDEN for seen in view.seen)
    for seat, action, card, lacks in reversed(view.seen):
        if card == HIDDEN:
            hidden -= 1
            slots.append(Slot(may[seat], seat, hidden))
        may[seat] = may[seat] & ~lacks | (1 << action if action < 52 else 0)
    slots += [Slot(may[seat], seat) for seat in _others(view) for _ in range(rules.hand)]
    free = unseen | played & ~own
    must = 0
    if table.turn != view.seat and not (table.stock or rules.empty) and eights.draws(rules.draw, table.drawn):
        must = eights.fitting(table.top, table.suit)
    return Puzzle(slots, free, played & free, must, table.turn)


def fits(view: View, match: Match) -> bool:
    """Whether a match could be the one of this view: its seat has seen the same, and sees the same table."""
    there = look(match, view.seat)
    return there.seen == view.seen and there.table == view.table


def events(view: View, worlds: Worlds, i: int) -> list[Event]:
    """The log of world i, of this round: a deck in which each seat's cards stand in its places, and every action.

    What no view depends on is chosen: the order of the others' cards in the deck (ascending), and in Hearts what they passed
    among themselves (the lowest of what the receiver came to hold).
    """
    hands, hidden = worlds.hands[i].tolist(), iter(worlds.hidden[i].tolist())
    acted: list[Acted] = []
    drawn: list[tuple[Seat, Card]] = []
    for seat, action, card, _ in view.seen:
        acted.append(Acted(seat, next(hidden) if action == HIDDEN else action))
        if action == eights.DRAW and view.game == "crazy-eights":
            drawn.append((seat, next(hidden) if card == HIDDEN else card))
    passes = view.table.passed.bit_count() if view.game == "hearts" else 0
    for seat, action in acted[passes:]:
        hands[seat] |= 1 << action if action < 52 else 0
    if view.game == "hearts" and view.table.leader != NOBODY:
        acted = _passed(view, hands) + acted[passes:]
    for seat, card in drawn:
        hands[seat] &= ~(1 << card)
    deck = [card for seat, hand in enumerate(hands) for card in (view.dealt if seat == view.seat else cards(hand))]
    rest = [*(card for _, card in drawn), *worlds.stock[i].tolist()]
    return [Dealt((*deck, *cards(ALL & ~mask_of(deck) & ~mask_of(rest)), *rest)), *acted]


def _passed(view: View, hands: list[Mask]) -> list[Acted]:
    """Everybody's passes in Hearts, which are taken back in `hands` (as they were when the play began)."""
    way = hearts.way(view.rules, view.number)
    acted: list[Acted] = []
    for giver in range(4 if way else 0):
        taker = (giver + way) % 4
        some: tuple[Action, ...] = cards(hands[taker])[:3]
        if giver == view.seat:
            some = tuple(seen.action for seen in view.seen[:3])
        elif taker == view.seat:
            some = cards(view.table.received)
        acted += [Acted(giver, card) for card in some]
    for giver, card in acted:
        hands[(giver + way) % 4] &= ~(1 << card)
    for giver, card in acted:
        hands[giver] |= 1 << card
    return acted


PUZZLES: dict[str, Callable[[View], Puzzle]] = {"straights": _straights, "hearts": _hearts, "crazy-eights": _eights}


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
