"""Counts of the strong players' decisions: those made in full, with fewer playouts, or not in time;
and the lines that the host gets about them.
"""

from collections import Counter, deque

WHOLE, FEWER, NONE = "whole", "fewer", "none"
MINUTE = 60.0  # seconds; a line is logged once in them
MINUTES = 5  # of which a line speaks
LEAST = 100  # decisions in these minutes; of fewer nothing is said
# the shares of decisions above which a line is logged
MOST_NONE, MOST_FEWER = 0.01, 0.5


class Tally:
    """The counts of decisions, by minutes and in all."""

    def __init__(self) -> None:
        """Nothing is counted."""
        self.all = Counter[str]()
        self.minutes = deque[tuple[int, Counter[str]]]()
        self.said = -MINUTE  # when the last line was logged

    def add(self, kind: str, now: float) -> str:
        """Count a decision; returns a line for the log, or empty text."""
        minute = int(now // MINUTE)
        if not self.minutes or self.minutes[-1][0] < minute:
            self.minutes.append((minute, Counter()))
        while self.minutes[0][0] <= minute - MINUTES:
            self.minutes.popleft()
        self.minutes[-1][1][kind] += 1
        self.all[kind] += 1
        if now - self.said < MINUTE:
            return ""
        recent = sum((counts for _, counts in self.minutes), Counter[str]())
        whole = recent.total()
        many = recent[NONE] > MOST_NONE * whole or recent[FEWER] > MOST_FEWER * whole
        if whole < LEAST or not many:
            return ""
        self.said = now
        lack = "The strong players lack processor time (docs/scale.md)"
        return f"{lack}: in the last {MINUTES} minutes {_shares(recent)}."

    def last(self, *, whole: bool) -> str:
        """A line for the end: what all decisions had, if some had less than all of it, or with
        `whole` if there was any; else empty text.
        """
        if not (self.all if whole else self.all[NONE] + self.all[FEWER]):
            return ""
        return f"Strong players: {_shares(self.all)}."


def _shares(counts: "Counter[str]") -> str:
    whole = counts.total()
    none, fewer = (100 * counts[kind] / whole for kind in (NONE, FEWER))
    return (
        f"{fewer:.1f} % of {whole:,} decisions had fewer playouts, and at {none:.1f} % a plain "
        f"player stood in"
    )
