"""The rules of Hearts, each test named for the sentence of seed text 004 or the option that it
tests.
"""

from typing import Any

import pytest

from parlour.cards import (
    ALL,
    NEW_DECK,
    NOBODY,
    NONE,
    SPECTATOR,
    Card,
    Four,
    Mask,
    Seat,
    cards,
    mask_of,
    names,
    parse_card,
)
from parlour.catalogue.protocol import decided
from parlour.catalogue.registry import GAMES
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.rules import EMPTY, NOTHING, POINTED, Round, Rules, State, first_trick
from parlour.match import Acted, Dealt, Match, actor, fold, legal, refusal, step, view
from tests.support.play import begun

NO_PASS = Rules(pass_cards=0)


def card(name: str) -> Card:
    return parse_card(name)


def mask(text: str) -> Mask:
    return mask_of(map(card, text.split()))


def playing(
    *hands: str, rules: Rules = NO_PASS, turn: Seat = 0, tricks: int = 1, **fields: Any
) -> Match:
    """A match in the middle of a round, where each seat holds this, seat 2 has won the other hearts
    and seat 3 the rest.
    """
    held = tuple(map(mask, hands))
    rest = ALL & ~sum(held) if tricks else 0
    taken = 0, 0, rest & hearts.HEARTS, rest & ~hearts.HEARTS
    state = State(
        hands=(held[0], held[1], held[2], held[3]),
        passed=NOTHING,
        taken=taken,
        trick=EMPTY,
        last=EMPTY,
        leader=turn,
        turn=turn,
        broken=0,
        moon=rules.moon,
    )._replace(**fields)
    return begun("hearts", rules, 4)._replace(
        number=4, deck=NEW_DECK, round=Round(rules, 4), state=state, playing=True, seen=((),) * 5
    )


def play(match: Match, *plays: str) -> Match:
    """Each card played by the seat whose turn it is."""
    return (
        fold([], match)
        if not plays
        else play(step(match, Acted(actor(match), card(plays[0]))), *plays[1:])
    )


def may(match: Match) -> str:
    return names(cards(legal(match, actor(match)) & ALL))


def test_the_holder_of_the_two_of_clubs_must_lead_it() -> None:
    deck = (*range(13, 26), *range(13), *range(26, 52))
    match = step(begun("hearts", NO_PASS, 1), Dealt(deck))
    assert actor(match) == 1
    assert may(match) == "2C"
    anything = step(begun("hearts", NO_PASS._replace(can_lead_any_club=1), 1), Dealt(deck))
    assert may(anything) == "AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC"
    assert refusal(match, 1, card("3C")) == "3C is not allowed now."


def test_one_must_follow_suit_whenever_possible() -> None:
    match = play(playing("2S 5D", "AS 9H", "3C 3D", "KS 4H"), "2S")
    assert may(match) == "AS"
    assert refusal(match, 1, card("9H")) == "9H is not allowed while AS is held."
    match = play(match, "AS")
    assert may(match) == "3C 3D"  # cannot follow: any card


def test_hearts_may_not_be_led_before_one_was_discarded() -> None:
    match = playing("2S 5H", "AS 9H", "3C 3D", "KS 4H")
    assert may(match) == "2S"
    assert refusal(match, 0, card("5H")) == "5H is not allowed while 2S is held."
    match = play(match, "2S", "AS", "3C", "KS")
    assert actor(match) == 1
    assert may(match) == "9H"  # the sole exception: nothing else is held


def test_broken_by_a_discard_not_by_a_forced_heart_lead() -> None:
    """The leader holds nothing but hearts and leads one; all follow; the next leader still may not
    lead hearts.
    """
    match = playing("5H 6H 2H", "9H AS 3D", "7H 2D 8H", "4H KS 4D")
    assert may(match) == "2H 5H 6H"
    match = play(match, "5H", "9H", "7H", "4H")
    assert (actor(match), match.state.broken) == (1, 0)
    assert may(match) == "3D AS"
    discarded = play(match, "3D", "2D", "4D", "6H")  # seat 0 holds hearts only: it discards one
    assert discarded.state.broken == 1


def test_a_heart_discarded_on_an_earlier_trick_lets_hearts_be_led() -> None:
    match = play(playing("2S 5H", "AS 9H", "3H 3D", "KS 4H"), "2S", "AS", "3H", "KS")
    assert match.state.broken == 1
    assert (
        may(play(playing("2S 5H", "AS 9H 4C", "3H 3D", "KS 4H"), "2S", "AS", "3H", "KS")) == "4C 9H"
    )


