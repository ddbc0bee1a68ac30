"""Forced actions that are played by themselves, and the rest of a round."""

import json
from collections import deque
from collections.abc import Iterator
from math import log
from random import Random

import pytest

from parlour.match import View
from parlour.players import LEVELS
from parlour.table.automatic import DELAYS, LONGEST, REMEMBERED, REST_PACE, SHORTEST, quantile
from parlour.table.decisions import drawn
from parlour.table.turns import MISSES
from tests.support.scene import ADA, BO, WATCH, Json, Scene, four, wish

COMPUTERS = ("me", "first", "first", "first")


def alone(game: str = "straights", seed: object = 0, **fields: object) -> Scene:
    """Ada against computers that act at once, the first round dealt."""
    scene = Scene(wish(game, COMPUTERS, **fields), seed)
    scene.enter(0, ADA)
    return scene


def wait(scene: Scene) -> float:
    """Seconds until the table asked to be woken."""
    assert scene.wake is not None
    return scene.wake - scene.now


def forced(scene: Scene, *, on: bool = True) -> Json:
    return scene.done(0, "forced", on=on)


def to_forced(scene: Scene, seconds: float = 1.0, socket: int = 0) -> Json:
    """A view with one legal action; choices are made after so many seconds."""
    while len(scene.view(socket)["legal"]) != 1:
        scene.later(seconds)
        if len(scene.view(socket)["legal"]) > 1:
            scene.act(socket)
    return scene.view(socket)


def delays(scene: Scene, seconds: float, times: int) -> Iterator[float]:
    """The delays of forced cards of a person who takes so long to choose."""
    while times:
        if scene.room(0)["phase"] != "playing":
            scene.done(0, "next")
        elif len(scene.view(0)["legal"]) > 1:
            scene.later(seconds)
            scene.act(0)
        else:
            began, move = scene.now, scene.view(0)["move"]
            scene.later(wait(scene))
            assert scene.view(0)["move"] == move + 1 or scene.room(0)["phase"] != "playing"
            yield scene.now - began
            times -= 1


def test_a_forced_card_waits_for_its_person_unless_they_ask() -> None:
    scene = alone()
    before = to_forced(scene)
    assert scene.wake is None
    scene.later(1000)
    assert scene.view(0) == before
    forced(scene)
    assert scene.view(0) == before
    assert DELAYS[0] <= wait(scene) <= DELAYS[-1]
    scene.later(wait(scene))
    assert scene.view(0)["move"] == before["move"] + 1
    assert before["legal"][0] not in scene.view(0)["table"]["hand"]


def test_it_is_off_again_when_its_person_says_so_also_after_a_restart() -> None:
    scene = alone()
    before = to_forced(scene)
    forced(scene)
    scene.reload()
    assert scene.wake is None
    scene.enter(0, ADA)
    assert scene.table.state.forced == {0}
    assert wait(scene)
    rows = len(scene.rows)
    forced(scene)
    assert len(scene.rows) == rows
    forced(scene, on=False)
    assert scene.wake is None
    scene.later(100)
    assert scene.view(0)["move"] == before["move"]
    scene.reload()
    assert scene.table.state.forced == set()


def test_the_delay_is_like_those_of_its_persons_choices_and_never_none() -> None:
    for seconds, least, most in ((0.0, SHORTEST, SHORTEST), (2.0, 2.0, 2.0), (40.0, LONGEST, 15.0)):
        scene = alone(seed=1)
        forced(scene)
        waits = [*delays(scene, seconds, 40)]
        history = scene.table.automatic.delays[0]
        assert len(history) == REMEMBERED
        assert {round(delay, 6) for delay in history} == {least}
        assert {round(delay, 5) for delay in waits[-5:]} == {most}
        assert min(waits) > SHORTEST - 1e-6


def test_the_first_delays_are_drawn_from_the_matchs_secret() -> None:
    waits = []
    for seed in range(12):
        scene = alone(seed=seed)
        to_forced(scene)
        forced(scene)
        waits.append(wait(scene))
    assert len({round(delay, 3) for delay in waits}) > 3  # by the turn; the secret is "salt 1"
    assert min(waits) >= DELAYS[0]
    assert max(waits) <= DELAYS[-1]


