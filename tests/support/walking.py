"""Walks through worlds against all worlds that brute force finds."""

from collections import Counter
from typing import NamedTuple

import numpy as np

from parlour.engine.numbers.arguments import NumpyFloats
from parlour.engine.worlds.sampler import Worlds
from tests.engine.worlds.test_sampler import World, arrays, plain


class Shares(NamedTuple):
    """How walks came out, each figure half of a sum of absolute differences."""

    far: float  # from the worlds' chances
    uneven: float  # of the chances, from equal ones


def all_of(worlds: list[World]) -> Worlds:
    """Some worlds as one."""
    hands, hidden, stock = (np.concatenate(some) for some in zip(*map(arrays, worlds), strict=True))
    return Worlds(hands, hidden, stock)


def chances(logs: NumpyFloats) -> NumpyFloats:
    """The chances of worlds, by the logarithms of their likelihoods."""
    odds = np.exp(logs - logs.max())
    found: NumpyFloats = odds / odds.sum()
    return found


def shares(there: list[World], logs: NumpyFloats, found: Worlds) -> Shares:
    """Of all worlds, with their log-likelihoods, and of those that walks have been in."""
    drawn, wanted = Counter(plain(found, i) for i in range(len(found.hands))), chances(logs)
    assert set(drawn) <= set(there)
    had = np.array([drawn[world] for world in there]) / len(found.hands)
    return Shares(abs(had - wanted).sum() / 2, abs(wanted - 1 / len(there)).sum() / 2)
