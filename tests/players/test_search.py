"""The search: repeats itself, keeps to its budget and its gate, believes what is likely; and the
player that sees all.
"""

from collections.abc import Iterator
from itertools import count, cycle, islice
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour.cards import SPECTATOR, Seat, cards, mask_of, popcount
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.compiler.arrays import floats_of
from parlour.engine.numbers.bits import lowest_bit
from parlour.engine.search.playouts import Style, betas_of
from parlour.engine.search.protocol import Model
from parlour.engine.search.puct import NONE
from parlour.engine.worlds.resampling import WORLDS, first, resampled, sizes
from parlour.engine.worlds.sampler import Sampler, events, sample
from parlour.games.crazy_eights.engine.policy import FIRST
from parlour.games.hearts.engine import search as hearts_search
from parlour.games.hearts.engine.opponent_styles import style_of
from parlour.games.straights.engine import search as straights_search
from parlour.lab.duel import Duel, rows, sides
from parlour.match import Acted, Dealt, Match, View, actor, dice, fold, legal, step, view
from parlour.players import find_level, search, trained
from parlour.players.oracle import oracle, truth
from parlour.players.parts import engine, parts_of
from parlour.players.search import Budget, think, unit_of, worlds_of, worth
from tests.engine.worlds.test_sampler import position
from tests.support.arrayed import arrayed, shares
from tests.support.hearts_positions import MOONS, POSITIONS, good_of, view_of
from tests.support.play import begun, every_rules, random_action, random_deck, random_rules


def models(seen: View) -> tuple[Model, ...]:
    """How others may play."""
    return engine(seen.game).models(seen, trained.weights(seen.game))


FREE = Budget(playouts=200, seconds=inf)


def positions(game: str, random: Random, rules: Any = None) -> Iterator[tuple[Match, Seat]]:
    """Matches in which a seat has a choice, at random play."""
    while True:
        house = random_rules(GAMES[game], random) if rules is None else rules
        match = step(begun(game, house, random.randrange(1, 5)), Dealt(random_deck(random)))
        while match.playing:
            seat = actor(match)
            if popcount(legal(match, seat)) > 1:
                yield match, seat
            match = step(match, random_action(match, random))


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_decision_repeats_and_stays_in_its_budget(game: str) -> None:
    """Under random house rules."""
    for n, (match, seat) in zip(range(12), positions(game, Random(game)), strict=False):
        thought = think(view(match, seat), n, FREE)
        assert repr(think(view(match, seat), n, FREE)) == repr(thought)
        assert legal(match, seat) >> thought.action & 1
        assert sum(thought.playouts) <= FREE.playouts
        assert thought.better[0] == 0
        assert thought.action in thought.candidates[thought.chosen]


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_gate_and_the_clock(game: str) -> None:
    ticks = count(0, 50)
    for match, seat in (
        pair for pair, _ in zip(positions(game, Random(game)), range(6), strict=False)
    ):
        seen = view(match, seat)
        shut = think(seen, 1, FREE._replace(gate=1e9))
        assert shut.chosen == 0
        assert shut.action == trained.act(seen, 1) or (game == "hearts" and seen.table.passing)
        cut = think(seen, 1, Budget(playouts=100_000, seconds=0.1), clock=lambda: next(ticks))
        assert cut.playouts == (WORLDS,) * len(cut.candidates)
        assert legal(match, seat) >> cut.action & 1


@pytest.mark.parametrize("game", BUILT_IN)
def test_of_a_share_of_the_playouts_the_favourite_is_left_at_last(game: str) -> None:
    """All of them are as ever, to the bit."""
    budget = FREE._replace(playouts=600)
    for n, (match, seat) in zip(range(4), positions(game, Random(game)), strict=False):
        seen = view(match, seat)
        thoughts = {}
        for share in (1.0, 0.5, 0.125, 0.0):
            search.plan_of.cache_clear()
            thoughts[share] = think(seen, n, budget._replace(share=share))
            fewer = 3 if thoughts[share].candidates[0][1:] else 1
            assert sum(thoughts[share].playouts) <= fewer * share * budget.playouts
            assert legal(match, seat) >> thoughts[share].action & 1
        assert repr(thoughts[1.0]) == repr(think(seen, n, budget))
        assert (thoughts[0.0].chosen, sum(thoughts[0.0].playouts)) == (0, 0)
        search.plan_of.cache_clear()
        assert search.act(seen, n, 0.0) == thoughts[0.0].action


