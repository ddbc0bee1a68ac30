"""A package's heaps, rows and facts in one middle, as a game of attack and defence has them: the
page draws them at a scripted table.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from parlour.catalogue.registry import GAMES
from tests.support.browser.measure import whole
from tests.support.browser.moments import own, rounds
from tests.support.browser.scripted import State, leave, scripted, seat, show
from tests.support.packages import changed, module_of

STOCK = '    stock: Annotated[int, Placed("backs")]\n'
PLACES = {
    "turned": 'turned: Annotated[Card, Placed("pile")]',
    "laid": 'laid: Annotated[Mask, Placed("row")]',
    "passes": 'passes: Annotated[int, Placed("fact")]',
    "tracks": 'tracks: Annotated[Mask, Placed("tracks")]',
}
HELD = " | ".join(f"hands[{seat}]" for seat in range(5))
LAID = f"ALL & ~({HELD}) & (1 << 26) - 1"
VALUES = {"turned": "NONE", "laid": LAID, "passes": "state.passed", "tracks": LAID}
GAMES_HERE = {
    "heaps": ["turned"],
    "heap-row": ["laid"],
    "heaps-row": ["turned", "laid", "passes"],
    "heaps-tracks": ["turned", "laid", "passes", "tracks"],
}
SIZES = [(1280, 800), (844, 390), (390, 844), (320, 568), (667, 375), (768, 1024)]
LEAST = 30  # px of a card of a heap
# the width of each heap's card, or of its empty place
HEAPS = """() => [...document.querySelectorAll(".heap .stack")]
  .map((e) => e.firstElementChild.getBoundingClientRect().width)"""


@pytest.fixture(scope="module", autouse=True)
def games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Toys with more on the table."""
    folder: Path = tmp_path_factory.mktemp("games")
    for game, names in GAMES_HERE.items():
        fields = "".join(f"    {PLACES[name]}\n" for name in names)
        values = ", ".join(VALUES[name] for name in names)
        rules = changed(
            (STOCK, STOCK + fields), ("52 - state.next\n", f"52 - state.next, {values}\n")
        )
        GAMES[game] = module_of(folder / f"{game.replace('-', '_')}.py", rules)
    yield
    for game in GAMES_HERE:
        del GAMES[game]


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = seat(chromium)
    yield page
    page.context.close()


def turns(game: str, seats: int) -> list[State]:
    """The viewer's own in the first round: the first, one in the middle, the last."""
    every = own(rounds(list(scripted(game, seats, players=seats)))[0])
    return [every[0], every[len(every) // 2], every[-1]]


@pytest.mark.parametrize("seats", [2, 3])
@pytest.mark.parametrize("game", GAMES_HERE)
def test_heaps_and_rows_share_no_place(page: Page, game: str, seats: int) -> None:
    """Nothing is covered or cut, and no heap is too small to be seen."""
    leave(page)
    wrong = []
    for number, state in enumerate(turns(game, seats)):
        show(page, state)
        for width, height in SIZES:
            page.set_viewport_size(ViewportSize(width=width, height=height))
            page.evaluate("() => void dispatchEvent(new Event('settings'))")
            faults = whole(page, touch=False)
            if "tracks" not in game and min(page.evaluate(HEAPS)) < LEAST:
                faults.append("a heap is too small")
            wrong += [f"{number} {width}x{height}: {what}" for what in faults]
    assert not wrong, "\n".join(wrong)


def test_a_field_of_one_card_has_no_number(page: Page) -> None:
    """Neither read nor heard: there is a card or there is none."""
    leave(page)
    show(page, turns("heaps", 2)[0])
    heaps = page.locator(".heap")
    expect(heaps).to_have_text(["Stock 37", "Top", "Turned"])
    expect(heaps.nth(2).get_by_role("img")).to_have_accessible_name("Turned: nothing")
    expect(heaps.nth(0).get_by_role("img")).to_have_accessible_name("Stock: 37 cards")
