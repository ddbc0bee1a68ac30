"""Two people at one table: by the link, to the end and again; who leaves, who comes back, who
watches.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Expired

from tests.support.browser.player import Hand, Look, go_on, look, turn
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

HELD = 2.0  # seconds that this server keeps a seat
ONE_ROUND = {"crazy-eights": {"target": 0}}


@pytest.fixture(scope="package")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    """A server that does not keep seats for long, at an address that browsers do not take for this
    machine's: plain HTTP.
    """
    with Program(tmp_path_factory.mktemp("hasty"), held=HELD, public=True) as program:
        yield program


def make(page: Page, game: str, name: str = "Ada") -> tuple[str, str]:
    """A new table with a friend's seat; the links to join and to watch."""
    page.get_by_role("link", name="Make a table").click()
    page.get_by_role("radio", name=game).check(force=True)
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Make a table").click()
    expect(page.get_by_role("heading", name="Waiting for friends")).to_be_visible()
    join, watch = (
        page.get_by_label("Link to join", exact=True),
        page.get_by_label("Link to watch", exact=True),
    )
    return join.input_value(), watch.input_value()


def ask_to_join(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join").click()


def join(page: Page, name: str = "Bea") -> None:
    ask_to_join(page, name)
    expect(page.get_by_label("Your hand")).to_be_visible()


def play_together(pages: list[Page]) -> list[Look]:
    """Play until a round is over for all; what each is shown then."""
    hands = [Hand(page) for page in pages]
    for _ in range(400):
        shown = [look(page) for page in pages]
        if all(screen.button("Next round", "Rematch") for screen in shown):
            return shown
        for hand, before in zip(hands, shown, strict=True):
            try:
                if turn(hand, before):
                    break
            except Expired:
                continue
        settle(pages, shown)
    raise AssertionError(f"No end: {shown}")


def settle(pages: list[Page], before: list[Look]) -> None:
    """Wait until one of them shows something else."""
    for page, screen in zip(pages * 40, before * 40, strict=True):
        if look(page) != screen:
            return
        page.wait_for_timeout(20)


def named(shown: Look, you: str) -> dict[str, list[str]]:
    """The rows of the panel by name, as everybody calls them."""
    return {
        row[0].split("\n")[0].replace("You", you): [line.replace("You", you) for line in row[1:]]
        for row in shown.rows
    }


def test_a_friend_by_the_link(visit: Visitor, served: Program) -> None:
    ada = visit(
        rules={"straights": {"target": 1000}}, permissions=["clipboard-read", "clipboard-write"]
    )
    link, _ = make(ada, "Straights")
    ada.get_by_role("button", name="Copy: Link to join").click()
    expect(ada.get_by_text("Copied.")).to_be_visible()
    assert ada.evaluate("navigator.clipboard.readText()") == link
    bea = visit(link)
    expect(bea.get_by_role("heading", name="Ada invites you to Straights")).to_be_visible()
    join(bea)
    expect(ada.get_by_label("The others").get_by_text("Bea", exact=True)).to_be_visible()
    shown = play_together([ada, bea])
    assert named(shown[0], "Ada") == named(shown[1], "Bea")
    assert {"Ada", "Bea"} < set(named(shown[0], "Ada"))
    assert served.view(ada.url)["totals"] == served.view(bea.url)["totals"]
    ada.get_by_role("button", name="Next round").click()
    expect(ada.get_by_text("Waiting for the others.")).to_be_visible()
    expect(bea.get_by_text("Ready: Ada.")).to_be_visible()
    assert served.view(bea.url)["number"] == 1
    bea.get_by_role("button", name="Next round").click()
    for page in (ada, bea):
        expect(page.get_by_text("Round 2, to 1000")).to_be_visible()
        assert len(look(page).hand) == 13


def test_a_long_name_leaves_an_invitation_within_a_phone(visit: Visitor) -> None:
    link, _ = make(visit(), "Hearts", "wolfeschlegelsteinhausenberger")
    bea = visit(link, viewport={"width": 320, "height": 568})
    expect(bea.get_by_role("heading", name="invites you to Hearts")).to_be_visible()
    assert bea.evaluate("document.scrollingElement.scrollWidth") == 320


def test_rematch(visit: Visitor, served: Program) -> None:
    ada = visit(rules=ONE_ROUND)
    bea = visit(make(ada, "Crazy Eights")[0])
    join(bea)
    shown = play_together([ada, bea])
    assert named(shown[0], "Ada") == named(shown[1], "Bea")
    assert shown[0].panel.replace("You win!", "Ada wins.") == shown[1].panel.replace(
        "You win!", "Bea wins."
    )
    bea.get_by_role("button", name="Rematch").click()
    expect(ada.get_by_text("Ready: Bea.")).to_be_visible()
    ada.get_by_role("button", name="Rematch").click()
    for page in (ada, bea):
        expect(page.locator(".panel")).to_be_hidden()
    assert served.view(ada.url)["totals"] == [0, 0]


def test_a_seat_is_taken_back(visit: Visitor, hasty: Program) -> None:
    """Bea's page is closed; a computer plays, and gives the seat back to whoever comes with Bea's
    browser.
    """
    ada = visit(program=hasty)
    link, _ = make(ada, "Straights")
    bea = visit(link, program=hasty)
    assert ada.evaluate("isSecureContext") is bea.evaluate("isSecureContext") is False
    join(bea)
    seat, context = bea.url, bea.context
    bea.close()
    others = ada.get_by_label("The others")
    expect(others.get_by_text("Computer plays")).to_be_visible(timeout=1000 * (HELD + 8))
    shown = look(ada)
    for _ in range(8):  # a few turns of Ada's; the others play on, and so does the computer for Bea
        shown = go_on(Hand(ada), shown)
    assert "human:Bea" not in hasty.view(ada.url)["players"]
    bea = context.new_page()
    bea.goto(seat)
    expect(bea.get_by_label("Your hand")).to_be_visible()
    expect(others.get_by_text("Computer plays")).to_be_hidden()
    assert "human:Bea" in hasty.view(ada.url)["players"]
    assert len(look(bea).hand) == len(hasty.view(seat)["table"]["hand"])
    play_together([ada, bea])


def test_a_match_without_a_secure_context(visit: Visitor, hasty: Program) -> None:
    """The link to give away can still be had: it is copied the old way, or selected."""
    ada = visit(program=hasty, rules=ONE_ROUND)
    link, _ = make(ada, "Crazy Eights")
    assert link.startswith(f"{hasty.origin}/#/table/")
    ada.get_by_role("button", name="Copy: Link to join").click()
    expect(ada.get_by_text("Copied.").or_(ada.get_by_text("Selected"))).to_be_visible()
    assert ada.evaluate("isSecureContext") is False
    bea = visit(link, program=hasty)
    join(bea)
    shown = play_together([ada, bea])
    assert shown[0].button("Rematch")
    assert named(shown[0], "Ada") == named(shown[1], "Bea")


def test_leaving_for_good(visit: Visitor) -> None:
    ada = visit()
    link, _ = make(ada, "Hearts")
    bea = visit(link)
    join(bea)
    seat = bea.url
    bea.get_by_role("button", name="Leave").first.click()
    bea.get_by_role("button", name="Leave for good").click()
    expect(bea.get_by_role("heading", name="Three card games, at a quiet table.")).to_be_visible()
    expect(bea.get_by_role("link", name="Continue")).to_have_count(0)
    expect(ada.get_by_label("The others").get_by_text("Bea", exact=True)).to_have_count(0)
    bea.goto(seat)
    bea.reload()
    expect(bea.get_by_role("heading", name="No table here")).to_be_visible()
    expect(bea.get_by_role("alert")).to_contain_text("This key is not valid at this table")
    cy = visit(link)  # the seat is free again, from the next round on
    ask_to_join(cy, "Cy")
    expect(cy.get_by_text("You play from the next round on.")).to_be_visible()
    assert look(cy).hand == []
    expect(ada.get_by_label("The others").get_by_text("Cy", exact=True)).to_be_visible()
    play_together([ada])
    ada.get_by_role("button", name="Next round").click()
    expect(cy.get_by_label("Your hand")).to_be_visible()
    expect(cy.get_by_text("You play from the next round on.")).to_have_count(0)
    assert len(look(cy).hand) == 13


def test_staying_away_keeps_the_seat(visit: Visitor) -> None:
    """By the dialog's first button; home offers to go on."""
    page = visit()
    Hand(page).press("Play Straights")
    expect(page.get_by_label("Your hand")).to_be_visible()
    held = look(page).hand
    page.get_by_role("button", name="Leave").first.click()
    page.get_by_role("button", name="Back to the start page").click()
    page.get_by_role("link", name="Continue").click()
    expect(page.get_by_label("Your hand")).to_be_visible()
    assert {name.split(",")[0] for name, _ in look(page).hand} == {
        name.split(",")[0] for name, _ in held
    }


def test_who_watches_sees_no_hand(visit: Visitor) -> None:
    ada = visit(rules={"straights": {"target": 1000}})  # a match's end is not the same for all
    link, watch = make(ada, "Straights")
    bea = visit(link)
    join(bea)
    cy = visit(watch)
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    assert look(cy).hand == []
    shown = play_together([ada, bea])
    expect(cy.locator(".panel h2")).to_have_text(shown[0].panel)
    assert named(look(cy), "") == named(shown[0], "Ada")
    assert not look(cy).button("Next round", "Rematch")


def test_two_tabs_at_one_seat(visit: Visitor) -> None:
    first = visit()
    Hand(first).press("Play Straights")
    expect(first.get_by_label("Your hand")).to_be_visible()
    second = first.context.new_page()
    second.goto(first.url)
    first.wait_for_function("() => document.title.startsWith('Your turn')")
    second.wait_for_function("() => document.title.startsWith('Your turn')")
    assert look(first) == look(second)
    card = look(second).playable[0]
    Hand(second).card(card)
    for page in (first, second):
        expect(page.get_by_label("Your hand").get_by_role("button")).to_have_count(12)
    assert card not in [name for name, _ in look(first).hand]
