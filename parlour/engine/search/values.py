"""The arithmetic of a search, compiled: what the ends of rounds are worth to a seat, and how much
better a candidate is than another.

It uses the engine's own exp and log (`numbers/exact_math.py`), so that a decision is the same on
every machine.
"""

from math import inf, pi, sqrt
from typing import NamedTuple

from parlour.cards import Seat
from parlour.engine.compiler.arrays import Floats, Floats2, Ints, Ints3
from parlour.engine.compiler.kernel import kernel
from parlour.engine.numbers.exact_math import exp, root

LEAST = 1e-6  # points, in place of a spread of 0
STEEP = 1.7  # of the logistic curve that is nearest to the normal one


class Stakes(NamedTuple):
    """The stakes of a seat at the end of a round."""

    seat: Seat
    sign: int  # 1 if the fewest points are best, -1 if the most are
    share: bool  # whether the share of the match counts, and not the points
    totals: Ints  # (seats) before the round
    target: int  # at which the match ends, from below or (negative) from above; 0 for none
    left: float  # rounds of the match after this one; infinite if they are not counted
    mean: float  # of a seat's points in a round
    deviation: float


@kernel("i3, (i i b i1 i f f f), i, i1, f2, f1")
def worths(
    ends: Ints3, stakes: Stakes, first: int, columns: Ints, values: Floats2, points: Floats
) -> None:
    """The value (n, m) to the seat of ends of the round (n, m, seats), into these columns (m) of
    `values` from the row `first`: its gain on the others' mean, or its share of the match, exact if
    that is over, else estimated. Its points are added to those of the columns.

    The spread of the totals in the remaining rounds is a normal approximation from their number,
    and from the mean and the standard deviation of a seat's points in a round.
    """
    seat, sign, share, before, target, last, mean, deviation = stakes
    seats = len(before)
    direction = 1 if target > 0 else -1
    for i in range(len(ends)):
        row = first + i
        for j in range(ends.shape[1]):
            column, score = columns[j], ends[i, j, seat]
            points[column] += score
            if not share:
                others = -score
                for other in range(seats):
                    others += ends[i, j, other]
                values[row, column] = sign * (others / (seats - 1) - score)
                continue
            least, most, lead = inf, -inf, sign * (before[seat] + score)
            for other in range(seats):
                total = before[other] + ends[i, j, other]
                least = min(least, sign * total)
                most = max(most, direction * total)
            ahead, left = 0, last
            for other in range(seats):
                ahead += sign * (before[other] + ends[i, j, other]) == least
            if last == 0 or (target != 0 and most >= direction * target):
                values[row, column] = 1.0 / ahead if lead == least else 0.0
                continue
            if target != 0:
                left = min(left, (direction * target - most) / max(mean * direction, LEAST))
            width = max(deviation, LEAST) * root(2 * max(0.5, left)) / STEEP
            hopes = 0.0
            for other in range(seats):
                hopes += exp((least - sign * (before[other] + ends[i, j, other])) / width)
            values[row, column] = exp((least - lead) / width) / hopes


@kernel("i3, i1, i, i1")
def reached(ends: Ints3, totals: Ints, target: int, tally: Ints) -> None:
    """Count in tally (1) the seats and ends of rounds (n, m, seats) at which a total with those
    before it has reached the goal of a match: a positive goal from below, a negative one from
    above.
    """
    for i in range(len(ends)):
        for j in range(ends.shape[1]):
            for seat in range(len(totals)):
                total = totals[seat] + ends[i, j, seat]
                tally[0] += total >= target if target > 0 else total <= target


@kernel("f2, i1, i, f1, f1")
def differences(values: Floats2, playouts: Ints, than: int, better: Floats, errors: Floats) -> None:
    """The mean differences (m) of all candidates to one of them, and their standard errors, over
    the playouts that both have: of candidate i the first playouts[i] of values (n, m).
    """
    for i in range(len(playouts)):
        n = min(playouts[i], playouts[than])
        better[i], errors[i] = 0.0, inf
        if n > 1:
            mean, square = 0.0, 0.0
            for row in range(n):
                mean += values[row, i] - values[row, than]
            mean /= n
            for row in range(n):
                square += (values[row, i] - values[row, than] - mean) ** 2
            better[i], errors[i] = mean, root(square / (n - 1) / n)


def excess(mean: float, deviation: float) -> float:
    """The mean of the positive part of a normal number, up to a sixth too small below 0."""
    if deviation == 0:
        return max(0.0, mean)
    z = abs(mean) / deviation
    tail = exp(-z * z / 2) / sqrt(2 * pi) / (1 + sqrt(pi / 2) * z + z * z)
    return max(0.0, mean) + deviation * tail
