"""What `/openapi.json` says to those who write players over HTTP."""

from typing import Any

from parlour.shown import HELD, KINDS, ROWS

ABOUT = """Card games: {games}.

A table is made with a key that its maker draws: 128 random bits as 22 characters of base64url. The
keys to join and to watch follow from it. Every request shows a key, `Authorization: Bearer KEY`.
What messages there are, and what is told: docs/log.md, "The table's messages". The same ones go
over a WebSocket at `/api/tables/{table}/socket`, where the first one is `enter`."""


def about(titles: list[str]) -> str:
    """What the description begins with, for a server that has games of these titles."""
    return ABOUT.format(table="{table}", games=", ".join(titles))


TEXT: dict[str, Any] = {"type": "string"}
NUMBER: dict[str, Any] = {"type": "integer"}
KEY: dict[str, Any] = {"type": "string", "pattern": "^[A-Za-z0-9_-]{22}$"}
IDENT: dict[str, Any] = {
    "type": "string",
    "maxLength": 40,
    "description": "of the client's choice; sent again, it is not done again",
}


def _object(needed: tuple[str, ...] = (), **fields: Any) -> dict[str, Any]:
    return {"type": "object", "properties": fields} | ({"required": list(needed)} if needed else {})


def _message(kind: str, **fields: Any) -> dict[str, Any]:
    fields = {"type": {"const": kind}, "id": IDENT, **fields}
    return _object(tuple(fields), **fields)


def _answer(about: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"description": about, "content": {"application/json": {"schema": schema}}}


def _body(schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": schema}}}}


WISH = _object(
    ("key", "game", "seats"),
    key=KEY,
    name={
        "type": "string",
        "minLength": 1,
        "maxLength": 30,
        "description": "of who sits on the seat `me`",
    },
    game=TEXT,
    rules={
        "type": "object",
        "description": "options that differ from their defaults: see /api/games",
    },
    seats={
        "type": "array",
        "items": TEXT,
        "description": "`me`, `friend` or a level, a word a seat",
    },
    level={"type": "string", "description": "plays for whoever is away"},
    limit={"enum": [0, 30, 60, 120], "description": "seconds for a turn, 0 for none"},
)
REQUEST = {
    "oneOf": [
        _message("join", key=KEY, name=TEXT),
        _message("act", move=NUMBER, action=TEXT),
        *map(_message, ("next", "start", "back", "leave", "hint")),
    ]
}
WORDS = {"type": "object", "additionalProperties": TEXT}
OPTION = _object(
    name=TEXT,
    label=TEXT,
    values={
        "type": ["array", "null"],
        "items": TEXT,
        "description": "null where the values are numbers",
    },
    labels=WORDS | {"description": "by value"},
    min={"type": ["integer", "null"]},
    max={"type": ["integer", "null"]},
    default={"type": ["string", "integer"]},
)
LIES = _object(
    kind={"enum": list(KINDS), "description": "how the field lies on the table"},
    by={"enum": list(ROWS)},
    order=TEXT | {"description": "the field that names the seat that came first, or empty"},
    before=TEXT | {"description": "the field that holds what lay there last, or empty"},
)
FIELD = _object(
    name=TEXT,
    label={
        "oneOf": [TEXT, {"type": "array", "items": TEXT}],
        "description": "or one for each value, from 0 on",
    },
    holds={"enum": [*HELD, "number"]},
    row={"type": "boolean", "description": "whether it is a row of such"},
    lies={"oneOf": [LIES, {"type": "null"}]},
)
GAME = _object(
    name=TEXT,
    title=TEXT,
    pitch=TEXT | {"description": "a sentence or two"},
    short=TEXT | {"description": "a few words"},
    rules={"type": "array", "items": TEXT, "description": "sentences"},
    cards={"type": "array", "items": TEXT, "description": "three that stand for the game"},
    seats=NUMBER,
    seats_option={
        "type": ["string", "null"],
        "description": "the option that says how many play, if one does",
    },
    options={"type": "array", "items": OPTION},
    levels={"type": "array", "items": TEXT},
    extra={"type": "array", "items": TEXT, "description": "actions that are no card"},
    actions=WORDS | {"description": "by action that is no card, what it is called"},
    said=WORDS
    | {
        "description": "by action, or `card` for all cards: what happened, a sentence with {who} "
        "and {card}"
    },
    best={"enum": ["fewest", "most"], "description": "which points win"},
    fields={"type": "array", "items": FIELD, "description": "of the view's `table`"},
    page={
        "type": "array",
        "items": TEXT,
        "description": "the game's own files for the page, under /games/NAME/",
    },
)
LEVEL = _object(name=TEXT, title=TEXT, about=TEXT | {"description": "what it does, or empty"})
TOLD = {
    "type": "array",
    "items": {"type": "object"},
    "description": "messages: `done` or `refused`, `room`, `view`",
}
REFUSED = _answer(
    "Refused", _object(("why",), why={"type": "string", "description": "one sentence"})
)
REFUSALS = dict.fromkeys((400, 401, 403, 404, 408, 413, 429, 503), REFUSED)
BEARER: dict[str, Any] = {"security": [{"key": []}]}

GAMES: dict[str, Any] = {
    "summary": "What can be played",
    "responses": {
        200: _answer(
            "Games, options and levels",
            _object(
                base={
                    "type": ["string", "null"],
                    "description": "where others reach this server, if not where you do",
                },
                games={"type": "array", "items": GAME},
                others={
                    "type": "array",
                    "items": GAME,
                    "description": "not offered; tables that exist may play them",
                },
                levels={
                    "type": "array",
                    "items": LEVEL,
                    "description": "of all games, the simplest first",
                },
            ),
        )
    },
}
MAKE: dict[str, Any] = {
    "summary": "Make a table",
    "status_code": 201,
    "openapi_extra": _body(WISH),
    "responses": {
        201: _answer(
            "The table", _object(("table", "seat"), table=TEXT, seat={"type": ["integer", "null"]})
        ),
        409: REFUSED,
        **REFUSALS,
    },
}
MESSAGE: dict[str, Any] = {
    "summary": "Hand over one message",
    "description": "Answered with what one is told: `room`, `view` (for who has the view numbered "
    "`have`), and what followed.",
    "openapi_extra": _body(REQUEST) | BEARER,
    "responses": {200: _answer("What one is told", TOLD), **REFUSALS},
}
VIEW: dict[str, Any] = {
    "summary": "Wait for news",
    "description": "Answered with `room` and `view` once the view's `count` is greater than "
    "`have`, or after `wait` seconds.",
    "openapi_extra": BEARER,
    "responses": {200: _answer("What one is told", TOLD), **REFUSALS},
}
