"""Any game is compiled from its rules alone: rounds, replays and playouts of round_kernels.py, held
to the interpreted rules.

The games are the built-in ones and the toy games of tests/sketches.
"""

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import engine
from parlour.cards import NOBODY
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.engine.numbers.bits import number_of, stream
from parlour.engine.numbers.sampling import pick
from parlour.engine.rounds import random_play
from parlour.engine.rounds.compiled_rules import twin
from parlour.match import Acted, fold
from tests.engine.compiler.test_cache import ROOT, run
from tests.engine.rounds.test_compiled_rules import first_seat, flat, played_by_the_rules
from tests.sketches import climbing
from tests.support.packages import RULES, changed, module_of
from tests.support.play import random_round, random_rules

Times = Callable[[int, int], int]
ANY = (*BUILT_IN, "passing", "drawing", "climbing")
twins: Any = sys.modules["parlour.engine.rounds.compiled_rules"]


@pytest.fixture
def any_game(toys: None, monkeypatch: pytest.MonkeyPatch) -> None:  # noqa: ARG001
    """The toy games."""
    monkeypatch.setitem(GAMES, "climbing", climbing)


@pytest.mark.usefixtures("any_game")
@pytest.mark.parametrize("name", ANY)
def test_rounds_of_any_game_are_played_by_its_rules(name: str, times: Times) -> None:
    """In any number of threads, and from any place of the stream on."""
    random, game = Random(name), GAMES[name]
    for n in range(times(10, 500)):
        rules, number, seed = (
            random_rules(game, random),
            random.randrange(1, 9),
            random.getrandbits(64),
        )
        weights = np.exp(np.random.default_rng(n).normal(size=64)) if n % 2 else None
        decks, actions = engine.record(name, 10, seed, rules, number=number, preferences=weights)
        played = engine.play(
            name, 10, seed, rules, number=number, preferences=weights, threads=1 + n % 3
        )
        played_by_the_rules(game, rules, number, decks, actions, played)
        later = engine.play(name, 4, seed, rules, number=number, preferences=weights, start=6)
        assert (later.points == played.points[6:]).all()
        assert (engine.Batch(name, 10, seed, rules, number=number).decks == decks).all()


@pytest.mark.usefixtures("any_game")
@pytest.mark.parametrize("name", ANY)
def test_actions_are_replayed_and_illegal_ones_are_found(name: str, times: Times) -> None:
    random, game, kernels = Random(name), GAMES[name], twin(name)
    for _ in range(times(4, 100)):
        rules, n, longest = random_rules(game, random), 12, 40
        logs = [random_round(name, rules, random, random.randrange(longest)) for _ in range(n)]
        acted = [[event for event in log if isinstance(event, Acted)] for log in logs]
        ends = [fold(log) for log in logs]
        seats, actions = np.full((2, n, longest), -1, np.int64)
        for i, some in enumerate(acted):
            seats[i, : len(some)] = [event.seat for event in some]
            actions[i, : len(some)] = [event.action for event in some]
        spoilt = [i for i in range(0, n, 2) if acted[i]]
        for i in spoilt:
            move = random.randrange(len(acted[i]))
            seat, may = first_seat(game, *state_before(game, rules, ends[i].deck, acted[i][:move]))
            wrong = [action for action in range(63) if not may >> action & 1]
            there = [
                (seat, random.choice(wrong)),
                (seat, random.choice([63, 64, 1000])),
                (9, actions[i, move]),
                (-1, 0),
            ]
            seats[i, move], actions[i, move] = random.choice(there)
        decks = np.array([end.deck for end in ends], np.int64)
        states = np.zeros((n, kernels.WIDTH), np.int64)
        good = np.zeros(n, np.bool_)
        kernels.replay_all(kernels.Rules(*rules), 1, decks, seats, actions, states, good)
        assert [i for i in range(n) if not good[i]] == spoilt
        for i in range(n):
            if good[i]:
                assert states[i].tolist() == flat(ends[i].state)


