"""docs/a-game.md does what it says: its files are written out and installed, its tests and its
commands run.
"""

import contextlib
import io
import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path
from tomllib import loads

import pytest

from parlour import cli, testing
from parlour.game import GAMES, GROUP, length
from parlour.terminal.console import Console, run_on
from tests.support.packages import site

PAGE = (Path(__file__).parents[2] / "docs" / "a-game.md").read_text()
BLOCKS = re.findall(r'^```(\w+)(?: title="(\S+)")?\n(.*?)^```$', PAGE, re.M | re.S)


def file(name: str) -> str:
    """A file of the page: its blocks, joined."""
    return "\n\n".join(text for _, where, text in BLOCKS if where == name)


@pytest.fixture(scope="module", autouse=True)
def short_whist(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The page's package is installed, as its pyproject.toml says."""
    folder = tmp_path_factory.mktemp("page")
    project = loads(file("pyproject.toml"))
    package = project["project"]["entry-points"][GROUP]["short-whist"]
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"] == [package]
    (folder / package).mkdir()
    (folder / package / "__init__.py").write_text("")
    (folder / package / "rules.py").write_text(file("rules.py"))
    with site(folder) as here:
        here.point("short_whist_page", f"[{GROUP}]\nshort-whist = {package}\n")
        yield


def test_every_block_is_run_here() -> None:
    assert {(kind, where) for kind, where, _ in BLOCKS} == {
        ("toml", "pyproject.toml"),
        ("python", "rules.py"),
        ("python", "test_a_game.py"),
        ("sh", ""),
        ("python", ""),
    }
    assert len(file("rules.py").splitlines()) < 150


@pytest.mark.parametrize("check", [check for check in testing.CHECKS if check != "oracle"])
def test_the_checks_pass(check: str) -> None:
    """The page's own test, check by check."""
    written: dict[str, Callable[[str, Callable[[], None]], None]] = {}
    exec(file("test_a_game.py"), written)
    found = dict(testing.of("short-whist"))
    assert found.keys() == testing.CHECKS.keys() - {"oracle"}
    written["test_a_game"](check, found[check])


def commands() -> list[str]:
    return [line for kind, _, text in BLOCKS if kind == "sh" for line in text.splitlines()]


ENDS = {
    "play": "You win",
    "simulate": "short-whist, seed 1: matches 100, rounds 400",
    "duel": "search",
}


@pytest.mark.parametrize("line", [line for line in commands() if line != "parlour serve"])
def test_a_command_does_what_it_says(line: str) -> None:
    words = shlex.split(line)
    output = io.BytesIO()
    typed = io.BytesIO(b"")
    if words[1] == "play":
        typed = io.BytesIO(b"quit\n")
    assert run_on(Console(typed, output), words[0], cli.program, words[1:]) == 0
    told = output.getvalue().decode()
    assert {"play": "Seats: You, ", "simulate": ENDS["simulate"], "duel": "search"}[
        words[1]
    ] in told


def test_the_page_plays_from_python() -> None:
    (text,) = [text for kind, where, text in BLOCKS if (kind, where) == ("python", "")]
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(text, {})
    hand, may, plays = told.getvalue().splitlines()
    cards = hand.removeprefix("hand ").split()
    assert len(cards) == 5
    assert may.removeprefix("may play ").split() == cards
    assert plays.removeprefix("search plays ") in cards
    assert length(GAMES["short-whist"], GAMES["short-whist"].Rules()) == 4
