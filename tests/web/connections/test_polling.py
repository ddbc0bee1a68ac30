"""Lines over HTTP: what a WebSocket gets, by requests that wait."""

import http.client
import json
import logging
import secrets
import socket
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from parlour.host.rate_limits import Limits
from parlour.table.presence import SOCKETS
from parlour.web.app import NO_UPGRADE, PAGES_POLL
from parlour.web.connections.polling import NO_LINE, TOO_MANY, PolledLine
from tests.support.served import Seat, Served, hear, key, play

FRIENDS = {"seats": ["me", "friend", "first", "first"]}
LIMITS = Limits(connections=3, queue=20_000)


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "tables.db", LIMITS) as served:
        yield served


class Polled:
    """A page's line over HTTP."""

    def __init__(self, seat: Seat, have: int = 0, **headers: str) -> None:
        self.seat = seat
        self.headers = {"authorization": f"Bearer {seat.key}"} | headers
        path = f"/api/tables/{seat.table}/lines?have={have}"
        self.status, self.body, _ = seat.served.ask("POST", path, "", **self.headers)
        self.name = self.body.get("line", "")

    def ask(self, method: str, body: object = None, query: str = "", **headers: str) -> Any:
        path = f"/api/lines/{self.name}{query}"
        return self.seat.served.ask(method, path, body, **(self.headers | headers))[:2]

    def receive(self, wait: float = 0) -> list[Any]:
        status, messages = self.ask("GET", query=f"?wait={wait}")
        assert status == 200, messages
        return list(messages)

    def send(self, text: str) -> None:
        assert self.ask("POST", text) == (200, [])


def kinds(messages: list[Any]) -> list[str]:
    return [message["type"] for message in messages]


def lines(served: Served) -> dict[str, PolledLine]:
    """The open lines."""
    room = served.call(lambda: next(iter(served.host.rooms.values())))
    return {f"{line.number}": line for line in room.lines.values() if isinstance(line, PolledLine)}


def test_a_line_gets_what_a_socket_gets(served: Served) -> None:
    """In the same order, each view by itself."""
    seat = served.make()
    with ExitStack() as stack:
        socket = seat.enter(stack)
        line = Polled(seat)
        assert (line.status, kinds(line.body["messages"])) == (201, ["done", "room", "view"])
        assert line.body["messages"][0] == {"type": "done", "id": "enter", "seat": 0}
        line.send(play(line.body["messages"][2]["view"], "act"))
        messages = line.receive()
        assert {"type": "done", "id": "act"} in messages
        views = [message for message in messages if message["type"] == "view"]
        assert len(views) > 1
        told = [hear(socket) for _ in views]
        assert [message for message in told if message["type"] == "view"] == views


def test_a_request_waits_for_news(served: Served) -> None:
    """Also for those that change no view, as a friend who comes."""
    seat = served.make(**FRIENDS)
    line = Polled(seat)
    assert line.receive(0.01) == []
    messages: list[Any] = []
    waiting = threading.Thread(target=lambda: messages.extend(line.receive(20)))
    waiting.start()
    while not any(end.requests for end in lines(served).values()):
        pass
    invite = line.body["messages"][1]["invite"]
    friend = Polled(Seat(served, seat.table, invite))
    waiting.join(20)
    assert kinds(messages) == ["room"]
    friend.send(json.dumps({"type": "join", "id": "j", "key": key(), "name": "Bea"}))
    assert "done" in kinds(friend.receive())


def present(seat: Seat) -> bool:
    """Whether the maker is seen at the table."""
    other = Seat(seat.served, seat.table, seat.key)
    return bool(other.view()[1][0]["seats"][0]["here"])


def test_who_waits_is_present(served: Served) -> None:
    """However long; a line that nobody waits for ends."""
    seat = served.make(**FRIENDS)
    line = Polled(seat)
    for _ in range(5):
        served.later(LIMITS.linger - 2)
        assert line.receive() == []
        assert len(lines(served)) == 1
    served.later(LIMITS.linger + 1)
    served.call(lambda: None)
    assert not lines(served)
    assert line.ask("GET") == (404, {"why": NO_LINE})


def test_a_second_request_keeps_the_line(served: Served) -> None:
    """While the first still waits."""
    seat = served.make()
    line = Polled(seat)
    waiting = threading.Thread(target=lambda: line.receive(20))
    waiting.start()
    (end,) = lines(served).values()
    while not end.requests:
        pass
    assert line.receive(0.01) == []
    assert end.expiry is None
    line.send('{"type": "leave", "id": "x"}')
    waiting.join(20)
    assert not waiting.is_alive()


def test_who_leaves_while_waiting_is_gone(served: Served) -> None:
    """As with a socket: the closed page is noticed at once."""
    seat = served.make()
    line = Polled(seat)
    asking = http.client.HTTPConnection("127.0.0.1", served.port, timeout=20)
    asking.request("GET", f"/api/lines/{line.name}?wait=20", headers=line.headers)
    (end,) = lines(served).values()
    while not end.requests:
        pass
    asking.close()
    while lines(served):
        pass
    assert end.closed


