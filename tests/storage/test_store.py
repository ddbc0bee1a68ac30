"""What is kept is kept, once, and in one place."""

import asyncio
import builtins
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from parlour.errors import StoreError, TableExists
from parlour.host.ports import settle
from parlour.storage import database, location, postgres
from parlour.storage.schema import EVENTS, META, VERSION
from parlour.storage.store import Store
from parlour.system import folders
from parlour.table.table import Made, Row, Snapshot
from tests.support.stored import add, whole

MADE = Made("AAAAAAAAAAAA", '{"a":1}', 0)
GOLDEN = Path(__file__).parent.parent / "golden"
ROWS = [Row(0, 1.5, '{"did":[]}'), Row(1, 2.5, '{"did":[1]}')]


def with_store(data: str, work: Callable[[Store], Coroutine[Any, Any, Any]]) -> Any:
    """Do something with a store, opened and closed."""

    async def run() -> Any:
        store = Store(location.find(data))
        await store.open()
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


async def filled(store: Store) -> None:
    assert await store.make(MADE, 1.0)
    await add(store, MADE.name, ROWS)


def test_rows_come_back_after_all_has_been_closed(data: str) -> None:
    with_store(data, filled)
    assert with_store(data, lambda store: whole(store, MADE.name)) == (MADE.body, ROWS)
    assert with_store(data, lambda store: whole(store, "BBBBBBBBBBBB")) is None


DAY = 86400.0


