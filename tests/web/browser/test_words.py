"""What a newcomer is told and offered: labels that say what they do, one click where there is one
choice, a way back.
"""

import re
import time

from playwright.sync_api import Locator, Page, expect

from tests.support.browser.player import Finger, Hand, Look, changed, go_on, look, play
from tests.support.browser.program import Program
from tests.support.browser.tour import COMPILED
from tests.web.browser.conftest import Visitor
from tests.web.browser.test_together import join, make

TWO_THREW = 94  # a deal of Straights: two have thrown a card before one's first turn
LOCAL = "Links from here work on this computer only."


def until(page: Page, game: str, what: str) -> Look:
    """Play until a button is there; a match may end before, then another one."""
    hand = Hand(page)
    for _ in range(5):
        hand.press(f"Play {game}")
        page.get_by_label("Your hand").wait_for()
        shown = look(page)
        for _ in range(400):
            if shown.button(what):
                return shown
            if shown.button("Rematch"):
                break
            if following := shown.button("Next round"):
                hand.press(following)
                shown = changed(page, shown)
            else:
                shown = go_on(hand, shown)
        hand.press("Home")
    raise AssertionError(shown)


def test_no_seat_no_invitation(visit: Visitor) -> None:
    page = visit()
    Hand(page).press("Play Hearts")
    page.get_by_role("button", name="Let others watch").click()
    expect(page.get_by_label("Link to watch", exact=True)).to_be_visible()
    expect(page.get_by_label("Link to join", exact=True)).to_have_count(0)
    expect(page.get_by_role("dialog").get_by_text(LOCAL)).to_be_visible()


def test_the_lobby(visit: Visitor) -> None:
    """The link comes first, and who starts without a friend means it; the form is not what "back"
    leads to.
    """
    page = visit()
    home = page.url
    make(page, "Straights")
    expect(page.get_by_role("button", name="Invite")).to_be_visible()
    expect(page.locator(".panel .main")).to_have_accessible_name("Copy: Link to join")
    expect(page.locator(".panel").get_by_text(LOCAL)).to_be_visible()
    assert page.locator(".guests li").all_inner_texts()[:2] == ["You", "Open seat\nfor a friend"]
    page.go_back()
    expect(page.get_by_role("heading", name="New game")).to_be_visible()
    assert page.url.removesuffix("#/") == home


def test_a_live_table_comes_first(visit: Visitor) -> None:
    page = visit(rules={"crazy-eights": {"target": 0}})
    hand = Hand(page)
    hand.press("Play Straights")
    page.get_by_label("Your hand").wait_for()
    page.get_by_role("button", name="Parlour", exact=True).click()
    hand.press("Back to the start page")
    hand.press("Play Crazy Eights")
    assert play(hand).button("Rematch")
    hand.press("Home")
    expect(page.locator(".tables .strip").first.get_by_role("link")).to_have_accessible_name(
        "Continue: Straights"
    )
    page.get_by_text("More tables").click()
    expect(page.get_by_role("link", name="See the result: Crazy Eights")).to_be_visible()


def test_how_many_play_is_chosen_in_the_form(visit: Visitor) -> None:
    page = visit()
    page.get_by_role("link", name="Make a table").click()
    page.get_by_role("radio", name="Crazy Eights").check(force=True)
    page.get_by_label("Players").focus()
    page.get_by_label("Players").select_option("4")
    expect(page.get_by_label("Seat 4")).to_be_visible()
    expect(page.get_by_label("Players")).to_be_focused()
    expect(page.get_by_text("after two missed turns it plays until you act")).to_be_visible()


def test_crazy_eights_as_people_know_it(visit: Visitor, served: Program) -> None:
    """At the page an eight names its suit, and a match goes to 100; an API keeps the standard."""
    page = visit()
    Hand(page).press("Play Crazy Eights")
    page.get_by_label("Your hand").wait_for()
    expect(page.locator(".titles")).to_contain_text("Round 1, to 100")
    rules = served.view(page.url)["rules"]
    assert (rules["eights"], rules["target"], rules["empty"]) == ("named", 100, "play-on")


def test_a_preset_is_chosen(visit: Visitor, served: Program) -> None:
    """A set of house rules by one name; a single option makes the rules one's own; the number of
    players stays.
    """
    page = visit(rules={"crazy-eights": {"players": 3}})
    expect(page.locator(".house .hint").first).to_have_text("the usual ones")
    page.get_by_text("House rules").click()
    page.get_by_role("radio", name="Crazy Eights").check(force=True)
    rule_set = page.get_by_label("Rule set")
    expect(rule_set).to_have_value("usual")
    expect(page.get_by_text("An eight names its suit, a match goes to 100")).to_be_visible()
    page.get_by_label("If nothing fits").select_option("up-to-three")
    expect(rule_set.locator(":checked")).to_have_text("Your own")
    expect(page.locator(".house .hint").first).to_have_text("changed for Crazy Eights")
    rule_set.select_option("One draw")
    expect(page.get_by_label("If nothing fits")).to_have_value("one-then-pass")
    expect(rule_set).to_be_focused()
    expect(rule_set.get_by_role("option", name="Your own")).to_have_count(0)
    rule_set.select_option("Standard")
    expect(page.get_by_label("After an eight")).to_have_value("own-suit")
    Hand(page).press("Play Crazy Eights")
    page.get_by_label("Your hand").wait_for()
    rules = served.view(page.url)["rules"]
    assert (rules["eights"], rules["target"], rules["players"]) == ("own-suit", 0, 3)


