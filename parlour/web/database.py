"""Where tables are kept: an SQLite file or a PostgreSQL server, opened, locked for this process,
and brought up to date.

One connection does everything. SQLite before 3.51.3 can lose committed data when two connections
write or checkpoint at once, and one is all that one writer thread needs. `synchronous=FULL` beside
the write-ahead log: with NORMAL a power cut loses what was acknowledged.

The database belongs to one process. For a file that is a lock on a file beside it, which the system
gives back however the process ends; its text names the holder. For PostgreSQL it is an advisory
lock of the session. Either way the key (table, n) refuses a second writer.

A file that is removed or replaced while it is open goes on taking commits that nobody finds again.
`File.check`, called after every commit and before anybody is answered, compares the files at their
paths with those that were opened.
"""

import os
import sqlite3
import time
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote as escape

import sqlalchemy as sa
from platformdirs import user_data_dir

from parlour.errors import Moved, SideFileMoved, StoreError, quote
from parlour.locks import take
from parlour.terminal.console import reason
from parlour.web.schema import upgrade

SOUND = (3, 51, 3)  # from this SQLite on, connections do not lose each other's commits
BUSY = 5000  # ms to wait for whoever reads the file beside us
KEY = int.from_bytes(b"parlour\0", "big")  # of the advisory lock
LOCK_WAIT = 3.0  # seconds until a PostgreSQL server has noticed that the last holder died
CONNECT = 10  # seconds
SETTINGS = (  # what is committed lasts through a power cut
    f"busy_timeout={BUSY}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "fullfsync=ON",
    "checkpoint_fullfsync=ON",
)
# seconds between looks at the files beside the data file, and at all of them while nothing is
# stored
CHECK = 1.0
AT_ONCE = "BEGIN IMMEDIATE"  # with the lock for writing
FULL = "The disk of the server is full."
LOCKED = "The data file is locked by another program."
MOVED = "The data file of the server was removed or replaced."
OTHER = "The server cannot store anything at present."
PASSING = {
    "5": LOCKED,
    "6": LOCKED,
    "13": FULL,
    "53100": FULL,
}  # by SQLite's primary code, or PostgreSQL's SQLSTATE


class Database(Protocol):
    """Something to keep tables in."""

    name: str  # as a person knows it; without its password
    mark: str  # that stands for a value in its driver's statements

    @property
    def errors(self) -> Any:
        """Where its driver's errors are, by their names of DB-API."""

    @property
    def note(self) -> str:
        """What keeps it, in a line that begins with the name of that."""

    def connect(self) -> sa.Connection:
        """A connection that has the lock, to a database that is up to date; StoreError."""

    def begin(self, driver: Any) -> None:
        """Begin a transaction on the driver's own connection."""

    def check(self) -> None:
        """After a commit, and now and then: Moved where a later server would not find what was
        committed.
        """

    def close(self) -> None:
        """Give the lock back."""


def find(data: str | None) -> Database:
    """The database of `--data`: a file, a URL of PostgreSQL, or the user's own file; StoreError for
    another URL.
    """
    if data is None:
        return File(Path(user_data_dir("parlour", appauthor=False)) / "tables.db")
    if data.startswith(("postgresql://", "postgres://")):
        return Server(data)
    if "://" in data:
        raise StoreError(
            f"Invalid --data {quote(data.partition('://')[0] + '://...')} (expected a file, or "
            f"postgresql://...)."
        )
    return File(Path(data))


def driven(error: BaseException) -> BaseException:
    """The driver's own error, where SQLAlchemy has wrapped it."""
    return (isinstance(error, sa.exc.DBAPIError) and error.orig) or error


def brief(error: BaseException) -> str:
    """What a database says is wrong, in a line, and without what was to be written."""
    text = str(driven(error)).strip()
    return text.splitlines()[0].rstrip(".") if text else type(error).__name__


def passing(error: BaseException) -> str | None:
    """The sentence for an error that is no fault of the connection or of what was to be written: a
    full disk, a lock.
    """
    found = driven(error)
    code = getattr(found, "sqlite_errorcode", None)
    return PASSING.get(str(getattr(found, "sqlstate", None) if code is None else code & 0xFF))


def identity(path: str) -> tuple[int, int] | None:
    """Which file is at a path; None where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_dev, found.st_ino


class File:
    """An SQLite file."""

    mark, errors = "?", sqlite3

    def __init__(self, path: Path) -> None:
        """Nothing is opened yet."""
        self.path = path
        self.name = quote(str(path))
        self._lock: Lock | None = None
        self._own: tuple[int, int] | None = None  # the file that was opened
        self._beside: dict[str, tuple[int, int] | None] = {}  # what SQLite keeps beside it
        self._checked = 0.0  # when these were compared

    @property
    def note(self) -> str:
        """SQLite, and which."""
        return sqlite_note()

    def connect(self) -> sa.Connection:
        """A connection that has the lock, to a database that is up to date; StoreError."""
        if self._lock is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                # decks and names are nobody else's
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
                self._lock = Lock(self.path.resolve())
                self._own = identity(str(self.path))
            except (OSError, ValueError) as error:
                raise StoreError(
                    f"The data file {self.name} cannot be opened: {reason(error)}."
                ) from None
        self._at_its_path()
        real = str(self.path.resolve())
        try:
            engine = sa.create_engine(
                "sqlite://",
                creator=lambda: _open(real),
                poolclass=sa.NullPool,
                hide_parameters=True,
            )
            connection = engine.connect()
            try:
                upgrade(connection, f"The data file {self.name}", AT_ONCE)
            except BaseException:
                connection.close()
                raise
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"The data file {self.name} cannot be used: {brief(error)}.") from None
        self._beside = {path: identity(path) for path in (f"{real}-wal", f"{real}-shm")}
        return connection

    def begin(self, driver: Any) -> None:
        """Begin a transaction on the driver's own connection, with the lock for writing."""
        driver.execute(AT_ONCE)

    def check(self) -> None:
        """After every commit, and once a second: Moved where the files at their paths are not those
        that were opened.
        """
        self._at_its_path()
        now = time.monotonic()
        if (
            now - self._checked < CHECK
        ):  # what is lost beside it until then is still in the open files
            return
        self._checked = now
        for path, own in self._beside.items():
            if identity(path) != own:
                raise SideFileMoved(
                    f"The file {quote(path)} was removed or replaced while the server ran (no row "
                    f"is lost)."
                )
        if self._lock and not self._lock.there():
            try:
                self._lock, lost = Lock(self.path.resolve()), self._lock
            except (OSError, StoreError) as error:
                raise Moved(
                    f"The lock beside the data file {self.name} was removed: {reason(error)}"
                ) from None
            lost.release()

    def _at_its_path(self) -> None:
        if identity(str(self.path)) != self._own:
            raise Moved(
                f"The data file {self.name} was removed or replaced: put it back, or start the "
                f"server again."
            )

    def close(self) -> None:
        """Give the lock back."""
        if self._lock:
            self._lock.release()
            self._lock = None


