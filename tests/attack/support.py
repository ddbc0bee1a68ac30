"""What the attacks share: a client, busy cores, the events in a data file, the printing of
figures.
"""

import asyncio
import contextlib
import json
import os
import random
import secrets
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from figures import show
from machine import machine
from people import REQUEST_SECONDS, Line, message, new_key, request

from parlour import log
from parlour.match import Match, Opened, step

__all__ = [
    "Lost",
    "Person",
    "Refused",
    "begin",
    "busy_cores",
    "computers",
    "end",
    "events",
    "left_open",
    "make",
    "play",
    "request",
]


class Lost(Exception):
    """The socket is closed."""


class Refused(Exception):
    """The server refused a request, with this sentence."""


class Person:
    """A client with a key and one socket, which comes from an address of this machine."""

    def __init__(self, port: int, table: str, key: str, local: str = "127.0.0.1") -> None:
        """Not connected yet."""
        self.port, self.table, self.key, self.local = port, table, key, local
        self.line: Line | None = None
        self.view: dict[str, Any] = {}
        self.room: dict[str, Any] = {}
        self.count = 0  # of the last view
        self.acted = -1  # count of the view before its last action
        self.asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.wanted: list[tuple[Callable[[], bool], asyncio.Future[None]]] = []
        # called with each message
        self.heard: Callable[[float, dict[str, Any]], None] = lambda _at, _told: None
        self.closed: int | None = None  # the close code, once the socket is closed
        self.ident: Callable[[], str] = partial(secrets.token_hex, 6)  # draws a request's id

    async def open(self) -> None:
        """Connect without entering; OSError."""
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket"
        self.closed = None
        self.line = Line(address, self.key, self._hear, self._lost)
        await self.line.open(self.local)

    async def enter(self, patience: float = REQUEST_SECONDS) -> None:
        """Connect, enter, and wait for the first room and view."""
        await self.open()
        await self.ask("enter", patience, key=self.key, have=0)
        await self.until(lambda: bool(self.view and self.room), patience)

    async def ask(
        self, kind: str, patience: float = REQUEST_SECONDS, **fields: Any
    ) -> dict[str, Any]:
        """The answer `done` to a request; Refused, Lost or TimeoutError otherwise."""
        if self.line is None:
            raise Lost
        ident = self.ident()
        waiting = self.asked[ident] = asyncio.get_running_loop().create_future()
        self.line.send(message(kind, id=ident, **fields))
        async with asyncio.timeout(patience):
            answer: dict[str, Any] = await waiting
        if answer["type"] == "refused":
            raise Refused(answer["why"])
        return answer

    async def act(self, patience: float = REQUEST_SECONDS) -> str:
        """Make a random legal action; returns the request's id. The next view may come after the
        answer.
        """
        before = self.count
        answer = await self.ask(
            "act", patience, move=self.view["move"], action=random.choice(self.view["legal"])
        )
        self.acted = before
        return str(answer["id"])

    @property
    def may_act(self) -> bool:
        """Whether its seat may act, by a view later than its last action."""
        return self.count > self.acted and bool(self.view["legal"])

    @property
    def scored(self) -> bool:
        """Whether the round is over."""
        return self.count > self.acted and bool(self.view["points"])

    async def until(self, true: Callable[[], bool], patience: float = REQUEST_SECONDS) -> None:
        """Wait until messages make this condition true; Lost, TimeoutError."""
        if true():
            return
        if self.line is None:
            raise Lost
        waiting: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.wanted.append((true, waiting))
        async with asyncio.timeout(patience):
            await waiting

    async def turn(self, patience: float = REQUEST_SECONDS) -> None:
        """Wait until its seat may act; after a round, request the next."""
        while True:
            await self.until(lambda: self.may_act or self.scored, patience)
            if self.may_act:
                return
            count = self.count
            await self.ask("next", patience)
            await self.until(lambda: self.count > count, patience)  # noqa: B023

    def close(self) -> None:
        """Abort the socket."""
        if self.line:
            self.line.transport.abort()

    def _hear(self, data: bytes) -> None:
        at, told = perf_counter(), json.loads(data)
        if told["type"] == "view":
            self.view, self.count = told["view"], told["count"]
        elif told["type"] == "room":
            self.room = told
        elif (waiting := self.asked.pop(told["id"], None)) and not waiting.done():
            waiting.set_result(told)
        self.heard(at, told)
        for true, future in self.wanted:
            if not future.done() and true():
                future.set_result(None)
        self.wanted = [entry for entry in self.wanted if not entry[1].done()]

    def _lost(self) -> None:
        if self.line:
            self.closed = self.line.protocol.close_code or 1006
        self.line = None
        waiting: list[asyncio.Future[Any]] = [
            *self.asked.values(),
            *(future for _, future in self.wanted),
        ]
        for future in waiting:
            if not future.done():
                future.set_exception(Lost())
        self.asked.clear()
        self.wanted.clear()


