"""The limits, on a real server and real sockets."""

import asyncio
import http.client
import json
import logging
import re
import socket
import struct
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from uvicorn.protocols.utils import ClientDisconnected
from websockets.exceptions import ConnectionClosed, InvalidStatus

from parlour.host.rate_limits import Bucket, Buckets, Limits
from parlour.web.access.asgi import Receive, Send
from parlour.web.access.client_address import caller, counted_address
from parlour.web.access.hosts import allowed_hosts
from parlour.web.access.layers import guarded
from parlour.web.access.rates import Rates
from parlour.web.connections import websocket
from parlour.web.connections.websocket_session import WebSocketSession
from parlour.web.files import INDEX, PAGE
from tests.support.kill import until
from tests.support.served import Seat, Served, answer, ended, hear, key, play

LATE = 1000.0  # seconds, which no test waits for: `Served.later` sets the server's clock ahead
STRICT = Limits(
    head_time=LATE,
    body_time=LATE,
    first_time=LATE,
    send_time=LATE,
    connections=6,
    ping=1e9,
    requests_at_once=10000,
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    many = Limits(requests=1000, requests_at_once=10000, tables_at_once=1000)
    with Served(tmp_path_factory.mktemp("limits") / "tables.db", many) as server:
        yield server


@pytest.fixture(scope="module")
def strict(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("strict") / "tables.db", STRICT) as server:
        yield server


def raw(served: Served, sent: bytes = b"", buffer: int = 0) -> "closing[socket.socket]":
    line = socket.socket()
    if buffer:
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    line.settimeout(10)
    line.connect(("127.0.0.1", served.port))
    line.sendall(sent)
    return closing(line)


def until_cut(line: socket.socket, drip: bytes = b"") -> bytes:
    """What the other end said until it closed; meanwhile bytes drip."""
    told = b""
    line.settimeout(0.05)
    for _ in range(200):
        try:
            if drip:
                line.sendall(drip)
            data = line.recv(65536)
            if not data:
                break
            told += data
        except TimeoutError:
            continue
        except ConnectionError:
            break
    else:
        raise AssertionError("never cut")
    return told


def connection(served: Served, line: "socket.socket") -> Any:
    """The server's end of a connection; None while it is not there."""
    address = line.getsockname()
    connections: Any = served.server.server_state.connections
    return served.call(lambda: next((end for end in connections if end.client == address), None))


def stuck(served: Served, line: "socket.socket") -> bool:
    """Whether the server waits for this reader, with a clock that runs."""
    end = connection(served, line)
    return bool(end and end.send_deadline.timer)


def rests(served: Served, line: "socket.socket") -> bool:
    """Whether the server has taken this connection and answers nothing on it."""
    end = connection(served, line)
    return bool(end) and (end.cycle is None or end.cycle.response_complete)


def drip_too_long(served: Served, line: socket.socket, drip: bytes = b"") -> None:
    """Bytes drip until the time is over; before that, nothing is cut."""
    for _ in range(3):
        if drip:
            line.sendall(drip)
        served.later(LATE / 4)
    assert connection(served, line)
    served.later(LATE / 2)


HEAD = b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"


def test_a_slow_head_is_cut(strict: Served) -> None:
    for sent, drip in ((b"", b""), (b"GET / HT", b""), (HEAD % strict.port, b"X")):
        with raw(strict, sent) as line:
            until(lambda: rests(strict, line))
            drip_too_long(strict, line, drip)
            assert until_cut(line, drip) == b""


def test_a_slow_head_is_cut_after_an_answer_too(strict: Served) -> None:
    for drip in (b"", b"G", b"GET /api/games HTTP/1.1\r\nX"):
        with raw(strict, HEAD % strict.port + b"\r\n") as line:
            told = line.recv(15)
            until(lambda: rests(strict, line))
            if drip:
                drip_too_long(strict, line, drip)
            strict.later(LATE)  # without a byte the library cuts earlier
            until_cut(line, drip)
            assert told == b"HTTP/1.1 200 OK"


def test_a_body_that_nobody_wants_is_cut(strict: Served) -> None:
    with raw(strict, HEAD % strict.port + b"Content-Length: 1000000000\r\n\r\n") as line:
        told = line.recv(15)
        until(lambda: rests(strict, line))
        drip_too_long(strict, line, b"x" * 100)
        until_cut(line, b"x" * 100)
        assert told == b"HTTP/1.1 200 OK"


def test_a_slow_body_is_refused(strict: Served) -> None:
    head = (
        HEAD.replace(b"GET /api/games", b"POST /api/tables")
        + b"Origin: %s\r\nContent-Length: 100\r\n\r\n"
    )
    with raw(strict, head % (strict.port, strict.origin.encode())) as line:
        until(lambda: bool(connection(strict, line)) and not rests(strict, line))
        drip_too_long(strict, line, b"x")
        told = line.recv(1000)
        while not told.endswith(b"}"):
            told += line.recv(1000)
        strict.later(LATE)
        assert until_cut(line) == b""
        assert told.startswith(b"HTTP/1.1 408 ")
        assert told.endswith(b'{"why":"The body did not come."}')


def test_a_long_head_or_body_is_refused(served: Served) -> None:
    for size, rest in ((20000, b""), (16384, b"\r\n\r\n"), (100000, b"\r\n\r\n")):
        with raw(served, HEAD % served.port + b"X: " + b"x" * size + rest) as line:
            told = until_cut(line)
        assert told.startswith(b"HTTP/1.1 431 ")
        assert told.endswith(b'{"why": "The head of a request is at most 16384 bytes."}')
    # the longest one, and another that is too long behind it
    start = HEAD % served.port + b"Connection: %s\r\nX: "
    first, second = start % b"keep-alive", start % b"close"
    whole = first + b"x" * (16384 - len(first) - 4) + b"\r\n\r\n"
    with raw(served, whole + second + b"x" * (16381 - len(second)) + b"\r\n\r\n") as line:
        told = until_cut(line)
    assert told.startswith(b"HTTP/1.1 200 ")
    assert told.count(b"HTTP/1.1 431 ") == told.count(b"HTTP/1.1 ") - 1 == 1
    for sent in (b"x" * 65537, b"x" * 300000):
        status, told, _ = served.ask("POST", "/api/tables", sent, origin=served.origin)
        assert (status, told) == (413, {"why": "A body is at most 65536 bytes."})
    seat = served.make()
    assert seat.ask("x" * 4097) == (413, {"why": "A message is at most 4096 bytes."})


def test_bytes_that_are_no_request_get_no_more_than_400(served: Served) -> None:
    for sent in (
        b"\x16\x03\x01\x02\x00\x01",
        b"GET\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        bytes(range(256)) * 10 + b"\r\n\r\n",
    ):
        with raw(served, sent) as line:
            assert until_cut(line)[:13] in (b"HTTP/1.1 400 ", b"HTTP/1.1 403 ")


def test_a_reader_of_files_that_does_not_read_is_cut(strict: Served) -> None:
    with raw(strict, buffer=4096) as line:
        line.sendall((HEAD % strict.port + b"\r\n") * 300)  # answers of 3 kB
        until(lambda: stuck(strict, line))
        strict.later(LATE)
        assert len(until_cut(line)) < 300 * 2500


def test_a_late_reader_gets_everything(served: Served) -> None:
    many = 300
    with raw(served, buffer=4096) as line:
        line.sendall((HEAD % served.port + b"\r\n") * many)
        until(lambda: stuck(served, line))
        served.later(served.limits.send_time - 5)
        told = b""
        while told.count(b"HTTP/1.1 200 OK") < many:
            told += line.recv(1 << 20)


def test_a_client_that_has_gone_is_no_error(caplog: pytest.LogCaptureFixture) -> None:
    async def gone(*_: object) -> None:
        raise ClientDisconnected

    scope = {"type": "http", "method": "GET", "path": "/", "headers": [(b"host", b"localhost")]}

    async def ask() -> None:
        await guarded(gone, allowed_hosts(80), Rates(Limits()))(scope, None, None)

    asyncio.run(ask())
    assert caplog.text == ""


def test_who_goes_in_the_middle_of_a_body_is_no_error(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """Nothing is said of it on standard error: clients could fill that."""
    head = (
        HEAD.replace(b"GET /api/games", b"POST /api/tables")
        + b"Origin: %s\r\n" % served.origin.encode()
    )
    with raw(served, head % served.port + b"Content-Length: 100\r\n\r\nabc") as line:
        until(lambda: bool(connection(served, line)) and not rests(served, line))
        end = connection(served, line)
    until(lambda: end not in served.server.server_state.connections)
    assert caplog.text == ""


def test_an_address_has_so_many_connections(tmp_path: Path) -> None:
    with Served(tmp_path / "tables.db", Limits(connections=6)) as server:
        with ExitStack() as stack:
            for _ in range(6):
                line = stack.enter_context(raw(server, HEAD % server.port + b"\r\n"))
                assert line.recv(1000).startswith(b"HTTP/1.1 200 OK")
            with raw(server, HEAD % server.port + b"\r\n") as line:
                assert until_cut(line) == b""
        until(lambda: not server.server.server_state.connections)
        assert server.ask("GET", "/api/games")[0] == 200


def test_a_class_comes_through_one_address(tmp_path: Path) -> None:
    """30 browsers at once, each with six connections for the page's files and one for a table."""
    with Served(tmp_path / "tables.db") as server, ExitStack() as stack:
        start = re.search(r'="(/?files/\w+/)', server.ask("GET", "/")[1].decode())
        assert start
        names = server.ask("GET", f"/{start[1]}files.json")[1]
        lines = [
            stack.enter_context(
                closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=20))
            )
            for _ in range(30 * 7)
        ]
        visits = ["/", "/api/games"] * 30 + [f"/{start[1]}{name}" for name in names] * 30
        while visits:
            asked = list(zip(lines, visits, strict=False))
            for line, path in asked:
                line.request("GET", path)
            for line, path in asked:
                with line.getresponse() as response:
                    assert response.read()
                assert response.status == 200, path
            del visits[: len(asked)]


