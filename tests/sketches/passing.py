"""Four players pass a card each, all at once, then play one card each. Nobody is told who has
chosen.

The shape of a pass: several seats may act at once, others' choices are untold, and a hand changes
by somebody else's act.
"""

from typing import Annotated, NamedTuple

from parlour.cards import (
    ALL,
    NOBODY,
    NONE,
    SPECTATOR,
    UNSEEN,
    Action,
    Card,
    Deck,
    Four,
    Mask,
    Placed,
    Seat,
    popcount,
    put,
    thirteen_each,
)

EXTRA: tuple[str, ...] = ()
BEST = "fewest"


class Rules(NamedTuple):
    edition: Annotated[int, range(1, 2)] = 1


class Round(NamedTuple):
    rules: Rules
    number: int


class State(NamedTuple):
    hands: Four
    chosen: Four  # masks: what each passes, until all have chosen
    played: Mask
    turn: Seat  # NOBODY while they pass, and at the end


class Shown(NamedTuple):
    hand: Mask
    counts: Four
    turn: Seat
    played: Annotated[Mask, Placed("row")]


def seats(rules: Rules) -> int:
    return 4


def fits(rules: Rules) -> str:
    return ""


def dealt_to(rules: Rules, number: int, place: int) -> Seat:
    return place // 13


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    return Round(rules, number), State(thirteen_each(deck), (0, 0, 0, 0), 0, NOBODY)


def passing(state: State) -> bool:
    return state.turn == NOBODY and state.played == 0


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    if passing(state):
        return 0 if state.chosen[seat] else state.hands[seat]
    return state.hands[seat] if seat == state.turn else 0


def free(round_: Round, state: State) -> Mask:
    return ALL


def lacks(round_: Round, state: State, action: Action) -> Mask:
    return 0


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    card = 1 << action
    if not passing(state):
        turn = seat + 1 if seat < 3 else NOBODY
        hands = put(state.hands, seat, state.hands[seat] & ~card)
        return state._replace(hands=hands, played=state.played | card, turn=turn)
    chosen = put(state.chosen, seat, card)
    if not (chosen[0] and chosen[1] and chosen[2] and chosen[3]):
        return state._replace(chosen=chosen)
    hands = state.hands
    for giver in range(4):
        hands = put(hands, giver, hands[giver] & ~chosen[giver] | chosen[(giver + 3) % 4])
    return state._replace(chosen=chosen, hands=hands, turn=0)


def points(round_: Round, state: State) -> Four:
    hands = state.hands
    return popcount(hands[0]), popcount(hands[1]), popcount(hands[2]), popcount(hands[3])


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    return 15


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    hands = state.hands
    counts = popcount(hands[0]), popcount(hands[1]), popcount(hands[2]), popcount(hands[3])
    if passing(state):
        counts = (13, 13, 13, 13)  # who has chosen is not told
    return Shown(0 if seat == SPECTATOR else hands[seat], counts, state.turn, state.played)


def veil(
    round_: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    return (UNSEEN if passing(before) and seat != actor else action), NONE
