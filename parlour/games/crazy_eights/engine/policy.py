"""A policy for Crazy Eights: a softmax over the legal actions of scores that are linear in the
facts that the acting seat may see.

round.py has the memory of what each seat has shown, features.py the features. This module scores
the actions of a view, plays worlds out, and gives the likelihood of the others' choices in a world;
training.py trains the policy.
"""

from math import inf
from typing import NamedTuple, cast

from parlour.cards import HIDDEN, Action, Card, Mask, Seat
from parlour.engine.compiler.arrays import (
    Bytes,
    Bytes2,
    FloatArray,
    FloatRow,
    Floats,
    FloatTable,
    IntBlock,
    IntRow,
    Ints,
    Ints2,
    Ints3,
    Seed,
    Word,
    float_array,
    floats,
    floats_of,
    ints,
    ints_of,
)
from parlour.engine.compiler.jit import compiled
from parlour.engine.compiler.kernel import compiling, kernel
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import GOLD, copy_row, kth, lowest_bit, mix, popcount, stream
from parlour.engine.numbers.exact_math import log
from parlour.engine.numbers.sampling import LOGS
from parlour.engine.search.last_result import latest
from parlour.engine.search.playouts import UNWANTED, Beta, Ends, SeatWeights, betas_of, hand_set
from parlour.engine.search.protocol import Model
from parlour.engine.search.puct import EDGE, KEY, Tree, best, grow, hashed, learn, place_of
from parlour.engine.worlds.sampler import Worlds
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine.features import (
    BUFFER,
    FACTOR,
    FEATURES,
    B,
    Policies,
    chances,
    choose,
    factors,
    finish,
    score,
    score_by,
    share,
)
from parlour.games.crazy_eights.engine.round import (
    FIELDS,
    HAND,
    MATCH,
    TOP,
    TURN,
    act,
    began,
    forced,
    settle,
)
from parlour.match import View

__all__ = ["FEATURES", "FIRST", "likely", "played", "prefer"]

DEEP = 64  # more than the choices of a seat in a round: a card or a suit is named with each


class Branch(NamedTuple):
    """The part of a tree that a playout takes."""

    tree: Tree
    seat: Seat  # whose choices it has
    path: Ints  # (DEEP,) the edges


class History(NamedTuple):
    """The actions of a round as one seat has seen them."""

    viewer: Seat
    seen: Ints2  # (n, 3): seat, action and drawn card
    # (n + 1, FIELDS): the table before each and now; a hand is a mask with the right number of
    # bits, that of the seat in turn a work area
    tables: Ints2


@kernel("r, i, i, (i i2 i2)")
def _recall(rules: eights.Rules, number: int, upcard: Card, history: History) -> None:
    """The tables of a history."""
    seen, tables = history.seen, history.tables
    now = tables[len(seen)]
    began(rules, number, upcard, now)
    for seat in range(rules.players):
        now[HAND + seat] = (1 << rules.hand) - 1
    for row in range(len(seen)):
        copy_row(tables[row], now)
        seat, action = seen[row, 0], seen[row, 1]
        act(rules, now, action, HIDDEN)
        size = popcount(tables[row, HAND + seat]) + (action == eights.DRAW) - (action < 52)
        now[HAND + seat] = (1 << size) - 1


@latest
def _recalled(view: View) -> History:
    """The history of a view."""
    seen = ints_of([part for seen in view.seen for part in seen[:3]], 3)
    history = History(view.seat, seen, ints(len(view.seen) + 1, FIELDS))
    with compiling("tables of Crazy Eights"):
        _recall(view.rules, view.number, view.table.turned, history)
    return history


@latest
def _table(view: View) -> IntRow:
    """The table (FIELDS) of a view; another's hand is a mask with the right number of bits."""
    table = ints_of(_recalled(view).tables[len(view.seen)])
    table[HAND + view.seat] = view.table.hand
    return table


def policies_of(view: View, weights: SeatWeights, beta: Beta) -> Policies:
    """The policy of each seat under the view's rules; weights are (seats, k), or (k,) for all
    seats. ValueError for another shape.
    """
    seats, width = view.rules.players, len(FEATURES)
    numbers = table = cast(FloatTable, float_array(weights))
    if numbers.shape == (width,):
        table = FloatArray(numbers.flat * seats, (seats, width))
    elif numbers.shape != (seats, width):
        raise ValueError(
            f"Invalid weights of shape {numbers.shape} (expected {(width,)} or {(seats, width)})."
        )
    return Policies(view.rules, table, betas_of(beta, seats))


