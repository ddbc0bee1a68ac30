"""Games with a leak planted, which the laws must find."""

from types import ModuleType
from typing import Any

from parlour.cards import HIDDEN, NONE, SPECTATOR, Action, Card, Mask, Seat, holder, popcount
from parlour.games.crazy_eights import rules as eights
from parlour.games.hearts import rules as hearts
from parlour.games.straights import rules as straights


def _running_points(round_: straights.Round, state: straights.State, seat: Seat) -> straights.Shown:
    """Everybody's points while discards are hidden; the rules show only one's own."""
    return straights.shown(round_, state, seat)._replace(points=straights.points(round_, state))


def _all_discards(round_: straights.Round, state: straights.State, seat: Seat) -> straights.Shown:
    return straights.shown(round_, state, seat)._replace(thrown=state.discarded)


def _next_hand(round_: straights.Round, state: straights.State, seat: Seat) -> straights.Shown:
    """A slip of the index: the spectator's hand is somebody's."""
    seen = straights.shown(round_, state, seat)
    return seen._replace(hand=state.hands[-1]) if seat == SPECTATOR else seen


def _no_veil(
    _round: Any, _before: Any, _seat: Seat, _actor: Seat, action: Action
) -> tuple[Action, Card]:
    return action, NONE


def _proof_without_the_card(
    round_: straights.Round, state: straights.State, action: Action
) -> Mask:
    """`lacks` of a discard that says something of the card thrown."""
    lacking = straights.lacks(round_, state, action)
    return lacking & ~1 | (action & 1) if lacking else 0


def _who_has_chosen(round_: hearts.Round, state: hearts.State, seat: Seat) -> hearts.Shown:
    """The true number of cards in each hand while they pass."""
    hands = state.hands
    counts = popcount(hands[0]), popcount(hands[1]), popcount(hands[2]), popcount(hands[3])
    return hearts.shown(round_, state, seat)._replace(counts=counts)


def _order_of_passes(
    _round: hearts.Round, before: hearts.State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """Another's pass is told, if not which card."""
    return (HIDDEN if hearts.undecided(before) and seat != actor else action), NONE


def _leader_before(round_: hearts.Round, state: hearts.State, seat: Seat) -> hearts.Shown:
    """Who holds the two of clubs, while it may still be passed."""
    first = holder(state.hands, hearts.TWO_OF_CLUBS)
    return hearts.shown(round_, state, seat)._replace(
        leader=first if hearts.undecided(state) else state.leader
    )


def _received_by_others(round_: hearts.Round, state: hearts.State, seat: Seat) -> hearts.Shown:
    """A slip of the direction: the cards of the seat that one passes to."""
    to = (seat + hearts.pass_offset(round_.rules, round_.number)) % 4
    return hearts.shown(round_, state, seat)._replace(received=state.passed[to] if seat < 4 else 0)


def _received_early(round_: hearts.Round, state: hearts.State, seat: Seat) -> hearts.Shown:
    """What one is passed, before all have chosen."""
    giver = (seat - hearts.pass_offset(round_.rules, round_.number)) % 4
    return hearts.shown(round_, state, seat)._replace(
        received=state.passed[giver] if seat < 4 else 0
    )


def _drawn_card(
    round_: eights.Round, before: eights.State, _seat: Seat, _actor: Seat, action: Action
) -> tuple[Action, Card]:
    """Everybody sees what is drawn."""
    return action, round_.deck[before.next] if action == eights.DRAW else NONE


def _next_card(round_: eights.Round, state: eights.State, seat: Seat) -> eights.Shown:
    """The stock's next card in a public number."""
    place = min(state.next, 51)
    return eights.shown(round_, state, seat)._replace(passed=round_.deck[place])


def planted(game: Any, **functions: Any) -> Any:
    """The module of rules with some functions exchanged; its source is the old one."""
    module = ModuleType(game.__name__)
    vars(module).update({**vars(game), **functions})
    return module


RULES: dict[str, Any] = {
    "straights": straights.Rules(discards=1),
    "hearts": hearts.Rules(pass_cycle=1),
    "crazy-eights": eights.Rules(players=3),
}
LEAKS: dict[str, dict[str, Any]] = {
    "straights": {
        "running points": planted(straights, shown=_running_points),
        "all discards": planted(straights, shown=_all_discards),
        "a hand to the spectator": planted(straights, shown=_next_hand),
        "no veil": planted(straights, veil=_no_veil),
        "a proof that tells the card": planted(straights, lacks=_proof_without_the_card),
    },
    "hearts": {
        "no veil": planted(hearts, veil=_no_veil),
        "the order of passes": planted(hearts, veil=_order_of_passes),
        "who has chosen": planted(hearts, shown=_who_has_chosen),
        "the leader before the exchange": planted(hearts, shown=_leader_before),
        "what another received": planted(hearts, shown=_received_by_others),
        "what will be received": planted(hearts, shown=_received_early),
    },
    "crazy-eights": {
        "a drawn card": planted(eights, veil=_drawn_card),
        "the stock": planted(eights, shown=_next_card),
    },
}
