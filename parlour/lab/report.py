"""What `parlour duel` and `parlour train` show: progress, and figures as a table or as JSON."""

import io
import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from math import isfinite
from typing import NamedTuple

from rich.console import Console as Screen
from rich.progress import Progress

from parlour.errors import UsageError, quote
from parlour.game import find_game, part
from parlour.lab import figures
from parlour.lab.duel import Duel, Figure, Row, Side, Stand, difference, recorded, rows, sides, told
from parlour.lab.figures import progress
from parlour.lab.train import begin, kept, plan_of, step, taken_up, written
from parlour.terminal.console import (
    Console,
    complain,
    open_for_resume,
    read_file,
    reason,
    replace_file,
    write_all,
)


class Wish(NamedTuple):
    """What `parlour duel` is asked for, besides the duel itself."""

    deals: int
    jobs: int | None = None
    log: str | None = None
    resume: bool = False
    as_json: bool = False


def duel(console: Console, wanted: Duel, wish: Wish) -> None:
    """Play the deals that are missing, and say what all of them came to."""
    Stand(wanted)  # refuses what cannot be seated
    if wish.resume and wish.log is None:
        raise UsageError("--resume needs --log, the file whose deals it continues.")
    with ExitStack() as stack:
        file, found = None, list[Row]()
        if wish.log is not None:
            file, found = opened(wish.log, wanted, wish.resume)
            stack.enter_context(file)
        missing = range(len(found), wish.deals)
        played = rows(wanted, missing, wish.jobs or os.cpu_count() or 1)
        try:
            for row in progress(played, "Deals", wish.deals, len(found)):
                found.append(row)
                if file:
                    write_all(file, told(row).encode(), "The log")
        except KeyboardInterrupt:
            how = "; --resume continues." if file else "."
            complain(f"Interrupted after {len(found)} of {wish.deals} deals{how}")
            raise
    both = sides(wanted, found[: wish.deals])
    gain = difference(wanted, found[: wish.deals])
    if wish.as_json:
        told_of = [
            {name: told_as(value) for name, value in side._asdict().items()} for side in both
        ]
        console.say(
            json.dumps(
                wanted.heading()
                | {"deals": wish.deals, "sides": told_of, "difference": told_as(gain)}
            )
        )
    else:
        console.say(*table(wanted, wish.deals, both, gain))


def opened(path: str, wanted: Duel, resume: bool) -> tuple[io.FileIO, list[Row]]:
    """The file of deals, open for more, and those that it holds already; UsageError where it cannot
    be gone on with.
    """
    file, found, whole = open_for_resume(path, "deals", resume, lambda: recorded(path, wanted))
    if not whole:
        write_all(file, (json.dumps(wanted.heading()) + "\n").encode(), "The log")
    return file, found


def told_as(value: object) -> object:
    """A value for JSON, which knows no infinity: one deal alone has no interval."""
    return (
        {"mean": value.mean, "half": value.half if isfinite(value.half) else None}
        if isinstance(value, Figure)
        else value
    )


def pair(figure: Figure, percent: bool = False) -> str:
    """A figure with its interval."""
    return (
        f"{figure.mean:.2%} +- {figure.half:.2%}"
        if percent
        else f"{figure.mean:.3f} +- {figure.half:.3f}"
    )


def table(wanted: Duel, deals: int, both: Sequence[Side], gain: Figure) -> list[str]:
    """The figures as lines."""
    kind = "matches" if wanted.matches else "rounds"
    how = "all mixed seatings" if wanted.mixed else "one against the rest, in every seat"
    head = [
        "player",
        "points a round",
        "minus the others'",
        f"{kind} won",
        "moons made",
        "conceded",
        "CPU ms a decision",
    ]
    lines = [
        [
            side.player,
            pair(side.own),
            pair(side.rel),
            pair(side.won, True),
            pair(side.made, True),
            pair(side.conceded, True),
            f"{side.milliseconds:.3f}",
        ]
        for side in both
    ]
    if not part(wanted.game, "report"):
        head, lines = head[:4] + head[6:], [line[:4] + line[6:] for line in lines]
    verb, than = ("pays", "less") if find_game(wanted.game).BEST == "fewest" else ("gets", "more")
    return [
        f"{wanted.game}, {deals} deals of seed {wanted.seed}, {how}; 95 % intervals over deals",
        *figures.table(head, lines),
        f"{wanted.players[0]} {verb} {pair(gain)} points a round {than} than {wanted.players[1]} "
        f"on the same deals",
    ]


def train(console: Console, game: str, sizes: dict[str, int], out: str, resume: bool) -> None:
    """Train a policy, and write its weights; what is kept on the way lies beside them."""
    plan = plan_of(game)._replace(**sizes)
    path = f"{out}.training"
    lesson = begin(game)
    if resume and os.path.exists(path):
        lesson = taken_up(read_file(path), path, game, plan)
    screen = Screen(stderr=True)
    try:
        with Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar:
            task = bar.add_task("Steps", total=plan.steps, completed=lesson.step)
            while lesson.step < plan.steps:
                lesson = step(game, plan, lesson)
                bar.update(
                    task, completed=lesson.step, description=f"Steps; {lesson.utility:+.2f} a round"
                )
    except KeyboardInterrupt:
        put(path, kept(game, plan, lesson))
        complain(f"Interrupted after {lesson.step} of {plan.steps} steps; --resume continues.")
        raise
    put(out, written(game, plan, lesson))
    if os.path.exists(path):
        os.unlink(path)
    console.say(
        f"Wrote {len(lesson.weights)} weights after {plan.steps} steps of {plan.rounds} rounds to "
        f"{quote(out)}."
    )


def put(path: str, text: str) -> None:
    """Write a file whole; UsageError where it cannot be."""
    try:
        replace_file(path, text.encode())
    except (OSError, ValueError) as error:
        raise UsageError(f"The file {quote(path)} cannot be written: {reason(error)}.") from None
