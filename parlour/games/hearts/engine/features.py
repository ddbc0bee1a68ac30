"""What a seat of Hearts goes by: which entries of which tables speak of a card, from its own hand and what all see.

A card's score is the sum of eight weights, one of each table of its context (following, throwing, leading, passing); the tables
are counts put in few steps, so that no number stands for a straight line that is none. Cards are seen here with the ace on
top: `turned` puts each ace above its king, so that higher bits of a suit are higher cards.

A position is a row of numbers (`SIZE`), whose places have names below; all that decides is worked out from it by `scene`.
"""

from itertools import product
from typing import Any, NamedTuple

import numpy as np

from parlour.cards import ALL, RANK, SUIT
from parlour.engine.bits import lowest_bit, popcount
from parlour.engine.cache import compiled
from parlour.games.hearts import rules as hearts

HAND, TAKEN, GAVE = 0, 4, 8  # of each seat: its cards, the cards won, and what it knows that it passed
LEADER, LAID, SUITED, PILE, BEST, BY, BROKEN, VOIDS, MOVE, WAY, SIZE = 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 24
# of the trick: leader, cards laid, suit, cards, height of the best, who laid it; then hearts, bit 4 * suit + seat where a seat
# showed out of a suit, cards played in the hand, and how many seats on cards were passed

TOP = SUIT << 39  # the spades
LADY = 1 << 49  # the queen of spades, as turned
HIGH = 15 << 9 | 15 << 22 | 15 << 35 | 15 << 48  # jacks and above

# Steps: the digit n of each is the step of a count n.
ABOVE3 = 0x22222222222110
ABOVE5 = 0x44444443332210
BELOW7 = 0x66666666543210
BELOW5 = 0x44444444433210
OUT4 = 0x33333322221110  # unseen cards of a suit
OUT5 = 0x44444333222110
LENGTH5 = 0x44444444432100  # own cards of a suit, from one
RANK4 = 0x3333222211100
PHASE4 = 0x33333222211100  # tricks that are over
POINTS4 = 0x22222222222210  # hearts in a trick; 3: with the queen
FITNESS5 = 0x44444443322110

CHANCES = 10  # of a moon: none; mine, no points won, by losers; mine, some won, by losers; another's, by what it won
MODES = 6  # nothing of a moon; mine: no loser, one, few with many points; another's: some points, most of them
KINDS = 6  # clubs and diamonds, hearts, low spades, the queen, king and ace while the queen is out, or when it is not
CLASSES = 5  # clubs and diamonds, hearts, spades with the queen gone, with it held, with it out