def test_a_delay_is_drawn_for_each_seat_and_turn() -> None:
    scene, parts = alone(), set()
    forced(scene)
    while scene.room(0)["phase"] == "playing":
        if len(scene.view(0)["legal"]) > 1:
            scene.later(1)
            scene.act(0)
            continue
        state = scene.table.state
        part = drawn(state.match, "forced", 0, state.deals, state.match.moves[0])
        delays = sorted(scene.table.automatic.delays.get(0, DELAYS))
        assert wait(scene) == pytest.approx(quantile(delays, part), abs=1e-6)
        scene.later(wait(scene))
        parts.add(part)
    assert len(parts) > 1


def test_a_delay_between_two_known_ones_is_in_proportion() -> None:
    assert quantile([1.0, 2.0, 4.0], 0.0) == 1.0
    assert quantile([1.0, 2.0, 4.0], 0.25) == 1.5
    assert quantile([1.0, 2.0, 4.0], 0.5) == 2.0
    assert quantile([1.0, 2.0, 4.0], 0.75) == 3.0
    assert quantile([1.0, 2.0, 4.0], 1.0) == 4.0


@pytest.mark.parametrize("spread", [0.3, 0.6, 0.9])
def test_a_time_hardly_says_whether_an_action_was_forced(spread: float) -> None:
    """Of a person whose choices take as long as any other: by the delay, and by its distance from
    the middle, an observer is right in about half of all pairs.
    """
    random, history = Random(1), deque(DELAYS, REMEMBERED)
    chosen, drawn_later = [], []
    for _ in range(5000):
        delay = random.lognormvariate(log(2.5), spread)
        chosen.append(max(SHORTEST, min(delay, LONGEST)))
        history.append(chosen[-1])
        drawn_later.append(quantile(sorted(history), random.random()))
    assert auc(chosen, drawn_later) == pytest.approx(0.5, abs=0.02)
    distances = [
        [abs(log(seconds / 2.5)) for seconds in sample] for sample in (chosen, drawn_later)
    ]
    assert auc(*distances) == pytest.approx(0.475, abs=0.02)


def auc(sample: list[float], others: list[float]) -> float:
    """How often one of the others is the greater."""
    both = sorted([(number, 0) for number in sample] + [(number, 1) for number in others])
    ranks = sum(place for place, (_, other) in enumerate(both) if other)
    n = len(others)
    return (ranks - n * (n - 1) / 2) / (n * len(sample))


def test_only_choices_teach_the_delay() -> None:
    scene = alone("hearts")
    scene.later(5)
    for _ in range(3):  # a pass
        scene.act(0)
    assert scene.table.automatic.delays == {}
    while 0 not in scene.table.automatic.delays:
        scene.later(1)
        scene.act(0)
    to_forced(scene)
    history = [*scene.table.automatic.delays[0]]
    assert history == [*DELAYS, *[1.0] * (len(history) - len(DELAYS))]
    scene.later(7)
    scene.act(0)
    assert [*scene.table.automatic.delays[0]] == history


def test_nothing_is_passed_by_itself() -> None:
    scene = four("hearts")
    for socket in range(4):
        scene.done(socket, "forced", on=True)
    assert scene.wake is None
    scene.later(100)
    assert scene.view(0)["move"] == 0


def test_an_action_that_is_no_card_is_played_where_it_is_the_only_one() -> None:
    scene = alone("crazy-eights", rules={"players": 4}, seed=3)
    forced(scene)
    seen = set()
    for _ in range(200):
        scene.later(0.1)
        view = scene.view(0)
        seen |= {act["action"] for act in scene.last(0, "view")["news"] if act["seat"] == 0}
        if len(view["legal"]) > 1:
            scene.act(0)
        if scene.room(0)["phase"] != "playing":
            break
    assert "draw" in seen


