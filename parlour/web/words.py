"""What `/openapi.json` says to those who write players over HTTP: the messages of a table, which
are models (`table/requests.py`, `table/messages.py`), and the other answers, whose models are here.

The page's types are made from the same schemas (`tests/support/page_types.py`).
"""

from typing import Annotated, Any, Literal, TypeAlias

from pydantic import Field as Fit
from pydantic import TypeAdapter, WithJsonSchema, with_config
from pydantic.json_schema import GenerateJsonSchema
from typing_extensions import TypedDict

from parlour.shown import HELD, KINDS, ROWS
from parlour.table.messages import EXACT, AnyMessage, Number
from parlour.table.requests import Act, Ask, Back, Enter, Join, Leave, Next, Start, TableRequest

ABOUT = """Card games: {games}.

A table is made with a key that its maker draws: 128 random bits as 22 characters of base64url. The
keys to join and to watch follow from it. Every request shows a key, `Authorization: Bearer KEY`.
docs/log.md, "The table's messages", lists the messages. The same ones go
over a WebSocket at `/api/tables/{table}/socket`, where the first one is `enter`."""


def about(titles: list[str]) -> str:
    """What the description begins with, for a server that has games of these titles."""
    return ABOUT.format(table="{table}", games=", ".join(titles))


Words: TypeAlias = dict[str, str]


class Option(TypedDict):
    """A house rule: one of `values`, or a number."""

    name: str
    label: str
    values: list[str] | None
    """Null where the values are numbers."""
    labels: Words
    """By value, where the values are words."""
    min: int | None
    max: int | None
    default: str | int


class Lies(TypedDict):
    """How a field lies on the table."""

    kind: Annotated[str, WithJsonSchema({"enum": [*KINDS]})]
    by: Annotated[str, WithJsonSchema({"enum": [*ROWS]})]
    order: str
    """The field that names the seat that came first, or empty."""
    before: str
    """The field that holds what lay there last, or empty."""


class Field(TypedDict):
    """A field of a view's `table`."""

    name: str
    label: str | list[str]
    """Or one for each value, from 0 on."""
    holds: Annotated[str, WithJsonSchema({"enum": [*HELD, "number"]})]
    row: bool
    """Whether it is a row of such."""
    lies: Lies | None


class Listed(TypedDict):
    """A game."""

    name: str
    title: str
    pitch: str
    """A sentence or two."""
    short: str
    """A few words."""
    rules: list[str]
    """Sentences."""
    cards: list[str]
    """Three that stand for the game."""
    seats: Number
    seats_option: str | None
    """The option that says how many play, if one does."""
    options: list[Option]
    levels: list[str]
    extra: list[str]
    """Actions that are no card."""
    actions: Words
    """What each of them is called."""
    said: Words
    """By action, or `card` for all cards: what happened, a sentence with {who} and {card}."""
    best: Literal["fewest", "most"]
    """Which points win."""
    fields: list[Field]
    """Of the view's `table`."""
    page: list[str]
    """The game's own files for the page, under /games/NAME/."""


class Level(TypedDict):
    """A level of the computers."""

    name: str
    title: str
    about: str
    """What it does, or empty."""


@with_config(EXACT)
class Games(TypedDict):
    """What can be played."""

    base: str | None
    """Where others reach this server, if not where you do."""
    games: list[Listed]
    others: list[Listed]
    """Not offered; tables that exist may play them."""
    levels: list[Level]
    """Of all games, the simplest first."""


@with_config(EXACT)
class NewTable(TypedDict):
    """A table that was made."""

    table: str
    """Its name in addresses."""
    seat: Number | None
    """The maker's; null for one who watches."""


@with_config(EXACT)
class Refusal(TypedDict):
    """Why a request was refused."""

    why: str
    """One sentence."""


HttpRequest: TypeAlias = Annotated[
    Join | Act | Next | Start | Back | Leave | Ask, Fit(discriminator="type")
]


class _Plain(GenerateJsonSchema):
    """Schemas whose fields have no titles beside their names."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """No."""
        return False


def schemas() -> dict[str, Any]:
    """The JSON schema of each model by its name; `AnyMessage` and `HttpRequest` are one of several
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
    found, whole = TypeAdapter.json_schemas(
        [(name, "validation", part) for name, part in parts.items()],
        ref_template=REF,
        schema_generator=_Plain,
    )
    unions = {name: schema for (name, _), schema in found.items() if "$ref" not in schema}
    return {**whole["$defs"], **unions}


REF = "#/components/schemas/{model}"
BEARER: dict[str, Any] = {"security": [{"key": []}]}


def _of(model: str) -> dict[str, Any]:
    return {"$ref": REF.format(model=model)}


def _answer(about: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}


def _body(model: str) -> dict[str, Any]:
    content = {"application/json": {"schema": _of(model)}}
    return {"requestBody": {"required": True, "content": content}}


MESSAGES = {"type": "array", "items": _of("AnyMessage")}
REFUSED = _answer("Refused", _of("Refusal"))
REFUSALS: dict[int | str, Any] = dict.fromkeys(
    (400, 401, 403, 404, 408, 413, 429, 503, "default"), REFUSED
)

GAMES: dict[str, Any] = {
    "summary": "The games offered",
    "responses": {200: _answer("Games, options and levels", _of("Games"))},
}
MAKE: dict[str, Any] = {
    "summary": "Make a table",
    "status_code": 201,
    "openapi_extra": _body("TableRequest"),
    "responses": {201: _answer("The table", _of("NewTable")), 409: REFUSED, **REFUSALS},
}
MESSAGE: dict[str, Any] = {
    "summary": "Hand over one message",
    "description": "The answer has `room`, `view` (as news to a client that has the view numbered "
    "`have`), and what followed.",
    "openapi_extra": _body("HttpRequest") | BEARER,
    "responses": {200: _answer("The messages to this client", MESSAGES), **REFUSALS},
}
VIEW: dict[str, Any] = {
    "summary": "Wait for news",
    "description": "Answered with `room` and `view` once the view's `count` is greater than "
    "`have`, or after `wait` seconds.",
    "openapi_extra": BEARER,
    "responses": {200: _answer("The messages to this client", MESSAGES), **REFUSALS},
}
