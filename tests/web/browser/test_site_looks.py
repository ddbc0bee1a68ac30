"""The start page without a server on a phone and on a desk, light and dark, in both languages:
while it is loaded, when it is, and when that failed. Nothing is covered or serious.
"""

from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import SiteGuest
from tests.web.browser.test_access import SCHEMES, serious

LOADING = {"en": "The cards are being loaded", "de": "Die Karten werden geladen"}
FAILED = {"en": "The table could not be loaded.", "de": "Der Tisch konnte nicht geladen werden."}
TITLE = {"en": "Without a server", "de": "Ohne Server"}
PHONE = {"width": 375, "height": 812}
DESK = {"width": 1280, "height": 800}
SLOW = 300_000  # bytes a second
# scrolled to its end, what of the page the last status line lies upon
COVERED = """(said) => {
  scrollTo(0, document.documentElement.scrollHeight);
  const all = [...document.querySelectorAll("[role=status]")];
  const line = all.find((e) => e.textContent.includes(said)).getBoundingClientRect();
  return [...document.querySelectorAll("main button, main p, main h2, main summary, main a")]
    .filter((e) => {
      const box = e.getBoundingClientRect();
      return e.checkVisibility() && box.width && box.left < line.right && line.left < box.right
        && box.top < line.bottom && line.top < box.bottom;
    }).map((e) => e.textContent);
}"""
Scheme = Literal["light", "dark"]


def shown(page: Page, said: str) -> None:
    """The page with a sentence, which is seen and covers nothing at the page's end."""
    expect(page.get_by_text(said)).to_be_visible(timeout=SiteGuest.patience)
    assert page.evaluate(COVERED, said) == []
    assert serious(page) == []


@pytest.mark.parametrize("locale", ["en", "de"])
@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_start_page(guest: SiteGuest, size: Any, scheme: Scheme, locale: str) -> None:
    guest.host.rate = SLOW
    options = {"viewport": size, "color_scheme": scheme, "locale": locale}
    page = guest(**options)
    shown(page, LOADING[locale])
    guest.host.rate = 0
    expect(page.get_by_text(LOADING[locale])).to_have_count(0, timeout=guest.patience)
    expect(page.get_by_role("heading", name=TITLE[locale])).to_be_visible()
    assert serious(page) == []
    wide = page.evaluate("() => document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0
    guest.host.instead["first.zip"] = b""
    failed = guest(**options)
    shown(failed, FAILED[locale])
    failed.close()  # or it would say more of that file after this
    guest.complaints.clear()
