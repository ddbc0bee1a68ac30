"""Worlds: complete assignments of the cards that a seat cannot see, sampled uniformly from all that
are consistent with its View.

A world is consistent with a View iff the view of it has the same `seen` and the same `table`. The
hidden cards are in slots, one in each (`slots.py`). A world is therefore a perfect matching of
cards and slots, and `matchings.py` draws these. If the sets are nested, every level has one state;
for arbitrary intervals of time there are usually some hundreds, and hundreds of thousands in the
worst of several thousand random positions.

A game's own puzzle has all constraints. The puzzle from the rules alone may allow more worlds; a
world that does not replay to the view is drawn again, so all consistent worlds remain equally
likely.

World i of a seed depends on the view, the seed and i alone.
"""

from collections import Counter
from collections.abc import Callable
from math import factorial
from operator import index
from typing import TYPE_CHECKING, NamedTuple, cast

from parlour.cards import HIDDEN, NOBODY, NONE, SPECTATOR, Seat, cards, mask_of
from parlour.catalogue.registry import part
from parlour.engine.compiler.arrays import Bytes2, Ints, Ints2, Seed, ints, ints_of, small
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import copy_row, stream
from parlour.engine.worlds import slots as generic
from parlour.engine.worlds.elimination_order import Graph
from parlour.engine.worlds.matchings import Plan, best, matching, plan
from parlour.engine.worlds.matchings import count as matchings
from parlour.engine.worlds.slots import Opening, Puzzle, opening_of
from parlour.errors import quote
from parlour.match import Acted, Dealt, Event, Match, View
from parlour.match import view as look

if TYPE_CHECKING:
    from numpy.typing import NDArray

AGAIN = 0x9FB21C651E98DF25  # the difference between the seeds of two draws
TRIES = 1000  # most draws of a world, for a game without its own puzzle


class Worlds(NamedTuple):
    """N worlds that are consistent with a view."""

    # (n, seats) masks of the cards in each hand now; of the dealt cards until all have passed
    hands: Ints2
    # (n, k) the card of each hidden discard or draw of the others, in the order of view.seen
    hidden: Bytes2
    stock: Bytes2  # (n, m) the cards that are still to be drawn, next card first

    def take(self, places: "slice | NDArray[np.int64] | NDArray[np.bool_]") -> "Worlds":
        """Some of these worlds, by a slice without a step. Arrays of numpy also take other slices,
        an index (k,) or a mask (n,).
        """
        at = cast(slice, places)
        return Worlds(self.hands[at], self.hidden[at], self.stock[at])

    def arrays(self) -> "tuple[NDArray[np.int64], NDArray[np.int8], NDArray[np.int8]]":
        """The same numbers as arrays of numpy."""
        return np.asarray(self.hands), np.asarray(self.hidden), np.asarray(self.stock)


class Layout(NamedTuple):
    """The place of each card of a matching."""

    free: Ints  # (size) the cards
    held: Ints  # (seats) the known cards in each hand
    slots: Ints2  # (size, 3) seat, hidden place and stock place of each slot, -1 for none
    played: int  # the cards that have been played since
    transposed: bool  # whether the rows of the plan are the cards


class Sampler:
    """A sampler of the worlds of one view, planned once for any number of draws."""

    def __init__(self, view: View, *, by_rules: bool = False) -> None:
        """Plan the draws; ValueError if no round is being played, or if no world is consistent.

        If the game has an engine/worlds.py, its puzzle is used, unless `by_rules`. Otherwise the
        constraints are those of `engine/worlds/slots.py`, and only worlds that replay to the view
        are returned.
        """
        maker = None if by_rules else _own_puzzle(view)
        puzzle = _puzzle(view, maker)
        hands = [0] * len(view.players)
        if view.seat < len(hands):
            hands[view.seat] = view.table.hand
        places = [
            (-1 if slot.seat == NOBODY else slot.seat, slot.hidden, slot.stock)
            for slot in puzzle.slots
        ]
        # hidden cards, and cards of the stock
        self._sizes = tuple([max([place[at] for place in places], default=-1) + 1 for at in (1, 2)])
        with compiling("worlds"):
            walk, transposed = best(_graph(puzzle))
            self._plan = plan(walk)
        if puzzle.free.bit_count() != len(places) or (places and not self._plan.begin[1]):
            raise ValueError(f"No hands of the other seats match this view of {quote(view.game)}.")
        self._layout = Layout(
            free=ints_of(cards(puzzle.free)),
            held=ints_of(hands),
            slots=ints_of([part for place in places for part in place], 3),
            played=puzzle.played,
            transposed=transposed,
        )
        self._view, self._checked = view, maker is None

    def sample(self, n: int, seed: int, *, start: int = 0) -> Worlds:
        """N worlds consistent with the view, in arrays of numpy, drawn uniformly: those numbered
        from `start` of the stream of `seed`.

        ValueError if the rules refuse a world in every one of TRIES draws.
        """
        return Worlds(*self.draw(n, seed, start=index(start)).arrays())

    def draw(self, n: int, seed: int, *, start: int = 0) -> Worlds:
        """As `sample`, for players: without numpy, if the game has its own puzzle."""
        worlds = self._drawn(n, seed, start)
        if not self._checked:
            return worlds
        arrays = worlds.arrays()
        worlds = Worlds(*arrays)
        good = fitting(self._view, worlds)
        for again in range(1, TRIES):
            if good.all():
                return worlds
            other = Worlds(*self._drawn(n, seed + again * AGAIN, start).arrays())
            other = other.take(bad := np.flatnonzero(~good))
            held, hidden, stock = arrays
            held[bad], hidden[bad], stock[bad] = other.arrays()
            good[bad] = fitting(self._view, other)
        raise ValueError(
            f"No world that fits this view of {quote(self._view.game)} was found in {TRIES} draws."
        )

    def _drawn(self, n: int, seed: int, start: int) -> Worlds:
        """N worlds by the plan alone."""
        hidden, stock = self._sizes
        worlds = Worlds(ints(n, len(self._layout.held)), small(n, hidden), small(n, stock))
        with compiling("worlds, drawn"):
            _worlds(self._plan, self._layout, seed, start, *worlds)
        return worlds