def upgrade(served: Served, path: str = "/api/tables/AAAAAAAAAAAA/socket", **headers: str) -> int:
    told = {
        "host": f"127.0.0.1:{served.port}",
        "connection": "Upgrade",
        "upgrade": "websocket",
        "sec-websocket-version": "13",
    }
    told["sec-websocket-key"] = "AAAAAAAAAAAAAAAAAAAAAA=="
    told |= {name.replace("_", "-"): value for name, value in headers.items()}
    head = f"GET {path} HTTP/1.1\r\n" + "".join(
        f"{name}: {value}\r\n" for name, value in told.items() if value
    )
    with raw(served, f"{head}\r\n".encode()) as line:
        return int((line.recv(65536) or b"HTTP/1.1 0").split()[1])


def test_origin_and_host(served: Served) -> None:
    good, port = served.origin, served.port
    bad = [
        good + "0",
        good.replace("http:", "https:"),
        f"http://localhost:{port}",
        "null",
        "http://evil.example",
        good + "/",
    ]
    bearer = f"Bearer {key()}"
    table = served.make().table
    path = f"/api/tables/{table}/socket"
    for origin in bad:
        assert served.ask("POST", "/api/tables", b"{}", origin=origin)[0] == 403
        assert served.ask("DELETE", "/", origin=origin)[0] == 403
        assert served.ask("OPTIONS", "/api/tables", origin=origin)[0] == 403
        assert (
            served.ask("POST", "/api/tables", b"{}", origin=origin, authorization=bearer)[0] == 403
        )
        assert upgrade(served, path, origin=origin, authorization=bearer) == 403
    for headers in ({}, {"authorization": "Bearer short"}, {"authorization": f"Basic {key()}"}):
        assert served.ask("POST", "/api/tables", b"{}", **headers)[0] == 403
        assert upgrade(served, path, **headers) == 403
    for headers in (
        {"origin": good},
        {"origin": good.upper().replace("HTTP", "http")},
        {"authorization": bearer},
    ):
        assert served.ask("POST", "/api/tables", b"{}", **headers)[0] == 400
        assert upgrade(served, path, **headers) == 101
    for host in (
        "evil.example",
        f"evil.example:{port}",
        "127.0.0.1",
        f"127.0.0.1:{port + 1}",
        f"192.168.0.1:{port}",
    ):
        assert served.ask("GET", "/api/games", host=host)[:2] == (
            403, {"why": f'This server does not answer under the name "{host}".'},
        )  # fmt: skip
        assert upgrade(served, path, host=host, origin=f"http://{host}") == 403
    for host in (f"localhost:{port}", f"LOCALHOST:{port}", f"[::1]:{port}"):
        assert served.ask("GET", "/api/games", host=host)[0] == 200
        assert (
            served.ask("POST", "/api/tables", b"{}", host=host, origin=f"http://{host.lower()}")[0]
            == 400
        )
    assert upgrade(served, origin=good) == 404
    assert upgrade(served, path, origin=good, sec_websocket_key="") == 400
    assert upgrade(served, path, origin=good, x="x" * 10000) == 400
    assert upgrade(served, path, origin=good, sec_websocket_version="1") == 426


