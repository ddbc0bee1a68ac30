"""One address takes all strong players: 28 tables of four `search`, beside a person at another
table.

    python -m tests.attack.strong [--game GAME] [--tables N] [--moves N] [--plain S] [--cap S]
    [--repeats N]

The person plays alone and beside the tables in turn, each time on a new server: first against plain
computers (`first`) at ten moves a second, then against `search`. A move without an answer at the
end of a phase counts with its time so far. The attack succeeds if p99 beside the tables is more
than 1.5 times that alone (plain computers, time to the answer) or 3 times (`search`, time until the
person may act again), or if the server closes the person's socket.
"""

import argparse
import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from time import perf_counter
from typing import Any, NamedTuple

from arguments import count, positive, run
from figures import percentiles
from server import served

from tests.attack.support import Lost, begin, computers, end, left_open, make, play

RULES: dict[str, dict[str, Any]] = {
    "hearts": {"pass_cards": "no"},
    "straights": {},
    "crazy-eights": {"players": 4},
}
STRONG, PLAIN = 3.0, 1.5  # largest ratio of p99 beside the tables to p99 alone


class Times(NamedTuple):
    """The person's times in seconds."""

    plain: list[float]  # to the answer, against plain computers
    answers: list[float]  # to the answer, against `search`
    turns: list[float]  # until the person may act again, or the round is over
    stands: list[object]  # `stand_in` of each room message against `search`


@asynccontextmanager
async def beside(port: int, game: str, tables: int, counts: list[int]) -> AsyncIterator[None]:
    """So many tables of four `search` from one address, watched by their makers; counts the actions
    of each.
    """
    people = await computers(
        port, "127.9.9.9", tables, game=game, rules=RULES[game], seats=["search"] * 4
    )
    counts[:] = [0] * tables

    def count(number: int, told: dict[str, Any]) -> None:
        counts[number] += len(told.get("news", ()))

    for number, person in enumerate(people):
        person.heard = lambda _at, told, number=number: count(number, told)  # type: ignore[misc]
    watching = [asyncio.create_task(left_open(person)) for person in people]
    try:
        await asyncio.sleep(2)
        yield
    finally:
        for task in watching:
            task.cancel()
        for person in people:
            person.close()


async def person_plays(port: int, options: argparse.Namespace, times: Times) -> str:
    """One phase of the person; a sentence if its socket was closed."""
    rules, last = RULES[options.game], perf_counter()
    try:
        person = await make(
            port,
            "127.8.8.8",
            game=options.game,
            rules=rules,
            seats=["me", "first", "first", "first"],
            limit=0,
        )
        await person.enter()
        await play(person, options.plain, 10, times.plain)
        person.close()
        person = await make(
            port,
            "127.8.8.8",
            game=options.game,
            rules=rules,
            seats=["me", "search", "search", "search"],
            limit=0,
        )
        person.heard = lambda _at, told: (
            times.stands.append(told.get("stand_in")) if told["type"] == "room" else None
        )
        await person.enter(options.cap)
        stop = perf_counter() + options.cap
        for number in range(options.moves + 1):
            await person.turn(max(1.0, stop - perf_counter()))
            last = perf_counter()
            await person.act(max(1.0, stop - last))
            if number:  # the first loads compiled code
                times.answers.append(perf_counter() - last)
            await person.until(
                lambda: person.may_act or person.scored, max(1.0, stop - perf_counter())
            )
            if number:
                times.turns.append(perf_counter() - last)
            if perf_counter() > stop:
                break
        person.close()
    except TimeoutError:
        times.turns.append(perf_counter() - last)
    except Lost:
        times.turns.append(perf_counter() - last)
        return f"The person was closed with {person.closed}."
    return ""


async def phase(
    options: argparse.Namespace, load: bool, times: Times, counts: list[int]
) -> list[str]:
    """One phase on a new server, alone or beside the tables; its failures."""
    with served() as (_, port):
        if not load:
            return [why for why in [await person_plays(port, options, times)] if why]
        async with beside(port, options.game, options.tables, counts):
            began = perf_counter()
            why = await person_plays(port, options, times)
            counts.append(round(perf_counter() - began))
    return [f"Beside {options.tables} tables: {why}"] if why else []


COMPILED = """
from parlour.game import GAMES
from parlour.players import loading
for game in GAMES:
    loading.load(game)
"""


async def attack(options: argparse.Namespace) -> int:
    """Both kinds of phase in turn, and the verdict."""
    figures, failed = begin(), list[str]()
    subprocess.run([sys.executable, "-c", COMPILED], check=True)
    alone, loaded, actions = Times([], [], [], []), Times([], [], [], []), list[int]()
    for _ in range(options.repeats):
        failed += await phase(options, False, alone, [])
        counts = list[int]()
        failed += await phase(options, True, loaded, counts)
        *tables, seconds = counts
        actions.append(sum(tables))
        figures[f"actions of the {options.tables} tables, run {len(actions)}"] = (
            f"{sum(tables)} in {seconds} s"
        )
    if not min(actions):
        failed.append("The tables made no action, so there was no load.")
    limits = {"plain": PLAIN, "answers": None, "turns": STRONG}
    names = {
        "plain": "plain opponents, answered",
        "answers": "search, answered",
        "turns": "search, may act again",
    }
    for name, limit in limits.items():
        baseline, other = (percentiles(getattr(times, name), (50, 99)) for times in (alone, loaded))
        figures[f"{names[name]}: moves alone, beside"] = (
            f"{len(getattr(alone, name))}, {len(getattr(loaded, name))}"
        )
        figures[f"{names[name]}: ms alone"], figures[f"{names[name]}: ms beside"] = baseline, other
        ratio = other["p99"] / max(baseline["p99"], 0.1)
        figures[f"{names[name]}: p99, times"] = round(ratio, 2)
        if limit and ratio > limit:
            failed.append(
                f"{names[name]}: p99 is {ratio:.1f} times that alone; {limit:g} is allowed."
            )
    for name, times in (("alone", alone), ("beside", loaded)):
        stands = [why for why in times.stands if why]
        figures[f"search, {name}: room messages with a stand-in"] = (
            f"{len(stands)} of {len(times.stands)} {sorted(set(map(str, stands)))}"
        )
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=RULES, default="hearts")
    parser.add_argument("--tables", type=count, default=28)
    parser.add_argument(
        "--moves", type=count, default=40, help="of the person against `search`, a phase"
    )
    parser.add_argument(
        "--plain", type=positive, default=20.0, help="seconds against plain computers, a phase"
    )
    parser.add_argument(
        "--cap", type=positive, default=60.0, help="seconds against `search` at most, a phase"
    )
    parser.add_argument(
        "--repeats",
        type=count,
        default=2,
        help="phases alone, and as many beside the tables, in turn",
    )
    return asyncio.run(attack(parser.parse_args()))


if __name__ == "__main__":
    run(main)
