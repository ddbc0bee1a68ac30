"""The law of what a table tells, once more over real sockets and HTTP: tests/table/test_laws.py
says what a pair is.

Both worlds of a pair are played on a server of their own, with the cards, the clock and the
computers' acts handed in, and compared in every byte: what came on each socket of a viewer who
cannot tell them apart, and what the table answers that viewer over HTTP in the end.

    python -m tests.web.test_socket_law hearts 0 700     700 pairs of Hearts, from seed 0 on
"""

import asyncio
import json
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from contextlib import ExitStack, suppress
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, ConnectionClosedOK
from websockets.sync.client import connect
from websockets.typing import Origin

from parlour.cards import SPECTATOR, Deck, Seat
from parlour.catalogue.registry import BUILT_IN
from parlour.host import host
from parlour.host.inbox import Moment
from parlour.host.rate_limits import Limits
from parlour.players import LEVELS
from parlour.table.table import Outcome
from parlour.web import app
from tests.games.test_laws import Caught
from tests.support.alternatives import other_world
from tests.support.commands import law_arguments, run
from tests.support.served import Served
from tests.support.sittings import (
    START,
    Coming,
    Computer,
    Decks,
    Item,
    Other,
    Sitting,
    act_frame,
    coming,
    next_step,
    spare,
)
from tests.support.stored import add
from tests.support.table_leaks import PLANTS, hand
from tests.table.test_laws import REAL, WORLDS, told

MUCH = 1e6
OPEN = Limits(
    first_time=MUCH,
    send_time=MUCH,
    idle=MUCH,
    connections=10**6,
    requests=MUCH,
    requests_at_once=MUCH,
    messages=MUCH,
    messages_at_once=MUCH,
    all_messages=MUCH,
)


class Stepped(host.Room):
    """A table whose time is the test's, and its decisions too."""

    due: float | None = None
    stepped = 0  # how often it has come to wait for more

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.coming: list[Coming] = []

    def _set_timer(self, call_at: float | None) -> None:
        self.due = call_at
        self.stepped += 1

    def _request_decisions(self, outcome: Outcome) -> None:
        state = self.table.state
        self.coming += coming(
            state.plan.game, state.deals, self.host.clock(), outcome, Random(id(self))
        )


def ident_of(text: str) -> str | None:
    """The id with which a text is answered."""
    with suppress(ValueError, RecursionError):
        message = json.loads(text)
        if isinstance(message, dict) and isinstance(message.get("id"), str):
            return str(message["id"])
    return None


class Line:
    """One socket, and every text that came on it."""

    def __init__(self, address: str, origin: str) -> None:
        self.stack = ExitStack()
        self.line = self.stack.enter_context(
            connect(address, origin=Origin(origin), compression=None, max_queue=None)
        )
        self.texts: list[str] = []

    def ask(self, text: str) -> None:
        """Send, and take in all up to the answer."""
        self.line.send(text)
        answer = ('{"type":"done"', '{"type":"refused"')
        ident = f'"id":{json.dumps(ident_of(text))}'
        while True:
            self.texts.append(str(self.line.recv(10)))
            if self.texts[-1].startswith(answer) and ident in self.texts[-1]:
                return

    def rest(self) -> list[str]:
        """All that came, to the end."""
        self.line.close()
        try:
            while True:
                self.texts.append(str(self.line.recv(1)))
        except (ConnectionClosed, TimeoutError):
            self.stack.close()
            return self.texts


