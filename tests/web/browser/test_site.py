"""The page without a server, from a folder of a static host: whole matches against the strongest
level, and where they are stored.
"""

from time import monotonic
from typing import Any

import pytest

from tests.support.browser.player import Hand, play
from tests.support.browser.stored import decided, seen, stored
from tests.web.browser.conftest import AT_ONCE, Guest
from tests.web.browser.test_matches import SHORT, TITLES, said

STRONG = AT_ONCE | {"level": "search"}
ONE_ROUND = SHORT | {"hearts": {"target": 1}}
FEW = 10  # decisions in which the levels differ, at least: the first ones may be late


def begun(guest: Guest, game: str, **options: Any) -> Hand:
    """Somebody at a new table with three strong players."""
    rules = {game: ONE_ROUND[game]}
    hand = Hand(guest(settings=STRONG, rules=rules, **options))
    hand.press(f"Play {TITLES[game]}")
    hand.page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    return hand


@pytest.mark.compiles
@pytest.mark.parametrize("game", TITLES)
def test_a_match(guest: Guest, game: str) -> None:
    """The panel at its end says what the stored rows do, by this machine's Python; and the
    computers played as they do here with the same dice, unless a decision was late.
    """
    hand = begun(guest, game)
    shown, view = play(hand), seen(hand.page)
    assert view["winners"]
    assert [int(row[2]) for row in shown.rows] == sorted(view["totals"])
    assert shown.panel == said(view["winners"], len(view["totals"]), shown.rows)
    strong, stand_in = decided(stored(hand.page))
    while strong + stand_in < FEW:
        hand.press("Rematch")
        hand.page.get_by_label("Your hand").get_by_role("button").first.wait_for()
        play(hand)
        more = decided(stored(hand.page))
        strong, stand_in = strong + more[0], stand_in + more[1]
    assert strong > stand_in


# Of each file that the page's own thread has loaded, its name.
LOADED = """() => performance.getEntriesByType("resource")
  .map(({ name }) => name.split("/").at(-1))"""


def test_the_page_itself_never_thinks(guest: Guest) -> None:
    """Python and all that it runs are loaded by the Worker: the page's own thread has none of it,
    so that no thinking blocks a frame.
    """
    page = begun(guest, "straights").page
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    (worker,) = page.workers
    python = {"pyodide.asm.wasm", "pyodide.asm.mjs", "library.zip", "first.zip", "rest.zip"}
    loaded = {*worker.evaluate(LOADED)}
    until = monotonic() + guest.patience / 1000
    # a card may be played before the last of it
    while not python <= loaded and monotonic() < until:
        page.wait_for_timeout(100)
        loaded = {*worker.evaluate(LOADED)}
    assert python <= loaded
    assert not python & {*page.evaluate(LOADED)}
