"""A yardstick for Crazy Eights: the first card of the hand that fits, by rank or suit or an eight;
else what must be done.
"""

from parlour.cards import Action
from parlour.match import View
from parlour.players.any import first_legal, hand


def act(view: View, dice: int) -> Action:
    """A card; where there is none that fits it draws or passes, and of suits to name it names
    clubs.
    """
    return first_legal([*hand(view), *range(52, 58)], view.legal)
