"""A hint in lines of text."""

from random import Random
from typing import Any

import pytest

from parlour.match import View, view
from parlour.terminal.advice import advised
from tests.players.test_search import positions

TERMS: list[dict[str, Any]] = [
    {"says": says, "seat": seat, "cards": cards, "better": better, "error": error}
    for says, seat, cards, better, error in (
        ("It keeps {cards} playable.", None, {"JD": 2.14, "QD": -0.9}, 1.24, 0.1),
        ("It lets {who} play {cards}.", 2, {"8D": -0.4, "9D": 0.04}, -0.4, 0.1),
        ("You hold {cards}.", None, {"2C": 0.04, "3C": 0.03}, 0.9, 0.1),  # of nothing to name
        ("You discard fewer points.", None, {}, 0.3, 0.2),  # not clear
        ("{who} discards more points.", 1, {}, 0.1, 0.01),  # small
        (None, None, {}, 0.5, 0.1),
    )
]


@pytest.fixture
def seen() -> View:
    """A seat of Straights with three legal cards."""
    views = (view(match, seat) for match, seat in positions("straights", Random(1)))
    return next(one for one in views if one.seat == 0 and len(one.actions) == 3)


def hint_for(seen: View, **fields: Any) -> dict[str, Any]:
    """A hint of three choices."""
    figures = [(1.26, 0.2), (-1.26, 0.2), (-0.04, 0.03)]
    choices = [
        {"actions": [action], "better": better, "error": error, "playouts": 160}
        for action, (better, error) in zip(seen.actions, figures, strict=True)
    ]
    whole = {"why": "better", "unit": "points", "points": 1.26, "choices": choices, "terms": TERMS}
    return {"action": seen.actions[0], **whole, **fields}


def test_the_number_and_its_causes(seen: View) -> None:
    one, two, three = seen.actions
    assert advised(seen, hint_for(seen)) == [
        f"Hint: {one}. About 1.3 points better than {two} (+-0.4, 160 rounds tried).",
        "It keeps JD (+2.1), QD (-0.9) playable.",
        "It lets Player3 play 8D (-0.4).",
        f"Against the best other choice: {one} +1.3, {two} -1.3, {three} 0.0",
    ]


def test_a_share_is_told_in_hundredths(seen: View) -> None:
    one, two, three = seen.actions
    assert advised(seen, hint_for(seen, unit="share", points=-0.5)) == [
        f"Hint: {one}. Wins about 126 of 100 matches more often than {two} "
        "(+-40, 160 rounds tried).",
        f"Against the best other choice: {one} +126, {two} -126, {three} -4",
    ]


def test_what_is_about_equal(seen: View) -> None:
    one, two, three = seen.actions
    assert advised(seen, hint_for(seen, why="equal")) == [
        f"Hint: {one}. About equal: {three}.",
        f"Against the best other choice: {one} +1.3, {two} -1.3, {three} 0.0",
    ]


def test_one_choice_has_no_numbers(seen: View) -> None:
    one = seen.actions[0]
    assert advised(seen, hint_for(seen, choices=[{"actions": [one]}])) == [f"Hint: {one}"]