def sample(view: View, n: int, seed: int, *, start: int = 0) -> Worlds:
    """N worlds consistent with the view, from a new Sampler; ValueError if no round is being
    played.
    """
    return Sampler(view).sample(n, seed, start=start)


def count(view: View, *, by_rules: bool = False) -> int:
    """The number of worlds consistent with the view, regardless of the order of the stock;
    ValueError if no round is being played.

    For a game without its own puzzle this includes worlds that do not replay to the view.
    """
    puzzle = _puzzle(view, None if by_rules else _own_puzzle(view))
    matched = matchings(best(_graph(puzzle))[0])
    alike = Counter(
        slot._replace(may=0, stock=min(slot.stock, 0)) for slot in puzzle.slots if slot.hidden < 0
    )
    for size in alike.values():  # the order within a hand or the stock does not count
        matched //= factorial(size)
    return matched


def _own_puzzle(view: View) -> Callable[[View], Puzzle] | None:
    """The game's own puzzle function, if it has one."""
    maker: Callable[[View], Puzzle] | None = getattr(
        part(view.game, "engine.worlds"), "puzzle", None
    )
    return maker


def _puzzle(view: View, maker: Callable[[View], Puzzle] | None) -> Puzzle:
    if view.table is None or view.points:
        raise ValueError("No round is being played (worlds are sampled only during a round).")
    return (maker or generic.puzzle)(view)


def _graph(puzzle: Puzzle) -> Graph:
    """The graph with slots as rows and the cards in them as columns, ascending."""
    free = cards(puzzle.free)
    alike = {slot.may for slot in puzzle.slots}
    places = {may: mask_of(i for i, card in enumerate(free) if may >> card & 1) for may in alike}
    rows = tuple([places[slot.may] for slot in puzzle.slots])
    if not puzzle.must:
        return Graph(rows)
    holds = mask_of(i for i, slot in enumerate(puzzle.slots) if slot.seat == puzzle.turn)
    return Graph(
        rows,
        holds,
        mask_of(i for i, card in enumerate(free) if (puzzle.must & ~puzzle.played) >> card & 1),
    )


def fits(view: View, match: Match) -> bool:
    """Whether a match is consistent with this view: the seat has seen the same, and sees the same
    table.
    """
    sight = look(match, view.seat)
    return sight.seen == view.seen and sight.table == view.table


class Logs(NamedTuple):
    """The rounds of n worlds so far."""

    decks: "NDArray[np.int64]"  # (n, 52)
    seats: "NDArray[np.int64]"  # (n, k) the seat of each action
    actions: "NDArray[np.int64]"  # (n, k)


def logs(view: View, worlds: Worlds) -> Logs:
    """The log of each world's round so far: a deck in which each seat's cards are at its places,
    and every action.

    Facts that no view shows are chosen: the order of the others' cards in the deck (ascending), and
    their hidden actions, which are the same in all worlds except for the cards. ValueError for
    worlds of another view.
    """
    opening, n = opening_of(view), len(worlds.hands)
    public = view.seen[opening.seen :]
    later = np.tile(np.array([seen.action for seen in public], np.int64), (n, 1))
    held, unseen, stock = worlds.arrays()
    hands, drawn = held.copy(), list["tuple[Seat, NDArray[np.int64]]"]()
    hidden = iter(unseen.T.astype(np.int64))
    for move, (seat, action, card, _) in enumerate(public):
        if action == HIDDEN:
            later[:, move] = next(hidden)
        if action == HIDDEN or action < 52:
            hands[:, seat] |= 1 << later[:, move]
        if card != NONE:
            drawn.append((seat, next(hidden) if card == HIDDEN else np.full(n, card)))
    for seat, brought in drawn:
        hands[:, seat] &= ~(1 << brought)
    decks = _decks(
        view, opening, hands, np.hstack([*(brought[:, None] for _, brought in drawn), stock])
    )
    first = [
        decks[:, act.place] if act.place >= 0 else np.full(n, act.action) for act in opening.acted
    ]
    seats = [*(act.seat for act in opening.acted), *(seen.seat for seen in public)]
    actions = np.column_stack([*first, later]) if first else later
    return Logs(decks, np.tile(np.array(seats, np.int64), (n, 1)), np.ascontiguousarray(actions))


