"""The requests to a table, read and checked: the request for a new table, its keys, and the
messages to it.

Each message is a model. Its fields are the checks, the schema in `/openapi.json` and the page's
types. An invalid message is refused in one sentence, which `_sentence` makes. `make` checks
everything that depends on the game.

A key is 128 random bits, drawn by the person who will hold it and written as 22 characters of
base64url. All other keys of a table follow from its maker's key by SHA-256, so the same request
sent twice gives one table. Only hashes of keys are stored.
"""

import json
import re
from base64 import urlsafe_b64encode
from collections.abc import Mapping
from hashlib import sha256
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    FailFast,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
)

from parlour.errors import TableError, quote, quote_json
from parlour.game import find_game, parse_rules, words
from parlour.players import LEVELS, check_level
from parlour.shuffle import DEALS
from parlour.table.messages import EXACT, PHRASES, Phrase
from parlour.table.names import LONGEST_NAME, UNFIT_NAME, person_name

LIMITS = (0, 30, 60, 120)  # seconds for a turn; 0 for no limit
LONGEST_IDENT = 40
UNFIT = {  # by field: the sentence about an invalid value of the right type
    "key": "A key is 22 characters of base64url.",  # an error must not show a key
    "name": UNFIT_NAME,
    "limit": f"Unknown limit {{}} (known: {', '.join(map(str, LIMITS))} seconds).",
    "deal": f"The deal {{}} is not a whole number from 1 to {DEALS}.",
    "phrase": f"Unknown phrase {{}} (known: {', '.join(PHRASES)}).",
}
ALONE = "Only one person who plays against computers can choose the deal."
SEAT = "Unknown seat {} (known: me, friend, or a computer's level)."
KEY = "[A-Za-z0-9_-]{22}"
_KEY = re.compile(KEY).fullmatch


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


def is_key(text: object) -> bool:
    """Whether this is a text in the form of a key."""
    return isinstance(text, str) and _KEY(text) is not None


