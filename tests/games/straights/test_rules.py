"""The rules of Straights, section by section of seed text 002."""

import pytest

from parlour.cards import (
    ALL,
    NEW_DECK,
    NOBODY,
    SPECTATOR,
    Deck,
    Mask,
    cards,
    mask_of,
    names,
    parse_card,
)
from parlour.games.straights import rules as straights
from parlour.games.straights.rules import Rules, State
from parlour.shuffle import Shuffle

SAMPLE: Deck = Shuffle("std", 6788)(NEW_DECK)


STANDARD = Rules()


def these(text: str) -> Mask:
    return mask_of(parse_card(name) for name in text.split())


def after(
    *moves: str, rules: Rules = STANDARD, deck: Deck = SAMPLE
) -> tuple[straights.Round, State]:
    round_, state = straights.deal(rules, deck, 1)
    for move in moves:
        assert straights.legal(round_, state, state.turn) & these(move)
        state = straights.apply(round_, state, state.turn, parse_card(move))
    return round_, state


def test_2_thirteen_cards_each_in_the_order_of_the_deck() -> None:
    _, state = after()
    assert [names(cards(hand)) for hand in state.hands] == [
        names(sorted(SAMPLE[i : i + 13])) for i in (0, 13, 26, 39)
    ]
    assert [straights.dealt_to(Rules(), 1, place) for place in (0, 12, 13, 51)] == [0, 0, 1, 3]


def test_3_1_the_seven_of_spades_opens_even_when_another_seven_is_held() -> None:
    round_, state = after()
    assert state.hands[3] & these("7C")
    assert state.turn == 3
    assert straights.legal(round_, state, 3) == these("7S")
    assert [straights.legal(round_, state, seat) for seat in range(3)] == [0, 0, 0]


def test_house_rule_any_seven_of_its_holder_opens() -> None:
    round_, state = after(rules=Rules(opens=1))
    assert straights.legal(round_, state, 3) == these("7S 7C")
    assert straights.lacks(round_, state, parse_card("KC")) == these("7C 7D 7H 7S")
    round_, state = after("7C", rules=Rules(opens=1))
    assert state.turn == 0
    assert straights.playable(state.table, 0) == these("7D 7H 7S 6C 8C")


def test_3_1_the_example_of_adjacent_cards() -> None:
    assert straights.playable(these("7S"), 0) == these("7D 7H 7C 8S 6S")
    assert straights.playable(these("7S 8S"), 0) == these("9S 6S 7D 7H 7C")


def test_3_1_king_and_ace_do_not_touch() -> None:
    spades = these("AS 2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS")
    assert straights.playable(spades, 0) == these("7C 7D 7H")
    clubs = these("AC 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC")
    assert straights.playable(clubs | these("7S"), 0) == these("7D 7H 6S 8S")
    assert straights.playable(ALL, 0) == 0


def test_3_2_any_card_may_be_thrown_when_nothing_fits_and_none_while_a_play_exists() -> None:
    round_, state = after("7S")
    assert straights.legal(round_, state, 0) == state.hands[0]
    assert straights.lacks(round_, state, parse_card("AS")) == these("7C 7D 7H 6S 8S")
    round_, state = after("7S", "AS")
    assert straights.legal(round_, state, 1) == these("7D 7H")
    assert straights.lacks(round_, state, parse_card("7D")) == 0


def test_4_a_discard_costs_its_rank() -> None:
    round_, state = after("7S", "AS")
    assert state.discarded == (these("AS"), 0, 0, 0)
    assert straights.points(round_, state) == (1, 0, 0, 0)
    assert straights.worth(0, these("AC 6D KH")) == 20  # the example of the text
    assert straights.worth(0, these("JC QC KC")) == 36


def test_house_rule_courts_cost_ten() -> None:
    assert straights.worth(1, these("JC QC KC TC 9C AC")) == 50
    assert straights.worth(1, ALL) == 4 * (55 + 30)
    assert straights.worth(0, ALL) == 4 * 91


@pytest.mark.parametrize(
    ("totals", "winners"),
    [
        ((79, 0, 5, 9), []),
        ((80, 0, 5, 9), [1]),
        ((81, 7, 7, 90), [1, 2]),
        ((80, 80, 80, 80), [0, 1, 2, 3]),
    ],
)
def test_4_the_lowest_total_wins_once_somebody_has_80(
    totals: tuple[int, int, int, int], winners: list[int]
) -> None:
    assert list(cards(straights.finish(Rules(), 1, totals))) == winners


def test_house_rule_another_target() -> None:
    assert straights.finish(Rules(target=10), 1, (9, 9, 9, 9)) == 0
    assert straights.finish(Rules(target=10), 1, (9, 10, 9, 11)) == 0b101


def test_discards_hidden_and_shown() -> None:
    for discards in (0, 1):
        round_, state = after("7S", "AS", rules=Rules(discards=discards))
        others = these("AS") if discards == 0 else 0
        for seat in range(4):
            seen = straights.shown(round_, state, seat)
            assert seen.hand == state.hands[seat]
            assert seen.counts == (12, 13, 13, 12)
            assert seen.discards == (1, 0, 0, 0)
            assert seen.thrown == ((these("AS") if seat == 0 else others), 0, 0, 0)
            assert seen.points == (1 if seat == 0 or discards == 0 else 0, 0, 0, 0)
        assert straights.shown(round_, state, SPECTATOR).hand == 0
        assert straights.shown(round_, state, SPECTATOR).thrown == (others, 0, 0, 0)


def test_the_rest_changes_no_points_once_no_card_can_fit() -> None:
    def decided(table: str, *thrown: str, rules: Rules = STANDARD, seat: int = SPECTATOR) -> bool:
        row = [these(text) for text in thrown]
        first, second, third, fourth = (*row, *[0] * (4 - len(row)))
        state = State((1, 1, 1, 1), (first, second, third, fourth), these(table), 0)
        shown = straights.shown(straights.Round(rules, 1), state, seat)
        return bool(straights.decided(rules, shown))

    sevens = "7C 7D 7H 7S"
    assert not decided(sevens, "6C 6D 6H 6S", "8C 8D 8H")  # the eight of spades fits
    assert decided(sevens, "6C 6D 6H 6S", "8C 8D 8H", "", "8S")
    assert decided(f"{sevens} 8S 9S", "6C 6D", "6H 6S", "8C 8D 8H", "TS")
    assert not decided("7C 7D 7S", "6C 6D 6S", "8C 8D 8S")  # so does a seven
    hidden = Rules(discards=1)
    assert not decided(sevens, "6C 6D 6H 6S", "8C 8D 8H 8S", rules=hidden)
    for any_seven in (0, 1):
        assert not decided("", rules=Rules(opens=any_seven))


def test_everybodys_discards_are_shown_when_the_round_is_over() -> None:
    round_, state = after(rules=Rules(discards=1))
    while state.turn != NOBODY:
        state = straights.apply(
            round_, state, state.turn, cards(straights.legal(round_, state, state.turn))[0]
        )
    assert straights.shown(round_, state, 0).thrown == state.discarded
    assert straights.shown(round_, state, SPECTATOR).points == straights.points(round_, state)
    # nothing is free on a full table
    assert straights.lacks(round_, state._replace(table=ALL), 0) == ALL
