"""Deal numbers: the first match of a table, or a new one, is dealt by a number that its person
gives; nobody else learns it.
"""

import io
import json
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from random import Random
from typing import Any

import pytest

import parlour
from parlour import cli
from parlour.cards import NAMES, NEW_DECK
from parlour.match import Dealt
from parlour.shuffle import Shuffle, numbered_deck
from parlour.table.dealing import NUMBERED, SPAN
from parlour.table.messages.keys import derived
from parlour.table.messages.new_table import ALONE
from parlour.table.messages.status import Connection, TableStatus
from parlour.terminal.console import Console, run_on
from parlour.testing.fronts import Dealer
from tests.support.scene import ADA, BO, INVITE, WATCH, Scene, wish
from tests.support.served import Seat, Served, answer

PRACTICE = ("me", "first", "first", "first")
NUMBER = 6788


def practice(game: str = "hearts", deal: int | None = NUMBER, **fields: Any) -> Scene:
    """Ada alone against computers, and one who watches."""
    numbered = {} if deal is None else {"deal": deal}
    scene = Scene(wish(game, PRACTICE, **numbered, **fields))
    scene.enter(0, ADA)
    scene.enter(1, WATCH)
    return scene


def decks(scene: Scene) -> list[str]:
    """The decks of all deals, as they are stored."""
    did = [fields for row in scene.rows for fields in json.loads(row.body)["did"]]
    return [fields["deck"] for fields in did if fields["event"] == "dealt"]


def written(number: int, round_: int) -> str:
    """A numbered deck as it is stored."""
    return " ".join(NAMES[card] for card in numbered_deck(number, round_))


def play(scene: Scene) -> None:
    """The round to its end."""
    while scene.room(0)["phase"] == "playing":
        scene.act(0)


def test_the_decks_of_a_number_are_those_of_all_programs() -> None:
    shuffle, deck = Shuffle("std", NUMBER), NEW_DECK
    for round_ in range(1, 5):
        deck = shuffle(deck)
        assert numbered_deck(NUMBER, round_) == deck


def test_a_number_deals_the_same_in_every_front_end() -> None:
    scene = practice()
    assert decks(scene) == [written(NUMBER, 1)]
    match = parlour.deal("hearts", seed=NUMBER, players=["human:Ada", *["first"] * 3])
    assert match.deck == scene.table.state.match.deck
    assert match.salt == scene.table.state.match.salt  # so the computers' dice are the same
    output = io.BytesIO()
    arguments = ["play", "hearts", "--seed", str(NUMBER)]
    run_on(Console(io.BytesIO(b"quit\n"), output), "parlour", cli.program, arguments)
    (hand,) = [line for line in output.getvalue().decode().splitlines() if "Your hand" in line]
    assert hand.split()[2:] == scene.view(0)["table"]["hand"]


def test_later_rounds_follow_from_the_number_and_a_rematch_does_not() -> None:
    scene = practice(rules={"target": 30})
    rounds = 0
    while True:
        play(scene)
        rounds += 1
        if scene.room(0)["phase"] == "over":
            break
        assert scene.room(0)["deal"] == NUMBER
        scene.done(0, "next")
    assert decks(scene) == [written(NUMBER, round_ + 1) for round_ in range(rounds)]
    scene.done(0, "next")
    assert decks(scene)[-1] != written(NUMBER, 1)
    assert scene.room(0)["deal"] is None  # a rematch is secret
    assert scene.table.state.match.salt == "salt 1"


@pytest.mark.parametrize("phase", ["playing", "scored", "over"])
def test_the_deal_is_played_again(phase: str) -> None:
    """In a round, after it, and after the match: a new match of the same deals."""
    scene = practice("straights", rules={"target": 1 if phase == "over" else 300})
    hand = scene.view(0)["table"]["hand"]
    if phase == "playing":
        scene.act(0)
    else:
        play(scene)
    assert scene.room(0)["phase"] == phase
    scene.done(0, "next", deal=NUMBER)
    view = scene.view(0)
    assert (view["number"], view["table"]["hand"], view["sheet"]) == (1, hand, [])
    assert decks(scene) == [written(NUMBER, 1)] * 2
    play(scene)


