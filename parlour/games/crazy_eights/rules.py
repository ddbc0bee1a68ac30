"""Crazy Eights: two to five players lay a card of the top one's rank or suit, or an eight; who
cannot draws.

Seed text 003. Rank and suit are all that matters; ranks have no order. The functions are in the
pure dialect (docs/design.md), so that they compile as they stand.
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
    Lies,
    Mask,
    Seat,
    Suit,
    fewest,
    popcount,
    put,
)

EXTRA: tuple[str, ...] = ("draw", "pass", "clubs", "diamonds", "hearts", "spades")
DRAW, PASS, NAME = 52, 53, 54  # NAME + suit names it
SUITS_TO_NAME: Mask = 15 << NAME
EIGHTS: Mask = RANK << 7
UNNAMED = 4  # the suit to match while it is to be named
MOST_DRAWS = (52, 1, 3)  # draws in a turn, by the option `draw`
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
    empty: Annotated[int, "draw-game", "play-on"] = 0


class Round(NamedTuple):
    """What stays fixed while a round lasts."""

    rules: Rules
    number: int
    deck: Deck


class State(NamedTuple):
    """Each card is in one hand, in the stock (from place `next` of the deck on), or on the pile."""

    hands: Five  # masks
    top: Card  # of the pile
    suit: Suit  # to be matched; UNNAMED while the turn's seat has to name it
    next: int  # place in the deck of the stock's next card; 52 when it is empty
    drawn: int  # cards in this turn
    passed: int  # passes in a row since the stock was empty
    turn: Seat  # NOBODY when the round is over


class Shown(NamedTuple):
    """What one seat sees; all of it but the hand lies open."""

    hand: Mask  # one's own
    counts: Five  # cards in each hand
    turn: Seat
    turned: Card  # the card turned up at first
    top: Annotated[Card, Lies("pile")]
    # to be matched; UNNAMED while the turn's seat has to name it
    suit: Annotated[Suit, Lies("fact")]
    stock: Annotated[int, Lies("backs")]  # cards
    drawn: int  # in this turn
    passed: int  # passes in a row since the stock was empty


def seats(rules: Rules) -> int:
    """How many play."""
    return rules.players


def fits(rules: Rules) -> str:
    """Why these options do not go together; empty where they do."""
    needed = rules.players * rules.hand + 1
    if needed <= 52:
        return ""
    return (
        f"players {rules.players} and hand {rules.hand} need {needed} cards with the one turned up."
    )


def owner(rules: Rules, number: int, place: int) -> Seat:
    """Whose card lies at a place of the deck: a seat's, all see the one turned up, the rest is the
    stock.
    """
    dealt = rules.players * rules.hand
    if place < dealt:
        return place // rules.hand
    if place == dealt:
        return SPECTATOR
    return NOBODY


def fitting(top: Card, suit: int) -> Mask:
    """The cards that fit, whoever holds them: of the top one's rank, of the suit to be matched, and
    eights.
    """
    return RANK << top % 13 | SUIT << 13 * suit | EIGHTS


def draws(rule: int, drawn: int) -> bool:
    """Whether one more card may be drawn in a turn."""
    return drawn < MOST_DRAWS[rule]


def worth(hand: Mask) -> int:
    """What a hand costs: an eight 50, ten and courts 10, else the rank, ace 1."""
    total = 0
    for rank in range(13):
        total += VALUES[rank] * popcount(hand & RANK << rank)
    return total


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """So many cards each, in the order of the deck, then one turned up; the deal goes round, and so
    does who begins.
    """
    hands = (0, 0, 0, 0, 0)
    place = rules.players * rules.hand
    for dealt in range(place):
        seat = owner(rules, number, dealt)
        hands = put(hands, seat, hands[seat] | 1 << deck[dealt])
    top, first = deck[place], (number - 1) % rules.players
    state = State(
        hands=hands, top=top, suit=top // 13, next=place + 1, drawn=0, passed=0, turn=first
    )
    round = Round(rules, number, deck)
    return round, settled(round, state)


def without(round: Round, state: State) -> Action:
    """What who has nothing that fits must do: draw, or pass; NONE where the game is a draw for
    it.
    """
    more = draws(round.rules.draw, state.drawn)
    if more and state.next == 52:
        return PASS if round.rules.empty else NONE
    return DRAW if more else PASS


def settled(round: Round, state: State) -> State:
    """The state itself; the round is over where a card is needed from an empty stock, or all have
    passed there.
    """
    stuck = (
        not state.hands[state.turn] & fitting(state.top, state.suit)
        and without(round, state) == NONE
    )
    if stuck or state.passed == round.rules.players:
        return state._replace(turn=NOBODY)
    return state


def legal(round: Round, state: State, seat: Seat) -> Mask:
    """The cards this seat may lay, else a draw or a pass, or the suits it may name; 0 when it may
    not act.
    """
    if seat != state.turn:
        return 0
    if state.suit == UNNAMED:
        return SUITS_TO_NAME
    playable = state.hands[seat] & fitting(state.top, state.suit)
    if playable:
        return playable
    return 1 << without(round, state)


def free(round: Round, state: State) -> Mask:
    """The cards that lack nothing: who holds one may lay it now."""
    return 0 if state.suit == UNNAMED else fitting(state.top, state.suit)


def must(round: Round, state: State) -> Mask:
    """Of these the turn's seat holds one: with no card to draw and none that fits, the round would
    be over.
    """
    if state.suit != UNNAMED and without(round, state) == NONE:
        return fitting(state.top, state.suit)
    return 0


def lacks(round: Round, state: State, action: Action) -> Mask:
    """Only who holds none of these may act so: what fits is free, a draw or a pass needs that
    nothing fits.
    """
    if action < 52:
        return 0 if free(round, state) >> action & 1 else ALL
    if action >= NAME:
        return 0 if state.suit == UNNAMED else ALL
    if state.suit == UNNAMED or action != without(round, state):
        return ALL
    return fitting(state.top, state.suit)


def apply(round: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action."""
    rules, hand = round.rules, state.hands[seat]
    after = (seat + 1) % rules.players
    if action == DRAW:
        hands = put(state.hands, seat, hand | 1 << round.deck[state.next])
        return settled(
            round, state._replace(hands=hands, next=state.next + 1, drawn=state.drawn + 1)
        )
    if action == PASS:
        passed = state.passed + 1 if state.next == 52 else 0
        return settled(round, state._replace(drawn=0, passed=passed, turn=after))
    if action >= NAME:
        return settled(round, state._replace(suit=action - NAME, drawn=0, turn=after))
    hand = hand & ~(1 << action)
    state = state._replace(
        hands=put(state.hands, seat, hand), top=action, suit=action // 13, passed=0
    )
    if hand == 0:
        return state._replace(turn=NOBODY)
    if rules.eights and EIGHTS >> action & 1:
        return state._replace(suit=UNNAMED)
    return settled(round, state._replace(drawn=0, turn=after))


