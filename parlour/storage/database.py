"""The database of the tables: an SQLite file or a PostgreSQL server. It is opened, locked for this
process, and upgraded.

One connection writes. SQLite before 3.51.3 can lose committed data when two connections write or
checkpoint at once, and the single writer thread needs no more than one. Another connection only
reads, and has no lock. `synchronous=FULL` is set beside the write-ahead log: with NORMAL a power
cut loses acknowledged rows.

The database belongs to one process. For a file, this is a lock on a file beside it, which names the
holder. The system releases it however the process ends. For PostgreSQL it is an advisory lock of
the session. In both cases the key (table, n) refuses a second writer.

A file that is removed or replaced while it is open still accepts commits, which are then lost.
`File.check` compares the files at their paths with those that were opened. It is called after every
commit, before any answer.
"""

import os
import sqlite3
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import quote as escape

import sqlalchemy as sa

from parlour.errors import Moved, SideFileMoved, StoreError, quote, reason
from parlour.storage.schema import VERSION, upgrade
from parlour.system.locks import take

# from this version of SQLite on, connections do not lose each other's commits
SAFE_VERSION = (3, 51, 3)
BUSY = 2000  # ms to wait for a lock of another program
SETTINGS = (  # committed rows survive a power cut
    f"busy_timeout={BUSY}",
    "journal_mode=WAL",
    "synchronous=FULL",
    "fullfsync=ON",
    "checkpoint_fullfsync=ON",
    "journal_size_limit=16777216",  # of a log that another program's reading has let grow
)
TABLE_NAMES = "SELECT name FROM sqlite_master WHERE type = 'table'"
# seconds between checks of the files beside the data file, and of all files while nothing is stored
CHECK = 1.0
BEGIN = "BEGIN IMMEDIATE"  # takes the lock for writing
FULL = "The disk of the server is full."
LOCKED = "The data file is locked by another program."
TABLES_LOCKED = "The database is locked by another program."
SILENT = "The database of the server does not answer."
MOVED = "The data file of the server was removed or replaced."
OTHER = "The server cannot store anything at present."
TEMPORARY = {
    "5": LOCKED,
    "6": LOCKED,
    "13": FULL,
    "53100": FULL,
    "55P03": TABLES_LOCKED,
    "57014": SILENT,
}  # by SQLite's primary code, or PostgreSQL's SQLSTATE


class Database(Protocol):
    """A database that stores tables."""

    name: str  # for messages; without its password
    mark: str  # the placeholder for a value in its driver's statements

    @property
    def errors(self) -> Any:
        """The module or class that has its driver's errors, by their names in DB-API."""

    @property
    def note(self) -> str:
        """The database software in a sentence that begins with its name."""

    def connect(self) -> sa.Connection:
        """A connection that has the lock, to an upgraded database; StoreError if that is
        impossible.
        """

    def reading(self) -> sa.Connection:
        """A connection that only reads, beside that of `connect`."""

    def begin(self, driver: Any) -> None:
        """Begin a transaction on the driver's own connection."""

    def check(self) -> None:
        """Check the files after a commit, and at intervals. Moved if a later server would not find
        the committed rows.
        """

    def close(self) -> None:
        """Release the lock."""


def driver_error(error: BaseException) -> BaseException:
    """The driver's own error, if SQLAlchemy has wrapped it; otherwise the error itself."""
    return (isinstance(error, sa.exc.DBAPIError) and error.orig) or error


def brief(error: BaseException) -> str:
    """The first line of a database's error, without the values that were to be written."""
    text = str(driver_error(error)).strip()
    if not text:
        return type(error).__name__
    return text.splitlines()[0].rstrip(".")


def temporary(error: BaseException) -> str | None:
    """The sentence for a temporary error, such as a full disk or a lock; None for any other
    error.
    """
    cause = driver_error(error)
    code = getattr(cause, "sqlite_errorcode", None)
    if code is None:
        return TEMPORARY.get(str(getattr(cause, "sqlstate", None)))
    return TEMPORARY.get(str(code & 0xFF))


