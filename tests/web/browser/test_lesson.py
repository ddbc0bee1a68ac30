"""Lessons at the page: a guided round is played, left, continued after a reload, and read aloud."""

import pytest
from playwright.sync_api import Page, expect

from parlour.catalogue.lessons import Step, holds, lesson, next_step
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.words.narration import called
from tests.support.browser.player import Finger, Hand, Look, go_on, look
from tests.support.browser.program import Program
from tests.web.browser.conftest import Visitor

USUAL = {"pace": "once", "speed": 0}  # forced cards are played by themselves


def begin(visit: Visitor, game: str, *, phone: bool = False) -> Page:
    page = visit(phone=phone, settings=USUAL)
    (Finger if phone else Hand)(page).press(f"Learn {called(game).title}")
    page.locator(".lesson p").wait_for()
    page.wait_for_function("() => document.title.startsWith('Your turn')")
    return page


def sentence(page: Page) -> str:
    """What the lesson says, with cards by name."""
    return page.locator(".lesson p").inner_text()


# The sentences that the lesson has said so far, each once, with the present one.
SAID = """() => {
  const said = window.sentences ??= [];
  const note = () => {
    const now = document.querySelector(".lesson p")?.innerText;
    if (now && !said.includes(now)) said.push(now);
  };
  const all = { childList: true, characterData: true, subtree: true };
  new MutationObserver(note).observe(document.body, all);
  note();
}"""
NOW = "() => [window.sentences, document.querySelector('.lesson p').innerText]"


def asked(shown: Look) -> bool:
    """Whether the seat is asked for one action; a pass and an eight are several, sent as one."""
    return shown.yours and not shown.button("Pass these", "Spades") and not shown.sending


def guided(page: Page, served: Program, steps: tuple[Step, ...]) -> list[int]:
    """Wait until the page says what the server's tests of the seat's view find; the places of what
    was said so far. One press may draw several cards, each a view of its own.
    """
    places = {step.says: place for place, step in enumerate(steps)}
    for _ in range(150):
        view = served.view(page.url)
        said, now = page.evaluate(NOW)
        told = [places[sentence] for sentence in said]
        true = [n for n in told if all(holds(test, view) for test in steps[n].when)]
        expected = steps[true[-1]].says if true else ""
        new = told[-1:] == [next_step(steps, told[:-1], view)]
        if now == expected and (new or next_step(steps, told, view) is None):
            return told
        page.wait_for_timeout(100)
    raise AssertionError(f"{now!r} is said, not {expected!r}; said before: {said}")


@pytest.mark.parametrize("game", BUILT_IN)
def test_a_guided_round(visit: Visitor, served: Program, game: str) -> None:
    """At each turn the page finds the sentence that the server's tests of the same view find; at
    the end it says how to go on; then the lesson is over and its table goes on.
    """
    course = lesson(game)
    assert course
    page = begin(visit, game, phone=True)
    page.evaluate(SAID)
    hand, told, move = Finger(page), list[int](), -1
    assert served.room(page.url)["deal"] == course.deal
    assert served.view(page.url)["players"][1:] == ["first"] * (
        GAMES[game].seats(GAMES[game].Rules()) - 1
    )
    shown = look(page)
    for _ in range(400):
        if shown.panel:
            break
        view = served.view(page.url)
        table = view["table"]
        partly = table.get("passing") and table["passed"]
        if asked(shown) and view["move"] > move and not partly:
            move = view["move"]
            told = guided(page, served, course.steps)
            shown = look(page)
        shown = go_on(hand, shown)
    assert len(told) > len(course.steps) / 2
    expect(page.locator(".panel")).to_contain_text(course.closing)
    log = page.locator("[role=log] p")
    expect(log.last).to_have_text(course.closing)
    hand.press("Next round")
    expect(page.locator(".panel")).to_be_hidden()
    expect(page.locator(".lesson")).to_be_hidden()
    page.reload()
    page.get_by_label("Your hand").wait_for()
    expect(page.locator(".lesson")).to_be_hidden()


def test_a_lesson_is_left(visit: Visitor, served: Program) -> None:
    """The table goes on as any other: with the lesson a forced card waits for its person, then it
    is played by itself.
    """
    page = begin(visit, "straights")
    first = sentence(page)
    page.wait_for_timeout(2500)
    assert served.view(page.url)["move"] == 0
    page.reload()
    page.locator(".lesson p").wait_for()
    expect(page.locator(".lesson p")).to_have_text(first)
    Hand(page).press("Leave the lesson")
    expect(page.locator(".lesson")).to_be_hidden()
    page.wait_for_function("() => document.querySelectorAll('.held').length < 13")
    page.reload()
    page.get_by_label("Your hand").wait_for()
    expect(page.locator(".lesson")).to_be_hidden()


def test_a_lesson_is_heard_once(visit: Visitor) -> None:
    page = begin(visit, "straights")
    first = sentence(page)
    expect(page.locator("[role=log] p").last).to_have_text(first)
    page.set_viewport_size({"width": 900, "height": 700})
    page.keyboard.press("?")
    expect(page.locator("[role=log] p", has_text=first)).to_have_count(1)


def test_the_deal_of_a_lesson_is_played_again(visit: Visitor) -> None:
    """The lesson begins anew."""
    page = begin(visit, "straights")
    hand, first = Hand(page), sentence(page)
    shown = look(page)
    while not shown.panel:
        shown = go_on(hand, shown)
    hand.press("Play this deal again")
    expect(page.locator(".panel")).to_be_hidden()
    expect(page.locator(".lesson p")).to_have_text(first)


def test_other_tables_have_no_lesson(visit: Visitor) -> None:
    page = visit()
    Hand(page).press("Play Straights")
    page.get_by_label("Your hand").wait_for()
    expect(page.locator(".lesson")).to_be_hidden()
