"""Check, store, tell, in that order; and a table that fails comes back as it is stored."""

import asyncio
import contextlib
import json
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import StoreError
from parlour.shuffle import secret_deck
from parlour.table import Made, Row, Table
from parlour.web import database, host
from parlour.web.host import Gone, Host, Room, Secret
from parlour.web.limits import Limits
from parlour.web.store import Store
from tests.web.served import key, play

OWN = key()
WISH = {"key": OWN, "name": "Ada", "game": "straights", "seats": ["me", "first", "first", "first"]}
ENTER = json.dumps({"type": "enter", "id": "e", "key": OWN, "have": 0})


class Line:
    """What a socket has been told."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.dropped = False

    def tell(self, text: str) -> None:
        self.told.append(json.loads(text))

    def drop(self) -> None:
        self.dropped = True

    @property
    def view(self) -> Any:
        found = next(message["view"] for message in reversed(self.told) if message["type"] == "view")
        return {name: value for name, value in found.items() if name != "seen"}


class Slow(Store):
    """A store that can be stopped, and that can fail."""

    why: Exception | None = None
    stored: list[Row]
    go: asyncio.Event

    async def open(self) -> None:
        self.stored, self.go = [], asyncio.Event()
        self.go.set()
        await super().open()

    async def append(self, name: str, rows: Iterable[Row]) -> None:
        rows = list(rows)
        await self.go.wait()
        if self.why:
            raise self.why
        await super().append(name, rows)
        self.stored += rows


def hosted(tmp_path: Path, work: Callable[[Host, Slow], Coroutine[Any, Any, Any]], **options: Any) -> Any:
    async def run() -> Any:
        store = Slow(database.find(str(tmp_path / "tables.db")))
        await store.open()
        own = Host(store, options.pop("limits", Limits()), **options)
        try:
            return await asyncio.wait_for(work(own, store), 30)
        finally:
            await own.close()
            await store.close()

    return asyncio.run(run())


async def entered(own: Host) -> tuple[Room, int, Line]:
    made = await own.make(WISH)
    room, line = await own.find(made.name), Line()
    assert room
    number = room.open(line)
    await room.say(number, ENTER)
    assert room.entered(number)
    return room, number, line


def test_nobody_is_told_what_is_not_stored(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        told, stored = len(line.told), len(store.stored)
        store.go.clear()
        task = asyncio.create_task(room.say(number, play(line.view, "1")))
        await asyncio.sleep(0.1)
        assert (len(line.told), len(store.stored), task.done()) == (told, stored, False)
        store.go.set()
        await task
        assert len(line.told) > told
        assert {"type": "done", "id": "1"} in line.told
        assert len(store.stored) > stored

    hosted(tmp_path, work)


def test_what_waits_is_stored_together_and_told_in_order(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        store.go.clear()
        first = asyncio.create_task(room.say(number, play(line.view, "1")))
        await asyncio.sleep(0.05)
        others = [asyncio.create_task(room.say(number, json.dumps({"type": "back", "id": str(n)}))) for n in range(2, 300)]
        await asyncio.sleep(0.05)
        others[5].cancel()  # who said it need not wait for the answer
        store.go.set()
        await first
        await asyncio.gather(*others, return_exceptions=True)
        answered = [message["id"] for message in line.told if message["type"] == "done"]
        assert answered == ["e", *map(str, range(1, 300))]

    hosted(tmp_path, work)


@pytest.mark.parametrize("error", [StoreError("The disk is full."), ZeroDivisionError("secret")])
def test_a_table_that_fails_is_loaded_again(tmp_path: Path, error: Exception, caplog: pytest.LogCaptureFixture) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        view, told = line.view, len(line.told)
        store.go.clear()
        store.why = error
        waiting = [asyncio.create_task(room.say(number, play(view, "1"))) for _ in range(2)]
        await asyncio.sleep(0.05)
        waiting.append(asyncio.create_task(room.say(number, play(view, "2"))))
        await asyncio.sleep(0.05)
        store.go.set()
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(end) for end in ends] == [Gone] * 3
        assert (line.dropped, len(line.told), own.rooms) == (True, told, {})
        with pytest.raises(Gone):
            await room.say(number, ENTER)
        with pytest.raises(Gone):
            room.open(line)
        await room.close(number)
        store.why = None
        again, number, line = await entered(own)
        assert again is not room
        assert line.view == view
        await again.say(number, play(view, "1"))
        assert line.told[-1] != {"type": "refused"}

    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, work)
    assert "leaves the memory" in caplog.text
    assert "secret" not in caplog.text


def test_a_table_leaves_the_memory_when_nobody_is_there(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        await asyncio.sleep(0.15)
        assert own.rooms  # somebody is there
        await room.close(number)
        await room.close(number)  # twice is once
        await asyncio.wait([room.task])
        assert own.rooms == {}
        _, _, again = await entered(own)
        assert again.view == line.view

    hosted(tmp_path, work, limits=Limits(idle=0.05))


def test_a_table_is_loaded_once_for_all_who_ask(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        assert await own.find("AAAAAAAAAAAA") is None
        made = await own.make(WISH)
        rooms = await asyncio.gather(*(own.find(made.name) for _ in range(5)))
        assert len(set(map(id, rooms))) == 1
        assert await own.find(made.name) is rooms[0]

    hosted(tmp_path, work)


def test_a_table_with_a_long_life_is_loaded_beside_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows are played again, thousands a second; meanwhile nobody else waits."""
    ready = threading.Event()

    def slow(*given: Any) -> Table:
        assert ready.wait(10)
        return Table(*given)

    async def work(own: Host, store: Slow) -> None:
        (_, number, line), other = await entered(own), await own.make(WISH | {"key": key()})
        monkeypatch.setattr(host, "Table", slow)
        loading = asyncio.create_task(own.find(other.name))
        await asyncio.sleep(0.1)
        room = await own.find((await own.make(WISH)).name)
        assert room
        await room.say(number, play(line.view, "1"))
        assert not loading.done()
        ready.set()
        assert await loading

    hosted(tmp_path, work)


