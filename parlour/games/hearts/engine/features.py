"""The features of the policy of Hearts: the table entries that describe a card, from the seat's own
hand and public facts.

A card's score is the sum of twelve weights, one from each table of its context (following,
discarding, leading, passing). The tables are indexed by counts in a few steps, so no score has to
be linear in a count. Each table is there twice: in play after another seat has won points, and
before, as long as a seat may still shoot the moon. Cards are seen here with the ace on top, as
`ace_high` of observation.py reorders them.

`scene` (observation.py) computes the facts of a position.
"""

from itertools import product
from math import prod
from typing import NamedTuple, TypeAlias

from parlour.cards import SUIT, Five, Mask, Suit
from parlour.engine.compiler.jit import compiled
from parlour.engine.numbers.bits import lowest_bit, popcount
from parlour.games.hearts import rules as hearts
from parlour.games.hearts.engine.observation import LADY, TOP, Sight, count_suits, step

HIGH = 15 << 9 | 15 << 22 | 15 << 35 | 15 << 48  # jacks and above

# Steps: hexadecimal digit n of each is the step of a count n.
ABOVE3 = 0x22222222222110
ABOVE5 = 0x44444443332210
BELOW7 = 0x66666666543210
BELOW5 = 0x44444444433210
OUT4 = 0x33333322221110  # unseen cards of a suit
OUT5 = 0x44444333222110
LENGTH5 = 0x44444444432100  # own cards of a suit, from one
RANK4 = 0x3333222211100
FITNESS5 = 0x44444443322110
RISK3 = 0x33333333332210  # unseen cards above one that may win, from one

# of a moon: none; mine, no points won, by losers; mine, some won, by losers; another's, by the
# points it has won
CHANCES = 10
# nothing of a moon; mine: no loser, one, few with many points; another's: some points, most of them
MODES = 6
# clubs and diamonds, hearts, low spades, the queen, king and ace with the queen unseen, or with it
# seen
KINDS = 6
CLASSES = 5  # clubs and diamonds, hearts, spades with the queen played, held, or unseen

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
_names = tuple(
    f"{context}{n} {'.'.join(map(str, place))}"
    for context, tables in TABLES.items()
    for n, shape in enumerate(tables.values(), 1)
    for place in product(*map(range, shape))
)
OPEN = len(_names)  # the first feature of those that count as long as no other seat has points
FEATURES = (*_names, *(f"{name}, open" for name in _names))

Entries: TypeAlias = tuple[int, ...]  # the twelve features of a card, one of each table


class Table(NamedTuple):
    """The first index of a table's entries among the features, and its size in each dimension."""

    start: int
    shape: Five  # 1 beyond its own dimensions


def tables_of(context: str) -> tuple[Table, ...]:
    """The tables of a context."""
    tables, start = [], 0
    for name, shapes in TABLES.items():
        for shape in shapes.values():
            if name == context:
                first, second, third, fourth, fifth = (*shape, 1, 1, 1, 1)[:5]
                tables.append(Table(start, (first, second, third, fourth, fifth)))
            start += prod(shape)
    return tuple(tables)


F1, F2, F3, F4, F5, F6, F7, F8, F9, F10, F11, F12 = tables_of("follow")
T1, T2, T3, T4, T5, T6, T7, T8, T9, T10, T11, T12 = tables_of("throw")
L1, L2, L3, L4, L5, L6, L7, L8, L9, L10, L11, L12 = tables_of("lead")
P1, P2, P3, P4, P5, P6, P7, P8, P9, P10, P11, P12 = tables_of("pass")


@compiled(forceinline=True)
def entry(
    table: Table, first: int, second: int, third: int = 0, fourth: int = 0, fifth: int = 0
) -> int:
    """The index of the feature at these places of a table, one for each of its dimensions."""
    shape = table.shape
    return (
        table.start
        + (((first * shape[1] + second) * shape[2] + third) * shape[3] + fourth) * shape[4]
        + fifth
    )


