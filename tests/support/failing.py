"""Players that fail, each in a way of its own. Every process of a duel imports them, so this file
imports little.
"""

import os

from parlour.match import View


def ending(_view: View, _dice: int) -> int:
    """Its process ends."""
    os._exit(3)


def failing(_view: View, _dice: int) -> int:
    """It raises an error."""
    raise ZeroDivisionError("of mine")


def wordy(_view: View, _dice: int) -> str:
    """It returns a text that is no action."""
    return "seven"


def needy(_view: View) -> int:
    """It has no dice."""
    return 0


def illegal(_view: View, _dice: int) -> int:
    """It returns an action that no game has."""
    return 63


def leaving(_view: View, _dice: int) -> int:
    """A player that ends the process."""
    raise SystemExit(3)
