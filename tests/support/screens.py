"""Draws every screen for the docs: `python -m tests.support.screens [FOLDER]`, by default
docs/screens.

At 375 x 812, most also at 1440 x 900, and a turn of each game at the sizes of the other layouts,
light and dark, each a small WebP. Decks, dice and keys are known, so the same page gives the same
pictures. With `--png` they are drawn without loss, to be looked at.
"""

import base64
import sys
import tempfile
from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

from tests.support.browser.program import ROOT, Program
from tests.support.browser.tour import tour
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM, Visitor

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
PORT = 8321
SEED = 12
QUALITY = 40
LARGEST, ALL = 60_000, 2_000_000  # bytes
# Dialogs and forms that a large screen shows as a phone does are drawn once.
PHONE_ONLY = {
    *("home-again", "home-german", "house-rules", "join", "leave"),
    *("moon", "no-table", "phrases", "settings"),
}
# The other layouts: with fingers, and with a mouse.
HANDHELD = {"sideways": (812, 375), "small": (320, 568), "tablet": (768, 1024)}
SCREENS = {"large": (1920, 1080)}
SETTLED = """() => new Promise((done) => {
  dispatchEvent(new Event("settings"));
  requestAnimationFrame(() => requestAnimationFrame(done));
})"""
KEYS = """(() => {
  let drawn = %d * 1000;
  crypto.getRandomValues = (into) => into.map((_, n) => into[n] = (drawn++ * 2654435761) >>> 13);
})()"""


class Artist(Visitor):
    """A visitor whose browsers draw known keys."""

    drawn = 0

    def prepare(self, page: Page) -> None:
        """Before the page is loaded."""
        Artist.drawn += 1
        page.add_init_script(KEYS % Artist.drawn)


def draw(page: Page, path: Path, *, png: bool) -> None:
    """The page as it is seen."""
    if png:
        page.screenshot(path=path.with_suffix(".png"))
        return
    asking = page.context.new_cdp_session(page)
    told = asking.send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    path.with_suffix(".webp").write_bytes(base64.b64decode(told["data"]))


def draw_both(page: Page, path: Path, *, png: bool) -> None:
    """The page as it is seen, light and dark."""
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        draw(page, path.with_name(f"{path.name}-{scheme}"), png=png)


def draw_all(chromium: Browser, folder: Path, *, png: bool) -> None:
    """Each screen of the tour, with fingers and with a mouse; a turn in every layout."""
    for phone in (True, False):
        with (
            tempfile.TemporaryDirectory() as kept,
            Program(Path(kept), seed=SEED, port=PORT) as program,
        ):
            visit = Artist(chromium, program)
            options: dict[str, Any] = {"device_scale_factor": 1}
            for name, page in tour(visit, phone=phone, **options):
                if phone or name not in PHONE_ONLY:
                    draw_both(page, folder / f"{name}-{'phone' if phone else 'desktop'}", png=png)
                if name.endswith("-playing"):
                    draw_layouts(page, folder / name, HANDHELD if phone else SCREENS, png=png)
            visit.close()


def draw_layouts(page: Page, path: Path, sizes: dict[str, tuple[int, int]], *, png: bool) -> None:
    """The page in windows of other sizes, and then in its own again."""
    usual = page.viewport_size
    assert usual
    for layout, (width, height) in sizes.items():
        resize(page, ViewportSize(width=width, height=height))
        draw_both(page, path.with_name(f"{path.name}-{layout}"), png=png)
    resize(page, usual)


def resize(page: Page, size: ViewportSize) -> None:
    """Until the page has been drawn in it."""
    page.set_viewport_size(size)
    page.evaluate(SETTLED)


def main() -> None:
    """Draw, and say what it weighs."""
    given = [word for word in sys.argv[1:] if word != "--png"]
    folder, png = Path(given[0]) if given else ROOT / "docs/screens", "--png" in sys.argv
    folder.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        chromium = playwright.chromium.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        draw_all(chromium, folder, png=png)
        chromium.close()
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    total, largest = sum(sizes.values()), max(sizes.values())
    print(f"{len(sizes)} pictures, {total} bytes, the largest {largest}")  # noqa: T201
    if not png and (largest > LARGEST or total > ALL):
        sys.exit("They are too large.")


if __name__ == "__main__":
    main()
