"""The requests of a client to a table, read and checked.

Each request is a model. Its fields are the checks, the schema in `/openapi.json` and the page's
types. An invalid request is refused in one sentence, which `_sentence` makes.
"""

import json
import re
from collections.abc import Mapping
from typing import Annotated, Literal, NamedTuple, TypeAlias, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    JsonValue,
    TypeAdapter,
    ValidationError,
)

from parlour.errors import TableError, quote, quote_json
from parlour.shuffle import DEALS
from parlour.table.messages.keys import KEY
from parlour.table.messages.messages import EXACT, PHRASES, Phrase
from parlour.table.messages.names import LONGEST_NAME, UNFIT_NAME, person_name

LIMITS = (0, 30, 60, 120)  # seconds for a turn; 0 for no limit
LONGEST_IDENT = 40
UNFIT = {  # by field: the sentence about an invalid value of the right type
    "key": "A key is 22 characters of base64url.",  # an error must not show a key
    "name": UNFIT_NAME,
    "limit": f"Unknown limit {{}} (known: {', '.join(map(str, LIMITS))} seconds).",
    "deal": f"The deal {{}} is not a whole number from 1 to {DEALS}.",
    "phrase": f"Unknown phrase {{}} (known: {', '.join(PHRASES)}).",
}
SEAT = "Unknown seat {} (known: me, friend, or a computer's level)."


def checked_ident(value: object) -> str:
    """A request's id; TableError if it is invalid."""
    if not isinstance(value, str):
        raise TableError(unread("id", value))
    if not 0 < len(value) <= LONGEST_IDENT or not value.isprintable():
        raise TableError(
            f"The id {quote(value)} is not 1 to {LONGEST_IDENT} characters that can be printed."
        )
    return value


Schema: TypeAlias = dict[str, JsonValue]
NAMED: Schema = {"minLength": 1, "maxLength": LONGEST_NAME}

Key = Annotated[str, Field(pattern=f"^{KEY}$")]
Ident = Annotated[
    str, BeforeValidator(checked_ident), Field(min_length=1, max_length=LONGEST_IDENT)
]
Name = Annotated[str, AfterValidator(person_name), Field(json_schema_extra=NAMED)]
Deal = Annotated[int, Field(ge=1, le=DEALS)]
"""A deal number: it fixes the cards and the computers' dice, as `parlour play --seed`."""


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


M = TypeVar("M", bound=Message)


def _sentence(error: ValidationError) -> str:
    """The first of pydantic's errors as a sentence."""
    first = error.errors(include_url=False)[0]
    kind, field, value = first["type"], first["loc"][-1], first["input"]
    if isinstance(field, int):
        return SEAT.format(quote_json(value))
    if kind == "missing":
        return unread(field, None)
    if field in UNFIT and not kind.endswith("_type"):
        return UNFIT[field].format(quote(value) if isinstance(value, str) else quote_json(value))
    return unread(field, value)


def unread(field: str, value: object) -> str:
    """The sentence about a field that is missing, null or of the wrong type."""
    if value is None:
        return f"The field {quote(field)} is missing."
    return f"The field {quote(field)} cannot be {quote_json(value)}."


def checked(model: type[M], message: Mapping[str, object]) -> M:
    """A message as a model; TableError with one sentence if it is invalid.

    Unknown fields are checked first: pydantic makes an error of each, and a message may have
    thousands.
    """
    names = model.model_fields
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
    if parts := _MOVE(frame):
        move, action, ident = parts.groups()[:3] if parts[1] else parts.group(5, 6, 4)
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
        raise TableError(unread("type", kind))
    if kind not in REQUESTS:
        raise TableError(f"Unknown message {quote(kind)} (known: {', '.join(REQUESTS)}).")
    return checked(REQUESTS[kind], message)
