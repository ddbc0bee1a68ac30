"""Lessons: guided rounds of every game and of packages, and the tests that name their moments."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parlour.catalogue.lessons import LETTERS, SENTENCES, Step, holds, lesson, next_step
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.testing import Broken
from parlour.testing.fronts import check_lesson, lesson_round, sent_view
from parlour.web.catalogue import page_files, page_folder
from parlour.words.narration import called
from tests.support.packages import Site, site

VIEW: dict[str, Any] = {
    "seat": 1,
    "move": 4,
    "legal": ["7S", "8H", "draw"],
    "playable": ["8H", "9H"],
    "barred": {"2C": ["7S"]},
    "table": {
        "hand": ["2C", "7S", "8H"],
        "counts": [5, 3, 2],
        "turn": None,
        "top": "8D",
        "trick": [None, "QS", None],
        "points": [0, 7, 0],
        "thrown": [["KS"], [], []],
    },
}


@pytest.fixture
def installs(tmp_path: Path) -> Iterator[Site]:
    with site(tmp_path) as found:
        yield found


@pytest.mark.parametrize(
    ("test", "expected"),
    [
        ("move = 4", True),
        ("move > 4", False),
        ("move < 5", True),
        ("legal > 2", True),
        ("barred = 1", True),
        ("barred has ?C", True),
        ("legal has 8?", True),
        ("legal has draw", True),
        ("legal has 8", False),
        ("legal lacks ?D", True),
        ("legal lacks 8?", False),
        ("legal&playable = 1", True),
        ("table.hand&playable has 8H", True),
        ("legal&table.hand = 2", True),
        ("table.top has 8?", True),
        ("table.trick = 1", True),
        ("table.trick has QS", True),
        ("table.trick lacks ?H", True),
        ("table.points.me = 7", True),
        ("table.points.others > 0", False),
        ("table.counts.others < 3", True),
        ("table.counts.others > 4", True),
        ("table.counts.others = 3", False),
        ("table.thrown.me = 0", True),
        ("table.thrown.others has K?", True),
        ("table.turn < 0", True),
        ("table.turn = me", False),
        ("move > me", True),
    ],
)
def test_a_test_of_a_view(test: str, expected: bool) -> None:
    assert holds(test, VIEW) == expected


def test_the_next_step() -> None:
    """The first one that was not told and whose tests all hold, if the seat may act."""
    steps = (
        Step(("move = 9",), "A"),
        Step(("move = 4",), "B"),
        Step(("move = 4", "legal > 0"), "C"),
    )
    assert next_step(steps, [], VIEW) == 1
    assert next_step(steps, [1], VIEW) == 2
    assert next_step(steps, [2, 1], VIEW) is None
    assert next_step(steps, [], VIEW | {"legal": []}) is None


@pytest.mark.parametrize("game", BUILT_IN)
def test_every_sentence_comes_up(game: str) -> None:
    """In at most twelve short sentences, each a capital, a stop and no word of the code."""
    check_lesson(game)
    given = lesson(game)
    assert given
    said = [*(step.says for step in given.steps), given.closing]
    assert len({*said}) == len(said) <= SENTENCES
    for says in said:
        assert says[0].isupper()
        assert says[-1] == "."
        assert len(says) <= LETTERS
        assert says.count(". ") + says.count("? ") <= 1


@pytest.mark.parametrize("game", BUILT_IN)
def test_the_goal_is_said_early(game: str) -> None:
    """A player who never opens the rules knows within four turns what wins."""
    given = lesson(game)
    assert given
    told = list[int]()
    for match in lesson_round(game, given.deal):
        view = sent_view(match)
        if len(told) < 4 and (place := next_step(given.steps, told, view)) is not None:
            told.append(place)
    early = " ".join(given.steps[place].says for place in told)
    assert "points" in early or "first without cards" in early
    assert called(game).rules


def test_a_game_without_a_lesson(installs: Site) -> None:
    installs.add("toy-game")
    assert lesson("toy-game") is None
    check_lesson("toy-game")
    assert page_files("toy-game") == []
    assert page_folder("toy-game") is None


GOOD = (
    '{"deal": 7, "steps": [{"when": ["legal > 0"], "says": "Tap a card."}],'
    ' "closing": "Well done."}'
)


def install(installs: Site, text: str) -> None:
    page = installs.folder / installs.add("toy-game") / "page"
    page.mkdir()
    (page / "lesson.json").write_text(text, "utf-8")


@pytest.mark.parametrize("head", ["", "\ufeff"])
def test_the_lesson_of_a_package(head: str, installs: Site) -> None:
    install(installs, head + GOOD)
    assert lesson("toy-game") == (7, ((("legal > 0",), "Tap a card."),), "Well done.")
    check_lesson("toy-game")
    assert page_files("toy-game") == ["lesson.json"]
    assert page_folder("toy-game") is not None


def test_a_sentence_that_does_not_come_up(installs: Site) -> None:
    install(installs, GOOD.replace("legal > 0", "legal > 50"))
    why = r'^The lesson of toy-game does not come to its sentence "Tap a card\."$'
    with pytest.raises(Broken, match=why):
        check_lesson("toy-game")


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ('"deal": 7, ', "", "KeyError"),
        ('"deal": 7', '"deal": 0', "The deal must be a whole number from 1 to 2147483646, not 0"),
        (
            '"deal": 7',
            '"deal": 1.5',
            "The deal must be a whole number from 1 to 2147483646, not 1.5",
        ),
        (
            '"deal": 7',
            '"deal": true',
            "The deal must be a whole number from 1 to 2147483646, not True",
        ),
        ('"Well done."', "7", "AttributeError"),
        ('"Well done."', '" "', "A sentence has 1 to 110 letters"),
        ("Tap a card.", "Tap\\n.", "A sentence has 1 to 110 letters"),
        ("Tap a card.", "Tap " * 30, "A sentence has 1 to 110 letters"),
        ("}]", "}" + ', {"when": [], "says": "More."}' * 11 + "]", "not 13"),
        ('[{"when": ["legal > 0"], "says": "Tap a card."}]', "[]", "2 to 12 sentences, not 1"),
        ("legal > 0", "move has 7S", "asks for names of a number"),
        ("legal > 0", "move&legal = 0", "asks for names of a number"),
        ("legal > 0", "table.turn lacks 7S", "asks for names of a number"),
        ("legal > 0", "legal&table.turn = 0", "asks for names of a number"),
        ("legal > 0", "legal", "is not a test of what a seat sees"),
        ("legal > 0", "legal ~ 0", "is not a test of what a seat sees"),
        ("legal > 0", "legal.me > 0", "is not a test of what a seat sees"),
        ("legal > 0", "table.turn.me > 0", "is not a test of what a seat sees"),
        ("legal > 0", "deck > 0", "is not a test of what a seat sees"),
        ("legal > 0", "table.deck > 0", "is not a test of what a seat sees"),
        ("legal > 0", "legal&table.deck > 0", "is not a test of what a seat sees"),
    ],
)
def test_a_lesson_that_cannot_be_read(old: str, new: str, why: str, installs: Site) -> None:
    install(installs, GOOD.replace(old, new))
    assert lesson("toy-game") is None
    said = GAMES.parts_left_out["toy-game", "lesson.json"]
    assert said.startswith('The lesson of the game "toy-game" is left out: it cannot be read (')
    assert why in said
    assert GAMES.faults() == [said]
    with pytest.raises(Broken, match="is left out"):
        check_lesson("toy-game")
