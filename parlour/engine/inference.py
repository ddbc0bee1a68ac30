"""Soft inference: worlds weighed by how likely what the others have done is in them.

A world that fits says what was possible. A policy says what was likely: in a world where a seat
held a better card it would rather have played that one. The weight of a world is the product, over
the others' actions, of the policy's chance of each among what was legal there.

Actions that a seat is not told of (cards that are passed) are its game's own matter:
`engine/passing.py` of that game, if there is one, says how likely they are.
"""

from typing import Any

import numpy as np

from parlour.engine.arguments import Floats, table_of
from parlour.engine.puzzle import opening_of
from parlour.engine.worlds import Step, Worlds, events, rewound
from parlour.game import find_game, part
from parlour.match import Acted, Dealt, View


def weights(view: View, worlds: Worlds, preferences: Floats) -> Floats:
    """The weights (n,) of worlds under a table of preferences (contexts, 64) as `engine.play` takes
    it; their mean is 1.

    Only what was public decides which card was legal, so one replay serves all worlds; the hands
    are the worlds' own. Draws were no choice. ValueError for a table that is none.
    """
    table = table_of(preferences)
    if len(worlds.hands) == 0:
        return np.ones(0)
    game = find_game(view.game)
    dealt, *acted = events(view, worlds, 0)
    assert isinstance(dealt, Dealt)
    round, state = game.deal(view.rules, dealt.deck, view.number)
    steps = steps_of(view, worlds)
    # actions that come first, and not all of which the seat is told of
    untold = len(acted) - len(steps)
    logs = np.zeros(len(worlds.hands))
    for n, event in enumerate(acted):
        assert isinstance(event, Acted)
        context = context_of(view.game, round, state, event.action)
        if n >= untold and event.seat != view.seat and context >= 0:
            lacks = {
                action: game.lacks(round, state, action) for action in range(52 + len(game.EXTRA))
            }
            logs += _chances(lacks, steps[n - untold], table[context])
        state = game.apply(round, state, event.seat, event.action)
    if own := part(view.game, "engine.passing"):
        logs += own.untold(view, worlds, table)
    likely: Floats = np.exp(logs - logs.max())
    found: Floats = likely / likely.mean()
    return found


def steps_of(view: View, worlds: Worlds) -> list[Step]:
    """What was seen in each world, but for the actions that not all are told of."""
    return rewound(view.seen[opening_of(view).seen :], worlds)


def _chances(lacks: dict[int, int], step: Step, row: Floats) -> Floats:
    """Logarithms (n,) of the chance of the chosen action among those that were legal with each
    hand, by what each one lacks.
    """
    hand, chosen = step.hand, step.chosen
    if chosen[0] >= 52:  # a suit or a moon: all that are offered are free
        free = [action for action in lacks if action >= 52 and not lacks[action]]
        return np.full(len(hand), np.log(row[chosen[0]] / row[free].sum()))
    total = np.zeros(len(hand))
    for card in range(52):
        total += np.where((hand >> card & 1 == 1) & (hand & lacks[card] == 0), row[card], 0.0)
    logs: Floats = np.log(row[chosen] / total)
    return logs


def context_of(game: str, round: Any, state: Any, action: int) -> int:
    """The row of preferences that an action was chosen by; -1 where there was no choice, or none to
    be seen.
    """
    if own := part(game, "engine.loops"):
        return int(own.context_of(round, state, action))
    return -1 if action >= 52 and find_game(game).lacks(round, state, action) else 0
