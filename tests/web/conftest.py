"""What the tests of the server leave as it was."""

import logging
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def log_as_it_was() -> Iterator[None]:
    """A server that was started within a test leaves the log to the next one as it found it."""
    log = logging.getLogger("parlour")
    kept = log.handlers[:], log.propagate
    yield
    log.handlers[:], log.propagate = kept
