"""The output of `parlour duel` and `parlour train`: progress, and figures as a table or as JSON."""

import io
import json
import os
from collections.abc import Sequence
from contextlib import ExitStack
from math import isfinite
from typing import NamedTuple

from rich.console import Console as Screen
from rich.progress import Progress

from parlour.catalogue.registry import find_game, part
from parlour.errors import UsageError, quote, reason
from parlour.lab import figures
from parlour.lab.deals import heading_text, recorded, row_text
from parlour.lab.duel import (
    Duel,
    Figure,
    Row,
    SeatedDuel,
    Side,
    difference,
    rows,
    sides,
)
from parlour.lab.figures import progress
from parlour.lab.train import begin, checkpoint_text, load_checkpoint, plan_of, step, weights_text
from parlour.terminal.console import (
    Console,
    complain,
    open_for_resume,
    read_file,
    replace_file,
    write_all,
)


class DuelOptions(NamedTuple):
    """The options of `parlour duel` besides the duel itself."""

    deals: int
    jobs: int | None = None
    log: str | None = None
    resume: bool = False
    as_json: bool = False


def duel(console: Console, wanted: Duel, options: DuelOptions) -> None:
    """Play the missing deals, and print the results of all."""
    SeatedDuel(wanted)  # refuses unknown players
    if options.resume and options.log is None:
        raise UsageError("--resume needs --log, the file whose deals it continues.")
    with ExitStack() as stack:
        file, recorded_rows = None, list[Row]()
        if options.log is not None:
            file, recorded_rows = opened(options.log, wanted, options.resume)
            stack.enter_context(file)
        missing = range(len(recorded_rows), options.deals)
        played = rows(wanted, missing, options.jobs or os.cpu_count() or 1)
        try:
            for row in progress(played, "Deals", options.deals, len(recorded_rows)):
                recorded_rows.append(row)
                if file:
                    write_all(file, row_text(row).encode(), f"The log {quote(str(file.name))}")
        except KeyboardInterrupt:
            how = "; --resume continues." if file else "."
            complain(f"Interrupted after {len(recorded_rows)} of {options.deals} deals{how}")
            raise
    both = sides(wanted, recorded_rows[: options.deals])
    gain = difference(wanted, recorded_rows[: options.deals])
    if options.as_json:
        printed = [
            {name: jsonable(value) for name, value in side._asdict().items()} for side in both
        ]
        console.say(
            json.dumps(
                wanted.heading()
                | {"deals": options.deals, "sides": printed, "difference": jsonable(gain)}
            )
        )
    else:
        console.say(*table(wanted, options.deals, both, gain))


def opened(path: str, wanted: Duel, resume: bool) -> tuple[io.FileIO, list[Row]]:
    """The file of deals, open for appending, and the rows in it; UsageError if it cannot be
    continued.
    """
    file, recorded_rows, whole = open_for_resume(
        path, "deals", resume, lambda: recorded(path, wanted)
    )
    if not whole:
        write_all(file, heading_text(wanted).encode(), f"The log {quote(path)}")
    return file, recorded_rows


def jsonable(value: object) -> object:
    """A value for JSON, which has no infinity: the half width for a single deal is null."""
    if not isinstance(value, Figure):
        return value
    return {"mean": value.mean, "half": value.half if isfinite(value.half) else None}


def pair(figure: Figure, percent: bool = False) -> str:
    """A figure with its interval."""
    if percent:
        return f"{figure.mean:z.2%} +- {figure.half:.2%}"
    return f"{figure.mean:z.3f} +- {figure.half:.3f}"


def table(wanted: Duel, deals: int, both: Sequence[Side], gain: Figure) -> list[str]:
    """The results of a duel as lines."""
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
    verb = "pays" if find_game(wanted.game).BEST == "fewest" else "gets"
    # a positive gain is less to pay, or more to get
    than = "less" if (verb == "pays") == (gain.mean >= 0) else "more"
    size = gain._replace(mean=abs(gain.mean))
    several = f"{deals} deal{'s' * (deals > 1)}"
    return [
        f"{wanted.game}, {several} of seed {wanted.seed}, {how}; 95 % intervals over deals",
        *figures.table(head, lines),
        f"{wanted.players[0]} {verb} {pair(size)} points a round {than} than {wanted.players[1]} "
        f"on the same deals",
    ]


def train(console: Console, game: str, sizes: dict[str, int], out: str, resume: bool) -> None:
    """Train a policy, and write its weights; checkpoints are stored next to them."""
    plan = plan_of(game)._replace(**sizes)
    path = f"{out}.training"
    state = begin(game)
    check_out(out, path, resume)
    if os.path.exists(path):
        state = load_checkpoint(read_file(path), path, game, plan)
    else:  # what cannot be written is known at once
        put(out if os.path.isdir(out) else path, "")
        os.unlink(path)
    screen = Screen(stderr=True)
    try:
        with Progress(console=screen, transient=True, disable=not screen.is_terminal) as bar:
            task = bar.add_task("Steps", total=plan.steps, completed=state.step)
            while state.step < plan.steps:
                state = step(game, plan, state)
                bar.update(
                    task, completed=state.step, description=f"Steps; {state.payoff:+.2f} a round"
                )
    except KeyboardInterrupt:
        put(path, checkpoint_text(game, plan, state))
        complain(f"Interrupted after {state.step} of {plan.steps} steps; --resume continues.")
        raise
    put(out, weights_text(game, plan, state))
    if os.path.exists(path):
        os.unlink(path)
    console.say(
        f"Wrote {len(state.weights)} weights after {plan.steps} steps of {plan.rounds} rounds to "
        f"{quote(out)}."
    )


def check_out(out: str, path: str, resume: bool) -> None:
    """UsageError if a training would replace a file that holds something else than weights, or an
    interrupted training.
    """
    if os.path.isfile(out) and (data := read_file(out)) and not is_weights(data):
        raise UsageError(f"The file {quote(out)} holds something else than weights.")
    if os.path.exists(path) and not resume:
        raise UsageError(
            f"The file {quote(path)} holds an interrupted training; --resume continues it."
        )


def is_weights(data: bytes) -> bool:
    """Whether a file holds weights, of any game."""
    try:
        held = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return isinstance(held, dict) and {"command", "features", "weights"} <= held.keys()


def put(path: str, text: str) -> None:
    """Write a whole file; UsageError if that fails."""
    try:
        replace_file(path, text.encode())
    except (OSError, ValueError) as error:
        raise UsageError(f"The file {quote(path)} cannot be written: {reason(error)}.") from None
