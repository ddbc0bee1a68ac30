"""CPU of the decisions of `search`, here and in an older checkout, in one run.

    python bench/decisions.py [--old FOLDER] [--library FOLDER] [--decisions N] [--game G]
                              [--judge P] [--json]
    python bench/decisions.py --old FOLDER --game G --truth P [--decisions N] [--strangers]

Positions with a choice come from rounds of `search` against its like and against `trained`. Each
side has a process of its own, and both decide each position in turn, twice; the lesser time counts.
Times are CPU milliseconds, medians and means over positions. Another process of each side counts
what its kernels take: the rest of a decision is glue. With --library the new side has the library
that `python -m parlour.engine.ahead.build` made of these sources there, as an installed Parlour
has, and the old has Numba's code; else both have that. With --judge the old side also decides each
position with P playouts and other dice. By these the two sides' choices are compared where they
differ: positive figures are in favour of the new.

With --truth nothing is timed. Both choices are played out P times in the true deal where they
differ, by the policy in all seats. So this judge shares no worlds with either side. The figures are
gains of the new in a hand, summed over its decisions, with intervals over deals. With --strangers
no seat's level is known.
"""

import argparse
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import fmean, median
from types import ModuleType
from typing import Any, TypeAlias

sys.path.insert(0, str(Path(__file__).parent))
from arguments import checkout, count, number, run
from figures import json_text
from machine import machine

from parlour.cards import popcount
from parlour.catalogue.registry import BUILT_IN, GAMES, part
from parlour.errors import UsageError, quote
from parlour.lab.duel import figure
from parlour.lab.figures import progress
from parlour.match import Acted, Dealt, Match, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import search, trained

Position: TypeAlias = dict[str, Any]
HERE = Path(__file__).parent.parent


def begun(game: str, levels: list[str], number: int, deck: list[int]) -> Match:
    """A round of these levels."""
    seated = [Seated(seat, level) for seat, level in enumerate(levels)]
    match = fold([Opened(game, GAMES[game].Rules(), "decisions"), *seated])
    return step(match._replace(number=number), Dealt(tuple(deck)))


def positions(game: str, wanted: int, *, strangers: bool = False) -> Iterator[Position]:
    """Positions in which a seat of `search` has a choice; in the views of `strangers` the seats
    have names of people.
    """
    random, total, deal = Random(f"decisions {game}"), 0, 0
    seats = GAMES[game].seats(GAMES[game].Rules())
    while total < wanted:
        levels = ["search"] + ["search" if deal % 2 else "trained"] * (seats - 1)
        deck, number, acts = random.sample(range(52), 52), deal % 4, list[list[int]]()
        shown = [f"human:{seat}" for seat in range(seats)] if strangers else levels
        match = begun(game, shown, number, deck)
        while match.playing and total < wanted:
            seat = actor(match)
            seen, seed = view(match, seat), dice(match, seat)
            if levels[seat] == "search" and popcount(seen.legal) > 1:
                yield {
                    "game": game,
                    "levels": shown,
                    "searching": levels.count("search"),
                    "number": number,
                    "deck": deck,
                    "acts": list(acts),
                }
                total += 1
                action = search.unhurried(seen, seed).action
            else:
                action = trained.act(seen, seed)
            match = step(match, Acted(seat, action))
            acts.append([seat, action])
        deal += 1


def timed_kernels(spent: dict[str, float]) -> None:
    """Let every kernel add its seconds to `spent`."""

    def timer(name: str, call: Callable[..., None]) -> Callable[..., None]:
        def timed(*arguments: Any) -> None:
            began = time.thread_time()
            call(*arguments)
            spent[name] = spent.get(name, 0.0) + time.thread_time() - began

        return timed

    # here, since a checkout from before there was a library lacks them
    from parlour.engine.compiler.kernel import KERNELS

    modules = [module for module in list(sys.modules.values()) if isinstance(module, ModuleType)]
    for kernel in KERNELS.values():
        name = kernel.function.__name__
        original: Any = vars(sys.modules[kernel.function.__module__])[name]
        held = timer(name, original)
        for module in modules:
            if vars(module).get(name) is original:
                setattr(module, name, held)


def serve(kernels: bool) -> None:
    """Decide the positions of standard input, a line each."""
    spent: dict[str, float] = {}
    for game in BUILT_IN:
        part(game, "engine.search")
    if kernels:
        with suppress(ImportError):
            timed_kernels(spent)
    for line in sys.stdin:
        asked = json.loads(line)
        _, seen, seed = position_of(asked)
        seed += asked.get("dice", 0)
        budget = search.BUDGET._replace(seconds=float("inf"))
        if "playouts" in asked:
            budget = budget._replace(playouts=asked["playouts"])
        spent.clear()
        if hasattr(search, "plan_of"):
            search.plan_of.cache_clear()  # each card of a pass is decided for itself
        began = time.process_time()
        if "dice" in asked and hasattr(search, "weighed"):  # by these dice in a pass too
            thought = search.finished(search.weighed(seen, seed, budget))
        else:
            thought = search.think(seen, seed, budget)
        took = 1000 * (time.process_time() - began)
        told = {
            "ms": took,
            "kernels": {name: 1000 * seconds for name, seconds in spent.items()},
            "chosen": sorted(thought.candidates[thought.chosen]),
            "better": [
                [sorted(choice), better]
                for choice, better in zip(thought.candidates, thought.better, strict=True)
            ],
            "playouts": sum(thought.playouts),
            "unit": thought.unit,
        }
        sys.stdout.write(json.dumps(told) + "\n")
        sys.stdout.flush()


