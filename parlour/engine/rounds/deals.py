"""Random deals: four hands as sets, without a shuffle; and decks card by card.

A hand is thirteen of the free cards. The free cards, in order, form parts of thirteen (four, then
three, then two). The number of cards from each part, the hand's shape, is drawn in proportion to
the hands of that shape, by Walker's alias method (1977). The cards of a part come from a list of
the subsets of thirteen by size. This needs neither a branch nor a loop. The last hand is the
remaining cards. All deals are equally likely up to the rounding of 64-bit numbers: all chances
together differ by less than 2^-40.
"""

from itertools import product
from math import comb, prod
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.cards import ALL, Four, Mask
from parlour.engine.compiler.arrays import Ints, Ints2
from parlour.engine.compiler.jit import compiled, instruction
from parlour.engine.compiler.kernel import kernel
from parlour.engine.numbers.bits import (
    deposit,
    fill_random,
    high,
    kth,
    lowest_bit,
    number_of,
    stream,
)

Numbers: TypeAlias = NDArray[np.uint64]

WORDS = 8  # random numbers of a game for its four hands
ORDER = 1 << 10  # the first random number for the order of the cards in each hand
IN_ORDER = 0xCBA9876543210  # the numbers of thirteen cards, four bits each
SUBSETS = np.array(
    sorted(range(1 << 13), key=lambda mask: (mask.bit_count(), mask)), np.uint16
)  # of thirteen, by size
SIZES = np.array([comb(13, k) for k in range(14)], np.uint64)  # the number of subsets of each size
FIRST = np.array(
    [sum(comb(13, i) for i in range(k)) for k in range(14)], np.uint64
)  # the index of the first of each size


def shapes(parts: int) -> tuple[Numbers, Numbers]:
    """Walker's tables for a hand from so many parts of thirteen: limits, uint64 (n,), and two
    shapes for each, uint64 (n, 2).

    One of n places is drawn evenly. A number below its limit, of 2^64, gives its first shape, any
    other its second. A shape is a number with four bits for the cards of each part.
    """
    splits = [sizes for sizes in product(range(14), repeat=parts) if sum(sizes) == 13]
    chances = [len(splits) * prod(comb(13, size) for size in sizes) for sizes in splits]
    whole, other = comb(13 * parts, 13), list(range(len(splits)))
    limits = [2**64 - 1] * len(splits)
    small = [i for i, chance in enumerate(chances) if chance < whole]
    large = [i for i, chance in enumerate(chances) if chance >= whole]
    while small:
        i, giver = small.pop(), large[-1]
        limits[i], other[i] = chances[i] * 2**64 // whole, giver
        chances[giver] -= whole - chances[i]
        if chances[giver] < whole:
            small.append(large.pop())
    written = [sum(size << 4 * part for part, size in enumerate(sizes)) for sizes in splits]
    return np.array(limits, np.uint64), np.array(
        [[written[i], written[other[i]]] for i in range(len(splits))], np.uint64
    )


LIMITS_4, SHAPES_4 = shapes(4)
LIMITS_3, SHAPES_3 = shapes(3)
LIMITS_2, SHAPES_2 = shapes(2)


@compiled(forceinline=True)
def shape(limits: Numbers, pairs: Numbers, r: np.uint64) -> np.uint64:
    """A random shape from one of Walker's tables."""
    n = np.uint64(len(limits))
    place = high(r, n)
    return np.uint64(pairs[place, 0] if r * n < limits[place] else pairs[place, 1])


@compiled(forceinline=True)
def subset(size: np.uint64, r: np.uint64) -> tuple[Mask, np.uint64]:
    """A subset of this size of thirteen, as a mask, and the rest of r for the next choice."""
    size = size & np.uint64(15)
    mask: Any = np.int64(SUBSETS[FIRST[size] + high(r, SIZES[size])])
    return mask, np.uint64(r * SIZES[size])


