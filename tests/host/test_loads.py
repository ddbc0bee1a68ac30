"""A load costs nobody else anything, and nobody without a key causes one."""

import asyncio
import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from parlour.errors import Spent, StoreError
from parlour.host import loads
from parlour.host.host import Host
from parlour.host.loads import DAMAGED, NotOpened, Shared, Turns
from parlour.host.rate_limits import Limits
from parlour.storage.stored import StoredTable
from parlour.table.messages.keys import derived
from parlour.table.messages.outcome import Row
from parlour.web.entry import Entry
from tests.host.test_host import ENTER, OWN, WISH, Line, Slow, entered, hosted
from tests.support.kill import until
from tests.support.served import Seat, Served, ended, hear, key, play
from tests.web.test_limits import raw

NOT_VALID = "This key is not valid at this table, or no longer valid."


def test_the_addresses_that_wait_have_turns_in_a_circle() -> None:
    async def run() -> list[str]:
        turns, had = Turns(), list[str]()

        async def take(address: str, name: str) -> None:
            async with turns.turn(address):
                had.append(name)
                await asyncio.sleep(0)

        tasks = [
            asyncio.create_task(take(address, f"{address}{n}"))
            for address, n in [("a", 1), ("a", 2), ("a", 3), ("b", 1), ("c", 1), ("b", 2)]
        ]
        await asyncio.sleep(0)
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        async with turns.turn("d"):
            had.append("d1")
        return had

    assert asyncio.run(run()) == ["a1", "a2", "b1", "c1", "b2", "d1"]


def test_a_turn_that_comes_to_someone_who_has_just_gone_passes_on() -> None:
    async def run() -> list[str]:
        turns, had = Turns(), list[str]()

        async def take(name: str) -> None:
            async with turns.turn(name):
                had.append(name)

        async with turns.turn("first"):
            tasks = [asyncio.create_task(take(name)) for name in "ab"]
            await asyncio.sleep(0)
        tasks[0].cancel()  # its turn has come, and it does not know it yet
        await asyncio.gather(*tasks, return_exceptions=True)
        return had

    assert asyncio.run(run()) == ["b"]


def test_a_shared_task_ends_with_the_last_who_waits_for_it() -> None:
    async def run() -> None:
        shared, begun, go = Shared[int](), list[asyncio.Task[Any] | None](), asyncio.Event()

        async def work() -> int:
            begun.append(asyncio.current_task())
            await go.wait()
            return 7

        waiting = [asyncio.create_task(shared.result("x", work)) for _ in range(3)]
        await asyncio.sleep(0.01)
        waiting[0].cancel()
        await asyncio.sleep(0)
        assert (len(begun), [*shared.tasks]) == (1, ["x"])
        go.set()
        assert [await task for task in waiting[1:]] == [7, 7]
        assert shared.tasks == {}
        go.clear()
        alone = asyncio.create_task(shared.result("x", work))
        await asyncio.sleep(0.01)
        alone.cancel()
        await asyncio.gather(alone, begun[1] or alone, return_exceptions=True)
        assert begun[1]
        assert begun[1].cancelled()
        assert shared.tasks == {}

    asyncio.run(run())


