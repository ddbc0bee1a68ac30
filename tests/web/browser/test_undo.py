"""A move that is undone at the page, the cards that are played by themselves, and the rest."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.player import Hand, go_on, look
from tests.support.browser.program import Program
from tests.support.browser.scripted import scripted, seat, show
from tests.web.browser.conftest import Visitor

FORCED = {"pace": "once", "speed": 0}


def begun(page: Page, title: str) -> Hand:
    hand = Hand(page)
    hand.press(f"Play {title}")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    return hand


def test_a_move_is_undone_by_button_and_by_key(visit: Visitor, served: Program) -> None:
    page = visit()
    hand = begun(page, "Straights")
    undo = page.get_by_role("button", name="Undo", exact=True)
    shown = look(page)
    while not shown.yours or len(shown.playable) < 2:
        shown = go_on(hand, shown)
    for how in ("click", "key"):
        before = look(page).hand
        hand.card(look(page).playable[0])
        expect(page.locator(".hand button")).to_have_count(len(before) - 1)
        expect(undo).to_be_visible()  # perhaps before, to undo an earlier move
        if how == "click":
            undo.click()
        else:
            page.keyboard.press("u")
        expect(page.locator(".hand button")).to_have_count(len(before))
        assert look(page).hand == before
        expect(page.locator(".hand .sent")).to_have_count(0)
    hand.press("Score sheet")
    expect(page.get_by_text("Moves were undone.")).to_be_visible()
    assert served.view(page.url)["undone"] == 2


def test_the_only_card_is_played_by_itself(visit: Visitor, served: Program) -> None:
    page = visit(settings=FORCED)
    hand = begun(page, "Straights")
    seen = 0
    while seen < 2 and served.view(page.url)["legal"]:
        view = served.view(page.url)
        count = len(view["table"]["hand"])
        if len(view["legal"]) > 1:
            expect(page.locator(".hand button")).to_have_count(count)
            hand.card(look(page).playable[0])
        else:
            seen += 1
        fewer = "(count) => document.querySelectorAll('.hand button').length < count"
        page.wait_for_function(fewer, arg=count)  # the next one may be played by itself too
    assert seen


@pytest.mark.parametrize("played", [True, False])
def test_a_card_that_the_table_has_just_played_is_no_mistake(
    chromium: Browser, played: bool
) -> None:
    """Its person taps it at the same moment: the table has played it, and refuses the tap."""
    page = seat(chromium)
    states = [state for state in scripted("straights") if state[1]["view"]["table"]]
    at = next(n for n, (_, view) in enumerate(states) if view["view"]["legal"])
    show(page, states[at])
    page.evaluate(
        """(view) => {
          socket.send = (text) => {
            if (view) socket.hear(view);
            socket.hear({ type: "refused", id: JSON.parse(text).id, why: "Too late." });
          };
        }""",
        states[at + 1][1] if played else None,
    )
    Hand(page).card(look(page).playable[0])
    status = page.locator(".status")
    if played:
        expect(page.locator(".hand button")).to_have_count(12)
        expect(status).not_to_have_text("Too late.")
    else:
        expect(status).to_have_text("Too late.")
    page.context.close()


def test_the_rest_is_offered_and_asked_for(chromium: Browser) -> None:
    page = seat(chromium)
    states = [state for state in scripted("straights") if state[1]["view"]["table"]]
    state = next(state for state in states if state[1]["view"]["decided"])
    show(page, state)
    expect(page.locator(".status")).to_have_text("Points are settled.")
    page.evaluate("() => { socket.send = (text) => { window.asked = JSON.parse(text).type } }")
    page.get_by_role("button", name="Play the rest").click()
    assert page.evaluate("asked") == "rest"
    state[1]["view"] |= {"decided": False, "undo": None}
    show(page, state)
    expect(page.get_by_role("button", name="Play the rest")).to_have_count(0)
    expect(page.get_by_role("button", name="Undo")).to_have_count(0)
    page.context.close()
