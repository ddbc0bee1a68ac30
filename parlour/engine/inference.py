"""Soft inference: worlds weighed by how likely what the others have done is in them.

A world that fits says what was possible. A policy says what was likely: in a world where a seat held a better card it would
rather have played that one. The weight of a world is the product, over the others' actions, of the policy's chance of each
among what was legal there.

Actions that a seat is not told of (a pass in Hearts) are its game's own matter: `engine/passing.py` of that game, if there is
one, says which were told and how likely the others are.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.cards import HIDDEN, NONE
from parlour.engine.arguments import Floats, table_of
from parlour.engine.worlds import Worlds, events
from parlour.game import find_game, part
from parlour.match import Acted, Dealt, Seen, View


def weights(view: View, worlds: Worlds, preferences: Floats) -> Floats:
    """The weights (n,) of worlds under a table of preferences (contexts, 64) as `engine.play` takes it; their mean is 1.

    Only what was public decides which card was legal, so one replay serves all worlds; the hands are the worlds' own. Draws
    were no choice. ValueError for a table that is none.
    """
    table = table_of(preferences)
    if len(worlds.hands) == 0:
        return np.ones(0)
    game: Any = find_game(view.game)
    dealt, *acted = events(view, worlds, 0)
    assert isinstance(dealt, Dealt)
    round, state = game.deal(view.rules, dealt.deck, view.number)
    before = hands_before(view, worlds)
    untold = len(acted) - len(before)  # actions that come first, and not all of which the seat is told of
    logs = np.zeros(len(worlds.hands))
    for n, event in enumerate(acted):
        assert isinstance(event, Acted)
        context = context_of(view.game, round, state, event.action)
        if n >= untold and event.seat != view.seat and context >= 0:
            hand, chosen = before[n - untold]
            logs += _chances(game, round, state, hand, chosen, table[context])
        state = game.apply(round, state, event.seat, event.action)
    if own := part(view.game, "engine.passing"):
        logs += own.untold(view, worlds, table)
    likely: Floats = np.exp(logs - logs.max())
    found: Floats = likely / likely.mean()
    return found


def told(view: View) -> tuple[Seen, ...]:
    """What was seen, without what a game leaves to its passing.py."""
    own = part(view.game, "engine.passing")
    found: tuple[Seen, ...] = own.told(view) if own else view.seen
    return found


def hands_before(view: View, worlds: Worlds) -> list[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Of each action seen (but passes): its seat's hand before it, and the action, in each world (n,) each."""
    hands, hidden = worlds.hands.copy(), worlds.hidden.shape[1]
    found = []
    for seat, action, card, _ in reversed(told(view)):
        if card != NONE:
            hidden -= card == HIDDEN
            drawn = worlds.hidden[:, hidden].astype(np.int64) if card == HIDDEN else np.full(len(hands), card)
            hands[:, seat] &= ~(1 << drawn)
        hidden -= action == HIDDEN
        chosen = worlds.hidden[:, hidden].astype(np.int64) if action == HIDDEN else np.full(len(hands), action)
        hands[:, seat] |= np.where(chosen < 52, 1 << np.minimum(chosen, 62), 0)
        found.append((hands[:, seat].copy(), chosen))
    return found[::-1]


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


def context_of(game: str, round: Any, state: Any, action: int) -> int:
    """The row of preferences that an action was chosen by; -1 where there was no choice, or none to be seen."""
    if own := part(game, "engine.loops"):
        return int(own.context_of(round, state, action))
    return -1 if action >= 52 and find_game(game).lacks(round, state, action) else 0