def test_a_pass_is_carried_out_with_whatever_share() -> None:
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(4))))
    chosen = think(view(match, 0), 1, FREE).candidates
    search.plan_of.cache_clear()
    few = think(view(match, 0), 1, FREE._replace(share=0.125))
    for n, card in enumerate(few.candidates[few.chosen]):
        one = think(view(match, 0), n, FREE._replace(share=(0.125, 1.0, 0.0)[n]))
        assert repr(one) == repr(few._replace(action=card))
        match = step(match, Acted(0, card))
    assert len(few.candidates) < len(chosen)


def test_what_is_forced_costs_nothing() -> None:
    random = Random(1)
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(random)))
    seat = actor(match)
    thought = think(view(match, seat), 1, FREE)
    assert (thought.candidates, thought.playouts, thought.better) == (((45,),), (0,), (0.0,))
    assert thought.action == 45


def test_a_pass_is_chosen_whole_and_carried_out() -> None:
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(4))))
    whole, dealt = view(match, 0), match
    first = think(whole, 1, FREE)
    assert all(len(three) == 3 for three in first.candidates)
    few = 3 * FREE.playouts // search.FEWEST  # of 286
    assert len(first.candidates) == few
    chosen = first.candidates[first.chosen]
    for n, card in enumerate(chosen):
        if n == 2:
            search.plan_of.cache_clear()  # the plan is made again, and is the same
        seen, expected = view(match, 0), first._replace(action=card)
        assert repr(think(seen, n, FREE)) == repr(expected)
        assert hearts_search.at_first(seen) == whole
        match = step(match, Acted(0, card))
    alone = think(whole, 1, FREE._replace(ablation="passes"))
    assert len(alone.candidates) == 1
    # the cards of a pass that another player has begun are chosen anew
    other = lowest_bit(whole.legal & ~mask_of(chosen))
    rest = think(view(step(dealt, Acted(0, other)), 0), 1, FREE)
    assert all(other in three for three in rest.candidates)
    assert rest.action != other


def test_a_pass_is_one_decision_whoever_makes_it_at_the_same_time() -> None:
    """Two that are made in turns are the same; one that its clock cut short is carried out."""
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(4))))
    seen, ends = view(match, 0), list[str]()
    search.plan_of.cache_clear()
    both = [search.thinking(seen, n, FREE) for n in range(2)]
    while both:
        for slices in list(both):
            try:
                next(slices)
            except StopIteration as end:
                ends.append(repr(end.value))
                both.remove(slices)
    assert ends == [repr(think(seen, 2, FREE))] * 2
    ticks, short = count(0, 50), Budget(playouts=100_000, seconds=0.1)
    cut = think(seen, 1, short, clock=lambda: next(ticks))
    assert cut.playouts == (search.FEWEST,) * 286
    after = view(step(match, Acted(0, cut.action)), 0)
    assert think(after, 1, short).candidates == cut.candidates
    assert hearts_search.at_first(view(match, SPECTATOR)) is None


@pytest.mark.parametrize(("game", "rules"), [("hearts", {"pass_cards": 0}), ("crazy-eights", {})])
def test_worlds_are_believed_as_they_are_likely(game: str, rules: dict[str, int]) -> None:
    """Who holds a card, on average over believed worlds, is the weighted mean over uniform ones and
    ways to play. Passes are weighed besides, in walks (test_mcmc.py).
    """
    for n, (match, seat) in enumerate(positions(game, Random(5), GAMES[game].Rules(**rules))):
        seen = view(match, seat)
        if n < 15 or seen.table.turn != seat:
            continue
        seen = seen._replace(players=("search",) * len(seen.players))
        taken, uniform = models(seen), Sampler(seen).sample(100_000, 1)
        logs = [
            arrayed(engine(game).likely)(seen, uniform, way.weights, way.likelihood_betas)
            for way in taken
        ]
        chances = np.array([way.odds for way in taken]) @ np.exp(logs)
        other = (seat + 1) % len(match.players)
        batches = islice(worlds_of(seen, 2, Budget(), taken), 40)
        hands = np.concatenate([some.hands for batch in batches for some, _ in batch])
        for card in range(52):
            held = uniform.arrays()[0][:, other] >> card & 1
            wanted = float((held * chances).sum() / chances.sum())
            assert float((hands[:, other] >> card & 1).mean()) == pytest.approx(wanted, abs=0.08)
        return