async def make(port: int, local: str = "127.0.0.1", **wish: Any) -> Person:
    """The maker of a new table, not connected yet; Refused."""
    key = new_key()
    wish = {"key": key, "game": "straights", "seats": ["me", "first", "first", "first"]} | wish
    wish |= {"name": "Ada"} if "me" in wish["seats"] else {}
    status, answer = await request(port, "POST", "/api/tables", wish, key, local)
    if status != 201:
        raise Refused(f"{status} {answer}")
    return Person(port, answer["table"], key, local)


async def play(
    person: Person,
    seconds: float,
    rate: float,
    times: list[float],
    patience: float = REQUEST_SECONDS,
) -> None:
    """Act at most at this rate, and record the seconds to each answer; a failed request counts
    until its failure.
    """
    end = perf_counter() + seconds
    while perf_counter() < end:
        began = perf_counter()
        try:
            await person.turn(patience)
            began = perf_counter()
            await person.act(patience)
        finally:
            times.append(perf_counter() - began)
        await asyncio.sleep(max(0.0, 1 / rate - times[-1]))


async def computers(port: int, local: str, tables: int, **wish: Any) -> list[Person]:
    """The makers of up to so many tables, not connected yet; the server may refuse some."""
    people = list[Person]()
    for _ in range(tables):
        with contextlib.suppress(Refused):
            people.append(await make(port, local, **wish))
    return people


async def left_open(person: Person) -> None:
    """Watch a table of computers and request each next round, until cancelled or until the server
    ends it.
    """
    with contextlib.suppress(Lost, Refused, TimeoutError, OSError):
        await person.enter(3600)
        while True:
            await person.until(lambda: person.scored, 3600)
            count = person.count
            await person.ask("next", 600)
            await person.until(lambda: person.count > count, 600)  # noqa: B023


@contextlib.contextmanager
def busy_cores() -> Iterator[int]:
    """Run a busy loop on every core; yields the number of cores."""
    cores = sorted(os.sched_getaffinity(0))
    loop = "import os, sys; os.sched_setaffinity(0, {int(sys.argv[1])})\nwhile True: pass"
    others = [subprocess.Popen([sys.executable, "-c", loop, str(core)]) for core in cores]
    try:
        yield len(cores)
    finally:
        for other in others:
            other.kill()
            other.wait()


def events(data: Path, table: str) -> Iterator[tuple[Match | None, Any, Match | None]]:
    """The events of a table's matches in a data file, each with the match before and after it."""
    with contextlib.closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True)) as reading:
        rows = reading.execute(
            'SELECT body FROM events WHERE "table" = ? ORDER BY n', (table,)
        ).fetchall()
    match: Match | None = None
    for (body,) in rows:
        for fields in json.loads(body)["did"]:
            if fields["event"] in ("opened", "seated", "dealt", "acted"):
                event = log.parse(dict(fields), match)
                after = step(None if isinstance(event, Opened) else match, event)
                yield match, event, after
                match = after


def begin() -> dict[str, object]:
    """The first figure: the machine and its load."""
    return {"machine, before": machine()}


def end(figures: dict[str, object], failed: Sequence[str]) -> int:
    """Print the figures and the verdict; returns the exit status."""
    return show(
        figures | {"machine, after": machine(), "verdict": "failed" if failed else "held"}, failed
    )
