"""Perfect matchings of a bipartite graph: counted exactly, and drawn exactly uniformly.

Rows choose columns one by one. A state is the number of free columns in each class of like ones
(those that the same remaining rows may choose); classes merge as rows are done. `plan` finds the
reachable states, level by level, in an order of rows that makes them few, and the number of
completions of each. `matching` moves from state to state in proportion to these and takes a uniform
free column of the class. If the rows' sets are nested, every level has one state. Rows and columns
may be marked: then some marked row has to choose a marked column.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from parlour.engine.arguments import Floats, Ints
from parlour.engine.bits import GOLD, copy_row, kth, mix, popcount
from parlour.engine.cache import compiled
from parlour.engine.native import kernel
from parlour.engine.order import Graph, Type, classes_of, ordered, types_of


class Level(NamedTuple):
    """The choices of one row, from each state of its level to a state of the next."""

    begin: Ints  # (states + 1) of each state's edges
    kind: Ints  # (edges) the class of columns
    weight: Ints  # (edges) the number of free columns there
    to: Ints  # (edges) the state of the next level


class Plan(NamedTuple):
    """The tables of `matching`; the states of all levels are numbered in one sequence."""

    rows: Ints  # (n) the rows in the order of their choices
    first: Ints  # (classes) masks of columns
    merges: Ints  # (merges, 2) the second class joins the first
    merged: Ints  # (n) the number of merges made after each step
    begin: Ints  # (states + 1) of each state's edges
    chance: Floats  # (edges) cumulative over the edges of a state
    kind: Ints  # (edges) class
    to: Ints  # (edges) state


class Row(NamedTuple):
    """The classes of columns before a row chooses and after it."""

    radix: Ints  # what one free column of each class adds to a state's key
    caps: Ints  # columns of each class, free or taken
    may: Ints  # whether the row may take one of the class
    flags: Ints  # whether that raises the flag
    target: Ints  # the place of the class among those after the row
    new: Ints  # the radix after the row
    limits: Ints  # how many rows still to come may take one of each class, after the row


class Edges(NamedTuple):
    """Room for the edges from a level's states to the next level's."""

    begin: Ints  # (states + 1) of each state's edges
    # (4, at least edges) of each edge the place of its class, its weight, and the place of its next
    # state; and the keys of the next level
    rows: Ints
    many: Ints  # (1) how many keys


class Chances(NamedTuple):
    """Room for the chances of a level's edges, without those that lead nowhere."""

    total: Floats  # (states) of each state its completions
    sizes: Ints  # (states) and the edges that it keeps
    chance: Floats  # (edges) of these the chance, cumulative over a state
    kind: Ints  # (edges) the class
    to: Ints  # (edges) the next state


class Walk(NamedTuple):
    """The levels of a graph, and the merges between them."""

    rows: list[int]
    first: list[int]
    merges: list[tuple[int, int]]
    merged: list[int]
    levels: list[Level]


class Columns(NamedTuple):
    """A class of like columns."""

    id: int
    types: int  # mask of the types of rows, still to come, that may take them
    mark: int
    cap: int  # columns, free or taken


def best(graph: Graph) -> tuple[Walk, bool]:
    """The walk of the graph, or of the transposed graph (then True) if that is expected to have
    fewer states.
    """
    one, two = ordered(graph), ordered(graph.transposed())
    if one[0] <= two[0]:
        return _walk(graph, one[1]), False
    return _walk(graph.transposed(), two[1]), True


def count(walk: Walk) -> int:
    """The number of perfect matchings."""
    values: list[int] = [1]
    for level in reversed(walk.levels):
        begin, weight, to = level.begin.tolist(), level.weight.tolist(), level.to.tolist()
        terms = [w * values[t] for w, t in zip(weight, to, strict=True)]
        values = [sum(terms[one:two]) for one, two in pairwise(begin)]
    return values[0]


def plan(walk: Walk) -> Plan:
    """The chances of every edge, in proportion to the completions behind it; edges without
    completions are left out.
    """
    values = np.ones(1)
    found: list[tuple[Ints, Floats, Ints, Ints]] = []
    for level in reversed(walk.levels):
        some, edges = len(level.begin) - 1, len(level.kind)
        room = Chances(
            total=np.zeros(some),
            sizes=np.zeros(some, np.int64),
            chance=np.empty(edges),
            kind=np.empty(edges, np.int64),
            to=np.empty(edges, np.int64),
        )
        _chances(level, values, room)
        values, kept = room.total, int(room.sizes.sum())
        found.append((room.sizes, room.chance[:kept], room.kind[:kept], room.to[:kept]))
    found.reverse()
    states = np.cumsum([0] + [len(sizes) for sizes, *_ in found])
    return Plan(
        rows=np.array(walk.rows, np.int64),
        first=np.array(walk.first, np.int64),
        merges=np.array(walk.merges, np.int64).reshape(-1, 2),
        merged=np.array(walk.merged, np.int64),
        begin=np.concatenate(
            [np.zeros(1, np.int64), np.cumsum(_joined([sizes for sizes, *_ in found], np.int64))]
        ),
        chance=_joined([chance for _, chance, _, _ in found], np.float64),
        kind=_joined([kind for _, _, kind, _ in found], np.int64),
        to=_joined([to + states[i + 1] for i, (_, _, _, to) in enumerate(found)], np.int64),
    )


