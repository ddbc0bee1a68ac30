"""Deals are uniform: the tables say so exactly, and counts of many deals agree."""

from fractions import Fraction
from itertools import combinations
from math import comb, prod
from random import Random

import numpy as np
import pytest

from parlour import engine
from parlour.cards import ALL, NEW_DECK, cards, thirteen_each
from parlour.catalogue.registry import GAMES
from parlour.engine.compiler import instructions, jit
from parlour.engine.numbers import bits
from parlour.engine.rounds import deals
from parlour.games.hearts import rules as hearts
from parlour.games.straights import rules as straights
from parlour.tricks import NO_TRUMP, beats, height
from tests.support import fastest


def groups(shape: int, parts: int) -> tuple[int, ...]:
    return tuple(shape >> 4 * part & 15 for part in range(parts))


@pytest.mark.parametrize("parts", [2, 3, 4])
def test_each_shape_is_as_likely_as_it_has_hands(parts: int) -> None:
    limits, shapes = deals.shapes(parts)
    found: dict[tuple[int, ...], Fraction] = {}
    for limit, (one, other) in zip(limits.tolist(), shapes.tolist(), strict=True):
        for shape, chance in ((one, Fraction(limit, 2**64)), (other, 1 - Fraction(limit, 2**64))):
            found[groups(shape, parts)] = found.get(
                groups(shape, parts), Fraction(0)
            ) + chance / len(limits)
    for sizes, chance in found.items():
        exact = Fraction(prod(comb(13, size) for size in sizes), comb(13 * parts, 13))
        assert abs(chance - exact) < Fraction(1, 2**60)
    assert len(found) == len(limits)


def test_the_subsets_stand_by_size() -> None:
    for size in range(14):
        first, n = int(deals.FIRST[size]), int(deals.SIZES[size])
        there = [int(mask) for mask in deals.SUBSETS[first : first + n]]
        assert sorted(there) == sorted(
            sum(1 << card for card in some) for some in combinations(range(13), size)
        )


def test_a_hand_is_laid_out_by_one_random_card_after_another() -> None:
    """As `one_of` draws them: a deal's number names the same deck everywhere."""
    random = Random(5)
    for _ in range(20):
        order = random.sample(range(52), 52)
        one, two, three, four = (sum(1 << card for card in order[i::4]) for i in range(4))
        hands = one, two, three, four
        dice, deck = np.uint64(random.getrandbits(64)), np.zeros(52, np.int64)
        deals.laid_out(hands, dice, deck)
        expected = []
        for seat in range(4):
            left = hands[seat]
            for n in range(13):
                if n in (0, 7):
                    r = np.uint64(bits.number_of(dice, deals.ORDER + 2 * seat + n // 7))
                card, r = bits.one_of(left, r)
                left, r = left ^ card, np.uint64(r)
                expected.append(bits.lowest_bit(card))
        assert deck.tolist() == expected


def test_hands_become_a_deck_for_rules_that_python_runs() -> None:
    """Compiled code has the hands themselves."""
    hands, dice = thirteen_each(NEW_DECK), np.uint64(3)
    deck, other = np.zeros((2, 52), np.int64)
    deals.laid_out(hands, dice, other)
    assert deals.as_dealt(hands, dice, deck) is deck
    assert (deck == other).all()
    assert thirteen_each(deck.tolist()) == hands


@pytest.mark.parametrize("name", ["straights", "crazy-eights"])
def test_deals_are_uniform(name: str) -> None:
    """Each card in each place as often as chance has it, and each pair in the first hand:
    chi-square within five deviations.
    """
    n = 40_000
    decks = engine.Batch(name, n, 11).decks
    assert (np.sort(decks, axis=1) == np.arange(52)).all()
    counts = np.array([np.bincount(decks[:, place], minlength=52) for place in range(52)])
    chi = ((counts - n / 52) ** 2 / (n / 52)).sum()
    assert abs(chi - 51 * 51) < 5 * (2 * 51 * 51) ** 0.5
    held = np.zeros((n, 52))
    for place in range(13):
        held[np.arange(n), decks[:, place]] = 1
    pairs = (held.T @ held)[np.triu_indices(52, 1)]
    expected = n * 13 * 12 / (52 * 51)
    assert abs(((pairs - expected) ** 2 / expected).sum() / len(pairs) - 1) < 0.15


def test_hands_have_the_shapes_of_chance() -> None:
    """How many clubs a seat has: the hypergeometric law, by chi-square over each hand."""
    n = 40_000
    decks = engine.Batch("hearts", n, 5).decks
    for seat in range(4):
        clubs = (decks[:, 13 * seat : 13 * seat + 13] < 13).sum(axis=1)
        chances = np.array([comb(13, k) * comb(39, 13 - k) / comb(52, 13) for k in range(14)])
        expected = n * np.array([*chances[:7], chances[7:].sum()])
        counts = np.array([*np.bincount(clubs, minlength=14)[:7], (clubs >= 7).sum()])
        assert (
            (counts - expected) ** 2 / expected
        ).sum() < 30  # seven degrees of freedom: once in 10,000


@pytest.mark.usefixtures("toys")
@pytest.mark.parametrize("name", [*GAMES, "passing", "drawing"])
def test_a_batch_has_the_decks_that_are_told(name: str) -> None:
    assert (
        engine.Batch(name, 70, 3, start=5).decks == engine.record(name, 70, 3, start=5)[0]
    ).all()


def test_the_portable_forms_are_the_same() -> None:
    random = Random(1)
    for _ in range(200):
        mask = random.getrandbits(52) | 1
        places = cards(mask)
        k = random.randrange(len(places))
        low = random.getrandbits(len(places))
        assert bits.kth(mask, k) == fastest.kth(mask, k) == 1 << places[k]
        moved = sum(1 << place for i, place in enumerate(places) if low >> i & 1)
        assert bits.deposit(low, mask) == fastest.deposit(low, mask) == moved


def test_a_bit_is_found_by_bytes_as_by_a_loop() -> None:
    """Every bit of masks that are thin and full, up to the 63 bits of actions, and one more."""
    by_bytes = jit.numba().njit(instructions.kth_by_bytes)
    random = Random(3)
    masks = [random.getrandbits(63) for _ in range(40)]
    masks += [mask & random.getrandbits(63) & random.getrandbits(63) for mask in masks]
    for mask in (0, 1, 1 << 62, 2**63 - 1, *masks):
        for k in range(mask.bit_count() + 1):
            assert by_bytes(mask, k) == bits.kth(mask, k)


def test_the_height_of_a_card_orders_a_suit_as_its_strength_does() -> None:
    for card in range(52):
        assert height(1 << card) <= ALL + 1
        for other in range(52):
            higher = card // 13 == other // 13 and hearts.strength(card) > hearts.strength(other)
            assert beats(card, other, NO_TRUMP) == higher


def test_the_cost_of_a_set_is_the_sum_of_its_cards() -> None:
    random = Random(3)
    for values in (0, 1):
        for some in [random.getrandbits(52) for _ in range(300)]:
            cost = sum(10 if values and card % 13 >= 10 else card % 13 + 1 for card in cards(some))
            assert straights.worth(values, some) == cost
