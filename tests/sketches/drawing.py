"""Two to five players lay a card of the top one's suit; who cannot draws one, and passes when the
stock is empty.

The shape of a draw: actions that are no card, a card that only the drawer sees, a card of the deck
that all see, and a number of seats that is an option.
"""

from typing import Annotated, NamedTuple

from parlour.cards import (
    ALL,
    HIDDEN,
    NOBODY,
    NONE,
    SPECTATOR,
    SUIT,
    Action,
    Card,
    Deck,
    Five,
    Mask,
    Placed,
    Seat,
    fewest,
    popcount,
    put,
)

EXTRA: tuple[str, ...] = ("draw", "pass")
BEST = "fewest"
DRAW, PASS = 52, 53


class Rules(NamedTuple):
    edition: Annotated[int, range(1, 2)] = 1
    players: Annotated[int, range(2, 6)] = 2


class Round(NamedTuple):
    rules: Rules
    number: int
    deck: Deck


class State(NamedTuple):
    hands: Five
    top: Card
    next: int  # place of the next card of the stock
    passed: int  # in a row
    turn: Seat


class Shown(NamedTuple):
    hand: Mask
    counts: Five
    turn: Seat
    top: Annotated[Card, Placed("pile")]
    stock: Annotated[int, Placed("backs")]


def seats(rules: Rules) -> int:
    return rules.players


def fits(rules: Rules) -> str:
    return ""


def dealt_to(rules: Rules, number: int, place: int) -> Seat:
    if place < 7 * rules.players:
        return place // 7
    return SPECTATOR if place == 7 * rules.players else NOBODY


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    hands = (0, 0, 0, 0, 0)
    start = 7 * rules.players
    for place in range(start):
        hands = put(hands, place // 7, hands[place // 7] | 1 << deck[place])
    return Round(rules, number, deck), State(hands, deck[start], start + 1, 0, 0)


def fitting(state: State) -> Mask:
    return SUIT << state.top // 13 * 13


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    if seat != state.turn:
        return 0
    if state.hands[seat] & fitting(state):
        return state.hands[seat] & fitting(state)
    return 1 << DRAW if state.next < 52 else 1 << PASS


def free(round_: Round, state: State) -> Mask:
    return fitting(state)


def lacks(round_: Round, state: State, action: Action) -> Mask:
    if action < 52:
        return 0 if fitting(state) >> action & 1 else ALL
    return fitting(state) if (action == DRAW) == (state.next < 52) else ALL


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    hand = state.hands[seat]
    if action == DRAW:
        card = 1 << round_.deck[state.next]
        return state._replace(hands=put(state.hands, seat, hand | card), next=state.next + 1)
    turn = (seat + 1) % round_.rules.players
    if action == PASS:
        passed = state.passed + 1
        return state._replace(passed=passed, turn=turn if passed < round_.rules.players else NOBODY)
    hand = hand & ~(1 << action)
    hands = put(state.hands, seat, hand)
    return state._replace(hands=hands, top=action, passed=0, turn=turn if hand else NOBODY)


def points(round_: Round, state: State) -> Five:
    hands = state.hands
    return (
        popcount(hands[0]),
        popcount(hands[1]),
        popcount(hands[2]),
        popcount(hands[3]),
        popcount(hands[4]),
    )


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    return fewest(totals, 0)


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    hands = state.hands
    counts = (
        popcount(hands[0]),
        popcount(hands[1]),
        popcount(hands[2]),
        popcount(hands[3]),
        popcount(hands[4]),
    )
    return Shown(
        0 if seat == SPECTATOR else hands[seat], counts, state.turn, state.top, 52 - state.next
    )


def veil(
    round_: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    if action == DRAW:
        return action, round_.deck[before.next] if seat == actor else HIDDEN
    return action, NONE
