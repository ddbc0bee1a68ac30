"""The learned players: a softmax policy whose weights are committed, and made again by `parlour train`.

What a policy sees, and its features, are in `parlour/fast/policy_*.py`; the level takes the action of the highest score.
"""

import json
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from parlour.cards import Action
from parlour.match import View

FOLDER = Path(__file__).parent / "weights"


def short(game: str) -> str:
    """The name of a game's modules."""
    return game.rpartition("-")[2]


@cache
def policy(game: str) -> Any:
    """The module of a game's policy."""
    return import_module(f"parlour.fast.policy_{short(game)}")


@cache
def weights(game: str) -> NDArray[np.float64]:
    """A game's weights (k,), one for each of its policy's FEATURES."""
    held = json.loads((FOLDER / f"{game}.json").read_text())
    assert tuple(held["features"]) == policy(game).FEATURES
    found = np.array(held["weights"], np.float64)
    found.setflags(write=False)
    return found


def act(view: View, dice: int) -> Action:
    """The action of the highest score."""
    return int(policy(view.game).prefer(view, weights(view.game)).argmax())
