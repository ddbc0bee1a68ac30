"""Timing of computers: how well the time of an action tells whether the computer had a choice.

    python -m tests.attack.pace [--games A,B] [--levels A,B] [--turns N] [--tables N] [--data FILE]

A person plays against a computer of the level (and plain computers in the other seats), and notes
when each frame arrives. The truth comes from the data file afterwards: whether the acting seat had
more than one legal action. Frames that arrive within 0.02 s are one burst; its time counts from the
burst before, or from the person's own action if that is later. The figure is the area under the ROC
curve (AUC) over the turns of a game and level: 0.5 if the time tells nothing. The attack succeeds
above 0.55. The figure is the larger of AUC and 1 - AUC, which is above 0.5 by chance: by about 0.02
with 1,000 turns. Passes of Hearts are left out: each is a choice, and no message tells of them.
"""

import argparse
import asyncio
import sys
import tempfile
from math import sqrt
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from arguments import count, run
from figures import percentiles
from rich.progress import Progress
from server import served

from parlour.cards import NOBODY, SPECTATOR
from parlour.match import Acted, legal, view
from tests.attack.support import Lost, Person, begin, end, events, make

TOGETHER = 0.02  # seconds between the frames of a burst
LIMIT = 0.55
FEWEST = 20  # turns of each kind that a figure needs
SEATS = {
    "straights": ["me", "", "first", "first"],
    "hearts": ["me", "", "first", "first"],
    "crazy-eights": ["me", ""],
}  # the empty text is the seat of the level in question


class Area(NamedTuple):
    """The larger of AUC and 1 - AUC, and half its 95 % interval."""

    mean: float
    half: float


def auc(yes: list[float], no: list[float]) -> Area:
    """AUC of two samples: the share of pairs in which `yes` is larger, ties counting a half; the
    interval is DeLong's.
    """
    sample, other = np.sort(np.asarray(yes)), np.sort(np.asarray(no))
    above = (np.searchsorted(other, sample, "left") + np.searchsorted(other, sample, "right")) / (
        2 * len(other)
    )
    below = 1 - (
        np.searchsorted(sample, other, "left") + np.searchsorted(sample, other, "right")
    ) / (2 * len(sample))
    mean = float(above.mean())
    variance = sum(float(part.var(ddof=1)) / len(part) for part in (above, below) if len(part) > 1)
    return Area(max(mean, 1 - mean), 1.96 * sqrt(variance))


class Observer:
    """Plays at a table, and notes the time of each burst of frames and the actions in it."""

    def __init__(self, person: Person) -> None:
        """Nothing seen yet."""
        self.person = person
        self.bursts: list[
            tuple[float, list[tuple[int, str]]]
        ] = []  # seconds since the burst or act before; seats and actions
        # arrival of the last frame; when the person last acted
        self.last = self.start = perf_counter()
        self.open = False  # whether the next frame may belong to the last burst
        person.heard = self.hear

    def hear(self, at: float, told: dict[str, Any]) -> None:
        """Take in one message."""
        if not self.open or at - self.last > TOGETHER:
            self.bursts.append((at - max(self.last, self.start), []))
        self.open, self.last = True, at
        self.bursts[-1][1].extend((act["seat"], act["action"]) for act in told.get("news", ()))

    async def act(self) -> None:
        """Act, or request the next round."""
        await self.person.until(lambda: self.person.may_act or self.person.scored)
        await asyncio.sleep(2 * TOGETHER)  # the burst is over
        self.start, self.open = perf_counter(), False
        if self.person.may_act:
            await self.person.act()
        else:
            await self.person.turn()

    def turns(self, seat: int) -> int:
        """The number of bursts with an action of a seat."""
        return sum(any(who == seat for who, _ in told) for _, told in self.bursts)


def truth(data: Path, table: str, seat: int) -> list[bool]:
    """For each public action of a seat, in order, whether there was a choice."""
    choices = []
    for before, event, _ in events(data, table):
        if (
            before
            and isinstance(event, Acted)
            and event.seat == seat
            and view(before, SPECTATOR).table.turn != NOBODY
        ):
            # passes are no public actions; nobody is in turn then
            choices.append(legal(before, seat).bit_count() > 1)
    return choices


