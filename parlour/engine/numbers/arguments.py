"""Checks and conversions of the arguments of public engine functions, which take numpy's arrays."""

import operator
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.catalogue.options import checked
from parlour.catalogue.registry import find_game

NumpyInts: TypeAlias = NDArray[np.int64]
NumpyFloats: TypeAlias = NDArray[np.float64]
House: TypeAlias = tuple[int, ...]  # a record of any game's house rules


def ready_rules(game: str, rules: House | None) -> Any:
    """Valid house rules, the game's defaults if None; RulesError for unknown rules or an unknown
    game.
    """
    module = find_game(game)
    return module.Rules() if rules is None else checked(module, rules)


def ready_number(number: int) -> int:
    """A round's number in its match; ValueError below 1."""
    if operator.index(number) < 1:
        raise ValueError(f"Invalid round number {number} (expected 1 or more).")
    return operator.index(number)


def stream_of(seed: int) -> np.uint64:
    """A seed as uint64: any whole number, modulo 2^64."""
    return np.uint64(operator.index(seed) % 2**64)


def table_of(preferences: ArrayLike) -> NumpyFloats:
    """Valid preferences, float64 (64,); ValueError for any others."""
    table = np.ascontiguousarray(preferences, np.float64)
    if table.shape != (64,) or not (np.isfinite(table) & (table > 0)).all():
        raise ValueError(
            f"Invalid preferences of shape {table.shape} (expected 64 numbers above 0)."
        )
    return table


def ready_decks(decks: ArrayLike) -> NumpyInts:
    """Decks, int64 (n, 52), copied; ValueError if a row is not all 52 cards, once each."""
    rows = np.array(decks)
    if rows.ndim != 2 or rows.shape[1] != 52 or rows.dtype.kind not in "iu":
        raise ValueError(
            f"Invalid decks: {rows.dtype} of shape {rows.shape} (expected whole numbers of shape "
            f"(n, 52))."
        )
    bad = (np.sort(rows, axis=1) != np.arange(52)).any(axis=1)
    if bad.any():
        raise ValueError(f"Invalid deck {int(np.flatnonzero(bad)[0])} (expected each card once).")
    return np.ascontiguousarray(rows, np.int64)
