"""What comes to a table, read and checked: a wish for one, the keys that open it, requests.

Each message is a model: its fields are the checks, the schema in `/openapi.json` and the page's
types. What does not fit is refused in one sentence, which `_sentence` makes. `make` checks what
depends on the game.

A key is 128 bits drawn by whoever is to hold it, as 22 characters of base64url. All that opens a
table is derived from its maker's key by SHA-256, so the same wish sent twice is one table; what is
kept are hashes of keys.
"""

import json
import re
import unicodedata
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
    ValidationError,
)

from parlour.errors import TableError, quote, quote_json
from parlour.game import GAMES, find_game, parse_rules, words
from parlour.players import LEVELS, find_level
from parlour.table.messages import EXACT
from parlour.words import LEVELS as TITLES

LIMITS = (0, 30, 60, 120)  # seconds for a turn; 0 for none
LONGEST_NAME = 30  # characters of a person's name
LONGEST_IDENT = 40
LEVEL_WORDS = {title.lower() for title, _ in TITLES.values()}  # as the page calls the levels
BLANK = frozenset(
    map(chr, (0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180F, 0x2800, 0x3164, 0xFFA0))
)  # printable, and unseen
SELECTORS = (
    (0x180B, 0x180D),
    (0xFE00, 0xFE0F),
    (0xE0100, 0xE01EF),
)  # variations of the character before
UNSEEN = ("Cc", "Cf", "Mn", "Me", "Zs")  # Unicode categories of which no name can consist
UNFIT = {  # by field: the sentence about a value of the right type that does not fit
    "key": "A key is 22 characters of base64url.",  # it is not repeated
    "name": f"The name {{}} is not 1 to {LONGEST_NAME} characters that can be printed.",
    "limit": f"Unknown limit {{}} (known: {', '.join(map(str, LIMITS))} seconds).",
}
SEAT = "Unknown seat {} (known: me, friend, or a computer's level)."
KEY = "[A-Za-z0-9_-]{22}"
_KEY = re.compile(KEY).fullmatch


class Chair(NamedTuple):
    """Who a seat of a table is for."""

    kind: str  # "person", "open" for whoever joins, or "computer"
    name: str  # of the person; empty for nobody yet
    key: str  # hash of the person's key
    level: str  # of the computer that sits here, or plays while nobody does


class Made(NamedTuple):
    """What a table is, as it is stored."""

    name: str  # in addresses: 12 characters of base64url
    body: str  # JSON: game, rules, chairs, level, limit, and hashes of the keys
    seat: int | None  # the maker's


class Plan(NamedTuple):
    """What a table is, as it is used."""

    game: str
    rules: Any
    chairs: tuple[Chair, ...]
    level: str
    limit: int  # seconds
    maker: str  # hashes of keys
    invite: str
    watch: str


def is_key(text: object) -> bool:
    """Whether this is the text of a key."""
    return isinstance(text, str) and _KEY(text) is not None


def derived(purpose: str, key: str) -> str:
    """The key for a purpose that follows from a key: `invite` or `watch`; the first 12 characters
    for `table` are its name.
    """
    digest = sha256(f"parlour/1 {purpose} {key}".encode()).digest()
    return urlsafe_b64encode(digest[:16]).decode().rstrip("=")


def hashed(key: str) -> str:
    """What is kept of a key."""
    return sha256(f"parlour/1 kept {key}".encode()).hexdigest()[:32]


def person_name(text: str) -> str:
    """The name itself, without spaces around it; TableError where it cannot be one."""
    name = text.strip()
    if not name or not name.isprintable() or len(name) > LONGEST_NAME:
        raise TableError(UNFIT["name"].format(quote(text)))
    if all(unicodedata.category(character) in UNSEEN for character in folded(name)):
        raise TableError(
            f"The name {quote(text)} looks empty: a name has a letter, a digit or a sign."
        )
    if folded(name) in {*LEVEL_WORDS, *(level for game in GAMES for level in LEVELS[game])}:
        raise TableError(f"The name {quote(text)} is that of a level of the computers.")
    return name


