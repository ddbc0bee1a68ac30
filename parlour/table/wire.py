"""A View as JSON, in names: what a table sends. docs/log.md specifies it.

The game's own record `Shown` is written by its annotations: a card is its name, a set of cards the list of theirs, and null
stands where there is no card, no seat or no suit. So a fourth game needs nothing here.

Every function gives text. What a view has in common with the one written before it, which is mostly the view of another seat
at the same moment, is not written anew.
"""

import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from parlour.cards import HIDDEN, NAMES, Card, Mask, Seat, cards
from parlour.game import GAMES, action_name, words
from parlour.match import Seen, View

SUITS = ("clubs", "diamonds", "hearts", "spades")
UNKNOWN = "??"  # it happened, or is there; you may not know which
NEVER = object()  # equals no value

_written = json.JSONEncoder(separators=(",", ":")).encode


@lru_cache(4096)  # one action changes few sets, and each is told to every seat
def cards_of(mask: Mask) -> str:
    """The names of a set of cards, ascending."""
    return _written([NAMES[card] for card in cards(mask)])


_CARDS = [f'"{name}"' for name in NAMES]


def _card(card: Card) -> str:
    return _CARDS[card] if card < 52 else f'"{UNKNOWN}"' if card == HIDDEN else "null"


def _seat(seat: Seat) -> str:
    return str(seat) if seat < 8 else "null"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "card": _card,
    "mask": cards_of,
    "seat": _seat,
    "suit": lambda suit: f'"{SUITS[suit]}"' if suit < 4 else "null",
}


def _writer(hint: Any) -> Callable[[Any], str]:
    """What writes a field of that annotation."""
    if get_origin(hint) is tuple:
        one = _writer(get_args(hint)[0])
        return lru_cache(1024)(lambda row: f"[{','.join([one(value) for value in row])}]")
    if get_origin(hint) is Annotated:
        return _WRITERS[hint.__metadata__[0]]
    return str if hint is int else _written


class Writer:
    """Writes the fields of one kind of record, each only where it is not what it was in the record before.

    The views of one moment go out one after the other, and differ in a hand and little else.
    """

    def __init__(self, writers: dict[str, Callable[[Any], str]]) -> None:
        """A writer of each field, in the record's order."""
        self.names = [f'"{name}":' for name in writers]
        self.writers = tuple(writers.values())
        self.last: tuple[tuple[Any, ...], list[str]] = ((NEVER,) * len(writers), [""] * len(writers))

    def write(self, values: tuple[Any, ...]) -> str:
        """The fields in their order."""
        before, texts = self.last
        given = zip(self.names, self.writers, values, before, texts, strict=True)
        texts = [text if value == old else name + write(value) for name, write, value, old, text in given]
        self.last = values, texts
        return ",".join(texts)


@cache
def _table(record: Any, n: int) -> Writer:
    """The writer of a game's record, with so many seats."""
    writers = {name: _writer(hint) for name, hint in get_type_hints(record, include_extras=True).items()}
    counts = writers["counts"]
    return Writer(writers | {"counts": lambda row: counts(row[:n])})


@cache
def _view(game: str, n: int) -> Writer:
    """The writer of a view of a game with so many seats, as far as `dealt`."""
    writers: dict[str, Callable[[Any], str]] = {
        "game": _written,
        "rules": lru_cache(256)(lambda rules: _written(words(GAMES[game], rules))),
        "seat": _seat,
        "players": lru_cache(1024)(_written),
        "number": str,
        "totals": lru_cache(1024)(_written),
        "sheet": _written,
        "points": lru_cache(1024)(_written),
        "winners": lambda won: _written([seat for seat in range(n) if won >> seat & 1]),
        "dealt": lru_cache(1024)(lambda dealt: f"[{','.join([_card(card) for card in dealt])}]"),
    }
    return Writer(writers)


@lru_cache(4096)
def _legal(game: str, legal: Mask) -> str:
    return _written([action_name(GAMES[game], action) for action in range(legal.bit_length()) if legal >> action & 1])


@lru_cache(4096)
def seen_text(game: str, seen: Seen) -> str:
    """One action as a seat saw it."""
    name = UNKNOWN if seen.action == HIDDEN else action_name(GAMES[game], seen.action)
    card = f',"card":{_card(seen.card)}' if _card(seen.card) != "null" else ""
    lacks = f',"lacks":{cards_of(seen.lacks)}' if seen.lacks else ""
    return f'{{"seat":{seen.seat},"action":"{name}"{card}{lacks}}}'


def view_text(view: View, barred: dict[Card, Mask]) -> str:
    """A whole View but what was seen, with the cards that its seat may not use now and what bars them (`match.barred`)."""
    n = len(view.players)
    table = "null" if view.table is None else f"{{{_table(view.table.__class__, n).write(view.table)}}}"
    bars = ",".join([f"{_card(card)}:{cards_of(mask)}" for card, mask in barred.items()])
    return (
        f'{{{_view(view.game, n).write(view[:10])},"table":{table},"legal":{_legal(view.game, view.legal)},'
        f'"barred":{{{bars}}},"playable":{cards_of(view.playable)},"move":{view.move}}}'
    )
