"""Thousands of rounds at once, stepped together by the compiled rules."""

from collections.abc import Sequence
from operator import index
from typing import Any, TypeAlias, get_type_hints

import numpy as np
from numpy.typing import ArrayLike, NDArray

from parlour.cards import ALL, NOBODY, SPECTATOR, Seat
from parlour.catalogue.registry import find_game
from parlour.engine.compiler.cache import compiling
from parlour.engine.numbers.arguments import (
    House,
    NumpyInts,
    ready_decks,
    ready_number,
    ready_rules,
    stream_of,
)
from parlour.engine.rounds.compiled_rules import columns, deals_hands, row_width, text_of, twin
from parlour.engine.rounds.deals import decks_in_hands, decks_with_stock
from parlour.errors import IllegalAction

Record: TypeAlias = tuple[int | tuple[int, ...], ...]  # a game's State
States: TypeAlias = NumpyInts | Sequence[Record]
Rounds: TypeAlias = slice | NumpyInts | NDArray[np.bool_] | Sequence[int]  # some rounds of a batch


class Batch:
    """N rounds of a game at once, stepped together; each has its own deck.

    `decks`, int64 (n, 52), and `states`, int64 (n, width: the fields of the game's State in a row),
    are the full state. A player may see only `observe` and `legal`. `apply` changes the arrays that
    are attributes; the methods return new arrays. A batch can be copied and pickled.
    """

    def __init__(
        self,
        game: str,
        n: int,
        seed: int,
        rules: House | None = None,
        *,
        number: int = 1,
        start: int = 0,
    ) -> None:
        """Deal round i as `play` does: number `start + i` of the stream of `seed`.

        RulesError for unknown rules or an unknown game, ValueError for a number below 1.
        """
        house, dice, first = ready_rules(game, rules), stream_of(seed), index(start)
        decks = np.empty((n, 52), np.int64)
        module: Any = find_game(game)
        with compiling(f"{game} decks"):
            (decks_in_hands if deals_hands(module) else decks_with_stock)(dice, first, decks)
        self._begin(game, house, number, decks, None)

    @classmethod
    def from_decks(
        cls, game: str, decks: ArrayLike, rules: House | None = None, *, number: int = 1
    ) -> "Batch":
        """Rounds dealt from these decks, integers (n, 52); ValueError if one is not all 52 cards,
        RulesError as above.
        """
        batch = cls.__new__(cls)
        batch._begin(game, ready_rules(game, rules), number, ready_decks(decks), None)
        return batch

    @classmethod
    def from_states(
        cls,
        game: str,
        decks: ArrayLike,
        states: States,
        rules: House | None = None,
        *,
        number: int = 1,
    ) -> "Batch":
        """Rounds in progress, from their decks, integers (n, 52), and their states: the game's
        State records, or rows (n, width).

        ValueError for invalid decks, and for states with a wrong shape, with one card in two hands,
        or with a seat that does not exist. Whether play can reach a state is not checked.
        """
        batch = cls.__new__(cls)
        batch._begin(game, ready_rules(game, rules), number, ready_decks(decks), states)
        return batch

    def _begin(
        self, game: str, house: House, number: int, decks: NumpyInts, states: States | None
    ) -> None:
        """Deal the decks, or use these states."""
        self.game, self.rules, self.number, self.decks = game, house, ready_number(number), decks
        self.seats = find_game(game).seats(house)
        self._kernels = twin(game)
        self._rules = self._kernels.Rules(*house)
        self.states: NumpyInts = np.empty((len(decks), row_width(self._kernels.State)), np.int64)
        # the seat to act, NOBODY if the round is over
        self.turns: NumpyInts = np.empty(len(decks), np.int64)
        self.masks: NumpyInts = np.empty(
            len(decks), np.int64
        )  # its legal actions: bit a for action a
        if states is None:
            self._call("begin_all", self.states)
        else:
            self.states[:] = self._ready_states(states)
        self._look()

    def _call(self, kernel: str, *arrays: NumpyInts) -> None:
        """Call one of the game's functions of round_kernels.py."""
        with compiling(f"{self.game} {kernel}", text_of(self._kernels)):
            getattr(self._kernels, kernel)(self._rules, self.number, self.decks, *arrays)

    def _look(self) -> None:
        self._call("legal_all", self.states, self.turns, self.masks)

    def _ready_states(self, states: States) -> NumpyInts:
        """States as rows; ValueError for a wrong shape or kind."""
        rows = (
            states
            if isinstance(states, np.ndarray)
            else np.array([np.hstack(state) for state in states])
        )
        if rows.shape != self.states.shape or rows.dtype.kind not in "iu":
            raise ValueError(
                f"Invalid states: {rows.dtype} of shape {rows.shape} (expected whole numbers of "
                f"shape {self.states.shape})."
            )
        good = self._possible(rows)
        if not good.all():
            raise ValueError(
                f"State {int(np.flatnonzero(~good)[0])} is not a state of {self.game}."
            )
        return rows

    def _possible(self, rows: NumpyInts) -> NDArray[np.bool_]:
        """Which rows (n,) are safe as states for compiled code.

        For the fields that the game has: a seat is a player or NOBODY; no card is in two `hands`;
        `next`, a number, is a place of the deck.
        """
        fields, good = columns(self._kernels.State), np.ones(len(rows), np.bool_)
        for name, hint in get_type_hints(self._kernels.State, include_extras=True).items():
            first = rows[:, fields[name].start]
            if hint == Seat:
                good &= (first == NOBODY) | (first >= 0) & (first < self.seats)
            elif name == "next" and hint is int:
                good &= (first >= 0) & (first <= 52)
        if "hands" in fields:
            hands = rows[:, fields["hands"]]
            good &= ((hands >= 0) & (hands <= ALL)).all(axis=1) & (
                np.bitwise_or.reduce(hands, axis=1) == hands.sum(axis=1)
            )
        return good

    def __len__(self) -> int:
        """The number of rounds."""
        return len(self.decks)

    def __reduce__(self) -> tuple[Any, ...]:
        """The arguments for pickle and copy: a batch is rebuilt from its decks and states."""
        return _restored, (self.game, self.decks, self.states, self.rules, self.number)

    def take(self, rounds: Rounds) -> "Batch":
        """A new batch of these rounds, by index (n,) or mask; an index may repeat."""
        return Batch.from_states(
            self.game, self.decks[rounds], self.states[rounds], self.rules, number=self.number
        )

    def copy(self) -> "Batch":
        """A new, independent batch of the same rounds."""
        return self.take(slice(None))

    @property
    def done(self) -> NDArray[np.bool_]:
        """Which rounds are over, bool (n,)."""
        over: NDArray[np.bool_] = self.turns == NOBODY
        return over

    def legal(self) -> NDArray[np.bool_]:
        """Whether the seat to act may take each action, bool (n, 64); all False if the round is
        over.
        """
        allowed: NDArray[np.bool_] = (self.masks[:, None] >> np.arange(64) & 1).astype(np.bool_)
        return allowed

    def apply(self, actions: NumpyInts) -> None:
        """Take one action in each round, integers (n,), by the seat to act; the action of a
        finished round is ignored.

        ValueError if these are not n whole numbers, IllegalAction if one is not legal; the batch is
        then unchanged.
        """
        actions = np.asarray(actions)
        if actions.shape != self.turns.shape or actions.dtype.kind not in "iu":
            raise ValueError(
                f"Invalid actions: {actions.dtype} of shape {actions.shape} (expected {len(self)} "
                f"whole numbers)."
            )
        actions = actions.astype(np.int64)
        valid = (actions >= 0) & (actions < 64)
        bad = ~self.done & ~(valid & (self.masks >> np.where(valid, actions, 0) & 1 == 1))
        if bad.any():
            first = int(np.flatnonzero(bad)[0])
            raise IllegalAction(f"The action {actions[first]} is not legal in round {first}.")
        self._call("apply_all", self.states, self.turns, actions)
        self._look()

    def points(self) -> NumpyInts:
        """The points so far, int64 (n, seats); those of the round if it is over."""
        rows = np.empty((len(self), self.seats), np.int64)
        self._call("points_all", self.states, rows)
        return rows

    def observe(self, viewers: NumpyInts | int | None = None) -> dict[str, NumpyInts]:
        """The view of one seat in each round: for each field of the game's `Shown`, int64 (n,) or
        (n, length of its row).

        `viewers` is the seats, one for all or (n,), or SPECTATOR; by default the seats to act (seat
        0 if the round is over). ValueError for a seat that does not exist.
        """
        if viewers is None:
            viewers = np.where(self.done, 0, self.turns)
        viewers = np.array(np.broadcast_to(viewers, self.turns.shape))
        valid = (viewers == SPECTATOR) | (viewers >= 0) & (viewers < self.seats)
        if viewers.dtype.kind not in "iu" or not valid.all():
            raise ValueError(
                f"Invalid viewer (expected a seat from 0 to {self.seats - 1}, or SPECTATOR)."
            )
        fields = columns(self._kernels.Shown)
        rows = np.empty((len(self), row_width(self._kernels.Shown)), np.int64)
        self._call("observe_all", self.states, viewers.astype(np.int64), rows)
        return {
            name: rows[:, at.start] if at.stop - at.start == 1 else rows[:, at]
            for name, at in fields.items()
        }


def _restored(game: str, decks: NumpyInts, states: NumpyInts, rules: House, number: int) -> Batch:
    return Batch.from_states(game, decks, states, rules, number=number)