def test_batches_grow_with_the_worlds_before() -> None:
    done = 0
    for size in islice(sizes(), 60):
        assert WORLDS <= size <= 8 * WORLDS
        assert size <= 2 * WORLDS or size <= done / 4
        done += size
    assert size == 8 * WORLDS


@pytest.mark.parametrize("game", BUILT_IN)
def test_without_belief_worlds_only_fit(game: str) -> None:
    seen = view(*next(positions(game, Random(7))))
    batches = islice(worlds_of(seen, 3, Budget(believe=False), models(seen)), 8)
    hands = np.concatenate([some.hands for ((some, _),) in batches])
    assert len(hands) == sum(islice(sizes(), 8))
    assert (hands == Sampler(seen).sample(len(hands), 3).hands).all()


def test_in_straights_worlds_are_walked_to() -> None:
    """They are likelier than those chosen from four times as many that fit, where others play by
    the policy.
    """
    gains = []
    for match, seat in positions("straights", Random(6), GAMES["straights"].Rules()):
        seen = view(match, seat)._replace(players=("trained",) * 4)
        if len(seen.seen) > 24:
            (taken,) = models(seen)
            drawn = Sampler(seen).sample(256, 2)
            logs = engine("straights").likely(seen, drawn, taken.weights, taken.likelihood_betas)
            pool = resampled(drawn, logs, 64).worlds
            batches = islice(worlds_of(seen, 2, Budget(), (taken,)), 3)
            walked = [some for ((some, _),) in batches]
            chosen, *likely = [
                arrayed(engine("straights").likely)(
                    seen, some, taken.weights, taken.likelihood_betas
                ).mean()
                for some in (pool, *walked)
            ]
            gains.append(np.mean(likely) - chosen)
        if len(gains) == 12:
            break
    assert np.mean(gains) > 0.5, gains


def test_in_crazy_eights_how_a_stranger_plays_is_inferred() -> None:
    """Each way to play is taken of who does play so more often than of others."""
    found = np.zeros((2, 2))
    for player, level in enumerate(["trained", "any"]):
        for deal in range(60):
            random = Random(deal)
            match = step(
                begun("crazy-eights", GAMES["crazy-eights"].Rules(), 1), Dealt(random_deck(random))
            )
            while match.playing:
                seat = actor(match)
                seen = view(match, seat)._replace(players=("", ""))
                if seat == 0 and popcount(seen.legal) > 1 and len(seen.seen) > 12:
                    ways = models(seen)
                    places = {id(way): place for place, way in enumerate(ways)}
                    for batch in islice(worlds_of(seen, 1, Budget(), ways), 8):
                        for some, way in batch:
                            found[player, places[id(way)]] += len(some.hands)
                if seat and level == "any":
                    match = step(match, random_action(match, random))
                else:
                    act = find_level("crazy-eights", level if seat else "trained")
                    match = step(match, Acted(seat, act(seen, dice(match, seat))))
    found /= found.sum(axis=1, keepdims=True)
    assert (found.argmax(axis=0) == range(2)).all(), found


def test_each_way_to_play_has_its_part_of_each_batch() -> None:
    """Less than one world more or fewer than in proportion to its likelihood."""
    uneven = 0
    for match, seat in islice(
        positions("crazy-eights", Random(4), GAMES["crazy-eights"].Rules()), 20
    ):
        seen = view(match, seat)._replace(players=("search", "search"))
        there, ways = engine("crazy-eights"), models(seen)
        drawn = Sampler(seen).draw(4 * WORLDS, 5)
        logs = [there.likely(seen, drawn, way.weights, way.likelihood_betas) for way in ways]
        odds = search.odds_of(drawn, logs, [way.odds for way in ways])
        shares = np.diff([0.0, *odds]) / odds[-1]
        for size, batch in zip(
            sizes(), islice(worlds_of(seen, 5, Budget(), ways), 12), strict=False
        ):
            worlds = {id(way): len(some.hands) for some, way in batch}
            taken = np.array([worlds.get(id(way), 0) for way in ways])
            assert taken.sum() == size
            assert (abs(taken - shares * size) < 1).all()
        uneven += shares.max() > 0.9
    assert uneven > 3


