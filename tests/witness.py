"""The slow oracles behind one face: the same questions for every game, in the engine's numbers.

The oracles (tests/oracle) are written from the assignments' texts with lists and strings, by someone who had not read the
rules here, and share nothing with them. This file only turns names into numbers and back.
"""

from collections.abc import Iterable
from typing import Any

from parlour.cards import NAMES, Action, Deck, Mask, Seat, mask_of
from parlour.game import GAMES, action_name, parse_action, words
from tests.oracle import crazy_eights, hearts, straights


class StraightsTable(straights.Table):
    """The oracle of Straights, whose actions are the turn's alone, asked by seat."""

    def may(self, seat: Seat) -> list[str]:
        """What a seat may do."""
        return self.legal() if seat == self.turn else []

    def do(self, seat: Seat, action: str) -> None:
        """Act, if it is that seat's turn."""
        if seat != self.turn:
            raise ValueError(f"it is not {seat}'s turn")
        self.act(action)

    def lacks(self, action: str) -> list[str]:
        """3.2: who throws a card holds nothing that fits; before the first card nothing but that can be done."""
        fitting = self.fitting()
        return [] if action in fitting else fitting or list(NAMES)


class HeartsTable(hearts.Table):
    """The oracle of Hearts."""

    def may(self, seat: Seat) -> list[str]:
        """What a seat may do."""
        return self.legal(seat)

    def do(self, seat: Seat, action: str) -> None:
        """Act."""
        self.act(seat, action)


class EightsTable(crazy_eights.Table):
    """The oracle of Crazy Eights."""

    def may(self, seat: Seat) -> list[str]:
        """What a seat may do."""
        return self.legal(seat)

    def do(self, seat: Seat, action: str) -> None:
        """Act."""
        self.act(seat, action)


TABLES: dict[str, Any] = {"straights": StraightsTable, "hearts": HeartsTable, "crazy-eights": EightsTable}
WINNERS: dict[str, Any] = {"straights": straights.winners, "hearts": hearts.winners, "crazy-eights": crazy_eights.winners}


def table(name: str, deck: list[str], number: int, rules: Any) -> Any:
    """The oracle's table of a game, its cards dealt."""
    chosen = {key: value for key, value in words(GAMES[name], rules).items() if key not in ("edition", "target")}
    return TABLES[name](deck, **chosen) if name == "straights" else TABLES[name](deck, number, **chosen)


class Witness:
    """An oracle's account of one round."""

    def __init__(self, name: str, deck: Deck, number: int, rules: Any) -> None:
        self.name, self.game = name, GAMES[name]
        self.table = table(name, [NAMES[card] for card in deck], number, rules)

    def act(self, seat: Seat, action: Action) -> None:
        """Act; ValueError where the oracle does not allow it."""
        self.table.do(seat, action_name(self.game, action))

    def legal(self, seat: Seat) -> Mask:
        return self._mask(self.table.may(seat))

    def lacks(self, action: Action) -> Mask:
        return self._mask(self.table.lacks(action_name(self.game, action)))

    def _mask(self, names: Iterable[str]) -> Mask:
        return mask_of(parse_action(self.game, name) for name in names)

    def seen(self, watcher: Seat | None) -> list[str]:
        told: list[str] = self.table.seen(watcher)
        return told


def told(name: str, deck: Deck, number: int, rules: Any, acted: Iterable[tuple[Seat, Action]]) -> Witness | None:
    """The oracle after these actions, or None where it does not allow them."""
    witness = Witness(name, deck, number, rules)
    for seat, action in acted:
        try:
            witness.act(seat, action)
        except ValueError:
            return None
    return witness


def winners(name: str, totals: tuple[int, ...], target: int) -> Mask:
    """Who wins a match with these totals, as the oracle says."""
    return mask_of(WINNERS[name](list(totals), target))
