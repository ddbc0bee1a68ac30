"""The steps of a fit (Adam: Kingma and Ba, 2015), and the file of its weights."""

import json
from collections.abc import Mapping
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

Real = NDArray[np.float64]


class Adam:
    """Changes of some weights along their gradients; the rate falls to 0 in a number of steps."""

    def __init__(self, shape: int | tuple[int, ...], steps: int, rate: float) -> None:
        """Before the first step."""
        self.steps, self.rate, self.step = steps, rate, 0
        self.mean, self.square = np.zeros(shape), np.zeros(shape)

    def change(self, gradient: Real) -> Real:
        """The change of the weights in a step, along the gradient of a sum that is to grow."""
        size = self.rate * (1 - self.step / self.steps)
        self.step += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.99 * self.square + 0.01 * gradient**2
        mean, square = self.mean / (1 - 0.9**self.step), self.square / (1 - 0.99**self.step)
        change: Real = size * mean / (np.sqrt(square) + 1e-8)
        return change


def write(path: str, command: str, features: str, weights: Mapping[str, Real]) -> None:
    """Write the weights of each level, the command that makes them, and the digest of their
    features.
    """
    rounded = {level: table.round(3).tolist() for level, table in weights.items()}
    document = {"command": command, "features": features, "weights": rounded}
    Path(path).write_text(json.dumps(document) + "\n")
