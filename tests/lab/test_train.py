"""Training: repeats itself, goes on where it was interrupted, and is where the committed weights
come from.
"""

import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from parlour.catalogue.registry import BUILT_IN
from parlour.lab.train import EARLY, begin, checkpoint_text, length, load_checkpoint, plan_of, step
from parlour.players.trained import file, policy, weights
from tests.cli.test_records import parlour

SMALL = ("--steps", "6", "--rounds", "4")


def held(path: Path) -> Any:
    return json.loads(path.read_text())


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_committed_weights_are_of_the_documented_command(game: str) -> None:
    """Its first steps are run; the whole run is `parlour train GAME`, minutes."""
    committed, plan = held(file(game)), plan_of(game)
    assert (
        committed["command"]
        == f"parlour train {game} --steps {plan.steps} --rounds {plan.rounds} --seed {plan.seed}"
    )
    assert tuple(committed["features"]) == policy(game).FEATURES
    state = begin(game)
    for _ in range(EARLY):
        state = step(game, plan, state)
    assert length(state.weights) == pytest.approx(committed["early"], rel=1e-4)
    assert weights(game).tolist() == committed["weights"]


@pytest.mark.parametrize("game", BUILT_IN)
def test_training_repeats_and_a_lesson_is_kept_exactly(game: str) -> None:
    plan = plan_of(game)._replace(steps=4, rounds=4)
    states = [begin(game)]
    for _ in range(4):
        states.append(step(game, plan, states[-1]))
    assert any(states[-1].weights != 0)
    again = load_checkpoint(checkpoint_text(game, plan, states[2]).encode(), "x", game, plan)
    for wanted in states[3:]:
        again = step(game, plan, again)
        assert np.array_equal(again.weights, wanted.weights)


def test_a_stage_begins_with_the_full_rate_and_no_past_gradients() -> None:
    game = "straights"
    two = plan_of(game)._replace(steps=4, rounds=4, stages=2)
    state = begin(game)
    for _ in range(2):
        state = step(game, two, state)
    lost = np.full(len(state.weights), np.nan)
    at = state._replace(mean=lost, square=lost)
    begun, went_on = step(game, two, at), step(game, two._replace(stages=1), at)
    assert np.isclose(abs(begun.weights - state.weights).max(), two.rate, rtol=1e-4)
    assert np.isnan(went_on.weights).all()
    assert np.isnan(step(game, two, begun._replace(mean=lost)).weights).all()


def test_a_training_is_interrupted_and_open_for_resume(tmp_path: Path) -> None:
    whole, parts = tmp_path / "whole.json", tmp_path / "parts.json"
    said = parlour("train", "straights", *SMALL, "--out", str(whole))
    assert said.endswith(f'weights after 6 steps of 4 rounds to "{whole}".\n')
    state = begin("straights")
    plan = plan_of("straights")._replace(steps=6, rounds=4)
    for _ in range(3):
        state = step("straights", plan, state)
    (tmp_path / "parts.json.training").write_text(checkpoint_text("straights", plan, state))
    parlour("train", "straights", *SMALL, "--out", str(parts), "--resume")
    assert held(parts) == held(whole)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["parts.json", "whole.json"]
    parlour("train", "straights", *SMALL, "--seed", "2", "--out", str(parts), "--resume")
    assert held(parts) != held(whole)


def test_an_interrupt_keeps_the_lesson(tmp_path: Path) -> None:
    out, beside = tmp_path / "w.json", tmp_path / "w.json.training"
    code = """
import sys
from parlour.cli import main
from parlour.lab import report
step = report.step
def first(*given):
    report.step = step
    after = step(*given)
    print("A step is done.", flush=True)
    return after
report.step = first
sys.exit(main())
"""
    arguments = ["train", "straights", "--steps", "1000000", "--rounds", "1", "--out", str(out)]
    running = subprocess.Popen(
        [sys.executable, "-c", code, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert running.stdout
    assert running.stdout.readline() == b"A step is done.\n"
    running.send_signal(signal.SIGINT)
    _, said = running.communicate(timeout=60)
    assert running.returncode == 130
    assert said.startswith(b"Interrupted after ")
    assert said.endswith(b" of 1000000 steps; --resume continues.\n")
    state = load_checkpoint(
        beside.read_bytes(),
        "x",
        "straights",
        plan_of("straights")._replace(steps=1000000, rounds=1),
    )
    assert state.step == int(said.split()[2])


@pytest.mark.parametrize(
    "text", [b"", b"{}", b"[1]", b"\xff", b"[" * 100000, b'{"game": "straights"}']
)
def test_what_is_no_training_is_refused(
    text: bytes, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "w.json"
    (tmp_path / "w.json.training").write_bytes(text)
    parlour("train", "straights", *SMALL, "--out", str(out), "--resume", status=2)
    assert capfd.readouterr().err.endswith(
        '.training" is not a training of straights with these steps, rounds and seed.\n'
    )


def test_a_training_of_another_plan_is_refused(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "w.json"
    (tmp_path / "w.json.training").write_text(
        checkpoint_text("straights", plan_of("straights"), begin("straights"))
    )
    parlour("train", "straights", *SMALL, "--out", str(out), "--resume", status=2)
    assert "is not a training of straights with these steps" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("out", "why"), [(".", "Is a directory"), ("none/w.json", "No such file or directory")]
)
def test_weights_that_cannot_be_written(
    out: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    """Which is said before the first step."""
    monkeypatch.setattr("parlour.lab.report.step", pytest.fail)
    monkeypatch.chdir(tmp_path)
    parlour("train", "straights", *SMALL, "--out", out, status=2)
    assert capfd.readouterr().err.endswith(f" cannot be written: {why}.\n")
    assert [*tmp_path.iterdir()] == []


def test_another_file_stays_as_it_is(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """An interrupted training too, unless it is resumed; earlier weights are replaced."""
    out, beside, data = (tmp_path / name for name in ("mine.py", "w.json.training", "data.json"))
    out.write_text("def act(view, dice): ...")
    beside.write_text("much work")
    data.write_text('{"weights": [1, 2]}')
    for path, why in (
        (out, 'mine.py" holds something else than weights.\n'),
        (data, 'data.json" holds something else than weights.\n'),
        (tmp_path / "w.json", '.training" holds an interrupted training; --resume continues it.\n'),
    ):
        parlour("train", "straights", *SMALL, "--out", str(path), status=2)
        assert capfd.readouterr().err.endswith(why)
    assert (out.read_text(), beside.read_text()) == ("def act(view, dice): ...", "much work")
    out.write_text("")
    parlour("train", "straights", *SMALL, "--out", str(out))
    parlour("train", "straights", *SMALL, "--out", str(out))
    assert sorted(tmp_path.iterdir()) == [data, out, beside]


def test_an_interrupt_of_the_process_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("parlour.lab.report.step", interrupted)
    parlour("train", "straights", *SMALL, "--out", str(tmp_path / "w.json"), status=130)
    assert (tmp_path / "w.json.training").exists()
