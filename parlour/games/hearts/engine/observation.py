"""The facts of a position that a seat of Hearts sees, computed once for all its cards.

A position is a row of numbers (`SIZE`), whose indices have names below. Cards are seen here with
the ace on top: `ace_high` moves each ace above its king, so that higher bits of a suit are higher
cards.
"""

from typing import NamedTuple

from parlour.cards import ALL, RANK, SUIT, Mask, Seat
from parlour.engine.compiler.arrays import Ints
from parlour.engine.compiler.jit import compiled, shared
from parlour.engine.numbers.bits import lowest_bit, popcount
from parlour.games.hearts import rules as hearts

# of each seat: its cards, the cards won, and the cards it has passed, if known
HAND, TAKEN, GAVE = (
    0,
    4,
    8,
)
LEADER, LAID, SUITED, PILE, BEST, BY, BROKEN, VOIDS, MOVE, PASS_OFFSET, SIZE = (
    12,
    13,
    14,
    15,
    16,
    17,
    18,
    19,
    20,
    21,
    24,
)
# of the trick: leader, number of cards, suit, cards, height of the best, the seat that played it;
# then hearts broken, bit 4 * suit + seat for a seat known to be out of a suit, cards played in the
# hand, and the offset of the pass

TOP = SUIT << 39  # the spades
LADY = 1 << 49  # the queen of spades, ace high

# Steps: hexadecimal digit n of each is the step of a count n.
PHASE4 = 0x33333222211100  # finished tricks
POINTS4 = 0x22222222222210  # hearts in a trick; 3: with the queen


class Sight(NamedTuple):
    """The facts that a seat in turn uses, the same for each of its cards."""

    hand: Mask  # ace high, like all sets here
    out: Mask  # the unseen cards, in the others' hands
    mode: int  # of a moon, as MODES
    chance: int  # of one, as CHANCES
    queen: int  # 0 played, 1 held, 2 unseen
    guards: int  # spades below the queen in hand, up to three
    points: int  # in the trick, as POINTS4
    phase: int  # as PHASE4
    to_come: int  # the number of seats that play to the trick after this one
    voids: int  # the number of them known to be out of its suit
    best: Mask  # the card that wins so far
    queen_known: int  # 1 if the seat passed the queen and it is unseen
    wins: int  # 1 if the rival for a moon wins the trick so far
    leads: int  # 1 if the only seat with points, another one, wins it so far
    gave: Mask  # the cards it passed that are still unseen


@shared
def ace_high(mask: Mask) -> Mask:
    """The same cards with each ace above its king."""
    return (mask & ~RANK) >> 1 | (mask & RANK) << 12


@compiled(forceinline=True)
def natural(bit: Mask) -> Mask:
    """An ace-high set in the rules' order."""
    return (bit & ~(RANK << 12)) << 1 | (bit & RANK << 12) >> 12


@compiled(forceinline=True)
def step(steps: int, count: int) -> int:
    """The step of a count: hexadecimal digit `count` of `steps`."""
    return steps >> 4 * count & 15


@compiled(forceinline=True)
def count_suits(hand: Mask) -> int:
    """The number of suits in a hand."""
    suits = 0
    for suit in range(4):
        suits += int(hand >> 13 * suit & SUIT != 0)
    return suits


@compiled()
def losers(hand: Mask, out: Mask) -> Mask:
    """The cards that lose a trick if the hand is led from the top and three unseen cards fall to
    each lead.
    """
    lost = 0
    for suit in range(4):
        mask = SUIT << 13 * suit
        left, others = hand & mask, popcount(out & mask)
        held = popcount(left)
        while left:
            low = left & -left
            held -= 1
            if others > 3 * held and out & mask & ~(2 * low - 1):
                lost |= low
            left ^= low
    return lost


@compiled(forceinline=True)
def own_moon(lost: int, won: int) -> tuple[int, int]:
    """The mode and the chance of a seat's own moon, by the losers in its hand and the point cards
    that it has won, where no other seat has any.
    """
    mode = 0
    if lost < 2:
        mode = lost + 1
    elif lost < 4 and won >= 5:
        mode = 3
    if won:
        return mode, 4 + min(2, lost)
    if lost < 2:
        return mode, 1
    if lost < 4:
        return mode, 2
    return mode, 3


