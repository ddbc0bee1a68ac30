"""Decisions that take thought: wanted, handed in, played at their pace; and plain players that
stand in.
"""

from collections.abc import Iterator
from typing import Any

import pytest

from parlour.cards import NAMES
from parlour.catalogue.options import action_name
from parlour.catalogue.registry import GAMES
from parlour.match import actor, legal, view
from parlour.players import LEARNED, LEVELS, STAND_IN, Player, checked_level, plain
from parlour.table.computers import chosen
from parlour.table.dealing import COMPUTERS_LINGER, DEAL_INTERVAL, NEXT_WAIT, REST
from parlour.table.decisions import HINT_SECONDS, PACE, PACE_UNWATCHED, SPREAD, TOGETHER, spread
from parlour.table.messages.outcome import BUSY, FAILED, PREPARING, Decided
from parlour.table.presence import GRACE
from tests.support.scene import ADA, BO, CY, INVITE, WATCH, Scene, follows, four, wish

STRONG = ("me", "search", "trained", "search")
HINTED: dict[str, Any] = {"action": "7S", "why": "better", "unit": "points", "choices": []}


def alone(game: str = "straights", seed: object = 0, **fields: Any) -> Scene:
    """Ada with three players that think, the first round dealt."""
    scene = Scene(wish(game, STRONG if game != "crazy-eights" else STRONG[:2], **fields), seed)
    scene.enter(0, ADA)
    return scene


def decide(scene: Scene, ticket: int, decided: Decided) -> list[Any]:
    return scene.take(scene.table.decided(ticket, decided, scene.now))


def last_legal(scene: Scene, seat: int) -> int:
    return legal(scene.table.state.match, seat).bit_length() - 1


def turns(scene: Scene) -> Iterator[Any]:
    """The decisions that the table wants, one after the other, Ada's turns between them played."""
    while scene.room(0)["phase"] == "playing":
        if scene.view(0)["legal"]:
            scene.act(0)
        else:
            yield scene.wanted[-1]


@pytest.mark.parametrize("game", ["straights", "crazy-eights", "hearts"])
def test_an_action_is_played_at_its_time_however_soon_it_is_decided(
    game: str,
) -> None:
    scene = alone(game, rules={"pass_cards": "no"} if game == "hearts" else {})
    forced = free = 0
    for n, wanted in enumerate(turns(scene)):
        seat, since = wanted.view.seat, scene.now
        assert wanted.kind == "act"
        assert wanted.level == scene.view(0)["players"][seat]
        assert wanted.view == view(scene.table.state.match, seat)  # and nothing more
        assert since + PACE <= wanted.due < since + PACE + SPREAD
        assert scene.wake == wanted.due
        forced, free = (
            forced + (wanted.view.legal.bit_count() == 1),
            free + (wanted.view.legal.bit_count() > 1),
        )
        scene.later(n % 7 * PACE / 7)
        action = last_legal(scene, seat)
        assert decide(scene, wanted.ticket, Decided(action)) == []
        assert scene.wake == wanted.due
        scene.later(wanted.due - scene.now)
        assert scene.last(0, "view")["news"][-1] == scene.last(0, "view")["news"][0]
        assert scene.last(0, "view")["news"][0]["action"] == action_name(GAMES[game], action)
        assert scene.room(0)["stand_in"] is None
    assert forced
    assert free


def test_the_times_are_spread_by_the_matchs_secret_and_by_nothing_else() -> None:
    spreads: list[list[float]] = []
    for seed in range(2):
        scene = alone(seed=seed)
        spreads.append([])
        for wanted in turns(scene):
            spreads[-1].append(round(wanted.due - scene.now - PACE, 9))
            decide(scene, wanted.ticket, Decided(last_legal(scene, wanted.view.seat)))
            scene.later(wanted.due - scene.now)
    assert len(set(spreads[0])) > 25
    assert max(spreads[0]) - min(spreads[0]) > SPREAD / 2
    assert spreads[0][0] in spreads[1]  # the same secret: "salt 1"
    match = alone().table.state.match
    assert len({spread(match._replace(salt=f"{n}"), 1, 1) for n in range(20)}) == 20


