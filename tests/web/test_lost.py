"""A data file that is lost under the server, full or locked: nothing is acknowledged that is not in
the file at its path.
"""

import asyncio
import json
import logging
import os
import re
import shutil
import sqlite3
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import StoreError, quote
from parlour.storage import database, location
from parlour.storage.database import FULL, LOCKED, MOVED, OTHER
from parlour.storage.store import Store
from parlour.table.table import Row
from tests.storage.test_store import MADE, with_store
from tests.support.served import Served, play
from tests.support.stored import add, whole


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """Where the tables of a test are."""
    return tmp_path / "tables.db"


def rows(data: Path) -> set[int]:
    """The numbers of the rows that a later server finds."""
    table = with_store(str(data), lambda store: whole(store, MADE.name))
    return {row.n for row in table[1]} if table else set()


class Writer:
    """Adds rows, and keeps which of them were acknowledged."""

    def __init__(self, store: Store) -> None:
        self.store, self.n, self.acked, self.why = store, 0, set[int](), list[str]()

    async def write(self, times: int = 20) -> None:
        """Some more rows, one after another and two at once."""
        for _ in range(times):
            await asyncio.gather(self._write_row(), self._write_row())

    async def _write_row(self) -> None:
        n, self.n = self.n, self.n + 1
        try:
            await add(self.store, MADE.name, [Row(n, 0.0, "{}")])
        except StoreError as error:
            self.why.append(str(error))
        else:
            self.acked.add(n)


def written(data: Path, work: Callable[[Writer], Coroutine[Any, Any, Any]]) -> Writer:
    """A writer that has done something after its first rows."""

    async def run(store: Store) -> Writer:
        await store.make(MADE, 0.0)
        writer = Writer(store)
        await writer.write()
        assert len(writer.acked) == 40
        await work(writer)
        return writer

    writer: Writer = with_store(str(data), run)
    return writer


async def fail(store: Store) -> None:
    """Something fails, and the connection is given up."""

    def work(_connection: object) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store._do(work)


def by_a_copy(data: Path) -> None:
    for end in ("", "-wal"):
        shutil.copy(f"{data}{end}", f"{data}.copy{end}")
    for end in ("-wal", ""):
        os.rename(f"{data}.copy{end}", f"{data}{end}")


@pytest.mark.parametrize("lose", [Path.unlink, lambda data: data.rename(f"{data}.away"), by_a_copy])
def test_nothing_is_acknowledged_when_the_file_is_not_at_its_path(
    data: Path, lose: Callable[[Path], object], caplog: pytest.LogCaptureFixture
) -> None:
    before = set[int]()

    async def work(writer: Writer) -> None:
        before.update(writer.acked)
        lose(data)
        exists = data.exists()
        await writer.write()
        assert writer.acked == before
        assert set(writer.why) == {MOVED}
        for ask in (
            whole(writer.store, MADE.name),
            writer.store.make(MADE, 0.0),
            writer.store.count_running(1),
        ):
            with pytest.raises(StoreError, match=rf"^{MOVED}$"):
                await ask
        await fail(writer.store)  # no other file is made in its place
        await writer.write(2)
        assert writer.acked == before
        assert data.exists() == exists

    with caplog.at_level(logging.ERROR, "parlour"):
        written(data, work)
    name = re.escape(f'"{data}"')
    assert {record.getMessage() for record in caplog.records} == {
        f"The data file {quote(str(data))} was removed or replaced: put it back, or start the "
        f"server again."
    }
    assert re.search(name, caplog.text)
    kept = Path(f"{data}.away")
    if kept.exists():
        kept.rename(data)
    assert lose is Path.unlink or rows(data) >= before


def test_a_file_that_is_put_back_is_used_again(data: Path) -> None:
    async def work(writer: Writer) -> None:
        data.rename(f"{data}.away")
        await writer.write(2)
        Path(f"{data}.away").rename(data)
        await writer.write()
        assert (len(writer.acked), len(writer.why)) == (80, 4)

    writer = written(data, work)
    assert rows(data) >= writer.acked