def test_one_click_draws_until_something_fits(visit: Visitor, served: Program) -> None:
    """Each draw is an action of its own all the same."""
    page = visit(rules={"crazy-eights": {"players": 2}})
    most = 0
    for _ in range(12):
        until(page, "Crazy Eights", "Draw a card")
        before = served.view(page.url)
        Hand(page).press("Draw a card")
        page.wait_for_function(
            "() => ![...document.querySelectorAll('.line .main')].some((e) => "
            "e.innerText.startsWith('Draw'))"
        )
        after = served.view(page.url)
        assert after["legal"] != ["draw"]
        drawn = len(after["table"]["hand"]) - len(before["table"]["hand"])
        most = max(most, drawn)
        if most > 1:
            break
        page.goto(served.origin)
    assert most > 1


def test_what_others_threw_is_seen(visit: Visitor, served: Program) -> None:
    page = visit(deal=TWO_THREW)
    Hand(page).press("Play Straights")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    table = served.view(page.url)["table"]
    assert table["discards"] == [0, 0, 1, 1]
    for seat, thrown in list(enumerate(table["thrown"]))[1:]:
        expect(page.locator(f"[data-seat='{seat}'] .thrown [role=img]")).to_have_count(len(thrown))
        if thrown:
            expect(page.locator(f"[data-seat='{seat}'] .facts")).to_contain_text(
                f"{len(thrown)} discarded, +{table['points'][seat]}"
            )


def test_the_last_trick_is_no_live_table(visit: Visitor) -> None:
    page = visit()
    until(page, "Hearts", "Last trick")
    Hand(page).press("Last trick")
    expect(page.locator(".middle.again .beside.at-0")).to_contain_text("Last trick")
    Hand(page).press("Back to the table")
    expect(page.locator(".middle.again")).to_have_count(0)


def test_what_did_not_change_stays(visit: Visitor) -> None:
    """A click that began before the table was drawn anew still meets its button."""
    page = visit()
    until(page, "Crazy Eights", "Stock")
    stock = page.locator("[name=stock]").element_handle()
    page.evaluate("() => dispatchEvent(new Event('settings'))")
    assert stock.evaluate("(e) => e.isConnected")


def test_no_computer_takes_the_name_of_who_left(visit: Visitor) -> None:
    ada = visit()
    bo = visit(make(ada, "Hearts")[0])
    join(bo, "Bo")
    others = ada.get_by_label("The others")
    expect(others.get_by_text("Bo", exact=True)).to_be_visible()
    bo.get_by_role("button", name="Leave").first.click()
    bo.get_by_role("button", name="Leave for good").click()
    expect(others.get_by_text("Bo", exact=True)).to_have_count(0)
    expect(others.get_by_text("Cleo", exact=True)).to_be_visible()


def test_a_tap_beside_the_score_sheet_closes_it(visit: Visitor) -> None:
    page = visit(phone=True)
    hand = Finger(page)
    hand.press("Play Hearts")
    hand.press("Score sheet")
    expect(page.locator("aside")).to_be_visible()
    page.touchscreen.tap(180, 200)
    expect(page.locator("aside")).to_be_hidden()


def test_a_card_that_was_tapped_does_not_look_chosen(visit: Visitor) -> None:
    """A finger's hover stays where it tapped last; only a mouse's lifts a card."""
    page = visit(phone=True)
    hand = Finger(page)
    hand.press("Play Hearts")
    cards = page.get_by_label("Your hand").get_by_role("button")
    for _ in range(4):
        expect(cards.last).to_be_visible()
        cards.last.tap()
    expect(cards).to_have_count(10)  # a fourth card stays
    assert (
        cards.last.evaluate("(e) => e.matches(':hover') && getComputedStyle(e).translate") == "none"
    )


def test_an_eight_is_named_among_what_fits(visit: Visitor, served: Program) -> None:
    page = visit()
    Hand(page).press("Play Crazy Eights")
    expect(page.locator(".match")).to_contain_text("or any")
    top = served.view(page.url)["table"]["top"]
    expect(page.locator(".match")).to_have_text(
        re.compile("or any 8 *$" if top[0] == "8" else r"or any \w+ or 8 *$")
    )


def test_a_hint_and_the_strongest_computers(visit: Visitor) -> None:
    """By its key: what would be done, and what each choice is thought to cost; nothing is played by
    it.
    """
    page = visit()
    page.get_by_text("Strong", exact=True).click()
    hand = Hand(page)
    hand.press("Play Hearts")
    page.get_by_label("Your hand").wait_for(timeout=COMPILED)
    page.wait_for_function("() => document.title.startsWith('Your turn')", timeout=COMPILED)
    before = look(page)
    dialog = ask_until_searched(page)
    expect(dialog.locator("tbody tr")).to_have_count(12)
    expect(dialog.locator("tbody tr").first.locator(".say")).to_have_count(3)
    page.keyboard.press("Escape")
    after = [(name.removesuffix(", advised"), may) for name, may in look(page).hand]
    assert after == before.hand


def ask_until_searched(page: Page) -> Locator:
    """The dialog of a hint that a search gave. On a slow or busy machine a plain level answers for
    it, which has no table of choices; the hint is then requested again.
    """
    dialog = page.get_by_role("dialog")
    end = time.monotonic() + COMPILED / 1000
    while True:
        page.keyboard.press("i")
        expect(dialog.get_by_role("heading", name="Hint")).to_be_visible(timeout=COMPILED)
        if dialog.locator("tbody tr").count() or time.monotonic() > end:
            return dialog
        page.keyboard.press("Escape")
        expect(dialog).to_be_hidden()
