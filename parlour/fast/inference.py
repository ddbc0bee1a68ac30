"""Soft inference: worlds weighed by how likely what the others have done is in them.

A world that fits says what was possible. A policy says what was likely: in a world where a seat held a better card it would
rather have played that one. The weight of a world is the product, over the others' actions, of the policy's chance of each
among what was legal there.

In Hearts the passes count too. Of these a seat knows its own and what it received; so, in a world, the chance of its hands as
they were after the pass is summed over all that the others can have passed among themselves. Whoever gave a seat three high
cards probably had them to give.
"""

from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour import eights, hearts
from parlour.cards import HIDDEN, NOBODY, NONE, Mask, cards
from parlour.fast import playout
from parlour.fast.arguments import Floats, table_of
from parlour.fast.cache import compiled, compiling
from parlour.fast.worlds import Worlds, events
from parlour.games import find_game
from parlour.match import Acted, Dealt, View


def weights(view: View, worlds: Worlds, preferences: Floats) -> Floats:
    """The weights (n,) of worlds under a table of preferences (contexts, 64) as `fast.play` takes it; their mean is 1.

    Only what was public decides which card was legal, so one replay serves all worlds; the hands are the worlds' own. Draws
    were no choice. Passes in Hearts cost about a millisecond a world, for a spectator, who knows none, thirteen. ValueError for
    a table that is none.
    """
    table = table_of(preferences)
    if len(worlds.hands) == 0:
        return np.ones(0)
    game: Any = find_game(view.game)
    dealt, *acted = events(view, worlds, 0)
    assert isinstance(dealt, Dealt)
    round, state = game.deal(view.rules, dealt.deck, view.number)
    before = hands_before(view, worlds)
    passes = len(acted) - len(before)  # of Hearts
    logs = np.zeros(len(worlds.hands))
    for n, event in enumerate(acted):
        assert isinstance(event, Acted)
        context = context_of(view.game, round, state, event.action)
        if n >= passes and event.seat != view.seat and context >= 0:
            hand, chosen = before[n - passes]
            logs += _chances(game, round, state, hand, chosen, table[context])
        state = game.apply(round, state, event.seat, event.action)
    if passes == 12:  # all of them, of which the others' are not in view.seen
        with compiling("passes"):
            logs += [passing(view, hands, table[playout.PASS]) for hands in hands_passed(view, worlds)]
    likely: Floats = np.exp(logs - logs.max())
    found: Floats = likely / likely.mean()
    return found


def hands_before(view: View, worlds: Worlds) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Of each action seen (but passes): its seat's hand before it, and the action, in each world (n,) each."""
    hands, hidden = worlds.hands.copy(), worlds.hidden.shape[1]
    found = []
    passes = view.table.passed.bit_count() if view.game == "hearts" else 0
    for seat, action, card, _ in reversed(view.seen[passes:]):
        if view.game == "crazy-eights" and action == eights.DRAW:
            hidden -= card == HIDDEN
            drawn = worlds.hidden[:, hidden].astype(np.int64) if card == HIDDEN else np.full(len(hands), card)
            hands[:, seat] &= ~(1 << drawn)
        hidden -= action == HIDDEN
        chosen = worlds.hidden[:, hidden].astype(np.int64) if action == HIDDEN else np.full(len(hands), action)
        hands[:, seat] |= np.where(chosen < 52, 1 << np.minimum(chosen, 62), 0)
        found.append((hands[:, seat].copy(), chosen))
    return found[::-1]


def context_of(game: str, round: Any, state: Any, action: int) -> int:
    """The row of preferences that an action was chosen by; -1 where there was no choice, or none to be seen."""
    if game == "straights":
        return playout.DISCARD if find_game(game).lacks(round, state, action) else playout.PLAY
    if game == "crazy-eights":
        return playout.LAY if action < 52 else playout.NAME if action >= eights.NAME else -1
    if state.leader == NOBODY:
        return -1
    if action >= 52:
        return playout.MOON
    led = state.trick[state.leader]
    if led == NONE:
        return playout.LEAD
    return playout.FOLLOW if action // 13 == led // 13 else playout.THROW


def _chances(game: Any, round: Any, state: Any, hand: NDArray[np.int64], chosen: NDArray[np.int64], row: Floats) -> Floats:
    """Logarithms of the chance of the chosen action among those that were legal with each hand."""
    if chosen[0] >= 52:  # a suit or a moon: all that are offered are free
        free = [action for action in range(52, 52 + len(game.EXTRA)) if game.lacks(round, state, action) == 0]
        return np.full(len(hand), np.log(row[chosen[0]] / row[free].sum()))
    total = np.zeros(len(hand))
    for card in range(52):
        lacking = game.lacks(round, state, card)
        total += np.where((hand >> card & 1 == 1) & (hand & lacking == 0), row[card], 0.0)
    logs: Floats = np.log(row[chosen] / total)
    return logs


def hands_passed(view: View, worlds: Worlds) -> list[list[Mask]]:
    """The hands of each world as they were after the pass."""
    hands = worlds.hands.copy()
    for seat, action, _, _ in view.seen[view.table.passed.bit_count() :]:
        hands[:, seat] |= 1 << action if action < 52 else 0
    found: list[list[Mask]] = hands.tolist()
    return found


def passing(view: View, hands: list[Mask], row: Floats) -> float:
    """The logarithm of the chance that the others' passes led to these hands (as they were after it), times a constant.

    What each seat received is a known three or any three of its hand; a giver's chance depends on what it received and on what
    it gave, which the next seat on received: a matrix a giver, and round the table the trace of their product.
    """
    way = hearts.way(view.rules, view.number)
    known = {view.seat: view.table.received, (view.seat + way) % 4: view.table.passed} if view.table.passed else {}
    threes = [[cards(known[seat])] if seat in known else list(combinations(cards(hands[seat]), 3)) for seat in range(4)]
    weights = [row[np.array(some)] for some in threes]
    total, todo = 0.0, [0, 1, 2, 3]
    while todo:
        chances = np.eye(len(threes[todo[0]]))
        giver = todo[0]
        while giver in todo:
            todo.remove(giver)
            taker = (giver + way) % 4
            factor = np.ones((len(threes[giver]), len(threes[taker])))
            if giver != view.seat:
                factor = gifts(row[list(cards(hands[giver]))].sum(), weights[giver], weights[taker])
            chances = chances @ factor
            giver = taker
        total += float(np.log(np.trace(chances)))
    return total


@compiled()
def gifts(held: float, received: Floats, given: Floats) -> Floats:
    """The chance (n, m) that each three were passed, by weights (m, 3), from what was held before each (n, 3) were received.

    `held` weighs the hand after the pass. Three cards are chosen one after the other, so their chance is a sum over the orders.
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
