"""A new table: the request for it, and its description, as it is stored and parsed.

`TableRequest` has the checks of a field by itself, and `make` those that depend on the game.
"""

import json
from typing import Annotated, Any, NamedTuple

from pydantic import AfterValidator, FailFast, Field

from parlour.catalogue.options import parse_rules, words
from parlour.catalogue.registry import find_game
from parlour.errors import TableError, quote
from parlour.players import LEVELS, check_level
from parlour.table.messages.keys import derived, hashed
from parlour.table.messages.names import person_name
from parlour.table.messages.requests import (
    LIMITS,
    NAMED,
    Deal,
    Key,
    Message,
    Schema,
    checked,
    unread,
)

ALONE = "Only one person who plays against computers can choose the deal."
OPTIONS: Schema = {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}
TIMES: Schema = {"enum": [*LIMITS]}


def _limit(seconds: int) -> int:
    """A time limit in seconds; ValueError if it is not in `LIMITS`."""
    if seconds not in LIMITS:
        raise ValueError
    return seconds


Limit = Annotated[int, AfterValidator(_limit), Field(json_schema_extra=TIMES)]


class Chair(NamedTuple):
    """The intended occupant of a seat."""

    kind: str  # "person", "computer", or "open" for a person who joins
    name: str  # the person's name; otherwise empty
    key: str  # the hash of the person's key; otherwise empty
    level: str  # the level of the computer, or of the stand-in for an absent person


class Made(NamedTuple):
    """The description of a table, as it is stored."""

    name: str  # 12 characters of base64url, used in addresses
    body: str  # JSON: game, rules, chairs, level, limit, and the hashes of the keys
    seat: int | None  # the maker's seat; None for a spectator


class Plan(NamedTuple):
    """The description of a table, parsed."""

    game: str
    rules: Any
    chairs: tuple[Chair, ...]
    level: str
    limit: int  # seconds
    maker: str  # this and the next two are hashes of keys
    invite: str
    watch: str
    deal: int | None  # the number that deals the first match


class TableRequest(Message):
    """A request for a new table."""

    key: Key
    """The maker's key."""
    name: str = Field(default_factory=str, json_schema_extra=NAMED)
    """The name of the person on the seat `me`; required if there is one."""
    game: str
    rules: dict[Any, object] = Field(default_factory=dict, json_schema_extra=OPTIONS)
    """House rules that differ from their defaults; `GET /api/games` lists them."""
    seats: Annotated[list[str], FailFast()]
    """One entry a seat: `me`, `friend` or a level."""
    level: str = Field(default_factory=str)
    """The level that plays for absent persons; by default the game's simplest."""
    limit: Limit = Field(default_factory=lambda request: 60 if "friend" in request["seats"] else 0)
    """Seconds for a turn, 0 for no limit; by default 60 with a friend, otherwise 0."""
    deal: Deal | None = None
    """The number that deals the first match; only for a person who plays alone against computers.
    """


def make(new_table: object, offered: tuple[str, ...] = ()) -> Made:
    """The table for a request; a ParlourError with one sentence if the request is invalid.

    The request is a parsed JSON object: docs/log.md, "Making a table". `offered` has the names of
    the games to choose from; if it is empty, all games are allowed.
    """
    if not isinstance(new_table, dict):
        raise TableError("A request for a new table must be a JSON object.")
    asked = checked(TableRequest, new_table)
    key = asked.key
    game = find_game(asked.game)
    if offered and asked.game not in offered:
        raise TableError(
            f"The game {quote(asked.game)} is not offered here (offered: {', '.join(offered)})."
        )
    rules = parse_rules(game, asked.rules)
    level = next(iter(LEVELS[asked.game]))
    if "level" in asked.model_fields_set:
        level = asked.level
    check_level(asked.game, level)
    if len(asked.seats) != game.seats(rules):
        needed = game.seats(rules)
        raise TableError(f"{needed} seats are needed; {len(asked.seats)} were given.")
    if asked.seats.count("me") > 1:
        raise TableError("Only one of the seats can be yours.")
    if asked.deal is not None and ("me" not in asked.seats or "friend" in asked.seats):
        raise TableError(ALONE)
    name, seat = "", None
    if "me" in asked.seats:
        if "name" not in asked.model_fields_set:
            raise TableError(unread("name", None))
        name, seat = person_name(asked.name), asked.seats.index("me")
    chairs = [_chair(asked, word, name, level) for word in asked.seats]
    body = {
        "game": asked.game,
        "rules": words(game, rules),
        "chairs": chairs,
        "level": level,
        "limit": asked.limit,
        "keys": [hashed(key), hashed(derived("invite", key)), hashed(derived("watch", key))],
    }
    if asked.deal is not None:
        body["deal"] = asked.deal
    return Made(derived("table", key)[:12], json.dumps(body, separators=(",", ":")), seat)


def _chair(asked: TableRequest, word: str, name: str, level: str) -> Chair:
    if word == "me":
        return Chair("person", name, hashed(asked.key), level)
    if word == "friend":
        return Chair("open", "", "", level)
    check_level(asked.game, word)
    return Chair("computer", "", "", word)


def plan(description: Made) -> Plan:
    """The parsed description of a stored table."""
    body = json.loads(description.body)
    rules = parse_rules(find_game(body["game"]), body["rules"])
    chairs = tuple(Chair(*chair) for chair in body["chairs"])
    rest = body["level"], body["limit"], *body["keys"], body.get("deal")
    return Plan(body["game"], rules, chairs, *rest)
