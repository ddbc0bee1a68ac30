"""What the loops of all games share: how an action is chosen, and how a round is told and settled.

A loop plays a batch of rounds to their end with the state in a few numbers (play_straights.py, play_hearts.py, play_eights.py).
It asks the rules' own small functions and says twice only how a turn passes; `tests/test_fast.py` holds it to the interpreted
rules, action by action. `preferences` is None for uniform play, else an array (contexts, 64) of weights: an action is chosen in
proportion to its weight in its context. `log` is None, or an array (games, 52 + LONGEST) for each game's deck and actions.
"""

from typing import Any

import numpy as np

from parlour.engine.bits import GOLD, lowest_bit, mix, one_of
from parlour.engine.cache import compiled

BLOCK = 64  # games whose dice are thrown together
LONGEST = 400  # actions of a game that a log has room for: Crazy Eights may pass many times


@compiled(forceinline=True)
def pick(may: Any, r: Any, preferences: Any, context: Any) -> Any:
    """A legal action as a bit, any or in proportion to its weight; and what the next choice goes by."""
    if preferences is None:
        return one_of(may, r)
    total = 0.0
    left = may
    while left:
        total += preferences[context, lowest_bit(left)]
        left &= left - 1
    point = total * (np.float64(r >> np.uint64(11)) * 2.0**-53)
    left = may
    bit = left & -left
    while left:
        bit = left & -left
        point -= preferences[context, lowest_bit(bit)]
        if point < 0:
            break
        left ^= bit
    return bit, mix(r + GOLD)


@compiled(forceinline=True)
def turned(four: Any, seat: Any) -> Any:
    """Four things from a seat on."""
    one, two, three, last = four
    return (
        one if seat == 0 else two if seat == 1 else three if seat == 2 else last,
        two if seat == 0 else three if seat == 1 else last if seat == 2 else one,
        three if seat == 0 else last if seat == 1 else one if seat == 2 else two,
        last if seat == 0 else one if seat == 1 else two if seat == 2 else three,
    )


@compiled(forceinline=True)
def tell(log: Any, game: Any, move: Any, action: Any) -> None:
    """Write an action (a bit) to the log, if there is one."""
    if log is not None:
        log[game, 52 + move] = lowest_bit(action)


@compiled(forceinline=True)
def settle(points: Any, winners: Any, game: Any, costs: Any) -> None:
    """What four seats pay, and who has the fewest points."""
    one, two, three, four = costs
    least = min(one, two, three, four)
    points[game, 0], points[game, 1], points[game, 2], points[game, 3] = one, two, three, four
    winners[game] = (one == least) | (two == least) << 1 | (three == least) << 2 | (four == least) << 3
