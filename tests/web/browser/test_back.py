"""The browser's Back: it closes what is open over the screen, else it leads from a table to the
start page; and the history holds no more than that.
"""

from collections.abc import Callable, Iterator
from functools import partial

import pytest
from playwright.sync_api import Page, Playwright, expect

from tests.support.browser.player import Hand, play
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor
from tests.web.browser.test_firefox import launched

HAND = "Your hand"
ENTRIES = "history.length"
REFUSED = """() => {
  history.pushState = () => { throw new DOMException("", "SecurityError"); };
}"""


@pytest.fixture(scope="module", params=["chromium", "firefox"])
def visitors(request: pytest.FixtureRequest, served: Program) -> Iterator[Callable[[], Visitor]]:
    """Guests of either browser."""
    if request.param == "chromium":
        browser = request.getfixturevalue("chromium")
        yield partial(Visitor, browser, served)
        return
    driver: Playwright = request.getfixturevalue("driver")
    for firefox in launched(driver, {}):
        yield partial(Visitor, firefox, served)


@pytest.fixture
def anyone(visitors: Callable[[], Visitor]) -> Iterator[Visitor]:
    visitor = visitors()
    yield visitor
    visitor.close()


def at_table(visit: Visitor, phone: bool = False) -> Page:
    """A table that was begun from the start page."""
    page = visit(phone=phone, rules={"straights": {"target": 300}})
    Hand(page).press("Play Straights")
    expect(page.get_by_label(HAND)).to_be_visible()
    return page


def address(page: Page) -> str:
    """Where a page is; the driver of Firefox learns of it late."""
    href: str = page.evaluate("location.href")
    return href


def at_home(page: Page) -> None:
    expect(page.get_by_role("button", name="Play Straights")).to_be_visible()
    assert page.evaluate("location.hash") in ("", "#/")


def back(page: Page) -> None:
    """The browser's Back. In Firefox the driver waits in vain for a load, so the page goes back."""
    if is_firefox(page):
        page.evaluate("() => history.back()")
    else:
        page.go_back()


def forward(page: Page) -> None:
    """The browser's Forward."""
    if is_firefox(page):
        page.evaluate("() => history.forward()")
    else:
        page.go_forward()


def is_firefox(page: Page) -> bool:
    browser = page.context.browser
    return browser is not None and browser.browser_type.name == "firefox"


def opened(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()
    expect(page.get_by_role("dialog")).to_be_visible()


def closed(page: Page) -> None:
    expect(page.get_by_role("dialog")).to_have_count(0)


def entry(page: Page, dialogs: int) -> None:
    """The history is at an entry for so many dialogs."""
    page.wait_for_function("(open) => history.state.open === open", arg=dialogs)


def test_back_closes_a_dialog_and_then_leaves_the_table(anyone: Visitor) -> None:
    page = at_table(anyone)
    table = address(page)
    for name in ("Settings", "Menu", "How to play", "Leave"):
        opened(page, name)
        back(page)
        closed(page)
        expect(page.get_by_label(HAND)).to_be_visible()
        assert address(page) == table
    back(page)
    at_home(page)
    forward(page)
    expect(page.get_by_label(HAND)).to_be_visible()
    assert address(page) == table


def test_dialogs_do_not_fill_the_history(anyone: Visitor) -> None:
    """Closed by Escape, by their button, by Back or for another one: Back leaves the table after
    all.
    """
    page = at_table(anyone)
    before = page.evaluate(ENTRIES)
    for turn in range(20):
        opened(page, "Settings" if turn % 2 else "How to play")
        if turn % 3 == 0:
            page.keyboard.press("Escape")
        elif turn % 3 == 1:
            page.get_by_role("button", name="Close").click()
        else:
            back(page)
        closed(page)
    opened(page, "Menu")
    page.get_by_role("dialog").get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="Settings")).to_be_visible()
    entry(page, 1)
    assert page.evaluate(ENTRIES) == before + 1
    back(page)
    closed(page)
    entry(page, 0)
    back(page)
    at_home(page)


