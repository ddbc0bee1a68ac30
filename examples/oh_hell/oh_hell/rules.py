"""Oh Hell: three to seven players bid the number of tricks they will win, and score for an exact
bid.

The first card of the stock is the upcard; its suit is trump. The seat after the dealer bids first
and leads first; the dealer bids last. Players must follow suit. The highest trump wins a trick;
without a trump, the highest card of the suit led wins. The ace is high. The number of cards in a
hand changes from round to round. The functions are in the pure dialect (docs/design.md), so that
they compile unchanged.
"""

from typing import Annotated, Literal, NamedTuple

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
from parlour.tricks import follows, winner

EXTRA: tuple[str, ...] = ("bid-0", "bid-1", "bid-2", "bid-3", "bid-4", "bid-5", "bid-6", "bid-7")
BID = 52  # BID + n bids n tricks
BEST: Literal["fewest", "most"] = "most"  # points
MADE = 10  # points for an exact bid, besides the bid itself

Bids = tuple[Count, Count, Count, Count, Count, Count, Count]
Trick = tuple[Card, Card, Card, Card, Card, Card, Card]
ZEROS: Seven = (0, 0, 0, 0, 0, 0, 0)
EMPTY: Seven = (NONE, NONE, NONE, NONE, NONE, NONE, NONE)


class Rules(NamedTuple):
    """The house rules."""

    edition: Annotated[int, range(1, 2)] = 1
    players: Annotated[int, range(3, 8)] = 4
    cards: Annotated[int, range(1, 8)] = 7
    series: Annotated[int, "down-up", "up-down", "same"] = 0
    hook: Annotated[int, "no", "yes"] = 1
    misses: Annotated[int, "nothing", "minus"] = 0


class Round(NamedTuple):
    """The constants of a round."""

    rules: Rules
    number: int


class State(NamedTuple):
    """The state of a round. Each card is in one hand, in the trick, the upcard, in a won trick, or
    in the hidden stock.
    """

    hands: Seven  # masks
    upcard: Card  # its suit is trump
    bids: Bids  # NONE where a seat has not bid
    won: Seven  # tricks
    trick: Trick  # the card before each seat, or NONE
    last: Trick  # the trick before; `leader` won it
    leader: Seat  # of this trick
    turn: Seat  # NOBODY when the round is over


class Shown(NamedTuple):
    """The view of one seat; all fields but the hand are open."""

    hand: Mask  # one's own
    counts: Seven  # cards in each hand
    turn: Seat
    upcard: Annotated[Card, Placed("pile")]  # its suit is trump
    bids: Annotated[Bids, Placed("badge", by="seat")]  # NONE where a seat has not bid
    won: Annotated[Seven, Placed("badge", by="seat")]  # tricks
    # leader of this trick, and winner of the last; leads the first trick after the bids
    leader: Seat
    # the card before each seat, or NONE
    trick: Annotated[Trick, Placed("trick", by="seat", order="leader", before="last")]
    last: Trick  # the trick before


def seats(rules: Rules) -> int:
    """The number of players."""
    return rules.players


def fits(_rules: Rules) -> str:
    """The reason why options exclude each other; always empty, since none do."""
    return ""


def length(rules: Rules) -> int:
    """The number of rounds of a match: one for each size of hand there and back, or one for each
    player if all hands have the same size.
    """
    return rules.players if rules.series == 2 else 2 * rules.cards - 1


def size(rules: Rules, number: int) -> int:
    """The number of cards in each hand of a round."""
    if rules.series == 2:
        return rules.cards
    step = (number - 1) % length(rules)
    # the distance from the nearer end of the match
    steps = step if step < rules.cards else length(rules) - 1 - step
    return 1 + steps if rules.series else rules.cards - steps


def first(rules: Rules, number: int) -> Seat:
    """The seat that bids first and leads first in a round; the deal rotates."""
    return (number - 1) % rules.players


def dealt_to(rules: Rules, number: int, place: int) -> Seat:
    """The seat to which a place of the deck is dealt; SPECTATOR for the upcard, NOBODY for the
    stock.
    """
    dealt = rules.players * size(rules, number)
    if place < dealt:
        return place // size(rules, number)
    return SPECTATOR if place == dealt else NOBODY


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """Deal the hands in the order of the deck, then the upcard."""
    hands, dealt, begins = ZEROS, rules.players * size(rules, number), first(rules, number)
    for place in range(dealt):
        seat = dealt_to(rules, number, place)
        hands = put(hands, seat, hands[seat] | 1 << deck[place])
    return Round(rules, number), State(
        hands=hands,
        upcard=deck[dealt],
        bids=EMPTY,
        won=ZEROS,
        trick=EMPTY,
        last=EMPTY,
        leader=begins,
        turn=begins,
    )


