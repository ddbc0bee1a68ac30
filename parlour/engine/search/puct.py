"""A tree of a seat's own later choices, which grows while a decision is played out.

Playouts choose by a policy. For one seat they can do better: the results of a decision's earlier
playouts show which action is best in the same situation. The game says in what situations are the
same, and uses only what the seat sees. A node has the actions of one. A playout adds at most one
node, plays by the policy from there on, and its result is added to the actions on its way. In a
node the action is taken whose mean result is highest, with a bonus if it is likely by the policy
and was seldom tried (PUCT: Rosin, 2011; Silver and others, 2017). As each playout has a world of
its own, later choices rest on nothing hidden (Silver and Veness, 2010).
"""

from typing import NamedTuple

from parlour.engine.compiler.arrays import Floats, Floats2, Ints, Ints2, Word, floats, ints
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.exact_math import root

BONUS = 0.7  # of an action's chance by the policy, against shares of a round
PLACES = 13  # bits of a node's place in the table
NODES = 6144  # at most, three quarters of the places
EDGES = 18432  # at most, three for each node
KEY, EDGE = range(2)  # the columns of a node: a number for its situation, and its first edge
# the columns of an edge: its chance by the policy, how often it was taken, the sum of results
CHANCE, TRIED, WON = range(3)


class Tree(NamedTuple):
    """The nodes and edges of a tree; without any, it learns nothing."""

    nodes: Ints2  # (n + 1, 2): a table by key, 0 for no node; the last row counts nodes and edges
    edges: Floats2  # (m, 3): those of a node are together, its actions ascending


NONE = Tree(ints(1, 2), floats(0, 3))


def tree() -> Tree:
    """A tree that will grow."""
    return Tree(ints((1 << PLACES) + 1, 2), floats(EDGES, 3))


@compiled(forceinline=True)
def place_of(tree: Tree, key: int) -> int:
    """The place of the node with this key, or of a free one."""
    last = len(tree.nodes) - 2  # of the table, a power of two less one
    place = key >> 8 & last  # its lowest bit is set
    while tree.nodes[place, KEY] != 0 and tree.nodes[place, KEY] != key:
        place = (place + 1) & last
    return place


@compiled(forceinline=True)
def grow(tree: Tree, place: int, key: int, chances: Floats, n: int) -> None:
    """Add a node with n actions of these chances, if there is room."""
    last = len(tree.nodes) - 1
    edge = tree.nodes[last, EDGE]
    if tree.nodes[last, KEY] < NODES and edge + n <= len(tree.edges):
        tree.nodes[place, KEY], tree.nodes[place, EDGE] = key, edge
        tree.nodes[last, KEY] += 1
        tree.nodes[last, EDGE] += n
        for action in range(n):
            tree.edges[edge + action, CHANCE] = chances[action]


@compiled(forceinline=True)
def best(tree: Tree, first: int, n: int) -> int:
    """The action to try next, of n with edges from `first`."""
    tried, won = 0.0, 0.0
    for edge in range(first, first + n):
        tried += tree.edges[edge, TRIED]
        won += tree.edges[edge, WON]
    mean, bonus, choice, most = won / max(1.0, tried), BONUS * root(tried), 0, -1.0
    for action in range(n):
        edge = first + action
        value = tree.edges[edge, WON] + mean + bonus * tree.edges[edge, CHANCE]
        value /= tree.edges[edge, TRIED] + 1.0
        if value > most:
            choice, most = action, value
    return choice


@compiled(forceinline=True)
def learn(tree: Tree, path: Ints, n: int, result: float) -> None:
    """Add the result of a playout, which took n edges, to these."""
    for step in range(n):
        tree.edges[path[step], TRIED] += 1.0
        tree.edges[path[step], WON] += result


@compiled(forceinline=True)
def hashed(key: Word) -> int:
    """A key that is not 0, of random bits."""
    return int(np.int64(key | np.uint64(1)))
