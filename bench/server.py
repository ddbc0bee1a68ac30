"""A server to be measured."""

import contextlib
import re
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator


@contextlib.contextmanager
def served() -> Iterator[tuple[int, int]]:
    """A server on a free port with a new database, in a process of its own: the process, and the port."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "parlour", "serve", "--no-browser", "--port", str(free_port())]
        command += ["--data", f"{folder}/tables.db"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
            try:
                assert server.stdout
                found = re.search(r"127\.0\.0\.1:(\d+)", server.stdout.readline())
                assert found, "the server did not say where it is"
                yield server.pid, int(found[1])
            finally:
                server.terminate()


def free_port() -> int:
    """A port that nobody has."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])
