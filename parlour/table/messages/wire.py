"""A View as JSON text with names of cards and actions. docs/log.md specifies it.

The game's own record `Shown` is written by its annotations: a card as its name, a set of cards as a
list of names, and a missing card, number, seat or suit as null. A row by seat has one value for
each player.

Consecutive views differ little: mostly they are the views of several seats at the same time. So the
text of an unchanged field is used again.
"""

import json
from collections.abc import Callable
from functools import cache, lru_cache
from typing import Any

from parlour.cards import HIDDEN, NAMES, NONE, Card, Mask, Seat, cards
from parlour.catalogue.layout import by_seat, fields
from parlour.catalogue.options import action_name, words
from parlour.catalogue.protocol import goal, length
from parlour.catalogue.registry import GAMES
from parlour.match import Seen, View

SUITS = ("clubs", "diamonds", "hearts", "spades")
UNKNOWN = "??"  # a card or an action that the seat may not know
NEVER = object()  # equals no value

_written = json.JSONEncoder(separators=(",", ":")).encode


@lru_cache(4096)  # one action changes few sets, and each is sent to every seat
def cards_of(mask: Mask) -> str:
    """The names of a set of cards as a JSON list, ascending."""
    return _written([NAMES[card] for card in cards(mask)])


_CARDS = [f'"{name}"' for name in NAMES]


def _card(card: Card) -> str:
    if card < 52:
        return _CARDS[card]
    if card == HIDDEN:
        return f'"{UNKNOWN}"'
    return "null"


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


def _row(write: Callable[[Any], str], n: int) -> Callable[[Any], str]:
    """A writer of the first n values of a row."""
    return lru_cache(1024)(lambda row: f"[{','.join([write(value) for value in row[:n]])}]")


class Writer:
    """A writer of one kind of record. The text of a field that is equal to that of the record
    before is used again.
    """

    def __init__(self, writers: dict[str, Callable[[Any], str]]) -> None:
        """`writers` has a function for each field, in the record's order."""
        self.names = [f'"{name}":' for name in writers]
        self.writers = tuple(writers.values())
        self.last: tuple[tuple[Any, ...], list[str]] = (
            (NEVER,) * len(writers),
            [""] * len(writers),
        )

    def write(self, values: tuple[Any, ...]) -> str:
        """The fields of a record as JSON, in their order."""
        before, texts = self.last
        entries = zip(self.names, self.writers, values, before, texts, strict=True)
        texts = [
            text if value == old else name + write(value)
            for name, write, value, old, text in entries
        ]
        self.last = values, texts
        return ",".join(texts)


@cache
def _table(record: Any, extra: tuple[str, ...], n: int) -> Writer:
    """The writer of a game's `Shown`, for n seats."""
    named = {HIDDEN: UNKNOWN, **dict(enumerate((*NAMES, *extra)))}
    ones = {**_WRITERS, "action": lambda action: _written(named.get(action))}
    cut = by_seat(record)
    writers: dict[str, Callable[[Any], str]] = {}
    for field in fields(record):
        writer = ones[field.holds]
        if field.row:
            writer = _row(writer, n if field.name in cut else 64)
        writers[field.name] = writer
    return Writer(writers)


def _rules(game: str, rules: Any) -> str:
    """The house rules by name, and `goal` and `length`: the total and the round that end a match, 0
    where there is none.
    """
    module = GAMES[game]
    ends = f'"goal":{goal(module, rules)},"length":{length(module, rules)}'
    return f"{_written(words(module, rules))},{ends}"


@cache
def _view(game: str, n: int) -> Writer:
    """The writer of the fields of a View up to `dealt`, for n seats."""
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
    """One action as a seat saw it, as a JSON object."""
    name, card, lacks = UNKNOWN, "", ""
    if seen.action != HIDDEN:
        name = action_name(GAMES[game], seen.action)
    if _card(seen.card) != "null":
        card = f',"card":{_card(seen.card)}'
    if seen.lacks:
        lacks = f',"lacks":{cards_of(seen.lacks)}'
    return f'{{"seat":{seen.seat},"action":"{name}"{card}{lacks}}}'


def view_text(view: View, barred: dict[Card, Mask], left: tuple[Mask, ...] = ()) -> str:
    """A View as a JSON object, without `seen`. `barred` has the cards that the seat may not use
    now, each with the cards that forbid it (`match.barred`); `left` the hands of a round that is
    over, by seat.
    """
    n, table = len(view.players), "null"
    if view.table is not None:
        writer = _table(view.table.__class__, GAMES[view.game].EXTRA, n)
        table = f"{{{writer.write(view.table)}}}"
    bars = ",".join([f"{_card(card)}:{cards_of(mask)}" for card, mask in barred.items()])
    legal = _legal(view.game, view.legal)
    return (
        f'{{{_view(view.game, n).write(view[:10])},"table":{table},"legal":{legal},'
        f'"barred":{{{bars}}},"playable":{cards_of(view.playable)},"move":{view.move},'
        f'"left":[{",".join(map(cards_of, left))}]}}'
    )