def test_a_header_repeats_nothing_of_a_request(tmp_path: Path) -> None:
    with Served(tmp_path / "tables.db", room=True) as server:
        for host in ("127.0.0.1:1; script-src *", "x@127.0.0.1", "127.0.0.1/evil", "[::1]; evil"):
            status, _, headers = server.ask("GET", "/api/games", host=host)
            assert status == 403
            assert "connect-src 'self' ;" in headers["content-security-policy"]
            assert not any(word in f"{headers}" for word in ("*", "evil", "@", "127.0.0.1"))
        assert (
            "ws://[::1]:81;"
            in server.ask("GET", "/", host="[0:0::1]:081")[2]["content-security-policy"]
        )


def test_what_every_answer_says(served: Served) -> None:
    (written,) = re.findall("<style>(.*)</style>", (PAGE / INDEX).read_text())
    style = f"sha256-{b64encode(sha256(written.encode()).digest()).decode()}"
    for method, path, cache in (
        ("GET", "/api/games", "no-store"),
        ("GET", "/openapi.json", "no-store"),
        ("GET", "/base/cards.css", "no-cache"),
        ("GET", "/games/hearts/page.js", "no-cache"),
        ("GET", "/nothing", "no-cache"),
        ("POST", "/api/tables", "no-store"),
        ("GET", "/api/tables/AAAAAAAAAAAA/view", "no-store"),
    ):
        _, _, headers = served.ask(method, path)
        assert headers["content-security-policy"] == (
            f"default-src 'none'; script-src 'self'; style-src 'self' '{style}'; "
            f"img-src 'self' data:; connect-src 'self' "
            f"ws://127.0.0.1:{served.port}; manifest-src 'self'; base-uri 'none'; "
            f"form-action 'none'; frame-ancestors 'none'"
        )
        wanted = {
            "x-content-type-options": "nosniff",
            "referrer-policy": "no-referrer",
            "cache-control": cache,
        }
        wanted |= {
            "cross-origin-opener-policy": "same-origin",
            "cross-origin-resource-policy": "same-origin",
        }
        assert wanted.items() <= headers.items()
        assert "permissions-policy" in headers
        never = {
            "server",
            "access-control-allow-origin",
            "set-cookie",
            "content-encoding",
            "strict-transport-security",
        }
        assert not never & set(headers)
    _, _, headers = served.ask("GET", "/base/cards.css")
    assert headers["content-type"] == "text/css; charset=utf-8"
    assert served.ask("GET", "/base/cards.css", if_none_match=headers["etag"])[0] == 304
    _, _, headers = served.ask("GET", "/games/hearts/page.js")
    assert headers["content-type"] == "text/javascript; charset=utf-8"
    assert served.ask("GET", "/games/hearts/page.js", if_none_match=headers["etag"])[0] == 304
    for path in (
        "/..%2f..%2fapp.py",
        "/games/hearts/..%2frules.py",
        "/games/hearts/",
        "/games/hearts",
        "/games/whist/page.js",
    ):
        assert served.ask("GET", path)[0] == 404
    evil = served.ask("GET", "/api/games", host="evil.example")[2]
    assert "cross-origin-opener-policy" not in evil
    assert "evil" not in evil["content-security-policy"]


