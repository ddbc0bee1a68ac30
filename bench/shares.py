"""CPU time of the parts of a move in the server's event loop: `python bench/shares.py [--tables N]
[--rate R] [--seconds S]`.

The program loads a server as `tables.py` does. In that server, a clock of the thread's CPU time
runs around each of the functions in PARTS. The clocks take about a tenth more.
"""

import argparse
import asyncio
import atexit
import json
import os
import selectors
import signal
import sys
import tempfile
import time
from asyncio import base_events, selector_events
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arguments import count, positive, run
from figures import show
from machine import machine
from people import Table
from rich.progress import Progress
from server import served
from tables import make, play

from parlour.host import host
from parlour.storage import store
from parlour.system.startup import parlour
from parlour.table import state, table
from parlour.table.messages import updates
from parlour.web.connections import websocket, websocket_session
from parlour.web.serve import more_files

MOVE = "the table"
PARTS: list[tuple[str, Any, str]] = [  # a name, and a function; some contain others
    ("the loop, all", base_events.BaseEventLoop, "_run_once"),
    ("waiting and polling", selectors.EpollSelector, "select"),
    ("reading a message, with all until its rows are queued", websocket.Socket, "data_received"),
    ("from the socket's line on", websocket_session.WebSocketSession, "_admit"),
    (MOVE, table.Table, "handle"),
    ("of it the request read and checked", table, "parsed"),
    ("of it the row as JSON", state.TableState, "row"),
    ("of it the fold", state.TableState, "fold"),
    ("of it the views as JSON", updates.Sent, "message"),
    ("of it time, presence, status", table.Table, "_done"),
    ("queueing the row", store.Store, "add"),
    ("waking from the storing thread", selector_events.BaseSelectorEventLoop, "_read_from_self"),
    ("the stored move: sending", host.Room, "_stored"),
    ("of it writing to sockets", websocket.Socket, "write"),
    ("pings", websocket.Socket, "send_keepalive_ping"),
]
RESULT = "PARLOUR_SHARES"  # the environment's name for the file with the result


def clocked(spent: Counter[str], name: str, of: Any, function: str) -> None:
    """Replace a function by one that adds its CPU time in nanoseconds, and counts its calls."""
    plain: Callable[..., Any] = getattr(of, function)

    def timed(*arguments: Any, **named: Any) -> Any:
        began = time.thread_time_ns()
        try:
            return plain(*arguments, **named)
        finally:
            spent[name] += time.thread_time_ns() - began
            spent[f"{name}, calls"] += 1

    setattr(of, function, timed)


def serve() -> None:
    """The server, with clocks; a signal sets them to 0."""
    spent = Counter[str]()
    for part in PARTS:
        clocked(spent, *part)
    signal.signal(signal.SIGUSR1, lambda *_: spent.clear())
    atexit.register(lambda: Path(os.environ[RESULT]).write_text(json.dumps(spent)))
    sys.argv[:] = ["parlour", *sys.argv[2:]]
    parlour()


async def load(pid: int, port: int, options: argparse.Namespace) -> None:
    """Make the tables, set the clocks to 0, and play."""
    tables = [Table(port, number) for number in range(options.tables)]
    with Progress(disable=True) as progress:
        await make(tables, progress)
        os.kill(pid, signal.SIGUSR1)
        await play(tables, options.rate, options.seconds, progress)
    for load_table in tables:
        await load_table.close()


def main() -> int:
    """Start the server, load it, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=count, default=200)
    parser.add_argument("--rate", type=positive, default=100.0, help="moves a second")
    parser.add_argument("--seconds", type=positive, default=30.0)
    options = parser.parse_args()
    more_files()
    with tempfile.TemporaryDirectory() as folder:
        result = Path(folder) / "result.json"
        program = (sys.executable, __file__)
        with served(program=program, environment={RESULT: str(result)}) as (pid, port):
            asyncio.run(load(pid, port, options))
        spent: dict[str, int] = json.loads(result.read_text())
    moves = spent[f"{MOVE}, calls"]
    figures = {
        name: f"{spent.get(name, 0) / moves / 1000:.0f} µs a move, "
        f"{spent.get(f'{name}, calls', 0) / moves:.2f} calls"
        for name, _, _ in PARTS
    }
    return show({"machine": machine(), "moves": moves, **figures}, [])


if __name__ == "__main__":
    if sys.argv[1:2] == ["serve"]:
        serve()
    else:
        run(main)