TABLES = {
    "follow": {
        "outcome, points, moon": (13, 4, MODES),
        "outcome, class, pointed": (13, CLASSES, 2),
        "lower out, higher out, loses, class": (7, 3, 2, CLASSES),
        "length, place, loses, class": (5, 3, 2, CLASSES),
        "kind, outcome, last, guards": (KINDS, 3, 2, 4),
        "moon, price, last, pointed": (MODES, 4, 2, 2),
        "moon, rival wins, outcome, pointed, points on it": (MODES, 2, 3, 2, 3),
        "out, void to come, outcome, class": (4, 3, 3, CLASSES),
        "lower than the lowest, length, loses, class": (5, 5, 2, CLASSES),
        "chance, rival wins, outcome, place, pointed": (CHANCES, 2, 3, 3, 2),
        "phase, outcome, place, class": (4, 3, 3, CLASSES),
        "outcome, out, queen, pointed": (13, 4, 3, 2),
    },
    "throw": {
        "kind, lower out, higher out": (KINDS, 7, 3),
        "kind, length, place": (KINDS, 5, 3),
        "moon, kind, rival wins, last": (MODES, KINDS, 2, 2),
        "moon, kind, boss": (MODES, KINDS, 2),
        "lower than the lowest, length, class": (5, 5, CLASSES),
        "phase, kind, place": (4, KINDS, 3),
        "out, kind, single, guards": (4, KINDS, 2, 4),
        "queen, kind, points": (3, KINDS, 4),
        "exposed, kind, place": (4, KINDS, 3),
        "chance, rival wins, kind, place": (CHANCES, 2, KINDS, 3),
        "suits, queen, kind, single": (4, 3, KINDS, 2),
        "out, lower out, kind": (5, 7, KINDS),
    },
    "lead": {
        "higher out, out, class": (5, 5, CLASSES),
        "lower out, out, class": (5, 5, CLASSES),
        "void, higher out, class": (4, 3, CLASSES),
        "length, place, class": (5, 3, CLASSES),
        "kind, guards, queen known": (KINDS, 4, 2),
        "moon, higher out, heart, all out": (MODES, 3, 2, 2),
        "passed, class, phase": (3, CLASSES, 4),
        "moon, kind, void": (MODES, KINDS, 2),
        "queen, out, place, class": (3, 5, 3, CLASSES),
        "chance, higher out, kind": (CHANCES, 3, KINDS),
        "void, queen, phase, heart": (4, 3, 4, 2),
        "higher out, lower out, class": (5, 5, CLASSES),
    },
    "pass": {
        "rank, length, suit": (13, 5, 3),
        "spade, guards, high spades": (4, 6, 8),
        "lowest, length, suit, place": (4, 5, 3, 3),
        "fitness, rank, loser, heart": (5, 4, 2, 2),
        "way, suit, high": (4, 4, 4),
        "left, whole suit, suit": (4, 2, 3),
        "left, rank": (4, 13),
        "hearts, rank, heart": (5, 4, 2),
        "high cards, length, suit, place": (4, 5, 3, 3),
        "fitness, suit, rank": (5, 4, 13),
        "way, spade, guards": (4, 4, 6),
        "passed already, length, suit, place": (3, 5, 3, 3),
    },
}  # fmt: skip
FEATURES = tuple(
    f"{context}{n} {'.'.join(map(str, place))}"
    for context, tables in TABLES.items()
    for n, shape in enumerate(tables.values(), 1)
    for place in product(*map(range, shape))
)
SHAPES = [shape for tables in TABLES.values() for shape in tables.values()]
STARTS = tuple(int(sum(np.prod(shape) for shape in SHAPES[:n])) for n in range(len(SHAPES)))
F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12 = STARTS[:12]
T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12 = STARTS[12:24]
L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12 = STARTS[24:36]
P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12 = STARTS[36:]


class Sight(NamedTuple):
    """What a seat in turn goes by, whichever card it plays."""

    hand: Any  # turned, as all sets here
    out: Any  # what the others hold
    mode: Any  # of a moon
    chance: Any  # of one, as CHANCES
    queen: Any  # 0 gone, 1 held, 2 out
    guards: Any  # spades below the queen in hand, up to three
    points: Any  # in the trick, as POINTS4
    phase: Any  # as PHASE4
    to_come: Any  # how many play to the trick after this seat
    voids: Any  # how many of them have shown out of its suit
    best: Any  # the card that wins so far
    known: Any  # 1 where the seat passed the queen, and she is out
    wins: Any  # 1 where the rival for a moon wins the trick so far
    leads: Any  # 1 where the only seat with points, another's, does
    gave: Any  # what it passed and is still out


@compiled(forceinline=True)
def turned(mask: Any) -> Any:
    """The same cards with each ace above its king."""
    return (mask & ~RANK) >> 1 | (mask & RANK) << 12


@compiled(forceinline=True)
def natural(bit: Any) -> Any:
    """A turned set as the rules hold it."""
    return (bit & ~(RANK << 12)) << 1 | (bit & RANK << 12) >> 12


@compiled(forceinline=True)
def step(steps: Any, count: Any) -> Any:
    """The step of a count."""
    return steps >> 4 * count & 15


@compiled()
def losers(hand: Any, out: Any) -> Any:
    """The cards that lose a trick if the hand is led from the top, where three of those that are out fall to each lead."""
    lost: Any = 0
    for suit in range(4):
        mask = SUIT << 13 * suit
        left, others = hand & mask, popcount(out & mask)
        own: Any = popcount(left)
        while left:
            low = left & -left
            own -= 1
            if others > 3 * own and out & mask & ~(2 * low - 1):
                lost |= low
            left ^= low
    return lost