@kernel("r, i1, i, f1, f1")
def _score(rules: eights.Rules, table: Ints, may: Mask, weights: Floats, buffer: Floats) -> None:
    """`score`, for one table."""
    score(rules, table, may, weights, buffer)


def prefer(view: View, weights: Floats) -> FloatRow:
    """The score of each legal action of the view's seat (64,), -inf for others."""
    scores = floats_of([-inf] * 64)
    may = [action for action in range(64) if view.legal >> action & 1]
    if view.legal >> eights.DRAW & 3:
        for action in may:
            scores[action] = 0.0
    elif may:
        buffer = floats(BUFFER)
        with compiling("crazy-eights policy"):
            _score(view.rules, _table(view), view.legal, float_array(weights), buffer)
        for n, action in enumerate(may):
            scores[action] = buffer[n]
    return scores


@compiled(forceinline=True)
def situation(rules: eights.Rules, table: Ints, may: Mask) -> int:
    """A number for the situation of the seat in turn, never 0: its hand, its legal actions and the
    number of cards in each other hand.

    More playouts share it than would share all that the seat knows (docs/why.md).
    """
    seat = table[TURN]
    key = mix(mix(np.uint64(table[HAND + seat])) ^ np.uint64(may))
    for other in range(rules.players):
        if other != seat:
            key = mix(key ^ np.uint64(popcount(table[HAND + other])))
    return hashed(key)


@compiled()
def explore(
    policies: Policies,
    table: Ints,
    stock: Bytes,
    dice: Word,
    buffer: Floats,
    points: Ints,
    branch: Branch,
) -> None:
    """As `finish`, but one seat chooses by a tree, which learns the result."""
    rules, weights, betas = policies
    tree, seat, path = branch
    may, inside, depth = forced(rules, table, stock), True, 0
    while may:
        dice += GOLD
        turn, n, action, first = table[TURN], popcount(may), -1, -1
        if inside and turn == seat and n > 1:
            key = situation(rules, table, may)
            place = place_of(tree, key)
            inside = tree.nodes[place, KEY] == key
            if not inside:
                score(rules, table, may, weights[seat], buffer)
                chances(buffer, n, betas[seat])
                grow(tree, place, key, buffer, n)
            if tree.nodes[place, KEY] == key:
                first = tree.nodes[place, EDGE]
            if inside:
                action = lowest_bit(kth(may, best(tree, first, n)))
        if action < 0:
            action = choose(rules, table, may, weights[turn], betas[turn], mix(dice), buffer)
        if first >= 0:
            path[depth] = first + popcount(may & ((1 << action) - 1))
            depth += 1
        act(rules, table, action, 0)
        may = forced(rules, table, stock)
    settle(rules, table, points)
    learn(tree, path, depth, share(points, seat))


@kernel("(r f2 f1), i1, (i2 c2 c2), i1, u, i, (i3 i3), (i2 f2)")
def _playouts(
    policies: Policies,
    table: Ints,
    worlds: Worlds,
    actions: Ints,
    seed: Seed,
    start: int,
    ends: Ends,
    tree: Tree,
) -> None:
    """Play out every world from one table, after each action; the seat in turn learns from earlier
    playouts by a tree, if that has room. The final cards are those left in each hand.
    """
    buffer, position, path = np.zeros(BUFFER), np.zeros(FIELDS, np.int64), np.zeros(DEEP, np.int64)
    hands, _, stocks = worlds
    for i in range(len(hands)):
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            copy_row(position, table)
            for seat in range(policies.rules.players):
                position[HAND + seat] = hands[i, seat]
            drawn = stocks[i, 0] if actions[j] == eights.DRAW else 0
            act(policies.rules, position, actions[j], drawn)
            if len(tree.edges) > 0:
                branch = Branch(tree, table[TURN], path)
                explore(policies, position, stocks[i], dice, buffer, ends.points[i, j], branch)
            else:
                finish(policies, position, stocks[i], dice, buffer, ends.points[i, j])
            if i < len(ends.finals):
                for seat in range(policies.rules.players):
                    ends.finals[i, j, seat] = position[HAND + seat]


