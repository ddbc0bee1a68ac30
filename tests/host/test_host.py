"""Check, store, tell, in that order; and a table that fails comes back as it is stored."""

import asyncio
import contextlib
import json
import logging
import sqlite3
import time
from collections.abc import Callable, Coroutine, Iterable
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import IllegalAction, RulesError, StoreError
from parlour.host.clock import DAY, steady
from parlour.host.deck_source import SecretDecks
from parlour.host.error_summary import summary
from parlour.host.host import STOPS, Host, Room, Unloaded
from parlour.host.inbox import Moment
from parlour.host.loads import AGAIN_AFTER, FAILED
from parlour.host.ports import Answer, Done, Job
from parlour.host.rate_limits import Limits
from parlour.match import ENDLESS
from parlour.shuffle import numbered_deck, secret_deck
from parlour.storage import location
from parlour.storage.store import Store
from parlour.table.table import Decided, Made, Row, Snapshot
from parlour.web import retention
from tests.support.served import key, play
from tests.support.stored import whole

OWN = key()
WISH = {"key": OWN, "name": "Ada", "game": "straights", "seats": ["me", "first", "first", "first"]}
ENTER = json.dumps({"type": "enter", "id": "e", "key": OWN, "have": 0})


class Line:
    """What a socket has been told."""

    def __init__(self) -> None:
        self.told: list[Any] = []
        self.closed = False
        self.why = ""

    def send(self, *texts: str) -> None:
        self.told += map(json.loads, texts)

    def close(self, why: str = "") -> None:
        self.closed, self.why = True, why

    @property
    def room(self) -> Any:
        return next(message for message in reversed(self.told) if message["type"] == "room")

    @property
    def view(self) -> Any:
        view = next(message["view"] for message in reversed(self.told) if message["type"] == "view")
        return {name: value for name, value in view.items() if name != "seen"}


class Slow(Store):
    """A store that can be stopped, and that can fail."""

    why: Exception | None = None
    stored: list[Row]
    go: asyncio.Event
    task: asyncio.Task[None]

    async def open(self) -> None:
        self.stored, self.go = [], asyncio.Event()
        self.go.set()
        await super().open()

    def add(
        self, name: str, rows: Iterable[Row], done: Done, snapshot: Snapshot | None = None
    ) -> None:
        rows = list(rows)

        def stored(error: Exception | None) -> None:
            self.stored += rows
            done(error)

        async def later() -> None:
            await self.go.wait()
            if self.why:
                done(self.why)
            else:
                super(Slow, self).add(name, rows, stored, snapshot)

        self.task = asyncio.create_task(later())


def hosted(
    tmp_path: Path, work: Callable[[Host, Slow], Coroutine[Any, Any, Any]], **options: Any
) -> Any:
    async def run() -> Any:
        store = Slow(location.find(str(tmp_path / "tables.db")))
        await store.open()
        host = Host(store, options.pop("limits", Limits()), **options)
        try:
            return await asyncio.wait_for(work(host, store), 30)
        finally:
            host.close()
            await store.close()

    return asyncio.run(run())


async def entered(host: Host, **wishes: Any) -> tuple[Room, int, Line]:
    table = await host.make(WISH | wishes)
    room, line = await host.find(table.name), Line()
    assert room
    number = room.open(line, "192.0.2.1")
    await room.handle(number, ENTER)
    assert room.entered(number)
    return room, number, line


def test_nobody_is_told_what_is_not_stored(tmp_path: Path) -> None:
    async def work(host: Host, store: Slow) -> None:
        room, number, line = await entered(host)
        told, stored = len(line.told), len(store.stored)
        store.go.clear()
        task = asyncio.create_task(room.handle(number, play(line.view, "1")))
        await asyncio.sleep(0.1)
        assert (len(line.told), len(store.stored), task.done()) == (told, stored, False)
        store.go.set()
        await task
        assert len(line.told) > told
        assert {"type": "done", "id": "1"} in line.told
        assert len(store.stored) > stored

    hosted(tmp_path, work)


