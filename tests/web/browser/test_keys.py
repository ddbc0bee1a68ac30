# ruff: noqa: RUF001
"""The keys of a table, as keyboards of many layouts and programs of many scripts send them."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.player import Hand
from tests.web.browser.conftest import Visitor

NAME = """async (events) => {
  const { keyName } = await import(
    document.querySelector("script[type=module]").src.replace("start/server.js", "table/keys.js"));
  return events.map((event) => keyName(new KeyboardEvent("keydown", event)));
}"""
SEND = """(events) => events.map((init) => {
  const event = new KeyboardEvent("keydown", { bubbles: true, cancelable: true, ...init });
  return !(document.activeElement ?? document.body).dispatchEvent(event);
})"""
Event = dict[str, Any]


def event(key: str, code: str = "", **more: Any) -> Event:
    return {"key": key, "code": code, **more}


def shifted(key: str, code: str) -> Event:
    return event(key, code, shiftKey=True)


# What is pressed one after the other, and the names of the keys.
NAMES = {
    "English": ([event("s", "KeyS"), shifted("S", "KeyS"), event("9", "Digit9")], "S S 9"),
    "signs": ([shifted("?", "Slash"), event("/", "Slash"), shifted("!", "Digit1")], "? / !"),
    "words": ([event("Escape", "Escape"), event("ArrowLeft", "ArrowLeft")], "Escape ArrowLeft"),
    "Russian": ([event("ы", "KeyS"), event("й", "KeyQ"), shifted("?", "Digit7")], "S Q ?"),
    "Greek": ([event("σ", "KeyS"), event(";", "KeyQ"), event("η", "KeyH")], "S Q H"),
    "Hebrew": ([event("ד", "KeyS"), event("/", "KeyQ"), event("'", "KeyW")], "S Q W"),
    "Hebrew, capitals": ([event("S", "KeyS"), event("Q", "KeyQ")], "S Q"),
    "Arabic": ([event("س", "KeyS"), event("٧", "Digit7"), shifted("؟", "Slash")], "S 7 ?"),
    "Arabic, two in one": ([event("لا", "KeyB")], "B"),
    "Persian numbers": ([event("۷", "Numpad7")], "7"),
    "Adlam, beyond the first plane": ([event("\U0001e922", "KeyS")], "S"),
    "Japanese": (
        [event("ｓ", "KeyS"), event("Ｑ", ""), event("７", ""), event("？", "")],
        "S Q 7 ?",
    ),
    "kana": ([event("と", "KeyS"), event("た", "KeyQ")], "S Q"),
    "French": ([event("q", "KeyA"), event("a", "KeyQ"), event(",", "KeyM")], "Q A ,"),
    "French digits": (
        [event("&", "Digit1"), event("è", "Digit7"), event("à", "Digit0"), shifted("7", "Digit7")],
        "1 7 0 7",
    ),
    "German": ([event("z", "KeyY"), event("ö", "Semicolon"), shifted("?", "Minus")], "Z  ?"),
    "Dvorak": ([event("s", "Semicolon"), event("'", "KeyQ"), event("q", "KeyX")], "S ' Q"),
    "Spanish": ([event("º", "Backquote"), event("ª", "Backquote")], " "),
    "Turkish": ([event("ı", "KeyI"), event("i", "Quote")], "I I"),
    "a dead key": ([event("Dead", "KeyS")], "Dead"),
    "a program that writes": ([event("Process", "KeyS"), event("Unidentified", "")], "S "),
}


@pytest.fixture
def table(visit: Visitor) -> Page:
    page = visit()
    Hand(page).press("Play Hearts")
    page.get_by_label("Your hand").get_by_role("button").first.wait_for()
    return page


def test_the_names_of_keys(table: Page) -> None:
    for layout, (events, names) in NAMES.items():
        assert (layout, " ".join(table.evaluate(NAME, events))) == (layout, names)


SUITS = {"S": "ы", "H": "р", "D": "в", "C": "с"}  # the Russian letters of their keys
RANKS = {"A": "ф", "K": "л", "Q": "й", "J": "о", "T": "е"}


def test_a_russian_keyboard_goes_to_each_card(table: Page) -> None:
    cards = table.get_by_label("Your hand").get_by_role("button")
    for card in cards.evaluate_all("(all) => all.map(({ name }) => name)"):
        rank, suit = card
        key = event(RANKS[rank], f"Key{rank}") if rank in RANKS else event(rank, f"Digit{rank}")
        assert table.evaluate(SEND, [event(SUITS[suit], f"Key{suit}"), key]) == [True, True]
        assert table.evaluate("document.activeElement.name") == card


@pytest.mark.parametrize("modifier", ["ctrlKey", "metaKey", "altKey", "modifierAltGraph"])
def test_a_modifier_makes_another_key(table: Page, modifier: str) -> None:
    """They are the browser's commands, and letters of other languages."""
    keys = [event(key, "KeyO", **{modifier: True}) for key in ("o", "щ", "ó")]
    assert table.evaluate(SEND, keys) == [False] * 3


def test_what_is_being_written_is_left_alone(table: Page) -> None:
    assert table.evaluate(SEND, [event("ㄴ", "KeyS", isComposing=True)]) == [False]
    for field in ("input", "textarea", "select", "div contenteditable"):
        table.evaluate(
            """(field) => {
              document.querySelector(".t").insertAdjacentHTML("beforeend", `<${field} id="f">`);
              document.getElementById("f").focus();
            }""",
            field,
        )
        assert table.evaluate(SEND, [event("i", "KeyI"), event("ш", "KeyI")]) == [False] * 2
        table.evaluate("() => document.getElementById('f').remove()")
    expect(table.get_by_role("complementary")).to_have_count(0)
    assert table.evaluate(SEND, [event("щ", "KeyO")]) == [True]
    expect(table.get_by_role("complementary")).to_be_visible()