def test_a_batch_is_cut_in_proportion() -> None:
    seen = view(*next(positions("hearts", Random(7))))
    parts = [(Sampler(seen).draw(n, 1), models(seen)[0]) for n in (40, 1, 20, 3)]
    for most in range(70):
        cut = [len(some.hands) for some, _ in first(parts, most)]
        assert sum(cut) == min(most, 64)
        assert all(cut)
    assert [len(some.hands) for some, _ in first(parts, 32)] == [20, 10, 2]


def test_where_no_way_to_play_is_possible_their_odds_are_those_before() -> None:
    """As an engine of one's own may say."""
    drawn = Sampler(view(*next(positions("crazy-eights", Random(7))))).draw(4, 1)
    assert search.odds_of(drawn, [floats_of([-inf] * 4)] * 3, [1.0, 2.0, 1.0]) == [1.0, 3.0, 4.0]


def test_an_end_of_the_match_in_any_part_of_a_batch_sets_the_unit() -> None:
    """The first worlds of each batch are of one way to play, which may end no match."""
    rules = GAMES["crazy-eights"].Rules()._replace(target=100)
    match = step(begun("crazy-eights", rules, 1), Dealt(random_deck(Random(1))))
    seen = view(match, 0)._replace(players=("search", "search"), totals=(0, 0))
    played = engine("crazy-eights").played
    calls = list[int]()

    def ends(*given: Any) -> Any:
        found = played(*given)
        calls.append(len(found))
        cost = 0 if len(calls) == 1 else 200
        for place in range(len(found.flat)):
            found.flat[place] = cost
        return found

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine("crazy-eights"), "played", ends)
        thought = think(seen, 3, Budget(playouts=400, seconds=inf))
    assert calls[0] < WORLDS
    assert thought.unit == "share"


def test_whose_level_tells_how_it_plays_is_not_asked() -> None:
    match = step(
        begun("crazy-eights", GAMES["crazy-eights"].Rules(players=3), 1),
        Dealt(random_deck(Random(1))),
    )
    seen = view(match, 1)._replace(players=("first", "", "trained"))
    (way,) = models(seen)
    weights, first = trained.weights("crazy-eights"), FIRST
    assert way.weights.tolist() == [row.tolist() for row in (first, weights, weights)]
    for betas in (way.betas, way.likelihood_betas):
        assert betas_of(betas, 3).tolist() == [1.0, 1.0, 5.0]
    strangers = models(seen._replace(players=("first", "", "greedy")))
    assert [way.odds for way in strangers] == [1.0, 6.0]
    assert way.drawn == 2 * strangers[0].drawn == 4


def test_a_decision_of_crazy_eights_grows_a_tree_of_its_own() -> None:
    """All ways to play share it. In a match with a target it would count the wrong thing."""
    there, asked = engine("crazy-eights"), list[tuple[Model, ...]]()
    models = there.models

    def noted(*given: Any) -> tuple[Model, ...]:
        asked.append(models(*given))
        return asked[-1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(there, "models", noted)
        for target in (0, 0, 100):
            rules = GAMES["crazy-eights"].Rules(target=target)
            match = step(begun("crazy-eights", rules, 1), Dealt(random_deck(Random(1))))
            think(view(match, actor(match)), 3, Budget(playouts=400, seconds=inf))
    assert [len({id(way.tree) for way in ways}) for ways in asked] == [1, 1, 1]
    one, other, none = [ways[0].tree for ways in asked]
    assert one is not other
    assert one.nodes.tolist()[-1] == other.nodes.tolist()[-1] > [50, 100]
    assert none is NONE


def test_in_hearts_a_stranger_has_several_ways_to_play() -> None:
    """A known level has one way to play its past actions."""
    seen = view(*next(positions("hearts", Random(3))))
    (way,) = models(seen._replace(players=("trained", "Ada", "first", "search")))
    strangers, careless = hearts_search.LIKELIHOOD_STYLES[""], Style(epsilon=0.2)
    assert len(set(strangers)) == 5
    sharp, random = Style(beta=2.0), Style(beta=0.0)
    assert way.likelihood_betas == ((sharp,) * 6, strangers, (random,) * 6, (careless,) * 6)
    (way,) = models(seen._replace(players=("trained", "trained", "first", "careful")))
    assert way.likelihood_betas == ((sharp,), (sharp,), (random,), (style_of("careful"),))


def test_chains_make_a_part_of_each_batch_for_each_way_to_play() -> None:
    """All of the same size, also where worlds are annealed, as beside a `trained`."""
    walked, some = 0, cycle([("Ada", "Bob", "Eve", "Tom"), ("Ada", "trained", "Eve", "trained")])
    for (match, seat), players in zip(
        islice(positions("hearts", Random(3)), 60), some, strict=False
    ):
        seen = view(match, seat)._replace(players=players)
        ways = models(seen)
        if engine("hearts").walked(seen, Sampler(seen), ways, 1):
            walked += 1
            for size, batch in zip(
                sizes(), islice(worlds_of(seen, 1, Budget(), ways), 4), strict=False
            ):
                assert [len(some.hands) for some, _ in batch] == [size // 2 for _ in ways]
    assert walked > 1


def test_what_totals_are_worth() -> None:
    """Three rounds' ends: a seat that wins, shares, or only hopes."""
    totals = np.array([[[80, 10, 20, 30], [85, 30, 30, 90], [20, 20, 20, 20], [30, 20, 20, 20]]])
    seen = view(
        step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1)))), 0
    )
    share = [shares(seen, totals, seat, (12.0, 9.0))[0] for seat in range(4)]
    assert [part[0] for part in share] == [0, 1, 0, 0]
    assert [part[1] for part in share] == [0, 0.5, 0.5, 0]
    assert [part[2] for part in share] == [0.25] * 4
    assert share[0][3] < 0.2 < 0.26 < share[1][3] == share[2][3]
    assert np.allclose(sum(share), 1)


