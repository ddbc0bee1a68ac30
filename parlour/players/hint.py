"""A hint: what the strongest level would do in a seat's place, and what each choice is estimated to
cost.

It is made from the seat's View alone, as the level's own move is, so it shows nothing that the seat
may not know.
"""

from math import inf, isfinite
from typing import Any  # what a hint holds

from parlour.game import GAMES, action_name
from parlour.match import View
from parlour.players import search


def hint(view: View, dice: int, seconds: float = inf) -> dict[str, Any]:
    """As it is told (docs/log.md): the candidates, best first, each with what it costs, and why the
    first is the level's move.

    `why` is "only" (there is no choice), "better" (played out, it is better by more than chance
    than what the policy would do), "equal" (nothing is, so the policy decides). It is always the
    same where no time cuts it short.
    """
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
    """Why the level chooses as it does."""
    if len(thought.candidates) == 1:
        return "only"
    return "better" if thought.chosen else "equal"
