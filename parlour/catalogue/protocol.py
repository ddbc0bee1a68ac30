"""The protocol of a game: the functions and records that its `rules.py` has.

The parameters are positional-only and typed by the module's own records, so the type checker
refuses one game's round in another. Optional functions have a default here.
"""

import re
from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar

from parlour.cards import Action, Card, Deck, Mask, Seat

R = TypeVar("R")  # the game's Rules: house rules, one frozen record


D = TypeVar("D")  # its Round: the values that are fixed during a round


S = TypeVar("S")  # its State


V = TypeVar("V", covariant=True)  # its Shown: the part of the table that one seat sees


class Game(Protocol[R, D, S, V]):
    """The rules of a game, as pure functions on plain values; a module implements this protocol."""

    @property
    def EXTRA(self) -> tuple[str, ...]:
        """The names of the actions that are not cards, numbered from 52."""

    @property
    def Rules(self) -> Callable[..., R]:
        """The record of house rules; its annotations have the values of each option."""

    def seats(self, rules: R, /) -> int:
        """The number of players."""

    def fits(self, rules: R, /) -> str:
        """The reason why these options exclude each other, with their names; empty if they are
        allowed.
        """

    @property
    def BEST(self) -> str:
        """The points that win: "fewest" or "most"."""

    def dealt_to(self, rules: R, number: int, place: int, /) -> Seat:
        """The seat to which a place of the deck (0 to 51) is dealt in round `number`: a seat,
        SPECTATOR for an open card, or NOBODY for the stock.
        """

    def deal(self, rules: R, deck: Deck, number: int, /) -> tuple[D, S]:
        """The round and the first state of round `number` (1, 2, ...), dealt from a deck."""

    def legal(self, round_: D, state: S, seat: Seat, /) -> Mask:
        """The actions a seat may take, as a mask; 0 if it may not act. A round is over when no seat
        may act.
        """

    def free(self, round_: D, state: S, /) -> Mask:
        """The cards that any seat holding them may play now, as a mask: those whose `lacks` is
        0.
        """

    def lacks(self, round_: D, state: S, action: Action, /) -> Mask:
        """The cards, as a mask, that a seat must not hold to take this action: 0 for a free action,
        all 52 for one that is never allowed.
        """

    def apply(self, round_: D, state: S, seat: Seat, action: Action, /) -> S:
        """The state after a legal action."""

    def points(self, round_: D, state: S, /) -> tuple[int, ...]:
        """The points so far by seat, for at least as many seats as there are players."""

    def finish(self, rules: R, number: int, totals: tuple[int, ...], /) -> Mask:
        """The winners after round `number`, as a mask; 0 while the match continues."""

    def shown(self, round_: D, state: S, seat: Seat, /) -> V:
        """The part of the table that a seat, or SPECTATOR, sees."""

    def veil(
        self, round_: D, before: S, seat: Seat, actor: Seat, action: Action, /
    ) -> tuple[Action, Card]:
        """The action as a seat sees it (itself, HIDDEN or UNSEEN), and the card that it brought (a
        card, HIDDEN or NONE).
        """


WORD = re.compile("[a-z0-9]+(-[a-z0-9]+)*").fullmatch  # the name of an action or of a level


AnyGame = Game[Any, Any, Any, Any]


def goal(game: AnyGame, rules: tuple[int, ...]) -> int:
    """The total at which a match ends ("to 100"): the game's own `goal(rules)`, else 0 for none."""
    return int(getattr(game, "goal", _none)(rules))


def met(target: int, totals: Sequence[int]) -> bool:
    """Whether totals have reached a match's goal: a positive goal from below, a negative one from
    above. 0 is no goal.
    """
    if target > 0:
        return max(totals) >= target
    return target < 0 and min(totals) <= target


def length(game: AnyGame, rules: tuple[int, ...]) -> int:
    """The number of rounds of a match ("round 3 of 13"): the game's own `length(rules)`, else 0 for
    an open number.
    """
    return int(getattr(game, "length", _none)(rules))


def must(game: AnyGame, round_: object, state: object) -> Mask:
    """A set of cards, as a mask, of which the seat in turn is publicly known to hold at least one:
    the game's own `must(round, state)`, else 0.
    """
    return int(getattr(game, "must", _none)(round_, state))


def decided(game: AnyGame, rules: tuple[int, ...], shown: object) -> bool:
    """Whether no card can change the points any more, by what a spectator is `shown`: the game's
    own `decided(rules, shown)`, else False.
    """
    return bool(getattr(game, "decided", _none)(rules, shown))


def _none(*_: object) -> int:
    return 0


T = TypeVar("T", int, float)


def gain(best: str, mine: T, others: T) -> T:
    """The points by which one's own are better than the others', where the "fewest" or the "most"
    are best.
    """
    return others - mine if best == "fewest" else mine - others
