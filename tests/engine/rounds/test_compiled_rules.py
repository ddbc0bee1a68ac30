"""The compiled rules are the rules: the interpreted ones are the witness, action by action, over
random options.
"""

import re
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast

import numpy as np
import pytest

from parlour import engine
from parlour.cards import NOBODY, SPECTATOR
from parlour.catalogue.registry import GAMES
from parlour.engine.numbers import bits
from parlour.engine.numbers.sampling import drawn, fraction, pick, softmax
from parlour.engine.rounds.compiled_rules import twin
from parlour.engine.rounds.rewriter import spelled
from parlour.errors import IllegalAction, RulesError
from tests.support.packages import module_of
from tests.support.play import every_rules, random_rules

Times = Callable[[int, int], int]
ROOT = Path(__file__).parents[3]
ANY = (*GAMES, "passing", "drawing")


def flat(value: Any) -> list[int]:
    """The numbers of a record in order."""
    return [
        number
        for part in value
        for number in (flat(part) if isinstance(part, tuple) else [int(part)])
    ]


def first_seat(game: Any, round_: Any, state: Any) -> tuple[int, int]:
    """The first seat that may act, and what it may do."""
    for seat in range(game.seats(round_.rules)):
        if mask := game.legal(round_, state, seat):
            return seat, mask
    return NOBODY, 0


def played_by_the_rules(
    game: Any, rules: Any, number: int, decks: Any, actions: list[list[int]], played: engine.Played
) -> None:
    """Every action of these rounds is legal for the interpreted rules, which come to the same
    points and winners.
    """
    for i, deck in enumerate(decks):
        round_, state = game.deal(rules, tuple(map(int, deck)), number)
        for action in actions[i]:
            seat, may = first_seat(game, round_, state)
            assert may >> action & 1
            state = game.apply(round_, state, seat, action)
        assert first_seat(game, round_, state)[0] == NOBODY
        points = game.points(round_, state)[: game.seats(rules)]
        assert tuple(played.points[i]) == points
        assert played.moves[i] == len(actions[i])
        best = max(points) if game.BEST == "most" else min(points)
        assert played.winners[i] == sum(1 << seat for seat, own in enumerate(points) if own == best)


def joined(parts: list[engine.Played]) -> engine.Played:
    return engine.Played(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))


