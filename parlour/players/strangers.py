"""The levels that strangers play like, by the rounds of a match that are over.

During a round a stranger's hand is hidden, so its actions say little about its way to play. Once
every card has been played they say much: the chance of each under a model of each level is known.
Two rounds show who plays as `trained` does. A seat that plays like no level stays a stranger, whose
play the game's own models infer.
"""

from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from parlour.cards import NONE, Seat
from parlour.engine.arrays import ints, small
from parlour.engine.powers import exp, log
from parlour.engine.worlds import Worlds
from parlour.match import Seen, View
from parlour.players import LEVELS

STRANGER = 0.5  # the chance that a stranger plays like no level, before anything was seen
SURE = 0.95  # the chance of a level by which it is taken for the stranger's
OPPONENT = "first"  # whose actions, any of which are as likely, count the same in every model


class Over(NamedTuple):
    """A round that is over, as a seat saw it."""

    game: str
    rules: Any
    seat: Seat
    seats: int
    number: int  # of the round
    acts: bytes  # the seat and the action of each that was seen

    def view(self, players: tuple[str, ...]) -> View:
        """No more of the seat's view than what the chance of the actions depends on."""
        acts = zip(self.acts[::2], self.acts[1::2], strict=True)
        seen = tuple([Seen(seat, action, NONE, 0) for seat, action in acts])
        known = self.game, self.rules, self.seat, players, self.number, (), (), (), 0, ()
        return View(*known, seen, None, 0, 0, 0, 0, 0)


def supposed(view: View, there: Any, weights: Any) -> View:
    """The view with a level in place of each other stranger that has surely played like it, by the
    models of the game's engine and the weights of its policy.
    """
    players, first = list(view.players), view.number - len(view.past)
    same = view.game, view.rules, view.seat, len(players)
    rounds = tuple([Over(*same, first + n, acts) for n, acts in enumerate(view.past)])
    for seat, player in enumerate(view.players):
        if seat != view.seat and player not in LEVELS[view.game]:
            players[seat] = _level(there, weights, rounds, seat) or player
    return view._replace(players=tuple(players))


@lru_cache(64)
def _level(there: Any, weights: Any, rounds: tuple[Over, ...], seat: Seat) -> str:
    """The level that a seat has surely played like in these rounds; empty if there is none."""
    kinds = [kind for kind in getattr(there, "KINDS", ()) if kind]
    if not (rounds and kinds):
        return ""
    rows = [_logs(there, weights, over, seat) for over in rounds]
    log_odds = [sum(column) for column in zip(*rows, strict=True)]
    most = max(0.0, *log_odds)
    chances = [exp(one - most) * (1 - STRANGER) / len(kinds) for one in log_odds]
    best = max(range(len(kinds)), key=chances.__getitem__)
    sure = chances[best] > SURE * (sum(chances) + exp(-most) * STRANGER)
    return kinds[best] if sure else ""


@lru_cache(256)
def _logs(there: Any, weights: Any, over: Over, seat: Seat) -> list[float]:
    """The logarithms of the odds of each kind of player that the models know, against a stranger,
    by the actions of a seat in a round; 0 where some card was not seen.
    """
    kinds = ["", *[kind for kind in there.KINDS if kind]]
    if len({action for action in over.acts[1::2] if action < 52}) < 52:
        return [0.0] * (len(kinds) - 1)
    others, empty = [OPPONENT] * over.seats, Worlds(ints(1, over.seats), small(1, 0), small(1, 0))
    found = []
    for kind in kinds:
        seen = over.view((*others[:seat], kind, *others[seat + 1 :]))
        logs = [
            there.likely(seen, empty, model.weights, model.likelihood_betas)[0]
            for model in there.models(seen, weights)
        ]
        most = max(logs)
        found.append(most + log(sum(exp(one - most) for one in logs) / len(logs)))
    return [one - found[0] if one > -inf else -inf for one in found[1:]]