def test_tables_that_do_not_change_are_forgotten_and_no_others(
    data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By how long the server has run since it first saw them so; what their rows say of the time is
    of no account.
    """
    monkeypatch.setattr("parlour.storage.removal.PAGE", 2)
    monkeypatch.setattr("parlour.storage.removal.REMOVED_SHARE", 1)
    tables = [MADE._replace(name=f"{letter}AAAAAAAAAAA") for letter in "ABCDEF"]
    old, played, empty, loaded, kept, fresh = (table.name for table in tables)

    async def first(store: Store) -> None:
        for table in tables[:-1]:
            await store.make(table, 0.0)
        for name in (old, played, kept):
            await add(store, name, [Row(0, 0.0, "{}"), Row(1, 1e12, "{}")])
        assert await store.remove_old(DAY, set) == 0  # nothing is removed that was not seen before
        await store.count_running(DAY - 1)
        assert await store.remove_old(DAY, set) == 0

    async def second(store: Store) -> list[str]:
        await add(store, played, [Row(2, 0.0, "{}")])
        assert await whole(store, loaded)
        await store.make(tables[-1], 0.0)
        await store.count_running(1)
        assert await store.remove_old(DAY, lambda: {kept}) == 2
        await store.count_running(DAY - 1)
        assert await store.remove_old(DAY, set) == 0
        for name in (old, empty):
            with pytest.raises(StoreError) if "postgresql" in data else nullcontext():
                await add(store, name, [Row(0, 1.0, "no row of it is left")])
        return [table.name for table in tables if await whole(store, table.name)]

    with_store(data, first)
    assert with_store(data, second) == [played, loaded, kept, fresh]


def test_few_rows_are_removed_at_once(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table with more is removed alone."""
    monkeypatch.setattr("parlour.storage.removal.REMOVED_SHARE", 1)
    monkeypatch.setattr("parlour.storage.removal.ROWS", 3)

    async def work(store: Store) -> list[int]:
        for letter, rows in (("A", 5), ("B", 1), ("C", 2), ("D", 0), ("E", 1)):
            name = MADE.name.replace("A", letter)
            await store.make(MADE._replace(name=name), 0.0)
            await add(store, name, [Row(n, 0.0, "{}") for n in range(rows)])
        await store.remove_old(DAY, set)
        await store.count_running(DAY)
        before = store.commits
        removed = await store.remove_old(DAY, set)
        return [removed, store.commits - before]

    # a count; A; B, C and D; E; nothing
    assert with_store(data, work) == [5, 5]


def test_a_small_share_is_forgotten_at_once(data: str) -> None:
    async def work(store: Store) -> list[int]:
        for number in range(250):
            await store.make(MADE._replace(name=f"A{number:011}"), 0.0)
        await store.remove_old(DAY, set)
        await store.count_running(1000 * DAY)
        removed = [await store.remove_old(DAY, set) for _ in range(3)]
        only = [await store.remove_old(DAY, lambda: {f"A{number:011}" for number in range(240)})]
        return removed + only

    assert with_store(data, work) == [2, 2, 2, 2]


def test_what_was_kept_by_the_first_version_is_kept(data: str) -> None:
    """Its tables have no mark; none is removed before a server has run for so long."""

    def old(connection: sa.Connection) -> None:
        for statement in (
            "DROP TABLE snapshots",
            "DROP TABLE clock",
            "ALTER TABLE tables DROP COLUMN last",
            "ALTER TABLE tables DROP COLUMN since",
        ):
            connection.execute(sa.text(statement))
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '0001'"))

    async def make(store: Store) -> None:
        await filled(store)
        await store._do(old)

    async def upgraded(store: Store) -> Any:
        await store.count_running(1000 * DAY)
        assert await store.remove_old(DAY, set) == 0
        return await whole(store, MADE.name)

    with_store(data, make)
    assert with_store(data, upgraded) == (MADE.body, ROWS)


def test_a_snapshot_is_stored_with_its_row_and_replaced_by_the_next(data: str) -> None:
    """The last one is read with the table, and removed with it."""

    async def keep(store: Store, rows: list[Row], body: str) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        kept = Snapshot(rows[-1].n, body)
        store.add(MADE.name, rows, partial(settle, done, None), kept)
        await done

    async def work(store: Store) -> list[Any]:
        await store.make(MADE, 1.0)
        tables = [await store.find(MADE.name)]
        before = store.commits
        await keep(store, ROWS[:1], "one")
        tables.append(await store.find(MADE.name))
        await keep(store, ROWS[1:], "two")
        assert store.commits == before + 2
        with pytest.raises(StoreError):  # a row that exists: nothing of it is stored
            await keep(store, ROWS[1:], "three")
        tables.append(await store.find(MADE.name))
        await store.remove_old(DAY, set)
        await store.count_running(DAY)
        assert await store.remove_old(DAY, set) == 1
        left = await store._do(
            lambda db: db.exec_driver_sql("SELECT count(*) FROM snapshots").scalar()
        )
        return [*(table and table.snapshot for table in tables), left, await store.find(MADE.name)]

    assert with_store(data, work) == [None, Snapshot(0, "one"), Snapshot(1, "two"), 0, None]


def test_a_table_is_read_in_pages_and_claimed(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a claim it is not removed; a table that has been removed cannot be claimed."""
    monkeypatch.setattr("parlour.storage.stored.ROWS", 2)

    async def work(store: Store) -> list[Any]:
        await filled(store)
        await add(store, MADE.name, [Row(2, 3.5, '{"x":"100%_"}')])
        await store.remove_old(DAY, set)
        await store.count_running(DAY)
        stored = await store.find(MADE.name)
        assert stored
        answers: list[Any] = [await stored.claim(), await store.remove_old(DAY, set)]
        answers += [[row.n for row in await stored.page(first)] for first in (0, 2, 3)]
        answers += [await stored.mentions(text, n) for text, n in (("did", 0), ("did", 2))]
        answers += [await stored.mentions(text, 0) for text in ("100%_", "1_0")]
        await store.count_running(DAY)
        return [*answers, await store.remove_old(DAY, set), await stored.claim()]

    answers = with_store(data, work)
    assert answers == [3, 0, [0, 1], [2], [], True, False, True, False, 1, None]


def test_a_read_that_fails_is_tried_anew_with_another_connection(data: str) -> None:
    async def work(store: Store) -> Any:
        await filled(store)
        with pytest.raises(StoreError, match=rf"^{database.OTHER}$"):
            await store.read(lambda connection: connection.execute(sa.text("SELECT no")))
        with pytest.raises(StoreError, match=rf"^{database.OTHER}$"):
            await store.read(lambda connection: connection.execute(sa.delete(EVENTS)))
        store._disconnect()
        store._reader._connect, connect = fail, store._reader._connect
        with pytest.raises(StoreError, match=rf"^{database.OTHER}$"):
            await store.find(MADE.name)
        store._reader._connect = connect
        return await whole(store, MADE.name)

    def fail() -> sa.Connection:
        raise sqlite3.OperationalError if "://" not in data else StoreError(database.OTHER)

    assert with_store(data, work) == (MADE.body, ROWS)


def test_a_table_is_made_once(data: str) -> None:
    with_store(data, filled)
    assert with_store(data, lambda store: store.make(MADE, 9.0)) is False
    with pytest.raises(TableExists, match="Another table"):
        with_store(data, lambda store: store.make(MADE._replace(body="{}"), 9.0))


def test_no_row_is_written_twice(data: str) -> None:
    with_store(data, filled)
    for rows in ([ROWS[1]], [Row(2, 3.0, "{}"), Row(1, 3.0, "{}")]):
        with pytest.raises(
            StoreError, match=r"^A row that is there already cannot be written again\.$"
        ):
            with_store(data, partial(add, name=MADE.name, rows=rows))
    with pytest.raises(StoreError):  # of no table
        with_store(
            data, lambda store: add(store, "BBBBBBBBBBBB", ROWS)
        ) if "postgresql" in data else _no_foreign_keys()
    assert with_store(data, lambda store: whole(store, MADE.name)) == (MADE.body, ROWS)


def _no_foreign_keys() -> None:
    raise StoreError(
        "SQLite looks at foreign keys only when it is asked to, and nothing here could break one."
    )


def test_what_waits_is_committed_together_and_what_fails_alone(data: str) -> None:
    async def work(store: Store) -> tuple[int, list[Any]]:
        await filled(store)
        before = store.commits
        writes = [add(store, MADE.name, [Row(n, 0.0, "{}")]) for n in range(2, 102)]
        await asyncio.gather(*writes)
        together = store.commits - before
        bad = add(store, MADE.name, [Row(3, 0.0, "twice")])
        good = [add(store, MADE.name, [Row(n, 0.0, "{}")]) for n in (102, 103)]
        return together, list(await asyncio.gather(good[0], bad, good[1], return_exceptions=True))

    together, ends = with_store(data, work)
    assert together < 50
    assert [type(end) for end in ends] == [type(None), StoreError, type(None)]
    assert len(with_store(data, lambda store: whole(store, MADE.name))[1]) == 104


def test_one_row_is_one_statement(tmp_path: Path) -> None:
    """It is a transaction by itself; several are one together."""

    async def work(store: Store) -> list[list[str]]:
        await filled(store)
        said, statements = list[str](), []
        await store._do(lambda _connection: store._driver.set_trace_callback(said.append))
        for rows in ([Row(2, 0.0, "{}")], [Row(3, 0.0, "{}"), Row(4, 0.0, "{}")]):
            said.clear()
            await add(store, MADE.name, rows)
            statements.append([text.split()[0] for text in said])
        return statements

    alone, several = with_store(str(tmp_path / "tables.db"), work)
    assert alone == ["INSERT"]
    assert several == ["BEGIN", "INSERT", "INSERT", "COMMIT"]


def test_a_transaction_has_an_end(data: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("parlour.storage.store.TOGETHER", 7)

    async def work(store: Store) -> int:
        await filled(store)
        before = store.commits
        await asyncio.gather(*(add(store, MADE.name, [Row(n, 0.0, "{}")]) for n in range(2, 102)))
        return store.commits - before

    assert with_store(data, work) >= 100 / 7


@pytest.mark.parametrize("name", ["reader", "store"])
def test_a_store_without_a_thread_can_be_closed(
    name: str, data: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that the reason is told."""
    start = threading.Thread.start

    def refused(thread: threading.Thread) -> None:
        if thread.name == name:
            raise RuntimeError("can't start new thread")
        start(thread)

    async def run() -> None:
        store = Store(location.find(data))
        with monkeypatch.context() as patch:
            patch.setattr(threading.Thread, "start", refused)
            with pytest.raises(RuntimeError, match="new thread"):
                await store.open()
        await store.close()
        if name == "store":
            await store._reader.close()

    asyncio.run(run())


def test_who_waits_no_more_is_not_answered(data: str) -> None:
    async def work(store: Store) -> int:
        await store.make(MADE, 1.0)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(add(store, MADE.name, ROWS), 0)
        task = asyncio.create_task(add(store, MADE.name, ROWS))
        await asyncio.sleep(0)
        task.cancel()
        table = await whole(store, MADE.name)
        assert table
        return len(table[1])

    assert with_store(data, work) == 2


def test_a_second_server_is_refused(data: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "LOCK_WAIT", 0.2)

        async def work(_store: Store) -> None:
            with pytest.raises(StoreError, match="in use by"):
                await Store(location.find(data)).open()

        with_store(data, work)
    with_store(data, filled)  # and now it may


def test_the_lock_names_its_holder_and_outlives_no_process(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    hold = "from parlour.storage.database import Lock"
    hold = f"import sys, pathlib, time; {hold}; lock = Lock(pathlib.Path(sys.argv[1]))"
    hold += "; print(1, flush=True)"
    command = [sys.executable, "-c", f"{hold}; time.sleep(60)", str(data)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"1\n"
        with pytest.raises(
            StoreError, match=rf"in use by process {holder.pid}; --data names another one\.$"
        ):
            with_store(str(data), filled)
        holder.kill()
    with_store(str(data), filled)
    (tmp_path / "tables.db.lock").write_text("")
    lock = database.Lock(data)
    os.truncate(tmp_path / "tables.db.lock", 0)  # it has not said who it is yet
    with pytest.raises(StoreError, match="in use by another process"):
        database.Lock(data)
    lock.release()


def test_a_file_is_its_owners_alone_and_lasts(tmp_path: Path) -> None:
    data = tmp_path / "new" / "tables.db"

    async def work(store: Store) -> None:
        for name, value in (
            ("journal_mode", "wal"),
            ("synchronous", 2),
            ("busy_timeout", database.BUSY),
        ):

            def asked(db: sa.Connection, name: str = name) -> object:
                return db.exec_driver_sql(f"PRAGMA {name}").scalar()

            assert await store._do(asked) == value

    with_store(str(data), work)
    assert data.stat().st_mode & 0o077 == 0
    assert data.parent.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (lambda path: path.mkdir(), "cannot be opened: Is a directory; --data names another one."),
        (os.mkfifo, "cannot be opened: it is not a regular file; --data names another one."),
        (
            lambda path: path.write_text("no database " * 1000),
            "cannot be used: file is not a database.",
        ),
        (
            lambda path: (
                sqlite3.connect(path)
                .executescript("CREATE TABLE events(x); CREATE TABLE alembic_version(version_num)")
                .close()
            ),
            "has the tables of another program.",
        ),
    ],
)
def test_what_is_no_data_file_is_refused_in_a_sentence(
    tmp_path: Path, make: Callable[[Path], object], why: str
) -> None:
    data = tmp_path / "tables.db"
    make(data)
    before = data.is_file() and data.read_bytes()
    with pytest.raises(StoreError, match=f'^The data file "{data}" {why}'):
        with_store(str(data), filled)
    assert (data.is_file() and data.read_bytes()) == before


def test_a_lock_that_cannot_be_opened_is_named(tmp_path: Path) -> None:
    """As that of another user, or in a folder of another user."""
    data, lock = tmp_path / "tables.db", tmp_path / "tables.db.lock"
    lock.mkdir()
    why = f'The lock "{lock}" of the data file cannot be opened: Is a directory.'
    with pytest.raises(StoreError) as refused:
        with_store(str(data), filled)
    assert str(refused.value) == why


def test_a_file_that_was_closed_is_whole(tmp_path: Path) -> None:
    """It can be copied without the log beside it."""

    async def work(store: Store) -> None:
        await filled(store)
        assert await whole(store, MADE.name)  # by the connection that reads

    with_store(str(tmp_path / "tables.db"), work)
    assert {path.name for path in tmp_path.iterdir()} == {"tables.db", "tables.db.lock"}


def test_an_empty_file_becomes_a_data_file(tmp_path: Path) -> None:
    data = tmp_path / "tables.db"
    data.touch()
    with_store(str(data), filled)
    assert with_store(str(data), lambda store: whole(store, MADE.name)) == (MADE.body, ROWS)


def test_a_newer_data_file_is_refused(data: str) -> None:
    with_store(data, filled)
    engine = sa.create_engine(
        data.replace("postgresql:", "postgresql+psycopg:") if "://" in data else f"sqlite:///{data}"
    )
    with engine.begin() as connection:
        connection.execute(sa.text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match=r"was written by a newer Parlour\.$"):
        with_store(data, filled)


def filled_by_alembic(data: str) -> None:
    """Make the database of an earlier version."""
    name = "postgresql" if "://" in data else "sqlite"
    dump = (GOLDEN / f"tables-0002.{name}.sql").read_text()
    if name == "sqlite":
        file = sqlite3.connect(data)
        file.executescript(dump)
        file.close()
    else:
        import psycopg

        with psycopg.connect(data) as server:
            server.execute(dump.encode())


def columns(table: sa.Table) -> list[Any]:
    """What a table is, in either dialect."""
    keys: list[Any] = [key.target_fullname for key in table.foreign_keys]
    return keys + [
        (column.name, column.type._type_affinity, column.nullable, column.primary_key)
        for column in table.columns
    ]


@pytest.mark.parametrize("old", [False, True])
def test_the_steps_make_what_the_store_uses(data: str, old: bool) -> None:
    def reflected(connection: sa.Connection) -> dict[str, Any]:
        meta = sa.MetaData()
        meta.reflect(connection)
        return {name: columns(table) for name, table in meta.tables.items()}

    if old:
        filled_by_alembic(data)
    tables = with_store(data, lambda store: store._do(reflected))
    assert tables.pop(VERSION) == [("version_num", sa.String, False, True)]
    assert tables == {name: columns(table) for name, table in META.tables.items()}


def test_the_rows_of_a_table_lie_together(tmp_path: Path) -> None:
    """SQLite stores them by their key, not by the order in which they came."""
    with_store(str(tmp_path / "tables.db"), filled)
    file = sqlite3.connect(tmp_path / "tables.db")
    (text,) = file.execute("SELECT sql FROM sqlite_master WHERE name = 'events'").fetchone()
    file.close()
    assert text.rstrip().endswith("WITHOUT ROWID")


def test_what_was_kept_by_a_version_with_alembic_is_kept(data: str) -> None:
    """Its tables have no snapshots."""
    filled_by_alembic(data)

    async def work(store: Store) -> list[Any]:
        rows = [await whole(store, name) for name in (MADE.name, "BBBBBBBBBBBB", "CCCCCCCCCCCC")]
        await add(store, MADE.name, [Row(2, 3.5, "{}")])
        assert await store.remove_old(DAY, set) == 0
        await store.count_running(DAY)
        removed = await store.remove_old(DAY, set)
        version = await store._do(
            lambda db: db.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalars().all()
        )
        return [rows, removed, version]

    rows, removed, version = with_store(data, work)
    assert rows == [(MADE.body, ROWS), (MADE.body, []), None]
    assert (removed, version) == (1, ["0003"])


def test_a_connection_that_fails_is_made_anew(data: str) -> None:
    async def work(store: Store) -> list[Row]:
        await filled(store)

        def fail(_connection: sa.Connection) -> None:
            raise ZeroDivisionError

        with pytest.raises(ZeroDivisionError):
            await store._do(fail)
        with pytest.raises(StoreError, match=rf"^{database.OTHER}$"):
            await store._do(
                lambda connection: connection.execute(sa.text("SELECT nothing FROM nowhere"))
            )
        await add(store, MADE.name, [Row(2, 0.0, "{}")])
        table = await whole(store, MADE.name)
        assert table
        return table[1]

    assert len(with_store(data, work)) == 3


@pytest.mark.system
def test_a_lost_session_is_made_anew(empty_postgres: str) -> None:
    import psycopg

    async def work(store: Store) -> None:
        await filled(store)
        with psycopg.connect(empty_postgres, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                "'parlour'"
            )
        with pytest.raises(StoreError, match=rf"^{database.OTHER}$"):
            await add(store, MADE.name, [Row(2, 0.0, "{}")])
        await add(store, MADE.name, [Row(2, 0.0, "{}")])
        with psycopg.connect(empty_postgres, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = "
                "'parlour'"
            )

    with_store(empty_postgres, work)


@pytest.mark.system
def test_postgresql_says_who_holds_it_and_never_its_password(empty_postgres: str) -> None:
    server = location.find(empty_postgres.replace("parlour@", "parlour:secret@"))
    assert "secret" not in server.name
    assert server.note == "PostgreSQL."
    held = server.connect()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(postgres, "LOCK_WAIT", 0.2)
        with pytest.raises(
            StoreError, match=r"in use by another server \(session \d+, from this machine\)\.$"
        ):
            location.find(empty_postgres).connect()
        patch.setattr(postgres, "HOLDER", "SELECT 1 WHERE :key = 0")
        with pytest.raises(StoreError, match=r"in use by another server\.$"):
            location.find(empty_postgres).connect()
    held.close()
    with pytest.raises(StoreError, match=r"^The database .* cannot be used: ") as refused:
        location.find("postgresql://parlour:secret@/nowhere?host=/nonexistent").connect()
    assert "secret" not in str(refused.value)


def test_data_that_cannot_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(folders, "user_data_dir", lambda *_, **__: str(tmp_path))
    assert location.find(None).name == f'"{tmp_path / "tables.db"}"'
    with pytest.raises(
        StoreError,
        match=r'^Invalid --data "mysql://\.\.\." \(expected a file, or postgresql://\.\.\.\)\.$',
    ):
        location.find("mysql://user:secret@host/x")
    with pytest.raises(StoreError, match=r"^--data is not a URL of PostgreSQL"):
        location.find("postgresql://host:port/x")
    with pytest.raises(StoreError, match="cannot be opened: embedded null byte"):
        location.find("a\0b").connect()
    real = builtins.__import__

    def missing(name: str, *rest: Any) -> Any:
        if name.startswith("psycopg") and not any(rest[3:]):  # no module of SQLAlchemy's own
            raise ImportError(name)
        return real(name, *rest)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(
        StoreError, match=r"^PostgreSQL needs a driver: install parlour\[postgres\]\.$"
    ):
        location.find("postgresql://host/x")


def test_an_old_sqlite_is_said_in_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 3))
    assert database.sqlite_note() == f"SQLite {sqlite3.sqlite_version}."
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 51, 2))
    assert database.sqlite_note().endswith(
        " It is older than 3.51.3: let no other program write to that file."
    )


def test_what_a_database_says_is_a_line_without_what_was_written() -> None:
    assert database.brief(ValueError("")) == "ValueError"
    assert database.brief(ValueError("One.\nTwo")) == "One"
    assert EVENTS.name == "events"


def test_a_lock_that_the_file_system_does_not_have(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def fail(_file: int) -> None:
        raise OSError(95, "Operation not supported")

    monkeypatch.setattr(database, "take", fail)
    data = location.find(str(tmp_path / "tables.db"))
    with pytest.raises(
        StoreError, match=r"cannot be opened: Operation not supported; --data names another one\.$"
    ):
        data.connect()
    data.close()
