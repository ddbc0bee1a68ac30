"""docs/a-game.md does what it says: its files are written out and installed, its tests and its
commands run.
"""

import contextlib
import io
import re
import shlex
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tomllib import loads

import pytest

from parlour import cli, testing
from parlour.catalogue.check import GROUP
from parlour.catalogue.protocol import length
from parlour.catalogue.registry import GAMES
from parlour.terminal.console import Console, run_on
from tests.support.packages import site

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "a-game.md").read_text()
BLOCKS: list[tuple[str, str, str]] = re.findall(
    r'^```(\w+)(?: title="(\S+)")?\n(.*?)^```$', PAGE, re.M | re.S
)


def from_python() -> str:
    """The page's block that is run by Python itself."""
    (text,) = [text for kind, where, text in BLOCKS if (kind, where) == ("python", "")]
    return text


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
        ("sh", "install"),
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


def test_the_extra_that_the_page_installs_is_there() -> None:
    """By the same name in its command and in its package."""
    extras = loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert {re.split(">", one)[0] for one in extras["jit"]} == {"numba", "numpy"}
    assert file("install").startswith(".venv/bin/pip install '.[jit]' pytest\n")
    assert loads(file("pyproject.toml"))["project"]["dependencies"] == ["parlour[jit]"]


BARE = """
import sys
sys.modules["numpy"] = sys.modules["numba"] = None  # as where they are not installed
import parlour
from parlour import testing
from parlour.errors import UsageError
from parlour.players import LEVELS
for name, check in testing.of("short-whist"):
    try:
        check()
    except UsageError as error:
        print(name, error)
view = parlour.deal("short-whist", seed=1).view(0)
for play in (lambda: exec(sys.argv[1], {}), lambda: LEVELS["short-whist"]["search"](view, 1)):
    try:
        play()
    except UsageError as error:
        print(error)
"""


def test_a_sentence_names_the_extra_where_it_is_not_installed() -> None:
    """By three checks and by the level `search`; the other checks pass."""
    done = subprocess.run(
        [sys.executable, "-c", BARE, from_python()], capture_output=True, text=True, check=True
    )
    lines = done.stdout.splitlines()
    missing = "The engine's own functions need numpy, which is not installed; "
    names = ("twin ", "perft ", "worlds ")
    needing = [f"{name}{missing}parlour[research] installs it." for name in (*names, "")]
    assert [line for line in lines if missing in line] == needing
    assert 'The level "search" of short-whist is not available here: ' in lines[-2]
    assert lines[-2].endswith("; parlour[jit] installs it.")


def commands() -> list[str]:
    (text,) = [text for kind, where, text in BLOCKS if (kind, where) == ("sh", "")]
    return text.splitlines()


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
    told = io.StringIO()
    with contextlib.redirect_stdout(told):
        exec(from_python(), {})
    hand, may, plays = told.getvalue().splitlines()
    cards = hand.removeprefix("hand ").split()
    assert len(cards) == 5
    assert may.removeprefix("may play ").split() == cards
    assert plays.removeprefix("search plays ") in cards
    assert length(GAMES["short-whist"], GAMES["short-whist"].Rules()) == 4
