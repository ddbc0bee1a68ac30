"""A person alone plays the same deals again, without a number that anybody could try."""

import json
import re
from collections.abc import Iterator
from random import Random, _urandom  # type: ignore[attr-defined]

import pytest

from parlour.cards import NAMES, NEW_DECK, Deck
from parlour.catalogue.registry import GAMES
from parlour.host.deck_source import SecretDecks
from parlour.shuffle import DEALS, KINDS, Shuffle, numbered_deck
from parlour.table.dealing import BOTH, NO_DEALS, NUMBERED
from parlour.table.messages.new_table import ALONE
from parlour.table.snapshot import restore, taken
from parlour.table.state import TableState
from parlour.table.table import Table
from tests.support.scene import ADA, BO, INVITE, WATCH, Decks, Scene, wish
from tests.table.test_numbered import NUMBER, PRACTICE, decks, play, practice

LONG = {"target": 300}


def second_round(scene: Scene) -> None:
    """The first round to its end, and the second one dealt."""
    play(scene)
    scene.done(0, "next")
    assert scene.view(0)["number"] == 2


def test_the_rounds_so_far_are_dealt_again_and_then_new_ones() -> None:
    scene = practice("straights", deal=None, rules=LONG)
    second_round(scene)
    first, second = decks(scene)
    scene.done(0, "next", again=True)
    assert (scene.view(0)["number"], scene.view(0)["totals"]) == (1, [0] * 4)
    second_round(scene)
    assert decks(scene) == [first, second] * 2
    play(scene)
    scene.done(0, "next")
    third = decks(scene)[-1]
    assert third not in (first, second)
    for _ in range(3):  # again from the second round: the third is not lost
        scene.done(0, "next", again=True)
        second_round(scene)
        play(scene)
        scene.done(0, "next")
        scene.later(20)
    assert decks(scene)[-6:] == [first, second, third] * 2


def test_the_same_actions_lead_to_the_same_match() -> None:
    scene = practice("hearts", deal=None)
    play(scene)
    before = scene.view(0)
    scene.done(0, "next", again=True)
    play(scene)
    assert scene.view(0)["table"] == before["table"]
    assert scene.view(0)["points"] == before["points"]


def test_a_rematch_has_new_deals_which_are_then_those_to_be_had_again() -> None:
    scene = practice("straights", deal=None, rules={"target": 1})
    play(scene)
    scene.done(0, "next")
    first, second = decks(scene)
    assert first != second
    scene.done(0, "next", again=True)
    assert decks(scene)[-1] == second


def test_a_number_deals_again_too_and_stays() -> None:
    scene = practice("straights", rules=LONG)
    second_round(scene)
    scene.done(0, "next", again=True)
    assert scene.room(0)["deal"] == NUMBER
    assert scene.table.state.match.salt == f"{NUMBER}/0"
    second_round(scene)
    play(scene)
    scene.done(0, "next")
    assert decks(scene)[2:] == [
        " ".join(NAMES[card] for card in numbered_deck(NUMBER, round_)) for round_ in (1, 2, 3)
    ]


def test_it_is_done_once_and_lasts() -> None:
    scene = practice("straights", deal=None, rules=LONG)
    second_round(scene)
    scene.done(0, "next", "once", again=True)
    scene.reload()
    scene.enter(0, ADA)
    scene.done(0, "next", "once", again=True)
    assert len(decks(scene)) == 3
    second_round(scene)
    assert decks(scene)[:2] == decks(scene)[2:]


def test_a_snapshot_has_the_decks() -> None:
    scene = practice("straights", deal=None, rules=LONG)
    second_round(scene)
    row = next(row for row in reversed(scene.rows) if '"dealt"' in row.body)
    state, copy = TableState(scene.made, scene.rows[: row.n + 1]), TableState(scene.made)
    snapshot = taken(state, row)
    assert snapshot
    assert restore(copy, snapshot, row)
    assert len(copy.decks) == 2
    assert (copy.decks, copy.repeatable) == (state.decks, True)


def test_who_may_have_the_same_deals_again() -> None:
    scene = practice(deal=None)
    assert [scene.room(socket)["again"] for socket in (0, 1)] == [True, False]
    assert scene.refused(1, "next", again=True) == ALONE
    assert scene.refused(0, "next", again=True, deal=7) == BOTH
    assert scene.refused(0, "next", again=1) == 'The field "again" cannot be "1".'
    friends = Scene(wish())
    friends.enter(0, ADA)
    friends.join(1, BO, "Bo")
    friends.done(0, "start")
    assert not friends.room(0)["again"]
    assert friends.refused(0, "next", again=True) == ALONE
    for n in range(NUMBERED):
        scene.done(0, "next", **({"again": True} if n % 2 else {"deal": 7}))
    assert scene.refused(0, "next", again=True).startswith("Too many deals (allowed: 5 in 10")