def test_a_body_is_neither_kept_nor_waited_for(served: Served) -> None:
    """With a request that waits: however long it is, and though its end does not come."""
    line = Polled(served.make())
    with socket.create_connection(("127.0.0.1", served.port), timeout=20) as asking:
        key, length = line.headers["authorization"], 1 << 40
        head = f"GET /api/lines/{line.name}?wait=0.01 HTTP/1.1\r\nHost: 127.0.0.1:{served.port}"
        text = f"{head}\r\nAuthorization: {key}\r\nContent-Length: {length}\r\n\r\nbody"
        asking.sendall(text.encode())
        assert asking.recv(1000).startswith(b"HTTP/1.1 200")


def test_the_end_of_a_line(served: Served) -> None:
    seat = served.make()
    line = Polled(seat)
    assert line.ask("DELETE") == (200, [])
    assert line.ask("GET")[0] == line.ask("DELETE")[0] == 404
    line = Polled(seat)
    statuses: list[int] = []
    waiting = threading.Thread(target=lambda: statuses.append(line.ask("GET", query="?wait=20")[0]))
    waiting.start()
    (end,) = lines(served).values()
    while not end.requests:
        pass
    assert line.ask("DELETE") == (200, [])
    waiting.join(20)
    served.later(LIMITS.linger + 1)
    assert statuses == [410]
    left = Polled(seat)
    end = lines(served).popitem()[1]
    left.send('{"type": "leave", "id": "x"}')
    assert left.receive()[0] == {"type": "done", "id": "x"}
    assert end.arrived.is_set()  # so that no request waits
    assert left.ask("GET") == (410, {"why": NO_LINE})
    assert left.ask("GET") == (404, {"why": NO_LINE})


def test_a_table_that_leaves_the_memory_ends_its_lines(served: Served) -> None:
    """A message to it is sent again on the next line."""
    seat = served.make()
    line = Polled(seat)
    (room,) = served.host.rooms.values()
    served.call(lambda: room.unload("Gone."))
    line.send('{"type": "back", "id": "b"}')
    assert line.ask("GET") == (410, {"why": "Gone."})


def test_a_line_that_nobody_reads_ends(served: Served) -> None:
    """Its messages do not wait without end."""
    seat = served.make()
    line = Polled(seat)
    (end,) = lines(served).values()
    served.call(lambda: end.send("x" * LIMITS.queue))
    assert end.messages == ["x" * LIMITS.queue]
    served.call(lambda: end.send("x"))
    assert line.ask("GET") == (410, {"why": NO_LINE})


def test_keys(served: Served) -> None:
    """A line belongs to the key that opened it."""
    seat = served.make()
    line = Polled(seat)
    other = f"Bearer {key()}"
    for method in ("GET", "POST", "DELETE"):
        assert line.ask(method, authorization=other) == (404, {"why": NO_LINE})
    assert Polled(Seat(served, seat.table, key())).status == 403
    path = f"/api/tables/{seat.table}/lines"
    assert served.ask("POST", path, "", origin=served.origin)[0] == 401
    assert served.ask("POST", path, "")[0] == 403
    assert Polled(seat, origin="http://evil.example").status == 403
    assert Polled(Seat(served, secrets.token_urlsafe(9), seat.key)).status == 404
    assert len(lines(served)) == 1


def test_limits(served: Served) -> None:
    """Of lines of an address, of a message, and of messages."""
    seat = served.make()
    clients = [Polled(seat) for _ in range(LIMITS.connections)]
    refused = Polled(seat)
    assert (refused.status, refused.body) == (429, {"why": TOO_MANY})
    assert clients[0].ask("POST", "x" * (LIMITS.frame + 1))[0] == 413
    assert clients[0].ask("GET", query="?wait=x")[0] == 400
    statuses = {clients[0].ask("GET", query="?wait=0")[0] for _ in range(50)}
    assert statuses == {200}


def test_requests_of_lines_count_as_messages(tmp_path: Path) -> None:
    limits = Limits(all_messages=1, all_messages_at_once=2, requests=1000)
    with Served(tmp_path / "tables.db", limits) as served:
        line = Polled(served.make())
        assert [line.ask("GET")[0] for _ in range(3)] == [200, 200, 429]


def test_one_key_opens_some_lines(tmp_path: Path) -> None:
    with Served(tmp_path / "tables.db") as served:
        seat = served.make()
        assert {Polled(seat).status for _ in range(SOCKETS)} == {201}
        assert Polled(seat).status == 403


def test_the_operator_learns_of_pages_without_sockets(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    """That is, of browsers' requests; not of programs'."""
    seat = served.make()
    path = f"/api/tables/{seat.table}/socket"
    with caplog.at_level(logging.ERROR, "parlour"):
        status, body, headers = served.ask("GET", path)
        assert (status, body, headers["upgrade"]) == (426, {"why": NO_UPGRADE}, "websocket")
        Polled(seat)
        assert not caplog.messages
        served.ask("GET", path, sec_websocket_key="x")
        assert caplog.messages == [PAGES_POLL]
        Polled(seat, origin=served.origin)
        assert caplog.messages == [PAGES_POLL, PAGES_POLL]
