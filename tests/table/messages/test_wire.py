"""A View as JSON (docs/log.md, "From the table"), over random positions of every game."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Annotated, Any, NamedTuple

import pytest

from parlour.cards import (
    HIDDEN,
    NAMES,
    NOBODY,
    NONE,
    SPECTATOR,
    Action,
    Count,
    Five,
    Mask,
    Placed,
    Seat,
    Seven,
    cards,
)
from parlour.catalogue.options import action_name, parse_action, words
from parlour.catalogue.protocol import goal, length
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.match import Acted, Dealt, Match, View, barred, fold, legal, refusal, step, view
from parlour.table.messages import wire
from parlour.table.messages.updates import Offer
from parlour.testing.fronts import leaves
from tests.sketches import bidding
from tests.support.play import begun, every_rules, opened, random_action, random_deck, random_rules

CONTRACT = (Path(__file__).parents[3] / "docs" / "log.md").read_text()
Fields = dict[str, Any]
Times = Callable[[int, int], int]


def positions(name: str, random: Random, times: int) -> Iterator[Match]:
    """Each position of some rounds under any house rules, from before the first deal to the end."""
    every = every_rules(GAMES[name])
    for i in range(times):
        rules = every[i % len(every)] if i % 2 else random_rules(GAMES[name], random)
        yield fold(opened(name, rules))
        match = step(begun(name, rules, random.randrange(1, 9)), Dealt(random_deck(random)))
        while match.playing:
            yield match
            match = step(match, random_action(match, random))
        yield match


def seats(match: Match) -> tuple[int, ...]:
    return (SPECTATOR, *range(len(match.players)))


def sent(match: Match, seat: int) -> Fields:
    """What a seat would be sent."""
    fields: Fields = json.loads(wire.view_text(view(match, seat), barred(match, seat)))
    return fields


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_view_is_names_and_small_numbers(name: str, times: Times) -> None:
    """So a browser reads it as it is: no set of cards is a number, and no number is too large for a
    double.
    """
    for match in positions(name, Random(f"leaves {name}"), times(12, 400)):
        for seat in seats(match):
            fields = sent(match, seat)
            for leaf in leaves(fields):
                assert (
                    leaf is None
                    or isinstance(leaf, str)
                    or (type(leaf) is int and abs(leaf) < 2**17)
                ), leaf


def items(after: str, before: str) -> list[str]:
    """The items of the contract's list between two texts, a line each."""
    text = CONTRACT.partition(after)[2].partition(before)[0]
    return re.findall(r"^- (.*)$", re.sub(r"\n +", " ", text), re.M)


def documented(game: str) -> set[str]:
    """The fields of a game's `table` that the contract lists."""
    title = {"straights": "Straights", "hearts": "Hearts", "crazy-eights": "Crazy Eights"}[game]
    names: set[str] = set()
    for row in ("all", title):
        (line,) = [
            item.removeprefix(f"**{row}**:")
            for item in items("Each game's `table`:", "**`room`.**")
            if item.startswith(f"**{row}**:")
        ]
        names |= set(re.findall(r"`([a-z]+)`", re.sub(r"\([^()]*(\([^()]*\))?[^()]*\)", "", line)))
    return names


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_contract_lists_the_fields(name: str) -> None:
    listed = [item.partition(":")[0] for item in items("The fields of `view`:", "**`hint`**")]
    for match in positions(name, Random(0), 1):
        fields = sent(match, 0)
        assert {*fields, *Offer._fields} == set(re.findall(r"`([a-z]+)`", " ".join(listed)))
        assert fields["table"] is None or set(fields["table"]) == documented(name)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_view_says_what_the_seat_sees(name: str, times: Times) -> None:
    """Every field against the record it is written from."""
    for match in positions(name, Random(f"fields {name}"), times(12, 400)):
        n = len(match.players)
        for seat in seats(match):
            shown, fields = view(match, seat), sent(match, seat)
            assert fields["game"] == name
            assert fields["rules"] == words(GAMES[name], match.rules)
            assert (fields["goal"], fields["length"]) == (
                goal(GAMES[name], match.rules),
                length(GAMES[name], match.rules),
            )
            assert fields["seat"] == (None if seat == SPECTATOR else seat)
            for field in ("players", "totals", "points"):
                assert fields[field] == list(getattr(shown, field))
            assert fields["sheet"] == [list(row) for row in shown.sheet]
            assert (fields["number"], fields["move"]) == (shown.number, shown.move)
            assert fields["winners"] == [seat for seat in range(n) if match.winners >> seat & 1]
            assert fields["dealt"] == [NAMES[card] for card in shown.dealt]
            assert fields["playable"] == [NAMES[card] for card in cards(shown.playable)]
            assert [parse_action(GAMES[name], word) for word in fields["legal"]] == [
                a for a in range(64) if shown.legal >> a & 1
            ]
            if match.deck:
                table_agrees(name, shown, fields["table"], n)
            else:
                assert fields["table"] is None  # `null before the first deal`


def table_agrees(name: str, shown: View, fields: Fields, n: int) -> None:
    """Each game's `table`: sets are lists of names, a card a name, and null is no card, nobody, no
    suit.
    """
    assert fields["turn"] == (None if shown.table.turn == NOBODY else shown.table.turn)
    assert fields["counts"] == list(shown.table.counts[:n])
    for field, value in shown.table._asdict().items():
        hints = {"hand", "table", "received"} | ({"passed"} if name == "hearts" else set())
        if field in hints:
            assert fields[field] == [NAMES[card] for card in cards(value)]
        elif field in ("taken", "thrown"):
            assert fields[field] == [[NAMES[card] for card in cards(mask)] for mask in value]
        elif field in ("trick", "last"):
            assert fields[field] == [None if card == NONE else NAMES[card] for card in value]
        elif field in ("turned", "top"):
            assert fields[field] == NAMES[value]
        elif field == "leader":
            assert fields[field] == (None if value == NOBODY else value)
        elif field == "suit":
            assert fields[field] == ["clubs", "diamonds", "hearts", "spades", None][value]
        elif field not in ("turn", "counts"):
            assert fields[field] == (list(value) if isinstance(value, tuple) else value)


