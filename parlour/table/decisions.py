"""Decisions that take thought: the actions of levels that think, and hints. A table wants them, and
goes on without waiting.

    outcome.decisions            what is wanted: whoever drives the table has it decided elsewhere
    table.decided(ticket, ...)   hands a decision in; without one a plain level stands in

The time at which an action is played depends on nothing that was weighed: not on how soon the
decision came, nor on whether there was a choice. It is due a fixed pace after the turn began, and
up to `SPREAD` later, drawn from the match's secret, so that what storing and sending take, which
may differ by microseconds with what was stored, cannot be read from one turn.
"""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any, NamedTuple

from parlour.cards import Action, Seat
from parlour.errors import TableError
from parlour.game import GAMES, action_name
from parlour.match import Acted, Match, dice, legal, step, view
from parlour.players import LEARNED, plain
from parlour.table.outcome import FAILED, Decided, Wanted
from parlour.table.state import TableState, all_at_once

# seconds from the beginning of a turn to its action, where a level that thinks plays with people
PACE = 0.45
# the same where several seats act at once, each when it likes: for all that the seat then does
TOGETHER = 1.0
SLOW = 1.0  # the least where no person plays
SPREAD = 0.05  # seconds by which an action may be later than that
HINT = 0.7  # seconds after which a hint is told, by a plain level where there is no other
HINTS = "search"  # the level that hints are of


class Asker(NamedTuple):
    """A request for a hint."""

    socket: int
    ident: str


class Pending(NamedTuple):
    """A decision that is wanted, and what is known of it."""

    moment: tuple[int, ...]  # the turn that it is for
    wanted: Wanted
    ahead: Match  # after what has been decided of the turn so far
    actions: tuple[Action, ...] = ()  # that
    decided: Decided | None = None
    askers: tuple[Asker, ...] = ()  # of a hint