def test_the_highest_card_that_follows_suit_wins_ace_high() -> None:
    match = play(playing("TS 5D", "AS 9H", "KD 3D", "KS 4H"), "TS", "AS", "KD", "KS")
    assert (actor(match), match.state.leader) == (1, 1)
    assert match.state.last == (card("TS"), card("AS"), card("KD"), card("KS"))
    assert match.state.taken[1] == mask("TS AS KD KS")


@pytest.mark.parametrize(
    ("option", "leads"),
    [
        ("must_break_hearts", "5H QS"),
        ("can_lead_hearts_instead_of_qs", "5H QS"),
        ("qs_breaks_hearts", "QS"),
    ],
)
def test_options_of_leading_hearts(option: str, leads: str) -> None:
    rules = NO_PASS._replace(**{option: 0 if option == "must_break_hearts" else 1})
    assert may(playing("QS 5H", "AS 9H", "3H 3D", "KS 4H", rules=rules)) == leads
    other = "2S 5H" if option == "must_break_hearts" else "2S"
    assert may(playing("2S 5H", "AS 9H", "3H 3D", "KS 4H", rules=rules)) == " ".join(
        sorted(other.split(), key=card)
    )


def test_the_queen_of_spades_breaks_hearts_where_the_option_says_so() -> None:
    hands = "QS 5D", "AS 9H 2D", "3S 3D", "KS 4H"
    assert play(playing(*hands), "QS").state.broken == 0
    assert play(playing(*hands, rules=NO_PASS._replace(qs_breaks_hearts=1)), "QS").state.broken == 1


def test_no_points_on_the_first_trick_is_an_option() -> None:
    hands = "2C 5D", "AS 9H", "QS 3H", "3C 4H"
    free = play(playing(*hands, tricks=0), "2C")
    assert may(free) == "9H AS"
    strict = play(playing(*hands, tricks=0, rules=NO_PASS._replace(no_pts_on_first_trick=1)), "2C")
    assert may(strict) == "AS"
    assert may(play(strict, "AS")) == "3H QS"  # nothing else is held
    assert hearts.lacks(strict.round, strict.state, card("9H")) == ALL & ~POINTED


def test_passing_left_right_across_and_none() -> None:
    assert [hearts.pass_offset(Rules(), number) for number in range(1, 9)] == [
        1,
        3,
        2,
        0,
        1,
        3,
        2,
        0,
    ]
    assert [hearts.pass_offset(Rules(pass_cycle=1), number) for number in range(1, 5)] == [
        1,
        1,
        1,
        1,
    ]
    assert [hearts.pass_offset(NO_PASS, number) for number in range(1, 5)] == [0, 0, 0, 0]


@pytest.mark.parametrize(("number", "to"), [(1, 1), (2, 3), (3, 2)])
def test_all_choose_before_any_receives(number: int, to: Seat) -> None:
    match = step(begun("hearts", Rules(), number), Dealt(NEW_DECK))
    chosen = [(seat, 13 * seat + n) for n in range(3) for seat in (2, 0, 3, 1)]
    for seat, passed in chosen[:-1]:
        match = step(match, Acted(seat, passed))
        assert match.state.turn == match.state.leader == NOBODY
        assert view(match, seat).table.received == 0
        assert view(match, seat).table.counts == (13, 13, 13, 13)
        may = legal(match, seat)
        waits = f"{names([passed])} {'is not in the hand' if may else 'must wait for the others'}."
        assert refusal(match, seat, passed) == waits
    match = step(match, Acted(*chosen[-1]))
    for seat in range(4):
        taker = (seat + to) % 4
        assert view(match, taker).table.received == mask_of(range(13 * seat, 13 * seat + 3))
        assert view(match, seat).table.passed == mask_of(range(13 * seat, 13 * seat + 3))
        assert match.state.hands[taker] == mask_of(
            [*range(13 * seat, 13 * seat + 3), *range(13 * taker + 3, 13 * taker + 13)]
        )
    assert actor(match) == to  # it is legal to pass away the two of clubs


def finished(taken: Four, rules: Rules = NO_PASS, moon: int | None = None) -> Four:
    """What the cards won by each seat cost."""
    state = State(
        NOTHING, NOTHING, taken, EMPTY, EMPTY, 0, NOBODY, 1, rules.moon if moon is None else moon
    )
    return hearts.points(Round(rules, 4), state)


