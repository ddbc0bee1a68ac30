"""What is answered over HTTP; the same messages as over a socket."""

import asyncio
import gzip
import json
import logging
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from pydantic import TypeAdapter, ValidationError
from websockets.exceptions import ConnectionClosed

from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import StoreError
from parlour.host.host import Host, Unloaded
from parlour.host.loads import FAILED, Loads
from parlour.host.ports import Done
from parlour.host.rate_limits import Limits
from parlour.table.messages.requests import REQUESTS
from parlour.table.table import Table
from parlour.web.access.rates import Rates
from parlour.web.access.server_errors import BROKEN
from parlour.web.app import Api, build
from parlour.web.catalogue import Catalogue, levels
from parlour.web.connections.websocket import NO_RECEIVER, EventReceiver, Events
from parlour.web.connections.websocket_session import PIECE, WebSocketSession
from parlour.web.openapi import Games, NewTable
from tests.support.kill import until
from tests.support.served import Seat, Served, answer, ended, key, play

MANY = Limits(
    requests=1000,
    requests_at_once=10000,
    tables_at_once=1000,
    messages=1e6,
    messages_at_once=1e6,
    all_messages=1e6,
)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("app") / "tables.db", MANY) as server:
        yield server


def test_games(served: Served) -> None:
    status, told, _ = served.ask("GET", "/api/games")
    assert status == 200
    assert told["base"] == "http://base.example"
    assert [game["name"] for game in told["games"]] == list(GAMES)
    straights, hearts, eights = told["games"][:3]
    assert (straights["seats"], straights["seats_option"], straights["extra"]) == (4, None, [])
    assert (eights["seats_option"], eights["extra"][:2]) == ("players", ["draw", "pass"])
    assert hearts["levels"] == ["first", "careful", "greedy", "trained", "search"]
    assert straights["levels"] == eights["levels"] == ["first", "careful", "greedy", "search"]
    options = {option["name"]: option for option in straights["options"]}
    assert options["target"] == {
        "name": "target",
        "label": "Play to, in points",
        "values": None,
        "labels": {},
        "min": 1,
        "max": 100000,
        "default": 80,
    }
    assert options["opens"]["values"] == ["7S", "any-seven"]
    assert options["opens"]["labels"] == {
        "7S": "The seven of spades",
        "any-seven": "Any seven its holder has",
    }
    assert options["opens"]["default"] == "7S"
    assert "edition" not in options
    status, body, headers = served.ask("HEAD", "/api/games")
    assert (status, body, headers["content-type"]) == (200, b"", "application/json")
    assert int(headers["content-length"]) > 1000


def test_a_game_is_told_in_words(served: Served) -> None:
    """How its table lies, too, and which page files it has."""
    _, told, _ = served.ask("GET", "/api/games")
    straights, hearts, eights = told["games"][:3]
    assert (hearts["title"], hearts["best"], hearts["page"]) == (
        "Hearts",
        "fewest",
        ["page.js", "page.css", "german.js", "lesson.json"],
    )
    assert straights["page"] == ["page.js", "german.js", "lesson.json"]
    assert hearts["rules"][0].startswith("Four players, thirteen cards each.")
    assert eights["actions"]["draw"] == "Draw a card"
    assert eights["said"]["pass"] == "{who} passed."
    fields = {field["name"]: field for field in hearts["fields"]}
    assert fields["trick"] == {
        "name": "trick", "label": "Trick", "holds": "card", "row": True,
        "lies": {"kind": "trick", "by": "seat", "order": "leader", "before": "last"},
    }  # fmt: skip
    assert fields["broken"]["label"] == ["Hearts not broken", "Hearts broken"]
    assert (fields["received"]["label"], fields["received"]["lies"]) == ("Received", None)
    assert told["levels"][0] == {
        "name": "first",
        "title": "Simple",
        "about": "plays the first card that the rules give",
    }


@pytest.mark.usefixtures("toys")
def test_a_game_without_words_is_listed_and_harms_no_other() -> None:
    listing = Catalogue()
    assert [game["name"] for game in listing.games] == list(GAMES)
    drawing = next(game for game in listing.games if game["name"] == "drawing")
    assert (drawing["title"], drawing["rules"], drawing["page"]) == ("Drawing", [], [])
    assert drawing["actions"] == {"draw": "Draw", "pass": "Pass"}
    assert listing.games_message["base"] is None
    assert {*listing.folders} == {*BUILT_IN}
    assert not listing.left_out


