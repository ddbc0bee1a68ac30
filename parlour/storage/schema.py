"""The tables of the database, as the steps that create them.

A database has a row with the number of steps applied to it. When it is opened, the following steps
are applied in one transaction, so that a kill leaves it unchanged. A released step is never edited;
a change is a new step at the end.
"""

import re

import sqlalchemy as sa

from parlour.errors import StoreError

META = sa.MetaData()
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("name", sa.String(12), primary_key=True),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
    # the number of its last row when it was last checked, -1 for none
    sa.Column("last", sa.Integer),
    # the seconds that servers had run at the first check with that row; NULL: check anew
    sa.Column("since", sa.Double),
)
EVENTS = sa.Table(
    "events",
    META,
    sa.Column("table", sa.String(12), sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("at", sa.Double, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
CLOCK = sa.Table(
    "clock",
    META,
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("ran", sa.Double, nullable=False),  # seconds that servers have run
)
SNAPSHOTS = sa.Table(
    "snapshots",
    META,
    sa.Column("table", sa.String(12), sa.ForeignKey("tables.name"), primary_key=True),
    sa.Column("n", sa.Integer, nullable=False),
    sa.Column("body", sa.Text, nullable=False),
)
# the table of that row; the name is alembic's, which earlier versions used
VERSION = "alembic_version"
# by dialect: the clause that stores the rows of a table together
TOGETHER = {"sqlite": "WITHOUT ROWID"}
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
    (  # the time of running since which a table has not changed
        "ALTER TABLE tables ADD COLUMN last INTEGER",
        "ALTER TABLE tables ADD COLUMN since DOUBLE PRECISION",
        "CREATE TABLE clock (id INTEGER NOT NULL PRIMARY KEY, ran DOUBLE PRECISION NOT NULL)",
        "INSERT INTO clock VALUES (1, 0)",
    ),
    (  # the state of each table after its last deal
        """
        CREATE TABLE snapshots (
            "table" VARCHAR(12) NOT NULL PRIMARY KEY REFERENCES tables (name),
            n INTEGER NOT NULL,
            body TEXT NOT NULL
        )
        """,
    ),
)


def upgrade(connection: sa.Connection, what: str, *first: str) -> None:
    """Apply the missing steps in one transaction, after the statements `first`. StoreError, which
    names the database as `what`, if a newer Parlour or another program has written it.
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
            newer = re.fullmatch(r"\d{4}", str(version))
            why = "was written by a newer Parlour" if newer else "has no version of Parlour"
            raise StoreError(f"{what} {why}.")
        together = TOGETHER.get(connection.dialect.name, "")
        for number in range(names.index(version), len(STEPS)):
            for statement in STEPS[number]:
                connection.exec_driver_sql(statement.format(together=together))
            connection.exec_driver_sql(f"UPDATE {VERSION} SET version_num = '{names[number + 1]}'")


def _name(number: int) -> str:
    """The number of steps as the row stores it."""
    return f"{number:04}"