def samples(observer: Observer, seat: int, choices: list[bool]) -> tuple[list[float], list[float]]:
    """The times of bursts with a choice, and without; one of several actions counts as a choice for
    the burst.
    """
    yes, no, at = list[float](), list[float](), 0
    for seconds, told in observer.bursts:
        acted = sum(who == seat for who, _ in told)
        if acted and at + acted <= len(choices):
            (yes if any(choices[at : at + acted]) else no).append(seconds)
        at += acted
    return yes, no


async def sit(port: int, game: str, level: str, number: int) -> Observer:
    """The observer of a new table."""
    rules = {"target": 100_000} if game != "hearts" else {}
    seats = [level if seat == "" else seat for seat in SEATS[game]]
    person = await make(port, f"127.3.0.{number + 1}", game=game, rules=rules, seats=seats, limit=0)
    await person.enter(120)
    return Observer(person)


async def watch(
    observers: list[Observer], seat: int, turns: int, progress: Progress, name: str
) -> None:
    """Play at all tables until enough bursts tell of the seat."""
    bar = progress.add_task(name, total=turns)

    async def play_on(observer: Observer) -> None:
        while (seen := sum(other.turns(seat) for other in observers)) < turns:
            progress.update(bar, completed=seen)
            await observer.act()

    await asyncio.gather(*(play_on(observer) for observer in observers))


async def measure(
    options: argparse.Namespace, game: str, level: str, data: Path, progress: Progress
) -> tuple[str, str]:
    """One game and level on a new server; its figures, and a sentence if it failed."""
    with served(data) as (_, port):
        observers = [await sit(port, game, level, number) for number in range(options.tables)]
        seat = SEATS[game].index("")
        for observer in observers:
            await observer.act()  # the first loads compiled code
            await asyncio.sleep(1)
        skipped = [len(observer.bursts) for observer in observers]
        try:
            await watch(
                observers,
                seat,
                options.turns + sum(observer.turns(seat) for observer in observers),
                progress,
                game,
            )
        except (Lost, TimeoutError) as error:
            return (
                "",
                f"{game}, {level}: {type(error).__name__}, closed with "
                f"{observers[0].person.closed}.",
            )
        for observer in observers:
            observer.person.close()
    yes, no = list[float](), list[float]()
    for observer, first in zip(observers, skipped, strict=True):
        choices = truth(data, observer.person.table, seat)
        early = sum(who == seat for _, told in observer.bursts[:first] for who, _ in told)
        observer.bursts = observer.bursts[first:]
        free, forced = samples(observer, seat, choices[early:])
        yes, no = yes + free, no + forced
    if min(len(yes), len(no)) < FEWEST:
        return (
            "",
            f"{game}, {level}: {len(yes)} turns with a choice and {len(no)} without are too few; "
            f"{FEWEST} of each are needed.",
        )
    area = auc(yes, no)
    middle = [percentiles(times, (50,))["p50"] for times in (yes, no)]
    told = f"AUC {area.mean:.3f} +- {area.half:.3f}; {len(yes)} turns with a choice, "
    told += f"median {middle[0]} ms, {len(no)} without, {middle[1]} ms"
    why = f"{game}, {level}: AUC {area.mean:.3f}; {LIMIT} is allowed."
    return told, why if area.mean > LIMIT else ""


async def attack(options: argparse.Namespace) -> int:
    """All games and levels."""
    figures, failed = begin(), list[str]()
    with (
        tempfile.TemporaryDirectory() as folder,
        Progress(disable=not sys.stderr.isatty()) as progress,
    ):
        for game in options.games.split(","):
            for level in options.levels.split(","):
                told, why = await measure(
                    options, game, level, Path(folder) / f"{game}-{level}.db", progress
                )
                figures[f"{game}, {level}"] = told or "not measured"
                failed += [why] if why else []
    return end(figures, failed)


def main() -> int:
    """Run the attack."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", default=",".join(SEATS), metavar="A,B,...")
    parser.add_argument("--levels", default="trained,search", metavar="A,B,...")
    parser.add_argument("--turns", type=count, default=1000, help="of a game and level")
    parser.add_argument(
        "--tables",
        type=count,
        default=2,
        help="at once; many would queue, and hide what a single decision tells",
    )
    return asyncio.run(attack(parser.parse_args()))


if __name__ == "__main__":
    run(main)
