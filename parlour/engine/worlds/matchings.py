"""Perfect matchings of a bipartite graph: counted exactly, and drawn exactly uniformly.

Rows choose columns one by one. A state is the number of free columns in each class of like ones
(those that the same remaining rows may choose); classes merge as rows are done. `best` finds the
reachable states, level by level, in an order of rows that makes them few, and `plan` the number of
completions of each. `matching` moves from state to state in proportion to these and takes a uniform
free column of the class. If the rows' sets are nested, every level has one state. Rows and columns
may be marked: then some marked row has to choose a marked column.
"""

from typing import Any, NamedTuple, TypeAlias

from parlour.engine.compiler.arrays import Floats, Ints, Ints2, Word, floats, ints, ints_of
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import GOLD, copy_row, kth, lowest_bit, mix, popcount
from parlour.engine.numbers.rows import place_of, sort_row
from parlour.engine.worlds.elimination_order import Graph, Type, classes_of, ordered, types_of

ROOM = 1 << 10  # edges, at first


class Walk(NamedTuple):
    """The states of a graph, numbered level by level in one sequence, and the edges between
    them.
    """

    rows: Ints  # (n) the rows in the order of their choices
    first: Ints  # (classes) masks of columns
    merges: Ints2  # (merges, 2) the second class joins the first
    merged: Ints  # (n) the number of merges made after each step
    begin: Ints  # (states + 1) of each state's edges
    kind: Ints  # (edges) the class of columns
    weight: Ints  # (edges) the number of free columns there
    to: Ints  # (edges) the next state; behind the last there is one end


class Plan(NamedTuple):
    """The tables of `matching`: as of a walk, without the edges that lead nowhere."""

    rows: Ints
    first: Ints
    merges: Ints2
    merged: Ints
    begin: Ints
    chance: Floats  # (edges) cumulative over the edges of a state
    kind: Ints
    to: Ints


class Groups(NamedTuple):
    """The types of rows in the order in which they choose, and the classes of columns."""

    sizes: Ints  # rows of each type
    marks: Ints  # whether they are marked
    may: Ints  # of each class a mask of the types that may take its columns
    flags: Ints  # whether its columns are marked
    caps: Ints  # and how many there are
    raised: int  # whether the flag is up from the start


class Levels(NamedTuple):
    """Room for the parts of a walk."""

    merges: Ints2
    merged: Ints
    begin: Ints
    kind: Ints
    weight: Ints
    to: Ints
    many: Ints  # (3) merges, states and edges; -1 edges if there is too little room


class Columns(NamedTuple):
    """The classes of like columns before a row chooses, or after it."""

    ids: Ints
    types: Ints  # masks of the types of rows, still to come, that may take them
    flags: Ints  # whether they are marked
    caps: Ints  # columns, free or taken
    # what one free column adds to a state's key, whose lowest bit is the flag
    radix: Ints


Edges: TypeAlias = tuple[Ints, Ints, Ints, Ints]  # begin, kind, weight and to of a walk
Chances: TypeAlias = tuple[Ints, Floats, Ints, Ints]  # begin, chance, kind and to of a plan


def best(graph: Graph) -> tuple[Walk, bool]:
    """The walk of the graph, or of the transposed graph (then True) if that is expected to have
    fewer states.
    """
    by_rows = ordered(graph)
    if by_rows[0] > len(graph.adjacent):  # else a level has one state
        other = graph.transposed()
        by_columns = ordered(other)
        if by_columns[0] < by_rows[0]:
            return _walk(other, by_columns[1]), True
    return _walk(graph, by_rows[1]), False


def count(walk: Walk) -> int:
    """The number of perfect matchings."""
    begin, weight, to = walk.begin.tolist(), walk.weight.tolist(), walk.to.tolist()
    values = [1] * len(begin)
    for state in range(len(begin) - 2, -1, -1):
        edges = range(begin[state], begin[state + 1])
        values[state] = sum([weight[edge] * values[to[edge]] for edge in edges])
    return values[0]


def plan(walk: Walk) -> Plan:
    """The chances of every edge, in proportion to the completions behind it; edges without
    completions are left out.
    """
    size = len(walk.kind)
    begin, kind, to, chance = ints(len(walk.begin)), ints(size), ints(size), floats(size)
    _chances((walk.begin, walk.kind, walk.weight, walk.to), (begin, chance, kind, to))
    kept = slice(begin[len(begin) - 1])
    return Plan(*walk[:4], begin, chance[kept], kind[kept], to[kept])


