"""The bytes that are stored for an address and at a table are bounded; others are not affected."""

import json
import time
from pathlib import Path
from typing import Any

import pytest

from parlour.errors import Spent
from parlour.host.allowance import PARTS, ROW, Allowance
from parlour.host.clock import DAY
from parlour.host.host import Host, Room
from parlour.host.rate_limits import Limits
from parlour.table.messages.keys import derived
from parlour.table.messages.new_table import make
from parlour.table.table import Decided
from tests.host.test_host import OWN, WISH, Line, Minds, Slow, entered, hosted, until
from tests.support.served import Served, key, play

ADDRESS, OTHER = "192.0.2.1", "192.0.2.2"
FEW = Limits(stored=864e2, stored_at_once=1e4)  # a byte a second


def left(host: Host, address: str = ADDRESS) -> float:
    """The bytes that an address may store at once."""
    bucket = host.allowance.addresses.by_address.get(address)
    return bucket.left if bucket else host.limits.stored_at_once


def test_a_days_play_of_a_class_is_far_below_the_bound() -> None:
    """30 people of one address, each with 2,000 moves against three computers, by the rows as they
    are; and the rows of tables of computers.
    """
    ident = "x" * 22
    act = {"event": "acted", "seat": 0, "action": "10S"}
    move = len(json.dumps({"did": [act], "for": [["f" * 32, ident]]})) + ROW
    answer = len(json.dumps({"did": [act]})) + ROW
    deal = 1200 + ROW  # a match opened and dealt, the longest
    day = 30 * (2000 * (move + 3 * answer) + 2000 / 13 * deal) + 20000 * answer
    limits = Limits()
    assert 45e6 < day < limits.stored_at_once
    assert 2000 * (4 * move) < limits.table_stored_at_once / 5


def test_the_refusal_names_the_bound_and_the_time() -> None:
    now = 0.0
    allowance = Allowance(Limits(stored=DAY, stored_at_once=500, table_stored=DAY), lambda: now)
    assert allowance.spent(ADDRESS, "table") is None
    allowance.spend(ADDRESS, "table", "x" * 300, "x" * 99)
    refusal = allowance.spent(ADDRESS, "table")
    assert isinstance(refusal, Spent)
    assert refusal.wait == 100.0
    assert str(refusal) == (
        "Too much is stored for your address (allowed: 86,400 bytes a day); ask again in 100 s."
    )
    assert allowance.spent(OTHER, "table") is None
    now = 100.0
    assert allowance.spent(ADDRESS, "table") is None


def test_a_table_has_a_bound_from_whatever_address() -> None:
    allowance = Allowance(Limits(table_stored=DAY, table_stored_at_once=150), lambda: 0.0)
    allowance.spend(ADDRESS, "table", "x" * 50)
    for address in (ADDRESS, OTHER):
        assert str(allowance.spent(address, "table")).startswith("Too much is stored at this table")
        assert allowance.spent(address, "other") is None


async def pressed(room: Room, number: int, line: Line, ident: str) -> Any:
    """The answer to the first legal action of a socket's seat."""
    await room.handle(number, play(line.view, ident))
    return next(told for told in reversed(line.told) if told.get("id") == ident)


def test_a_move_is_refused_and_nothing_is_lost(tmp_path: Path) -> None:
    shift = 0.0

    async def work(host: Host, store: Slow) -> None:
        nonlocal shift
        room, number, line = await entered(host)
        begun = left(host)
        assert begun < FEW.stored_at_once - 2 * ROW  # the table
        rows = len(store.stored)
        assert (await pressed(room, number, line, "1"))["type"] == "done"
        stored = store.stored[rows:]
        assert begun - left(host) == pytest.approx(
            sum(len(row.body) + ROW for row in stored), abs=2
        )
        host.allowance.addresses.spend(ADDRESS, host.clock(), int(left(host)) + 100)
        rows = len(store.stored)
        answer = await pressed(room, number, line, "2")
        assert answer["why"].startswith("Too much is stored for your address (allowed: 86,400 ")
        with pytest.raises(Spent):
            await host.make(WISH | {"key": key()}, ADDRESS)
        assert len(store.stored) == rows
        await host.make(WISH | {"key": key()}, OTHER)
        shift = 200.0
        assert (await pressed(room, number, line, "2"))["type"] == "done"

    hosted(tmp_path, work, limits=FEW, clock=lambda: time.time() + shift)


def test_the_same_request_for_a_table_is_charged_once(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        for _ in range(3):
            await host.make(WISH, ADDRESS)
        spent = FEW.stored_at_once - left(host)
        assert spent == pytest.approx(PARTS * (len(make(WISH).body) + ROW), abs=1)

    hosted(tmp_path, work, limits=FEW)


def test_what_a_computer_does_is_charged_to_whoever_made_it_act(tmp_path: Path) -> None:
    """A person from another address watches, and is charged for nothing."""
    minds = Minds()

    async def work(host: Host, store: Slow) -> None:
        room, number, line = await entered(host, seats=["me", "search", "search", "search"])
        watcher = Line()
        enter = {"type": "enter", "id": "w", "key": derived("watch", OWN), "have": 0}
        await room.handle(room.open(watcher, OTHER), json.dumps(enter))
        assert watcher.view["seat"] is None
        if line.view["legal"]:
            await pressed(room, number, line, "1")
        await until(lambda: minds.asked)
        before, rows = left(host), len(store.stored)
        job, answer = minds.asked[-1]
        answer(Decided(job.decide.view.legal.bit_length() - 1))
        await until(lambda: len(store.stored) > rows)
        assert left(host) < before - ROW / 2
        assert left(host, OTHER) == FEW.stored_at_once

    hosted(tmp_path, work, limits=FEW, pool=minds)


def test_nobody_is_charged_for_what_happens_before_somebody_comes(tmp_path: Path) -> None:
    async def work(host: Host, store: Slow) -> None:
        table = await host.make(WISH, ADDRESS)
        before = left(host)
        room = await host.find(table.name)
        assert room
        await until(lambda: store.stored)
        assert left(host) >= before
        assert "" not in host.allowance.addresses.by_address or left(host, "") == FEW.stored_at_once

    hosted(tmp_path, work, limits=FEW)


def test_tables_of_computers_rest_without_an_allowance(tmp_path: Path) -> None:
    async def work(host: Host, _store: Slow) -> None:
        host.allowance.addresses.spend(ADDRESS, host.clock(), 20000)
        table = await host.make(WISH | {"seats": ["first"] * 4})
        room, line = await host.find(table.name), Line()
        assert room
        enter = {"type": "enter", "id": "e", "key": OWN, "have": 0}
        await room.handle(room.open(line, ADDRESS), json.dumps(enter))
        assert room.table.dealing.resting

    hosted(tmp_path, work, limits=FEW)


def test_the_refusals_over_http(tmp_path: Path) -> None:
    with Served(tmp_path / "tables.db", FEW) as served:
        seat = served.make()
        _, told = seat.view()
        view = next(message["view"] for message in told if message["type"] == "view")
        allowance = served.host.allowance
        served.call(lambda: allowance.addresses.spend("127.0.0.1", allowance.clock(), 20000))
        status, told = seat.ask(json.loads(play(view, "1")))
        assert (status, told[-1]["type"]) == (200, "refused")
        wish = {"key": key(), "game": "straights", "seats": ["first"] * 4}
        status, body, headers = served.ask("POST", "/api/tables", wish, origin=served.origin)
        assert status == 429
        assert body["why"].startswith("Too much is stored for your address")
        assert int(headers["retry-after"]) > 10000
        assert seat.view()[0] == 200
