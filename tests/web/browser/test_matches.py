"""A whole match of each game by mouse, by touch and by keys alone; what the page says in the end is
what the server keeps.
"""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.measure import fits
from tests.support.browser.player import Finger, Hand, Keys, Look, play
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

TITLES = {"straights": "Straights", "hearts": "Hearts", "crazy-eights": "Crazy Eights"}
SHORT: dict[str, dict[str, Any]] = {
    "straights": {"target": 1},
    "hearts": {"target": 20},
    "crazy-eights": {"target": 0, "eights": "named"},
}


def agrees(page: Page, program: Program, shown: Look) -> None:
    """The panel at the end says what the server's record does."""
    view = program.view(page.url)
    assert view["winners"]
    you = [row for row in shown.rows if row[0].startswith("You")]
    assert len(you) == 1
    assert [int(row[2]) for row in shown.rows] == sorted(view["totals"])
    assert (int(you[0][1]), int(you[0][2])) == (view["points"][0], view["totals"][0])
    assert shown.panel == said(view["winners"], len(view["totals"]), shown.rows)


def said(winners: list[int], seats: int, rows: list[list[str]]) -> str:
    """Whoever has least stands first."""
    names = [row[0].split("\n")[0] for row in rows][: len(winners)]
    if len(winners) in (1, seats):
        return (
            "A drawn game."
            if len(winners) > 1
            else "You win!"
            if winners == [0]
            else f"{names[0]} wins."
        )
    return f"{', '.join(names[:-1])} and {names[-1]} share the win."


@pytest.mark.parametrize("game", TITLES)
def test_by_mouse(visit: Visitor, served: Program, game: str) -> None:
    page = visit(rules={game: SHORT[game]})
    hand = Hand(page)
    hand.press(f"Play {TITLES[game]}")
    agrees(page, served, play(hand))


@pytest.mark.parametrize("height", [812, 640])
@pytest.mark.parametrize("game", TITLES)
def test_by_touch(visit: Visitor, served: Program, game: str, height: int) -> None:
    """And nothing scrolls meanwhile, and everything can be hit."""
    rules = {"target": 0, "draw": "one-then-pass"} if game == "crazy-eights" else {"target": 1}
    page = visit(phone=True, rules={game: rules}, viewport={"width": 375, "height": height})
    hand = Finger(page)
    hand.press(f"Play {TITLES[game]}")
    agrees(page, served, play(hand, each=fits))


@pytest.mark.parametrize("game", TITLES)
def test_by_keys(visit: Visitor, served: Program, game: str) -> None:
    """And first settings and house rules."""
    rules: dict[str, Any] = SHORT[game] | ({"target": 1} if game == "hearts" else {})
    page = visit(settings={})
    keys = Keys(page)
    keys.press("Settings")
    page.get_by_role("dialog").wait_for()
    keys.reach("Play a card for you if it is the only one")
    keys.type("Space")
    keys.reach("Calmly")
    keys.type("ArrowLeft", "ArrowLeft")
    assert page.get_by_role("radio", name="At once").is_checked()
    keys.reach("Normal")
    keys.type("ArrowLeft", "ArrowLeft")
    assert page.get_by_role("radio", name="None").is_checked()
    keys.type("Escape")
    expect(page.get_by_role("button", name="Settings")).to_be_focused()
    keys.press("House rules the usual ones")
    page.get_by_role("radio", name="Hearts").wait_for(state="attached")
    keys.reach("Hearts")
    keys.type(*{"straights": ["ArrowLeft"], "hearts": [], "crazy-eights": ["ArrowRight"]}[game])
    if game == "crazy-eights":
        keys.reach("Rule set")
        keys.type("ArrowUp")  # the standard one: one round, and an eight keeps its suit
        keys.reach("After an eight")
        keys.type("ArrowDown")
    else:
        keys.reach("Play to, in points")
        keys.type("Control+a", *str(rules["target"]), "Enter")
    keys.press(f"Play {TITLES[game]}")
    agrees(page, served, play(keys))
    assert all(served.view(page.url)["rules"][name] == value for name, value in rules.items())
