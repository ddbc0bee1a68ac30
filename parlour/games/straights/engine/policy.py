"""A policy of Straights: a softmax over scores that are linear in what the acting seat may see.

A score is the sum over all products of a feature of the card's place in its suit (shapes_straights.py) and one of the `MOMENT`,
each with its weight. For some weights the scores of all shapes are laid out once (`sheet`), a row of numbers a shape, one a
feature of the moment; so a card's score is a look-up and eleven products. It serves the level, rounds played to their end, and
what others' past actions say of their hands.
"""

from functools import lru_cache
from typing import Any

import numpy as np

from parlour.cards import ALL, HIDDEN
from parlour.engine.arguments import Floats, Ints, Keen, keens_of, stream_of
from parlour.engine.bits import kth, lowest_bit, popcount, stream
from parlour.engine.cache import compiled, compiling
from parlour.engine.choice import turned
from parlour.engine.deals import number_of
from parlour.engine.worlds import Worlds
from parlour.games.straights import rules as straights
from parlour.games.straights.engine.features import (
    NAMES,
    SHAPES,
    SIDE_WIDTH,
    SIDES,
    described,
    described_sides,
    shape_of,
    side_shape,
)
from parlour.match import View

MOMENT = (
    "always",
    "cards I hold",
    "cards I may lay",
    "stuck others",  # who could lay nothing at their last turn
    "stuck next",
    "free cards of others",  # which they may lay now
    "cost of what I cannot lay",
    "share of the unseen that is gone",  # 0 where discards are shown
    "mine in a row",  # that can be laid one after the other
    "mine in a row that open nothing",
    "cost of mine that waits for others",
)
WIDTH = len(MOMENT)
FEATURES = tuple(name if moment == "always" else f"{name}; {moment}" for name in NAMES for moment in MOMENT)


@lru_cache(2)
def features(values: int) -> Floats:
    """The features of all shapes (SHAPES, len(NAMES)), where cards cost by the option `values`."""
    rows = np.zeros((SHAPES, len(NAMES)))
    with compiling("straights features"):
        described(values, rows)
    return rows


@lru_cache(2)
def sides(values: int) -> Floats:
    """The numbers about all whole sides (SIDES, SIDE_WIDTH)."""
    rows = np.zeros((SIDES, SIDE_WIDTH))
    with compiling("straights sides"):
        described_sides(values, rows)
    return rows


def sheet(weights: Floats, rules: straights.Rules) -> tuple[Floats, Floats]:
    """The scores (SHAPES, WIDTH) of all shapes under these weights, and the numbers about all sides (SIDES, SIDE_WIDTH).

    ValueError where there are not as many weights as features.
    """
    given = np.ascontiguousarray(weights, np.float64)
    if given.shape != (len(FEATURES),):
        raise ValueError(f"Weights of Straights are {len(FEATURES)} numbers, not these of shape {given.shape}.")
    return _sheet(given.tobytes(), rules.values), sides(rules.values)


@lru_cache(8)
def _sheet(weights: bytes, values: int) -> Floats:
    scores: Floats = features(values) @ np.frombuffer(weights).reshape(len(NAMES), WIDTH)
    return scores


@compiled(forceinline=True)
def moment_of(sides: Any, rules: Any, hands: Any, gone: Any, table: Any, fits: Any, stuck: Any) -> Any:
    """The features of the moment for the first of four seats but `always`; of the others' hands only their sizes count.

    `gone`: what it knows to be thrown; `stuck`: bit i for the i-th seat after it.
    """
    hand = hands[0]
    unseen = ALL & ~(hand | gone | table)
    held = popcount(hands[1]) + popcount(hands[2]) + popcount(hands[3])
    many = popcount(unseen)
    row, alone, waits = 0.0, 0.0, 0.0
    for suit in range(4):
        for high in range(2):
            shape = side_shape(suit, high, hand, gone, table)
            row += sides[shape, 0]
            alone += sides[shape, 1]
            waits += sides[shape, 2]
    return (
        popcount(hand) / 13.0,
        min(popcount(hand & fits), 5) / 5.0,
        popcount(stuck & 14) / 3.0,
        (stuck >> 1 & 1) * 1.0,
        popcount(unseen & fits) / 8.0,
        straights.worth(rules.values, hand & ~fits) / 50.0,
        (many - held) / (many + 0.001),
        row,
        alone,
        waits,
    )


@compiled(forceinline=True)
def row_score(row: Any, moment: Any) -> Any:
    """A row of the sheet at this moment."""
    a, b, c, d, e, f, g, h, i, j = moment
    first = row[0] + a * row[1] + b * row[2] + c * row[3] + d * row[4] + e * row[5]
    return first + f * row[6] + g * row[7] + h * row[8] + i * row[9] + j * row[10]