def equal(one: engine.Played, other: engine.Played) -> bool:
    return all((mine == theirs).all() for mine, theirs in zip(one, other, strict=True))


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", [*GAMES, "drawing"])
def test_results_depend_on_the_seed_and_number_of_each_game_alone(name: str, times: Times) -> None:
    """For any threads and any batches, some of which end in the middle of a block of dice, over
    random rules.
    """
    random, game = Random(f"threads {name}"), GAMES[name]
    for n in range(times(4, 40)):
        rules, number, seed = (
            random_rules(game, random) if n else game.Rules(),
            1 + n % 4,
            random.getrandbits(64),
        )
        weights = np.exp(np.random.default_rng(n).normal(size=64)) if n % 2 else None

        def played(
            first: int,
            last: int,
            threads: int = 1,
            rules: Any = rules,
            number: int = number,
            seed: int = seed,
            weights: Any = weights,
        ) -> engine.Played:
            return engine.play(
                name,
                last - first,
                seed,
                rules,
                number=number,
                threads=threads,
                preferences=weights,
                start=first,
            )

        whole = played(0, 1000)
        assert equal(whole, played(0, 1000, 2))
        assert equal(whole, played(0, 1000, 3))
        cuts = [0, *sorted(random.sample(range(1, 1000), 5)), 1000]
        assert equal(whole, joined([played(first, last) for first, last in pairwise(cuts)]))
        assert equal(
            engine.Played(*(array[:30] for array in whole)),
            joined([played(i, i + 1) for i in range(30)]),
        )
        assert not equal(
            whole, engine.play(name, 1000, seed + 1, rules, number=number, preferences=weights)
        )
    assert len(engine.play(name, 0, 1).points) == 0


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", ANY)
def test_batches_step_as_the_rules_do(name: str, times: Times) -> None:
    random, game = Random(f"batch {name}"), GAMES[name]
    for rules in every_rules(game)[:: times(3, 1)]:
        number = random.randrange(1, 5)
        batch = engine.Batch(name, 4, random.getrandbits(60), rules, number=number)
        rounds = [game.deal(rules, tuple(map(int, deck)), number) for deck in batch.decks]
        states = [state for _, state in rounds]
        round_ = rounds[0][0]
        while not batch.done.all():
            viewers = np.array([random.choice([*range(batch.seats), SPECTATOR]) for _ in range(4)])
            seen = batch.observe(viewers)
            actions = []
            for i in range(4):
                round_ = rounds[i][0]
                seat, may = first_seat(game, round_, states[i])
                assert (batch.turns[i], batch.masks[i]) == (seat, may)
                assert [a for a in range(64) if batch.legal()[i, a]] == [
                    a for a in range(64) if may >> a & 1
                ]
                assert batch.states[i].tolist() == flat(states[i])
                there = game.shown(round_, states[i], int(viewers[i]))
                assert [
                    n for part in seen.values() for n in np.atleast_1d(part[i]).tolist()
                ] == flat(there)
                actions.append(random.choice([a for a in range(64) if may >> a & 1]) if may else -1)
                states[i] = game.apply(round_, states[i], seat, actions[-1]) if may else states[i]
            batch.apply(np.array(actions))
        for i in range(4):
            assert tuple(batch.points()[i]) == game.points(rounds[i][0], states[i])[: batch.seats]


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", ANY)
def test_the_compiled_module_has_every_function_of_the_rules(name: str) -> None:
    random, game, compiled = Random(f"twin {name}"), GAMES[name], twin(name)
    for rules in every_rules(game)[:6]:
        house = compiled.Rules(*rules)
        deck = random.sample(range(52), 52)
        round_, state = game.deal(rules, tuple(deck), 1)
        theirs, their_state = compiled.deal(house, np.array(deck), 1)
        assert compiled.seats(house) == game.seats(rules)
        assert [compiled.dealt_to(house, 1, place) for place in range(52)] == [
            game.dealt_to(rules, 1, place) for place in range(52)
        ]
        totals = (100, 0, 50, 0, 7, 3, 9)[: game.seats(rules)]
        assert compiled.finish(house, 1, totals) == game.finish(rules, 1, totals)
        for _ in range(30):
            seat, may = first_seat(game, round_, state)
            if seat == NOBODY:
                break
            assert flat(their_state) == flat(state)
            assert compiled.free(theirs, their_state) == game.free(round_, state)
            for action in range(52 + len(game.EXTRA)):
                assert compiled.lacks(theirs, their_state, action) == game.lacks(
                    round_, state, action
                )
            action = random.choice([a for a in range(64) if may >> a & 1])
            for viewer in (*range(game.seats(rules)), SPECTATOR):
                assert compiled.veil(theirs, their_state, viewer, seat, action) == game.veil(
                    round_, state, viewer, seat, action
                )
            state, their_state = (
                game.apply(round_, state, seat, action),
                compiled.apply(theirs, their_state, seat, action),
            )


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    batch = engine.Batch("straights", 3, 5)
    before = batch.states.copy()
    for bad in (-1, 0, 63, 64, 1000):
        with pytest.raises(IllegalAction, match=rf"^The action {bad} is not legal in round 1\.$"):
            batch.apply(np.array([45, bad, 45]))
    assert (batch.states == before).all()


def test_rules_that_do_not_exist() -> None:
    with pytest.raises(RulesError, match=r'^Unknown game "whist"'):
        engine.play("whist", 1, 1)
    with pytest.raises(RulesError, match="3 players with 18 cards each"):
        engine.Batch("crazy-eights", 1, 1, GAMES["crazy-eights"].Rules(players=3, hand=18))


