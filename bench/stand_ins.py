"""How often a plain player stands in for a strong one: `python bench/stand_ins.py GAME
[--tables N ...] [--pause S] [--seconds S] [--old FOLDER] [--most PERCENT] [--json]`.

For each number of tables a server starts with a new database. At each table one person plays
against three `search`, from an address of its own, and takes half to one and a half pauses for an
action. The computers' actions are counted, and those after which the table says that a plain player
stood in; passes, of which a table says nothing, are left out. The server's last lines say how many
decisions had fewer playouts, hints and passes among them.

With `--old`, a checkout as made by `git worktree add` is measured before this one, for each number
of tables. The run fails if at this one more than PERCENT of the actions are a plain player's.
"""

import argparse
import asyncio
import json
import os
import random
import re
import sys
from time import perf_counter
from typing import Any

from arguments import amount, checkout, count, positive, run
from figures import json_text, percentiles, verdict
from machine import cpu, machine
from people import VIEW, Chair, Table, new_key
from server import served

from parlour.catalogue.options import house_rules
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.web.serve import more_files

WARM = 6.0  # seconds after the first table until actions count, in which the server loads its code
SOON = 0.1  # seconds after a view in which the table has also said who stood in
SAID = re.compile(r"^Strong players: (.*)$", re.MULTILINE)


class Player(Chair):
    """A person against three computers, whose actions it counts."""

    def __init__(self, table: "StrongTable", key: str) -> None:
        """Not connected yet."""
        super().__init__(table, key)
        self.counted = False  # whether actions count by now
        self.acts, self.stood = 0, dict[str, int]()
        self.stand_in: str | None = None  # why a plain player stood in at the last turn

    def receive(self, text: bytes) -> None:
        """Count the computers' actions, besides all else."""
        told = json.loads(text)
        if told["type"] == "room":
            self.stand_in = told["stand_in"]
        super().receive(text)
        if text.startswith(VIEW) and any(seen["seat"] for seen in told["news"]) and self.counted:
            self.acts += sum(seen["seat"] != 0 for seen in told["news"])
            asyncio.get_running_loop().call_later(SOON, self._count)

    def _count(self) -> None:
        if self.stand_in:
            self.stood[self.stand_in] = self.stood.get(self.stand_in, 0) + 1


class StrongTable(Table):
    """A table of one person and three `search`."""

    async def make_for(self, game: str) -> Player:
        """Make the table; returns its person, who has a view."""
        key = new_key()
        seats = {"players": 4} if any(o.name == "players" for o in house_rules(GAMES[game])) else {}
        wish = {"key": key, "name": "P", "game": game, "seats": ["me", *["search"] * 3]}
        self.name = (await self.post("/api/tables", wish | {"rules": seats}, key))["table"]
        player = Player(self, key)
        self.chairs.append(player)
        player.connect()
        await player.viewed.wait()
        return player

    async def play(self, pause: float) -> None:
        """Act whenever it is the person's turn, until cancelled."""
        while True:
            try:
                await self.until(self.decided)
                await asyncio.sleep(pause * random.uniform(0.5, 1.5))
                await self._request_next_round()
                await self._act(perf_counter())
            except (OSError, ValueError) as error:
                self.errors.append(f"{type(error).__name__}: {error}")


async def played(pid: int, port: int, tables: int, options: argparse.Namespace) -> dict[str, Any]:
    """Play at so many tables; the figures."""
    strong_tables = [StrongTable(port, number) for number in range(tables)]
    tasks, players = list[asyncio.Task[None]](), list[Player]()
    began = perf_counter()
    for table in strong_tables:
        players.append(await table.make_for(options.game))
        tasks.append(asyncio.create_task(table.play(options.pause)))
        await asyncio.sleep(WARM / 2 / tables)
    await asyncio.sleep(max(0.0, began + WARM - perf_counter()))
    for table, player in zip(strong_tables, players, strict=True):
        player.counted = True
        table.answers.clear()
    spent, start = cpu(pid), perf_counter()
    await asyncio.sleep(options.seconds)
    took = perf_counter() - start
    used = {part: round((after - spent[part]) / took, 2) for part, after in cpu(pid).items()}
    for task in tasks:
        task.cancel()
    for table in strong_tables:
        await table.close()
    acts, busy = (sum(player.acts for player in players), _sum(players, "busy"))
    return {
        "computers' actions": acts,
        "a plain player's, %": round(100 * busy / max(1, acts), 2),
        "while the code was loaded": _sum(players, "preparing"),
        "cores used": used,
        "answered, ms": percentiles(
            [time for table in strong_tables for time in table.answers], (50, 99)
        ),
        "errors": sum(len(table.errors) for table in strong_tables),
    }


def _sum(players: list[Player], why: str) -> int:
    return sum(player.stood.get(why, 0) for player in players)


def measured(tables: int, options: argparse.Namespace, folder: Any = None) -> dict[str, Any]:
    """The figures of a version at so many tables."""
    alone = {"PYTHONSAFEPATH": "1"}  # otherwise the working folder would come first
    if folder:
        alone["PYTHONPATH"] = os.fspath(folder.resolve())
    figures: dict[str, Any] = {"machine, before": machine()}
    said: list[str] = []
    with served(environment=alone, said=said) as (pid, port):
        figures |= asyncio.run(played(pid, port, tables, options))
    report = SAID.search("".join(said))
    return figures | {"said": report[1] if report else "", "machine, after": machine()}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=BUILT_IN)
    parser.add_argument("--tables", type=count, nargs="*", default=[5, 10, 20, 40])
    parser.add_argument("--pause", type=positive, default=1.0)
    parser.add_argument("--seconds", type=positive, default=30.0, help="of each measurement")
    parser.add_argument("--old", type=checkout, metavar="FOLDER")
    parser.add_argument("--most", type=amount, metavar="PERCENT")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    more_files()
    results, failed = dict[str, Any](), list[str]()
    for tables in options.tables:
        for folder in (options.old, None) if options.old else (None,):
            name = f"{tables} tables{f', {folder}' if folder else ''}"
            results[name] = figures = measured(tables, options, folder)
            share = figures["a plain player's, %"]
            if options.most is not None and not folder and share > options.most:
                failed.append(f"{name}: {share} % of the actions; {options.most:g} are allowed.")
            if not options.json:
                print(name)
                for title, value in figures.items():
                    print(f"  {title:26} {value}", flush=True)
    if options.json:
        sys.stdout.write(json_text(results, 2) + "\n")
    return verdict(failed)


if __name__ == "__main__":
    run(main)
