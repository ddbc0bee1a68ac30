"""The tables in memory: one task a table, which calls `parlour.table.table`.

A message is put into its table's inbox. The table returns an outcome; its rows are stored; then its
messages are sent. All that waits in the inbox is stored together. If storing fails, nothing is
sent: the table is unloaded, its sockets are closed, and the next message loads it again from the
stored rows. A table that raises an error is unloaded too.

A table is loaded at the first request for it, and unloaded when no socket has been connected for a
while.
"""

import asyncio
import logging
import secrets
import time
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from typing import NamedTuple, Protocol, TypeAlias

from parlour.cards import Deck
from parlour.errors import StoreError
from parlour.shuffle import numbered_deck, secret_deck
from parlour.table.dealing import never
from parlour.table.table import Decided, Made, Outcome, Row, Source, Table, make
from parlour.web.buckets import Buckets, Limits
from parlour.web.faults import summary
from parlour.web.jobs import Answer, Decide, Job

LOG = logging.getLogger("parlour")
NO_TABLE = "There is no such table here."
TOGETHER = 100  # messages whose rows are stored together, at most
DAY = 86400.0  # seconds


class Line(Protocol):
    """The server's end of a socket. Its methods neither wait nor fail."""

    def send(self, text: str) -> None:
        """Send a message."""

    def close(self, why: str = "") -> None:
        """Close when all messages have been sent, with the reason in a sentence."""


class Rows(Protocol):
    """The stored tables. Each method may raise StoreError."""

    async def make(self, made: Made, at: float) -> bool:
        """Store a new table, as `Store.make`."""

    async def find(self, name: str) -> tuple[str, list[Row]] | None:
        """The description of a table and its rows; None if it does not exist."""

    async def append(self, name: str, rows: Sequence[Row]) -> None:
        """Add rows to a table; returns when they are stored."""


class Thinkers(Protocol):
    """Those who compute decisions, as `pool.Pool`."""

    def prepare(self) -> None:
        """A decision may soon be needed."""

    def ask(self, job: Job, answer: Answer) -> None:
        """Compute a decision, and call `answer` with it."""


class Unloaded(Exception):
    """The table was unloaded; the next request loads it again."""


class Secret:
    """Unpredictable decks and salts, and the decks of deal numbers."""

    def deck(self) -> Deck:
        """A deck from the system's randomness."""
        return secret_deck()

    def numbered(self, deal: int, round: int) -> Deck:
        """The deck of a round of the match that this number deals, as in all programs."""
        return numbered_deck(deal, round)

    def salt(self) -> str:
        """128 random bits as hexadecimal digits."""
        return secrets.token_hex(16)


def steady() -> Callable[[], float]:
    """A clock that gives seconds since the epoch and is never adjusted: an adjustment would end
    turns early or late.
    """
    ahead = time.time() - time.monotonic()
    return lambda: ahead + time.monotonic()


class SocketMessage(NamedTuple):
    """An inbox item: a socket's message, or None for its end. `done` is set when its outcome has
    been sent.
    """

    socket: int
    text: str | None
    done: "asyncio.Future[None]"


class Decision(NamedTuple):
    """An inbox item: a decision that the table requested."""

    ticket: int
    decided: Decided


InboxItem: TypeAlias = SocketMessage | Decision


def answer(item: InboxItem, error: Exception | None = None) -> None:
    """Complete an item for its waiting sender, with an error or without."""
    if isinstance(item, Decision) or item.done.done():
        return
    if error:
        item.done.set_exception(error)
    else:
        item.done.set_result(None)