def _joined(parts: list[NDArray[Any]], kind: Any) -> NDArray[Any]:
    return np.concatenate(parts) if parts else np.zeros(0, kind)


def _walk(graph: Graph, order: list[Type]) -> Walk:
    """The levels of a graph whose types of rows choose in this order."""
    types, masks = types_of(graph), classes_of(graph, order)
    alive = [
        Columns(i, may, mark, mask.bit_count())
        for i, ((may, mark), mask) in enumerate(masks.items())
    ]
    walk = Walk([], list(masks.values()), [], [], [])
    left = [len(types[kind]) for kind in order]
    keys = _first(alive, 0 if graph.row_marks and graph.column_marks else 1)
    for i, kind in enumerate(order):
        for row in types[kind]:
            left[i] -= 1
            after, target = alive, list(range(len(alive)))
            if not left[i]:
                after, target = _merged(alive, 1 << i, walk.merges)
            keys, level = _step(keys, alive, after, target, i, left, kind[1])
            alive = after
            walk.rows.append(row)
            walk.merged.append(len(walk.merges))
            walk.levels.append(level)
    walk.levels[-1:] = [_ending(level, keys) for level in walk.levels[-1:]]
    return walk


def _first(alive: list[Columns], flag: int) -> Ints:
    """The state in which every column is free."""
    radix = _radix(alive)
    return np.array(
        [flag + sum(c.cap * int(r) for c, r in zip(alive, radix, strict=True))], np.int64
    )


def _radix(alive: list[Columns]) -> Ints:
    """The value of one free column of each class in a state's key, whose lowest bit is the flag;
    less than 2^53 in all.
    """
    radix, place = [], 2
    for columns in alive:
        radix.append(place)
        place *= columns.cap + 1
    return np.array(radix, np.int64)


def _merged(
    alive: list[Columns], done: int, merges: list[tuple[int, int]]
) -> tuple[list[Columns], list[int]]:
    """The classes after a type is done, and the index among them of each class before; merges are
    appended to `merges`.
    """
    after: dict[tuple[int, int], Columns] = {}
    for columns in alive:
        key = (columns.types & ~done, columns.mark)
        if key in after:
            merges.append((after[key].id, columns.id))
            after[key] = after[key]._replace(cap=after[key].cap + columns.cap)
        else:
            after[key] = columns._replace(types=key[0])
    places = {key: place for place, key in enumerate(after)}
    return list(after.values()), [places[columns.types & ~done, columns.mark] for columns in alive]


def _step(
    keys: Ints,
    alive: list[Columns],
    after: list[Columns],
    target: list[int],
    kind: int,
    left: list[int],
    mark: int,
) -> tuple[Ints, Level]:
    """The states of the next level and the edges to them, for the choice of a row of this type."""
    limits = [sum(n for i, n in enumerate(left) if columns.types >> i & 1) for columns in after]
    caps, ids = (
        np.array([c.cap for c in alive], np.int64),
        np.array([c.id for c in alive], np.int64),
    )
    may = np.array([c.types >> kind & 1 for c in alive], np.int64)
    flags = np.array([c.mark & mark for c in alive], np.int64)
    most = len(keys) * len(alive)
    begin, rows = np.zeros(len(keys) + 1, np.int64), np.empty((4, most), np.int64)
    many = np.zeros(1, np.int64)
    row = Row(
        radix=_radix(alive),
        caps=caps,
        may=may,
        flags=flags,
        target=np.array(target, np.int64),
        new=_radix(after),
        limits=np.array(limits, np.int64),
    )
    _edges(keys, row, Edges(begin, rows, many))
    classes, weight, to = rows[:3, : begin[-1]]
    return rows[3, : many[0]], Level(begin, ids[classes], weight, to)


