"""Who cannot see the screen, or not well: nothing serious on any screen by axe-core's rules; what
happens is said once.
"""

import re
from typing import Any, Literal

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, Route, expect

from tests.support.browser.player import Hand, look, play
from tests.support.browser.program import Program
from tests.support.browser.tour import tour
from tests.web.browser.conftest import Visitor

SCHEMES: tuple[Literal["light"], Literal["dark"]] = ("light", "dark")
TWO_FIT = 3  # a deal of Straights: at one's first turn two cards may be played
SERIOUS = ("serious", "critical")
SUITS = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
RANKS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"}
SAID = """() => {
  const lines = document.querySelectorAll("[role=log] p");
  const said = window.said = [...lines].map((p) => p.textContent);
  new MutationObserver((all) => {
    for (const one of all) for (const p of one.addedNodes) said.push(p.textContent);
  })
    .observe(document.querySelector("[role=log]"), { childList: true });
}"""


def spoken(card: str) -> str:
    return f"{RANKS.get(card[0], card[0])} of {SUITS[card[1]]}"


def serious(page: Page) -> list[tuple[str, str]]:
    """What is serious on the screen by axe-core's rules: a rule, and where it is broken first."""
    violations = Axe().run(page).response["violations"]
    return [
        (wrong["id"], wrong["nodes"][0]["html"][:160])
        for wrong in violations
        if wrong["impact"] in SERIOUS
    ]


def test_a_refused_tap_says_why(visit: Visitor, served: Program) -> None:
    page = visit(settings={"pace": "once", "speed": 0, "sort": "dealt", "forced": "off"})
    home, shown, dimmed = page.url, None, ""
    while not dimmed:  # where nothing fits, every card may be thrown
        page.goto(home)
        Hand(page).press("Play Straights")
        page.wait_for_function("() => document.title.startsWith('Your turn')")
        page.evaluate(SAID)
        shown = look(page)
        dimmed = next((name for name, may in shown.hand if not may), "")
    assert shown
    card = page.get_by_label("Your hand").get_by_role("button", name=dimmed, exact=True)
    card.click(position={"x": 12, "y": 30}, force=True)
    why = re.split(r", not playable: ", dimmed)[1]
    expect(page.locator(".status")).not_to_have_text(shown.status)
    assert why == page.evaluate("() => said.at(-1)")
    assert len(look(page).hand) == 13
    assert served.view(page.url)["move"] == 0


@pytest.mark.parametrize("game", ["Straights", "Hearts", "Crazy Eights"])
def test_each_play_is_said_once(visit: Visitor, served: Program, game: str) -> None:
    """A whole round: as often as the server has seen a card played, and in that order."""
    page = visit(rules={"straights": {"target": 1000}, "hearts": {"target": 1000}})
    Hand(page).press(f"Play {game}")
    page.locator("[role=log]").wait_for(state="attached")
    page.evaluate(SAID)
    assert play(Hand(page), rounds=1)
    said = re.findall(r"(?:played|discarded) (\w+ of \w+)", " ".join(page.evaluate("() => said")))
    told = served.told(page.url)["view"]["seen"]
    seen = [spoken(act["action"]) for act in told if len(act["action"]) == 2]
    # before them the three cards that were passed
    assert said == (seen[-52:] if game == "Hearts" else seen)


@pytest.mark.parametrize("game", ["Straights", "Hearts", "Crazy Eights"])
def test_a_game_begins_with_a_sentence_and_the_focus_on_the_hand(visit: Visitor, game: str) -> None:
    """Also where others act first, and where the page is loaded in the middle of a round."""
    page = visit()
    Hand(page).press(f"Play {game}")
    focused = page.get_by_label("Your hand").locator(":focus")
    for _ in range(2):
        expect(focused).to_have_count(1)
        page.wait_for_function("() => document.title.startsWith('Your turn')")
        asked = re.compile(r"Your turn|Nothing fits|Pass three cards to Bo")
        expect(page.locator("[role=log] p").last).to_have_text(asked)
        # A card is marked for a person who uses keys alone.
        expect(page.locator(".held:focus-visible")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(page.locator(".held:focus-visible")).to_have_count(1)
        page.reload()


def test_the_focus_stays_where_a_person_has_put_it(visit: Visitor) -> None:
    """As on a dialog that was opened while the table was loaded."""
    page = visit(settings={"pace": "slow", "speed": 0, "forced": "off"})

    def late(route: Route) -> None:
        page.wait_for_timeout(400)
        route.continue_()

    page.route("**/games/*/page.js", late)
    Hand(page).press("Play Hearts")
    page.locator("nav [aria-label='Score sheet']").focus()
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    expect(page.get_by_role("button", name="Score sheet")).to_be_focused()


def test_passing_is_spoken(visit: Visitor) -> None:
    """Each chosen card, the cards that are passed, and those that come."""
    page = visit()
    hand = Hand(page)
    hand.press("Play Hearts")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    page.evaluate(SAID)
    cards = [name for name, _ in look(page).hand[:3]]
    for card in cards:
        hand.card(card)
        assert page.evaluate("() => said.at(-1)") == f"{card}, chosen"
    hand.press("Pass these three to Bo")
    page.wait_for_function("() => said.some((one) => one.includes('You received'))")
    said = " ".join(page.evaluate("() => said"))
    for card in cards:
        assert f"You passed {card}." in said


def test_the_table_is_read(visit: Visitor) -> None:
    page = visit()
    Hand(page).press("Play Straights")
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    page.keyboard.press("?")
    read = page.locator("[role=log] p").last
    expect(read).to_contain_text(re.compile("^(Your turn|Nothing fits): "))
    for what in ("Spades: ", "Hearts: ", "Clubs: ", "Diamonds: ", "Cleo: 1", "Dora: 1"):
        expect(read).to_contain_text(what)


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_axe(visit: Visitor, phone: bool) -> None:
    """Every screen, light and dark."""
    axe = Axe()
    faults: dict[str, Any] = {}
    mild: set[str] = set()
    screens = 0
    for name, page in tour(visit, phone=phone):
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            screens += 1
            options = {"resultTypes": ["violations"]}
            if scheme == "dark":  # all else is the same
                options["runOnly"] = ["color-contrast"]

            for wrong in axe.run(page, options=options).response["violations"]:
                where = f"{name} {scheme} {wrong['id']} ({wrong['impact']})"
                if wrong["impact"] in SERIOUS:
                    faults[where] = [node["html"][:160] for node in wrong["nodes"]]
                else:
                    mild.add(where)
    print(f"{screens} screens; milder: {sorted(mild)}")  # noqa: T201
    assert screens >= 30
    assert faults == {}


def test_what_is_chosen_is_seen_where_the_system_sets_the_colours(visit: Visitor) -> None:
    """A level, and the places of Straights where a card may be played."""
    page = visit(forced_colors="active", deal=TWO_FIT)
    level = page.get_by_role("group", name="Computer players, easiest first").locator("label")
    expect(level).to_have_count(5)
    filled = level.evaluate_all("(all) => all.map((e) => getComputedStyle(e.lastElementChild)"
                                ".backgroundColor)")  # fmt: skip
    assert len(set(filled)) == 2
    page.get_by_role("button", name="Play Straights").click()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    outlines = page.locator(".cell").evaluate_all(
        "(all) => all.map((e) => [e.matches('.open'), getComputedStyle(e).outlineStyle])"
    )
    assert {(seen, style) for seen, style in outlines} == {(True, "solid"), (False, "none")}