def test_all_lines_can_be_closed_while_the_tables_stay(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        room, _, line = await entered(host)
        host.close_lines()
        assert (line.closed, line.why, room.unloaded) == (True, STOPS, False)

    hosted(tmp_path, work)


def test_what_waits_is_stored_together_and_told_in_order(tmp_path: Path) -> None:
    async def work(host: Host, store: Slow) -> None:
        room, number, line = await entered(host)
        store.go.clear()
        first = asyncio.create_task(room.handle(number, play(line.view, "1")))
        await asyncio.sleep(0.05)
        others = [
            asyncio.create_task(room.handle(number, json.dumps({"type": "back", "id": str(n)})))
            for n in range(2, 300)
        ]
        await asyncio.sleep(0.05)
        others[5].cancel()  # who said it need not wait for the answer
        store.go.set()
        await first
        await asyncio.gather(*others, return_exceptions=True)
        answered = [message["id"] for message in line.told if message["type"] == "done"]
        assert answered == ["e", *map(str, range(1, 300))]

    hosted(tmp_path, work)


@pytest.mark.parametrize("error", [StoreError("The disk is full."), ZeroDivisionError("secret")])
def test_a_table_that_fails_is_loaded_again(
    tmp_path: Path, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(host: Host, store: Slow) -> None:
        room, number, line = await entered(host)
        view, told = line.view, len(line.told)
        store.go.clear()
        store.why = error
        waiting = [asyncio.create_task(room.handle(number, play(view, "1"))) for _ in range(2)]
        await asyncio.sleep(0.05)
        waiting.append(asyncio.create_task(room.handle(number, play(view, "2"))))
        await asyncio.sleep(0.05)
        store.go.set()
        ends = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(end) for end in ends] == [Unloaded] * 3
        assert (line.closed, len(line.told), host.rooms) == (True, told, {})
        assert line.why == (str(error) if isinstance(error, StoreError) else FAILED)
        with pytest.raises(Unloaded):
            await room.handle(number, ENTER)
        with pytest.raises(Unloaded):
            room.open(line)
        await room.close(number)
        store.why = None
        again, number, line = await entered(host)
        assert again is not room
        assert line.view == view
        await again.handle(number, play(view, "1"))
        assert line.told[-1]["type"] != "refused"

    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, work)
    # the store says so itself
    assert ("is unloaded after an error" in caplog.text) == isinstance(error, ZeroDivisionError)
    assert "secret" not in caplog.text


