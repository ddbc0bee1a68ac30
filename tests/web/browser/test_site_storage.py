"""The tables of a page without a server: what a reload, a crash, a second window, a browser that
stores nothing and another browser leave of them; and the page without a network.
"""

import json
import os
import re
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Error, Page, Playwright, expect

from tests.support.browser.player import Hand, Look, changed, go_on, look, play, turn
from tests.support.browser.stored import seen
from tests.support.hosted import Hosted
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM, SiteGuest
from tests.web.browser.test_site import ONE_ROUND, STRONG, begun

ELSEWHERE = "This table is open in another window. It goes on here when that is closed."
ELSEWHERE_GERMAN = "Dieser Tisch ist in einem anderen Fenster offen."
FLEETING = "This browser stores nothing here: the tables end with this page."
WRONG_FILE = "This file holds no tables."
NO_ROOM = "The browser stores no more for this page. Save the tables, and make room."
LASTING = "Your tables are stored in this browser."
REFUSING = b"IDBFactory.prototype.open = () => { throw new DOMException('', 'SecurityError') };\n"
# a database that stores no more, while a page says so
FILLING = b"""let full = false;
const told = new BroadcastChannel("full");
told.onmessage = ({ data }) => {
  full = data;
  told.postMessage("heard");
};
const { add } = IDBObjectStore.prototype;
IDBObjectStore.prototype.add = function (row) {
  const asked = add.call(this, row);
  if (full) this.transaction.abort();
  return asked;
};
"""
FILL = """(full) => new Promise((done) => {
  const telling = new BroadcastChannel("full");
  telling.onmessage = () => done(telling.close());
  telling.postMessage(full);
})"""
# whether the service worker has all files
SAVED = """async () => {
  const { active } = await navigator.serviceWorker.ready;
  const digest = active.scriptURL.split("?").at(-1);
  const names = Object.keys(await (await fetch(`files/${digest}/files.json`)).json());
  const cache = await caches.open(`parlour.${digest}`);
  const found = await Promise.all(names.map((name) => cache.match(`files/${digest}/${name}`)));
  return active.state === "activated" && names.length > 50 && found.every(Boolean);
}"""


def midway(hand: Hand, most: int = 9) -> Look:
    """Play until an own choice with at most so many cards, after those that are passed; a round may
    have none.
    """
    shown = look(hand.page)
    while not shown.yours or len(shown.playable) < 2 or len(shown.hand) > most:
        if over := shown.button("Next round", "Rematch"):
            hand.press(over)
            shown = changed(hand.page, shown)
        else:
            shown = go_on(hand, shown)
    return shown


def own_turn(page: Page) -> Look:
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    return look(page)


def test_a_reload_shows_the_same(guest: SiteGuest) -> None:
    hand = begun(guest, "hearts")
    before = midway(hand)
    hand.page.reload()
    assert own_turn(hand.page) == before
    assert play(hand).button("Rematch")


def test_without_a_network(guest: SiteGuest) -> None:
    """The host is stopped: the table goes on, and a new one is played."""
    hand = begun(guest, "straights", service_workers="allow")
    page = hand.page
    before = midway(hand)
    page.wait_for_function(SAVED)
    guest.cut = True
    guest.host.stop()
    page.reload()
    assert own_turn(page) == before
    assert play(hand).button("Rematch")
    page.goto(guest.origin + "/")
    hand.press("Play Straights")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    assert play(hand).button("Rematch")
    assert seen(page)["winners"]


def test_whoever_only_looked_in_plays_without_a_network(guest: SiteGuest) -> None:
    page = guest(service_workers="allow", settings=STRONG)
    page.wait_for_function(SAVED)
    guest.cut = True
    guest.host.stop()
    page.reload()
    Hand(page).press("Play Crazy Eights")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()