@pytest.mark.parametrize(
    ("public", "told"), [("https://cards.example.org", True), ("http://cards.example.org", False)]
)
def test_what_browsers_take_from_a_safe_origin_only(
    tmp_path: Path, public: str, told: bool
) -> None:
    with Served(tmp_path / "tables.db", public=public) as server:
        headers = server.ask("GET", "/", host="cards.example.org")[2]
        assert ("cross-origin-opener-policy" in headers) == told
        assert headers.get("strict-transport-security") == ("max-age=31536000" if told else None)
        for host in (f"127.0.0.1:{server.port}", "evil.example"):
            assert "strict-transport-security" not in server.ask("GET", "/", host=host)[2]


def test_requests_and_tables_an_address(tmp_path: Path) -> None:
    slow = Limits(requests=0.001, files=0.001, tables=0.001)
    limits = slow._replace(requests_at_once=16, files_at_once=3, tables_at_once=2)
    with Served(tmp_path / "tables.db", limits) as server:
        answers = []
        for n in range(4):
            wish = {"key": key(), "name": "Ada", "game": "hearts", "seats": ["me", *["first"] * 3]}
            # what makes no table does not count as one
            for method, status in (("POST", 400 if n < 2 else 429), ("GET", 404)):
                told = server.ask(method, "/api/tables", b"{}", origin=server.origin)
                assert told[0] == status
            answers.append(server.ask("POST", "/api/tables", wish, origin=server.origin))
        assert [status for status, _, _ in answers] == [201, 201, 429, 429]
        assert answers[2][1] == {"why": "Too many new tables from this address; try again later."}
        assert int(answers[2][2]["retry-after"]) > 900
        assert [headers.get("connection") for _, _, headers in answers] == [
            None,
            None,
            "close",
            "close",
        ]  # else many could be sent
        asked = [server.ask("GET", "/api/games")[0] for _ in range(6)]
        assert asked == [200] * 4 + [429] * 2
        asked = [server.ask("GET", "/files/x/start/app.js")[0] for _ in range(4)]
        assert asked == [200] * 3 + [429]


