"""The disk that the scripts of one address fill in a day, seated at its tables: each kind of
request that makes rows, as fast as the limits let it, with the longest ids and names.

    python -m tests.attack.grows [--seconds S] [--tables N] [--limit MB] [--kind K] [--planted]

The server has the usual limits, but an address has AT_ONCE bytes at once, which are used up soon.
So a day has its usual bytes at once and, after those, as many a second as the second half of the
run. Both are as the server counts them, times the file's bytes for each of them. The attack
succeeds if a kind makes more than --limit in a day. With --planted no address has an allowance, and
the attack must succeed.
"""

import argparse
import asyncio
import contextlib
import secrets
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Coroutine
from contextlib import closing
from pathlib import Path
from typing import Any

from arguments import count, positive, run
from people import new_key, request
from server import served

from parlour.host.allowance import PARTS, ROW
from parlour.host.clock import DAY
from parlour.host.rate_limits import Limits
from parlour.table.messages.keys import derived
from parlour.terminal.console import Console, beneath, run_on
from parlour.web import serve
from tests.attack.support import Lost, Person, Refused, begin, end, make

LOCAL = "127.9.9.8"
AT_ONCE = 60e3  # bytes
LONG = "\U0001f600"  # four bytes as UTF-8, twelve as JSON
Kind = Callable[[int, int], Coroutine[Any, Any, None]]


def ident() -> str:
    """A new id of a request, as long as any."""
    return "".join(chr(0x1F300 + byte) for byte in secrets.token_bytes(8)) + LONG * 32


async def seated(port: int, **wish: Any) -> Person:
    """The maker of a new table, who has entered."""
    person = await make(port, LOCAL, limit=0, **{"name": LONG * 30} | wish)
    person.ident = ident
    await person.enter()
    return person


async def undo(port: int, _number: int) -> None:
    """Act, undo, act."""
    person = await seated(port, rules={"target": 100000})
    while True:
        try:
            await person.turn()
            await person.act()
            await person.until(lambda: person.may_act or person.scored)
            await person.ask("undo", move=person.view["undo"])
        except Refused:
            await asyncio.sleep(0.05)


async def forced(port: int, _number: int) -> None:
    """Forced actions on, off, on; when that is refused, play on."""
    person = await seated(port, rules={"target": 100000})
    while True:
        try:
            for on in (True, False) * 5:
                await person.ask("forced", on=on)
        except Refused:
            await person.turn()
            await person.act()


async def join(port: int, _number: int) -> None:
    """Take a seat by the invitation, and leave it."""
    maker = await seated(port, seats=["me", "friend", "first", "first"])
    while True:
        guest = Person(port, maker.table, derived("invite", maker.key), LOCAL)
        guest.ident = ident
        try:
            await guest.enter()
            await guest.ask("join", key=new_key(), name=LONG * 29 + "b")
            await guest.ask("leave")
        finally:
            guest.close()


async def deal(port: int, _number: int) -> None:
    """A new match by a number, and another one."""
    person = await seated(port)
    while True:
        await person.ask("next", deal=1 + secrets.randbelow(1 << 30))


async def new(port: int, _number: int) -> None:
    """New tables, each opened once."""
    while True:
        person = await seated(port)
        person.close()


async def key(port: int, _number: int) -> None:
    """New tables that are never opened."""
    while True:
        await make(port, LOCAL, name=LONG * 30, limit=0)


async def http(port: int, _number: int) -> None:
    """Act and undo over HTTP."""
    person = await make(port, LOCAL, name=LONG * 30, limit=0)
    path = f"/api/tables/{person.table}/messages"
    move = 0
    while True:
        back = {"type": "undo", "move": move, "id": ident()}
        status, told = await request(port, "POST", path, back, person.key, LOCAL)
        if status == 200:
            view = next(message["view"] for message in reversed(told) if message["type"] == "view")
            move = view["undo"] or 0
            act = {"type": "act", "move": view["move"], "action": (view["legal"] or [""])[0]}
            await request(port, "POST", path, act | {"id": ident()}, person.key, LOCAL)


