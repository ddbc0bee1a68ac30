"""The tables that are being played at: one task a table, which drives `parlour.table.table`.

A message goes to its table's inbox. The table says what follows; that is stored; only then is
anybody told: check, store, tell. What lies in the inbox together is stored together. Where storing
fails nobody is told anything: the table leaves the memory, its sockets are closed, and the next
message loads it again from what is stored. So does a table that fails itself.

A table is loaded when somebody first asks for it, and leaves the memory when nobody has been there
for a while.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Callable, Coroutine
from itertools import count
from typing import Any, NamedTuple, Protocol, TypeAlias

from parlour.cards import Deck
from parlour.errors import StoreError
from parlour.shuffle import secret_deck
from parlour.table.table import Decided, Made, Outcome, Source, Table, make, never
from parlour.web.faults import summary
from parlour.web.limits import Buckets, Limits
from parlour.web.pool import Job, Pool
from parlour.web.store import Store
from parlour.web.worker import Decide

LOG = logging.getLogger("parlour")
TOGETHER = 100  # messages that are stored at once, at most
DAY = 86400.0  # seconds
TICK = 600.0  # seconds of running that are counted at once; those after the last such are not
HOUR = 6  # of them


class Line(Protocol):
    """A socket's end in the server; neither may wait, or fail."""

    def send(self, text: str) -> None:
        """Send this."""

    def close(self, why: str = "") -> None:
        """Close when everything has been sent, with a sentence that says why."""


class Unloaded(Exception):
    """The table had to leave the memory; whoever asks again finds it as it is stored."""


class Secret:
    """Decks and salts that nobody can foresee."""

    def deck(self) -> Deck:
        """A deck of the system's own randomness."""
        return secret_deck()

    def salt(self) -> str:
        """128 bits in hex."""
        return secrets.token_hex(16)


def steady() -> Callable[[], float]:
    """A clock with today's time that is never set, neither back nor on: turns would last for hours,
    or be over at once.
    """
    ahead = time.time() - time.monotonic()
    return lambda: ahead + time.monotonic()


class SocketMessage(NamedTuple):
    """What lies in an inbox: a socket's message, or None where the socket has closed; and who waits
    until it is done.
    """

    socket: int
    text: str | None
    done: "asyncio.Future[None]"


class Decision(NamedTuple):
    """What lies in an inbox, too: a decision that the table wanted."""

    ticket: int
    decided: Decided


InboxItem: TypeAlias = SocketMessage | Decision


def answer(item: InboxItem, error: Exception | None = None) -> None:
    """Let whoever waits for an item go on, if anybody does."""
    if isinstance(item, Decision) or item.done.done():
        return
    if error:
        item.done.set_exception(error)
    else:
        item.done.set_result(None)


class Inbox:
    """What lies there for one task to take. A queue with `wait_for` would make a task more for each
    item.
    """

    def __init__(self) -> None:
        """Nothing lies there."""
        self.items: deque[InboxItem] = deque()
        self._taker: asyncio.Future[None] | None = None

    def put(self, item: InboxItem) -> None:
        """One more."""
        self.items.append(item)
        self._release()

    async def take(self, seconds: float, most: int = TOGETHER) -> list[InboxItem]:
        """What lies there; nothing after so many seconds."""
        if not self.items:
            loop = asyncio.get_running_loop()
            self._taker = loop.create_future()
            timer = loop.call_later(seconds, self._release)
            try:
                await self._taker
            finally:
                timer.cancel()
        return [self.items.popleft() for _ in range(min(most, len(self.items)))]

    def _release(self) -> None:
        if self._taker and not self._taker.done():
            self._taker.set_result(None)


