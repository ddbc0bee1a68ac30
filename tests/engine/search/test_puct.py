"""The table of a tree: where its nodes are, how it grows, and what it tries next."""

import numpy as np

from parlour.engine.compiler.arrays import FloatArray, IntArray
from parlour.engine.search.puct import (
    BONUS,
    EDGE,
    KEY,
    NODES,
    NONE,
    Tree,
    best,
    grow,
    hashed,
    learn,
    place_of,
    tree,
)


def small(nodes: int, edges: int) -> Tree:
    """An empty tree, in arrays of numpy."""
    return Tree(np.zeros((nodes + 1, 2), np.int64), np.zeros((edges, 3)))


def test_nodes_with_one_place_stand_one_after_the_other() -> None:
    """From the last place on to the first."""
    some = small(8, 20)
    for n, key in enumerate([(7 << 8) + 1, (7 << 8) + 3, (7 << 8) + 5, -1]):
        place = place_of(some, key)
        assert place == [7, 0, 1, 2][n]
        assert some.nodes[place, KEY] == 0
        grow(some, place, key, np.array([0.5, 0.25, 0.25]), 3)
        assert place_of(some, key) == place
        assert some.nodes[place].tolist() == [key, 3 * n]
    assert some.nodes[8].tolist() == [4, 12]
    assert np.asarray(some.edges)[:12, 0].tolist() == [0.5, 0.25, 0.25] * 4
    assert not np.asarray(some.edges)[12:].any()


def test_without_room_for_all_edges_no_node_is_added() -> None:
    some, chances = small(8, 5), np.array([0.5, 0.3, 0.2])
    grow(some, 1, 1, chances, 3)
    before = [np.array(part) for part in some]
    grow(some, 2, 3, chances, 3)
    assert all((np.array(part) == was).all() for part, was in zip(some, before, strict=True))
    grow(some, 2, 3, chances, 2)
    assert some.nodes[2].tolist() == [3, 3]


def test_a_table_is_never_full() -> None:
    some = Tree(*[np.asarray(part) for part in tree()])
    assert len(some.nodes) - 1 > NODES
    some.nodes[len(some.nodes) - 1, KEY] = NODES - 1
    for place in (5, 6):
        grow(some, place, 9, np.array([1.0]), 1)
    assert some.nodes[5, KEY] == 9
    assert some.nodes[6, KEY] == 0


def test_the_action_to_try_has_the_best_mean_and_bonus() -> None:
    random = np.random.default_rng(1)
    for n in range(1, 9):
        some = small(8, 20)
        chances = random.dirichlet(np.ones(n))
        grow(some, 3, 1, random.dirichlet(np.ones(2)), 2)
        grow(some, 4, 3, chances, n)
        first = int(some.nodes[4, EDGE])
        assert best(some, first, n) == 0
        for _ in range(200):
            chosen = best(some, first, n)
            _, tried, won = np.asarray(some.edges)[first : first + n].T
            value = won + won.sum() / max(1, tried.sum()) + BONUS * tried.sum() ** 0.5 * chances
            assert chosen == (value / (tried + 1)).argmax()
            learn(some, np.array([first + chosen, 0]), 1, float(random.random() < (chosen + 1) / n))
        edges = np.asarray(some.edges)
        assert edges[first : first + n, 1].sum() == 200
        assert not edges[:2, 1:].any()


def test_keys_are_never_that_of_no_node() -> None:
    assert hashed(np.uint64(0)) == 1
    assert hashed(np.uint64(2**64 - 2)) == -1


def test_nothing_is_learned_without_edges() -> None:
    assert (NONE.nodes.shape, NONE.edges.shape) == ((1, 2), (0, 3))
    assert isinstance(NONE.nodes, IntArray)
    assert isinstance(NONE.edges, FloatArray)
