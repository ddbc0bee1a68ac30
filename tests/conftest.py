"""Fixtures that many tests share, and the options of scripts/test."""

import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.game import GAMES
from tests.sketches import drawing, passing

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"

pytest.register_assert_rewrite("tests.support")

# What compiles, serves or tries much, which --quick leaves out: folders and files of tests/.
HEAVY = {
    *("cli/test_records", "games/test_any_game", "games/test_levels", "games/test_oh_hell"),
    *("games/test_openspiel", "games/crazy_eights/engine", "games/hearts/engine"),
    *("games/straights/engine", "lab/test_duel", "lab/test_train", "players/test_search"),
    *("project/test_a_game", "project/test_docs", "table/test_laws", "web"),
    *("engine/test_any", "engine/test_cache", "engine/test_deals", "engine/test_inference"),
    *("engine/test_kernels", "engine/test_puzzle", "engine/test_twin", "engine/test_worlds"),
    "engine/test_worlds_oracle",
}


def heavy(path: Path) -> bool:
    """Whether a file of tests, or a folder that it lies in, is one of `HEAVY`."""
    place = path.relative_to(HERE).with_suffix("")
    return any(part.as_posix() in HEAVY for part in (place, *place.parents))


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--all", action="store_true", help="run what needs other programs too; a skipped test fails"
    )
    parser.addoption(
        "--quick", action="store_true", help="leave out what compiles, serves or tries much"
    )
    parser.addoption(
        "--long",
        action="store_true",
        help="run the counts that the docs state, not their short forms",
    )


def pytest_configure(config: pytest.Config) -> None:
    # A shell starts a background job with interrupts ignored, and programs inherit that: the
    # programs that tests interrupt would never end.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line(
        "markers", "system: needs a program that pip cannot install; runs with --all"
    )
    config.addinivalue_line(
        "markers", "thorough: shows once more what a cheaper case shows; runs with --all and --long"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = set()
    if not config.getoption("--all"):
        left_out |= {item for item in items if item.get_closest_marker("system")}
        if not config.getoption("--long"):
            left_out |= {item for item in items if item.get_closest_marker("thorough")}
    if config.getoption("--quick"):
        left_out |= {item for item in items if heavy(item.path)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--all") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How often a random test tries: its short count, or with `--long` its long one."""
    return lambda short, long: long if request.config.getoption("--long") else short


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games stand beside the real ones."""
    monkeypatch.setitem(GAMES, "passing", passing)
    monkeypatch.setitem(GAMES, "drawing", drawing)


@pytest.fixture
def golden() -> Callable[[str], bytes]:
    """The bytes of a golden file."""
    return lambda name: (GOLDEN / name).read_bytes()
