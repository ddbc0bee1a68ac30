"""Lessons: a guided first round on a fixed deal, in which the page explains what can be done.

A game's folder may have a file `page/lesson.json` with the number of the deal, the steps, and the
sentence for the end of the round. A step is a moment, as tests that must all hold, and its
sentence. In a sentence {7S} is a card and {S} the sign of a suit.

    {
        "deal": 6788,
        "steps": [
            {"when": ["move = 0"], "says": "The raised card begins: tap it."},
            {"when": ["legal&playable = 0"], "says": "Nothing fits: choose a card to discard."}
        ],
        "closing": "The fewest points win."
    }

The tests are made for the view of the seat as it is sent, whenever the seat may act; so a lesson
knows what its seat knows. A test is `FIELD RELATION VALUE`. The fields are `move`, `legal`,
`playable`, `barred` and those of the table (`table.trick`); `me` and `others` choose from a row
by seat (`table.points.me`, `table.counts.others`), and `&` has what two fields have in common.

    FIELD = VALUE, FIELD < VALUE, FIELD > VALUE
        a number, or how many cards or actions there are; of `others` at least one. A field without
        a value counts as -1. The value `me` is the seat's number.
    FIELD has VALUE, FIELD lacks VALUE
        a card or another action; ? stands for any letter: `legal has 8?`

At each turn the page shows the first sentence whose moment has come and that was not shown yet,
else the latest one whose moment has come again. The computers are of the game's simplest level, the
house rules those with which new tables of the page start.
"""

import json
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from parlour.catalogue.layout import by_seat, fields
from parlour.catalogue.registry import GAMES, find_game, folder
from parlour.errors import RulesError, failure, quote
from parlour.shuffle import DEALS

LESSON = "lesson.json"
SENTENCES = 12  # at most, with the closing one
LETTERS = 110  # of a sentence, at most
NAMED = ("card", "mask", "action", "suit")  # what fields with names hold
_TEST = re.compile(
    r"(?:move|legal|playable|barred|table\.(?P<name>\w+)(?P<seat>\.me|\.others)?)"
    r"(?:&(?:legal|playable|table\.(?P<second>\w+)))? "
    r"(?:(?:[=<>] (?:\d+|me))|(?P<names>(?:has|lacks) [\w?-]+))"
).fullmatch


class Step(NamedTuple):
    """A sentence and its moment."""

    when: tuple[str, ...]  # tests, all of which must hold
    says: str


class Lesson(NamedTuple):
    """A guided round."""

    deal: int  # the number that deals the match
    steps: tuple[Step, ...]
    closing: str  # the sentence for the end of the round


def lesson(game: str) -> Lesson | None:
    """The lesson of a game; None if it has none, or if its `lesson.json` cannot be read, with a
    sentence in `GAMES.parts_left_out`.
    """
    rules: Any = find_game(game)
    file = folder(game) / "page" / LESSON
    if not file.is_file():
        return None
    try:
        data = json.loads(file.read_text("utf-8-sig"))
        steps = tuple(Step(tuple(step["when"]), step["says"]) for step in data["steps"])
        lesson = Lesson(data["deal"], steps, data["closing"])
        _check(lesson, rules.Shown)
    except Exception as error:  # the file of a package may hold anything
        GAMES.parts_left_out[game, LESSON] = (
            f"The lesson of the game {quote(game)} is left out: it cannot be read "
            f"({failure(error)})."
        )
        return None
    return lesson


def _check(lesson: Lesson, shown: Any) -> None:
    """RulesError if a part of a lesson is not as this module describes it; `shown` is the record of
    what a seat sees.
    """
    held, rows = {field.name: field.holds for field in fields(shown)}, by_seat(shown)
    if type(lesson.deal) is not int or not 1 <= lesson.deal <= DEALS:
        raise RulesError(f"The deal must be a whole number from 1 to {DEALS}, not {lesson.deal}.")
    said = [step.says for step in lesson.steps] + [lesson.closing]
    if not 1 < len(said) <= SENTENCES:
        raise RulesError(f"A lesson has 2 to {SENTENCES} sentences, not {len(said)}.")
    for says in said:
        if not says.strip() or not says.isprintable() or len(says) > LETTERS:
            raise RulesError(f"A sentence has 1 to {LETTERS} letters, unlike {quote(says)}.")
    for test in [test for step in lesson.steps for test in step.when]:
        parsed = _TEST(test)
        named = parsed and {parsed["name"], parsed["second"]} - {None} <= held.keys()
        if not (parsed and named and (not parsed["seat"] or parsed["name"] in rows)):
            raise RulesError(f"{quote(test)} is not a test of what a seat sees.")
        kinds = [held[parsed[which]] for which in ("name", "second") if parsed[which]]
        if (test.startswith("move") or {*kinds} - {*NAMED}) and ("&" in test or parsed["names"]):
            raise RulesError(f"{quote(test)} asks for names of a number.")


def next_step(steps: tuple[Step, ...], told: list[int], view: dict[str, Any]) -> int | None:
    """The place of the step to show in a view as it is sent, after those shown before; None if
    no other moment has come, or the seat may not act.
    """
    if not view["legal"]:
        return None
    for place, step in enumerate(steps):
        if place not in told and all(holds(test, view) for test in step.when):
            return place
    return None


def holds(test: str, view: dict[str, Any]) -> bool:
    """Whether a test holds in a view as it is sent."""
    field, relation, value = test.split(" ")
    values = list(_values(field, view))
    if relation in ("has", "lacks"):
        like = re.compile(value.replace("?", ".")).fullmatch
        return any(like(entry) for value in values for entry in _entries(value)) == (
            relation == "has"
        )
    number = view["seat"] if value == "me" else int(value)
    compared = {"=": int.__eq__, "<": int.__lt__, ">": int.__gt__}[relation]
    return any(compared(_amount(value), number) for value in values)


def _values(field: str, view: dict[str, Any]) -> Iterator[Any]:
    """The values of a field: several of the others, else one."""
    field, _, other = field.partition("&")
    value: Any = view
    for name in field.split("."):
        if name == "others":
            yield from (part for seat, part in enumerate(value) if seat != view["seat"])
            return
        value = value[view["seat"] if name == "me" else name]
    if other:
        both = {*_entries(next(_values(other, view)))}
        value = [entry for entry in _entries(value) if entry in both]
    yield value


def _entries(value: Any) -> list[str]:
    """The names in a value."""
    return [entry for entry in ([value] if isinstance(value, str) else value or ()) if entry]


def _amount(value: Any) -> int:
    """A number itself, or the number of names; -1 of none."""
    if value is None:
        return -1
    return value if isinstance(value, int) else len(_entries(value))
