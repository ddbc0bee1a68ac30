"""The end of a round and of a match: a sheet over the board, which can be put aside; the cards left
in hands; a moon; a match that is won; all of it spoken, and moving only where motion is wanted.
"""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from parlour.cards import NAMES
from parlour.games.crazy_eights.rules import worth
from tests.support.browser.moments import changed, match, moon, own, rounds
from tests.support.browser.scripted import State, leave, seat, show

MINUS = "\N{MINUS SIGN}"
SPEED = "(speed) => import('/base/settings.js').then(({ set }) => set('speed', speed))"
LAST = "[...document.querySelectorAll('[role=log] p')].at(-1).textContent"
MOVING = """() => document.querySelector(".panel").getAnimations({ subtree: true })
  .filter(({ playState }) => playState !== "finished").length"""


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    page = seat(chromium, viewport={"width": 1280, "height": 800})
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    page.context.close()
    assert wrong == []


def ends(name: str) -> tuple[State, State]:
    """The first round's end, and the match's."""
    states = match(name)
    return next(state for state in states if state[0]["phase"] == "scored"), states[-1]


def shown(page: Page, state: State) -> None:
    """Show one state alone: it is no news, as for someone who enters."""
    leave(page)
    show(page, state)


@pytest.mark.parametrize("name", ["straights", "hearts", "crazy-eights"])
def test_the_sheet_is_put_aside_and_brought_back(page: Page, name: str) -> None:
    scored, _ = ends(name)
    shown(page, scored)
    panel, result = page.locator(".panel"), page.get_by_role("button", name="The result")
    expect(panel).to_be_visible()
    expect(page.locator(".middle")).to_be_visible()
    expect(result).to_be_hidden()
    page.get_by_role("button", name="Look at the table").click()
    expect(panel).to_be_hidden()
    expect(result).to_be_focused()
    expect(page.locator(".status")).to_have_text("Round 1 is over.")
    result.click()
    expect(panel.get_by_role("button", name="Look at the table")).to_be_focused()
    for visible in (False, True):
        page.keyboard.press("Escape")
        expect(panel).to_be_visible(visible=visible)
    page.keyboard.press("Escape")
    following = next(s for s in match(name) if s[1]["view"]["number"] == 2)
    show(page, following)
    expect(result).to_be_hidden()
    show(
        page,
        next(
            s
            for s in match(name)
            if s[0]["phase"] != "playing" and s[1] != scored[1] and s[1]["view"]["number"] == 2
        ),
    )
    expect(panel).to_be_visible()


@pytest.mark.parametrize("name", ["straights", "hearts", "crazy-eights"])
def test_after_the_last_card_the_focus_is_on_the_next_round(page: Page, name: str) -> None:
    """A round that is over has no next one yet, for a moment."""
    scored, _ = ends(name)
    shown(page, own(rounds(match(name))[0])[-1])
    page.locator(".held").last.focus()
    show(page, changed(scored, room={"phase": "playing"}))
    show(page, scored)
    expect(page.locator("[name=next]")).to_be_focused()


def test_points_below_0_have_a_minus_everywhere(page: Page) -> None:
    """As in Hearts with the jack of diamonds; a hyphen is shorter, and may be parted from it."""
    scored, _ = ends("hearts")
    below = {"points": [-10, 1, 2, 3], "totals": [-10, 1, 2, 3], "sheet": [[-10, 1, 2, 3]]}
    shown(page, changed(scored, view=below))
    row = page.locator(".panel tbody tr").first
    expect(row.locator("td")).to_have_text([f"{MINUS}10", f"{MINUS}10"])
    expect(page.locator(".me .score")).to_have_text(f"{MINUS}10")
    page.locator("[name=sheet]").dispatch_event("click")
    cell = page.locator(".rounds tbody td").first
    expect(cell).to_have_text(f"{MINUS}10{MINUS}10")
    page.locator("[name=close]").dispatch_event("click")


def test_an_end_says_that_the_fewest_points_win(page: Page) -> None:
    """Where there is room for it."""
    scored, over = ends("hearts")
    target = scored[1]["view"]["rules"]["target"]
    shown(page, scored)
    goal = page.locator(".panel .goal")
    expect(goal).to_have_text(f"Fewest points lead. The match ends when somebody has {target}.")
    page.set_viewport_size({"width": 667, "height": 375})
    expect(goal).to_be_hidden()
    page.set_viewport_size({"width": 1280, "height": 800})
    shown(page, over)
    expect(goal).to_have_text("Fewest points win.")


