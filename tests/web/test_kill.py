"""kill -9 in play, at start-up, in a migration: nothing acknowledged is lost or played twice, and
the table goes on.
"""

import asyncio
import json
import random
import socket
import sqlite3
import sys
import time
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from parlour.storage import location
from parlour.storage.store import Store
from tests.support.kill import Player, Server, until
from tests.support.stored import whole


def free_port() -> int:
    """A port that a server can have again and again: another test's would take the first one from
    8000 on.
    """
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def make(player: Player) -> None:
    """The player's own table."""
    line = HTTPConnection("127.0.0.1", player.port, timeout=10)
    rules = {"target": 100000}
    wish = {
        "key": player.key,
        "name": "Ada",
        "game": "straights",
        "rules": rules,
        "seats": ["me", "first", "first", "first"],
    }
    line.request("POST", "/api/tables", json.dumps(wish), {"authorization": f"Bearer {player.key}"})
    player.table = json.loads(line.getresponse().read())["table"]
    line.close()


def stored(data: str, table: str) -> list[Any]:
    """What is kept of a table."""

    async def read() -> Any:
        store = Store(location.find(data))
        await store.open()
        content = await whole(store, table)
        await store.close()
        return content

    return [json.loads(row.body) for row in asyncio.run(read())[1]]


def played(data: str, kills: int, players: int, *more: str) -> list[str]:
    """What is wrong after so many kills in the middle of play."""
    server = Server(data, free_port(), *more)
    server.start()
    server.wait()
    crew = [Player(server.port, seed) for seed in range(players)]
    for player in crew:
        make(player)
        player.start()
    dice = random.Random(kills)
    try:
        for _ in range(kills):
            further(*crew)
            if any(player.wrong for player in crew):
                break
            time.sleep(dice.random() / 20)
            server.kill()
            server.start()
            server.wait()
        further(*crew)
    finally:
        for player in crew:
            player.over = True
        for player in crew:
            player.join(20)
        server.kill()
    wrong = [why for player in crew for why in player.wrong]
    for player in crew:
        wrong += differences(stored(data, player.table), player)
    moves, again = sum(len(player.acked) for player in crew), sum(player.again for player in crew)
    sys.stdout.write(
        f"{kills} kills, {moves} moves, {again} requests sent again, {len(wrong)} wrong\n"
    )
    return wrong


def further(*players: Player) -> None:
    """Wait until each has been acknowledged some more moves."""
    marks = [len(player.acked) + 3 for player in players]
    until(
        lambda: all(len(p.acked) > mark or p.over for p, mark in zip(players, marks, strict=True))
    )


def differences(rows: list[Any], player: Player) -> list[str]:
    """What is stored against what was acknowledged."""
    actions = [
        did["action"]
        for row in rows
        for did in row["did"]
        if did["event"] == "acted" and did["seat"] == 0
    ]
    ids = [ident for row in rows for _, ident in row.get("for", ())]
    wrong = (
        []
        if actions[: len(player.acked)] == player.acked
        else ["what is stored is not what was acknowledged"]
    )
    wrong += [
        f"{ident} was stored {ids.count(ident)} times"
        for ident in player.ids
        if ids.count(ident) != 1
    ]
    asked = bool(player.pending)
    return wrong + (
        ["more is stored than was asked"] if len(actions) > len(player.acked) + asked else []
    )


def test_kills_in_the_middle_of_play(data: str, times: Callable[[int, int], int]) -> None:
    assert played(data, times(4, 100), 8) == []


def test_the_harness_finds_an_answer_before_the_commit(
    tmp_path: Path, samples: Callable[[int, int], int]
) -> None:
    wrong = played(str(tmp_path / "tables.db"), samples(8, 100), 8, "--hasty")
    assert any(why.startswith(("lost", "what is stored")) for why in wrong)


def test_kills_at_start_up(data: str, times: Callable[[int, int], int]) -> None:
    server, dice = Server(data, free_port()), random.Random(1)
    for _ in range(times(8, 80)):  # each takes some 0.08 s to start
        server.start()
        time.sleep(dice.random() / 10)
        server.kill()
    server.start()
    server.wait()
    player = Player(server.port, 1)
    make(player)
    player.start()
    for _ in range(times(3, 40)):
        further(player)
        server.kill()
        server.start()
        time.sleep(dice.random() / 10)
        server.kill()
        server.start()
        server.wait()
    further(player)
    player.over = True
    player.join(20)
    assert server.stop() == (0, "")
    assert player.wrong + differences(stored(data, player.table), player) == []


@pytest.mark.parametrize("empty", [True, False])
def test_kills_in_a_migration(data: str, empty: bool, times: Callable[[int, int], int]) -> None:
    """A later version's step is killed half way: this version finds what it left, and the step can
    be done afterwards.
    """
    server, port = Server(data, free_port()), free_port()
    if not empty:
        server.start()
        server.wait()
        player = Player(server.port, 1)
        make(player)
        server.kill()
    for _ in range(times(1, 10)):
        later = Server(data, port, "--later", "paused")
        later.start()
        later.wait(b"paused")
        later.kill()
        server.start()
        server.wait()
        server.kill()
    later = Server(data, port, "--later", "whole")
    later.start()
    later.wait()
    later.kill()
    server.start()
    with pytest.raises(AssertionError, match="was written by a newer Parlour"):
        server.wait()
    server.kill()
    if "://" not in data:
        with sqlite3.connect(data) as file:
            assert file.execute("SELECT x FROM more").fetchall() == [(1,)]
            assert file.execute("SELECT more FROM tables").fetchall() == [(1,)] * (not empty)
        file.close()
