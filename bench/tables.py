"""What a served table can bear: `python bench/tables.py [--tables N] [--rate R] [--seconds S] [--json]`.

A server of its own is started on a free port with a new database. At each table four people sit, each with a socket; a table's
sockets come from an address of its own in 127/8, so that the limits per address stay on. Moves are asked for at a steady rate,
whether the server keeps up or not, each by whoever is to act at the next table, a legal one at random. Timed are the answer to
a move (it is on disk then), and how long it takes until all four have been told. In the end all sockets are cut at once, and it
is timed until each has been told again how its table stands.
"""

import argparse
import asyncio
import json
import os
import random
import re
import secrets
import sys
import time
from pathlib import Path
from typing import Any

from machine import machine
from rich.progress import Progress
from server import served
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

SEATS = 4
GAMES: list[dict[str, Any]] = [
    {"game": "straights"},
    {"game": "hearts"},
    {"game": "crazy-eights", "rules": {"players": SEATS, "target": 500}},
]


class Chair:
    """One person's socket."""

    def __init__(self, table: "Table", key: str) -> None:
        """Not connected yet."""
        self.table, self.key = table, key
        self.socket: ClientConnection | None = None
        self.view: dict[str, Any] = {}
        self.count = 0
        self.asked: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self.told = asyncio.Event()  # since the socket was opened

    async def listen(self) -> None:
        """Stay connected, and take in what is told, until cancelled."""
        table = self.table
        while True:
            try:
                async with connect(
                    table.socket_url,
                    additional_headers={"Authorization": f"Bearer {self.key}"},
                    local_addr=(table.address, 0),
                    compression=None,
                ) as self.socket:
                    await self.socket.send(message("enter", key=self.key, have=self.count))
                    async for frame in self.socket:
                        self.hear(json.loads(frame))
            except (OSError, ConnectionClosed, TimeoutError):
                table.load.lost += 1
                await asyncio.sleep(random.uniform(0.05, 0.5))

    def hear(self, told: dict[str, Any]) -> None:
        """One message of the table."""
        if told["type"] == "view":
            self.view, self.count = told["view"], told["count"]
            self.told.set()
            self.table.seen(told)
        elif told["type"] in ("done", "refused") and told["id"] in self.asked:
            self.asked.pop(told["id"]).set_result(told)
        elif told["type"] == "refused":
            self.table.load.errors.append(told["why"])

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something, and wait for the answer."""
        assert self.socket
        ident = secrets.token_hex(6)
        answer = self.asked[ident] = asyncio.get_running_loop().create_future()
        await self.socket.send(message(kind, id=ident, **fields))
        return await asyncio.wait_for(answer, 30)


class Table:
    """One table with four people."""

    def __init__(self, load: "Load", number: int) -> None:
        """Not made yet."""
        self.load, self.number = load, number
        self.address = f"127.{1 + number // 62500}.{number // 250 % 250}.{1 + number % 250}"
        self.chairs: list[Chair] = []
        self.busy = False
        self.waiting: dict[tuple[int, str], list[Any]] = {}  # (seat, action): when it was asked for, and who has seen it

    @property
    def socket_url(self) -> str:
        """Where its sockets are opened."""
        return f"ws://127.0.0.1:{self.load.port}/api/tables/{self.name}/socket"

    async def make(self) -> None:
        """Make the table, and let everybody sit down."""
        maker = key()
        wish = {"key": maker, "name": "P0", "seats": ["me"] + ["friend"] * (SEATS - 1), "limit": 0}
        made = await self.post("/api/tables", wish | GAMES[self.number % len(GAMES)])
        self.name = made["table"]
        keys = [maker]
        self.add(maker)
        invite = await self.invitation()
        for number in range(1, SEATS):
            keys.append(key())
            await self.post(
                f"/api/tables/{self.name}/messages", {"type": "join", "id": "1", "key": keys[-1], "name": f"P{number}"}, invite
            )
            self.add(keys[-1])
        for chair in self.chairs:
            await asyncio.wait_for(chair.told.wait(), 60)

    def add(self, key: str) -> None:
        """One more person, whose socket is opened."""
        self.chairs.append(Chair(self, key))
        self.load.tasks.append(asyncio.create_task(self.chairs[-1].listen()))

    async def invitation(self) -> str:
        """The key to join with, which the maker is told."""
        maker = self.chairs[0].key
        enter = {"type": "enter", "id": "1", "key": maker, "have": 0}
        told = await self.post(f"/api/tables/{self.name}/messages", enter, maker)
        return next(str(room["invite"]) for room in told if room["type"] == "room")

    async def post(self, path: str, body: Any, bearer: str = "") -> Any:
        """One POST from this table's address."""
        reader, writer = await asyncio.open_connection("127.0.0.1", self.load.port, local_addr=(self.address, 0))
        payload = json.dumps(body).encode()
        head = [f"POST {path} HTTP/1.1", f"Host: 127.0.0.1:{self.load.port}", "Connection: close"]
        head += [
            "Content-Type: application/json",
            f"Content-Length: {len(payload)}",
            f"Authorization: Bearer {bearer or body['key']}",
        ]
        writer.write("\r\n".join([*head, "", ""]).encode() + payload)
        answer = await reader.read()
        writer.close()
        status, _, rest = answer.partition(b"\r\n\r\n")
        if not re.match(rb"HTTP/1.1 20[01]", status):
            raise RuntimeError(f"{path}: {status[:60]!r} {rest[:200]!r}")
        found = json.loads(rest)
        return found["messages"] if isinstance(found, dict) and "messages" in found else found

    async def move(self) -> None:
        """One move, or what goes on after a round; nothing where the last one is not told yet."""
        if self.busy:
            self.load.late += 1
            return
        self.busy = True
        try:
            free = [chair for chair in self.chairs if chair.view.get("legal")]
            if free:
                await self.act(random.choice(free))
            elif all(chair.view.get("points") for chair in self.chairs):
                await asyncio.gather(*(chair.ask("next") for chair in self.chairs))
        except (ConnectionClosed, TimeoutError, AssertionError) as error:
            self.load.errors.append(repr(error))
        finally:
            self.busy = False

    async def act(self, chair: Chair) -> None:
        """A legal action at random; its times are kept."""
        action = random.choice(chair.view["legal"])
        began = time.perf_counter()
        hidden = bool(chair.view["table"].get("passing"))  # nobody else is told
        told = self.load.loop.create_future()
        self.waiting[chair.view["seat"], action] = [began, 1 if hidden else SEATS, told]
        answer = await chair.ask("act", move=chair.view["move"], action=action)
        self.load.answers.append(time.perf_counter() - began)
        if answer["type"] == "refused":
            self.load.errors.append(answer["why"])
            return
        await asyncio.wait_for(told, 30)
        self.load.tellings.append(time.perf_counter() - began)

    def seen(self, told: dict[str, Any]) -> None:
        """Somebody has been told of what happened."""
        for news in told["news"]:
            name = next((name for name in ((news["seat"], news["action"]), (news["seat"], "??")) if name in self.waiting), None)
            if name is None and news["action"] == "??":  # a discard face down
                name = next((waiting for waiting in self.waiting if waiting[0] == news["seat"]), None)
            if name is not None:
                self.waiting[name][1] -= 1
                if self.waiting[name][1] == 0 and not self.waiting[name][2].done():
                    self.waiting.pop(name)[2].set_result(None)


