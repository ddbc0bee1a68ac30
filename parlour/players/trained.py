"""The learned players: a softmax policy whose weights are committed, and made again by `parlour
train`.

The features of a policy are in a game's engine/policy.py; the level takes the action with the
highest score.
"""

import json
from functools import cache
from pathlib import Path
from typing import cast

from parlour.cards import Action
from parlour.catalogue.registry import folder, part
from parlour.engine.compiler.arrays import FloatRow, floats_of
from parlour.engine.search.protocol import Policy
from parlour.match import View
from parlour.players.levels import learned


def policy(game: str) -> Policy:
    """The policy of a game that has one."""
    return cast(Policy, part(game, "engine.policy"))


def file(game: str) -> Path:
    """The file of a game's weights, in its folder."""
    return folder(game) / "weights.json"


@cache
def weights(game: str) -> FloatRow:
    """A game's weights (k,), one for each of its policy's FEATURES; empty if nothing was
    learned.
    """
    if not learned(game):
        return floats_of(())
    held = json.loads(file(game).read_bytes())
    assert tuple(held["features"]) == policy(game).FEATURES
    return floats_of(held["weights"])


def act(view: View, _dice: int) -> Action:
    """The action with the highest score."""
    scores: list[float] = policy(view.game).prefer(view, weights(view.game)).tolist()
    return scores.index(max(scores))
