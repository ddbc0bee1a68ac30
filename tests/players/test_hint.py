"""Hints: the best choice and its causes, from the seat's view alone. Who is told at the table:
tests/table/test_decisions.py.
"""

import json
from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from itertools import count, islice
from math import inf
from random import Random
from typing import Any

import numpy as np
import pytest
from pydantic import TypeAdapter

from parlour.catalogue.options import action_name
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.numbers.bits import lowest_bit
from parlour.match import Acted, Dealt, View, actor, dice, legal, step, view
from parlour.players import causes, search, trained
from parlour.players import hint as hints
from parlour.players.causes import CLEAR
from parlour.players.hint import hint
from parlour.players.parts import engine
from parlour.table.messages.messages import Hint
from parlour.words.narration import called
from tests.games.test_laws import alternatives
from tests.players.test_search import positions
from tests.support.play import begun, random_deck

FITS: TypeAdapter[Hint] = TypeAdapter(Hint)
DECISIONS = 8  # of each game; 200 with --long
# for each cause of a hint, the number of a position (`plain`) that brings it up
CAUSES: dict[str, dict[str, int]] = {
    "straights": {
        "held-better": 0,
        "theirs-better": 0,
        "theirs-worse": 0,
        "held-worse": 1,
        "others-better": 5,
        "others-worse": 19,
        "second-better": 24,
        "first-worse": 24,
        "own-worse": 43,
        "own-better": 70,
    },
    "hearts": {
        "theirs-better": 0,
        "theirs-worse": 0,
        "later-worse": 11,
        "later-better": 14,
        "own-better": 17,
        "held-better": 20,
        "others-better": 20,
        "second-worse": 21,
        "first-better": 21,
        "others-worse": 27,
        "second-better": 38,
        "held-worse": 81,
        "own-worse": 90,
        "all-better": 159,
        "all-theirs-better": 173,
        "all-worse": 174,
        "first-worse": 184,
        "all-theirs-worse": 324,
    },
    "crazy-eights": {
        "later-better": 0,
        "theirs-better": 0,
        "theirs-worse": 0,
        "first-better": 0,
        "later-worse": 1,
        "held-better": 2,
        "second-worse": 2,
        "own-worse": 4,
        "others-better": 4,
        "held-worse": 8,
        "bonus-better": 10,
        "bonus-worse": 19,
        "own-better": 26,
        "others-worse": 146,
    },
}
# the same in Hearts with its two bonuses
BONUSES = {
    "their-prize-better": 16,
    "bonus-better": 16,
    "prize-better": 22,
    "prize-worse": 24,
    "bonus-worse": 35,
    "their-prize-worse": 40,
}
PAID = {"jd_bonus": 1, "avoid_all_tricks_bonus": 1}


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "WORLDS", 128)


def plain(game: str, **options: int) -> Iterator[tuple[View, int]]:
    """Views with a choice in a match to a far goal, so that points count, and dice."""
    rules = GAMES[game].Rules(target=1000, **options)
    for match, seat in positions(game, Random(5), rules):
        yield view(match, seat), dice(match, seat)


def decisions(game: str, request: pytest.FixtureRequest) -> Iterator[tuple[View, int]]:
    """Views with a choice under random house rules, and dice."""
    many = 200 if request.config.getoption("--long") else DECISIONS
    for match, seat in islice(positions(game, Random(game)), many):
        yield view(match, seat), dice(match, seat)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_first_choice_is_the_best_and_its_terms_add_up(
    game: str, request: pytest.FixtureRequest
) -> None:
    for seen, seed in decisions(game, request):
        told = hint(seen, seed)
        first, second, *others = told["choices"]
        assert told["action"] in first["actions"]
        assert first["better"] == -second["better"] >= 0
        assert first["error"] == second["error"]
        assert all(one["better"] <= second["better"] for one in others)
        assert {one["playouts"] for one in told["choices"]} == {128}
        clear = first["better"] > CLEAR * first["error"] + 0.001
        assert told["why"] == "better" or not clear
        assert sum(term["better"] for term in told["terms"]) == pytest.approx(
            told["points"], abs=0.001 * (1 + len(told["terms"]))
        )
        if told["unit"] == "points":
            assert told["points"] == pytest.approx(first["better"], abs=0.002)
        for term in told["terms"]:
            named = sum(term["cards"].values())
            assert not named or named == pytest.approx(
                term["better"], abs=0.001 * (1 + len(term["cards"]))
            )
        assert json.loads(json.dumps(told)) == told == FITS.validate_python(told)


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_choices_are_those_of_the_level(game: str, request: pytest.FixtureRequest) -> None:
    """Each is worth what the playouts of the search say."""
    for seen, seed in islice(decisions(game, request), 3):
        told = hint(seen, seed)
        found = search.finished(hints.compare(seen, seed, inf, lambda: 0.0))
        there = engine(game)
        options = there.candidates(seen, there.prefer(seen, trained.weights(game)), True)
        assert sorted(found.options) == sorted(options)
        assert told["choices"][0]["actions"] == [
            action_name(GAMES[game], action) for action in found.options[0]
        ]
        values = np.array(found.values)
        assert list(values.mean(axis=0)) == sorted(values.mean(axis=0), reverse=True)
        best = values[:, 0] - values[:, 1]
        assert told["choices"][0]["better"] == round(best.mean(), 3)
        assert told["choices"][0]["error"] == round(best.std(ddof=1) / np.sqrt(len(best)), 3)


