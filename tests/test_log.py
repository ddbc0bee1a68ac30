"""The record format: what is written, and what is refused."""

import io
import json
from collections.abc import Callable
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour.cards import NEW_DECK
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.errors import EventError, LogError
from parlour.games.crazy_eights import rules as eights
from parlour.games.hearts import rules as hearts
from parlour.games.straights import rules as straights
from parlour.log import LONGEST_LINE, Line, lines, read, write
from parlour.match import Acted, Dealt, Event, Opened, Seated, fold
from parlour.shuffle import Shuffle
from tests.support.play import every_rules, opened, random_round
from tests.support.witness import Witness, winners

DECK = Shuffle("std", 6788)(NEW_DECK)
LOG: list[Event] = [
    *opened("straights", straights.Rules()),
    Dealt(DECK),
    Acted(3, 45),
    Acted(0, 39),
]
TEXT = write(LOG, "straights").splitlines(keepends=True)


def read_text(text: str | bytes) -> list[Line]:
    data = text if isinstance(text, bytes) else text.encode("utf-8", "surrogatepass")
    return list(read(data.splitlines(keepends=True)))


def refusal(text: str | bytes) -> str:
    with pytest.raises(LogError) as refused:
        read_text(text)
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_events_as_the_format_says() -> None:
    assert [json.loads(line) for line in TEXT[:2] + TEXT[6:]] == [
        {
            "n": 0,
            "event": "opened",
            "version": 1,
            "game": "straights",
            "salt": "salt",
            "rules": {
                "edition": 1,
                "target": 80,
                "opens": "7S",
                "discards": "shown",
                "values": "rank",
            },
        },
        {"n": 1, "event": "seated", "seat": 0, "player": "first"},
        {"n": 6, "event": "acted", "seat": 3, "action": "7S"},
        {"n": 7, "event": "acted", "seat": 0, "action": "AS"},
    ]
    assert json.loads(TEXT[5])["deck"].startswith("4H 5D 2D JC 8H QH 2H 6C 9H 9D 9C AS 2C JS")


def test_how_often_a_match_went_back_is_read_and_written() -> None:
    lines = [change(0, undone=2).splitlines()[0] + "\n", *TEXT[1:]]
    assert read_text("".join(lines))[0].event == Opened("straights", straights.Rules(), "salt", 2)
    event = write([Opened("straights", straights.Rules(), "salt", 2)], "straights")
    assert json.loads(event) == json.loads(lines[0])
    assert "undone" not in write([Opened("straights", straights.Rules(), "salt")], "straights")
    assert read_text(change(0, undone=0))[0].event == Opened("straights", straights.Rules(), "salt")


@pytest.mark.parametrize(
    ("name", "rules"), [(name, rules) for name in GAMES for rules in every_rules(GAMES[name])]
)
def test_a_log_is_read_as_it_was_written(name: str, rules: Any) -> None:
    log = random_round(name, rules, Random(str(rules)))
    log.insert(9, Seated(1, 'human:Ada "the" Zoë'))
    found = read_text(write(log, name))
    assert [line.event for line in found] == log
    assert [line.number for line in found] == list(range(1, len(log) + 1))
    assert found[-1].after == fold(log)
    assert all(line.after == following.before for line, following in pairwise(found))


def test_one_match_after_another() -> None:
    found = read_text("".join(TEXT * 3))
    assert [line.number for line in found if line.before is None] == [1, 9, 17]


def test_an_option_that_is_not_named_has_its_default() -> None:
    first = json.loads(TEXT[0])
    first["rules"] = {"target": 50}
    event = read_text(json.dumps(first))[0].event
    assert isinstance(event, Opened)
    assert event.rules == straights.Rules(target=50)


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_golden_log_of_edition_1_replays_for_ever(
    name: str, golden: Callable[[str], bytes]
) -> None:
    found = read_text(golden(f"{name}-edition1.jsonl"))
    matches = [found[start:stop] for start, stop in spans(found)]
    assert [played[-1].after.totals for played in matches] == GOLDEN_TOTALS[name]
    assert [played[-1].after.rules for played in matches] == GOLDEN_RULES[name]
    for played in matches:
        totals = by_the_oracle(name, played)
        assert played[-1].after.totals == totals
        assert played[-1].after.winners == winners(name, totals, played[0].after.rules.target)
    again = "".join(write([line.event for line in played], name) for played in matches)
    assert again.encode() == golden(f"{name}-edition1.jsonl")