@compiled(forceinline=True)
def moon_of(s: Any, seat: Any, hand: Any, out: Any) -> Any:
    """Which moon may come, how likely, and the other that alone has points (else 4)."""
    mode: Any = 0
    chance: Any = 0
    rival: Any = 4
    owners: Any = 0
    for other in range(4):
        owners |= (1 if s[TAKEN + other] & hearts.POINTED else 0) << other
    if owners & ~(1 << seat) == 0:
        lost = popcount(losers(hand, out))
        mode = lost + 1 if lost < 2 else 3 if lost < 4 and popcount(s[TAKEN + seat] & hearts.POINTED) >= 5 else 0
        chance = 4 + min(2, lost) if owners else 1 if lost < 2 else 2 if lost < 4 else 3
    elif owners & owners - 1 == 0:
        rival = lowest_bit(owners)
        won = popcount(s[TAKEN + rival] & hearts.POINTED) + 4 * (s[TAKEN + rival] >> hearts.QUEEN & 1)
        mode = 5 if won >= 9 else 4 if won >= 4 else 0
        chance = 9 if won >= 9 else 8 if won >= 4 else 7
    return mode, chance, rival


@compiled(forceinline=True)
def scene(s: Any, seat: Any) -> Sight:
    """What a seat that plays sees, worked out once for all its cards."""
    hand = turned(s[HAND + seat])
    gone = s[TAKEN] | s[TAKEN + 1] | s[TAKEN + 2] | s[TAKEN + 3] | s[PILE]
    out = ALL & ~(hand | turned(gone))
    mode, chance, rival = moon_of(s, seat, hand, out)
    queen = 1 if hand & LADY else 2 if out & LADY else 0
    guards = min(3, popcount(hand & TOP & LADY - 1))
    hearts_in = popcount(s[PILE] & hearts.HEARTS)
    points = 3 if s[PILE] >> hearts.QUEEN & 1 else step(POINTS4, hearts_in)
    phase = step(PHASE4, s[MOVE] >> 2)
    suit = lowest_bit(s[SUITED]) // 13 if s[SUITED] else 0
    to_come, voids = 3 - s[LAID], 0
    for n in range(1, 4):
        later = seat + n & 3
        if n <= to_come:
            voids += s[VOIDS] >> 4 * suit + later & 1
    best = turned(s[BEST] if s[BEST] < 1 << 13 * suit + 13 else s[BEST] >> 13)
    known = 1 if turned(s[GAVE + seat]) & out & LADY else 0
    leads = 1 if s[LAID] and rival == s[BY] else 0
    wins = leads if mode >= 4 else 0
    gave = turned(s[GAVE + seat]) & out
    return Sight(hand, out, mode, chance, queen, guards, points, phase, to_come, voids, best, known, wins, leads, gave)


@compiled(forceinline=True)
def kinds(bit: Any, suit: Any, queen: Any) -> Any:
    """The kind of a card, and the class of its suit."""
    if suit < 2:
        return 0, 0
    if suit == 2:
        return 1, 1
    return 3 if bit == LADY else 2 if bit < LADY else 4 if queen == 2 else 5, 2 + queen


@compiled(forceinline=True)
def counts(bit: Any, mask: Any, hand: Any, out: Any) -> Any:
    """Of a card's suit: unseen, those above it, those below; own cards, and its place among them (0 highest, 2 lowest)."""
    below = bit - 1 & mask
    own, lower = popcount(hand & mask), popcount(hand & below)
    place = 0 if lower == own - 1 else 2 if lower == 0 else 1
    return popcount(out & mask), popcount(out & mask & ~below), popcount(out & below), own, place


