"""From the command to the first card; and what the page weighs."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from parlour.game import BUILT_IN
from tests.support.browser.player import Hand, changed, look
from tests.support.browser.program import ROOT, Program
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM, Visitor

MOST = 90_000  # bytes, as they are sent: compressed


@pytest.mark.parametrize("game", ["Straights", "Hearts", "Crazy Eights"])
def test_the_first_card(chromium: Browser, tmp_path: Path, game: str) -> None:
    """A new server, a new browser with nothing set: in Hearts the first card is one that is
    passed.
    """
    with Program(tmp_path) as program:
        fresh = chromium.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        visit = Visitor(fresh, program)
        page = visit(settings={})
        hand = Hand(page)
        hand.press(f"Play {game}")
        clicks = 1
        page.wait_for_function("() => document.title.startsWith('Your turn')")
        shown = look(page)
        if draw := shown.button("Draw a card"):
            hand.press(draw)
            clicks += 1
            while not shown.playable:
                shown = changed(page, shown)
        hand.card(shown.playable[0])
        clicks += 1
        page.wait_for_function(
            "(cards) => document.querySelectorAll('[aria-label=\"Your hand\"] button').length < "
            "cards",
            arg=len(shown.hand),
        )
        visit.close()
        fresh.close()
    assert clicks == (3 if draw else 2)


def test_weight() -> None:
    """The page, and the three games' own."""
    folders = [ROOT / "parlour/web/static", *(ROOT / "parlour/games").glob("*/page")]
    files = [path for folder in folders for path in folder.rglob("*") if path.is_file()]
    assert len([path for path in files if path.name == "page.js"]) == len(BUILT_IN)
    assert sum(len(gzip.compress(path.read_bytes())) for path in files) <= MOST