class Side:
    """A checkout, and its processes."""

    def __init__(self, folder: Path, library: Path | None = None) -> None:
        """Start them, with the library of a folder or with Numba."""
        self.folder = folder
        command = [sys.executable, str(Path(__file__).resolve()), "--serve"]
        inherited = {**os.environ, "PYTHONPATH": str(folder.resolve()), "PARLOUR_KERNELS": "jit"}
        if library:
            variables = {"PARLOUR_KERNELS": "library", "PARLOUR_LIBRARY": str(library.resolve())}
            inherited.update(variables)
        self.plain, self.counting = (
            subprocess.Popen(
                [*command, *more],
                env=inherited,
                cwd=folder,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
                start_new_session=True,  # an interrupt reaches this process alone
            )
            for more in ([], ["--kernels"])
        )

    def decide(self, position: Position, **more: int) -> dict[str, Any]:
        """A timed decision."""
        return self._asked(self.plain, {**position, **more})

    def kernels(self, position: Position) -> dict[str, float]:
        """The milliseconds of each kernel in a decision."""
        times: dict[str, float] = self._asked(self.counting, position)["kernels"]
        return times

    def _asked(self, process: subprocess.Popen[str], position: Position) -> dict[str, Any]:
        assert process.stdin
        assert process.stdout
        answer = ""
        with suppress(BrokenPipeError):
            process.stdin.write(json.dumps(position) + "\n")
            process.stdin.flush()
            answer = process.stdout.readline()
        if not answer:
            raise UsageError(f"The process of {quote(str(self.folder))} ended (see above).")
        told: dict[str, Any] = json.loads(answer)
        return told

    def end(self) -> None:
        """End them."""
        for process in (self.plain, self.counting):
            process.kill()
            process.wait()


def judged(position: Position, new: Any, old: Any, side: Side, playouts: int) -> float | None:
    """How much better the new choice is, by many playouts; 0 where both are the same. None where
    the judge does not have both among its candidates.
    """
    if new["chosen"] == old["chosen"]:
        return 0.0
    by = {
        str(choice): better
        for choice, better in side.decide(position, playouts=playouts, dice=1)["better"]
    }
    both = str(new["chosen"]), str(old["chosen"])
    return float(by[both[0]] - by[both[1]]) if by.keys() >= {*both} else None


def position_of(asked: Position) -> tuple[Match, View, int]:
    """The match at a position, its view by the seat in turn, and the dice of that seat."""
    match = begun(asked["game"], asked["levels"], asked["number"], asked["deck"])
    for seat, action in asked["acts"]:
        match = step(match, Acted(seat, action))
    seat = actor(match)
    return match, view(match, seat), dice(match, seat)


def in_truth(position: Position, new: Any, old: Any, playouts: int) -> tuple[float, float]:
    """How many points fewer the new choice costs in the true deal, and how much it gains on the
    others' mean.
    """
    # here, since an older checkout may lack them
    from parlour.engine.search.protocol import Model
    from parlour.players.oracle import truth

    if new["chosen"] == old["chosen"]:
        return 0.0, 0.0
    from parlour.players.parts import parts_of  # here, since an older checkout lacks it

    match, seen, seed = position_of(position)
    engine, weights = parts_of(seen.game)
    betas = [1.0] * len(seen.players)
    options = [tuple(new["chosen"]), tuple(old["chosen"])]
    ends = engine.played(
        seen, truth(match, seen, playouts), Model(weights, betas, betas), options, seed + 1, 0
    )
    points = [[world[i][seen.seat] for world in ends.tolist()] for i in range(2)]
    gained = search.worth(seen, ends, "points").tolist()
    return fmean(points[1]) - fmean(points[0]), fmean([new - old for new, old in gained])