def state_before(
    game: Any, rules: Any, deck: tuple[int, ...], acted: list[Acted]
) -> tuple[Any, Any]:
    """A round and its state after these actions."""
    round_, state = game.deal(rules, deck, 1)
    for seat, action in acted:
        state = game.apply(round_, state, seat, action)
    return round_, state


@pytest.mark.usefixtures("any_game")
@pytest.mark.parametrize("name", ANY)
def test_playouts_go_by_their_world_and_number_alone(name: str) -> None:
    """Each is the interpreted rules' round by the same dice: number 1024 + i of the world's stream
    for choice i.
    """
    random, game, kernels = Random(f"playouts {name}"), GAMES[name], twin(name)
    rules, number, seed, start = game.Rules(), 2, 77, 5
    batch = engine.Batch(name, 6, seed, rules, number=number)
    for _ in range(3):
        batch.apply(
            np.array(
                [
                    random.choice([a for a in range(63) if may >> a & 1] or [0])
                    for may in batch.masks.tolist()
                ]
            )
        )
    chosen = np.flatnonzero((batch.turns == batch.turns[0]) & ~batch.done)
    actions = np.array(
        [a for a in range(63) if np.bitwise_and.reduce(batch.masks[chosen]) >> a & 1] or [-1],
        np.int64,
    )
    if actions[0] < 0:  # nothing that all may do: one world is enough
        chosen = chosen[:1]
        actions = np.array([a for a in range(63) if batch.masks[chosen[0]] >> a & 1], np.int64)
    decks, states, seat = batch.decks[chosen], batch.states[chosen], int(batch.turns[0])
    points = np.zeros((len(chosen), len(actions), batch.seats), np.int64)
    common = kernels.Rules(*rules), number
    kernels.playouts_all(*common, decks, states, seat, actions, (np.uint64(seed), start), points)
    assert (states == batch.states[chosen]).all()
    for i, deck in enumerate(decks):
        dice = np.uint64(stream(np.uint64(seed), start + i))
        for j, action in enumerate(actions.tolist()):
            round_, _ = game.deal(rules, tuple(map(int, deck)), number)
            state, move = game.apply(round_, record_of(game, states[i]), seat, action), 0
            while (turn := first_seat(game, round_, state))[0] != NOBODY:
                bit = pick(turn[1], np.uint64(number_of(dice, 1024 + move)), None)
                state, move = (
                    game.apply(round_, state, turn[0], int(bit).bit_length() - 1),
                    move + 1,
                )
            assert tuple(points[i, j]) == game.points(round_, state)[: batch.seats]
    later = np.zeros_like(points[1:])
    kernels.playouts_all(
        *common, decks[1:], states[1:], seat, actions, (np.uint64(seed), start + 1), later
    )
    assert (later == points[1:]).all()


def record_of(game: Any, row: Any) -> Any:
    """A State of the interpreted rules from a row."""
    places = twins.columns(game.State).values()
    return game.State(
        *[
            tuple(row[at].tolist()) if at.stop - at.start > 1 else int(row[at.start])
            for at in places
        ]
    )


