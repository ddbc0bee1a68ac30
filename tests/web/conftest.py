"""A PostgreSQL server for the tests that want one."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.postgres import started


@pytest.fixture(autouse=True)
def log_as_it_was() -> Iterator[None]:
    """A server that was started within a test leaves the log to the next one as it found it."""
    log = logging.getLogger("parlour")
    kept = log.handlers[:], log.propagate
    yield
    log.handlers[:], log.propagate = kept


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real server, started for the tests."""
    with started() as url:
        yield url


@pytest.fixture
def empty_postgres(postgres: str) -> Iterator[str]:
    """A database of its own."""
    import psycopg

    name = f"test{os.urandom(6).hex()}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield postgres.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.system)])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to keep tables: a file, or a database of a real server."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    url: str = request.getfixturevalue("empty_postgres")
    return url
