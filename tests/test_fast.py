"""The compiled rules are the rules: the interpreted ones are the witness, action by action, over random options."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import fast
from parlour.cards import NOBODY, SPECTATOR
from parlour.errors import IllegalAction, RulesError
from parlour.fast import bits, cache, playout
from parlour.fast.twin import spelled, twin
from parlour.games import GAMES
from tests.play import every_rules, random_rules

Times = Callable[[int, int], int]
ROOT = Path(__file__).parent.parent


def flat(value: Any) -> list[int]:
    """The numbers of a record in order."""
    return [number for part in value for number in (flat(part) if isinstance(part, tuple) else [int(part)])]


def first_seat(game: Any, round: Any, state: Any) -> tuple[int, int]:
    """The first seat that may act, and what it may do."""
    for seat in range(game.seats(round.rules)):
        if mask := game.legal(round, state, seat):
            return seat, mask
    return NOBODY, 0


@pytest.mark.parametrize("name", GAMES)
def test_loops_play_by_the_rules(name: str, times: Times) -> None:
    """Every action of a random round is legal for the interpreted rules, which come to the same points."""
    random, game = Random(name), GAMES[name]
    for _ in range(times(40, 2000)):
        rules, number, seed = random_rules(game, random), random.randrange(1, 9), random.getrandbits(64)
        weights = random.choice([None, np.exp(np.random.default_rng(seed % 1000).normal(size=(fast.CONTEXTS, 64)))])
        decks, actions = fast.record(name, 10, seed, rules, number=number, preferences=weights)
        played = fast.play(name, 10, seed, rules, number=number, preferences=weights)
        for i in range(10):
            round, state = game.deal(rules, tuple(map(int, decks[i])), number)
            for action in actions[i]:
                seat, may = first_seat(game, round, state)
                assert may >> action & 1
                state = game.apply(round, state, seat, action)
            assert first_seat(game, round, state)[0] == NOBODY
            points = game.points(round, state)[: game.seats(rules)]
            assert tuple(played.points[i]) == points
            assert played.moves[i] == len(actions[i])
            assert played.winners[i] == sum(1 << seat for seat, cost in enumerate(points) if cost == min(points))


@pytest.mark.parametrize("name", GAMES)
def test_results_depend_on_the_seed_and_number_of_each_game_alone(name: str) -> None:
    whole = fast.play(name, 1000, 7)
    for other in (
        fast.play(name, 1000, 7, threads=2),
        fast.play(name, 1000, 7, threads=3),
        fast.Played(
            *(np.concatenate(parts) for parts in zip(fast.play(name, 1, 7), fast.play(name, 999, 7, start=1), strict=True))
        ),
    ):
        assert all((one == another).all() for one, another in zip(whole, other, strict=True))
    assert (whole.points != fast.play(name, 1000, 8).points).any()


@pytest.mark.parametrize("name", GAMES)
def test_batches_step_as_the_rules_do(name: str, times: Times) -> None:
    random, game = Random(f"batch {name}"), GAMES[name]
    for rules in every_rules(game)[:: times(3, 1)]:
        number = random.randrange(1, 5)
        batch = fast.Batch(name, 4, random.getrandbits(60), rules, number=number)
        rounds = [game.deal(rules, tuple(map(int, deck)), number) for deck in batch.decks]
        states = [state for _, state in rounds]
        round = rounds[0][0]
        while not batch.done.all():
            viewers = np.array([random.choice([*range(batch.seats), SPECTATOR]) for _ in range(4)])
            seen = batch.observe(viewers)
            actions = []
            for i in range(4):
                round = rounds[i][0]
                seat, may = first_seat(game, round, states[i])
                assert (batch.turns[i], batch.masks[i]) == (seat, may)
                assert [a for a in range(64) if batch.legal()[i, a]] == [a for a in range(64) if may >> a & 1]
                assert batch.states[i].tolist() == flat(states[i])
                there = game.shown(round, states[i], int(viewers[i]))
                assert [n for part in seen.values() for n in np.atleast_1d(part[i]).tolist()] == flat(there)
                actions.append(random.choice([a for a in range(64) if may >> a & 1]) if may else -1)
                states[i] = game.apply(round, states[i], seat, actions[-1]) if may else states[i]
            batch.apply(np.array(actions))
        for i in range(4):
            assert tuple(batch.points()[i]) == game.points(rounds[i][0], states[i])[: batch.seats]


@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_module_has_every_function_of_the_rules(name: str) -> None:
    random, game, compiled = Random(f"twin {name}"), GAMES[name], twin(name)
    for rules in every_rules(game)[:6]:
        house = compiled.Rules(*rules)
        deck = random.sample(range(52), 52)
        round, state = game.deal(rules, tuple(deck), 1)
        theirs, their_state = compiled.deal(house, np.array(deck), 1)
        assert compiled.seats(house) == game.seats(rules)
        assert [compiled.owner(house, place) for place in range(52)] == [game.owner(rules, place) for place in range(52)]
        assert compiled.finish(house, (100, 0, 50, 0)) == game.finish(rules, (100, 0, 50, 0))
        for _ in range(30):
            seat, may = first_seat(game, round, state)
            if seat == NOBODY:
                break
            assert flat(their_state) == flat(state)
            assert compiled.free(theirs, their_state) == game.free(round, state)
            for action in range(52 + len(game.EXTRA)):
                assert compiled.lacks(theirs, their_state, action) == game.lacks(round, state, action)
            action = random.choice([a for a in range(64) if may >> a & 1])
            for viewer in (*range(game.seats(rules)), SPECTATOR):
                assert compiled.veil(theirs, their_state, viewer, seat, action) == game.veil(round, state, viewer, seat, action)
            state, their_state = game.apply(round, state, seat, action), compiled.apply(theirs, their_state, seat, action)


def test_an_illegal_action_is_refused_and_nothing_is_done() -> None:
    batch = fast.Batch("straights", 3, 5)
    before = batch.states.copy()
    for bad in (-1, 0, 63, 64, 1000):
        with pytest.raises(IllegalAction, match=rf"^The action {bad} of round 1 is not legal there\.$"):
            batch.apply(np.array([45, bad, 45]))
    assert (batch.states == before).all()


def test_rules_that_do_not_exist() -> None:
    with pytest.raises(RulesError, match=r'^There is no game "whist"'):
        fast.play("whist", 1, 1)
    with pytest.raises(RulesError, match="players 3 and hand 18"):
        fast.Batch("crazy-eights", 1, 1, GAMES["crazy-eights"].Rules(players=3, hand=18))


def test_preferences_are_followed() -> None:
    """Who throws the lowest card pays less; and a thing three times as heavy is chosen three times as often."""
    lowest = np.ones((fast.CONTEXTS, 64))
    lowest[playout.DISCARD, :52] = [1000.0 ** -(card % 13) for card in range(52)]
    assert fast.play("straights", 2000, 1, preferences=lowest).points.mean() < fast.play("straights", 2000, 1).points.mean() - 3
    weights = np.ones((fast.CONTEXTS, 64))
    weights[playout.PASS, 26:39] = 3
    decks, actions = fast.record("hearts", 4000, 3, preferences=weights)
    hands = [set(map(int, deck[:13])) for deck in decks]
    expected = [3 * n / (3 * n + 13 - n) for n in (len([c for c in hand if c // 13 == 2]) for hand in hands)]
    # actions of seat 0 are written in ascending order; the chance that one of its first choice is a heart is over all three
    share = np.mean([sum(c // 13 == 2 for c in acted[:3]) / 3 for acted in actions])
    assert np.mean(expected) - 0.06 < share < np.mean(expected) + 0.02


def test_deals_are_uniform() -> None:
    """Each card in each place as often as chance has it: chi-square over 52 x 52, whose mean is 51 x 51."""
    decks, _ = fast.record("crazy-eights", 20_000, 11)
    counts = np.zeros((52, 52))
    for place in range(52):
        counts[place] = np.bincount(decks[:, place], minlength=52)
    expected = len(decks) / 52
    chi = ((counts - expected) ** 2 / expected).sum()
    assert abs(chi - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5


def test_choices_are_uniform() -> None:
    mask = 0b1011001 << 30
    counts: dict[int, int] = {}
    dice = np.uint64(5)
    for _ in range(7000):
        dice = np.uint64((int(dice) + int(bits.GOLD)) % 2**64)
        bit = int(playout.pick(mask, np.uint64(bits.mix(dice)), None, 0))
        counts[bit] = counts.get(bit, 0) + 1
    assert set(counts) == {1 << n for n in range(64) if mask >> n & 1}
    assert max(abs(count - 1750) for count in counts.values()) < 200


def test_the_portable_choice_is_the_same() -> None:
    random = Random(1)
    for _ in range(200):
        mask = random.getrandbits(52) | 1
        places = [n for n in range(52) if mask >> n & 1]
        k = random.randrange(len(places))
        assert bits.kth_portable(mask, k) == 1 << places[k]
        assert bits.kth_here(mask, k) == 1 << places[k]


def test_the_spelled_out_rules_say_the_same() -> None:
    text = spelled(GAMES["hearts"])
    assert "_replace" not in text
    assert "State(hands=state.hands, passed=state.passed, taken=state.taken, trick=state.trick" in text
    assert "def fits" in text


def run(package: Path, root: Path, program: str) -> str:
    """A program of its own over a copy of the package."""
    environment = {**os.environ, "PYTHONPATH": str(package), "PARLOUR_CACHE": str(root)}
    command = [sys.executable, "-c", program]
    done = subprocess.run(command, env=environment, cwd=package, capture_output=True, text=True, timeout=300, check=True)
    return done.stdout.strip()


def test_an_edited_rule_takes_effect(tmp_path: Path) -> None:
    """The trap of compiled caches: the loop's own file is the same, what it calls is not."""
    shutil.copytree(ROOT / "parlour", tmp_path / "parlour", ignore=shutil.ignore_patterns("__pycache__"))
    program = "from parlour import fast; b = fast.Batch('straights', 9, 1); print(fast.play('straights', 99, 1).points.sum())"
    before = run(tmp_path, tmp_path / "cache", program)
    assert run(tmp_path, tmp_path / "cache", program) == before
    rules = tmp_path / "parlour" / "straights.py"
    rules.write_text(rules.read_text().replace("value = 10 if values and rank >= 10 else rank + 1", "value = 1"))
    after = run(tmp_path, tmp_path / "cache", program)
    assert int(after) < int(before) / 2
    assert len(list((tmp_path / "cache").iterdir())) == 2


