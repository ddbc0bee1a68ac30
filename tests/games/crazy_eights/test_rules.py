"""The rules of Crazy Eights, each test named for the sentence of seed text 003 or the option that
it tests.
"""

import pytest

from parlour.cards import (
    ALL,
    NEW_DECK,
    NOBODY,
    Card,
    Deck,
    Mask,
    Seat,
    cards,
    mask_of,
    names,
    parse_card,
)
from parlour.catalogue.options import checked
from parlour.catalogue.registry import GAMES
from parlour.errors import RulesError
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.rules import DRAW, NAME, PASS, Round, Rules, State
from parlour.match import Acted, Dealt, Match, actor, legal, refusal, step, view
from tests.support.play import begun


def card(name: str) -> Card:
    return parse_card(name)


def mask(text: str) -> Mask:
    return mask_of(map(card, text.split()))


def deck(text: str, last: str = "") -> Deck:
    """These cards first, those last, the others in between in new deck order."""
    first, end = [card(name) for name in text.split()], [card(name) for name in last.split()]
    return (*first, *(other for other in NEW_DECK if other not in first and other not in end), *end)


TWO_CARDS = Rules(hand=2)


def dealt(text: str, rules: Rules = TWO_CARDS, number: int = 1, last: str = "") -> Match:
    return step(begun("crazy-eights", rules, number), Dealt(deck(text, last)))


def act(match: Match, *actions: str) -> Match:
    """Each action by whose turn it is."""
    for name in actions:
        action = 52 + eights.EXTRA.index(name) if name in eights.EXTRA else card(name)
        match = step(match, Acted(actor(match), action))
    return match


def may(match: Match) -> str:
    mask = legal(match, actor(match))
    return names(cards(mask)) or " ".join(
        word for n, word in enumerate(eights.EXTRA) if mask >> 52 + n & 1
    )


def test_seven_cards_each_then_one_turned_up() -> None:
    match = step(begun("crazy-eights", Rules(), 1), Dealt(NEW_DECK))
    assert match.state.hands[:2] == (mask_of(range(7)), mask_of(range(7, 14)))
    assert (match.state.top, view(match, 0).table.stock) == (14, 37)
    assert [eights.dealt_to(Rules(), 1, place) for place in (0, 6, 7, 13, 14, 15, 51)] == [
        0,
        0,
        1,
        1,
        99,
        98,
        98,
    ]


def test_a_card_matches_by_number_or_suit() -> None:
    assert may(dealt("5H 9C KS 2D 5C", Rules(hand=2))) == "9C 5H"
    assert refusal(dealt("5H 9D KS 2D 5C"), 0, card("9D")) == "9D is not allowed now."


def test_who_has_no_matching_card_picks_up_until_one_is_playable() -> None:
    match = dealt("2H 3H KS 2D 5C 9D 9S 6C")
    assert may(match) == "draw"
    match = act(match, "draw", "draw")
    assert may(match) == "draw"
    assert may(act(match, "draw")) == "6C"  # and it must be laid


def test_nobody_draws_while_a_card_fits() -> None:
    match = dealt("5H 3H KS 2D 5C 9D")
    assert refusal(match, 0, DRAW) == "draw is not allowed while 5H is held."
    assert refusal(match, 0, PASS) == "pass is not allowed now."


def test_eights_are_wild_and_the_next_must_match_the_suit_of_the_eight() -> None:
    match = act(dealt("8H 3H KC 2H 5C 9D"), "8H")
    assert may(match) == "2H"
    assert may(act(dealt("8H 3H 8C 2H 5C 9D"), "8H")) == "8C 2H"


def test_a_turned_up_eight_is_an_ordinary_card_of_its_suit() -> None:
    for rules in (Rules(hand=2), Rules(hand=2, eights=1)):
        assert may(dealt("2C 3H KS 2D 8C 9D", rules)) == "2C"


def test_the_first_to_use_up_all_cards_wins() -> None:
    match = act(dealt("5H KH KS 2D 5C 9D"), "5H", "draw")
    assert match.playing
    match = act(dealt("5H 9H KH 2D 5C 9D"), "5H", "KH", "9H")
    assert (match.playing, match.totals, match.winners) == (False, (0, 2), 1)


def late(
    one: str, two: str, top: str, stock: str = "", turn: Seat = 0, **options: int
) -> tuple[Round, State]:
    """Two hands, the pile's top, and at most one card in the stock."""
    place = 52 - len(stock.split())
    cards_in_order = (
        *(c for c in NEW_DECK if names([c]) not in stock.split()),
        *(card(name) for name in stock.split()),
    )
    suit = card(top) // 13
    state = State(
        (mask(one), mask(two), 0, 0, 0),
        top=card(top),
        suit=suit,
        next=place,
        drawn=0,
        passed=0,
        turn=turn,
    )
    return Round(Rules(**options), 1, cards_in_order), state