def played(
    view: View,
    worlds: Worlds,
    model: Model,
    options: list[tuple[Action, ...]],
    seed: int,
    start: int,
    finals: Ints3 = UNWANTED,
) -> IntBlock:
    """The points (n, m, seats) of the round, after the view's seat takes each of some legal
    actions in each world.

    Then all seats play by the model's policy, with its scores times `betas`, and the view's seat by
    the model's tree, if it has one. World i uses stream (seed, start + i) for every action. The
    masks of the cards left go to `finals` (n, m, seats) if it is given.
    """
    points = ints(len(worlds.hands), len(options), view.rules.players)
    policies = policies_of(view, model.weights, model.betas)
    chosen = ints_of(action for (action,) in options)
    with compiling("crazy-eights playouts"):
        _playouts(
            policies,
            _table(view),
            worlds,
            chosen,
            seed,
            start,
            Ends(points, finals),
            model.tree,
        )
    return points


@compiled()
def is_choice(viewer: Seat, seat: Seat, action: Action) -> bool:
    """Whether an action seen was another's choice."""
    return seat != viewer and action != eights.DRAW and action != eights.PASS


@compiled()
def log_chance(
    policies: Policies, table: Ints, hand: Mask, action: Action, factor_row: Floats, buffer: Floats
) -> float:
    """The logarithm of the chance of a choice of the seat in turn with this hand, by the factors
    (B) of its row.
    """
    table[HAND + table[TURN]] = hand
    may = hand & eights.fitting(table[TOP], table[MATCH])
    if action >= eights.NAME:
        may = eights.SUITS_TO_NAME
    beta = policies.betas[table[TURN]]
    n, logarithm = popcount(may), 0.0
    if beta == 0.0:
        logarithm -= LOGS[n]
    elif n > 1:
        copy_row(buffer[FACTOR : FACTOR + B], factor_row)
        score_by(policies.rules, table, may, buffer)
        chances(buffer, n, beta)
        logarithm = log(buffer[popcount(may & ((1 << action) - 1))])
    return logarithm


@kernel("(r f2 f1), (i i2 i2), i2, c2, f1")
def _likely(
    policies: Policies, history: History, hands: Ints2, hidden: Bytes2, logs: Floats
) -> None:
    """The logarithm of the chance, in each world, of all choices except those of one seat, into
    `logs` (n).

    All but the hands is known to every seat, so the factors are computed once for all worlds. In
    each world the hands go back from now to the deal.
    """
    viewer, seen, tables = history
    buffer, factor_rows = np.zeros(BUFFER), np.zeros((len(seen), B))
    for row in range(len(seen)):
        seat = seen[row, 0]
        if is_choice(viewer, seat, seen[row, 1]):
            factors(policies.rules, tables[row], policies.weights[seat], buffer)
            copy_row(factor_rows[row], buffer[FACTOR : FACTOR + B])
    held = np.zeros(policies.rules.players, np.int64)
    for i in range(len(hands)):
        copy_row(held, hands[i])
        unknown = hidden.shape[1]
        for row in range(len(seen) - 1, -1, -1):
            seat, action, card = seen[row, 0], seen[row, 1], seen[row, 2]
            if action == eights.DRAW:
                if card >= 52:
                    unknown -= 1
                    card = int(np.int64(hidden[i, unknown]))
                held[seat] &= ~(1 << card)
            elif action < 52:
                held[seat] |= 1 << action
            if is_choice(viewer, seat, action):
                logs[i] += log_chance(
                    policies, tables[row], held[seat], action, factor_rows[row], buffer
                )


def likely(view: View, worlds: Worlds, weights: SeatWeights, beta: Beta = 1.0) -> FloatRow:
    """The logarithm (n,) of the chance in each world, under the policy, of all the
    others' choices in this round.
    """
    logs = floats(len(worlds.hands))
    with compiling("crazy-eights inference"):
        policies = policies_of(view, weights, beta)
        _likely(policies, _recalled(view), worlds.hands, worlds.hidden, logs)
    return logs


# like the assignment's computer: rank, then suit, then an eight; else evenly
FIRST = hand_set(FEATURES, {"eight, always": -100.0, "turn, always": 50.0})
