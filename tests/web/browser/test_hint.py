"""A hint at the page: the sentence, its causes, the table behind it, and the advised card."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.support.browser.moments import chosen, match, own
from tests.support.browser.scripted import leave, seat, show
from tests.terminal.test_advice import TERMS

MINUS = "\N{MINUS SIGN}"


def choice(card: str, better: float, error: float, playouts: int = 160) -> dict[str, Any]:
    return {"actions": [card], "better": better, "error": error, "playouts": playouts}


@pytest.fixture(scope="module")
def page(chromium: Browser) -> Iterator[Page]:
    """A table of Straights at one's own turn."""
    page = seat(chromium, touch=False)
    leave(page)
    show(page, chosen(match("straights"))[0])
    yield page
    page.context.close()


def asked(page: Page, **fields: Any) -> Locator:
    """The dialog of a hint with these fields, of three cards of the hand."""
    first, second, third = page.evaluate(
        "[...document.querySelectorAll('.held')].map((e) => e.name)"
    )[:3]
    choices = [choice(first, 1.26, 0.2), choice(second, -1.26, 0.2), choice(third, -0.04, 0.03)]
    hint = {"action": first, "why": "better", "unit": "points", "points": 1.26, "terms": TERMS}
    page.evaluate("(hint) => { window.hint = hint }", {**hint, "choices": choices, **fields})
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    return dialog


def told(dialog: Locator) -> str:
    """The sentences without the cards."""
    return " ".join(dialog.locator("p").inner_text().split())


def closed(page: Page) -> None:
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_the_sentence_and_the_table_have_one_number(page: Page) -> None:
    dialog = asked(page)
    said = told(dialog)
    assert said.startswith("Choose ")
    assert ": about 1.3 points better than" in said
    assert "(±0.4, 160 rounds tried)." in said
    assert "(+2.1) and" in said
    assert f"({MINUS}0.9) playable." in said
    assert "It lets Cleo play" in said
    assert "0.0" not in said
    assert "You hold" not in said
    # A cause that is not clear, or is small, is left out.
    assert "throw" not in said
    expect(dialog.locator("table")).to_be_hidden()
    dialog.get_by_text("The choices compared").click()
    rows = dialog.locator("tbody tr").all_inner_texts()
    assert [row.split()[-2:] for row in rows] == [
        ["+1.3", "±0.4"],
        [f"{MINUS}1.3", "±0.4"],
        ["0.0", "±0.1"],
    ]
    closed(page)


SIZES = [(1280, 800), (844, 390), (667, 375), (568, 320), (320, 568), (360, 560)]


