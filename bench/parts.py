"""The value of each part of the search: `parlour duel hearts --players
bench.parts:whole,bench.parts:moonless --mixed`.

The game is Hearts under the standard rules. Each player searches with 500 playouts, about 5 ms a
move, and assumes that all others play as it does. Each player but `whole` lacks one part.
"""

from parlour.cards import Action
from parlour.match import View
from parlour.players.search import Budget, think

WHOLE = Budget(playouts=500, seconds=float("inf"))


def decided(view: View, dice: int, budget: Budget) -> Action:
    """The search's action, if all others play as it does."""
    return think(view._replace(players=("search",) * len(view.players)), dice, budget).action


def whole(view: View, dice: int) -> Action:
    """The full search."""
    return decided(view, dice, WHOLE)


def unbelieving(view: View, dice: int) -> Action:
    """Without likelihood weights: it infers from others' actions only certain facts."""
    return decided(view, dice, WHOLE._replace(believe=False))


def careless(view: View, dice: int) -> Action:
    """Without search for the pass, which the learned policy chooses."""
    return decided(view, dice, WHOLE._replace(ablation="passes"))


def moonless(view: View, dice: int) -> Action:
    """Without shooting the moon: a shot counts as 26 points of the seat that made it."""
    return decided(view, dice, WHOLE._replace(ablation="moons"))


def pointed(view: View, dice: int) -> Action:
    """Without the end of the match: it always minimises points."""
    return decided(view, dice, WHOLE._replace(match=False))