@pytest.mark.parametrize("busy", [True, False])
@pytest.mark.parametrize("end", ["-wal", "-shm"])
def test_what_a_lost_file_beside_it_held_is_kept(
    data: Path,
    end: str,
    busy: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """In use it is seen after a commit, and else after a moment; even a kill loses nothing then."""
    monkeypatch.setattr(database, "CHECK", 0.0)
    monkeypatch.setattr("parlour.storage.store.CHECK", 0.01)

    async def work(writer: Writer) -> None:
        await whole(writer.store, MADE.name)  # a connection reads
        os.unlink(f"{data}{end}")
        if busy:
            await writer.write(1)
            assert set(writer.why) == {MOVED}
        while "(no row is lost)." not in caplog.text:
            await asyncio.sleep(0.01)
        await writer.write()
        shutil.copytree(data.parent, data.parent / "killed")
        assert len(writer.acked) == 80

    with caplog.at_level(logging.ERROR, "parlour"):
        writer = written(data, work)
    assert f"{data}{end}" in caplog.text
    assert rows(data) >= writer.acked
    assert rows(data.parent / "killed" / data.name) >= writer.acked


def test_a_read_that_does_not_end_holds_up_no_row(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The writer opens its connection anew meanwhile, and the next read another."""
    monkeypatch.setattr("parlour.storage.reading.BETWEEN", 0.01)
    go = threading.Event()

    async def work(writer: Writer) -> None:
        store = writer.store
        reading = asyncio.create_task(store.read(lambda connection: (go.wait(10), connection)))
        while not store._reader._lock.locked():
            await asyncio.sleep(0)
        await fail(store)
        await writer.write()
        go.set()
        ended, before = await reading
        assert ended
        assert await store.read(lambda connection: connection) is not before

    assert len(written(data, work).acked) == 80


def test_a_lost_file_is_complained_of_while_nobody_asks(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("parlour.storage.store.CHECK", 0.01)

    async def work(writer: Writer) -> None:
        data.rename(f"{data}.away")
        while "put it back" not in caplog.text:
            await asyncio.sleep(0.01)
        await fail(writer.store)
        caplog.clear()
        await asyncio.sleep(0.05)
        assert not caplog.text  # there is nothing to look at

    with caplog.at_level(logging.ERROR, "parlour"):
        written(data, work)


def test_a_lost_lock_is_taken_again_unless_another_has_it(
    data: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(database, "CHECK", 0.0)
    lock = Path(f"{data}.lock")

    async def work(writer: Writer) -> None:
        lock.unlink()
        await writer.write(1)
        assert lock.read_text() == f"{os.getpid()}\n"
        with pytest.raises(StoreError, match="in use by process"):
            await Store(location.find(str(data))).open()
        assert len(writer.acked) == 42
        lock.unlink()
        other = database.Lock(data)
        await writer.write(1)
        other.release()
        assert (len(writer.acked), set(writer.why)) == (42, {MOVED})
        await writer.write(1)
        assert len(writer.acked) == 44

    with caplog.at_level(logging.ERROR, "parlour"):
        written(data, work)
    assert (
        f"was removed: The data file {quote(str(data))} is in use by process {os.getpid()}"
        in caplog.text
    )


def test_a_full_disk_is_told(data: Path, caplog: pytest.LogCaptureFixture) -> None:
    async def work(writer: Writer) -> None:
        store, body = writer.store, json.dumps("x" * 100000)
        await store._do(lambda db: db.exec_driver_sql("PRAGMA max_page_count=30").fetchall())
        before = store.commits
        ends = await asyncio.gather(
            *(add(store, MADE.name, [Row(n, 0.0, body)]) for n in (1000, 1001)),
            return_exceptions=True,
        )
        assert [(type(end), str(end)) for end in ends] == [(StoreError, FULL)] * 2
        assert store.commits == before
        await writer.write(1)  # which finds room
        assert len(writer.acked) == 42

    with caplog.at_level(logging.ERROR, "parlour"):
        writer = written(data, work)
    assert (
        f"The tables in {quote(str(data))} cannot be used: database or disk is full." in caplog.text
    )
    assert rows(data) == writer.acked


def test_a_locked_file_is_told_to_all_who_wait_at_once(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Each alone would wait for the lock anew."""

    async def work(writer: Writer) -> None:
        begun = list[int]()
        await writer.store._do(lambda db: db.exec_driver_sql("PRAGMA busy_timeout=50").fetchall())
        database: Any = writer.store.database
        begin = database.begin

        def counted(driver: Any) -> Any:
            begun.append(1)
            return begin(driver)

        database.begin = counted
        other = sqlite3.connect(data, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        await asyncio.gather(*(writer.write(1) for _ in range(50)))
        assert writer.why == [LOCKED] * 100
        assert len(begun) < 10
        other.execute("ROLLBACK")
        other.close()
        await writer.write(1)
        assert len(writer.acked) == 42

    with caplog.at_level(logging.ERROR, "parlour"):
        written(data, work)
    assert "cannot be used: database is locked." in caplog.text


def test_a_file_that_cannot_be_opened_again_is_told_without_its_path(
    data: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(writer: Writer) -> None:
        await fail(writer.store)
        whole = data.read_bytes()
        data.write_bytes(b"no database " * 1000)
        await writer.write(1)
        assert writer.why == [OTHER] * 2
        data.write_bytes(whole)
        await writer.write(1)
        assert len(writer.acked) == 42

    with caplog.at_level(logging.ERROR, "parlour"):
        written(data, work)
    assert "cannot be used: file is not a database." in caplog.text


def test_a_move_is_refused_when_the_file_is_gone(data: Path) -> None:
    """Through the whole server: 503 and the sentence, and no word of where the file was."""
    with Served(data) as served:
        seat = served.make()
        view = next(message["view"] for message in seat.view()[1] if message["type"] == "view")
        data.unlink()
        status, body = seat.ask(json.loads(play(view, "1")))
        assert status == 503
        assert str(data) not in json.dumps(body)
        status, body = seat.view()
        assert (status, body) == (503, {"why": MOVED})
        assert not data.exists()
