"""Matches between computers, which produce records.

Match i of a seed is dealt by `std` with a deal number of its own, so it depends on (seed, i) alone.
The first match has the seed itself, and is card for card the match that the game's program deals
with that seed.
"""

import io
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from parlour import log
from parlour.cards import NEW_DECK, Deck, Mask
from parlour.errors import EventError, LogError, UsageError, quote
from parlour.game import find_game
from parlour.match import Dealt, Event, Match, Opened, Seated, fold, step
from parlour.players import OwnPlayer, decided, find_level
from parlour.shuffle import DEALS, Shuffle
from parlour.terminal.console import open_for_resume

# coprime to DEALS, so the first 2^31 - 2 matches all have different deals
STRIDE = 1327217887


class Series(NamedTuple):
    """A series of matches: a game, its rules, a level for each seat, a seed."""

    game: str
    rules: Any
    seats: tuple[str, ...]
    seed: int  # a deal number, 1 ... DEALS


def series(game: str, rules: tuple[int, ...], seats: Sequence[str], seed: int) -> Series:
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


class End(NamedTuple):
    """The result of a match."""

    rounds: int
    totals: tuple[int, ...]
    winners: Mask


def ended(match: Match) -> End:
    """The result of a finished match."""
    return End(match.number, match.totals, match.winners)


def record(path: str, series: Series, matches: int, resume: bool) -> tuple[io.FileIO, list[End]]:
    """The file of records, open for appending, and the results of the matches in it, at most
    `matches`.

    A non-empty file is refused without `resume`. With it, the file must be the beginning of this
    series, byte for byte; an incomplete last match is removed and played again. UsageError for any
    other file.
    """

    def held() -> tuple[list[End], int]:
        ends, whole = recorded(path, series)
        if len(ends) > matches:
            raise UsageError(
                f"The log {quote(path)} holds {len(ends)} matches, more than the {matches} wanted."
            )
        return ends, whole

    file, ends, _ = open_for_resume(path, "matches", resume, held)
    return file, ends


def recorded(path: str, series: Series) -> tuple[list[End], int]:
    """The results of the whole matches in a file, and the number of their bytes; UsageError for any
    other content.
    """
    ends: list[End] = []
    whole = read = 0
    head: list[Event] = []

    def counted(file: io.BufferedReader) -> Iterator[bytes]:
        nonlocal read
        for line in log.lines(file.readline):
            read += len(line)
            if line.endswith(b"\n"):  # otherwise it is incomplete
                yield line

    with open(path, "rb") as file:
        why = ""
        try:
            for line in log.read(counted(file)):
                if line.before is None:
                    head = start(series, len(ends))
                if head and line.event != head.pop(0):
                    break
                if line.after.winners:
                    ends.append(ended(line.after))
                    whole = read
        except LogError as error:
            why = f" {error}"
        file.seek(whole)
        missing = log.write(play(series, len(ends))[0], series.game).encode()
        if not missing.startswith(file.read(len(missing) + 1)):
            raise UsageError(
                f"The file {quote(path)} differs from this series in match {len(ends) + 1}.{why}"
            )
    return ends, whole