def test_a_game_whose_words_fail_harms_no_other(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """It is left out, in a sentence."""
    monkeypatch.setitem(GAMES, "broken", object())
    limits = served.limits
    with caplog.at_level(logging.ERROR, "parlour"):
        build(served.host, limits, Rates(limits))
    (line,) = caplog.messages
    assert line.startswith(
        'The game "broken" is left out: it cannot be described (AttributeError: '
    )
    listing = Catalogue()
    assert [game["name"] for game in listing.games] == [name for name in GAMES if name != "broken"]


def test_a_level_without_words_has_plain_ones() -> None:
    """It stands before the levels that think, which are stronger."""
    (*_, bold, trained, search) = levels(["first", "very-bold"])
    assert (trained["name"], search["name"]) == ("trained", "search")
    assert bold == {"name": "very-bold", "title": "Very bold", "about": ""}


def resolved(told: Any, *schemas: dict[str, str]) -> list[Any]:
    """What references stand for."""
    names = [schema["$ref"].removeprefix("#/components/schemas/") for schema in schemas]
    return [told["components"]["schemas"][name] for name in names]


def references(value: Any) -> Iterator[dict[str, str]]:
    """All references within a description."""
    if isinstance(value, dict):
        if "$ref" in value:
            yield value
        value = [*value.values()]
    if isinstance(value, list):
        for inner in value:
            yield from references(inner)


def test_the_description_is_whole(served: Served) -> None:
    """Each reference leads to a model, each model is referred to, and a refusal has a sentence."""
    _, told, _ = served.ask("GET", "/openapi.json")
    links = [*references(told)]
    assert len(resolved(told, *links)) > 30
    assert {link["$ref"].rpartition("/")[2] for link in links} | {"Enter"} == set(
        told["components"]["schemas"]
    )
    for path in told["paths"].values():
        for operation in path.values():
            assert "422" not in operation["responses"]
            for status, response in operation["responses"].items():
                schema = response["content"]["application/json"]["schema"]
                assert not status.startswith("4") or schema == {
                    "$ref": "#/components/schemas/Refusal"
                }


def test_every_message_that_a_table_accepts_is_described(served: Served) -> None:
    """Over HTTP the key of a request enters; on a socket `enter` is the first message."""
    _, told, _ = served.ask("GET", "/openapi.json")
    schemas = told["components"]["schemas"]
    body = told["paths"]["/api/tables/{table}/messages"]["post"]["requestBody"]["content"][
        "application/json"
    ]["schema"]
    (union,) = resolved(told, body)
    described = {
        message["properties"]["type"]["const"]: message
        for message in resolved(told, *union["oneOf"])
    }
    assert described | {"enter": schemas["Enter"]} == {
        kind: schemas[model.__name__] for kind, model in REQUESTS.items()
    }
    for kind, model in REQUESTS.items():
        schema = schemas[model.__name__]
        assert list(schema["properties"]) == list(model.model_fields), kind
        needed = [name for name, field in model.model_fields.items() if field.is_required()]
        assert schema["required"] == needed, kind
        assert schema["additionalProperties"] is False
    assert schemas["TableRequest"]["required"] == ["key", "game", "seats"]
    assert schemas["TableRequest"]["properties"]["limit"]["enum"] == [0, 30, 60, 120]
    assert "`enter`" in told["info"]["description"]
    assert told["info"]["description"].startswith("Card games: Straights, Hearts, Crazy Eights")


def test_the_listing_is_as_it_is_described(served: Served) -> None:
    _, listed, _ = served.ask("GET", "/api/games")
    games = TypeAdapter(Games)
    assert games.validate_python(listed) == listed
    del listed["games"][0]["fields"][0]["holds"]
    with pytest.raises(ValidationError, match=r"games.0.fields.0.holds\n  Field required"):
        games.validate_python(listed)


def test_the_description_is_one_and_the_pages_of_others_are_off(served: Served) -> None:
    for _ in range(2):
        status, told, _ = served.ask("GET", "/openapi.json")
        assert status == 200
    assert set(told["paths"]) == {
        "/api/games", "/api/tables", "/api/tables/{table}/messages", "/api/tables/{table}/view",
    }  # fmt: skip
    assert told["components"]["securitySchemes"] == {"key": {"type": "http", "scheme": "bearer"}}
    assert served.ask("GET", "/docs")[0] == served.ask("GET", "/redoc")[0] == 404


def test_what_is_described_is_what_is_answered(served: Served) -> None:
    """The same addresses and methods, and of each the numbers that it reads."""
    _, told, _ = served.ask("GET", "/openapi.json")
    described = {
        (path, method.upper()) for path, methods in told["paths"].items() for method in methods
    }
    routes = Api(served.host, served.limits, Rates(served.limits), Catalogue()).routes()
    answered = {(route.path, method) for route in routes for method in route.methods or ()}
    assert described == {(path, method) for path, method in answered if method != "HEAD"}
    for path, method in described:
        operation = told["paths"][path][method.lower()]
        asked = {
            (parameter["in"], parameter["name"]) for parameter in operation.get("parameters", [])
        }
        numbers = {"messages": ["have"], "view": ["have", "wait"]}.get(path.split("/")[-1], [])
        assert {name for where, name in asked if where == "query"} == {*numbers}, path
        assert (("path", "table") in asked) == ("{table}" in path)
        for name in numbers:
            where = f"{path.format(table='A' * 12)}?{name}=x"
            status, said, _ = served.ask(method, where, origin=served.origin)
            assert status == 400
            assert said["why"].startswith(f'Invalid {name} "x" ')


def test_a_table_is_made_once_however_often_it_is_asked_for(served: Served) -> None:
    maker = key()
    wish = {
        "key": maker,
        "name": "Ada",
        "game": "hearts",
        "seats": ["first", "me", "friend", "greedy"],
    }
    answers = [
        served.ask("POST", "/api/tables", wish, authorization=f"Bearer {maker}")[:2]
        for _ in range(2)
    ]
    assert answers[0] == answers[1] == (201, {"table": answers[0][1]["table"], "seat": 1})
    TypeAdapter(NewTable).validate_python(answers[0][1])
    status, told, _ = served.ask("POST", "/api/tables", wish | {"name": "Bo"}, origin=served.origin)
    assert (status, told) == (409, {"why": "Another table already uses this key."})


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b"", "The body is not JSON."),
        (b"{" * 60000, "The body is not JSON."),
        (b"\xff", "The body is not UTF-8."),
        (b"[]", "A request for a new table must be a JSON object."),
        (b'{"key":"x"}', "A key is 22 characters of base64url."),
    ],
)
def test_wishes_that_cannot_be(served: Served, body: bytes, why: str) -> None:
    assert served.ask("POST", "/api/tables", body, origin=served.origin)[:2] == (400, {"why": why})


