"""The information about hidden cards in the search's worlds: `python bench/belief.py [--rounds N]
[--game G] [--levels A,B] [--beta X] [--strangers] [--seed S] [--json]`.

One position is taken from each round of the level `trained` against others, after at least four
actions of each seat. For each card in another hand, the figure is the logarithm of the share of
worlds in which it is in that hand: of 480 worlds that fit the view, and of 480 that are also
weighted by likelihood, with the level's inverse temperature or that of --beta. With --strangers
nobody's level is known. Means over rounds with 95 % intervals; 0 would be full information.
"""

import argparse
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
from arguments import amount, check, count, run, seed
from figures import json_text
from machine import machine
from rich.progress import Progress

from parlour.cards import cards, popcount
from parlour.catalogue.registry import GAMES
from parlour.engine.compiler.arrays import floats_of
from parlour.lab.duel import Figure, figure
from parlour.match import Acted, Dealt, Match, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import LEVELS
from parlour.players.parts import engine
from parlour.players.search import Budget, worlds_of
from parlour.players.trained import weights

BATCHES = 8  # of worlds, 480 in all


def positions(game: str, level: str, seed: int) -> Iterator[Match]:
    """Positions, one of each round: seat 0 has a choice, and each seat has acted at least four
    times.
    """
    random, rules = Random(f"{seed} {game}"), GAMES[game].Rules()
    seats = GAMES[game].seats(rules)
    levels = ["trained"] + [level] * (seats - 1)
    while True:
        match = fold(
            [
                Opened(game, rules, str(seed)),
                *(Seated(seat, name) for seat, name in enumerate(levels)),
            ]
        )
        match = step(
            match._replace(number=random.randrange(4)), Dealt(tuple(random.sample(range(52), 52)))
        )
        matches = []
        while match.playing:
            seat = actor(match)
            seen = view(match, seat)
            if seat == 0 and popcount(seen.legal) > 1 and len(seen.seen) > 4 * seats:
                matches.append(match)
            match = step(match, Acted(seat, LEVELS[game][levels[seat]](seen, dice(match, seat))))
        if matches:
            yield random.choice(matches)


def certainty(seen: View, match: Match, believe: bool, beta: float | None) -> float:
    """The mean, over the cards in other hands, of the logarithm of the share of worlds with the
    right hand.
    """
    taken = engine(seen.game).models(seen, weights(seen.game))
    if beta is not None:
        betas = floats_of([beta] * len(seen.players))
        taken = tuple(model._replace(likelihood_betas=betas) for model in taken)
    batches = islice(worlds_of(seen, 1, Budget(believe=believe), taken), BATCHES)
    hands = np.concatenate([worlds.hands for batch in batches for worlds, _ in batch])
    right = [
        (hands[:, seat] >> card & 1).sum() for seat in range(len(seen.players)) if seat != seen.seat
        for card in cards(match.state.hands[seat])
    ]  # fmt: skip
    return float(np.log((np.array(right) + 0.5) / (len(hands) + 1)).mean())


def measured(
    game: str, level: str, options: argparse.Namespace, bar: Progress
) -> dict[str, Figure]:
    """The figures of worlds that fit, and of worlds that are also weighted."""
    pairs: list[tuple[float, float]] = []
    task = bar.add_task(f"{game}, {level}", total=options.rounds)
    for match in islice(positions(game, level, options.seed), options.rounds):
        seen = view(match, 0)
        if options.strangers:
            seen = seen._replace(players=("human",) * len(seen.players))
        pairs.append(
            (certainty(seen, match, False, None), certainty(seen, match, True, options.beta))
        )
        bar.advance(task)
    fit, believed = zip(*pairs, strict=True)
    return {"fit": figure(fit), "believed": figure(believed)}


def main() -> None:
    """Measure, and print a line a game and level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=count, default=300)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--beta", type=amount)
    parser.add_argument("--strangers", action="store_true")
    parser.add_argument("--levels", default="first,careful,greedy,trained", metavar="A,B,...")
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    check([options.game] if options.game else GAMES, options.levels.split(","))
    figures: dict[str, Any] = {
        "machine": machine(),
        "rounds": options.rounds,
        "seed": options.seed,
        "beta": options.beta,
    }
    with Progress(transient=True) as bar:
        for game in [options.game] if options.game else GAMES:
            for level in options.levels.split(","):
                means = measured(game, level, options, bar)
                figures[f"{game}, {level}"] = {
                    worlds: mean._asdict() for worlds, mean in means.items()
                }
    if options.json:
        print(json_text(figures))
        return
    for name, value in figures.items():
        text = value
        if isinstance(value, dict):
            text = ", ".join(
                f"{worlds} {row['mean']:.3f} +- {row['half']:.3f}" for worlds, row in value.items()
            )
        print(f"{name}: {text}")


if __name__ == "__main__":
    run(main)
