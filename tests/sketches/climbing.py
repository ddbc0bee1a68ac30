"""Two to seven players lay seven cards each, one in turn; who lays a higher rank than the card
before has a point. Most win.

The shape of what the others lack: seven seats, the most points best, and a state without the usual
names.
"""

from typing import Annotated, NamedTuple

from parlour.cards import (
    ALL,
    NOBODY,
    NONE,
    SPECTATOR,
    Action,
    Card,
    Deck,
    Mask,
    Seat,
    Seven,
    popcount,
    put,
)

EXTRA: tuple[str, ...] = ()
BEST = "most"
NOTHING: Seven = (0, 0, 0, 0, 0, 0, 0)


class Rules(NamedTuple):
    edition: Annotated[int, range(1, 2)] = 1
    many: Annotated[int, range(2, 8)] = 7


class Round(NamedTuple):
    rules: Rules
    number: int


class State(NamedTuple):
    held: Seven  # masks
    before: Card  # the card laid last, or NONE
    risen: Seven  # points
    whose: Seat


class Shown(NamedTuple):
    hand: Mask
    counts: Seven
    turn: Seat
    before: Card


def seats(rules: Rules) -> int:
    return rules.many


def fits(rules: Rules) -> str:
    return ""


def dealt_to(rules: Rules, number: int, place: int) -> Seat:
    return place // 7 if place < 7 * rules.many else NOBODY


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    held = NOTHING
    for place in range(7 * rules.many):
        seat = dealt_to(rules, number, place)
        held = put(held, seat, held[seat] | 1 << deck[place])
    return Round(rules, number), State(held, NONE, NOTHING, (number - 1) % rules.many)


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    return state.held[seat] if seat == state.whose else 0


def free(round_: Round, state: State) -> Mask:
    return ALL


def lacks(round_: Round, state: State, action: Action) -> Mask:
    return 0


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    held, after = (
        put(state.held, seat, state.held[seat] & ~(1 << action)),
        (seat + 1) % round_.rules.many,
    )
    higher = 1 if state.before != NONE and action % 13 > state.before % 13 else 0
    risen = put(state.risen, seat, state.risen[seat] + higher)
    return State(held, action, risen, after if held[after] else NOBODY)


def points(round_: Round, state: State) -> Seven:
    return state.risen


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    most, winners = 0, 0
    for seat in range(rules.many):
        most = totals[seat] if totals[seat] > most else most
    for seat in range(rules.many):
        winners |= (1 if totals[seat] == most else 0) << seat
    return winners


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    h = state.held
    counts = (
        popcount(h[0]),
        popcount(h[1]),
        popcount(h[2]),
        popcount(h[3]),
        popcount(h[4]),
        popcount(h[5]),
        popcount(h[6]),
    )
    return Shown(0 if seat == SPECTATOR else h[seat], counts, state.whose, state.before)


def veil(
    round_: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    return action, NONE