@pytest.mark.parametrize(
    ("why", "told"), [(None, BUSY), (BUSY, BUSY), (PREPARING, PREPARING), (FAILED, FAILED)]
)
def test_a_plain_player_stands_in_at_that_time_and_it_is_said_so(
    why: str | None, told: str
) -> None:
    scene = alone()
    wanted = next(turns(scene))
    if why:
        decide(scene, wanted.ticket, Decided(why=why))
    assert scene.room(0)["stand_in"] is None
    scene.later(wanted.due - scene.now)
    seat = wanted.view.seat
    action = LEVELS["straights"][STAND_IN](wanted.view, wanted.dice)
    assert (
        scene.last(0, "view")["news"][0]
        == {"seat": seat, "action": NAMES[action]} | scene.last(0, "view")["news"][0]
    )
    assert scene.room(0)["stand_in"] == told
    wanted = next(turns(scene))
    decide(scene, wanted.ticket, Decided(last_legal(scene, wanted.view.seat)))
    scene.later(wanted.due - scene.now)
    assert scene.room(0)["stand_in"] is None


def test_what_is_no_lawful_action_is_not_played() -> None:
    scene = alone()
    wanted = next(turns(scene))
    may = legal(scene.table.state.match, wanted.view.seat)
    decide(scene, wanted.ticket, Decided(next(card for card in range(52) if not may >> card & 1)))
    scene.later(wanted.due - scene.now)
    assert scene.room(0)["stand_in"] == BUSY


def test_a_decision_that_is_wanted_no_more_is_nothing() -> None:
    scene = alone()
    wanted = next(turns(scene))
    scene.later(wanted.due - scene.now)
    rows = len(scene.rows)
    assert decide(scene, wanted.ticket, Decided(0)) == []
    assert decide(scene, 10**6, Decided(0)) == []
    assert len(scene.rows) == rows


def test_where_nobody_is_nothing_is_wanted_until_somebody_comes() -> None:
    scene = alone()
    wanted = next(turns(scene))
    scene.close(0)
    assert scene.wake is None
    decide(scene, wanted.ticket, Decided(last_legal(scene, wanted.view.seat)))
    scene.later(100)
    scene.enter(1, ADA)
    again = scene.wanted[-1]
    assert again.ticket != wanted.ticket
    assert again._replace(ticket=0, due=0) == wanted._replace(ticket=0, due=0)
    assert again.due >= scene.now + PACE


@pytest.mark.parametrize("every", [0.05, GRACE - 0.1])
def test_a_program_that_asks_again_and_again_sees_the_strong_players_play(every: float) -> None:
    """Over HTTP it is present for as long as a request lasts, and for 3 s after."""
    scene = alone(seed=1)
    wanted, rows = scene.wanted[0], len(scene.rows)
    scene.close(0)
    decide(scene, wanted.ticket, Decided(last_legal(scene, wanted.view.seat)))
    for socket in range(1, 100):
        assert scene.wake is None
        scene.later(every)
        scene.enter(socket, ADA)
        if len(scene.rows) > rows:
            break
        scene.close(socket)
    assert scene.now - every < wanted.due <= scene.now
    assert [request.view.seat for request in scene.wanted].count(wanted.view.seat) == 1
    assert scene.last(socket, "view")["seen"][0]["seat"] == wanted.view.seat


def test_in_hearts_all_that_think_pass_at_once_and_nobody_waits_for_the_people() -> None:
    scene = alone("hearts")
    first, rows = scene.now, len(scene.rows)
    assert [wanted.view.seat for wanted in scene.wanted] == [1, 2, 3]
    for place in range(9):
        wanted = scene.wanted[place]
        assert wanted.view.table.passed.bit_count() == place // 3
        decide(scene, wanted.ticket, Decided(wanted.view.legal.bit_length() - 1))
    assert (len(scene.wanted), len(scene.rows)) == (9, rows)
    scene.later(TOGETHER + SPREAD)
    assert len(scene.rows) == rows + 3  # each seat's three cards are one row, at one time
    for _ in range(2):
        scene.act(0)
        assert scene.view(0)["table"]["passing"]
    scene.act(0)
    assert not scene.view(0)["table"]["passing"]
    assert scene.now == first + TOGETHER + SPREAD


