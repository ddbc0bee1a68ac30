"""From the command to the first card; and what the page weighs."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from parlour.catalogue.registry import BUILT_IN
from parlour.web.catalogue import page_folder
from parlour.web.files import Files, page_files
from tests.support.browser.player import Hand, look
from tests.support.browser.program import Program
from tests.web.browser.conftest import ARGUMENTS, CHROMIUM, Visitor

# bytes until the first card, in all, and of German, as they are sent: compressed
FIRST, MOST = 60_000, 96_000
# A deal in which one's first turn is a choice in each game: an only card is played by itself, on a
# busy machine perhaps before it can be clicked.
CHOICE = 9
SENT = """() => ["navigation", "resource"].flatMap((kind) => performance.getEntriesByType(kind))
  .map(({ name, encodedBodySize }) => [name, encodedBodySize])"""


@pytest.mark.parametrize("game", ["Straights", "Hearts", "Crazy Eights"])
def test_the_first_card(chromium: Browser, tmp_path: Path, game: str) -> None:
    """A new server, a new browser with nothing set: in Hearts the first card is one that is
    passed.
    """
    with Program(tmp_path) as program:
        fresh = chromium.browser_type.launch(executable_path=CHROMIUM, args=ARGUMENTS)
        visit = Visitor(fresh, program)
        page = visit(settings={}, deal=CHOICE)
        hand = Hand(page)
        hand.press(f"Play {game}")
        page.get_by_label("Your hand").get_by_role("button").first.wait_for()
        sent = dict(page.evaluate(SENT))
        page.wait_for_function("() => document.title.startsWith('Your turn')")
        shown = look(page)
        hand.card(shown.playable[0])  # the second click
        page.wait_for_function(
            "(cards) => document.querySelectorAll('[aria-label=\"Your hand\"] button').length < "
            "cards",
            arg=len(shown.hand),
        )
        visit.close()
        fresh.close()
    assert {path.rpartition("/")[2] for path in sent} >= {"", "app.js", "games", "page.js"}
    assert 40_000 < sum(sent.values()) <= FIRST, sent


def test_weight() -> None:
    """The page in both languages, and the three games' own."""
    games = {f"games/{name}/": page_folder(name) for name in BUILT_IN}
    files = Files(page_files() | {start: folder for start, folder in games.items() if folder}).files
    assert len([name for name in files if name.endswith("/page.js")]) == len(BUILT_IN)
    sizes = {name: min(len(file.packed), len(file.plain)) for name, file in files.items()}
    assert 40_000 < sum(sizes.values()) <= MOST
