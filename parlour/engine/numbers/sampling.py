"""The choice of an action in random play, and of a place by weights; the log and the results of
rounds.

`preferences` is None for uniform play, else a weight for each action, float64 (64,): an action is
chosen in proportion to its weight. `log` is None, or int64 (games, 52 + LONGEST) for each game's
deck and actions.
"""

from typing import TYPE_CHECKING, NamedTuple

from parlour.cards import Four, Mask, Seat
from parlour.engine.compiler.arrays import Floats, Ints2, Word
from parlour.engine.compiler.jit import compiled, constants
from parlour.engine.compiler.lazy_numpy import np
from parlour.engine.numbers.bits import lowest_bit, one_of
from parlour.engine.numbers.exact_math import exp, log

if TYPE_CHECKING:
    from numpy.typing import NDArray

LOGS = constants(log(float(max(1, n))) for n in range(65))  # of n
LONGEST = 400  # actions of a round that a log can hold; in some games seats pass many times


class Played(NamedTuple):
    """The results of a batch of n rounds."""

    points: "NDArray[np.int64]"  # (n, seats): points of the round, as the rules count them
    # (n,): masks of the seats with the best points (in a drawn game of some rules, all of them)
    winners: "NDArray[np.int64]"
    moves: "NDArray[np.int64]"  # (n,): actions made


@compiled(forceinline=True)
def fraction(r: Word) -> float:
    """A random number as one of 2^53 evenly spaced numbers from 0 to below 1."""
    return np.float64(r >> np.uint64(11)) * 2.0**-53


@compiled(forceinline=True)
def softmax(scores: Floats, n: int, beta: float, best: float) -> float:
    """Replace the first n scores, of which `best` is the highest, by weights e^(beta * (score -
    best)); returns the sum of the weights.
    """
    total = 0.0
    for place in range(n):
        scores[place] = exp(beta * (scores[place] - best))
        total += scores[place]
    return total


@compiled(forceinline=True)
def chance_of(weight: float, total: float, n: int, epsilon: float) -> float:
    """The chance of one of n actions with this weight in a softmax, where all weights add up to
    `total`, for a player that with chance `epsilon` takes any action instead, each as likely.
    """
    return (1.0 - epsilon) * (weight / total) + epsilon / n


@compiled(forceinline=True)
def drawn(weights: Floats, n: int, point: float) -> int:
    """The index (below n) among the first n weights at which a point, from 0 to below their sum,
    falls.
    """
    for place in range(n - 1):
        point -= weights[place]
        if point < 0:
            return place
    return n - 1


@compiled(forceinline=True)
def pick(may: Mask, r: Word, preferences: Floats | None) -> Mask:
    """A legal action as a bit, uniform or in proportion to its weight."""
    if preferences is None:
        return one_of(may, r)[0]
    total = 0.0
    left = may
    while left:
        total += preferences[lowest_bit(left)]
        left &= left - 1
    point = total * fraction(r)
    left = may
    bit = left & -left
    while left:
        bit = left & -left
        point -= preferences[lowest_bit(bit)]
        if point < 0:
            break
        left ^= bit
    return bit


@compiled(forceinline=True)
def rotated(four: Four, seat: Seat) -> Four:
    """Four values by seat, starting with a given seat (0 to 3): its low bit rotates by one seat,
    its high bit by two.
    """
    first, second, third, last = four
    if seat & 1:
        first, second, third, last = second, third, last, first
    if seat & 2:
        first, second, third, last = third, last, first, second
    return first, second, third, last


@compiled(forceinline=True)
def log_action(log: Ints2 | None, game: int, move: int, action: Mask) -> None:
    """Write an action (a bit) to the log, if there is one and it is not full."""
    if log is not None and 52 + move < log.shape[1]:
        log[game, 52 + move] = lowest_bit(action)


@compiled(forceinline=True)
def divide(chances: Floats, n: int, total: float) -> None:
    """Divide the first n chances by their sum, in place."""
    for place in range(n):
        chances[place] /= total


@compiled(forceinline=True)
def centre(chances: Floats, n: int, total: float, returns: Floats) -> None:
    """Replace the first n returns by the gradient of the expected return by each score.

    That is the chance of an action times its return above the mean. The chances add up to `total`.
    """
    mean = 0.0
    for place in range(n):
        mean += chances[place] * returns[place]
    for place in range(n):
        returns[place] = chances[place] / total * (returns[place] - mean / total)