def test_where_the_cache_lies(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "here"))
    assert cache.directory() == tmp_path / "here" / cache.digest()
    with monkeypatch.context() as locked:
        locked.setattr(os, "access", lambda path, mode: "/here/" not in str(path))
        locked.setattr("tempfile.tempdir", str(tmp_path / "elsewhere"))
        assert cache.directory() == tmp_path / "elsewhere" / "parlour" / cache.digest()
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("PARLOUR_CACHE", str(tmp_path / "file" / "no"))
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    assert cache.directory() == tmp_path / "parlour" / cache.digest()
    (tmp_path / "parlour" / cache.digest()).rmdir()
    (tmp_path / "parlour").rmdir()
    (tmp_path / "parlour").write_text("")
    assert cache.directory().parent == tmp_path


def test_a_first_call_is_told_on_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fast, "DIRECTORY", tmp_path)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    fast.play("hearts", 1, 1)
    assert (tmp_path / "hearts-play").exists()
    told = capsys.readouterr().err
    fast.play("hearts", 1, 1)
    assert capsys.readouterr().err == ""
    assert told == "" or "Compiling hearts (play)" in told  # rich draws a spinner only where it can


def test_a_twin_is_written_where_it_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.modules["parlour.fast.twin"], "DIRECTORY", tmp_path)
    twin.cache_clear()
    assert "def apply_all" in Path(twin("straights").__file__).read_text()
    written = (tmp_path / "twin_straights.py").stat().st_mtime_ns
    twin.cache_clear()
    twin("straights")
    assert (tmp_path / "twin_straights.py").stat().st_mtime_ns == written
    twin.cache_clear()


