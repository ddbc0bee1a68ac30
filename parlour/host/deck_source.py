"""Decks and salts that nobody can predict."""

import secrets

from parlour.cards import Deck
from parlour.shuffle import numbered_deck, secret_deck


class SecretDecks:
    """Unpredictable decks and salts, and the decks of deal numbers."""

    def deck(self) -> Deck:
        """A deck from the system's randomness."""
        return secret_deck()

    def numbered(self, deal: int, round_: int) -> Deck:
        """The deck of a round of the match that this number deals, as in all programs."""
        return numbered_deck(deal, round_)

    def salt(self) -> str:
        """128 random bits as hexadecimal digits."""
        return secrets.token_hex(16)
