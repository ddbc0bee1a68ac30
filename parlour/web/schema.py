"""The tables of the database, as the steps that made them.

A database notes in one row how many steps it has been through. When it is opened, the steps after
that follow, all in one transaction, so that a kill leaves it as it was. A step that was released is
never edited; the next one is added below it.
"""

import sqlalchemy as sa

from parlour.errors import StoreError

# the table of that row: alembic's name for it, which databases had before the steps stood here
VERSION = "alembic_version"
TOGETHER = {"sqlite": "WITHOUT ROWID"}  # by dialect: the rows of a table lie together
STEPS: tuple[tuple[str, ...], ...] = (
    (
        """
        CREATE TABLE tables (
            name VARCHAR(12) NOT NULL PRIMARY KEY,
            at DOUBLE PRECISION NOT NULL,
            body TEXT NOT NULL
        )
        """,
        """
        CREATE TABLE events (
            "table" VARCHAR(12) NOT NULL REFERENCES tables (name),
            n INTEGER NOT NULL,
            at DOUBLE PRECISION NOT NULL,
            body TEXT NOT NULL,
            PRIMARY KEY ("table", n)
        ) {together}
        """,
    ),
    (  # since when a table has not changed, in the time that servers have run
        "ALTER TABLE tables ADD COLUMN last INTEGER",
        "ALTER TABLE tables ADD COLUMN since DOUBLE PRECISION",
        "CREATE TABLE clock (id INTEGER NOT NULL PRIMARY KEY, ran DOUBLE PRECISION NOT NULL)",
        "INSERT INTO clock VALUES (1, 0)",
    ),
)


def upgrade(connection: sa.Connection, what: str, *first: str) -> None:
    """Bring a database up to date in one transaction that begins with some statements; StoreError,
    which names `what` it is, where a newer Parlour has been there.
    """
    with connection.begin():
        for statement in first:
            connection.exec_driver_sql(statement)
        if not sa.inspect(connection).has_table(VERSION):
            connection.exec_driver_sql(
                f"CREATE TABLE {VERSION} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)"
            )
            connection.exec_driver_sql(f"INSERT INTO {VERSION} VALUES ('{_name(0)}')")
        version = connection.exec_driver_sql(f"SELECT version_num FROM {VERSION}").scalar()
        names = [_name(number) for number in range(len(STEPS) + 1)]
        if version not in names:
            raise StoreError(f"{what} was written by a newer Parlour.")
        together = TOGETHER.get(connection.dialect.name, "")
        for number in range(names.index(version), len(STEPS)):
            for statement in STEPS[number]:
                connection.exec_driver_sql(statement.format(together=together))
            connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '{names[number + 1]}'")


def _name(number: int) -> str:
    """How the row writes a number of steps."""
    return f"{number:04}"