def test_the_choices_of_a_pass_are_those_that_the_level_compares_longest() -> None:
    """Its own among them; and so after a card of the pass, though that is not the level's."""
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(4))))
    seat = actor(match)
    seen = view(match, seat)
    other = step(match, Acted(seat, lowest_bit(seen.legal)))
    for one in (seen, view(other, seat)):
        told = hint(one, dice(match, seat))
        threes = [set(choice["actions"]) for choice in told["choices"]]
        free = search.BUDGET._replace(seconds=inf)
        thought = search.finished(search.weighed(one, one.legal, free))
        least = sorted(thought.playouts)[-search.FIELD]
        compared = [
            {action_name(GAMES["hearts"], card) for card in three}
            for three, n in zip(thought.candidates, thought.playouts, strict=True)
            if n > least or three == thought.candidates[thought.chosen]
        ]
        assert len(threes) == search.FIELD
        assert all(three in threes for three in compared)
        assert all(len(three) == 3 for three in threes)
        assert told["action"] in told["choices"][0]["actions"]


def test_a_pass_without_time_is_compared_with_the_others_all_the_same() -> None:
    """Half of the time is for what is compared, and the level's choice is always among it."""
    late = 0
    for n in range(6):
        match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(n))))
        seen = view(match, 0)
        budget = search.BUDGET._replace(seconds=-1)
        found = search.finished(search.weighed(seen, seen.legal, budget, lambda: 0.0))
        compared = search.finished(hints.compare(seen, 1, -1.0, lambda: 0.0))
        assert set(found.playouts) == {search.FEWEST}
        assert (len(compared.options), len(compared.values)) == (search.FIELD, 32)
        assert found.candidates[found.chosen] in compared.options
        late += found.chosen >= search.FIELD
        longer = search.finished(hints.compare(seen, 1, 1.0, partial(next, count(0, 0.1))))
        assert len(longer.values) > 32
    assert late


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_final_cards_explain_the_points(game: str) -> None:
    """But for a seat that has all that count, and for drawn games."""
    there, exact = engine(game), 0
    for seen, seed in islice(plain(game), 0, 60, 4):
        weights = trained.weights(game)
        options = there.candidates(seen, there.prefer(seen, weights), True)
        (worlds, model), *_ = next(
            search.worlds_of(seen, seed, search.BUDGET, there.models(seen, weights))
        )
        finals = np.zeros((len(worlds.hands), len(options), len(seen.players)), np.int64)
        points = np.asarray(there.played(seen, worlds, model, options, seed, 0, finals))
        bare = np.asarray(there.played(seen, worlds, model, options, seed, 0))
        assert points.tobytes() == bare.tobytes()
        prices = [there.price(seen.rules, card) for card in range(52)]
        costs = (finals[..., None] >> np.arange(52) & 1) @ np.array(prices)
        same = (costs == points).all(axis=2)
        other = (points == 0).all(axis=2)  # a drawn game
        if game == "hearts":
            other = (costs == costs.sum(axis=2, keepdims=True)).any(axis=2)  # a moon
        assert (same | other).all()
        exact += int(same.sum())
    assert exact > 500


