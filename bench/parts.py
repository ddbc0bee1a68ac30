"""What each part of the search is worth: `parlour duel hearts --players
bench.parts:whole,bench.parts:moonless --mixed`.

In Hearts under the standard rules. All of these think with 500 playouts, about 5 ms a move, and
take all others at the table for players of their own kind; each but the first does without one
part.
"""

from parlour.cards import Action
from parlour.match import View
from parlour.players.search import Budget, think

WHOLE = Budget(playouts=500, seconds=float("inf"))


def decided(view: View, dice: int, budget: Budget) -> Action:
    """The search's action among its own kind."""
    return think(view._replace(players=("search",) * len(view.players)), dice, budget).action


def whole(view: View, dice: int) -> Action:
    """All of it."""
    return decided(view, dice, WHOLE)


def unbelieving(view: View, dice: int) -> Action:
    """Without inference from what others have done, but for what it proves."""
    return decided(view, dice, WHOLE._replace(believe=False))


def careless(view: View, dice: int) -> Action:
    """Passes as the policy does."""
    return decided(view, dice, WHOLE._replace(passing=False))


def moonless(view: View, dice: int) -> Action:
    """Takes a moon that is made for 26 points of who has made it."""
    return decided(view, dice, WHOLE._replace(moon=False))


def pointed(view: View, dice: int) -> Action:
    """Counts points, also where the match may end."""
    return decided(view, dice, WHOLE._replace(match=False))
