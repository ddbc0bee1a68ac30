"""What the search's worlds know of hidden cards: `python bench/belief.py [--positions N] [--game G] [--seed S] [--json]`.

Positions of rounds that the level `trained` plays against others, about half way. Of each card in another's hand: the logarithm
of the share of worlds in which it lies where it does, 512 worlds that fit the view, and 512 that are believed too. Means over
positions with 95 % intervals; 0 would be to know all.
"""

import argparse
import json
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import numpy as np
from machine import machine
from rich.progress import Progress

from parlour.cards import cards, popcount
from parlour.fast.worlds import Worlds
from parlour.games import GAMES
from parlour.lab.duel import Figure, figure
from parlour.match import Acted, Dealt, Match, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import LEVELS
from parlour.players.search import Budget, model, worlds_of

WORLDS = 512


def positions(game: str, level: str, seed: int) -> Iterator[Match]:
    """Rounds with a choice to make for seat 0, where a third of the cards have been played."""
    random, rules = Random(f"{seed} {game}"), GAMES[game].Rules()
    seats = GAMES[game].seats(rules)
    levels = ["trained"] + [level] * (seats - 1)
    while True:
        match = fold([Opened(game, rules, str(seed)), *(Seated(seat, name) for seat, name in enumerate(levels))])
        match = step(match._replace(number=random.randrange(4)), Dealt(tuple(random.sample(range(52), 52))))
        while match.playing:
            seat = actor(match)
            seen = view(match, seat)
            if seat == 0 and popcount(seen.legal) > 1 and len(seen.seen) > 4 * seats and random.random() < 0.3:
                yield match
            match = step(match, Acted(seat, LEVELS[game][levels[seat]](seen, dice(match, seat))))


def known(seen: View, match: Match, budget: Budget) -> float:
    """The mean over the cards of others of the logarithm of the share of worlds that have them right."""
    some: list[Worlds] = list(islice(worlds_of(seen, 1, budget, model(seen)), WORLDS // 16))
    hands = np.concatenate([worlds.hands for worlds in some])
    right = [
        (hands[:, seat] >> card & 1).sum() for seat in range(len(seen.players)) if seat != seen.seat
        for card in cards(match.state.hands[seat])
    ]  # fmt: skip
    return float(np.log((np.array(right) + 0.5) / (len(hands) + 1)).mean())


def measured(game: str, level: str, n: int, seed: int, bar: Progress) -> tuple[Figure, Figure]:
    """Of worlds that fit, and of such as are believed too."""
    found: list[tuple[float, float]] = []
    task = bar.add_task(f"{game}, {level}", total=n)
    for match in islice(positions(game, level, seed), n):
        seen = view(match, 0)
        found.append((known(seen, match, Budget(believe=False)), known(seen, match, Budget())))
        bar.advance(task)
    one, other = zip(*found, strict=True)
    return figure(one), figure(other)


def main() -> None:
    """Measure, and print a line a game and level."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=300)
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    figures: dict[str, Any] = {"machine": machine(), "positions": given.positions, "seed": given.seed}
    with Progress(transient=True) as bar:
        for game in [given.game] if given.game else GAMES:
            for level in ("first", "careful", "greedy", "trained"):
                figures[f"{game}, {level}"] = measured(game, level, given.positions, given.seed, bar)
    if given.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        told = " -> ".join(f"{mean:.3f} +- {half:.3f}" for mean, half in value) if isinstance(value, tuple) else value
        print(f"{name}: {told}")


if __name__ == "__main__":
    main()