class Player:
    """Plays a world at a server."""

    def __init__(self, served: Served) -> None:
        self.served, self.now = served, START
        self.lines: dict[int, Line] = {}
        self.texts: defaultdict[int, list[str]] = defaultdict(list)
        served.host.clock = lambda: self.now

    def play(self, sitting: Sitting, decks: list[Deck], items: list[Item], until: float) -> None:
        """All that comes in, each at its time."""
        served, description = self.served, sitting.made
        served.host.source = Decks(decks, Random(0))
        asyncio.run_coroutine_threadsafe(
            served.host.store.make(description, START), served.loop
        ).result(10)
        if sitting.earlier:
            asyncio.run_coroutine_threadsafe(
                add(served.host.store, description.name, sitting.earlier), served.loop
            ).result(10)
        self.now = START
        room = asyncio.run_coroutine_threadsafe(
            served.host.find(description.name), served.loop
        ).result(10)
        assert isinstance(room, Stepped)
        self.room = room
        if sitting.spared:
            spare(room.table.state)
        sitting.playing = SimpleNamespace(table=room.table)  # type: ignore[assignment]
        for item in items:
            self._until(item.now)
            self._do(sitting, item)
        self._until(until)

    def _until(self, now: float) -> None:
        while step := next_step(self.room.due, self.room.coming, now):
            self.now, ticket, decided = step
            if decided:
                self._stepped(partial(self.room._decided, ticket, decided))
            else:
                self._stepped(partial(self.room._put, Moment.CALL))
        self.now = now

    def _stepped(self, put: Callable[[], object]) -> None:
        """Hand something to the table, and wait until it waits for more."""
        before = self.room.stepped
        self.served.call(put)
        while self.room.stepped == before:
            time.sleep(0.001)

    def _settled(self) -> None:
        """Until the table waits for more."""
        self.served.ask(
            "GET", f"/api/tables/{self.room.name}/view", authorization="Bearer " + "z" * 22
        )

    def _do(self, sitting: Sitting, item: Item) -> None:
        line = self.lines.get(item.socket)
        if item.closes:
            if line:
                count = len(self.room.lines)
                self._end(item.socket)
                while self.served.call(lambda: len(self.room.lines)) >= count:
                    pass
                self._settled()
            return
        text = act_frame(sitting.name, item.act) if item.act else item.text
        for _ in range(2):  # what was closed by the server is opened again
            if item.socket not in self.lines:
                address = f"ws://127.0.0.1:{self.served.port}/api/tables/{self.room.name}/socket"
                self.lines[item.socket] = Line(address, self.served.origin)
            try:
                if '"hint"' in text:
                    self._hint(self.lines[item.socket], text)
                else:
                    self.lines[item.socket].ask(text)
                return
            except ConnectionClosed:
                self._end(item.socket)

    def _hint(self, line: Line, text: str) -> None:
        """What may be answered later."""
        before = self.room.stepped
        line.line.send(text)
        while self.room.stepped == before:
            time.sleep(0.001)
            if line.line.close_code:
                raise ConnectionClosedOK(None, None)

    def _end(self, socket: int) -> None:
        self.texts[socket] += [*self.lines.pop(socket).rest(), "closed"]

    def end(self) -> dict[int, list[str]]:
        """What came on each socket."""
        for socket in list(self.lines):
            self._end(socket)
        return self.texts

    def http(self, key: str) -> Any:
        """What the holder of a key is answered."""
        bearer = {"authorization": f"Bearer {key}"}
        path = f"/api/tables/{self.room.name}"
        bad = {"type": "act", "id": "h", "move": 0, "action": "7S"}
        *answers, (entered, line, _) = (
            self.served.ask("GET", f"{path}/view?have=0", **bearer),
            self.served.ask("POST", f"{path}/messages", bad, **bearer),
            self.served.ask("POST", f"{path}/lines?have=0", "", **bearer),
        )
        name = line.pop("line", "")  # a random one
        self.served.ask("DELETE", f"/api/lines/{name}", **bearer)
        return [*((status, body) for status, body, _ in answers), (entered, line)]


def key_of(sitting: Sitting, viewer: Seat) -> str:
    """The key of one who looks so."""
    return sitting.watch if viewer == SPECTATOR else sitting._key(viewer)


def hold(name: str, first: int, least: int, counts: Counter[str]) -> int:
    """Hold so many pairs to the law, from a seed on; gives the seed after the last."""
    computer, seed = Computer(), first
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        patch = stack.enter_context(pytest.MonkeyPatch.context())
        patch.setitem(LEVELS, name, computer.levels(name))
        patch.setattr(host, "Room", Stepped)
        patch.setattr(host, "TOGETHER", 1)
        servers = [stack.enter_context(Served(folder / f"{n}.db", OPEN)) for n in range(2)]
        while counts["pairs"] < least:
            random = Random(f"{name} {seed}")
            sitting = Sitting(name, random, computer, real=seed % REAL == REAL - 1)
            others = (other_world(sitting, random) for _ in range(WORLDS))
            other = next((other for other in others if other and told(sitting.world, other)), None)
            if other:
                counts["pairs"] += compare(
                    f"{name}, seed {seed}, {other.what}", sitting, other, servers
                )
            seed += 1
    return seed


