"""Walks through the worlds of Straights are in each as often as it is likely; brute force says
which there are.
"""

from collections.abc import Callable, Iterator
from random import Random

import numpy as np
import pytest

from parlour.cards import HIDDEN, SPECTATOR
from parlour.engine.worlds.sampler import Sampler, Worlds, sample
from parlour.games.straights.engine import policy, search
from parlour.games.straights.engine.mcmc import Walks
from parlour.games.straights.rules import SEVEN_OF_SPADES, Rules
from parlour.match import Dealt, View, actor, step, view
from parlour.players import trained
from tests.engine.worlds.test_sampler import World, plain, position, replayed, small
from tests.support.arrayed import arrayed
from tests.support.play import begun, random_deck
from tests.support.walking import all_of, shares

likely = arrayed(policy.likely)
Times = Callable[[int, int], int]
WEIGHTS = trained.weights("straights")
KEEN = np.array([0.3, 1.0, 0.6, 0.0])


def walked(seen: View, worlds: Worlds, n: int, steps: int) -> Worlds:
    walks = Walks(seen, worlds, WEIGHTS, KEEN, 3)
    walks.worlds(1, 200)
    return Worlds(*walks.worlds(n, steps).arrays())


def views(random: Random, n: int) -> Iterator[tuple[View, list[World]]]:
    """Some that few worlds fit, half of them with hidden discards."""
    found = [0, 0]
    while sum(found) < 2 * n:
        seen, there = small("straights", random, 150)
        hidden = any(one.action == HIDDEN for one in seen.seen)
        if seen.seat != SPECTATOR and len(there) > 1 and found[hidden] < n:
            found[hidden] += 1
            yield seen, there


def test_a_walk_is_in_each_world_as_often_as_it_is_likely(times: Times) -> None:
    """Begun in one of them only, so all can be reached."""
    told = []
    for seen, there in views(Random("walks"), times(3, 100)):
        logs = likely(seen, all_of(there), WEIGHTS, KEEN)
        start = there[int(logs.argmin())]
        told.append(shares(there, logs, walked(seen, all_of([start] * 4), 10_000, 8)))
    assert max(one.far for one in told) < 0.05
    assert max(one.uneven for one in told) > 0.2


@pytest.mark.thorough
def test_annealed_worlds_are_as_likely_as_the_others_actions(
    times: Times, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before any walk at the end could mend them."""
    monkeypatch.setattr(search, "BURN", 0)
    monkeypatch.setattr(search, "STEPS", 1)
    told = []
    for found, there in views(Random("annealed"), times(4, 50)):
        seen = found._replace(players=("trained",) * 4)
        (model,) = search.models(seen, WEIGHTS)
        logs = likely(seen, all_of(there), model.weights, model.likelihood_betas)
        some = [
            Worlds(*next(search.walked(seen, Sampler(seen), (model,), 1000 * seed))[0][0].arrays())
            for seed in range(200)
        ]
        told.append(shares(there, logs, Worlds(*map(np.concatenate, zip(*some, strict=True)))))
    assert max(one.far for one in told) < 0.05
    assert max(one.uneven for one in told) > 0.2


def test_walks_fit_the_view_and_repeat_themselves() -> None:
    random = Random("long walks")
    opened_otherwise = 0
    for rules in (Rules(), Rules(discards=1), Rules(opens=1), Rules(opens=1, discards=1)):
        for _ in range(8):
            seen = view(position("straights", rules, random, 48), random.randrange(4))
            opened_otherwise += (
                not seen.table.table >> SEVEN_OF_SPADES & 1 and seen.seen[0].seat != seen.seat
            )
            start = sample(seen, 4, 1)
            found, again = walked(seen, start, 5, 3), walked(seen, start, 5, 3)
            assert [plain(found, i) for i in range(20)] == [plain(again, i) for i in range(20)]
            assert all(replayed(seen, found, i) for i in range(20))
            assert len({plain(found, i) for i in range(20)}) > 1 or len(seen.seen) > 40
            kinds, wanted = ([part.dtype for part in some.arrays()] for some in (found, start))
            assert kinds == wanted
    assert opened_otherwise


def test_where_nobody_has_done_anything_all_worlds_are_as_likely() -> None:
    match = step(begun("straights", Rules(), 1), Dealt(random_deck(Random(1))))
    seen, other = (view(match, (actor(match) + i) % 4) for i in range(2))
    found = walked(seen, sample(seen, 4, 1), 500, 10)
    held = np.array(
        [(found.arrays()[0][:, seat, None] >> np.arange(52) & 1).sum(axis=1) for seat in range(4)]
    )
    assert (held == 13).all()
    assert (np.bitwise_or.reduce(found.arrays()[0], axis=1) == (1 << 52) - 1).all()
    shares = [
        (found.arrays()[0][:, seat, None] >> np.arange(52) & 1).mean(axis=0)
        for seat in range(4)
        if seat != seen.seat
    ]
    assert (
        abs(
            np.array(shares)[:, [card for card in range(52) if not seen.table.hand >> card & 1]]
            - 1 / 3
        ).max()
        < 0.07
    )
    for who in (other, view(match, SPECTATOR)):
        with pytest.raises(ValueError, match="This view holds no information"):
            walked(who, sample(who, 4, 1), 1, 1)


def test_where_all_is_known_there_is_one_world() -> None:
    match = position("straights", Rules(), Random(3), 1)
    seen = view(match, actor(match))
    assert sum(seen.table.counts) == 1
    found = walked(seen, sample(seen, 2, 1), 3, 2)
    assert found.hands.tolist() == [list(match.state.hands)] * 6
