"""Lines over HTTP, for pages whose WebSocket does not get through: some proxies forward requests
alone. Such a line gets the same messages as a WebSocket, and a request that waits takes them.
"""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress

from starlette.exceptions import HTTPException
from starlette.requests import Request

from parlour.host.host import Room, Unloaded
from parlour.host.rate_limits import Limits
from parlour.web.access.asgi import address_of, bearer
from parlour.web.connections.collector import Collector

NO_LINE = "There is no such line here, or no longer."
TOO_MANY = "Too many lines from this address; try again later."


class PolledLine(Collector):
    """The line of one page. Messages to it wait here, up to a limit, until a request takes them."""

    def __init__(self, room: Room, key: str, address: str, limits: Limits) -> None:
        """Open a line to a table for the holder of a key; no message waits."""
        super().__init__()
        self.room, self.key, self.address, self.limits = room, key, address, limits
        self.size = 0  # of the messages that wait
        self.requests = 0  # that wait for messages now
        self.expiry: asyncio.TimerHandle | None = None
        self.number = room.open(self, address)

    def send(self, *texts: str) -> None:
        """Store messages; if too many wait, end the line."""
        super().send(*texts)
        self.size += sum(map(len, texts))
        if self.size > self.limits.queue:
            self.messages.clear()
            self.close()

    def take(self) -> list[str]:
        """The messages that wait, which then wait no longer."""
        texts, self.messages, self.size = self.messages, [], 0
        if not self.closed:
            self.arrived.clear()
        return texts

    async def leave(self) -> None:
        """End this line at the table."""
        with suppress(Unloaded):
            await self.room.close(self.number)


class PolledLines:
    """The open lines by their names. A line ends when its client does not wait for messages for
    some time, or leaves while it waits.
    """

    def __init__(self, limits: Limits) -> None:
        """No line is open."""
        self.limits = limits
        self.lines: dict[str, PolledLine] = {}
        self.ends: set[asyncio.Task[None]] = set()

    async def open(
        self, room: Room, request: Request, enter: Callable[[PolledLine], Awaitable[None]]
    ) -> tuple[str, list[str]]:
        """A new line's name and its first messages. `enter` shows the key to the table, and raises
        what refuses it.
        """
        address = address_of(request.scope)
        if sum(line.address == address for line in self.lines.values()) >= self.limits.connections:
            raise HTTPException(429, TOO_MANY)
        line, name = PolledLine(room, bearer(request.scope), address, self.limits), ""
        try:
            await enter(line)
            name = secrets.token_urlsafe(16)
            self.lines[name] = line
            self._await_request(name, line)
        finally:
            if not name:
                await line.leave()
        return name, line.take()

    async def receive(self, name: str, request: Request, wait: float) -> list[str]:
        """The messages of a line, once there are some or after `wait` seconds."""
        line = self.find(name, request)
        line.requests += 1
        self._stop_expiry(line)
        try:
            present = line.arrived.is_set() or await _arrival(line, request, wait)
        finally:
            line.requests -= 1
            if not line.requests:
                self._await_request(name, line)
        if not present or (line.closed and not line.messages):
            why = line.why or NO_LINE
            self.end(name)
            raise HTTPException(410, why)
        return line.take()

    async def send(self, name: str, request: Request, text: str) -> None:
        """Pass a client's message to the table; the answer is a message of the line."""
        line = self.find(name, request)
        with suppress(Unloaded):  # the line's next request learns of it
            await line.room.handle(line.number, text)

    def find(self, name: str, request: Request) -> PolledLine:
        """The line of this name, whose key the request shows; 404 if there is none."""
        line = self.lines.get(name)
        if line is None or not secrets.compare_digest(line.key, bearer(request.scope)):
            raise HTTPException(404, NO_LINE)
        return line

    def end(self, name: str) -> None:
        """End a line."""
        if line := self.lines.pop(name, None):
            self._stop_expiry(line)
            line.close()
            task = asyncio.create_task(line.leave())
            self.ends.add(task)
            task.add_done_callback(self.ends.discard)

    def _await_request(self, name: str, line: PolledLine) -> None:
        """End a line if no request waits for its messages for some time."""
        self._stop_expiry(line)
        loop = asyncio.get_running_loop()
        line.expiry = loop.call_later(self.limits.linger, self.end, name)

    @staticmethod
    def _stop_expiry(line: PolledLine) -> None:
        if line.expiry:
            line.expiry.cancel()
            line.expiry = None


async def _arrival(line: PolledLine, request: Request, wait: float) -> bool:
    """Wait for a message or the end of a time; returns whether the client is still there."""
    arrived = asyncio.create_task(line.arrived.wait())
    gone = asyncio.create_task(disconnected(request))
    try:
        await asyncio.wait((arrived, gone), timeout=wait, return_when=asyncio.FIRST_COMPLETED)
        return not gone.done()
    finally:
        arrived.cancel()
        gone.cancel()


async def disconnected(request: Request) -> None:
    """Wait until a client disconnects; a body that it sends meanwhile is not stored."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
