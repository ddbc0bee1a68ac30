"""The weights by which passes of Hearts are likely: `python bench/given.py [--deals N] [--seed S]
[--out FILE]`.

Four seats of `trained`, and four of each other level, pass in each deal. Weights of passes
(`games/hearts/engine/inference/pass_likelihood.py`), of both manners and their odds, are fitted to
those of each level and to those of `trained` and `search` together, by the gradient of their
likelihood (Adam) with a penalty on squares. The figures are mean logarithms of the chance of a
pass: of every fourth deal, by weights fitted to the others. The last is that of a pass if all
threes are as likely. --out fits to all deals, and writes the file `passes.json`.
"""

import argparse
from collections.abc import Sequence
from itertools import chain
from math import comb, inf, log
from random import Random
from typing import NamedTuple, TypeAlias

import numpy as np
from arguments import new_file, run, seed, whole
from fits import Adam, Real, write
from machine import machine, on_all_cores
from numpy.typing import NDArray

from parlour.cards import SUIT, Mask, popcount
from parlour.catalogue.registry import GAMES
from parlour.games.hearts.engine.features import of_pass
from parlour.games.hearts.engine.inference.pass_likelihood import (
    CARDS,
    FIRST,
    LEVELS,
    ODDS,
    PARTS,
    SIZE,
    seal,
)
from parlour.games.hearts.engine.observation import ace_high
from parlour.games.hearts.rules import pass_offset
from parlour.match import Acted, Dealt, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import find_level, search

Pass: TypeAlias = tuple[list[list[int]], list[bool]]  # (13, 12) features, and which cards are given
Whole: TypeAlias = NDArray[np.int64]
Truths: TypeAlias = NDArray[np.bool_]

BUDGET = search.BUDGET._replace(seconds=inf)
STEPS, RATE = 600, 0.05  # of the fit; the rate falls to 0
RARE = -1 / 6  # of the odds, to begin with: from even ones rounding alone would part the manners
PENALTY = 2.0  # of the sum of the squared weights, halved, against the sum of the logarithms


def passes(dealt: tuple[str, Sequence[int], int]) -> list[Pass]:
    """The passes of four seats of a level with a deck in a round of a number, from 1."""
    level, deck, number = dealt
    seated = [Seated(seat, level) for seat in range(4)]
    match = fold([Opened("hearts", GAMES["hearts"].Rules(), "given"), *seated])
    match = step(match._replace(number=number - 1), Dealt(tuple(deck)))
    hands, offset, gave = match.state.hands, pass_offset(match.rules, match.number), [0] * 4
    while any(popcount(mask) < 3 for mask in gave):
        seat = actor(match)
        for card in chosen(level, view(match, seat), dice(match, seat)):
            gave[seat] |= 1 << card
            match = step(match, Acted(seat, card))
    return [described(*pair, offset) for pair in zip(hands, gave, strict=True)]


def chosen(level: str, seen: View, seed: int) -> tuple[int, ...]:
    """The next cards that a seat passes: all three of a search, else one."""
    if level != "search":
        return (find_level("hearts", level)(seen, seed),)
    thought = search.think(seen, seed, BUDGET)
    return thought.candidates[thought.chosen]


def described(hand: Mask, gave: Mask, offset: int) -> Pass:
    """The features of a hand's cards, as `of_pass` has them, and which of them were given."""
    left, features, passed = ace_high(hand), list[list[int]](), list[bool]()
    whole, gave = left, ace_high(gave)
    while left:
        bit = left & -left
        suit = (bit.bit_length() - 1) // 13
        features.append([*of_pass(whole & SUIT << 13 * suit, 0, 0, offset, bit, suit)])
        passed.append(bit & gave != 0)
        left ^= bit
    return features, passed


class Passes(NamedTuple):
    """The passes of n hands."""

    features: Whole  # (n, 13, 12), from 0
    passed: Truths  # (n, 13)

    def of(self, wanted: Truths) -> "Passes":
        """Those of some hands (n,)."""
        return Passes(self.features[wanted], self.passed[wanted])


def arrays(rows: list[Pass]) -> Passes:
    """Passes as arrays."""
    features, passed = zip(*rows, strict=True)
    return Passes(np.array(features) - FIRST, np.array(passed))