def persistent(driver: Playwright, folder: Path) -> BrowserContext:
    """A browser whose storage is in a folder."""
    context = driver.chromium.launch_persistent_context(
        folder, executable_path=CHROMIUM, args=ARGUMENTS, locale="en", service_workers="block"
    )
    context.set_default_timeout(SiteGuest.patience)
    return context


def browser_of(folder: Path) -> int:
    """The process of the browser that uses a folder: none of its children, which are of a type."""
    for place in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = place.read_bytes().split(b"\0")
        except OSError:  # it has ended
            continue
        kind = any(word.startswith(b"--type=") for word in words)
        if f"--user-data-dir={folder}".encode() in words and not kind:
            return int(place.parent.name)
    raise AssertionError(f"No browser uses {folder}.")


def test_a_killed_browser_loses_no_move(driver: Playwright, host: Hosted, tmp_path: Path) -> None:
    """The process is killed as soon as the page shows the move."""
    context = persistent(driver, tmp_path)
    page = context.pages[0]
    page.goto(host.address)
    page.evaluate("(all) => localStorage.setItem('parlour.settings', JSON.stringify(all))", STRONG)
    page.reload()
    hand = Hand(page)
    hand.press("Play Straights")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    shown = midway(hand)
    assert turn(hand, shown)
    page.wait_for_function(
        "(count) => document.querySelectorAll('.held').length < count", arg=len(shown.hand)
    )
    left, address = look(page).hand, page.url
    os.kill(browser_of(tmp_path), signal.SIGKILL)
    with suppress(Error):  # it is known to be closed already
        context.close()
    again = persistent(driver, tmp_path)
    page = again.pages[0]
    page.goto(address)
    after = own_turn(page)
    assert len(after.hand) == len(left)
    assert {re.split(", ", name)[0] for name, _ in after.hand} == {
        re.split(", ", name)[0] for name, _ in left
    }
    again.close()


@pytest.mark.parametrize("locale", ["en", "de"])
def test_two_windows(guest: SiteGuest, locale: str) -> None:
    """The second waits, and says why; it goes on when the first is closed, or leaves the table."""
    settings = STRONG | {"language": locale}
    page = guest(settings=settings, rules=ONE_ROUND)
    page.get_by_role("button", name="Straights", exact=False).first.wait_for()
    page.get_by_role(
        "button", name={"en": "Play Straights", "de": "Straights spielen"}[locale]
    ).click()
    page.locator(".hand button").first.wait_for()
    address = page.url
    other = page.context.new_page()
    other.goto(address)
    why = {"en": ELSEWHERE, "de": ELSEWHERE_GERMAN}[locale]
    expect(other.get_by_text(why)).to_be_visible(timeout=SiteGuest.patience)
    assert other.locator(".hand button").count() == 0
    assert not [path for path in guest.host.asked if path.endswith("/polling.js")]
    page.goto(guest.origin + "/")
    other.locator(".hand button").first.wait_for()
    expect(other.get_by_text(why)).to_be_hidden(timeout=SiteGuest.patience)
    page.goto(address)
    expect(page.get_by_text(why)).to_be_visible(timeout=SiteGuest.patience)
    other.close()
    page.bring_to_front()
    page.locator(".hand button").first.wait_for()
    if locale == "en":
        assert play(Hand(page)).button("Rematch")
        assert seen(page)["winners"]


def test_windows_take_turns(guest: SiteGuest) -> None:
    """A page that has had the table before shows what another has done since."""
    hand = begun(guest, "straights")
    page, address = hand.page, hand.page.url
    midway(hand)
    page.evaluate("() => { location.hash = '#/' }")
    other = Hand(page.context.new_page())
    other.page.goto(address)
    own_turn(other.page)
    shown = midway(other, 6)
    other.page.evaluate("() => { location.hash = '#/' }")
    page.bring_to_front()
    page.evaluate("(address) => { location.href = address }", address)
    own_turn(page)
    assert look(page) == shown
    assert play(hand).button("Rematch")
    assert seen(page)["winners"]


