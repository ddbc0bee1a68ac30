"""How fast strangers are found out: `python bench/strangers.py [--game G] [--matches N] [--seed S]
[--players A,B] [--rounds N] [--json]`.

In every match a seat watches three players drawn at random, whose names say nothing. Before each
round the finished ones may show which level a player plays like (`parlour/players/strangers.py`).
The table has, after one finished round and more, how many players are found out, of how many, and
in brackets how many are taken for another.
"""

import argparse
import json
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from random import Random
from typing import Any

from arguments import check, count, run, seed
from machine import machine, on_all_cores

from parlour.cards import NEW_DECK
from parlour.game import BUILT_IN, find_game
from parlour.lab.duel import find_player
from parlour.lab.simulate import deal_number
from parlour.match import HUMAN, Acted, Dealt, Opened, Seated, actor, dice, fold, step, view
from parlour.players import LEVELS, trained
from parlour.players.search import engine
from parlour.players.strangers import supposed
from parlour.shuffle import Shuffle

GAMES = [game for game in BUILT_IN if engine(game).KINDS]


def found(
    game: str, seed: int, players: Sequence[str], rounds: int, number: int
) -> list[tuple[int, str, str]]:
    """In one match: finished rounds, a player, and the level that it is taken for or ""."""
    n, told = find_game(game).seats(find_game(game).Rules()), []
    names = ["trained", *Random(f"{seed}/{number}").choices(players, k=n - 1)]
    acts, shuffle = (
        [find_player(game, name) for name in names],
        Shuffle("std", deal_number(seed, number)),
    )
    match = fold([
        Opened(game, find_game(game).Rules(), f"{seed}/{number}"),
        *(Seated(seat, f"{HUMAN}{seat}") for seat in range(n)),
    ])  # fmt: skip
    deck = NEW_DECK
    for over in range(rounds + 1):
        if match.winners:
            break
        match = step(match, Dealt(deck := shuffle(deck)))
        taken = supposed(view(match, 0), engine(game), trained.weights(game)).players
        told += [
            (over, names[seat], taken[seat] if taken[seat] in LEVELS[game] else "")
            for seat in range(1, n)
        ]
        while match.playing and over < rounds:
            seat = actor(match)
            match = step(match, Acted(seat, acts[seat](view(match, seat), dice(match, seat))))
    return told


def rows(told: list[tuple[int, str, str]], rounds: int) -> Iterator[dict[str, Any]]:
    """For each player the numbers, by finished rounds: all, found out, taken for another."""
    counts = Counter(told)
    for player in dict.fromkeys(player for _, player, _ in told):
        seen, right, wrong = [], [], []
        for over in range(1, rounds + 1):
            taken = {
                level: n for (at, who, level), n in counts.items() if (at, who) == (over, player)
            }
            seen.append(sum(taken.values()))
            right.append(taken.pop(player, 0))
            wrong.append(sum(n for level, n in taken.items() if level))
        yield {"player": player, "seen": seen, "found out": right, "mistaken": wrong}


def main() -> None:
    """Play the matches on all cores, and print the shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=GAMES)
    parser.add_argument("--matches", type=count, default=100)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--players", default="first,careful,greedy,trained,search")
    parser.add_argument("--rounds", type=count, default=4)
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    games = [given.game] if given.game else GAMES
    check(games, given.players.split(","), find_player)
    if not given.json:
        print(machine())
    for game in games:
        one = partial(found, game, given.seed, given.players.split(","), given.rounds)
        every = on_all_cores(one, range(given.matches), game, quiet=given.json)
        for row in rows([told for match in every for told in match], given.rounds):
            if given.json:
                print(json.dumps({"game": game, **row}))
                continue
            columns = zip(row["seen"], row["found out"], row["mistaken"], strict=True)
            shares = ", ".join(f"{right} of {n} ({wrong})" for n, right, wrong in columns)
            print(f"{row['player']:10} {shares}")


if __name__ == "__main__":
    run(main)
