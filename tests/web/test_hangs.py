"""A database that neither answers nor fails: nobody waits for long, nothing acknowledged is lost,
nothing is done twice, and the server ends.
"""

import asyncio
import json
import logging
import socket
import sqlite3
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager, suppress
from http.client import HTTPConnection
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

import pytest

from parlour.errors import StoreError
from parlour.storage import database, location, postgres, store, waiting
from parlour.storage.database import SILENT
from parlour.storage.store import Store
from parlour.table.table import Row
from tests.storage.test_store import MADE, ROWS, filled, with_store
from tests.support.kill import Server
from tests.support.postgres import sessions, stopped
from tests.support.served import Served, key, play
from tests.support.stored import add, whole
from tests.web.test_kill import free_port

WHY = "cannot be used: the database does not answer."


class Hung(database.File):
    """A file whose next transactions, or opening, hang for as long as it is told to."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.go, self.entered = threading.Event(), threading.Event()
        self.go.set()

    def begin(self, driver: Any) -> None:
        self.wait()
        super().begin(driver)

    def connect(self) -> Any:
        self.wait()
        return super().connect()

    def reading(self) -> Any:
        self.wait()
        return super().reading()

    def wait(self) -> None:
        if not self.go.is_set():
            self.entered.set()
            assert self.go.wait(20)


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds takes moments."""
    monkeypatch.setattr(waiting, "PATIENCE", 0.2)
    monkeypatch.setattr(waiting, "SECOND_LOOK", 0.05)


def hung(tmp_path: Path, work: Callable[[Store, Hung], Coroutine[Any, Any, Any]]) -> Any:
    """Do something with a store whose database can hang."""

    async def run() -> Any:
        data = Hung(tmp_path / "tables.db")
        tables = Store(data)
        await tables.open()
        try:
            return await work(tables, data)
        finally:
            data.go.set()
            await tables.close()

    return asyncio.run(run())


async def refused(job: Coroutine[Any, Any, Any]) -> str:
    """The sentence with which a job is refused."""
    with pytest.raises(StoreError) as error:
        await job
    return str(error.value)


async def back(tables: Store) -> None:
    """Wait until the database answers."""
    while tables.waiting.silent:
        await asyncio.sleep(0.01)


