"""The load of a measurement: players at tables, whose sockets cost little CPU because they share
the cores with the server.

The client parses only the fields that it needs: the count of a view, the whole view only if its
seat may act, the phase of a room. A socket is the library's sans-IO protocol on an asyncio
transport; the library's asyncio client costs about 30 % more. Frames take about a fifth of the
load's CPU, and the load a third of the server's, so there is no need to parse them by hand.
"""

import asyncio
import contextlib
import json
import random
import re
import secrets
from collections import deque
from collections.abc import Callable
from time import perf_counter
from typing import Any

from new_tables import NEW_TABLES, SEATS
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.http11 import Response
from websockets.uri import parse_uri

REQUEST_SECONDS = 30.0  # seconds until a request fails
VIEW, ROOM = b'{"type":"view"', b'{"type":"room"'
COUNT = re.compile(rb'"count":(\d+)')
PHASE = re.compile(rb'"phase":"(\w+)"')
NOTHING = b'"legal":[]'  # the view of a seat that may not act


class Line(asyncio.Protocol):
    """A client's WebSocket: passes each message to `receive`, and calls `lost` when the connection
    is closed.
    """

    def __init__(
        self, address: str, key: str, receive: Callable[[bytes], None], lost: Callable[[], None]
    ) -> None:
        """Not connected yet; `opened` completes after the handshake."""
        self.uri, self.key, self.receive, self.lost = parse_uri(address), key, receive, lost
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    async def open(self, local: str) -> None:
        """Connect from an address of this machine; OSError if that fails."""
        loop = asyncio.get_running_loop()
        await loop.create_connection(
            lambda: self, self.uri.host, self.uri.port, local_addr=(local, 0)
        )
        await self.opened

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the handshake."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        self.protocol = ClientProtocol(self.uri)
        request = self.protocol.connect()
        request.headers["Authorization"] = f"Bearer {self.key}"
        self.protocol.send_request(request)
        self._flush()

    def data_received(self, data: bytes) -> None:
        """Parse the handshake's answer, or frames."""
        self.protocol.receive_data(data)
        for event in self.protocol.events_received():
            if isinstance(event, Frame):
                if event.opcode is Opcode.TEXT:  # the server sends each message in one frame
                    self.receive(bytes(event.data))
            elif isinstance(event, Response) and not self.opened.done():
                error = self.protocol.handshake_exc
                self.opened.set_result(None) if error is None else self.opened.set_exception(
                    ConnectionError(str(error))
                )
        self._flush()
        if self.protocol.close_expected():
            self.transport.close()

    def connection_lost(self, _error: Exception | None) -> None:
        """Report the end."""
        self.protocol.receive_eof()  # after this, its close code is known
        if not self.opened.done():
            self.opened.set_exception(ConnectionError("not a WebSocket"))
        self.lost()

    def send(self, text: bytes) -> None:
        """Send one message."""
        self.protocol.send_text(text)
        self._flush()

    def _flush(self) -> None:
        if parts := self.protocol.data_to_send():
            self.transport.write(b"".join(parts))


