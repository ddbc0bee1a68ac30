"""A PostgreSQL server of one's own."""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path


@contextlib.contextmanager
def started() -> Iterator[str]:
    """Start a server; yields its URL. It does not run as root, so it may have to be another
    user.
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


def sessions(url: str) -> list[int]:
    """The processes of the sessions of Parlour at a server."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as other:
        found = other.execute("SELECT pid FROM pg_stat_activity WHERE application_name = 'parlour'")
        return [pid for (pid,) in found]


@contextlib.contextmanager
def stopped(processes: list[int]) -> Iterator[None]:
    """Stop processes, which then neither answer nor fail, and let them continue at the end."""
    for process in processes:
        os.kill(process, signal.SIGSTOP)
    try:
        yield
    finally:
        for process in processes:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)
