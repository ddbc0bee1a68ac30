"""A network that does not do what it should, between a browser and a server: a proxy with faults
that a test switches on and off.

    python -m tests.support.faulty PORT TARGET_PORT MODE

is one such proxy with the same fault until it is ended.
"""

import asyncio
import contextlib
import re
import sys
import threading
from collections.abc import Callable
from typing import Any

PORTAL = b"<!doctype html><title>Sign in</title><h1>Welcome to our network</h1>"
UPGRADE = re.compile(rb"(?im)^(?:Upgrade|Connection):[^\r\n]*\r\n")
# what answers each request by itself
ANSWERS = {
    "portal": b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n",
    "redirect": b"HTTP/1.1 302 Found\r\nLocation: /login\r\n",
    "511": b"HTTP/1.1 511 Network Authentication Required\r\nContent-Type: text/html\r\n",
    "502": b"HTTP/1.1 502 Bad Gateway\r\nContent-Type: text/html\r\n",
}
REFUSALS = ("400", "426", "404", "200")  # of a WebSocket, by a proxy


def end(loop: asyncio.AbstractEventLoop, server: asyncio.Server) -> None:
    """End a server whose event loop was stopped, and its connections."""
    loop.run_until_complete(_end(loop, server))
    loop.close()


async def _end(loop: asyncio.AbstractEventLoop, server: asyncio.Server) -> None:
    loop.remove_reader(server.sockets[0].fileno())
    # connections that were accepted at this moment begin, and so can be ended; a server that is
    # closed first would forget their sockets
    await asyncio.sleep(0.05)
    server.close()
    tasks = asyncio.all_tasks() - {asyncio.current_task()}
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    _abort(loop)  # those too that wait to send
    await asyncio.sleep(0.05)  # the ends of the connections


def _abort(loop: asyncio.AbstractEventLoop) -> None:
    for transport in [*loop._transports.values()]:  # type: ignore[attr-defined]
        transport.abort()


