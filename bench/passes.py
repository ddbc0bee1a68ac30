"""The bias of plain and of weighted worlds about the others' hands after a pass in Hearts.

    python bench/passes.py [--deals N] [--worlds K]

All players prefer to pass high cards, by 1.3 to the power of the rank. Seat 0 passes to seat 1 and
receives from seat 3. For each other seat it prints the mean of the real sum of ranks in its hand
minus the expectation of the worlds, with its standard error.
"""

import argparse

import numpy as np
from arguments import count, run

from parlour import engine
from parlour.cards import cards
from parlour.engine.inference import weights
from parlour.engine.worlds import sample
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.loops import PASS
from parlour.match import Acted, Dealt, Event, Opened, Seated, fold, view


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--deals", type=count, default=300)
    parser.add_argument("--worlds", type=count, default=60)
    given = parser.parse_args()
    ranks = np.array([hearts.strength(card) for card in range(52)])
    policy = np.ones((engine.CONTEXTS, 64))
    policy[PASS, :52] = 1.3**ranks
    decks, actions = engine.record("hearts", given.deals, 5, preferences=policy)
    errors = np.zeros((given.deals, 2, 4))
    for n in range(given.deals):
        seated = [Seated(seat, "first") for seat in range(4)]
        events: list[Event] = [
            Opened("hearts", hearts.Rules(), ""),
            *seated,
            Dealt(tuple(map(int, decks[n]))),
        ]
        match = fold(
            [*events, *(Acted(i // 3, action) for i, action in enumerate(actions[n][:12]))]
        )
        seen = view(match, 0)
        worlds = sample(seen, given.worlds, n)
        sums = (worlds.hands[:, :, None] >> np.arange(52) & 1) @ ranks
        real = np.array([ranks[list(cards(hand))].sum() for hand in match.state.hands])
        errors[n] = (
            real - sums.mean(axis=0),
            real - (weights(seen, worlds, policy)[:, None] * sums).mean(axis=0),
        )
    means, noise = errors.mean(axis=0), errors.std(axis=0) / given.deals**0.5
    for seat in (1, 2, 3):
        bare, weighed = (f"{means[row, seat]:5.2f} +- {noise[row, seat]:.2f}" for row in (0, 1))
        print(f"seat {seat}: bare worlds {bare}, weighed {weighed}")


if __name__ == "__main__":
    run(main)
