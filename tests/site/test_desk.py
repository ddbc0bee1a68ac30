"""The tables of a browser's Python, driven here by a page and a storage in memory."""

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from random import Random
from typing import Any

import pytest

from parlour.catalogue.registry import BUILT_IN, GAMES, find_game
from parlour.host.host import NO_TABLE
from parlour.host.ports import Decide, Job
from parlour.match import view
from parlour.players import LEARNED, LEVELS, STRONGEST, hint, search
from parlour.site.desk import OTHER_TABLE, Desk, Slices, StoredTable, deciding, in_slices
from parlour.table.messages.outcome import FAILED, PREPARING, Decided, Row
from tests.players.test_search import positions

KEY = "k" * 22
LATER = ["parlour.players.hint"]
ENTER = {"type": "enter", "id": "enter", "key": KEY, "have": 0}


class Failed(Exception):
    """An error of JavaScript, as Pyodide has it."""

    def __init__(self, message: str) -> None:
        self.message = message


class Page:
    """What worker.js gives: the storage, and the page's sockets."""

    def __init__(self) -> None:
        self.tables: dict[str, str] = {}
        self.rows: dict[str, list[Any]] = {}
        self.sent: dict[int, list[Any]] = {}
        self.closed: list[int] = []
        self.full = False  # whether the storage refuses

    async def make(self, name: str, _at: float, body: str) -> str:
        if self.full:
            raise Failed("It is full.")
        if name in self.tables:
            return self.tables[name]
        self.tables[name], self.rows[name] = body, []
        return ""

    async def find(self, name: str) -> str:
        if self.full:
            raise Failed("It is full.")
        if name not in self.tables:
            return "null"
        return json.dumps({"body": self.tables[name], "rows": self.rows[name]})

    async def append(self, name: str, rows: str) -> str:
        if self.full:
            raise Failed("It is full.")
        self.rows[name] += json.loads(rows)
        return ""

    def send(self, socket: int, text: str) -> None:
        message = json.loads(text)
        if message["type"] == "view":
            assert self.rows[self.table], "sent before it was stored"
        self.sent.setdefault(socket, []).append(message)

    def close(self, socket: int, _why: str) -> None:
        self.closed.append(socket)

    @property
    def table(self) -> str:
        return next(iter(self.tables))

    def view(self, socket: int) -> Any:
        """The last view of a socket."""
        return [one for one in self.sent[socket] if one["type"] == "view"][-1]["view"]

    def answer(self, socket: int, ident: str) -> Any:
        """The answer to a request."""
        return next(one for one in self.sent[socket] if one.get("id") == ident)


@pytest.fixture(autouse=True)
def games() -> Iterator[None]:
    """All games and levels afterwards as they were before."""
    before = dict(LEVELS)
    yield
    LEVELS.clear()
    LEVELS.update(before)
    GAMES.look_again()


def run(work: Callable[[Desk, Page], Awaitable[None]]) -> None:
    """Work at a desk."""

    async def worked() -> None:
        page = Page()
        desk = Desk(page, {}, {game: list(LEVELS[game]) for game in BUILT_IN})
        await work(desk, page)
        desk.host.close()

    asyncio.run(worked())


def wanted(game: str, level: str, key: str = KEY, **more: Any) -> str:
    """A request for a table."""
    n = find_game(game).seats(find_game(game).Rules())
    seats = ["me", *[level] * (n - 1)]
    return json.dumps({"key": key, "name": "Ada", "game": game, "seats": seats, **more})


async def until(holds: Callable[[], Any]) -> None:
    """Wait for the tables."""
    for _ in range(10_000):
        if holds():
            return
        await asyncio.sleep(0.005)
    raise AssertionError("it never comes")


async def seated(desk: Desk, _page: Page, game: str, level: str) -> None:
    """Make a table, and open it as socket 1."""
    status, made = json.loads(await desk.make(wanted(game, level, deal=7)))
    assert (status, made["seat"]) == (201, 0)
    assert await desk.open(1, made["table"])
    await desk.receive(1, json.dumps(ENTER))


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_table_is_played(game: str) -> None:
    async def work(desk: Desk, page: Page) -> None:
        await seated(desk, page, game, "first")
        for move in range(8):
            await until(lambda: page.view(1)["legal"])
            now = page.view(1)
            act = {"type": "act", "move": now["move"], "action": now["legal"][0], "id": f"{move}"}
            await desk.receive(1, json.dumps(act))
            assert page.answer(1, f"{move}")["type"] == "done"

    run(work)


def test_a_table_goes_on_from_its_rows() -> None:
    """By another desk, as after a reload; the socket gets the same view."""

    async def work(desk: Desk, page: Page) -> None:
        await seated(desk, page, "hearts", "first")
        await until(lambda: page.view(1)["legal"])
        before = page.view(1)
        other = Desk(page, {}, {game: list(LEVELS[game]) for game in BUILT_IN})
        assert await other.open(2, page.table)
        await other.receive(2, json.dumps(ENTER))
        assert page.view(2) == before
        await desk.close(1)
        await desk.close(1)  # nothing is left to close
        other.host.close()

    run(work)


def test_the_rows_after_a_snapshot_are_searched_for_a_key() -> None:
    rows = [Row(n, 0.0, body) for n, body in enumerate(("made", "joined by Bo", "dealt"))]
    stored = StoredTable("{}", rows)
    assert [asyncio.run(stored.mentions("Bo", first)) for first in (0, 1, 2)] == [True, True, False]


