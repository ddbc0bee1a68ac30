"""The sampler of worlds against a program that shares nothing with it: tests/oracle/worlds.py
enumerates every world by replaying the slow referees. And a million worlds against all that was
seen, at every stage of a round.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import stats

from parlour.cards import HIDDEN, NAMES, NOBODY, NONE, SPECTATOR, Seat, mask_of, parse_card
from parlour.catalogue.options import parse_action, parse_rules
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.worlds.sampler import Sampler as Plan
from parlour.engine.worlds.sampler import Worlds, count, sample
from parlour.engine.worlds.slots import opening_of
from parlour.games.crazy_eights import rules as eights
from parlour.games.hearts.rules import TWO_OF_CLUBS, pass_offset
from parlour.games.straights import rules as straights
from parlour.match import Acted, Dealt, Seen, View, fold, view
from tests.engine.worlds.test_sampler import position
from tests.oracle.late_positions import late_positions
from tests.oracle.worlds import worlds as enumerate_worlds
from tests.support.play import begun, random_rules

Times = Callable[[int, int], int]
Sampler = Callable[[View, int, int], Worlds]


def seen_at(game: str, at: Any) -> View:
    """The view of a position of the oracle's."""
    deck, number, options, acted, watcher = at
    rules = parse_rules(GAMES[game], options)
    events = [Acted(seat, parse_action(GAMES[game], action)) for seat, action in acted]
    match = fold([Dealt(tuple(map(parse_card, deck))), *events], begun(game, rules, number))
    return view(match, SPECTATOR if watcher is None else watcher)


def names(mask: int) -> frozenset[str]:
    return frozenset(NAMES[card] for card in range(52) if mask >> card & 1)


def told(worlds: Worlds) -> dict[tuple[Any, ...], int]:
    """How often each world was drawn, as the oracle writes it."""
    seats = worlds.hands.shape[1]
    rows, counts = np.unique(np.hstack(worlds.arrays()[:2]), axis=0, return_counts=True)
    return {
        (tuple(map(names, row[:seats])), tuple(NAMES[card] for card in row[seats:])): int(n)
        for row, n in zip(rows.tolist(), counts, strict=True)
    }


def p_value(game: str, at: Any, sampler: Sampler, seed: int, most: int) -> float:
    """How likely so uneven a sample would be, were every world as likely; the set and its number
    are checked on the way.
    """
    deck, number, options, acted, watcher = at
    every = enumerate_worlds(game, deck, number, options, acted, watcher, most)
    assert every
    seen = seen_at(game, at)
    assert count(seen) == len(every)
    drawn = told(sampler(seen, max(20 * len(every), 400), seed))
    assert set(drawn) <= set(every)

    return float(stats.chisquare([drawn.get(world, 0) for world in every]).pvalue)


def biased(seen: View, n: int, seed: int) -> Worlds:
    """One world in three is the lower of two."""
    worlds, others = (sample(seen, n, seed + more).arrays() for more in (0, 1))
    for i in range(0, n, 3):
        one, two = (
            [*hands[i].tolist(), *hidden[i].tolist()] for hands, hidden, _ in (worlds, others)
        )
        if two < one:
            worlds[0][i], worlds[1][i] = others[0][i], others[1][i]
    return Worlds(*worlds)


def by_rules(seen: View, n: int, seed: int) -> Worlds:
    """What the rules alone say."""
    assert count(seen, by_rules=True) == count(seen)
    return Plan(seen, by_rules=True).sample(n, seed)


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_world_is_drawn_as_often_as_another(game: str, samples: Times) -> None:

    most, positions = samples(200, 5000), samples(15, 100)
    found = list(islice(late_positions(game, Random(f"ks {game}"), most=most), positions))
    for sampler in (sample, by_rules):
        fair = [p_value(game, at, sampler, 1000 + i, most) for i, at in enumerate(found)]
        assert stats.kstest(fair, "uniform").pvalue > 0.001, fair
    planted = [p_value(game, at, biased, 1000 + i, most) for i, at in enumerate(found)]
    assert stats.kstest(planted, "uniform").pvalue < samples(20, 1) / 1000


class Step(NamedTuple):
    """An action that was seen, in n worlds."""

    seat: Seat
    hand: NDArray[np.int64]  # (n,) masks of the seat's hand before it
    chosen: NDArray[np.int64]  # (n,) the action


def _in_each(hidden: NDArray[np.int8], value: int, place: int) -> NDArray[np.int64]:
    """A card or action in each world, int64 (n,): the value itself, or the hidden card at this
    place if it is HIDDEN.
    """
    if value == HIDDEN:
        return hidden[:, place].astype(np.int64)
    return np.full(len(hidden), value)


