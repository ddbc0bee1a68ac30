"""A set of cards as a value: the polite form of the masks that rules, views and engines use.

A mask is an int in which bit c stands for card c (`parlour.cards`). A `CardSet` holds one mask, and
has the manners of Python's frozenset and of python-chess's SquareSet.
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

    Iteration gives card numbers (0 ... 51), ascending: clubs, diamonds, hearts, spades, each from
    the ace to the king. `&`, `|`, `-`, `^`, and `<=`, `<`, `>=` and `>` (is it a part?) take
    whatever a CardSet can be made from; `~` is the rest of the 52. CardError for a text that is
    no card, and for a number that is no card or no mask of cards.
    """

    __slots__ = ("_mask",)

    def __init__(self, cards: IntoCardSet = 0) -> None:
        """The set of these cards; none by default."""
        self._mask: Mask = _mask(cards)

    @property
    def mask(self) -> Mask:
        """The set as an int, below 2**52: bit c is set where card c is in it."""
        return self._mask

    def __contains__(self, card: object) -> bool:
        """Whether a card is in it, as a number or a name; CardError for a text that is no card."""
        if isinstance(card, str):
            return bool(self._mask >> parse_card(card) & 1)
        if isinstance(card, SupportsIndex):
            return 0 <= index(card) < 52 and bool(self._mask >> index(card) & 1)
        return False

    def __iter__(self) -> Iterator[Card]:
        """The cards as numbers, ascending."""
        return iter(cards_of(self._mask))

    def __len__(self) -> int:
        """How many cards it holds."""
        return self._mask.bit_count()

    def __and__(self, other: IntoCardSet) -> "CardSet":
        """The cards that are in both."""
        return CardSet(self._mask & _mask(other))

    def __or__(self, other: IntoCardSet) -> "CardSet":
        """The cards that are in one of them or in both."""
        return CardSet(self._mask | _mask(other))

    def __sub__(self, other: IntoCardSet) -> "CardSet":
        """The cards that are in this one alone."""
        return CardSet(self._mask & ~_mask(other))

    def __rsub__(self, other: IntoCardSet) -> "CardSet":
        """The cards that are in the other one alone."""
        return CardSet(_mask(other) & ~self._mask)

    def __xor__(self, other: IntoCardSet) -> "CardSet":
        """The cards that are in one of them and not in both."""
        return CardSet(self._mask ^ _mask(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __invert__(self) -> "CardSet":
        """The cards of the 52 that are not in it."""
        return CardSet(self._mask ^ ALL)

    def __le__(self, other: IntoCardSet) -> bool:
        """Whether the other one holds all of these cards."""
        return not self - other

    def __lt__(self, other: IntoCardSet) -> bool:
        """Whether the other one holds all of these cards, and more."""
        return self <= other and self._mask != _mask(other)

    def __ge__(self, other: IntoCardSet) -> bool:
        """Whether it holds all cards of the other one."""
        return CardSet(other) <= self

    def __gt__(self, other: IntoCardSet) -> bool:
        """Whether it holds all cards of the other one, and more."""
        return CardSet(other) < self

    def isdisjoint(self, other: IntoCardSet) -> bool:
        """Whether no card is in both."""
        return not self & other

    def __eq__(self, other: object) -> bool:
        """Whether the other is a set of the same cards: a CardSet, or any set of numbers."""
        if isinstance(other, CardSet):
            return self._mask == other.mask
        return frozenset(self) == other if isinstance(other, Set) else NotImplemented

    def __hash__(self) -> int:
        """As a frozenset of the same numbers, which it equals."""
        return hash(frozenset(self))

    def __str__(self) -> str:
        """The names of the cards: `9H 7S`."""
        return names(self)

    def __repr__(self) -> str:
        """How to make it again."""
        return f'CardSet("{self}")'


Set.register(CardSet)


def _mask(cards: object) -> Mask:
    """The mask of whatever a CardSet can be made from."""
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
    """One card of some, as a number or a name."""
    if isinstance(card, str):
        return parse_card(card)
    if isinstance(card, SupportsIndex) and 0 <= index(card) < 52:
        return index(card)
    raise CardError(f"Invalid card {quote(repr(card))} (expected 0 to 51, or a name as in 7S).")