class Chair:
    """One player, who connects again after a lost connection."""

    def __init__(self, table: "Table", key: str) -> None:
        """Not connected yet."""
        self.table, self.key = table, key
        self.line: Line | None = None
        self.count = 0  # of the last view
        self.view: dict[str, Any] | None = None  # the last view, if the seat may act
        self.phase = b""
        self.asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.viewed = asyncio.Event()  # set when the socket has received a view
        self.tasks: set[asyncio.Task[None]] = set()

    def connect(self, delay: float = 0.0) -> None:
        """Begin to connect, after so many seconds."""
        task = asyncio.create_task(self._connect(delay))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _connect(self, delay: float) -> None:
        await asyncio.sleep(delay)
        line = Line(self.table.socket_url, self.key, self.receive, self._lost)
        try:
            await line.open(self.table.address)
        except OSError:
            if not line.opened.done():  # there was no connection to lose
                self._lost()
            return
        self.line = line
        line.send(message("enter", key=self.key, have=self.count))

    def _lost(self) -> None:
        """Fail the open requests, and connect again as a page does, unless the measurement is
        over.
        """
        self.line = None
        for answer in self.asked.values():
            if not answer.done():
                answer.set_exception(ConnectionError("the socket was lost"))
        self.asked.clear()
        if not self.table.over:
            self.table.lost += 1
            self.connect(random.uniform(0.05, 0.5))

    def receive(self, text: bytes) -> None:
        """Read one message of the table."""
        if text.startswith(VIEW):
            number = COUNT.search(text)
            assert number
            self.count = int(number[1])
            self.view = None if NOTHING in text else json.loads(text)["view"]
            self.viewed.set()
        elif text.startswith(ROOM):
            phase = PHASE.search(text)
            assert phase
            self.phase = phase[1]
        else:
            answer = json.loads(text)
            if (waiting := self.asked.pop(answer["id"], None)) and not waiting.done():
                waiting.set_result(answer)
            elif answer["type"] == "refused":
                self.table.errors.append(answer["why"])
        self.table.news()

    async def ask(self, kind: str, **fields: Any) -> None:
        """Send a request and wait for `done`; ConnectionError, TimeoutError, or ValueError with the
        refusal.
        """
        if self.line is None:
            raise ConnectionError("not connected")
        ident = secrets.token_hex(6)
        waiting = self.asked[ident] = asyncio.get_running_loop().create_future()
        self.line.send(message(kind, ident=ident, **fields))
        async with asyncio.timeout(REQUEST_SECONDS):
            answer = await waiting
        if answer["type"] == "refused":
            raise ValueError(answer["why"])


