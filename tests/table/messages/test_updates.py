"""What is sent of a view: the same bytes as its plain JSON, and a view exactly when it differs from
the last one.
"""

import json
from collections.abc import Callable
from itertools import count
from random import Random
from typing import Annotated, Any, get_args, get_origin, get_type_hints

import pytest

from parlour.cards import HIDDEN, NAMES, SPECTATOR, Seat, cards
from parlour.catalogue.options import action_name, words
from parlour.catalogue.protocol import goal, length
from parlour.catalogue.registry import BUILT_IN, GAMES
from parlour.match import SHEET, Dealt, Event, Match, Opened, Seated, Seen, View, barred, step, view
from parlour.table.messages import wire
from parlour.table.messages.outcome import Row
from parlour.table.messages.updates import Offer, Sent, left
from parlour.table.state import TableState
from parlour.table.table import make
from tests.support.play import every_rules, opened, random_action, random_deck, random_rules

Times = Callable[[int, int], int]
SUITS = ("clubs", "diamonds", "hearts", "spades")


def plain(hint: Any, value: Any) -> Any:
    """A field of a game's record as JSON has it, by the annotation."""
    if get_origin(hint) is Annotated and get_origin(get_args(hint)[0]) is tuple:
        hint = get_args(hint)[0]
    if get_origin(hint) is tuple:
        return [plain(get_args(hint)[0], part) for part in value]
    kind = hint.__metadata__[0] if get_origin(hint) is Annotated else ""
    if kind == "card":
        return NAMES[value] if value < 52 else "??" if value == HIDDEN else None
    if kind == "mask":
        return [NAMES[card] for card in cards(value)]
    if kind == "seat":
        return value if value < 8 else None
    if kind == "suit":
        return SUITS[value] if value < 4 else None
    return value


def plain_seen(game: str, seen: Seen) -> dict[str, Any]:
    name = "??" if seen.action == HIDDEN else action_name(GAMES[game], seen.action)
    fields: dict[str, Any] = {"seat": seen.seat, "action": name}
    if seen.card < 52 or seen.card == HIDDEN:
        fields["card"] = "??" if seen.card == HIDDEN else NAMES[seen.card]
    return fields | ({"lacks": [NAMES[card] for card in cards(seen.lacks)]} if seen.lacks else {})


def plain_view(match: Match, shown: View) -> dict[str, Any]:
    """A view as docs/log.md has it, written anew from the record."""
    game, n, table = GAMES[match.game], len(match.players), None
    if shown.table is not None:
        hints = get_type_hints(type(shown.table), include_extras=True)
        table = {
            name: plain(hint, value)
            for (name, hint), value in zip(hints.items(), shown.table, strict=True)
        }
        table["counts"] = table["counts"][:n]
    return {
        "game": match.game,
        "rules": words(game, match.rules),
        "goal": goal(game, match.rules),
        "length": length(game, match.rules),
        "seat": None if shown.seat == SPECTATOR else shown.seat,
        "players": shown.players,
        "number": shown.number,
        "totals": shown.totals,
        "sheet": shown.sheet,
        "points": shown.points,
        "winners": [seat for seat in range(n) if shown.winners >> seat & 1],
        "dealt": [NAMES[card] for card in shown.dealt],
        "table": table,
        "legal": [action_name(game, action) for action in range(64) if shown.legal >> action & 1],
        "barred": {
            NAMES[card]: [NAMES[other] for other in cards(mask)]
            for card, mask in barred(match, shown.seat).items()
        },
        "playable": [NAMES[card] for card in cards(shown.playable)],
        "move": shown.move,
        "left": over(match),
    }


def over(match: Match) -> list[list[str]]:
    """The hands of a round that is over: of each seat what its own view shows it."""
    if match.playing or not match.number:
        return []
    hands = [view(match, seat).table.hand for seat in range(len(match.players))]
    return [[NAMES[card] for card in cards(hand)] for hand in hands]


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"))


def stands(name: str, random: Random, rules: Any) -> list[Match]:
    """Each position of two rounds, between which somebody is replaced."""
    matches: list[Match] = []
    match: Match | None = None
    for event in opened(name, rules):
        match = step(match, event)
        matches.append(match)
    while matches[-1].number < 2 and not matches[-1].winners:
        matches.append(step(matches[-1], Dealt(random_deck(random))))
        while matches[-1].playing:
            if random.random() < 0.02:
                matches.append(
                    step(
                        matches[-1],
                        Seated(random.randrange(2), random.choice(('human:A\u00e9"', "first"))),
                    )
                )
            matches.append(step(matches[-1], random_action(matches[-1], random)))
    return matches


def histories(name: str, times: int) -> list[list[Match]]:
    random, every = Random(f"sent {name}"), every_rules(GAMES[name])
    chosen = [
        every[i % len(every)] if i % 2 else random_rules(GAMES[name], random) for i in range(times)
    ]
    return [stands(name, random, rules) for rules in chosen]