def calls(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What is read of stored tables from now on: pages by their first row, and looks for a key."""
    reads = list[tuple[str, int]]()
    page, mentions = StoredTable.page, StoredTable.mentions

    async def paged(self: StoredTable, first: int) -> list[Row]:
        reads.append(("page", first))
        return await page(self, first)

    async def mentioned(self: StoredTable, text: str, first: int) -> bool:
        reads.append(("mentions", first))
        return await mentions(self, text, first)

    monkeypatch.setattr(StoredTable, "page", paged)
    monkeypatch.setattr(StoredTable, "mentions", mentioned)
    return reads


async def left(host: Host, moves: int, **wishes: Any) -> tuple[str, Line]:
    """A table at which a person has moved so often, out of memory again."""
    room, number, line = await entered(host, **wishes)
    for move in range(moves):
        if line.room["phase"] == "playing":
            await room.handle(number, play(line.view, f"m{move}"))
        else:
            await room.handle(number, json.dumps({"type": "next", "id": f"m{move}"}))
    room.unload()
    return room.name, line


def test_a_table_is_loaded_from_its_last_deal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And from all its rows if its snapshot is of other code; then it gets another one, if it was
    long.
    """

    async def work(host: Host, store: Slow) -> None:
        name, line = await left(host, 40)
        stored = await store.find(name)
        assert stored
        assert stored.snapshot
        n, read = stored.snapshot.n, calls(monkeypatch)
        assert n > 40
        room, _, again = await entered(host)
        assert (again.view, read[0]) == (line.view, ("page", n))
        room.unload()
        await store._do(
            lambda db: db.exec_driver_sql("UPDATE snapshots SET body = 'x' || body") and None
        )
        pages = list[list[tuple[str, int]]]()
        for long, kept in ((10_000, False), (40, True), (40, True)):
            monkeypatch.setattr(loads, "LONG", long)
            read.clear()
            room, _, again = await entered(host)
            assert again.view == line.view
            pages.append(read[:])
            room.unload()
            await store.task
            await store._do(lambda _db: None)  # after what was to be stored
            now = await store.find(name)
            assert now
            assert now.snapshot
            assert (now.snapshot == stored.snapshot) == kept
        whole = [("page", n), ("page", 0)]
        assert pages == [whole, whole, [("page", n)]]

    hosted(tmp_path, work)


def test_a_table_just_dealt_is_loaded(tmp_path: Path) -> None:
    """Its snapshot is of its last row."""

    async def work(host: Host, _store: Slow) -> None:
        _, line = await left(host, 0, seats=["first", "first", "first", "me"], limit=60)
        _, _, again = await entered(host, seats=["first", "first", "first", "me"], limit=60)
        assert again.view == line.view

    hosted(tmp_path, work)


def test_nothing_is_loaded_for_a_key_that_no_row_knows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither at a table with a snapshot nor at one without; those who joined are known."""
    guest, late = key(), key()
    seats = ["me", "friend", "friend", "first"]

    async def join(host: Host, number: int, who: str) -> None:
        table = await host.make(WISH | {"seats": seats})
        room, line = await host.find(table.name, key=OWN), Line()
        assert room
        socket = room.open(line)
        await room.handle(socket, ENTER.replace(OWN, derived("invite", OWN)))
        said = {"type": "join", "id": "j", "key": who, "name": f"No. {number}"}
        await room.handle(socket, json.dumps(said))
        assert line.told[-1]["type"] != "refused"

    async def work(host: Host, store: Slow) -> None:
        room, number, _ = await entered(host, seats=seats)
        name, read = room.name, calls(monkeypatch)
        await join(host, 1, guest)
        await room.handle(number, json.dumps({"type": "start", "id": "s"}))
        await join(host, 2, late)  # during the round
        room.unload()
        assert (await store.find(name)).snapshot  # type: ignore[union-attr]
        for holder in (OWN, guest, late, derived("watch", OWN)):
            again = await host.find(name, key=holder)
            assert again
            again.unload()
        read.clear()
        for _ in range(2):
            with pytest.raises(NotOpened, match=rf"^{NOT_VALID}$"):
                await host.find(name, key=key())
            ((what, first),) = read
            assert what == "mentions"
            assert host.rooms == {}
            read.clear()
            await store._do(lambda db: db.exec_driver_sql("DELETE FROM snapshots") and None)
        assert first == 0
        assert await host.find("AAAAAAAAAAAA", key=key()) is None

    hosted(tmp_path, work)


def test_a_load_is_charged_to_the_address_that_asked_for_it(tmp_path: Path) -> None:
    now = 1e9

    async def work(host: Host, _store: Slow) -> None:
        nonlocal now
        name, _ = await left(host, 20)
        others = [(await host.make(WISH | {"key": key()})).name for _ in range(2)]
        room = await host.find(name, "192.0.2.1")
        assert room
        with pytest.raises(Spent, match=r"^This address has had many tables loaded;") as spent:
            await host.find(others[0], "192.0.2.1")
        assert spent.value.wait > 0
        assert await host.find(name, "192.0.2.1") is room  # it is in memory
        assert await host.find(others[0], "192.0.2.2")
        now += spent.value.wait + 1
        assert await host.find(others[1], "192.0.2.1")
        room.unload()
        with pytest.raises(NotOpened):
            await host.find(name, "192.0.2.3", key())
        assert host.loads.allowance.by_address["192.0.2.3"].left < 1.5  # a look costs, too

    hosted(tmp_path, work, limits=Limits(loading_at_once=1.5), clock=lambda: now)


def test_others_have_their_turns_between_the_steps_of_a_load(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(loads, "STEP", 0.0)

    async def work(host: Host, store: Slow) -> None:
        name, _ = await left(host, 40)
        other = key()
        table = await host.make(WISH | {"key": other})
        room, line = await host.find(table.name), Line()
        assert room
        number = room.open(line)
        await room.handle(number, ENTER.replace(OWN, other))
        store.go.clear()
        moving = asyncio.create_task(room.handle(number, play(line.view, "1")))
        await asyncio.sleep(0)
        assert host.storing == 1
        steps, give_way = list[bool](), host.loads.give_way

        async def counted() -> None:
            steps.append(moving.done())
            await give_way()

        host.loads.give_way = counted  # type: ignore[method-assign]
        loaded = await host.find(name)
        assert loaded
        assert len(steps) > 9
        assert not moving.done()
        store.go.set()
        await moving
        assert host.storing == 0

    hosted(tmp_path, work)


def test_a_load_waits_for_what_is_being_stored_but_not_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(host: Host, _store: Slow) -> None:
        host.storing = 1
        monkeypatch.setattr(loads, "WAITS", 3)
        await host.loads.give_way()
        monkeypatch.setattr(loads, "WAITS", 1_000_000)
        waiting = asyncio.create_task(host.loads.give_way())
        await asyncio.sleep(0.05)
        assert not waiting.done()
        host.storing = 0
        await waiting

    hosted(tmp_path, work)


def test_a_load_that_fails_is_not_tried_at_will(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    now = 1e9

    async def none(_self: StoredTable, _first: int) -> list[Row]:
        return []

    async def work(host: Host, _store: Slow) -> None:
        nonlocal now
        name, _ = await left(host, 3)
        monkeypatch.setattr(StoredTable, "page", none)
        for _ in range(2):
            with pytest.raises(StoreError) as failed:
                await host.find(name)
            assert str(failed.value) == DAMAGED
        assert "Event 0 is missing." in caplog.text
        monkeypatch.undo()
        with pytest.raises(StoreError) as failed:
            await host.find(name)
        assert str(failed.value) == DAMAGED
        now += loads.REST
        assert await host.find(name)

    hosted(tmp_path, work, clock=lambda: now)


def test_a_read_that_the_database_refuses_is_no_damage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refused(_self: StoredTable, _first: int) -> list[Row]:
        raise StoreError("The disk is full.")

    async def work(host: Host, _store: Slow) -> None:
        name, _ = await left(host, 3)
        with monkeypatch.context() as patch:
            patch.setattr(StoredTable, "page", refused)
            for _ in range(4):
                with pytest.raises(StoreError, match=r"^The disk is full\.$"):
                    await host.find(name)
        assert await host.find(name)

    hosted(tmp_path, work)


def test_a_table_that_is_removed_while_it_waits_for_its_load_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(_self: StoredTable) -> None:
        return None

    async def work(host: Host, _store: Slow) -> None:
        name, _ = await left(host, 3)
        monkeypatch.setattr(StoredTable, "claim", none)
        assert await host.find(name) is None

    hosted(tmp_path, work)


def test_a_table_that_was_loaded_meanwhile_is_not_loaded_again(tmp_path: Path) -> None:
    async def work(host: Host, store: Slow) -> None:
        name, _ = await left(host, 3)
        stored, room = await store.find(name), await host.find(name)
        assert stored
        assert await host._load(name, stored, "") is room

    hosted(tmp_path, work)


class Plugged(Line):
    """The line of a WebSocket."""

    room: Any = None
    number = 0

    def __init__(self) -> None:
        super().__init__()
        self.loading: asyncio.Task[None] | None = None

    def cancel_when_gone(self, task: asyncio.Task[None] | None) -> None:
        self.loading = task

    def gone(self) -> None:
        if self.loading:
            self.loading.cancel()

    def move(self, room: Any, number: int) -> None:
        self.room, self.number = room, number


def test_a_socket_that_has_gone_before_its_load_begins_is_answered(tmp_path: Path) -> None:
    """Otherwise it would never end."""

    async def work(host: Host, _store: Slow) -> None:
        name, _ = await left(host, 3)
        line: Any = Plugged()
        answered = list[Exception | None]()
        entry = Entry(host, name, line, "")
        entry.receive(0, ENTER, answered.append)
        line.gone()
        while entry.task and not entry.task.done():
            await asyncio.sleep(0)
        assert answered == [None]
        await line.room.close(line.number)

    hosted(tmp_path, work)


# Over real sockets.


@pytest.fixture
def stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Served, Seat, Any]]:
    """A server whose loads wait, a seat at a table that is not loaded, and what lets them go on."""
    go, page = threading.Event(), StoredTable.page
    stops, begun = list[BaseException](), threading.Event()

    async def waits(self: StoredTable, first: int) -> list[Row]:
        begun.set()
        try:
            while not go.is_set():
                await asyncio.sleep(0.01)
        except asyncio.CancelledError as error:
            stops.append(error)
            raise
        return await page(self, first)

    monkeypatch.setattr(StoredTable, "page", waits)
    with Served(tmp_path / "tables.db") as server:
        try:
            yield server, server.make(), (go, begun, stops)
        finally:
            go.set()


def test_a_load_ends_when_the_client_of_a_request_has_gone(
    stopped: tuple[Served, Seat, Any],
) -> None:
    served, seat, (_, begun, cancelled) = stopped
    head = f"GET /api/tables/{seat.table}/view HTTP/1.1\r\nHost: 127.0.0.1:{served.port}\r\n"
    head += f"Authorization: Bearer {seat.key}\r\n\r\n"
    with raw(served, head.encode()), raw(served, head.encode()):
        assert begun.wait(10)
        assert cancelled == []
    until(lambda: cancelled and not served.host._loading.tasks)
    assert len(cancelled) == 1  # of the two requests


def test_a_load_ends_when_a_socket_has_gone(stopped: tuple[Served, Seat, Any]) -> None:
    served, seat, (go, begun, cancelled) = stopped
    said = json.dumps({"type": "enter", "id": "e", "key": seat.key, "have": 0})
    with ExitStack() as stack:
        line = seat.plug(stack)
        line.send(said)
        assert begun.wait(10)
    until(lambda: cancelled and not served.host._loading.tasks)
    assert len(cancelled) == 1
    with ExitStack() as stack:
        line = seat.plug(stack)
        line.send(said)
        until(lambda: served.host._loading.tasks)
        go.set()
        assert hear(line)["type"] == "done"


def test_a_socket_without_a_key_loads_nothing(stopped: tuple[Served, Seat, Any]) -> None:
    """It is answered as by a table in memory."""
    served, seat, (go, _, _) = stopped

    def answers() -> list[Any]:
        replies = []
        with ExitStack() as stack:
            line = seat.plug(stack)
            for said in (
                {"type": "enter", "id": "1", "key": "x" * 22, "have": 0},
                {"type": "enter", "id": "2", "key": "short", "have": 0},
                {"type": "next", "id": "3"},
                {"type": "whist", "id": "4"},
                {"id": 5},
            ):
                line.send(json.dumps(said))
                replies.append(hear(line))
        return replies

    before = answers()
    assert served.host.rooms == {}
    assert [reply["why"] for reply in before[:3]] == [
        NOT_VALID,
        "A key is 22 characters of base64url.",
        "The first message must be enter, with a key.",
    ]
    assert Seat(served, seat.table, key()).view() == (403, {"why": NOT_VALID})
    assert served.host.rooms == {}
    go.set()
    assert seat.view()[0] == 200
    assert answers() == before
    assert Seat(served, seat.table, key()).view() == (403, {"why": NOT_VALID})


def test_a_socket_that_has_not_entered_is_closed_when_the_server_stops(tmp_path: Path) -> None:
    with Served(tmp_path / "tables.db") as served, ExitStack() as stack:
        seat = served.make()
        new, entered = seat.plug(stack), seat.enter(stack)
        assert len(served.host.entering) == 1
        served.call(served.host.close_lines)
        assert [ended(line) for line in (new, entered)] == [1012, 1012]
        until(lambda: not served.host.entering)


def test_an_address_that_has_spent_its_allowance_is_told_so(tmp_path: Path) -> None:
    with Served(tmp_path / "tables.db", Limits(loading=1.0, loading_at_once=1.5)) as served:
        seats = [served.make() for _ in range(2)]
        assert seats[0].view()[0] == 200
        path, named = f"/api/tables/{seats[1].table}/view", f"Bearer {seats[1].key}"
        status, told, headers = served.ask("GET", path, authorization=named)
        assert (status, told) == (429, {"why": loads.SPENT})
        assert int(headers["retry-after"]) >= 1
        with ExitStack() as stack, pytest.raises(ConnectionClosed) as closed:
            seats[1].enter(stack)
        assert closed.value.rcvd
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1012, loads.SPENT)


def test_a_socket_whose_table_has_just_been_removed_is_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(_self: Host, *_: Any) -> None:
        return None

    monkeypatch.setattr(Host, "find", none)
    with Served(tmp_path / "tables.db") as served:
        seat = served.make()
        with ExitStack() as stack, pytest.raises(ConnectionClosed) as closed:
            seat.enter(stack)
        assert closed.value.rcvd
        assert closed.value.rcvd.reason == "There is no such table here."
        assert seat.view()[0] == 404
