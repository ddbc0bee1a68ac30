"""Shuffles that repeat those of C++ programs card for card, and the secret shuffle of online play.

`std` and `std-mt19937` are libstdc++'s `std::shuffle` with `std::minstd_rand0` (its
`default_random_engine`) and with `std::mt19937`: bits/stl_algo.h (`shuffle`,
`__gen_two_uniform_ints`) and bits/uniform_int_dist.h (`operator()`, `_S_nd`). `mt19937-mod` and
`lrand48` are the loop of older programs, `k = draw % n` for n = 52 ... 2.

A `Shuffle` is seeded once and shuffles the same deck again and again, as the assignments require.
"""

import re
from collections.abc import Callable, Iterator

from parlour.cards import NEW_DECK, Deck
from parlour.errors import SeedError, quote

LOWEST, HIGHEST = -(2**31), 2**32 - 1  # the seeds a C++ program with an int or an unsigned takes
DEALS = 2**31 - 2  # deal numbers are 1 ... DEALS: the distinct seeds of `std`


def parse_seed(text: str) -> int:
    """The seed of a text like `6788` or `-1`; SeedError if the text is no whole number or does not
    fit 32 bits.
    """
    match = re.fullmatch(r"(-?)0*([0-9]*)", text)
    if not match or not text.strip("-"):
        raise SeedError(f"The seed {quote(text)} is not a whole number.")
    seed = int(match[1] + (match[2][:11] or "0"))  # eleven digits are out of range already
    if not LOWEST <= seed <= HIGHEST:
        raise SeedError(f"The seed {quote(text)} is not between {LOWEST} and {HIGHEST}.")
    return seed


def _minstd_rand0(seed: int) -> Iterator[int]:
    state = seed % 2147483647 or 1
    while True:
        state = state * 16807 % 2147483647
        yield state


def _mt19937(seed: int) -> Iterator[int]:
    # imported here: the default shuffle starts faster without it
    from random import (
        Random,
    )

    words = [seed]
    for i in range(1, 624):
        words.append((words[-1] ^ words[-1] >> 30) * 1812433253 + i & 0xFFFFFFFF)
    generator = Random()
    generator.setstate((3, (*words, 624), None))  # Python's generator is this one, seeded otherwise
    while True:
        yield generator.getrandbits(32)


def _lrand48(seed: int) -> Iterator[int]:
    state = seed << 16 | 0x330E
    while True:
        state = state * 0x5DEECE66D + 0xB & 0xFFFFFFFFFFFF
        yield state >> 17


def _below_minstd(draws: Iterator[int], n: int) -> int:
    """Uniform_int_distribution(0, n-1) from draws of 1 ... 2147483646: scale down, reject the
    rest.
    """
    scaling = 2147483645 // n
    while (draw := next(draws) - 1) >= n * scaling:
        pass
    return draw // scaling


def _below_32_bits(draws: Iterator[int], n: int) -> int:
    """Uniform_int_distribution(0, n-1) from draws of 32 bits, by Lemire's multiplication."""
    product = next(draws) * n
    if product & 0xFFFFFFFF < n:
        while product & 0xFFFFFFFF < 2**32 % n:
            product = next(draws) * n
    return product >> 32


def _std_shuffle(deck: Deck, below: Callable[[int], int]) -> Deck:
    """One call of libstdc++'s std::shuffle on 52 cards: one swap, then two swaps a draw."""
    order = list(deck)

    def swap(i: int, k: int) -> None:
        order[i], order[k] = order[k], order[i]

    swap(1, below(2))
    for i in range(2, len(order), 2):
        first, second = divmod(below((i + 1) * (i + 2)), i + 2)
        swap(i, first)
        swap(i + 1, second)
    return tuple(order)


def _modulo_shuffle(deck: Deck, below: Callable[[int], int]) -> Deck:
    order = list(deck)
    for n in range(len(order), 1, -1):
        k = below(n)
        order[n - 1], order[k] = order[k], order[n - 1]
    return tuple(order)


def _modulo(draws: Iterator[int], n: int) -> int:
    return next(draws) % n


_KINDS = {
    "std": (_minstd_rand0, _below_minstd, _std_shuffle),
    "std-mt19937": (_mt19937, _below_32_bits, _std_shuffle),
    "mt19937-mod": (_mt19937, _modulo, _modulo_shuffle),
    "lrand48": (_lrand48, _modulo, _modulo_shuffle),
}
KINDS = tuple(_KINDS)


class Shuffle:
    """A generator, seeded once; each call shuffles the given deck once more.

    The draws do not depend on the deck, so (kind, seed, done) is the generator's whole state.
    """

    def __init__(self, kind: str, seed: int, done: int = 0) -> None:
        """A generator of one of KINDS after `done` shuffles; the seed is taken modulo 2^32."""
        self.kind, self.seed, self.done = kind, seed, 0
        draw, below, self._order = _KINDS[kind]
        draws = draw(seed % 2**32)
        self._below = lambda n: below(draws, n)
        for _ in range(done):
            self(NEW_DECK)

    def __call__(self, deck: Deck) -> Deck:
        """The deck, shuffled once more."""
        self.done += 1
        return self._order(deck, self._below)


def numbered_deck(number: int, round: int) -> Deck:
    """The deck of a round (1, 2, ...) of the match that a number deals: as many shuffles of `std`,
    seeded with the number, as in all programs.
    """
    shuffle, deck = Shuffle("std", number), NEW_DECK
    for _ in range(round):
        deck = shuffle(deck)
    return deck


def secret_deck() -> Deck:
    """A deck from the system's random generator: it has no seed, and cannot be repeated or
    guessed.
    """
    from random import SystemRandom

    return tuple(SystemRandom().sample(NEW_DECK, 52))