class Load:
    """All tables, and what they came to."""

    def __init__(self, port: int, tables: int) -> None:
        """Nothing measured yet."""
        self.port = port
        self.loop = asyncio.get_running_loop()
        self.tables = [Table(self, number) for number in range(tables)]
        self.tasks: list[asyncio.Task[None]] = []
        self.answers: list[float] = []
        self.tellings: list[float] = []
        self.errors: list[str] = []
        self.late = self.lost = 0

    async def play(self, rate: float, seconds: float, progress: Progress) -> None:
        """Ask for moves at a steady rate, each at the next table."""
        bar = progress.add_task("Moves", total=round(rate * seconds))
        began = time.perf_counter()
        moves: set[asyncio.Task[None]] = set()
        for n in range(round(rate * seconds)):
            await asyncio.sleep(max(0.0, began + n / rate - time.perf_counter()))
            task = asyncio.create_task(self.tables[n % len(self.tables)].move())
            moves.add(task)
            task.add_done_callback(moves.discard)
            progress.advance(bar)
        await asyncio.gather(*moves)

    async def cut(self) -> float:
        """Cut all sockets at once; seconds until everybody has been told again how their table stands."""
        chairs = [chair for table in self.tables for chair in table.chairs]
        began = time.perf_counter()
        for chair in chairs:
            chair.told.clear()
            assert chair.socket
            chair.socket.transport.abort()
        await asyncio.wait_for(asyncio.gather(*(chair.told.wait() for chair in chairs)), 120)
        return time.perf_counter() - began


def key() -> str:
    """A new key."""
    return secrets.token_urlsafe(16)


def message(kind: str, *, id: str = "0", **fields: Any) -> str:
    """A message as it is sent."""
    return json.dumps({"type": kind, "id": id} | fields)


def cpu(pid: int) -> float:
    """Seconds of CPU that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def resident(pid: int) -> float:
    """MiB that a process has in memory."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE") / 2**20


def percentiles(times: list[float]) -> dict[str, float]:
    """Milliseconds."""
    ordered = sorted(times)
    return {
        f"p{share}": round(1000 * ordered[min(len(times) - 1, int(share * len(times) / 100))], 1) for share in (50, 99, 99.9)
    }


async def measure(pid: int, port: int, given: argparse.Namespace) -> dict[str, Any]:
    """Sit down, play, cut, and say what it came to."""
    load = Load(port, given.tables)
    with Progress(disable=not sys.stderr.isatty()) as progress:
        empty = resident(pid)
        for table in progress.track(load.tables, description="Tables"):
            await table.make()
        load.lost = 0
        spent, began = cpu(pid), time.perf_counter()
        await load.play(given.rate, given.seconds, progress)
        spent, took = cpu(pid) - spent, time.perf_counter() - began
        lost, full = load.lost, resident(pid)
        back = await load.cut()
    for task in load.tasks:
        task.cancel()
    await asyncio.gather(*load.tasks, return_exceptions=True)
    moves = len(load.answers)
    return {
        "machine": machine(),
        "tables": given.tables,
        "sockets": given.tables * SEATS,
        "asked for, moves/s": given.rate,
        "moves": moves,
        "moves/s": round(moves / took, 1),
        "not asked, the table was busy": load.late,
        "answered, ms": percentiles(load.answers),
        "all told, ms": percentiles(load.tellings),
        "server CPU, us a move": round(1e6 * spent / moves),
        "memory, MiB": round(full),
        "memory a socket, KiB": round((full - empty) * 1024 / (given.tables * SEATS), 1),
        "sockets lost": lost,
        "errors": len(load.errors),
        "first errors": load.errors[:3],
        "all cut, back after s": round(back, 2),
    }


def main() -> None:
    """Start a server, load it, and print what it came to."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--rate", type=float, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    with served() as (pid, port):
        results = asyncio.run(measure(pid, port, given))
    if given.json:
        print(json.dumps(results, indent=2))
        return
    for name, value in results.items():
        print(f"{name:32} {value}")


if __name__ == "__main__":
    main()