def identity(path: str) -> tuple[int, int] | None:
    """The device and inode of the file at a path; None if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_dev, status.st_ino


class File:
    """An SQLite file."""

    mark, errors = "?", sqlite3

    def __init__(self, path: Path) -> None:
        """Nothing is opened yet."""
        self.path, self._path = path, str(path)
        self.name = quote(self._path)
        self._lock: Lock | None = None
        self._identity: tuple[int, int] | None = None  # the identity of the file that was opened
        # the identities of SQLite's files beside it
        self._beside: dict[str, tuple[int, int] | None] = {}
        self._checked = 0.0  # when they were last compared

    @property
    def note(self) -> str:
        """SQLite and its version."""
        return sqlite_note()

    def connect(self) -> sa.Connection:
        """A connection that has the lock, to an upgraded database; StoreError if that is
        impossible.
        """
        if self._lock is None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                # other users may not read decks and names
                os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
                if not self.path.is_file():  # no file may be made beside a device
                    raise ValueError("it is not a regular file")
                self._lock = Lock(self.path.resolve())
                self._identity = identity(self._path)
            except (OSError, ValueError) as error:
                why = f"{reason(error)}; --data names another one"
                raise StoreError(f"The data file {self.name} cannot be opened: {why}.") from None
        self._at_its_path()
        real = str(self.path.resolve())
        try:
            connection = _connected(lambda: _open(real))
            try:
                upgrade(connection, f"The data file {self.name}", BEGIN)
            except BaseException:
                connection.close()
                raise
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"The data file {self.name} cannot be used: {brief(error)}.") from None
        self._beside = {path: identity(path) for path in (f"{real}-wal", f"{real}-shm")}
        return connection

    def reading(self) -> sa.Connection:
        """A connection that only reads, beside that of `connect`; Moved if the file is another."""
        self._at_its_path()
        return _connected(lambda: _open_to_read(str(self.path.resolve())))

    def begin(self, driver: Any) -> None:
        """Begin a transaction on the driver's own connection, with the lock for writing."""
        driver.execute(BEGIN)

    def check(self) -> None:
        """Check the files after every commit, and once a second. Moved if the files at their paths
        are not those that were opened.
        """
        self._at_its_path()
        now = time.monotonic()
        if now - self._checked < CHECK:  # rows in a lost side file are still in the open one
            return
        self._checked = now
        for path, expected in self._beside.items():
            if identity(path) != expected:
                raise SideFileMoved(
                    f"The file {quote(path)} was removed or replaced while the server ran (no row "
                    f"is lost)."
                )
        if self._lock and not self._lock.in_place():
            try:
                self._lock, lost = Lock(self.path.resolve()), self._lock
            except (OSError, StoreError) as error:
                raise Moved(
                    f"The lock beside the data file {self.name} was removed: {reason(error)}"
                ) from None
            lost.release()

    def _at_its_path(self) -> None:
        if identity(self._path) != self._identity:
            raise Moved(
                f"The data file {self.name} was removed or replaced: put it back, or start the "
                f"server again."
            )

    def close(self) -> None:
        """Release the lock."""
        if self._lock:
            self._lock.release()
            self._lock = None


def _connected(creator: Callable[[], sqlite3.Connection]) -> sa.Connection:
    """A connection of SQLAlchemy's around one of the driver's."""
    return sa.create_engine(
        "sqlite://", creator=creator, poolclass=sa.NullPool, hide_parameters=True
    ).connect()


def _connection(path: str, mode: str) -> sqlite3.Connection:
    """A connection to the file, which must exist. The store begins all transactions itself, since
    sqlite3 begins none for a change of tables.
    """
    return sqlite3.connect(
        f"file:{escape(os.fsencode(path), safe='')}?mode={mode}",
        uri=True,
        isolation_level=None,
        check_same_thread=False,  # the writer's thread closes the reader's
    )


def _open_to_read(path: str) -> sqlite3.Connection:
    """A connection to the file that only reads."""
    connection = _connection(path, "ro")
    connection.execute(f"PRAGMA busy_timeout={BUSY}").fetchall()
    return connection


def _open(path: str) -> sqlite3.Connection:
    """A connection to the file, which must exist; StoreError if another program made it."""
    connection = _connection(path, "rw")
    try:
        names = {name for (name,) in connection.execute(TABLE_NAMES)}
        if names and not {VERSION, "tables"} <= names:  # before anything in the file is changed
            raise StoreError(f"The data file {quote(path)} has the tables of another program.")
        for setting in SETTINGS:
            connection.execute(f"PRAGMA {setting}").fetchall()
    except BaseException:
        connection.close()
        raise
    return connection


def sqlite_note() -> str:
    """SQLite's version in a sentence, with a warning if it is an old one."""
    note = f"SQLite {sqlite3.sqlite_version}."
    if sqlite3.sqlite_version_info >= SAFE_VERSION:
        return note
    safe = ".".join(map(str, SAFE_VERSION))
    return f"{note} It is older than {safe}: let no other program write to that file."


class Lock:
    """A locked file beside the data file. The system releases the lock however the process ends."""

    def __init__(self, path: Path) -> None:
        """Take the lock. StoreError, which names the holder, if it is taken, or the lock's file if
        it cannot be opened; OSError if it cannot be locked or written.
        """
        self._path = str(path.with_name(f"{path.name}.lock"))
        try:
            self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as error:
            why = f"The lock {quote(self._path)} of the data file cannot be opened"
            raise StoreError(f"{why}: {reason(error)}.") from None
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
        self._identity = identity(self._path)

    def in_place(self) -> bool:
        """Whether the locked file is still at its path, so that another process would find it."""
        return identity(self._path) == self._identity

    def release(self) -> None:
        """Release the lock. The file remains: to remove it might remove the file of the next
        holder.
        """
        os.ftruncate(self._file, 0)
        os.close(self._file)