def come_up(seen: Iterator[tuple[View, int]], wanted: set[int]) -> dict[str, int]:
    """The clear causes of the hints at some places, each with the first."""
    found: dict[str, int] = {}
    for place, (one, seed) in enumerate(islice(seen, max(wanted) + 1)):
        for term in hint(one, seed)["terms"] if place in wanted else ():
            if abs(term["better"]) > CLEAR * term["error"]:
                side = "better" if term["better"] > 0 else "worse"
                found.setdefault(f"{term['what']}-{side}", place)
    return found


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_cause_comes_up(game: str) -> None:
    """And nothing is said that the game has no sentence for."""
    more = BONUSES if game == "hearts" else {}
    assert called(game).causes.keys() == CAUSES[game].keys() | more.keys()
    assert come_up(plain(game), set(CAUSES[game].values())) == CAUSES[game]


def test_a_card_that_takes_points_off_has_causes_of_its_own() -> None:
    """And who wins no trick is paid."""
    found = come_up(plain("hearts", **PAID), set(BONUSES.values()))
    assert found.items() >= BONUSES.items()
    assert found.keys() <= called("hearts").causes.keys()


def test_a_card_of_both_passes_is_one_that_the_seat_gives_anyway() -> None:
    """And others are of the first choice, of the second, or still in the hand."""
    seen, _ = next(plain("hearts"))
    pair = causes.Pair(options=((1, 2, 3), (1, 4, 5)), values=[], finals=[])
    found = [causes._kind(seen, pair, (seen.seat, card), [1] * 52) for card in (1, 2, 4)]
    assert found == [(causes.HELD, None), (causes.FIRST, None), (causes.SECOND, None)]


def test_a_moon_beside_a_card_that_takes_points_off() -> None:
    """Another seat may have won the jack of diamonds."""
    seen, _ = next(plain("hearts", jd_bonus=1))
    shooter = (seen.seat + 1) % 4
    prices = [engine("hearts").price(seen.rules, card) for card in range(52)]
    counted = sum(1 << card for card in range(52) if prices[card] > 0)
    jack = 1 << prices.index(-10)
    for owner in range(4):
        end = [0, 0, 0, 0]
        end[shooter] = counted
        end[owner] |= jack
        ways = {part for part, _ in causes._parts(seen, prices, 0.0, end) if isinstance(part, str)}
        assert ways == {causes.ALL_THEIRS}


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_hint_tells_nothing_that_the_seat_cannot_see(game: str) -> None:
    found = 0
    for here, there, seat, _ in alternatives(game, GAMES[game].Rules(), Random(game)):
        if legal(here, seat):
            assert hint(view(here, seat), dice(here, seat)) == hint(
                view(there, seat), dice(there, seat)
            )
            found += 1
        if found == 5:
            break


def test_the_clock_ends_a_hint_after_its_first_worlds() -> None:
    seen, seed = next(plain("straights"))
    times = iter(range(100))
    told: dict[str, Any] = hint(seen, seed, 0.5, lambda: float(next(times)))
    assert {one["playouts"] for one in told["choices"]} == {32}
    assert sum(term["better"] for term in told["terms"]) == pytest.approx(told["points"], abs=0.05)


def test_a_hint_of_a_share_of_the_playouts() -> None:
    """Also of a pass, whose choices are compared first."""
    seen, seed = next(plain("straights"))
    for share, most in ((1.0, 128), (0.25, 32), (0.0, search.FEWEST)):
        told = hint(seen, seed, share=share)
        assert {one["playouts"] for one in told["choices"]} == {most}
    assert hint(seen, seed, share=1.0) == hint(seen, seed)
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(4))))
    told = hint(view(match, 0), 1, share=0.0)
    assert {one["playouts"] for one in told["choices"]} == {search.FEWEST}
    assert len(told["choices"]) == search.FIELD


def test_what_is_forced_has_one_choice() -> None:
    for match, seat in positions("straights", Random(2)):
        seen = view(match, seat)
        low = seen.legal & -seen.legal
        told = hint(seen._replace(legal=low), 1)
        assert told["why"] == "only"
        assert told["choices"] == [
            {"actions": [told["action"]], "better": 0.0, "error": 0.0, "playouts": 0}
        ]
        assert (told["points"], told["terms"]) == (0.0, [])
        break


def test_means_are_rounded_once() -> None:
    """So that a browser's Python, which adds floats otherwise, gives the same hint."""
    random = Random(1)
    columns = [[random.uniform(-9, 9) for _ in range(400)] for _ in range(20)]
    assert [causes.mean_of(one)[0] for one in columns] == [
        float(sum(map(Fraction, one))) / len(one) for one in columns
    ]