GOLDEN_TOTALS = {
    "straights": [(75, 88, 29, 129), (61, 48, 18, 71)],
    "hearts": [(65, 6, 53, 6), (216, 46, 30, 65)],
    "crazy-eights": [(21, 0), (29, 34, 76, 62)],
}
GOLDEN_RULES = {
    "straights": [straights.Rules(), straights.Rules(1, 60, 1, 1, 1)],
    "hearts": [hearts.Rules(target=60), hearts.Rules(1, 200, 1, 0, 1, 1, 1, 1, 1, 1, 1, 2, 1)],
    "crazy-eights": [eights.Rules(), eights.Rules(1, 60, 4, 5, 1, 2, 1)],
}


def by_the_oracle(name: str, found: list[Line]) -> tuple[int, ...]:
    """The totals of a match as the slow oracle counts them."""
    totals = (0,) * len(found[-1].after.players)
    for line in found:
        if isinstance(line.event, Dealt):
            witness = Witness(name, line.event.deck, line.after.number, line.after.rules)
        elif isinstance(line.event, Acted):
            witness.act(*line.event)
            if not line.after.playing:
                totals = tuple(
                    old + new for old, new in zip(totals, witness.table.scores(), strict=True)
                )
    return totals


def spans(found: list[Line]) -> list[tuple[int, int]]:
    starts = [i for i, line in enumerate(found) if line.before is None]
    return list(zip(starts, [*starts[1:], len(found)], strict=True))


def change(index: int, **fields: Any) -> str:
    """The log with some fields of one line changed, or taken away where None."""
    event = json.loads(TEXT[index]) | fields
    event = {name: value for name, value in event.items() if value is not None}
    return "".join([*TEXT[:index], json.dumps(event) + "\n", *TEXT[index + 1 :]])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("\n", 'Line 1: "" is not JSON'),
        ("nonsense", 'Line 1: "nonsense" is not JSON'),
        (TEXT[0] + "{", 'Line 2: "{" is not JSON'),
        (b'{"n":0,"event":"op\xff"}', "is not JSON in UTF-8"),
        ("[" * 60000, "is not JSON in UTF-8: too deep"),
        (" " * (LONGEST_LINE + 1), "Line 1: the line is longer than 65536 bytes"),
        ("[1]", 'Line 1: "[1]" is not an event'),
        ('{"n":0,"n":0}', "Line 1: a field is given twice"),
        ('{"n":NaN}', "NaN is not a JSON number"),
        ('{"n":' + "9" * 5000 + "}", "is not JSON"),
        (change(0, n=1), 'Line 1: "n" should be 0 here'),
        (change(4, n=None), 'Line 5: the field "n" is missing'),
        (change(1, n=True), 'Line 2: the field "n" has the wrong type: "true"'),
        (change(1, n=1.0), 'Line 2: the field "n" has the wrong type: "1.0"'),
        (change(0, undone=-1), 'Line 1: invalid "undone" -1 (expected a number from 0)'),
        (change(0, undone="2"), 'the field "undone" has the wrong type: '),
        (change(0, version=2), "Line 1: unknown version 2 (known: 1)"),
        (change(0, version="1"), 'the field "version" has the wrong type: '),
        (change(0, game="whist"), 'Unknown game "whist" (known: '),
        (change(0, game=None), 'the field "game" is missing'),
        (change(0, rules=[]), 'the field "rules" has the wrong type: "[]"'),
        (
            change(0, rules={"jokers": 2}),
            'Unknown option "jokers" (known: edition, target, opens, discards, values',
        ),
        (
            change(0, rules={"target": True}),
            'The option target cannot be "True": it is 1 ... 100000',
        ),
        (change(0, rules={"target": "80"}), 'The option target cannot be "80"'),
        (change(0, rules={"opens": 0}), 'The option opens cannot be "0": it is 7S | any-seven'),
        (change(0, rules={"opens": ["7S"]}), "The option opens cannot be"),
        (change(0, rules={"edition": 2}), 'The option edition cannot be "2": it is 1 ... 1'),
        (change(0, jokers=2), 'the event opened has no field "jokers"'),
        (
            change(0, event="shut"),
            'Line 1: unknown event "shut" (known: opened, seated, dealt, acted)',
        ),
        (change(0, event=7), 'the field "event" has the wrong type: "7"'),
        (change(1, seat=4), "Line 2: Unknown seat 4 (known: 0 to 3)."),
        (change(1, seat="0"), 'the field "seat" has the wrong type: '),
        (change(1, player=""), 'Line 2: Invalid player "" ('),
        (change(5, deck="7S"), "Line 6: A deck is all 52 cards"),
        (change(5, deck="7S 1C"), 'Line 6: "1C" is not a card'),
        (change(6, action="draw"), 'Line 7: "draw" is not a card'),
        (change(6, action="7C"), "Line 7: 7C is not allowed while 7S is held"),
        (change(6, seat=2), "Line 7: 7S must wait"),
        (
            '{"n":0,"event":"acted","seat":0,"action":"7S"}',
            "Line 1: unexpected event acted (the first event of a match is opened)",
        ),
        (
            '{"n":0,"event":"dealt","deck":"7S"}',
            "Line 1: Unexpected event dealt (the first event of a match is opened).",
        ),
        ("".join(TEXT[1:]), 'Line 1: "n" should be 0 here'),
    ],
)
def test_refused_lines(text: str, why: str) -> None:
    assert why in refusal(text)


