"""The weights by which `careful` and `greedy` of Hearts are policies: `python bench/styles.py
[--hands N] [--seed S] [--out FILE]`.

In each hand some seats are of the level, and the others of any. Weights of the policy's features
(`games/hearts/engine/features.py`) are fitted to the choices of the level, by the gradient of their
likelihood (Adam) with a penalty on squares. The figures are the share of choices that get the
highest score, and the mean logarithm of the chance of a choice, in every tenth hand by weights
fitted to the others. --out fits to all hands, and writes the file `styles.json`.
"""

import argparse
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import numpy as np
from arguments import new_file, run, seed, whole
from fits import Adam, Real, write
from machine import machine, on_all_cores
from numpy.typing import NDArray

from parlour.cards import ALL, Mask, popcount
from parlour.catalogue.registry import GAMES
from parlour.games.hearts.engine import opponent_styles, policy
from parlour.games.hearts.engine.features import OPEN, of_pass
from parlour.games.hearts.engine.observation import (  # fmt: skip
    HAND,
    PASS_OFFSET,
    ace_high,
    losers,
    scene,
    stage,
)
from parlour.games.hearts.engine.playout_state import context_in, entries
from parlour.match import Acted, Dealt, Opened, Seated, View, actor, dice, fold, step, view
from parlour.players import find_level

Whole = NDArray[np.int64]

STEPS, RATE = 5000, 0.05  # of the fit; the rate falls to 0
MANY = 2000  # choices of a step
PENALTY = 0.3  # of the sum of the squared weights, halved, against that of the logarithms

LEVELS = "careful", "greedy", "trained", "first"  # of the seats that are drawn

Choice = tuple[list[list[int]], int]  # (n, 12) features of what is legal, and the place of what was


def choices(hand: tuple[str, int, int]) -> list[Choice]:
    """The choices of a level in a hand, by its number and a seed."""
    level, number, seed = hand
    random, picks = Random(f"styles {level} {number} {seed}"), list[Choice]()
    levels = [random.choice([level, random.choice(LEVELS)]) for _ in range(4)]
    levels[random.randrange(4)] = level
    seated = [Seated(seat, name) for seat, name in enumerate(levels)]
    match = fold([Opened("hearts", GAMES["hearts"].Rules(), str(seed)), *seated])
    deck = tuple(random.sample(range(52), 52))
    match = step(match._replace(number=number % 4), Dealt(deck))
    while match.playing:
        seat = actor(match)
        seen = view(match, seat)
        action = find_level("hearts", levels[seat])(seen, dice(match, seat))
        if levels[seat] == level and action < 52 and popcount(seen.legal) > 1:
            picks.append(described(seen, 1 << action))
        match = step(match, Acted(seat, action))
    return picks


def described(seen: View, card: Mask) -> Choice:
    """The features of the legal cards of a view, the same before and after another seat has won
    points; and the place of one.
    """
    s, legal = np.asarray(policy.position(seen)), ace_high(seen.legal)
    cards = list(bits(legal))
    if seen.table.passing:
        chosen = ace_high(seen.table.passed)
        hand = legal | chosen
        lost, offset = losers(hand, ALL & ~hand), int(s[PASS_OFFSET])
        features = [of_pass(hand, chosen, lost, offset, bit, suit_of(bit)) for bit in cards]
    else:
        sight = scene(stage(s, seen.seat), ace_high(int(s[HAND + seen.seat])))
        context = context_in(s, legal)
        features = [entries(s, seen.seat, context, sight, bit) for bit in cards]
    return [[*row] for row in features], cards.index(ace_high(card))


def bits(cards: Mask) -> Iterator[Mask]:
    """Each card alone, ascending."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def suit_of(bit: Mask) -> int:
    """The suit of a card."""
    return (bit.bit_length() - 1) // 13


class Choices(NamedTuple):
    """Some choices, one after the other."""

    features: Whole  # (n, 12) of each card that was legal
    firsts: Whole  # (m,) the place of the first card of each choice
    chosen: Whole  # (m,) the place of the card that was chosen

    def span(self, first: int, many: int) -> "Choices":
        """So many of them, from one on."""
        ends = np.append(self.firsts, len(self.features))
        start, end = ends[first], ends[first + many]
        of = slice(first, first + many)
        return Choices(self.features[start:end], self.firsts[of] - start, self.chosen[of] - start)


def arrays(hands: list[list[Choice]]) -> Choices:
    """The choices of some hands as arrays."""
    all_of = [choice for hand in hands for choice in hand]
    firsts = np.cumsum([0] + [len(features) for features, _ in all_of])[:-1]
    chosen = firsts + [place for _, place in all_of]
    return Choices(np.array([row for features, _ in all_of for row in features]), firsts, chosen)


def chances(weights: Real, batch: Choices) -> tuple[Real, Real]:
    """The logarithm (m,) of the chance of each choice, and the chance (n,) of each card."""
    sizes = np.diff(np.append(batch.firsts, len(batch.features)))
    scores = weights[batch.features].sum(axis=1)
    scores -= np.repeat(np.maximum.reduceat(scores, batch.firsts), sizes)
    each = np.exp(scores)
    totals = np.add.reduceat(each, batch.firsts)
    return scores[batch.chosen] - np.log(totals), each / np.repeat(totals, sizes)


def gradient(weights: Real, batch: Choices) -> Real:
    """The gradient (OPEN,) of the sum of the logarithms of the chances of some choices."""
    gaps = -chances(weights, batch)[1]
    gaps[batch.chosen] += 1
    return np.bincount(batch.features.reshape(-1), np.repeat(gaps, 12), OPEN).astype(np.float64)


def fitted(batch: Choices, steps: int = STEPS) -> Real:
    """The weights (OPEN,) by which these choices are likeliest."""
    weights, adam, all_of = np.zeros(OPEN), Adam(OPEN, steps, RATE), len(batch.firsts)
    random, many = np.random.default_rng(1), min(MANY, all_of)
    for _ in range(steps):
        part = batch.span(int(random.integers(all_of - many + 1)), many)
        slope = gradient(weights, part) / many - PENALTY * weights / all_of
        weights = weights + adam.change(slope)
    return weights


def hands(text: str) -> int:
    """A number of hands of which a tenth can be left out."""
    return whole(text, 10)


def main() -> None:
    """Measure, print, and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--hands", type=hands, default=15_000)
    parser.add_argument("--seed", type=seed, default=1)
    parser.add_argument("--out", type=new_file)
    options = parser.parse_args()
    print(machine())
    print(f"{options.hands} hands, seed {options.seed}")
    held = {}
    for level in opponent_styles.ROWS:
        all_of = [(level, number, options.seed) for number in range(options.hands)]
        played = on_all_cores(choices, all_of, f"Hands of {level}")
        weights = fitted(arrays([hand for n, hand in enumerate(played) if n % 10 < 9]))
        others = arrays(played[9::10])
        logs, each = chances(weights, others)
        best = np.maximum.reduceat(each, others.firsts) == each[others.chosen]
        print(f"{level}: {best.mean():.3f} chosen alike, logarithm {logs.mean():.3f}")
        if options.out:
            held[level] = fitted(arrays(played))
    if options.out:
        command = f"python bench/styles.py --hands {options.hands} --seed {options.seed}"
        write(options.out, command, opponent_styles.seal(), held)


if __name__ == "__main__":
    run(main)
