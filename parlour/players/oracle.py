"""The player that sees all cards: an upper bound for tests and analysis. It needs the match itself,
so it cannot play at a table.

It plays out every action in the true world with the policy in all seats, and takes the best. It
works for any game.
"""

from array import array
from math import fsum

from parlour.cards import HIDDEN, NOBODY, NONE, Action, mask_of
from parlour.catalogue.registry import GAMES
from parlour.engine.compiler.arrays import ByteArray, floats_of, ints_of
from parlour.engine.search.protocol import Model
from parlour.engine.worlds.sampler import Worlds
from parlour.match import Match, View, dealt
from parlour.players.parts import parts_of
from parlour.players.search import BUDGET, next_of, unit_of, worth

PLAYOUTS = 64  # for each action


def truth(match: Match, view: View, n: int) -> Worlds:
    """The true world, n times, without the others' hidden actions before the first public
    action.
    """
    seats, waiting = range(len(match.players)), view.table.turn == NOBODY
    game, hands = GAMES[match.game], list[int]()
    for seat in seats:
        if waiting and seat != view.seat:
            hands.append(mask_of(dealt(match, seat)))
        else:
            hands.append(game.shown(match.round, match.state, seat).hand)
    acts = {seat: iter([seen for seen in match.seen[seat] if seen.seat == seat]) for seat in seats}
    hidden, drawn = list[int](), 0
    for seen in view.seen:
        drawn += seen.card != NONE
        truth = next(acts[seen.seat])
        hidden += [
            actual
            for veiled, actual in ((seen.action, truth.action), (seen.card, truth.card))
            if veiled == HIDDEN
        ]
    stock = dealt(match, NOBODY)[drawn:]
    return Worlds(
        ints_of(hands * n, len(hands)),
        ByteArray(array("b", hidden * n), (n, len(hidden))),
        ByteArray(array("b", [*stock] * n), (n, len(stock))),
    )


def oracle(match: Match, view: View, dice: int) -> Action:
    """The best action in the true world; the policy's action if a candidate is several actions in a
    row.
    """
    engine, weights = parts_of(view.game)
    favourite, *others = engine.candidates(view, engine.prefer(view, weights), False)
    if not others or len(favourite) > 1:
        return next_of(view, favourite)
    options = sorted([favourite, *others])
    seats = len(view.players)
    betas = floats_of([1.0] * seats)
    model = Model(weights, betas, betas)
    ends = engine.played(view, truth(match, view, PLAYOUTS), model, options, dice, 0)
    values = zip(*worth(view, ends, unit_of(view, ends, BUDGET)), strict=True)
    sums = [fsum(column) for column in values]
    return options[sums.index(max(sums))][0]