def judged_by_truth(
    game: str, options: argparse.Namespace, sides: dict[str, Side]
) -> dict[str, Any]:
    """The gains of the new side a hand, by playouts of true deals."""
    deals: dict[str, list[float]] = {}
    differ = count = 0
    for position in positions(game, options.decisions, strangers=options.strangers):
        new, old = (sides[name].decide(position) for name in ("new", "old"))
        deal = deals.setdefault(str(position["deck"]), [0.0, 0.0])
        for n, gain in enumerate(in_truth(position, new, old, options.truth)):
            deal[n] += gain / position["searching"]
        differ += new["chosen"] != old["chosen"]
        count += 1
    return {
        "deals": len(deals),
        "other choice": round(differ / count, 3),
        "fewer points a hand": [
            round(part, 3) for part in figure([fewer for fewer, _ in deals.values()])
        ],
        "gain on the others a hand": [
            round(part, 3) for part in figure([gain for _, gain in deals.values()])
        ],
    }


def asked(
    cases: list[Position], sides: dict[str, Side]
) -> tuple[dict[str, list[dict[str, Any]]], dict[str, list[dict[str, float]]]]:
    """By side: the decisions with the lesser of two times, and the milliseconds of kernels."""
    told: dict[str, list[dict[str, Any]]] = {name: [] for name in sides}
    parts: dict[str, list[dict[str, float]]] = {name: [] for name in sides}
    for position in progress(cases, "Positions", len(cases)):
        for name, side in sides.items():
            told[name].append(side.decide(position))
        for name, side in sides.items():
            again = side.decide(position)
            told[name][-1]["ms"] = min(told[name][-1]["ms"], again["ms"])
            parts[name].append(side.kernels(position))
    return told, parts


def figures_of(told: list[dict[str, Any]], parts: list[dict[str, float]]) -> dict[str, Any]:
    """The figures of a side."""
    times = [decision["ms"] for decision in told]
    kernels = {
        kernel: round(fmean([spent.get(kernel, 0.0) for spent in parts]), 2)
        for kernel in {kernel for spent in parts for kernel in spent}
    }
    return {
        "median": round(median(times), 2),
        "mean": round(fmean(times), 2),
        "largest": round(max(times), 1),
        "playouts": round(fmean([decision["playouts"] for decision in told])),
        "in kernels": round(fmean([sum(spent.values()) for spent in parts]), 2),
        "kernels": dict(sorted(kernels.items(), key=lambda pair: -pair[1])),
    }


def measured(game: str, options: argparse.Namespace, sides: dict[str, Side]) -> dict[str, Any]:
    """The figures of a game."""
    if options.truth:
        return judged_by_truth(game, options, sides)
    cases = list(positions(game, options.decisions))
    asked(cases[:8], sides)  # what is compiled and loaded once is not measured
    told, parts = asked(cases, sides)
    figures = {name: figures_of(told[name], parts[name]) for name in sides}
    if "old" not in sides:
        return figures
    pairs = list(zip(told["new"], told["old"], strict=True))
    figures["new against old"] = {
        "median of the ratios": round(median([new["ms"] / old["ms"] for new, old in pairs]), 3),
        "ratio of the means": round(
            sum([new["ms"] for new, _ in pairs]) / sum([old["ms"] for _, old in pairs]), 3
        ),
        "same choice": round(fmean([new["chosen"] == old["chosen"] for new, old in pairs]), 3),
    }
    if options.judge:
        gains = [
            judged(position, new, old, sides["old"], options.judge)
            for position, (new, old) in zip(cases, pairs, strict=True)
        ]
        scores = [gain for gain in gains if gain is not None]
        figures["new against old"]["not judged"] = len(gains) - len(scores)
        if scores:
            figures["new against old"]["better by, a decision"] = [
                round(part, 4) for part in figure(scores)
            ]
    return figures


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--old", type=checkout)
    parser.add_argument("--library", type=Path)
    parser.add_argument("--decisions", type=count, default=200)
    parser.add_argument("--game", choices=BUILT_IN)
    parser.add_argument("--judge", type=number, default=0, metavar="PLAYOUTS")
    parser.add_argument("--truth", type=number, default=0, metavar="PLAYOUTS")
    parser.add_argument("--strangers", action="store_true")
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--kernels", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.serve:
        serve(options.kernels)
        return
    if options.truth and not options.old:
        parser.error("--truth needs --old.")
    if options.judge and (not options.old or options.truth):
        parser.error("--judge needs --old, without --truth.")
    if options.strangers and not options.truth:
        parser.error("--strangers needs --truth.")
    from parlour.engine.compiler.library import file_of, target  # an older checkout may lack it

    if options.library and not Path(file_of(options.library, target())).is_file():
        parser.error(f"{options.library} has no library for {target()}")
    sides = {"new": Side(HERE, options.library)}
    if options.old:
        sides["old"] = Side(options.old)
    figures: dict[str, Any] = {"machine": machine(), "decisions": options.decisions}
    try:
        for game in [options.game] if options.game else BUILT_IN:
            figures[game] = measured(game, options, sides)
            if not options.json:
                sys.stdout.write(f"{game}: {json_text(figures[game], indent=1)}\n")
    finally:
        for side in sides.values():
            side.end()
    sys.stdout.write(json_text(figures) + "\n" if options.json else f"{machine()}\n")


if __name__ == "__main__":
    run(main)
