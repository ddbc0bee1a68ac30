"""A card that is dragged to the board is played, by mouse and by finger; in all other cases it goes
back, and nothing is played.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.support.browser.player import Finger, Hand, Look, look
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

GAMES = ["Straights", "Hearts", "Crazy Eights"]
STILL = "() => !document.querySelector('.t').getAnimations({ subtree: true }).length"
LOADED = "() => performance.getEntriesByType('resource').some(({ name }) => /drag.js$/.test(name))"
MOVES = "(e) => e.getAnimations().map((one) => one.id || 'unnamed')"
# when the pointer goes up, since the way back takes less time than a busy machine may need to ask
NOTE = f"(e) => addEventListener('pointerup', () => {{ window.noted = ({MOVES})(e); }})"


@pytest.fixture(scope="module")
def toys(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    with Program(tmp_path_factory.mktemp("toys"), toys="drawing") as program:
        yield program


def begun(page: Page, game: str, hand: Hand) -> Look:
    """This seat's turn at a table of a game; in Straights and Drawing some cards may be played, and
    some may not.
    """
    for _ in range(30):
        hand.press(f"Play {game}")
        page.wait_for_function("() => document.title.startsWith('Your turn')")
        card(page, look(page).hand[0][0]).dispatch_event("pointerdown")
        page.wait_for_function(LOADED)
        shown = look(page)
        if game not in ("Straights", "Drawing") or 0 < len(shown.playable) < len(shown.hand):
            return shown
        page.goto(page.url.partition("#")[0])
    raise AssertionError(shown)


def card(page: Page, name: str) -> Locator:
    """A card of the hand, by its words."""
    return page.get_by_label("Your hand").get_by_role("button", name=name, exact=True)


def point(box: Locator, *, corner: bool = False) -> tuple[float, float]:
    """The middle of what is shown, or the corner of a card that its neighbours leave free."""
    bounds = box.bounding_box()
    assert bounds
    if corner:
        return bounds["x"] + 12, bounds["y"] + 30
    return bounds["x"] + bounds["width"] / 2, bounds["y"] + bounds["height"] / 2


def press(page: Page, name: str) -> None:
    page.mouse.move(*point(card(page, name), corner=True))
    page.mouse.down()


def drag(page: Page, name: str, *to: tuple[float, float]) -> None:
    press(page, name)
    for place in to:
        page.mouse.move(*place, steps=4)
    page.mouse.up()


def touch(page: Page, cdp: CDPSession, name: str, to: tuple[float, float]) -> None:
    """A finger's drag, as the browser gets it from the screen."""
    start = point(card(page, name), corner=True)
    between = [[a + (b - a) * n / 12 for a, b in zip(start, to, strict=True)] for n in range(13)]
    for n, (x, y) in enumerate(between):
        kind = "touchMove" if n else "touchStart"
        cdp.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
    cdp.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def still(page: Page) -> None:
    """Wait until no card moves."""
    page.wait_for_function(STILL)


def held(page: Page, count: int) -> None:
    expect(page.get_by_label("Your hand").get_by_role("button")).to_have_count(count)


@pytest.mark.parametrize("game", GAMES)
def test_a_card_is_dragged_to_the_board(visit: Visitor, served: Program, game: str) -> None:
    """In Hearts, where three cards are chosen first, it is chosen."""
    page = visit(rules={"crazy-eights": {"eights": "own-suit"}})
    shown = begun(page, game, Hand(page))
    if "draw" in served.view(page.url)["legal"]:
        Hand(page).press("Draw a card")
        page.wait_for_function("() => !document.querySelector('.line .main')")
        shown = look(page)
    drag(page, shown.playable[0], point(page.locator(".middle")))
    held(page, len(shown.hand) - 1)
    expect(page.locator("[data-drop]")).to_have_count(0)
    assert len(served.view(page.url)["table"]["hand"]) == len(shown.hand) - (game != "Hearts")


@pytest.mark.parametrize("calm", [False, True], ids=["moving", "reduced"])
def test_elsewhere_it_goes_back(visit: Visitor, served: Program, calm: bool) -> None:
    """With reduced motion at once."""
    page = visit(
        settings={"pace": "once", "speed": 1, "forced": "off"},
        reduced_motion="reduce" if calm else "no-preference",
    )
    shown = begun(page, "Straights", Hand(page))
    name = shown.playable[0]
    page.mouse.move(0, 0)
    still(page)
    before = card(page, name).bounding_box()
    press(page, name)
    page.mouse.move(*point(page.locator(".middle")), steps=4)
    expect(page.locator("[data-drop=here]")).to_have_count(1)
    assert card(page, name).bounding_box() != before
    page.mouse.move(*point(page.locator(".bar .titles")), steps=4)
    expect(page.locator("[data-drop=there]")).to_have_count(1)
    card(page, name).evaluate(NOTE)
    page.mouse.up()
    assert page.evaluate("() => window.noted") == ([] if calm else ["unnamed"])
    page.mouse.move(0, 0)
    still(page)
    assert card(page, name).bounding_box() == before
    drag(page, name, point(page.locator(".middle")), point(card(page, name)))
    assert look(page) == shown
    assert served.view(page.url)["move"] == 0


