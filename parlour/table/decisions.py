"""The decisions that need a search: the actions of learned levels, and hints. A table requests them
and continues without waiting.

    outcome.decisions            the requests; the caller of the table computes them elsewhere
    table.decided(ticket, ...)   takes a result; without one a plain level stands in

The time of an action reveals nothing of the computation behind it: it depends neither on the
duration of the search nor on the number of legal actions. An action is due a fixed pace after the
turn began, plus a delay of at most `SPREAD`. The delay is drawn from the match's secret, and hides
the microseconds by which storing and sending differ.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from parlour.cards import Action, Seat
from parlour.errors import TableError
from parlour.match import Acted, Match, dice, legal, step, view
from parlour.players import LEARNED, bare_hint, plain
from parlour.table.computers import chosen
from parlour.table.messages.outcome import FAILED, Decided, DecisionRequest
from parlour.table.past import all_at_once
from parlour.table.state import TableState

# seconds from the start of a turn to its action, for a learned level at a table with persons
PACE = 0.45
# the same while several seats may act at once: for all actions that the seat then takes
TOGETHER = 1.0
PACE_UNWATCHED = 1.0  # the least pace where no person plays
SPREAD = 0.05  # the longest delay in seconds that is added to a pace
# seconds from a request for a hint to its answer; a plain level gives it if no search has
HINT_SECONDS = 0.7
HINT_LEVEL = "search"  # the level that computes hints


class HintRequest(NamedTuple):
    """A request for a hint: the socket that sent it, and the request's id."""

    socket: int
    ident: str


class PendingDecision(NamedTuple):
    """A decision that was requested, and the results so far."""

    turn_id: tuple[int, ...]  # the turn that it is for, as `Decisions.turn_id` gives it
    wanted: DecisionRequest
    ahead: Match  # the match after the actions decided so far
    actions: tuple[Action, ...] = ()  # the actions decided so far
    decided: Decided | None = None
    requests: tuple[HintRequest, ...] = ()  # for a hint: the requests to answer


