"""The same rules at the speed of compiled code: random rounds by the million, and batches to step through.

    from parlour import fast
    fast.play("hearts", 1_000_000, seed=1).points.mean(axis=0)

The only importer of numba. What is compiled is kept (`cache.py`); `parlour warm` compiles it ahead. Every result depends on the
rules, the seed and the number of the game alone, never on batches or threads.
"""

import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.cards import NOBODY
from parlour.errors import IllegalAction
from parlour.fast import playout
from parlour.fast.cache import DIRECTORY
from parlour.fast.twin import columns, row_width, twin
from parlour.games import GAMES, checked, find_game

Ints: TypeAlias = NDArray[np.int64]
LOOPS: dict[str, Any] = {
    "straights": playout.play_straights,
    "hearts": playout.play_hearts,
    "crazy-eights": playout.play_eights,
}
CONTEXTS = 5  # rows of a table of preferences, at most; playout.py names them


class Played(NamedTuple):
    """What a batch of rounds came to."""

    points: Ints  # (n, seats): points of the round, as the rules count them
    winners: Ints  # (n,): masks of the seats with the fewest points
    moves: Ints  # (n,): actions made


def play(
    game: str,
    n: int,
    seed: int,
    rules: Any = None,
    *,
    number: int = 1,
    threads: int = 1,
    preferences: NDArray[np.float64] | None = None,
    start: int = 0,
) -> Played:
    """Play n rounds from random deals to their end.

    `rules` is the game's record of house rules (its defaults if None), `number` the round's number in its match (in Hearts it
    says where cards are passed). Actions are chosen uniformly from the legal ones, or, with `preferences` of shape (5, 64), in
    proportion to `preferences[context, action]`, which must be positive (the contexts are named in playout.py). Round i is
    number `start + i` of the stream of `seed`, whatever the batch. RulesError where the rules or the game do not exist.
    """
    house = ready_rules(game, rules)
    played = Played(np.zeros((n, find_game(game).seats(house)), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64))
    weights = None if preferences is None else np.ascontiguousarray(preferences, np.float64)
    parts = [slice(n * i // threads, n * (i + 1) // threads) for i in range(threads)]

    def work(part: slice) -> None:
        columns = (column[part] for column in played)
        LOOPS[game](house, number, np.uint64(seed), start + part.start, *columns, weights, None)

    with compiling(game, "play"):
        work(slice(0, 0))
    if threads == 1:
        work(parts[0])
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(work, parts))
    return played


def record(
    game: str,
    n: int,
    seed: int,
    rules: Any = None,
    *,
    number: int = 1,
    preferences: NDArray[np.float64] | None = None,
    start: int = 0,
) -> tuple[Ints, list[list[int]]]:
    """The same rounds as `play`, told: their decks (n, 52), and the actions of each, of the first seat that may act."""
    house = ready_rules(game, rules)
    log = np.full((n, 52 + playout.LONGEST), -1, np.int64)
    columns = np.zeros((n, find_game(game).seats(house)), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    with compiling(game, "record"):
        LOOPS[game](house, number, np.uint64(seed), start, *columns, preferences, log)
    return log[:, :52], [[int(action) for action in row if action >= 0] for row in log[:, 52:]]


def ready_rules(game: str, rules: Any) -> Any:
    """House rules that exist, the game's defaults if None."""
    found = find_game(game)
    return found.Rules() if rules is None else checked(found, rules)


@contextmanager
def compiling(game: str, what: str) -> Iterator[None]:
    """Around a first call: on a terminal, say that it is compiled, where it has not been before."""
    mark = DIRECTORY / f"{game}-{what}"
    if mark.exists() or not (sys.stderr and sys.stderr.isatty()):
        yield
    else:
        from rich.console import Console

        with Console(stderr=True).status(f"Compiling {game} ({what}); it is kept for the next time ..."):
            yield
    mark.touch()


class Batch:
    """n rounds of a game at once, stepped together; each has its own deck, from the stream of `seed` as in `play`.

    `decks` (n, 52) and `states` (n, width) are the whole truth; a player may see `observe` and `legal`.
    """

    def __init__(self, game: str, n: int, seed: int, rules: Any = None, *, number: int = 1, start: int = 0) -> None:
        """Deal; RulesError where the rules or the game do not exist."""
        house = ready_rules(game, rules)
        self.game, self.number, self._kernels = game, number, twin(game)
        self._rules = self._kernels.Rules(*house)
        self.seats = find_game(game).seats(house)
        self.decks: Ints = np.empty((n, 52), np.int64)
        playout.deal_all(np.uint64(seed), start, self.decks)
        self.states: Ints = np.empty((n, row_width(self._kernels.State)), np.int64)
        self.turns: Ints = np.empty(n, np.int64)  # the seat to act, NOBODY where the round is over
        self.masks: Ints = np.empty(n, np.int64)  # what it may do: bit a for action a
        with compiling(game, "batch"):
            self._kernels.begin_all(self._rules, number, self.decks, self.states)
            self._look()

    def _look(self) -> None:
        self._kernels.legal_all(self._rules, self.number, self.decks, self.states, self.turns, self.masks)

    @property
    def done(self) -> NDArray[np.bool_]:
        """(n,): which rounds are over."""
        over: NDArray[np.bool_] = self.turns == NOBODY
        return over

    def legal(self) -> NDArray[np.bool_]:
        """(n, 64): whether the seat to act may take each action; all False where the round is over."""
        found: NDArray[np.bool_] = (self.masks[:, None] >> np.arange(64) & 1).astype(np.bool_)
        return found

    def apply(self, actions: Ints) -> None:
        """One action (n,) in each round, by the seat to act; ignored where it is over. IllegalAction, and nothing is done."""
        actions = np.asarray(actions, np.int64)
        known = (actions >= 0) & (actions < 64)
        bad = ~self.done & ~(known & (self.masks >> np.where(known, actions, 0) & 1 == 1))
        if bad.any():
            first = int(np.flatnonzero(bad)[0])
            raise IllegalAction(f"The action {actions[first]} of round {first} is not legal there.")
        self._kernels.apply_all(self._rules, self.number, self.decks, self.states, self.turns, actions)
        self._look()

    def points(self) -> Ints:
        """(n, seats): points so far; the round's, where it is over."""
        rows = np.empty((len(self.decks), self.seats), np.int64)
        self._kernels.points_all(self._rules, self.number, self.decks, self.states, rows)
        return rows

    def observe(self, viewers: Ints | None = None) -> dict[str, Ints]:
        """What a seat of each round sees, by the fields of the game's `Shown`: (n,) or (n, 4 or 5) each.

        `viewers` (n,) names the seats; by default those to act (seat 0 where the round is over).
        """
        if viewers is None:
            viewers = np.where(self.done, 0, self.turns)
        fields = columns(self._kernels.Shown)
        rows = np.empty((len(self.decks), row_width(self._kernels.Shown)), np.int64)
        self._kernels.observe_all(self._rules, self.number, self.decks, self.states, np.asarray(viewers, np.int64), rows)
        return {name: rows[:, at.start] if at.stop - at.start == 1 else rows[:, at] for name, at in fields.items()}


def kept() -> str:
    """The directory that the compiled code is kept in."""
    return str(DIRECTORY)


def warm(games: Iterable[str] = tuple(GAMES)) -> None:
    """Compile all that is kept, for these games."""
    for game in games:
        play(game, 1, 1)
        play(game, 1, 1, preferences=np.ones((CONTEXTS, 64)))
        batch = Batch(game, 2, 1)
        batch.apply(batch.legal().argmax(axis=1))
        batch.points(), batch.observe()