def test_buckets() -> None:
    bucket = Bucket(2.0, 3.0, 0.0)
    assert [bucket.take(now) for now in (0.0, 0.0, 0.0, 0.0, 0.5, 0.5, 100.0)] == [
        0,
        0,
        0,
        0.5,
        0,
        0.5,
        0,
    ]
    assert [bucket.take(100.0, ahead=True) for _ in range(5)] == [0, 0, 0.5, 1, 1.5]
    assert [bucket.take(now) for now in (100.0, 102.0)] == [2, 0]
    buckets = Buckets(1.0, 1.0, 2)
    # b has been forgotten
    assert [buckets.take(who, 0.0) for who in ("a", "a", "b", "a", "c", "b")] == [
        0,
        1,
        0,
        1,
        0,
        0,
    ]


def test_who_asks() -> None:
    def asked(client: str | None, forwarded: str = "", *, proxied: bool = True) -> str:
        headers = [(b"host", b"x"), (b"x-forwarded-for", forwarded.encode())]
        return caller(
            {"client": (client, 1) if client else None, "headers": headers}, proxied=proxied
        )

    # what our proxy added, not what its client said
    assert asked("127.0.0.1", "6.6.6.6, 1.2.3.4") == "1.2.3.4"
    assert asked("::1", "1.2.3.4") == "1.2.3.4"
    assert asked("127.0.0.1") == "127.0.0.1"
    assert asked("127.0.0.1", "1.2.3.4", proxied=False) == "127.0.0.1"
    assert asked("5.5.5.5", "1.2.3.4") == "5.5.5.5"
    assert asked(None) == ""
    assert (
        counted_address("2001:db8:1:2:3:4:5:6")
        == counted_address("2001:db8:1:2::")
        == "2001:db8:1:2::/64"
    )
    assert counted_address("::ffff:1.2.3.4") == "1.2.3.4"
    assert counted_address("fe80::1%eth0") == "fe80::/64"


def test_behind_a_proxy(tmp_path: Path) -> None:
    limits = Limits(requests=0.001, requests_at_once=2, connections=1)
    with (
        Served(tmp_path / "tables.db", limits, public="https://cards.example") as server,
        ExitStack() as stack,
    ):
        for _ in range(3):
            stack.enter_context(raw(server))  # all from the proxy: it counts them
        for who in ("1.1.1.1", "2.2.2.2"):
            asked = [
                server.ask(
                    "GET", "/api/games", host="cards.example", x_forwarded_for=f"9.9.9.9, {who}"
                )
                for _ in range(3)
            ]
            assert [status for status, _, _ in asked] == [200, 200, 429]
            assert (
                "connect-src 'self' wss://cards.example;" in asked[0][2]["content-security-policy"]
            )


@pytest.mark.parametrize(
    ("headers", "reported"),
    [
        ({"host": "cards.example"}, True),
        ({"host": "127.0.0.1:{}", "origin": "https://cards.example"}, True),
        ({"host": "127.0.0.1:{}"}, False),
        ({"host": "cards.example", "x_forwarded_for": "1.1.1.1"}, False),
    ],
)
def test_a_proxy_that_names_no_address_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, headers: dict[str, str], reported: bool
) -> None:
    """Otherwise a host would notice it only when many are refused."""
    with (
        Served(tmp_path / "tables.db", public="https://cards.example") as server,
        caplog.at_level(logging.ERROR, "parlour"),
    ):
        sent = {name: value.format(server.port) for name, value in headers.items()}
        for _ in range(3):
            assert server.ask("GET", "/api/games", **sent)[0] == 200
    assert caplog.text.count("The proxy sets no X-Forwarded-For") == reported