def test_a_draw_that_is_needed_from_an_empty_stock_ends_the_game_as_a_draw() -> None:
    round_, state = late("5H 9C", "KS QS", "5C")
    assert eights.apply(round_, state, 0, card("9C")).turn == NOBODY
    assert eights.points(round_, eights.apply(round_, state, 0, card("9C"))) == (0, 0, 0, 0, 0)
    assert eights.finish(round_.rules, 1, (0, 0)) == 0b11
    round_, state = late("5H 9C", "KS 9S", "5C")
    # a card is not needed while one fits
    assert eights.apply(round_, state, 0, card("9C")).turn == 1


def test_taking_the_last_card_does_not_end_the_game_but_needing_another_does() -> None:
    round_, state = late("5H", "KS QS", "9C", stock="9D")
    drawn = eights.apply(round_, state, 0, DRAW)
    assert (drawn.turn, drawn.next, eights.legal(round_, drawn, 0)) == (0, 52, mask("9D"))
    round_, state = late("5H", "KS QS", "9C", stock="TD")
    assert eights.apply(round_, state, 0, DRAW).turn == NOBODY


def test_at_once_the_last_card_drawn_ends_the_game_even_if_it_fits() -> None:
    for card_drawn in ("9D", "TD"):
        round_, state = late("5H", "KS QS", "9C", stock=card_drawn, empty=2)
        assert eights.legal(round_, state, 0) == 1 << DRAW
        drawn = eights.apply(round_, state, 0, DRAW)
        assert (drawn.turn, drawn.next) == (NOBODY, 52)
        assert [eights.legal(round_, drawn, seat) for seat in (0, 1)] == [0, 0]
        assert eights.drawn_game(round_, drawn)
        assert eights.points(round_, drawn) == (0, 0, 0, 0, 0)
    # the last card ends it in a turn of one draw as well, and one that stays ends nothing
    round_, state = late("5H", "KS QS", "9C", stock="TD", empty=2, draw=1)
    assert eights.apply(round_, state, 0, DRAW).turn == NOBODY
    round_, state = late("5H", "KS QS", "9C", stock="9D", empty=2)
    assert eights.apply(round_, state._replace(next=50), 0, DRAW).turn == 0


def test_at_once_needs_a_stock() -> None:
    assert eights.fits(Rules(players=3, hand=16, empty=2)) == ""
    assert eights.fits(Rules(players=3, hand=17, empty=1)) == ""
    assert eights.fits(Rules(players=3, hand=17, empty=2)) == (
        "3 players with 17 cards each need 53 cards, with the one turned up and one to draw."
    )