def test_a_plain_player_passes_the_cards_that_were_not_decided() -> None:
    scene = alone("hearts")
    decide(scene, scene.wanted[0].ticket, Decided(last_legal(scene, 1)))
    for wanted in scene.wanted[1:3]:
        decide(scene, wanted.ticket, Decided(why=PREPARING))
    scene.later(TOGETHER + SPREAD)
    assert scene.room(0)["stand_in"] is None  # it would tell that a seat had still to pass
    for _ in range(3):
        scene.act(0)
    assert not scene.view(0)["table"]["passing"]


def test_where_no_person_plays_it_goes_slowly() -> None:
    scene = Scene(wish("straights", ("search",) * 4))
    scene.enter(0, ADA)
    assert scene.now + PACE_UNWATCHED <= scene.wanted[-1].due <= scene.now + PACE_UNWATCHED + SPREAD


def test_a_table_that_rests_deals_nothing_and_says_so() -> None:
    scene = Scene(wish("straights", ("first",) * 4))
    rests = True
    scene.table.dealing.over_quota = lambda: rests
    scene.enter(0, ADA)
    rows = len(scene.rows)
    assert scene.room(0)["resting"]
    scene.later(1000)
    assert len(scene.rows) == rows
    rests = False
    scene.later(REST)
    assert not scene.room(0)["resting"]
    assert scene.room(0)["phase"] == "scored"
    rests = True
    scene.done(0, "next")
    scene.later(100)
    assert (scene.room(0)["resting"], scene.room(0)["phase"]) == (True, "scored")
    rests = False
    scene.later(REST)
    assert scene.view(0)["number"] == 2


def test_a_show_is_what_computers_play_or_played_a_moment_ago_while_somebody_is_there() -> None:
    scene = Scene(wish("straights", ("first",) * 4))
    shown = [scene.table.computers_only(scene.now)]
    scene.enter(0, ADA)
    assert scene.room(0)["phase"] == "scored"
    shown += [
        scene.table.computers_only(scene.now),
        scene.table.computers_only(scene.now + DEAL_INTERVAL + COMPUTERS_LINGER),
    ]
    scene.close(0)
    assert [*shown, scene.table.computers_only(scene.now)] == [False, True, False, False]
    thinking = Scene(wish("straights", ("search",) * 4))
    thinking.enter(0, ADA)
    assert thinking.table.computers_only(thinking.now + 1000)  # its round is being played
    assert not alone().table.computers_only(1e9)


def test_a_turn_whose_time_is_over_is_played_by_a_plain_player() -> None:
    scene = Scene(wish("straights", ("me", "friend", "first", "first"), level="search", limit=30))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    seat = scene.turn(2)
    wanted = len(scene.wanted)
    told = scene.later(30 + SPREAD)
    assert next(message for message in told if message["type"] == "view")["news"][0]["seat"] == seat
    assert len(scene.wanted) == wanted
    assert any(f'"player":"{STAND_IN}"' in row.body for row in scene.rows)
    assert not any('"player":"search"' in row.body for row in scene.rows)


def test_no_clock_runs_while_a_computer_thinks_and_a_late_one_ends_nobodys_turn() -> None:
    scene = Scene(wish("hearts", ("me", "friend", "search", "search"), limit=30))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    for socket in (0, 0, 0, 1, 1, 1):
        scene.act(socket)
    assert scene.room(0)["clock"] == 30_000
    scene.table.decisions.pending.clear()
    scene.now += (
        29.9  # as after a pause: the computers begin to think just before the clock has run out
    )
    scene.close(5)
    assert scene.room(0)["phase"] == "playing"
    scene.later(TOGETHER + SPREAD)
    assert not scene.view(0)["table"]["passing"]
    assert scene.room(0)["clock"] == (None if scene.table.state.computers else 30_000)


