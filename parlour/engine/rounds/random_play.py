"""Random rounds from random deals, by the compiled rules of any game."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from operator import index
from types import ModuleType

import numpy as np

from parlour.catalogue.registry import find_game
from parlour.engine.compiler.cache import compiling
from parlour.engine.compiler.settings import need
from parlour.engine.numbers.arguments import (
    House,
    NumpyFloats,
    NumpyInts,
    ready_number,
    ready_rules,
    stream_of,
    table_of,
)
from parlour.engine.numbers.sampling import LONGEST, Played
from parlour.engine.rounds.compiled_rules import text_of, twin
from parlour.errors import RulesError
from parlour.match import LONGEST_ROUND


def play(
    game: str,
    n: int,
    seed: int,
    rules: House | None = None,
    *,
    number: int = 1,
    threads: int = 1,
    preferences: NumpyFloats | None = None,
    start: int = 0,
) -> Played:
    """Play n rounds from random deals to their end.

    `rules` is the game's record of house rules (its defaults if None), `number` the round's number
    in its match. The seat in turn acts; if several may act, the first of them. Actions are chosen
    uniformly from the legal ones. With `preferences`, float64 of shape (64,), they are chosen in
    proportion to `preferences[action]`, which must be positive. Round i is number `start + i` of
    the stream of `seed`, whatever the batch.

    RulesError for unknown rules or an unknown game, and for rules that do not end a round;
    ValueError for a number or threads below 1, and for invalid preferences.
    """
    weights, start = None if preferences is None else table_of(preferences), index(start)
    if threads < 1:
        raise ValueError(f"Invalid number of threads {threads} (expected 1 or more).")
    house, kernels = ready_rules(game, rules), twin(game)
    kernel, more = _kernel(kernels, house, weights)
    common = kernels.Rules(*house), ready_number(number), stream_of(seed)
    played = _results(game, house, n)

    def work(share: slice) -> None:
        part = Played(*(array[share] for array in played))
        kernel(*common, start + share.start, part, *more)

    how = "play" if weights is None else "play by preferences"
    with compiling(f"{game} {how}", text_of(kernels)):
        work(slice(0, 0))
    if threads == 1:
        work(slice(0, n))
    else:
        with ThreadPoolExecutor(threads) as pool:
            cuts = [n * i // threads for i in range(threads + 1)]
            list(pool.map(work, map(slice, cuts, cuts[1:])))
    return _ended(game, played)


def _kernel(
    kernels: ModuleType, house: House, weights: NumpyFloats | None
) -> tuple[Callable[..., None], tuple[NumpyFloats | None, ...]]:
    """The compiled function that plays by these rules and weights, and its last arguments."""
    if weights is not None:
        return kernels.play_and_log, (weights, None)
    return (kernels.play_standard if house == type(house)() else kernels.play_all), ()


def record(
    game: str,
    n: int,
    seed: int,
    rules: House | None = None,
    *,
    number: int = 1,
    preferences: NumpyFloats | None = None,
    start: int = 0,
) -> tuple[NumpyInts, list[list[int]]]:
    """The rounds of `play` with their logs: the decks, int64 (n, 52), and for each round its
    actions in order.

    ValueError if a round has more than 400 actions, the most that a log can hold; other errors as
    `play`.
    """
    weights, start = None if preferences is None else table_of(preferences), index(start)
    log = np.full((n, 52 + LONGEST), -1, np.int64)
    house, kernels = ready_rules(game, rules), twin(game)
    played, common = _results(game, house, n), (kernels.Rules(*house), ready_number(number))
    how = "record" if weights is None else "record by preferences"
    with compiling(f"{game} {how}", text_of(kernels)):
        kernels.play_and_log(*common, stream_of(seed), start, played, weights, log)
    if (played.moves > LONGEST).any():
        longest = int(played.moves.max())
        raise ValueError(
            f"A round of {game} took {longest} actions; a record has room for {LONGEST}."
        )
    return log[:, :52].copy(), [
        [int(action) for action in row if action >= 0] for row in log[:, 52:]
    ]


def _results(game: str, house: House, n: int) -> Played:
    """Zeroed arrays for the results of n rounds; UsageError if nothing can be compiled."""
    need("Random play")
    return Played(
        np.zeros((n, find_game(game).seats(house)), np.int64),
        np.zeros(n, np.int64),
        np.zeros(n, np.int64),
    )


def _ended(game: str, played: Played) -> Played:
    """These results; RulesError if a round did not come to its end."""
    if (played.moves >= LONGEST_ROUND).any():
        raise RulesError(
            f"The rules of {game} have not ended a round after {LONGEST_ROUND} actions."
        )
    return played