@compiled(forceinline=True)
def four_hands(words: Numbers, game: int) -> Four:
    """Four hands of thirteen cards as masks, from the first eight random numbers of a game (a
    column of `words`).
    """
    sizes, r, s = shape(LIMITS_4, SHAPES_4, words[0, game]), words[1, game], words[2, game]
    first, r = subset(sizes, r)
    second, r = subset(sizes >> np.uint64(4), r)
    third, s = subset(sizes >> np.uint64(8), s)
    fourth, s = subset(sizes >> np.uint64(12), s)
    h0 = first | second << 13 | third << 26 | fourth << 39
    sizes, r, s = shape(LIMITS_3, SHAPES_3, words[3, game]), words[4, game], words[5, game]
    first, r = subset(sizes, r)
    second, r = subset(sizes >> np.uint64(4), r)
    third, s = subset(sizes >> np.uint64(8), s)
    h1 = deposit(first | second << 13 | third << 26, ALL ^ h0)
    sizes, r = shape(LIMITS_2, SHAPES_2, words[6, game]), words[7, game]
    first, r = subset(sizes, r)
    second, r = subset(sizes >> np.uint64(4), r)
    h2 = deposit(first | second << 13, ALL ^ h0 ^ h1)
    return h0, h1, h2, ALL ^ h0 ^ h1 ^ h2


@compiled()
def laid_out(hands: Four, dice: np.uint64, deck: Ints) -> None:
    """Write a deck of four hands of thirteen, each in a random order, into `deck` (52)."""
    for seat in range(4):
        # four bits each: which cards of the hand are left, by their order, and each one's place
        left, places = IN_ORDER, 0
        r = number_of(dice, ORDER + 2 * seat)
        for n in range(13):
            if n == 7:
                r = number_of(dice, ORDER + 2 * seat + 1)
            size = np.uint64(13 - n)
            at = 4 * int(np.int64(high(r, size)))
            r = r * size
            below = (1 << at) - 1
            places |= n << 4 * (left >> at & 15)
            left = left & below | left >> 4 & ~below
        hand: Any = hands[seat]
        for n in range(13):
            deck[13 * seat + (places >> 4 * n & 15)] = lowest_bit(hand)
            hand &= hand - 1


@compiled(forceinline=True)
def next_card(rest: Mask, place: int, r: np.uint64, dice: np.uint64) -> tuple[Mask, np.uint64]:
    """The card at a place of the deck, as a bit of the remaining cards; and the rest of r, which
    serves five places.
    """
    if place % 5 == 0:
        r = number_of(dice, place // 5)
    left = np.uint64(52 - place)
    return kth(rest, int(np.int64(high(r, left)))), r * left


@compiled()
def card_by_card(dice: np.uint64, deck: Ints) -> None:
    """Write a random deck into `deck` (52), in the order of `next_card`."""
    rest: Any = ALL
    r = dice
    for place in range(52):
        card, r = next_card(rest, place, r, dice)
        rest ^= card
        deck[place] = lowest_bit(card)


@compiled(forceinline=True)
def random_hands(dice: np.uint64, words: Numbers) -> Four:
    """Four random hands of thirteen cards as masks, from the first numbers of a game's stream;
    `words`, uint64 (WORDS, 1), is a work array.
    """
    for n in range(WORDS):
        words[n, 0] = number_of(dice, n)
    return four_hands(words, 0)


@instruction
def as_dealt(hands: Four, dice: np.uint64, deck: Ints) -> Any:
    """The deck of four hands, as the rules' `deal` takes it, written into `deck` (52).

    Compiled code has the hands themselves in its place, and writes nothing: for them
    `thirteen_each` is at once what it would find in the deck.
    """
    laid_out(hands, dice, deck)
    return deck


@kernel("u, i, i2")
def decks_in_hands(seed: np.uint64, start: int, decks: Ints2) -> None:
    """Fill decks, int64 (n, 52), for a game that deals all cards to four hands."""
    words = np.empty((WORDS, 1), np.uint64)
    for game in range(len(decks)):
        fill_random(words, seed, start + game, start + game)
        laid_out(four_hands(words, 0), stream(seed, start + game), decks[game])


@kernel("u, i, i2")
def decks_with_stock(seed: np.uint64, start: int, decks: Ints2) -> None:
    """Fill decks, int64 (n, 52), for a game with a stock."""
    for game in range(len(decks)):
        card_by_card(stream(seed, start + game), decks[game])
