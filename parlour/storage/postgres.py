"""PostgreSQL as the database of the tables.

A session of PostgreSQL has the lock, and its timeouts end what waits for long: for another
session's lock, for an answer of a network that has lost the connection. A process of PostgreSQL
that is stopped ends nothing; `waiting.py` then refuses what waits.
"""

import time
from collections.abc import Mapping
from typing import Any

import sqlalchemy as sa

from parlour.errors import StoreError, quote
from parlour.storage.database import BUSY, brief
from parlour.storage.schema import upgrade

KEY = int.from_bytes(b"parlour\0", "big")  # the number of the advisory lock
LOCK_WAIT = 3.0  # seconds in which a PostgreSQL server notices that the last holder died
CONNECTION = {  # seconds and milliseconds, so that a lost network is noticed
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10000,
}
# of a session in PostgreSQL, which so notices a lost client and ends what waits for long
SESSION = {
    "application_name": "parlour",
    "lock_timeout": f"{BUSY}ms",
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "20000",
}
STATEMENT = {"statement_timeout": "10s"}
READING = {"application_name": "parlour, reading", "default_transaction_read_only": "on"}


class Server:
    """A PostgreSQL server."""

    mark = "%s"

    def __init__(self, data: str) -> None:
        """Nothing is opened yet. StoreError if the URL is invalid, or if the driver is not
        installed.
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
                connect_args=CONNECTION,
            )
        except ImportError:
            raise StoreError("PostgreSQL needs a driver: install parlour[postgres].") from None
        self.errors = self._engine.dialect.loaded_dbapi
        self._session: Any = None  # the last session that had the lock: its process and its start

    @property
    def note(self) -> str:
        """PostgreSQL, as a sentence."""
        return "PostgreSQL."

    def connect(self) -> sa.Connection:
        """A connection that has the lock, to an upgraded database; StoreError if that is
        impossible.
        """
        try:
            connection = self._engine.connect()
            try:
                with connection.begin():
                    connection.execute(sa.text(SYNCHRONOUS))
                    _set(connection, SESSION)
                self._take(connection)
                upgrade(connection, f"The database {self.name}")
                with connection.begin():
                    _set(connection, STATEMENT)
            except BaseException:
                connection.close()
                raise
        except sa.exc.SQLAlchemyError as error:
            raise StoreError(f"The database {self.name} cannot be used: {brief(error)}.") from None
        return connection

    def _take(self, connection: sa.Connection) -> None:
        """Take the session's lock; if it is taken, wait `LOCK_WAIT` seconds, since a killed holder
        is noticed late. A session of this server whose connection was lost may still have it, and
        is ended: what it was storing is then stored or not, and cannot be stored later.
        """
        until = time.monotonic() + LOCK_WAIT
        while True:
            with connection.begin():
                if connection.scalar(sa.select(sa.func.pg_try_advisory_lock(KEY))):
                    self._session = connection.execute(sa.text(OWN)).one()
                    return
                holder = connection.execute(sa.text(HOLDER), {"key": KEY}).first()
                if holder and self._session == (holder.pid, holder.start):
                    connection.execute(sa.select(sa.func.pg_terminate_backend(holder.pid)))
            if time.monotonic() > until:
                who = f" (session {holder.pid}, from {holder.host})" if holder else ""
                raise StoreError(f"The database {self.name} is in use by another server{who}.")
            time.sleep(0.1)

    def reading(self) -> sa.Connection:
        """A connection that only reads, beside that of `connect`."""
        connection = self._engine.connect()
        _set(connection, SESSION | STATEMENT | READING)
        connection.commit()
        return connection

    def begin(self, driver: Any) -> None:
        """Do nothing: the driver begins a transaction with the first statement."""

    def check(self) -> None:
        """Do nothing: the server protects its files."""

    def close(self) -> None:
        """Release the lock, by closing the connection."""
        self._engine.dispose()


def _set(connection: sa.Connection, settings: Mapping[str, str]) -> None:
    """Set what this PostgreSQL knows of these settings of a session."""
    for name, value in settings.items():
        connection.execute(sa.text(SET), {"name": name, "value": value})


SET = "SELECT set_config(name, :value, false) FROM pg_settings WHERE name = :name"
OWN = "SELECT pid, backend_start FROM pg_stat_activity WHERE pid = pg_backend_pid()"
SYNCHRONOUS = """
    SELECT set_config('synchronous_commit', 'on', false)
    WHERE current_setting('synchronous_commit') = 'off'
"""
HOLDER = """
    SELECT a.pid, a.backend_start AS start, coalesce(host(a.client_addr), 'this machine') AS host
    FROM pg_locks l JOIN pg_stat_activity a USING (pid)
    WHERE l.locktype = 'advisory' AND l.granted AND l.objsubid = 1
    AND (l.classid::bigint << 32 | l.objid::bigint) = :key
    AND l.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""
