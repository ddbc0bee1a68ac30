"""Matches, views and what they refuse; passing and drawing are tried on toy games."""

import hashlib
from itertools import permutations
from random import Random
from types import SimpleNamespace

import pytest

from parlour.cards import (
    HIDDEN,
    NEW_DECK,
    NOBODY,
    NONE,
    SPECTATOR,
    UNSEEN,
    cards,
    mask_of,
    names,
    parse_card,
)
from parlour.catalogue.protocol import Game
from parlour.catalogue.registry import GAMES
from parlour.errors import EventError, IllegalAction, ParlourError, RulesError
from parlour.games.straights import rules as straights
from parlour.log import read, write
from parlour.match import (
    ENDLESS,
    LONGEST_ROUND,
    Acted,
    Dealt,
    Event,
    Opened,
    Seated,
    actor,
    barred,
    dealt,
    dice,
    fold,
    legal,
    refusal,
    step,
    to_action,
    view,
)
from parlour.match.history import changed
from parlour.players import LEVELS
from parlour.shuffle import Shuffle
from tests.sketches import drawing, passing
from tests.support.leaks import planted
from tests.support.play import endless, opened, random_round

# The type checker holds each module to the protocol with its own records:
STRAIGHTS: Game[straights.Rules, straights.Round, straights.State, straights.Shown] = straights
PASSING: Game[passing.Rules, passing.Round, passing.State, passing.Shown] = passing
DRAWING: Game[drawing.Rules, drawing.Round, drawing.State, drawing.Shown] = drawing

DECK = Shuffle("std", 6788)(NEW_DECK)
OPEN = opened("straights", straights.Rules())
DEALT: list[Event] = [*OPEN, Dealt(DECK)]


def card(name: str) -> int:
    return parse_card(name)


def test_a_match_stays_as_it_was_and_undo_is_a_shorter_log() -> None:
    log = [*DEALT, Acted(3, card("7S")), Acted(0, card("AS"))]
    before = fold(log[:-1])
    after = step(before, log[-1])
    assert fold(log) == after
    assert fold(log[:-1]) == before != after
    assert fold(log[-1:], before) == after


@pytest.mark.parametrize(
    ("log", "why"),
    [
        ([], "The log is empty (expected the event opened)."),
        ([Dealt(DECK)], "Unexpected event dealt (the first event of a match is opened)."),
        ([OPEN[0], OPEN[0]], "Unexpected event opened (the match is already open)."),
        ([Opened("whist", (), "")], 'Unknown game "whist" (known: straights, '),
        ([Opened("straights", (1, 2), "")], "not a record of this game's rules"),
        (
            [Opened("straights", straights.Rules(target=0), "")],
            'The option target cannot be "0": it is 1 ... 100000',
        ),
        (
            [Opened("straights", straights.Rules(opens=2), "")],
            'The option opens cannot be "2": it is 7S | any-seven',
        ),
        ([OPEN[0], Dealt(DECK)], "Cards cannot be dealt while seat 0 is empty."),
        ([*OPEN[:3], Dealt(DECK)], "Cards cannot be dealt while seat 2 is empty."),
        ([*OPEN, Seated(4, "first")], "Unknown seat 4 (known: 0 to 3)."),
        ([*OPEN, Seated(-1, "first")], "Unknown seat -1 (known: 0 to 3)."),
        ([*OPEN, Seated(0, "")], 'Invalid player "" (expected a name of'),
        ([*OPEN, Seated(0, "human:\n")], 'Invalid player "human:\\n" ('),
        ([*OPEN, Seated(0, "human:")], 'Invalid player "human:" ('),
        ([*OPEN, Seated(0, "x" * 101)], "(expected a name of 1 to 100 printable characters)."),
        (
            [Opened("straights", straights.Rules(target=True), "")],
            'The option target cannot be "True"',
        ),
        (
            [Opened("straights", straights.Rules(), "x" * 101)],
            "Invalid salt (expected a text of at most 100 characters)",
        ),
        ([OPEN[0], Acted(0, 0), Dealt(DECK)], "No round is being played"),
        ([*OPEN, Acted(0, 0)], "No round is being played"),
        ([*OPEN, Dealt(DECK[:51])], "of these 51 cards"),
        ([*DEALT, Dealt(DECK)], "Cards cannot be dealt before round 1 is over."),
        ([*DEALT, Acted(3, card("7C"))], "7C is not allowed while 7S is held"),
        ([*DEALT, Acted(3, card("AS"))], "AS is not in the hand"),
        ([*DEALT, Acted(0, card("AS"))], "AS must wait: it is another's turn"),
        ([*DEALT, Acted(4, card("AS"))], "Unknown seat 4 (known: 0 to 3)"),
        ([*DEALT, Acted(3, 52)], "Unknown action 52"),
        ([*DEALT, Acted(3, -7)], "Unknown action -7"),
        (
            [*DEALT, Acted(3, card("7S")), Acted(0, card("AS")), Acted(1, card("AC"))],
            "AC is not allowed while 7D 7H are held",
        ),
    ],
)
def test_events_that_cannot_follow(log: list[Event], why: str) -> None:
    with pytest.raises(ParlourError) as refused:
        fold(log)
    assert why in str(refused.value)
    assert isinstance(refused.value, EventError | RulesError)


