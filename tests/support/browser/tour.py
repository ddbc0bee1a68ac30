"""Every screen of the page, one after the other: axe-core looks at each, and
`tests/support/screens.py` draws each.
"""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Page, expect

from tests.support.browser.moments import chosen, hint, match, moon, own, put_aside, rounds
from tests.support.browser.player import Finger, Hand, go_on, look, play
from tests.support.browser.scripted import State, leave, seat, show
from tests.web.browser.conftest import DESKTOP, PHONE, Visitor

COMPILED = 240_000  # milliseconds: a first run compiles what the players need


UNFOCUSED = "() => document.activeElement.blur()"  # as where a person uses a mouse
# The terms of a hint: sentences of Straights.
HINTED = (
    ("It keeps {cards} playable.", 1.2),
    ("It lets {who} play {cards}.", -0.4),
)


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
    page.get_by_role("dialog").wait_for()
    yield "settings", page
    page.keyboard.press("Escape")
    hand.press("How to play")
    page.get_by_role("dialog").wait_for()
    yield "help", page
    page.keyboard.press("Escape")
    page.locator("summary", has_text="House rules").click()
    page.locator(".house").scroll_into_view_if_needed()
    yield "house-rules", page
    hand.press("Learn Straights")
    page.locator(".lesson p").wait_for()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    yield "lesson", page
    german = visit(phone=phone, **options, locale="de-DE")
    expect(german.get_by_role("button", name="Hearts spielen")).to_be_visible()
    yield "home-german", german
    yield from _friend(visit, phone, options)
    yield from _scripted(visit, phone, options)
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
    if phone:
        bea.get_by_role("button", name="Menu").tap()
    bea.get_by_role("button", name="Say something").click()
    expect(bea.get_by_role("heading", name="Say something")).to_be_visible()
    yield "phrases", bea
    lost = visit(link[:-8] + "AAAAAAAA", phone=phone, **options)
    expect(lost.get_by_role("heading", name="No table here")).to_be_visible()
    yield "no-table", lost
    ada.goto(ada.url.split("#")[0])
    expect(ada.get_by_role("link", name="Continue")).to_be_visible()
    expect(ada.get_by_role("button", name="Play Hearts")).to_be_visible()
    yield "home-again", ada


def _follows(state: State) -> bool:
    """Whether several cards are in the trick, and some of the hand may not follow them."""
    view = state[1]["view"]
    hand, trick = view["table"]["hand"], [name for name in view["table"]["trick"] if name]
    return len(trick) > 1 and len(view["legal"]) < len(hand) < 11


def _scripted(visit: Visitor, phone: bool, options: dict[str, Any]) -> Iterator[tuple[str, Page]]:
    """Moments that a match need not have: a hint with its causes, a trick to be followed, a moon, a
    match that is won, the board at a round's end.
    """
    size = {**(PHONE if phone else DESKTOP), "touch": phone, **options}
    size = {name: size[name] for name in size if name not in ("has_touch", "is_mobile")}
    page = seat(visit.browser, **size)
    visit.contexts.append(page.context)
    show(page, chosen(match("straights"))[8])
    hint(page, HINTED)
    yield "hint", page
    page.keyboard.press("Escape")
    states = match("hearts")
    leave(page)
    show(page, next(state for state in own(rounds(states)[0]) if _follows(state)))
    page.evaluate(UNFOCUSED)
    yield "hearts-playing", page
    over = next(state for state in states if state[0]["phase"] == "scored")
    for name, shooter in (("won", 0), ("moon", 2)):
        leave(page)
        show(page, moon(states[-1], over, shooter))
        page.wait_for_selector(".panel.ended")
        yield name, page
    leave(page)
    show(page, rounds(match("crazy-eights"))[0][-1])
    put_aside(page)
    page.evaluate(UNFOCUSED)
    yield "aside", page


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
    told = set()
    shown = look(page)
    for _ in range(400):
        if shown.button("Next round", "Rematch"):
            break
        few = 6 if game == "Crazy Eights" else 11
        turn = shown.status.startswith("Your turn") and len(shown.hand) < few
        if turn and "playing" not in told and game != "Hearts":
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
        page.get_by_role("dialog").wait_for()
        yield "leave", page
        page.keyboard.press("Escape")
        if phone:
            hand.press("Menu")
            page.get_by_role("dialog").wait_for()
            yield "menu", page
