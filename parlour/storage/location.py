"""The database of `--data`: a file of SQLite, or a server of PostgreSQL."""

from pathlib import Path

from parlour.errors import StoreError, quote
from parlour.storage.database import Database, File
from parlour.system import folders


def find(data: str | None) -> Database:
    """The database of `--data`: a file, a URL of PostgreSQL, or by default the user's own file.
    StoreError for any other URL, SystemLacks where the user has no home.
    """
    if data is None:
        return File(folders.tables() / "tables.db")
    if data.startswith(("postgresql://", "postgres://")):
        from parlour.storage.postgres import Server  # here, because a file needs none of it

        return Server(data)
    if "://" in data:
        raise StoreError(
            f"Invalid --data {quote(data.partition('://')[0] + '://...')} (expected a file, or "
            f"postgresql://...)."
        )
    return File(Path(data))