def _walk(graph: Graph, order: list[Type]) -> Walk:
    """The levels of a graph whose types of rows choose in this order."""
    types, classes = types_of(graph), classes_of(graph, order)
    rows = [types[kind] for kind in order]
    groups = Groups(
        sizes=ints_of(len(group) for group in rows),
        marks=ints_of(mark for _, mark in order),
        may=ints_of(may for may, _ in classes),
        flags=ints_of(flag for _, flag in classes),
        caps=ints_of(mask.bit_count() for mask in classes.values()),
        raised=int(not (graph.row_marks and graph.column_marks)),
    )
    size, room = len(graph.adjacent), ROOM
    edges = -1
    while edges < 0:
        parts = Levels(
            merges=ints(len(classes), 2),
            merged=ints(size),
            begin=ints(room + 2),
            kind=ints(room),
            weight=ints(room),
            to=ints(room),
            many=ints(3),
        )
        _levels(groups, parts)
        merges, states, edges = parts.many.tolist()
        room *= 8
    return Walk(
        ints_of(row for group in rows for row in group),
        ints_of(classes.values()),
        parts.merges[:merges],
        parts.merged,
        parts.begin[: states + 1],
        parts.kind[:edges],
        parts.weight[:edges],
        parts.to[:edges],
    )


@compiled(makes=True)
def columns_for(n: int) -> Columns:
    """Room for n classes."""
    return Columns(
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
    )


@compiled()
def set_radix(columns: Columns, n: int) -> None:
    """Number the states by the free columns of n classes."""
    place = 2
    for j in range(n):
        columns.radix[j] = place
        place *= columns.caps[j] + 1


@compiled()
def merged_into(
    now: Columns, n: int, done: int, later: Columns, target: Ints, merges: Ints2, joins: int
) -> tuple[int, int]:
    """The classes after the types `done` (a mask) are, the place among them of each before, and the
    merges; returns how many classes and merges there are.
    """
    m = 0
    for j in range(n):
        types, k = now.types[j] & ~done, 0
        while k < m and (later.types[k] != types or later.flags[k] != now.flags[j]):
            k += 1
        if k == m:
            later.ids[k], later.types[k], later.flags[k] = now.ids[j], types, now.flags[j]
            later.caps[k] = 0
            m += 1
        else:
            merges[joins, 0], merges[joins, 1] = later.ids[k], now.ids[j]
            joins += 1
        later.caps[k] += now.caps[j]
        target[j] = k
    set_radix(later, m)
    return m, joins


@compiled()
def set_limits(columns: Columns, m: int, left: Ints, limits: Ints) -> None:
    """How many rows, still to come, may take one of each class."""
    for k in range(m):
        limits[k] = 0
        for i in range(len(left)):
            limits[k] += left[i] * (columns.types[k] >> i & 1)


class Here(NamedTuple):
    """The classes before a row and after it, with room for a state's numbers of free columns."""

    now: Columns
    next: Columns
    target: Ints  # the place after the row of each class before it
    limits: Ints
    counts: Ints
    after: Ints


@compiled()
def carried(here: Here, n: int, m: int, key: int) -> tuple[int, int]:
    """The free columns of each of n classes in a state, and of m after a row that takes none;
    returns that state's key, and how many columns are too many.
    """
    now, later, target, limits, counts, after = here
    over, whole = 0, key & 1
    for k in range(m):
        after[k] = 0
    for j in range(n):
        counts[j] = key // now.radix[j] % (now.caps[j] + 1)
        after[target[j]] += counts[j]
    for k in range(m):
        over += max(0, after[k] - limits[k])
        whole += after[k] * later.radix[k]
    return whole, over


@compiled(makes=True)
def numbered(keys: Ints, reached: Ints, to: Ints, base: int) -> int:
    """Number the states that edges reach, by ascending keys, from `base`; returns how many there
    are.
    """
    ascending, states = np.empty(len(reached), np.int64), 0
    copy_row(to, reached)
    sort_row(to, ascending)
    for edge in range(len(to)):
        if edge == 0 or to[edge] != keys[states - 1]:
            keys[states] = to[edge]
            states += 1
    for edge in range(len(to)):
        to[edge] = base + place_of(reached[edge], keys[:states])
    return states


