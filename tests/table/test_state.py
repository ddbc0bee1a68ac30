"""Any sequence of messages: a table is what its rows say, and never hangs."""

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parlour import log
from parlour.cards import NAMES, NOBODY
from parlour.catalogue.options import words
from parlour.catalogue.registry import GAMES
from parlour.games.hearts.rules import leading
from parlour.match import HUMAN, Acted, Opened, Seated, View, actor, legal, step
from parlour.players import LEVELS
from parlour.table.computers import chosen, played
from parlour.table.messages.keys import hashed
from parlour.table.messages.new_table import Chair
from parlour.table.messages.record import record
from parlour.table.state import FORCED
from parlour.table.table import (
    Table,
)
from tests.support.play import random_rules
from tests.support.scene import (
    ADA,
    BO,
    CY,
    DI,
    INVITE,
    WATCH,
    Json,
    Scene,
    follows,
    four,
    lasting,
    same_from_its_last_deal,
    wish,
)


def same_after_a_reload(scene: Scene) -> None:
    """A table that is loaded from its rows equals the one that went on; its record is valid."""
    table, state = Table(scene.made, scene.rows, scene.decks), scene.table.state
    before, after = lasting(scene.table)["state"], lasting(table)["state"]
    assert before == after
    lines = [*log.read(record(scene.rows).encode().splitlines(keepends=True))]
    same_from_its_last_deal(scene)
    assert lines[-1].after == state.match
    assert lines[-1 - state.events + 1].event == Opened(*state.match[:3], state.undone)
    assert {seat for seat, chair in enumerate(state.chairs) if state.away(seat)} == {
        seat
        for seat, chair in enumerate(state.chairs)
        if chair.kind == "person"
        and state.match.players[seat][:6] != HUMAN
        and not state.match.winners
    }


KINDS = ["act"] * 7 + [
    "any",
    "again",
    "enter",
    "join",
    "next",
    "next",
    "start",
    "back",
    "leave",
    "close",
    "reload",
    "undo",
    "undo",
    "forced",
    "rest",
]
KINDS += ["short", "long", "wake"]
STEPS = st.lists(
    st.tuples(st.sampled_from(KINDS), st.integers(0, 6), st.integers(0, 50)), max_size=60
)
KEYS = (ADA, BO, CY, DI, INVITE, WATCH, follows("x", ADA))


class Chaos(Scene):
    """A scene that takes any step, and knows of each socket only what it was told."""

    def step(self, kind: str, socket: int, number: int) -> None:
        told = self.heard.get(socket, [])
        view = next(
            (message["view"] for message in reversed(told) if message["type"] == "view"), None
        )
        if kind == "short":
            self.later(number / 3)
        elif kind == "long":
            self.later(number * 1000)
        elif kind == "wake" and self.wake is not None:
            self.now = self.wake + number / 10  # the server was late
            self.take(self.table.time_passed(self.now))
        elif kind == "close" or (kind == "enter" and socket in self.dropped):
            self.close(socket)
            self.dropped.discard(socket)
        elif kind == "reload":
            self.reload()
        elif socket in self.dropped:
            return
        elif kind == "act" and view and view["legal"]:
            may = view["legal"]
            self.say(socket, "act", move=view["move"], action=may[number % len(may)])
        elif kind == "any":
            self.say(socket, "act", move=number % 3, action=NAMES[number])
        elif kind == "again" and self.ids:
            self.say(socket, ("next", "back", "start")[number % 3], f"{1 + number % self.ids}")
        elif kind == "enter":
            self.say(socket, "enter", key=KEYS[number % len(KEYS)], have=number)
        elif kind == "join":
            self.say(socket, "join", key=KEYS[number % len(KEYS)], name=f"No. {number}")
        elif kind == "undo" and view:
            self.say(socket, kind, move=view["undo"] if view["undo"] and number else number % 9)
        elif kind == "forced":
            self.say(socket, kind, on=bool(number % 3))
        elif kind in ("next", "start", "back", "leave", "rest"):
            self.say(socket, kind)