@pytest.mark.parametrize("size", SIZES)
def test_the_hand_stays_in_sight_below_all_choices(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size(ViewportSize(width=size[0], height=size[1]))
    hand = page.locator(".held")
    held = hand.evaluate_all("(all) => all.map((e) => e.name)")
    dialog = asked(page, choices=[choice(card, -1, 0.1) for card in held])
    dialog.get_by_text("The choices compared").click()
    rows = dialog.locator("tbody tr")
    expect(rows).to_have_count(len(held))
    box = dialog.bounding_box()
    assert box
    tops = hand.evaluate_all("(all) => all.map((e) => e.getBoundingClientRect().top)")
    assert box["y"] + box["height"] <= min(tops)
    rows.last.scroll_into_view_if_needed()
    expect(rows.last).to_be_in_viewport()
    closed(page)
    page.set_viewport_size(ViewportSize(width=1280, height=800))


def test_the_advised_card_is_raised_until_the_next_view(page: Page) -> None:
    asked(page)
    raised = page.locator(".held.advised")
    expect(raised).to_have_count(1)
    assert "advised" in (raised.get_attribute("aria-label") or "")
    closed(page)
    expect(raised).to_have_count(1)
    show(page, chosen(match("straights"))[1])
    expect(raised).to_have_count(0)


def test_a_share_is_told_in_matches_of_a_hundred(page: Page) -> None:
    said = told(asked(page, unit="share", points=-0.5))
    assert "wins about 126 of 100 matches more often than" in said
    assert said.endswith("(±40, 160 rounds tried).")
    closed(page)


def test_what_is_about_equal_has_no_cause(page: Page) -> None:
    said = told(asked(page, why="equal"))
    assert said.startswith("About equal in 160 rounds tried: choose ")
    assert " or " in said
    assert "playable" not in said
    closed(page)


@pytest.mark.parametrize(
    ("why", "sentence"),
    [
        ("only", "Nothing else is possible."),
        ("busy", "The strong players are busy; a simpler one stands in."),
    ],
)
def test_one_choice_has_a_reason_and_no_table(page: Page, why: str, sentence: str) -> None:
    dialog = asked(page, why=why, choices=[choice("7S", 0, 0, 0)], terms=[])
    assert told(dialog).endswith(sentence)
    expect(dialog.locator("table")).to_have_count(0)
    closed(page)


def test_a_forced_card_has_a_hint_at_once(page: Page) -> None:
    """Without a request: the card may be played by itself before an answer comes."""
    turns = own(match("straights"))
    show(page, next(state for state in turns if not chosen([state])))
    page.evaluate("() => { window.sent = 0; socket.send = () => void sent++ }")
    page.keyboard.press("i")
    dialog = page.get_by_role("dialog")
    assert told(dialog).endswith("Nothing else is possible.")
    expect(dialog.locator("table")).to_have_count(0)
    assert page.evaluate("sent") == 0
    closed(page)


def test_no_hint_while_nothing_is_to_be_decided(page: Page) -> None:
    button = page.locator("[name=hint]")
    expect(button).to_be_visible()
    show(page, next(state for state in match("straights") if not own([state])))
    expect(button).to_be_hidden()
    page.keyboard.press("i")
    page.wait_for_timeout(200)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_no_hint_in_a_lobby(chromium: Browser) -> None:
    page = seat(chromium)
    show(page, match("straights")[0])
    expect(page.get_by_role("heading", name="Waiting for friends")).to_be_visible()
    expect(page.locator("[name=hint]")).to_be_hidden()
    page.keyboard.press("i")
    page.wait_for_timeout(200)
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.context.close()


def test_the_button_says_that_a_hint_is_being_computed(chromium: Browser) -> None:
    """It is requested once; a refusal is shown, and the next request may succeed."""
    page = seat(chromium)
    show(page, chosen(match("straights"))[0])
    page.evaluate(
        "() => { window.asked = []; socket.send = (text) => asked.push(JSON.parse(text)) }"
    )
    button = page.locator("[name=hint]")
    expect(button).to_have_text("Hint")
    for count in (1, 2):
        page.keyboard.press("i")
        expect(button).to_have_text("Thinking")
        expect(button).to_have_attribute("aria-busy", "true")
        page.keyboard.press("i")
        page.evaluate(
            """() => socket.hear({ type: "refused", id: asked.at(-1).id,
              why: "The hint could not be computed." })"""
        )
        expect(page.locator(".status")).to_have_text("The hint could not be computed.")
        expect(button).to_have_text("Hint")
        page.wait_for_timeout(200)
        assert page.evaluate("asked.map((one) => one.type)") == ["hint"] * count
    page.context.close()


def test_a_refusal_that_comes_after_the_turn_is_not_shown(chromium: Browser) -> None:
    page = seat(chromium)
    first, after = chosen(match("straights"))[:2]
    show(page, first)
    page.evaluate(
        "() => { window.asked = []; socket.send = (text) => asked.push(JSON.parse(text)) }"
    )
    page.keyboard.press("i")
    expect(page.locator("[name=hint]")).to_have_text("Thinking")
    show(page, after)
    said = page.locator(".status").inner_text()
    page.evaluate(
        """() => socket.hear({ type: "refused", id: asked[0].id,
          why: "The turn is over; ask again." })"""
    )
    expect(page.locator("[name=hint]")).to_have_text("Hint")
    expect(page.locator(".status")).to_have_text(said)
    expect(page.locator(".status.warn")).to_have_count(0)
    page.context.close()