def chances(weights: Real, batch: Passes) -> tuple[Real, Real]:
    """The logarithm (n,) of the chance of each pass in a manner, and the chance (n, 13) of each
    card to be in a pass, by the weights (SIZE,) of that.
    """
    scores = weights[batch.features].sum(axis=2)
    best = scores.max(axis=1, keepdims=True)
    each = np.exp(scores - best)
    # the sums of the products of 0 to 3 cards, of those before each card, and of those after it
    before, after = products(each), products(each[:, ::-1])[:, ::-1]
    pairs = sum(before[:, :-1, n] * after[:, 1:, 2 - n] for n in range(3))
    threes = before[:, -1, 3]
    logs = ((scores - best) * batch.passed).sum(axis=1) - np.log(threes)
    return logs, each * pairs / threes[:, None]


def products(each: Real) -> Real:
    """The sums (n, k + 1, 4) of the products of any 0 to 3 of the first cards, by the weights of k
    cards (n, k).
    """
    sums = np.zeros((len(each), each.shape[1] + 1, 4))
    sums[:, 0, 0] = 1
    for place in range(each.shape[1]):
        sums[:, place + 1] = sums[:, place]
        sums[:, place + 1, 1:] += sums[:, place, :-1] * each[:, place, None]
    return sums


def mixed(weights: Real, batch: Passes) -> tuple[Real, Real]:
    """The logarithm (n,) of the chance of each pass in any manner, by the weights (PARTS, SIZE) of
    a level, and the gradient of their sum.
    """
    odds = weights[ODDS][batch.features].sum(axis=(1, 2)) / CARDS
    # the logarithms of the chances of the manners, of which the odds of the second have this one
    usual, other = -np.logaddexp(0, odds), -np.logaddexp(0, -odds)
    (first, in_first), (second, in_second) = (chances(part, batch) for part in weights[:ODDS])
    total = np.logaddexp(usual + first, other + second)
    share = np.exp(other + second - total)[:, None]  # of the second manner, as this was passed
    gaps = [
        (1 - share) * (batch.passed - in_first),
        share * (batch.passed - in_second),
        np.repeat((share - np.exp(other)[:, None]) / CARDS, CARDS, axis=1),
    ]
    places = batch.features.reshape(-1)
    slopes = [np.bincount(places, np.repeat(gap.reshape(-1), 12), SIZE) for gap in gaps]
    return total, np.array(slopes)


def fitted(batch: Passes) -> Real:
    """The weights (PARTS, SIZE) by which these passes are likeliest."""
    weights = np.zeros((PARTS, SIZE))
    weights[ODDS], adam = RARE, Adam(weights.shape, STEPS, RATE)
    for _ in range(STEPS):
        weights += adam.change(mixed(weights, batch)[1] - PENALTY * weights)
    return weights


def deals(text: str) -> int:
    """A number of deals of which a fourth can be left out."""
    return whole(text, 4)


def main() -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--deals", type=deals, default=1200)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--out", type=new_file)
    options = parser.parse_args()
    random = Random(f"given {options.seed}")
    numbers = [1 + deal % 3 for deal in range(options.deals)]  # left, right, across
    decks = [random.sample(range(52), 52) for _ in numbers]
    by_level = dict[str, list[Pass]]()
    for level in filter(None, LEVELS):
        hands = [(level, *pair) for pair in zip(decks, numbers, strict=True)]
        by_level[level] = list(chain(*on_all_cores(passes, hands, f"Passes of {level}")))
    held = {level: arrays(rows) for level, rows in by_level.items()}
    held[""] = arrays(by_level["trained"] + by_level["search"])
    apart = np.repeat(np.arange(options.deals) % 4 == 3, 4)
    print(machine())
    print(f"{options.deals} deals, seed {options.seed}")
    for level, all_of in held.items():
        weights = fitted(all_of.of(~np.tile(apart, len(all_of.passed) // len(apart))))
        for other in [level] if level else ("trained", "search"):
            logs, _ = mixed(weights, held[other].of(apart))
            print(f"{other}, by passes of {level or 'both'}: {logs.mean():.3f}")
    print(f"any three: {-log(comb(13, 3)):.3f}")
    if options.out:
        command = f"python bench/given.py --deals {options.deals} --seed {options.seed}"
        fits = {level: fitted(all_of) for level, all_of in held.items()}
        write(options.out, command, seal(), fits)


if __name__ == "__main__":
    run(main)
