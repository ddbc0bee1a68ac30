"""Fixtures that many tests share, and the options of scripts/test."""

import gc
import os
import signal
from collections.abc import Callable, Iterator, Set
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from parlour.catalogue.registry import GAMES
from parlour.players import search
from tests.sketches import drawing, passing

HERE = Path(__file__).parent
GOLDEN = HERE / "golden"

pytest.register_assert_rewrite("tests.support")
# how long an example takes depends on the machine's load
settings.register_profile("any-load", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any-load")

# Folders and files of tests/ that compile. They are run first, so that by far most of them are run
# by one process, and a function is compiled once a machine.
COMPILING = {
    *("engine", "players", "lab", "testing", "site/test_desk"),
    *("games/crazy_eights/engine", "games/hearts/engine", "games/straights/engine"),
    *("games/test_any_game", "games/test_levels", "games/test_oh_hell", "project/test_a_game"),
    "system/test_library",
}
# What compiles, serves, starts processes or tries much, which --quick leaves out.
HEAVY = COMPILING | {
    *("cli/test_records", "games/test_openspiel", "games/test_perft", "project/test_docs"),
    *("project/test_bench", "project/test_examples", "table/messages/test_messages"),
    *("table/test_laws", "table/test_snapshot", "terminal/test_process", "host", "storage", "web"),
}
BROWSER = "web/browser"  # each of its tests needs another program


def within(path: Path, places: Set[str]) -> bool:
    """Whether a file or folder of tests, or a folder that it lies in, is one of these."""
    place = path.relative_to(HERE).with_suffix("")
    return any(part.as_posix() in places for part in (place, *place.parents))


def compiles(item: pytest.Item) -> bool:
    """Whether a test compiles."""
    return within(item.path, COMPILING) or item.get_closest_marker("compiles") is not None


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """What would be left out anyway is not even imported."""
    if not collection_path.is_relative_to(HERE):
        return None
    quick, everything = config.getoption("--quick"), config.getoption("--all")
    out = (HEAVY if quick else set()) | (set() if everything else {BROWSER})
    return within(collection_path, out) or None


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
        "markers",
        "compiles: compiles, in a file that else does not; runs first, and not with --quick",
    )
    config.addinivalue_line(
        "markers", "thorough: shows once more what a cheaper case shows; runs with --all and --long"
    )


@pytest.hookimpl(trylast=True)  # when the folders have marked their tests
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left_out = set()
    if not config.getoption("--all"):
        left_out |= {item for item in items if item.get_closest_marker("system")}
        if not config.getoption("--long"):
            left_out |= {item for item in items if item.get_closest_marker("thorough")}
    if config.getoption("--quick"):
        left_out |= {item for item in items if compiles(item) or within(item.path, HEAVY)}
    config.hook.pytest_deselected(items=[item for item in items if item in left_out])
    items[:] = [item for item in items if item not in left_out]
    items.sort(key=lambda item: not compiles(item))


def pytest_collection_finish() -> None:
    """What is loaded by now is never garbage: else a twentieth of the time is spent looking."""
    gc.collect()
    gc.freeze()


def pytest_sessionfinish(session: pytest.Session) -> None:
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if session.config.getoption("--all") and reporter and reporter.stats.get("skipped"):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(autouse=True)
def forgotten() -> None:
    """No decision of another test is remembered."""
    search.plan_of.cache_clear()


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How often a random test tries: with `--long` its long count, with `--all` its short one, else
    a third of that.
    """
    if request.config.getoption("--long"):
        return lambda _short, long: long
    part = 1 if request.config.getoption("--all") else 3
    return lambda short, _long: max(short // part, 1)


@pytest.fixture
def samples(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How many samples a statistic has, of which a third would not tell: its short number, or with
    `--long` its long one.
    """
    whole = request.config.getoption("--long")
    return lambda short, long: long if whole else short


@pytest.fixture
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games stand beside the real ones."""
    monkeypatch.setitem(GAMES, "passing", passing)
    monkeypatch.setitem(GAMES, "drawing", drawing)


@pytest.fixture
def golden() -> Callable[[str], bytes]:
    """The bytes of a golden file."""
    return lambda name: (GOLDEN / name).read_bytes()


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """The URL of a real server, started for the tests."""
    from tests.support.postgres import started

    with started() as url:
        yield url


@pytest.fixture
def empty_postgres(postgres: str) -> Iterator[str]:
    """A database of its own."""
    import psycopg

    name = f"test{os.urandom(6).hex()}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
        yield postgres.replace("/postgres?", f"/{name}?")
        connection.execute(f"DROP DATABASE {name} WITH (FORCE)".encode())


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.system)])
def data(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where to keep tables: a file, or a database of a real server."""
    if request.param == "sqlite":
        return str(tmp_path / "tables.db")
    url: str = request.getfixturevalue("empty_postgres")
    return url
