"""The policy of Hearts against the interpreted rules, action by action, and what it tells against slow sums."""

from random import Random
from typing import Any

import numpy as np

from parlour import hearts
from parlour.cards import cards
from parlour.fast.bits import stream
from parlour.fast.deals import number_of
from parlour.fast.policy_hearts import FEATURES, playouts, prefer
from parlour.fast.worlds import events, sample
from parlour.games import GAMES
from parlour.match import Acted, Match, View, actor, fold, step, view
from tests.play import begun, random_rules
from tests.test_worlds import position

WEIGHTS = np.random.default_rng(4).normal(size=len(FEATURES))
SEED = 11


def turned(card: int) -> tuple[int, int]:
    """Suits one after the other, each from the two to the ace."""
    return card // 13, hearts.strength(card)


def chosen(seen: View, dice: Any, j: int, keen: float) -> int:
    """An action drawn from the softmax by number j of the dice."""
    may = sorted(cards(seen.legal), key=turned)
    if len(may) == 1:
        return may[0]
    scores = prefer(seen, WEIGHTS)[may]
    chances = np.exp(keen * (scores - scores.max()))
    point = chances.sum() * float(int(number_of(np.uint64(dice), j)) >> 11) * 2.0**-53
    for card, chance in zip(may, chances, strict=True):
        point -= chance
        if point < 0:
            return card
    return may[-1]


def seen_in_world(match: Match, seat: int, viewer: int, passing: bool) -> View:
    """A view; where the cards were passed before, all but the viewer know nothing of what they passed."""
    seen = view(match, seat)
    if passing or seat == viewer:
        return seen
    return seen._replace(seen=seen.seen[seen.table.passed.bit_count() :], table=seen.table._replace(passed=0))


def played_out(seen: View, worlds: Any, i: int, actions: tuple[int, ...], keen: float) -> tuple[int, ...]:
    """The points of a playout, by the interpreted rules."""
    dice = stream(np.uint64(SEED), i)
    match = fold(events(seen, worlds, i), begun("hearts", seen.rules, seen.number))
    passing = bool(seen.table.passing)
    for action in actions:
        match = step(match, Acted(seen.seat, action))
    while match.playing:
        seat = actor(match)
        there = seen_in_world(match, seat, seen.seat, passing)
        if there.legal & hearts.MOONS:
            action = 52
        elif there.table.passing:
            action = chosen(there, dice, 64 + 4 * seat + there.table.passed.bit_count(), keen)
        else:
            moves = sum(hand.bit_count() for hand in match.state.taken) + sum(card < 52 for card in match.state.trick)
            action = chosen(there, dice, moves, keen)
        match = step(match, Acted(seat, action))
    return match.sheet[-1]


def test_playouts_are_what_the_rules_say() -> None:
    random, passes, moons = Random("playouts"), 0, 0
    for n in range(90):
        match = position("hearts", random_rules(GAMES["hearts"], random), random, last=56 if n % 2 else 1000)
        seat = actor(match)
        seen = view(match, seat)
        worlds = sample(seen, 2, n)
        some = cards(seen.legal) if seen.legal < 1 << 52 else (52, 53)
        keen = random.choice((0.3, 2.0))
        points = playouts(seen, worlds, WEIGHTS, some, SEED, 0, keen)
        assert points.shape == (2, len(some), 4)
        for i in range(2):
            j = random.randrange(len(some))
            assert tuple(points[i, j]) == played_out(seen, worlds, i, (some[j],), keen)
        passes += bool(seen.table.passing)
        moons += seen.legal >= 1 << 52
    assert passes > 5
