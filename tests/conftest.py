"""Fixtures that many tests share, and the options of scripts/test."""

from collections.abc import Callable
from pathlib import Path

import pytest

from parlour.game import GAMES
from tests.sketches import drawing, passing

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"

# What compiles, serves or tries much, which --quick leaves out: folders and files of tests/.
HEAVY = {
    *(
        "web",
        "test_a_game",
        "test_any_engine",
        "test_any_game",
        "test_cache",
        "test_cli",
        "test_deals",
    ),
    *("test_docs", "test_duel", "test_fast", "test_inference", "test_kernels", "test_oh_hell"),
    *("test_openspiel", "test_players", "test_policy_eights", "test_policy_hearts"),
    *("test_policy_straights", "test_puzzle", "test_search", "test_table_laws", "test_train"),
    *("test_walks", "test_worlds", "test_worlds_oracle"),
}


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
    config.addinivalue_line(
        "markers", "system: needs a program that pip cannot install; runs with --all"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = set()
    if not config.getoption("--all"):
        left_out |= {item for item in items if item.get_closest_marker("system")}
    if config.getoption("--quick"):
        left_out |= {
            item
            for item in items
            if item.path.relative_to(HERE).parts[0].removesuffix(".py") in HEAVY
        }
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