class Decisions:
    """The decisions that a table waits for, one a kind and seat."""

    def __init__(self, state: TableState) -> None:
        """None is wanted."""
        self.state = state
        # why a plain level played the last turn of one that thinks; empty where none did
        self.stand_in = ""
        self.pending: dict[tuple[str, Seat], Pending] = {}
        self.wanted: list[Wanted] = []  # since the last outcome
        self.hints: dict[
            Seat, tuple[tuple[int, ...], dict[str, Any]]
        ] = {}  # the last hint of a seat, and its turn
        self.tickets = 0

    def moment(self, seat: Seat) -> tuple[int, ...]:
        """What tells a turn of a seat from its others."""
        return self.state.deals, self.state.match.moves[seat]

    def act(self, seat: Seat, now: float) -> list[Acted]:
        """What the computer of a seat does, if it acts now; a level that thinks acts when it is
        due.
        """
        match, level = self.state.match, self.state.level(seat)
        if level not in LEARNED:
            return [self.state.chosen(match, seat, level)]
        pending = self._find("act", seat) or self._want("act", level, seat, now + self._pace(seat))
        if now < pending.wanted.due:
            return []
        del self.pending["act", seat]
        return self._turn(seat, pending)

    def _pace(self, seat: Seat) -> float:
        """How long the turn that begins takes a seat. Where nobody is told how often it has acted,
        that plays no part.
        """
        match, together = self.state.match, all_at_once(self.state.match)
        pace = TOGETHER if together else PACE
        what = (seat, self.state.deals) if together else (seat, *self.moment(seat))
        return max(pace, 0 if self.state.peopled else SLOW) + spread(match, *what)

    def _turn(self, seat: Seat, pending: Pending) -> list[Acted]:
        """What was decided of a turn; a plain level does what is left of it."""
        acts, match, why = [Acted(seat, action) for action in pending.actions], pending.ahead, ""
        while not acts or (all_at_once(match) and legal(match, seat)):
            why = (pending.decided or Decided()).why
            acts.append(self.state.chosen(match, seat, plain(match.game, pending.wanted.level)))
            match = step(match, acts[-1])
        if not all_at_once(self.state.match):  # else it would tell that the seat had still to act
            self.stand_in = why
        return acts

    def hint(self, seat: Seat, asker: Asker, now: float) -> dict[str, Any] | None:
        """The hint of this turn of a seat; where there is none yet it is wanted, and the asker
        waits for it. TableError.
        """
        if not legal(self.state.match, seat):
            raise TableError("A hint is available only on your turn.")
        moment, hint = self.hints.get(seat, ((), {}))
        if moment == self.moment(seat):
            return hint
        pending = self._find("hint", seat) or self._want("hint", HINTS, seat, now + HINT)
        self.pending["hint", seat] = pending._replace(askers=(*pending.askers, asker))
        return None

    def answers(self, now: float) -> Iterator[tuple[Seat, Asker, dict[str, Any]]]:
        """Who is answered now, and what: the hints that are due, and whose turn is over.

        None is told sooner: how long it took would tell how long the decisions before it took.
        """
        for (kind, seat), pending in list(self.pending.items()):
            over = pending.moment != self.moment(seat) or not legal(self.state.match, seat)
            if kind == "hint" and (over or pending.wanted.due <= now):
                del self.pending[kind, seat]
                told = (
                    {"why": "The turn is over; ask again."}
                    if over
                    else self._hint_of(seat, pending)
                )
                for asker in pending.askers:
                    yield seat, asker, told

    def _hint_of(self, seat: Seat, pending: Pending) -> dict[str, Any]:
        """A hint as it is told, of a plain level where there is no other one; or why there is
        none.
        """
        hint, why = pending.decided or Decided()
        if hint is not None:
            self.hints[seat] = pending.moment, hint
        elif why == FAILED:
            return {"why": "The hint could not be computed."}
        else:
            match = self.state.match
            hint = plain_hint(
                match, self.state.chosen(match, seat, plain(match.game, HINTS)).action, why
            )
        return {"hint": hint}

    def _find(self, kind: str, seat: Seat) -> Pending | None:
        """The decision that a seat waits for at this turn."""
        pending = self.pending.get((kind, seat))
        return pending if pending and pending.moment == self.moment(seat) else None

    def _want(self, kind: str, level: str, seat: Seat, due: float) -> Pending:
        """Want a decision, in place of an earlier one of the same kind and seat."""
        match = self.state.match
        pending = self.pending[kind, seat] = Pending(
            self.moment(seat), self._ticket(kind, level, match, seat, due), match
        )
        return pending

    def _ticket(self, kind: str, level: str, match: Match, seat: Seat, due: float) -> Wanted:
        self.tickets += 1
        wanted = Wanted(self.tickets, kind, level, view(match, seat), dice(match, seat), due)
        self.wanted.append(wanted)
        return wanted

    def take(self, ticket: int, decided: Decided) -> None:
        """Take a decision in; one that nobody wants any more is nothing."""
        for (kind, seat), pending in self.pending.items():
            if pending.wanted.ticket == ticket:
                on = (
                    self._on(seat, pending, decided)
                    if kind == "act"
                    else pending._replace(decided=decided)
                )
                self.pending[kind, seat] = on

    def _on(self, seat: Seat, pending: Pending, decided: Decided) -> Pending:
        """A turn with one more action decided; where several seats act at once the next one is
        wanted too.
        """
        match, action = pending.ahead, decided.value
        if not lawful(match, seat, action):
            return pending._replace(decided=decided)
        match = step(match, Acted(seat, action))
        on = pending._replace(ahead=match, actions=(*pending.actions, action))
        if not all_at_once(match) or not legal(match, seat):
            return on
        _, kind, level, _, _, due = pending.wanted
        return on._replace(wanted=self._ticket(kind, level, match, seat, due))

    def drop_acts(self, but: Iterable[Seat] = ()) -> None:
        """Forget the actions that are wanted, but for some seats."""
        for kind, seat in list(self.pending):
            if kind == "act" and seat not in but:
                del self.pending[kind, seat]

    def due(self) -> list[float]:
        """When the table goes on without each of them."""
        return [pending.wanted.due for pending in self.pending.values()]

    def handed_over(self) -> tuple[Wanted, ...]:
        """What has been wanted since the last time."""
        wanted, self.wanted = tuple(self.wanted), []
        return wanted


def spread(match: Match, *what: object) -> float:
    """By how many seconds an action is later than its pace: at most SPREAD, drawn from the match's
    secret.
    """
    drawn = sha256(
        "/".join(map(str, (match.salt, "pace", *what))).encode("utf-8", "surrogatepass")
    ).digest()
    return SPREAD * int.from_bytes(drawn[:4], "big") / 2**32


def lawful(match: Match, seat: Seat, action: object) -> bool:
    """Whether this is an action, and the seat may do it."""
    return isinstance(action, int) and bool(legal(match, seat) >> action & 1)


def plain_hint(match: Match, action: Action, why: str) -> dict[str, Any]:
    """A hint as it is told, of a plain level, which weighs nothing; `why` it stood in."""
    name = action_name(GAMES[match.game], action)
    choice = {"actions": [name], "points": None, "better": 0.0, "playouts": 0}
    return {"action": name, "why": why, "unit": "points", "choices": [choice]}
