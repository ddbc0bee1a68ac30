"""The tables in memory, and the calls of `parlour.table.table`.

A message is handled at once, by a call of its table. The table returns an outcome; its rows are
stored; then its messages are sent. Messages that arrive while rows are being stored wait in the
table's inbox; their rows are stored together. If storing fails, nothing is sent: the table is
unloaded, its sockets are closed, and the next message loads it again from the stored rows. A table
that raises an error is unloaded too, and refuses the messages of which nothing is stored. If it
fails again and again, as by the rules of a package, it is loaded every half minute only.

A table is loaded at the first request with a key that may open it (`parlour.host.loads`), and
unloaded when no socket has been connected for a while.

All of this consists of calls from the event loop (a message arrives, rows are stored, a time has
come), which do not wait. A task for each table or message would cost more than the message.
"""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial
from itertools import count
from math import inf

from parlour.errors import StoreError
from parlour.host.allowance import PARTS, Allowance
from parlour.host.clock import DAY, steady
from parlour.host.deck_source import SecretDecks
from parlour.host.error_summary import summary
from parlour.host.inbox import Decision, InboxItem, Moment, SocketMessage, refused
from parlour.host.loads import FAILED, Loads, NotOpened, Shared
from parlour.host.ports import Decide, Done, Job, Line, Rows, Stored, Thinkers, settle
from parlour.host.rate_limits import Buckets, Limits
from parlour.table.table import NOT_VALID, Decided, Made, Outcome, Source, Table, make

LOG = logging.getLogger("parlour")
NO_TABLE = "There is no such table here."
STOPS = "The server stops; ask again in a moment."
TOGETHER = 100  # messages whose rows are stored together, at most


class Unloaded(Exception):
    """The table was unloaded, for the reason in the text; the next request loads it again."""


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
    ) -> None:
        """No table is in memory. The `pool` computes decisions; without one, plain levels stand in
        for learned ones.
        """
        self.store, self.limits, self.clock = store, limits, clock or steady()
        self.source: Source = source or SecretDecks()
        self.rooms: dict[str, Room] = {}
        self.entering = set[Line]()  # of sockets that have not shown a key yet
        self.numbers = count(1)  # numbers for new sockets
        self.handled = 0  # the number of messages and decisions so far
        self.pool = pool
        # the allowance of each address for rows of matches without persons
        self.computer_rows = Buckets(limits.rows / DAY, limits.rows, limits.addresses)
        self.allowance = Allowance(limits, self.clock)
        self.storing = 0  # the number of tables whose rows are being stored
        self.loads = Loads(store, limits, self.clock, lambda: self.storing > 0)
        self._loading = Shared[Room | None]()

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
        late = self.computer_rows.late(address, now) or self.allowance.spent(address, room.name)
        return tables >= self.limits.computer_tables or bool(late)

    async def make(self, new_table: object, address: str = "") -> Made:
        """Make the table of a request from an address, or find it; ParlourError if invalid."""
        description = make(new_table, self.limits.games)
        if spent := self.allowance.spent(address, ""):
            raise spent
        if await self.store.make(description, self.clock()):
            self.allowance.spend(address, description.name, *[description.body] * PARTS)
        return description

    async def find(self, name: str, address: str = "", key: str | None = None) -> "Room | None":
        """A table in memory, loaded for an address if necessary; None if it does not exist.

        StoreError if its stored rows cannot be read, or are damaged, or if it has just failed
        again. Spent if the address has no more allowance. NotOpened if no row knows the `key`: then
        nothing is loaded.
        """
        if room := self.rooms.get(name):
            return room
        self.loads.check(address)
        if (stored := await self.loads.find(name)) is None:
            return None
        if key is not None and not await self.loads.opens(stored, key, address):
            raise NotOpened(NOT_VALID)
        return await self._loading.result(name, partial(self._load, name, stored, address))

    async def _load(self, name: str, stored: Stored, address: str) -> "Room | None":
        if room := self.rooms.get(name):  # it was loaded meanwhile
            return room
        table = await self.loads.table(name, stored, self.source, address)
        if table is None:
            return None
        room = self.rooms[name] = Room(self, name, table)
        room.begin()
        return room

    def present(self) -> set[str]:
        """The names of the tables in memory, and of those that are being loaded."""
        return {*self.rooms, *self._loading.tasks}

    def close_lines(self) -> None:
        """Close all sockets, and end the requests that wait for news."""
        entered = [line for room in self.rooms.values() for line in room.lines.values()]
        for line in (*entered, *self.entering):
            line.close(STOPS)

    def close(self) -> None:
        """Close all sockets, and unload all tables."""
        for room in [*self.rooms.values()]:
            room.unload()