def test_with_others_each_is_asked_for_themselves_and_told_as_any_action() -> None:
    """What others are told of a forced card is what they are told of one that its person plays."""
    told = []
    for by_hand in (False, True):
        scene = four()
        scene.enter(9, WATCH)
        scene.done(1, "forced", on=True)
        while len(scene.view(1)["legal"]) != 1:
            scene.act(scene.turn())
        heard = {socket: len(scene.heard[socket]) for socket in (0, 2, 3, 9)}
        if by_hand:
            scene.act(1)
        else:
            scene.later(wait(scene))
        told.append({socket: scene.heard[socket][n:] for socket, n in heard.items()})
    assert told[0] == told[1]
    assert any(told[0].values())


def test_nothing_is_played_by_itself_for_a_person_who_is_gone() -> None:
    scene = Scene(wish("straights", ("me", "friend", "first", "first")))
    scene.enter(0, ADA)
    assert scene.join(1, BO, "Bo") == 1
    scene.done(0, "forced", on=True)
    while len(scene.view(0)["legal"]) != 1:
        scene.act(scene.turn(2))
    move = scene.view(0)["move"]
    scene.close(0)
    scene.later(20)
    assert scene.table.state.match.moves[0] == move
    scene.enter(0, ADA)
    assert scene.view(0)["move"] == move
    assert wait(scene) >= DELAYS[0]
    scene.later(max(DELAYS))
    assert scene.table.state.match.moves[0] == move + 1


def test_nothing_is_played_by_itself_after_a_missed_turn() -> None:
    """Otherwise the takeover of an absent person would tell which of their cards were forced."""
    scene = Scene(wish("straights", ("me", "friend", "first", "first"), limit=30))
    scene.enter(0, ADA)
    assert scene.join(1, BO, "Bo") == 1
    scene.done(0, "forced", on=True)
    while len(scene.view(0)["legal"]) < 2:
        scene.act(1) if scene.view(1)["legal"] else scene.later(1)
    scene.later(31)
    assert scene.table.turns.misses == {0: MISSES - 1}
    assert scene.table.automatic.times() == []
    while not scene.view(0)["legal"]:
        scene.act(1)
    assert scene.table.automatic.began.keys() == set()
    scene.act(0)
    assert scene.table.turns.misses == {}


def test_who_left_leaves_neither_the_wish_nor_the_delays() -> None:
    scene = four()
    scene.done(1, "forced", on=True)
    for _ in range(30):
        scene.later(2)
        scene.act(scene.turn()) if scene.room(0)["phase"] == "playing" else None
    assert scene.table.automatic.delays.keys() >= {0, 1}
    scene.done(1, "leave")
    assert scene.table.state.forced == set()
    assert 1 not in scene.table.automatic.delays
    assert 0 in scene.table.automatic.delays


def test_it_is_refused_to_who_watches() -> None:
    scene = four()
    scene.enter(9, WATCH)
    assert scene.refused(9, "forced", on=True) == "Spectators cannot play."
    assert scene.refused(9, "rest") == "Spectators cannot play."


REFUSED = "The rest is played by itself only once no points can change."


def to_rest(scene: Scene, sockets: int = 1) -> None:
    """A position of which the rest may be played by itself: the first one in a round, in which
    somebody holds cards.
    """
    while not scene.view(0)["decided"]:
        if scene.room(0)["phase"] != "playing":
            for socket in range(sockets):
                scene.done(socket, "next")
        else:
            scene.act(scene.turn(sockets))


@pytest.mark.parametrize("game", ["straights", "hearts"])
def test_the_rest_is_offered_once_points_are_settled(game: str) -> None:
    scene = alone(game)
    assert scene.view(0)["decided"] is False
    assert scene.refused(0, "rest") == REFUSED
    to_rest(scene)
    scene.later(5)
    cards, count = len(scene.view(0)["table"]["hand"]), scene.last(0, "view")["count"]
    scene.done(0, "rest", "r")
    assert scene.view(0)["decided"] is False
    assert scene.last(0, "view")["count"] == count + 1
    assert json.loads(scene.rows[-1].body)["did"] == [{"event": "rest", "seat": 0}]
    rows = len(scene.rows)
    scene.done(0, "rest", "again")  # which changes nothing
    assert len(scene.rows) == rows
    times = []
    while scene.room(0)["phase"] == "playing":
        assert wait(scene) == pytest.approx(REST_PACE)
        scene.later(wait(scene))
        times.append(scene.now)
    assert len(times) == cards
    assert scene.table.state.resting == {0}
    scene.done(0, "next")
    assert scene.table.state.resting == set()
    assert scene.view(0)["decided"] is False


