"""Two to five players lay a card of the top one's suit; who cannot draws one, and passes when the stock is empty.

The shape of a draw: actions that are no card, a card that only the drawer sees, a card of the deck that all see, and a
number of seats that is an option.
"""

from typing import Annotated, NamedTuple

from parlour.cards import ALL, HIDDEN, NOBODY, NONE, SPECTATOR, SUIT, Action, Card, Deck, Mask, Seat, popcount

EXTRA: tuple[str, ...] = ("draw", "pass")
DRAW, PASS = 52, 53


class Rules(NamedTuple):
    edition: Annotated[int, range(1, 2)] = 1
    players: Annotated[int, range(2, 6)] = 2


class Round(NamedTuple):
    rules: Rules
    number: int
    deck: Deck


class State(NamedTuple):
    hands: tuple[int, int, int, int, int]
    top: Card
    next: int  # place of the next card of the stock
    passed: int  # in a row
    turn: Seat


class Shown(NamedTuple):
    hand: Mask
    top: Card
    stock: int
    turn: Seat


def seats(rules: Rules) -> int:
    return rules.players


def fits(rules: Rules) -> str:
    return ""


def owner(rules: Rules, place: int) -> Seat:
    if place < 7 * rules.players:
        return place // 7
    return SPECTATOR if place == 7 * rules.players else NOBODY


def with_hand(hands: tuple[int, int, int, int, int], seat: Seat, hand: Mask) -> tuple[int, int, int, int, int]:
    return (
        hand if seat == 0 else hands[0],
        hand if seat == 1 else hands[1],
        hand if seat == 2 else hands[2],
        hand if seat == 3 else hands[3],
        hand if seat == 4 else hands[4],
    )


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    hands = (0, 0, 0, 0, 0)
    start = 7 * rules.players
    for place in range(start):
        hands = with_hand(hands, place // 7, hands[place // 7] | 1 << deck[place])
    return Round(rules, number, deck), State(hands, deck[start], start + 1, 0, 0)


def fitting(state: State) -> Mask:
    return SUIT << state.top // 13 * 13


def legal(round: Round, state: State, seat: Seat) -> Mask:
    if seat != state.turn:
        return 0
    if state.hands[seat] & fitting(state):
        return state.hands[seat] & fitting(state)
    return 1 << DRAW if state.next < 52 else 1 << PASS


def free(round: Round, state: State) -> Mask:
    return fitting(state)


def lacks(round: Round, state: State, action: Action) -> Mask:
    if action < 52:
        return 0 if fitting(state) >> action & 1 else ALL
    return fitting(state) if (action == DRAW) == (state.next < 52) else ALL


def apply(round: Round, state: State, seat: Seat, action: Action) -> State:
    hand = state.hands[seat]
    if action == DRAW:
        card = 1 << round.deck[state.next]
        return state._replace(hands=with_hand(state.hands, seat, hand | card), next=state.next + 1)
    turn = (seat + 1) % round.rules.players
    if action == PASS:
        passed = state.passed + 1
        return state._replace(passed=passed, turn=turn if passed < round.rules.players else NOBODY)
    hand = hand & ~(1 << action)
    hands = with_hand(state.hands, seat, hand)
    return state._replace(hands=hands, top=action, passed=0, turn=turn if hand else NOBODY)


def points(round: Round, state: State) -> tuple[int, int, int, int, int]:
    hands = state.hands
    return popcount(hands[0]), popcount(hands[1]), popcount(hands[2]), popcount(hands[3]), popcount(hands[4])


def finish(rules: Rules, totals: tuple[int, ...]) -> Mask:
    winners = 0
    for seat in range(rules.players):
        winners |= (1 if totals[seat] == 0 else 0) << seat
    return winners if winners else (1 << rules.players) - 1


def shown(round: Round, state: State, seat: Seat) -> Shown:
    return Shown(0 if seat == SPECTATOR else state.hands[seat], state.top, 52 - state.next, state.turn)


def veil(round: Round, before: State, seat: Seat, actor: Seat, action: Action) -> tuple[Action, Card]:
    if action == DRAW:
        return action, round.deck[before.next] if seat == actor else HIDDEN
    return action, NONE
