"""Phrases and signs between two people: seen at the seat, said once, hidden by whoever wants to."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect

from parlour.table.messages.messages import PHRASES
from tests.support.browser.measure import whole
from tests.support.browser.player import Hand
from tests.web.browser.conftest import Visitor
from tests.web.browser.test_access import SAID, SCHEMES
from tests.web.browser.test_together import join, make

SAY = "Say something"


def two(visit: Visitor, *, phone: bool = False, game: str = "Straights") -> tuple[Page, Page]:
    """Ada and Bea at a table."""
    ada = visit(phone=phone)
    link, _ = make(ada, game)
    bea = visit(link, phone=phone)
    join(bea)
    for page, other in ((ada, "Bea"), (bea, "Ada")):
        expect(seat(page, other)).to_be_visible()
        page.evaluate(SAID)
    return ada, bea


def seat(page: Page, name: str) -> Locator:
    """The seat of another person."""
    return page.get_by_label("The others").get_by_role("listitem").filter(has_text=name)


def send(page: Page, phrase: str) -> None:
    page.get_by_role("button", name=SAY).click()
    page.get_by_role("dialog").get_by_role("button", name=phrase, exact=True).click()
    expect(page.get_by_role("dialog")).to_have_count(0)


def hide(page: Page, name: str, *, on: bool = True) -> None:
    page.get_by_role("button", name=SAY).click()
    page.get_by_label(f"Hide what {name} sends").set_checked(on)
    page.keyboard.press("Escape")


def heard(page: Page) -> list[str]:
    """What was said aloud of phrases."""
    said: list[str] = page.evaluate("() => said")
    return [sentence for sentence in said if sentence.startswith(("Ada: ", "Bea: ", "You: "))]


def test_a_phrase_is_seen_and_heard(visit: Visitor) -> None:
    """At the sender's seat, for a moment; the focus goes back to the button."""
    ada, bea = two(visit)
    send(ada, "Well played")
    expect(seat(bea, "Ada").locator(".remark")).to_have_text("Well played")
    expect(ada.get_by_label("Your seat").locator(".remark")).to_have_text("Well played")
    expect(ada.get_by_role("button", name=SAY)).to_be_focused()
    send(ada, "Thumbs up")
    expect(seat(bea, "Ada").locator(".remark").get_by_role("img")).to_have_accessible_name(
        "Thumbs up"
    )
    expect(bea.locator(".remark")).to_have_count(0, timeout=8000)
    expect(seat(bea, "Ada")).to_contain_text("person")
    assert heard(bea) == ["Ada: Well played.", "Ada: Thumbs up."]
    assert heard(ada) == ["You: Well played.", "You: Thumbs up."]


def test_each_phrase_has_its_word(visit: Visitor) -> None:
    """The dialog offers those of the server, and no other text."""
    ada, _ = two(visit)
    ada.get_by_role("button", name=SAY).click()
    dialog = ada.get_by_role("dialog")
    buttons = dialog.locator(".phrases").get_by_role("button")
    expect(buttons).to_have_count(len(PHRASES))
    words = [buttons.nth(n).evaluate("(e) => e.ariaLabel ?? e.innerText") for n in range(12)]
    expected = [name.replace("-", " ").capitalize() for name in PHRASES]
    assert words == [{"Thanks": "Thank you"}.get(word, word) for word in expected]
    expect(dialog.locator("input:not([type=checkbox]), textarea")).to_have_count(0)


def test_in_the_lobby(visit: Visitor) -> None:
    """Two of three people are there; the list of those who came has it, and nobody has played."""
    ada = visit()
    ada.get_by_role("link", name="Make a table").click()
    ada.get_by_label("Your name").fill("Ada")
    for n in (2, 3):
        ada.get_by_label(f"Seat {n}").select_option("A friend")
    ada.get_by_role("button", name="Make a table").click()
    expect(ada.get_by_role("button", name=SAY)).to_be_hidden()
    bea = visit(ada.get_by_label("Link to join", exact=True).input_value())
    bea.get_by_label("Your name").fill("Bea")
    bea.get_by_role("button", name="Join").click()
    send(bea, "Hello")
    guest = ada.locator(".guests li").filter(has_text="Bea")
    expect(guest).to_contain_text("Hello")
    expect(guest).not_to_contain_text("Hello", timeout=8000)