def test_a_proxy_on_another_machine_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    """What it says of its clients is not trusted, since anybody could say it."""
    hosts = allowed_hosts(8000, public="https://cards.example")
    headers = [(b"host", b"cards.example"), (b"x-forwarded-for", b"1.1.1.1")]
    scope = {"type": "http", "method": "GET", "path": "/", "headers": headers}

    clients: list[str] = []

    async def app(scope: dict[str, Any], *_: object) -> None:
        clients.append(scope["client"][0])

    async def ask(client: str) -> str:
        asked = scope | {"client": (client, 1)}
        await guarded(app, hosts, Rates(Limits()))(asked, None, None)
        return clients[-1]

    with caplog.at_level(logging.ERROR, "parlour"):
        assert asyncio.run(ask("127.0.0.1")) == "1.1.1.1"
        assert caplog.text == ""
        assert asyncio.run(ask("172.17.0.2")) == "172.17.0.2"
    assert "or is on another machine, so all who come by it share the limits" in caplog.text


# WebSockets.


def test_a_long_frame_ends_the_socket(served: Served) -> None:
    seat = served.make()
    with ExitStack() as stack:
        line = seat.enter(stack)
        line.send(json.dumps({"type": "back", "id": "1", "more": "x" * 4000}))
        assert answer(line, "1")["type"] == "refused"
        line.send("x" * 4097)
        assert ended(line) == 1009
        line = seat.enter(stack)
        with suppress(ConnectionClosed):  # it may be by the second part
            line.send(["x" * 2000, "x" * 2000, "x" * 2000])
        assert ended(line) == 1009
        line = seat.enter(stack)
        with suppress(ConnectionClosed):
            line.send([b""] * 1000)
        assert ended(line) == 0


def test_no_compression(served: Served) -> None:
    with ExitStack() as stack:
        assert served.make().enter(stack, compression="deflate").protocol.extensions == []


def test_a_socket_enters_soon(strict: Served) -> None:
    with ExitStack() as stack:
        seat = strict.make()
        line = seat.plug(stack)
        strict.later(LATE - 5)
        assert connection(strict, line.socket)
        strict.later(6)
        assert ended(line) == 1008
        line = seat.plug(stack)
        line.send(json.dumps({"type": "enter", "id": "e", "key": key(), "have": 0}))
        assert hear(line)["type"] == "refused"
        strict.later(LATE + 1)
        assert ended(line) == 1008
        line = seat.enter(stack)
        strict.later(LATE + 1)
        line.send('{"type":"back","id":"1"}')
        assert answer(line, "1")["type"] == "done"


def test_a_socket_speaks_so_fast(tmp_path: Path) -> None:
    with (
        Served(
            tmp_path / "tables.db", Limits(messages=1 / 900, messages_at_once=5, ping=1e9)
        ) as server,
        ExitStack() as stack,
    ):
        line = server.make().enter(stack)
        for n in range(7):
            line.send(json.dumps({"type": "back", "id": str(n)}))
        for n in range(4):  # with that which entered
            answer(line, str(n))
        for n in range(4, 7):
            server.later(890)
            with pytest.raises(TimeoutError):
                line.recv(0)
            server.later(11)
            answer(line, str(n))


def test_an_address_speaks_so_fast_by_however_many_sockets(tmp_path: Path) -> None:
    with (
        Served(
            tmp_path / "tables.db", Limits(all_messages=1 / 900, all_messages_at_once=8, ping=1e9)
        ) as server,
        ExitStack() as stack,
    ):
        seat = server.make()
        sockets = [seat.enter(stack) for _ in range(4)]
        lines: Any = server.host.rooms[seat.table].lines
        for n in range(2):
            for said, socket in enumerate(sockets, 1):
                socket.send(json.dumps({"type": "back", "id": str(n)}))
                if n == 0:
                    assert answer(socket, "0")["type"] == "done"  # 8 with those that entered
                else:  # it waits before the next one is heard
                    until(lambda said=said: sum(line.busy for line in lines.values()) == said)
        for socket in sockets:
            server.later(890)
            for other in sockets:
                with pytest.raises(TimeoutError):
                    other.recv(0)
            server.later(11)
            assert answer(socket, "1")["type"] == "done"


