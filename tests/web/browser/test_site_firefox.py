"""The page without a server in Debian's Firefox: a match against the strongest level, with a
hint and a reload.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright

from tests.support.browser.player import play
from tests.support.browser.stored import seen
from tests.support.hosted import Hosted
from tests.web.browser.conftest import SiteGuest
from tests.web.browser.test_firefox import hinted, launched
from tests.web.browser.test_site import begun
from tests.web.browser.test_site_storage import midway, own_turn


@pytest.fixture(scope="module")
def firefox(driver: Playwright) -> Iterator[Browser]:
    yield from launched(driver, {})


@pytest.fixture
def desk(firefox: Browser, host: Hosted) -> Iterator[SiteGuest]:
    guest = SiteGuest(firefox, host)
    yield guest
    guest.close()


def test_a_match(desk: SiteGuest) -> None:
    """With a reload in its middle."""
    hand = begun(desk, "straights")
    before = midway(hand)
    hinted(hand)
    hand.page.reload()
    assert own_turn(hand.page) == before
    shown, view = play(hand), seen(hand.page)
    assert view["winners"]
    assert [int(row[2]) for row in shown.rows] == sorted(view["totals"])
