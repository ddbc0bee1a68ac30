"""Rounds by the thousand, by the compiled rules of one game.

`twin` writes these functions out for each game, with that game's own records and functions, which
are declared here for the type checker. A state is a row of numbers (width,), a deck the 52 cards in
the order of the deal. The random functions use the first numbers of a round's stream for its deck,
and number `CHOICES + i` for its action i.
"""

# ruff: noqa: F821  (twin defines the names that are only annotated here)
from collections.abc import Callable
from typing import Any, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from parlour.cards import NOBODY, Action, Mask, Seat
from parlour.engine.compiler.arrays import Floats, Ints, Ints2, Ints3
from parlour.engine.numbers.bits import lowest_bit, number_of, stream
from parlour.engine.numbers.sampling import Played, log_action, pick
from parlour.engine.rounds.deals import WORDS
from parlour.match import LONGEST_ROUND

Rules: TypeAlias = Any  # the game's own records: twin omits these lines
Round: TypeAlias = Any
State: TypeAlias = Any

# The game's own functions:
seats: Callable[[Rules], int]
deal: Callable[[Rules, Ints, int], tuple[Round, State]]
legal: Callable[[Round, State, Seat], Mask]
apply: Callable[[Round, State, Seat, Action], State]
points: Callable[[Round, State], tuple[int, ...]]
shown: Callable[[Round, State, Seat], Any]

# Functions that twin writes for each game from the fields of its records:
pack: Callable[[State, Ints], None]  # a state into a row
unpack: Callable[[Ints], State]  # a row into a state
flatten: Callable[[Any, Ints], None]  # a seat's view into a row
round_of: Callable[[Rules, int, Any], Round]  # the round of a deck
turn_of: Callable[[State], Seat]  # the seat in turn; NOBODY if the state does not say
standard: Callable[[], Rules]  # the default house rules, as constants
# a random round from the dice of a game, with work arrays; the deck is written if it is wanted
dealt: Callable[[Rules, int, np.uint64, Any, Any, bool], tuple[Round, State]]
WIDTH: int  # the length of a state's row
MOST: bool  # whether the most points win

F = TypeVar("F", bound=Callable[..., None])
CHOICES = 1 << 10  # the first number of a round's stream for its choices


def exported(_text: str) -> Callable[[F], F]:
    """Mark what `twin` makes a kernel of this signature (kernel.py)."""
    return lambda function: function


@exported("r, i, i2, i2")
def begin_all(rules: Rules, number: int, decks: Ints2, states: Ints2) -> None:
    """Deal every deck (n, 52), into states (n, width)."""
    for game in range(len(decks)):
        _, state = deal(rules, decks[game], number)
        pack(state, states[game])


def first_seat(round_: Round, state: State, players: int) -> tuple[Seat, Mask]:
    """The seat that acts next, and its legal actions: the seat in turn, or the first that may act
    if several may; NOBODY and 0 if the round is over.
    """
    turn = turn_of(state)
    first, last = (0, players) if turn == NOBODY else (turn, turn + 1)
    for seat in range(first, last):
        may = legal(round_, state, seat)
        if may:
            return seat, may
    return NOBODY, 0


@exported("r, i, i2, i2, i1, i1")
def legal_all(
    rules: Rules, number: int, decks: Ints2, states: Ints2, turns: Ints, masks: Ints
) -> None:
    """Write the first seat that may act in each round to turns (n,), and its legal actions to masks
    (n,).
    """
    for game in range(len(decks)):
        turns[game], masks[game] = first_seat(
            round_of(rules, number, decks[game]), unpack(states[game]), seats(rules)
        )


@exported("r, i, i2, i2, i1, i1")
def apply_all(
    rules: Rules, number: int, decks: Ints2, states: Ints2, turns: Ints, actions: Ints
) -> None:
    """Take one action (n,) in each round that is not over."""
    for game in range(len(decks)):
        if turns[game] != NOBODY:
            state = unpack(states[game])
            pack(
                apply(round_of(rules, number, decks[game]), state, turns[game], actions[game]),
                states[game],
            )


@exported("r, i, i2, i2, i2")
def points_all(rules: Rules, number: int, decks: Ints2, states: Ints2, rows: Ints2) -> None:
    """Write the points of each seat so far to rows (n, seats)."""
    for game in range(len(decks)):
        settle(round_of(rules, number, decks[game]), unpack(states[game]), seats(rules), rows[game])


@exported("r, i, i2, i2, i1, i2")
def observe_all(
    rules: Rules, number: int, decks: Ints2, states: Ints2, viewers: Ints, rows: Ints2
) -> None:
    """Write one seat's view of each round to rows (n, width of a view)."""
    for game in range(len(decks)):
        flatten(
            shown(round_of(rules, number, decks[game]), unpack(states[game]), viewers[game]),
            rows[game],
        )