def test_a_secret_table_has_no_number_until_its_person_gives_one() -> None:
    scene = practice(deal=None)
    assert scene.room(0)["deal"] is None
    assert "numbered" not in "".join(row.body for row in scene.rows)
    scene.done(0, "next", deal=7)
    assert (scene.room(0)["deal"], scene.room(1)["deal"]) == (7, None)
    assert decks(scene)[1:] == [written(7, 1)]


def test_a_number_lasts_and_is_given_once() -> None:
    scene = practice()
    scene.done(0, "next", "again", deal=9)
    scene.reload()
    scene.enter(0, ADA)
    assert scene.room(0)["deal"] == 9
    scene.done(0, "next", "again", deal=9)  # a repeated request has no second effect
    assert len(decks(scene)) == 2


def test_many_deals_in_a_short_time_are_refused() -> None:
    """The next is possible when the first is `SPAN` seconds old."""
    scene = practice()
    for n in range(NUMBERED):
        scene.done(0, "next", deal=1 + n)
        scene.later(1)
    why = "Too many deals (allowed: 5 in 10 seconds; the next in 5 s)."
    assert scene.refused(0, "next", deal=9) == why
    assert scene.room(0)["deal"] == NUMBERED
    scene.later(SPAN - NUMBERED)
    scene.done(0, "next", deal=9)
    assert scene.room(0)["deal"] == 9


def test_a_person_who_is_away_comes_back_to_a_new_deal() -> None:
    scene = Scene(wish("hearts", PRACTICE, deal=NUMBER, limit=30))
    scene.enter(0, ADA)
    while not scene.seat(0, 0)["away"]:
        scene.later(31)
    scene.done(0, "next", deal=5)
    assert not scene.seat(0, 0)["away"]
    assert scene.view(0)["legal"]


def test_only_a_person_alone_gives_a_number() -> None:
    scene = practice()
    assert scene.refused(1, "next", deal=7) == ALONE  # a spectator
    friends = Scene(wish())
    friends.enter(0, ADA)
    friends.join(1, BO, "Bo")
    friends.done(0, "start")
    assert friends.refused(0, "next", deal=7) == ALONE
    computers = Scene(wish(seats=("first",) * 4))
    computers.enter(0, ADA)
    assert computers.refused(0, "next", deal=7) == ALONE
    why = 'The deal "0" is not a whole number from 1 to 2147483646.'
    assert scene.refused(0, "next", deal=0) == why


def test_whoever_takes_the_seat_does_not_learn_the_number() -> None:
    """The person has left for good: the rounds that follow are secret."""
    scene = practice("straights", rules={"target": 300})
    play(scene)
    scene.done(0, "leave")
    scene.enter(2, ADA)  # the maker watches
    assert scene.room(2)["deal"] is None
    scene.enter(3, INVITE)
    scene.done(3, "join", key=BO, name="Bo")
    assert scene.room(3)["deal"] is None
    scene.done(3, "next")
    assert scene.view(3)["number"] == 2
    assert decks(scene)[-1] != written(NUMBER, 2)
    assert scene.refused(2, "next", deal=7) == ALONE
    scene.done(3, "next", deal=7)
    assert (scene.room(3)["deal"], scene.room(2)["deal"]) == (7, None)


def test_one_who_joins_during_a_round_may_deal_by_a_number() -> None:
    scene = Scene(wish("straights", ("me", "trained", "trained", "trained"), deal=NUMBER))
    scene.enter(0, ADA)
    scene.done(0, "leave")
    scene.enter(2, ADA)  # the computers' round continues
    scene.enter(3, INVITE)
    scene.done(3, "join", key=BO, name="Bo")
    assert scene.room(3)["you"]["waits"]
    scene.done(3, "next", deal=7)
    assert scene.room(3)["you"] == {"seat": 0, "waits": False, "maker": False}
    assert decks(scene)[-1] == written(7, 1)
    assert scene.view(3)["table"]["hand"] != []


