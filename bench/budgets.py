"""The worth of other budgets of `search`: `python bench/budgets.py GAME [--playouts N ...]
[--rounds N] [--seed N] [--json]`.

`search` plays rounds against its like. At a third of its decisions it decides again with each of
the other budgets, and once with its own and other dice ("again"). If two choices differ, all of
them are played out in the same 3,000 worlds, which are drawn for that. The figures are gains on its
own budget, of a seat in a round, in points or, where a match is one round, in games; with 95 %
intervals over rounds. The milliseconds are CPU of a decision.
"""

import argparse
import sys
import time
from math import inf
from pathlib import Path
from random import Random
from statistics import fmean, median
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from arguments import count, number, run, seed
from decisions import begun
from figures import json_text
from machine import machine
from rich.progress import track

from parlour.cards import Action, popcount
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.worlds.resampling import first
from parlour.lab.duel import figure
from parlour.match import Acted, View, actor, dice, step, view
from parlour.players import search, trained
from parlour.players.parts import engine

PART = 3  # one decision in so many is decided again
WORLDS = 3000  # of a judge
AGAIN, JUDGE = 0x5555, 0x77777  # other dice


def decided(seen: View, seed: int, playouts: int) -> tuple[tuple[Action, ...], int, float]:
    """The choice with so many playouts, those it took, and its milliseconds."""
    began = time.thread_time()
    budget = search.BUDGET._replace(playouts=playouts, seconds=inf)
    thought = search.finished(search.weighed(seen, seed, budget))  # by these dice in a pass too
    took = 1000 * (time.thread_time() - began)
    return thought.candidates[thought.chosen], sum(thought.playouts), took


def judged(seen: View, seed: int, choices: list[tuple[Action, ...]]) -> list[float]:
    """How much better each choice is than the first."""
    game_engine = engine(seen.game)
    models = game_engine.models(seen, trained.weights(seen.game))
    budget = search.BUDGET._replace(playouts=2 * WORLDS, match=False)
    weighing, worlds = (
        search.Weighing(seen, choices, budget),
        search.worlds_of(seen, seed, budget, models),
    )
    while left := WORLDS - weighing.done:
        for sample, model in first(next(worlds), left):
            weighing.add(game_engine.played(seen, sample, model, choices, seed, weighing.done))
    return [gain for gain, _ in weighing.better()]


def measured(options: argparse.Namespace) -> dict[str, Any]:
    """The figures of each budget."""
    random, game = Random(f"budgets {options.seed}"), options.game
    seats = GAMES[game].seats(GAMES[game].Rules())
    usual = search.BUDGET.playouts
    budgets = {"again": usual, **{str(n): n for n in options.playouts}}
    gains: dict[str, list[float]] = {name: [] for name in budgets}
    told: dict[str, list[tuple[int, float]]] = {name: [] for name in ("own", *budgets)}
    for deal in track(range(options.rounds), game, transient=True):
        match = begun(game, ["search"] * seats, deal % 4, random.sample(range(52), 52))
        sums = dict.fromkeys(budgets, 0.0)
        while match.playing:
            seat = actor(match)
            seen, seed = view(match, seat), dice(match, seat)
            if popcount(seen.legal) == 1:
                match = step(match, Acted(seat, trained.act(seen, seed)))
                continue
            chosen, spent, ms = decided(seen, seed, usual)
            if random.random() < 1 / PART:
                choices = {}
                told["own"].append((spent, ms))
                for name, playouts in budgets.items():
                    other = seed ^ AGAIN if name == "again" else seed
                    choices[name], took, ms = decided(seen, other, playouts)
                    told[name].append((took, ms))
                rest = sorted({*choices.values()} - {chosen})
                if rest:
                    worth = dict(
                        zip(
                            [chosen, *rest],
                            judged(seen, seed ^ JUDGE, [chosen, *rest]),
                            strict=True,
                        )
                    )
                    for name, choice in choices.items():
                        # it stands for so many decisions, and all seats are measured
                        sums[name] += PART * worth[choice] / seats
            action = next(action for action in chosen if seen.legal >> action & 1)
            match = step(match, Acted(seat, action))
        for name, gain in sums.items():
            gains[name].append(gain)
    return {
        name: {
            **({"gain": [round(part, 4) for part in figure(gains[name])]} if name in gains else {}),
            "playouts": round(fmean([took for took, _ in told[name]])),
            "median ms": round(median([ms for _, ms in told[name]]), 1),
            "mean ms": round(fmean([ms for _, ms in told[name]]), 1),
        }
        for name in told
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=BUILT_IN)
    parser.add_argument("--playouts", type=number, nargs="*", default=[1000, 2000])
    parser.add_argument("--rounds", type=count, default=200)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = measured(options)
    if options.json:
        sys.stdout.write(json_text({"machine": machine(), options.game: figures}) + "\n")
        return
    for name, row in figures.items():
        sys.stdout.write(f"{name:6} {row}\n")
    sys.stdout.write(f"{machine()}\n")


if __name__ == "__main__":
    run(main)