@pytest.mark.parametrize("name", BUILT_IN)
def test_barred_agrees_with_what_a_refusal_says(name: str, times: Times) -> None:
    """`For each card in hand ... the cards in hand that forbid it; an empty list where nothing
    would allow it`.
    """
    kinds = set()
    for match in positions(name, Random(f"barred {name}"), times(16, 600)):
        for seat in range(len(match.players)):
            fields = sent(match, seat)
            assert not fields["barred"] or fields["legal"]
            if fields["legal"]:
                assert {*fields["barred"], *fields["legal"]} & set(NAMES) == set(
                    fields["table"]["hand"]
                )
                assert not {*fields["barred"]} & {*fields["legal"]}
            for card, bars in fields["barred"].items():
                are = "are" if len(bars) > 1 else "is"
                while_ = f"while {' '.join(bars)} {are} held" if bars else "now"
                assert refusal(match, seat, NAMES.index(card)) == f"{card} is not allowed {while_}."
                kinds.add(len(bars) > 0)
    assert kinds == {"straights": {True}, "hearts": {True, False}, "crazy-eights": {False}}[name]


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_was_seen_is_written_with_what_it_proves(name: str) -> None:
    """`card` for what a draw brought, `lacks` for what the actor is proved not to hold, `??` for
    what may not be known.
    """
    keys = set()
    for match in positions(name, Random(f"seen {name}"), 16):
        for seat in seats(match):
            for act in view(match, seat).seen[-4:]:
                fields = json.loads(wire.seen_text(name, act))
                action = "??" if act.action == HIDDEN else action_name(GAMES[name], act.action)
                expected = {"seat": act.seat, "action": action}
                expected |= (
                    {}
                    if act.card == NONE
                    else {"card": "??" if act.card == HIDDEN else NAMES[act.card]}
                )
                expected |= (
                    {"lacks": [NAMES[card] for card in cards(act.lacks)]} if act.lacks else {}
                )
                assert fields == expected
                keys |= {*fields} | ({"??"} if "??" in fields.values() else set())
    more = {
        "straights": {"lacks", "??"},
        "hearts": {"lacks"},
        "crazy-eights": {"lacks", "card", "??"},
    }[name]
    assert keys == {"seat", "action"} | more


def test_who_watches_hearts_is_told_nothing_while_they_pass() -> None:
    match = step(begun("hearts", GAMES["hearts"].Rules(), 1), Dealt(random_deck(Random(3))))
    fields = sent(match, SPECTATOR)
    assert (
        fields["seat"],
        fields["table"]["turn"],
        fields["table"]["leader"],
        fields["table"]["trick"],
    ) == (
        None,
        None,
        None,
        [None] * 4,
    )
    assert (
        fields["legal"],
        fields["table"]["hand"],
        fields["dealt"],
        fields["table"]["counts"],
    ) == ([], [], [], [13] * 4)
    assert all(legal(match, seat) for seat in range(4))


class Odd(NamedTuple):
    """What the three games do not have: actions, numbers that may be none, flags, and rows longer
    than the seats.
    """

    hand: Mask
    counts: Seven
    turn: Seat
    chosen: Action
    hidden: Action
    none: Action
    bid: Count
    open: Count
    flag: bool
    bids: Annotated[tuple[Count, Count, Count, Count], Placed("badge", by="seat")]
    trick: Annotated[Seven, Placed("trick", by="seat", before="last")]
    last: Seven
    five: Five


def test_fields_that_the_three_games_do_not_have() -> None:
    seven = (1, 2, 3, 4, 5, 6, 7)
    record = Odd(
        3,
        seven,
        NOBODY,
        53,
        HIDDEN,
        NONE,
        4,
        NONE,
        True,
        (0, NONE, 2, 3),
        seven,
        seven,
        (1, 2, 3, 4, 5),
    )
    assert json.loads(f"{{{wire._table(Odd, ('draw', 'pass'), 3).write(record)}}}") == {
        "hand": ["AC", "2C"],
        "counts": [1, 2, 3],
        "turn": None,
        "chosen": "pass",
        "hidden": "??",
        "none": None,
        "bid": 4,
        "open": None,
        "flag": 1,
        "bids": [0, None, 2],
        "trick": [1, 2, 3],
        "last": [1, 2, 3],
        "five": [1, 2, 3, 4, 5],
    }


def test_a_toy_is_written_by_its_annotations(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bids that are not there yet are null, rows of seven places as long as the seats, and a match
    of rounds has its length.
    """
    monkeypatch.setitem(GAMES, "bidding", bidding)
    match = step(
        begun("bidding", bidding.Rules(players=5, rounds=3), 1), Dealt(random_deck(Random(1)))
    )
    fields = sent(match, 1)
    assert (fields["goal"], fields["length"], fields["table"]["turn"]) == (0, 3, 1)
    assert fields["legal"] == [f"bid-{number}" for number in range(6)]
    assert (
        fields["table"]["bids"] == fields["table"]["trick"] == fields["table"]["last"] == [None] * 5
    )
    match = step(match, Acted(1, parse_action(GAMES["bidding"], "bid-2")))
    assert sent(match, 0)["table"]["bids"] == [None, 2, None, None, None]
