"""The most that hidden cards can be worth: `python bench/bound.py --game G [--against LEVEL]
[--players A,B] [--cards N] [--unseen] [--deals N] [--seed S] [--matches] [--json]`.

Some players sit alone among others of a level, in every seat of the same deals:

- `trained` and `search`, the levels;
- `informed`, which is `search`, but knows who holds --cards of the cards in others' hands (another
  card when one of them has been played);
  with --unseen it knows of --cards of the cards in others' hands and in the stock who holds them,
  or that they are in the stock;
- `sighted`, which is `search` with the true hands as its only world.

A player that looks one choice ahead and has to guess the hands cannot be expected to reach as much
as `sighted`. The gain of `informed` shows how much would have to be guessed better than `search`
does for a gain of some size.

Own points, points against the others' mean, and shares won, each with half its interval, and the
difference to the first of --players on the same deals with half of its; 95 % intervals over deals.
"""

import argparse
import contextlib
from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from random import Random
from typing import Any
from unittest.mock import patch

from arguments import check, count, run, seed
from figures import json_text
from machine import machine, on_all_cores

from parlour.cards import NOBODY, Action, Mask, cards, mask_of
from parlour.engine.protocol import Model
from parlour.engine.puzzle import Puzzle
from parlour.engine.worlds import Worlds
from parlour.errors import UsageError, quote
from parlour.game import BUILT_IN, find_game, part
from parlour.lab.duel import Duel, Figure, SeatedDuel, figure, find_player, sides
from parlour.match import Match, View
from parlour.players import search
from parlour.players.oracle import truth

PLAYERS = "trained", "search", "informed", "sighted"
BATCH = 64  # copies of the true world at a time
UNHURRIED = search.BUDGET._replace(seconds=inf)


def alone(view: View, dice: int) -> Action:
    """The choice of `search`, where none is remembered that others made who know something else."""
    return search.finished(search.weighed(view, dice, UNHURRIED)).action


def sighted(match: Match, view: View, dice: int) -> Action:
    """The choice of `search` where it sees all hands."""

    def worlds_of(
        view: View, seed: int, budget: search.Budget, models: tuple[Model, ...]
    ) -> Iterator[list[tuple[Worlds, Model]]]:
        while True:
            yield [(truth(match, view, BATCH), models[0])]

    with patch.object(search, "worlds_of", worlds_of):
        return alone(view, dice)


def informed(some: int, unseen: bool, match: Match, view: View, dice: int) -> Action:
    """The choice of `search` where it knows who holds some of the others' cards, of the cards
    of the stock too if `unseen`.
    """
    world = truth(match, view, 1)
    hands = dict(enumerate(world.hands.tolist()[0]))
    hands[view.seat] = 0
    stock = mask_of(world.stock.tolist()[0])
    others = cards(sum(hands.values()) | (stock if unseen else 0))
    hands[NOBODY] = stock
    # the same order of cards throughout a round
    order = Random(f"{view.number} {view.dealt}").sample(range(52), 52)
    known = mask_of(sorted(others, key=order.index)[:some])
    with contextlib.ExitStack() as stack:
        for name in ("engine.worlds", "engine.mcmc"):  # each may hold the function
            if hasattr(module := part(view.game, name), "puzzle"):
                stack.enter_context(patch.object(module, "puzzle", narrowed(module, hands, known)))
        return alone(view, dice)


def narrowed(module: Any, hands: dict[int, Mask], known: Mask) -> Callable[[View], Puzzle]:
    """A game's puzzle, in which these cards fit slots of the hands that hold them alone; the stock
    is nobody's hand.
    """
    puzzle = module.puzzle

    def narrower(view: View) -> Puzzle:
        found: Puzzle = puzzle(view)
        slots = [slot._replace(may=slot.may & ~(known & ~hands[slot.seat])) for slot in found.slots]
        return found._replace(slots=slots)

    return narrower


def values(duel: Duel, name: str, some: int, unseen: bool, deal: int) -> tuple[float, float, float]:
    """Of a player alone in a deal: own points, points against the others' mean, share won."""
    seated = SeatedDuel(duel)
    if name == "sighted":
        seated.players[0] = sighted
    elif name == "informed":
        seated.players[0] = partial(informed, some, unseen)
    own, rel, won = sides(duel, [seated.play(deal)])[0][1:4]
    return own.mean, rel.mean, won.mean


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--game", choices=BUILT_IN, required=True)
    parser.add_argument("--against", default="first", metavar="LEVEL")
    parser.add_argument("--players", default=",".join(PLAYERS), metavar="A,B")
    parser.add_argument("--cards", type=count, default=1)
    parser.add_argument("--unseen", action="store_true")
    parser.add_argument("--deals", type=count, default=100)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--matches", action="store_true")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    check([given.game], [given.against], find_player)
    names = given.players.split(",")
    for name in names:
        if name not in PLAYERS:
            raise UsageError(f"--players: {quote(name)} is none of {', '.join(PLAYERS)}")
    rules: Any = find_game(given.game).Rules()
    found: dict[str, Any] = {"machine": machine(), **vars(given)}
    base: list[tuple[float, float, float]] = []
    for name in names:
        level = name if name == "trained" else "search"
        duel = Duel(given.game, rules, (level, given.against), given.seed, matches=given.matches)
        one = partial(values, duel, name, given.cards, given.unseen)
        rows = on_all_cores(one, range(given.deals), name, quiet=given.json)
        base = base or rows
        for place, what in enumerate(("own", "against the mean", "won")):
            own = [row[place] for row in rows]
            pairs = zip(rows, base, strict=True)
            more: Figure = figure([row[place] - than[place] for row, than in pairs])
            found[f"{name}, {what}"] = [round(part, 3) for part in (*figure(own), *more)]
    if given.json:
        print(json_text(found))
        return
    for key, value in found.items():
        print(f"{key:27}{value}")


if __name__ == "__main__":
    run(main)
