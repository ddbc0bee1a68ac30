"""Fixtures that many tests share; `--long` runs the full counts behind the figures in the docs."""

from collections.abc import Callable
from pathlib import Path

import pytest

GOLDEN = Path(__file__).parent / "golden"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the counts that the docs state, not their short forms")


@pytest.fixture
def times(request: pytest.FixtureRequest) -> Callable[[int, int], int]:
    """How often a random test tries: its short count, or with `--long` its long one."""
    return lambda short, long: long if request.config.getoption("--long") else short


@pytest.fixture
def golden() -> Callable[[str], bytes]:
    """The bytes of a golden file."""
    return lambda name: (GOLDEN / name).read_bytes()