def rewound(public: Sequence[Seen], worlds: Worlds) -> list[Step]:
    """The actions seen so far, in each world, in order; `public` has all of them."""
    (held, unseen, _), steps = worlds.arrays(), list[Step]()
    hands, hidden = held.copy(), unseen.shape[1]
    for seat, action, card, _ in reversed(public):
        if card != NONE:
            hidden -= card == HIDDEN
            hands[:, seat] &= ~(1 << _in_each(unseen, card, hidden))
        hidden -= action == HIDDEN
        chosen = _in_each(unseen, action, hidden)
        hands[:, seat] |= np.where(chosen < 52, 1 << np.minimum(chosen, 62), 0)
        steps.append(Step(seat, hands[:, seat].copy(), chosen))
    return steps[::-1]


def contradictions(seen: View, worlds: Worlds) -> int:
    """In how many worlds something is other than it was seen."""
    (hands, _, rest), table = worlds.arrays(), seen.table
    bad = np.zeros(len(hands), np.bool_)
    for seat in range(hands.shape[1]):
        bad |= np.bitwise_count(hands[:, seat]) != table.counts[seat] - (
            table.passed.bit_count()
            if seen.game == "hearts" and seat == seen.seat and table.leader == NOBODY
            else 0
        )
        bad |= np.logical_or.reduce(
            [hands[:, seat] & hands[:, other] != 0 for other in range(seat)], axis=0
        )
    if seen.seat < hands.shape[1]:
        bad |= hands[:, seen.seat] != table.hand
    played = seen.seen[table.passed.bit_count() :] if seen.game == "hearts" else seen.seen
    steps = rewound(seen.seen[opening_of(seen).seen :], worlds)
    before = [
        (step.hand, step.chosen)
        for step in steps
        if seen.game != "hearts" or table.leader != NOBODY
    ]
    for (seat, _, _, lacks), (hand, chosen) in zip(played, before, strict=True):
        bad |= hand & lacks != 0
        bad |= (chosen < 52) & (hand >> np.minimum(chosen, 62) & 1 == 0)
        assert seat < hands.shape[1]
    first = before[0][0] if before else hands[:, min(table.turn, 3)]
    if seen.game == "straights":
        bad |= first >> straights.SEVEN_OF_SPADES & 1 == 0
    if seen.game == "hearts" and table.leader != NOBODY:
        bad |= first >> TWO_OF_CLUBS & 1 == 0
        if table.passed:
            taker = (seen.seat + pass_offset(seen.rules, seen.number)) % 4
            theirs = mask_of(one.action for one in played if one.seat == taker and one.action < 52)
            bad |= (hands[:, taker] | theirs) & table.passed != table.passed
    if seen.game == "crazy-eights":
        fixed = mask_of(
            [*seen.dealt, *(one.card for one in seen.seen if one.card < 52), table.turned]
        )
        stock = (
            np.bitwise_or.reduce(1 << rest.astype(np.int64), axis=1)
            if rest.size
            else np.zeros_like(hands[:, 0])
        )
        bad |= stock & (np.bitwise_or.reduce(hands, axis=1) | fixed) != 0
        needs = (
            not table.stock
            and seen.rules.empty == eights.DRAW_GAME
            and eights.draws(seen.rules.draw, table.drawn)
            and table.suit < 4
        )
        if needs and table.turn < 5:
            bad |= hands[:, table.turn] & eights.fitting(table.top, table.suit) == 0
    return int(bad.sum())


@pytest.mark.parametrize("game", BUILT_IN)
def test_no_world_contradicts_what_was_seen(game: str, times: Times) -> None:
    """At every stage: 1,000,000 worlds in all three games together, in the long form."""
    random = Random(f"contradictions {game}")
    for _ in range(times(40, 670)):
        match = position(game, random_rules(GAMES[game], random), random)
        for seat in (random.randrange(len(match.players)), SPECTATOR):
            seen = view(match, seat)
            assert contradictions(seen, sample(seen, 250, random.getrandbits(30))) == 0


def test_a_world_that_cannot_be_is_found() -> None:
    """The check itself: two cards exchanged between hands that had shown to lack them."""
    random, found = Random(4), 0
    for _ in range(60):
        match = position("hearts", random_rules(GAMES["hearts"], random), random, last=30)
        seen = view(match, 0)
        worlds = sample(seen, 50, 3)
        hands, _, _ = worlds.arrays()
        one, other = hands[:, 1].copy(), hands[:, 2].copy()
        low = one & -one
        hands[:, 1], hands[:, 2] = (
            one & ~low | other & -other,
            other & (other - 1) | low,
        )
        found += contradictions(seen, worlds) > 0
    assert found > 20