@pytest.mark.parametrize("lowest", [True, False])
def test_the_rest_is_played_as_the_tables_level_chooses(
    lowest: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def act(view: View, _dice: int) -> int:
        return ((view.legal & -view.legal) if lowest else view.legal).bit_length() - 1

    choices = 0
    for seed in range(4):
        scene = alone("straights", seed, level="careful")
        to_rest(scene)
        with monkeypatch.context() as patch:
            patch.setitem(LEVELS["straights"], "careful", act)
            scene.done(0, "rest")
            while scene.room(0)["phase"] == "playing":
                legal = scene.view(0)["legal"]
                scene.later(wait(scene))
                left = scene.view(0)["table"]["hand"]
                assert [card for card in legal if card not in left] == [legal[0 if lowest else -1]]
                choices += len(legal) > 1
    assert choices


def test_with_others_only_ones_own_cards_are_played_each_in_turn() -> None:
    scene = four("hearts", rules={"pass_cards": "no"})
    to_rest(scene, 4)
    scene.done(0, "rest")
    assert scene.view(0)["decided"] is False
    assert all(scene.view(socket)["decided"] for socket in (1, 2, 3))
    while scene.room(0)["phase"] == "playing":
        socket, before = scene.turn(), scene.last(1, "view")["count"]
        if socket:
            scene.later(10)
            assert scene.last(1, "view")["count"] == before
            scene.act(socket)
        else:
            scene.later(REST_PACE + 0.001)
            assert scene.last(1, "view")["count"] == before + 1


def test_who_was_away_has_the_seat_back_for_the_rest() -> None:
    scene = four("hearts", rules={"pass_cards": "no"}, limit=30)
    to_rest(scene, 4)
    state = scene.table.state
    state.opened = state.match._replace(players=("first", *state.match.players[1:]))
    scene.done(0, "rest")
    assert state.match.players[0] == "human:Ada"


def test_a_shooters_choice_is_left_to_them() -> None:
    """The rest is the cards; a moon is chosen by its shooter."""
    scene = four("hearts", rules={"pass_cards": "no"})
    scene.table.state.resting.add(0)
    match = scene.table.state.match
    scene.table.state.opened = match._replace(
        state=match.state._replace(hands=(0, *match.state.hands[1:]), turn=0, leader=0)
    )
    assert scene.table.automatic.run({0}, scene.now) is None
    assert scene.table.automatic.times() == []


def test_the_rest_ends_where_the_match_goes_back() -> None:
    scene = alone("hearts", rules={"pass_cards": "no"})
    to_rest(scene)
    scene.done(0, "rest")
    assert scene.table.state.resting == {0}
    scene.done(0, "undo", move=scene.view(0)["undo"])
    assert scene.table.state.resting == set()
    assert scene.wake is None


def test_the_rest_survives_a_restart_and_ends_with_its_person() -> None:
    scene = four("hearts", rules={"pass_cards": "no"})
    to_rest(scene, 4)
    scene.done(0, "rest")
    scene.reload()
    assert scene.table.state.resting == {0}
    scene.enter(0, ADA)
    scene.done(0, "leave")
    assert scene.table.state.resting == set()


def test_a_game_without_a_rule_for_it_never_offers_the_rest() -> None:
    scene = alone("crazy-eights", rules={"players": 4})
    while scene.room(0)["phase"] == "playing":
        assert scene.view(0)["decided"] is False
        scene.act(0)
    assert scene.refused(0, "rest") == REFUSED
