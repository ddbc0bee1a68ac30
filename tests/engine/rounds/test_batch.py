"""Batches can be begun from decks and from states, copied, cut, and kept; what is none is
refused.
"""

import copy
import pickle
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from parlour import engine
from parlour.catalogue.registry import GAMES
from parlour.errors import RulesError
from parlour.match import Dealt, step
from tests.support.play import begun, random_action, random_deck, random_rules


def stepped(batch: engine.Batch, random: Random, n: int) -> engine.Batch:
    """The batch after so many random actions."""
    for _ in range(n):
        batch.apply(
            np.array(
                [
                    random.choice([a for a in range(64) if may >> a & 1] or [0])
                    for may in batch.masks.tolist()
                ]
            )
        )
    return batch


def same(one: engine.Batch, other: engine.Batch) -> bool:
    arrays = [
        (batch.decks, batch.states, batch.turns, batch.masks, batch.points())
        for batch in (one, other)
    ]
    said = [
        (batch.game, batch.rules, batch.number, batch.seats, len(batch)) for batch in (one, other)
    ]
    return said[0] == said[1] and all(
        (mine == theirs).all() for mine, theirs in zip(*arrays, strict=True)
    )


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", [*GAMES, "passing", "drawing"])
def test_batches_of_decks_of_states_and_of_parts(name: str) -> None:
    random, game = Random(f"parts {name}"), GAMES[name]
    rules = random_rules(game, random)
    batch = engine.Batch(name, 20, 3, rules, number=2)
    assert same(batch, engine.Batch.from_decks(name, batch.decks.tolist(), rules, number=2))
    stepped(batch, random, 9)
    for other in (
        engine.Batch.from_states(name, batch.decks, batch.states, rules, number=2),
        batch.copy(),
        copy.copy(batch),
        copy.deepcopy(batch),
        pickle.loads(pickle.dumps(batch)),
        batch.take(np.arange(20)),
        batch.take(np.full(20, True)),
    ):
        assert same(batch, other)
        before = batch.states.copy()
        stepped(other, random, 3)
        assert (batch.states == before).all()
    many = batch.take([4] * 50)
    assert len(many) == 50
    assert (many.states == batch.states[4]).all()
    assert len(engine.Batch.from_decks(name, np.zeros((0, 52), np.int64))) == 0
    assert len(batch.take([])) == 0


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", [*GAMES, "passing", "drawing"])
def test_a_batch_goes_on_with_matches(name: str) -> None:
    """The interpreted rules' states and decks, as they stand."""
    random, game = Random(f"matches {name}"), GAMES[name]
    rules = random_rules(game, random)
    matches = [step(begun(name, rules, 3), Dealt(random_deck(random))) for _ in range(6)]
    matches = [match for match in matches if match.playing]
    for _ in range(5):
        matches = [
            step(match, random_action(match, random)) if match.playing else match
            for match in matches
        ]
    there = [match for match in matches if match.playing]
    batch = engine.Batch.from_states(
        name, [match.deck for match in there], [match.state for match in there], rules, number=3
    )
    for i, match in enumerate(there):
        seat = batch.turns[i]
        assert batch.masks[i] == game.legal(match.round, match.state, seat)
        assert tuple(batch.points()[i]) == game.points(match.round, match.state)[: batch.seats]


def test_a_kept_batch_is_read_by_another_process(tmp_path: Path) -> None:
    batch = engine.Batch("hearts", 3, 1)
    (tmp_path / "kept").write_bytes(pickle.dumps(batch))
    program = (
        f"import pickle; print(pickle.load(open({str(tmp_path / 'kept')!r}, 'rb')).masks.tolist())"
    )
    done = subprocess.run(
        [sys.executable, "-W", "ignore::ResourceWarning", "-c", program],
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    assert done.stdout.strip() == str(batch.masks.tolist())


def test_what_is_no_deck_or_state_is_refused() -> None:
    deck = np.arange(52)
    for bad in (deck, deck[None, :51], deck[None] + 0.5, [["7S"] * 52]):
        with pytest.raises(
            ValueError, match=r"^Invalid decks: .*expected whole numbers of shape \(n, 52\)\)\.$"
        ):
            engine.Batch.from_decks("hearts", bad)
    for wrong in (deck + 1, np.zeros(52, int)):
        with pytest.raises(ValueError, match=r"^Invalid deck 1 \(expected each card once\)\.$"):
            engine.Batch.from_decks("hearts", [deck, wrong])
    with pytest.raises(RulesError):
        engine.Batch.from_decks("whist", [deck])
    batch = engine.Batch("crazy-eights", 2, 1)

    def refused(states: Any, why: str) -> None:
        with pytest.raises(ValueError, match=why):
            engine.Batch.from_states("crazy-eights", batch.decks, states)

    for states in (batch.states[:1], batch.states[:, 1:], batch.states.astype(float), [(1, 2)] * 2):
        refused(states, r"^Invalid states: .* \(expected whole numbers of shape ")
    for column, value in (
        (0, -1),
        (0, 1 << 52),
        (0, int(batch.states[1, 1])),
        (7, 53),
        (7, -1),
        (10, 2),
        (10, 97),
    ):
        states = batch.states.copy()
        states[1, column] = value
        refused(states, r"^State 1 is not a state of crazy-eights\.$")
