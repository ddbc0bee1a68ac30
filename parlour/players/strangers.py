"""The levels that strangers play like, by the rounds of a match that are over.

During a round a stranger's hand is hidden, so its actions say little about its way to play. Once
every card has been played they say much: the chance of each under a model of each level is known.
Two rounds show who plays as `trained` does. A seat that plays like no level stays a stranger, whose
play the game's own models infer.
"""

from functools import lru_cache
from math import inf
from typing import Any

from parlour.cards import ALL, Seat, mask_of
from parlour.engine.arrays import ints, small
from parlour.engine.powers import exp, log
from parlour.engine.worlds import Worlds
from parlour.match import View
from parlour.players import LEVELS

STRANGER = 0.5  # the chance that a stranger plays like no level, before anything was seen
SURE = 0.95  # the chance of a level by which it is taken for the stranger's
OPPONENT = "first"  # whose actions, any of which are as likely, count the same in every model


def supposed(view: View, there: Any, weights: Any) -> View:
    """The view with a level in place of each other stranger that has surely played like it."""
    kinds = [kind for kind in getattr(there, "KINDS", ()) if kind]
    ended = _ended(view) if kinds else []
    if not ended:
        return view
    players = list(view.players)
    for seat, player in enumerate(view.players):
        if seat != view.seat and player not in LEVELS[view.game]:
            rows = [_logs(there, weights, one, seat) for one in ended]
            log_odds = [sum(column) for column in zip(*rows, strict=True)]
            players[seat] = _surest(player, kinds, log_odds)
    return view._replace(players=tuple(players))


def _surest(player: str, kinds: list[str], log_odds: list[float]) -> str:
    """The level of which it is sure, by the logarithms of the odds of each kind against a player of
    no level; else the player's own name.
    """
    many = len(kinds)
    most = max(0.0, *log_odds)
    chances = [exp(one - most) * (1 - STRANGER) / many for one in log_odds]
    best = max(range(many), key=chances.__getitem__)
    sure = chances[best] > SURE * (sum(chances) + exp(-most) * STRANGER)
    return kinds[best] if sure else player


def _ended(view: View) -> list[View]:
    """The rounds before this one in which all cards were played: of each no more than what the
    chance of its actions depends on.
    """
    first, nobody = view.number - len(view.past), (OPPONENT,) * len(view.players)
    return [
        View(
            *(view.game, view.rules, view.seat, nobody, first + n, (), (), (), 0, ()),
            *(seen, None, 0, 0, 0, 0, 0),
        )
        for n, seen in enumerate(view.past)
        if mask_of(one.action for one in seen if one.action < 52) == ALL
    ]


@lru_cache(256)
def _logs(there: Any, weights: Any, ended: View, seat: Seat) -> tuple[float, ...]:
    """The logarithms of the odds of each kind of player that the models know, against a stranger,
    by the actions of a seat in a round that is over.
    """
    others, empty = ended.players, Worlds(ints(1, len(ended.players)), small(1, 0), small(1, 0))
    found = []
    for kind in ("", *[kind for kind in there.KINDS if kind]):
        seen = ended._replace(players=(*others[:seat], kind, *others[seat + 1 :]))
        models = there.models(seen, weights)
        logs = [
            there.likely(seen, empty, model.weights, model.likelihood_betas)[0] for model in models
        ]
        most = max(logs)
        found.append(most + log(sum(exp(one - most) for one in logs) / len(logs)))
    return tuple([one - found[0] if one > -inf else -inf for one in found[1:]])