@pytest.mark.usefixtures("any_game")
def test_a_round_too_long_for_a_record_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is not overrun."""
    monkeypatch.setattr(random_play, "LONGEST", 9)
    for name, moves in (("hearts", 64), ("drawing", 51)):
        with pytest.raises(
            ValueError, match=rf"^A round of {name} took \d+ actions; a record has room for 9\.$"
        ) as error:
            engine.record(name, 50, 1)
        assert int(str(error.value).split()[5]) >= moves
    monkeypatch.setattr(random_play, "LONGEST", 64)
    assert [len(actions) for actions in engine.record("hearts", 5, 1)[1]] == [64] * 5


@pytest.mark.usefixtures("any_game")
def test_states_without_the_usual_fields_are_gone_on_with() -> None:
    """What compiled code relies on is asked of the fields that there are."""
    batch = engine.Batch("climbing", 3, 1)
    other = engine.Batch.from_states("climbing", batch.decks, batch.states, batch.rules)
    assert (other.masks == batch.masks).all()
    states = batch.states.copy()
    states[2, -1] = 7  # the seat in turn
    with pytest.raises(ValueError, match=r"^State 2 is not a state of climbing\.$"):
        engine.Batch.from_states("climbing", batch.decks, states, batch.rules)


FOURTH = """
import sys
sys.path.insert(0, sys.argv[1])
import fourth
from parlour.game import GAMES
from parlour import engine
from parlour.engine.rounds.compiled_rules import twin
GAMES["fourth"] = fourth
played, batch = engine.play("fourth", 99, 1), engine.Batch("fourth", 99, 1)
print(played.points.sum(), batch.points().sum(), twin("fourth").__file__)
"""


def test_an_edited_rule_of_any_game_takes_effect(tmp_path: Path) -> None:
    """The trap: a game that is no part of this package was played as it was first compiled,
    whatever its rules said since.
    """
    program = FOURTH.replace("sys.argv[1]", repr(str(tmp_path)))
    (tmp_path / "fourth.py").write_text(RULES)
    cards, dealt, one = run(ROOT, tmp_path / "cache", program).split()
    assert int(dealt) == 99 * 14
    (tmp_path / "fourth.py").write_text(
        changed(("return (\n        popcount", "return (\n        100 + popcount"))
    )
    more, dealt_too, other = run(ROOT, tmp_path / "cache", program).split()
    assert int(more) == int(cards) + 99 * 100
    assert int(dealt_too) == int(dealt) + 99 * 100
    assert one != other
    assert Path(one).exists()  # it has just been used


@pytest.mark.usefixtures("toys")
def test_rules_may_be_written_as_people_write_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With annotations that are read later, and with functions that are named as the engine's
    are.
    """
    later = "from __future__ import annotations\n\nfrom typing"
    text = changed(("fitting", "stream"), ("start", "pick"), ("from typing", later))
    for name in ("card_by_card", "play_all"):
        text += f"\n\ndef {name}(n: int) -> int:\n    return n\n"
    monkeypatch.setitem(GAMES, "written", module_of(tmp_path / "written.py", text))
    assert (engine.play("written", 9, 1).points == engine.play("drawing", 9, 1).points).all()


def test_what_was_compiled_from_other_texts_is_removed(tmp_path: Path) -> None:
    """Of the same game, thirty days after its last use; whatever bears its hash goes with it."""
    old, new, others = "0123456789abcdef", "fedcba9876543210", "00000000ffffffff"
    folders = [
        f"twin_drawing_{old}",
        f"twin_drawing_{new}",
        f"twin_drawing_well_{others}",
        f"twin_drawing_{old}_kept",
    ]
    for folder in folders:
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "file").touch()
    (tmp_path / f"drawing play {old}.called").touch()
    (tmp_path / f"drawing play {new}.called").touch()
    past = time.time() - 30 * 24 * 3600 - 9
    for folder in (folders[0], folders[2], folders[3]):
        os.utime(tmp_path / folder, (past, past))
    twins.tidy(tmp_path, "drawing")
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {folders[1], folders[2], f"drawing play {new}.called"}


def test_a_twin_is_written_where_it_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Once; opening it again says that it is used."""
    monkeypatch.setattr(twins, "home", lambda: tmp_path)
    twins._twin.cache_clear()
    made = Path(str(twin("straights").__file__))
    assert "def apply_all" in made.read_text()
    assert "def neighbours" in (made.parent / "rules.py").read_text()
    written = made.stat().st_mtime_ns
    os.utime(made.parent, (0, 0))
    twins._twin.cache_clear()
    twin("straights")
    assert made.stat().st_mtime_ns == written
    assert made.parent.stat().st_mtime > 0
    assert [path.name for path in tmp_path.iterdir()] == [made.parent.name]
    for damage in (b"", b"\xff", b"def apply_all(): pass"):
        made.write_bytes(damage)
        (made.parent / "rules.py").write_bytes(damage)
        twins._twin.cache_clear()
        assert "def apply_all" in Path(str(twin("straights").__file__)).read_text()
        assert made.read_bytes() != damage
    twins._twin.cache_clear()