def test_a_person_is_hidden(visit: Visitor) -> None:
    """Nothing is shown or said, also after the page was loaded again; others are not concerned."""
    ada, bea = two(visit)
    send(ada, "Sorry")
    expect(bea.locator(".remark")).to_have_text("Sorry")
    hide(bea, "Ada")
    expect(bea.locator(".remark")).to_have_count(0)
    send(ada, "Hello")
    expect(ada.locator(".remark")).to_have_text("Hello")
    bea.reload()
    expect(seat(bea, "Ada")).to_be_visible()
    bea.evaluate(SAID)
    send(ada, "Wink")
    send(bea, "Laugh")  # after it
    for place in (seat(ada, "Bea"), bea.get_by_label("Your seat")):
        expect(place.locator(".remark").get_by_role("img")).to_have_accessible_name("Laugh")
    assert heard(bea) == ["You: Laugh."]
    hide(bea, "Ada", on=False)
    ada.wait_for_timeout(15000)  # until Ada may send again
    send(ada, "Thank you")
    expect(seat(bea, "Ada").locator(".remark")).to_have_text("Thank you")


def test_too_many_phrases(visit: Visitor) -> None:
    ada, bea = two(visit)
    for phrase in ("Hello", "Good luck", "Smile", "Sad"):
        send(ada, phrase)
    expect(ada.locator(".status.warn")).to_contain_text(
        "Too many phrases (allowed: 3 in 15 seconds"
    )
    expect(seat(bea, "Ada").locator(".remark").get_by_role("img")).to_have_accessible_name("Smile")
    assert len(heard(bea)) == 3


def test_without_another_person_there_is_no_control(visit: Visitor) -> None:
    """Against computers, for spectators, and after the other has left."""
    ada, bea = two(visit)
    ada.get_by_role("button", name="Let others watch").click()
    cy = visit(ada.get_by_label("Link to watch", exact=True).input_value())
    ada.keyboard.press("Escape")
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    expect(cy.get_by_role("button", name=SAY)).to_be_hidden()
    send(ada, "Hello")
    expect(cy.locator(".remark")).to_have_text("Hello")
    bea.get_by_role("button", name="Leave").first.click()
    Hand(bea).press("Leave for good")
    expect(ada.get_by_role("button", name=SAY)).to_be_hidden()
    alone = visit(phone=True)
    Hand(alone).press("Play Straights")
    alone.get_by_label("Your hand").wait_for()
    Hand(alone).press("Menu")
    expect(alone.get_by_role("dialog").get_by_role("button", name="Settings")).to_be_visible()
    expect(alone.get_by_role("button", name=SAY)).to_have_count(0)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_dialog_is_for_everybody(visit: Visitor, *, phone: bool) -> None:
    """By axe-core's rules, light and dark; by the size of its buttons. On a phone it is in the
    menu.
    """
    ada, bea = two(visit, phone=phone)
    for page in (ada, bea):
        if phone:
            Hand(page).press("Menu")
        page.get_by_role("button", name=SAY).click()
        expect(page.get_by_role("heading", name=SAY)).to_be_visible()
    for scheme in SCHEMES:
        ada.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        assert Axe().run(ada).response["violations"] == []
        small = [fault for fault in whole(ada, touch=phone) if "button INPUT" not in fault]
        assert small == []  # a box is hit by its label, which is large
    bea.get_by_role("dialog").get_by_role("button", name="One moment").click()
    Hand(ada).press("Smile")
    expect(ada.locator(".remark")).to_have_count(2)
    for scheme in SCHEMES:
        ada.emulate_media(color_scheme=scheme, reduced_motion="reduce")
        options = {"runOnly": ["color-contrast"]}
        assert Axe().run(ada, options=options).response["violations"] == []
        expect(ada.locator(".remark")).to_have_count(2)
