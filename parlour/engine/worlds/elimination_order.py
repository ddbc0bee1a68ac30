"""The order in which the rows of a bipartite graph choose their columns, such that few states can
be reached (matchings.py).
"""

from math import inf
from typing import NamedTuple

from parlour.engine.compiler.arrays import Floats, Ints, Ints2, floats, ints, ints_of
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import kernel

Type = tuple[int, int]  # the mask of columns of like rows, and whether they are marked


class Graph(NamedTuple):
    """A square bipartite graph, at most 52 rows."""

    adjacent: tuple[int, ...]  # each row's mask of columns
    row_marks: int = 0
    column_marks: int = 0  # with marks, a marked row has to choose a marked column

    def transposed(self) -> "Graph":
        """The graph with columns as rows."""
        rows: dict[int, int] = {}  # masks of like rows, by their sets
        for row, mask in enumerate(self.adjacent):
            rows[mask] = rows.get(mask, 0) | 1 << row
        n = range(len(self.adjacent))
        columns = tuple(
            [sum([group for mask, group in rows.items() if mask >> column & 1]) for column in n]
        )
        return Graph(columns, self.column_marks, self.row_marks)


def types_of(graph: Graph) -> dict[Type, list[int]]:
    """The rows by type, those with the smallest sets first, so nested sets are in order."""
    types: dict[Type, list[int]] = {}
    for row, mask in enumerate(graph.adjacent):
        types.setdefault((mask, graph.row_marks >> row & 1), []).append(row)
    return dict(sorted(types.items(), key=lambda entry: entry[0][0].bit_count()))


def classes_of(graph: Graph, types: list[Type]) -> dict[tuple[int, int], int]:
    """The masks of like columns, by the types that may choose them and their mark."""
    whole = (1 << len(graph.adjacent)) - 1
    classes = {(0, 0): whole & ~graph.column_marks, (0, 1): graph.column_marks}
    for i, (mask, _) in enumerate(types):
        classes = {
            key: part
            for (may, mark), columns in classes.items()
            for key, part in (
                ((may | 1 << i, mark), columns & mask),
                ((may, mark), columns & ~mask),
            )
        }
        classes = {key: columns for key, columns in classes.items() if columns}
    return dict(sorted(classes.items(), key=lambda entry: entry[1] & -entry[1]))


def ordered(graph: Graph) -> tuple[float, list[Type]]:
    """The expected number of states, and the types of rows in the order in which they choose."""
    types = types_of(graph)
    kinds = list(types)
    classes = classes_of(graph, kinds)
    sizes = ints_of(len(rows) for rows in types.values())
    may = ints_of(key[0] for key in classes)
    marks = ints_of(key[1] for key in classes)
    caps = ints_of(mask.bit_count() for mask in classes.values())
    order, cost = ints(len(sizes)), floats(1)
    _greedy(sizes, may, marks, caps, order, cost, ints(3, len(may)))
    return cost[0], [kinds[i] for i in order]


@kernel("i1, i1, i1, i1, i1, f1, i2")
def _greedy(
    sizes: Ints, may: Ints, marks: Ints, caps: Ints, order: Ints, whole: Floats, work: Ints2
) -> None:
    """The order of types in which each next one leaves the fewest states, by `_expected`; and their
    sum, into whole (1). The work array (3, classes) may hold anything.
    """
    todo, cost = (1 << len(sizes)) - 1, 0.0
    for step in range(len(sizes)):
        least, chosen = inf, 0
        for i in range(len(sizes)):
            if todo >> i & 1:
                states = _expected(sizes, may, marks, caps, todo & ~(1 << i), work)
                if states < least:
                    least, chosen = states, i
        order[step] = chosen
        todo &= ~(1 << chosen)
        cost += least * sizes[chosen]
    whole[0] = cost


@compiled()
def _expected(sizes: Ints, may: Ints, marks: Ints, caps: Ints, todo: int, work: Ints2) -> float:
    """The approximate number of states when only these types remain: all combinations of the
    possible counts.
    """
    n, keys, totals, ever = 0, work[0], work[1], work[2]
    for j in range(len(may)):
        key = (may[j] & todo) * 2 + marks[j]
        at = 0
        while at < n and keys[at] != key:
            at += 1
        if at == n:
            keys[at], totals[at], ever[at] = key, 0, 0
            n += 1
        totals[at] += caps[j]
        ever[at] |= may[j]
    product, widest = 1.0, 1.0
    for at in range(n):
        done, left = 0, 0
        for i in range(len(sizes)):
            if (ever[at] & ~todo) >> i & 1:
                done += sizes[i]
            if (keys[at] >> 1) >> i & 1:
                left += sizes[i]
        width = float(max(1, min(totals[at], left) - max(0, totals[at] - done) + 1))
        product, widest = product * width, max(widest, width)
    return product / widest
