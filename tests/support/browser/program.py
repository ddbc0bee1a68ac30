"""The program as a process; where a test asks for it, with its time made short or its decks made
known.

`python -m tests.support.browser.program SEAT_HELD SEED TOYS serve ...` is that; TOYS are games of
tests/sketches, with commas between. Nobody who serves a table can ask for it, so it is no option of
the product.
"""

import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
from importlib import import_module
from itertools import count
from pathlib import Path
from typing import IO, Any

import parlour.table.presence
from parlour.cards import NEW_DECK, Deck
from parlour.catalogue.registry import GAMES
from parlour.cli import program
from parlour.host import deck_source, host
from parlour.shuffle import Shuffle
from parlour.terminal.console import run

ROOT = Path(__file__).parents[3]


def free_port() -> int:
    """A port that nobody has now."""
    with socket.socket() as asking:
        asking.bind(("127.0.0.1", 0))
        return int(asking.getsockname()[1])


class Program:
    """`parlour serve`, as often as it is started, at one port with one file."""

    def __init__(
        self,
        folder: Path,
        held: float | None = None,
        seed: int = 0,
        port: int = 0,
        public: bool = False,
        toys: str = "",
    ) -> None:
        """It does not run yet. In public it is reached under another name, by HTTP without TLS."""
        self.port = port or free_port()
        self.origin = (
            f"http://parlour.test:{self.port}" if public else f"http://127.0.0.1:{self.port}"
        )
        options = ["--public-url", self.origin] if public else []
        serving = [
            "serve",
            "--no-browser",
            "--port",
            str(self.port),
            "--data",
            str(folder / "tables.db"),
            *options,
        ]
        changed = [
            "-m",
            "tests.support.browser.program",
            str(held or parlour.table.presence.SEAT_HELD),
            str(seed),
            toys,
        ]
        self.command = [
            sys.executable,
            *(changed if held or seed or toys else ["-m", "parlour"]),
            *serving,
        ]
        self.process: subprocess.Popen[str] | None = None
        self.said: list[str] = []
        # The processes that help the server do not know the toys.
        self.expected = tuple(
            f"parlour: The strong players of {toy} cannot be loaded"
            for toy in toys.split(",")
            if toy
        )
        if public:  # no proxy stands before it
            self.expected += ("parlour: The proxy sets no X-Forwarded-For",)

    def start(self) -> "Program":
        """Until it says where the table is. Its strong players have the kernels of PARLOUR_AHEAD,
        as an installation has, if that is set.
        """
        ahead = os.environ.get("PARLOUR_AHEAD")
        library = {"PARLOUR_LIBRARY": ahead} if ahead else {}
        self.process = subprocess.Popen(
            self.command,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            bufsize=1,
            env=os.environ | library,
        )
        assert self.process.stdout
        while line := self.process.stdout.readline():
            self.said.append(line)
            if "The table is at" in line:
                self.reading = threading.Thread(target=self._read, args=(self.process.stdout,))
                self.reading.start()
                return self
        raise AssertionError("".join(self.said))

    def _read(self, lines: IO[str]) -> None:
        with lines:
            self.said += lines

    def kill(self) -> None:
        """At once, without a word."""
        assert self.process
        self.process.kill()
        self.process.wait(30)
        self.reading.join()

    def stop(self) -> None:
        """As Ctrl-C does."""
        assert self.process
        self.process.send_signal(signal.SIGINT)
        assert self.process.wait(30) == 0, "".join(self.said)
        self.reading.join()

    def __enter__(self) -> "Program":
        return self.start()

    def __exit__(self, *_: object) -> None:
        if self.process and self.process.poll() is None:
            self.stop()
        wrong = [
            line
            for line in self.said
            if line.startswith("parlour:") and not line.startswith(self.expected)
        ]
        assert not wrong, "".join(self.said)

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Any:
        """One request that must be answered well."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            line.request(
                method,
                path,
                json.dumps(body),
                {"Origin": self.origin, "Content-Type": "application/json"} | headers,
            )
            answer = line.getresponse()
            told = json.loads(answer.read())
            assert answer.status < 300, told
            return told
        finally:
            line.close()

    def view(self, address: str) -> dict[str, Any]:
        """The view of the seat whose page has this address, as the server has it."""
        return self.told(address)["view"]["view"]  # type: ignore[no-any-return]

    def room(self, address: str) -> dict[str, Any]:
        """Who is there, as the server tells the seat whose page has this address."""
        return self.told(address)["room"]

    def told(self, address: str) -> dict[str, dict[str, Any]]:
        """What the seat whose page has this address is told when it comes."""
        found = re.search(r"#/(?:table|watch)/([^/]+)/(.+)$", address)
        assert found, address
        told = self.ask("GET", f"/api/tables/{found[1]}/view", Authorization=f"Bearer {found[2]}")
        return {message["type"]: message for message in told}


def known_decks(seed: int) -> None:
    """Let every table be dealt from the same decks, and its computers have the same dice."""
    shuffle = Shuffle("std", seed)
    decks: list[Deck] = [shuffle(NEW_DECK)]

    class Known(deck_source.SecretDecks):
        def __init__(self) -> None:
            self.numbers = count()

        def deck(self) -> Deck:
            number = next(self.numbers)
            while len(decks) <= number:
                decks.append(shuffle(decks[-1]))
            return decks[number]

        def salt(self) -> str:
            return "known"

    host.SecretDecks = Known  # type: ignore[attr-defined]


def main() -> None:
    """Change what is to be changed, then be the program."""
    held, seed, toys = float(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
    parlour.table.presence.SEAT_HELD = held
    if seed:
        known_decks(seed)
    for toy in filter(None, toys.split(",")):
        GAMES[toy] = import_module(f"tests.sketches.{toy}")
    sys.exit(run("parlour", program, sys.argv[4:]))


if __name__ == "__main__":
    main()
