"""Worlds fit the view, every one of them is drawn, and each as often as another; brute force over
the rules is the witness.

The brute force takes every way to lay the cards that were not seen, replays it by the rules, and
keeps what gives the same view: it asks nothing about why a card may or may not lie somewhere.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from parlour.cards import ALL, HIDDEN, NOBODY, SPECTATOR, Mask, Seat, cards, mask_of
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.worlds import matchings
from parlour.engine.worlds.matchings import best
from parlour.engine.worlds.sampler import Sampler, Worlds, _graph, count, events, fits, sample
from parlour.errors import ParlourError
from parlour.games.crazy_eights import rules as eights
from parlour.games.hearts import rules as hearts
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.worlds import puzzle
from parlour.match import Dealt, Match, View, fold, step, view
from parlour.players.oracle import truth
from tests.support.play import begun, random_action, random_deck, random_rules

Times = Callable[[int, int], int]
SOME = 6  # stages of a round in which a view is looked for
World = tuple[
    tuple[int, ...], tuple[int, ...], frozenset[int]
]  # hands, hidden cards, the cards of the stock


def stages(name: str, rules: Any, random: Random) -> list[Match]:
    """The stages of a random round with any number, until nobody may act."""
    while True:
        match = step(begun(name, rules, random.randrange(1, 9)), Dealt(random_deck(random)))
        path = [match]
        while match.playing:
            match = step(match, random_action(match, random))
            path.append(match)
        if len(path) > 1:
            return path[:-1]


def position(name: str, rules: Any, random: Random, last: int = 1000) -> Match:
    """A random stage, among the last so many, of a random round with any number."""
    return random.choice(stages(name, rules, random)[-last:])


def watchers(match: Match) -> list[Seat]:
    return [*range(len(match.players)), SPECTATOR]


def replayed(seen: View, world: Worlds, i: int) -> bool:
    """Whether a world can be played, and fits; many that brute force tries cannot even be dealt."""
    try:
        return fits(seen, fold(events(seen, world, i), begun(seen.game, seen.rules, seen.number)))
    except (ParlourError, ValueError):
        return False


def plain(world: Worlds, i: int) -> World:
    return (
        tuple(world.hands[i].tolist()),
        tuple(world.hidden[i].tolist()),
        frozenset(world.stock[i].tolist()),
    )


def arrays(world: World) -> Worlds:
    hands, hidden, stock = world
    return Worlds(
        np.array([hands], np.int64),
        np.array([hidden], np.int8).reshape(1, -1),
        np.array([sorted(stock)], np.int8),
    )


def the_real_one(seen: View, match: Match) -> World:
    """The world that a match is."""
    if match.game not in BUILT_IN:
        return plain(truth(match, seen, 1), 0)
    hands = list(match.state.hands[: len(match.players)])
    if match.game == "hearts" and match.state.leader == NOBODY:
        hands = [
            hand | (0 if seat == seen.seat else match.state.passed[seat])
            for seat, hand in enumerate(hands)
        ]
    hidden: list[int] = []
    stock: tuple[int, ...] = ()
    if match.game == "crazy-eights":
        places = iter(match.deck[match.rules.players * match.rules.hand + 1 :])
        drawn = [(one, next(places)) for one in seen.seen if one.action == eights.DRAW]
        hidden = [card for one, card in drawn if one.card == HIDDEN]
        stock = match.deck[match.state.next :]
    if match.game == "straights":
        hidden = [
            match.seen[one.seat][i].action
            for i, one in enumerate(seen.seen)
            if one.action == HIDDEN
        ]
    return tuple(hands), tuple(hidden), frozenset(stock)


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_sampled_world_replays_and_fits(name: str, times: Times) -> None:
    random = Random(f"worlds {name}")
    stages = Counter[bool]()
    for i in range(times(60, 20_000)):
        match = position(name, random_rules(GAMES[name], random), random)
        for seat in watchers(match):
            seen = view(match, seat)
            world = sample(seen, 2, i)
            assert replayed(seen, world, 0)
            assert replayed(seen, world, 1)
            assert count(seen) >= 1
            stages[len(seen.seen) < 5] += 1
            assert replayed(seen, arrays(the_real_one(seen, match)), 0)
    assert len(stages) == 2


def splits(free: Mask, sizes: list[int]) -> Iterator[tuple[Mask, ...]]:
    """Every way to lay these cards into sets of these sizes; what is left over stays."""
    if not sizes:
        yield ()
        return
    for some in combinations(cards(free), sizes[0]):
        for rest in splits(free & ~mask_of(some), sizes[1:]):
            yield mask_of(some), *rest


def raw_straights(seen: View) -> Iterator[World]:
    table = seen.table
    free = ALL & ~(
        mask_of(seen.dealt)
        | table.table
        | mask_of(one.action for one in seen.seen if one.action != HIDDEN)
    )
    k = sum(one.action == HIDDEN for one in seen.seen)
    sizes = [0 if seat == seen.seat else table.counts[seat] for seat in range(4)]
    for parts in splits(free, [1] * k + sizes):
        hands = [table.hand if seat == seen.seat else parts[k + seat] for seat in range(4)]
        yield tuple(hands), tuple(part.bit_length() - 1 for part in parts[:k]), frozenset()


def raw_hearts(seen: View) -> Iterator[World]:
    table = seen.table
    here = table.hand | mask_of(
        one.action for one in seen.seen[table.passed.bit_count() :] if one.action < 52
    )
    sizes = [0 if seat == seen.seat else table.counts[seat] for seat in range(4)]
    for parts in splits(ALL & ~here, sizes):
        yield (
            tuple(table.hand if seat == seen.seat else parts[seat] for seat in range(4)),
            (),
            frozenset(),
        )


def raw_eights(seen: View) -> Iterator[World]:
    """Every hand, every order of hidden draws; of the rest one card may lie under the pile, the
    others are the stock.
    """
    table, n = seen.table, len(seen.players)
    played = [
        mask_of(one.action for one in seen.seen if one.action < 52 and one.seat == seat)
        for seat in range(n)
    ]
    own = mask_of(seen.dealt) | mask_of(one.card for one in seen.seen if one.card < 52)
    transposed = 0 if any(played) else 1 << table.top
    free = ALL & ~own & ~transposed & ~mask_of(card for mask in played for card in cards(mask))
    sizes = [0 if seat == seen.seat else table.counts[seat] for seat in range(n)]
    drawers = [one.seat for one in seen.seen if one.card == HIDDEN]
    for parts in splits(free, [*sizes, table.stock]):
        hands = [table.hand if seat == seen.seat else parts[seat] for seat in range(n)]
        for hidden in drawings(
            drawers, [hand | mask for hand, mask in zip(hands, played, strict=True)]
        ):
            yield tuple(hands), hidden, frozenset(cards(parts[n]))


def drawings(drawers: list[Seat], had: list[Mask]) -> Iterator[tuple[int, ...]]:
    """Every way in which these seats can have drawn, of the cards each had."""
    if not drawers:
        yield ()
        return
    seat, *rest = drawers
    for card in cards(had[seat]):
        for later in drawings(
            rest, [mask & ~(1 << card) if i == seat else mask for i, mask in enumerate(had)]
        ):
            yield card, *later


Raw = Callable[[View], Iterator[World]]
RAW: dict[str, Raw] = {
    "straights": raw_straights,
    "hearts": raw_hearts,
    "crazy-eights": raw_eights,
    "drawing": raw_eights,
}


def small(name: str, random: Random, most: int) -> tuple[View, list[World]]:
    """A random view that few worlds could fit, and all that do; at least two. Some stages of a
    round are tried, since most rounds cost more than the one view that is wanted.
    """
    while True:
        late = stages(name, random_rules(GAMES[name], random), random)[-30:]
        for match in random.sample(late, min(SOME, len(late))):
            seen = view(match, random.choice(watchers(match)))
            lies = list(islice(RAW[name](seen), most + 1))
            if 1 < len(lies) <= most:
                there = [world for world in lies if replayed(seen, arrays(world), 0)]
                assert the_real_one(seen, match) in there
                if len(there) > 1 or len(lies) > most // 3:
                    return seen, there


def drawn_alike(views: Iterable[tuple[View, list[World]]], *, by_rules: bool) -> None:
    """Of each view's worlds all are counted, and none is drawn more often than another; by their
    chi-square.
    """
    excess, freedom = 0.0, 0
    for i, (seen, there) in enumerate(views):
        assert count(seen, by_rules=by_rules) == len(there)
        n = 40 * len(there)
        worlds = Sampler(seen, by_rules=by_rules).sample(n, i)
        drawn = Counter(plain(worlds, j) for j in range(n))
        assert set(drawn) <= set(there)
        excess += sum((drawn[one] - 40) ** 2 / 40 for one in there) - (len(there) - 1)
        freedom += len(there) - 1
    assert abs(excess) < 4 * (2 * freedom) ** 0.5  # its variance is twice its freedom


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_world_that_fits_is_counted_and_drawn_as_often_as_another(
    name: str, times: Times
) -> None:
    random = Random(f"brute {name}")
    views = (small(name, random, times(300, 3000)) for _ in range(times(16, 1000)))
    drawn_alike(views, by_rules=False)


def test_in_straights_the_sets_are_nested_and_nothing_branches(times: Times) -> None:
    random = Random("nested")
    for _ in range(times(10, 1000)):
        match = position("straights", random_rules(straights, random), random)
        for seat in watchers(match):
            walk, transposed = best(_graph(puzzle(view(match, seat))))
            assert not transposed
            assert len(walk.to) == len(walk.rows)


def test_a_graph_of_many_states_gets_more_room(monkeypatch: pytest.MonkeyPatch) -> None:
    views = [
        view(position(name, GAMES[name].Rules(), Random(f"room {name}")), SPECTATOR)
        for name in ("hearts", "crazy-eights")
    ]
    before = [(count(seen), plain(sample(seen, 4, 1), 3)) for seen in views]
    monkeypatch.setattr(matchings, "ROOM", 1)
    assert [(count(seen), plain(sample(seen, 4, 1), 3)) for seen in views] == before


def test_every_order_of_the_stock_is_as_likely() -> None:
    match = step(
        begun("crazy-eights", eights.Rules(players=4, hand=12), 1), Dealt(random_deck(Random(3)))
    )
    seen = view(match, SPECTATOR)
    _, _, stock = sample(seen, 60_000, 1).arrays()
    assert stock.shape == (60_000, 3)
    first = np.bincount(stock[:, 0], minlength=52)
    assert first[seen.table.top] == 0
    assert ((first - 60_000 / 51) ** 2 / (60_000 / 51)).sum() - 60_000 / 51 < 50 + 4 * 10
    rising = (stock[:, 0] < stock[:, 1]) & (stock[:, 1] < stock[:, 2])
    assert abs(rising.mean() - 1 / 6) < 0.01


def test_who_must_draw_from_an_empty_stock_and_has_not_ended_the_round_can_play(
    times: Times,
) -> None:
    random = Random(8)
    found = 0
    while found < times(4, 300):
        match = position(
            "crazy-eights", eights.Rules(players=3, hand=17, draw=random.randrange(3)), random, 10
        )
        seen = view(match, (match.state.turn + 1) % 3)
        lies = list(islice(raw_eights(seen), 201))
        if 1 < len(lies) <= 200:
            there = [world for world in lies if replayed(seen, arrays(world), 0)]
            assert count(seen) == len(there)
            fitting = eights.fitting(seen.table.top, seen.table.suit)
            assert all(world[0][seen.table.turn] & fitting for world in there)
            found += any(not world[0][seen.table.turn] & fitting for world in lies)


def bytes_of(world: Worlds) -> list[bytes]:
    return [part.tobytes() for part in world.arrays()]


def test_the_worlds_of_a_seed_are_the_same_and_each_depends_on_its_number_alone() -> None:
    random = Random("seeds")
    for name in BUILT_IN:
        seen = view(position(name, GAMES[name].Rules(), random), 1)
        one, few = sample(seen, 50, 7), sample(seen, 20, 7)
        assert (
            bytes_of(one) == bytes_of(sample(seen, 50, 7)) == bytes_of(sample(seen, 50, 7 - 2**64))
        )
        assert bytes_of(few) == bytes_of(Worlds(one.hands[:20], one.hidden[:20], one.stock[:20]))
        assert bytes_of(one) != bytes_of(sample(seen, 50, 8))
        assert [str(part.dtype) for part in one.arrays()] == [
            "int64",
            "int8",
            "int8",
        ]
        assert sample(seen, 0, 7).hands.shape == (0, 4 if name != "crazy-eights" else 2)


def test_counts_known_by_hand() -> None:
    deck = random_deck(Random(1))
    dealt = step(begun("hearts", hearts.Rules(), 1), Dealt(deck))
    assert count(view(dealt, 0)) == 84478098072866400  # 39! / 13!^3
    assert count(view(dealt, SPECTATOR)) == 53644737765488792839237440000  # 52! / 13!^4
    first = step(begun("straights", straights.Rules(), 1), Dealt(deck))
    opener = first.state.turn
    assert count(view(first, opener)) == 84478098072866400
    # who opens holds the seven of spades
    assert count(view(first, (opener + 1) % 4)) * 3 == 84478098072866400


def test_worlds_are_numbered_by_whole_numbers() -> None:
    first = step(begun("hearts", hearts.Rules(), 1), Dealt(random_deck(Random(1))))
    with pytest.raises(TypeError):
        sample(view(first, 0), 1, 1, start=cast(Any, 1.5))


def test_no_round_no_worlds() -> None:
    match = begun("hearts", hearts.Rules(), 1)
    with pytest.raises(ValueError, match="No round is being played"):
        sample(view(match, 0), 1, 1)
    random = Random(2)
    match = step(begun("straights", straights.Rules(target=1), 1), Dealt(random_deck(random)))
    while match.playing:
        match = step(match, random_action(match, random))
    with pytest.raises(ValueError, match="No round is being played"):
        count(view(match, SPECTATOR))


def test_a_sampler_plans_once_and_numbers_its_worlds() -> None:
    """World i of a seed is the same however the worlds are asked for."""
    random = Random("sampler")
    for name in BUILT_IN:
        seen = view(position(name, GAMES[name].Rules(), random), 1)
        sampler = Sampler(seen)
        whole = sample(seen, 60, 7)
        assert bytes_of(sampler.sample(60, 7)) == bytes_of(whole)
        parts = [sampler.sample(n, 7, start=start) for start, n in ((0, 1), (1, 29), (30, 30))]
        assert bytes_of(Worlds(*map(np.concatenate, zip(*parts, strict=True)))) == bytes_of(whole)
        assert bytes_of(sample(seen, 30, 7, start=30)) == bytes_of(parts[2])