def test_plain_is_the_level_itself_unless_it_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    assert [
        plain("hearts", level) for level in ("first", "careful", "greedy", "trained", "search")
    ] == [
        *("first", "careful", "greedy"),
        *("greedy", "greedy"),
    ]
    monkeypatch.setitem(LEVELS, "simple", {"first": LEVELS["hearts"]["first"], **LEARNED})
    assert plain("simple", "search") == "first"


# Hints.


def hinting(**fields: Any) -> Scene:
    scene = four(**fields)
    seat = scene.turn()
    scene.heard[100] = []
    scene.take(scene.table.handle(seat, '{"type":"hint","id":"h"}', scene.now))
    return scene


def answers(scene: Scene, socket: int) -> list[Any]:
    return [message for message in scene.heard[socket] if message.get("id") in ("h", "i")]


def test_a_hint_is_told_when_it_is_made_and_holds_nobody_up() -> None:
    scene = hinting()
    seat = scene.turn()
    (wanted,) = scene.wanted
    assert (wanted.kind, wanted.level, wanted.view) == (
        "hint",
        "search",
        view(scene.table.state.match, seat),
    )
    assert wanted.due == scene.now + HINT_SECONDS
    scene.take(scene.table.handle(seat, '{"type":"hint","id":"i"}', scene.now))
    assert len(scene.wanted) == 1
    assert answers(scene, seat) == []
    rows = len(scene.rows)
    # how soon it was decided is not told
    assert decide(scene, wanted.ticket, Decided(HINTED)) == []
    told = [message for message in scene.later(HINT_SECONDS) if message["type"] == "done"]
    assert [(message["to"], message["id"], message["hint"]) for message in told] == [
        (seat, "h", HINTED),
        (seat, "i", HINTED),
    ]
    assert scene.done(seat, "hint")["hint"] == HINTED  # made once a move
    assert (len(scene.wanted), len(scene.rows)) == (1, rows)


@pytest.mark.parametrize(("why", "told"), [(None, BUSY), (PREPARING, PREPARING)])
def test_a_plain_player_gives_the_hint_where_no_other_can_in_time(
    why: str | None, told: str
) -> None:
    scene = hinting()
    (wanted,) = scene.wanted
    if why:
        decide(scene, wanted.ticket, Decided(why=why))
    scene.later(HINT_SECONDS)
    (answer,) = answers(scene, wanted.view.seat)
    action = NAMES[LEVELS["straights"][STAND_IN](wanted.view, wanted.dice)]
    choices = [{"actions": [action], "better": 0.0, "error": 0.0, "playouts": 0}]
    plain = {"unit": "points", "choices": choices, "points": 0.0, "terms": []}
    assert answer["hint"] == {"action": action, "why": told, **plain}
    scene.take(scene.table.handle(wanted.view.seat, '{"type":"hint","id":"i"}', scene.now))
    assert len(scene.wanted) == 2  # asked again, a better one may be had


def test_a_hint_that_fails_is_a_refusal() -> None:
    scene = hinting()
    rows = len(scene.rows)
    decide(scene, scene.wanted[0].ticket, Decided(why=FAILED))
    scene.later(HINT_SECONDS)
    (answer,) = answers(scene, scene.wanted[0].view.seat)
    assert (answer["type"], answer["why"]) == ("refused", "The hint could not be computed.")
    assert len(scene.rows) == rows
    scene.act(scene.turn())


def test_a_hint_whose_turn_is_over_is_refused() -> None:
    scene = hinting()
    seat = scene.turn()
    match = scene.table.state.match
    action = action_name(GAMES[match.game], last_legal(scene, seat))
    frame = f'{{"type":"act","id":"a","move":{match.moves[seat]},"action":"{action}"}}'
    scene.take(scene.table.handle(seat, frame, scene.now))
    (answer,) = answers(scene, seat)
    assert (answer["type"], answer["why"]) == ("refused", "The turn is over; ask again.")


