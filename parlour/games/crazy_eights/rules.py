"""Crazy Eights: two to five players play a card of the top card's rank or suit, or an eight, and
draw if they cannot.

Seed text 003. Only rank and suit matter; ranks have no order. The functions are in the pure dialect
(docs/design.md), so they are compiled unchanged.
"""

from typing import Annotated, Literal, NamedTuple

from parlour.cards import (
    ALL,
    HIDDEN,
    NOBODY,
    NONE,
    RANK,
    SPECTATOR,
    SUIT,
    Action,
    Card,
    Deck,
    Five,
    Mask,
    Placed,
    Seat,
    Suit,
    fewest,
    popcount,
    put,
)

EXTRA: tuple[str, ...] = ("draw", "pass", "clubs", "diamonds", "hearts", "spades")
DRAW, PASS, NAME = 52, 53, 54  # NAME + suit names that suit
SUITS_TO_NAME: Mask = 15 << NAME
EIGHTS: Mask = RANK << 7
UNNAMED = 4  # the suit to match before it is named
DRAW_GAME, PLAY_ON, AT_ONCE = 0, 1, 2  # the option `empty`
VALUES = (1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10)  # points of a card in hand, by rank

BEST: Literal["fewest", "most"] = "fewest"  # points


class Rules(NamedTuple):
    """The house rules; the defaults are the assignment's text. docs/rules.md has a row for each."""

    edition: Annotated[int, range(1, 2)] = 1
    target: Annotated[int, range(100_001)] = 0
    players: Annotated[int, range(2, 6)] = 2
    hand: Annotated[int, range(1, 26)] = 7
    eights: Annotated[int, "own-suit", "named"] = 0
    draw: Annotated[int, "until-playable", "one-then-pass", "up-to-three"] = 0
    empty: Annotated[int, "draw-game", "play-on", "at-once"] = 0


class Round(NamedTuple):
    """The values that are fixed during a round."""

    rules: Rules
    number: int
    deck: Deck


class State(NamedTuple):
    """The cards, and the seat in turn; each card is in one hand, in the stock (from place `next` of
    the deck on), or on the pile.
    """

    hands: Five  # masks
    top: Card  # of the pile
    suit: Suit  # to be matched; UNNAMED while the seat in turn has to name it
    next: int  # place in the deck of the stock's next card; 52 if it is empty
    drawn: int  # cards in this turn
    passed: int  # passes in a row since the stock was empty
    turn: Seat  # NOBODY if the round is over


class Shown(NamedTuple):
    """The part of the table that one seat sees: its own hand, and public facts."""

    hand: Mask  # one's own
    counts: Five  # cards in each hand
    turn: Seat
    turned: Card  # the upcard
    top: Annotated[Card, Placed("pile")]
    # to be matched; UNNAMED while the seat in turn has to name it
    suit: Annotated[Suit, Placed("fact")]
    stock: Annotated[int, Placed("backs")]  # cards
    drawn: int  # in this turn
    passed: int  # passes in a row since the stock was empty


def seats(rules: Rules) -> int:
    """The number of players."""
    return rules.players


def fits(rules: Rules) -> str:
    """The reason why these options exclude each other; empty if they are allowed."""
    more = rules.empty == AT_ONCE
    needed = rules.players * rules.hand + 1 + more
    if needed <= 52:
        return ""
    return (
        f"{rules.players} players with {rules.hand} cards each need {needed} cards, "
        f"with the one turned up{' and one to draw' if more else ''}."
    )


def dealt_to(rules: Rules, _number: int, place: int) -> Seat:
    """The seat of a place of the deck; SPECTATOR for the upcard, NOBODY for the stock."""
    dealt = rules.players * rules.hand
    if place < dealt:
        return place // rules.hand
    if place == dealt:
        return SPECTATOR
    return NOBODY


def fitting(top: Card, suit: int) -> Mask:
    """The cards that fit, in any hand: of the top card's rank, of the suit to match, and eights."""
    return RANK << top % 13 | SUIT << 13 * suit | EIGHTS


def most_draws(rule: int) -> int:
    """The most cards to be drawn in a turn, by the option `draw`: all, one or three."""
    return 2 * rule - 1 if rule else 52


def draws(rule: int, drawn: int) -> bool:
    """Whether another card may be drawn in this turn."""
    return drawn < most_draws(rule)


def worth(hand: Mask) -> int:
    """The points of a hand: 50 for an eight, 10 for a ten or a court, else the rank, ace 1."""
    total = 0
    for rank in range(13):
        total += VALUES[rank] * popcount(hand & RANK << rank)
    return total


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """Deal the hands, in the order of the deck, then the upcard; the first player moves one seat
    with each round.
    """
    hands = (0, 0, 0, 0, 0)
    place = rules.players * rules.hand
    for dealt in range(place):
        seat = dealt_to(rules, number, dealt)
        hands = put(hands, seat, hands[seat] | 1 << deck[dealt])
    top, first = deck[place], (number - 1) % rules.players
    state = State(
        hands=hands, top=top, suit=top // 13, next=place + 1, drawn=0, passed=0, turn=first
    )
    round_ = Round(rules, number, deck)
    return round_, settled(round_, state)