def test_a_mark_at_the_head_of_a_body_is_left_out(served: Served) -> None:
    told = served.ask("POST", "/api/tables", b"\xef\xbb\xbf[]", origin=served.origin)[:2]
    assert told == (400, {"why": "A request for a new table must be a JSON object."})


def test_a_program_plays_over_http(served: Served) -> None:
    seat = served.make()
    count, acts = 0, 0
    while acts < 5:
        status, (room, told) = seat.view(f"?have={count}&wait=5")
        assert (status, room["type"], told["type"]) == (200, "room", "view")
        assert told["count"] > count
        count, view = told["count"], told["view"]
        assert view["legal"]
        status, answers = seat.ask(json.loads(play(view, str(acts))), have=count)
        assert status == 200
        assert {"type": "done", "id": str(acts)} in answers
        assert answers[1]["news"] == []
        acts += 1
    assert seat.view(f"?have={count}")[1][1]["view"]["move"] == 5
    assert seat.ask({"type": "back", "id": "0"})[1][-1] == {"type": "done", "id": "0"}
    assert seat.ask({"type": "dance", "id": "9"})[1][-1]["type"] == "refused"
    assert seat.ask("nonsense")[1][-1]["type"] == "refused"


def asked(served: Served, seat: Seat) -> int:
    """How many sockets and requests wait at a table."""
    return len(served.host.rooms[seat.table].lines)


