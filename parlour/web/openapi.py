"""The description of the interface in `/openapi.json`, for authors of players over HTTP. The
messages of a table are models of `requests.py`, `new_table.py` and `messages.py` in
`table/messages`; the models of the other answers are here.

The page's types are made from the same schemas.
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field as Fit
from pydantic import TypeAdapter, WithJsonSchema, with_config
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypedDict

from parlour import __version__
from parlour.catalogue.layout import HELD, KINDS, ROWS
from parlour.table.messages.messages import EXACT, AnyMessage, Number
from parlour.table.messages.new_table import TableRequest
from parlour.table.messages.requests import (
    Act,
    Ask,
    Back,
    Enter,
    Forced,
    Join,
    Leave,
    Next,
    Rest,
    Say,
    Start,
    Undo,
)

ABOUT = """Card games: {games}.

A table is made with a key that its maker draws: 128 random bits as 22 characters of base64url. The
keys to join and to watch follow from it. Every request shows a key, `Authorization: Bearer KEY`.
docs/log.md, "The table's messages", lists the messages. The same ones go
over a WebSocket at `/api/tables/{table}/socket`, where the first one is `enter`."""


Words: TypeAlias = dict[str, str]


class Option(TypedDict):
    """A house rule: its value is one of `values`, or a number."""

    name: str
    label: str
    values: list[str] | None
    """Null if the values are numbers."""
    labels: Words
    """Labels by value, if the values are words."""
    min: int | None
    max: int | None
    default: str | int


class Preset(TypedDict):
    """House rules that people know by one name."""

    name: str
    title: str
    about: str
    """A sentence; empty for the standard rules."""
    rules: dict[str, str | int]
    """The options that differ from the standard rules."""


class Lies(TypedDict):
    """How a field is shown on the table."""

    kind: Annotated[str, WithJsonSchema({"enum": [*KINDS]})]
    by: Annotated[str, WithJsonSchema({"enum": [*ROWS]})]
    order: str
    """The field with the seat that came first, or empty."""
    before: str
    """The field with the cards that were there before, or empty."""


class Field(TypedDict):
    """A field of a view's `table`."""

    name: str
    label: str | list[str]
    """A label, or one for each value from 0 on."""
    holds: Annotated[str, WithJsonSchema({"enum": [*HELD, "number"]})]
    row: bool
    """Whether the field is a row of such values."""
    lies: Lies | None


class Listed(TypedDict):
    """A game of the server."""

    name: str
    title: str
    pitch: str
    """One or two sentences about the game."""
    short: str
    """The game in a few words."""
    rules: list[str]
    """The rules in sentences."""
    cards: list[str]
    """Three cards as the game's picture."""
    seats: Number
    seats_option: str | None
    """The option for the number of players; null if there is none."""
    options: list[Option]
    presets: list[Preset]
    """Named house rules, the standard ones first."""
    preset: str
    """The name of the preset with which new tables of the page start."""
    levels: list[str]
    """The levels that people choose from; a table takes the others too."""
    strengths: Words
    """By level, a measured strength in this game; it replaces the `about` of the level."""
    extra: list[str]
    """Actions other than cards."""
    actions: Words
    """Labels of these actions."""
    said: Words
    """By action, or `card` for all cards: a sentence about the action, with {who} and {card}."""
    best: Literal["fewest", "most"]
    """Whether the fewest or the most points win."""
    fields: list[Field]
    """The fields of the view's `table`."""
    page: list[str]
    """The game's own files for the page, under /games/NAME/."""


class Level(TypedDict):
    """A level of the computer players."""

    name: str
    title: str
    about: str
    """A description of its play, or empty."""


@with_config(EXACT)
class Games(TypedDict):
    """The games and levels of a server."""

    base: str | None
    """The server's address for other devices; null if it is the same."""
    games: list[Listed]
    others: list[Listed]
    """Games that only existing tables may play."""
    levels: list[Level]
    """The levels of all games, the simplest first."""


@with_config(EXACT)
class NewTable(TypedDict):
    """A new table."""

    table: str
    """The table's name, used in addresses."""
    seat: Number | None
    """The maker's seat; null for a spectator."""


