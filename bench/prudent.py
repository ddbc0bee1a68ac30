"""The points of the prudent player in a hand of Hearts against three plain ones: `python
bench/prudent.py [--deals N] [--seed S] [--level LEVEL] [--others LEVEL]`.

Each deal is played four times, with the prudent player in every seat. Deal i is hand 1 + i mod 4 of
a match, so that all four passes occur equally often. The interval is over deals. The figure in
docs/players.md is from 5,000 deals.
"""

import argparse
from statistics import fmean

from arguments import check, count, run, seed
from levels import round_points
from machine import machine, on_all_cores

from parlour.lab.duel import figure, find_player


def deal_points(job: tuple[int, int, str, str]) -> tuple[float, float, int, int]:
    """The figures of one deal over the four seats: mean points of the tested player, mean points of
    the others, moons shot, and moons conceded.
    """
    seed, deal, level, others = job
    own, rest, made, conceded = 0.0, 0.0, 0, 0
    for seat in range(4):
        seats = [level if chair == seat else others for chair in range(4)]
        points = round_points("hearts", seed, deal, seats)
        moon = sorted(points) == [0, 26, 26, 26]
        made += moon and points[seat] == 0
        conceded += moon and points[seat] == 26
        own += points[seat] / 4
        rest += (sum(points) - points[seat]) / 12
    return own, rest, made, conceded


def main() -> None:
    """Play the deals on all cores, and print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=count, default=200)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--level", default="greedy")
    parser.add_argument("--others", default="first")
    given = parser.parse_args()
    check(["hearts"], [given.level, given.others], find_player)
    jobs = [(given.seed, deal, given.level, given.others) for deal in range(given.deals)]
    results = on_all_cores(deal_points, jobs, "Deals")
    own = figure([result[0] for result in results])
    hands = 4 * given.deals
    print(machine())
    print(
        f"{given.level} against three {given.others}, {given.deals} deals in four seats, seed "
        f"{given.seed}:"
    )
    print(
        f"own {own.mean:.2f} +- {own.half:.2f} points a hand; the others "
        f"{fmean(result[1] for result in results):.2f}"
    )
    print(
        f"moons made {sum(r[2] for r in results) / hands:.2%}, conceded "
        f"{sum(r[3] for r in results) / hands:.2%}"
    )


if __name__ == "__main__":
    run(main)