def test_points_count_until_the_match_may_end() -> None:
    rules = GAMES["straights"].Rules()
    match = step(begun("straights", rules, 1), Dealt(random_deck(Random(1))))
    seen, ends = view(match, 0), np.array([[[10, 4, 4, 4]]])
    assert (unit_of(seen, ends, Budget()), worth(seen, ends, "points").tolist()) == (
        "points",
        [[-6.0]],
    )
    late = seen._replace(totals=(70, 75, 60, 60))
    assert unit_of(late, ends, Budget()) == "share"
    assert unit_of(late, ends, Budget(match=False)) == "points"
    eights = view(
        step(
            begun("crazy-eights", GAMES["crazy-eights"].Rules(), 1), Dealt(random_deck(Random(1)))
        ),
        1,
    )
    ends = np.array([[[7, 0], [0, 0], [0, 9]]])
    assert (unit_of(eights, ends, Budget()), worth(eights, ends, "share").tolist()) == (
        "share",
        [[1, 0.5, 0]],
    )


def test_a_decision_is_weighed_in_one_unit() -> None:
    """Also where few of its rounds end the match, and none of the first."""
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1))))
    weighing = search.Weighing(
        view(match, 0)._replace(totals=(0, 0, 0, 50)), [(1,), (2,)], Budget()
    )
    weighing.add(np.array([[[1, 2, 3, 4], [4, 3, 2, 1]]]))
    weighing.add(np.array([[[1, 2, 3, 40], [4, 3, 2, 1]]]))
    assert weighing.unit == "points"
    assert np.asarray(weighing.worths)[: weighing.done, 0].tolist() == [2.0, 14.0]


def test_a_moon_that_does_not_count() -> None:
    """Measuring what it is worth to know of the moon."""
    ends = np.array([[[0, 26, 26, 26], [20, 6, 0, 0]], [[26, 26, 0, 26], [1, 2, 3, 20]]])
    assert hearts_search.without_exception(ends).tolist() == [
        [[26, 0, 0, 0], [20, 6, 0, 0]],
        [[0, 0, 26, 0], [1, 2, 3, 20]],
    ]
    random, other = Random("moons"), 0
    whole, moonless = (parts_of("hearts", ablation=name) for name in ("", "moons"))
    for _ in range(20):
        match = position("hearts", GAMES["hearts"].Rules(pass_cards=0), random, 45)
        if not match.playing:
            continue
        seen = view(match, actor(match))
        worlds, (*_, model) = sample(seen, 40, 1), models(seen)
        options: list[tuple[int, ...]] = [(card,) for card in cards(seen.legal)]
        scored, bare = (
            parts.engine.played(seen, worlds, model, options, 1, 0) for parts in (whole, moonless)
        )
        assert bare.tolist() == hearts_search.without_exception(scored).tolist()
        other += bare.tolist() != scored.tolist()
    assert other


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_oracle_is_told_the_truth(game: str) -> None:
    random = Random(8)
    for n, (match, seat) in enumerate(positions(game, random)):
        seen = view(match, seat)
        assert legal(match, seat) >> oracle(match, seen, dice(match, seat)) & 1
        if game == "hearts" and seen.table.passing:
            continue
        world = truth(match, seen, 2)
        start = begun(game, match.rules, match.number)
        there = fold(events(seen, world, 1), start)
        assert there.state.hands == match.state.hands
        assert view(there, seat).table == seen.table
        if n >= 25:
            break


