"""A round of Crazy Eights for its policy: a row of numbers, with the public memory of each seat.

A seat that draws or passes has shown that it lacks a suit, a rank and the eights. The memory of
each seat is the number of its cards that may be of each suit and of each rank: those that it has
received since it was last seen to lack them.
"""

from parlour.cards import Action, Card, Mask, Seat
from parlour.engine.compiler.arrays import Bytes, Ints
from parlour.engine.compiler.jit import compiled
from parlour.games.crazy_eights import rules as eights

# a field for each of five seats: its cards; the numbers that may be of each suit, and of each rank
HAND, BY_SUIT, BY_RANK = (
    0,
    5,
    10,
)
TOP, MATCH, STOCK, DRAWN, PASSED, TURN, PLAYED, STUCK = range(
    15, 23
)  # STUCK: 1 if the round has ended as a drawn game
FIELDS = 23
# 1 in each group of eight bits (C D H S, eights), and of four bits (ranks)
EACH_SUIT, EACH_RANK = (
    0x0101010101,
    0x1111111111111,
)


@compiled(forceinline=True)
def after(rules: eights.Rules, seat: Seat) -> Seat:
    """The next seat."""
    return seat + 1 if seat + 1 < rules.players else 0


@compiled(forceinline=True)
def began(rules: eights.Rules, number: int, upcard: Card, table: Ints) -> None:
    """The table before the first action, without its hands, into `table`."""
    players, size = rules.players, rules.hand
    for seat in range(players):
        table[BY_SUIT + seat] = size * EACH_SUIT
        table[BY_RANK + seat] = min(size, 15) * EACH_RANK
    table[TOP], table[MATCH], table[STOCK] = upcard, upcard // 13, 51 - players * size
    table[DRAWN], table[PASSED], table[STUCK] = 0, 0, 0
    table[TURN], table[PLAYED] = (number - 1) % players, 1 << upcard


@compiled(forceinline=True)
def _lacked(table: Ints, suits: int, ranks: int) -> tuple[int, int]:
    """The memory of a seat of whose cards none fits: none is of the suit or the rank to match, or
    an eight.
    """
    return (
        suits & ~(255 << 8 * table[MATCH] | 255 << 32),
        ranks & ~(15 << 4 * (table[TOP] % 13)),
    )


@compiled(forceinline=True)
def _one_more(suits: int, ranks: int) -> tuple[int, int]:
    """The memory of a seat that draws a card; of a rank it counts up to fifteen."""
    return (
        suits + EACH_SUIT,
        ranks + (EACH_RANK & ~(ranks & ranks >> 1 & ranks >> 2 & ranks >> 3)),
    )


@compiled(forceinline=True)
def draw(rules: eights.Rules, table: Ints, fits: Mask, stock: Ints | Bytes) -> bool:
    """Let the seat in turn draw until a card fits, as often as it may; whether one does."""
    seat = table[TURN]
    left, drawn, hand = table[STOCK], table[DRAWN], table[HAND + seat]
    suits, ranks = table[BY_SUIT + seat], table[BY_RANK + seat]
    while left and hand & fits == 0 and eights.draws(rules.draw, drawn):
        suits, ranks = _lacked(table, suits, ranks)
        suits, ranks = _one_more(suits, ranks)
        card = int(stock[len(stock) - left])  # which may be of 8 bits
        if card < 52:  # else it is unknown
            hand |= 1 << card
        left -= 1
        drawn += 1
    table[STOCK], table[DRAWN], table[HAND + seat] = left, drawn, hand
    table[BY_SUIT + seat], table[BY_RANK + seat] = suits, ranks
    playable: bool = hand & fits != 0
    return playable


@compiled(forceinline=True)
def _played(table: Ints, seat: Seat, card: Card) -> None:
    """Record a play: one card fewer may be of this suit and rank. After a draw it is the drawn
    card, since no card fitted before.
    """
    if table[DRAWN]:
        table[BY_SUIT + seat] -= EACH_SUIT
        table[BY_RANK + seat] -= EACH_RANK
        return
    suit = 32 if eights.EIGHTS >> card & 1 else card // 13 * 8
    rank = 4 * (card % 13)
    table[BY_SUIT + seat] -= (table[BY_SUIT + seat] >> suit & 255 != 0) << suit
    table[BY_RANK + seat] -= (table[BY_RANK + seat] >> rank & 15 != 0) << rank


@compiled(forceinline=True)
def act(rules: eights.Rules, table: Ints, action: Action, card: Card) -> None:
    """Take an action of the seat in turn, like the rules' `apply`; a draw brings `card` (52 or more
    if unknown).
    """
    seat = table[TURN]
    if action == eights.DRAW:
        suits, ranks = _lacked(table, table[BY_SUIT + seat], table[BY_RANK + seat])
        table[BY_SUIT + seat], table[BY_RANK + seat] = _one_more(suits, ranks)
        if card < 52:
            table[HAND + seat] |= 1 << int(card)  # which may be of 8 bits
        table[STOCK] -= 1
        table[DRAWN] += 1
        return
    if action < 52:
        _played(table, seat, action)
        table[HAND + seat] &= ~(1 << action)
        table[PLAYED] |= 1 << action
        table[TOP], table[MATCH], table[PASSED] = action, action // 13, 0
        if rules.eights and eights.EIGHTS >> action & 1:
            table[MATCH] = eights.UNNAMED
            return
    elif action == eights.PASS:
        suits, ranks = _lacked(table, table[BY_SUIT + seat], table[BY_RANK + seat])
        table[BY_SUIT + seat], table[BY_RANK + seat] = suits, ranks
        table[PASSED] = 0 if table[STOCK] else table[PASSED] + 1
    else:
        table[MATCH] = action - eights.NAME
    table[DRAWN], table[TURN] = 0, after(rules, seat)


@compiled(forceinline=True)
def forced(rules: eights.Rules, table: Ints, stock: Ints | Bytes) -> Mask:
    """Draw and pass until a seat may play or name; returns its legal actions, or 0 if the round is
    over.
    """
    for seat in range(rules.players):
        if table[HAND + seat] == 0:
            return 0
    if table[MATCH] == eights.UNNAMED:
        return eights.SUITS_TO_NAME
    while table[PASSED] < rules.players:
        fits = eights.fitting(table[TOP], table[MATCH])
        playable = draw(rules, table, fits, stock)
        if rules.empty == eights.AT_ONCE and table[STOCK] == 0:
            table[STUCK] = 1
            return 0
        if playable:
            may: Mask = table[HAND + table[TURN]] & fits
            return may
        if rules.empty == eights.DRAW_GAME and eights.draws(rules.draw, table[DRAWN]):
            table[STUCK] = 1
            return 0
        act(rules, table, eights.PASS, 0)
    return 0


@compiled(forceinline=True)
def settle(rules: eights.Rules, table: Ints, points: Ints) -> None:
    """The points of a finished round, into `points` (seats)."""
    for seat in range(rules.players):
        points[seat] = 0 if table[STUCK] else eights.worth(table[HAND + seat])