def test_a_match_of_two_persons_is_not_had_again() -> None:
    """The first person has left for good, and knows cards that the second one would get."""
    scene = practice("straights", deal=None, rules=LONG)
    play(scene)
    scene.done(0, "leave")
    scene.enter(2, INVITE)
    scene.done(2, "join", key=BO, name="Bo")
    assert not scene.room(2)["again"]
    assert scene.refused(2, "next", again=True) == NO_DEALS
    scene.done(2, "next")
    assert scene.view(2)["number"] == 2
    assert scene.refused(2, "next", again=True) == NO_DEALS


def test_only_a_match_of_a_number_goes_on_with_a_new_secret_after_its_person() -> None:
    for deal, salt in ((NUMBER, "salt 1"), (None, "salt 1")):
        scene = practice("straights", deal=deal, rules=LONG)
        play(scene)
        scene.done(0, "leave")
        assert scene.table.state.match.salt == salt
        assert ("salt" in json.loads(scene.rows[-1].body)["did"][0]) == (deal is not None)
        scene.reload()
        assert scene.table.state.match.salt == salt


def test_stored_tables_of_an_earlier_version_go_on() -> None:
    """They have drawn numbers, and no secret of their own after their person has left."""
    scene = practice("straights", rules=LONG)
    second_round(scene)
    scene.reload()
    scene.enter(0, ADA)
    assert (scene.room(0)["deal"], scene.room(0)["again"]) == (NUMBER, True)
    scene.done(0, "leave")
    row = scene.rows[-1]
    fields = json.loads(row.body)
    del fields["did"][0]["salt"]
    scene.rows[-1] = row._replace(body=json.dumps(fields))
    scene.reload()
    assert scene.table.state.match.salt == f"{NUMBER}/0"


# What one who watches can try.


def told(deal: int | None) -> tuple[Scene, list[str]]:
    """A table as the page makes it, after a round; all that one who watches got of it."""
    scene = practice("straights", deal=deal)
    play(scene)
    return scene, [json.dumps(message) for message in scene.heard[1]]


def numbers(scene: Scene, texts: list[str]) -> set[int]:
    """What a program would try: small numbers, and all that can be read in what was told, in the
    table's name and key, and in the times.
    """
    words = {word for text in [*texts, scene.made.name, WATCH] for word in re.findall(r"\w+", text)}
    read = {int(digits) for word in words for digits in re.findall(r"\d+", word)}
    as_bytes = {
        int.from_bytes(word.encode(), order) for word in words for order in ("big", "little")
    }
    times = {int(row.at * scale) for row in scene.rows for scale in (1, 10**3, 10**6)}
    return {*range(1000), *read, *as_bytes, *times}


def decks_of(number: int) -> Iterator[Deck]:
    """The decks that a number makes, by each way known here."""
    yield numbered_deck(number % DEALS + 1, 1)
    for kind in KINDS:
        yield Shuffle(kind, number)(NEW_DECK)
    yield tuple(Random(number).sample(NEW_DECK, 52))


def leads(scene: Scene, texts: list[str]) -> list[int]:
    """The numbers that make a deck in which each card was dealt to the seat that played it."""
    match = scene.table.state.match
    dealt_to = GAMES[match.game].dealt_to
    seats = [dealt_to(match.rules, 1, place) for place in range(52)]
    news = [act for text in texts for act in json.loads(text).get("news", [])]
    played = {act["action"]: act["seat"] for act in news if act["action"] in NAMES}
    assert len(played) > 20
    return [
        number
        for number in numbers(scene, texts)
        for deck in decks_of(number)
        if all(seats[deck.index(NAMES.index(name))] == seat for name, seat in played.items())
    ]


def test_what_a_watcher_can_try_does_not_lead_to_the_cards() -> None:
    assert leads(*told(None)) == []


def test_a_small_number_would_be_found() -> None:
    """The test above can fail: a watcher finds a number that was asked for, and was told so."""
    scene, texts = told(777)
    assert {777, 776} <= set(leads(scene, texts))
    assert scene.room(1)["numbered"]


def test_no_number_deals_a_table_of_the_page(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its source is asked for secret decks alone, also for the same deals again and a rematch."""
    monkeypatch.delattr(Decks, "numbered")
    scene = practice("straights", deal=None, rules={"target": 60})
    for again in (True, False):
        while scene.room(0)["phase"] != "over":
            play(scene)
            if scene.room(0)["phase"] == "scored":
                scene.done(0, "next")
        scene.done(0, "next", again=again)
        assert not scene.room(0)["numbered"]
    assert "numbered" not in "".join(row.body for row in scene.rows)


def test_the_space_of_decks_and_salts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A deck takes the system's random bits, as many as 52! needs; a salt takes 128."""
    drawn = list[int]()

    def draw(length: int) -> bytes:
        drawn.append(8 * length)
        data: bytes = _urandom(length)
        return data

    monkeypatch.setattr("random._urandom", draw)
    table = Table(wish("straights", PRACTICE), [], SecretDecks())
    (row,) = table.begin(1e9).rows[:1]
    assert len(json.loads(row.body)["did"][0]["salt"]) == 32
    drawn.clear()
    all_decks = [SecretDecks().deck() for _ in range(50)]
    assert sum(drawn) >= 50 * 226
    assert len(set(all_decks)) == 50
