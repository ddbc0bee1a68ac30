"""A View as JSON, in names: what a table sends. docs/log.md specifies it.

The game's own record `Shown` is written by its annotations: a card is its name, a set of cards the list of theirs, and null
stands where there is no card, no seat or no suit. So a fourth game needs nothing here.
"""

from collections.abc import Callable
from functools import cache, lru_cache
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from parlour.cards import HIDDEN, NAMES, Card, Mask, Seat
from parlour.games import GAMES, action_name, words
from parlour.match import Seen, View

SUITS = ("clubs", "diamonds", "hearts", "spades")
UNKNOWN = "??"  # it happened, or is there; you may not know which


@lru_cache(4096)  # one action changes few sets, and each is told to every seat
def cards_of(mask: Mask) -> tuple[str, ...]:
    """The names of a set of cards, ascending."""
    return tuple([name for place, name in enumerate(NAMES) if mask >> place & 1])


def _card(card: Card) -> str | None:
    return NAMES[card] if card < 52 else UNKNOWN if card == HIDDEN else None


def _seat(seat: Seat) -> Seat | None:
    return seat if seat < 8 else None


_WRITERS: dict[str, Callable[[Any], Any]] = {
    "card": _card,
    "mask": cards_of,
    "seat": _seat,
    "suit": lambda suit: SUITS[suit] if suit < 4 else None,
}


def _writer(hint: Any) -> Callable[[Any], Any]:
    """What writes a field of that annotation."""
    if get_origin(hint) is tuple:
        one = _writer(get_args(hint)[0])
        return lru_cache(1024)(lambda row: tuple([one(value) for value in row]))
    if get_origin(hint) is Annotated:
        return _WRITERS[hint.__metadata__[0]]
    return lambda value: value


@cache
def _writers(record: Any) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    return tuple((name, _writer(hint)) for name, hint in get_type_hints(record, include_extras=True).items())


@cache
def _rules(game: str, rules: Any) -> dict[str, str | int]:
    return words(GAMES[game], rules)


def seen_fields(game: str, seen: Seen) -> dict[str, Any]:
    """One action as a seat saw it."""
    fields: dict[str, Any] = {"seat": seen.seat}
    fields["action"] = UNKNOWN if seen.action == HIDDEN else action_name(GAMES[game], seen.action)
    if (card := _card(seen.card)) is not None:
        fields["card"] = card
    if seen.lacks:
        fields["lacks"] = cards_of(seen.lacks)
    return fields


def view_fields(view: View, barred: dict[Card, Mask]) -> dict[str, Any]:
    """A whole View but what was seen, with the cards that its seat may not use now and what bars them (`match.barred`)."""
    n, game = len(view.players), GAMES[view.game]
    table = view.table and {
        name: write(value)[:n] if name == "counts" else write(value)
        for (name, write), value in zip(_writers(view.table.__class__), view.table, strict=True)
    }
    extra = [name for place, name in enumerate(game.EXTRA) if view.legal >> 52 + place & 1]
    return {
        "game": view.game,
        "rules": _rules(view.game, view.rules),
        "seat": _seat(view.seat),
        "players": view.players,
        "number": view.number,
        "totals": view.totals,
        "sheet": view.sheet,
        "points": view.points,
        "winners": [seat for seat in range(n) if view.winners >> seat & 1],
        "dealt": [NAMES[card] for card in view.dealt],
        "table": table,
        "legal": [*cards_of(view.legal & (1 << 52) - 1), *extra],
        "barred": {NAMES[card]: cards_of(mask) for card, mask in barred.items()},
        "playable": cards_of(view.playable),
        "move": view.move,
    }