SHARED = mask("2H 3H") | mask("2C 3C"), mask("QS JD"), hearts.HEARTS & ~mask("2H 3H"), 0
SHARED = (SHARED[0], SHARED[1], SHARED[2] | ALL & ~(SHARED[0] | SHARED[1] | SHARED[2]), 0)
MOON = (0, ALL & ~mask("2C 3C 4C 5C JD"), mask("2C 3C 4C 5C") | mask("JD"), 0)


def test_each_heart_is_a_point_and_the_queen_thirteen() -> None:
    assert finished(SHARED) == (2, 13, 11, 0)


def test_shooting_the_moon() -> None:
    assert finished(MOON) == (26, 0, 26, 26)
    assert finished(MOON, NO_PASS._replace(moon=1)) == (0, -26, 0, 0)
    choose = NO_PASS._replace(moon=2)
    assert finished(MOON, choose, 0) == (26, 0, 26, 26)
    assert finished(MOON, choose, 1) == (0, -26, 0, 0)


def test_the_shooter_chooses_the_moon_by_an_action_of_its_own() -> None:
    rules = NO_PASS._replace(moon=2)
    match = playing(
        "AS", "2H", "3D", "4C", rules=rules, turn=0, taken=(ALL & ~mask("AS 2H 3D 4C"), 0, 0, 0)
    )
    match = play(match, "AS", "2H", "3D", "4C")
    assert (match.playing, actor(match), legal(match, 0)) == (True, 0, 3 << 52)
    assert [legal(match, seat) for seat in (1, 2, 3)] == [0, 0, 0]
    assert view(match, 1).playable == 0
    assert step(match, Acted(0, 52)).totals == (0, 26, 26, 26)
    assert step(match, Acted(0, 53)).totals == (-26, 0, 0, 0)
    assert refusal(match, 0, card("AS")) == "AS is not in the hand."


def test_the_shooter_chooses_also_when_another_wins_the_last_trick() -> None:
    rules = NO_PASS._replace(moon=2)
    match = playing(
        "2S", "3S", "AS", "4C", rules=rules, taken=(0, ALL & ~mask("2S 3S AS 4C"), 0, 0)
    )
    match = play(match, "2S", "3S", "AS", "4C")
    assert (match.state.leader, actor(match)) == (2, 1)


def test_nobody_chooses_where_there_is_no_moon() -> None:
    match = playing("AS", "2H", "3D", "4C", rules=NO_PASS._replace(moon=2))
    assert not play(match, "AS", "2H", "3D", "4C").playing


def test_the_jack_of_diamonds_takes_ten_off() -> None:
    rules = NO_PASS._replace(jd_bonus=1)
    assert finished(SHARED, rules) == (2, 3, 11, 0)
    # it is not needed for a moon, and counts beside one
    assert finished(MOON, rules) == (
        26,
        0,
        16,
        26,
    )


def test_who_wins_no_trick_pays_five_less_but_not_beside_a_moon() -> None:
    rules = NO_PASS._replace(avoid_all_tricks_bonus=1)
    assert finished(SHARED, rules) == (2, 13, 11, -5)
    assert finished(MOON, rules) == (26, 0, 26, 26)
    assert finished((0, mask("2H 3C 4C 5C"), 0, 0), rules) == (0, 1, 0, 0)  # and not before the end


def is_decided(match: Match) -> bool:
    return decided(GAMES["hearts"], match.rules, view(match, SPECTATOR).table)


def test_the_rest_changes_no_points_once_all_hearts_and_the_queen_are_taken() -> None:
    assert is_decided(playing("2D 3D", "4D 5D", "6D 7D", "8D 9D"))
    for pointed in ("QS", "AH", "2H"):
        match = playing(f"2D {pointed}", "4D 5D", "6D 7D", "8D 9D", broken=1)
        assert not is_decided(match)
        assert not is_decided(play(match, pointed))  # also while it lies in the trick


def test_nothing_is_decided_while_a_shooter_chooses_the_moon() -> None:
    shown = view(playing("2D", "4D", "6D", "8D"), SPECTATOR).table
    assert decided(GAMES["hearts"], NO_PASS, shown)
    assert not decided(GAMES["hearts"], NO_PASS, shown._replace(counts=(0, 0, 0, 0)))