def test_the_oracle_is_a_bound() -> None:
    wanted = Duel("straights", GAMES["straights"].Rules(), ("oracle", "trained"), 1)
    one, _ = sides(wanted, list(rows(wanted, range(12), 1)))
    assert one.rel.mean + one.rel.half < -3


def test_every_house_rule_of_hearts_is_thought_through() -> None:
    random = Random(2)
    for rules in every_rules(GAMES["hearts"]):
        match, seat = next(positions("hearts", random, rules))
        thought = think(view(match, seat), 3, Budget(playouts=24, seconds=inf))
        assert legal(match, seat) >> thought.action & 1


def test_positions_of_hearts_in_which_to_know_better() -> None:
    """Seed text 004's hints and what players complain about: at most one of the seventeen is played
    otherwise.
    """
    people = tuple(f"human:{name}" for name in "ABCD")
    wrong = []
    for one in POSITIONS:
        thought = think(view_of(one)._replace(players=people), 1, Budget(seconds=inf))
        wrong += [] if good_of(one) >> thought.action & 1 else [one.name]
    assert len(wrong) <= 1, wrong


def test_positions_of_hearts_in_which_to_shoot_the_moon() -> None:
    """Among levels that stop few moons. At a table of people, who stop more, another is good."""
    wrong, other = [], 0
    for one in MOONS:
        seats = ["trained"] * 4
        seats[one.seat] = "search"
        thought = think(view_of(one)._replace(players=tuple(seats)), 1, Budget(seconds=inf))
        wrong += [] if good_of(one) >> thought.action & 1 else [one.name]
        people = view_of(one)._replace(players=("A", "B", "C", "D"))
        other += not good_of(one) >> think(people, 1, Budget(seconds=inf)).action & 1
    assert (wrong, other > 0) == ([], True)


def test_what_is_clear_is_decided_early() -> None:
    """A candidate that is the same as the best, or clearly worse, is not played out again; of the
    favourite more is asked.
    """
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1))))
    seen = view(match, 0)
    for costs, alive in (((3, 3, 9), [0]), ((9, 3, 9), [1]), ((3, 3, 3), [0])):
        weighing = search.Weighing(seen, [(1,), (2,), (3,)], Budget(playouts=300))
        assert weighing.room() == 100
        weighing.add(np.array([[[cost, 0, 0, 0] for cost in costs]] * 32))
        weighing.drop()
        assert weighing.alive == alive
        assert weighing.room() == 0
        assert weighing.playouts.tolist() == [32, 32, 32]
    # both others are behind by between two and three standard errors
    weighing = search.Weighing(seen, [(1,), (2,), (3,)], Budget())
    ends = np.zeros((32, 3, 4), np.int64)
    ends[:, 0, 0] = ends[:, 2, 0] = [-4, -4, -4, 5, 5, 5, 5, 5] * 4
    weighing.add(ends)
    gain, error = weighing.better(1)[0]
    assert -search.CERTAIN * error < gain < -search.DROP * error
    weighing.drop()
    assert weighing.alive == [0, 1]


def test_what_is_best_is_by_all_worlds_of_those_that_remain() -> None:
    """Also once the favourite has been dropped, and then without a gate."""
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1))))
    weighing = search.Weighing(view(match, 0), [(1,), (2,), (3,)], Budget())
    turns = np.tile([[1], [-1]], (16, 1))
    for costs, spread, wanted in (((30, 6, 7), (0, 5, -5), 1), ((9, 5), (5, -5), 2)):
        ends = np.zeros((32, len(costs), 4), np.int64)
        ends[:, :, 0] = costs + turns * spread
        weighing.add(ends)
        weighing.drop()
        assert (weighing.alive, weighing.chosen()) == ([1, 2], wanted)
    assert [gain for gain, _ in weighing.better(1)] == [-24.0, 0.0, 1.5]


