"""Games with a leak planted, which the law of views must find."""

from types import SimpleNamespace
from typing import Any

from parlour import straights
from parlour.cards import NONE, SPECTATOR, Action, Mask, Seat
from parlour.straights import Round, Shown, State


def _running_points(round: Round, state: State, seat: Seat) -> Shown:
    """Everybody's points while discards are hidden; the rules show only one's own."""
    return straights.shown(round, state, seat)._replace(points=straights.points(round, state))


def _all_discards(round: Round, state: State, seat: Seat) -> Shown:
    return straights.shown(round, state, seat)._replace(thrown=state.thrown)


def _next_hand(round: Round, state: State, seat: Seat) -> Shown:
    """A slip of the index: the spectator's hand is somebody's."""
    seen = straights.shown(round, state, seat)
    return seen._replace(hand=state.hands[-1]) if seat == SPECTATOR else seen


def _no_veil(round: Round, before: State, seat: Seat, actor: Seat, action: Action) -> tuple[Action, int]:
    return action, NONE


def _proof_without_the_card(round: Round, state: State, action: Action) -> Mask:
    """`lacks` of a discard that says something of the card thrown."""
    lacking = straights.lacks(round, state, action)
    return lacking & ~1 | (action & 1) if lacking else 0


def planted(**functions: Any) -> Any:
    """The module of rules with some functions exchanged."""
    return SimpleNamespace(**{**vars(straights), **functions})


LEAKS = {
    "running points": planted(shown=_running_points),
    "all discards": planted(shown=_all_discards),
    "a hand to the spectator": planted(shown=_next_hand),
    "no veil": planted(veil=_no_veil),
    "a proof that tells the card": planted(lacks=_proof_without_the_card),
}