@compiled(forceinline=True)
def kinds(bit: Mask, suit: Suit, queen: int) -> tuple[int, int]:
    """The kind of a card, and the class of its suit."""
    if suit < 2:
        return 0, 0
    if suit == 2:
        return 1, 1
    if bit == LADY:
        kind = 3
    elif bit < LADY:
        kind = 2
    elif queen == 2:
        kind = 4
    else:
        kind = 5
    return kind, 2 + queen


@compiled(forceinline=True)
def place_of(held: int, lower: int) -> int:
    """The place of a card among `held` cards of its suit, `lower` of them below it: 0 for the
    highest, 2 for the lowest, else 1.
    """
    if lower == held - 1:
        return 0
    if lower == 0:
        return 2
    return 1


@compiled(forceinline=True)
def counts(bit: Mask, mask: Mask, hand: Mask, out: Mask) -> tuple[int, int, int, int, int]:
    """Counts of a card's suit: unseen cards, those above it, those below; own cards, and the card's
    place among them (0 the highest, 2 the lowest).
    """
    below = bit - 1 & mask
    held, lower = popcount(hand & mask), popcount(hand & below)
    unseen, above = popcount(out & mask), popcount(out & mask & ~below)
    return unseen, above, popcount(out & below), held, place_of(held, lower)


@compiled(forceinline=True)
def of_follow(sight: Sight, bit: Mask, suit: Suit) -> Entries:
    """The entries for a card that follows suit."""
    mask = SUIT << 13 * suit
    unseen, above, below, held, place = counts(bit, mask, sight.hand, sight.out)
    kind, group = kinds(bit, suit, sight.queen)
    rivals = sight.to_come - sight.voids if unseen else 0
    loses, pointed, last = int(bit < sight.best), int(sight.points > 0), int(sight.to_come == 0)
    if loses:
        outcome, sure = 0, 0
    elif above == 0 or rivals == 0:
        outcome, sure = (1 + min(2, sight.to_come)), 1
    else:
        outcome, sure = 3 * step(RISK3, above) + rivals, 2
    low = (sight.hand & mask ^ bit) & -(sight.hand & mask ^ bit)
    winners = sight.hand & mask & ~(sight.best - 1)
    if loses:
        price = 0
    elif winners & bit - 1 == 0:
        price = 1
    elif place == 0:
        price = 2
    else:
        price = 3
    worth = int(kind == 1) + 2 * int(kind == 3)
    return (
        entry(F1, outcome, sight.points, sight.mode),
        entry(F2, outcome, group, pointed),
        entry(F3, step(BELOW7, below), step(ABOVE3, above), loses, group),
        entry(F4, step(LENGTH5, held), place, loses, group),
        entry(F5, kind, sure, last, sight.guards),
        entry(F6, sight.mode, price, last, pointed),
        entry(F7, sight.mode, sight.wins, sure, pointed, worth),
        entry(F8, step(OUT4, unseen), min(2, sight.voids), sure, group),
        entry(
            F9,
            step(BELOW5, popcount(sight.out & mask & low - 1)),
            step(LENGTH5, held),
            loses,
            group,
        ),
        entry(F10, sight.chance, sight.leads, sure, place, pointed),
        entry(F11, sight.phase, sure, place, group),
        entry(F12, outcome, step(OUT4, unseen), sight.queen, pointed),
    )


