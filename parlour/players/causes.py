"""The causes of a hint: the difference in points of two choices as a sum of terms.

In each world the cards that cost points at the end of the round are known, by seat. So the
difference is, exactly, a sum over seats and cards: a card's price times how much more often that
seat has it. The rest is the effect of a seat that has all of them, or of a bonus.
A term joins parts of one kind: the cards whose part is past two standard errors, by name, or the
rest of a seat's cards. A game says its terms in sentences (`CAUSES` of its words).
"""

from collections.abc import Callable, Iterator, Sequence
from math import fsum, sqrt
from typing import Any, NamedTuple, TypeAlias

from parlour.cards import Action, Card, Mask, Seat, cards
from parlour.match import View
from parlour.players.search import sign

CLEAR = 2.0  # standard errors; what is nearer to 0 may be chance
LEAST = 1e-9  # what rounding leaves of a sum that is 0
# a named card that the seat itself pays for: of the first choice, of the second, another one in
# its hand, or one that it gets later
FIRST, SECOND, HELD, LATER = "first", "second", "held", "later"
OWN = "own"  # the rest of the seat's cards
THEIRS, REST_OF_THEIRS = "theirs", "others"  # named cards of another seat, and the rest of them
PRIZE, THEIR_PRIZE = "prize", "their-prize"  # named cards with a price below 0
ALL, ALL_THEIRS, BONUS = "all", "all-theirs", "bonus"  # what cards alone do not explain
WHATS = (
    *(FIRST, SECOND, HELD, LATER, OWN, THEIRS, REST_OF_THEIRS),
    *(PRIZE, THEIR_PRIZE, ALL, ALL_THEIRS, BONUS),
)

Column: TypeAlias = list[float]  # a number for each world
Part: TypeAlias = tuple[Seat, Card] | str  # a card of a seat, or ALL, ALL_THEIRS, BONUS


class Term(NamedTuple):
    """A part of the difference between two choices."""

    what: str  # one of the words above
    seat: Seat | None  # another seat whose cards these are
    cards: dict[Card, float]  # the part of each named card
    better: float  # above 0 if it speaks for the first choice
    error: float  # its standard error


class Pair(NamedTuple):
    """Two choices, and how they did in the same n worlds."""

    options: Sequence[tuple[Action, ...]]  # the actions of each
    values: list[list[float]]  # (n, 2) to the seat, in points against the others' mean
    finals: list[list[list[Mask]]]  # (n, 2, seats) the cards that cost points


def mean_of(column: Column) -> tuple[float, float]:
    """The mean of some numbers, and its standard error; to the last bit the same by every Python,
    whose `sum` of floats has changed in 3.12.
    """
    n = len(column)
    mean = fsum(column) / n
    return mean, sqrt(fsum((number - mean) ** 2 for number in column) / max(1, n - 1) / n)


def terms(view: View, pair: Pair, price: Callable[[Any, Card], int]) -> list[Term]:
    """The terms of the difference in points between two choices, which add up to it, the greatest
    first. `price` gives the points that a card costs under the rules.
    """
    summands, prices = list[Term](), [price(view.rules, card) for card in range(52)]
    groups: dict[tuple[str, Seat | None, bool], dict[Part, Column]] = {}
    for part, column in _columns(view, pair, prices).items():
        mean, error = mean_of(column)
        if abs(mean) > LEAST or error > LEAST:
            clear = abs(mean) > CLEAR * error
            what, seat = _kind(view, pair, part, prices) if clear else _rest(view, part)
            groups.setdefault((what, seat, clear and mean > 0), {})[part] = column
    for (what, seat, _), columns in groups.items():
        named = {} if what in (OWN, REST_OF_THEIRS) else columns
        gains = {part[1]: mean_of(named[part])[0] for part in named if not isinstance(part, str)}
        whole = [fsum(numbers) for numbers in zip(*columns.values(), strict=True)]
        summands.append(Term(what, seat, gains, *mean_of(whole)))
    return sorted(summands, key=lambda term: -abs(term.better))


def _kind(view: View, pair: Pair, part: Part, prices: Sequence[int]) -> tuple[str, Seat | None]:
    """The word for a part that is clear, and the other seat that it is about."""
    if isinstance(part, str):
        return part, None
    seat, card = part
    if seat != view.seat:
        return THEIR_PRIZE if prices[card] < 0 else THEIRS, seat
    if prices[card] < 0:
        return PRIZE, None
    first, other = pair.options
    if card in first and card in other:
        return HELD, None
    if card in (*first, *other):
        return FIRST if card in first else SECOND, None
    return HELD if view.table.hand >> card & 1 else LATER, None


def _rest(view: View, part: Part) -> tuple[str, Seat | None]:
    """The word for a part that may be chance, and the other seat that it is about."""
    if isinstance(part, str):
        return part, None
    return (OWN, None) if part[0] == view.seat else (REST_OF_THEIRS, part[0])


def _columns(view: View, pair: Pair, prices: Sequence[int]) -> dict[Part, Column]:
    """The difference in each world by its parts."""
    columns: dict[Part, Column] = {}
    for world, (values, ends) in enumerate(zip(pair.values, pair.finals, strict=True)):
        for value, end, sign_of in zip(values, ends, (1, -1), strict=True):
            for part, number in _parts(view, prices, value, end):
                column = columns.setdefault(part, [0.0] * len(pair.values))
                column[world] += sign_of * number
    return columns


def _parts(
    view: View, prices: Sequence[int], value: float, end: Sequence[Mask]
) -> Iterator[tuple[Part, float]]:
    """The value of one end of the round to the seat, by its parts."""
    fewest, costs = sign(view), [0] * len(end)
    for seat, mask in enumerate(end):
        gain = -fewest if seat == view.seat else fewest / (len(end) - 1)
        for card in cards(mask):
            if cost := prices[card]:
                costs[seat] += max(cost, 0)
                value -= gain * cost
                yield (seat, card), gain * cost
    if abs(value) > LEAST:
        full = [seat for seat, cost in enumerate(costs) if cost == sum(costs) > 0]
        everything = ALL if view.seat in full else ALL_THEIRS
        yield everything if full else BONUS, value
