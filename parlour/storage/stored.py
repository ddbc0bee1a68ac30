"""A table as it is stored, to be loaded."""

from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

import sqlalchemy as sa

from parlour.storage.schema import EVENTS, TABLES
from parlour.table.table import Row, Snapshot

ROWS = 400  # read at once, at most
Doing: TypeAlias = Callable[[Callable[[sa.Connection], Any]], Awaitable[Any]]
LAST = sa.func.coalesce(
    sa.select(sa.func.max(EVENTS.c.n)).where(EVENTS.c.table == TABLES.c.name).scalar_subquery(), -1
)


class StoredTable:
    """A table as it is stored."""

    def __init__(
        self, name: str, body: str, snapshot: Snapshot | None, read: Doing, write: Doing
    ) -> None:
        """Its rows are still to be read, by `read`; `write` does a transaction of the writer."""
        self.name, self.body, self.snapshot = name, body, snapshot
        self._read, self._write = read, write

    async def claim(self) -> int | None:
        """The number of its rows when all that was to be stored is stored; None if it has been
        removed. It counts as changed, so it is not removed soon.
        """

        def work(connection: sa.Connection) -> int | None:
            condition = TABLES.c.name == self.name
            unmarked = sa.update(TABLES).where(condition, TABLES.c.since.is_not(None))
            connection.execute(unmarked.values(since=None))
            last = connection.scalar(sa.select(LAST).select_from(TABLES).where(condition))
            return None if last is None else last + 1

        count: int | None = await self._write(work)
        return count

    async def page(self, first: int) -> list[Row]:
        """Some of its rows from a number on, in order; none after the last."""
        wanted = rows_of(self.name).where(EVENTS.c.n >= first).limit(ROWS)
        rows: list[Row] = await self._read(
            lambda connection: [*map(Row._make, connection.execute(wanted).cursor.fetchall())]
        )
        return rows

    async def mentions(self, text: str, first: int) -> bool:
        """Whether a row from this number on has a text."""
        conditions = EVENTS.c.table == self.name, EVENTS.c.n >= first
        wanted = (
            sa.select(EVENTS.c.n)
            .where(*conditions, EVENTS.c.body.contains(text, autoescape=True))
            .limit(1)
        )
        return await self._read(lambda connection: connection.scalar(wanted)) is not None


def whole_table(connection: sa.Connection, name: str) -> tuple[str, list[Row]] | None:
    """The description of a table and its rows in order; None if it does not exist."""
    body = connection.scalar(sa.select(TABLES.c.body).where(TABLES.c.name == name))
    if body is None:
        return None
    return body, [Row(*row) for row in connection.execute(rows_of(name))]


def rows_of(name: str) -> sa.Select[Any]:
    """The rows of a table in order."""
    wanted = sa.select(EVENTS.c.n, EVENTS.c.at, EVENTS.c.body)
    return wanted.where(EVENTS.c.table == name).order_by(EVENTS.c.n)
