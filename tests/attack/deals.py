"""The number behind a table's cards: a spectator sees some cards played, and tries all deal numbers
until the cards fit.

    python -m tests.attack.deals [--first N] [--last N] [--workers N]

It succeeds if a number deals all cards that were seen, at a table that the page would make. The
exit status is also 1 if the number of a table that was dealt by one is not found. All numbers take
about six minutes of one core.
"""

import argparse
import asyncio
import random
from time import perf_counter
from typing import Any

import numpy as np
from arguments import count, run
from numba import njit, prange, set_num_threads
from server import served

from parlour.cards import NAMES, NEW_DECK
from parlour.games.straights import rules
from parlour.shuffle import DEALS
from parlour.table.messages.keys import derived
from tests.attack.support import Person, begin, end, make

BLOCK = 1 << 22  # numbers that are tried at once
ENOUGH = 24  # cards of known seats, so that no other number fits by chance


@njit(cache=True)
def _dealt(number: int, deck: Any) -> None:
    """Shuffle a new deck by a number, as `numbered_deck` does for the first round."""
    state = number
    for place in range(52):
        deck[place] = place
    for place in range(1, 52, 2):
        span = 2 if place == 1 else place * (place + 1)
        scaling = 2147483645 // span
        while True:
            state = state * 16807 % 2147483647
            if state - 1 < span * scaling:
                break
        drawn = (state - 1) // scaling
        if place == 1:
            deck[1], deck[drawn] = deck[drawn], deck[1]
            continue
        first, second = drawn // (place + 1), drawn % (place + 1)
        deck[place - 1], deck[first] = deck[first], deck[place - 1]
        deck[place], deck[second] = deck[second], deck[place]


@njit(cache=True, parallel=True)
def tried(first: int, last: int, owners: Any, seats: Any, fits: Any) -> None:
    """Note of each number whether it deals every card to the seat that is known, from 0 on."""
    for number in prange(first, last + 1):
        deck = np.empty(52, np.int64)
        _dealt(number, deck)
        good = True
        for place in range(52):
            seat = seats[deck[place]]
            if seat >= 0 and seat != owners[place]:
                good = False
                break
        fits[number - first] = good


def numbers(played: dict[str, int], first: int, last: int) -> list[int]:
    """The numbers that deal each of these cards to its seat."""
    standard = rules.Rules()
    owners = np.array([rules.dealt_to(standard, 1, place) for place in range(52)])
    seats = np.array([played.get(NAMES[new], -1) for new in NEW_DECK])
    candidates = list[int]()
    for begins in range(first, last + 1, BLOCK):
        ends = min(last, begins + BLOCK - 1)
        fits = np.zeros(ends - begins + 1, np.bool_)
        tried(begins, ends, owners, seats, fits)
        candidates += [begins + int(place) for place in np.flatnonzero(fits)]
    return candidates


async def seen(port: int, **fields: Any) -> dict[str, int]:
    """The seats of the cards that a spectator sees played in a round."""
    host = await make(port, seats=["me", "greedy", "greedy", "greedy"], **fields)
    watch = Person(port, host.table, derived("watch", host.key))
    played = dict[str, int]()

    def heard(_: float, message: dict[str, Any]) -> None:
        for act in message.get("news", []):
            if act["action"] in NAMES:
                played[act["action"]] = act["seat"]

    watch.heard = heard
    await host.enter()
    await watch.enter()
    while not host.scored:
        await host.until(lambda: host.may_act or host.scored)
        if host.may_act:
            await host.act()
    await watch.until(lambda: bool(watch.view["points"]))
    host.close()
    watch.close()
    return played


async def attack(options: argparse.Namespace) -> int:
    """Try the numbers at a table that the page would make, and at one that a number deals."""
    set_num_threads(options.workers)
    figures, failed = begin(), list[str]()
    deal = random.randint(options.first, options.last)
    with served() as (_, port):
        secret, numbered = dict[str, int](), dict[str, int]()
        while min(len(secret), len(numbered)) < ENOUGH:  # few cards fit in some rounds
            secret = secret if len(secret) >= ENOUGH else await seen(port)
            numbered = numbered if len(numbered) >= ENOUGH else await seen(port, deal=deal)
    began = perf_counter()
    candidates = numbers(secret, options.first, options.last)
    figures["numbers tried"] = options.last - options.first + 1
    figures["seconds"] = round(perf_counter() - began, 1)
    figures["numbers that fit a table of the page"] = len(candidates)
    if candidates:
        failed.append(f"The deal of a table of the page is found: {candidates[0]}.")
    if deal not in numbers(numbered, max(1, deal - BLOCK), min(DEALS, deal + BLOCK)):
        failed.append("A deal that a number gives is not found.")
    return end(figures, failed)


def main() -> int:
    """Try deal numbers."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--first", type=count, default=1)
    parser.add_argument("--last", type=count, default=DEALS)
    parser.add_argument("--workers", type=count, default=1)
    return asyncio.run(attack(parser.parse_args()))


if __name__ == "__main__":
    run(main)
