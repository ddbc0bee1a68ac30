"""A page without a server is loaded slowly, or not wholly; in another site's frame; without the
compiled players.
"""

import io
import re
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Page, Response, expect

from tests.support.browser.player import Hand, look, play
from tests.support.hosted import Hosted
from tests.web.browser.conftest import SiteGuest
from tests.web.browser.test_site import ONE_ROUND, STRONG, begun
from tests.web.browser.test_site_storage import FLEETING, midway

FAILED = "The table could not be loaded. Load the page again."
PREPARING = "The strong players are being made ready; a simpler one stands in."
UNAVAILABLE = "The strong players are not available here; a simpler one stands in."
PART = re.compile(r"The cards are being loaded: \d+ %\.")
SLOW = 2_000_000  # bytes a second
# the part that has come, in percent; -1 if nothing is said of it
COME = """() => Number([...document.querySelectorAll("[role=status]")]
  .map((e) => e.textContent.match(/loaded: (\\d+) %/)?.[1]).find(Boolean) ?? -1)"""


def parts(page: Page) -> list[int]:
    """What the page says of the part that has come, until the first card."""
    shares = [-1]
    while not look(page).hand:
        shares.append(page.evaluate(COME))
        page.wait_for_timeout(100)
    return [part for part in shares if part >= 0]


def test_slowly(guest: SiteGuest) -> None:
    """The page says how much has come; a table that was wanted before comes by itself."""
    guest.host.rate = SLOW
    page = guest(settings=STRONG, rules=ONE_ROUND)
    expect(page.get_by_text(PART)).to_be_visible(timeout=guest.patience)
    Hand(page).press("Play Straights")
    shares = parts(page)
    assert shares == sorted(shares)
    assert len(set(shares)) > 3
    expect(page.get_by_text(PART)).to_have_count(0)


@pytest.mark.parametrize("missing", ["first.zip", "pyodide.asm.wasm", "library.zip", "worker.js"])
def test_a_file_is_missing(guest: SiteGuest, missing: str) -> None:
    """The page says so, also where a table is wanted; nothing is asked for again and again."""
    guest.host.instead[missing] = b""
    page = guest(settings=STRONG)
    expect(page.get_by_text(FAILED)).to_be_visible(timeout=guest.patience)
    Hand(page).press("Play Straights")
    expect(page.get_by_role("alert").get_by_text(FAILED)).to_be_visible(timeout=guest.patience)
    assert 0 < sum(path.endswith(f"/{missing}") for path in guest.host.asked) < 4
    page.close()  # or it would say more of the missing file after this
    guest.complaints.clear()


def sent_well(response: Response) -> bool:
    """Whether this is the answer with the strong players' file."""
    return response.url.endswith("/rest.zip") and response.ok


def test_the_strong_players_come_later(guest: SiteGuest) -> None:
    """Others stand in until their file is there."""
    guest.host.instead["rest.zip"] = b""
    hand = begun(guest, "straights")
    midway(hand)
    expect(hand.page.get_by_text(PREPARING)).to_be_visible()
    with hand.page.expect_response(sent_well, timeout=guest.patience):
        guest.host.instead.clear()
    shown = play(hand)
    assert shown.button("Rematch")
    expect(hand.page.get_by_text(PREPARING)).to_have_count(0)
    assert all("404" in said or "rest.zip" in said for said in guest.complaints)
    guest.complaints.clear()


def without_kernels(site: Path, content: bytes | None) -> bytes:
    """The archive without the compiled players, or with others."""
    (archive,) = site.glob("files/*/rest.zip")
    buffer = io.BytesIO()
    with zipfile.ZipFile(archive) as old, zipfile.ZipFile(buffer, "w") as new:
        for name in old.namelist():
            if not name.endswith(".so"):
                new.writestr(name, old.read(name))
            elif content is not None:
                new.writestr(name, content)
    return buffer.getvalue()


@pytest.mark.parametrize("content", [None, b"\0asm\1\0\0\0"], ids=["missing", "other"])
def test_without_the_compiled_players(guest: SiteGuest, site: Path, content: bytes | None) -> None:
    """The trained ones play, and a hint says so."""
    guest.host.instead["rest.zip"] = without_kernels(site, content)
    hand = begun(guest, "straights")
    midway(hand)
    hand.press("Hint")
    dialog = hand.page.get_by_role("dialog")
    expect(dialog.get_by_text(UNAVAILABLE)).to_be_visible(timeout=guest.patience)
    hand.page.keyboard.press("Escape")
    assert play(hand).button("Rematch")


def test_in_a_frame_of_another_site(guest: SiteGuest, tmp_path: Path) -> None:
    """There this browser gives the page neither storage nor locks, and it plays all the same."""
    frame = f'<iframe src="{guest.origin}/" width="1200" height="800"></iframe>'
    (tmp_path / "index.html").write_text(f"<!doctype html><title>Parent</title>{frame}")
    parent = Hosted(tmp_path, "/", f"default-src 'none'; frame-src {guest.origin}/")
    page = guest(settings={})
    page.goto(f"http://localhost:{parent.port}/")
    inside = page.frame_locator("iframe")
    expect(inside.get_by_text(FLEETING)).to_be_visible(timeout=guest.patience)
    inside.get_by_role("button", name="Play Hearts").click()
    cards = inside.get_by_label("Your hand").get_by_role("button")
    expect(cards).to_have_count(13, timeout=guest.patience)
    parent.stop()
    assert guest.complaints == [f"fetched http://localhost:{parent.port}/"]
    guest.complaints.clear()