def test_what_waits_for_a_database_that_hangs_is_refused_and_done_once_at_most(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def work(tables: Store, data: Hung) -> list[Row]:
        await tables.make(MADE, 1.0)
        data.go.clear()
        first = asyncio.create_task(refused(add(tables, MADE.name, ROWS)))
        await asyncio.to_thread(data.entered.wait, 10)
        second = asyncio.create_task(refused(add(tables, MADE.name, [Row(7, 0.0, "{}")])))
        assert [await first, await second] == [SILENT] * 2
        assert tables.waiting.silent
        # at once, without waiting
        assert await refused(tables.make(MADE._replace(name="B" * 12), 0.0)) == SILENT
        data.go.set()
        await back(tables)
        # the first had begun, and is stored late; the second had not, and is not
        table = await whole(tables, MADE.name)
        assert table
        with pytest.raises(StoreError, match="already"):
            await add(tables, MADE.name, ROWS)
        await add(tables, MADE.name, [Row(2, 0.0, "{}")])
        assert await tables.find("B" * 12) is None
        return list(table[1])

    with caplog.at_level(logging.ERROR, "parlour"):
        assert hung(tmp_path, work) == ROWS
    said = [record.getMessage() for record in caplog.records if WHY in record.getMessage()]
    assert said == [f'The tables in "{tmp_path / "tables.db"}" {WHY}']


def test_a_process_that_slept_refuses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither its loop nor its thread ran; the loop is the first to see the time."""
    monkeypatch.setattr(waiting, "SECOND_LOOK", 100.0)

    async def work(tables: Store, data: Hung) -> None:
        loop, time = asyncio.get_running_loop(), asyncio.get_running_loop().time
        data.go.clear()
        task = asyncio.create_task(tables.make(MADE, 1.0))
        await asyncio.to_thread(data.entered.wait, 10)
        monkeypatch.setattr(loop, "time", lambda: time() + 60)
        while not (tables.waiting.seen_late or tables.waiting.silent):
            await asyncio.sleep(0)
        data.go.set()
        assert await task
        assert not tables.waiting.seen_late

    hung(tmp_path, work)


def test_a_job_that_is_not_late_is_waited_for(tmp_path: Path) -> None:
    async def work(tables: Store, data: Hung) -> None:
        await tables.make(MADE, 1.0)
        await asyncio.sleep(0.1)
        data.go.clear()
        task = asyncio.create_task(tables.make(MADE, 1.0))
        await asyncio.sleep(0.15)  # the watch of the first job rings
        data.go.set()
        assert not await task
        await asyncio.sleep(0.3)
        assert tables.waiting.watch is None
        assert not tables.waiting.silent

    hung(tmp_path, work)


def test_a_read_of_a_database_that_hangs_is_refused(tmp_path: Path) -> None:
    async def work(tables: Store, data: Hung) -> None:
        await tables.make(MADE, 1.0)
        data.go.clear()
        first = asyncio.create_task(refused(tables.find(MADE.name)))
        second = asyncio.create_task(refused(tables.find(MADE.name)))
        assert [await first, await second] == [SILENT] * 2
        assert await refused(tables.find(MADE.name)) == SILENT  # at once
        data.go.set()
        while tables._reader.waiting.silent:
            await asyncio.sleep(0.01)
        assert await whole(tables, MADE.name) == (MADE.body, [])

    hung(tmp_path, work)


def test_a_store_ends_without_a_database_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "CLOSING", 0.1)
    data = Hung(tmp_path / "tables.db")

    async def run() -> Store:
        tables = Store(data)
        await tables.open()
        data.go.clear()
        job = asyncio.create_task(tables.make(MADE, 1.0))
        await asyncio.to_thread(data.entered.wait, 10)
        await tables.close()
        job.cancel()
        return tables

    with caplog.at_level(logging.ERROR, "parlour"):
        tables = asyncio.run(run())
    assert f"{WHY} The server ends without it." in caplog.text
    data.go.set()  # the loop of its jobs is closed
    tables._thread.join(10)
    assert not tables._thread.is_alive()


def test_a_server_does_not_begin_with_a_database_that_hangs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(store, "OPENING", 0.2)
    monkeypatch.setattr(store, "CLOSING", 0.1)
    data = Hung(tmp_path / "tables.db")
    data.go.clear()

    async def run() -> str:
        tables = Store(data)
        why = await refused(tables.open())
        await tables.close()
        data.go.set()
        await asyncio.to_thread(tables._thread.join, 10)
        return why

    with caplog.at_level(logging.ERROR, "parlour"):
        assert asyncio.run(run()) == f'The tables in "{tmp_path / "tables.db"}" {WHY}'
    assert not caplog.text  # it is said once


def test_a_command_that_reads_does_not_wait_for_ever(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_store(str(tmp_path / "tables.db"), filled)
    monkeypatch.setattr(store, "OPENING", 0.2)
    data = Hung(tmp_path / "tables.db")
    data.go.clear()
    with pytest.raises(StoreError, match=WHY):
        store.read(data, MADE.name)
    (reading,) = [thread for thread in threading.enumerate() if thread.name == "read"]
    data.go.set()
    reading.join(10)
    monkeypatch.setattr(store, "OPENING", 10.0)
    assert store.read(Hung(tmp_path / "tables.db"), MADE.name) == (MADE.body, ROWS)


@contextmanager
def processes(url: str) -> Iterator[None]:
    """The processes of the sessions are stopped: they neither answer nor fail."""
    with stopped(sessions(url)):
        yield


@contextmanager
def table_lock(url: str) -> Iterator[None]:
    """Another session has locked a table."""
    import psycopg

    with psycopg.connect(url) as other:
        other.execute("LOCK TABLE events")
        yield


@contextmanager
def file_lock(path: str) -> Iterator[None]:
    """Another program has locked the file for writing."""
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    try:
        yield
    finally:
        other.close()


@pytest.mark.system
@pytest.mark.parametrize(
    ("hang", "why"),
    [(processes, SILENT), (table_lock, database.TABLES_LOCKED)],
    ids=["stopped", "locked"],
)
def test_a_move_is_refused_while_postgresql_hangs_and_is_stored_once(
    empty_postgres: str,
    hang: Callable[[str], Any],
    why: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    if hang is table_lock:
        monkeypatch.setattr(waiting, "PATIENCE", 10.0)
        monkeypatch.setitem(postgres.SESSION, "lock_timeout", "50ms")
    with Served(empty_postgres) as served, ExitStack() as stack:
        seat = served.make()
        _, told = seat.view()
        view = next(message["view"] for message in told if message["type"] == "view")
        move = json.loads(play(view, "once"))
        with hang(empty_postgres):
            status, body = seat.ask(move)
            assert (status, body) == (503, {"why": why})
        status = 503
        while status == 503:  # until the process has gone on
            status, body = seat.ask(move)
        assert status == 200
        assert {"type": "done", "id": "once"} in body
        seat.enter(stack)
        rows = served.call(lambda: served.host.rooms[seat.table].table.state.n)
        assert seat.ask(move)[0] == 200
        assert served.call(lambda: served.host.rooms[seat.table].table.state.n) == rows
    import psycopg

    with psycopg.connect(empty_postgres) as reading:
        bodies = reading.execute("SELECT body FROM events").fetchall()
    assert sum("once" in body for (body,) in bodies) == 1


@pytest.mark.system
def test_a_server_ends_while_postgresql_hangs(empty_postgres: str) -> None:
    server = Server(empty_postgres, free_port())
    server.start()
    server.wait()
    with stopped(sessions(empty_postgres)):
        line = HTTPConnection("127.0.0.1", server.port, timeout=20)
        maker = key()
        wish = {"key": maker, "game": "straights", "seats": ["first"] * 4}
        line.request("POST", "/api/tables", json.dumps(wish), {"authorization": f"Bearer {maker}"})
        answer = line.getresponse()
        assert (answer.status, json.loads(answer.read())) == (503, {"why": SILENT})
        line.close()
        status, complaint = server.stop()
    assert status == 0
    assert [said.endswith(WHY) for said in complaint.splitlines()] == [True, False]
    assert complaint.endswith(f"{WHY} The server ends without it.\n")


@pytest.mark.system
def test_a_lost_session_of_the_server_itself_is_ended(empty_postgres: str) -> None:
    """The network has lost the connection; PostgreSQL does not know it yet."""
    postgresql = location.find(empty_postgres)
    lost = postgresql.connect()
    before = sessions(empty_postgres)
    connection = postgresql.connect()
    assert sessions(empty_postgres) != before
    connection.close()
    lost.invalidate()
    lost.close()
    postgresql.close()


class Network:
    """Passes on what a driver and PostgreSQL send each other, or swallows it."""

    def __init__(self, folder: Path, url: str) -> None:
        """It listens in a folder, as PostgreSQL does."""
        self.behind = f"{url.partition('host=')[2]}/.s.PGSQL.5432"
        self.url = url.replace(url.partition("host=")[2], str(folder))
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(f"{folder}/.s.PGSQL.5432")
        self.listening.listen()
        self.swallows = False
        self.ends: list[socket.socket] = []
        self.threads = [threading.Thread(target=self.accept)]
        self.threads[0].start()

    def accept(self) -> None:
        with suppress(OSError):
            while True:
                driver, _ = self.listening.accept()
                behind = socket.socket(socket.AF_UNIX)
                behind.connect(self.behind)
                self.ends += [driver, behind]
                for ends in ((driver, behind), (behind, driver)):
                    self.threads.append(threading.Thread(target=self.carry, args=ends))
                    self.threads[-1].start()

    def carry(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                if not self.swallows:
                    target.sendall(data)

    def cut(self) -> None:
        """The driver notices that its connections are lost, and PostgreSQL does not."""
        for end in self.ends[::2]:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.listening.shutdown(socket.SHUT_RDWR)
        for end in self.ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
        for thread in self.threads:
            thread.join(10)
        for end in (self.listening, *self.ends):
            end.close()


@pytest.mark.system
def test_a_network_that_swallows_what_is_sent(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = Path(mkdtemp())  # a short path, as a socket's must be
    network = Network(folder, empty_postgres)

    async def work(tables: Store) -> None:
        await filled(tables)
        network.swallows = True
        row = [Row(2, 0.0, "{}")]
        assert await refused(add(tables, MADE.name, row)) == SILENT
        network.swallows = False
        network.cut()
        while tables.waiting.silent:
            await asyncio.sleep(0.01)
        monkeypatch.setattr(waiting, "PATIENCE", 10.0)
        await add(tables, MADE.name, row)  # by another session, once the lost one has ended
        assert await whole(tables, MADE.name) == (MADE.body, ROWS + row)

    try:
        with_store(network.url, work)
    finally:
        network.close()
        rmtree(folder)


@pytest.mark.system
def test_a_server_does_not_begin_while_another_session_locks_what_it_reads(
    empty_postgres: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    import psycopg

    monkeypatch.setitem(postgres.SESSION, "lock_timeout", "50ms")
    with_store(empty_postgres, filled)
    with psycopg.connect(empty_postgres) as other:
        other.execute("LOCK TABLE alembic_version")
        with pytest.raises(StoreError, match=r"cannot be used: canceling statement due to lock"):
            with_store(empty_postgres, filled)


@pytest.mark.system
def test_the_settings_of_a_session(empty_postgres: str) -> None:
    postgresql = location.find(empty_postgres)
    with postgresql.connect() as connection:
        for name, value in (postgres.SESSION | postgres.STATEMENT).items():
            shown = str(connection.exec_driver_sql(f"SHOW {name}").scalar())
            # a Unix socket has no TCP
            assert shown in ((value, "0") if name.startswith("tcp") else (value, "2s"))
    postgresql.close()


def test_a_locked_file_is_refused(tmp_path: Path) -> None:
    path = str(tmp_path / "tables.db")

    async def work(tables: Store) -> None:
        await tables._do(lambda db: db.exec_driver_sql("PRAGMA busy_timeout=20").fetchall())
        await tables.make(MADE, 1.0)
        with file_lock(path):
            said = await refused(tables.make(MADE._replace(name="B" * 12), 0.0))
        assert said == database.LOCKED
        await tables.make(MADE._replace(name="B" * 12), 0.0)

    with_store(path, work)