class Host:
    """All tables of a store."""

    def __init__(
        self,
        store: Store,
        limits: Limits,
        *,
        source: Source | None = None,
        clock: Callable[[], float] | None = None,
        pool: Pool | None = None,
    ) -> None:
        """No table is in memory. The `pool` decides what takes thought; without one plain players
        stand in.
        """
        self.store, self.limits, self.clock = store, limits, clock or steady()
        self.source: Source = source or Secret()
        self.rooms: dict[str, Room] = {}
        self.numbers = count(1)  # of sockets
        self.handled = 0  # messages and decisions so far
        self.pool = pool
        # rows of matches that no person plays in
        self.computer_rows = Buckets(limits.rows / DAY, limits.rows, limits.addresses)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    def over_quota(self, room: "Room") -> bool:
        """Whether a table where only computers play is to wait: an address has so many at once, and
        so many rows a day.
        """
        address, now = room.address, self.clock()
        others = [
            other
            for other in self.rooms.values()
            if other is not room and other.table.computers_only(now)
        ]
        tables = sum(other.address == address for other in others)
        return tables >= self.limits.computer_tables or self.computer_rows.late(address, now) > 0

    async def make(self, new_table: object) -> Made:
        """Make the table of a request, or find it if it exists; a ParlourError where there can be
        none.
        """
        made = make(new_table, self.limits.games)
        await self.store.make(made, self.clock())
        return made

    async def find(self, name: str) -> "Room | None":
        """A table in memory, loaded where it was not; None where there is none."""
        if room := self.rooms.get(name):
            return room
        if name not in self._loading:
            self._loading[name] = asyncio.create_task(self._load(name))
            self._loading[name].add_done_callback(lambda _: self._loading.pop(name))
        return await asyncio.shield(self._loading[name])

    async def _load(self, name: str) -> "Room | None":
        found = await self.store.find(name)
        if found is None:
            return None
        body, rows = found
        # a long life takes its time
        table = await asyncio.to_thread(Table, Made(name, body, None), rows, self.source)
        room = self.rooms[name] = Room(self, name, table)
        return room

    async def remove_old_tables(
        self, days: float, pause: Callable[[float], Coroutine[Any, Any, None]] = asyncio.sleep
    ) -> None:
        """Count the time that the server runs; after every hour of it remove some tables unchanged
        for so many days of it.
        """
        ticks = 0
        while True:
            await pause(TICK)
            ticks += 1
            try:
                await self.store.ran(TICK)
                if ticks % HOUR == 0:
                    await self.store.forget(days * DAY, lambda: {*self.rooms, *self._loading})
            except StoreError as error:
                LOG.error("Old tables were not removed: %s", error)

    async def close(self) -> None:
        """Close all sockets, and let all tables go."""
        tasks = [room.task for room in self.rooms.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Room:
    """One table in memory, with the sockets that are open to it."""

    def __init__(self, host: Host, name: str, table: Table) -> None:
        """Its task runs."""
        self.host, self.name, self.table = host, name, table
        table.over_quota = lambda: host.over_quota(self)
        self.unloaded = False  # out of the memory
        self.lines: dict[int, Line] = {}
        self.addresses: dict[int, str] = {}  # of the sockets
        self.inbox = Inbox()
        self.task = asyncio.create_task(self._run(), name=f"table {name}")

    def open(self, line: Line, address: str = "") -> int:
        """A socket more, from an address; its number. Gone where the table has just left."""
        if self.unloaded:
            raise Unloaded
        number = next(self.host.numbers)
        self.lines[number], self.addresses[number] = line, address
        return number

    @property
    def address(self) -> str:
        """On whose account its decisions and rows go: of whoever has been here longest of those for
        whom it plays.
        """
        attends = self.table.presence.attends
        return next((own for socket, own in self.addresses.items() if attends(socket)), "")

    async def say(self, socket: int, text: str) -> None:
        """Hand over a socket's message, and wait until everybody has been told what followed; Gone
        where that cannot be.
        """
        if socket not in self.lines:
            raise Unloaded
        await self._put(socket, text)

    async def close(self, socket: int) -> None:
        """A socket is gone."""
        self.addresses.pop(socket, None)
        if self.lines.pop(socket, None):
            await self._put(socket, None)

    def entered(self, socket: int) -> bool:
        """Whether a socket has shown a key that opens this table."""
        return socket in self.table.presence.connections

    async def _put(self, socket: int, text: str | None) -> None:
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.inbox.put(SocketMessage(socket, text, done))
        await done

    # The task.

    async def _run(self) -> None:
        items: list[InboxItem] = []
        why = ""
        try:
            call_at = await self._follow([self.table.begin(self.host.clock())])
            while True:
                items = await self._next(call_at)
                if not items and self._finished():
                    break
                call_at = await self._follow(
                    [self._outcome(item) for item in items]
                    or [self.table.time_passed(self.host.clock())]
                )
                for item in items:
                    answer(item)
                self.host.handled += len(items)
        except StoreError as error:  # the store has said so on standard error
            why = str(error)
        except Exception as error:  # a defect; the table goes on from what is stored
            LOG.error("The table %s is unloaded after an error: %s", self.name, summary(error))
        finally:
            self._unload(items, why)

    async def _next(self, call_at: float | None) -> list[InboxItem]:
        """What lies in the inbox; nothing when it is time to wake, or to leave."""
        left = self.host.limits.idle if call_at is None else max(0.0, call_at - self.host.clock())
        return await self.inbox.take(left)

    def _finished(self) -> bool:
        return self.table.idle and not self.lines and not self.inbox.items

    def _outcome(self, item: InboxItem) -> Outcome:
        """What follows from an item."""
        now = self.host.clock()
        if isinstance(item, Decision):
            return self.table.decided(item.ticket, item.decided, now)
        if item.text is None:
            return self.table.closed(item.socket, now)
        return self.table.handle(item.socket, item.text, now)

    async def _follow(self, outcomes: list[Outcome]) -> float | None:
        """Have decided what takes thought; store what follows, then tell it; when to wake."""
        for outcome in outcomes:
            self._request_decisions(outcome)
        if rows := [row for outcome in outcomes for row in outcome.rows]:
            await self.host.store.append(self.name, rows)
            if not self.table.state.peopled:
                self.host.computer_rows.spend(self.address, self.host.clock(), len(rows))
        for outcome in outcomes:
            for socket, text in outcome.updates:
                if line := self.lines.get(socket):
                    line.send(text)
            for socket in outcome.close:
                self.addresses.pop(socket, None)
                if line := self.lines.pop(socket, None):
                    line.close()
        return outcomes[-1].call_at

    def _request_decisions(self, outcome: Outcome) -> None:
        """Hand on what takes thought; what is decided comes to the inbox."""
        if not self.host.pool:
            return
        for ticket, kind, level, view, dice, due in outcome.decisions:
            job = Job(
                Decide(kind, level, view, dice),
                due,
                self.table.state.peopled,
                self.address,
                self.name,
            )

            def answer(decided: Decided, ticket: int = ticket) -> None:
                self.inbox.put(Decision(ticket, decided))

            self.host.pool.ask(job, answer)

    def _unload(self, items: list[InboxItem], why: str) -> None:
        """Out of the memory: close the sockets, and tell whoever waits."""
        self.unloaded = True
        self.table.over_quota = never  # else the two would be garbage that refers to itself
        del self.host.rooms[self.name]
        for item in (*items, *self.inbox.items):
            answer(item, Unloaded())
        for line in self.lines.values():
            line.close(why)
        self.lines.clear()
