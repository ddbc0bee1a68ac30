"""The slow oracles of the built-in games as the witnesses of `parlour.testing`.

The oracles (tests/oracle) are written from the assignments' texts with lists and strings, by
someone who had not read the rules here, and share nothing with them. This file only gives them the
face that an `oracle.py` in a game's folder has.
"""

from collections.abc import Iterable
from typing import Any

from parlour.cards import NAMES, Action, Deck, Mask, Seat, mask_of
from parlour.catalogue.options import action_name
from parlour.testing import witness
from tests.oracle import crazy_eights, hearts, straights


class StraightsTable(straights.Table):
    """The oracle of Straights, whose actions are the turn's alone, asked by seat."""

    fits_now: list[str] | None = None  # between two actions

    def may(self, seat: Seat) -> list[str]:
        """What a seat may do."""
        return self.legal() if seat == self.turn else []

    def do(self, seat: Seat, action: str) -> None:
        """Act, if it is that seat's turn."""
        if seat != self.turn:
            raise ValueError(f"it is not {seat}'s turn")
        self.act(action)

    def act(self, card: str) -> str:
        """As the oracle does."""
        self.fits_now = None
        return super().act(card)

    def lacks(self, action: str) -> list[str]:
        """3.2: who throws a card holds nothing that fits; before the first card nothing but that
        can be done.
        """
        if self.fits_now is None:
            self.fits_now = self.fitting()
        fitting = self.fits_now
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


TABLES: dict[str, Any] = {
    "straights": StraightsTable,
    "hearts": HeartsTable,
    "crazy-eights": EightsTable,
}
WINNERS: dict[str, Any] = {
    "straights": straights.winners,
    "hearts": hearts.winners,
    "crazy-eights": crazy_eights.winners,
}


class Witness(witness.Witness):
    """An oracle's account of one round of a built-in game."""

    def dealt(self, deck: list[str], number: int) -> Any:
        """The oracle's table; only Straights is the same in every round."""
        options = {name: word for name, word in self.options.items() if name != "target"}
        where = () if self.name == "straights" else (number,)
        return TABLES[self.name](deck, *where, **options)

    def act(self, seat: Seat, action: Action) -> None:
        """Act; ValueError where the oracle does not allow it."""
        self.table.do(seat, action_name(self.game, action))

    def legal(self, seat: Seat) -> Mask:
        """What a seat may do."""
        return self._mask(self.table.may(seat))

    def winners(self, totals: tuple[int, ...], _number: int) -> Mask:
        """Who wins a match with these totals."""
        return winners(self.name, totals, int(self.options["target"]))


def told(
    name: str, deck: Deck, number: int, rules: Any, acted: Iterable[tuple[Seat, Action]]
) -> Witness | None:
    """The oracle after these actions, or None where it does not allow them."""
    return witness.account_after(Witness(name, deck, number, rules), acted)


def winners(name: str, totals: tuple[int, ...], target: int) -> Mask:
    """Who wins a match with these totals, as the oracle says."""
    return mask_of(WINNERS[name](list(totals), target))