def bidding(state: State) -> bool:
    """Whether the seat to act must bid; otherwise it plays a card."""
    return state.turn != NOBODY and state.bids[state.turn] == NONE


def bids_open(round_: Round, state: State) -> Mask:
    """The bids that the seat to act may make; with the hook, the last bid may not make the sum
    equal to the tricks.
    """
    rules, tricks = round_.rules, size(round_.rules, round_.number)
    total, missing = 0, 0
    for seat in range(rules.players):
        total += 0 if state.bids[seat] == NONE else state.bids[seat]
        missing += 1 if state.bids[seat] == NONE else 0
    hooked = rules.hook == 1 and missing == 1 and total <= tricks
    return (1 << tricks + 1) - 1 - (1 << tricks - total if hooked else 0) << BID


def led(state: State) -> Mask:
    """The cards of the suit led; all cards if no suit is led."""
    return (
        ALL if state.trick[state.leader] == NONE else SUIT << state.trick[state.leader] // 13 * 13
    )


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    """The bids this seat may make, or the cards it may play; 0 if it may not act."""
    if seat != state.turn:
        return 0
    return bids_open(round_, state) if bidding(state) else follows(state.hands[seat], led(state))


def free(_round: Round, state: State) -> Mask:
    """The cards that any holder may play now."""
    return 0 if bidding(state) else led(state)


def lacks(round_: Round, state: State, action: Action) -> Mask:
    """The cards that a seat must not hold to take this action: to discard from another suit, the
    suit led.
    """
    if bidding(state):
        return 0 if bids_open(round_, state) >> action & 1 else ALL
    if action >= BID:
        return ALL
    return 0 if led(state) >> action & 1 else led(state)


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action; the last card of a trick ends it, and the last trick the
    round.
    """
    after = (seat + 1) % round_.rules.players
    if action >= BID:
        return state._replace(bids=put(state.bids, seat, action - BID), turn=after)
    hands = put(state.hands, seat, state.hands[seat] & ~(1 << action))
    trick = put(state.trick, seat, action)
    if trick[after] == NONE:
        return state._replace(hands=hands, trick=trick, turn=after)
    best = winner(trick, state.leader, state.upcard // 13)
    turn = best if hands[best] else NOBODY
    won = put(state.won, best, state.won[best] + 1)
    return state._replace(hands=hands, won=won, trick=EMPTY, last=trick, leader=best, turn=turn)


def score(rules: Rules, bid: int, won: int) -> int:
    """The score of a bid: ten plus the bid if it is exact; otherwise 0, or minus one for each trick
    of difference.
    """
    if won == bid:
        return MADE + bid
    if rules.misses == 0:
        return 0
    return bid - won if bid < won else won - bid


def points(round_: Round, state: State) -> Seven:
    """The score of each seat; 0 before the end of the round."""
    scores = ZEROS
    if state.turn == NOBODY:
        for seat in range(round_.rules.players):
            scores = put(scores, seat, score(round_.rules, state.bids[seat], state.won[seat]))
    return scores


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    """The seats with the highest total after the last round; 0 before."""
    highest, winners = totals[0], 0
    for seat in range(1, rules.players):
        highest = totals[seat] if totals[seat] > highest else highest
    for seat in range(rules.players):
        winners |= (1 if totals[seat] == highest else 0) << seat
    return winners if number >= length(rules) else 0


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    """The view of a seat, or of SPECTATOR."""
    counts = ZEROS
    for other in range(round_.rules.players):
        counts = put(counts, other, popcount(state.hands[other]))
    return Shown(
        hand=0 if seat == SPECTATOR else state.hands[seat],
        counts=counts,
        turn=state.turn,
        upcard=state.upcard,
        bids=state.bids,
        won=state.won,
        leader=state.leader,
        trick=state.trick,
        last=state.last,
    )


def veil(
    _round: Round, _before: State, _seat: Seat, _actor: Seat, action: Action
) -> tuple[Action, Card]:
    """An action as a seat sees it: all bids and cards are open."""
    return action, NONE