def test_who_may_not_act_gets_no_hint() -> None:
    scene = four()
    other = (scene.turn() + 1) % 4
    assert scene.refused(other, "hint") == "A hint is available only on your turn."
    scene.enter(9, WATCH)
    assert scene.refused(9, "hint") == "Spectators cannot play."
    assert scene.wanted == []


def test_a_hint_is_told_to_the_seat_that_asked_and_to_nobody_who_came_after_it_on_its_socket() -> (
    None
):
    scene = hinting()
    seat = scene.turn()
    scene.enter(seat, WATCH)
    decide(scene, scene.wanted[0].ticket, Decided(HINTED))
    scene.later(HINT_SECONDS)
    (answer,) = answers(scene, seat)
    assert (answer["type"], answer["why"]) == (
        "refused",
        "This connection now belongs to another seat.",
    )


def test_who_has_shown_no_key_is_refused_a_hint_at_once() -> None:
    scene = four()
    answer = scene.frame(77, '{"type":"hint","id":"h"}')
    assert (answer["type"], scene.wanted) == ("refused", [])


# Joining in the middle of a round.


def joined() -> Scene:
    """Cy takes a third seat in the middle of the first round."""
    scene = Scene(wish("hearts", ("me", "friend", "friend", "first"), rules={"pass_cards": "no"}))
    scene.enter(0, ADA)
    scene.join(1, BO, "Bo")
    scene.done(0, "start")
    for _ in range(4):
        scene.act(scene.turn(2))
    assert scene.join(2, CY, "Cy") == 2
    return scene


def test_who_joins_in_the_middle_of_a_round_sees_no_hand_until_it_is_over() -> None:
    scene = joined()
    assert scene.room(2)["you"] == {"seat": None, "waits": True, "maker": False}
    assert scene.view(2)["seat"] is None
    assert scene.view(2)["dealt"] == scene.view(2)["legal"] == []
    assert scene.room(0)["watchers"] == 0
    assert scene.view(0)["players"][2] == "first"
    asked: list[tuple[str, dict[str, Any]]] = [
        ("act", {"move": 0, "action": "2C"}),
        ("back", {}),
        ("hint", {}),
        ("next", {}),
    ]
    for kind, fields in asked:
        why = scene.refused(2, kind, **fields)
        assert why == (
            "The round is not over." if kind == "next" else "You play from the next round on."
        )
    while scene.room(0)["phase"] == "playing":
        assert scene.view(2)["seat"] is None
        assert "hand" not in scene.view(2)["table"] or scene.view(2)["table"]["hand"] == []
        scene.act(scene.turn(2))
    assert scene.view(2)["dealt"] == []  # not even of the round that is over
    for socket in (2, 0, 1):
        assert scene.room(2)["you"] == {"seat": None, "waits": True, "maker": False}
        scene.done(socket, "next")
    assert scene.room(2)["you"] == {"seat": 2, "waits": False, "maker": False}
    assert scene.view(0)["players"][2] == "human:Cy"
    assert len(scene.view(2)["dealt"]) == 13
    assert not scene.seat(0, 2)["away"]


def test_who_waits_for_a_seat_is_known_after_a_restart_and_from_another_socket() -> None:
    scene = joined()
    scene.enter(5, CY)
    assert scene.view(5)["seat"] is None
    scene.reload()
    for socket, key in enumerate((ADA, BO, CY)):
        scene.enter(socket, key)
    assert scene.view(2)["seat"] is None
    while scene.room(0)["phase"] == "playing":
        scene.act(scene.turn(2))
    scene.done(2, "next")
    scene.later(NEXT_WAIT)  # nobody waits for ever for the others
    assert scene.view(2)["seat"] == 2