def test_the_sockets_of_an_address_are_heard_in_turn() -> None:
    """Each waits once, and no longer than those before it: who asked again and again could be
    passed for ever.
    """
    late: list[float] = []

    async def app(scope: dict[str, Any], _receive: Receive, _: Send) -> None:
        late.append(round(rates.take_message(scope["client"][0]), 6))

    async def nothing(*_: object) -> Any:
        return None

    rates = Rates(Limits(all_messages=10, all_messages_at_once=1), lambda: 0.0)

    async def all_at_once() -> None:
        layers = guarded(app, allowed_hosts(80), rates)
        scope = {
            "type": "websocket",
            "path": "/api/tables/AAAAAAAAAAAA/socket",
            "client": ("1.2.3.4", 5),
            "headers": [(b"host", b"localhost"), (b"origin", b"http://localhost")],
        }
        for _ in range(6):
            await layers(dict(scope), nothing, nothing)

    asyncio.run(all_at_once())
    assert late == [0, 0.1, 0.2, 0.3, 0.4, 0.5]


SAID = json.dumps({"type": "enter", "id": "x" * 30, "key": "y" * 22, "have": 0}).encode()
FRAMES = (
    struct.pack(">BBBBBB", 0x81, 0x80 | len(SAID), 0, 0, 0, 0) + SAID
) * 100  # each is refused
PINGS = (struct.pack(">BBBBBB", 0x89, 0x80 | 125, 0, 0, 0, 0) + b"x" * 125) * 1000


@pytest.mark.parametrize("sent", [FRAMES, PINGS])
def test_a_reader_that_does_not_read_is_dropped(tmp_path: Path, sent: bytes) -> None:
    limits = Limits(
        messages=1e9,
        messages_at_once=1e9,
        all_messages=1e9,
        send_time=LATE,
        queue=1 << 16,
        ping=1e9,
    )
    with Served(tmp_path / "tables.db", limits) as server:
        seat = server.make()
        head = (
            HEAD.replace(b"/api/games", f"/api/tables/{seat.table}/socket".encode()) % server.port
        )
        head += (
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: "
            + server.origin.encode()
        )
        with raw(
            server, head + b"\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n", buffer=4096
        ) as line:
            assert line.recv(12) == b"HTTP/1.1 101"
            flood = threading.Thread(target=send_until_cut, args=(line, sent))
            flood.start()
            until(lambda: stuck(server, line) or not flood.is_alive())
            server.later(LATE)
            server.later(websocket.LINGER)
            flood.join(20)
            assert not flood.is_alive()
        assert server.ask("GET", "/api/games")[0] == 200
        server.later(websocket.LINGER)
        until(lambda: all(not room.lines for room in server.host.rooms.values()))
        until(lambda: not server.server.server_state.connections)


def send_until_cut(line: socket.socket, sent: bytes) -> None:
    """Send without end, and read nothing."""
    line.settimeout(60)
    with suppress(ConnectionError):
        while True:
            line.sendall(sent)


def test_who_stops_reading_is_cut_however_little_waits(tmp_path: Path) -> None:
    """Too little to fill the buffer, so that only the unanswered ping tells; the connection must
    not wait to be flushed.
    """
    limits = Limits(ping=LATE, send_time=1e9, messages=1e9, messages_at_once=1e9)
    with Served(tmp_path / "tables.db", limits) as server, ExitStack() as stack:
        seat = server.make()
        line = stack.enter_context(raw(server, buffer=4096))
        socket = seat.enter(stack, max_queue=1, sock=line, ping_interval=None, close_timeout=0)
        room = server.host.rooms[seat.table]
        (number,) = room.lines
        for n in range(30):
            socket.send(json.dumps({"type": "enter", "id": str(n), "key": seat.key, "have": 0}))
        end = connection(server, line)
        until(lambda: 0 < server.call(end.transport.get_write_buffer_size) < 1 << 16)
        server.later(LATE)  # it is pinged
        server.later(LATE / 2)
        assert number in room.lines
        assert not stuck(server, line)
        server.later(LATE / 2 + 1)
        until(lambda: number not in room.lines and not server.server.server_state.connections)


def test_who_speaks_is_not_pinged(tmp_path: Path) -> None:
    """Only who has said nothing for the interval."""
    limits = Limits(ping=LATE, messages=1e9, messages_at_once=1e9)
    with Served(tmp_path / "tables.db", limits) as server, ExitStack() as stack:
        line = server.make().enter(stack, ping_interval=None)
        end = connection(server, line.socket)
        for n in range(3):
            server.later(0.7 * LATE)
            assert end.pending_ping_payload is None
            line.send(json.dumps({"type": "back", "id": str(n)}))
            assert answer(line, str(n))["type"] == "done"
        server.later(0.7 * LATE)
        assert end.last_ping_rtt == 0.0
        server.later(0.4 * LATE)
        until(lambda: end.last_ping_rtt > 0)