def test_no_refusal_tells_a_deck() -> None:
    end = fold(random_round("straights", straights.Rules(target=1), Random(3)))
    for match in (None, end):
        with pytest.raises(EventError, match=r"^Unexpected event dealt \([a-z ]+\)\.$"):
            step(match, Dealt(DECK))


def test_a_refused_action_is_an_illegal_action() -> None:
    with pytest.raises(IllegalAction):
        fold([*DEALT, Acted(3, card("7C"))])
    assert refusal(fold(DEALT), 3, card("7S")) == ""


def test_a_round_without_an_end_is_refused_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else computers would play on at a table for ever."""
    monkeypatch.setitem(GAMES, "drawing", planted(drawing, apply=endless))
    match = fold([*opened("drawing", drawing.Rules()), Dealt(NEW_DECK)])
    for _ in range(LONGEST_ROUND):
        seat = actor(match)
        action = legal(match, seat).bit_length() - 1
        match = match.act(seat, action)
    seat = actor(match)
    action = legal(match, seat).bit_length() - 1
    assert refusal(match, seat, action) == ENDLESS
    with pytest.raises(IllegalAction, match=f"^{ENDLESS}$"):
        match.act(seat, action)


def test_nothing_follows_the_end_of_a_match() -> None:
    log = random_round("straights", straights.Rules(target=1), Random(3))
    end = fold(log)
    assert end.winners
    for event in (Dealt(DECK), Seated(0, "first"), Acted(0, 0)):
        with pytest.raises(EventError, match="the match is over"):
            step(end, event)


def test_replacing_a_player_at_any_moment_keeps_everything_else() -> None:
    log = random_round("straights", straights.Rules(), Random(4))
    whole = fold(log)
    for at in range(len(OPEN), len(log)):
        new = changed(whole.past, 2) if at > len(OPEN) else whole.past
        replaced = fold([*log[:at], Seated(2, "human:Ada"), *log[at:]])
        assert replaced == whole._replace(
            players=("first", "first", "human:Ada", "first"), past=new
        )
        back = fold([*log[:at], Seated(2, "human:Ada"), Seated(2, "first"), *log[at:]])
        assert back == whole._replace(past=new)
        assert fold([*log[:at], Seated(2, "first"), *log[at:]]) == whole


def test_a_view_before_the_deal_and_between_rounds() -> None:
    seen = view(fold(OPEN), 1)
    assert (seen.table, seen.dealt, seen.seen, seen.points, seen.legal, seen.playable) == (
        None,
        (),
        (),
        (),
        0,
        0,
    )
    match = fold(random_round("straights", straights.Rules(), Random(4)))
    seen = view(match, 1)
    assert (seen.points, seen.totals, seen.sheet, seen.move) == (
        match.totals,
        match.totals,
        (match.totals,),
        13,
    )
    assert (seen.legal, seen.playable, seen.number, seen.winners) == (0, 0, 1, 0)
    seen = view(step(match, Dealt(DECK)), 1)
    assert (seen.points, seen.sheet, seen.number, seen.seen) == ((), (match.totals,), 2, ())
    assert seen.dealt == DECK[13:26]


def test_nobody_looks_from_a_seat_that_is_not_there() -> None:
    for seat in (-1, 4, NOBODY):
        with pytest.raises(
            EventError, match=rf"^Unknown seat {seat} \(known: 0 to 3, and SPECTATOR\)\.$"
        ):
            view(fold(DEALT), seat)


def test_dice_depend_on_salt_seat_and_move_alone() -> None:
    match = fold(DEALT)
    rolled = {dice(match, seat) for seat in range(4)}
    assert len(rolled) == 4
    assert all(0 <= roll < 2**64 for roll in rolled)
    after = step(match, Acted(3, card("7S")))
    assert [dice(after, seat) == dice(match, seat) for seat in range(4)] == [
        True,
        True,
        True,
        False,
    ]
    assert dice(match._replace(salt="other"), 0) != dice(match, 0)
    text = b"salt/0/0"  # sha256 of salt/seat/move, its first eight bytes
    assert dice(match, 0) == int(hashlib.sha256(text).hexdigest()[:16], 16)


def test_5_5_3_first_plays_the_first_legal_card_in_deal_order() -> None:
    match = fold([*DEALT, Acted(3, card("7S"))])
    # no play: the first card of the hand
    assert LEVELS["straights"]["first"](view(match, 0), 0) == card("4H")
    match = step(match, Acted(0, card("4H")))
    assert LEVELS["straights"]["first"](view(match, 1), 0) == card("7D")  # of 7D and 7H, the first


@pytest.mark.usefixtures("toys")
def test_the_order_of_passes_changes_no_view_and_no_state() -> None:
    begun = fold([*opened("passing", passing.Rules()), Dealt(DECK)])
    passes = [Acted(seat, min(cards(begun.state.hands[seat]))) for seat in range(4)]
    ends = set()
    for order in permutations(passes):
        match = begun
        for done, event in enumerate(order):
            for seat in range(4):
                chosen = any(earlier.seat == seat for earlier in order[:done])
                assert (legal(match, seat) == 0) == chosen
                alone = step(begun, passes[seat]) if chosen else begun
                assert view(match, seat) == view(alone, seat)  # nothing tells who else has chosen
            assert view(match, SPECTATOR) == view(begun, SPECTATOR)
            assert actor(match) == min(event.seat for event in order[done:])
            match = step(match, event)
        ends.add(match)
    assert len(ends) == 1
    end = ends.pop()
    assert [len(view(end, seat).seen) for seat in (0, 1, 2, 3, SPECTATOR)] == [1, 1, 1, 1, 0]
    assert end.state.turn == 0
    assert (
        view(end, 1).table.hand
        == mask_of(DECK[13:26]) & ~(1 << passes[1].action) | 1 << passes[0].action
    )


@pytest.mark.usefixtures("toys")
def test_every_viewer_is_asked_for_and_the_spectator_as_itself(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked = []

    def veil(
        round_: passing.Round, before: passing.State, seat: int, actor: int, action: int
    ) -> tuple[int, int]:
        asked.append(seat)
        return passing.veil(round_, before, seat, actor, action)

    monkeypatch.setitem(GAMES, "passing", SimpleNamespace(**{**vars(passing), "veil": veil}))
    begun = fold([*opened("passing", passing.Rules()), Dealt(DECK)])
    step(begun, Acted(1, DECK[13]))
    assert asked == [0, 1, 2, 3, SPECTATOR]


@pytest.mark.usefixtures("toys")
def test_no_seat_is_counted_from_the_end() -> None:
    begun = fold([*opened("passing", passing.Rules()), Dealt(DECK)])
    assert legal(begun, 3)
    for seat in (-1, 4, SPECTATOR, NOBODY):
        assert legal(begun, seat) == 0
        with pytest.raises(IllegalAction, match=f"Unknown seat {seat}"):
            step(begun, Acted(seat, DECK[-1]))


@pytest.mark.usefixtures("toys")
def test_a_drawn_card_is_the_drawers_alone() -> None:
    random = Random(9)
    draws = 0
    for players in (2, 3, 4, 5):
        log = random_round("drawing", drawing.Rules(players=players), random)
        match = fold(log)
        assert match.winners
        assert len(match.totals) == len(match.sheet[0]) == len(match.moves) == players
        assert len(view(match, 0).dealt) == 7
        for seat in range(players):
            for seen in match.seen[seat]:
                if seen.action == drawing.DRAW:
                    draws += 1
                    assert (seen.card == HIDDEN) == (seen.seat != seat)
                    assert seen.lacks
                else:
                    assert seen.card == NONE
        assert all(seen.card in (HIDDEN, NONE) for seen in match.seen[-1])
        assert view(match, SPECTATOR).dealt == ()
    assert draws > 20


@pytest.mark.usefixtures("toys")
def test_a_refused_draw_names_what_could_be_played() -> None:
    match = fold([*opened("drawing", drawing.Rules()), Dealt(DECK)])
    hand, top = match.state.hands[0], match.state.top
    fitting = [held for held in cards(hand) if held // 13 == top // 13]
    assert fitting
    verb = "is" if len(fitting) == 1 else "are"
    assert (
        refusal(match, 0, drawing.DRAW)
        == f"draw is not allowed while {names(fitting)} {verb} held."
    )
    assert refusal(match, 0, drawing.PASS) == "pass is not allowed now."
    other = next(held for held in cards(hand) if held not in fitting)
    assert refusal(match, 0, other) == f"{names([other])} is not allowed now."
    assert refusal(match, 0, 54) == "Unknown action 54."


def test_options_that_do_not_go_together_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    clashing = SimpleNamespace(
        **{**vars(passing), "fits": lambda _rules: "pass_cards does not go with players."}
    )
    monkeypatch.setitem(GAMES, "clashing", clashing)
    with pytest.raises(RulesError, match="pass_cards does not go with players"):
        fold([Opened("clashing", passing.Rules(), "")])


@pytest.mark.usefixtures("toys")
def test_actions_that_are_no_card_have_names_in_the_log() -> None:
    log = random_round("drawing", drawing.Rules(players=3), Random(2))
    text = write(log, "drawing")
    assert '"action":"draw"' in text
    assert [line.event for line in read(text.encode().splitlines())] == log


def test_numbers_that_stand_for_nothing_are_told_apart() -> None:
    apart = {SPECTATOR, NOBODY, HIDDEN, NONE, UNSEEN}
    assert len(apart) == 5
    assert min(apart) > 64


@pytest.mark.parametrize(
    ("log", "sentence"),
    [
        ([], "The log is empty (expected the event opened)."),
        ([OPEN[0], OPEN[0]], "Unexpected event opened (the match is already open)."),
        ([*OPEN, Acted(0, 0)], "No round is being played."),
        (
            [Opened("straights", straights.Rules(), "x" * 101)],
            "Invalid salt (expected a text of at most 100 characters).",
        ),
        ([*DEALT, Acted(0, card("AS"))], "AS must wait: it is another's turn."),
    ],
)
def test_a_refusal_is_the_sentence_and_nothing_else(log: list[Event], sentence: str) -> None:
    with pytest.raises(ParlourError) as refused:
        fold(log)
    assert str(refused.value) == sentence


def test_a_name_and_a_salt_may_have_a_hundred_characters() -> None:
    match = fold([Opened("straights", straights.Rules(), "s" * 100), Seated(0, "n" * 100)])
    assert (match.salt, match.players[0]) == ("s" * 100, "n" * 100)


def test_any_salt_gives_dice() -> None:
    """A log may bring a salt that UTF-8 cannot write; its dice are those of its three bytes."""
    rolled = dice(fold(DEALT)._replace(salt="\ud800"), 2)
    assert rolled == int(hashlib.sha256(b"\xed\xa0\x80/2/0").hexdigest()[:16], 16)


def test_an_action_is_a_text_or_a_number_and_nothing_else() -> None:
    assert to_action("crazy-eights", "7S") == to_action("crazy-eights", 45) == 45
    assert to_action("crazy-eights", "pass") == 53
    known = "(known: a card as in 7S, draw, pass, clubs, diamonds, hearts, spades)."
    for given, quoted in (("7Z", "7Z"), (7.5, "7.5"), (("7S",), "('7S',)")):
        with pytest.raises(EventError) as refused:
            to_action("crazy-eights", given)
        assert str(refused.value) == f'Unknown action "{quoted}" {known}'
    with pytest.raises(EventError, match=r"^An action is needed; None was given\.$"):
        to_action("crazy-eights", None)


def test_a_match_acts_and_steps() -> None:
    """The methods are the functions of the same names."""
    match = fold(DEALT)
    after = step(match, Acted(3, card("7S")))
    assert match.act(3, "7S") == match.act(3, card("7S")) == after
    assert match.step() == after  # the level's choice
    assert match.step(Acted(3, card("7S"))) == after
    assert fold(OPEN).step(Dealt(DECK)) == match


def test_a_barred_card_names_the_held_cards_that_forbid_it() -> None:
    match = fold(DEALT)
    opener = mask_of([card("7S")])
    assert barred(match, 3) == {
        held: opener for held in cards(match.state.hands[3]) if held != card("7S")
    }
    assert barred(match, 0) == {}  # it may not act


@pytest.mark.usefixtures("toys")
def test_a_card_that_nothing_in_hand_forbids_is_barred_by_none() -> None:
    match = fold([*opened("drawing", drawing.Rules()), Dealt(DECK)])
    hand, top = match.state.hands[0], match.state.top
    assert barred(match, 0) == {held: 0 for held in cards(hand) if held // 13 != top // 13}


@pytest.mark.usefixtures("toys")
def test_who_has_chosen_waits_for_the_others() -> None:
    begun = fold([*opened("passing", passing.Rules()), Dealt(DECK)])
    first, second = cards(begun.state.hands[1])[:2]
    match = step(begun, Acted(1, first))
    assert refusal(match, 1, second) == f"{names([second])} must wait for the others."


def test_a_view_has_the_rules_and_what_the_turn_must_hold() -> None:
    rules = straights.Rules(target=33)
    waiting = fold(opened("straights", rules))
    assert view(waiting, 0).rules == view(waiting, SPECTATOR).rules == rules
    match = step(waiting, Dealt(DECK))
    opener = mask_of([card("7S")])
    for seat in (0, 3, SPECTATOR):
        assert view(waiting, seat).must == 0
        assert view(match, seat).must == view(match, seat).playable == opener
    end = fold(random_round("straights", rules, Random(4)))
    assert view(end, 0).must == 0


def test_a_spectator_acts_never() -> None:
    seen = view(step(fold(DEALT), Acted(3, card("7S"))), SPECTATOR)
    assert (seen.legal, seen.move, seen.dealt) == (0, 0, ())


@pytest.mark.usefixtures("toys")
def test_the_cards_of_a_seat_may_depend_on_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def dealt_to(_rules: passing.Rules, number: int, place: int) -> int:
        return (place // 13 + number) % 4

    monkeypatch.setitem(
        GAMES, "passing", SimpleNamespace(**{**vars(passing), "dealt_to": dealt_to})
    )
    match = fold([*opened("passing", passing.Rules()), Dealt(DECK)])
    assert dealt(match, 1) == DECK[:13]
    assert dealt(match._replace(number=2), 2) == DECK[:13]


def test_a_match_in_words_is_what_a_spectator_sees() -> None:
    match = fold(DEALT)
    assert str(match) == str(view(match, SPECTATOR)) != str(view(match, 0))


@pytest.mark.usefixtures("toys")
def test_what_the_turn_must_hold_may_depend_on_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def held(round_: passing.Round, _state: passing.State) -> int:
        return 1 << round_.number

    monkeypatch.setitem(GAMES, "passing", SimpleNamespace(**{**vars(passing), "must": held}))
    match = fold([*opened("passing", passing.Rules()), Dealt(DECK)])
    assert view(match, 0).must == 1 << 1
