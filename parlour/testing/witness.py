"""An oracle of a game: a second, independent implementation of its rules, against which they are
checked.

An oracle is a module `oracle.py` in the game's folder, slow and literal, that shares nothing with
the rules. Cards and actions are texts (`7S`, or a name of EXTRA) and seats numbers from 0. It has

    Table(deck, number, **options)      a round, dealt from 52 texts
        .legal(seat) -> texts           the legal actions of a seat
        .act(seat, action)              ValueError if it is not legal
        .lacks(action) -> texts         the cards that exclude this action
        .scores() -> numbers            by seat, after the round
        .seen(watcher) -> sentences     all facts that a seat (None: a spectator) has seen
    winners(totals, number, **options)  the seats that win a match after a round, if any

Options are as a person writes them, without edition. An action that is never allowed lacks all 52
cards. Sentences name every card that was seen.
"""

from collections.abc import Callable, Iterable
from copy import deepcopy
from random import Random
from types import ModuleType
from typing import Any, Protocol, TypeVar

from parlour.cards import NAMES, Action, Deck, Mask, Seat, mask_of
from parlour.catalogue.options import action_name, house_rules, parse_action, words
from parlour.catalogue.registry import GAMES, part
from parlour.match import Dealt, Match, legal, step
from parlour.testing.laws import continues, hold
from parlour.testing.play import begun, every_rules, random_action, random_deck

ROUNDS = 100
DEPTH = 3  # of the sequences of actions that are counted


class Account(Protocol):
    """An account of the facts that each seat has seen in a round."""

    def act(self, seat: Seat, action: Action) -> None:
        """Take an action; ValueError if it is not legal."""

    def seen(self, watcher: Seat | None) -> list[str]:
        """All facts that a seat (None: a spectator) has seen."""


A = TypeVar("A", bound=Account)
Accounts = Callable[
    [str, Deck, int, Any], Account
]  # of a game, a deck, a round's number and house rules


def oracle_of(name: str) -> ModuleType | None:
    """The oracle in a game's folder, if it has one."""
    return part(name, "oracle")


class Witness:
    """An oracle's account of one round."""

    def __init__(self, name: str, deck: Deck, number: int, rules: Any) -> None:
        """The round after the deal."""
        self.name, self.game = name, GAMES[name]
        house = words(self.game, rules)
        actions = range(52 + len(self.game.EXTRA))
        self.bits = {action_name(self.game, action): 1 << action for action in actions}
        self.options = {option.name: house[option.name] for option in house_rules(self.game)}
        self.table = self.dealt([NAMES[card] for card in deck], number)

    def dealt(self, deck: list[str], number: int) -> Any:
        """The oracle's table after the deal."""
        return oracle_of(self.name).Table(deck, number, **self.options)  # type: ignore[union-attr]

    def act(self, seat: Seat, action: Action) -> None:
        """Take an action; ValueError if the oracle does not allow it."""
        self.table.act(seat, action_name(self.game, action))

    def legal(self, seat: Seat) -> Mask:
        """The legal actions of a seat, as a mask."""
        return self._mask(self.table.legal(seat))

    def lacks(self, action: Action) -> Mask:
        """The cards that exclude this action, as a mask."""
        return self._mask(self.table.lacks(action_name(self.game, action)))

    def seen(self, watcher: Seat | None) -> list[str]:
        """All facts that a seat has seen."""
        facts: list[str] = self.table.seen(watcher)
        return facts

    def winners(self, totals: tuple[int, ...], number: int) -> Mask:
        """The winners of a match, as a mask, with these totals after a round."""
        oracle: Any = oracle_of(self.name)
        return mask_of(oracle.winners(list(totals), number, **self.options))

    def _mask(self, names: Iterable[str]) -> Mask:
        mask = 0
        for name in names:
            mask |= self.bits.get(name) or 1 << parse_action(self.game, name)
        return mask


def account_after(account: A, acted: Iterable[tuple[Seat, Action]]) -> A | None:
    """An account after these actions, or None if one of them is not legal."""
    for seat, action in acted:
        try:
            account.act(seat, action)
        except ValueError:
            return None
    return account


def check(name: str) -> None:
    """Check random rounds against the oracle: the legal actions, the proofs of actions, the points
    and the winners.
    """
    every = every_rules(GAMES[name])
    for i in range(max(ROUNDS, len(every))):
        law_of_the_oracle(name, every[i % len(every)], Random(f"oracle {name} {i}"))


def law_of_the_oracle(name: str, rules: Any, random: Random) -> None:
    """Check one round, numbered 1 to 8, and the numbers of sequences from a random position of
    another.
    """
    number, deck = random.randrange(1, 9), random_deck(random)
    match = step(begun(name, rules, number), Dealt(deck))
    witness = Witness(name, deck, number, rules)
    place = random.randrange(60)
    while continues(match):
        agrees(match, witness)
        place -= 1
        if place == 0:
            same = sequences(match, DEPTH) == sequences_of(witness.table, len(match.players), DEPTH)
            hold(same, "As many sequences of actions follow as the oracle counts.", match)
        event = random_action(match, random)
        match = step(match, event)
        witness.act(*event)
    nobody = not any(witness.legal(seat) for seat in range(len(match.players)))
    hold(nobody, "A round is over when the oracle says so.", match)
    hold(
        match.totals == tuple(witness.table.scores()), "The points are what the oracle says.", match
    )
    hold(
        match.winners == witness.winners(match.totals, number),
        "The winners are what the oracle says.",
        match,
    )


def agrees(match: Match, witness: Witness) -> None:
    """Check that the legal actions of each seat, and the proofs of an action, are the oracle's."""
    game = GAMES[match.game]
    for seat in range(len(match.players)):
        hold(
            legal(match, seat) == witness.legal(seat),
            f"Seat {seat} may do what the oracle says.",
            match,
        )
    for action in range(52 + len(game.EXTRA)):
        same = game.lacks(match.round, match.state, action) == witness.lacks(action)
        hold(
            same,
            f"The cards that {action_name(game, action)} lacks are those of the oracle.",
            match,
        )


def sequences(match: Match, depth: int) -> int:
    """The number of sequences of `depth` actions that follow, each by the first seat that may
    act.
    """
    seat = next((seat for seat in range(len(match.players)) if legal(match, seat)), 0)
    may = legal(match, seat)
    if depth == 1:
        return may.bit_count()
    game, total = GAMES[match.game], 0
    for action in range(64):
        if may >> action & 1:
            state = game.apply(match.round, match.state, seat, action)
            total += sequences(match._replace(state=state), depth - 1)
    return total


def sequences_of(table: Any, seats: int, depth: int) -> int:
    """The number of sequences by an oracle's table, which is left unchanged."""
    seat = next((seat for seat in range(seats) if table.legal(seat)), 0)
    may = table.legal(seat)
    if depth == 1:
        return len(may)
    total = 0
    for action in may:
        after = deepcopy(table)
        after.act(seat, action)
        total += sequences_of(after, seats, depth - 1)
    return total
