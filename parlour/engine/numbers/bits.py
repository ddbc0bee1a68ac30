"""Bits and random numbers for compiled code: sets of cards, and numbers that depend on a seed and a
place alone.

The generator is SplitMix64 (Steele, Lea and Flood, 2014): the n-th number of a stream is `mix(seed
+ n * GOLD)`. Game g of a batch has the stream `mix(seed + GOLD * (2g + 1))`, so no result depends
on batches or threads. A choice among n is `r * n >> 64` (Lemire, 2019), and the low half of that
product serves the next choice: choices among n, m ... from one number differ from uniform by less
than n * m * ... / 2^64. For eight choices among at most thirteen that is 2^-34.
"""

from parlour import cards, tricks
from parlour.cards import Mask
from parlour.engine.compiler.arrays import Floats, Seed, Word, Words2
from parlour.engine.compiler.jit import compiled, instruction, jitable
from parlour.engine.compiler.lazy_numpy import np

GOLD = 0x9E3779B97F4A7C15

jitable(tricks)
popcount = instruction(cards.popcount)

for function in (cards.fewest, cards.holder, cards.thirteen_each, cards.put):
    instruction(function)


@instruction
def lowest_bit(mask: Mask) -> int:
    """The place of the lowest set bit of a mask that is not 0."""
    return int(mask & -mask).bit_length() - 1


@instruction
def high(left: Word, right: Word) -> Word:
    """The upper 64 bits of a product of 64-bit numbers, of which a kernel's second is below 2^32
    (`build.PRODUCT`).
    """
    return np.uint64(int(left) * int(right) >> 64)


@instruction
def kth(mask: Mask, k: int) -> Mask:
    """Bit number k (from 0) of a mask, alone."""
    for _ in range(k):
        mask &= mask - 1
    return mask & -mask


@instruction
def deposit(low: int, mask: Mask) -> Mask:
    """The low bits of a number, moved to the places of a mask's set bits."""
    moved = 0
    while low:
        if low & 1:
            moved |= mask & -mask
        mask &= mask - 1
        low >>= 1
    return moved


@compiled(forceinline=True)
def copy_row(to: Floats, row: Floats) -> None:
    """A row of numbers of any kind into one of the same length; a slice would be checked, which
    takes code as long as a kernel.
    """
    for place in range(len(to)):
        to[place] = row[place]


@compiled(forceinline=True)
def mix(z: Word) -> Word:
    """The finalizer of SplitMix64."""
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


@compiled(forceinline=True)
def stream(seed: Seed, game: int) -> Word:
    """The start of the random stream of one game of a batch."""
    return np.uint64(mix(seed + GOLD * np.uint64(2 * game + 1)))


@compiled(makes=True)
def fill_random(words: Words2, seed: Word, first: int, last: int) -> None:
    """Fill `words` (k, games) with the random numbers of a block of games: `words[j, i]` is number
    j of game `first + i`, or of game `last` beyond it.

    The compiler vectorises this form eight wide; a number costs half a cycle.
    """
    streams = np.empty(words.shape[1], np.uint64)
    for i in range(words.shape[1]):
        streams[i] = stream(seed, min(first + i, last))
    for j in range(len(words)):
        for i in range(words.shape[1]):
            words[j, i] = mix(streams[i] + GOLD * np.uint64(j + 1))


@compiled(forceinline=True)
def number_of(dice: Word, j: int) -> Word:
    """Number j of a game's random stream `dice`."""
    return np.uint64(mix(dice + GOLD * np.uint64(j + 1)))


@compiled(forceinline=True)
def one_of(mask: Mask, r: Word) -> tuple[Mask, Word]:
    """A random bit of a mask, and the number for the next choice: the upper half of a product
    chooses, the lower half is returned.
    """
    n = np.uint64(popcount(mask))
    return kth(mask, int(np.int64(high(r, n)))), r * n
