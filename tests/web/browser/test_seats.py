"""Starting: a card of each game is its button; a new table is drawn as chairs around a table."""

import re

import pytest
from playwright.sync_api import Page, expect

from parlour.catalogue.registry import BUILT_IN
from parlour.words.narration import LEVELS, called
from tests.web.browser.conftest import Visitor

SIZES = [(320, 568), (375, 812), (812, 375), (768, 1024), (1280, 800), (2560, 1440)]
# the chairs' centres relative to the oval's: -1, 0 or 1 in x and in y
AROUND = """() => {
  const centre = (e) => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x + width / 2, y + height / 2];
  };
  const [x, y] = centre(document.querySelector(".oval"));
  const side = (n) => Math.abs(n) < 8 ? 0 : Math.sign(n);
  return [...document.querySelectorAll(".chair")].map((e) => {
    const [left, top] = centre(e);
    return [side(left - x), side(top - y)].join(" ");
  });
}"""
# what is outside of the window, shares a place with another control, or is too small for fingers
WRONG = """(least) => {
  const all = [...document.querySelectorAll("button, select, input, a, summary, .oval")]
    .filter((e) => e.checkVisibility() && !e.closest(".segments, header, .toggle"));
  const boxes = all.map((e) => [e, e.getBoundingClientRect()]);
  const named = (e) => e.ariaLabel || e.innerText || e.id || e.className;
  const wrong = [];
  boxes.forEach(([e, one], n) => {
    if (one.left < 0 || one.right > innerWidth) wrong.push(`${named(e)} is outside`);
    if (!e.matches(".oval, summary") && one.height < least) wrong.push(`${named(e)} is small`);
    for (const [other, box] of boxes.slice(n + 1)) {
      const meets = one.left < box.right - 1 && box.left < one.right - 1
        && one.top < box.bottom - 1 && box.top < one.bottom - 1;
      if (meets && !e.contains(other)) wrong.push(`${named(e)} meets ${named(other)}`);
    }
  });
  const { scrollWidth, clientWidth } = document.scrollingElement;
  if (scrollWidth > clientWidth) wrong.push("the page scrolls sideways");
  return wrong;
}"""
PLACES = {
    2: ["0 1", "0 -1"],
    3: ["0 1", "-1 0", "1 0"],
    4: ["0 1", "-1 0", "0 -1", "1 0"],
    5: ["0 1", "-1 0", "-1 -1", "1 -1", "1 0"],
}


def new_table(visit: Visitor, game: str, width: int, height: int) -> Page:
    """The form of a new table in a window of this size."""
    touch = width < 900
    return visit(
        f"/#/new/{game}",
        viewport={"width": width, "height": height},
        has_touch=touch,
        is_mobile=touch,
    )


@pytest.mark.parametrize("seats", PLACES)
def test_the_seats_are_chairs_around_a_table(visit: Visitor, seats: int) -> None:
    """The first at the bottom, the others clockwise from its left; so in the tab order."""
    page = new_table(visit, "crazy-eights", 1280, 800)
    page.get_by_label("Players").select_option(str(seats))
    assert page.evaluate(AROUND) == PLACES[seats]
    names = page.locator(".chair label").all_inner_texts()
    assert names == [f"Seat {seat + 1}" for seat in range(seats)]


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_a_new_table_fits_every_window(visit: Visitor, width: int, height: int) -> None:
    page = new_table(visit, "crazy-eights", width, height)
    for seats in ("2", "5"):
        page.get_by_label("Players").select_option(seats)
        assert page.evaluate(WRONG, 44 if width < 900 else 0) == []
    page.get_by_label("Seat 2").select_option("friend")
    assert page.evaluate(WRONG, 44 if width < 900 else 0) == []
    page.goto(page.url.partition("#")[0])
    page.get_by_role("button", name="Play Hearts").wait_for()
    assert page.evaluate(WRONG, 44 if width < 900 else 0) == []


def test_a_chair_is_taken_by_keyboard(visit: Visitor) -> None:
    """Nobody has two seats; a screen reader hears the group, the seat and who sits there."""
    page = new_table(visit, "hearts", 1280, 800)
    expect(page.get_by_role("group", name="Seats")).to_be_visible()
    seat = page.get_by_role("combobox", name="Seat 3")
    seat.focus()
    page.keyboard.type("You")
    expect(seat).to_have_value("me")
    expect(seat).to_be_focused()
    expect(page.get_by_role("combobox", name="Seat 1")).not_to_have_value("me")
    titles = page.locator(".chair").first.locator("option").all_inner_texts()
    assert titles == ["You", "A friend", *(title for title, _ in LEVELS.values())]


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_whole_card_is_the_button(visit: Visitor, game: str) -> None:
    page = visit()
    title = called(game).title
    page.locator("article", has_text=f"Play {title}").locator("h3").click(force=True)
    page.get_by_label("Your hand").wait_for()
    expect(page.locator(".titles h1")).to_have_text(title)


def test_the_levels_in_order_and_what_each_means(visit: Visitor) -> None:
    """The same names as in the terminal, each with its figure in docs/players.md."""
    page = visit()
    page.get_by_role("button", name="Play Hearts").wait_for()
    levels = page.locator(".new .segments span").all_inner_texts()
    assert levels == [title for title, _ in LEVELS.values()]
    expect(page.get_by_text("Computer players, easiest first")).to_be_visible()
    card = page.locator("article", has_text="Play Hearts")
    expect(card).to_contain_text(f"Prudent {called('hearts').strengths['greedy']}.")
    page.get_by_text("Strong", exact=True).click()
    expect(card).to_contain_text(re.compile(r"Strong wins \d+ of 100 hands at a mixed table\."))
    for name in BUILT_IN:
        title, about = called(name).title, called(name).strengths["search"]
        article = page.locator("article", has_text=f"Play {title}")
        expect(article).to_contain_text(re.compile(re.escape(f"Strong {about}.")))