def compare(where: str, sitting: Sitting, other: Other, servers: list[Served]) -> int:
    """Play both worlds; Caught at what a viewer was told in one only. How many viewers there
    were.
    """
    viewers = told(sitting.world, other)
    until = [item for item in sitting.items if item.now <= other.until]
    same = Other(until, sitting.decks, sitting.choices, *other[3:])
    heard, answered = [], []
    for world, served in zip((same, other), servers, strict=True):
        sitting.computer.choose = lambda level, view, dice, world=world: sitting._repeat(
            world, level, view, dice
        )  # type: ignore[misc]
        player = Player(served)
        player.play(sitting, list(world.decks), world.items, other.until)
        asked = (
            [seat for seat in (*sitting.state.people(), SPECTATOR) if seat in viewers]
            if whole(sitting, other)
            else []
        )
        answered.append([player.http(key_of(sitting, viewer)) for viewer in asked])
        heard.append(player.end())
    counts = Counter(out.socket for out in sitting.world.outs[: other.outs] if out.text != "closed")
    for socket in {out.socket for out in sitting.world.outs[: other.outs] if out.viewer in viewers}:
        if {out.viewer for out in sitting.world.outs if out.socket == socket} <= viewers | {None}:
            first, second = (texts[socket][: counts[socket]] for texts in heard)
            if first != second:
                raise Caught(f"{where}; socket {socket}:\n{first}\n{second}")
    if answered[0] != answered[1]:
        raise Caught(f"{where}; HTTP:\n{answered[0]}\n{answered[1]}")
    return len(viewers)


def whole(sitting: Sitting, other: Other) -> bool:
    """Whether the worlds are the same to the end, so that they can be asked then."""
    return other.outs >= len(sitting.world.outs)


@pytest.mark.parametrize("name", BUILT_IN)
def test_two_worlds_are_the_same_over_real_sockets(
    name: str, times: Callable[[int, int], int]
) -> None:
    counts: Counter[str] = Counter()
    hold(name, 0, times(12, 700), counts)
    assert counts["pairs"] >= times(12, 700)


def hand_over_http(patch: pytest.MonkeyPatch) -> None:
    """An answer over HTTP has the hand of the table's first seat."""
    rooms: list[host.Room] = []
    find, listed = app.Api._room, app._listed

    async def room_of(self: app.Api, request: Any) -> host.Room:
        rooms.append(await find(self, request))
        return rooms[-1]

    patch.setattr(app.Api, "_room", room_of)
    patch.setattr(
        app,
        "_listed",
        lambda told: listed([*told, json.dumps(hand(rooms[-1].table.state.match, 0))]),
    )


OVER_HTTP = {"over HTTP": hand_over_http}


@pytest.mark.parametrize(
    ("name", "leak", "first"),
    [
        ("hearts", "another's hand in a frame", 0),
        ("straights", "a hand to who watches", 0),
        ("crazy-eights", "who holds a card, in a refusal", 98),  # no pair before it shows it
        ("straights", "over HTTP", 0),
    ],
)
def test_a_planted_leak_is_caught(
    name: str, leak: str, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    (PLANTS[name] | OVER_HTTP)[leak](monkeypatch)
    counts: Counter[str] = Counter()
    with pytest.raises(Caught):
        hold(name, first, 1000, counts)
    assert counts["pairs"] < 1000


def main() -> None:
    """Hold the law for as many pairs as are asked for."""
    total: Counter[str] = Counter()
    name, first, least = law_arguments(__doc__)
    last = hold(name, first, least, total)
    figures = {"game": name, "pairs": total["pairs"], "seeds": [first, last - 1]}
    sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    run(main)
