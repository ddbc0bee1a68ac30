"""What `/openapi.json` says to those who write players over HTTP."""

from typing import Any

ABOUT = """Three card games: Straights, Hearts and Crazy Eights.

A table is made with a key that its maker draws: 128 random bits as 22 characters of base64url. The keys to join and to watch
follow from it. Every request shows a key, `Authorization: Bearer KEY`. What messages there are, and what is told: docs/log.md,
"The table's messages". The same ones go over a WebSocket at `/api/tables/{table}/socket`, where the first one is `enter`."""

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
    name={"type": "string", "minLength": 1, "maxLength": 30, "description": "of who sits on the seat `me`"},
    game=TEXT,
    rules={"type": "object", "description": "options that differ from their defaults: see /api/games"},
    seats={"type": "array", "items": TEXT, "description": "`me`, `friend` or a level, a word a seat"},
    level={"type": "string", "description": "plays for whoever is away"},
    limit={"enum": [0, 30, 60, 120], "description": "seconds for a turn, 0 for none"},
)
REQUEST = {
    "oneOf": [
        _message("join", key=KEY, name=TEXT),
        _message("act", move=NUMBER, action=TEXT),
        *map(_message, ("next", "start", "back", "leave")),
    ]
}
OPTION = _object(
    name=TEXT,
    values={"type": ["array", "null"], "items": TEXT},
    min={"type": ["integer", "null"]},
    max={"type": ["integer", "null"]},
    default={"type": ["string", "integer"]},
)
GAME = _object(
    name=TEXT,
    seats=NUMBER,
    seats_option={"type": ["string", "null"], "description": "the option that says how many play, if one does"},
    options={"type": "array", "items": OPTION},
    levels={"type": "array", "items": TEXT},
    extra={"type": "array", "items": TEXT, "description": "actions that are no card"},
)
TOLD = {"type": "array", "items": {"type": "object"}, "description": "messages: `done` or `refused`, `room`, `view`"}
REFUSED = _answer("Refused", _object(("why",), why={"type": "string", "description": "one sentence"}))
REFUSALS = dict.fromkeys((400, 401, 403, 404, 408, 413, 429, 503), REFUSED)
BEARER: dict[str, Any] = {"security": [{"key": []}]}

GAMES: dict[str, Any] = {
    "summary": "What can be played",
    "responses": {
        200: _answer(
            "Games, options and levels",
            _object(
                base={"type": ["string", "null"], "description": "where others reach this server, if not where you do"},
                games={"type": "array", "items": GAME},
            ),
        )
    },
}
MAKE: dict[str, Any] = {
    "summary": "Make a table",
    "status_code": 201,
    "openapi_extra": _body(WISH),
    "responses": {
        201: _answer("The table", _object(("table", "seat"), table=TEXT, seat={"type": ["integer", "null"]})),
        409: REFUSED,
        **REFUSALS,
    },
}
MESSAGE: dict[str, Any] = {
    "summary": "Hand over one message",
    "description": "Answered with what one is told: `room`, `view` (for who has the view numbered `have`), and what followed.",
    "openapi_extra": _body(REQUEST) | BEARER,
    "responses": {200: _answer("What one is told", TOLD), **REFUSALS},
}
VIEW: dict[str, Any] = {
    "summary": "Wait for news",
    "description": "Answered with `room` and `view` once the view's `count` is greater than `have`, or after `wait` seconds.",
    "openapi_extra": BEARER,
    "responses": {200: _answer("What one is told", TOLD), **REFUSALS},
}
