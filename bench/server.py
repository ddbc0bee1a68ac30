"""A server for measurements."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

PROGRAM = (sys.executable, "-m", "parlour")
ENDING = 20.0  # seconds until a server that was asked to end is killed


@contextlib.contextmanager
def served(
    data: Path | str | None = None,
    *,
    program: Sequence[str] = PROGRAM,
    environment: Mapping[str, str] | None = None,
    errors: IO[bytes] | None = None,
    said: list[str] | None = None,
) -> Iterator[tuple[int, int]]:
    """A server process on a free port, with a new database if none is given; yields its process id
    and port. Its later output is added to `said`.
    """
    with tempfile.TemporaryDirectory() as folder:
        command = [
            *program,
            "serve",
            "--no-browser",
            "--port",
            str(free_port()),
            "--data",
            str(data or f"{folder}/tables.db"),
        ]
        surroundings = {**os.environ, **(environment or {})}
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=errors, env=surroundings, text=True
        ) as server:
            try:
                assert server.stdout
                address = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
                assert address, "the server did not say where it is"
                yield server.pid, int(address[1])
            finally:
                server.terminate()
                with contextlib.suppress(subprocess.TimeoutExpired):
                    server.wait(ENDING)
                server.kill()
                if said is not None:
                    assert server.stdout
                    said.append(server.stdout.read())


def free_port() -> int:
    """A free port."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])
