"""Cards as small integers, sets of cards as bits of an integer, and their names.

A card is `suit * 13 + rank`, suits C D H S, ranks A=0 ... K=12: the order of a new deck in the
assignments. Which rank is high depends on the game. The numbers for no card, seat or action are far
above all real ones and never negative: `hands[-1]` is the last hand, and `1 << -1` raises an error
here but not in compiled code.

`Card`, `Mask`, `Seat`, `Action` and `Suit` are plain ints to the interpreter and to the compiler.
The names document what an int means, for readers and for `engine`.
"""

from collections.abc import Iterable, Sequence
from operator import index
from typing import Annotated, Any, Literal, NamedTuple, TypeVar

from parlour.errors import CardError, quote

Card = Annotated[int, "card"]  # 0 ... 51
Mask = Annotated[int, "mask"]  # bit c is card or action c
Seat = Annotated[int, "seat"]  # 0 ... 6, or SPECTATOR, or NOBODY
Action = Annotated[
    int, "action"
]  # 0 ... 51 plays, passes or discards that card; from 52 on the game's EXTRA
Deck = tuple[Card, ...]  # all 52, in the order they are dealt
Suit = Annotated[int, "suit"]  # 0 ... 3; any other number is none
Count = Annotated[int, "count"]  # a number, or NONE
Four = tuple[int, int, int, int]  # one number for each of four seats
Five = tuple[int, int, int, int, int]  # and so on; seats past the players are empty
Six = tuple[int, int, int, int, int, int]
Seven = tuple[int, int, int, int, int, int, int]
Masks = tuple[Mask, Mask, Mask, Mask]
Cards = tuple[Card, Card, Card, Card]  # or NONE

Row = TypeVar("Row", bound=tuple[int, ...])


class Placed(NamedTuple):
    """The layout of a field of `Shown` on the table, as an annotation of the field. User interfaces
    draw by it; no rule reads it.

    `trick: Annotated[Cards, Placed("trick", by="seat", order="leader", before="last")]`
    """

    kind: Literal["backs", "pile", "trick", "tracks", "row", "badge", "fact", "mark"]
    by: Literal["seat", "suit", "table"] = "table"
    order: str = ""  # the field with the seat that played first
    before: str = ""  # the field with the cards of the trick before


SPECTATOR = 99  # the seat of a spectator, who sees the table and no hand
NOBODY = 98  # the turn when no seat, or more than one, may act
HIDDEN = 97  # an action or a card that is hidden from a seat
NONE = 96  # no card, or no number
UNSEEN = 95  # an action that is left out of a seat's view

RANKS, SUITS = "A23456789TJQK", "CDHS"
NAMES = tuple(rank + suit for suit in SUITS for rank in RANKS)
NEW_DECK: Deck = tuple(range(52))
ALL: Mask = (1 << 52) - 1
SUIT: Mask = (1 << 13) - 1  # the clubs; `SUIT << 13 * suit` is any suit
RANK: Mask = 1 | 1 << 13 | 1 << 26 | 1 << 39  # the aces; `RANK << rank` is any rank

_CARDS = {name: card for card, name in enumerate(NAMES)}


def as_int(value: Any) -> Any:
    """A whole number of any type (numpy's, for example) as an int; any other value itself, a truth
    value too.
    """
    try:
        return value if isinstance(value, bool) else index(value)
    except TypeError:
        return value


def popcount(mask: Mask) -> int:
    """The number of cards in a set (at most 64 bits). Compiled code uses the processor's
    instruction (`engine/compiler/instructions.py`).
    """
    return mask.bit_count()


def put(row: Row, seat: Seat, value: int) -> Row:
    """The row with another value at one seat. Compiled code has a version for each length
    (`engine/compiler/instructions.py`).
    """
    return (*row[:seat], value, *row[seat + 1 :])  # type: ignore[return-value]


def fewest(totals: tuple[int, ...], target: int) -> Mask:
    """The seats with the lowest total, as a mask, once a total has reached the target; 0 before
    that.
    """
    most, least = totals[0], totals[0]
    for seat in range(1, len(totals)):
        if totals[seat] > most:
            most = totals[seat]
        if totals[seat] < least:
            least = totals[seat]
    winners = 0
    for seat in range(len(totals)):
        if most >= target and totals[seat] == least:
            winners |= 1 << seat
    return winners


def thirteen_each(deck: Deck) -> Masks:
    """The masks of four hands of thirteen cards, in the order of the deck."""
    hands = (0, 0, 0, 0)
    for seat in range(4):
        hand = 0
        for place in range(13 * seat, 13 * seat + 13):
            hand |= 1 << deck[place]
        hands = put(hands, seat, hand)
    return hands


def holder(hands: Masks, card: Card) -> Seat:
    """The seat, 0 to 3, whose hand has the card."""
    return hands[1] >> card & 1 | (hands[2] >> card & 1) * 2 | (hands[3] >> card & 1) * 3


def cards(mask: Mask) -> tuple[Card, ...]:
    """The cards of a set, in ascending order."""
    return tuple([card for card in NEW_DECK if mask >> card & 1])


def mask_of(cards: Iterable[Card]) -> Mask:
    """The set of these cards, as a mask."""
    mask = 0
    for card in cards:
        mask |= 1 << card
    return mask


def names(cards: Iterable[Card]) -> str:
    """Cards as text, in the order given: `7S TD`."""
    return " ".join([NAMES[card] for card in cards])


def parse_card(text: str) -> Card:
    """The card of a name like `7S`; CardError for any other text."""
    card = _CARDS.get(text)
    if card is None:
        raise CardError(
            f"{quote(text)} is not a card: a card is a rank ({RANKS}) and a suit ({SUITS}), as in "
            f"7S."
        )
    return card


def check_deck(deck: Sequence[Card]) -> None:
    """Raise CardError unless these are all 52 cards, once each."""
    if sorted(deck) != list(NEW_DECK):
        missing = names([card for card in NEW_DECK if card not in deck])
        why = f"{missing} missing" if missing else "one stands twice"
        raise CardError(f"A deck is all 52 cards, once each; of these {len(deck)} cards, {why}.")


OLD_NAMES = {"Lies": "Placed", "UNTOLD": "UNSEEN"}  # in packages for an earlier Parlour


def _by_old_name(name: str) -> object:
    """The value of an old name, with a DeprecationWarning at its first use that names the new one;
    AttributeError for any other name.
    """
    if name not in OLD_NAMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from warnings import warn

    new = OLD_NAMES[name]
    warn(f"{name} of parlour.cards is now {new}.", DeprecationWarning, stacklevel=2)
    value: object = globals()[new]
    globals()[name] = value
    return value


# not by a `def` of this name, by which the type checker would take any name for one of this module
globals()["__getattr__"] = _by_old_name