@pytest.mark.parametrize("opcode", [0x89, 0x8A, 0x81])
def test_a_flood_of_tiny_frames_ends_the_socket(served: Served, opcode: int) -> None:
    """Pings, pongs, messages of six bytes: each costs the server as much as a long one."""
    tiny = struct.pack(">BBBBBB", opcode, 0x80, 0, 0, 0, 0)
    with ExitStack() as stack:
        line = served.make().enter(stack)
        line.socket.sendall(tiny * 50)
        line.send('{"type":"back","id":"1"}')
        while (told := hear(line)) != {"type": "done", "id": "1"}:
            assert told["type"] == "refused"
        with suppress(OSError):
            for _ in range(100):
                line.socket.sendall(tiny * 40000)
            raise AssertionError("24 MB were taken")
        assert ended(line) == 0


def test_frames_of_any_bytes(served: Served, times: Callable[[int, int], int]) -> None:
    seat = served.make()

    @settings(max_examples=times(60, 1000))
    @given(
        st.one_of(
            st.binary(max_size=300),
            st.text(max_size=300),
            st.text(alphabet='{}[]":,\\u0123null', max_size=60),
        )
    )
    def anything(frame: bytes | str) -> None:
        with ExitStack() as stack:
            line = seat.plug(stack)
            line.send(frame)
            told = hear(line)
            assert (told["type"], told["id"]) == ("refused", None)
            assert told["why"].endswith(".")

    anything()

    @settings(max_examples=times(60, 1000))
    @given(st.binary(min_size=1, max_size=200))
    def any_bytes(sent: bytes) -> None:
        head = (
            HEAD.replace(b"/api/games", f"/api/tables/{seat.table}/socket".encode()) % served.port
        )
        head += (
            b"Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nOrigin: "
            + served.origin.encode()
        )
        with raw(served, head + b"\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n") as line:
            assert line.recv(12) == b"HTTP/1.1 101"
            line.sendall(sent)

    any_bytes()
    view = seat.view()[1][1]["view"]
    assert seat.ask(play(view, "still"))[1][-1]["type"] in ("view", "done", "room")


def test_a_late_reader_of_a_socket_gets_everything(tmp_path: Path) -> None:
    many = 600
    fast = Limits(messages=1e9, messages_at_once=1e9, all_messages=1e9, queue=1 << 28)
    limits = fast._replace(ping=1e9, send_time=300.0)
    with Served(tmp_path / "tables.db", limits) as server, ExitStack() as stack:
        seat = server.make()
        client = stack.enter_context(raw(server, buffer=4096))
        line = seat.enter(stack, max_queue=1, sock=client)
        (box,) = server.host.rooms[seat.table].lines.values()
        assert isinstance(box, WebSocketSession)
        for n in range(many):
            line.send(json.dumps({"type": "enter", "id": str(n), "key": seat.key, "have": 0}))
        # the last answer waits too: only a connection with room again makes it be sent
        until(lambda: bool(box.waiting) and stuck(server, client))
        last = f'"{many - 1}"'  # an id
        until(lambda: server.call(lambda: any(last in text for text in box.waiting)))
        server.later(limits.send_time - 60)
        heard = [hear(line) for _ in range(3 * many)]
        assert [told["id"] for told in heard if told["type"] == "done"] == [*map(str, range(many))]
        assert [told["type"] for told in heard] == ["done", "room", "view"] * many


def test_text_that_is_none_ends_the_socket(served: Served) -> None:
    with ExitStack() as stack:
        line = served.make().enter(stack)
        line.socket.sendall(struct.pack(">BBBBBB", 0x81, 0x82, 0, 0, 0, 0) + b"\xff\xfe")
        assert ended(line) == 1007


def test_no_table_no_socket(served: Served) -> None:
    for name in ("AAAAAAAAAAAA", "x", "%00", "A" * 5000):
        with ExitStack() as stack, pytest.raises(InvalidStatus) as refused:
            Seat(served, name, key()).plug(stack)
        assert refused.value.response.status_code == 404
        assert json.loads(refused.value.response.body or b"") == {
            "why": "There is no such table here."
        }
        assert refused.value.response.headers["Referrer-Policy"] == "no-referrer"
