"""The programs of examples/ run as a reader runs them, and do what they say."""

import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import parlour
from tests.support.served import Served

EXAMPLES = Path(__file__).parents[2] / "examples"


def run(name: str, *arguments: str) -> str:
    """What a program prints."""
    command = [sys.executable, "-W", "error", str(EXAMPLES / name), *arguments]
    done = subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)
    assert done.stderr == ""
    return done.stdout


def within(name: str) -> dict[str, Any]:
    """The names of a program that is not run."""
    return runpy.run_path(str(EXAMPLES / name))


def test_every_example_is_run_here() -> None:
    here = Path(__file__).read_text()
    assert all(f'"{path.name}"' in here for path in EXAMPLES.glob("*.py"))
    assert {path.name for path in EXAMPLES.glob("*.py")} >= {"ten_lines.py", "my_player.py"}


def test_a_bot_over_http_asks_for_its_arguments() -> None:
    command = [sys.executable, str(EXAMPLES / "bot_over_http.py")]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    expected = "Expected the server's address and a game (bot_over_http.py ADDRESS GAME).\n"
    assert (done.returncode, done.stderr) == (1, expected)


def test_a_round_in_ten_lines() -> None:
    lines = [line for line in (EXAMPLES / "ten_lines.py").read_text().splitlines() if line]
    assert len(lines) <= 10
    assert [line for line in lines if "import" in line] == ["import parlour"]
    assert re.search(r"^Round 1 is over\. Points: You \d+ ", run("ten_lines.py"), re.M)


def test_my_player_beats_first() -> None:
    told = re.fullmatch(r"Points a round: act (.*), first (.*)\n", run("my_player.py"))
    assert told
    assert float(told[1]) < float(told[2]) / 2


def test_random_rollouts_beat_first() -> None:
    told = run("random_rollouts.py")
    assert re.match(r"Random play, mean points a round by seat: \[17\.\d+ 17\.", told)
    assert "\nOne round of act against three of first: (" in told
    act: Callable[[parlour.View, int], int] = within("random_rollouts.py")["act"]
    own, others = 0, 0
    for one in parlour.simulate("straights", 2, seed=3, players=[act, "first", "first", "first"]):
        own += one.match.totals[0]
        others += sum(one.match.totals[1:])
    assert own < others / 3


@pytest.mark.parametrize("game", ["straights", "hearts"])
def test_a_bot_over_http_plays_a_round(game: str, tmp_path: Path) -> None:
    """In one of some hundred rounds of Straights nobody discards."""
    with Served(tmp_path / "tables.db") as served:
        told = run("bot_over_http.py", served.origin, game)
    points = re.fullmatch(r"Points by seat: \[(.*)\]\n", told)
    assert points
    found = [int(one) for one in points[1].split(",")]
    assert len(found) == 4
    assert sum(found) in ([26, 78] if game == "hearts" else range(365))