def _open(path: str) -> sqlite3.Connection:
    """The file, which must be there. Transactions are ours alone (sqlite3 would not begin one for a
    change of tables).
    """
    connection = sqlite3.connect(
        f"file:{escape(os.fsencode(path), safe='')}?mode=rw", uri=True, isolation_level=None
    )
    try:
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def sqlite_note() -> str:
    """What is to be said of the SQLite that Python brought along: its version, and a warning where
    it is an old one.
    """
    old = sqlite3.sqlite_version_info < SOUND
    warning = (
        f" It is older than {'.'.join(map(str, SOUND))}: let no other program write to that file."
        if old
        else ""
    )
    return f"SQLite {sqlite3.sqlite_version}.{warning}"


class Lock:
    """A file beside the data file that one process holds; the system gives it back however that
    process ends.
    """

    def __init__(self, path: Path) -> None:
        """Take the lock; StoreError names who has it, OSError where there can be none."""
        self._path = str(path.with_name(f"{path.name}.lock"))
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        try:
            take(self._file)
        except BlockingIOError:
            holder = os.read(self._file, 100).decode("ascii", "replace").strip()
            os.close(self._file)
            who = f"process {holder}" if holder.isdigit() else "another process"
            raise StoreError(
                f"The data file {quote(str(path))} is in use by {who}; --data names another one."
            ) from None
        except BaseException:
            os.close(self._file)
            raise
        os.ftruncate(self._file, 0)
        os.write(self._file, f"{os.getpid()}\n".encode())
        self._own = identity(self._path)

    def there(self) -> bool:
        """Whether the file that is locked is the one that another process would find."""
        return identity(self._path) == self._own

    def release(self) -> None:
        """Give it back. The file stays: who removed it might remove the next holder's."""
        os.ftruncate(self._file, 0)
        os.close(self._file)


class Server:
    """A PostgreSQL server."""

    mark = "%s"

    def __init__(self, data: str) -> None:
        """StoreError where the URL cannot be one, or the driver is not there; nothing is opened
        yet.
        """
        try:
            self.url = sa.make_url(data).set(drivername="postgresql+psycopg")
        except (sa.exc.ArgumentError, ValueError):
            raise StoreError(
                "--data is not a URL of PostgreSQL: postgresql://user@host/database."
            ) from None
        self.name = quote(
            self.url.set(drivername="postgresql", query={}).render_as_string(hide_password=True)
        )
        try:
            self._engine = sa.create_engine(
                self.url,
                poolclass=sa.NullPool,
                hide_parameters=True,
                connect_args={"connect_timeout": CONNECT},
            )
        except ImportError:
            raise StoreError("PostgreSQL needs a driver: install parlour[postgres].") from None
        self.errors = self._engine.dialect.loaded_dbapi

    @property
    def note(self) -> str:
        """PostgreSQL."""
        return "PostgreSQL."

    def connect(self) -> sa.Connection:
        """A connection that has the lock, to a database that is up to date; StoreError."""
        try:
            connection = self._engine.connect()
            try:
                with connection.begin():
                    connection.execute(sa.text(SYNCHRONOUS))
                    connection.execute(
                        sa.text("SELECT set_config('application_name', 'parlour', false)")
                    )
                self._take(connection)
                upgrade(connection, f"The database {self.name}")
            except BaseException:
                connection.close()
                raise
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"The database {self.name} cannot be used: {brief(error)}.") from None
        return connection

    def _take(self, connection: sa.Connection) -> None:
        """The session's lock; a holder that was killed is given time to be noticed."""
        until = time.monotonic() + LOCK_WAIT
        while True:
            with connection.begin():
                if connection.scalar(sa.select(sa.func.pg_try_advisory_lock(KEY))):
                    return
                holder = connection.execute(sa.text(HOLDER), {"key": KEY}).first()
            if time.monotonic() > until:
                who = f" (session {holder.pid}, from {holder.host})" if holder else ""
                raise StoreError(f"The database {self.name} is in use by another server{who}.")
            time.sleep(0.1)

    def begin(self, driver: Any) -> None:
        """The driver begins one with the first statement."""

    def check(self) -> None:
        """The server looks after its files."""

    def close(self) -> None:
        """Give the lock back: it goes with the connection."""
        self._engine.dispose()


SYNCHRONOUS = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'
"""
HOLDER = """
    SELECT a.pid, coalesce(host(a.client_addr), 'this machine') AS host
    FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND (l.classid::bigint << 32 | l.objid::bigint) = :key
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
