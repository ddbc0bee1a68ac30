"""Players that fail, each in a way of its own. Every process of a duel imports them, so this file
imports little.
"""

import os

from parlour.match import View


def ending(view: View, dice: int) -> int:
    """Its process ends."""
    os._exit(3)


def failing(view: View, dice: int) -> int:
    """It raises an error."""
    raise ZeroDivisionError("of mine")


def wordy(view: View, dice: int) -> str:
    """It returns a text that is no action."""
    return "seven"


def needy(view: View) -> int:
    """It has no dice."""
    return 0


def illegal(view: View, dice: int) -> int:
    """It returns an action that no game has."""
    return 63


def leaving(view: View, dice: int) -> int:
    """A player that ends the process."""
    raise SystemExit(3)