class Decisions:
    """The decisions that a table has requested: at most one for each kind and seat."""

    def __init__(self, state: TableState) -> None:
        """No decision has been requested."""
        self.state = state
        # why a plain level played the last turn of a learned one; empty if none did
        self.stand_in = ""
        self.pending: dict[tuple[str, Seat], PendingDecision] = {}
        self.wanted: list[DecisionRequest] = []  # the requests since the last outcome
        # the last hint of each seat, with the turn that it is for
        self.hints: dict[Seat, tuple[tuple[int, ...], dict[str, Any]]] = {}
        self.tickets = 0

    def turn_id(self, seat: Seat) -> tuple[int, ...]:
        """An identifier of a seat's present turn: deals so far, and the seat's actions in the
        match.
        """
        return self.state.deals, self.state.match.moves[seat]

    def act(self, seat: Seat, now: float) -> list[Acted]:
        """The actions of a seat's computer player that are due now; none while a learned level has
        time left.
        """
        match, level = self.state.match, self.state.level(seat)
        if level not in LEARNED:
            return [chosen(match, seat, level)]
        pending = self._find("act", seat) or self._request(
            "act", level, seat, now + self._pace(seat)
        )
        if now < pending.wanted.due:
            return []
        del self.pending["act", seat]
        return self._turn(seat, pending)

    def _pace(self, seat: Seat) -> float:
        """The seconds from the start of a turn to its action. While several seats may act at once,
        the pace is the same for all turns of a deal, since other seats must not learn how often
        this one acted.
        """
        match, together = self.state.match, all_at_once(self.state.match)
        pace, turn = PACE, self.turn_id(seat)
        if together:
            pace, turn = TOGETHER, (self.state.deals,)
        if not self.state.peopled:
            pace = max(pace, PACE_UNWATCHED)
        return pace + spread(match, seat, *turn)

    def _turn(self, seat: Seat, pending: PendingDecision) -> list[Acted]:
        """The actions decided for a turn; a plain level chooses the rest."""
        acts, match, why = [Acted(seat, action) for action in pending.actions], pending.ahead, ""
        while not acts or (all_at_once(match) and legal(match, seat)):
            why = (pending.decided or Decided()).why
            acts.append(chosen(match, seat, plain(match.game, pending.wanted.level)))
            match = step(match, acts[-1])
        # otherwise it would reveal that the seat had still to act
        if not all_at_once(self.state.match):
            self.stand_in = why
        return acts

    def hint(self, seat: Seat, request: HintRequest, now: float) -> dict[str, Any] | None:
        """The hint for a seat's present turn, or None: it is then requested, and `answers` gives it
        later. TableError if the seat may not act.
        """
        if not legal(self.state.match, seat):
            raise TableError("A hint is available only on your turn.")
        turn_id, hint = self.hints.get(seat, ((), {}))
        if turn_id == self.turn_id(seat):
            return hint
        pending = self._find("hint", seat) or self._request(
            "hint", HINT_LEVEL, seat, now + HINT_SECONDS
        )
        self.pending["hint", seat] = pending._replace(requests=(*pending.requests, request))
        return None

    def answers(self, now: float) -> Iterator[tuple[Seat, HintRequest, dict[str, Any]]]:
        """The hints to send now, each with its seat and request: those that are due, and a refusal
        where the turn is over.

        No hint is sent early: its time would reveal how long the decisions before it took.
        """
        for (kind, seat), pending in list(self.pending.items()):
            over = pending.turn_id != self.turn_id(seat) or not legal(self.state.match, seat)
            if kind == "hint" and (over or pending.wanted.due <= now):
                del self.pending[kind, seat]
                answer: dict[str, Any] = {"why": "The turn is over; ask again."}
                if not over:
                    answer = self._hint_of(seat, pending)
                for request in pending.requests:
                    yield seat, request, answer

    def _hint_of(self, seat: Seat, pending: PendingDecision) -> dict[str, Any]:
        """The fields of an answer to `hint`: the hint, from a plain level if there is no other, or
        the reason for its absence.
        """
        hint, why = pending.decided or Decided()
        if hint is not None:
            self.hints[seat] = pending.turn_id, hint
        elif why == FAILED:
            return {"why": "The hint could not be computed."}
        else:
            match = self.state.match
            action = chosen(match, seat, plain(match.game, HINT_LEVEL)).action
            hint = bare_hint(match.game, action, why)
        return {"hint": hint}

    def _find(self, kind: str, seat: Seat) -> PendingDecision | None:
        """The decision that was requested for a seat's present turn, or None."""
        pending = self.pending.get((kind, seat))
        return pending if pending and pending.turn_id == self.turn_id(seat) else None

    def _request(self, kind: str, level: str, seat: Seat, due: float) -> PendingDecision:
        """Request a decision, in place of an earlier one of the same kind and seat."""
        match = self.state.match
        pending = self.pending[kind, seat] = PendingDecision(
            self.turn_id(seat), self._ticket(kind, level, match, seat, due), match
        )
        return pending

    def _ticket(
        self, kind: str, level: str, match: Match, seat: Seat, due: float
    ) -> DecisionRequest:
        self.tickets += 1
        wanted = DecisionRequest(
            self.tickets, kind, level, view(match, seat), dice(match, seat), due
        )
        self.wanted.append(wanted)
        return wanted

    def take(self, ticket: int, decided: Decided) -> None:
        """Store the result for a ticket; a result that is no longer awaited changes nothing."""
        for (kind, seat), pending in self.pending.items():
            if pending.wanted.ticket == ticket:
                after = pending._replace(decided=decided)
                if kind == "act":
                    after = self._with_action(seat, after, decided)
                self.pending[kind, seat] = after

    def _with_action(
        self, seat: Seat, pending: PendingDecision, decided: Decided
    ) -> PendingDecision:
        """A turn with one more action decided. While several seats may act at once, the seat's next
        action is requested too.
        """
        match, action = pending.ahead, decided.value
        if not is_legal(match, seat, action):
            return pending
        match = step(match, Acted(seat, action))
        after = pending._replace(ahead=match, actions=(*pending.actions, action), decided=None)
        if not all_at_once(match) or not legal(match, seat):
            return after
        _, kind, level, _, _, due = pending.wanted
        return after._replace(wanted=self._ticket(kind, level, match, seat, due))

    def cancel_actions(self, but: Iterable[Seat] = ()) -> None:
        """Cancel the requested actions of all seats except `but`."""
        for kind, seat in list(self.pending):
            if kind == "act" and seat not in but:
                del self.pending[kind, seat]

    def due(self, *, acting: bool) -> list[float]:
        """The times at which the table continues without each decision, in seconds since the epoch;
        unless computers are `acting`, of the hints alone.
        """
        return [
            pending.wanted.due
            for (kind, _), pending in self.pending.items()
            if acting or kind == "hint"
        ]

    def take_requests(self) -> tuple[DecisionRequest, ...]:
        """The requests since the last call."""
        wanted, self.wanted = tuple(self.wanted), []
        return wanted


def spread(match: Match, *what: object) -> float:
    """The delay of an action after its pace: 0 to `SPREAD` seconds, drawn from the match's
    secret.
    """
    return SPREAD * drawn(match, "pace", *what)


def drawn(match: Match, *what: object) -> float:
    """A number from 0 to 1, drawn from the match's secret."""
    digest = sha256("/".join(map(str, (match.salt, *what))).encode("utf-8", "surrogatepass"))
    return int.from_bytes(digest.digest()[:4], "big") / 2**32


def is_legal(match: Match, seat: Seat, action: object) -> bool:
    """Whether this is the number of an action that the seat may take."""
    return isinstance(action, int) and bool(legal(match, seat) >> action & 1)
