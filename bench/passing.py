"""The value of searching for the pass in Hearts: `python bench/passing.py [--deals N] [--playouts
P] [--seed S] [--json]`.

The first seat of each deal searches before any seat has passed, with P playouts for each of its
three cards. If the search passes other cards than the learned policy, the true deal is played out
400 times after both passes, by that policy in all seats and with the same random numbers. The
figure is points relative to the others' mean, 0 for equal passes; means over deals with 95 %
intervals.
"""

import argparse
from random import Random
from typing import Any

import numpy as np
from arguments import count, run, seed
from figures import json_text
from machine import machine
from rich.progress import track

from parlour.engine.worlds import Worlds
from parlour.games.hearts.engine.policy import playouts_passing
from parlour.games.hearts.rules import Rules
from parlour.lab.duel import figure
from parlour.match import Dealt, Opened, Seated, fold, step, view
from parlour.players import trained
from parlour.players.search import Budget, think, worth

TIMES = 400


def gained(deck: tuple[int, ...], number: int, playouts: int, seed: int) -> tuple[float, bool]:
    """The points by which the search's pass is better in this deal, and whether it differs from the
    policy's.
    """
    match = fold(
        [Opened("hearts", Rules(), str(seed)), *(Seated(seat, "search") for seat in range(4))]
    )
    match = step(match._replace(number=number), Dealt(deck))
    seen = view(match, 0)
    thought = think(seen, seed, Budget(playouts=playouts, seconds=float("inf")))
    passes = [thought.candidates[0], thought.candidates[thought.chosen]]
    hands = np.tile(np.array(match.state.hands, np.int64), (TIMES, 1))
    true = Worlds(hands, np.zeros((TIMES, 0), np.int8), np.zeros((TIMES, 0), np.int8))
    ends = playouts_passing(seen, true, trained.weights("hearts"), passes, seed)
    worths = np.asarray(worth(seen, ends, "points"))
    return float((worths[:, 1] - worths[:, 0]).mean()), thought.chosen != 0


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=count, default=1000)
    parser.add_argument("--playouts", type=count, default=Budget().playouts)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    random, found = Random(given.seed), list[tuple[float, bool]]()
    for deal in track(range(given.deals), "Passing", transient=True):
        deck = tuple(random.sample(range(52), 52))
        found.append(gained(deck, deal % 3, given.playouts, deal))  # left, right, across
    gains, others = zip(*found, strict=True)
    figures: dict[str, Any] = {
        "machine": machine(),
        **vars(given),
        "better": figure(gains)._asdict(),
        "other": figure(others)._asdict(),
    }
    del figures["json"]
    if given.json:
        print(json_text(figures))
        return
    for name, value in figures.items():
        print(
            f"{name}: {value['mean']:.3f} +- {value['half']:.3f}"
            if isinstance(value, dict)
            else f"{name}: {value}"
        )


if __name__ == "__main__":
    run(main)