def test_arguments_that_cannot_be_used() -> None:
    for bad in (np.ones((2, 64)), np.zeros((fast.CONTEXTS, 64)), np.full((fast.CONTEXTS, 64), np.nan), [[1.0]]):
        with pytest.raises(ValueError, match=r"^Preferences are 5 x 64 numbers above 0"):
            fast.play("hearts", 1, 1, preferences=bad)  # type: ignore[arg-type]
    for number, threads in ((0, 1), (1, 0)):
        with pytest.raises(ValueError, match="counted from 1"):
            fast.play("hearts", 1, 1, number=number, threads=threads)
    batch = fast.Batch("straights", 3, 5)
    for actions in (np.array([45]), np.array(45), np.array([45.0, 45.0, 45.0]), np.array([[45], [45], [45]])):
        with pytest.raises(ValueError, match=r"^The actions are 3 whole numbers"):
            batch.apply(actions)
    for viewer in (-1, 4, 98):
        with pytest.raises(ValueError, match=r"^A viewer is a seat from 0 to 3, or SPECTATOR\.$"):
            batch.observe(viewer)
    assert (batch.observe(2)["hand"] == batch.states[:, 2]).all()
    assert (batch.observe(SPECTATOR)["hand"] == 0).all()


def test_seeds_are_counted_modulo_two_to_the_64() -> None:
    assert (fast.play("hearts", 5, -1).points == fast.play("hearts", 5, 2**64 - 1).points).all()
    with pytest.raises(TypeError):
        fast.play("hearts", 1, 1.5)  # type: ignore[arg-type]


def test_the_plain_loop_of_the_bench_plays_straights() -> None:
    """Its mean points are the engine's, so that the two are the same work."""
    sys.path.insert(0, str(ROOT / "bench"))
    plain = __import__("plain")
    sys.path.pop(0)
    means = np.array(plain.rounds(4000, 1)) / 4000
    assert np.abs(means - fast.play("straights", 20_000, 1).points.mean(axis=0)).max() < 0.8