@pytest.mark.parametrize("given", ["".join(TEXT), TEXT, b"{}", [None]])
def test_lines_that_are_not_bytes_are_refused(given: Any) -> None:
    """As a file gives them that is opened as text."""
    with pytest.raises(LogError, match=r"^Line 1: .* is not bytes, as a file "):
        list(read(given))


def test_a_file_that_cannot_be_read() -> None:
    def broken(_size: int) -> bytes:
        raise OSError(5, "Input/output error")

    with pytest.raises(LogError, match="The log cannot be read: Input/output error"):
        list(lines(broken))


@given(st.text(max_size=120), st.text(max_size=120))
def test_whatever_a_match_takes_is_read_back(salt: str, name: str) -> None:
    events: list[Event] = [Opened("straights", straights.Rules(), salt), Seated(0, f"human:{name}")]
    try:
        fold(events)
    except EventError:
        return
    assert [line.event for line in read_text(write(events, "straights"))] == events


@given(st.binary(max_size=300))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    try:
        assert all(line.after for line in read_text(data))
    except LogError as error:
        assert str(error).startswith("Line ")
        assert str(error).isprintable()


MUTABLE = write(random_round("straights", straights.Rules(), Random(8)), "straights").encode()


@settings(max_examples=300)
@given(st.integers(0, len(MUTABLE) - 1), st.integers(0, 12), st.binary(max_size=6))
def test_a_mutated_log_is_refused_or_replays(at: int, gone: int, new: bytes) -> None:
    try:
        found = read_text(MUTABLE[:at] + new + MUTABLE[at + gone :])
    except LogError as error:
        assert str(error).startswith("Line ")
        assert str(error).isprintable()
    else:
        events = [line.event for line in found]
        assert [line.event for line in read_text(write(events, "straights"))] == events


def test_lines_are_read_whole_up_to_the_longest_and_one_byte() -> None:
    """So a longer line is refused, and no more of it is read into memory."""
    assert list(lines(io.BytesIO(b"a\nb\n\nc").readline)) == [b"a\n", b"b\n", b"\n", b"c"]
    whole = b" " * (LONGEST_LINE - 1) + b"\n"
    assert list(lines(io.BytesIO(whole * 2).readline)) == [whole, whole]
    first = next(lines(io.BytesIO(b" " * LONGEST_LINE * 3).readline))
    assert len(first) == LONGEST_LINE + 1


def test_the_longest_line_is_read() -> None:
    padded = TEXT[0].rstrip().encode().ljust(LONGEST_LINE)
    assert read_text(padded)[0].event == LOG[0]
    assert "is longer than 65536 bytes" in refusal(padded + b" ")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "  nonsense \n",
            'Line 1: "  nonsense" is not JSON in UTF-8: Expecting value: line 1 column 3 (char 2)',
        ),
        (" [1] \n", 'Line 1: " [1]" is not an event'),
    ],
)
def test_a_refusal_quotes_the_line_without_its_end_and_gives_the_reason(
    text: str, sentence: str
) -> None:
    assert refusal(text) == sentence