@pytest.mark.parametrize("name", BUILT_IN)
def test_what_is_sent_is_the_plain_json(name: str, times: Times) -> None:
    for matches in histories(name, times(8, 300)):
        for match in matches:
            for seat in (*range(len(match.players)), SPECTATOR):
                shown = view(match, seat)
                assert wire.view_text(shown, barred(match, seat), left(match)) == compact(
                    plain_view(match, shown)
                )
                for action in shown.seen:
                    assert wire.seen_text(name, action) == compact(plain_seen(name, action))


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_view_is_sent_exactly_when_it_differs(name: str, times: Times) -> None:
    for matches in histories(name, times(8, 300)):
        for viewer in (*range(len(matches[0].players)), SPECTATOR):
            sent, before, last = Sent(viewer), None, None
            for match in matches:
                dealt, differs = (
                    bool(before and match.number > before.number),
                    view(match, viewer) != last,
                )
                assert sent.add(match, before, Offer(), dealt=dealt, back=False) == differs
                if differs:
                    news = len(view(match, viewer).seen) - (
                        0 if dealt or last is None else len(last.seen)
                    )
                    shown = plain_view(match, view(match, viewer))
                    offer = {"undone": 0, "undo": None, "decided": False}
                    fields = {"count": sent.count, "view": shown | offer}
                    told = [plain_seen(name, action) for action in view(match, viewer).seen]
                    fields["news"] = told[len(told) - news :]
                    assert sent.message(match, sent.count - 1) == compact({"type": "view"} | fields)
                    assert sent.message(match, sent.count - 1, whole=True) == compact(
                        {"type": "view"} | fields | {"seen": told}
                    )
                before, last = match, view(match, viewer)


def test_a_table_is_loaded_without_its_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """An action that somebody is told of makes a difference by itself: only what deals or seats is
    looked at twice.
    """
    description = make(
        {
            "key": "A" * 22,
            "name": "Ada",
            "game": "straights",
            "seats": ["me", "first", "first", "first"],
        }
    )
    state, rows = TableState(description, []), list[Row]()

    def write(*did: Event) -> None:
        rows.append(state.row(0.0, did))
        state.fold(did)

    write(Opened("straights", state.plan.rules, "salt"), *state.seating())
    write(Dealt(random_deck(Random(1))))
    while state.match.playing:
        write(random_action(state.match, Random(1)))
    looks: list[Seat] = []

    def look(match: Match, seat: Seat) -> View:
        looks.append(seat)
        return view(match, seat)

    monkeypatch.setattr("parlour.table.messages.updates.view", look)
    assert (
        [sent.count for sent in TableState(description, rows).sent.values()]
        == [sent.count for sent in state.sent.values()]
        == [54] * 5
    )
    assert sorted(looks) == sorted([0, 1, 2, 3, SPECTATOR] * 2)  # at the deal, before and after


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("game", BUILT_IN)
def test_a_loaded_table_is_as_it_was(game: str, people: int) -> None:
    """After every row: what each viewer was sent and offered, and who may act. A pass of Hearts is
    hidden from others, and the rest of a round may be asked for.
    """
    seats = ["me", *["friend"] * (people - 1)]
    seats += ["first"] * (GAMES[game].seats(GAMES[game].Rules()) - people)
    description = make({"key": "A" * 22, "name": "Ada", "game": game, "seats": seats})
    state, rows, random = TableState(description, []), list[Row](), Random(f"{game} {people}")

    def write(*did: Event | dict[str, Any]) -> None:
        rows.append(state.row(0.0, did, [(f"{random.randrange(9)}", f"{len(rows)}")]))
        state.fold(did)
        facts = [vars(table) for table in (state, TableState(description, rows))]
        sent = [
            [{**vars(views), "last_view": None} for views in fact["sent"].values()]
            for fact in facts
        ]
        assert sent[0] == sent[1]
        past = [fact["past"].positions for fact in facts]
        assert past[0] == past[1]
        kept, loaded = ({**fact, "sent": None, "past": None, "asked": None} for fact in facts)
        assert kept == loaded

    rested = 0
    write(Opened(game, state.plan.rules, "salt"), *state.seating())
    if people > 1:
        joined = {"event": "joined", "seat": 1, "name": "Bo", "key": "B" * 22}
        write(joined, Seated(1, "human:Bo"))
    for deal in count():
        if deal > 1 and (rested or game != "straights"):
            break
        write(Dealt(random_deck(random)))
        while state.match.playing:
            if random.random() < 0.1:
                write({"event": "forced", "seat": 0, "on": random.random() < 0.5})
            if state.spare and not state.resting:
                write({"event": "rest", "seat": 0})  # the offer alone differs
                rested += 1
            write(random_action(state.match, random))
        if state.match.winners:
            write(Opened(game, state.plan.rules, "salt"), *state.seating())


def test_a_view_tells_the_points_of_the_last_rounds() -> None:
    """A match to 100,000 points has thousands of rounds; what is sent of it does not grow for
    ever.
    """
    match = stands("hearts", Random(1), GAMES["hearts"].Rules(target=100_000))[-1]
    rounds = tuple((n, 0, 0, 0) for n in range(SHEET + 50))
    shown = view(match._replace(sheet=rounds, number=len(rounds)), 0)
    assert shown.sheet == rounds[-SHEET:]
    assert shown.points == rounds[-1]
