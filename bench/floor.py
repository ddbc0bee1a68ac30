"""Cost of a move without a table: `python bench/floor.py [--tables N] [--rate R] [--seconds S]`.

A server process does for each move what every server of Parlour must do, and nothing else: it reads
one line, stores one row with the product's own store, and sends a text of a view's size to four
sockets. There are no WebSockets, no rules and no JSON. Its CPU a move is a lower bound for that of
the table server on the same machine at the same time.
"""

import argparse
import asyncio
import os
import tempfile
from pathlib import Path
from time import perf_counter

from arguments import count, positive, run
from figures import percentiles, show
from machine import cpu, machine
from new_tables import SEATS
from server import free_port

from parlour.table.table import Made, Row
from parlour.web.database import find
from parlour.web.serve import more_files
from parlour.web.store import Store

VIEW = b"x" * 1300 + b"\n"  # a view, about
BODY = '{"did":[{"event":"acted","seat":0,"action":"5H"}],"for":[["' + "x" * 43 + '","' + "0" * 12


class Seat(asyncio.Protocol):
    """A socket of the server; those of a table have connected one after the other."""

    seats: list["Seat"]
    store: Store
    rows: int

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the next place."""
        assert isinstance(transport, asyncio.Transport)
        self.transport, self.at = transport, len(self.seats)
        self.seats.append(self)

    def data_received(self, data: bytes) -> None:
        """A move."""
        Seat.rows += 1
        row = Row(Seat.rows, 0.0, BODY)
        self.store.add(f"{self.at // SEATS:012}", [row], self._stored)

    def _stored(self, error: Exception | None) -> None:
        assert error is None
        first = self.at - self.at % SEATS
        for seat in self.seats[first : first + SEATS]:
            seat.transport.write(VIEW)


async def serve(port: int, data: str) -> None:
    """The server, until it is killed."""
    Seat.seats, Seat.store, Seat.rows = [], Store(find(data)), 0
    await Seat.store.open()
    await Seat.store.make(Made("0" * 12, "{}", None), 0.0)
    loop = asyncio.get_running_loop()
    await (await loop.create_server(Seat, "127.0.0.1", port)).serve_forever()


class Player(asyncio.Protocol):
    """A socket of the load."""

    begun = 0.0

    def __init__(self, times: list[float]) -> None:
        """No move is made."""
        self.times = times

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """It may play."""
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def move(self) -> None:
        """Send a move."""
        self.begun = perf_counter()
        self.transport.write(b"y" * 70 + b"\n")

    def data_received(self, data: bytes) -> None:
        """The answer, or another's move."""
        if self.begun:
            self.times.append(perf_counter() - self.begun)
            self.begun = 0.0


async def measure(pid: int, port: int, given: argparse.Namespace) -> dict[str, object]:
    """Connect, play at a steady rate, and read what the server has used."""
    loop, times, players = asyncio.get_running_loop(), list[float](), list[Player]()
    for _ in range(given.tables * SEATS):
        while True:
            try:
                made = await loop.create_connection(lambda: Player(times), "127.0.0.1", port)
            except ConnectionRefusedError:  # it has not begun yet
                await asyncio.sleep(0.1)
            else:
                players.append(made[1])
                break
    before, moves, began = cpu(pid), round(given.rate * given.seconds), perf_counter()
    for n in range(moves):
        await asyncio.sleep(max(0.0, began + n / given.rate - perf_counter()))
        players[n % given.tables * SEATS].move()
    await asyncio.sleep(1)
    each = {name: 1000 * (after - before[name]) / moves for name, after in cpu(pid).items()}
    return {
        "machine": machine(),
        "moves": moves,
        "answered, ms": percentiles(times),
        "server CPU, ms a move": round(each["event loop"] + each["other threads"], 2),
        "of that": {name: round(each[name], 2) for name in ("event loop", "other threads")},
    }


def main() -> int:
    """Start the server in a process of its own, load it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=count, default=200)
    parser.add_argument("--rate", type=positive, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=positive, default=20.0)
    given = parser.parse_args()
    more_files()
    with tempfile.TemporaryDirectory() as folder:
        port = free_port()
        pid = os.fork()
        if not pid:
            try:
                asyncio.run(serve(port, str(Path(folder) / "tables.db")))
            finally:
                os._exit(1)
        try:
            results = asyncio.run(measure(pid, port, given))
        finally:
            os.kill(pid, 9)
            os.waitpid(pid, 0)
    return show(results, [])


if __name__ == "__main__":
    run(main)
