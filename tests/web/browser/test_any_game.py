"""The page draws a game that it has never heard of: Oh Hell and two toys, packages with rules
alone, a whole round each.
"""

import inspect
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Expired

from parlour.catalogue.registry import GAMES
from parlour.players import LEVELS
from tests.sketches import drawing, passing
from tests.support.browser.measure import fits
from tests.support.browser.player import Finger, Hand, Look, changed, look
from tests.support.browser.program import Program
from tests.support.installed import installed
from tests.support.packages import site
from tests.web.browser.conftest import Visitor

MOST = 39  # cards of a hand that a phone shows in three rows, a finger's width of each
TITLES = {"oh-hell": "Oh Hell", "passing": "Passing", "drawing": "Drawing"}


@pytest.fixture(scope="module")
def packed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server beside which all three are installed."""
    with installed("oh_hell"), site(tmp_path_factory.mktemp("toys")) as toys:
        for toy in (passing, drawing):
            toys.add(toy.__name__.rpartition(".")[2], inspect.getsource(toy))
        with Program(tmp_path_factory.mktemp("packed")) as program:
            yield program


def any_turn(hand: Hand, shown: Look, actions: list[str]) -> bool:
    """Do the first thing that the page offers, if it offers anything: an action that is no card, or
    a card.
    """
    if name := next((name for name, may in shown.buttons if may and name in actions), ""):
        hand.main(name)
    elif shown.yours and shown.playable:
        hand.card(shown.playable[0])
    else:
        return False
    return True


def a_round(hand: Hand, actions: list[str], *, check_fit: bool) -> Look:
    """Play until a round is over."""
    hand.page.get_by_label("Your hand").wait_for()
    shown = look(hand.page)
    for _ in range(300):
        if check_fit:
            fits(hand.page, MOST)
        if shown.button("Next round", "Rematch"):
            return shown
        try:
            any_turn(hand, shown, actions)
        except Expired:  # it went away before it could be pressed
            shown = look(hand.page)
            continue
        shown = changed(hand.page, shown)
    raise AssertionError(f"No end: {shown}")


def labels(name: str) -> list[str]:
    """What the page calls the actions of a game that are no cards."""
    from parlour.words.narration import called

    words = called(name)
    return [words.actions[action] for action in GAMES[name].EXTRA]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("name", TITLES)
def test_a_whole_round(visits: Visitor, packed: Program, name: str, phone: bool) -> None:
    page: Page = visits(phone=phone)
    hand = Finger(page) if phone else Hand(page)
    hand.press(f"Play {TITLES[name]}")
    a_round(hand, labels(name), check_fit=phone)
    view: dict[str, Any] = packed.view(page.url)
    assert view["game"] == name
    assert len(view["points"]) == len(view["players"])
    for points in view["points"]:
        expect(page.locator(".panel tbody")).to_contain_text(str(points))


@pytest.mark.usefixtures("packed")
def test_oh_hell_shows_trump_bids_and_tricks(visits: Visitor) -> None:
    page = visits()
    Hand(page).press("Play Oh Hell")
    page.get_by_label("Your hand").wait_for()
    for label in ("Trump", "Bid"):
        expect(page.locator("main")).to_contain_text(label)
    assert len(LEVELS["oh-hell"]) >= 2