@kernel("i1, (i1 i1 i1 i1 i1 i1 i1), (i1 i2 i1)")
def _edges(keys: Ints, row: Row, found: Edges) -> None:
    """The edges from the states of these keys, where a row chooses, and the keys of the next
    level.
    """
    radix, caps, may, flags, target, new, limits = row
    begin, rows, many = found
    n, m = len(radix), len(new)
    kind, weight, to, unique = rows[0], rows[1], rows[2], rows[3]
    reached = np.empty(rows.shape[1], np.int64)
    counts, merged_counts = np.zeros(n, np.int64), np.zeros(m, np.int64)
    edges = 0
    for state in range(len(keys)):
        merged_counts[:] = 0
        for j in range(n):
            counts[j] = keys[state] // radix[j] % (caps[j] + 1)
            merged_counts[target[j]] += counts[j]
        over, base = 0, keys[state] & 1
        for k in range(m):
            over += max(0, merged_counts[k] - limits[k])
            base += merged_counts[k] * new[k]
        for j in range(n):
            k = target[j]
            here = int(merged_counts[k] > limits[k])
            if may[j] and counts[j] and over == here:  # every class can still be filled
                kind[edges], weight[edges], reached[edges] = (
                    j,
                    counts[j],
                    (base - new[k]) | flags[j],
                )
                edges += 1
        begin[state + 1] = edges
    for edge in range(edges):
        to[edge] = reached[edge]
    sort_row(to[:edges], unique)
    different = 0
    for edge in range(edges):
        if edge == 0 or to[edge] != to[edge - 1]:
            unique[different] = to[edge]
            different += 1
    for edge in range(edges):
        to[edge] = place_of(reached[edge], unique[:different])
    many[0] = different


@compiled()
def sort_row(row: Ints, room: Ints) -> None:
    """Put a row into ascending order by merging, with room for as many numbers."""
    size = 1
    while size < len(row):
        for first in range(0, len(row), 2 * size):
            one, middle = first, min(first + size, len(row))
            other, last = middle, min(middle + size, len(row))
            for place in range(first, last):
                if one < middle and (other == last or row[one] <= row[other]):
                    room[place] = row[one]
                    one += 1
                else:
                    room[place] = row[other]
                    other += 1
        copy_row(row, room)
        size *= 2


@compiled()
def place_of(number: int, row: Ints) -> int:
    """The place of a number in an ascending row that has it."""
    first, last = 0, len(row)
    while last - first > 1:
        middle = (first + last) >> 1
        if row[middle] <= number:
            first = middle
        else:
            last = middle
    return first


def _ending(level: Level, keys: Ints) -> Level:
    """The last level: edges lead to its single end if the flag is set, and are left out
    otherwise.
    """
    up = keys[level.to] & 1
    return level._replace(weight=level.weight * up, to=np.zeros_like(level.to))


@kernel("(i1 i1 i1 i1), f1, (f1 i1 f1 i1 i1)")
def _chances(level: Level, values: Floats, found: Chances) -> None:
    """Each state's completions, by those (values) of the next level's, and what its edges have of
    them.
    """
    begin, kind, weight, to = level
    total, sizes, chance, kinds, there = found
    useful = 0
    for state in range(len(total)):
        for edge in range(begin[state], begin[state + 1]):
            value = weight[edge] * values[to[edge]]
            if value > 0:
                total[state] += value
                chance[useful], kinds[useful], there[useful] = total[state], kind[edge], to[edge]
                sizes[state] += 1
                useful += 1
        for edge in range(useful - sizes[state], useful):
            chance[edge] /= total[state]


@compiled()
def below(state: np.uint64, n: int) -> tuple[np.uint64, np.int64]:
    """The generator's next state, and a number from 0 to n - 1, each exactly as likely (n <
    2^32).
    """
    wide, low = np.uint64(n), np.uint64(0xFFFFFFFF)
    while True:
        state += GOLD
        product = (mix(state) >> np.uint64(32)) * wide
        if product & low >= wide or product & low >= np.uint64(1 << 32) % wide:
            return state, np.int64(product >> np.uint64(32))


@compiled()
def matching(plan: Plan, state: np.uint64, free: Ints, columns: Ints) -> np.uint64:
    """One matching, into `columns` (n: each row's column), with `free` (classes) as a work array;
    the generator's next state.
    """
    copy_row(free, plan.first)
    at, joined = 0, 0
    for step in range(len(plan.rows)):
        edge = plan.begin[at]
        if plan.begin[at + 1] - edge > 1:
            state += GOLD
            r = np.float64(mix(state) >> np.uint64(11)) * 2.0**-53
            while plan.chance[edge] <= r:
                edge += 1
        kind = plan.kind[edge]
        mask = free[kind]
        size = popcount(mask)
        skip: Any = 0
        if size > 1:
            state, skip = below(state, size)
        chosen = kth(mask, skip)
        free[kind] ^= chosen
        columns[plan.rows[step]] = popcount(chosen - 1)
        at = plan.to[edge]
        while joined < plan.merged[step]:
            free[plan.merges[joined, 0]] |= free[plan.merges[joined, 1]]
            joined += 1
    return state