class Room:
    """One table in memory, with its open sockets."""

    def __init__(self, host: Host, name: str, table: Table) -> None:
        """No socket is open. Call `begin` before any other method."""
        self.host, self.name, self.table = host, name, table
        self.unloaded = False  # whether the table has left the memory
        self.lines: dict[int, Line] = {}
        self.addresses: dict[int, str] = {}  # the address of each socket
        self.payer = ""  # the address of the last request that led to rows, and pays for more
        self.inbox: deque[InboxItem] = deque()
        self.taken: list[InboxItem] = []  # the items that are being handled
        self.busy = False  # whether items are being handled, or their rows stored
        self.loop = asyncio.get_running_loop()
        self.call_at = 0.0  # when to call the table again, by the clock of the loop
        self.timer: asyncio.Handle | None = None
        self.rings = inf  # when the timer rings, by the clock of the loop

    def begin(self) -> None:
        """Call the table for the first time."""
        self._put(Moment.BEGIN)

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
        return next((address for socket, address in self.addresses.items() if attends(socket)), "")

    def entered(self, socket: int) -> bool:
        """Whether a socket has shown a key of this table."""
        return socket in self.table.presence.connections

    def receive(self, socket: int, text: str, done: Done) -> None:
        """Handle a socket's message, and call `done` when its outcome has been sent, with Unloaded
        if the table leaves the memory.
        """
        if socket in self.lines:
            self._put(SocketMessage(socket, text, done))
        else:
            done(Unloaded())

    async def handle(self, socket: int, text: str) -> None:
        """As `receive`, but wait until its outcome has been sent; Unloaded if the table leaves the
        memory.
        """
        done = self.loop.create_future()
        self.receive(socket, text, partial(settle, done, None))
        await done

    async def close(self, socket: int) -> None:
        """Remove a socket, and wait until the table has handled its end."""
        self.addresses.pop(socket, None)
        if self.lines.pop(socket, None):
            done = self.loop.create_future()
            self._put(SocketMessage(socket, None, partial(settle, done, None)))
            await done

    def unload(self, why: str = "") -> None:
        """Leave the memory: close the sockets, and complete all items with Unloaded, both with the
        reason in a sentence.
        """
        self.unloaded = True
        self.table.end()
        self._stop_timer()
        del self.host.rooms[self.name]
        for line in self.lines.values():
            line.close(why)
        self.lines.clear()
        for item in (*self.taken, *self.inbox):
            if isinstance(item, SocketMessage):
                item.done(Unloaded(why))

    # Items.

    def _put(self, item: InboxItem) -> None:
        """Handle an item now, or after the rows that are being stored."""
        self.inbox.append(item)
        if not self.busy:
            self._handle_items()

    def _handle_items(self) -> None:
        """Handle all waiting items: store the rows of their outcomes, then send the messages."""
        try:
            while self.inbox and not self.busy:
                self.busy, most = True, min(TOGETHER, len(self.inbox))
                self.taken = [self.inbox.popleft() for _ in range(most)]
                self._follow(self._outcomes())
        except Exception as error:
            self._fail(error)

    def _outcomes(self) -> list[Outcome]:
        """The table's outcomes of the items that are being handled; if one fails, all messages
        among them are refused.
        """
        try:
            return list(map(self._outcome, self.taken))
        except Exception:
            for item in self.taken:
                if isinstance(item, SocketMessage) and (line := self.lines.get(item.socket)):
                    line.send(*refused(item.text, FAILED))
            raise

    def _outcome(self, item: InboxItem) -> Outcome:
        """The table's outcome of an item, whose rows are charged to an address."""
        outcome = self._handled(item)
        if outcome.rows:
            if isinstance(item, SocketMessage) and self.table.presence.attends(item.socket):
                self.payer = self.addresses.get(item.socket, "")
            if payer := self.payer or self.address:
                self.host.allowance.spend(payer, self.name, *(row.body for row in outcome.rows))
        return outcome

    def _handled(self, item: InboxItem) -> Outcome:
        now = self.host.clock()
        if isinstance(item, Decision):
            return self.table.decided(item.ticket, item.decided, now)
        if item is Moment.BEGIN:
            return self.table.begin(now, partial(self.host.over_quota, self))
        if item is Moment.CALL:
            return self.table.time_passed(now)
        if item.text is None:
            return self.table.closed(item.socket, now)
        spent = self.host.allowance.spent(self.addresses.get(item.socket, ""), self.name)
        return self.table.handle(item.socket, item.text, now, str(spent or ""))

    def _follow(self, outcomes: list[Outcome]) -> None:
        """Apply outcomes: request their decisions, store their rows, then send their messages."""
        for outcome in outcomes:
            if outcome.decisions:
                self._request_decisions(outcome)
        rows = [row for outcome in outcomes for row in outcome.rows]
        if rows:
            self.host.storing += 1
            snapshot = next(
                filter(None, (outcome.snapshot for outcome in reversed(outcomes))), None
            )
            self.host.store.add(self.name, rows, partial(self._stored, outcomes), snapshot)
            if not self.table.state.peopled:
                self.host.computer_rows.spend(self.address, self.host.clock(), len(rows))
        else:
            self._send(outcomes)

    def _stored(self, outcomes: list[Outcome], error: Exception | None) -> None:
        """Send the messages of outcomes whose rows are stored, and handle what waits."""
        self.host.storing -= 1
        if self.unloaded:
            return
        try:
            if error:
                raise error
            self._send(outcomes)
        except Exception as error:
            self._fail(error)
        else:
            self._handle_items()

    def _send(self, outcomes: list[Outcome]) -> None:
        """Send the messages of outcomes, each socket's together, and complete their items."""
        self._set_timer(outcomes[-1].call_at)
        texts: dict[int, list[str]] = {}
        for outcome in outcomes:
            for socket, text in outcome.outgoing:
                texts.setdefault(socket, []).append(text)
        for socket, sent in texts.items():
            if line := self.lines.get(socket):
                line.send(*sent)
        for outcome in outcomes:
            for socket in outcome.close:
                self.addresses.pop(socket, None)
                if line := self.lines.pop(socket, None):
                    line.close()
        items, self.taken, self.busy = self.taken, [], False
        self.host.handled += len(items)
        for item in items:
            if isinstance(item, SocketMessage):
                item.done(None)

    def _fail(self, error: Exception) -> None:
        """Leave the memory after an error."""
        if isinstance(error, StoreError):  # the store has reported it on standard error
            self.unload(str(error))
        else:  # a defect; the table continues from its stored rows
            game = self.table.state.plan.game
            text = "The table %s of %s is unloaded after an error: %s"
            LOG.error(text, self.name, game, summary(error))
            self.host.loads.failed(self.name)
            self.unload(FAILED)

    # Time.

    def _set_timer(self, call_at: float | None) -> None:
        """Call the table at its time, or look after the idle time whether it may leave the memory.

        A timer that rings too early is set again. So a later time, as after nearly all moves, needs
        no new timer.
        """
        wait = self.host.limits.idle if call_at is None else call_at - self.host.clock()
        self.call_at = self.loop.time() + max(0.0, wait)
        if self.rings > self.call_at:
            self._stop_timer()
            self._start_timer()

    def _start_timer(self) -> None:
        self.rings = self.call_at
        # the loop of a browser refuses a time that has passed
        wait = max(0.0, self.call_at - self.loop.time())
        self.timer = self.loop.call_later(wait, self._ring)

    def _stop_timer(self) -> None:
        if self.timer:
            self.timer.cancel()
        self.timer, self.rings = None, inf

    def _ring(self) -> None:
        """Call the table, or unload it if nobody is there, when the time has come."""
        early, self.timer, self.rings = self.rings < self.call_at, None, inf
        if self.busy:
            return  # the timer is set when the rows are stored
        if early:
            self._start_timer()
        elif self.table.idle and not self.lines:
            self.unload()
        else:
            self._put(Moment.CALL)

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
            self.host.pool.ask(job, partial(self._decided, ticket))

    def _decided(self, ticket: int, decided: Decided) -> None:
        if not self.unloaded:
            self._put(Decision(ticket, decided))
