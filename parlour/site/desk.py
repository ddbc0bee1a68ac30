"""The tables of one person, in the Python of a browser: the host of a server, whose rows are in the
browser's storage and whose decisions are computed here, in slices.

worker.js calls it, and gives it an object with `make`, `find` and `append` (storage.js) and with
`send` and `close` for the page's sockets.
"""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import Awaitable, Callable, Generator, Iterable, Mapping, Sequence
from contextlib import suppress
from importlib import import_module
from typing import Any

from parlour.catalogue.registry import GAMES
from parlour.errors import ParlourError, StoreError, TableExists
from parlour.host.clock import steady
from parlour.host.error_summary import summary
from parlour.host.host import NO_TABLE, Host, Room, Unloaded
from parlour.host.ports import Answer, Decide, Done, Job
from parlour.host.rate_limits import Limits
from parlour.players import LEARNED, LEVELS, STRONGEST, playing
from parlour.table.messages.new_table import Made
from parlour.table.messages.outcome import FAILED, PREPARING, Decided, Row, Snapshot

LOG = logging.getLogger("parlour")
SLICE = 0.02  # seconds of a decision, after which the tables have their turn
LIMITS = Limits(computer_tables=1 << 30, rows=1e12, loading_at_once=1e12)  # nobody else is here
OTHER_TABLE = "Another table has this name; draw another key."


class StoredTable:
    """A table whose rows have been read."""

    snapshot: Snapshot | None = None

    def __init__(self, body: str, rows: Sequence[Row]) -> None:
        """A table with this description and all its rows."""
        self.body, self.rows = body, rows

    async def claim(self) -> int:
        """The number of its rows."""
        return len(self.rows)

    async def page(self, first: int) -> Sequence[Row]:
        """Its rows from a number on."""
        return self.rows[first:]

    async def mentions(self, text: str, first: int) -> bool:
        """Whether a row from this number on has a text."""
        return any(text in row.body for row in self.rows[first:])


class Rows:
    """The stored tables, as storage.js has them."""

    def __init__(self, storage: Any) -> None:
        """`storage` is an object of JavaScript."""
        self.storage = storage
        self.adding = set[asyncio.Future[None]]()  # what is not stored yet

    async def make(self, description: Made, at: float) -> bool:
        """Store a new table; False if it is stored already, TableExists if another has its name."""
        earlier = await self._done(self.storage.make(description.name, at, description.body))
        if earlier not in ("", description.body):
            raise TableExists(OTHER_TABLE)
        return not earlier

    async def find(self, name: str) -> "StoredTable | None":
        """A table as it is stored; None if it does not exist."""
        record = json.loads(await self._done(self.storage.find(name)))
        return record and StoredTable(record["body"], [Row(*row) for row in record["rows"]])

    def add(
        self, name: str, rows: Sequence[Row], done: Done, _snapshot: Snapshot | None = None
    ) -> None:
        """Add rows to a table, then call `done`; with StoreError if one of them exists already.
        Snapshots are not stored: nobody else waits here.
        """
        adding = asyncio.ensure_future(self._add(name, json.dumps(rows), done))
        self.adding.add(adding)
        adding.add_done_callback(self.adding.discard)

    async def _add(self, name: str, rows: str, done: Done) -> None:
        try:
            await self._done(self.storage.append(name, rows))
        except StoreError as error:
            done(error)
        else:
            done(None)

    async def _done(self, promise: Awaitable[str]) -> str:
        try:
            return await promise
        except Exception as error:  # of JavaScript, whose message is a sentence
            raise StoreError(str(getattr(error, "message", error))) from None


class Slices:
    """Decisions that are computed here, one after another, with the tables' turns in between."""

    def __init__(self, clock: Callable[[], float]) -> None:
        """No game's players are loaded."""
        self.clock = clock
        self.waiting: deque[tuple[Job, Answer]] = deque()
        self.ready = False  # whether the code of the learned players is here
        self._work: asyncio.Future[None] | None = None

    def prepare(self) -> None:
        """Nothing: worker.js loads what is needed."""

    def ask(self, job: Job, answer: Answer) -> None:
        """Queue a job. Until the learned players are here, the answer is the reason; a result that
        comes later replaces it.
        """
        if not self.ready:
            answer(Decided(why=PREPARING))
        self.waiting.append((job, answer))
        self._start()

    async def load(self, modules: Iterable[str]) -> None:
        """Import the learned players, a module at a time, and begin to decide."""
        for name in modules:
            import_module(name)
            await asyncio.sleep(0)
        self.ready = True
        self._start()

    def _start(self) -> None:
        if self.ready and self.waiting and (self._work is None or self._work.done()):
            self._work = asyncio.ensure_future(self._decide())

    async def _decide(self) -> None:
        while self.waiting:
            job, answer = self.waiting.popleft()
            if job.due <= self.clock():
                continue
            try:
                answer(Decided(await in_slices(deciding(job.decide))))
            except Exception as error:  # any error; the next job may succeed
                LOG.error("A decision failed: %s", summary(error))
                answer(Decided(why=FAILED))