def test_one_over_another(anyone: Visitor) -> None:
    """Each has its entry; both are closed one after the other, or at once."""
    page = at_table(anyone)
    nested = """async () => {
      const { src } = document.querySelector("script[type=module]");
      const { openDialog } = await import(src.replace("start/server.js", "base/dom.js"));
      for (const title of ["Under", "Over"]) openDialog({ title });
    }"""
    page.evaluate(nested)
    expect(page.get_by_role("dialog")).to_have_count(2)
    back(page)
    expect(page.locator("dialog")).to_have_count(1)
    expect(page.get_by_role("heading", name="Under")).to_be_visible()
    back(page)
    closed(page)
    page.evaluate(nested)
    page.evaluate("history.go(-2)")
    closed(page)
    expect(page.get_by_label(HAND)).to_be_visible()
    back(page)
    at_home(page)


def test_a_reload_with_a_dialog_open(anyone: Visitor) -> None:
    page = at_table(anyone)
    opened(page, "Settings")
    page.reload()
    expect(page.get_by_label(HAND)).to_be_visible()
    entry(page, 0)
    forward(page)  # to the entry of a dialog that is no more
    entry(page, 0)
    closed(page)
    page.reload()
    expect(page.get_by_label(HAND)).to_be_visible()
    back(page)
    at_home(page)


def test_leaving_by_a_button_of_a_dialog(anyone: Visitor) -> None:
    """Its entry becomes that of the start page, from which Back leads to the table."""
    page = at_table(anyone)
    table = address(page)
    opened(page, "Leave")
    page.get_by_role("dialog").get_by_role("button", name="Back to the start page").click()
    at_home(page)
    back(page)
    expect(page.get_by_label(HAND)).to_be_visible()
    assert address(page) == table
    opened(page, "Leave")
    page.get_by_role("dialog").get_by_role("button", name="Leave for good").click()
    at_home(page)
    expect(page.get_by_role("link", name="Continue")).to_have_count(0)


def test_a_visit_that_begins_at_a_table(anyone: Visitor) -> None:
    """The start page is below it: Back leaves the table, not the site. No entry but those of the
    table has the key.
    """
    page = at_table(anyone)
    table = address(page)
    fresh = page.context.new_page()
    fresh.goto(table)
    expect(fresh.get_by_label(HAND)).to_be_visible()
    assert address(fresh) == table
    fresh.reload()
    expect(fresh.get_by_label(HAND)).to_be_visible()
    back(fresh)
    at_home(fresh)
    key = table.split("/")[-1]
    assert key not in fresh.evaluate("JSON.stringify([location.href, history.state])")
    forward(fresh)
    expect(fresh.get_by_label(HAND)).to_be_visible()
    fresh.get_by_role("button", name="Settings", exact=True).click()
    expect(fresh.get_by_role("dialog")).to_be_visible()
    assert address(fresh) == table


def test_the_score_sheet_of_a_phone(visit: Visitor) -> None:
    """It lies over the table there; on a wide screen it stands beside it, and Back leaves."""
    page = at_table(visit, phone=True)
    page.get_by_role("button", name="Score").click()
    sheet = page.get_by_role("complementary")
    expect(sheet).to_be_visible()
    back(page)
    expect(sheet).to_be_hidden()
    expect(page.get_by_label(HAND)).to_be_visible()
    page.get_by_role("button", name="Score").click()
    sheet.get_by_role("button", name="Close").click()
    entry(page, 0)
    back(page)
    at_home(page)
    wide = at_table(visit)
    play(Hand(wide), rounds=1)
    wide.get_by_role("button", name="Score").click()
    expect(wide.get_by_role("complementary")).to_be_visible()
    back(wide)
    at_home(wide)


def test_a_browser_that_takes_no_entries(visit: Visitor) -> None:
    """As Safari after a hundred: dialogs open and close all the same."""
    page = at_table(visit)
    page.evaluate(REFUSED)
    for _ in range(2):
        opened(page, "Settings")
        page.keyboard.press("Escape")
        closed(page)
    back(page)
    at_home(page)