@compiled(forceinline=True)
def score(scores: Any, card: Any, laying: Any, hand: Any, gone: Any, table: Any, moment: Any) -> Any:
    """The score of a card; a seven stands on both sides."""
    high = 1 if card % 13 > 6 else 0
    total = row_score(scores[shape_of(card, laying, hand, gone, table, high)], moment)
    if card % 13 == 6:
        total += row_score(scores[shape_of(card, laying, hand, gone, table, 1)], moment)
    return total


@compiled(forceinline=True)
def known_gone(rules: Any, thrown: Any) -> Any:
    """What the first of four seats knows to be thrown."""
    return thrown[0] if rules.discards else thrown[0] | thrown[1] | thrown[2] | thrown[3]


@compiled(forceinline=True)
def fitting(rules: Any, table: Any) -> Any:
    """The cards that may be laid now."""
    return straights.playable(table, straights.opening(rules.opens))


@compiled(forceinline=True)
def chances(sheet: Any, rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, keen: Any, found: Any) -> Any:
    """The chances of the first seat's legal cards, ascending, into `found`; not yet divided by their sum, which is given."""
    hand, fits = hands[0], fitting(rules, table)
    may, laying = straights.choices(hand, fits), hand & fits != 0
    gone = known_gone(rules, thrown)
    moment = moment_of(sheet[1], rules, hands, gone, table, fits, stuck)
    n, most, left = 0, -np.inf, may
    while left:
        found[n] = keen * score(sheet[0], lowest_bit(left), laying, hand, gone, table, moment)
        most = max(most, found[n])
        left &= left - 1
        n += 1
    total = 0.0
    for i in range(n):
        found[i] = np.exp(found[i] - most)
        total += found[i]
    return total


@compiled(forceinline=True)
def chosen(sheet: Any, rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, keen: Any, found: Any, r: Any) -> Any:
    """A card (a bit) of the first seat, by its chances and a number of the dice."""
    may = straights.choices(hands[0], fitting(rules, table))
    if may & (may - 1) == 0:
        return may
    point = chances(sheet, rules, hands, thrown, table, stuck, keen, found) * (np.float64(r >> np.uint64(11)) * 2.0**-53)
    n, last = 0, popcount(may) - 1
    while n < last and point >= found[n]:
        point -= found[n]
        n += 1
    return kth(may, n)


@compiled(forceinline=True)
def after(rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, card: Any) -> Any:
    """The hands, discards, table and stuck seats after the first seat's card, from the next seat on."""
    laid = card & fitting(rules, table)
    stuck = stuck >> 1 | (0 if laid else 8)
    return (
        (hands[1], hands[2], hands[3], hands[0] ^ card),
        (thrown[1], thrown[2], thrown[3], thrown[0] | (card ^ laid)),
        table | laid,
        stuck,
    )


@compiled(forceinline=True)
def to_the_end(
    sheet: Any, rules: Any, seat: Any, hands: Any, thrown: Any, table: Any, stuck: Any, keens: Any, found: Any, dice: Any
) -> Any:
    """The discards at the end, from `seat` on, which is in turn now. The card that is the n-th to last goes by number n."""
    left = popcount(hands[0] | hands[1] | hands[2] | hands[3])
    for n in range(left, 0, -1):
        keen = keens[seat + left - n & 3]
        card = chosen(sheet, rules, hands, thrown, table, stuck, keen, found, number_of(dice, n))
        hands, thrown, table, stuck = after(rules, hands, thrown, table, stuck, card)
    return turned(thrown, -left & 3)


@compiled(nogil=True)
def _playouts(
    sheet: Any, rules: Any, seat: Any, all_hands: Any, all_thrown: Any, table: Any, stuck: Any, actions: Any,
    seed: Any, start: Any, keens: Any, points: Any,
) -> None:  # fmt: skip
    """`playouts`, into points (n, actions, 4); hands and discards (n, 4) by seat, `stuck` from the seat on."""
    found = np.empty(13)
    for i in range(len(all_hands)):
        h, t = all_hands[i], all_thrown[i]
        hands, thrown = turned((h[0], h[1], h[2], h[3]), seat), turned((t[0], t[1], t[2], t[3]), seat)
        dice = stream(seed, start + i)
        for j in range(len(actions)):
            begun = after(rules, hands, thrown, table, stuck, 1 << actions[j])
            end = to_the_end(sheet, rules, seat + 1, begun[0], begun[1], begun[2], begun[3], keens, found, dice)
            for place in range(4):
                points[i, j, (seat + 1 + place) & 3] = straights.worth(rules.values, end[place])


@compiled()
def _prefer(sheet: Any, rules: Any, hands: Any, thrown: Any, table: Any, stuck: Any, found: Any) -> None:
    """`prefer`, into found (64)."""
    hand, fits = hands[0], fitting(rules, table)
    left, laying = straights.choices(hand, fits), hand & fits != 0
    gone = known_gone(rules, thrown)
    moment = moment_of(sheet[1], rules, hands, gone, table, fits, stuck)
    while left:
        card = lowest_bit(left)
        found[card] = score(sheet[0], card, laying, hand, gone, table, moment)
        left &= left - 1


