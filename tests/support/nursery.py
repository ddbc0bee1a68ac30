"""Processes that begin at once: they are forked from one that has imported their module.

    python -m tests.support.nursery MODULE SOCKET

imports a module, and forks a process that calls its `main` whenever the socket asks for one. A test
that starts a program twenty times need not wait for twenty imports.
"""

import atexit
import json
import os
import socket
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
LONGEST = 1 << 16


class Child:
    """A process that was forked. Its output is read from `stdout` and `stderr`."""

    def __init__(self, nursery: "Nursery", arguments: list[str]) -> None:
        """It runs."""
        self.nursery = nursery
        (out, theirs), (err, others) = os.pipe(), os.pipe()
        self.pid = nursery.ask({"arguments": arguments}, theirs, others)
        os.close(theirs)
        os.close(others)
        self.stdout, self.stderr = os.fdopen(out, "rb"), os.fdopen(err, "rb")

    def end(self, signal: int) -> tuple[int, str]:
        """Send a signal and wait for the end: the status, and what stderr has to say."""
        os.kill(self.pid, signal)
        with self.stdout, self.stderr:
            self.stdout.read()
            said = self.stderr.read().decode()
        return self.nursery.ask({"wait": self.pid}), said


class Nursery:
    """The process that forks."""

    def __init__(self, module: str) -> None:
        """It imports the module meanwhile."""
        self.line, theirs = socket.socketpair()
        command = [sys.executable, "-m", "tests.support.nursery", module, str(theirs.fileno())]
        self.process = subprocess.Popen(command, cwd=ROOT, pass_fds=[theirs.fileno()])
        theirs.close()
        atexit.register(self.close)

    def ask(self, wish: dict[str, Any], *files: int) -> int:
        """A wish, with open files; the number that answers it."""
        socket.send_fds(self.line, [json.dumps(wish).encode()], files)
        return int(self.line.recv(LONGEST))

    def close(self) -> None:
        """End it."""
        self.line.close()
        self.process.wait(20)


@cache
def nursery(module: str) -> Nursery:
    """The one of a module, for this process."""
    return Nursery(module)


def forked(line: socket.socket, module: str, arguments: list[str], files: list[int]) -> int:
    """The number of a new process with these files as its output."""
    if pid := os.fork():
        return pid
    line.close()
    for place, file in enumerate(files, 1):
        os.dup2(file, place)
        os.close(file)
    sys.argv[1:] = arguments
    sys.exit(import_module(module).main())


def main() -> None:
    """Answer until the socket is closed."""
    module, number = sys.argv[1:]
    line = socket.socket(fileno=int(number))
    import_module(module)
    while True:
        text, files, _, _ = socket.recv_fds(line, LONGEST, 2)
        if not text:
            return
        wish = json.loads(text)
        if "wait" in wish:
            answer = os.waitstatus_to_exitcode(os.waitpid(wish["wait"], 0)[1])
        else:
            answer = forked(line, module, wish["arguments"], files)
            for file in files:
                os.close(file)
        line.send(str(answer).encode())


if __name__ == "__main__":
    main()
