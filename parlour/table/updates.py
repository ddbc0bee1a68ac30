"""The views that were sent to one seat, or to the spectators: their number, and the actions that
were new in each.

A count depends only on what the seat may know, so it survives a restart and reveals nothing of
other seats. The last view sent is always the view of the present match, so it is not stored.
"""

import json
from typing import Any

from parlour.cards import SPECTATOR, Seat
from parlour.match import Match, Seen, View, barred, view
from parlour.table import wire

_written = json.JSONEncoder(separators=(",", ":")).encode


def text(kind: str, **fields: Any) -> str:
    """A message as JSON text."""
    return _written({"type": kind} | fields)


class Sent:
    """The views that one viewer was sent since the table was made."""

    def __init__(self, viewer: Seat) -> None:
        """No view has been sent yet to this viewer, a seat or SPECTATOR."""
        self.viewer = viewer
        self.count = 0
        self.last_view: tuple[Match, View] | None = None
        self.earlier = 0  # the count before the first view of this deal
        self.lengths: list[int] = []  # the length of `seen` in each view of this deal

    def add(self, match: Match, before: Match | None, *, dealt: bool) -> bool:
        """Count the view of a match if it differs from the view of the match before; returns
        whether it does. `dealt` says that it begins a deal.

        A visible action is a difference in itself. Two views are compared only after other events.
        """
        length = len(self._seen(match))
        acted = not dealt and self.lengths and length > self.lengths[-1]
        if (
            not acted
            and before
            and (match is before or self._view_of(before) == self._view_of(match))
        ):
            return False
        if dealt:
            self.earlier, self.lengths = self.count, []
        self.count += 1
        self.lengths.append(length)
        return True

    def _view_of(self, match: Match) -> View:
        """The view of a match; the last one is cached for the next comparison."""
        if self.last_view is None or self.last_view[0] is not match:
            self.last_view = match, view(match, self.viewer)
        return self.last_view[1]

    def _seen(self, match: Match) -> tuple[Seen, ...]:
        """The actions that the viewer has seen since the deal."""
        return match.seen[-1 if self.viewer == SPECTATOR else self.viewer]

    def missed(self, have: int) -> int:
        """The number of actions since the deal that are new to a client with the view number
        `have`.
        """
        known = min(have, self.count) - self.earlier
        if known <= 0:
            return self.lengths[-1]
        return self.lengths[-1] - self.lengths[known - 1]

    def message(self, match: Match, have: int, *, whole: bool = False) -> str:
        """The last view as a message to a client with the view number `have`; with `whole`, all
        actions since the deal are included.
        """
        now, news = view(match, self.viewer), self.missed(have)
        first = 0 if whole else len(now.seen) - news
        texts = [wire.seen_text(match.game, one) for one in now.seen[first:]]
        shown = wire.view_text(now, barred(match, self.viewer))
        new = ",".join(texts[len(texts) - news :])
        seen = f',"seen":[{",".join(texts)}]' if whole else ""
        return f'{{"type":"view","count":{self.count},"view":{shown},"news":[{new}]{seen}}}'
