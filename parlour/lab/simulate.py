"""Matches between computers (`parlour.series`), which produce records."""

import io
from collections.abc import Iterator
from typing import NamedTuple

from parlour import log
from parlour.cards import Mask
from parlour.errors import LogError, UsageError, quote
from parlour.match import Event, Match
from parlour.series import Series, play, start
from parlour.terminal.console import open_for_resume


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
