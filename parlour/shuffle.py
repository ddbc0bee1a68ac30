"""Shuffles that repeat those of C++ programs card for card, and the secret shuffle of online play.

`std` and `std-mt19937` are libstdc++'s `std::shuffle` with `std::minstd_rand0` (its
`default_random_engine`) and with `std::mt19937`: bits/stl_algo.h (`shuffle`,
`__gen_two_uniform_ints`) and bits/uniform_int_dist.h (`operator()`, `_S_nd`). `mt19937-mod` and
`lrand48` are the loop of older programs, `k = draw % n` for n = 52 ... 2.

A `Shuffle` is seeded once and shuffles the same deck again and again, as the assignments require. A
kind that ends in `-each-round` makes its generator anew, from the same seed, for every round.
"""

import re
from collections.abc import Callable, Iterator

from parlour.cards import NEW_DECK, SUITS, Deck
from parlour.errors import SeedError, quote

LOWEST, HIGHEST = -(2**31), 2**32 - 1  # the seeds a C++ program with an int or an unsigned takes
DEALS = 2**31 - 2  # deal numbers are 1 ... DEALS: the distinct seeds of `std`
MOST_SHUFFLES = 10_000  # of one round
EACH_ROUND, BY_RANK = "-each-round", "-by-rank"  # ends of a kind, and of the order of a new deck


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


def parse_shuffles(text: str) -> int:
    """The number of shuffles before each round of a text like `100`; SeedError if it is invalid."""
    if not re.fullmatch(r"0*[0-9]{1,5}", text, re.ASCII) or not 0 < int(text) <= MOST_SHUFFLES:
        raise SeedError(
            f"The number of shuffles {quote(text)} is not a whole number from 1 to {MOST_SHUFFLES}."
        )
    return int(text)


def new_deck(order: str) -> Deck:
    """The deck before its first shuffle, by the order of its suits; SeedError if that is no order.

    `SHDC` begins with the spades from ace to king, `SHDC-by-rank` with the four aces.
    """
    letters = order.removesuffix(BY_RANK)
    if sorted(letters) != sorted(SUITS):
        raise SeedError(
            f"The order {quote(order)} of a new deck is not the letters C, D, H and S, each once, "
            f"with or without {BY_RANK}."
        )
    suits = [13 * SUITS.index(letter) for letter in letters]
    if order == letters:
        return tuple(suit + rank for suit in suits for rank in range(13))
    return tuple(suit + rank for rank in range(13) for suit in suits)


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
GENERATORS = tuple(_KINDS)
KINDS = (*GENERATORS, *(kind + EACH_ROUND for kind in GENERATORS))


class Shuffle:
    """A generator, seeded once, or anew for each call; a call shuffles the given deck for a round.

    The draws do not depend on the deck, so (kind, seed, times, done) is the generator's whole
    state.
    """

    def __init__(self, kind: str, seed: int, done: int = 0, times: int = 1) -> None:
        """A generator of one of KINDS after `done` calls, each of which shuffles `times` times; the
        seed is taken modulo 2^32.
        """
        self.kind, self.seed, self.times, self.done = kind, seed, times, 0
        self._seed()
        for _ in range(done):
            self(NEW_DECK)

    def _seed(self) -> None:
        draw, below, self._order = _KINDS[self.kind.removesuffix(EACH_ROUND)]
        draws = draw(self.seed % 2**32)
        self._below = lambda n: below(draws, n)

    def __call__(self, deck: Deck) -> Deck:
        """The deck, shuffled for the next round."""
        if self.kind.endswith(EACH_ROUND):
            self._seed()
        for _ in range(self.times):
            deck = self._order(deck, self._below)
        self.done += 1
        return deck


def numbered_deck(number: int, round_: int) -> Deck:
    """The deck of a round (1, 2, ...) of the match that a number deals: as many shuffles of `std`,
    seeded with the number, as in all programs.
    """
    shuffle, deck = Shuffle("std", number), NEW_DECK
    for _ in range(round_):
        deck = shuffle(deck)
    return deck


def secret_deck() -> Deck:
    """A deck from the system's random generator: it has no seed, and cannot be repeated or
    guessed.
    """
    from random import SystemRandom

    return tuple(SystemRandom().sample(NEW_DECK, 52))
