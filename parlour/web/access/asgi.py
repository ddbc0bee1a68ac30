"""The types of ASGI, the headers of a request, and refusals in JSON."""

import json
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.responses import JSONResponse

from parlour.table.messages.keys import is_key

Scope = dict[str, Any]
Receive = Callable[[], Awaitable[dict[str, Any]]]
Send = Callable[[Any], Awaitable[None]]
App = Callable[[Any, Any, Any], Awaitable[None]]


def header(scope: Mapping[str, Any], name: bytes) -> str:
    """A header of a request; empty if it is absent."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return ""


def bearer(scope: Mapping[str, Any]) -> str:
    """The key in the header Authorization; empty if there is none."""
    kind, _, key = header(scope, b"authorization").partition(" ")
    if kind.lower() == "bearer" and is_key(key):
        return key
    return ""


def address_of(scope: Mapping[str, Any]) -> str:
    """The address of a request's client; empty if it is unknown."""
    address: str = (scope.get("client") or ("",))[0]
    return address


class Json(JSONResponse):
    """JSON in ASCII, so that every text can be encoded."""

    def render(self, content: Any) -> bytes:
        """The JSON as bytes."""
        return json.dumps(content, separators=(",", ":")).encode()


def refusal(status: int, why: str, **headers: str) -> JSONResponse:
    """A refusal with a sentence; `headers` has names with underscores."""
    return Json(
        {"why": why}, status, {name.replace("_", "-"): value for name, value in headers.items()}
    )
