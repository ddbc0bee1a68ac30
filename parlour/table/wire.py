"""A View as JSON, in names: what a table sends. docs/log.md specifies it.

The game's own record `Shown` is written by its annotations: a card is its name, a set of cards the
list of theirs, and null stands where there is no card, no number, no seat or no suit. A row with a
value for each seat has one for each that plays.

Every function gives text. What a view has in common with the one written before it, which is mostly
the view of another seat at the same moment, is not written anew.
"""

import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from parlour.cards import HIDDEN, NAMES, NONE, Card, Mask, Seat, cards
from parlour.game import GAMES, action_name, goal, length, words
from parlour.match import Seen, View
from parlour.shown import by_seat, fields

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
    if card < 52:
        return _CARDS[card]
    return f'"{UNKNOWN}"' if card == HIDDEN else "null"


def _seat(seat: Seat) -> str:
    return str(seat) if seat < 8 else "null"


_WRITERS: dict[str, Callable[[Any], str]] = {
    "card": _card,
    "mask": cards_of,
    "seat": _seat,
    "suit": lambda suit: f'"{SUITS[suit]}"' if suit < 4 else "null",
    "count": lambda count: "null" if count == NONE else str(count),
    "number": lambda number: str(int(number)),
}


def _row(one: Callable[[Any], str], n: int) -> Callable[[Any], str]:
    """What writes the first n of a row."""
    return lru_cache(1024)(lambda row: f"[{','.join([one(value) for value in row[:n]])}]")


class Writer:
    """Writes the fields of one kind of record, each only where it is not what it was in the record
    before.

    The views of one moment go out one after the other, and differ in a hand and little else.
    """

    def __init__(self, writers: dict[str, Callable[[Any], str]]) -> None:
        """A writer of each field, in the record's order."""
        self.names = [f'"{name}":' for name in writers]
        self.writers = tuple(writers.values())
        self.last: tuple[tuple[Any, ...], list[str]] = (
            (NEVER,) * len(writers),
            [""] * len(writers),
        )

    def write(self, values: tuple[Any, ...]) -> str:
        """The fields in their order."""
        before, texts = self.last
        given = zip(self.names, self.writers, values, before, texts, strict=True)
        texts = [
            text if value == old else name + write(value) for name, write, value, old, text in given
        ]
        self.last = values, texts
        return ",".join(texts)


@cache
def _table(record: Any, extra: tuple[str, ...], n: int) -> Writer:
    """The writer of a game's record, with so many seats."""
    named = {HIDDEN: UNKNOWN, **dict(enumerate((*NAMES, *extra)))}
    ones = {**_WRITERS, "action": lambda action: _written(named.get(action))}
    cut = by_seat(record)
    return Writer(
        {
            field.name: _row(ones[field.holds], n if field.name in cut else 64)
            if field.row
            else ones[field.holds]
            for field in fields(record)
        }
    )


def _rules(game: str, rules: Any) -> str:
    """House rules in words, and what follows from them: the total and the round that end a match, 0
    where neither does.
    """
    known = GAMES[game]
    ends = f'"goal":{goal(known, rules)},"length":{length(known, rules)}'
    return f"{_written(words(known, rules))},{ends}"


@cache
def _view(game: str, n: int) -> Writer:
    """The writer of a view of a game with so many seats, as far as `dealt`."""
    writers: dict[str, Callable[[Any], str]] = {
        "game": _written,
        "rules": lru_cache(256)(lambda rules: _rules(game, rules)),
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
    return _written(
        [
            action_name(GAMES[game], action)
            for action in range(legal.bit_length())
            if legal >> action & 1
        ]
    )


@lru_cache(4096)
def seen_text(game: str, seen: Seen) -> str:
    """One action as a seat saw it."""
    name = UNKNOWN if seen.action == HIDDEN else action_name(GAMES[game], seen.action)
    card = f',"card":{_card(seen.card)}' if _card(seen.card) != "null" else ""
    lacks = f',"lacks":{cards_of(seen.lacks)}' if seen.lacks else ""
    return f'{{"seat":{seen.seat},"action":"{name}"{card}{lacks}}}'


def view_text(view: View, barred: dict[Card, Mask]) -> str:
    """A whole View but what was seen, with the cards that its seat may not use now and what bars
    them (`match.barred`).
    """
    n = len(view.players)
    table = (
        "null"
        if view.table is None
        else f"{{{_table(view.table.__class__, GAMES[view.game].EXTRA, n).write(view.table)}}}"
    )
    bars = ",".join([f"{_card(card)}:{cards_of(mask)}" for card, mask in barred.items()])
    legal = _legal(view.game, view.legal)
    return (
        f'{{{_view(view.game, n).write(view[:10])},"table":{table},"legal":{legal},'
        f'"barred":{{{bars}}},"playable":{cards_of(view.playable)},"move":{view.move}}}'
    )