@settings(max_examples=60)
@given(
    st.sampled_from([*GAMES]),
    st.lists(st.sampled_from(["me", "friend", "friend", "first"]), min_size=4, max_size=4).filter(
        lambda s: s.count("me") < 2
    ),
    st.sampled_from([0, 30]),
    STEPS,
    st.integers(0, 99),
)
def test_whatever_is_said_and_whenever_a_table_is_what_its_rows_say_and_never_hangs(
    game: str, seats: list[str], limit: int, steps: list[tuple[str, int, int]], seed: int
) -> None:
    choices: Json = {"target": 1 + seed % 30, "players": 4, "eights": "named"}
    options = GAMES[game].Rules()._asdict()
    rules = {name: value for name, value in choices.items() if name in options}
    chaos = Chaos(wish(game, tuple(seats), limit=limit, rules=rules), seed)
    for socket, key in enumerate(KEYS[: 1 + seed % 4]):
        chaos.say(socket, "enter", key=INVITE if socket else ADA, have=0)
        chaos.say(socket, "join", key=key, name=f"Somebody {socket}")
    for kind, socket, number in steps:
        chaos.step(kind, socket, number)
        if number % 10 == 0:
            same_after_a_reload(chaos)
    same_after_a_reload(chaos)


def whole_match(game: str, random: Random) -> None:
    """People who act, dawdle, go and come at random, under any house rules, until a match has
    ended.
    """
    rules = random_rules(GAMES[game], random)
    n = GAMES[game].seats(rules)
    seats = ("me", *(random.choice(["friend", "first"]) for _ in range(n - 1)))
    description = wish(game, seats, limit=random.choice([0, 30]), rules=words(GAMES[game], rules))
    scene = Scene(description, random.random())
    keys = {0: ADA}
    scene.enter(0, ADA)
    for seat, word in enumerate(seats):
        if word == "friend":
            keys[seat] = follows(f"{seat}", ADA)
            assert scene.join(seat, keys[seat], f"No. {seat}") == seat
    rounds = 0
    while scene.room(0)["phase"] != "over":
        for socket, key in keys.items():
            if random.random() < 0.02 and socket:
                scene.close(socket)
                scene.later(random.choice([1, 31]))
                scene.enter(socket, key, random.randrange(300))
            elif random.random() < 0.02:
                scene.later(random.choice([1, 10, 31, 61]))
            if scene.room(0)["phase"] == "scored":
                scene.done(socket, "next")
                rounds += socket == 0
            elif view := scene.view(socket)["legal"]:
                scene.done(
                    socket, "act", move=scene.view(socket)["move"], action=random.choice(view)
                )
        if rounds > 60:  # drawn games of Crazy Eights cost nothing
            return
    assert scene.view(0)["winners"]
    assert len(scene.view(0)["sheet"]) == scene.view(0)["number"]
    same_after_a_reload(scene)
    assert actor(scene.table.state.match) == NOBODY


@pytest.mark.parametrize("game", GAMES)
def test_whole_matches_end(game: str, times: Callable[[int, int], int]) -> None:
    for seed in range(times(6, 300)):
        whole_match(game, Random(f"{game} {seed}"))


def test_a_person_who_leaves_is_ready_no_more_and_the_others_are_also_after_a_restart() -> None:
    scene = four()
    scene.play()
    for socket in (0, 1):
        scene.done(socket, "next")
    assert scene.table.state.ready == [0, 1]
    scene.done(1, "leave")
    assert scene.table.state.ready == scene.room(0)["ready"] == [0]
    scene.reload()
    scene.enter(0, ADA)
    assert scene.room(0)["ready"] == [0]