class Inbox:
    """A queue of items for one task. asyncio's own queue with `wait_for` would make a task for each
    item.
    """

    def __init__(self) -> None:
        """The inbox is empty."""
        self.items: deque[InboxItem] = deque()
        self._taker: asyncio.Future[None] | None = None

    def put(self, item: InboxItem) -> None:
        """Add an item."""
        self.items.append(item)
        self._release()

    async def take(self, seconds: float, most: int = TOGETHER) -> list[InboxItem]:
        """All waiting items, at most `most`; none after so many seconds."""
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
    """The tables of a store."""

    def __init__(
        self,
        store: Rows,
        limits: Limits,
        *,
        source: Source | None = None,
        clock: Callable[[], float] | None = None,
        pool: Thinkers | None = None,
        aside: Callable[..., Awaitable[Table]] = asyncio.to_thread,
    ) -> None:
        """No table is in memory. The `pool` computes decisions; without one, plain levels stand in
        for learned ones. `aside` calls a function that takes long, by default in a thread.
        """
        self.store, self.limits, self.clock = store, limits, clock or steady()
        self.source: Source = source or Secret()
        self.rooms: dict[str, Room] = {}
        self.numbers = count(1)  # numbers for new sockets
        self.handled = 0  # the number of messages and decisions so far
        self.pool, self.aside = pool, aside
        # the allowance of each address for rows of matches without persons
        self.computer_rows = Buckets(limits.rows / DAY, limits.rows, limits.addresses)
        self._loading: dict[str, asyncio.Task[Room | None]] = {}

    def over_quota(self, room: "Room") -> bool:
        """Whether a table of computers must pause: an address may have `computer_tables` of them at
        once, and `rows` of their rows a day.
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
        """Make the table of a request, or find it if it exists. ParlourError if the request is
        invalid.
        """
        made = make(new_table, self.limits.games)
        await self.store.make(made, self.clock())
        return made

    async def find(self, name: str) -> "Room | None":
        """A table in memory, loaded if necessary; None if it does not exist."""
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
        # a table with many rows takes long to load
        table = await self.aside(Table, Made(name, body, None), rows, self.source)
        room = self.rooms[name] = Room(self, name, table)
        return room

    def present(self) -> set[str]:
        """The names of the tables in memory, and of those that are being loaded."""
        return {*self.rooms, *self._loading}

    async def close(self) -> None:
        """Close all sockets, and unload all tables."""
        tasks = [room.task for room in self.rooms.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


class Room:
    """One table in memory, with its open sockets."""

    def __init__(self, host: Host, name: str, table: Table) -> None:
        """Start the table's task."""
        self.host, self.name, self.table = host, name, table
        table.dealing.over_quota = lambda: host.over_quota(self)
        self.unloaded = False  # whether the table has left the memory
        self.lines: dict[int, Line] = {}
        self.addresses: dict[int, str] = {}  # the address of each socket
        self.inbox = Inbox()
        self.task = asyncio.create_task(self._run(), name=f"table {name}")

    def open(self, line: Line, address: str = "") -> int:
        """Add a socket from an address; returns its number. Unloaded if the table has just left the
        memory.
        """
        if self.unloaded:
            raise Unloaded
        number = next(self.host.numbers)
        self.lines[number], self.addresses[number] = line, address
        return number

    @property
    def address(self) -> str:
        """The address that is charged for the table's decisions and rows: that of the oldest socket
        for which time runs. Empty if there is none.
        """
        attends = self.table.presence.attends
        return next((own for socket, own in self.addresses.items() if attends(socket)), "")

    async def handle(self, socket: int, text: str) -> None:
        """Pass on a socket's message, and wait until its outcome has been sent; Unloaded if the
        table leaves the memory.
        """
        if socket not in self.lines:
            raise Unloaded
        await self._put(socket, text)

    async def close(self, socket: int) -> None:
        """Remove a socket, and wait until the table has handled its end."""
        self.addresses.pop(socket, None)
        if self.lines.pop(socket, None):
            await self._put(socket, None)

    def entered(self, socket: int) -> bool:
        """Whether a socket has shown a key of this table."""
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
        except StoreError as error:  # the store has reported it on standard error
            why = str(error)
        except Exception as error:  # a defect; the table continues from its stored rows
            LOG.error("The table %s is unloaded after an error: %s", self.name, summary(error))
        finally:
            self._unload(items, why)

    async def _next(self, call_at: float | None) -> list[InboxItem]:
        """The items of the inbox; none when the table's time `call_at` has come, or after the idle
        time.
        """
        if call_at is None:
            return await self.inbox.take(self.host.limits.idle)
        return await self.inbox.take(max(0.0, call_at - self.host.clock()))

    def _finished(self) -> bool:
        return self.table.idle and not self.lines and not self.inbox.items

    def _outcome(self, item: InboxItem) -> Outcome:
        """The table's outcome of an item."""
        now = self.host.clock()
        if isinstance(item, Decision):
            return self.table.decided(item.ticket, item.decided, now)
        if item.text is None:
            return self.table.closed(item.socket, now)
        return self.table.handle(item.socket, item.text, now)

    async def _follow(self, outcomes: list[Outcome]) -> float | None:
        """Apply outcomes: request their decisions, store their rows, then send their messages.
        Returns the time of the next call.
        """
        for outcome in outcomes:
            self._request_decisions(outcome)
        if rows := [row for outcome in outcomes for row in outcome.rows]:
            await self.host.store.append(self.name, rows)
            if not self.table.state.peopled:
                self.host.computer_rows.spend(self.address, self.host.clock(), len(rows))
        for outcome in outcomes:
            for socket, text in outcome.outgoing:
                if line := self.lines.get(socket):
                    line.send(text)
            for socket in outcome.close:
                self.addresses.pop(socket, None)
                if line := self.lines.pop(socket, None):
                    line.close()
        return outcomes[-1].call_at

    def _request_decisions(self, outcome: Outcome) -> None:
        """Pass the requests for decisions to the pool; each result is put into the inbox."""
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
        """Leave the memory: close the sockets, and complete all waiting items with Unloaded."""
        self.unloaded = True
        # otherwise the two would refer to each other, and remain until a collection
        self.table.dealing.over_quota = never
        del self.host.rooms[self.name]
        for item in (*items, *self.inbox.items):
            answer(item, Unloaded())
        for line in self.lines.values():
            line.close(why)
        self.lines.clear()
