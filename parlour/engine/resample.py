"""Soft inference: consistent worlds resampled in proportion to the likelihood of the others'
actions.
"""

import numpy as np

from parlour.engine.arguments import Floats
from parlour.engine.worlds import Worlds

WORLDS = 16  # between two checks of the clock
POOL = 64  # worlds that are resampled at once
DRAWN = 4  # worlds drawn for each one that is resampled
STRIDE = 37  # shares no divisor with the pool


def resampled(worlds: Worlds, logs: Floats, n: int = POOL) -> tuple[Worlds, float]:
    """A pool of n of these worlds, drawn by the logarithms (m,) of their likelihoods; and the
    logarithm of the sum of the likelihoods.
    """
    chances = np.cumsum(np.exp(logs - logs.max()))
    places = np.searchsorted(chances, (np.arange(n) + 0.5) / n * chances[-1])
    # copies of one world do not follow each other
    taken = places[np.arange(n) * STRIDE % n]
    return worlds.some(taken), float(logs.max() + np.log(chances[-1]))
