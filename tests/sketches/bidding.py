"""Three to seven players bid, then play five tricks with a card turned up that is trump; ten points
for a bid that is met.

The shape of a bid: actions that are no card, too many to stand in a line, before any card may be
played; numbers that are not there yet; rows with more places than seats; points of which the most
are best; a match of some rounds.
"""

from typing import Annotated, NamedTuple

from parlour.cards import (
    ALL,
    NOBODY,
    NONE,
    SPECTATOR,
    SUIT,
    Action,
    Card,
    Count,
    Deck,
    Mask,
    Placed,
    Seat,
    Seven,
    popcount,
    put,
)

Cards = tuple[Card, Card, Card, Card, Card, Card, Card]
Counts = tuple[Count, Count, Count, Count, Count, Count, Count]

SIZE = 5
EXTRA: tuple[str, ...] = tuple(f"bid-{number}" for number in range(SIZE + 1))
BEST = "most"
EMPTY: Seven = (NONE, NONE, NONE, NONE, NONE, NONE, NONE)
ZERO: Seven = (0, 0, 0, 0, 0, 0, 0)


class Rules(NamedTuple):
    edition: Annotated[int, range(1, 2)] = 1
    players: Annotated[int, range(3, 8)] = 4
    rounds: Annotated[int, range(1, 14)] = 2


class Round(NamedTuple):
    rules: Rules
    number: int
    deck: Deck


class State(NamedTuple):
    hands: Seven
    bids: Seven
    won: Seven
    trick: Seven
    last: Seven
    leader: Seat
    turn: Seat


class Shown(NamedTuple):
    hand: Mask
    counts: Seven
    turn: Seat
    trump: Annotated[Card, Placed("pile")]
    leader: Seat
    trick: Annotated[Cards, Placed("trick", by="seat", order="leader", before="last")]
    last: Cards
    bids: Annotated[Counts, Placed("badge", by="seat")]
    won: Annotated[Seven, Placed("badge", by="seat")]
    dealer: Annotated[Seat, Placed("mark")]
    tricks: Annotated[int, Placed("fact")]


def seats(rules: Rules) -> int:
    return rules.players


def fits(rules: Rules) -> str:
    return ""


def dealt_to(rules: Rules, number: int, place: int) -> Seat:
    if place < SIZE * rules.players:
        return place // SIZE
    return SPECTATOR if place == SIZE * rules.players else NOBODY


def length(rules: Rules) -> int:
    return rules.rounds


def first(round_: Round) -> Seat:
    return round_.number % round_.rules.players


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    hands = ZERO
    for place in range(SIZE * rules.players):
        hands = put(hands, place // SIZE, hands[place // SIZE] | 1 << deck[place])
    round_ = Round(rules, number, deck)
    return round_, State(hands, EMPTY, ZERO, EMPTY, EMPTY, first(round_), first(round_))


def bidding(round_: Round, state: State) -> bool:
    return state.turn != NOBODY and state.bids[state.turn] == NONE


def led(state: State) -> Mask:
    return 0 if state.trick[state.leader] == NONE else SUIT << state.trick[state.leader] // 13 * 13


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    if seat != state.turn:
        return 0
    if bidding(round_, state):
        return ((1 << len(EXTRA)) - 1) << 52
    return state.hands[seat] & led(state) or state.hands[seat]


def free(round_: Round, state: State) -> Mask:
    return 0 if bidding(round_, state) else led(state) or ALL


def lacks(round_: Round, state: State, action: Action) -> Mask:
    if action >= 52:
        return 0 if bidding(round_, state) else ALL
    if bidding(round_, state):
        return ALL
    return 0 if free(round_, state) >> action & 1 else led(state)


def trump(round_: Round) -> Card:
    return round_.deck[SIZE * round_.rules.players]


def height(round_: Round, state: State, card: Card) -> int:
    if card // 13 == trump(round_) // 13:
        return 200 + (card + 12) % 13
    return 100 + (card + 12) % 13 if led(state) >> card & 1 else 0


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    after = (seat + 1) % round_.rules.players
    if action >= 52:
        return state._replace(bids=put(state.bids, seat, action - 52), turn=after)
    hands = put(state.hands, seat, state.hands[seat] & ~(1 << action))
    state = state._replace(hands=hands, trick=put(state.trick, seat, action), turn=after)
    if state.trick[after] == NONE:
        return state
    best = state.leader
    for other in range(round_.rules.players):
        if height(round_, state, state.trick[other]) > height(round_, state, state.trick[best]):
            best = other
    won, turn = put(state.won, best, state.won[best] + 1), best if hands[best] else NOBODY
    return state._replace(won=won, last=state.trick, trick=EMPTY, leader=best, turn=turn)


def points(round_: Round, state: State) -> Seven:
    found = ZERO
    for seat in range(round_.rules.players):
        found = put(
            found, seat, state.won[seat] + (10 if state.won[seat] == state.bids[seat] else 0)
        )
    return found


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    winners = 0
    for seat in range(rules.players):
        winners |= (1 if number >= rules.rounds and totals[seat] == max(totals) else 0) << seat
    return winners


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    counts = ZERO
    for other in range(round_.rules.players):
        counts = put(counts, other, popcount(state.hands[other]))
    dealer = (first(round_) - 1) % round_.rules.players
    hand, turn = 0 if seat == SPECTATOR else state.hands[seat], state.turn
    tricks = state.leader, state.trick, state.last
    return Shown(
        hand, counts, turn, trump(round_), *tricks, state.bids, state.won, dealer, sum(state.won)
    )


def veil(
    round_: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    return action, NONE
