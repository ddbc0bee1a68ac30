"""Writes the perft file of Straights with the slow oracle alone: `python -m tests.oracle.perft > tests/perft/straights.txt`.

A line is: opens, discards, values, the seed of `std` whose first shuffle is dealt, how many first legal actions are
made, a depth, and how many different sequences of that many actions follow.
"""

import sys
from itertools import product

from tests.oracle.straights import Table, perft

SEEDS, PLIES, DEPTHS = (1, 44, 6788), (0, 4, 12, 26, 40, 48), (1, 2, 4, 6, 8, 10, 12)
MOST = 20_000  # sequences: deeper lines would take the oracle too long


def minstd_deck(seed: int) -> list[str]:
    """libstdc++'s shuffle of the new deck over minstd_rand0, written once more on names."""
    deck = [rank + suit for suit in "CDHS" for rank in "A23456789TJQK"]
    state = seed

    def below(n: int) -> int:
        nonlocal state
        scaling = 2147483645 // n
        while True:
            state = state * 16807 % 2147483647
            if (state - 1) // scaling < n:
                return (state - 1) // scaling

    places = [(1, below(2))]
    for i in range(2, 52, 2):
        both = below((i + 1) * (i + 2))
        places += [(i, both // (i + 2)), (i + 1, both % (i + 2))]
    for here, there in places:
        deck[here], deck[there] = deck[there], deck[here]
    return deck


def main() -> None:
    # What is shown and what a card costs change no sequence; one combination of them says so.
    for opens, discards, values in (("7S", "shown", "rank"), ("any-seven", "shown", "rank"), ("7S", "hidden", "courts-ten")):
        for seed, plies in product(SEEDS, PLIES):
            table = Table(minstd_deck(seed), opens=opens, discards=discards, values=values)
            for _ in range(plies):
                table.act(table.legal()[0])
            for depth in DEPTHS:
                count = perft(table, depth)
                sys.stdout.write(f"{opens} {discards} {values} {seed} {plies} {depth} {count}\n")
                if count > MOST:
                    break


if __name__ == "__main__":
    main()