def test_a_table_that_fails_refuses_and_rests_when_it_fails_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Else a page would send the same message for ever, and enter in a loop."""
    now = 1e9

    def fail(*_args: object) -> None:
        raise ZeroDivisionError

    async def failed(host: Host, *frames: str) -> list[str]:
        """What a socket is told when all these messages, handled together, fail."""
        room, number, line = await entered(host)
        count, room.table.handle = len(line.told), fail  # type: ignore[assignment, method-assign]
        room.busy = True  # as while rows are stored
        room._put(Moment.CALL)  # no socket's, so nobody is refused
        waiting = [asyncio.create_task(room.handle(number, frame)) for frame in frames]
        await asyncio.sleep(0)
        room.busy = False
        room._handle_items()
        for end in await asyncio.gather(*waiting, return_exceptions=True):
            assert (type(end), str(end)) == (Unloaded, FAILED)
        assert (line.closed, line.why, host.rooms) == (True, FAILED, {})
        assert {message["why"] for message in line.told[count:]} <= {FAILED}
        return [message["id"] for message in line.told[count:] if message["type"] == "refused"]

    async def work(host: Host, _store: Slow) -> None:
        nonlocal now
        hint = json.dumps({"type": "hint", "id": "h"})
        say = json.dumps({"type": "say", "id": "s", "phrase": "hello"})
        assert await failed(host, hint, ENTER, say, "{}", "[") == ["h", "s"]
        assert await failed(host, hint) == ["h"]
        with pytest.raises(StoreError, match=r"^This table failed \("):
            await entered(host)
        now += AGAIN_AFTER
        assert await failed(host, say) == ["s"]
        now += AGAIN_AFTER - 1
        with pytest.raises(StoreError):
            await entered(host)
        assert await host.find((await host.make(WISH | {"key": key()})).name)  # another table

    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, work, clock=lambda: now)
    assert caplog.text.count("of straights is unloaded after an error: ZeroDivisionError") == 3


def test_an_error_in_the_log_has_no_message_but_that_of_an_endless_round() -> None:
    assert summary(IllegalAction("7S is not in the hand.")) == "IllegalAction at no line"
    assert summary(IllegalAction(ENDLESS)) == ENDLESS

    class Unprintable(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert summary(Unprintable(1)) == "Unprintable at no line"


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ("UPDATE events SET body = 'xx' WHERE n = 1", "Event 1 cannot be read."),
        ("DELETE FROM events WHERE n = 1", "Event 1 is missing."),
        ("UPDATE tables SET body = 'xx'", "JSONDecodeError at decoder.py:"),
    ],
)
def test_a_damaged_table_is_named_in_the_log(
    change: str, why: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And its players get a sentence; other tables are not affected."""
    names = []

    async def play_on(host: Host, _store: Slow) -> None:
        room, number, line = await entered(host)
        await room.handle(number, play(line.view, "1"))
        names.append(room.name)

    async def load(host: Host, _store: Slow) -> None:
        for _ in range(2):
            with pytest.raises(StoreError, match=r"^This table cannot be loaded \("):
                await host.find(names[0])
        assert await host.find("AAAAAAAAAAAA") is None

    hosted(tmp_path, play_on)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        file.execute(change)
    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, load)
    assert f"The table {names[0]} cannot be loaded: {why}" in caplog.text


def test_a_table_of_a_game_that_is_not_installed_says_so(tmp_path: Path) -> None:
    names = []

    async def make(host: Host, _store: Slow) -> None:
        names.append((await host.make(WISH)).name)

    async def load(host: Host, _store: Slow) -> None:
        with pytest.raises(RulesError, match=r'^Unknown game "whist" \(known: '):
            await host.find(names[0])

    hosted(tmp_path, make)
    with contextlib.closing(sqlite3.connect(tmp_path / "tables.db")) as file, file:
        file.execute("""UPDATE tables SET body = replace(body, '"straights"', '"whist"')""")
    hosted(tmp_path, load)