def settle(round_: Round, state: State, players: int, paid: Ints) -> Mask:
    """Write the points of a round by seat to paid (seats,); returns the mask of the seats with the
    best.
    """
    reached = points(round_, state)
    best, winners = reached[0], 0
    for seat in range(players):
        score = reached[seat]
        paid[seat] = score
        if (score > best) if MOST else (score < best):
            best, winners = score, 0
        if score == best:
            winners |= 1 << seat
    return winners


def play_on(
    round_: Round,
    state: State,
    players: int,
    dice: np.uint64,
    preferences: Floats | None,
    log: Ints2 | None,
    game: int,
) -> tuple[State, int]:
    """Play a round to its end from a state; returns the last state, and the number of actions,
    LONGEST_ROUND if the rules have not ended it by then.
    """
    move = 0
    while move < LONGEST_ROUND:
        seat, may = first_seat(round_, state, players)
        if seat == NOBODY:
            break
        bit = pick(may, number_of(dice, CHOICES + move), preferences)
        log_action(log, game, move, bit)
        state = apply(round_, state, seat, lowest_bit(bit))
        move += 1
    return state, move


def run_all(
    rules: Rules,
    number: int,
    seed: np.uint64,
    start: int,
    played: Played,
    preferences: Floats | None,
    log: Ints2 | None,
) -> None:
    """Play random rounds `start`, `start + 1` ... of a seed from random decks; where several seats
    may act, the first of them does.

    The results go to `played`, and to log (n, 52 + k), if there is one: the deck, then as many
    actions as it can hold.
    """
    words, deck, players = np.empty((WORDS, 1), np.uint64), np.empty(52, np.int64), seats(rules)
    for game in range(len(played.points)):
        dice = stream(seed, start + game)
        round_, state = dealt(rules, number, dice, words, deck, log is not None)
        if log is not None:
            for place in range(52):
                log[game, place] = deck[place]
        state, moves = play_on(round_, state, players, dice, preferences, log, game)
        played.moves[game] = moves
        played.winners[game] = settle(round_, state, players, played.points[game])


def play_all(rules: Rules, number: int, seed: np.uint64, start: int, played: Played) -> None:
    """As `run_all`, by uniform choices and without a log."""
    run_all(rules, number, seed, start, played, None, None)


def play_and_log(
    rules: Rules,
    number: int,
    seed: np.uint64,
    start: int,
    played: Played,
    preferences: Floats | None,
    log: Ints2 | None,
) -> None:
    """As `run_all`, which is a part of each of these functions."""
    run_all(rules, number, seed, start, played, preferences, log)


def play_standard(
    rules: Rules,  # noqa: ARG001
    number: int,
    seed: np.uint64,
    start: int,
    played: Played,
) -> None:
    """As `play_all`, by the default house rules, which are constants of its code."""
    run_all(standard(), number, seed, start, played, None, None)


@exported("r, i, i2, i2, i2, i2, b1")
def replay_all(
    rules: Rules,
    number: int,
    decks: Ints2,
    seats: Ints2,
    actions: Ints2,
    states: Ints2,
    good: NDArray[np.bool_],
) -> None:
    """Replay the actions (n, k) of these seats (n, k), -1 beyond the end of a round, into states
    (n, width).

    `good` (n,) is False, and the state undefined, if an action was not legal for its seat at its
    time.
    """
    for game in range(len(decks)):
        pack(deal(rules, decks[game], number)[1], states[game])
        good[game] = True
        for move in range(actions.shape[1]):
            if actions[game, move] < 0 or not good[game]:
                break
            good[game] = replayed(
                rules, number, decks[game], states[game], seats[game, move], actions[game, move]
            )


def replayed(rules: Rules, number: int, deck: Ints, row: Ints, seat: Seat, action: int) -> bool:
    """Take an action in the state in `row`, which changes; returns whether it was legal, and
    changes nothing if not.
    """
    round_, state = round_of(rules, number, deck), unpack(row)
    if not 0 <= seat < seats(rules) or action > 62 or not legal(round_, state, seat) >> action & 1:
        return False
    pack(apply(round_, state, seat, action), row)
    return True


@exported("r, i, i2, i2, i, i1, (u i), i3")
def playouts_all(
    rules: Rules,
    number: int,
    decks: Ints2,
    states: Ints2,
    seat: Seat,
    actions: Ints,
    dice: tuple[np.uint64, int],
    points: Ints3,
) -> None:
    """The points (n, m, seats) of n worlds, decks (n, 52) with states (n, width), after each of a
    seat's actions (m,).

    Then all seats play any legal action to the end of the round. With `dice` (seed, start), world i
    uses stream (seed, start + i) for every action. Each action is legal for the seat in every
    world.
    """
    players = seats(rules)
    for world in range(len(decks)):
        deck, random = decks[world], stream(dice[0], dice[1] + world)
        round_, state = round_of(rules, number, deck), unpack(states[world])
        for option in range(len(actions)):
            begun = apply(round_, state, seat, actions[option])
            end, _ = play_on(round_, begun, players, random, None, None, 0)
            settle(round_, end, players, points[world, option])