class Stage(NamedTuple):
    """The facts of a position that all can see, and what a seat in turn passed: the same whatever
    it holds.
    """

    played: Mask  # ace high, like all sets here
    alone: bool  # whether no other seat has points
    won: int  # the point cards that it has won itself
    mode: int  # else of another's moon, as MODES
    chance: int  # and of that, as CHANCES
    points: int  # in the trick, as POINTS4
    phase: int  # as PHASE4
    to_come: int  # the number of seats that play to the trick after this one
    voids: int  # the number of them known to be out of its suit
    best: Mask  # the card that wins so far
    leads: int  # 1 if the only seat with points, another one, wins it so far
    gave: Mask  # the cards that it passed


FACTS = len(Stage._fields)  # in a row


@compiled(forceinline=True)
def stage(s: Ints, seat: Seat) -> Stage:
    """The facts that all can see, for a seat in turn."""
    played = s[TAKEN] | s[TAKEN + 1] | s[TAKEN + 2] | s[TAKEN + 3] | s[PILE]
    owners, mode, chance, rival = 0, 0, 0, 4
    for other in range(4):
        owners |= int(s[TAKEN + other] & hearts.POINTED != 0) << other
    alone = owners & ~(1 << seat) == 0
    if not alone and owners & owners - 1 == 0:
        rival = lowest_bit(owners)
        won = popcount(s[TAKEN + rival] & hearts.POINTED) + 4 * (
            s[TAKEN + rival] >> hearts.QUEEN & 1
        )
        if won >= 9:
            mode, chance = 5, 9
        elif won >= 4:
            mode, chance = 4, 8
        else:
            chance = 7
    hearts_in = popcount(s[PILE] & hearts.HEARTS)
    points = 3 if s[PILE] >> hearts.QUEEN & 1 else step(POINTS4, hearts_in)
    suit = lowest_bit(s[SUITED]) // 13 if s[SUITED] else 0
    to_come, voids = 3 - s[LAID], 0
    for n in range(1, 4):
        later = seat + n & 3
        if n <= to_come:
            voids += s[VOIDS] >> 4 * suit + later & 1
    return Stage(
        ace_high(played),
        alone,
        popcount(s[TAKEN + seat] & hearts.POINTED),
        mode,
        chance,
        points,
        step(PHASE4, s[MOVE] >> 2),
        to_come,
        voids,
        ace_high(s[BEST] if s[BEST] < 1 << 13 * suit + 13 else s[BEST] >> 13),
        int(s[LAID] > 0 and rival == s[BY]),
        ace_high(s[GAVE + seat]),
    )


@compiled(forceinline=True)
def write_stage(now: Stage, row: Ints) -> None:
    """Write the facts that all can see into a row (FACTS,)."""
    row[0], row[1], row[2], row[3] = now.played, now.alone, now.won, now.mode
    row[4], row[5], row[6], row[7] = now.chance, now.points, now.phase, now.to_come
    row[8], row[9], row[10], row[11] = now.voids, now.best, now.leads, now.gave


@compiled(forceinline=True)
def stage_in(row: Ints) -> Stage:
    """The facts that all can see, from a row."""
    return Stage(
        row[0],
        row[1] != 0,
        row[2],
        row[3],
        row[4],
        row[5],
        row[6],
        row[7],
        row[8],
        row[9],
        row[10],
        row[11],
    )


@compiled(forceinline=True)
def scene(now: Stage, hand: Mask) -> Sight:
    """The facts that a seat in turn with this hand (ace high) sees, computed once for all its
    cards.
    """
    out = ALL & ~(hand | now.played)
    mode, chance = now.mode, now.chance
    if now.alone:
        mode, chance = own_moon(popcount(losers(hand, out)), now.won)
    queen = int(hand & LADY != 0) + 2 * int(out & LADY != 0)
    gave = now.gave & out
    return Sight(
        hand,
        out,
        mode,
        chance,
        queen,
        min(3, popcount(hand & TOP & LADY - 1)),
        now.points,
        now.phase,
        now.to_come,
        now.voids,
        now.best,
        int(gave & LADY != 0),
        now.leads if mode >= 4 else 0,
        now.leads,
        gave,
    )
