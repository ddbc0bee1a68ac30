"""The likelihood of the passes in Hearts, of which a seat knows its own passed and received cards.

In a world, the chance of its hands after the pass is summed over all cards that the others can have
passed among themselves. A seat that passed three high cards, for example, probably had more of
them. It costs about a millisecond a world; for a spectator, who knows no pass, thirteen.
"""

from itertools import combinations

import numpy as np

from parlour.cards import NOBODY, Mask, cards
from parlour.engine.arguments import NumpyFloats
from parlour.engine.cache import compiling
from parlour.engine.jit import compiled
from parlour.engine.worlds import Worlds
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.loops import PASS
from parlour.match import View


def untold(view: View, worlds: Worlds, table: NumpyFloats) -> NumpyFloats:
    """The logarithm, float64 (n,), of the chance of all passes in each world, up to a constant; 0
    before the pass is complete.
    """
    if view.table.leader == NOBODY or not hearts.pass_offset(view.rules, view.number):
        return np.zeros(len(worlds.hands))
    with compiling("passes"):
        return np.array([passing(view, hands, table[PASS]) for hands in hands_passed(view, worlds)])


def hands_passed(view: View, worlds: Worlds) -> list[list[Mask]]:
    """The hands of each world after the pass."""
    hands = np.array(worlds.hands)
    for seat, action, _, _ in view.seen[view.table.passed.bit_count() :]:
        hands[:, seat] |= 1 << action if action < 52 else 0
    found: list[list[Mask]] = hands.tolist()
    return found


def passing(view: View, hands: list[Mask], row: NumpyFloats) -> float:
    """The logarithm of the chance that the others' passes led to these hands (after the pass), up
    to a constant.

    Each seat received a known three cards or any three of its hand. A giver's chance depends on the
    cards that it received and on those that it gave, which the next seat received. That is a matrix
    for each giver; around the table, the chance is the trace of their product.
    """
    pass_offset = hearts.pass_offset(view.rules, view.number)
    known = (
        {view.seat: view.table.received, (view.seat + pass_offset) % 4: view.table.passed}
        if view.table.passed
        else {}
    )
    threes = [
        [cards(known[seat])] if seat in known else list(combinations(cards(hands[seat]), 3))
        for seat in range(4)
    ]
    weights = [row[np.array(some)] for some in threes]
    total, todo = 0.0, [0, 1, 2, 3]
    while todo:
        chances = np.eye(len(threes[todo[0]]))
        giver = todo[0]
        while giver in todo:
            todo.remove(giver)
            taker = (giver + pass_offset) % 4
            factor = np.ones((len(threes[giver]), len(threes[taker])))
            if giver != view.seat:
                factor = gifts(row[list(cards(hands[giver]))].sum(), weights[giver], weights[taker])
            chances = chances @ factor
            giver = taker
        total += float(np.log(np.trace(chances)))
    return total


@compiled(makes=True)
def gifts(held: float, received: NumpyFloats, given: NumpyFloats) -> NumpyFloats:
    """The chance (n, m) that each three cards were passed, by their weights (m, 3), from the hand
    before each three (n, 3) were received.

    `held` is the weight of the hand after the pass. Three cards are chosen one after the other, so
    their chance is a sum over the orders.
    """
    chances = np.empty((len(received), len(given)))
    for i in range(len(received)):
        for j in range(len(given)):
            one, two, three = given[j]
            whole = held - received[i].sum() + one + two + three
            orders = (1 / (whole - one) + 1 / (whole - two)) / (whole - one - two)
            orders += (1 / (whole - one) + 1 / (whole - three)) / (whole - one - three)
            orders += (1 / (whole - two) + 1 / (whole - three)) / (whole - two - three)
            chances[i, j] = one * two * three / whole * orders
    return chances