class Faulty:
    """A proxy before a server. Its `mode` is one of

    - "good": all is forwarded;
    - "silent": connections are accepted, and nothing comes, also on those that are open;
    - "strip": the head's Upgrade and Connection are not forwarded;
    - "400", "426", "404", "200": so are WebSockets answered, other requests are forwarded;
    - "dumb": WebSockets are accepted, and nothing comes on them;
    - "brief": WebSockets end after `seconds`;
    - "portal", "redirect", "511", "502": so is each request answered;
    - "half": requests whose path `chosen` names get no answer;
    - "missing": these are answered by 500;
    - "cut": their answers end in the middle;
    - "slow": so many `bytes` a second come of each answer.
    """

    def __init__(self, target: int, mode: str = "good", port: int = 0) -> None:
        """A proxy to a port of this machine, which runs until `stop`."""
        self.target, self.mode, self.port = target, mode, port
        self.chosen: Callable[[str], object] = lambda _path: False
        self.seconds, self.bytes = 5.0, 6000
        self.cut = 1200  # bytes of an answer that are forwarded
        self.asked: list[str] = []  # the paths of requests
        self.sockets = 0  # WebSockets that were forwarded
        self.loop = asyncio.SelectorEventLoop()
        self.ready = threading.Event()
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()
        assert self.ready.wait(10)
        self.origin = f"http://127.0.0.1:{self.port}"

    def _run(self) -> None:
        asyncio.set_event_loop(self.loop)
        server = self.loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", self.port, limit=1 << 20)
        )
        self.port = server.sockets[0].getsockname()[1]
        self.ready.set()
        self.loop.run_forever()
        end(self.loop, server)

    def stop(self) -> None:
        """Nothing is accepted from now on."""
        self.loop.call_soon_threadsafe(self.loop.stop)
        self.thread.join(10)

    def drop(self) -> None:
        """End all connections that are open."""
        self.loop.call_soon_threadsafe(_abort, self.loop)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """One connection, for one request after the other."""
        with contextlib.suppress(
            ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError
        ):
            while await self._request(reader, writer):
                pass
        writer.close()

    async def _request(self, reader: Any, writer: Any) -> bool:
        """Answer a request; whether another may follow."""
        head: bytes = await reader.readuntil(b"\r\n\r\n")
        path = head.split(b" ", 2)[1].decode()
        self.asked.append(path)
        length = re.search(rb"(?i)content-length: *(\d+)", head)
        body = await reader.readexactly(int(length[1])) if length else b""
        await self._pass()
        socket = b"websocket" in head.lower() and path.endswith("/socket")
        if self.mode in ANSWERS:
            mode = "portal" if path == "/login" else self.mode
            writer.write(ANSWERS[mode] + b"Content-Length: %d\r\n\r\n" % len(PORTAL) + PORTAL)
            return True
        if self.mode in ("half", "missing") and self.chosen(path):
            await self._none(writer)
            return True
        if socket and self.mode in REFUSALS:
            start = f"HTTP/1.1 {self.mode} Refused\r\nContent-Length: 0\r\n\r\n"
            writer.write(start.encode())
            return True
        if socket and self.mode == "dumb":
            await self._accept(head, writer)
        await self._forward(head, body, path, reader, writer, socket=socket)
        return False

    async def _pass(self) -> None:
        """Wait until the network is not silent."""
        while self.mode == "silent":
            await asyncio.sleep(0.02)

    async def _none(self, writer: Any) -> None:
        """No answer, or one that helps nobody."""
        while self.mode == "half":
            await asyncio.sleep(0.02)
        writer.write(b"HTTP/1.1 500 Fault\r\nContent-Length: 0\r\n\r\n")

    async def _accept(self, head: bytes, writer: Any) -> None:
        """Accept a WebSocket as a server does, and say nothing on it."""
        import base64
        import hashlib

        key = re.search(rb"(?i)sec-websocket-key: *(\S+)", head)
        assert key
        accept = hashlib.sha1(key[1] + b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11").digest()
        writer.write(
            b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            b"Sec-WebSocket-Accept: " + base64.b64encode(accept) + b"\r\n\r\n"
        )
        while self.mode == "dumb":
            await asyncio.sleep(0.02)
        raise ConnectionError

    async def _forward(
        self, head: bytes, body: bytes, path: str, reader: Any, writer: Any, *, socket: bool
    ) -> None:
        """Forward a request with this head, and its answer."""
        upgrades = socket and self.mode != "strip"
        if not upgrades:
            head = UPGRADE.sub(b"", head)[:-2] + b"Connection: close\r\n\r\n"
        host = b"Host: 127.0.0.1:%d" % self.target
        head = re.sub(rb"(?im)^Host:[^\r\n]*", host, head)
        origin = b"Origin: http://127.0.0.1:%d" % self.target
        head = re.sub(rb"(?im)^Origin:[^\r\n]*", origin, head)
        back, there = await asyncio.open_connection("127.0.0.1", self.target)
        there.write(head + body)
        self.sockets += upgrades
        both = [
            asyncio.create_task(self._copy(back, writer, path, socket=upgrades)),
            asyncio.create_task(self._copy(reader, there, path, socket=True)),
        ]
        try:
            await asyncio.wait(
                both,
                return_when=asyncio.FIRST_COMPLETED,
                timeout=self.seconds if upgrades and self.mode == "brief" else None,
            )
        finally:
            for task in both:
                task.cancel()
            there.close()

    async def _copy(self, reader: Any, writer: Any, path: str, *, socket: bool) -> None:
        """Copy what comes, until its end."""
        come = 0
        while piece := await reader.read(1 << 16):
            await self._pass()
            if not socket and self.mode == "slow":
                for start in range(0, len(piece), self.bytes // 10):
                    writer.write(piece[start : start + self.bytes // 10])
                    await asyncio.sleep(0.1)
            elif not socket and self.mode == "cut" and self.chosen(path):
                writer.write(piece[: max(0, self.cut - come)])
                come += len(piece)
                if come > self.cut:
                    return
            else:
                writer.write(piece)
            await writer.drain()


def main(port: str, target: str, mode: str) -> None:
    """Run one proxy until it is ended."""
    Faulty(int(target), mode, int(port)).thread.join()


if __name__ == "__main__":
    main(*sys.argv[1:])
