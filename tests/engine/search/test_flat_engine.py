"""Players of a game that has only rules: search, hint and oracle; and which points win is asked of
the game.

The toys of tests/sketches have no engine and no levels. A real game is turned round: its points
negated, and the most best.
"""

import sys
from collections.abc import Iterator
from inspect import getsource
from itertools import islice
from math import inf
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from parlour.cards import NEW_DECK, Mask
from parlour.catalogue.protocol import goal, met
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.rounds.random_play import play
from parlour.engine.search.flat_engine import AnyEngine
from parlour.engine.search.protocol import Engine, Policy, Training, ablated
from parlour.engine.worlds.resampling import WORLDS
from parlour.engine.worlds.sampler import Sampler
from parlour.errors import RulesError, UsageError
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine import policy as eights_policy
from parlour.games.crazy_eights.engine import search as eights_search
from parlour.games.crazy_eights.engine import training as eights_training
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine import policy as hearts_policy
from parlour.games.hearts.engine import search as hearts_search
from parlour.games.hearts.engine import training as hearts_training
from parlour.games.straights import rules as straights
from parlour.games.straights.engine import policy as straights_policy
from parlour.games.straights.engine import search as straights_search
from parlour.games.straights.engine import training as straights_training
from parlour.lab.duel import Duel, ahead, difference, rows, sides
from parlour.lab.report import table
from parlour.lab.train import plan_of
from parlour.match import Dealt, Match, View, actor, dice, fold, legal, step, view
from parlour.players import LEVELS, loading, plain, search, trained
from parlour.players.hint import hint
from parlour.players.oracle import oracle
from parlour.players.parts import engine
from parlour.players.search import Budget, think, unit_of, worth
from parlour.testing.laws import law_of_a_match
from tests.players.test_blind import work
from tests.players.test_search import positions
from tests.sketches import drawing, passing
from tests.support.arrayed import shares
from tests.support.packages import module_of
from tests.support.play import begun, opened, random_deck, random_rules

ENGINES: dict[str, Engine] = {  # read by the type checker: every module keeps the protocol
    "straights": straights_search,
    "hearts": hearts_search,
    "crazy-eights": eights_search,
    "any": AnyEngine("drawing"),
}
POLICIES: dict[str, Policy] = {
    "straights": straights_policy,
    "hearts": hearts_policy,
    "crazy-eights": eights_policy,
}
STRAIGHTS: Training[straights.Rules] = straights_training
HEARTS: Training[hearts.Rules] = hearts_training
EIGHTS: Training[eights.Rules] = eights_training
TOYS = ("passing", "drawing")
FEW = Budget(playouts=200, seconds=inf)
pytestmark = pytest.mark.usefixtures("toys")


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(search, "BUDGET", FEW)


def test_every_engine_keeps_the_protocol() -> None:
    for game in BUILT_IN:
        assert engine(game) is ENGINES[game]
        assert trained.policy(game) is POLICIES[game]
        assert len(POLICIES[game].FEATURES) == len(trained.weights(game))
        assert isinstance(engine(game, by_rules=True), AnyEngine)
    assert isinstance(engine("drawing"), AnyEngine)
    assert STRAIGHTS.setting(0)[0] == straights.Rules()
    assert HEARTS.PLAN == hearts_training.PLAN
    assert EIGHTS.PLAN.steps > 0


