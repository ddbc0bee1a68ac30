"""The table in Debian's Firefox: a match of each game by mouse; on a desk, and on a phone in the
dark, nothing is cut, nothing is serious by axe-core's rules, a reload shows the same table, and a
hint is given; every state of the games in each size of a desk's screen.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect

from tests.support.browser.measure import fits, whole
from tests.support.browser.player import Hand, go_on, look, play
from tests.support.browser.program import Program
from tests.support.browser.scripted import leave, seat
from tests.support.browser.tour import COMPILED
from tests.web.browser.conftest import Visitor
from tests.web.browser.test_access import serious
from tests.web.browser.test_layouts import DRAW, faults, watched
from tests.web.browser.test_matches import SHORT, TITLES, agrees

FIREFOX = "/usr/bin/firefox-esr"
STARTED = 180_000  # ms in which it starts on a busy machine
ONE_ROUND = SHORT | {"hearts": {"target": 1}}
MIDWAY = 6  # moves after which a round is not over, and is not at its beginning
# The browser's settings: a finger is its only pointer, and the system is dark.
PHONE = {
    "ui.primaryPointerCapabilities": 1,
    "ui.allPointerCapabilities": 1,
    "layout.css.prefers-color-scheme.content-override": 0,
}
MEDIA = """() => ["(pointer: coarse)", "(prefers-color-scheme: dark)"]
  .map((query) => matchMedia(query).matches)"""
DESK_SIZES, PHONE_SIZES = [(1280, 800)], [(375, 812), (812, 375)]


def launched(driver: Playwright, settings: dict[str, Any]) -> Iterator[Browser]:
    """Debian's own Firefox, by the protocol WebDriver BiDi."""
    browser = driver.firefox.launch(
        channel="moz-firefox",
        executable_path=FIREFOX,
        firefox_user_prefs=settings,
        timeout=STARTED,
    )
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def firefox(driver: Playwright) -> Iterator[Browser]:
    yield from launched(driver, {})


@pytest.fixture(scope="module")
def phone_firefox(driver: Playwright) -> Iterator[Browser]:
    yield from launched(driver, PHONE)


@pytest.fixture
def desk(firefox: Browser, served: Program) -> Iterator[Visitor]:
    visitor = Visitor(firefox, served)
    yield visitor
    visitor.close()


@pytest.fixture
def phone(phone_firefox: Browser, served: Program) -> Iterator[Visitor]:
    visitor = Visitor(phone_firefox, served)
    yield visitor
    visitor.close()


@pytest.fixture(scope="module")
def scripted_page(firefox: Browser) -> Iterator[Page]:
    """A page at a table without a server."""
    yield from watched(seat(firefox))


def midway(hand: Hand, program: Program) -> None:
    """Play to an own turn in the middle of a round."""
    shown = look(hand.page)
    while not (shown.yours and program.view(hand.page.url)["move"] >= MIDWAY):
        assert not shown.panel
        shown = go_on(hand, shown)


def begun(visit: Visitor, game: str, sizes: list[tuple[int, int]], *, touch: bool) -> Hand:
    """Somebody in the middle of a round, which is shown well in each of these sizes."""
    viewports = [ViewportSize(width=width, height=height) for width, height in sizes]
    page = visit(viewport=viewports[0], rules={game: ONE_ROUND[game]})
    hand = Hand(page)
    hand.press(f"Play {TITLES[game]}")
    page.get_by_label("Your hand").wait_for()
    midway(hand, visit.program)
    for viewport in viewports:
        page.set_viewport_size(viewport)
        page.evaluate(DRAW)
        assert whole(page, touch=touch) == []
        if touch:
            fits(page)
    assert serious(page) == []
    return hand


def hinted(hand: Hand) -> None:
    """A hint is a sentence."""
    hand.press("Hint")
    dialog = hand.page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Hint")).to_be_visible(timeout=COMPILED)
    expect(dialog.locator("p")).to_have_text(re.compile(r"\w+ \w+.*\.$"))
    hand.page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def reloaded(page: Page) -> None:
    """The table is the same as before."""
    before = look(page)
    page.reload()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    after = look(page)
    assert after == before


@pytest.mark.parametrize("game", TITLES)
def test_a_match_on_a_desk(desk: Visitor, served: Program, game: str) -> None:
    hand = begun(desk, game, DESK_SIZES, touch=False)
    reloaded(hand.page)
    hinted(hand)
    agrees(hand.page, served, play(hand))


@pytest.mark.parametrize("game", TITLES)
def test_a_table_on_a_phone(phone: Visitor, game: str) -> None:
    hand = begun(phone, game, PHONE_SIZES, touch=True)
    assert hand.page.evaluate(MEDIA) == [True, True]
    reloaded(hand.page)
    hinted(hand)


@pytest.mark.parametrize("game", TITLES)
def test_nothing_is_covered_or_cut(scripted_page: Page, game: str) -> None:
    leave(scripted_page)
    assert faults(scripted_page, game) == []
