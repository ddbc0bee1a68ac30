"""A reference player for Crazy Eights. It plays the first card of the hand that fits by rank or
suit, or an eight; otherwise it takes the required action.
"""

from parlour.cards import Action
from parlour.match import View
from parlour.players.first_legal import first_legal, hand


def act(view: View, _dice: int) -> Action:
    """The first fitting card; otherwise a draw or pass. It always names clubs."""
    return first_legal([*hand(view), *range(52, 58)], view.legal)