def test_preferences_are_followed() -> None:
    """High cards are played and thrown early, so fewer of them cost points; and an action of three
    times the weight is chosen three times as often.
    """
    lowest, highest = np.ones((2, 64))
    lowest[:52] = [1000.0 ** -(card % 13) for card in range(52)]
    highest[:52] = [1000.0 ** (card % 13) for card in range(52)]
    low, high = (
        engine.play("straights", 2000, 1, preferences=weights).points.mean()
        for weights in (lowest, highest)
    )
    assert high < low - 3
    weights = np.ones(64)
    weights[26:39] = 3
    decks, actions = engine.record("hearts", 4000, 3, preferences=weights)
    hands = [set(map(int, deck[:13])) for deck in decks]
    expected = [
        3 * n / (3 * n + 13 - n) for n in (len([c for c in hand if c // 13 == 2]) for hand in hands)
    ]
    share = np.mean([acted[0] // 13 == 2 for acted in actions])  # seat 0's first choice
    assert abs(np.mean(expected) - share) < 0.035


def test_a_fraction_of_the_dice() -> None:
    """The upper 53 bits of a number, as a number from 0 to below 1."""
    for r in (0, 1, 2**11, 2**63, 2**64 - 1):
        assert fraction(np.uint64(r)) == (r >> 11) / 2**53


def test_a_softmax_and_a_draw_by_its_weights() -> None:
    """The weights are those of the formula; each place is drawn where the sum of those before it
    begins.
    """
    scores = np.array([0.5, -1.0, 2.0, 0.0, 9.0])
    weights = scores.copy()
    total = softmax(weights, 4, 0.7, 2.0)
    assert np.allclose(weights[:4], np.exp(0.7 * (scores[:4] - 2.0)))
    assert weights[4] == 9.0
    assert np.isclose(total, weights[:4].sum())
    sums = [0.0, *np.cumsum(weights[:4])]
    for place in range(4):
        assert (
            drawn(weights, 4, sums[place] + 1e-9)
            == drawn(weights, 4, sums[place + 1] - 1e-9)
            == place
        )
    assert drawn(weights, 4, total * 2) == 3


def test_choices_are_uniform() -> None:
    mask = 0b1011001 << 30
    counts: dict[int, int] = {}
    dice = np.uint64(5)
    for _ in range(7000):
        dice = np.uint64((int(dice) + int(bits.GOLD)) % 2**64)
        bit = int(pick(mask, np.uint64(bits.mix(dice)), None))
        counts[bit] = counts.get(bit, 0) + 1
    assert set(counts) == {1 << n for n in range(64) if mask >> n & 1}
    assert max(abs(count - 1750) for count in counts.values()) < 200


def test_the_spelled_out_rules_say_the_same() -> None:
    hearts: Any = GAMES["hearts"]
    text = spelled(hearts)
    assert "_replace" not in text
    assert (
        "State(hands=state.hands, passed=state.passed, taken=state.taken, trick=state.trick" in text
    )
    assert "def fits" in text


RECORDS = """from typing import NamedTuple
class Rules(NamedTuple):
    hand: int
class Round(NamedTuple):
    rules: Rules
class State(NamedTuple):
    turn: int
    top: int
class Shown(NamedTuple):
    hand: int
def dealt(round: Round) -> tuple[Round, State]:
    return round, State(0, 0)
def drawn() -> int:
    return 1
"""


@pytest.mark.parametrize(
    "lines",
    [
        "after = state._replace(turn=1)",
        "after = State(0, 0)",
        "after = state\n    state = after",
        "after: State = state if turn else State(1, 1)",
        "round, after = dealt(round)",
        "there = after = moved(round, state, turn)",
    ],
)
def test_a_record_may_be_changed_under_another_name(lines: str, tmp_path: Path) -> None:
    """By `_replace`, for which the compiled rules call the constructor."""
    function = "def moved(round: Round, state: State, turn: int) -> State:"
    text = f"{RECORDS}{function}\n    {lines}\n    return after._replace(turn=turn)\n"
    rules = spelled(module_of(tmp_path / "records_of_a_toy.py", text))
    assert rules.endswith("    return State(turn=turn, top=after.top)\n")


@pytest.mark.parametrize(
    "lines",
    [
        "after = round.state",
        "after = drawn()",
        "after = turn",
        "after: int = 3",
        "after, other = state, 1",
        "after, one, two = dealt(state)",
    ],
)
def test_a_name_of_an_unknown_record_is_named_with_its_line(lines: str, tmp_path: Path) -> None:
    text = f"{RECORDS}def moved(round, state: State, turn):\n    {lines}\n    after._replace(top=1)"
    game = module_of(tmp_path / "unknown_of_a_toy.py", text)
    why = (
        'The rules in "unknown_of_a_toy" do not compile: in moved, line 17, after._replace '
        "(expected the name of one of Rules, Round, State, Shown)."
    )
    with pytest.raises(RulesError, match=f"^{re.escape(why)}$"):
        spelled(game)


def test_a_record_without_a_name_cannot_be_changed(tmp_path: Path) -> None:
    text = f"{RECORDS}def moved(state: State):\n    return state._replace(turn=1)._replace(top=2)\n"
    with pytest.raises(
        RulesError, match=r"line 16, state\._replace\(turn=1\)\._replace \(expected"
    ):
        spelled(module_of(tmp_path / "chained_of_a_toy.py", text))


def test_arguments_that_cannot_be_used() -> None:
    for bad in (
        np.ones((2, 64)),
        np.zeros(64),
        np.ones((5, 64)),
        np.full(64, np.nan),
        [[1.0]],
    ):
        with pytest.raises(
            ValueError, match=r"^Invalid preferences of shape .* \(expected 64 numbers above 0"
        ):
            engine.play("hearts", 1, 1, preferences=bad)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"^Invalid number of threads 0 \(expected 1 or more\)\.$"):
        engine.play("hearts", 1, 1, threads=0)
    for call in (engine.play, engine.record, engine.Batch):
        with pytest.raises(ValueError, match=r"^Invalid round number 0 \(expected 1 or more\)\.$"):
            call("hearts", 1, 1, number=0)
    batch = engine.Batch("straights", 3, 5)
    for actions in (
        np.array([45]),
        np.array(45),
        np.array([45.0, 45.0, 45.0]),
        np.array([[45], [45], [45]]),
    ):
        with pytest.raises(ValueError, match=r"^Invalid actions: .* \(expected 3 whole numbers\)"):
            batch.apply(actions)
    for call in (engine.play, engine.record, engine.Batch):
        with pytest.raises(TypeError):
            call("hearts", 1, 1, start=cast(Any, 1.5))
    for viewer in (-1, 4, 98, 1.5, np.nan):
        with pytest.raises(
            ValueError, match=r"^Invalid viewer \(expected a seat from 0 to 3, or SPECTATOR\)\.$"
        ):
            batch.observe(cast(Any, viewer))
    assert (batch.observe(2)["hand"] == batch.states[:, 2]).all()
    assert (batch.observe(SPECTATOR)["hand"] == 0).all()


def test_seeds_are_counted_modulo_two_to_the_64() -> None:
    assert (engine.play("hearts", 5, -1).points == engine.play("hearts", 5, 2**64 - 1).points).all()
    with pytest.raises(TypeError):
        engine.play("hearts", 1, 1.5)  # type: ignore[arg-type]


def test_the_plain_loop_of_the_bench_plays_straights() -> None:
    """Its mean points are the engine's, so that the two are the same work."""
    sys.path.insert(0, str(ROOT / "bench"))
    plain = __import__("plain")
    sys.path.pop(0)
    means = np.array(plain.rounds(4000, 1)) / 4000
    assert np.abs(means - engine.play("straights", 20_000, 1).points.mean(axis=0)).max() < 0.8