KINDS: tuple[Kind, ...] = (undo, forced, join, deal, new, key, http)


def counted(data: Path) -> int:
    """The bytes of all rows, as the server counts them."""
    with closing(sqlite3.connect(f"file:{data}?mode=ro", uri=True)) as reading:
        row = reading.execute(
            f"SELECT (SELECT coalesce(sum(length(body) + {ROW}), 0) FROM events)"
            f" + (SELECT {PARTS} * coalesce(sum(length(body) + {ROW}), 0) FROM tables)"
        ).fetchone()
    return int(row[0])


async def repeated(kind: Kind, port: int, number: int) -> None:
    """Do this again and again, after a pause if the server refuses it."""
    while True:
        with contextlib.suppress(Refused, Lost, TimeoutError, OSError):
            await kind(port, number)
        await asyncio.sleep(0.2)


async def grown(port: int, data: Path, kind: Kind, options: argparse.Namespace) -> tuple[int, int]:
    """The bytes counted after the first half of a run and at its end."""
    scripts = [asyncio.create_task(repeated(kind, port, n)) for n in range(options.tables)]
    await asyncio.sleep(options.seconds / 2)
    middle = counted(data)
    await asyncio.sleep(options.seconds / 2)
    last = counted(data)
    for script in scripts:
        script.cancel()
    await asyncio.gather(*scripts, return_exceptions=True)
    return middle, last


def day(kind: Kind, options: argparse.Namespace) -> tuple[float, float]:
    """MB on the disk by a day's requests of a kind, and the file's bytes for each counted one."""
    at_once = "inf" if options.planted else f"{AT_ONCE}"
    code = f"from tests.attack.grows import server; server(float('{at_once}'))"
    program = (sys.executable, "-c", code)
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder) / "tables.db"
        with served(data, program=program) as (_, port):
            middle, last = asyncio.run(grown(port, data, kind, options))
        # the server has ended, so that all is in this file
        bytes_each = data.stat().st_size / counted(data)
    late = (last - middle) / (options.seconds / 2)
    return bytes_each * (Limits().stored_at_once + late * DAY) / 1e6, bytes_each


def server(at_once: float) -> None:
    """Serve with so many bytes at once for an address, and without limit if they are infinite."""
    words = sys.argv
    wish = serve.ServeOptions(
        port=int(words[words.index("--port") + 1]),
        data=words[words.index("--data") + 1],
        browser=False,
    )
    limits = Limits(stored_at_once=at_once)
    run_on(
        Console(None, beneath(sys.stdout)),
        "parlour",
        lambda console, _: serve.run(console, wish, limits),
        [],
    )


def attack(options: argparse.Namespace) -> int:
    """All kinds, and the verdict."""
    figures, failed = begin(), list[str]()
    for kind in KINDS:
        if options.kind not in ("", kind.__name__):
            continue
        grows, bytes_each = day(kind, options)
        figures[f"{kind.__name__}: MB a day"] = round(grows)
        figures[f"{kind.__name__}: bytes of the file for a counted one"] = round(bytes_each, 2)
        if grows > options.limit:
            failed.append(
                f"{kind.__name__}: {grows:,.0f} MB a day from one address; {options.limit:g} are "
                f"allowed."
            )
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=positive, default=24.0, metavar="S", help="for each kind")
    parser.add_argument("--tables", type=count, default=8, metavar="N", help="scripts at once")
    parser.add_argument("--limit", type=positive, default=200.0, metavar="MB", help="a day")
    names = [kind.__name__ for kind in KINDS]
    parser.add_argument("--kind", choices=names, default="", help="only this one")
    parser.add_argument("--planted", action="store_true", help="without the allowance")
    return attack(parser.parse_args())


if __name__ == "__main__":
    run(main)