@compiled(forceinline=True)
def of_discard(sight: Sight, bit: Mask, suit: Suit) -> Entries:
    """The entries for a card discarded on another suit."""
    mask = SUIT << 13 * suit
    unseen, above, below, held, place = counts(bit, mask, sight.hand, sight.out)
    kind, group = kinds(bit, suit, sight.queen)
    low = sight.hand & mask & -(sight.hand & mask)
    length, single, last = step(LENGTH5, held), int(held == 1), int(sight.to_come == 0)
    lowest_out = sight.out & mask & -(sight.out & mask)
    exposed = min(3, popcount(sight.hand & mask & ~(lowest_out - 1))) if lowest_out else 0
    return (
        entry(T1, kind, step(BELOW7, below), step(ABOVE3, above)),
        entry(T2, kind, length, place),
        entry(T3, sight.mode, kind, sight.wins, last),
        entry(T4, sight.mode, kind, int(above == 0)),
        entry(T5, step(BELOW5, popcount(sight.out & mask & low - 1)), length, group),
        entry(T6, sight.phase, kind, place),
        entry(T7, step(OUT4, unseen), kind, single, sight.guards),
        entry(T8, sight.queen, kind, sight.points),
        entry(T9, exposed, kind, place),
        entry(T10, sight.chance, sight.leads, kind, place),
        entry(T11, count_suits(sight.hand) - 1, sight.queen, kind, single),
        entry(T12, step(OUT5, unseen), step(BELOW7, below), kind),
    )


@compiled(forceinline=True)
def of_lead(sight: Sight, bit: Mask, suit: Suit, showed: int) -> Entries:
    """The entries for a lead; `showed` is the number of others known to be out of its suit."""
    mask = SUIT << 13 * suit
    unseen, above, below, held, place = counts(bit, mask, sight.hand, sight.out)
    kind, group = kinds(bit, suit, sight.queen)
    out, heart = step(OUT5, unseen), int(kind == 1)
    if sight.gave & mask == 0:
        gift = 0
    elif sight.gave & mask > bit:
        gift = 1
    else:
        gift = 2
    return (
        entry(L1, step(ABOVE5, above), out, group),
        entry(L2, step(BELOW5, below), out, group),
        entry(L3, showed, step(ABOVE3, above), group),
        entry(L4, step(LENGTH5, held), place, group),
        entry(L5, kind, sight.guards, sight.queen_known),
        entry(L6, sight.mode, step(ABOVE3, above), heart, int(unseen == 0)),
        entry(L7, gift, group, sight.phase),
        entry(L8, sight.mode, kind, int(showed > 0)),
        entry(L9, sight.queen, out, place, group),
        entry(L10, sight.chance, step(ABOVE3, above), kind),
        entry(L11, showed, sight.queen, sight.phase, heart),
        entry(L12, step(ABOVE5, above), step(BELOW5, below), group),
    )


@compiled(forceinline=True)
def of_pass(
    whole: Mask, chosen: Mask, lost: Mask, pass_offset: int, bit: Mask, suit: Suit
) -> Entries:
    """The entries for a card to pass from a hand, with some chosen already; `lost` has the losers
    of the hand.
    """
    hand, left = whole & ~chosen, 3 - popcount(chosen)
    mask = SUIT << 13 * suit
    held, lower = popcount(hand & mask), popcount(hand & mask & bit - 1)
    place = place_of(held, lower)
    rank, length, kind = lowest_bit(bit) - 13 * suit, step(LENGTH5, held), max(0, suit - 1)
    lowest = lowest_bit(hand & mask) - 13 * suit
    guards = min(5, popcount(hand & TOP & LADY - 1))
    spade = 0 if kind < 2 or bit < LADY else lowest_bit(bit) - 48
    high, heart, size = step(RANK4, rank), int(kind == 1), popcount(hand & hearts.HEARTS)
    return (
        entry(P1, rank, length, kind),
        entry(P2, spade, guards, hand >> 49 & 7),
        entry(P3, step(RANK4, lowest), length, kind, place),
        entry(P4, step(FITNESS5, popcount(lost)), high, int(lost & bit != 0), heart),
        entry(P5, pass_offset, suit, spade if kind == 2 else high),
        entry(P6, left, int(held <= left), kind),
        entry(P7, left, rank),
        entry(P8, step(LENGTH5, max(1, size)), high, heart),
        entry(P9, min(3, popcount(hand & mask & HIGH)), length, kind, place),
        entry(P10, step(FITNESS5, popcount(lost)), suit, rank),
        entry(P11, pass_offset, spade, guards),
        entry(P12, min(2, popcount(chosen & mask)), length, kind, place),
    )
