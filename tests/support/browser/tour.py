"""Every screen of the page, one after the other: axe-core looks at each, and
`tests/support/screens.py` draws each.
"""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.player import Finger, Hand, go_on, look, play
from tests.web.browser.conftest import Visitor

COMPILED = 240_000  # milliseconds: a first run compiles what the players need


def tour(visit: Visitor, *, phone: bool, **more: Any) -> Iterator[tuple[str, Page]]:
    """The name of a screen, and the page that shows it; nothing moves."""
    options = {"reduced_motion": "reduce"} | more
    for name, page in _screens(visit, phone, options):
        page.mouse.move(0, 0)
        yield name, page


def _screens(visit: Visitor, phone: bool, options: dict[str, Any]) -> Iterator[tuple[str, Page]]:
    page = visit(phone=phone, **options)
    hand = Finger(page) if phone else Hand(page)
    expect(page.get_by_role("button", name="Play Hearts")).to_be_visible()
    yield "home", page
    hand.press("Settings")
    yield "settings", page
    page.keyboard.press("Escape")
    hand.press("How to play")
    yield "help", page
    page.keyboard.press("Escape")
    page.locator("summary", has_text="House rules").click()
    yield "house-rules", page
    hand.press("Learn Straights")
    page.locator(".lesson p").wait_for()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    yield "lesson", page
    yield from _friend(visit, phone, options)
    for game in ("Straights", "Hearts", "Crazy Eights"):
        yield from _game(visit, phone, game, options)


def _friend(visit: Visitor, phone: bool, options: dict[str, Any]) -> Iterator[tuple[str, Page]]:
    ada = visit(phone=phone, **options)
    ada.get_by_role("link", name="Make a table").click()
    ada.get_by_label("Your name").fill("Ada")
    yield "new-table", ada
    ada.get_by_role("button", name="Make a table").click()
    expect(ada.get_by_role("heading", name="Waiting for friends")).to_be_visible()
    yield "lobby", ada
    link, watch = (
        ada.get_by_label(f"Link to {what}", exact=True).input_value() for what in ("join", "watch")
    )
    bea = visit(link, phone=phone, **options)
    bea.get_by_label("Your name").fill("Bea")
    yield "join", bea
    bea.get_by_role("button", name="Join").click()
    expect(bea.get_by_label("Your hand")).to_be_visible()
    cy = visit(watch, phone=phone, **options)
    expect(cy.get_by_text("You are watching.")).to_be_visible()
    yield "watching", cy
    lost = visit(link[:-8] + "AAAAAAAA", phone=phone, **options)
    expect(lost.get_by_role("heading", name="No table here")).to_be_visible()
    yield "no-table", lost
    ada.goto(ada.url.split("#")[0])
    expect(ada.get_by_role("link", name="Continue")).to_be_visible()
    expect(ada.get_by_role("button", name="Play Hearts")).to_be_visible()
    yield "home-again", ada


def _game(
    visit: Visitor, phone: bool, game: str, options: dict[str, Any]
) -> Iterator[tuple[str, Page]]:
    short = game.lower().replace(" ", "-")
    rules: dict[str, dict[str, Any]] = {
        "straights": {"target": 1000},
        "hearts": {"target": 1000},
        "crazy-eights": {"target": 0, "players": 4},
    }
    page = visit(phone=phone, **options, rules=rules)
    hand = Finger(page) if phone else Hand(page)
    hand.press(f"Play {game}")
    page.get_by_label("Your hand").wait_for()
    if game == "Hearts":
        page.wait_for_function("() => document.title.startsWith('Your turn')")
        hand.card(look(page).playable[-1])
        yield "hearts-passing", page
        hand.press("Hint")
        expect(page.get_by_role("heading", name="Hint")).to_be_visible(timeout=COMPILED)
        yield "hint", page
        page.keyboard.press("Escape")
    told = set()
    shown = look(page)
    for _ in range(400):
        if shown.button("Next round", "Rematch"):
            break
        few = 6 if game == "Crazy Eights" else 11
        if shown.status.startswith("Your turn") and len(shown.hand) < few and "playing" not in told:
            told.add("playing")
            yield f"{short}-playing", page
        if shown.button("Spades") and "suit" not in told:
            told.add("suit")
            yield "suit", page
        shown = go_on(hand, shown)
    yield f"{short}-over" if shown.button("Rematch") else f"{short}-round-over", page
    if game == "Straights":
        hand.press("Next round")
        page.wait_for_function("() => !document.querySelector('.panel:not([hidden])')")
        play(hand, rounds=1)
        if phone:
            hand.press("Score sheet")
            yield "score-sheet", page
            page.keyboard.press("Escape")
        hand.press("Next round")
        page.wait_for_function("() => !document.querySelector('.panel:not([hidden])')")
        page.get_by_role("button", name="Leave").first.click()
        yield "leave", page
        page.keyboard.press("Escape")
        if phone:
            hand.press("Menu")
            yield "menu", page
