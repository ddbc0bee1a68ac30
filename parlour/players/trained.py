"""The learned players: a softmax policy whose weights are committed, and made again by `parlour train`.

What a policy sees, and its features, are in `games/*/engine/policy.py`; the level takes the action of the highest score.
"""

import inspect
import json
from functools import cache
from pathlib import Path
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from parlour.cards import Action
from parlour.game import find_game, part
from parlour.match import View


@cache
def policy(game: str) -> Any:
    """The module of a game's policy."""
    return part(game, "engine.policy")


def file(game: str) -> Path:
    """Where a game's weights stand: in its folder."""
    return Path(inspect.getfile(cast(Any, find_game(game)))).parent / "weights.json"


@cache
def weights(game: str) -> NDArray[np.float64]:
    """A game's weights (k,), one for each of its policy's FEATURES."""
    held = json.loads(file(game).read_text())
    assert tuple(held["features"]) == policy(game).FEATURES
    found = np.array(held["weights"], np.float64)
    found.setflags(write=False)
    return found


def act(view: View, dice: int) -> Action:
    """The action of the highest score."""
    return int(policy(view.game).prefer(view, weights(view.game)).argmax())
