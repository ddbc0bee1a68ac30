"""The views that were sent to one seat, or to the spectators: their number, and the actions that
were new in each.

A count depends only on what the seat may know, so it survives a restart and reveals nothing of
other seats. The last view sent is always the view of the present match, so it is not stored.
"""

import json
from functools import lru_cache
from typing import Any, NamedTuple

from parlour.cards import SPECTATOR, Mask, Seat
from parlour.catalogue.registry import GAMES
from parlour.match import Match, View, barred, view
from parlour.table.messages import wire

written = json.JSONEncoder(separators=(",", ":")).encode


def text(kind: str, **fields: Any) -> str:
    """A message as JSON text."""
    return written({"type": kind} | fields)


class Offer(NamedTuple):
    """The offers of a table to a viewer, besides the match."""

    undone: int = 0  # how often the match went back
    undo: int | None = None  # the move of the last decision that this seat may undo
    decided: bool = False  # whether this seat may have the rest of the round played by itself


@lru_cache(256)
def _offered(offer: Offer) -> str:
    """The last fields of a view."""
    return written(offer._asdict())[1:]


def left(match: Match) -> tuple[Mask, ...]:
    """The cards left in each hand when a round is over, since all may see them then; empty before
    its end.
    """
    if match.playing or not match.deck:
        return ()
    shown, seats = GAMES[match.game].shown, range(len(match.players))
    return tuple(shown(match.round, match.state, seat).hand for seat in seats)


class Sent:
    """The views that one viewer was sent since the table was made."""

    def __init__(self, viewer: Seat) -> None:
        """No view has been sent yet to this viewer, a seat or SPECTATOR."""
        self.viewer = viewer
        self.count = 0
        self.last_view: tuple[Match, View] | None = None
        self.earlier = 0  # the count before the first view of this deal
        # the length of `seen` in each view of this deal, or since the match went back
        self.lengths: list[int] = []
        self.base = 0  # the number of actions seen before them: some if the match went back
        self.back = False  # whether these views begin with a match that went back
        self.offer = Offer()  # with the last view

    def add(
        self, match: Match, before: Match | None, offer: Offer | None, *, dealt: bool, back: bool
    ) -> bool:
        """Count the view of a match if it differs from the view of the match before; returns
        whether it does. `dealt` says that it begins a deal, or goes `back` in one. The last
        offer remains if none is given.

        A visible action is a difference in itself. Two views are compared only after other events.
        """
        length = len(match.seen[-1 if self.viewer == SPECTATOR else self.viewer])
        acted = not dealt and self.lengths and length > self.lengths[-1]
        if (
            not acted
            and offer in (None, self.offer)
            and before
            and (match is before or self._view_of(before) == self._view_of(match))
        ):
            return False
        if dealt:
            self.earlier, self.lengths = self.count, []
            self.back, self.base = back, length if back else 0
        self.offer = offer or self.offer
        self.count += 1
        self.lengths.append(length)
        return True

    def _view_of(self, match: Match) -> View:
        """The view of a match; the last one is cached for the next comparison."""
        if self.last_view is None or self.last_view[0] is not match:
            self.last_view = match, view(match, self.viewer)
        return self.last_view[1]

    def missed(self, have: int) -> int:
        """The number of actions since the deal that are new to a client with the view number
        `have`.
        """
        views = min(have, self.count) - self.earlier
        if views <= 0:
            return self.lengths[-1] - self.base
        return self.lengths[-1] - self.lengths[views - 1]

    def message(self, match: Match, have: int, *, whole: bool = False) -> str:
        """The last view as a message to a client with the view number `have`; with `whole`, all
        actions since the deal are included, as they always are to a client that has not seen that
        the match went back.
        """
        now, news = view(match, self.viewer), self.missed(have)
        whole = whole or (self.back and have <= self.earlier)
        first = 0 if whole else len(now.seen) - news
        texts = [wire.seen_text(match.game, action) for action in now.seen[first:]]
        shown = wire.view_text(now, barred(match, self.viewer), left(match))
        shown = f"{shown[:-1]},{_offered(self.offer)}"
        new = ",".join(texts[len(texts) - news :])
        seen = f',"seen":[{",".join(texts)}]' if whole else ""
        return f'{{"type":"view","count":{self.count},"view":{shown},"news":[{new}]{seen}}}'