def test_the_answers_of_http() -> None:
    async def work(desk: Desk, page: Page) -> None:
        status, refused = json.loads(await desk.make(wanted("hearts", "nobody")))
        assert status == 400
        assert "nobody" in refused["why"]
        assert json.loads(await desk.find("nowhere-----")) == [404, {"why": NO_TABLE}]
        assert not await desk.open(1, "nowhere-----")
        assert json.loads(await desk.make(wanted("hearts", "first")))[0] == 201
        assert json.loads(await desk.make(wanted("hearts", "first")))[0] == 201  # sent again
        assert json.loads(await desk.find(page.table)) == [200, {}]
        other = json.loads(await desk.make(wanted("straights", "first")))
        assert other == [409, {"why": OTHER_TABLE}]

    run(work)


def test_a_table_of_a_game_that_is_no_longer_here_does_not_open() -> None:
    """Its socket is closed; nobody waits for it."""

    async def work(desk: Desk, page: Page) -> None:
        assert json.loads(await desk.make(wanted("hearts", "first")))[0] == 201
        page.tables[page.table] = page.tables[page.table].replace("hearts", "whist")
        assert not await desk.open(1, page.table)
        status, refused = json.loads(await desk.find(page.table))
        assert (status, "whist" in refused["why"]) == (400, True)

    run(work)


def test_a_storage_that_refuses() -> None:
    """Nothing is sent that is not stored; a table that cannot be stored is closed."""

    async def work(desk: Desk, page: Page) -> None:
        await seated(desk, page, "hearts", "first")
        await until(lambda: page.view(1)["legal"])
        now, count, page.full = page.view(1), len(page.sent[1]), True
        act = {"type": "act", "move": now["move"], "action": now["legal"][0], "id": "a"}
        await desk.receive(1, json.dumps(act))
        await until(lambda: 1 in page.closed)
        assert len(page.sent[1]) == count
        await desk.close(1)
        assert json.loads(await desk.make(wanted("hearts", "first"))) == [
            503,
            {"why": "It is full."},
        ]
        assert json.loads(await desk.find(page.table)) == [503, {"why": "It is full."}]
        assert not await desk.open(2, page.table)

    run(work)


def test_strong_players_come_later() -> None:
    """Until then a simpler one stands in, and it is said so; then they decide."""

    async def work(desk: Desk, page: Page) -> None:
        await seated(desk, page, "crazy-eights", STRONGEST)
        await until(lambda: page.view(1)["legal"])
        await desk.receive(1, json.dumps({"type": "hint", "id": "early"}))
        await until(lambda: any(one.get("id") == "early" for one in page.sent[1]))
        assert page.answer(1, "early")["hint"]["why"] == PREPARING
        await desk.load(LATER)
        match, seat = next(positions("crazy-eights", Random(1)))
        hint.hint(view(match, seat), 1)  # compiled, where it has to be
        await desk.receive(1, json.dumps({"type": "hint", "id": "later"}))
        await until(lambda: any(one.get("id") == "later" for one in page.sent[1]))
        assert page.answer(1, "later")["hint"]["why"] in ("only", "better", "equal")
        desk.slices.prepare()

    run(work)


def test_a_game_of_another_package() -> None:
    """Its module is named where the site is built, and searched for no more."""
    package = "examples.oh_hell.oh_hell"

    async def worked() -> None:
        levels = {game: list(LEVELS[game]) for game in BUILT_IN}
        Desk(Page(), {"toy": package}, levels | {"toy": ["first", STRONGEST]})
        assert "toy" in GAMES
        assert list(LEVELS["toy"]) == ["first", STRONGEST]

    asyncio.run(worked())
    LEVELS.pop("toy", None)


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_decision_is_that_of_a_server(game: str) -> None:
    """In slices, with all playouts."""
    for number, (match, seat) in zip(range(3), positions(game, Random(game)), strict=False):
        seen = view(match, seat)
        for level in (STRONGEST, "trained", "first"):
            decided = asyncio.run(in_slices(deciding(Decide("act", level, seen, number))))
            own = search.unhurried(seen, number).action
            assert decided == (own if level == STRONGEST else LEVELS[game][level](seen, number))
        found = asyncio.run(in_slices(deciding(Decide("hint", STRONGEST, seen, number))))
        assert found == hint.hint(seen, number)
    assert "trained" in LEARNED


def test_others_run_between_the_slices() -> None:
    times = iter(range(100))
    order = list[str]()

    def slices() -> Iterator[None]:
        for number in range(4):
            order.append(f"slice {number}")
            yield

    async def work() -> None:
        async def other() -> None:
            while True:
                order.append("other")
                await asyncio.sleep(0)

        beside = asyncio.create_task(other())
        await asyncio.sleep(0)
        await in_slices(slices(), lambda: next(times) * 0.015)  # type: ignore[arg-type]
        beside.cancel()

    asyncio.run(work())
    first, last = order.index("slice 0"), order.index("slice 3")
    assert "other" in order[first:last]


def test_a_decision_too_late_is_not_begun_and_one_that_fails_is_said_to() -> None:
    match, seat = next(positions("hearts", Random(1)))
    seen, answers = view(match, seat), list[Decided]()

    async def work() -> None:
        slices = Slices(lambda: 10.0)
        for kind, level, due in (("act", "first", 9.0), ("act", "nobody", 11.0)):
            slices.ask(Job(Decide(kind, level, seen, 1), due, True, "", "table"), answers.append)
        assert answers == [Decided(why=PREPARING)] * 2
        answers.clear()
        await slices.load(LATER)
        while slices.waiting or not answers:
            await asyncio.sleep(0)

    asyncio.run(work())
    assert answers == [Decided(why=FAILED)]
