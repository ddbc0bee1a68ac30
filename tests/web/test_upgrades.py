"""Requests for an upgrade: the handshakes of WebSockets, and what is none of them."""

import http.client
import json
from collections.abc import Iterator

import pytest

from tests.support.served import Served
from tests.web.test_limits import raw

UPGRADE = {
    "connection": "Upgrade",
    "upgrade": "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==",
}


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("upgrades") / "tables.db") as server:
        yield server


@pytest.fixture(scope="module")
def socket(served: Served) -> str:
    """The path of a table's socket."""
    return f"/api/tables/{served.make().table}/socket"


def answered(
    served: Served, line: str, body: bytes = b"", **headers: str
) -> tuple[int, dict[str, str], bytes]:
    """The status, the headers and the body of the answer to a request, with those of a handshake
    unless they are replaced by others, or by nothing.
    """
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    named = {"host": f"127.0.0.1:{served.port}", "origin": served.origin, **UPGRADE, **named}
    head = [line, *(f"{name}: {value}" for name, value in named.items() if value)]
    with (
        raw(served, "\r\n".join([*head, "", ""]).encode() + body) as connection,
        http.client.HTTPResponse(connection, method=line.split()[0]) as answer,
    ):
        answer.begin()
        told = {name.lower(): value for name, value in answer.getheaders()}
        return answer.status, told, answer.read()


@pytest.mark.parametrize(
    ("method", "status"),
    [(name, 405) for name in ("POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY")]
    + [("HEAD", 426)],
)
def test_only_a_get_asks_for_a_websocket(
    served: Served, socket: str, method: str, status: int
) -> None:
    """Any other request is answered as without an upgrade; it was cut without an answer."""
    for path in (socket, "/api/tables/AAAAAAAAAAAA/socket", "/api/nothing"):
        code, headers, body = answered(served, f"{method} {path} HTTP/1.1")
        assert code == (404 if (method, path) == ("HEAD", "/api/nothing") else status)
        assert "content-security-policy" in headers
        assert (not body) == (method == "HEAD")
    code, _, body = answered(served, f"{method} {socket} HTTP/1.1", origin="http://evil.example")
    assert code == (426 if method == "HEAD" else 403)
    code, _, body = answered(served, f"{method} {socket} HTTP/1.1", host="evil.example")
    assert code == 403


def test_a_post_is_done_though_it_asks_for_an_upgrade(served: Served) -> None:
    """And the next request of its connection, too."""
    wish = {"key": "A" * 22, "game": "straights", "seats": ["first"] * 4}
    body = json.dumps(wish).encode()
    line, length = "POST /api/tables HTTP/1.1", f"{len(body)}"
    for _ in range(2):
        status, _, told = answered(served, line, body, content_length=length)
        assert (status, list(json.loads(told))) == (201, ["table", "seat"])
    status, _, told = answered(served, line, b"{}", content_length="2")
    assert (status, json.loads(told)) == (400, {"why": 'The field "key" is missing.'})
    head = f"{line}\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.origin}\r\n"
    head += f"Connection: upgrade\r\nUpgrade: websocket\r\nContent-Length: {length}\r\n\r\n"
    with raw(served, (head.encode() + body) * 3) as connection:
        told = b""
        while told.count(b"HTTP/1.1 201 ") < 3:
            told += connection.recv(65536)


@pytest.mark.parametrize(
    ("changed", "status"),
    [
        ({}, 101),
        ({"connection": "keep-alive, Upgrade"}, 101),
        ({"connection": "upgrade", "upgrade": "WebSocket"}, 101),
        ({"content_length": "0"}, 101),
        ({"connection": ""}, 426),
        ({"connection": "keep-alive"}, 426),
        ({"upgrade": ""}, 426),
        ({"upgrade": "h2c"}, 426),
        ({"connection": "Upgrade, HTTP2-Settings", "upgrade": "h2c", "http2_settings": "x"}, 426),
        ({"upgrade": "websocket, h2c"}, 426),
        ({"upgrade": "TLS/1.0"}, 426),
        ({"content_length": "5"}, 426),
        ({"transfer_encoding": "chunked"}, 411),
        ({"sec_websocket_key": ""}, 400),
        ({"sec_websocket_key": "short"}, 400),
        ({"sec_websocket_version": ""}, 426),
        ({"sec_websocket_version": "8"}, 426),
        ({"x": "x" * 10000}, 400),
        ({f"x{n}": "y" for n in range(200)}, 400),
        ({"origin": "http://evil.example"}, 403),
        ({"host": "evil.example"}, 403),
    ],
)
def test_a_handshake_that_is_none_gets_an_answer(
    served: Served, socket: str, changed: dict[str, str], status: int
) -> None:
    """With a sentence and the security headers, like all else."""
    line = f"GET {socket} HTTP/1.1"
    code, headers, body = answered(served, line, b"abcde" * ("5" in changed.values()), **changed)
    assert code == status
    if status != 101:
        assert "content-security-policy" in headers
        assert json.loads(body)["why"].endswith(".")
    assert headers.get("sec-websocket-version") == ("13" if status == 426 else None)


@pytest.mark.parametrize(
    ("line", "status"),
    [
        ("GET {} HTTP/1.0", 426),
        ("GET / HTTP/1.1", 404),
        ("GET /api/games HTTP/1.1", 404),
        ("GET /files/x HTTP/1.1", 404),
        ("GET /api/tables/AAAAAAAAAAAA/socket HTTP/1.1", 404),
        ("GET {}/ HTTP/1.1", 404),
        ("GET http://127.0.0.1:{}{} HTTP/1.1", 101),
        ("GET ws://127.0.0.1:{}{} HTTP/1.1", 101),
        ("GET http://evil.example{} HTTP/1.1", 403),
    ],
)
def test_an_upgrade_of_what_is_no_socket_gets_an_answer(
    served: Served, socket: str, line: str, status: int
) -> None:
    parts = (served.port, socket) if line.count("{}") == 2 else (socket,)
    code, headers, body = answered(served, line.format(*parts))
    assert code == status
    if status != 101:
        assert "content-security-policy" in headers
        assert json.loads(body)["why"].endswith(".")


def test_connection_may_be_said_twice(served: Served, socket: str) -> None:
    head = f"GET {socket} HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\nOrigin: {served.origin}\r\n"
    rest = "".join(f"{name}: {value}\r\n" for name, value in UPGRADE.items())
    with raw(served, f"{head}{rest}Connection: keep-alive\r\n\r\n".encode()) as connection:
        assert connection.recv(65536).startswith(b"HTTP/1.1 101 ")