def test_waiting_for_news_ends_with_news_or_in_time(served: Served) -> None:
    seat = served.make(seats=["me", "friend", "first", "first"])
    room, view = seat.view()[1]
    told: list[Any] = []
    asking = threading.Thread(
        target=lambda: told.append(seat.view(f"?have={view['count']}&wait=30"))
    )
    asking.start()
    until(lambda: asked(served, seat) == 1)
    served.later(29)
    assert asked(served, seat) == 1
    assert told == []
    served.later(2)
    asking.join(10)
    assert told[0][1][1]["count"] == view["count"]
    guest = Seat(served, seat.table, key())
    host = Seat(served, seat.table, room["invite"])
    with ExitStack() as stack:
        socket = host.enter(stack)
        told.clear()
        waiting = threading.Thread(
            target=lambda: told.append(seat.view(f"?have={view['count']}&wait=20"))
        )
        waiting.start()
        until(lambda: asked(served, seat) == 2)  # with the socket
        socket.send(json.dumps({"type": "join", "id": "j", "key": guest.key, "name": "Bo"}))
        assert answer(socket, "j") == {"type": "done", "id": "j", "seat": 1}
        waiting.join(10)
        assert told[0][1][1]["count"] > view["count"]
        assert told[0][1][1]["view"]["number"] == 1


def test_refusals_over_http(served: Served) -> None:
    seat = served.make()
    path = f"/api/tables/{seat.table}"
    no_key = (401, {"why": "A key is missing: Authorization: Bearer KEY."})
    assert served.ask("GET", f"{path}/view")[:2] == no_key
    assert served.ask("POST", f"{path}/messages", b"{}", origin=served.origin)[:2] == no_key
    assert Seat(served, seat.table, key()).view()[0] == 403
    assert Seat(served, seat.table, key()).ask({})[1] == {
        "why": "This key is not valid at this table, or no longer valid."
    }
    for name in ("AAAAAAAAAAAA", "x", "%00%00%00%00"):
        assert Seat(served, name, key()).view() == (404, {"why": "There is no such table here."})
    assert seat.view("?have=x") == (
        400,
        {"why": 'Invalid have "x" (expected a whole number from 0 on).'},
    )
    assert seat.view("?have=0&wait=-1") == (
        400,
        {"why": 'Invalid wait "-1" (expected a number from 0 on).'},
    )
    assert seat.view("?wait=-1")[0] == seat.view("?have=-1")[0] == seat.view("?wait=nan")[0] == 400
    assert seat.view(f"?have={10**30}")[0] in (200, 400)
    assert served.ask("GET", "/nothing")[1] == {"why": "Not Found."}
    assert served.ask("PUT", "/api/games", origin=served.origin)[:2] == (
        405,
        {"why": "Method Not Allowed."},
    )


def test_a_store_that_fails_is_told_and_tried_again(
    served: Served, caplog: pytest.LogCaptureFixture
) -> None:
    seat = served.make()
    store = served.host.store
    find, add = store.find, store.add

    async def fail(*_: Any) -> Any:
        raise StoreError("The disk is full.")

    def fail_to_add(_name: str, _rows: Any, done: Done, _snapshot: Any) -> None:
        done(StoreError("The disk is full."))

    store.find = fail  # type: ignore[assignment, method-assign]
    assert seat.view() == (503, {"why": "The disk is full."})
    with ExitStack() as stack, pytest.raises(Exception, match="503"):
        seat.plug(stack)
    store.find = find  # type: ignore[method-assign]
    with ExitStack() as stack, caplog.at_level(logging.ERROR, "parlour"):
        line = seat.enter(stack)
        view = seat.view()[1][1]
        told: list[Any] = []
        waiting = threading.Thread(
            target=lambda: told.append(seat.view(f"?have={view['count'] + 100}&wait=20"))
        )
        waiting.start()
        until(lambda: asked(served, seat) == 2)
        store.add = fail_to_add  # type: ignore[assignment, method-assign]
        line.send(play(view["view"], "1"))
        assert ended(line) == 1012
        waiting.join(10)
        full = 503, {"why": "The disk is full."}
        assert told == [full]
        assert seat.ask(json.loads(play(view["view"], "1"))) == full
        store.add = add  # type: ignore[method-assign]
        assert seat.ask(json.loads(play(view["view"], "1")))[1][-1]["type"] != "refused"
        assert seat.view()[1][1]["view"]["move"] == 1


