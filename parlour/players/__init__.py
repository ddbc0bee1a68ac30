"""Players that are programs: a level is a function `act(view, dice) -> action`, found by its name in LEVELS.

A player gets a View, never a match, so it is blind to all that its seat may not see. `dice` is a seed for its own random
choices, handed in so that a match repeats exactly.
"""

from collections.abc import Callable
from typing import TypeAlias

from parlour.cards import Action
from parlour.match import View
from parlour.players import first

Player: TypeAlias = Callable[[View, int], Action]

LEVELS: dict[str, Player] = {"first": first.act}
