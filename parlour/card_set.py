"""A set of cards as a value: the readable form of the masks in rules, views and engines.

A mask is an int in which bit c is card c (`parlour.cards`). A `CardSet` holds one mask, and has the
interface of Python's frozenset and of python-chess's SquareSet.
"""

from collections.abc import Iterable, Iterator, Set
from operator import index
from typing import SupportsIndex, TypeAlias

from parlour.cards import ALL, Card, Mask, mask_of, names, parse_card
from parlour.cards import cards as cards_of
from parlour.errors import CardError, quote

IntoCardSet: TypeAlias = "SupportsIndex | str | Iterable[SupportsIndex | str]"


class CardSet:
    """An immutable, hashable set of cards, from a text, a mask, or cards (numbers or names).

    >>> hand = CardSet("7S 9H TD")
    >>> hand
    CardSet("TD 9H 7S")
    >>> len(hand), "9H" in hand, hand.mask
    (3, True, 35201556152320)
    >>> print(hand - CardSet(["9H"]) | CardSet("AC"))
    AC TD 7S

    Iteration gives card numbers (0 ... 51) in ascending order: clubs, diamonds, hearts, spades,
    each from the ace to the king. `&`, `|`, `-`, `^`, and the subset tests `<=`, `<`, `>=` and `>`
    take any value from which a CardSet can be made. `~` is the rest of the 52 cards. CardError for
    a text or a number that is no card, and for a number that is no mask of cards.
    """

    __slots__ = ("_mask",)

    def __init__(self, cards: IntoCardSet = 0) -> None:
        """The set of these cards; empty by default."""
        self._mask: Mask = _mask(cards)

    @property
    def mask(self) -> Mask:
        """The set as an int below 2**52: bit c is set if card c is in the set."""
        return self._mask

    def __contains__(self, card: object) -> bool:
        """Whether a card, as a number or a name, is in the set; CardError for a text that is no
        card.
        """
        if isinstance(card, str):
            return bool(self._mask >> parse_card(card) & 1)
        if isinstance(card, SupportsIndex):
            return 0 <= index(card) < 52 and bool(self._mask >> index(card) & 1)
        return False

    def __iter__(self) -> Iterator[Card]:
        """The cards as numbers, in ascending order."""
        return iter(cards_of(self._mask))

    def __len__(self) -> int:
        """The number of cards."""
        return self._mask.bit_count()

    def __and__(self, other: IntoCardSet) -> "CardSet":
        """The cards in both sets."""
        return CardSet(self._mask & _mask(other))

    def __or__(self, other: IntoCardSet) -> "CardSet":
        """The cards in at least one of the sets."""
        return CardSet(self._mask | _mask(other))

    def __sub__(self, other: IntoCardSet) -> "CardSet":
        """The cards in this set and not in the other."""
        return CardSet(self._mask & ~_mask(other))

    def __rsub__(self, other: IntoCardSet) -> "CardSet":
        """The cards in the other set and not in this one."""
        return CardSet(_mask(other) & ~self._mask)

    def __xor__(self, other: IntoCardSet) -> "CardSet":
        """The cards in exactly one of the sets."""
        return CardSet(self._mask ^ _mask(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> "CardSet":
        """The cards of the 52 that are not in the set."""
        return CardSet(self._mask ^ ALL)

    def __le__(self, other: IntoCardSet) -> bool:
        """Whether the other set has all cards of this one."""
        return not self - other

    def __lt__(self, other: IntoCardSet) -> bool:
        """Whether the other set has all cards of this one, and more."""
        return self <= other and self._mask != _mask(other)

    def __ge__(self, other: IntoCardSet) -> bool:
        """Whether this set has all cards of the other."""
        return CardSet(other) <= self

    def __gt__(self, other: IntoCardSet) -> bool:
        """Whether this set has all cards of the other, and more."""
        return CardSet(other) < self

    def isdisjoint(self, other: IntoCardSet) -> bool:
        """Whether no card is in both sets."""
        return not self & other

    def __eq__(self, other: object) -> bool:
        """Whether the other value is a set of the same cards: a CardSet, or any set of numbers."""
        if isinstance(other, CardSet):
            return self._mask == other.mask
        return frozenset(self) == other if isinstance(other, Set) else NotImplemented

    def __hash__(self) -> int:
        """The hash of the frozenset of the same numbers, which this set equals."""
        return hash(frozenset(self))

    def __str__(self) -> str:
        """The names of the cards: `9H 7S`."""
        return names(self)

    def __repr__(self) -> str:
        """An expression that makes the same set."""
        return f'CardSet("{self}")'


Set.register(CardSet)


def _mask(cards: object) -> Mask:
    """The mask of any value from which a CardSet can be made."""
    if isinstance(cards, CardSet):
        return cards.mask
    if isinstance(cards, str):
        return mask_of(map(parse_card, cards.split()))
    if isinstance(cards, Iterable):
        return mask_of(map(_card, cards))
    if isinstance(cards, SupportsIndex):
        if not 0 <= index(cards) <= ALL:
            raise CardError(
                f"Invalid mask {cards} (expected bits 0 to 51, one a card; `view.legal_cards` has "
                f"the cards of a view's legal actions)."
            )
        return index(cards)
    raise CardError(
        f"Invalid cards {quote(repr(cards))} (expected a text as in 7S 9H, a mask, or cards)."
    )


def _card(card: object) -> Card:
    """One card, given as a number or a name."""
    if isinstance(card, str):
        return parse_card(card)
    if isinstance(card, SupportsIndex) and 0 <= index(card) < 52:
        return index(card)
    raise CardError(f"Invalid card {quote(repr(card))} (expected 0 to 51, or a name as in 7S).")