def test_a_card_that_may_not_be_played_stays(visit: Visitor, served: Program) -> None:
    """The table says why."""
    page = visit()
    shown = begun(page, "Straights", Hand(page))
    dimmed = next(name for name, may in shown.hand if not may)
    press(page, dimmed)
    page.mouse.move(*point(page.locator(".middle")), steps=4)
    expect(page.locator("[data-drop]")).to_have_count(0)
    assert card(page, dimmed).evaluate(MOVES) == []
    page.mouse.up()
    expect(page.locator("[role=log] p").last).to_have_text(dimmed.partition(", not playable: ")[2])
    expect(page.locator(".status.warn")).to_be_visible()
    held(page, 13)
    assert served.view(page.url)["move"] == 0


def test_a_short_drag_is_a_click(visit: Visitor, served: Program) -> None:
    page = visit()
    shown = begun(page, "Straights", Hand(page))
    x, y = point(card(page, shown.playable[0]), corner=True)
    drag(page, shown.playable[0], (x + 4, y - 4))
    held(page, 12)
    assert served.view(page.url)["move"] == 1


def test_a_drag_that_is_interrupted_plays_nothing(visit: Visitor, served: Program) -> None:
    """The browser takes the pointer away; the button was let go outside the window; another
    pointer, or another button of the mouse, is pressed meanwhile.
    """
    page = visit()
    shown = begun(page, "Straights", Hand(page))
    name, middle = shown.playable[0], page.locator(".middle")
    for event in ("pointercancel", "pointermove"):
        press(page, name)
        page.mouse.move(*point(middle), steps=4)
        middle.dispatch_event(event, {"pointerId": 7, "bubbles": True})  # another one
        expect(page.locator("[data-drop]")).to_have_count(1)
        middle.dispatch_event(event, {"pointerId": 1, "buttons": 0, "bubbles": True})
        expect(page.locator("[data-drop]")).to_have_count(0)
        page.mouse.up()
    page.mouse.move(*point(card(page, name), corner=True))
    page.mouse.down(button="right")
    page.mouse.move(*point(middle), steps=4)
    expect(page.locator("[data-drop]")).to_have_count(0)
    page.mouse.up(button="right")
    held(page, 13)
    assert served.view(page.url)["move"] == 0


def test_a_card_that_went_meanwhile_is_not_dropped(visit: Visitor, served: Program) -> None:
    page = visit()
    shown = begun(page, "Straights", Hand(page))
    name = shown.playable[0]
    press(page, name)
    page.mouse.move(*point(page.locator(".middle")), steps=4)
    card(page, name).evaluate("(e) => e.click()")  # another pointer plays it
    held(page, 12)
    page.mouse.up()
    expect(page.locator("[data-drop]")).to_have_count(0)
    expect(page.locator(".status.warn")).to_have_count(0)
    assert served.view(page.url)["move"] == 1


@pytest.mark.parametrize("game", ["Straights", "Hearts"])
def test_a_finger(visit: Visitor, game: str) -> None:
    """Upwards it drags a card; sideways it leaves the cards to the browser; a tap is a tap."""
    page = visit(phone=True)
    shown = begun(page, game, Finger(page))
    cdp = page.context.new_cdp_session(page)
    name = shown.playable[0]
    x, y = point(card(page, name), corner=True)
    touch(page, cdp, name, (x + 120, y))
    expect(page.locator("[data-drop]")).to_have_count(0)
    held(page, 13)
    touch(page, cdp, name, point(page.locator(".middle")))
    held(page, 12)
    if game == "Hearts":
        Finger(page).card(look(page).playable[0])
        held(page, 11)


def test_an_eight_waits_for_its_suit(visit: Visitor) -> None:
    """It is in the hand while the suit is asked for, and is not dragged again."""
    page = visit()
    for _ in range(60):
        shown = begun(page, "Crazy Eights", Hand(page))
        eight = next((name for name in shown.playable if name.startswith("8")), "")
        if eight:
            break
        page.goto(page.url.partition("#")[0])
    middle = point(page.locator(".middle"))
    drag(page, eight, middle)
    expect(page.get_by_role("group", name="Name the suit")).to_be_visible()
    chosen = f"{eight}, chosen"
    assert card(page, chosen).evaluate("(e) => getComputedStyle(e).zIndex") == "auto"
    drag(page, chosen, middle)
    expect(page.get_by_role("group", name="Name the suit")).to_be_visible()


def test_any_game(visit: Visitor, toys: Program) -> None:
    """A game that the page does not know has no part of its own in this."""
    page = visit(program=toys)
    shown = begun(page, "Drawing", Hand(page))
    assert shown.playable
    drag(page, shown.playable[0], point(page.locator(".middle")))
    held(page, len(shown.hand) - 1)