def test_who_leaves_is_closed_after_the_answer(served: Served) -> None:
    with ExitStack() as stack:
        line = served.make().enter(stack)
        line.send('{"type":"leave","id":"x"}')
        assert answer(line, "x")["type"] == "done"
        assert ended(line)


def test_an_unforeseen_error_shows_nothing(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(_self: Host, *_: Any) -> Any:
        raise ZeroDivisionError(hidden)

    def fail_at_once(*_: Any) -> None:
        raise ZeroDivisionError(hidden)

    hidden = "Secret".lower()
    seat = served.make()
    monkeypatch.setattr(Host, "find", fail)
    with caplog.at_level(logging.ERROR, "parlour"):
        assert seat.view() == (500, {"why": BROKEN})
        with ExitStack() as stack, pytest.raises(ConnectionClosed):
            seat.enter(stack)
        monkeypatch.setattr(Loads, "find", fail)
        with ExitStack() as stack, pytest.raises(Exception, match="500"):
            seat.plug(stack)
    assert "ZeroDivisionError" in caplog.text
    assert "test_app.py" in caplog.text
    assert hidden not in caplog.text
    monkeypatch.undo()
    with ExitStack() as stack, caplog.at_level(logging.ERROR, "parlour"):
        line = seat.enter(stack)
        monkeypatch.setattr("parlour.host.host.Room.receive", fail_at_once)
        line.send("{}")
        ended(line)
    assert [record.name for record in caplog.records].count("parlour") == 4


class FakeLine:
    """A connection that notes what is written to it."""

    def __init__(self, *texts: str) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.written: list[list[str]] = []
        self.events = Events()
        for text in texts:
            self.events.put_nowait({"type": "websocket.receive", "text": text})

    def attach(self, session: EventReceiver) -> None:
        self.events.session = session

    def detach(self) -> None:
        self.events.session = NO_RECEIVER

    def next_event(self) -> Any:
        return None if self.events.empty() else self.events.get_nowait()

    def write(self, texts: Iterable[str]) -> None:
        self.written.append([*texts])


class FakeRoom:
    """A table that answers when the test says so."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.entering = True
        self.done: Done = lambda _error: None

    def entered(self, _number: int) -> bool:
        return not self.entering

    def receive(self, _number: int, text: str, done: Done) -> None:
        self.heard.append(text)
        self.done = done


def line_of(connection: FakeLine, **limits: Any) -> WebSocketSession:
    return WebSocketSession(connection, Limits(**limits), lambda: 0.0)  # type: ignore[arg-type]


def test_what_waits_for_a_reader_is_bounded() -> None:
    async def run() -> None:
        connection = FakeLine()
        connection.writable.clear()
        line = line_of(connection, queue=10)
        for text in ("12345", "67890", "x", "y"):
            line.send(text)
        line.close()
        assert line.over.done()
        assert (connection.written, line.code, line.waiting) == ([], 1008, deque())

    asyncio.run(run())


def test_what_is_told_at_once_is_written_at_once() -> None:
    """And no more than the connection takes; when all of it has been written, the line is over, if
    it is to be closed.
    """

    async def run() -> None:
        connection = FakeLine()
        line = line_of(connection)
        line.send("1", "2")
        assert connection.written == [["1", "2"]]
        connection.writable.clear()
        long = "x" * PIECE
        line.send(long, "3", "4")
        line.close("Because.")
        assert (len(connection.written), line.size, line.over.done()) == (1, PIECE + 2, False)
        connection.writable.set()
        line.flush()
        assert (connection.written[1:], line.size) == ([[long], ["3", "4"]], 0)
        assert (line.over.done(), line.code, line.why) == (True, 1012, "Because.")
        line.send("5")
        assert len(connection.written) == 3

    asyncio.run(run())


def test_a_message_is_taken_at_once_unless_another_is_being_handled() -> None:
    """Else it must wait; after the end of the line none is taken."""

    async def run() -> None:
        connection, room = FakeLine(), FakeRoom()
        line = line_of(connection)
        serving = asyncio.create_task(line.serve(room, 1))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert line.take("1")
        assert not line.take("2")
        room.done(None)
        assert line.take("3")
        room.done(None)
        line.close()
        assert not line.take("4")
        await serving
        assert room.heard == ["1", "3"]

    asyncio.run(run())


def test_a_connection_without_a_session_queues_all_messages() -> None:
    assert not NO_RECEIVER.take("1")


def test_a_client_that_disconnects_cancels_what_is_loaded_for_it() -> None:
    async def run() -> None:
        line = line_of(FakeLine())
        line.gone()
        task = asyncio.create_task(asyncio.sleep(1000))
        line.cancel_when_gone(task)
        line.gone()
        await asyncio.wait([task])
        assert task.cancelled()

    asyncio.run(run())


def test_messages_are_handled_one_after_the_other() -> None:
    """And none after the line is over, also if it waits for its time."""

    async def run() -> None:
        connection, room = FakeLine("1", "2", "3", "4", "5"), FakeRoom()
        line = line_of(connection, messages=10.0, messages_at_once=2)
        serving = asyncio.create_task(line.serve(room, 1))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        assert room.heard == ["1"]
        connection.events.put_nowait({"type": "websocket.receive", "text": "6"})
        assert room.heard == ["1"]
        room.done(None)
        await asyncio.sleep(0)
        assert room.heard == ["1", "2"]
        room.done(None)
        await asyncio.sleep(0)
        assert room.heard == ["1", "2"]  # the limit
        while len(room.heard) < 3:
            await asyncio.sleep(0.001)
        room.done(None)
        await asyncio.sleep(0)
        line.close()
        await serving
        await asyncio.sleep(0.2)
        assert room.heard == ["1", "2", "3"]
        room.done(None)
        await asyncio.sleep(0)
        assert room.heard == ["1", "2", "3"]

    asyncio.run(run())


def test_a_table_that_leaves_the_memory_ends_the_line() -> None:
    async def run() -> None:
        connection, room = FakeLine("1"), FakeRoom()
        line = line_of(connection)
        serving = asyncio.create_task(line.serve(room, 1))  # type: ignore[arg-type]
        await asyncio.sleep(0)
        room.done(Unloaded())
        await serving
        assert line.code == 1012
        assert line.deadline is None

    asyncio.run(run())


def test_a_table_may_leave_between_finding_and_entering(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(*_: Any) -> int:
        raise Unloaded

    seat = served.make()
    monkeypatch.setattr("parlour.host.host.Room.open", gone)
    assert seat.view() == (503, {"why": "The table is being loaded again; ask again."})
    with ExitStack() as stack, pytest.raises(ConnectionClosed) as closed:
        seat.enter(stack)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1012


def test_a_table_that_fails_refuses_over_http(
    served: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """And is not there for half a minute when it fails again."""

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(Table, "_ask", fail)
    seat = served.make()
    with caplog.at_level(logging.ERROR, "parlour"):
        for _ in range(2):
            status, told = seat.ask({"type": "hint", "id": "h"})
            assert (status, told[-1]) == (200, {"type": "refused", "id": "h", "why": FAILED})
    path, named = f"/api/tables/{seat.table}/view", f"Bearer {seat.key}"
    status, told, headers = served.ask("GET", path, authorization=named)
    assert (status, told, headers["retry-after"]) == (503, {"why": FAILED}, "30")


def test_a_hint_over_http_is_waited_for(served: Served) -> None:
    """This server has no strong players."""
    seat = served.make()
    status, told = seat.ask({"type": "hint", "id": "h"})
    (answer,) = [message for message in told if message["type"] == "done"]
    assert (status, answer["id"], answer["hint"]["why"]) == (200, "h", "busy")


@pytest.mark.parametrize("path", ["/text/text.js", "/api/games"])
def test_what_the_page_loads_is_compressed(served: Served, path: str) -> None:
    plain, packed = (served.ask("GET", path, accept_encoding=way) for way in ("identity", "gzip"))
    body = gzip.decompress(packed[1])
    assert plain[1] == (json.loads(body) if path == "/api/games" else body)
    assert len(packed[1]) < len(body) / 2
    assert packed[2]["content-encoding"] == "gzip"
    assert "content-encoding" not in plain[2]
