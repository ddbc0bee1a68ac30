"""The points that `search` expects to pay, and those it pays: `python bench/expected.py GAME
[--others LEVEL] [--deals N] [--seed S] [--json]`.

One seat of `search`, or each if --others is `search`, plays rounds of which the numbers go through
0 to 3. The figures are its points of the round, as its playouts expect them after the choice, and
as they came out, means over its choices in each quarter of the rounds; and the points paid beyond
the expected ones, the mean over rounds with its 95 % interval. The better of two uncertain choices
is expected to be a little better than it is; anything beyond that shows worlds that are not like
the true ones.
"""

import argparse
from collections import defaultdict
from math import inf
from random import Random
from statistics import fmean
from typing import Any

from arguments import check, count, run, seed
from decisions import begun
from figures import json_text
from machine import machine
from rich.progress import track

from parlour.cards import popcount
from parlour.game import GAMES
from parlour.lab.duel import CYCLE, figure
from parlour.match import Acted, actor, dice, step, view
from parlour.players import find_level, search

BUDGET = search.BUDGET._replace(seconds=inf)


def expectations(
    game: str, levels: list[str], number: int, deck: list[int]
) -> list[tuple[int, float, int]]:
    """A round's choices: the quarter of its actions, and the points expected and paid."""
    match, found = begun(game, levels, number, deck), []
    while match.playing:
        seat = actor(match)
        seen, seed = view(match, seat), dice(match, seat)
        if levels[seat] == "search" and popcount(seen.legal) > 1:
            thought = search.think(seen, seed, BUDGET)
            action = thought.action
            found.append((sum(match.moves), seat, thought.points[thought.chosen]))
        else:
            action = find_level(game, levels[seat])(seen, seed)
        match = step(match, Acted(seat, action))
    acted = sum(match.moves)
    return [(4 * moves // acted, points, match.totals[seat]) for moves, seat, points in found]


def measured(given: argparse.Namespace) -> dict[str, Any]:
    """The figures by the round's number and quarter."""
    game, random = given.game, Random(f"expected {given.seed}")
    seats = GAMES[game].seats(GAMES[game].Rules())
    choices: dict[tuple[int, int], list[tuple[float, float]]] = defaultdict(list)
    gaps: dict[tuple[int, int], list[float]] = defaultdict(list)
    for deal in track(range(given.deals), game, transient=True):
        levels = [given.others] * seats
        levels[deal // CYCLE % seats] = "search"
        number, told = deal % CYCLE, defaultdict[int, list[tuple[float, float]]](list)
        deck = random.sample(range(52), 52)
        for quarter, wanted, paid in expectations(game, levels, number, deck):
            told[quarter].append((wanted, paid))
        for quarter, some in told.items():
            choices[number, quarter] += some
            gaps[number, quarter].append(fmean(paid - wanted for wanted, paid in some))
    return {
        f"round {number}, quarter {quarter + 1}": {
            "choices": len(some),
            "expected": round(fmean(wanted for wanted, _ in some), 2),
            "paid": round(fmean(paid for _, paid in some), 2),
            "more": [round(part, 2) for part in figure(gaps[number, quarter])],
        }
        for (number, quarter), some in sorted(choices.items())
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=GAMES)
    parser.add_argument("--others", default="search", metavar="LEVEL")
    parser.add_argument("--deals", type=count, default=200)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    check([given.game], [given.others])
    figures = measured(given)
    if given.json:
        print(json_text({"machine": machine(), **vars(given), "figures": figures}))
        return
    for name, row in figures.items():
        print(f"{name}: {row}")
    print(machine())


if __name__ == "__main__":
    run(main)