def drawn_game(round: Round, state: State) -> bool:
    """Whether the round has ended as a drawn game: nobody is out, and not all have passed."""
    out = 0
    for seat in range(round.rules.players):
        if state.hands[seat] == 0:
            out += 1
    return state.turn == NOBODY and state.passed < round.rules.players and out == 0


def points(round: Round, state: State) -> Five:
    """What each seat pays for the cards it holds; nothing in a drawn game."""
    hands = state.hands
    if drawn_game(round, state):
        return 0, 0, 0, 0, 0
    return worth(hands[0]), worth(hands[1]), worth(hands[2]), worth(hands[3]), worth(hands[4])


def goal(rules: Rules) -> int:
    """The total at which a match is over; 0 where it is one round."""
    return rules.target


def length(rules: Rules) -> int:
    """A match of one round, where there is no target."""
    return 0 if rules.target else 1


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    """The seats with the lowest total once somebody has reached the target, or after one round; 0
    while the match goes on.
    """
    return fewest(totals, rules.target)


def shown(round: Round, state: State, seat: Seat) -> Shown:
    """What a seat, or the spectator, sees of the table."""
    hands = state.hands
    return Shown(
        hand=0 if seat == SPECTATOR else hands[seat],
        counts=(
            popcount(hands[0]),
            popcount(hands[1]),
            popcount(hands[2]),
            popcount(hands[3]),
            popcount(hands[4]),
        ),
        turn=state.turn,
        turned=round.deck[round.rules.players * round.rules.hand],
        top=state.top,
        suit=state.suit,
        stock=52 - state.next,
        drawn=state.drawn,
        passed=state.passed,
    )


def veil(
    round: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """An action as a seat sees it, and the card it brought: only who draws sees what."""
    if action == DRAW:
        return action, round.deck[before.next] if seat == actor else HIDDEN
    return action, NONE
