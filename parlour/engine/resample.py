"""Soft inference: of many worlds that fit, those taken more often in which the others' actions were
likely.
"""

import numpy as np

from parlour.engine.arguments import Floats
from parlour.engine.worlds import Worlds

WORLDS = 16  # between two looks at the clock
POOL = 64  # worlds that are taken at once
DRAWN = 4  # worlds drawn for one that is taken
STRIDE = 37  # shares no divisor with the pool


def resampled(worlds: Worlds, logs: Floats, n: int = POOL) -> tuple[Worlds, float]:
    """A pool of n of these worlds, by the logarithms (m,) of their likelihoods; and the logarithm
    of the sum of these.
    """
    chances = np.cumsum(np.exp(logs - logs.max()))
    places = np.searchsorted(chances, (np.arange(n) + 0.5) / n * chances[-1])
    # one that was taken often does not come twice running
    taken = places[np.arange(n) * STRIDE % n]
    return worlds.some(taken), float(logs.max() + np.log(chances[-1]))