def test_who_joined_in_a_round_and_left_again_is_dealt_nothing() -> None:
    scene = Scene(wish("straights", ("me", "friend", "first", "first")))
    scene.enter(0, ADA)
    scene.done(0, "start")
    assert scene.join(1, BO, "Bo") == 1
    assert scene.table.state.waiting == {1}
    scene.done(1, "leave")
    assert scene.table.state.waiting == set()
    assert scene.join(2, CY, "Cy") == 1
    scene.play(1)
    scene.done(0, "next")
    assert scene.room(0)["phase"] == "playing"
    assert scene.table.state.match.players[1] == HUMAN + "Cy"
    assert scene.table.state.waiting == set()


def test_the_requests_of_a_key_that_opens_nothing_are_forgotten() -> None:
    """The maker's key opens the table for ever."""
    scene = four()
    for socket in (0, 1):
        scene.done(socket, "back", "b")
        scene.play() if socket == 0 else None
        scene.done(socket, "next", "n")
    asked = scene.table.state.asked
    assert {"n"} <= asked[hashed(ADA)].keys() & asked[hashed(BO)].keys()
    scene.done(1, "leave")
    scene.done(0, "leave")
    assert hashed(BO) not in asked
    assert "n" in asked[hashed(ADA)]


def test_a_lawful_choice_of_a_level_is_played(monkeypatch: pytest.MonkeyPatch) -> None:
    def last(seen: View, _dice: int) -> int:
        return seen.legal.bit_length() - 1

    monkeypatch.setitem(LEVELS["hearts"], "first", last)
    state = four("hearts", rules={"pass_cards": "no"}).table.state
    match = state.match
    for _ in range(8):
        seat = actor(match)
        acted = chosen(match, seat, "first")
        assert acted == Acted(seat, legal(match, seat).bit_length() - 1)
        match = step(match, acted)


def test_a_turn_that_a_computer_plays_for_a_person_is_one_card() -> None:
    """Also where that card wins the trick, and the seat leads the next one."""
    state = four("hearts", rules={"pass_cards": "no"}).table.state
    match, again = state.match, 0
    while match.playing:
        seat = actor(match)
        after, did = played(match, seat, "first")
        assert [type(event) for event in did] == [Seated, Acted]
        again += actor(after) == seat and leading(after.state)
        match = after
    assert again


def test_deals_are_counted_and_a_turn_of_the_next_round_is_another_turn() -> None:
    scene = four(limit=30)
    state = scene.table.state
    first = state.turn()
    counts = [state.deals]
    for _ in range(2):
        scene.play()
        for socket in range(4):
            scene.done(socket, "next")
        counts.append(state.deals)
        assert state.turn() != first
    assert counts == [counts[0], counts[0] + 1, counts[0] + 2]
    assert first[0] == counts[0] > 0


def test_a_chair_that_was_left_is_as_one_that_nobody_took() -> None:
    scene = four()
    scene.play()
    scene.done(1, "leave")
    assert scene.table.state.chairs[1] == Chair("open", "", "", scene.table.state.plan.level)


def test_a_player_that_is_no_level_here_is_played_by_the_tables_level() -> None:
    """A level of a package that has gone, or a person who is away."""
    state = four("hearts").table.state
    players = ("gone", HUMAN + "Ada", "careful", "first")
    state.opened = state.match._replace(players=players)
    assert state.plan.level == "first"
    assert [state.level(seat) for seat in range(4)] == ["first", "first", "careful", "first"]


@pytest.mark.parametrize(("ident", "short"), [("a b", True), ('"', False), ("\\", False)])
def test_a_wish_about_forced_actions_is_read_by_its_form(ident: str, short: bool) -> None:
    """As by JSON, whatever its id."""
    scene = four("straights")
    event = {"event": "forced", "seat": 0, "on": True}
    row = scene.table.state.row(0.0, [event], [(hashed(ADA), ident)])
    assert bool(FORCED(row.body)) == short
    loaded = Table(scene.made, [*scene.rows, row], scene.decks).state
    assert loaded.forced == {0}
    assert loaded.forced_changes[0] == 1
    assert loaded.n == row.n + 1
    assert ident in loaded.asked[hashed(ADA)]
