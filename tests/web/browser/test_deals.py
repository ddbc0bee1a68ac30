"""Deals at the page: those of a person alone are played again, and a typed number deals."""

import json
import re

from playwright.sync_api import Page, WebSocket, expect

from parlour.cards import NAMES
from parlour.shuffle import numbered_deck
from parlour.table.messages.keys import derived
from tests.support.browser.player import Finger, Hand, play
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

KNOWN = "Whoever knows the number of this deal, or tries them all, can know every hand."


def dealt(served: Program, page: Page) -> list[str]:
    """One's own cards as the server dealt them."""
    page.get_by_label("Your hand").wait_for()
    cards: list[str] = served.view(page.url)["dealt"]
    return cards


def first_round(hand: Hand, served: Program) -> list[str]:
    """Play a round that is not the whole match; one's own cards as they were dealt."""
    cards = dealt(served, hand.page)
    while play(hand, rounds=1).button("Rematch"):
        hand.press("Rematch")
        expect(hand.page.locator(".panel")).to_be_hidden()
        cards = dealt(served, hand.page)
    return cards


def setup(page: Page, game: str) -> None:
    """The form of a new table, with computers in all other seats."""
    page.get_by_role("link", name="Make a table").click()
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_label("Seat 2").select_option("greedy")


def test_the_deal_is_played_again(visit: Visitor, served: Program) -> None:
    """After a round, after the match and from the menu of a round that is over; a rematch has
    other cards; there is no number.
    """
    page = visit(rules={"straights": {"target": 70}})
    hand = Hand(page)
    hand.press("Play Straights")
    first = first_round(hand, served)
    hand.press("Play this deal again")
    expect(page.locator(".titles")).to_contain_text("Round 1")
    expect(page.locator(".panel")).to_be_hidden()
    assert dealt(served, page) == first
    assert play(hand).button("Rematch")
    expect(page.get_by_text(KNOWN)).to_have_count(0)
    hand.press("Rematch")
    expect(page.locator(".panel")).to_be_hidden()
    assert dealt(served, page) != first
    hand.press("Menu")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    # it would end the match
    expect(dialog.get_by_role("button", name="Play this deal again")).to_have_count(0)
    page.keyboard.press("Escape")
    second = first_round(hand, served)
    hand.press("Menu")
    dialog.get_by_role("button", name="Play this deal again").click()
    expect(page.locator(".panel")).to_be_hidden()
    assert dealt(served, page) == second


def test_a_number_that_is_typed(visit: Visitor, served: Program) -> None:
    """It deals the cards that it deals in every program; its person sees it, and everybody what it
    means.
    """
    page = visit(phone=True)
    setup(page, "Hearts")
    number = page.get_by_label("Deal number")
    number.fill("99999999999")
    expect(page.get_by_text("A whole number from 1 to 2147483646.")).to_be_visible()
    number.fill("6788")
    expect(page.get_by_text("A whole number from")).to_be_hidden()
    page.get_by_role("button", name="Make a table").click()
    assert dealt(served, page) == [NAMES[card] for card in numbered_deck(6788, 1)[:13]]
    note = page.get_by_text("dealt by number")
    assert note.evaluate("(element) => element.scrollWidth <= element.clientWidth")  # not cut
    Finger(page).press("Menu")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_text(re.compile(rf"Deal 6788\..*{KNOWN}"))).to_be_visible()
    table, key = page.url.split("/")[-2:]
    watching = visit(f"/#/watch/{table}/{derived('watch', key)}")
    expect(watching.get_by_text("dealt by number")).to_be_visible()
    watching.get_by_role("button", name="Menu").click()
    expect(watching.get_by_role("dialog").get_by_text(KNOWN)).to_be_visible()
    assert "6788" not in watching.content()


def test_no_number_is_sent_that_nobody_typed(visit: Visitor, served: Program) -> None:
    """All that the page sends for a table, a round, the same deal again and a rematch."""
    page = visit(rules={"straights": {"target": 1}})
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.post_data or ""))

    def listen(line: WebSocket) -> None:
        line.on("framesent", lambda text: sent.append(str(text)))

    page.on("websocket", listen)
    hand = Hand(page)
    hand.press("Play Straights")
    for button in ("Play this deal again", "Rematch"):
        assert play(hand).button(button)
        hand.press(button)
        expect(page.locator(".panel")).to_be_hidden()
    page.goto(served.origin)
    setup(page, "Hearts")
    page.get_by_role("button", name="Make a table").click()
    expect(page.get_by_label("Your hand")).to_be_visible()
    asked = [json.loads(text) for text in sent if text]
    wishes = [message for message in asked if "seats" in message]
    again = [message for message in asked if message.get("type") == "next"]
    assert len(wishes) == len(again) == 2
    assert {"deal"} & {name for message in asked for name in message} == set()
    assert [message.get("again") for message in again] == [True, None]


def test_no_number_where_a_friend_may_play(visit: Visitor) -> None:
    page = visit()
    setup(page, "Hearts")
    expect(page.get_by_label("Deal number")).to_be_visible()
    page.get_by_label("Seat 3").select_option("friend")
    expect(page.get_by_label("Deal number")).to_be_hidden()
    page.get_by_label("Your name").fill("Ada")
    page.get_by_role("button", name="Make a table").click()
    expect(page.get_by_role("heading", name="Waiting for friends")).to_be_visible()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("button", name="Play this deal again")).to_have_count(0)
