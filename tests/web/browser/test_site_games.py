"""A site has the games of other packages too: they are played there without a server, and without
search, whose code is not compiled for them.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from parlour.site import build
from tests.support.browser.player import Hand
from tests.support.browser.stored import seen
from tests.support.hosted import Hosted
from tests.support.installed import installed
from tests.support.sites import browser_kernels
from tests.web.browser.conftest import SiteGuest
from tests.web.browser.test_any_game import a_round, labels


@pytest.fixture
def further(
    chromium: Browser, site: Path, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SiteGuest]:
    """A guest of a site with Oh Hell, made after `site`, which is for all tests. The site plays its
    games to learn what they need, and a round of Oh Hell ends sooner than those of the others.
    """
    library, room = str(browser_kernels(tmp_path_factory)), str(site.parent / "pyodide")
    with installed("oh_hell"):
        build.build(tmp_path / "site", library=library, room=room)
        hosted = Hosted(tmp_path / "site")
        guest = SiteGuest(chromium, hosted)
        try:
            yield guest
            guest.close()
        finally:
            hosted.stop()


def test_a_round_of_oh_hell(further: SiteGuest) -> None:
    hand = Hand(further())
    hand.press("Play Oh Hell")
    a_round(hand, labels("oh-hell"), check_fit=False)
    view = seen(hand.page)
    assert view["game"] == "oh-hell"
    assert len(view["points"]) == len(view["players"])
