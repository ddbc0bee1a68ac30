"""Soft inference: worlds weighted by the likelihood of the others' past actions.

A consistent world says what was possible; a policy says what was likely. In a world where a seat
held a better card it would probably have played that one. The weight of a world is the product,
over the others' actions, of the policy's chance of each among the legal actions there.

Actions that are hidden from a seat (passed cards) are handled by the game: `engine/passing.py` of
its folder, if there is one, gives their likelihood.
"""

from typing import Any

import numpy as np

from parlour.engine.arguments import NumpyFloats, table_of
from parlour.engine.puzzle import opening_of
from parlour.engine.worlds import Step, Worlds, events, rewound
from parlour.game import find_game, part
from parlour.match import Acted, Dealt, View


def weights(view: View, worlds: Worlds, preferences: NumpyFloats) -> NumpyFloats:
    """The weights, float64 (n,), of worlds under a table of preferences (contexts, 64) as in
    `engine.play`; their mean is 1.

    Legality depends on public facts alone, so one replay serves all worlds; the hands are the
    worlds' own. Draws are not choices and have no weight. ValueError for an invalid table.
    """
    table = table_of(preferences)
    if len(worlds.hands) == 0:
        return np.ones(0)
    game = find_game(view.game)
    dealt, *acted = events(view, worlds, 0)
    assert isinstance(dealt, Dealt)
    round_, state = game.deal(view.rules, dealt.deck, view.number)
    steps = steps_of(view, worlds)
    # the first actions of the round, some of which are hidden from the seat
    untold = len(acted) - len(steps)
    logs = np.zeros(len(worlds.hands))
    for n, event in enumerate(acted):
        assert isinstance(event, Acted)
        context = context_of(view.game, round_, state, event.action)
        if n >= untold and event.seat != view.seat and context >= 0:
            lacks = {
                action: game.lacks(round_, state, action) for action in range(52 + len(game.EXTRA))
            }
            logs += _chances(lacks, steps[n - untold], table[context])
        state = game.apply(round_, state, event.seat, event.action)
    if own := part(view.game, "engine.passing"):
        logs += own.untold(view, worlds, table)
    likely: NumpyFloats = np.exp(logs - logs.max())
    found: NumpyFloats = likely / likely.mean()
    return found


def steps_of(view: View, worlds: Worlds) -> list[Step]:
    """The public actions of the round in each world, without the hidden ones at its beginning."""
    return rewound(view.seen[opening_of(view).seen :], worlds)


def _chances(lacks: dict[int, int], step: Step, row: NumpyFloats) -> NumpyFloats:
    """The logarithms, float64 (n,), of the chance of the chosen action among those that are legal
    with each hand. `lacks` has for each action the cards that it excludes.
    """
    hand, chosen = step.hand, step.chosen
    if chosen[0] >= 52:  # a suit or a moon: all offered ones are free
        free = [action for action in lacks if action >= 52 and not lacks[action]]
        return np.full(len(hand), np.log(row[chosen[0]] / row[free].sum()))
    total = np.zeros(len(hand))
    for card in range(52):
        total += np.where((hand >> card & 1 == 1) & (hand & lacks[card] == 0), row[card], 0.0)
    logs: NumpyFloats = np.log(row[chosen] / total)
    return logs


def context_of(game: str, round_: Any, state: Any, action: int) -> int:
    """The row of preferences for an action; -1 if it was forced, or its choice is hidden."""
    if own := part(game, "engine.loops"):
        return int(own.context_of(round_, state, action))
    return -1 if action >= 52 and find_game(game).lacks(round_, state, action) else 0