@kernel("(i1 i1 i1 i1 i1 i), (i2 i1 i1 i1 i1 i1 i1)")
def _levels(groups: Groups, parts: Levels) -> None:
    """The states and edges of a walk, and its merges."""
    n, room = len(groups.may), len(parts.kind)
    now, later, target = columns_for(n), columns_for(n), np.zeros(n, np.int64)
    copy_row(now.types, groups.may)
    copy_row(now.flags, groups.flags)
    copy_row(now.caps, groups.caps)
    set_radix(now, n)
    left, limits = np.zeros(len(groups.sizes), np.int64), np.zeros(n, np.int64)
    copy_row(left, groups.sizes)
    counts, after = np.zeros(n, np.int64), np.zeros(n, np.int64)
    keys, reached = np.empty(room + 1, np.int64), np.empty(room, np.int64)
    keys[0] = groups.raised
    for j in range(n):
        now.ids[j] = j
        keys[0] += now.caps[j] * now.radix[j]
    states, base, first, edges, joins, row, i = 1, 0, 0, 0, 0, 0, 0
    while row < len(parts.merged):
        while left[i] == 0:
            i += 1
        left[i] -= 1
        first = edges
        m, joins = merged_into(now, n, 0 if left[i] else 1 << i, later, target, parts.merges, joins)
        set_limits(later, m, left, limits)
        here = Here(now, later, target, limits, counts, after)
        for state in range(states):
            if edges + n > room:
                parts.many[2] = -1
                return
            whole, over = carried(here, n, m, keys[state])
            for j in range(n):
                k = target[j]
                # every class can still be filled
                if now.types[j] >> i & 1 and counts[j] and over == int(after[k] > limits[k]):
                    parts.kind[edges], parts.weight[edges] = now.ids[j], counts[j]
                    reached[edges] = (whole - later.radix[k]) | (now.flags[j] & groups.marks[i])
                    edges += 1
            parts.begin[base + state + 1] = edges
        base += states
        parts.merged[row] = joins
        row += 1
        if row < len(parts.merged):
            states = numbered(keys, reached[first:edges], parts.to[first:edges], base)
        now, later, n = later, now, m
    for edge in range(first, edges):
        parts.to[edge] = base
        parts.weight[edge] *= reached[edge] & 1
    parts.many[0], parts.many[1], parts.many[2] = joins, base, edges


@kernel("(i1 i1 i1 i1), (i1 f1 i1 i1)")
def _chances(walk: Edges, chances: Chances) -> None:
    """The shares of their states' completions, of all edges that lead somewhere."""
    begin, kind, weight, to = walk
    kept, chance, kinds, targets = chances
    states, useful = len(begin) - 1, 0
    values = np.zeros(states + 1)
    values[states] = 1.0
    for state in range(states - 1, -1, -1):
        for edge in range(begin[state], begin[state + 1]):
            values[state] += weight[edge] * values[to[edge]]
    for state in range(states):
        total = 0.0
        for edge in range(begin[state], begin[state + 1]):
            value = weight[edge] * values[to[edge]]
            if value > 0:
                total += value
                chance[useful], kinds[useful], targets[useful] = (
                    total / values[state],
                    kind[edge],
                    to[edge],
                )
                useful += 1
        kept[state + 1] = useful


@compiled()
def below(state: Word, n: int) -> tuple[Word, int]:
    """The generator's next state, and a number from 0 to n - 1, each exactly as likely (n <
    2^32).
    """
    wide, low = np.uint64(n), np.uint64(0xFFFFFFFF)
    while True:
        state += GOLD
        product = (mix(state) >> np.uint64(32)) * wide
        if product & low >= wide or product & low >= np.uint64(1 << 32) % wide:
            return state, int(np.int64(product >> np.uint64(32)))


@compiled()
def matching(plan: Plan, state: Word, free: Ints, columns: Ints) -> Word:
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
        columns[plan.rows[step]] = lowest_bit(chosen)
        at = plan.to[edge]
        while joined < plan.merged[step]:
            free[plan.merges[joined, 0]] |= free[plan.merges[joined, 1]]
            joined += 1
    return state
