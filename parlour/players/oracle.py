"""The player that sees all: a bound for tests and analysis. It needs the match itself, so no table can seat it.

It plays out every action in the true world with the learned policy in all seats, and takes the best.
"""

import numpy as np

from parlour.cards import HIDDEN, Action
from parlour.engine.protocol import Model
from parlour.engine.worlds import Worlds
from parlour.match import Match, View
from parlour.players import trained
from parlour.players.search import BUDGET, engine, unit_of, worth

PLAYOUTS = 64  # of each action


def truth(match: Match, view: View, n: int) -> Worlds:
    """The world as it is, so many times; in Hearts when all have passed."""
    seats = range(len(match.players))
    state = match.state
    hands = state.hands[: len(seats)]
    own = {seat: iter([seen for seen in match.seen[seat] if seen.seat == seat]) for seat in seats}
    hidden = []
    for seen in view.seen:
        told = next(own[seen.seat])
        if seen.action == HIDDEN or seen.card == HIDDEN:
            hidden.append(told.action if seen.action == HIDDEN else told.card)
    stock = match.deck[state.next :] if hasattr(state, "next") else ()
    return Worlds(
        np.tile(np.array(hands, np.int64), (n, 1)),
        np.tile(np.array(hidden, np.int8), (n, 1)),
        np.tile(np.array(stock, np.int8), (n, 1)),
    )


def oracle(match: Match, view: View, dice: int) -> Action:
    """The best action in the true world."""
    there, weights = engine(view.game), trained.weights(view.game)
    options = sorted(there.candidates(view, there.prefer(view, weights), False))
    if len(options) == 1 or len(options[0]) > 1:
        return trained.act(view, dice)
    seats = len(view.players)
    model = Model(weights, np.ones(seats), np.ones(seats))
    ends = there.played(view, truth(match, view, PLAYOUTS), model, options, dice, 0)
    return options[int(worth(view, ends, unit_of(view, ends, BUDGET)).mean(axis=0).argmax())][0]
