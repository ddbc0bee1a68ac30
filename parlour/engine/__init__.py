"""The same rules at the speed of compiled code: random rounds by the million, and batches to step through.

    from parlour import engine
    engine.play("hearts", 1_000_000, seed=1).points.mean(axis=0)

The only importer of numba. What is compiled is kept (`cache.py`); `parlour warm` compiles it ahead. Every result depends on the
rules, the seed and the number of the game alone, never on batches or threads.
"""

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from parlour.cards import NEW_DECK
from parlour.engine.arguments import CONTEXTS, Floats, Ints, ready_number, ready_rules, stream_of, table_of
from parlour.engine.batch import Batch
from parlour.engine.cache import DIRECTORY, compiling
from parlour.engine.choice import LONGEST, Played
from parlour.engine.inference import weights
from parlour.engine.worlds import sample
from parlour.game import GAMES, find_game, part
from parlour.match import Acted, Dealt, Opened, Seated, actor, fold, legal, step, view

__all__ = ["CONTEXTS", "Batch", "Played", "kept", "play", "record", "warm"]


def play(
    game: str,
    n: int,
    seed: int,
    rules: Any = None,
    *,
    number: int = 1,
    threads: int = 1,
    preferences: Floats | None = None,
    start: int = 0,
) -> Played:
    """Play n rounds from random deals to their end.

    `rules` is the game's record of house rules (its defaults if None), `number` the round's number in its match (in Hearts it
    says where cards are passed). Actions are chosen uniformly from the legal ones, or, with `preferences` of shape (5, 64), in
    proportion to `preferences[context, action]`, which must be positive (each game's loops.py names the contexts). Round i is
    number `start + i` of the stream of `seed`, whatever the batch. RulesError where the rules or the game do not exist,
    ValueError for a number or threads below 1 and for preferences that are none.
    """
    house, weights = ready_rules(game, rules), None if preferences is None else table_of(preferences)
    if threads < 1:
        raise ValueError(f"Rounds are played in one thread or more, not in {threads}.")
    common = house, ready_number(number), stream_of(seed)
    played = _room(game, house, n)
    shares = [slice(n * i // threads, n * (i + 1) // threads) for i in range(threads)]

    def work(share: slice) -> None:
        some = Played(*(array[share] for array in played))
        if weights is None:
            loops(game).play_all(*common, start + share.start, some)
        else:
            loops(game).tell_all(*common, start + share.start, some, weights, None)

    with compiling(f"{game} play" if weights is None else f"{game} play by preferences"):
        work(slice(0, 0))
    if threads == 1:
        work(shares[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, shares))
    return played


def record(
    game: str,
    n: int,
    seed: int,
    rules: Any = None,
    *,
    number: int = 1,
    preferences: Floats | None = None,
    start: int = 0,
) -> tuple[Ints, list[list[int]]]:
    """The same rounds as `play`, told: their decks (n, 52), and the actions of each, of the first seat that may act."""
    house, weights = ready_rules(game, rules), None if preferences is None else table_of(preferences)
    log = np.full((n, 52 + LONGEST), -1, np.int64)
    with compiling(f"{game} record" if weights is None else f"{game} record by preferences"):
        loops(game).tell_all(house, ready_number(number), stream_of(seed), start, _room(game, house, n), weights, log)
    return log[:, :52].copy(), [[int(action) for action in row if action >= 0] for row in log[:, 52:]]


def loops(game: str) -> Any:
    """A game's loops: of random play, and of play by preferences or told."""
    return part(game, "engine.loops")


def _room(game: str, house: Any, n: int) -> Played:
    """Where n rounds are played to."""
    return Played(np.zeros((n, find_game(game).seats(house)), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64))


def kept() -> str:
    """The directory that the compiled code is kept in."""
    return str(DIRECTORY)


def warm(games: Iterable[str] = ()) -> None:
    """Compile all that is kept, for these games (all, if none is named)."""
    for game in games or GAMES:
        alike = np.ones((CONTEXTS, 64))
        for preferences in (None, alike):
            play(game, 1, 1, preferences=preferences)
            record(game, 1, 1, preferences=preferences)
        batch = Batch(game, 2, 1)
        batch.apply(batch.legal().argmax(axis=1))
        batch.points(), batch.observe()
        seated = [Seated(seat, "first") for seat in range(batch.seats)]
        match = fold([Opened(game, find_game(game).Rules(), ""), *seated, Dealt(NEW_DECK)])
        for _ in range(12):
            seat = actor(match)
            may = legal(match, seat)
            match = step(match, Acted(seat, (may & -may).bit_length() - 1))
        seen = view(match, 0)
        weights(seen, sample(seen, 1, 1), alike)
