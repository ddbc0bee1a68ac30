"""When the next round of a table is dealt, and the events that open it."""

from collections.abc import Callable
from math import ceil
from typing import Any

from parlour.cards import SPECTATOR, Deck, Seat
from parlour.errors import TableError
from parlour.match import HUMAN, Dealt, Event, Opened, Seated
from parlour.table.messages.new_table import ALONE
from parlour.table.messages.outcome import Source
from parlour.table.messages.requests import Next
from parlour.table.messages.status import Connection
from parlour.table.presence import NEVER, Presence
from parlour.table.state import Request

# seconds from the first `next` until the next round is dealt without the other persons
NEXT_WAIT = 20.0
# seconds between deals where no person plays: faster play could fill a disk
DEAL_INTERVAL = 2.0
# a person alone begins a new match so often, at most, in so many seconds: for the same reason
NUMBERED, SPAN = 5, 10.0
# seconds after `earliest` during which a table of computers between rounds still counts towards its
# address's limit
COMPUTERS_LINGER = 30.0
LATER = 16  # requests for the next round that are stored with the deal, at most
NO_DEALS = "There are no deals of yours that could be played again."
BOTH = "A new match has a deal number or the same deals again, not both."
REST = 10.0  # seconds between a paused table's checks of whether it may continue


def never() -> bool:
    """False: a table without a server has no limits."""
    return False


class Dealing:
    """The requests for the next round, and the times of deals in seconds since the epoch."""

    def __init__(self, presence: Presence, source: Source) -> None:
        """Nobody has asked for a round."""
        self.presence, self.source = presence, source
        self.state = presence.state
        self.ready: dict[Seat, float] = {}  # the time of each seat's `next`
        # later `next` requests of the same seats, to be stored with the deal
        self.requests: list[Request] = []
        self.earliest = -NEVER  # the earliest time of the next deal
        self.renewed: list[float] = []  # the times of the last new matches that were asked for
        self.over_quota: Callable[[], bool] = never
        self.resting = False

    def begin(self, now: float, over_quota: Callable[[], bool]) -> None:
        """Count the stored requests from now on. `over_quota` says whether a table of computers
        must pause.
        """
        self.ready = dict.fromkeys(self.state.ready, now)
        self.over_quota = over_quota

    def end(self) -> None:
        """Let go of the caller."""
        self.over_quota = never

    def opened(self, deal: int | None = None) -> list[Event | dict[str, Any]]:
        """The events that open a match: the first one, a rematch, or one that a number deals."""
        return self._opened(self.source.salt() if deal is None else f"{deal}/0", deal)

    def _opened(self, salt: str, deal: int | None) -> list[Event | dict[str, Any]]:
        plan = self.state.plan
        numbered = [] if deal is None else [{"event": "numbered", "deal": deal}]
        return [Opened(plan.game, plan.rules, salt), *self.state.seating(), *numbered]

    def ask(self, connection: Connection, request: Request, now: float) -> bool:
        """Whether a request for the next round is the seat's first, which is stored at once; a
        later one is stored with the deal. TableError if it cannot be made.
        """
        if connection.seat == SPECTATOR and connection.who != self.state.plan.maker:
            raise TableError("Spectators cannot start the next round.")
        if self.state.match.playing or not self.state.match.number:
            raise TableError("The round is not over.")
        if connection.seat in self.ready:
            self.requests = [*self.requests, request][-LATER:]
            return False
        self.ready[connection.seat] = now
        return True

    def leave(self, seat: Seat) -> dict[str, Any]:
        """The event of a person who leaves for good. A holder of a match's number knows its secret,
        so the rest of the match has a new one.
        """
        self.ready.pop(seat, None)
        renewed = {} if self.state.number is None else {"salt": self.source.salt()}
        return {"event": "left", "seat": seat, **renewed}

    def renew(self, seat: Seat, asked: Next, now: float) -> list[Event | dict[str, Any]]:
        """The events of a new match: a number deals it, or it is the present match again.
        TableError if other people play, or after too many such deals.
        """
        deal = asked.deal
        if asked.again and deal is not None:
            raise TableError(BOTH)
        if not self.state.practice(seat):
            raise TableError(ALONE)
        if deal is None and not self.state.repeatable:
            raise TableError(NO_DEALS)
        recent = [at for at in self.renewed if now < at + SPAN]
        if len(recent) >= NUMBERED:
            wait = ceil(min(recent) + SPAN - now)
            raise TableError(
                f"Too many deals (allowed: {NUMBERED} in {SPAN:.0f} seconds; the next in {wait} s)."
            )
        self.renewed = [*recent, now]
        self.presence.seat_waiting(sorted(self.state.waiting))
        if deal is not None:
            return [*self.opened(deal), Dealt(self.source.numbered(deal, 1))]
        opened = self._opened(self.state.match.salt, self.state.number)
        return [{"event": "again"}, *opened, Dealt(self.state.decks[0])]

    def due(self, now: float) -> list[Event | dict[str, Any]]:
        """The events of the first round when all seats are taken, and of the next round or a
        rematch when all present persons have asked for it; none before.
        """
        match = self.state.match
        if match.playing or "" in match.players:
            return []
        if match.number:
            here = self.presence.here(now) - {*self.ready, *self.state.waiting}
            if not self.ready or now < self.earliest or (here and now < self._deadline()):
                return []
        waiting = sorted(self.state.waiting)
        self.resting = not self.state.peopled and not waiting and self.over_quota()
        if self.resting:
            return []
        self.presence.seat_waiting(waiting)
        seated = [Seated(seat, HUMAN + self.state.chairs[seat].name) for seat in waiting]
        if match.winners:
            return [*self.opened(), Dealt(self.source.deck())]
        return [*seated, Dealt(self._next_deck())]

    def _next_deck(self) -> Deck:
        """The deck of the match's next round: the one it had before, if it is played again."""
        number, decks = self.state.match.number, self.state.decks
        if number < len(decks):
            return decks[number]
        if self.state.number is not None:
            return self.source.numbered(self.state.number, number + 1)
        return self.source.deck()

    def dealt(self, now: float) -> None:
        """Note that the round has been dealt and stored."""
        self.forget()
        self.earliest = now + (0.0 if self.state.peopled else DEAL_INTERVAL)

    def forget(self) -> None:
        """Drop all requests for the next round."""
        self.ready, self.requests = {}, []

    def lingers(self, now: float) -> bool:
        """Whether the last deal is so near that the table still counts as one that plays."""
        return now < self.earliest + COMPUTERS_LINGER

    def times(self, now: float) -> list[float]:
        """The next time at which a round may be dealt, if there is one."""
        if self.resting:
            return [now + REST]
        if not self.ready:
            return []
        return [self.earliest if now < self.earliest else self._deadline()]

    def _deadline(self) -> float:
        """When the next round is dealt without further requests."""
        return max(self.presence.time_runs_since, min(self.ready.values())) + NEXT_WAIT
