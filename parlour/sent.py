"""What one seat, or all who watch, have been sent of a table: its views, counted, and what was news in each.

A count depends on nothing but what the seat may know, so it means the same after a restart and tells nothing of the others.
"""

import json
from typing import Any

from parlour import wire
from parlour.match import Match, View, barred

_written = json.JSONEncoder(separators=(",", ":")).encode


def text(kind: str, **fields: Any) -> str:
    """A message as it is sent."""
    return _written({"type": kind} | fields)


class Sent:
    """The views that one seat was sent, from the table's first on."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.count = 0
        self.last: View | None = None
        self.before = 0  # count before the first view of this deal
        self.lengths: list[int] = []  # of `seen`, in each view of this deal

    def add(self, view: View, *, dealt: bool) -> bool:
        """Whether this view differs from the last one, and is to be sent; `dealt` where the cards have been dealt anew."""
        if view == self.last:
            return False
        if dealt:
            self.before, self.lengths = self.count, []
        self.count += 1
        self.lengths.append(len(view.seen))
        self.last = view
        return True

    def missed(self, have: int) -> int:
        """How much of what was seen since the deal is news to who has the view numbered `have`."""
        known = min(have, self.count) - self.before
        return self.lengths[-1] - (self.lengths[known - 1] if known > 0 else 0)

    def message(self, match: Match, have: int, *, whole: bool = False) -> str:
        """The last view, as a message to who has the one numbered `have`; `whole` with all that was seen."""
        assert self.last
        view, news = self.last, self.missed(have)
        first = 0 if whole else len(view.seen) - news
        seen = [wire.seen_fields(view.game, one) for one in view.seen[first:]]
        fields = wire.view_fields(view, barred(match, view.seat))
        return text("view", count=self.count, view=fields, news=seen[len(seen) - news :], **({"seen": seen} if whole else {}))
