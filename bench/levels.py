"""The share of rounds that each level wins at a mixed table: `python bench/levels.py [--game G]
[--deals N] [--seed S] [--levels A,B] [--json]`.

In every deal and for every seat, the other seats have levels drawn at random from all of the game's
levels but `search`, which would take long. Each measured level then plays that seat against these
same others, so that two levels differ by their own play only. A tie is shared, so a drawn game is
half a win for each of two. Deal i is round 1 + i mod 4 of a match, by the standard rules. Intervals
(95 %) are over deals. The steps between consecutive levels are paired by deal.
"""

import argparse
from collections.abc import Sequence
from functools import partial
from random import Random

from arguments import check, count, run, seed
from figures import json_text
from machine import machine, on_all_cores

from parlour.cards import NEW_DECK
from parlour.catalogue.registry import BUILT_IN, find_game
from parlour.lab.duel import CYCLE, ahead, figure, find_player
from parlour.match import Acted, Dealt, Opened, Seated, actor, dice, fold, step, view
from parlour.players import LEVELS, STRONGEST
from parlour.series import deal_number
from parlour.shuffle import Shuffle


def round_points(game: str, seed: int, deal: int, seats: Sequence[str]) -> tuple[int, ...]:
    """The points of each seat after one round with these levels."""
    match = fold([
        Opened(game, find_game(game).Rules(), f"{seed}/{deal}"),
        *(Seated(seat, level) for seat, level in enumerate(seats)),
    ])  # fmt: skip
    match = match._replace(number=deal % CYCLE)
    match = step(match, Dealt(Shuffle("std", deal_number(seed, deal))(NEW_DECK)))
    while match.playing:
        seat = actor(match)
        act = find_player(game, match.players[seat])
        match = step(match, Acted(seat, act(view(match, seat), dice(match, seat))))
    return match.totals


def shares(game: str, seed: int, levels: Sequence[str], deal: int) -> list[float]:
    """The share of the round that each of these levels wins in one deal, the mean over all
    seats.
    """
    n, won = find_game(game).seats(find_game(game).Rules()), [0.0] * len(levels)
    mixed = [level for level in LEVELS[game] if level != STRONGEST]
    for seat in range(n):
        others = Random(f"{seed}/{deal}/{seat}").choices(mixed, k=n)
        for place, level in enumerate(levels):
            seats = [level if other == seat else others[other] for other in range(n)]
            best = ahead(game, round_points(game, seed, deal, seats))
            won[place] += (best >> seat & 1) / best.bit_count() / n
    return won


def main() -> None:
    """Play the deals on all cores, and print the shares and the steps."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=BUILT_IN)
    parser.add_argument("--deals", type=count, default=100)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--levels", help="default: all, the simplest first")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    games = [options.game] if options.game else BUILT_IN
    check(games, options.levels.split(",") if options.levels else [], find_player)
    if not options.json:
        print(machine())
    for game in games:
        levels = options.levels.split(",") if options.levels else list(LEVELS[game])
        job = partial(shares, game, options.seed, levels)
        rows = on_all_cores(job, range(options.deals), game, quiet=options.json)
        won = [[row[place] for row in rows] for place in range(len(levels))]
        for place, level in enumerate(levels):
            share = figure(won[place])
            before = won[max(0, place - 1)]
            more = figure([new - old for new, old in zip(won[place], before, strict=True)])
            if options.json:
                print(json_text({"game": game, "level": level, "won": share, "more": more}))
            else:
                print(
                    f"{level:10} wins {share.mean:.1%} +- {share.half:.1%} of rounds, "
                    f"{more.mean:+.1%} +- {more.half:.1%}"
                )


if __name__ == "__main__":
    run(main)