@pytest.mark.parametrize("game", TOYS)
def test_a_game_of_rules_alone_has_a_first_level_and_a_search(
    game: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delitem(LEVELS, game, raising=False)
    assert list(LEVELS[game]) == ["first", "search"]
    assert [plain(game, level) for level in ("first", "search")] == ["first", "first"]
    assert trained.weights(game).shape == (0,)
    with pytest.raises(UsageError, match="has no player that can be trained"):
        plan_of(game)


def test_who_stands_in_is_the_strongest_that_does_not_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    player = LEVELS["hearts"]["first"]
    monkeypatch.setitem(LEVELS, "drawing", {"first": player, "careful": player, "search": player})
    assert plain("drawing", "search") == "careful"
    assert plain("hearts", "search") == "greedy"


@pytest.mark.parametrize(
    "game",
    [*TOYS, *(pytest.param(game, marks=pytest.mark.thorough) for game in BUILT_IN)],
)
def test_any_game_is_searched_by_its_rules_alone(game: str) -> None:
    by_rules = FEW._replace(by_rules=True)
    for n, (match, seat) in enumerate(islice(positions(game, Random(game)), 6)):
        seen = view(match, seat)
        thought = think(seen, n, by_rules)
        assert repr(think(seen, n, by_rules)) == repr(thought)
        assert legal(match, seat) >> thought.action & 1
        least = min(FEW.playouts // 2, WORLDS * len(thought.candidates))
        assert least <= sum(thought.playouts) <= FEW.playouts
        assert len(thought.candidates) == seen.legal.bit_count()
        chosen = think(seen, n, by_rules._replace(believe=False))
        assert legal(match, seat) >> chosen.action & 1


@pytest.mark.parametrize("game", TOYS)
def test_a_toy_is_hinted_loaded_and_bounded(game: str) -> None:
    loading.load(game)
    for match, seat in islice(positions(game, Random(game)), 4):
        seen, seed = view(match, seat), dice(match, seat)
        told = hint(seen, seed)
        assert len(told["choices"]) == seen.legal.bit_count()
        assert told["why"] in ("better", "equal")
        assert LEVELS[game]["search"](seen, seed) == think(seen, seed, FEW).action
        assert legal(match, seat) >> oracle(match, seen, seed) & 1
    forced = view(match, seat)._replace(legal=seen.legal & -seen.legal)
    assert oracle(match, forced, seed) == forced.legal.bit_length() - 1


@pytest.mark.parametrize("game", TOYS)
def test_the_search_of_a_toy_sees_only_its_view(game: str) -> None:
    """Two deals in which others' unseen cards are exchanged: the same move, the same work."""
    random, act = Random(f"blind {game}"), LEVELS[game]["search"]
    for _ in range(3):
        here = step(begun(game, GAMES[game].Rules(), 1), Dealt(random_deck(random)))
        seat = actor(here)
        seen = view(here, seat)
        one, *_, two = (
            card for card in here.deck if card not in seen.dealt and not seen.open >> card & 1
        )
        swap = {one: two, two: one}
        there = step(
            begun(game, GAMES[game].Rules(), 1),
            Dealt(tuple(swap.get(card, card) for card in here.deck)),
        )
        assert view(there, seat) == seen
        assert work(act, view(there, seat), 1) == work(act, seen, 1)


def by_rules(seen: View, seed: int) -> int:
    """The search as if the game had no engine of its own."""
    return think(seen, seed, FEW._replace(by_rules=True)).action


def highest(seen: View, _seed: int) -> int:
    """Somebody's player: the highest legal action."""
    return seen.legal.bit_length() - 1


def lowest(seen: View, _seed: int) -> int:
    """Another's: the lowest."""
    return (seen.legal & -seen.legal).bit_length() - 1


@pytest.mark.thorough
def test_a_search_by_rules_alone_beats_the_first_legal_card() -> None:
    wanted = Duel(
        "straights",
        straights.Rules(),
        ("tests.engine.search.test_flat_engine:by_rules", "first"),
        1,
    )
    gained = difference(wanted, list(rows(wanted, range(8), 1)))
    assert gained.mean - gained.half > 0


def turned(folder: Path, game: str) -> ModuleType:
    """The rules of a game, its points negated and the most best."""
    source = getsource(GAMES[game])  # type: ignore[arg-type]
    seats = 5 if "Five" in source else 4
    kind = "Five" if seats == 5 else "Four"
    negated = ", ".join(f"-paid[{seat}]" for seat in range(seats))
    source = (
        source.replace('= "fewest"', '= "most"')
        .replace("def points(", "def costs(")
        .replace("def finish(", "def ended(")
    )
    source = source.replace("def goal(", "def ceiling(").replace(
        "points(round_, ", "costs(round_, "
    )
    source += f"""

def points(round: Round, state: State) -> {kind}:
    paid = costs(round, state)
    return {negated}


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    return ended(rules, number, tuple([-total for total in totals]))


def goal(rules: Rules) -> int:
    return {"-ceiling(rules)" if "def ceiling" in source else "0"}
"""
    return module_of(folder / f"{game.replace('-', '_')}_turned.py", source)


@pytest.fixture(params=["straights", pytest.param("crazy-eights", marks=pytest.mark.thorough)])
def both(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[str, str]]:
    """A game, and the same turned round."""
    game = request.param
    module: Any = turned(tmp_path, game)
    monkeypatch.setitem(GAMES, f"{game}-turned", module)
    yield game, f"{game}-turned"
    LEVELS.pop(f"{game}-turned", None)
    sys.modules.pop(module.__name__)


def test_negated_points_and_the_other_best_give_the_same_moves(both: tuple[str, str]) -> None:
    """In the middle of a match, and where it may end."""
    game, other = both
    random, seats = Random(game), 0
    for n, (match, seat) in enumerate(islice(positions(game, random), 0, 24, 4)):
        seats = len(match.players)
        for totals in ((0,) * seats, tuple(random.randrange(60, 79) for _ in range(seats))):
            seen = view(match, seat)._replace(totals=totals)
            there = seen._replace(
                game=other,
                rules=GAMES[other].Rules(*seen.rules),
                totals=tuple(-total for total in totals),
            )
            there = there._replace(table=GAMES[other].shown(*dealt_again(match, other), seat))
            here, turned_round = think(seen, n, FEW._replace(by_rules=True)), think(there, n, FEW)
            assert (here.action, here.playouts, here.unit) == (
                turned_round.action,
                turned_round.playouts,
                turned_round.unit,
            )
            if here.unit == "points":
                assert here.better == turned_round.better
                assert [-mean for mean in here.points] == list(turned_round.points)


def dealt_again(match: Match, other: str) -> tuple[Any, Any]:
    """The round and the state of the turned game after the same actions."""
    rules: Any = GAMES[other]
    round_, _ = rules.deal(rules.Rules(*match.rules), match.deck, match.number)
    return round_, rules.State(*match.state)


def test_a_duel_of_a_turned_game_is_the_same_duel(both: tuple[str, str]) -> None:
    found = []
    for game, verb, better in zip(both, ("pays", "gets"), ("less", "more"), strict=True):
        levels = (
            "tests.engine.search.test_flat_engine:highest",
            "tests.engine.search.test_flat_engine:lowest",
        )
        wanted = Duel(game, GAMES[game].Rules(), levels, 3)
        some = list(rows(wanted, range(8), 1))
        gained, (one, other) = difference(wanted, some), sides(wanted, some)
        found.append((*gained, one.won, other.won, abs(one.own.mean)))
        said = table(wanted, 8, (one, other), gained)[-1]
        assert said.startswith(f"{levels[0]} {verb} ")
        worse = {"less": "more", "more": "less"}[better]
        than = better if gained.mean >= 0 else worse
        assert said.endswith(f" points a round {than} than {levels[1]} on the same deals")
    assert found[0] == found[1]


def best_of(mask: Mask) -> list[int]:
    return [seat for seat in range(5) if mask >> seat & 1]


def test_which_seats_are_ahead() -> None:
    assert best_of(ahead("hearts", [3, 1, 1, 5])) == [1, 2]
    assert best_of(ahead("drawing", [0, 4])) == [0]


def test_a_match_of_negative_points_ends_as_its_law_says(both: tuple[str, str]) -> None:
    """A goal below 0 is met from above, and not before."""
    _, other = both
    assert goal(GAMES[other], GAMES[other].Rules(target=50)) == -50
    law_of_a_match(other, GAMES[other].Rules(target=50), Random(1))


@pytest.mark.parametrize(
    ("target", "met_by"), [(9, [(9, 0), (0, 12)]), (-9, [(-9, 0), (0, -12)]), (0, [])]
)
def test_when_a_goal_is_met(
    target: int, met_by: list[tuple[int, int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """By totals, and at the ends of rounds alike."""
    every = [(9, 0), (0, 12), (-9, 0), (0, -12), (8, -8), (0, 0)]
    assert [totals for totals in every if met(target, totals)] == met_by
    match = step(begun("drawing", drawing.Rules(), 3), Dealt(random_deck(Random(1))))
    monkeypatch.setattr(drawing, "goal", lambda _rules: target, raising=False)
    seen = view(match, 0)
    for totals in every:
        before = seen._replace(totals=(1, -1))
        ends = np.array([[[0, 0]], [[totals[0] - 1, totals[1] + 1]]])
        assert search.over(before, ends) == (totals in met_by)


def test_a_search_by_rules_alone_weighs_by_the_spread_of_random_play() -> None:
    """Also where the game's own engine knows another."""
    match = step(begun("straights", straights.Rules(), 1), Dealt(random_deck(Random(1))))
    seen = view(match, 0)._replace(totals=(70, 76, 60, 60))
    ends = np.array([[[4, 4, 3, 9]], [[4, 0, 3, 9]]])  # one is the end of the match
    own, alone = engine("straights").SPREAD, AnyEngine("straights").SPREAD
    totals = ends + np.array(seen.totals)
    weighing = search.Weighing(seen, [(1,)], Budget(by_rules=True))
    weighing.add(ends)
    assert weighing.unit == "share"
    assert weighing.worths[:2].tolist() == shares(seen, totals, 0, alone).tolist()
    assert shares(seen, totals, 0, alone).tolist() != shares(seen, totals, 0, own).tolist()


def test_a_match_of_a_known_length_is_weighed_by_its_share(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a goal: points until the last round, then who is ahead."""
    match = step(begun("drawing", drawing.Rules(), 3), Dealt(random_deck(Random(1))))
    seen, ends = view(match, 0)._replace(totals=(0, 3)), np.array([[[0, 7], [9, 0], [3, 0]]])
    assert unit_of(seen, ends, Budget()) == "points"  # neither is known
    monkeypatch.setattr(drawing, "length", lambda _rules: 5, raising=False)
    assert unit_of(seen, ends, Budget()) == "points"
    assert worth(seen, ends, "points").tolist() == [[7, -9, -3]]
    last = seen._replace(number=5)
    assert unit_of(last, ends, Budget()) == "share"
    assert unit_of(last, ends, Budget(match=False)) == "points"
    assert worth(last, ends, "share").tolist() == [[1, 0, 0.5]]
    hopes = shares(seen, ends + np.array(seen.totals), 0, (0.0, 0.0))
    assert hopes.tolist() == [[1, 0, 0.5]]
    near, far = (
        shares(seen._replace(number=number), np.array([[[0, 7]]]), 0, (3.0, 4.0))[0, 0]
        for number in (4, 1)
    )
    assert 0.5 < far < near < 1


def test_points_of_random_rounds_spread() -> None:
    mean, deviation = AnyEngine("drawing").SPREAD
    assert 0 < mean < 30
    assert 0 < deviation < 15
    mean, _ = AnyEngine("hearts").SPREAD
    assert 5 < mean < 9


def test_a_search_of_rules_alone_under_any_rules() -> None:
    random = Random("any rules")
    for game in ("drawing", "crazy-eights"):
        for _ in range(3):
            match, seat = next(positions(game, random, random_rules(GAMES[game], random)))
            assert (
                legal(match, seat)
                >> think(view(match, seat), 1, FEW._replace(by_rules=True, playouts=60)).action
                & 1
            )
    assert len(opened("drawing", drawing.Rules())) == 3


@pytest.mark.parametrize("game", ["straights", "crazy-eights", "drawing"])
def test_most_games_have_no_part_that_can_be_left_out(game: str) -> None:
    own = engine(game)
    assert not own.ABLATIONS
    assert ablated(own, "") is own


@pytest.mark.usefixtures("toys")
def test_of_a_game_by_rules_alone_nothing_is_likelier() -> None:
    match = step(begun("drawing", GAMES["drawing"].Rules(), 1), Dealt(NEW_DECK))
    seen = view(match, 0)
    some = Sampler(seen).sample(3, 1)
    assert AnyEngine("drawing").likely(seen, some, np.zeros(0), np.ones(2)).tolist() == [
        0.0,
        0.0,
        0.0,
    ]


def test_random_play_stops_where_rules_never_end_a_round(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a choice of `search` would never come, in compiled code that nothing interrupts."""
    source = getsource(passing).replace("seat + 1 if seat < 3 else NOBODY", "(seat + 1) % 4")
    source = source.replace("state.hands[seat] & ~card)", "state.hands[seat])")
    module: Any = module_of(tmp_path / "endless_toy.py", source)
    monkeypatch.setitem(GAMES, "endless", module)
    match = fold([*opened("endless", module.Rules()), Dealt(NEW_DECK)])
    thought = think(view(match, 0), 1, FEW)
    assert thought.playouts == (FEW.playouts // 13,) * 13
    assert thought.points == (13.0,) * 13, "the points so far"
    with pytest.raises(
        RulesError, match=r"^The rules of endless have not ended a round after 1000 actions\.$"
    ):
        play("endless", 2, 1)
    sys.modules.pop(module.__name__)
