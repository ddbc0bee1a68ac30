"""The removal of tables that have not changed for long, in steps, each a transaction."""

from collections.abc import Container
from itertools import accumulate

import sqlalchemy as sa

from parlour.storage.schema import CLOCK, EVENTS, SNAPSHOTS, TABLES
from parlour.storage.stored import LAST

PAGE = 200  # tables in one step of removing old ones; rows of other tables are stored between steps
ROWS = 10_000  # removed in one step, at most, unless one table has more
REMOVED_SHARE = 100  # at most one table in so many is removed in one run
MARK = sa.update(TABLES).where(TABLES.c.name == sa.bindparam("marked"))


def most_removed(connection: sa.Connection) -> int:
    """The number of tables that may be removed in one run."""
    return max(
        1, connection.scalars(sa.select(sa.func.count()).select_from(TABLES)).one() // REMOVED_SHARE
    )


def remove_old(
    connection: sa.Connection, unchanged: float, keep: Container[str], after: str, most: int
) -> tuple[str | None, int]:
    """Check the next tables after a name, and remove at most `most`. Returns the name of the last
    one checked, or None at the end, and the number removed.
    """
    ran = connection.scalars(sa.select(CLOCK.c.ran)).one()
    wanted = sa.select(TABLES.c.name, TABLES.c.last, TABLES.c.since, LAST.label("now")).where(
        TABLES.c.name > after
    )
    tables = connection.execute(wanted.order_by(TABLES.c.name).limit(PAGE)).all()
    marks = [
        {"marked": table.name, "last": table.now, "since": ran}
        for table in tables
        if table.since is None or table.last != table.now or table.name in keep
    ]
    if marks:
        connection.execute(MARK, marks)
    new = {mark["marked"] for mark in marks}
    old = [table for table in tables if table.name not in new and ran - table.since >= unchanged][
        :most
    ]
    sizes = accumulate(table.now + 1 for table in old)
    names = [
        table.name
        for table, size in zip(old, sizes, strict=True)
        if size <= ROWS or table == old[0]
    ]
    for parts in (EVENTS.c.table, SNAPSHOTS.c.table, TABLES.c.name) if names else ():
        connection.execute(sa.delete(parts.table).where(parts.in_(names)))
    if len(names) < len(old):
        return names[-1], len(names)
    return tables[-1].name if tables else None, len(names)