def test_a_browser_that_stores_nothing(guest: SiteGuest, site: Path) -> None:
    """The match is played, and the start page says that it ends with the page."""
    (worker,) = site.glob("files/*/alone/worker.js")
    guest.host.instead["worker.js"] = REFUSING + worker.read_bytes()
    page = guest(settings=STRONG, rules=ONE_ROUND)
    expect(page.get_by_text(FLEETING)).to_be_visible(timeout=guest.patience)
    hand = Hand(page)
    hand.press("Play Straights")
    assert play(hand).button("Rematch")
    page.evaluate("() => { location.hash = '#/' }")
    expect(page.get_by_text(FLEETING)).to_be_visible()


def test_a_browser_that_is_full(guest: SiteGuest, site: Path) -> None:
    """A card that cannot be stored is not played; it is once there is room."""
    (worker,) = site.glob("files/*/alone/worker.js")
    guest.host.instead["worker.js"] = FILLING + worker.read_bytes()
    hand = begun(guest, "straights")
    page, shown = hand.page, midway(hand)
    page.evaluate(FILL, True)
    hand.card(shown.playable[0])
    expect(page.get_by_text(NO_ROOM)).to_be_visible(timeout=guest.patience)
    assert len(look(page).hand) == len(shown.hand)
    page.evaluate(FILL, False)
    expect(page.get_by_text(NO_ROOM)).to_be_hidden(timeout=guest.patience)
    assert play(hand).button("Rematch")
    assert seen(page)["winners"]


def saved(page: Page, folder: Path) -> Path:
    """The file that the page saves."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Save the tables").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def load(page: Page, file: Path) -> None:
    with page.expect_file_chooser() as chooser:
        page.get_by_role("button", name="Load tables").click()
    chooser.value.set_files(file)


def test_a_file_takes_the_tables_to_another_browser(guest: SiteGuest, tmp_path: Path) -> None:
    hand = begun(guest, "hearts")
    before = midway(hand)
    hand.page.goto(guest.origin + "/")
    expect(hand.page.get_by_text(LASTING)).to_be_visible(timeout=SiteGuest.patience)
    file = saved(hand.page, tmp_path)
    assert file.name == "parlour.json"
    page = guest(settings=STRONG)
    load(page, file)
    expect(page.get_by_text("1 table loaded.")).to_be_visible(timeout=SiteGuest.patience)
    page.get_by_role("link", name="Continue").click()
    assert own_turn(page) == before
    assert play(Hand(page)).button("Rematch")
    page.goto(guest.origin + "/")
    load(page, file)
    expect(page.get_by_text("0 tables loaded.")).to_be_visible(timeout=SiteGuest.patience)
    expect(page.get_by_role("link", name="See the result")).to_have_count(1)


TABLE = {"name": "AAAAAAAAAAAA", "at": 1, "body": "{}"}
WRONG: dict[str, Any] = {
    "no JSON": None,
    "a list": [],
    "other JSON": {"tables": []},
    "a table without rows": {"parlour": 1, "mine": [], "tables": [TABLE]},
    "a row without a place": {
        "parlour": 1,
        "mine": [],
        "tables": [TABLE],
        "rows": [{"table": TABLE["name"], "at": 1, "body": "{}"}],
    },
}


def test_a_wrong_file(guest: SiteGuest, tmp_path: Path) -> None:
    """It is refused with a sentence, and nothing of it is stored."""
    page = guest()
    file = tmp_path / "wrong.json"
    for content in WRONG.values():
        file.write_text("}" if content is None else json.dumps(content))
        page.reload()
        load(page, file)
        expect(page.get_by_text("This file holds no tables.")).to_be_visible(
            timeout=SiteGuest.patience
        )
    file.write_text(json.dumps({"parlour": 1, "mine": [], "tables": [TABLE], "rows": []}))
    load(page, file)
    expect(page.get_by_text("1 table loaded.")).to_be_visible(timeout=SiteGuest.patience)