class Table:
    """One table with four players, who make the moves that are due there one after the other."""

    def __init__(self, port: int, number: int) -> None:
        """The table is not made yet."""
        self.port, self.number = port, number
        self.address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        self.name = ""
        self.chairs: list[Chair] = []
        self.queue: deque[float] = deque()  # due times of moves that are not made yet
        self.task: asyncio.Task[None] | None = None  # makes them
        self.wanted: tuple[Callable[[], bool], asyncio.Future[None]] | None = (
            None  # a condition, and the future that it completes
        )
        self.answers: list[float] = []  # seconds from a move's due time to its answer
        self.view_times: list[float] = []  # seconds from a move's due time to the last of its views
        self.waits: list[float] = []  # seconds from a move's due time until it was sent
        self.errors: list[str] = []
        self.next_requests = self.lost = 0
        self.over = False

    @property
    def socket_url(self) -> str:
        """The address of its sockets."""
        return f"ws://127.0.0.1:{self.port}/api/tables/{self.name}/socket"

    # Making the table.

    async def make(self) -> None:
        """Make the table, join it with all players, and wait for their views."""
        maker = new_key()
        new_table = {
            "key": maker,
            "name": "P0",
            "seats": ["me"] + ["friend"] * (SEATS - 1),
            "limit": 0,
        }
        self.name = (
            await self.post(
                "/api/tables", new_table | NEW_TABLES[self.number % len(NEW_TABLES)], maker
            )
        )["table"]
        enter = {"type": "enter", "id": "1", "key": maker, "have": 0}
        answer = await self.post(f"/api/tables/{self.name}/messages", enter, maker)
        invite = next(str(room["invite"]) for room in answer if room["type"] == "room")
        self.add(maker)
        for number in range(1, SEATS):
            key = new_key()
            join = {"type": "join", "id": "1", "key": key, "name": f"P{number}"}
            await self.post(f"/api/tables/{self.name}/messages", join, invite)
            self.add(key)
        async with asyncio.timeout(2 * REQUEST_SECONDS):
            for chair in self.chairs:
                await chair.viewed.wait()
        await self.until(self.decided)

    def add(self, key: str) -> None:
        """Add a player, and open its socket."""
        self.chairs.append(Chair(self, key))
        self.chairs[-1].connect()

    async def post(self, path: str, body: Any, bearer: str) -> Any:
        """The answer to a POST from this table's address; RuntimeError unless it succeeds."""
        status, answer = await request(self.port, "POST", path, body, bearer, self.address)
        if status not in (200, 201):
            raise RuntimeError(f"{path}: {status} {answer}")
        return answer

    # Moves.

    def due(self, at: float) -> None:
        """Queue a move; it is made after those before it."""
        self.queue.append(at)
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._make_moves())

    async def _make_moves(self) -> None:
        while self.queue:
            try:
                await self._act(self.queue.popleft())
                await self._request_next_round()
            except (
                OSError,
                ValueError,
            ) as error:  # the move is not made; TimeoutError is an OSError
                self.errors.append(f"{type(error).__name__}: {error}")

    async def _act(self, due: float) -> None:
        """A random legal action by a seat that may act; records its times."""
        await self.until(self.decided)
        chair = random.choice([chair for chair in self.chairs if chair.view])
        view = chair.view
        assert view
        # no other seat is sent a pass
        sent = later_views([chair] if view["table"].get("passing") else self.chairs)
        self.waits.append(perf_counter() - due)
        await chair.ask("act", move=view["move"], action=random.choice(view["legal"]))
        self.answers.append(perf_counter() - due)
        await self.until(sent)
        self.view_times.append(perf_counter() - due)

    async def _request_next_round(self) -> None:
        """If the round is over, request the next one; these requests are extra work, not moves."""
        await self.until(self.decided)
        while not any(chair.view for chair in self.chairs):
            deal = later_views(self.chairs)
            for chair in self.chairs:
                await chair.ask("next")
            self.next_requests += len(self.chairs)
            await self.until(deal)
            await self.until(self.decided)

    def decided(self) -> bool:
        """Whether a seat may act, or all rooms say that the round is over."""
        return any(chair.view for chair in self.chairs) or all(
            chair.phase in (b"scored", b"over") for chair in self.chairs
        )

    async def until(self, true: Callable[[], bool]) -> None:
        """Wait until messages make this condition true; TimeoutError."""
        if true():
            return
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wanted = true, waiting
        async with asyncio.timeout(REQUEST_SECONDS):
            await waiting

    def news(self) -> None:
        """Check the condition that is waited for."""
        if self.wanted and self.wanted[0]():
            waiting, self.wanted = self.wanted[1], None
            if not waiting.done():
                waiting.set_result(None)

    # The end of the table.

    def cut(self) -> None:
        """Abort all its sockets."""
        for chair in self.chairs:
            chair.viewed.clear()
            if chair.line:
                chair.line.transport.abort()

    async def close(self) -> None:
        """Close all sockets and end all tasks."""
        self.over = True
        self.cut()
        tasks = [task for chair in self.chairs for task in chair.tasks] + (
            [self.task] if self.task else []
        )
        for task in tasks:
            task.cancel()
        for task in tasks:
            with contextlib.suppress(asyncio.CancelledError, OSError):
                await task


async def request(
    port: int,
    method: str,
    path: str,
    body: object = None,
    bearer: str = "",
    local: str = "127.0.0.1",
) -> tuple[int, Any]:
    """An HTTP request with a JSON body from an address of this machine; status and JSON answer.
    OSError, ValueError.
    """
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(local, 0))
    payload = b"" if body is None else json.dumps(body).encode()
    head = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
    head += [f"Authorization: Bearer {bearer}"] if bearer else []
    head += ["Content-Type: application/json", f"Content-Length: {len(payload)}"] if payload else []
    try:
        writer.write("\r\n".join([*head, "", ""]).encode() + payload)
        status, _, rest = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    return int(status.split(b" ", 2)[1]) if status else 0, json.loads(rest) if rest else None


def later_views(chairs: list[Chair]) -> Callable[[], bool]:
    """A condition: each of these players has got a view later than its present one."""
    counts = [(chair, chair.count) for chair in chairs]
    return lambda: all(chair.count > count for chair, count in counts)


def new_key() -> str:
    """A new key, as text."""
    return secrets.token_urlsafe(16)


def message(kind: str, *, ident: str = "0", **fields: Any) -> bytes:
    """A request as JSON."""
    return json.dumps({"type": kind, "id": ident} | fields).encode()