def test_of_many_candidates_the_better_half_is_played_on() -> None:
    """And the favourite, as long as it is not clearly worse; a slice of playouts is for all."""
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1))))
    options: list[tuple[int, ...]] = [(n,) for n in range(100)]
    weighing = search.Weighing(view(match, 0), options, Budget(playouts=100_000))
    random, met = np.random.default_rng(2), [100]
    while len(weighing.alive) > search.FIELD:
        n, alive = weighing.room(), weighing.alive
        assert n == max(search.FEWEST, search.SLICE // len(alive))
        weighing.add(random.integers(0, 27, (n, len(alive), 4)))
        figures = weighing.better()
        weighing.drop()
        met.append(len(weighing.alive))
        assert weighing.alive == sorted(weighing.alive)
        assert met[-1] <= max(search.FIELD, met[-2] // 2)
        others = [figures[i][0] for i in weighing.alive if i]
        assert min(others) > max(figures[i][0] for i in set(alive) - set(weighing.alive))
    assert met == [100, 50, 22, 16]
    assert 0 in weighing.alive
    assert weighing.room() > search.SLICE


def test_the_budget_is_not_spent_where_it_can_gain_nothing() -> None:
    """Two candidates that are nearly equal, and the share of a match to win."""
    rules = GAMES["crazy-eights"].Rules()
    match = step(begun("crazy-eights", rules, 1), Dealt(random_deck(Random(1))))
    seen = view(match, 0)
    for won, goes_on in (((16, 17), True), ((16, 26), False)):
        weighing = search.Weighing(seen, [(1,), (2,)], Budget(playouts=2 * 128))
        assert weighing.room() == 128
        ends = np.zeros((32, 2, 2), np.int64)
        for candidate, wins in enumerate(won):
            ends[:wins, candidate, 1] = ends[wins:, candidate, 0] = 9
        weighing.add(ends)
        assert weighing.alive == [0, 1]
        assert (weighing.room() == 96) == goes_on
        assert (weighing.hope(128) >= search.WORTH) == goes_on
        assert weighing.hope(32) == 0


def test_the_budget_of_points_is_not_spent_where_it_can_gain_nothing() -> None:
    """What counts as nothing is a part of the spread of points in a round. The favourite is worse
    by three standard errors, or by a half.
    """
    match = step(begun("straights", GAMES["straights"].Rules(), 1), Dealt(random_deck(Random(1))))
    spread = engine("straights").SPREAD[1]
    for behind, goes_on in ((3.0, False), (0.5, True)):
        weighing = search.Weighing(view(match, 0), [(1,), (2,)], Budget(playouts=200))
        costs = np.array([-5, 5] * 16)
        ends = np.zeros((32, 2, 4), np.int64)
        error = costs.std(ddof=1) / np.sqrt(32)
        ends[:, 0, 0] = costs + round(behind * error)
        weighing.add(ends)
        weighing.drop()
        assert weighing.alive == [0, 1]
        assert weighing.unit == "points"
        assert (weighing.hope(100) >= search.WORTH * spread) == goes_on
        assert weighing.room() == (68 if goes_on else 0)


@pytest.mark.parametrize("level", straights_search.STYLES)
def test_in_straights_a_rule_player_has_weights_that_choose_as_it_does(level: str) -> None:
    """But for one point of the cards behind those that can never be played."""
    alike, met, weights = 0, 0, straights_search.STYLES[level]
    act = find_level("straights", level)
    for match, seat in islice(positions("straights", Random(level)), 300):
        seen = view(match, seat)
        scores = engine("straights").prefer(seen, weights)
        best = max(scores[card] for card in range(52))
        alike += scores[act(seen, 0)] > best - 1e-6
        met += 1
    assert alike >= 0.97 * met


def test_in_straights_the_others_play_in_the_style_of_their_level() -> None:
    seen = view(*next(positions("straights", Random(3))))._replace(seat=1)
    (way,) = models(seen._replace(players=("greedy", "greedy", "Ada", "careful")))
    own, styles = list(trained.weights("straights")), straights_search.STYLES
    assert way.weights.tolist() == [
        list(styles["greedy"]),
        own,
        own,
        list(styles["careful"]),
    ]
    assert betas_of(way.betas, 4).tolist() == [1.0] * 4
    assert straights_search.LIKELIHOOD_BETA["greedy"] > straights_search.LIKELIHOOD_BETA[""]
