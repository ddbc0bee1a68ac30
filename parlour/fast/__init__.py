"""The same rules at the speed of compiled code: random rounds by the million, and batches to step through.

    from parlour import fast
    fast.play("hearts", 1_000_000, seed=1).points.mean(axis=0)

The only importer of numba. What is compiled is kept (`cache.py`); `parlour warm` compiles it ahead. Every result depends on the
rules, the seed and the number of the game alone, never on batches or threads.
"""

import operator
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.cards import NEW_DECK, NOBODY, SPECTATOR
from parlour.errors import IllegalAction
from parlour.fast import deals, playout
from parlour.fast.cache import DIRECTORY
from parlour.fast.play_eights import play_eights, tell_eights
from parlour.fast.play_hearts import play_hearts, tell_hearts
from parlour.fast.play_straights import play_straights, tell_straights
from parlour.fast.twin import columns, row_width, twin
from parlour.fast.worlds import sample
from parlour.games import GAMES, checked, find_game
from parlour.match import Dealt, Event, Opened, Seated, fold, view

Ints: TypeAlias = NDArray[np.int64]
LOOPS: dict[str, tuple[Any, Any]] = {  # of random play, and of play by preferences or told
    "straights": (play_straights, tell_straights),
    "hearts": (play_hearts, tell_hearts),
    "crazy-eights": (play_eights, tell_eights),
}
DEALS: dict[str, Any] = {
    "straights": deals.decks_in_hands,
    "hearts": deals.decks_in_hands,
    "crazy-eights": deals.decks_with_stock,
}
CONTEXTS = 5  # rows of a table of preferences, at most; playout.py names them


class Played(NamedTuple):
    """What a batch of rounds came to."""

    points: Ints  # (n, seats): points of the round, as the rules count them
    winners: Ints  # (n,): masks of the seats with the fewest points; all of them in a drawn game of Crazy Eights
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
    house, dice, weights = ready_rules(game, rules), stream_of(seed), table_of(preferences)
    if number < 1 or threads < 1:
        raise ValueError(f"The number {number} and the threads {threads} are counted from 1.")
    played = Played(np.zeros((n, find_game(game).seats(house)), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64))
    parts = [slice(n * i // threads, n * (i + 1) // threads) for i in range(threads)]

    def work(part: slice) -> None:
        arrays = (array[part] for array in played)
        if weights is None:
            LOOPS[game][0](house, number, dice, start + part.start, *arrays)
        else:
            LOOPS[game][1](house, number, dice, start + part.start, *arrays, weights, None)

    with compiling(game, "play" if weights is None else "play by preferences"):
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
    house, dice, weights = ready_rules(game, rules), stream_of(seed), table_of(preferences)
    log = np.full((n, 52 + playout.LONGEST), -1, np.int64)
    arrays = np.zeros((n, find_game(game).seats(house)), np.int64), np.zeros(n, np.int64), np.zeros(n, np.int64)
    with compiling(game, "record"):
        LOOPS[game][1](house, number, dice, start, *arrays, weights, log)
    return log[:, :52].copy(), [[int(action) for action in row if action >= 0] for row in log[:, 52:]]


def stream_of(seed: int) -> np.uint64:
    """A seed as the dice take it: any whole number, modulo 2^64."""
    return np.uint64(operator.index(seed) % 2**64)


def table_of(preferences: Any) -> NDArray[np.float64] | None:
    """A table of preferences that can be used; ValueError for any other."""
    if preferences is None:
        return None
    table = np.ascontiguousarray(preferences, np.float64)
    if table.shape != (CONTEXTS, 64) or not (np.isfinite(table) & (table > 0)).all():
        raise ValueError(f"Preferences are {CONTEXTS} x 64 numbers above 0, not these of shape {table.shape}.")
    return table


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
    with suppress(OSError):
        mark.touch(exist_ok=True)


class Batch:
    """n rounds of a game at once, stepped together; each has its own deck, from the stream of `seed` as in `play`.

    `decks` (n, 52) and `states` (n, width) are the whole truth; a player may see `observe` and `legal`. The arrays that are
    attributes change with `apply`; what the methods give is fresh.
    """

    def __init__(self, game: str, n: int, seed: int, rules: Any = None, *, number: int = 1, start: int = 0) -> None:
        """Deal; RulesError where the rules or the game do not exist."""
        house, dice = ready_rules(game, rules), stream_of(seed)
        self.game, self.number, self._kernels = game, number, twin(game)
        self._rules = self._kernels.Rules(*house)
        self.seats = find_game(game).seats(house)
        self.decks: Ints = np.empty((n, 52), np.int64)
        DEALS[game](dice, start, self.decks)
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
        """One action (n,) in each round, by the seat to act; ignored where it is over.

        ValueError or IllegalAction, and nothing is done, where these are not n whole numbers or one is not legal.
        """
        actions = np.asarray(actions)
        if actions.shape != self.turns.shape or actions.dtype.kind not in "iu":
            raise ValueError(f"The actions are {len(self.turns)} whole numbers, not {actions.dtype} of shape {actions.shape}.")
        actions = actions.astype(np.int64)
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

    def observe(self, viewers: Ints | int | None = None) -> dict[str, Ints]:
        """What a seat of each round sees, by the fields of the game's `Shown`: (n,) or (n, 4 or 5) each.

        `viewers` names the seats, one for all or (n,), or SPECTATOR; by default those to act (seat 0 where the round is over).
        ValueError for a seat that there is not.
        """
        if viewers is None:
            viewers = np.where(self.done, 0, self.turns)
        viewers = np.array(np.broadcast_to(viewers, self.turns.shape), np.int64)
        if not ((viewers == SPECTATOR) | (viewers >= 0) & (viewers < self.seats)).all():
            raise ValueError(f"A viewer is a seat from 0 to {self.seats - 1}, or SPECTATOR.")
        fields = columns(self._kernels.Shown)
        rows = np.empty((len(self.decks), row_width(self._kernels.Shown)), np.int64)
        self._kernels.observe_all(self._rules, self.number, self.decks, self.states, viewers, rows)
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
        record(game, 1, 1)
        opened: list[Event] = [
            Opened(game, find_game(game).Rules(), ""),
            *(Seated(seat, "first") for seat in range(batch.seats)),
        ]
        sample(view(fold([*opened, Dealt(NEW_DECK)]), 0), 1, 1)
