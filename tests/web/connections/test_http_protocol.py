"""Connections: as many as there is room for, bytes that are no HTTP, and frames as the library has
them.
"""

import errno
import http.client
import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.server import ServerProtocol

from parlour.host.rate_limits import Limits
from parlour.web import serve
from parlour.web.access.limited_log import LINES, RateLimitedLog
from parlour.web.connections.connection_count import ConnectionCount
from parlour.web.connections.frames import framed, unmasked
from tests.support.kill import Player, until
from tests.support.served import Served, answer, ended
from tests.web.test_kill import make
from tests.web.test_limits import HEAD, raw, until_cut

MANY = Limits(requests=1000, requests_at_once=10000, tables_at_once=1000)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("lines") / "tables.db", MANY) as server:
        yield server


def logged(caplog: pytest.LogCaptureFixture) -> list[str]:
    """What `parlour` would have said on standard error: what uvicorn says is not heard there."""
    return [
        record.getMessage() for record in caplog.records if not record.name.startswith("uvicorn")
    ]


# Files.


def test_who_is_here_goes_on_where_there_are_more_connections_than_files(tmp_path: Path) -> None:
    """150 connections from ten addresses to a server that may have 64 files; a person plays on, and
    the log has a line.
    """
    command = (
        f"ulimit -n 64; exec {sys.executable} -m parlour --no-browser --data {tmp_path}/tables.db"
    )
    with ExitStack() as stack:
        process = stack.enter_context(
            subprocess.Popen(["sh", "-c", command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        )
        stack.callback(process.kill)
        assert process.stdout
        port = int(process.stdout.readline().split(b" (")[0].rpartition(b":")[2])
        player = Player(port, 0)
        make(player)
        player.start()
        until(lambda: len(player.acked) > 5)
        with ExitStack() as connection_count:
            for n in range(150):
                line = connection_count.enter_context(socket.socket())
                line.bind((f"127.0.0.{2 + n % 10}", 0))
                line.connect(("127.0.0.1", port))
            here = len(player.acked)
            until(lambda: len(player.acked) > here + 40)
            assert process.poll() is None
        player.over = True
        player.join(20)
        for path in (
            "/",
            "/api/games",
        ):  # those who have come meanwhile are gone, and others have room
            asked = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
            asked.request("GET", path)
            assert asked.getresponse().status == 200
            asked.close()
        process.send_signal(signal.SIGINT)
        logged = process.communicate(timeout=20)[1].decode().splitlines()
        assert (player.again, player.wrong) == (0, [])
        assert logged == [
            "parlour: The limit of 32 connections is reached; new ones wait until one closes."
        ]


def test_who_comes_where_there_is_no_room_waits_until_there_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(serve, "most_connections", lambda: 4)
    with Served(tmp_path / "tables.db") as server, ExitStack() as stack:
        for _ in range(2):  # the second time nothing is said
            here = [stack.enter_context(socket.socket()) for _ in range(4)]
            for n, line in enumerate(here):
                line.bind((f"127.0.0.{2 + n % 2}", 0))
                line.connect(("127.0.0.1", server.port))
            until(lambda: len(server.server.server_state.connections) == 4)
            late = stack.enter_context(raw(server, HEAD % server.port + b"\r\n"))
            late.settimeout(0.2)
            with pytest.raises(TimeoutError):
                late.recv(1)
            here[0].close()
            late.settimeout(10)
            assert late.recv(15) == b"HTTP/1.1 200 OK"
            for line in (*here, late):
                line.close()
            until(lambda: not server.server.server_state.connections)
    assert logged(caplog) == [
        "The limit of 4 connections is reached; new ones wait until one closes."
    ]


def test_an_address_has_half_of_the_room_at_most() -> None:
    connection_count = ConnectionCount(Limits(connections=64), proxied=False, most=5)
    assert [connection_count.add("a") for _ in range(3)] == [True, True, False]
    connection_count.remove("a")
    assert [connection_count.add("b") for _ in range(2)] == [True, True]
    assert connection_count.room.is_set()
    assert not connection_count.add("b")
    assert (connection_count.total, connection_count.room.is_set()) == (5, False)
    connection_count.remove("b")
    assert (connection_count.total, connection_count.room.is_set()) == (4, True)
    assert ConnectionCount(Limits(connections=64), proxied=False).share == 64
    assert ConnectionCount(Limits(), proxied=False, most=1).add("a")


def test_a_connection_that_could_not_be_taken_is_taken_later(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Where the system has no files left it is said once; what else goes wrong with a newcomer is
    its own affair.
    """
    loop = served.loop
    accept, connect = loop.sock_accept, loop.connect_accepted_socket
    failed, broken = [errno.EMFILE, errno.EMFILE, errno.ECONNABORTED], [ZeroDivisionError("secret")]

    async def no_file(listening: socket.socket) -> Any:
        if failed:
            raise OSError(failed.pop(), "No room")
        return await accept(listening)

    async def no_line(factory: Any, taken: socket.socket) -> Any:
        if broken:
            taken.close()
            raise broken.pop()
        return await connect(factory, taken)

    monkeypatch.setattr("parlour.web.connections.listener.RETRY", 0.01)
    monkeypatch.setattr(loop, "sock_accept", no_file)
    monkeypatch.setattr(loop, "connect_accepted_socket", no_line)
    with raw(served) as line:
        assert until_cut(line) == b""
    assert served.ask("GET", "/api/games")[0] == 200
    assert not failed
    no_room, no_connection = sorted(logged(caplog))
    assert no_room == "A connection could not be accepted: No room."
    assert no_connection.startswith("ZeroDivisionError at ")
    assert "secret" not in no_connection


def test_the_log_says_the_same_of_an_address_once_a_minute(
    caplog: pytest.LogCaptureFixture,
) -> None:
    now = [0.0]
    log = RateLimitedLog(lambda: now[0])
    for at in (0, 59, 60, 61):
        now[0] = at
        for _ in range(1000):
            log.report("one", "a")
            log.report("one", "b")
        log.report(f"two {at}")
    assert [record.getMessage() for record in caplog.records] == [
        "one",
        "one",
        "two 0",
        "two 59",
        "one",
        "one",
        "two 60",
        "two 61",
    ]
    caplog.clear()
    for n in range(10 * LINES):
        log.report("one", f"{n}")
    assert len(caplog.records) < LINES == len(log.logged)


# Bytes that are no HTTP.

BODY = HEAD.replace(b"GET /api/games", b"POST /api/tables")
CHUNKS = b"Transfer-Encoding: chunked\r\n\r\n"
WRONG = [
    (411, CHUNKS),
    (411, CHUNKS + b"5\r\nabcde\r\n0\r\n\r\n"),
    (411, CHUNKS + b"xyz\r\n"),
    (411, CHUNKS + b"1\r\na\r\n" * 10000),
    (411, b"Content-Length: 5\r\n" + CHUNKS + b"5\r\nabcde\r\nzz\r\n"),
    (400, b"Transfer-Encoding: gzip, chunked\r\n\r\n"),
    (400, b"Content-Length: 5, 6\r\n\r\nabcde"),
    (400, b"Content-Length: x\r\n\r\n"),
    (400, b"No name\r\n\r\n"),
]


@pytest.mark.parametrize(("status", "rest"), WRONG)
@pytest.mark.parametrize("head", [HEAD, BODY])
def test_a_body_that_is_no_http_is_refused_and_not_said(
    served: Served, head: bytes, status: int, rest: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    """Nor one in chunks, of which each could have a byte: none is read, also of a request that
    waits behind another one.
    """
    asked = head % served.port + b"Origin: %s\r\n" % served.origin.encode() + rest
    for before in (b"", HEAD % served.port + b"\r\n"):
        with raw(served, before + asked) as line:
            told = until_cut(line)
        assert told.startswith(b"HTTP/1.1 200 OK" if before else b"HTTP/1.1 %d " % status)
        assert told.count(b"HTTP/1.1 %d " % status) == 1
        assert told.endswith(b'."}')
    assert logged(caplog) == []


def test_bytes_after_the_last_request_end_it(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """It has said that it is the last, and is not answered yet."""
    seat = served.make()
    path = f"/api/tables/{seat.table}/view?have=9&wait=1".encode()
    head = (
        HEAD.replace(b"/api/games", path) % served.port
        + b"Connection: close\r\nAuthorization: Bearer %s\r\n\r\n"
    )
    with raw(served, head % seat.key.encode()) as line:
        until(lambda: seat.table in served.host.rooms and served.host.rooms[seat.table].lines)
        line.sendall(b"more")
        told = until_cut(line)
    assert told.startswith(b"HTTP/1.1 400 Bad Request")
    assert told.count(b"HTTP/1.1") == 1
    until(lambda: not served.host.rooms[seat.table].lines)
    assert logged(caplog) == []


def test_what_is_no_http_gets_a_refusal_like_all_others(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    for sent in (
        b"\x16\x03\x01\r\n\r\n",
        BODY % served.port + b"Origin: %s\r\n" % served.origin.encode() + WRONG[-1][1],
    ):
        with raw(served, sent) as line:
            head, _, body = until_cut(line).partition(b"\r\n\r\n")
        first, *rest = head.decode().split("\r\n")
        headers = {
            name.lower(): value for name, _, value in (text.partition(": ") for text in rest)
        }
        assert first == "HTTP/1.1 400 Bad Request"
        assert json.loads(body) == {"why": "Invalid HTTP request received."}
        assert (headers["content-type"], headers["connection"]) == ("application/json", "close")
        expected = served.ask("GET", "/api/nothing", host="evil.example")[2]
        expected |= {
            "content-length": f"{len(body)}",
            "connection": "close",
            "date": headers["date"],
        }
        assert headers == expected
    assert logged(caplog) == []


def test_a_handshake_that_is_none_is_refused_like_all_else(served: Served) -> None:
    path = f"/api/tables/{served.make().table}/socket"
    wanted = {
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
        "origin": served.origin,
    }
    status, told, headers = served.ask("GET", path, **wanted)
    assert (status, told) == (
        400,
        {"why": "Failed to open a WebSocket connection: missing Sec-WebSocket-Key header."},
    )
    assert headers["referrer-policy"] == "no-referrer"
    assert headers["content-type"] == "application/json"
    wanted |= {"sec-websocket-version": "1", "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="}
    assert served.ask("GET", path, **wanted)[0] in (400, 426)


def test_a_socket_is_told_why_it_is_closed(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    """The reason of whoever closes it comes through the guard and the protocol."""
    from starlette.websockets import WebSocket

    close = WebSocket.close
    monkeypatch.setattr(
        WebSocket,
        "close",
        lambda self, code=1000, _reason=None: close(self, code, "The disk is full."),
    )
    with ExitStack() as stack:
        line = served.make().enter(stack)
        line.send('{"type":"leave","id":"x"}')
        assert answer(line, "x")["type"] == "done"
        with suppress(ConnectionClosed):
            while True:
                line.recv(10)
        assert line.close_reason == "The disk is full."


@pytest.mark.parametrize("size", [0, 1, 3, 4, 125])
def test_a_clients_frame_is_read_as_the_library_reads_it(size: int) -> None:
    data = bytes(range(100, 100 + size))
    assert unmasked(Frame(Opcode.TEXT, data).serialize(mask=True)) == data


def frame(data: bytes, opcode: Opcode = Opcode.TEXT, *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


def test_messages_arrive_however_their_bytes_are_cut(served: Served) -> None:
    """What looks like a frame is one only between two frames."""
    seat = served.make()

    def back(ident: str, size: int = 0) -> bytes:
        return json.dumps({"type": "back", "id": ident}).encode() + b" " * size

    inner = frame(back("no"))  # within another one
    outer = b"\x81\xfe" + (len(inner) + 40).to_bytes(2, "big") + bytes(4)
    half = frame(back("3"))
    cuts = [
        [frame(back("1"))],
        [frame(b"x", Opcode.PING), frame(back("2"))],
        [half[:1], half[1:9], half[9:]],
        [frame(back("4")) + frame(back("5"))],
        [frame(back("6", 200))],
        [frame(back("7")[:5], fin=False), frame(back("7")[5:], Opcode.CONT)],
    ]
    with ExitStack() as stack:
        for pieces in cuts:
            line = seat.enter(stack)
            for piece in pieces:
                line.socket.sendall(piece)
                time.sleep(0.01)  # read alone
            ident = json.loads(re.findall(rb'"id": ("\d")', back_of(pieces))[-1])
            assert answer(line, ident)["type"] == "done"
            line.socket.sendall(frame(back("again")))
            assert answer(line, "again")["type"] == "done"
        line = seat.enter(stack)
        for piece in (outer, inner, b" " * 40):
            line.socket.sendall(piece)
            time.sleep(0.01)
        assert ended(line) == 1007  # a message with such bytes is no text
        line = seat.enter(stack)
        for piece in (frame(b"{", fin=False), frame(back("8"))):
            line.socket.sendall(piece)
            time.sleep(0.01)
        assert ended(line) == 1002  # a message within another


def back_of(pieces: list[bytes]) -> bytes:
    """The texts of some frames."""
    parser = ServerProtocol(state=State.OPEN)
    parser.receive_data(b"".join(pieces))
    return b"".join(
        bytes(event.data) for event in parser.events_received() if isinstance(event, Frame)
    )


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65535, 65536, 1 << 20])
def test_a_frame_is_as_the_library_has_it(size: int) -> None:
    assert framed("x" * size) == Frame(Opcode.TEXT, b"x" * size).serialize(mask=False)