@compiled(forceinline=True)
def of_follow(sight: Sight, bit: Any, suit: Any) -> Any:
    """The entries that speak of a card that follows suit."""
    mask = SUIT << 13 * suit
    unseen, above, below, own, place = counts(bit, mask, sight.hand, sight.out)
    kind, group = kinds(bit, suit, sight.queen)
    rivals = sight.to_come - sight.voids if unseen else 0
    loses, pointed, last = (1 if bit < sight.best else 0), (1 if sight.points else 0), (1 if sight.to_come == 0 else 0)
    if loses:
        outcome, sure = 0, 0
    elif above == 0 or rivals == 0:
        outcome, sure = (1 + min(2, sight.to_come)), 1
    else:
        outcome, sure = 1 + 3 * (1 if above == 1 else 2 if above < 4 else 3) + rivals - 1, 2
    low = (sight.hand & mask ^ bit) & -(sight.hand & mask ^ bit)
    winners = sight.hand & mask & ~(sight.best - 1)
    price = 0 if loses else 1 if winners & bit - 1 == 0 else 2 if place == 0 else 3
    worth = 2 if kind == 3 else 1 if kind == 1 else 0
    return (
        F1 + (outcome * 4 + sight.points) * 6 + sight.mode,
        F2 + (outcome * 5 + group) * 2 + pointed,
        F3 + ((step(BELOW7, below) * 3 + step(ABOVE3, above)) * 2 + loses) * 5 + group,
        F4 + ((step(LENGTH5, own) * 3 + place) * 2 + loses) * 5 + group,
        F5 + ((kind * 3 + sure) * 2 + last) * 4 + sight.guards,
        F6 + ((sight.mode * 4 + price) * 2 + last) * 2 + pointed,
        F7 + (((sight.mode * 2 + sight.wins) * 3 + sure) * 2 + pointed) * 3 + worth,
        F8 + ((step(OUT4, unseen) * 3 + min(2, sight.voids)) * 3 + sure) * 5 + group,
        F9 + ((step(BELOW5, popcount(sight.out & mask & low - 1)) * 5 + step(LENGTH5, own)) * 2 + loses) * 5 + group,
        F10 + (((sight.chance * 2 + sight.leads) * 3 + sure) * 3 + place) * 2 + pointed,
        F11 + ((sight.phase * 3 + sure) * 3 + place) * 5 + group,
        F12 + ((outcome * 4 + step(OUT4, unseen)) * 3 + sight.queen) * 2 + pointed,
    )


@compiled(forceinline=True)
def of_throw(sight: Sight, bit: Any, suit: Any) -> Any:
    """The entries that speak of a card thrown on another suit."""
    mask = SUIT << 13 * suit
    unseen, above, below, own, place = counts(bit, mask, sight.hand, sight.out)
    kind, group = kinds(bit, suit, sight.queen)
    low = sight.hand & mask & -(sight.hand & mask)
    length, last = step(LENGTH5, own), (1 if sight.to_come == 0 else 0)
    lowest_out = sight.out & mask & -(sight.out & mask)
    exposed = min(3, popcount(sight.hand & mask & ~(lowest_out - 1))) if lowest_out else 0
    suits = -1
    for other in range(4):
        suits += 1 if sight.hand >> 13 * other & SUIT else 0
    return (
        T1 + (kind * 7 + step(BELOW7, below)) * 3 + step(ABOVE3, above),
        T2 + (kind * 5 + length) * 3 + place,
        T3 + ((sight.mode * 6 + kind) * 2 + sight.wins) * 2 + last,
        T4 + (sight.mode * 6 + kind) * 2 + (0 if above else 1),
        T5 + (step(BELOW5, popcount(sight.out & mask & low - 1)) * 5 + length) * 5 + group,
        T6 + (sight.phase * 6 + kind) * 3 + place,
        T7 + ((step(OUT4, unseen) * 6 + kind) * 2 + (1 if own == 1 else 0)) * 4 + sight.guards,
        T8 + (sight.queen * 6 + kind) * 4 + sight.points,
        T9 + (exposed * 6 + kind) * 3 + place,
        T10 + ((sight.chance * 2 + sight.leads) * 6 + kind) * 3 + place,
        T11 + ((suits * 3 + sight.queen) * 6 + kind) * 2 + (1 if own == 1 else 0),
        T12 + (step(OUT5, unseen) * 7 + step(BELOW7, below)) * 6 + kind,
    )


