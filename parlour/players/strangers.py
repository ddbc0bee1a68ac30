"""The levels that strangers play like, by the rounds of a match that are over.

During a round a stranger's hand is hidden, so its actions say little about its way to play. Once
every card has been played they say much: the chance of each under a model of each level is known.
Two or three rounds mostly show who plays as `trained` does. A seat that plays like no level stays a
stranger, whose play the game's own models infer.
"""

from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

from parlour.cards import NONE, Seat
from parlour.engine.compiler.arrays import Floats, ints, small
from parlour.engine.numbers.exact_math import exp, log
from parlour.engine.search.protocol import Engine
from parlour.engine.worlds.sampler import Worlds
from parlour.match import Seen, View
from parlour.players.levels import LEVELS

STRANGER = 0.5  # the chance that a stranger plays like no level, before anything was seen
SURE = 0.95  # the chance of a level by which it is taken for the stranger's
OPPONENT = "first"  # whose actions, any of which are as likely, count the same in every model


class Over(NamedTuple):
    """A round that is over, as a seat saw it."""

    game: str
    rules: Any
    seat: Seat
    number: int  # of the round
    acts: bytes  # the seat and the action of each that was seen

    def view(self, players: tuple[str, ...]) -> View:
        """No more of the seat's view than what the chance of the actions depends on."""
        acts = zip(self.acts[::2], self.acts[1::2], strict=True)
        return View(
            game=self.game, rules=self.rules, seat=self.seat, players=players, number=self.number,
            seen=tuple([Seen(seat, action, NONE, 0) for seat, action in acts]),
            totals=(), sheet=(), points=(), winners=0, dealt=(), table=None, legal=0, playable=0,
            move=0, open=0, must=0,
        )  # fmt: skip


def supposed(view: View, engine: Engine, weights: Floats) -> View:
    """The view with a level in place of each other stranger that has surely played like it, by the
    models of the game's engine and the weights of its policy.
    """
    kinds = getattr(engine, "KINDS", ())
    if not (view.past and kinds):
        return view
    models, players = Models(engine, weights, kinds), list(view.players)
    first, same = view.number - len(view.past), (view.game, view.rules, view.seat)
    for seat, player in enumerate(view.players):
        if seat != view.seat and player not in LEVELS[view.game]:
            rounds = tuple([
                Over(*same, first + n, acts)
                for n, (changed, acts) in enumerate(view.past)
                if acts and not changed >> seat & 1
            ])  # fmt: skip
            players[seat] = _level(models, rounds, len(players), seat) or player
    return view._replace(players=tuple(players))


class Models(NamedTuple):
    """The models of a game's players."""

    engine: Engine
    weights: Floats
    kinds: tuple[str, ...]  # the levels that they distinguish


@lru_cache(64)
def _level(models: Models, rounds: tuple[Over, ...], seats: int, seat: Seat) -> str:
    """The level that a seat has surely played like in these rounds, and no worse than a stranger in
    the last of them; empty if there is none.
    """
    if not rounds:
        return ""
    rows = [_log_odds(models, over, seats, seat) for over in rounds]
    sums = [sum(column) for column in zip(*rows, strict=True)]
    most, many = max(0.0, *sums), len(sums)
    chances = [exp(total - most) * (1 - STRANGER) / many for total in sums]
    best = max(range(many), key=chances.__getitem__)
    sure = chances[best] > SURE * (sum(chances) + exp(-most) * STRANGER)
    return models.kinds[best] if sure and rows[-1][best] >= 0 else ""


@lru_cache(256)
def _log_odds(models: Models, over: Over, seats: int, seat: Seat) -> list[float]:
    """The logarithms of the odds of each kind of player against a stranger, by the actions of a
    seat in a round; 0 where some card was not seen.
    """
    engine, weights, kinds = models
    if len({action for action in over.acts[1::2] if action < 52}) < 52:
        return [0.0] * len(kinds)
    others, empty = [OPPONENT] * seats, Worlds(ints(1, seats), small(1, 0), small(1, 0))
    logs = []
    for kind in ("", *kinds):
        seen = over.view((*others[:seat], kind, *others[seat + 1 :]))
        scores = [
            engine.likely(seen, empty, model.weights, model.likelihood_betas)[0]
            for model in engine.models(seen, weights)
        ]
        most = max(scores)
        logs.append(most + log(sum(exp(score - most) for score in scores) / len(scores)))
    return [score - logs[0] if score > -inf else -inf for score in logs[1:]]
