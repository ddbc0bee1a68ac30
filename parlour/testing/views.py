"""The law of views: two matches that a seat cannot distinguish give it the same view.

Cards that a seat has not seen are exchanged in the deck and in all actions. If that round is legal,
and the seat has seen the same in it, its view must be the same. The game's oracle, if it has one,
says what a seat has seen, so the law does not rely on `veil`. Otherwise `Own` does: the seat's
cards and the open ones, its hand at every step, each action as `veil` shows it, and the points
after the round.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

from parlour.cards import NAMES, SPECTATOR, Action, Deck, Seat, cards, names
from parlour.catalogue.registry import GAMES
from parlour.errors import IllegalAction
from parlour.match import Acted, Dealt, Match, fold, step, view
from parlour.testing.laws import hold
from parlour.testing.play import begun, every_rules, random_action, random_deck
from parlour.testing.witness import Accounts, Witness, account_after, oracle_of

TIMES = 40  # alternatives for each set of house rules


class Own:
    """An account of a round by the rules themselves."""

    def __init__(self, name: str, deck: Deck, number: int, rules: Any) -> None:
        """The round after the deal."""
        self.match = step(begun(name, rules, number), Dealt(deck))
        self.hands = [self._hand(seat) for seat in range(len(self.match.players))]

    def _hand(self, seat: Seat) -> list[str]:
        return [names(cards(view(self.match, seat).table.hand))]

    def act(self, seat: Seat, action: Action) -> None:
        """Take an action; ValueError if it is not legal."""
        try:
            self.match = step(self.match, Acted(seat, action))
        except IllegalAction as error:
            raise ValueError(str(error)) from None
        for holder in range(len(self.hands)):
            self.hands[holder] += self._hand(holder)

    def seen(self, watcher: Seat | None) -> list[str]:
        """The facts that a seat has seen, without the proofs of actions and the table, which the
        law checks.
        """
        sight = view(self.match, SPECTATOR if watcher is None else watcher)
        lines = [names(sight.dealt), names(cards(sight.open))]
        if watcher is not None:
            lines += self.hands[watcher]
        acted = [f"{seen.seat} {_name(seen.action)} {_name(seen.card)}" for seen in sight.seen]
        return lines + acted + [str(points) for points in sight.points]


def _name(action: Action) -> str:
    return NAMES[action] if action < 52 else str(action)


def accounts_of(name: str) -> Accounts:
    """The class of account for a game: from its oracle if it has one, else from its rules."""
    return Witness if oracle_of(name) else Own


def check(name: str) -> None:
    """Check the law of views for every house rule."""
    for rules in every_rules(GAMES[name]):
        law_of_views(name, rules, Random(f"views {rules}"), TIMES, accounts_of(name))


def law_of_views(name: str, rules: Any, random: Random, times: int, accounts: Accounts) -> int:
    """Check that a seat has the same view of two matches that it cannot distinguish; returns the
    number of alternatives, of `times`, with another hidden action.
    """
    hidden = 0
    for here, twin, seat, changed in islice(alternatives(name, rules, random, accounts), times):
        hidden += changed
        hold(
            view(twin, seat) == view(here, seat),
            f"Seat {seat} has the same view in rounds that it cannot distinguish.",
            here,
        )
    return hidden


def alternatives(
    name: str, rules: Any, random: Random, accounts: Accounts
) -> Iterator[tuple[Match, Match, Seat, bool]]:
    """An endless stream of two matches that a seat cannot distinguish, the seat, and whether an
    action differs.
    """
    while True:
        number, deck = random.randrange(1, 9), random_deck(random)
        start = begun(name, rules, number)
        here = step(start, Dealt(deck))
        acted: list[Acted] = []
        longest = random.randrange(1, 60)
        while here.playing and len(acted) < longest:
            acted.append(random_action(here, random))
            here = step(here, acted[-1])
        account = account_after(accounts(name, deck, number, rules), acted)
        hold(account, "The account of the game allows the actions of its rules.", here)
        for watcher in (*range(len(here.players)), None):
            swap = exchange(account.seen(watcher), random)  # type: ignore[union-attr]
            other_deck = tuple(swap.get(card, card) for card in deck)
            others = [Acted(seat, swap.get(action, action)) for seat, action in acted]
            alternative = account_after(accounts(name, other_deck, number, rules), others)
            if (
                not swap
                or alternative is None
                or alternative.seen(watcher) != account.seen(watcher)  # type: ignore[union-attr]
            ):
                continue
            twin = fold([Dealt(other_deck), *others], start)
            yield here, twin, SPECTATOR if watcher is None else watcher, others != acted


def exchange(seen: list[str], random: Random) -> dict[int, int]:
    """A permutation of two to four of the cards that were not seen."""
    words = set(" ".join(seen).split())
    unseen = [card for card in range(52) if NAMES[card] not in words]
    cycle = random.sample(unseen, min(len(unseen), random.choice([2, 2, 3, 4])))
    return dict(zip(cycle, cycle[1:] + cycle[:1], strict=True)) if len(cycle) > 1 else {}