def test_the_cards_left_explain_the_points(page: Page) -> None:
    scored, _ = ends("crazy-eights")
    shown(page, scored)
    view = scored[1]["view"]
    assert sum(map(bool, view["left"])) >= 2
    rows = page.locator(".panel tbody tr")
    order = sorted(range(4), key=lambda place: view["totals"][place])
    for row, place in enumerate(order):
        left, points = view["left"][place], view["points"][place]
        expect(rows.nth(row).locator(".say")).to_have_count(len(left))
        assert worth(sum(1 << NAMES.index(card) for card in left)) == points
        expect(rows.nth(row).locator("td").first).to_have_text(f"+{points}")
    spoken = page.evaluate(LAST)
    assert " had " in spoken
    assert " left." in spoken
    page.get_by_role("button", name="Look at the table").click()
    for place in range(1, 4):
        cards = page.locator(f"[data-seat='{place}'] .thrown [role=img]")
        expect(cards).to_have_count(len(view["left"][place]))


@pytest.mark.parametrize(
    ("shooter", "points", "heading", "how"),
    [
        (0, [0, 26, 26, 26], "You shot the moon!", "The others pay 26 each."),
        (2, [26, 26, 0, 26], "Cleo shot the moon.", "You pay 26, as the others do."),
        (0, [-26, 0, 0, 0], "You shot the moon!", "26 points come off."),
    ],
)
def test_a_moon_is_told(
    page: Page, shooter: int, points: list[int], heading: str, how: str
) -> None:
    scored, _ = ends("hearts")
    state = moon(scored, scored, shooter)
    state[1]["view"] |= {"points": points, "winners": [], "totals": [30, 40, 50, 60]}
    shown(page, state)
    expect(page.locator(".panel h2")).to_have_text(heading)
    expect(page.locator(".panel > p").first).to_have_text(how)
    expect(page.locator(".gathered [role=img]")).to_have_count(14)
    assert f"{heading} {how} Round 1 is over. You: {points[0]} points" in page.evaluate(LAST)


@pytest.mark.parametrize(
    ("empty", "how"),
    [
        ("draw-game", "Cleo needed a card and the stock is empty: a drawn game. Nobody pays."),
        ("at-once", "Cleo drew the last card: a drawn game. Nobody pays."),
    ],
)
def test_a_drawn_game_is_told(page: Page, empty: str, how: str) -> None:
    scored, _ = ends("crazy-eights")
    view = scored[1]["view"]
    draw = {"seat": 2, "action": "draw", "card": "??", "lacks": []}
    facts = {
        "rules": view["rules"] | {"empty": empty},
        "table": view["table"] | {"counts": [3, 3, 3, 3], "stock": 0},
        "points": [0, 0, 0, 0],
    }
    state = changed(scored, view=facts)
    for message in (state[1], state[1]["view"]):
        for name in ("news", "seen"):
            if message.get(name):
                message[name][-1] = draw
    shown(page, state)
    expect(page.locator(".panel > p").first).to_have_text(how)


def test_no_moon_has_no_heading_of_its_own(page: Page) -> None:
    shown(page, ends("hearts")[0])
    expect(page.locator(".panel h2")).to_have_text("Round 1 is over.")
    expect(page.locator(".gathered")).to_have_count(0)


@pytest.mark.parametrize("speed", [0, 1])
@pytest.mark.parametrize("reduced", [False, True])
def test_a_won_match_has_its_moment(page: Page, speed: int, reduced: bool) -> None:
    """Suits rise, but where no motion is wanted; it is spoken."""
    scored, over = ends("hearts")
    page.emulate_media(reduced_motion="reduce" if reduced else "no-preference")
    page.evaluate(
        "(speed) => import('/base/settings.js').then(({ set }) => set('speed', speed))", speed
    )
    shown(page, moon(over, scored, 0))
    expect(page.locator(".panel h2")).to_have_text("You win!")
    moves = speed > 0 and not reduced
    assert (page.evaluate(MOVING) > 0) == moves
    expect(page.locator(".rising .sign")).to_have_count(12 if moves else 0)
    spoken = page.evaluate(LAST)
    assert "The match is over. You win!" in spoken
    assert "You: 0 points, 26 in all." in spoken
    page.emulate_media(reduced_motion="reduce")
    page.evaluate(SPEED, 0)


def test_who_has_not_won_sees_no_suits_rise(page: Page) -> None:
    scored, over = ends("hearts")
    page.emulate_media(reduced_motion="no-preference")
    page.evaluate(SPEED, 1)
    state = moon(over, scored, 0)
    state[1]["view"]["winners"] = [1]
    shown(page, state)
    expect(page.locator(".panel h2")).to_have_text("Bo wins.")
    expect(page.locator(".rising")).to_have_count(0)
    page.emulate_media(reduced_motion="reduce")