@compiled(forceinline=True)
def of_lead(sight: Sight, bit: Any, suit: Any, showed: Any) -> Any:
    """The entries that speak of a lead; `showed`: how many others have shown out of its suit."""
    mask = SUIT << 13 * suit
    unseen, above, below, own, place = counts(bit, mask, sight.hand, sight.out)
    kind, group = kinds(bit, suit, sight.queen)
    some = step(OUT5, unseen)
    gift = 0 if sight.gave & mask == 0 else 1 if sight.gave & mask > bit else 2
    return (
        L1 + (step(ABOVE5, above) * 5 + some) * 5 + group,
        L2 + (step(BELOW5, below) * 5 + some) * 5 + group,
        L3 + (showed * 3 + step(ABOVE3, above)) * 5 + group,
        L4 + (step(LENGTH5, own) * 3 + place) * 5 + group,
        L5 + (kind * 4 + sight.guards) * 2 + sight.known,
        L6 + ((sight.mode * 3 + step(ABOVE3, above)) * 2 + (1 if kind == 1 else 0)) * 2 + (1 if unseen == 0 else 0),
        L7 + (gift * 5 + group) * 4 + sight.phase,
        L8 + (sight.mode * 6 + kind) * 2 + (1 if showed else 0),
        L9 + ((sight.queen * 5 + some) * 3 + place) * 5 + group,
        L10 + (sight.chance * 3 + step(ABOVE3, above)) * 6 + kind,
        L11 + ((showed * 3 + sight.queen) * 4 + sight.phase) * 2 + (1 if kind == 1 else 0),
        L12 + (step(ABOVE5, above) * 5 + step(BELOW5, below)) * 5 + group,
    )


@compiled(forceinline=True)
def of_pass(whole: Any, chosen: Any, lost: Any, way: Any, bit: Any, suit: Any) -> Any:
    """The entries that speak of a card to be passed of a hand, some chosen already; the losers of the hand are `lost`."""
    hand, left = whole & ~chosen, 3 - popcount(chosen)
    mask = SUIT << 13 * suit
    own, lower = popcount(hand & mask), popcount(hand & mask & bit - 1)
    place = 0 if lower == own - 1 else 2 if lower == 0 else 1
    rank, length, kind = lowest_bit(bit) - 13 * suit, step(LENGTH5, own), max(0, suit - 1)
    lowest = lowest_bit(hand & mask) - 13 * suit
    guards = min(5, popcount(hand & TOP & LADY - 1))
    spade = 0 if kind < 2 or bit < LADY else lowest_bit(bit) - 48
    high, heart, size = step(RANK4, rank), (1 if kind == 1 else 0), popcount(hand & hearts.HEARTS)
    return (
        P1 + (rank * 5 + length) * 3 + kind,
        P2 + (spade * 6 + guards) * 8 + (hand >> 49 & 7),
        P3 + ((step(RANK4, lowest) * 5 + length) * 3 + kind) * 3 + place,
        P4 + ((step(FITNESS5, popcount(lost)) * 4 + high) * 2 + (1 if lost & bit else 0)) * 2 + heart,
        P5 + (way * 4 + suit) * 4 + (spade if kind == 2 else high),
        P6 + (left * 2 + (1 if own <= left else 0)) * 3 + kind,
        P7 + left * 13 + rank,
        P8 + (step(LENGTH5, max(1, size)) * 4 + high) * 2 + heart,
        P9 + ((min(3, popcount(hand & mask & HIGH)) * 5 + length) * 3 + kind) * 3 + place,
        P10 + (step(FITNESS5, popcount(lost)) * 4 + suit) * 13 + rank,
        P11 + (way * 4 + spade) * 6 + guards,
        P12 + ((min(2, popcount(chosen & mask)) * 5 + length) * 3 + kind) * 3 + place,
    )
