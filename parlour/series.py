"""Series of matches between computers.

Match i of a seed is dealt by `std` with a deal number of its own, so it depends on (seed, i) alone.
The first match has the seed itself, and is card for card the match that the game's program deals
with that seed.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from parlour.cards import NEW_DECK, Deck
from parlour.catalogue.registry import find_game
from parlour.errors import EventError, UsageError
from parlour.match import Dealt, Event, Match, Opened, Seated, fold, step
from parlour.players import OwnPlayer, decided, find_level
from parlour.shuffle import DEALS, Shuffle

# coprime to DEALS, so the first 2^31 - 2 matches all have different deals
STRIDE = 1327217887


class Series(NamedTuple):
    """A series of matches: a game, its rules, a level for each seat, a seed."""

    game: str
    rules: Any
    seats: tuple[str, ...]
    seed: int  # a deal number, 1 ... DEALS


def checked_series(game: str, rules: tuple[int, ...], seats: Sequence[str], seed: int) -> Series:
    """A valid series; UsageError names the fault."""
    n = find_game(game).seats(rules)
    for level in seats:
        if not isinstance(level, OwnPlayer):
            find_level(game, level)
    if len(seats) != n:
        raise UsageError(f"{n} seats are needed; {len(seats)} were given.")
    if not 1 <= seed <= DEALS:
        raise UsageError(f"Invalid seed {seed} (expected a whole number from 1 to {DEALS}).")
    return Series(game, rules, tuple(seats), seed)


def start(series: Series, index: int) -> list[Event]:
    """The events before the first deal of a match, numbered from index 0."""
    seated = [Seated(seat, level) for seat, level in enumerate(series.seats)]
    return [Opened(series.game, series.rules, f"{series.seed}/{index}"), *seated]


def deal_number(seed: int, index: int) -> int:
    """The seed with which `std` deals match `index`."""
    return 1 + (seed - 1 + index * STRIDE) % DEALS


def next_deck(match: Match) -> Deck:
    """The deck of a match's next round, as `play` deals it, from the match's salt `SEED/INDEX`;
    EventError for any other salt.
    """
    numbers = re.fullmatch(r"([0-9]{1,10})/([0-9]{1,10})", match.salt)
    if not numbers:
        raise EventError(
            "This match has no seed to deal from (its salt is not like 6788/0): deal it a deck, "
            "`step(Dealt(deck))`."
        )
    shuffle = Shuffle("std", deal_number(int(numbers[1]), int(numbers[2])), done=match.number)
    return shuffle(match.deck or NEW_DECK)


def play(series: Series, index: int) -> tuple[list[Event], Match]:
    """Play one whole match; returns its log and its end."""
    events = start(series, index)
    match = fold(events)
    shuffle, deck = Shuffle("std", deal_number(series.seed, index)), NEW_DECK
    while not match.winners:
        if match.playing:
            event: Event = decided(match)
        else:
            deck = shuffle(deck)
            event = Dealt(deck)
        match = step(match, event)
        events.append(event)
    return events, match
