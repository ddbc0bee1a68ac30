"""A real server on a real socket, in a thread of the test; and a client that plays."""

import asyncio
import base64
import http.client
import json
import secrets
import socket
import threading
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from parlour.host.host import Host
from parlour.host.rate_limits import Limits
from parlour.storage import location
from parlour.storage.store import Store
from parlour.web import serve
from parlour.web.access.hosts import allowed_hosts
from parlour.web.access.layers import guarded
from parlour.web.access.rates import Rates
from parlour.web.app import build
from parlour.web.connections.listener import Server


def key() -> str:
    return base64.urlsafe_b64encode(secrets.token_bytes(16)).decode().rstrip("=")


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time can be set ahead."""

    ahead = 0.0

    def time(self) -> float:
        return super().time() + self.ahead


class Served:
    """A server around a store, until the block is left."""

    def __init__(
        self,
        data: Path | str,
        limits: Limits | None = None,
        *,
        public: str = "",
        room: bool = False,
    ) -> None:
        self.data, self.limits, self.public, self.room = data, limits or Limits(), public, room
        self.listening = serve.bind(serve.ServeOptions(port=None))
        # so that little fills it
        self.listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 8192)
        self.port = self.listening.getsockname()[1]
        self.origin = f"http://127.0.0.1:{self.port}"
        self.ready = threading.Event()
        self.loop = Clock()
        self.host: Host
        self.patch: Callable[[Host], None] = lambda _host: None
        self.thread = threading.Thread(target=self._run)

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self.loop) as runner:
            runner.run(self._main())

    async def _main(self) -> None:
        store = Store(location.find(str(self.data)))
        await store.open()
        self.host = Host(store, self.limits)
        self.patch(self.host)
        rates = Rates(self.limits, self.loop.time)
        hosts = allowed_hosts(self.port, room=self.room, public=self.public)
        app = guarded(
            build(self.host, self.limits, rates, base="http://base.example"), hosts, rates
        )
        self.server = Server(serve.config(app, self.limits, proxied=bool(self.public)))
        self.ready.set()
        try:
            await self.server.serve([self.listening])
        finally:
            self.host.close()
            await store.close()

    def __enter__(self) -> "Served":
        self.thread.start()
        assert self.ready.wait(20)
        return self

    def __exit__(self, *_: object) -> None:
        self.server.should_exit = True
        self.thread.join(20)
        self.listening.close()

    def later(self, seconds: float) -> None:
        """So much time has passed for the server; what was due by then has been done, but for what
        waits for a socket.
        """

        def ahead() -> None:
            self.loop.ahead += seconds

        self.call(ahead)
        for _ in range(3):  # the timers that are due, and what they begin
            self.call(lambda: None)

    def call(self, work: Callable[[], Any]) -> Any:
        """Do this in the server's loop."""

        async def inside() -> Any:
            return work()

        return asyncio.run_coroutine_threadsafe(inside(), self.loop).result(10)

    def ask(
        self, method: str, path: str, body: object = None, **headers: str
    ) -> tuple[int, Any, dict[str, str]]:
        """One request; status, body and headers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            sent = (
                json.dumps(body) if body is not None and not isinstance(body, bytes | str) else body
            )
            named = {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, sent, named)
            answer = line.getresponse()
            data = answer.read()
            found = {name.lower(): value for name, value in answer.getheaders()}
            is_json = "json" in found.get("content-type", "") and "content-encoding" not in found
            return (
                answer.status,
                json.loads(data) if is_json and data else data,
                found,
            )
        finally:
            line.close()

    def make(self, **wish: Any) -> "Seat":
        """A table with its maker's key; alone with computers if nothing else is said."""
        own = key()
        wish = {
            "key": own,
            "name": "Ada",
            "game": "straights",
            "seats": ["me", "first", "first", "first"],
        } | wish
        status, body, _ = self.ask("POST", "/api/tables", wish, origin=self.origin)
        assert status == 201, body
        return Seat(self, body["table"], own)


class Seat:
    """A key to a table."""

    def __init__(self, served: Served, table: str, key: str) -> None:
        self.served, self.table, self.key = served, table, key

    def ask(self, message: object, have: int = 0) -> tuple[int, Any]:
        path = f"/api/tables/{self.table}/messages?have={have}"
        return self.served.ask("POST", path, message, authorization=f"Bearer {self.key}")[:2]

    def view(self, query: str = "") -> tuple[int, Any]:
        return self.served.ask(
            "GET", f"/api/tables/{self.table}/view{query}", authorization=f"Bearer {self.key}"
        )[:2]

    def plug(self, stack: ExitStack, **options: Any) -> ClientConnection:
        """A WebSocket, not yet entered."""
        address = f"ws://127.0.0.1:{self.served.port}/api/tables/{self.table}/socket"
        return stack.enter_context(
            connect(address, **({"origin": self.served.origin, "compression": None} | options))
        )

    def enter(self, stack: ExitStack, **options: Any) -> ClientConnection:
        """A WebSocket that has entered, and been answered."""
        socket = self.plug(stack, **options)
        socket.send(json.dumps({"type": "enter", "id": "e", "key": self.key, "have": 0}))
        assert [hear(socket)["type"] for _ in range(3)] == ["done", "room", "view"]
        return socket


def hear(line: ClientConnection, timeout: float = 10) -> Any:
    return json.loads(line.recv(timeout))


def answer(line: ClientConnection, ident: str | None) -> Any:
    """The answer to a request; what else is told before it is passed over."""
    while True:
        told = hear(line)
        if told["type"] in ("done", "refused") and told["id"] == ident:
            return told


def ended(line: ClientConnection) -> int:
    """The code with which it is closed."""
    try:
        while True:
            line.recv(10)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def play(view: Any, ident: str) -> str:
    """The first legal action of a view, as a request."""
    return json.dumps(
        {"type": "act", "id": ident, "move": view["move"], "action": view["legal"][0]}
    )