def derived(purpose: str, key: str) -> str:
    """The key that follows from a key for a purpose: "invite" or "watch". For "table", its first 12
    characters are the table's name.
    """
    digest = sha256(f"parlour/1 {purpose} {key}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def hashed(key: str) -> str:
    """The hash of a key, as it is stored: 32 hexadecimal digits."""
    return sha256(f"parlour/1 kept {key}".encode()).hexdigest()[:32]


def stored_ident(ident: str) -> str:
    """A request's id as it is stored, in at most 40 characters of ASCII: a short hash in place of
    an id with others, for which JSON would need up to twelve bytes each.
    """
    return ident if ident.isascii() else derived("id", ident)


def checked_ident(value: object) -> str:
    """A request's id; TableError if it is invalid."""
    if not isinstance(value, str):
        raise TableError(_unread("id", value))
    if not 0 < len(value) <= LONGEST_IDENT or not value.isprintable():
        raise TableError(
            f"The id {quote(value)} is not 1 to {LONGEST_IDENT} characters that can be printed."
        )
    return value


def _limit(seconds: int) -> int:
    """A time limit in seconds; ValueError if it is not in `LIMITS`."""
    if seconds not in LIMITS:
        raise ValueError
    return seconds


Schema: TypeAlias = dict[str, JsonValue]
NAMED: Schema = {"minLength": 1, "maxLength": LONGEST_NAME}
OPTIONS: Schema = {"type": "object", "additionalProperties": {"type": ["string", "integer"]}}
TIMES: Schema = {"enum": [*LIMITS]}

Key = Annotated[str, Field(pattern=f"^{KEY}$")]
Ident = Annotated[
    str, BeforeValidator(checked_ident), Field(min_length=1, max_length=LONGEST_IDENT)
]
Name = Annotated[str, AfterValidator(person_name), Field(json_schema_extra=NAMED)]
Deal = Annotated[int, Field(ge=1, le=DEALS)]
"""A deal number: it fixes the cards and the computers' dice, as `parlour play --seed`."""
Limit = Annotated[int, AfterValidator(_limit), Field(json_schema_extra=TIMES)]


class Message(BaseModel):
    """An incoming message."""

    model_config = EXACT | ConfigDict(frozen=True)


class Request(Message):
    """A request to a table; it is answered with `done` or `refused`."""

    type: str
    id: Ident
    """Chosen by the client. A request with the id of an earlier one is answered and not repeated.
    """


class Enter(Request):
    """The first message of a socket."""

    type: Literal["enter"]
    key: Key
    """The key of a seat, the key to join, or the key to watch."""
    have: int
    """The count of the last view that this client has; 0 for none."""


class Join(Request):
    """Take the first open seat; the socket has entered with the key to join."""

    type: Literal["join"]
    key: Key
    """A new key, which then opens the seat."""
    name: Name


class Act(Request):
    """Play, discard, pass, draw, or name a suit."""

    type: Literal["act"]
    move: int
    """The view's `move`."""
    action: str
    """One of the view's `legal`."""


class Next(Request):
    """Ask for the next round, or after a match for a rematch. With `deal` or `again`, begin a new
    match at any time; only for a person who plays alone against computers.
    """

    type: Literal["next"]
    deal: Deal | None = None
    again: bool = False
    """Whether the new match has the decks and the dice of the present one."""


class Start(Request):
    """Start without waiting for friends; only for the maker."""

    type: Literal["start"]


class Back(Request):
    """Take back one's seat from a computer."""

    type: Literal["back"]


class Leave(Request):
    """Give up one's seat for good."""

    type: Literal["leave"]


class Ask(Request):
    """Ask for the action of the strongest level."""

    type: Literal["hint"]


class Undo(Request):
    """Go back to before a move of one's own in this round; only against computers."""

    type: Literal["undo"]
    move: int
    """The view's `undo`, or an earlier move of this round."""


class Forced(Request):
    """Have one's forced actions played by themselves, or no longer."""

    type: Literal["forced"]
    on: bool


class Rest(Request):
    """Have the rest of the round played by itself; the view's `decided` offers it."""

    type: Literal["rest"]


class Say(Request):
    """Send a phrase or a sign to everybody at the table; a restart of the server forgets its id."""

    type: Literal["say"]
    phrase: Phrase


AnyRequest: TypeAlias = (
    Enter | Join | Act | Next | Start | Back | Leave | Ask | Undo | Forced | Rest | Say
)
REQUESTS: dict[str, type[AnyRequest]] = {
    "enter": Enter,
    "join": Join,
    "act": Act,
    "next": Next,
    "start": Start,
    "back": Back,
    "leave": Leave,
    "hint": Ask,
    "undo": Undo,
    "forced": Forced,
    "rest": Rest,
    "say": Say,
}


class Move(NamedTuple):
    """A request `act` in its usual form, read without its model."""

    id: str
    move: int
    action: str


Asked: TypeAlias = AnyRequest | Move
_PLAIN = "[ !#-[\\]-~]{1,40}"  # printable ASCII that JSON does not escape
_ID = f'"id": ?"({_PLAIN})"'
_PLAY = f'"move": ?(0|[1-9][0-9]{{0,8}}), ?"action": ?"({_PLAIN})"'
_MOVE = re.compile(f'{{"type": ?"act", ?(?:{_PLAY}, ?{_ID}|{_ID}, ?{_PLAY})}}').fullmatch
_ANY: TypeAdapter[AnyRequest] = TypeAdapter(Annotated[AnyRequest, Field(discriminator="type")])


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
    limit: Limit = Field(default_factory=lambda given: 60 if "friend" in given["seats"] else 0)
    """Seconds for a turn, 0 for no limit; by default 60 with a friend, otherwise 0."""
    deal: Deal | None = None
    """The number that deals the first match; only for a person who plays alone against computers.
    """


FIELDS: dict[type[Message], tuple[str, ...]] = {
    model: tuple(model.model_fields) for model in (*REQUESTS.values(), TableRequest)
}
M = TypeVar("M", bound=Message)


def _sentence(error: ValidationError) -> str:
    """The first of pydantic's errors as a sentence."""
    first = error.errors(include_url=False)[0]
    kind, field, value = first["type"], first["loc"][-1], first["input"]
    if isinstance(field, int):
        return SEAT.format(quote_json(value))
    if kind == "missing":
        return _unread(field, None)
    if field in UNFIT and not kind.endswith("_type"):
        return UNFIT[field].format(quote(value) if isinstance(value, str) else quote_json(value))
    return _unread(field, value)


def _unread(field: str, value: object) -> str:
    """The sentence about a field that is missing, null or of the wrong type."""
    if value is None:
        return f"The field {quote(field)} is missing."
    return f"The field {quote(field)} cannot be {quote_json(value)}."


def _checked(model: type[M], message: Mapping[str, object]) -> M:
    """A message as a model; TableError with one sentence if it is invalid.

    Unknown fields are checked first: pydantic makes an error of each, and a message may have
    thousands.
    """
    names = FIELDS[model]
    for name in message:
        if name not in names:
            raise TableError(f"Unknown field {quote(name)} (known: {', '.join(names)}).")
    try:
        return model.model_validate(message)
    except ValidationError as error:
        raise TableError(_sentence(error)) from None


def parsed(frame: str) -> Asked | None:
    """The request of a frame, read and checked in one step; None if that step refuses it. `read`,
    `ident_of` and `request` then say why, or accept some frames of odd texts after all.

    A move in its usual form needs no model: after a pause pydantic takes ten times as long.
    """
    if found := _MOVE(frame):
        move, action, ident = found.groups()[:3] if found[1] else found.group(5, 6, 4)
        return Move(ident, int(move), action)
    try:
        return _ANY.validate_json(frame)
    except (ValidationError, TableError):
        return None


def read(frame: str) -> dict[str, object]:
    """The JSON object of a frame; TableError for any other text."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise TableError(f"{quote(frame)} is not JSON.") from None
    if not isinstance(message, dict):
        raise TableError(f"{quote(frame)} is not a message: a message is a JSON object.")
    return message


def ident_of(message: Mapping[str, object]) -> str:
    """The id of a message; TableError if it is missing or invalid."""
    return checked_ident(message.get("id"))


def request(message: Mapping[str, object]) -> AnyRequest:
    """The request of a message; TableError if it is invalid."""
    kind = message.get("type")
    if not isinstance(kind, str):
        raise TableError(_unread("type", kind))
    if kind not in REQUESTS:
        raise TableError(f"Unknown message {quote(kind)} (known: {', '.join(REQUESTS)}).")
    return _checked(REQUESTS[kind], message)


def make(new_table: object, offered: tuple[str, ...] = ()) -> Made:
    """The table for a request; a ParlourError with one sentence if the request is invalid.

    The request is a parsed JSON object: docs/log.md, "Making a table". `offered` has the names of
    the games to choose from; if it is empty, all games are allowed.
    """
    if not isinstance(new_table, dict):
        raise TableError("A request for a new table must be a JSON object.")
    asked = _checked(TableRequest, new_table)
    key = asked.key
    found = find_game(asked.game)
    if offered and asked.game not in offered:
        raise TableError(
            f"The game {quote(asked.game)} is not offered here (offered: {', '.join(offered)})."
        )
    rules = parse_rules(found, asked.rules)
    level = next(iter(LEVELS[asked.game]))
    if "level" in asked.model_fields_set:
        level = asked.level
    check_level(asked.game, level)
    if len(asked.seats) != found.seats(rules):
        needed = found.seats(rules)
        raise TableError(f"{needed} seats are needed; {len(asked.seats)} were given.")
    if asked.seats.count("me") > 1:
        raise TableError("Only one of the seats can be yours.")
    if asked.deal is not None and ("me" not in asked.seats or "friend" in asked.seats):
        raise TableError(ALONE)
    name, seat = "", None
    if "me" in asked.seats:
        if "name" not in asked.model_fields_set:
            raise TableError(_unread("name", None))
        name, seat = person_name(asked.name), asked.seats.index("me")
    chairs = [_chair(asked, word, name, level) for word in asked.seats]
    body = {
        "game": asked.game,
        "rules": words(found, rules),
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


def plan(made: Made) -> Plan:
    """The parsed description of a stored table."""
    body = json.loads(made.body)
    rules = parse_rules(find_game(body["game"]), body["rules"])
    chairs = tuple(Chair(*chair) for chair in body["chairs"])
    own = body["level"], body["limit"], *body["keys"], body.get("deal")
    return Plan(body["game"], rules, chairs, *own)
