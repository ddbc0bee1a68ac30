"""The items of a table's inbox: messages of its sockets, decisions, and times."""

import contextlib
from collections.abc import Iterator
from enum import Enum
from typing import NamedTuple, TypeAlias

from parlour.errors import TableError
from parlour.host.ports import Done
from parlour.table.messages.requests import ident_of, read
from parlour.table.messages.updates import text as written
from parlour.table.table import Decided


class SocketMessage(NamedTuple):
    """A socket's message, or None for its end. `done` is called when its outcome has been sent, or
    with the reason why there is none.
    """

    socket: int
    text: str | None
    done: Done


class Decision(NamedTuple):
    """A decision that the table requested."""

    ticket: int
    decided: Decided


class Moment(Enum):
    """The first call of a table, or one at the time that it has named."""

    BEGIN = "begin"
    CALL = "call"


InboxItem: TypeAlias = SocketMessage | Decision | Moment


def refused(frame: str | None, why: str) -> Iterator[str]:
    """The refusal of a socket's message that a table failed to handle. Its end, `enter` and what is
    no message have none: clients enter again.
    """
    with contextlib.suppress(TableError):
        message = read(frame or "")
        if message.get("type") != "enter":
            yield written("refused", id=ident_of(message), why=why)