def test_a_table_leaves_the_memory_when_nobody_is_there(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        room, number, line = await entered(host)
        await asyncio.sleep(0.15)
        assert host.rooms  # somebody is there
        await room.close(number)
        await room.close(number)  # twice is once
        await until(lambda: host.rooms == {})
        _, _, again = await entered(host)
        assert again.view == line.view

    hosted(tmp_path, work, limits=Limits(idle=0.05))


def test_a_table_is_loaded_once_for_all_who_ask(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        assert await host.find("AAAAAAAAAAAA") is None
        table = await host.make(WISH)
        rooms = await asyncio.gather(*(host.find(table.name) for _ in range(5)))
        assert len(set(map(id, rooms))) == 1
        assert await host.find(table.name) is rooms[0]

    hosted(tmp_path, work)


def test_a_leaver_is_answered_and_then_closed(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        room, number, line = await entered(host)
        await room.handle(number, json.dumps({"type": "leave", "id": "x"}))
        assert {"type": "done", "id": "x"} in line.told
        assert line.closed
        assert number not in room.lines
        assert room.addresses == {}
        await room.close(number)

    hosted(tmp_path, work)


def test_who_has_gone_is_not_told(tmp_path: Path) -> None:
    async def work(host: Host, store: Slow) -> None:
        room, number, line = await entered(host)
        told = len(line.told)
        store.go.clear()
        leaving = asyncio.create_task(room.handle(number, json.dumps({"type": "leave", "id": "x"})))
        await asyncio.sleep(0.05)
        closing = asyncio.create_task(room.close(number))
        await asyncio.sleep(0.05)
        store.go.set()
        await asyncio.gather(leaving, closing)
        assert (len(line.told), line.closed) == (told, False)

    hosted(tmp_path, work)


class Hours:
    """So many ticks of a server's life, without waiting for them; and what happens after each."""

    def __init__(
        self, ticks: int, after: Callable[[int], Coroutine[Any, Any, None]] | None = None
    ) -> None:
        self.ticks, self.after, self.done = ticks, after, 0

    async def __call__(self, seconds: float) -> None:
        assert seconds == retention.TICK
        if self.after and self.done:
            await self.after(self.done)
        if self.done == self.ticks:
            raise asyncio.CancelledError
        self.done += 1

    async def live(self, host: Host, store: Store, days: float) -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await retention.remove_old_tables(host, store, days, self)


NOW = 1.8e9
CLOCKS = {
    "right": NOW,
    "1970": 0.0,
    "2000": 946684800.0,
    "ahead": NOW + 400 * DAY,
    "back": NOW - 400 * DAY,
}


@pytest.mark.parametrize("order", list(permutations(CLOCKS, 2)), ids=" ".join)
def test_no_wrong_clock_removes_a_table(
    tmp_path: Path, order: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Made under each clock, then two starts of two hours each under others; a day is the shortest
    that can be asked for.
    """

    async def work(host: Host, store: Slow) -> None:
        if not names:
            for clock in CLOCKS:
                wall = CLOCKS[clock]
                monkeypatch.setattr(time, "time", lambda wall=wall: wall)
                names.append((await Host(store, Limits()).make(WISH | {"key": key()})).name)
        await Hours(13).live(host, store, 1)
        assert all([await whole(store, name) for name in names])

    names: list[str] = []
    for clock in order:
        monkeypatch.setattr(time, "time", lambda clock=clock: CLOCKS[clock])
        hosted(tmp_path, work)


def test_an_old_table_is_removed_a_day_of_running_after_it_was_seen_and_never_in_the_first_hour(
    tmp_path: Path,
) -> None:
    names: list[str] = []
    removed: list[int] = []

    async def opened(host: Host, store: Slow) -> None:
        names.append((await host.make(WISH)).name)
        await Hours(24 * retention.HOUR).live(host, store, 1)
        assert await whole(store, names[0])  # the day begins again

    async def again(host: Host, store: Slow) -> None:
        await Hours(25 * retention.HOUR - 1).live(host, store, 1)

    async def due(host: Host, store: Slow) -> None:
        async def look(tick: int) -> None:
            if not await store._do(
                lambda db: db.exec_driver_sql("SELECT count(*) FROM tables").scalar()
            ):
                removed.append(tick)

        await Hours(retention.HOUR + 1, look).live(host, store, 1)

    for work in (opened, again, due):
        hosted(tmp_path, work)
    assert removed == [retention.HOUR, retention.HOUR + 1]


def test_a_table_stays_where_somebody_is(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(host: Host, store: Slow) -> None:
        room, number, line = await entered(host)
        await host.make(WISH | {"key": key()})
        await Hours(6 * 30).live(host, store, 1)
        assert (
            await store._do(lambda db: db.exec_driver_sql("SELECT count(*) FROM tables").scalar())
            == 1
        )
        await room.handle(number, play(line.view, "1"))
        assert line.told[-1]["type"] != "refused"
        store.remove_old = fail  # type: ignore[assignment, method-assign]
        await Hours(6).live(host, store, 1)
        assert "Old tables were not removed: The disk is full." in caplog.text

    async def fail(*_: Any) -> int:
        raise StoreError("The disk is full.")

    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, work)


def test_the_table_is_woken_at_its_time(tmp_path: Path) -> None:
    """A turn limit of 30 s, of which most has passed when somebody says something."""
    shift = 0.0

    async def work(host: Host, store: Slow) -> None:
        nonlocal shift
        room, number, line = await entered(host, limit=30)
        move, rows = line.view["move"], len(store.stored)
        shift = 29.8
        await room.handle(number, "Hello.")
        assert line.view["move"] == move
        while line.view["move"] == move:
            await asyncio.sleep(0.01)
        assert len(store.stored) > rows

    hosted(tmp_path, work, clock=lambda: time.time() + shift)


def test_a_time_that_comes_while_rows_are_stored_waits_for_them(tmp_path: Path) -> None:
    shift = 0.0

    async def work(host: Host, store: Slow) -> None:
        nonlocal shift
        room, number, line = await entered(host, limit=30)
        shift = 29.9
        await room.handle(number, "Hello.")
        store.go.clear()
        acting = asyncio.create_task(room.handle(number, play(line.view, "1")))
        await asyncio.sleep(0)
        timer, told = room.timer, len(line.told)
        assert timer
        await until(lambda: room.timer is None)
        assert (len(line.told), acting.done()) == (told, False)
        store.go.set()
        await acting
        assert room.timer
        assert room.timer is not timer

    hosted(tmp_path, work, clock=lambda: time.time() + shift)


def test_a_table_that_raises_an_error_is_loaded_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And a decision that comes after that changes nothing."""
    minds = Minds()

    def fail(*_: object) -> Any:
        raise ZeroDivisionError("secret")

    async def work(host: Host, _store: Slow) -> None:
        room, number, line = await entered(host)
        view = line.view
        await room.handle(number, json.dumps({"type": "hint", "id": "h"}))
        ((_, answer),) = minds.asked
        room.table.handle = fail  # type: ignore[assignment, method-assign]
        with pytest.raises(Unloaded):
            await room.handle(number, play(view, "1"))
        assert (line.closed, host.rooms) == (True, {})
        answer(Decided({"action": "7S"}))
        assert not room.inbox
        _, _, line = await entered(host)
        assert line.view == view

    with caplog.at_level(logging.ERROR, "parlour"):
        hosted(tmp_path, work, pool=minds)
    assert "is unloaded after an error: ZeroDivisionError" in caplog.text
    assert "secret" not in caplog.text


def test_whoever_sets_the_systems_clock_sets_no_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    system, passed = 1e9, 50.0
    monkeypatch.setattr(time, "time", lambda: system)
    monkeypatch.setattr(time, "monotonic", lambda: passed)
    clock = steady()
    assert clock() == 1e9
    system, passed = 0.0, 53.0
    assert clock() == 1e9 + 3


def test_decks_and_salts_cannot_be_foreseen() -> None:
    assert sorted(SecretDecks().deck()) == sorted(secret_deck())
    assert SecretDecks().deck() != SecretDecks().deck()
    assert len({SecretDecks().salt() for _ in range(100)}) == 100
    assert SecretDecks().numbered(7, 2) == numbered_deck(7, 2)
    assert isinstance(Made("a", "b", None), tuple)


class Minds:
    """A pool whose decisions are the test's."""

    def __init__(self) -> None:
        self.asked: list[tuple[Job, Answer]] = []
        self.prepared = 0

    def prepare(self) -> None:
        self.prepared += 1

    def ask(self, job: Job, answer: Answer) -> None:
        self.asked.append((job, answer))


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_what_takes_thought_is_decided_elsewhere_and_nobody_waits_for_it(tmp_path: Path) -> None:
    minds = Minds()

    async def work(host: Host, _store: Slow) -> None:
        room, number, line = await entered(host)
        await room.handle(number, json.dumps({"type": "hint", "id": "h"}))
        assert not any(message.get("id") == "h" for message in line.told)
        ((job, answer),) = minds.asked
        assert (job.decide.kind, job.people, job.address, job.table) == (
            "hint",
            True,
            "192.0.2.1",
            room.name,
        )
        await room.handle(number, json.dumps({"type": "next", "id": "n"}))
        answer(Decided({"action": "7S"}))
        await until(lambda: line.told[-1] == {"type": "done", "id": "h", "hint": {"action": "7S"}})

    hosted(tmp_path, work, pool=minds)


def test_a_level_that_thinks_acts_when_it_is_due(tmp_path: Path) -> None:
    minds = Minds()

    async def work(host: Host, _store: Slow) -> None:
        table = await host.make(WISH | {"key": key(), "seats": ["search"] * 4})
        room = await host.find(table.name)
        assert room
        assert room.address == ""
        line = Line()
        number = room.open(line, "192.0.2.7")
        await room.handle(number, ENTER.replace(OWN, "no key"))
        assert room.address == ""
        maker = (await host.make(WISH | {"key": OWN, "seats": ["search"] * 4})).name
        room = await host.find(maker)
        assert room
        number = room.open(line, "192.0.2.7")
        await room.handle(number, ENTER)
        ((job, answer),) = minds.asked
        assert (job.decide.level, job.people, job.address) == ("search", False, "192.0.2.7")
        may = job.decide.view.legal
        answer(Decided(may.bit_length() - 1))
        seen = sum(message["type"] == "view" for message in line.told)
        await until(lambda: sum(message["type"] == "view" for message in line.told) > seen)
        assert len(minds.asked) == 2
        assert host.computer_rows.by_address["192.0.2.7"].left < host.limits.rows

    hosted(tmp_path, work, pool=minds)


def test_without_a_pool_plain_players_stand_in(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        room, number, line = await entered(host)
        await room.handle(number, json.dumps({"type": "hint", "id": "h"}))
        await until(lambda: line.told[-1].get("id") == "h")
        assert line.told[-1]["hint"]["why"] == "busy"

    hosted(tmp_path, work)


def shows(host: Host, n: int) -> Coroutine[Any, Any, list[tuple[Room, Line]]]:
    """So many tables of computers, watched from one address."""

    async def work() -> list[tuple[Room, Line]]:
        rooms = []
        for _ in range(n):
            maker = key()
            table = await host.make(
                {"key": maker, "game": "straights", "seats": ["first", "first", "first", "search"]}
            )
            room, line = await host.find(table.name), Line()
            assert room
            number = room.open(line, "192.0.2.9")
            await room.handle(number, ENTER.replace(OWN, maker))
            rooms.append((room, line))
        return rooms

    return work()


def test_an_address_has_so_many_tables_where_only_computers_play(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        rooms = await shows(host, 4)
        assert [room.table.dealing.resting for room, _ in rooms] == [False, False, True, True]
        assert [line.room["resting"] for _, line in rooms] == [False, False, True, True]
        room, _, _ = await entered(host)  # where a person plays
        assert not room.table.dealing.resting
        third = rooms[2][0]
        await third.handle(next(iter(third.lines)), "Hello.")
        assert third.table.dealing.resting  # the others have their places
        first = rooms[0][0]
        await first.close(next(iter(first.lines)))
        assert first.addresses == {}
        await third.handle(next(iter(third.lines)), "Hello.")
        assert [room.table.dealing.resting for room, _ in rooms[1:]] == [False, False, True]

    hosted(tmp_path, work, limits=Limits(computer_tables=2), pool=Minds())


def test_a_table_that_has_not_begun_yet_is_no_show(tmp_path: Path) -> None:
    async def work(host: Host, store: Slow) -> None:
        store.go.clear()
        table = await host.make(WISH | {"key": key()})
        room = await host.find(table.name)
        assert room
        assert not room.table.computers_only(host.clock())

    hosted(tmp_path, work)


def test_an_address_has_so_many_rows_a_day_of_tables_where_only_computers_play(
    tmp_path: Path,
) -> None:
    shift = 0.0

    async def work(host: Host, store: Slow) -> None:
        nonlocal shift
        ((room, _),) = await shows(host, 1)
        host.computer_rows.spend("192.0.2.9", host.clock(), 1000)
        ((other, _),) = await shows(host, 1)
        # what is played is played to its end
        assert [show.table.dealing.resting for show in (room, other)] == [
            False,
            True,
        ]
        stored = len(store.stored)
        await other.handle(next(iter(other.lines)), "Hello.")
        assert len(store.stored) == stored
        shift = 86400.0 * 1000
        await other.handle(next(iter(other.lines)), "Hello.")
        assert not other.table.dealing.resting

    hosted(tmp_path, work, limits=Limits(rows=2), clock=lambda: time.time() + shift)
