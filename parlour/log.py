"""Events as JSON Lines, written and read; docs/log.md specifies the format.

A file contains one match after another, each beginning with `opened`. Reading refuses the first
invalid line with its number and the reason; nothing is repaired or skipped.
"""

import json
from collections.abc import Callable, Iterable, Iterator
from operator import index
from typing import NamedTuple, TypeVar

from parlour.cards import names, parse_card
from parlour.catalogue.options import action_name, parse_action, parse_rules, words
from parlour.catalogue.registry import GAMES, find_game
from parlour.errors import LogError, ParlourError, quote, quote_json
from parlour.match import Acted, Dealt, Event, Match, Opened, Seated, step
from parlour.system.encoding import unmarked

VERSION = 1
T = TypeVar("T")
LONGEST_LINE = 65536  # bytes; written lines have a few hundred at most


class Line(NamedTuple):
    """One event of a file, its line, and the match before and after it."""

    number: int  # the number of the line, from 1
    event: Event
    before: Match | None  # None if the event is `opened`
    after: Match


def write_event(n: int, event: Event, game: str) -> str:
    """Event number n (from 0) of a match of that game as a line, with its line end."""
    fields = {"n": n} | as_fields(event, game)
    # a seat may be a number of numpy's
    return json.dumps(fields, separators=(",", ":"), default=index) + "\n"


def as_fields(event: Event, game: str) -> dict[str, object]:
    """An event of a match of that game as the fields of a line, without its number `n`."""
    if isinstance(event, Opened):
        if event.game != game:
            raise LogError(f"The match is one of {event.game}, not of {quote(game)}.")
        rules = words(GAMES[game], event.rules)
        body: dict[str, object] = {
            "version": VERSION,
            "game": game,
            "rules": rules,
            "salt": event.salt,
        }
        if event.undone:
            body["undone"] = event.undone
    elif isinstance(event, Seated):
        body = {"seat": event.seat, "player": event.player}
    elif isinstance(event, Dealt):
        body = {"deck": names(event.deck)}
    else:
        body = {"seat": event.seat, "action": action_name(GAMES[game], event.action)}
    return {"event": type(event).__name__.lower()} | body


def write(log: Iterable[Event], game: str) -> str:
    """All events of a match of that game as lines; LogError if it is a match of another game."""
    return "".join([write_event(n, event, game) for n, event in enumerate(log)])


def lines(readline: Callable[[int], bytes]) -> Iterator[bytes]:
    """The lines of a file, read by its `readline`. A line longer than the limit is cut, so that
    `read` refuses it. LogError if the file cannot be read.
    """
    try:
        yield from iter(lambda: readline(LONGEST_LINE + 1), b"")
    except OSError as error:
        raise LogError(f"The log cannot be read: {error.strerror or error}.") from None


def read(lines: Iterable[bytes]) -> Iterator[Line]:
    """The events of a file, each replayed as it is read; LogError at the first invalid line."""
    match: Match | None = None
    n = 0
    for number, line in enumerate(lines, 1):
        try:
            fields = _fields(line, first=number == 1)
            if fields.get("event") == "opened":
                match, n = None, 0
            if _take(fields, "n", int) != n:
                raise LogError(f'"n" should be {n} here')
            event = parse(fields, match)
            after = step(match, event)
        except ParlourError as error:
            raise LogError(f"Line {number}: {error}") from None
        yield Line(number, event, match, after)
        match, n = after, n + 1


def _fields(line: bytes, first: bool) -> dict[str, object]:
    if not isinstance(line, bytes):
        raise LogError(
            f"{quote(repr(line))} is not bytes, as a file gives them that is opened by rb"
        )
    if len(line) > LONGEST_LINE:
        raise LogError(f"the line is longer than {LONGEST_LINE} bytes")
    if first:
        line = unmarked(line, "the log")
    try:
        fields = json.loads(
            line.decode("utf-8"), object_pairs_hook=_once, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        why = "too deep" if isinstance(error, RecursionError) else str(error)
        raise LogError(f"{quote(line.rstrip())} is not JSON in UTF-8: {quote(why)[1:-1]}") from None
    if not isinstance(fields, dict):
        raise LogError(f"{quote(line.rstrip())} is not an event")
    return fields


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        raise LogError("a field is given twice")
    return fields


def _no_constant(name: str) -> float:
    raise LogError(f"{name} is not a JSON number")


def _take(fields: dict[str, object], name: str, kind: type[T]) -> T:
    if name not in fields:
        raise LogError(f"the field {quote(name)} is missing")
    value = fields.pop(name)
    if type(value) is not kind:
        raise LogError(f"the field {quote(name)} has the wrong type: {quote_json(value)}")
    return value


def _opened(fields: dict[str, object], _match: Match | None) -> Event:
    version = _take(fields, "version", int)
    if version != VERSION:
        raise LogError(f"unknown version {version} (known: {VERSION})")
    game = _take(fields, "game", str)
    rules = parse_rules(find_game(game), _take(fields, "rules", dict))
    salt = _take(fields, "salt", str)
    undone = _take(fields, "undone", int) if "undone" in fields else 0
    if undone < 0:
        raise LogError(f'invalid "undone" {undone} (expected a number from 0)')
    return Opened(game, rules, salt, undone)


def _seated(fields: dict[str, object], _match: Match | None) -> Event:
    return Seated(_take(fields, "seat", int), _take(fields, "player", str))


def _dealt(fields: dict[str, object], _match: Match | None) -> Event:
    return Dealt(tuple(parse_card(name) for name in _take(fields, "deck", str).split()))


def _acted(fields: dict[str, object], match: Match | None) -> Event:
    seat, action = _take(fields, "seat", int), _take(fields, "action", str)
    if match is None:
        raise LogError("unexpected event acted (the first event of a match is opened)")
    return Acted(seat, parse_action(GAMES[match.game], action))


_READERS: dict[str, Callable[[dict[str, object], Match | None], Event]] = {
    "opened": _opened,
    "seated": _seated,
    "dealt": _dealt,
    "acted": _acted,
}


def parse(fields: dict[str, object], match: Match | None) -> Event:
    """The event of a line's fields without `n`, as it follows a match (None before an `opened`).
    ParlourError if the fields are invalid.
    """
    kind = _take(fields, "event", str)
    if kind not in _READERS:
        raise LogError(f"unknown event {quote(kind)} (known: {', '.join(_READERS)})")
    event = _READERS[kind](fields, match)
    if fields:
        raise LogError(f"the event {kind} has no field {quote(next(iter(fields)))}")
    return event
