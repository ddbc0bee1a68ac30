"""A frame of a client, and the request or the fault in it."""

from parlour.errors import TableError
from parlour.table.messages.requests import Asked, ident_of, parsed, read, request


def understood(frame: str) -> tuple[str | None, Asked | None, str]:
    """The id of a frame and its request; or None for one that has none, and the reason."""
    asked, ident = parsed(frame), None
    if asked is not None:
        return asked.id, asked, ""
    try:
        message = read(frame)
        ident = ident_of(message)
        return ident, request(message), ""
    except TableError as error:
        return ident, None, str(error)