def told(number: int) -> dict[int, list[str]]:
    """All that each socket is told at a table whose decks do not depend on its number."""
    scene = Scene(wish("hearts", PRACTICE, deal=number))
    decks: Any = scene.decks
    decks.numbered = lambda _deal, number: numbered_deck(1, number)
    scene.rows, scene.heard = [], {}
    scene.reload()
    scene.enter(0, ADA)
    scene.enter(1, WATCH)
    scene.enter(2, INVITE)
    play(scene)
    scene.done(0, "next")
    for _ in range(5):
        scene.act(0)
    scene.done(0, "next", deal=number + 1)
    scene.done(0, "leave")
    scene.enter(3, ADA)
    return {
        socket: [json.dumps(message) for message in heard] for socket, heard in scene.heard.items()
    }


def same_dice(patch: pytest.MonkeyPatch) -> None:
    """Computers do the same for all numbers."""
    patch.setattr("parlour.table.computers.dice", lambda _match, _seat: 1)


def test_two_numbers_of_the_same_cards_are_the_same_to_all_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The law of what a table tells: worlds that differ in the number alone."""
    same_dice(monkeypatch)
    first, second = told(20), told(30)
    assert {socket for socket in first if first[socket] != second[socket]} == {0}
    assert set(first) == {0, 1, 2, 3}
    assert '"deal": 20' in "".join(first[0])


def to_watchers(patch: pytest.MonkeyPatch) -> None:
    """Spectators are told the number."""
    plain = TableStatus.message

    def message(self: TableStatus, connection: Connection, *, maker: bool, now: float) -> str:
        text: Any = json.loads(plain(self, connection, maker=maker, now=now))
        return json.dumps(text | {"deal": self.deal})

    patch.setattr(TableStatus, "message", message)


def in_a_count(patch: pytest.MonkeyPatch) -> None:
    """The number of watchers is the table's number."""
    plain = TableStatus.message

    def message(self: TableStatus, connection: Connection, *, maker: bool, now: float) -> str:
        return plain(self._replace(watchers=self.deal or 0), connection, maker=maker, now=now)

    patch.setattr(TableStatus, "message", message)


@pytest.mark.parametrize("leak", [to_watchers, in_a_count])
def test_a_planted_leak_of_the_number_is_caught(
    leak: Callable[[pytest.MonkeyPatch], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    same_dice(monkeypatch)
    leak(monkeypatch)
    first, second = told(20), told(30)
    assert {socket for socket in first if first[socket] != second[socket]} > {0}


def test_a_stored_number_is_in_the_row_of_its_match() -> None:
    scene = practice()
    (row,) = [json.loads(row.body) for row in scene.rows if "numbered" in row.body]
    kinds = [fields["event"] for fields in row["did"]]
    assert kinds == ["opened", *["seated"] * 4, "numbered"]
    assert row["did"][0]["salt"] == f"{NUMBER}/0"
    assert Dealt(numbered_deck(NUMBER, 1)).deck == scene.table.state.match.deck


def test_a_number_over_real_sockets(tmp_path: Path) -> None:
    """The law over a socket and over HTTP: the number is in nothing that a spectator is sent."""
    number, heard = 1234567891, list[str]()
    with Served(tmp_path / "tables.db") as server, ExitStack() as stack:
        seat = server.make(game="hearts", seats=list(PRACTICE), deal=number)
        watch = Seat(server, seat.table, derived("watch", seat.key))
        spectator, line = watch.enter(stack), seat.enter(stack)
        room, view = seat.view()[1]
        assert room["deal"] == number
        assert view["view"]["dealt"] == [NAMES[card] for card in numbered_deck(number, 1)[:13]]
        line.send(json.dumps({"type": "next", "id": "n", "deal": number}))
        assert answer(line, "n")["type"] == "done"
        with suppress(TimeoutError):
            while True:
                heard.append(str(spectator.recv(0.5)))
        assert "view" in [json.loads(text)["type"] for text in heard]
        assert watch.view()[1][0]["deal"] is None
        assert str(number) not in "".join([*heard, json.dumps(watch.view())])


def test_the_source_of_the_checks_deals_numbers_too() -> None:
    assert Dealer(Random(0)).numbered(NUMBER, 2) == numbered_deck(NUMBER, 2)