def without(round_: Round, state: State) -> Action:
    """The action without a fitting card: DRAW, PASS, or NONE if the round ends as a drawn game."""
    more = draws(round_.rules.draw, state.drawn)
    if more and state.next == 52:
        return PASS if round_.rules.empty == PLAY_ON else NONE
    return DRAW if more else PASS


def settled(round_: Round, state: State) -> State:
    """The state after the checks for an end: the round is over if a card is needed from an empty
    stock, or if all seats have passed with it empty; or, by `at-once`, if it is empty.
    """
    needy = not state.hands[state.turn] & fitting(state.top, state.suit)
    stuck = needy and without(round_, state) == NONE
    out = round_.rules.empty == AT_ONCE and state.next == 52
    if out or stuck or state.passed == round_.rules.players:
        return state._replace(turn=NOBODY)
    return state


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    """The cards a seat may play, else a draw or a pass, or suits to name; 0 if it may not act."""
    if seat != state.turn:
        return 0
    if state.suit == UNNAMED:
        return SUITS_TO_NAME
    playable = state.hands[seat] & fitting(state.top, state.suit)
    if playable:
        return playable
    return 1 << without(round_, state)


def free(_round: Round, state: State) -> Mask:
    """The cards that any seat holding them may play now."""
    return 0 if state.suit == UNNAMED else fitting(state.top, state.suit)


def must(round_: Round, state: State) -> Mask:
    """The fitting cards, if the seat in turn holds one for certain: without one and without a card
    to draw, the round would be over. Else 0.
    """
    if state.suit != UNNAMED and without(round_, state) == NONE:
        return fitting(state.top, state.suit)
    return 0


def lacks(round_: Round, state: State, action: Action) -> Mask:
    """The cards that exclude this action: none for a fitting card, all fitting cards for a draw or
    a pass, all 52 for an action that is not allowed.
    """
    if action < 52:
        return 0 if free(round_, state) >> action & 1 else ALL
    if action >= NAME:
        return 0 if state.suit == UNNAMED else ALL
    if state.suit == UNNAMED or action != without(round_, state):
        return ALL
    return fitting(state.top, state.suit)


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action."""
    rules, hand = round_.rules, state.hands[seat]
    after = (seat + 1) % rules.players
    if action == DRAW:
        hands = put(state.hands, seat, hand | 1 << round_.deck[state.next])
        return settled(
            round_, state._replace(hands=hands, next=state.next + 1, drawn=state.drawn + 1)
        )
    if action == PASS:
        passed = state.passed + 1 if state.next == 52 else 0
        return settled(round_, state._replace(drawn=0, passed=passed, turn=after))
    if action >= NAME:
        return settled(round_, state._replace(suit=action - NAME, drawn=0, turn=after))
    hand = hand & ~(1 << action)
    state = state._replace(
        hands=put(state.hands, seat, hand), top=action, suit=action // 13, passed=0
    )
    if hand == 0:
        return state._replace(turn=NOBODY)
    if rules.eights and EIGHTS >> action & 1:
        return state._replace(suit=UNNAMED)
    return settled(round_, state._replace(drawn=0, turn=after))


def drawn_game(round_: Round, state: State) -> bool:
    """Whether the round is a drawn game: no hand is empty, and not all seats have passed."""
    for seat in range(round_.rules.players):
        if state.hands[seat] == 0:
            return False
    return state.turn == NOBODY and state.passed < round_.rules.players


def points(round_: Round, state: State) -> Five:
    """The points of each hand; 0 in a drawn game."""
    hands = state.hands
    if drawn_game(round_, state):
        return 0, 0, 0, 0, 0
    return worth(hands[0]), worth(hands[1]), worth(hands[2]), worth(hands[3]), worth(hands[4])


def goal(rules: Rules) -> int:
    """The total at which a match is over; 0 for a match of one round."""
    return rules.target


def length(rules: Rules) -> int:
    """The number of rounds: 1 without a target, else 0 for an open number."""
    return 0 if rules.target else 1


def finish(rules: Rules, _number: int, totals: tuple[int, ...]) -> Mask:
    """The seats with the lowest total once a total has reached the target, or after one round; 0
    while the match continues.
    """
    return fewest(totals, rules.target)


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    """The part of the table that a seat, or SPECTATOR, sees."""
    hands = state.hands
    return Shown(
        hand=0 if seat == SPECTATOR else hands[seat],
        counts=(
            popcount(hands[0]), popcount(hands[1]), popcount(hands[2]), popcount(hands[3]),
            popcount(hands[4]),
        ),
        turn=state.turn,
        turned=round_.deck[round_.rules.players * round_.rules.hand],
        top=state.top,
        suit=state.suit,
        stock=52 - state.next,
        drawn=state.drawn,
        passed=state.passed,
    )  # fmt: skip


def veil(
    round_: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """The action as a seat sees it, and the card it brought: only the actor sees a drawn card."""
    if action == DRAW:
        return action, round_.deck[before.next] if seat == actor else HIDDEN
    return action, NONE