def deciding(decide: Decide) -> Generator[None, None, Any]:
    """The result of a job, in slices; the same as a server's for the same dice."""
    from parlour.players import hint, search  # which come later than the first tables

    view, level = decide.view, playing(decide.view.game, decide.level)
    if decide.kind == "hint":
        return (yield from hint.hinting(view, decide.dice))
    if level == STRONGEST:
        return (yield from search.unhurriedly(view, decide.dice)).action
    return LEVELS[view.game][level](view, decide.dice)


async def in_slices(
    slices: Generator[None, None, Any], clock: Callable[[], float] = time.monotonic
) -> Any:
    """The result of a computation; others run between its slices."""
    while True:
        until = clock() + SLICE
        while clock() < until:
            try:
                next(slices)
            except StopIteration as end:
                return end.value
        await asyncio.sleep(0)


class Port:
    """The line of a socket of the page."""

    def __init__(self, page: Any, socket: int) -> None:
        """`page` is an object of JavaScript."""
        self.page, self.socket = page, socket

    def send(self, *texts: str) -> None:
        """Send messages."""
        for text in texts:
            self.page.send(self.socket, text)

    def close(self, why: str = "") -> None:
        """Close the socket."""
        self.page.close(self.socket, why)


class Desk:
    """The tables of a page, and its requests to them. `js` is the object that worker.js gives."""

    def __init__(self, js: Any, packages: Mapping[str, str], levels: Mapping[str, Any]) -> None:
        """No table is in memory. `packages` has the packages of games that are not built in, and
        `levels` the names of each game's levels, as the site was built with them.
        """
        GAMES.only(packages)
        for game in GAMES:
            players = LEVELS[game]
            LEVELS[game] = {level: LEARNED.get(level) or players[level] for level in levels[game]}
        self.js, clock = js, steady()
        self.slices = Slices(clock)
        self.host = Host(Rows(js), LIMITS, clock=clock, pool=self.slices)
        self.sockets: dict[int, tuple[Room, int]] = {}  # the page's, with the room's own number

    async def load(self, modules: Iterable[str]) -> None:
        """Load the learned players: these modules, in this order."""
        await self.slices.load(modules)

    async def make(self, body: str) -> str:
        """Make a table; the answer is JSON: the status of HTTP, and the body."""
        try:
            description = await self.host.make(json.loads(body))
        except ParlourError as error:
            return json.dumps([status_of(error), {"why": str(error)}])
        return json.dumps([201, {"table": description.name, "seat": description.seat}])

    async def find(self, table: str) -> str:
        """Whether there is such a table; the answer is as that of `make`."""
        try:
            room = await self.host.find(table)
        except ParlourError as error:
            return json.dumps([status_of(error), {"why": str(error)}])
        return json.dumps([200, {}] if room else [404, {"why": NO_TABLE}])

    async def open(self, socket: int, table: str) -> bool:
        """Open a socket to a table; False if that is impossible."""
        try:
            room = await self.host.find(table)
            if room is None:
                return False
            self.sockets[socket] = room, room.open(Port(self.js, socket))
        except (ParlourError, Unloaded):
            return False
        return True

    async def receive(self, socket: int, text: str) -> None:
        """Pass a message to its table; a socket whose table has left the memory is closed."""
        room, number = self.sockets[socket]
        try:
            await room.handle(number, text)
        except Unloaded:
            self.js.close(socket, "")

    async def close(self, socket: int) -> None:
        """End a socket."""
        if entry := self.sockets.pop(socket, None):
            room, number = entry
            with suppress(Unloaded):
                await room.close(number)
            if not room.lines and not room.unloaded:  # another window may have the table now
                room.unload()


def status_of(error: ParlourError) -> int:
    """The status of HTTP that a server answers such an error with."""
    if isinstance(error, TableExists):
        return 409
    return 503 if isinstance(error, StoreError) else 400