def folded(name: str) -> str:
    """A name as it is compared with others: without the differences that nobody sees, and in small
    letters.
    """
    seen = "".join(
        character for character in unicodedata.normalize("NFKC", name) if not _ignored(character)
    )
    return " ".join(
        unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", seen).casefold()).split()
    )


def _ignored(character: str) -> bool:
    """Whether nothing is shown for a character."""
    within = any(first <= ord(character) <= last for first, last in SELECTORS)
    return within or character in BLANK or unicodedata.category(character) == "Cf"


def checked_ident(value: object) -> str:
    """A request's id itself; TableError where it cannot be one."""
    if not isinstance(value, str):
        raise TableError(_unread("id", value))
    if not 0 < len(value) <= LONGEST_IDENT or not value.isprintable():
        raise TableError(
            f"The id {quote(value)} is not 1 to {LONGEST_IDENT} characters that can be printed."
        )
    return value


def _limit(seconds: int) -> int:
    """The time itself; ValueError where no turn can have it."""
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
Limit = Annotated[int, AfterValidator(_limit), Field(json_schema_extra=TIMES)]


class Message(BaseModel):
    """A message that comes in."""

    model_config = EXACT | ConfigDict(frozen=True)


class Request(Message):
    """A message to a table, which is answered."""

    type: str
    id: Ident
    """Of the client's choice; a request that was done and is sent again is not done again."""


class Enter(Request):
    """The first message of a socket."""

    type: Literal["enter"]
    key: Key
    """A seat's, the invitation, or the key to watch."""
    have: int
    """The count of the last view that this client got; 0 for none."""


class Join(Request):
    """Take the first open seat; the socket has entered with the invitation."""

    type: Literal["join"]
    key: Key
    """Of one's own, to have the seat by."""
    name: Name


class Act(Request):
    """Play, discard, pass, draw, or name a suit."""

    type: Literal["act"]
    move: int
    """The view's."""
    action: str
    """One of the view's `legal`."""


class Next(Request):
    """Go on to the next round, or after a match to a rematch."""

    type: Literal["next"]


class Start(Request):
    """Begin without waiting: the maker's."""

    type: Literal["start"]


class Back(Request):
    """Take back the seat that a computer plays for me."""

    type: Literal["back"]


class Leave(Request):
    """Leave for good."""

    type: Literal["leave"]


class Ask(Request):
    """Say what the strongest level would do here."""

    type: Literal["hint"]


AnyRequest: TypeAlias = Enter | Join | Act | Next | Start | Back | Leave | Ask
REQUESTS: dict[str, type[AnyRequest]] = {
    "enter": Enter,
    "join": Join,
    "act": Act,
    "next": Next,
    "start": Start,
    "back": Back,
    "leave": Leave,
    "hint": Ask,
}


class TableRequest(Message):
    """A table to be made."""

    key: Key
    """The maker's."""
    name: str = Field(default_factory=str, json_schema_extra=NAMED)
    """Of who sits on the seat `me`; needed there."""
    game: str
    rules: dict[Any, object] = Field(default_factory=dict, json_schema_extra=OPTIONS)
    """Options that differ from their defaults: `GET /api/games` lists them."""
    seats: Annotated[list[str], FailFast()]
    """A word a seat: `me`, `friend` or a level."""
    level: str = Field(default_factory=str)
    """Plays for whoever is away; the game's first by default."""
    limit: Limit = Field(default_factory=lambda given: 60 if "friend" in given["seats"] else 0)
    """Seconds for a turn, 0 for no limit; 60 by default with a friend, else 0."""


FIELDS: dict[type[Message], tuple[str, ...]] = {
    model: tuple(model.model_fields) for model in (*REQUESTS.values(), TableRequest)
}
M = TypeVar("M", bound=Message)


