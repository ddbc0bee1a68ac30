"""A package's fields with a label for each value, as the page shows and reads them."""

import inspect
import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.sketches import bidding
from tests.support.browser.player import Hand
from tests.support.browser.program import Program
from tests.support.packages import site
from tests.web.browser.conftest import Visitor

WORDS = """
FIELDS = {"bids": ("Pass", "One", "Two", "Three", "Four", "Five")}
"""


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server beside which the game of bids is installed, with words."""
    with site(tmp_path_factory.mktemp("toys")) as toys:
        toys.add("calling", inspect.getsource(bidding), words=WORDS)
        with Program(tmp_path_factory.mktemp("packed")) as program:
            yield program


@pytest.fixture
def visits(chromium: Browser, packed: Program) -> Iterator[Visitor]:
    visitor = Visitor(chromium, packed)
    yield visitor
    visitor.close()


def test_no_label_before_there_is_a_value(visits: Visitor) -> None:
    """A seat that has not bid yet has not passed."""
    page = visits()
    hand = Hand(page)
    hand.press("Play Calling")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    own = page.get_by_label("Your seat").locator(".facts")
    expect(own).to_have_text(re.compile("^5Won 0"))
    hand.press("Bid 0")
    expect(own).to_have_text(re.compile("^5PassWon 0"))