def test_who_waits_for_a_seat_may_leave_it_having_seen_nothing() -> None:
    scene = joined()
    scene.done(2, "leave")
    assert 2 in scene.dropped
    assert scene.seat(0, 2)["kind"] == "open"
    assert scene.join(3, follows("x", CY), "Cyd") == 2
    scene.close(3)
    while scene.room(0)["phase"] == "playing":
        scene.act(scene.turn(2))
    for socket in range(2):
        scene.done(socket, "next")
    assert scene.view(0)["players"][2] == "human:Cyd"  # the seat is kept for them


def test_who_waits_plays_from_the_first_round_of_a_rematch() -> None:
    scene = Scene(wish("straights", ("me", "friend", "first", "first"), rules={"target": 1}))
    scene.enter(0, ADA)
    scene.done(0, "start")
    assert scene.join(1, BO, "Bo") == 1
    while scene.room(0)["phase"] == "playing":
        scene.act(0)
    assert (scene.room(0)["phase"], scene.room(1)["you"]["seat"]) == ("over", None)
    scene.done(0, "next")
    assert scene.view(1)["seat"] == 1
    assert scene.view(1)["players"][1] == "human:Bo"


def test_an_invitation_that_watches_sees_what_spectators_see() -> None:
    scene = joined()
    scene.enter(8, INVITE)
    assert scene.last(8, "view")["count"] == scene.last(2, "view")["count"]


FAILS = "fails: ZeroDivisionError: integer division or modulo by zero."


@pytest.mark.parametrize("checked", [False, True], ids=["bare", "of a package"])
@pytest.mark.parametrize(
    ("does", "why"),
    [
        (lambda _view, _dice: 1 // 0, FAILS),
        (lambda _view, _dice: 63, "plays no legal action."),
        (lambda _view, _dice: 0, "plays no legal action."),
    ],
)
def test_a_level_that_fails_or_breaks_the_rules_is_stood_in_for(
    does: Player,
    why: str,
    checked: bool,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """It may be anybody's code; the table goes on, and no card is in the log."""
    player = checked_level("straights", "first", does) if checked else does
    monkeypatch.setitem(LEVELS["straights"], "first", player)
    state = alone().table.state
    seat = actor(state.match)
    acted = chosen(state.match, seat, "first")
    assert legal(state.match, seat) >> acted.action & 1
    said = [record.getMessage() for record in caplog.records]
    assert said == [f"The level first of straights {why}"]


def test_where_all_choose_at_once_the_time_depends_on_the_seat_and_the_deal_alone() -> None:
    """Nobody is told how often the others have acted: a later match goes by the same times."""
    scene = alone("hearts")
    match, deals = scene.table.state.match, scene.table.state.deals
    for wanted in scene.wanted:
        late = spread(match, wanted.view.seat, deals)
        assert wanted.due == scene.now + TOGETHER + late
    assert len({wanted.due for wanted in scene.wanted}) == 3


def test_any_secret_spreads() -> None:
    """Also one that UTF-8 cannot write: a record may bring it."""
    match = alone().table.state.match._replace(salt="\ud800")
    assert 0 <= spread(match, 1, 1) < SPREAD


def test_a_hint_of_an_earlier_move_is_none_of_this_one() -> None:
    """Drawing is a move; the turn goes on, and another hint is needed."""
    for seed in range(100):
        scene = Scene(wish("crazy-eights", ("me", "first")), seed)
        scene.enter(0, ADA)
        if scene.room(0)["phase"] == "playing" and scene.view(0)["legal"] == ["draw"]:
            break
    scene.take(scene.table.handle(0, '{"type":"hint","id":"h"}', scene.now))
    assert answers(scene, 0) == []
    draw = '{"type":"act","id":"a","move":0,"action":"draw"}'
    scene.take(scene.table.handle(0, draw, scene.now))
    (answer,) = answers(scene, 0)
    assert (answer["type"], answer["why"]) == ("refused", "The turn is over; ask again.")
    assert scene.view(0)["legal"]
