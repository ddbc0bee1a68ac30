"""The learned players: a softmax policy whose weights are committed, and made again by `parlour
train`.

The features of a policy are in a game's engine/policy.py; the level takes the action with the
highest score.
"""

import json
from functools import cache
from pathlib import Path
from typing import cast

import numpy as np

from parlour.cards import Action
from parlour.engine.arguments import Floats
from parlour.engine.protocol import Policy
from parlour.game import part
from parlour.match import View
from parlour.players import folder, learned


def policy(game: str) -> Policy:
    """The policy of a game that has one."""
    return cast(Policy, part(game, "engine.policy"))


def file(game: str) -> Path:
    """The file of a game's weights, in its folder."""
    return folder(game) / "weights.json"


@cache
def weights(game: str) -> Floats:
    """A game's weights, float64 (k,), one for each of its policy's FEATURES; empty if nothing was
    learned.
    """
    if not learned(game):
        return np.zeros(0)
    held = json.loads(file(game).read_text())
    assert tuple(held["features"]) == policy(game).FEATURES
    found = np.array(held["weights"], np.float64)
    found.setflags(write=False)
    return found


def act(view: View, dice: int) -> Action:
    """The action with the highest score."""
    return int(policy(view.game).prefer(view, weights(view.game)).argmax())