@with_config(EXACT)
class Refusal(TypedDict):
    """The refusal of a request."""

    why: str
    """The reason in one sentence."""


HttpRequest: TypeAlias = Annotated[
    Join | Act | Next | Start | Back | Leave | Ask | Undo | Forced | Rest | Say,
    Fit(discriminator="type"),
]


class _Plain(GenerateJsonSchema):
    """A generator of schemas without titles of fields."""

    def field_title_should_be_set(self, _schema: Any) -> bool:
        """False, since a field's name is enough."""
        return False


def schemas() -> dict[str, Any]:
    """The JSON schema of each model by its name. `AnyMessage` and `HttpRequest` are unions of
    models.
    """
    parts: dict[str, TypeAdapter[Any]] = {
        "TableRequest": TypeAdapter(TableRequest),
        "Enter": TypeAdapter(Enter),
        "HttpRequest": TypeAdapter(HttpRequest),
        "AnyMessage": TypeAdapter(AnyMessage, config=EXACT),
        "Games": TypeAdapter(Games),
        "NewTable": TypeAdapter(NewTable),
        "Refusal": TypeAdapter(Refusal),
    }
    entries, whole = TypeAdapter.json_schemas(
        [(name, "validation", part) for name, part in parts.items()],
        ref_template=REF,
        schema_generator=_Plain,
    )
    unions = {name: schema for (name, _), schema in entries.items() if "$ref" not in schema}
    return {**whole["$defs"], **unions}


REF = "#/components/schemas/{model}"


def _of(model: str) -> dict[str, Any]:
    return {"$ref": REF.format(model=model)}


def _content(schema: dict[str, Any]) -> dict[str, Any]:
    return {"content": {"application/json": {"schema": schema}}}


def _body(model: str) -> dict[str, Any]:
    return {"requestBody": {"required": True, **_content(_of(model))}}


def _answer(about: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, **_content(schema)}


def _query(name: str, kind: str) -> dict[str, Any]:
    schema = {"type": kind, "minimum": 0, "default": 0}
    return {"name": name, "in": "query", "required": False, "schema": schema}


TABLE = {"name": "table", "in": "path", "required": True, "schema": {"type": "string"}}
BEARER: dict[str, Any] = {"security": [{"key": []}]}
MESSAGES = _answer("The messages to this client", {"type": "array", "items": _of("AnyMessage")})
REFUSED = _answer("Refused", _of("Refusal"))
REFUSALS = dict.fromkeys(
    ("400", "401", "403", "404", "408", "413", "429", "503", "default"), REFUSED
)
PATHS = {
    "/api/games": {
        "get": {
            "summary": "The games offered",
            "operationId": "games",
            "responses": {"200": _answer("Games, options and levels", _of("Games"))},
        }
    },
    "/api/tables": {
        "post": {
            "summary": "Make a table",
            "operationId": "make",
            **_body("TableRequest"),
            "responses": {
                "201": _answer("The table", _of("NewTable")),
                "409": REFUSED,
                **REFUSALS,
            },
        }
    },
    "/api/tables/{table}/messages": {
        "post": {
            "summary": "Hand over one message",
            "description": "The answer has `room`, `view` (as news to a client that has the view "
            "numbered `have`), and what followed.",
            "operationId": "message",
            "parameters": [TABLE, _query("have", "integer")],
            **_body("HttpRequest"),
            "responses": {"200": MESSAGES, **REFUSALS},
            **BEARER,
        },
    },
    "/api/tables/{table}/view": {
        "get": {
            "summary": "Wait for news",
            "description": "Answered with `room` and `view` once the view's `count` is greater "
            "than `have`, or after `wait` seconds.",
            "operationId": "view",
            "parameters": [TABLE, _query("have", "integer"), _query("wait", "number")],
            "responses": {"200": MESSAGES, **REFUSALS},
            **BEARER,
        },
    },
}


def described(titles: list[str]) -> dict[str, Any]:
    """The OpenAPI description, for a server with games of these titles."""
    about = ABOUT.format(table="{table}", games=", ".join(titles))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Parlour", "description": about, "version": __version__},
        "paths": PATHS,
        "components": {
            "schemas": schemas(),
            "securitySchemes": {"key": {"type": "http", "scheme": "bearer"}},
        },
    }
