"""What one seat, or all who watch, have been sent of a table: their views, counted, and what was
news in each.

A count depends on nothing but what the seat may know, so it means the same after a restart and
tells nothing of the others. The last view sent is always that of the match as it stands, so it need
not be kept.
"""

import json
from typing import Any

from parlour.cards import SPECTATOR, Seat
from parlour.match import Match, Seen, View, barred, view
from parlour.table import wire

_written = json.JSONEncoder(separators=(",", ":")).encode


def text(kind: str, **fields: Any) -> str:
    """A message as it is sent."""
    return _written({"type": kind} | fields)


class Sent:
    """The views that one viewer was sent, from the table's first on."""

    def __init__(self, viewer: Seat) -> None:
        """No view has been sent yet to this seat, or to SPECTATOR."""
        self.viewer = viewer
        self.count = 0
        self.looked: tuple[Match, View] | None = None
        self.before = 0  # count before the first view of this deal
        self.lengths: list[int] = []  # of `seen`, in each view of this deal

    def add(self, match: Match, before: Match | None, *, dealt: bool) -> bool:
        """Whether the view of a match differs from that of the one before, and is to be sent;
        `dealt` where it begins a deal.

        An action that the viewer is told of makes a difference by itself. Only for other events are
        two views compared.
        """
        length = len(self._seen(match))
        told = not dealt and self.lengths and length > self.lengths[-1]
        if not told and before and (match is before or self._look(before) == self._look(match)):
            return False
        if dealt:
            self.before, self.lengths = self.count, []
        self.count += 1
        self.lengths.append(length)
        return True

    def _look(self, match: Match) -> View:
        """The view of a match; the last one looked at is kept, to be compared with the next."""
        if self.looked is None or self.looked[0] is not match:
            self.looked = match, view(match, self.viewer)
        return self.looked[1]

    def _seen(self, match: Match) -> tuple[Seen, ...]:
        """What the viewer has seen since the deal."""
        return match.seen[-1 if self.viewer == SPECTATOR else self.viewer]

    def missed(self, have: int) -> int:
        """How much of what was seen since the deal is news to who has the view numbered `have`."""
        known = min(have, self.count) - self.before
        return self.lengths[-1] - (self.lengths[known - 1] if known > 0 else 0)

    def message(self, match: Match, have: int, *, whole: bool = False) -> str:
        """The last view, as a message to who has the one numbered `have`; `whole` with all that was
        seen.
        """
        now, news = view(match, self.viewer), self.missed(have)
        told = [
            wire.seen_text(match.game, one)
            for one in now.seen[0 if whole else len(now.seen) - news :]
        ]
        shown = wire.view_text(now, barred(match, self.viewer))
        new = ",".join(told[len(told) - news :])
        seen = f',"seen":[{",".join(told)}]' if whole else ""
        return f'{{"type":"view","count":{self.count},"view":{shown},"news":[{new}]{seen}}}'
