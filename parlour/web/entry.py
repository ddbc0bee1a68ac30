"""The place of a WebSocket until it has shown a key that may open its table.

Until then nothing of the table is loaded for it, and no message reaches the table. So a client
without a key costs the server a few reads of the database at most.
"""

import asyncio

from parlour.errors import ParlourError
from parlour.host.host import NO_TABLE, Host, Room, Unloaded
from parlour.host.loads import NotOpened
from parlour.host.ports import Done
from parlour.table.messages.frames import understood
from parlour.table.messages.requests import Enter
from parlour.table.messages.updates import text as written
from parlour.table.table import FIRST
from parlour.web.connections.websocket_session import WebSocketSession


class Entry:
    """The place of one WebSocket, which comes from an address."""

    def __init__(self, host: Host, table: str, line: WebSocketSession, address: str) -> None:
        """The client has said nothing."""
        self.host, self.table, self.line, self.address = host, table, line, address
        self.task: asyncio.Task[None] | None = None  # that waits for the table
        host.entering.add(line)

    def entered(self, _number: int) -> bool:
        """False: a socket that enters leaves this place."""
        return False

    def receive(self, _number: int, frame: str, done: Done) -> None:
        """Refuse a message, unless it is one that may open the table; then the line and the message
        become the table's.
        """
        ident, asked, why = understood(frame)
        if not isinstance(asked, Enter):
            self._refuse(ident, why or FIRST, done)
        elif room := self.host.rooms.get(self.table):
            self._pass(room, frame, done)
        else:
            self.task = asyncio.create_task(self._load(asked, frame, done))

    async def close(self, _number: int) -> None:
        """Wait for the table no more."""
        self.host.entering.discard(self.line)
        if self.task:
            self.task.cancel()

    async def _load(self, asked: Enter, frame: str, done: Done) -> None:
        # not before: a task that is cancelled before it begins would not answer
        self.line.cancel_when_gone(self.task)
        try:
            room = await self.host.find(self.table, self.address, asked.key)
            if room is None:
                self.line.close(NO_TABLE)
                done(None)
            else:
                self._pass(room, frame, done)
        except NotOpened as error:
            self._refuse(asked.id, str(error), done)
        except ParlourError as error:
            self.line.close(str(error))
            done(None)
        except asyncio.CancelledError:
            done(None)
        except Exception as error:  # a defect
            self.line.fail(error)
        finally:
            self.line.cancel_when_gone(None)

    def _pass(self, room: Room, frame: str, done: Done) -> None:
        try:
            number = room.open(self.line, self.address)
        except Unloaded as error:
            done(error)
            return
        self.host.entering.discard(self.line)
        self.line.move(room, number)
        room.receive(number, frame, done)

    def _refuse(self, ident: str | None, why: str, done: Done) -> None:
        self.line.send(written("refused", id=ident, why=why))
        done(None)