# Three hands of seventeen; Harry has no club, no eight and no ace, and the ace of clubs is turned
# up: nothing is left to draw.
HARRY = [c for c in NEW_DECK if c // 13 in (1, 2) and c % 13 not in (0, 7)][:17]
CLUBS_OUT = names([*HARRY, *(c for c in NEW_DECK if c not in HARRY and c != 0), 0])


def test_a_round_may_be_over_when_it_is_dealt() -> None:
    match = dealt(CLUBS_OUT, Rules(players=3, hand=17))
    assert (match.playing, match.totals, match.winners) == (False, (0, 0, 0), 0b111)
    assert view(match, 0).points == (0, 0, 0)


def test_play_on_passes_where_the_stock_is_empty() -> None:
    match = dealt(CLUBS_OUT, Rules(players=3, hand=17, empty=1))
    assert may(match) == "pass"
    assert refusal(match, 0, DRAW) == "draw is not allowed now."
    match = act(match, "pass")
    assert (actor(match), match.state.passed) == (1, 1)
    assert act(match, may(match).split()[0]).state.passed == 0  # a card was laid


def test_blocked_after_one_lap_of_passes_that_of_who_drew_the_last_card_too() -> None:
    round_, state = late("5H", "KS QS", "9C", stock="TD", empty=1, draw=1)
    drawn = eights.apply(round_, state, 0, DRAW)
    assert eights.legal(round_, drawn, 0) == 1 << PASS
    passed = eights.apply(round_, drawn, 0, PASS)
    assert (passed.turn, passed.passed) == (1, 1)
    assert eights.apply(round_, passed, 1, PASS).turn == NOBODY


def test_a_blocked_game_charges_what_is_held_and_the_fewest_win() -> None:
    round_, state = late("KH QH", "8S", "2C", empty=1)
    after = eights.apply(round_, state._replace(passed=1), 0, PASS)
    assert after.turn == NOBODY
    assert eights.points(round_, after) == (20, 50, 0, 0, 0)
    assert eights.finish(round_.rules, 1, (20, 50)) == 0b01


def test_draw_one_then_pass() -> None:
    match = dealt("2H 3H KS 2D 5C 9D 9S 6C", Rules(hand=2, draw=1))
    match = act(match, "draw")
    assert may(match) == "pass"
    assert refusal(match, 0, DRAW) == "draw is not allowed now."
    match = act(match, "pass")
    assert (actor(match), may(match)) == (1, "draw")
    assert match.state.passed == 0  # the stock is not empty


def test_draw_up_to_three() -> None:
    match = act(dealt("2H 3H KS 2D 5C 9D 9S 6H", Rules(hand=2, draw=2)), "draw", "draw", "draw")
    assert may(match) == "pass"
    assert (
        may(act(dealt("2H 3H KS 2D 5C 9D 9S 6C", Rules(hand=2, draw=2)), "draw", "draw", "draw"))
        == "6C"
    )


def test_an_eight_names_a_suit_where_the_option_says_so() -> None:
    match = act(dealt("8H 3H KS 2H 5C 9D", Rules(hand=2, eights=1)), "8H")
    assert (actor(match), may(match)) == (0, "clubs diamonds hearts spades")
    assert view(match, 1).playable == 0
    named = act(match, "spades")
    assert (actor(named), may(named)) == (1, "KS")
    assert refusal(named, 1, card("2H")) == "2H is not allowed now."
    assert refusal(match, 0, card("3H")) == "3H is not allowed now."


def test_none_is_named_after_a_last_card() -> None:
    match = act(dealt("5H 8S 9H 2D 5C 9D", Rules(hand=2, eights=1)), "5H", "9H", "8S")
    assert not match.playing
    assert match.winners == 1


def test_what_a_card_left_in_the_hand_costs() -> None:
    costs = [eights.worth(1 << 13 * suit + rank) for suit in range(4) for rank in range(13)]
    assert costs == [1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10] * 4
    assert eights.worth(ALL) == 4 * 127


def test_who_begins_goes_round() -> None:
    rules = Rules(players=3, hand=3, target=200)
    assert [actor(dealt("", rules, number)) for number in (1, 2, 3, 4)] == [0, 1, 2, 0]


def test_a_match_to_a_target() -> None:
    assert eights.finish(Rules(target=100), 1, (0, 99)) == 0
    assert eights.finish(Rules(target=100), 1, (0, 100)) == 1
    assert eights.finish(Rules(target=100), 1, (100, 100)) == 3
    assert eights.finish(Rules(), 1, (0, 0)) == 3  # one round, a drawn game


def test_a_drawn_card_is_seen_by_who_draws_it() -> None:
    match = act(dealt("2H 3H KS 2D 5C 9D 9S 6C"), "draw")
    assert [view(match, seat).seen[-1].card for seat in (0, 1, 99)] == [card("9D"), 97, 97]
    assert view(match, 1).seen[-1].lacks == eights.fitting(card("5C"), 0)


def test_options_that_do_not_go_together() -> None:
    with pytest.raises(
        RulesError, match=r"^3 players with 18 cards each need 55 cards, with the one turned up\.$"
    ):
        checked(GAMES["crazy-eights"], Rules(players=3, hand=18))
    assert checked(GAMES["crazy-eights"], Rules(players=3, hand=17)) == Rules(players=3, hand=17)


def test_names_of_suits_stand_in_their_order() -> None:
    assert eights.EXTRA[NAME - 52 :] == ("clubs", "diamonds", "hearts", "spades")


def test_with_an_empty_stock_whose_turn_it_is_holds_a_card_that_fits() -> None:
    """Else the round were over, as all can see; where a pass is allowed nothing is known."""
    for stock, empty, known in (("", 0, True), ("", 1, False), ("KD", 0, False)):
        round_, state = late("5H 9C", "2D", "5S", stock, empty=empty)
        expected = eights.fitting(card("5S"), 3) if known else 0
        assert eights.must(round_, state) == expected
        assert eights.must(round_, state._replace(suit=eights.UNNAMED)) == 0


def test_a_match_is_one_round_unless_it_has_a_target() -> None:
    assert (eights.length(Rules()), eights.goal(Rules())) == (1, 0)
    assert (eights.length(Rules(target=50)), eights.goal(Rules(target=50))) == (0, 50)
