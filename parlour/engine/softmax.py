"""The gradient from which a policy learns: chances that add up to 1, and the gradient of the
expected return. `choice.py` has the softmax.
"""

from parlour.engine.arrays import Floats
from parlour.engine.jit import compiled


@compiled(forceinline=True)
def divide(chances: Floats, n: int, total: float) -> None:
    """Divide the first n chances by their sum, in place."""
    for place in range(n):
        chances[place] /= total


@compiled(forceinline=True)
def centre(chances: Floats, n: int, total: float, returns: Floats) -> None:
    """Replace the first n returns by the gradient of the expected return by each score.

    That is the chance of an action times its return above the mean. The chances add up to `total`.
    """
    mean = 0.0
    for place in range(n):
        mean += chances[place] * returns[place]
    for place in range(n):
        returns[place] = chances[place] / total * (returns[place] - mean / total)