def test_with_bonuses_the_rest_may_still_change_points() -> None:
    jack, none = NO_PASS._replace(jd_bonus=1), NO_PASS._replace(avoid_all_tricks_bonus=1)
    for rules in (NO_PASS, jack):
        assert is_decided(playing("2D", "4D", "6D", "8D", rules=rules))
        assert is_decided(playing("2D", "JD", "6D", "8D", rules=rules)) == (rules == NO_PASS)
    hands = ("2D", "4D", "6D", "8D")
    assert not is_decided(playing(*hands, rules=none))  # two seats have won no trick
    spread = mask("2C 3C"), mask("4C"), POINTED, mask("5C")
    assert is_decided(playing(*hands, rules=none, taken=spread))
    shot = 0, 0, POINTED, 0
    assert is_decided(playing(*hands, rules=none, taken=shot))  # beside a moon there is no bonus
    for seat in range(4):
        some = tuple(0 if seat == other else cards for other, cards in enumerate(spread))
        split = (some[0], some[1] | mask("QS"), some[2] & ~mask("QS") | mask("6C"), some[3])
        assert is_decided(playing(*hands, rules=none, taken=split)) == (seat == 1)


def test_spot_hearts() -> None:
    rules = NO_PASS._replace(values=1)
    assert hearts.worth(1, POINTED) == 129
    assert hearts.worth(1, mask("2H TH JH QH KH AH")) == 2 + 10 + 11 + 12 + 13 + 14
    assert finished(SHARED, rules) == (5, 25, 99, 0)
    assert finished(MOON, rules) == (129, 0, 129, 129)
    assert finished(MOON, rules._replace(moon=1)) == (0, -129, 0, 0)


def test_100_ends_the_match_and_the_fewest_win() -> None:
    assert hearts.finish(Rules(), 1, (99, 0, 1, 50)) == 0
    assert hearts.finish(Rules(), 1, (100, 0, 1, 50)) == 0b0010
    assert hearts.finish(Rules(), 1, (26, -5, -5, 126)) == 0b0110
    assert hearts.finish(Rules(target=20), 1, (21, 30, 21, 54)) == 0b0101


def test_the_trick_and_the_last_one_are_shown_to_all() -> None:
    match = play(playing("TS 5D", "AS 9H", "KD 3D", "KS 4H"), "TS", "AS", "KD", "KS", "9H")
    for seat in (0, 1, 2, 3, 99):
        table = view(match, seat).table
        assert table.trick == (NONE, card("9H"), NONE, NONE)
        assert table.last == (card("TS"), card("AS"), card("KD"), card("KS"))
        assert (table.leader, table.turn, table.broken) == (1, 2, 0)


def test_all_know_that_the_first_turns_seat_holds_the_two_of_clubs() -> None:
    match = step(begun("hearts", NO_PASS, 1), Dealt(NEW_DECK))
    assert hearts.must(match.round, match.state) == mask("2C")
    match = step(match, Acted(actor(match), card("2C")))
    assert hearts.must(match.round, match.state) == 0  # it lies there
    while first_trick(match.state):
        match = step(match, Acted(actor(match), cards(legal(match, actor(match)))[0]))
    assert hearts.must(match.round, match.state) == 0  # as the next trick is led
    passing = step(begun("hearts", Rules(), 1), Dealt(NEW_DECK))
    assert hearts.must(passing.round, passing.state) == 0


def test_a_moon_proves_nothing_about_the_hands_and_is_named_only_by_its_shooter() -> None:
    rules = NO_PASS._replace(moon=2)
    match = playing(
        "AS", "2H", "3D", "4C", rules=rules, turn=0, taken=(ALL & ~mask("AS 2H 3D 4C"), 0, 0, 0)
    )
    assert [hearts.lacks(match.round, match.state, moon) for moon in (52, 53)] == [ALL, ALL]
    match = play(match, "AS", "2H", "3D", "4C")
    assert [hearts.lacks(match.round, match.state, moon) for moon in (52, 53)] == [0, 0]


def test_a_spectator_sees_no_hand_and_no_pass() -> None:
    match = step(begun("hearts", Rules(), 1), Dealt(NEW_DECK))
    for chosen in range(4):
        seen = hearts.shown(match.round, match.state, SPECTATOR)
        assert (seen.hand, seen.passed, seen.received) == (0, 0, 0)
        if chosen < 3:
            match = step(match, Acted(0, NEW_DECK[chosen]))