def _sentence(error: ValidationError) -> str:
    """What is wrong with a message: the first of pydantic's errors, as a sentence."""
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
    """The sentence about a field that is missing, null or of another type."""
    if value is None:
        return f"The field {quote(field)} is missing."
    return f"The field {quote(field)} cannot be {quote_json(value)}."


def _checked(model: type[M], message: Mapping[str, object]) -> M:
    """A message as a model; TableError with one sentence where it does not fit.

    An unknown field is looked for first: pydantic makes an error of each, and a message may have
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


def read(frame: str) -> dict[str, object]:
    """A frame's JSON object; TableError for any other text."""
    try:
        message = json.loads(frame)
    except (ValueError, RecursionError):
        raise TableError(f"{quote(frame)} is not JSON.") from None
    if not isinstance(message, dict):
        raise TableError(f"{quote(frame)} is not a message: a message is a JSON object.")
    return message


def ident_of(message: Mapping[str, object]) -> str:
    """A request's id; TableError where it has none that can be one."""
    return checked_ident(message.get("id"))


def request(message: Mapping[str, object]) -> AnyRequest:
    """What a message asks for; TableError where it is no request."""
    kind = message.get("type")
    if not isinstance(kind, str):
        raise TableError(_unread("type", kind))
    if kind not in REQUESTS:
        raise TableError(f"Unknown message {quote(kind)} (known: {', '.join(REQUESTS)}).")
    return _checked(REQUESTS[kind], message)


def make(wish: object, offered: tuple[str, ...] = ()) -> Made:
    """The table that a wish asks for; a ParlourError with one sentence where there can be none.

    The wish is a JSON object, parsed: docs/log.md, "Making a table". `offered` names the games it
    may ask for, or none: all.
    """
    if not isinstance(wish, dict):
        raise TableError("A wish for a table is a JSON object.")
    asked = _checked(TableRequest, wish)
    key = asked.key
    found = find_game(asked.game)
    if offered and asked.game not in offered:
        raise TableError(
            f"The game {quote(asked.game)} is not offered here (offered: {', '.join(offered)})."
        )
    rules = parse_rules(found, asked.rules)
    level = asked.level if "level" in asked.model_fields_set else next(iter(LEVELS[asked.game]))
    find_level(asked.game, level)
    if len(asked.seats) != found.seats(rules):
        needed = found.seats(rules)
        raise TableError(f"{needed} seats are needed; {len(asked.seats)} were given.")
    if asked.seats.count("me") > 1:
        raise TableError("Only one of the seats can be yours.")
    name = ""
    if "me" in asked.seats:
        if "name" not in asked.model_fields_set:
            raise TableError(_unread("name", None))
        name = person_name(asked.name)
    chairs = [_chair(asked, word, name, level) for word in asked.seats]
    body = {
        "game": asked.game,
        "rules": words(found, rules),
        "chairs": chairs,
        "level": level,
        "limit": asked.limit,
        "keys": [hashed(key), hashed(derived("invite", key)), hashed(derived("watch", key))],
    }
    seat = asked.seats.index("me") if "me" in asked.seats else None
    return Made(derived("table", key)[:12], json.dumps(body, separators=(",", ":")), seat)


def _chair(asked: TableRequest, word: str, name: str, level: str) -> Chair:
    if word == "me":
        return Chair("person", name, hashed(asked.key), level)
    if word == "friend":
        return Chair("open", "", "", level)
    find_level(asked.game, word)
    return Chair("computer", "", "", word)


def plan(made: Made) -> Plan:
    """What is stored, read back."""
    body = json.loads(made.body)
    rules = parse_rules(find_game(body["game"]), body["rules"])
    chairs = tuple(Chair(*chair) for chair in body["chairs"])
    return Plan(body["game"], rules, chairs, body["level"], body["limit"], *body["keys"])
