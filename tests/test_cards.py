"""Cards, sets of cards, names."""

from itertools import product

import pytest

from parlour.cards import (
    ALL,
    NAMES,
    NEW_DECK,
    RANK,
    SUIT,
    cards,
    check_deck,
    fewest,
    holder,
    mask_of,
    names,
    parse_card,
    popcount,
    put,
    thirteen_each,
)
from parlour.errors import CardError


def test_5_3_new_deck_is_in_the_order_of_the_text() -> None:
    assert names(NEW_DECK).split()[:4] == ["AC", "2C", "3C", "4C"]
    assert names(NEW_DECK[9:14]) == "TC JC QC KC AD"
    assert names(NEW_DECK[-3:]) == "JS QS KS"


def test_every_name_is_read_back() -> None:
    assert [parse_card(name) for name in NAMES] == list(NEW_DECK)


@pytest.mark.parametrize(
    "text", ["", "7", "7s", "S7", "10S", "7S ", "77", "é", "7S7S", "1C", "\ud800"]
)
def test_no_other_text_is_a_card(text: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_card(text)


def test_sets() -> None:
    assert mask_of(NEW_DECK) == ALL
    assert cards(mask_of([51, 0, 7])) == (0, 7, 51)
    assert [popcount(mask) for mask in (0, 1, ALL, SUIT, RANK, 2**63 | 1, 2**64 - 1)] == [
        0,
        1,
        52,
        13,
        4,
        2,
        64,
    ]
    assert all(
        popcount(n * 0x9E3779B97F4A7C15 % 2**64) == (n * 0x9E3779B97F4A7C15 % 2**64).bit_count()
        for n in range(999)
    )


def test_put_changes_one_seat() -> None:
    for seat in range(4):
        expected = [1, 2, 3, 4]
        expected[seat] = 9
        assert put((1, 2, 3, 4), seat, 9) == tuple(expected)


@pytest.mark.parametrize(
    ("deck", "why"),
    [
        (NEW_DECK[:51], "of these 51 cards, KS missing"),
        ((*NEW_DECK[:51], 0), "of these 52 cards, KS missing"),
        ((*NEW_DECK, 0), "of these 53 cards, one stands twice"),
        ((), "of these 0 cards, AC 2C"),
    ],
)
def test_what_is_no_deck(deck: tuple[int, ...], why: str) -> None:
    with pytest.raises(CardError, match=why):
        check_deck(deck)
    check_deck(NEW_DECK[::-1])


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_lowest_total_wins_once_somebody_has_reached_the_target(seats: int) -> None:
    for totals in product(range(-1, 3), repeat=seats):
        lowest = mask_of(seat for seat in range(seats) if totals[seat] == min(totals))
        for target in range(-1, 4):
            assert fewest(totals, target) == (lowest if max(totals) >= target else 0)


@pytest.mark.parametrize("deck", [NEW_DECK, NEW_DECK[::-1], NEW_DECK[20:] + NEW_DECK[:20]])
def test_thirteen_cards_each_and_each_card_has_its_holder(deck: tuple[int, ...]) -> None:
    hands = thirteen_each(deck)
    assert hands == tuple(mask_of(deck[place : place + 13]) for place in (0, 13, 26, 39))
    assert [holder(hands, card) for card in deck] == [place // 13 for place in range(52)]
