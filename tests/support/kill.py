"""kill -9 at any moment: a server that is killed, and players that go on where they were.

    python -m tests.support.kill --data FILE|URL --port N [--hasty] [--later whole|paused]

serves as `parlour serve` does, with wide limits. `--hasty` plants the mistake that the test must
find: whoever asked is answered before anything is stored. `--later` has one step more to bring the
database up to date, as a later version; "paused" says so in the middle of it, and waits there.
"""

import argparse
import json
import random
import signal
import sys
import threading
import time
from typing import Any

import sqlalchemy as sa
from websockets.exceptions import WebSocketException
from websockets.sync.client import connect
from websockets.typing import Origin

from parlour.host import host
from parlour.host.rate_limits import Limits
from parlour.storage import schema
from parlour.table.table import Outcome
from parlour.terminal.console import Console, beneath, run_on
from parlour.web import serve
from tests.support.nursery import Child, nursery
from tests.support.served import key

MUCH = 1e6
WIDE = Limits(
    requests=MUCH,
    requests_at_once=MUCH,
    tables=MUCH,
    tables_at_once=MUCH,
    messages=MUCH,
    messages_at_once=MUCH,
    all_messages=MUCH,
)
LATER = (
    "CREATE TABLE more (x INTEGER PRIMARY KEY)",
    "INSERT INTO more VALUES (1)",
    "ALTER TABLE tables ADD COLUMN more INTEGER",
    "UPDATE tables SET more = 1",
)


class Hasty(host.Room):
    """A table that tells before it stores, on a slow disk: a kill seldom finds the moment
    otherwise.
    """

    def _follow(self, outcomes: list[Outcome]) -> None:
        super()._follow([outcome._replace(rows=()) for outcome in outcomes])
        self.busy = True
        later = [outcome._replace(outgoing=(), close=()) for outcome in outcomes]
        self.loop.call_later(0.02, self._store, later)  # as a slow disk

    def _store(self, outcomes: list[Outcome]) -> None:
        super()._follow(outcomes)
        self._handle_items()


class Server:
    """The server as a process, which can be killed and started again."""

    def __init__(self, data: str, port: int, *more: str) -> None:
        self.port = port
        self.arguments = ["--data", data, "--port", str(port), *more]
        self.process: Child

    def start(self) -> None:
        """Begin to start."""
        self.process = Child(nursery("tests.support.kill"), self.arguments)

    def wait(self, text: bytes = b"The table is at") -> None:
        """Until it has said this."""
        line = self.process.stdout.readline()
        if not line.startswith(text):
            raise AssertionError((line, self.process.stderr.read()))

    def kill(self) -> None:
        self.process.end(signal.SIGKILL)

    def stop(self) -> tuple[int, str]:
        """Its end on an interrupt: status, and what it complained of."""
        return self.process.end(signal.SIGINT)


class Player(threading.Thread):
    """Plays at a table of its own; keeps what was acknowledged, and asks again for what was not."""

    def __init__(self, port: int, seed: int) -> None:
        super().__init__(daemon=True)
        self.port, self.dice, self.key = port, random.Random(seed), key()
        self.table = ""
        self.acked: list[str] = []  # actions
        self.pending: dict[str, Any] | None = None
        self.again = 0  # requests that were sent again
        self.ids: list[str] = []  # acknowledged
        self.wrong: list[str] = []
        self.over = False
        self.count = 0

    def run(self) -> None:
        while not self.over:
            try:
                self._sit()
            except (OSError, WebSocketException, TimeoutError):
                time.sleep(0.02)

    def _sit(self) -> None:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket"
        with connect(
            address,
            origin=Origin(f"http://127.0.0.1:{self.port}"),
            compression=None,
            open_timeout=5,
        ) as line:
            line.send(json.dumps({"type": "enter", "id": "e", "key": self.key, "have": 0}))
            view: Any = None
            while view is None:
                told = json.loads(line.recv(5))
                view = told.get("view")
            self._check(view)
            if self.pending:
                self.again += 1
                line.send(json.dumps(self.pending))
            while not self.over:
                if (
                    view
                    and not self.pending
                    and view["move"] == len(self.acked)
                    and (view["legal"] or view["points"])
                ):
                    self._ask(view)
                    line.send(json.dumps(self.pending))
                told = json.loads(line.recv(5))
                if told["type"] == "view":
                    view = told["view"]
                elif told["type"] == "done":
                    view = self._answered(told["id"], view)
                elif told["type"] == "refused":
                    self.wrong.append(told["why"])
                    self.over = True

    def _check(self, view: Any) -> None:
        """What the table knows of this player is what it acknowledged, and at most what was being
        asked.
        """
        asked = bool(self.pending and self.pending["type"] == "act")
        if view["move"] < len(self.acked):
            self.wrong.append(f"lost: move {view['move']} of {len(self.acked)}")
        if view["move"] > len(self.acked) + asked:
            self.wrong.append(f"twice: move {view['move']} of {len(self.acked)}")
        self.over = self.over or bool(self.wrong)

    def _ask(self, view: Any) -> None:
        self.count += 1
        self.pending = {"type": "act" if view["legal"] else "next", "id": f"r{self.count}"}
        if view["legal"]:
            self.pending |= {"move": view["move"], "action": self.dice.choice(view["legal"])}

    def _answered(self, ident: str, view: Any) -> Any:
        """What is known after an answer: the view, unless another is to come."""
        if not self.pending or ident != self.pending["id"]:
            self.wrong.append(f"answered {ident}, asked {self.pending}")
            return view
        asked, self.pending = self.pending, None
        if asked["type"] == "next":
            return None if view and view["points"] else view
        self.acked.append(asked["action"])
        self.ids.append(ident)
        return view


def until(true: Any, seconds: float = 60.0) -> None:
    """Wait for this to be so."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "it did not go on"
        time.sleep(0.005)


def pause(_connection: sa.Connection, _cursor: object, statement: str, *_: object) -> None:
    """Wait to be killed before the last statement of the later step."""
    if statement == LATER[-1]:
        sys.stdout.write("paused\n")
        sys.stdout.flush()
        time.sleep(60)


def main() -> int:
    """The harness's own server."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--data", required=True)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--hasty", action="store_true")
    parser.add_argument("--later", choices=("whole", "paused"))
    given = parser.parse_args()
    if given.later:
        schema.STEPS = (*schema.STEPS, LATER)
    if given.later == "paused":
        sa.event.listen(sa.Engine, "before_cursor_execute", pause)
    if given.hasty:
        host.Room = Hasty  # type: ignore[misc]
    wish = serve.ServeOptions(port=given.port, data=given.data, browser=False)
    return run_on(
        Console(None, beneath(sys.stdout)),
        "parlour",
        lambda console, _: serve.run(console, wish, WIDE),
        [],
    )


if __name__ == "__main__":
    sys.exit(main())
