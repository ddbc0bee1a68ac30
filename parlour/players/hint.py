"""A hint: the move of the strongest level in a seat's place, and the estimated cost of each choice.

It is computed from the seat's View alone, so it reveals no hidden card.
"""

from math import inf, isfinite
from typing import Any  # the values of a hint

from parlour.game import GAMES, action_name
from parlour.match import View
from parlour.players import LEVELS, STRONGEST, bare_hint, lacking, playing, search


def hint(view: View, dice: int, seconds: float = inf) -> dict[str, Any]:
    """A hint in the form of docs/log.md: the candidates, best first, each with its cost, and the
    reason for the level's move.

    `why` is "only" (there is one legal action), "better" (in playouts it is better than the
    policy's choice by more than chance) or "equal" (no action is, so the policy decides). If the
    strongest level is not available, the level that plays for it gives the hint, and `why` is
    "unavailable". Without a time limit the same view and dice give the same hint.
    """
    if lacking(view.game):
        level = playing(view.game, STRONGEST)
        return bare_hint(view.game, LEVELS[view.game][level](view, dice), "unavailable")
    thought = search.think(view, dice, search.BUDGET._replace(seconds=seconds))
    game = GAMES[view.game]
    order = sorted(
        range(len(thought.candidates)),
        key=lambda place: (place != thought.chosen, -thought.better[place]),
    )
    return {
        "action": action_name(game, thought.action),
        "why": _why(thought),
        "unit": thought.unit,
        "choices": [
            {
                "actions": [action_name(game, action) for action in thought.candidates[place]],
                "points": round(thought.points[place], 1)
                if isfinite(thought.points[place])
                else None,
                "better": round(thought.better[place], 3),
                "playouts": thought.playouts[place],
            }
            for place in order
        ],
    }


def _why(thought: search.Thought) -> str:
    """The reason for the level's choice."""
    if len(thought.candidates) == 1:
        return "only"
    return "better" if thought.chosen else "equal"
