"""A PostgreSQL server for the tests that want one."""

import logging
import os
import pwd
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def log_as_it_was() -> Iterator[None]:
    """A server that was started within a test leaves the log to the next one as it found it."""
    log = logging.getLogger("parlour")
    kept = log.handlers[:], log.propagate
    yield
    log.handlers[:], log.propagate = kept


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real server, started for the tests; it does not run as root, so it may have to
    be another user.
    """
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    assert programs, "PostgreSQL is not installed"
    user = pwd.getpwnam("postgres").pw_name if os.getuid() == 0 else None
    folder = Path(tempfile.mkdtemp(prefix="parlour-"))
    if user:
        shutil.chown(folder, user)
    options = {
        "user": user,
        "cwd": folder,
        "stdout": subprocess.DEVNULL,
        "stderr": subprocess.DEVNULL,
    }
    command: list[object] = [
        programs[-1] / "initdb",
        "-D",
        folder / "data",
        "-U",
        "parlour",
        "--auth",
        "trust",
        "--no-sync",
    ]
    subprocess.run(command, check=True, timeout=120, **options)  # type: ignore[call-overload]
    server = subprocess.Popen(
        [programs[-1] / "postgres", "-D", folder / "data", "-k", folder, "-h", ""], **options
    )  # type: ignore[call-overload]
    try:
        ready = [programs[-1] / "pg_isready", "-h", folder, "-q", "-t", "30"]
        for _ in range(300):
            if subprocess.run(list(map(str, ready)), check=False, timeout=60).returncode == 0:
                break
        yield f"postgresql://parlour@/postgres?host={folder}"
    finally:
        server.terminate()
        server.wait(30)
        shutil.rmtree(folder)


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