def test_a_leaver_is_answered_and_then_dropped(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        await room.say(number, json.dumps({"type": "leave", "id": "x"}))
        assert {"type": "done", "id": "x"} in line.told
        assert line.dropped
        assert number not in room.lines
        await room.close(number)

    hosted(tmp_path, work)


def test_who_has_gone_is_not_told(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        told = len(line.told)
        store.go.clear()
        leaving = asyncio.create_task(room.say(number, json.dumps({"type": "leave", "id": "x"})))
        await asyncio.sleep(0.05)
        closing = asyncio.create_task(room.close(number))
        await asyncio.sleep(0.05)
        store.go.set()
        await asyncio.gather(leaving, closing)
        assert (len(line.told), line.dropped) == (told, False)

    hosted(tmp_path, work)


class Hours:
    """So many ticks of a server's life, without waiting for them; and what happens after each."""

    def __init__(self, ticks: int, after: Callable[[int], Coroutine[Any, Any, None]] | None = None) -> None:
        self.ticks, self.after, self.done = ticks, after, 0

    async def __call__(self, seconds: float) -> None:
        assert seconds == host.TICK
        if self.after and self.done:
            await self.after(self.done)
        if self.done == self.ticks:
            raise asyncio.CancelledError
        self.done += 1

    async def live(self, own: Host, days: float) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await own.tidy(days, self)


NOW = 1.8e9
CLOCKS = {"right": NOW, "1970": 0.0, "2000": 946684800.0, "ahead": NOW + 400 * host.DAY, "back": NOW - 400 * host.DAY}


@pytest.mark.parametrize("order", list(permutations(CLOCKS, 2)), ids=" ".join)
def test_no_wrong_clock_removes_a_table(tmp_path: Path, order: tuple[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Made under each clock, then two starts of two hours each under others; a day is the shortest that can be asked for."""

    async def work(own: Host, store: Slow) -> None:
        if not made:
            for clock in CLOCKS:
                wall = CLOCKS[clock]
                monkeypatch.setattr(time, "time", lambda wall=wall: wall)
                made.append((await Host(store, Limits()).make(WISH | {"key": key()})).name)
        await Hours(13).live(own, 1)
        assert all([await store.find(name) for name in made])

    made: list[str] = []
    for clock in order:
        monkeypatch.setattr(time, "time", lambda clock=clock: CLOCKS[clock])
        hosted(tmp_path, work)


def test_an_old_table_is_removed_a_day_of_running_after_it_was_seen_and_never_in_the_first_hour(tmp_path: Path) -> None:
    made: list[str] = []
    removed: list[int] = []

    async def opened(own: Host, store: Slow) -> None:
        made.append((await own.make(WISH)).name)
        await Hours(24 * host.HOUR).live(own, 1)
        assert await store.find(made[0])  # the day begins again

    async def again(own: Host, store: Slow) -> None:
        await Hours(25 * host.HOUR - 1).live(own, 1)

    async def due(own: Host, store: Slow) -> None:
        async def look(tick: int) -> None:
            if not await store._do(lambda db: db.exec_driver_sql("SELECT count(*) FROM tables").scalar()):
                removed.append(tick)

        await Hours(host.HOUR + 1, look).live(own, 1)

    for work in (opened, again, due):
        hosted(tmp_path, work)
    assert removed == [host.HOUR, host.HOUR + 1]


def test_a_table_stays_where_somebody_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        await own.make(WISH | {"key": key()})
        await Hours(6 * 30).live(own, 1)
        assert await store._do(lambda db: db.exec_driver_sql("SELECT count(*) FROM tables").scalar()) == 1
        await room.say(number, play(line.view, "1"))
        assert line.told[-1]["type"] != "refused"
        store.forget = fail  # type: ignore[assignment, method-assign]
        await Hours(6).live(own, 1)
        assert "Old tables were not removed: The disk is full." in caplog.text

    async def fail(*_: Any) -> int:
        raise StoreError("The disk is full.")

    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, work)


def test_the_table_is_woken_at_its_time(tmp_path: Path) -> None:
    """A turn limit of 30 s, of which most has passed when somebody says something."""
    shift = 0.0

    async def work(own: Host, store: Slow) -> None:
        nonlocal shift
        made = await own.make(WISH | {"limit": 30})
        room, line = await own.find(made.name), Line()
        assert room
        number = room.open(line)
        await room.say(number, ENTER)
        move, rows = line.view["move"], len(store.stored)
        shift = 29.8
        await room.say(number, "Hello.")
        assert line.view["move"] == move
        while line.view["move"] == move:
            await asyncio.sleep(0.01)
        assert len(store.stored) > rows

    hosted(tmp_path, work, clock=lambda: time.time() + shift)


def test_whoever_sets_the_systems_clock_sets_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = host.steady()
    assert abs(clock() - time.time()) < 1
    before = clock()
    monkeypatch.setattr(time, "time", lambda: 0.0)
    assert before <= clock() < before + 10


def test_decks_and_salts_cannot_be_foreseen() -> None:
    assert sorted(Secret().deck()) == sorted(secret_deck())
    assert Secret().deck() != Secret().deck()
    assert len({Secret().salt() for _ in range(100)}) == 100
    assert isinstance(Made("a", "b", None), tuple)


def test_a_learned_player_plays_beside_the_others_when_all_is_compiled(tmp_path: Path) -> None:
    compiled = asyncio.Event()
    begun = 0

    async def prepare() -> None:
        nonlocal begun
        begun += 1
        await compiled.wait()

    async def work(own: Host, store: Slow) -> None:
        other, number, line = await entered(own)
        made = await own.make(WISH | {"key": key(), "seats": ["search", "search", "search", "me"]})
        room, far = await own.find(made.name), Line()
        assert room
        await other.say(number, play(line.view, "1"))  # which waits for nobody
        hinted = asyncio.create_task(other.say(number, json.dumps({"type": "hint", "id": "h"})))
        own.prepare()
        await asyncio.sleep(0.1)
        assert not hinted.done()
        compiled.set()
        await hinted
        assert begun == 1
        answer = next(message for message in line.told if message.get("id") == "h")
        assert answer["type"] in ("done", "refused")
        assert not far.told

    hosted(tmp_path, work, prepare=prepare)


def test_where_nothing_has_to_be_compiled_a_hint_is_told_at_once(tmp_path: Path) -> None:
    async def work(own: Host, store: Slow) -> None:
        room, number, line = await entered(own)
        await room.say(number, json.dumps({"type": "hint", "id": "h"}))
        answer = next(message for message in line.told if message.get("id") == "h")
        assert answer["hint"]["action"] in line.view["legal"]

    hosted(tmp_path, work)