def _decks(
    view: View, opening: Opening, hands: "NDArray[np.int64]", stock: "NDArray[np.int64]"
) -> "NDArray[np.int64]":
    """The decks, int64 (n, 52), that lead to these hands (n, seats) after the opening; `stock` (n,
    m) is the rest.
    """
    decks = np.empty((len(hands), 52), np.int64)
    dealt = [place for place, owner in enumerate(opening.owners) if owner == view.seat != SPECTATOR]
    decks[:, dealt] = view.dealt
    decks[:, [place for place, owner in enumerate(opening.owners) if owner == SPECTATOR]] = cards(
        view.open
    )
    for seat in range(len(view.players)):
        places = [
            place
            for place, holder in enumerate(opening.holders)
            if holder == seat and place not in dealt
        ]
        decks[:, places] = _listed(hands[:, seat] & ~mask_of(view.dealt))
    decks[
        :,
        [
            place
            for place, holder in enumerate(opening.holders)
            if holder == NOBODY and place not in dealt
        ],
    ] = stock
    return decks


def _listed(masks: "NDArray[np.int64]") -> "NDArray[np.int64]":
    """The cards (n, k) of sets (n,) of k cards each, ascending."""
    return np.nonzero(masks[:, None] >> np.arange(52) & 1)[1].reshape(
        len(masks), -1 if len(masks) else 0
    )


def replayed(view: View, rounds: Logs) -> "tuple[NDArray[np.int64], NDArray[np.bool_]]":
    """The states, int64 (n, width), after these rounds, and whether every action was legal, bool
    (n,).
    """
    from parlour.engine.rounds.compiled_rules import text_of, twin  # which needs numpy

    compiled_game = twin(view.game)
    n = len(rounds.decks)
    states, good = np.zeros((n, compiled_game.WIDTH), np.int64), np.zeros(n, np.bool_)
    with compiling(f"{view.game} replay", text_of(compiled_game)):
        compiled_game.replay_all(
            compiled_game.Rules(*view.rules), view.number, *rounds, states, good
        )
    return states, good


def fitting(view: View, worlds: Worlds) -> "NDArray[np.bool_]":
    """Which worlds, bool (n,), replay legally to the table that the seat sees."""
    from parlour.engine.rounds.compiled_rules import text_of, twin

    rounds = logs(view, worlds)
    states, good = replayed(view, rounds)
    compiled_game = twin(view.game)
    table, viewers = np.hstack(view.table), np.full(len(states), view.seat)
    rows = np.zeros((len(states), len(table)), np.int64)
    with compiling(f"{view.game} view", text_of(compiled_game)):
        compiled_game.observe_all(
            compiled_game.Rules(*view.rules), view.number, rounds.decks, states, viewers, rows
        )
    fit: NDArray[np.bool_] = good & (rows == table).all(axis=1)
    return fit


def events(view: View, worlds: Worlds, i: int) -> list[Event]:
    """The log of world i as events, as in `logs`."""
    decks, seats, actions = (
        array[0].tolist() for array in logs(view, Worlds(*worlds.arrays()).take(slice(i, i + 1)))
    )
    return [
        Dealt(tuple(decks)),
        *(Acted(seat, action) for seat, action in zip(seats, actions, strict=True)),
    ]


@kernel("(i1 i1 i2 i1 i1 f1 i1 i1), (i1 i1 i2 i b), u, i, i2, c2, c2")
def _worlds(
    plan: Plan,
    layout: Layout,
    seed: Seed,
    start: int,
    hands: Ints2,
    hidden: Bytes2,
    stock: Bytes2,
) -> None:
    """Into the arrays of Worlds."""
    free, held, slots, played, transposed = layout
    size = len(free)
    free_columns, columns = np.zeros(len(plan.first), np.int64), np.zeros(size, np.int64)
    for i in range(len(hands)):
        matching(plan, stream(seed, start + i), free_columns, columns)
        copy_row(hands[i], held)
        for row in range(size):
            slot, card = (columns[row], free[row]) if transposed else (row, free[columns[row]])
            seat = slots[slot, 0]
            if seat >= 0 and not played >> card & 1:
                hands[i, seat] |= 1 << card
            if slots[slot, 1] >= 0:
                hidden[i, slots[slot, 1]] = card
            if slots[slot, 2] >= 0:
                stock[i, slots[slot, 2]] = card