@compiled()
def replayed(
    sheet: Any, rules: Any, seat: Any, before: Any, hidden: Any, seats: Any, actions: Any, keens: Any, found: Any
) -> Any:
    """The log of the chance of what all seats but one have chosen, from the hands as they were (4); -inf if they could not."""
    next_hidden, total = 0, 0.0
    first: Any = seats[0] if len(seats) else 0
    hands, thrown = turned((before[0], before[1], before[2], before[3]), first), (0, 0, 0, 0)
    table, stuck = 0, 0
    if len(seats) and not hands[0] >> straights.SEVEN_OF_SPADES & 1:  # whose holder opens
        return -np.inf
    for n in range(len(actions)):
        action, fits = actions[n], fitting(rules, table)
        if action == HIDDEN:
            action = np.int64(hidden[next_hidden])
            next_hidden += 1
            if fits >> action & 1:
                return -np.inf
        if seats[n] != seat:
            may = straights.choices(hands[0], fits)
            if not may >> action & 1:
                return -np.inf
            if may & (may - 1):
                whole = chances(sheet, rules, hands, thrown, table, stuck, keens[seats[n]], found)
                total += np.log(found[popcount(may & ((1 << action) - 1))] / whole)
        hands, thrown, table, stuck = after(rules, hands, thrown, table, stuck, 1 << action)
    return total


@compiled(nogil=True)
def _likely(
    sheet: Any, rules: Any, seat: Any, all_hands: Any, hidden: Any, seats: Any, actions: Any, keens: Any, logs: Any
) -> None:
    """`likely`, into logs (n): the round replayed in each world, with the hands as they were (n, 4)."""
    found = np.empty(13)
    for i in range(len(all_hands)):
        logs[i] = replayed(sheet, rules, seat, all_hands[i], hidden[i], seats, actions, keens, found)


def stuck_of(view: View) -> int:
    """The seats whose last action was a discard, bit i for the i-th after the viewer."""
    last = {seen.seat: seen.lacks for seen in view.seen}
    return sum((last.get((view.seat + i) % 4, 0) != 0) << i for i in range(4))


def prefer(view: View, weights: Floats) -> Floats:
    """The score (64,) of each legal action, -inf for others."""
    found = np.full(64, -np.inf)
    if view.legal:
        table, counts = view.table, view.table.counts
        sizes = [(1 << counts[(view.seat + i) % 4]) - 1 for i in range(1, 4)]  # as many cards, whichever
        thrown = tuple(table.thrown[(view.seat + i) % 4] for i in range(4))
        scores = sheet(weights, view.rules)
        with compiling("straights preferences"):
            _prefer(scores, view.rules, (table.hand, *sizes), thrown, table.table, stuck_of(view), found)
    return found


def playouts(view: View, worlds: Worlds, weights: Floats, actions: Any, seed: int, start: int = 0, keen: Keen = 1.0) -> Ints:
    """The points (n, actions, 4) by seat at the end of the round, played on in each world after each of some actions.

    The viewer, whose turn it is, first takes `actions[j]`; then every seat chooses by the policy, its scores times `keen`, in
    world i by the numbers of stream (seed, start + i), whatever j.
    """
    thrown = np.tile(np.array(view.table.thrown, np.int64), (len(worlds.hands), 1))
    for n, seat in enumerate(seen.seat for seen in view.seen if seen.action == HIDDEN):
        thrown[:, seat] |= 1 << worlds.hidden[:, n].astype(np.int64)
    found = np.zeros((len(worlds.hands), len(actions), 4), np.int64)
    scores, chosen = sheet(weights, view.rules), np.array(actions, np.int64)
    where = view.rules, view.seat, worlds.hands, thrown, view.table.table, stuck_of(view), chosen
    with compiling("straights playouts"):
        _playouts(scores, *where, stream_of(seed), start, keens_of(keen, 4), found)
    return found


def acted(view: View) -> tuple[Ints, Ints, Ints]:
    """The seat (n,) and action (n,) of all that was seen, and the cards (4,) that each seat has shown."""
    shown = np.zeros(4, np.int64)
    for seen in view.seen:
        shown[seen.seat] |= 0 if seen.action == HIDDEN else 1 << seen.action
    pairs = np.array([seen[:2] for seen in view.seen], np.int64).reshape(-1, 2)
    return pairs[:, 0].copy(), pairs[:, 1].copy(), shown


def likely(view: View, worlds: Worlds, weights: Floats, keen: Keen = 1.0) -> Floats:
    """The log (n,) of the chance in each world, under the policy, of all that others have done in this round."""
    seats, actions, shown = acted(view)
    before, logs = worlds.hands | shown, np.zeros(len(worlds.hands))
    for n, seat in enumerate(seats[actions == HIDDEN]):
        before[:, seat] |= 1 << worlds.hidden[:, n].astype(np.int64)
    scores, keens = sheet(weights, view.rules), keens_of(keen, 4)
    with compiling("straights likelihoods"):
        _likely(scores, view.rules, view.seat, before, worlds.hidden, seats, actions, keens, logs)
    return logs
