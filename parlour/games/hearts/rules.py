"""Hearts: four players, thirteen tricks; who wins hearts or the queen of spades pays for them.

Seed text 004; the options are named as OpenSpiel names them where it has them. Ace is high. The
functions are in the pure dialect (docs/design.md), so that they compile as they stand.
"""

from typing import Annotated, Literal, NamedTuple

from parlour.cards import (
    ALL,
    NOBODY,
    NONE,
    SPECTATOR,
    SUIT,
    UNTOLD,
    Action,
    Card,
    Cards,
    Deck,
    Four,
    Lies,
    Mask,
    Masks,
    Seat,
    fewest,
    holder,
    popcount,
    put,
    thirteen_each,
)
from parlour.tricks import NO_TRUMP, winner

EXTRA: tuple[str, ...] = ("old-moon", "new-moon")  # where the rules let the shooter choose
OLD, NEW, CHOOSE = 0, 1, 2  # values of `moon`
MOONS: Mask = 3 << 52

CLUBS: Mask = SUIT
HEARTS: Mask = SUIT << 26
TWO_OF_CLUBS: Card = 1
JACK_OF_DIAMONDS: Card = 23
QUEEN: Card = 50  # of spades
POINTED: Mask = HEARTS | 1 << QUEEN

NOTHING: Four = (0, 0, 0, 0)
EMPTY: Four = (NONE, NONE, NONE, NONE)


BEST: Literal["fewest", "most"] = "fewest"  # points


class Rules(NamedTuple):
    """The house rules; the defaults are the assignment's text. docs/rules.md has a row for each."""

    edition: Annotated[int, range(1, 2)] = 1
    target: Annotated[int, range(1, 100_001)] = 100
    pass_cards: Annotated[int, "no", "yes"] = 1
    pass_cycle: Annotated[int, "left-right-across-keep", "left"] = 0
    no_pts_on_first_trick: Annotated[int, "no", "yes"] = 0
    can_lead_any_club: Annotated[int, "no", "yes"] = 0
    must_break_hearts: Annotated[int, "no", "yes"] = 1
    qs_breaks_hearts: Annotated[int, "no", "yes"] = 0
    can_lead_hearts_instead_of_qs: Annotated[int, "no", "yes"] = 0
    jd_bonus: Annotated[int, "no", "yes"] = 0
    avoid_all_tricks_bonus: Annotated[int, "no", "yes"] = 0
    moon: Annotated[int, "old", "new", "choose"] = 0
    values: Annotated[int, "standard", "spot"] = 0


class Round(NamedTuple):
    """What stays fixed while a round lasts."""

    rules: Rules
    number: int


class State(NamedTuple):
    """Each card is in one hand, chosen to be passed and not yet received, in the trick, or won by
    one seat.
    """

    hands: Masks
    passed: Masks  # what each seat has chosen; kept when all have received
    taken: Masks  # the cards of the tricks each seat has won
    trick: Cards  # the card before each seat, or NONE
    last: Cards  # the trick before; `leader` won it
    leader: Seat  # of this trick; NOBODY while they pass
    turn: Seat  # NOBODY while they pass, and when the round is over
    broken: int  # 1 when hearts are
    moon: int  # as it is to be scored


class Shown(NamedTuple):
    """What one seat sees; all of it that is another's has been played before everybody."""

    hand: Mask  # one's own
    counts: Four  # cards in each hand; thirteen while any may still be passed
    turn: Seat
    leader: Seat  # of this trick, and winner of the last; NOBODY while they pass
    # the card before each seat, or NONE
    trick: Annotated[Cards, Lies("trick", by="seat", order="leader", before="last")]
    last: Cards  # the trick before
    taken: Annotated[Masks, Lies("backs", by="seat")]
    points: Annotated[Four, Lies("badge", by="seat")]  # so far
    broken: Annotated[int, Lies("fact")]
    # to whom all pass now: 1 the seat after, 2 across, 3 the seat before; 0 when nobody does
    passing: int
    passed: Annotated[Mask, Lies("row")]  # what this seat has passed
    received: Mask  # and what it was passed


def seats(rules: Rules) -> int:
    """How many play."""
    return 4


def fits(rules: Rules) -> str:
    """Why these options do not go together; empty, since any of them do."""
    return ""


def owner(rules: Rules, number: int, place: int) -> Seat:
    """Whose card lies at a place of the deck."""
    return place // 13


def pass_offset(rules: Rules, number: int) -> int:
    """How many seats on the cards are passed in hand `number`; 0 where they are kept."""
    if not rules.pass_cards:
        return 0
    if rules.pass_cycle:
        return 1
    return (0, 1, 3, 2)[number % 4]


def strength(card: Card) -> int:
    """The rank with the ace high."""
    return (card + 12) % 13


def follows(hand: Mask, led: Mask, pointless: bool) -> Mask:
    """The cards that may follow a suit; on a pointless trick no points while there is anything
    else.
    """
    if hand & led:
        return hand & led
    if pointless and hand & ~POINTED:
        return hand & ~POINTED
    return hand


def leads(hand: Mask, first: Mask) -> Mask:
    """The cards that may be led: hearts only when nothing is held that must be led first."""
    return hand & ~HEARTS if hand & first else hand


def worth(values: int, taken: Mask) -> int:
    """What a set of cards costs: a heart 1 and the queen 13, or hearts two to ace 2 to 14 and the
    queen 25.
    """
    if not values:
        return popcount(taken & HEARTS) + 13 * (taken >> QUEEN & 1)
    total = 25 * (taken >> QUEEN & 1)
    for card in range(26, 39):
        total += (strength(card) + 2) * (taken >> card & 1)
    return total


def shooter(taken: Four) -> Seat:
    """Who has made the moon, all hearts and the queen; NOBODY if nobody has."""
    for seat in range(4):
        if taken[seat] & POINTED == POINTED:
            return seat
    return NOBODY


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """Thirteen cards each, in the order of the deck; then all pass, or the holder of the two of
    clubs begins.
    """
    hands = thirteen_each(deck)
    first = NOBODY if pass_offset(rules, number) else holder(hands, TWO_OF_CLUBS)
    return Round(rules, number), State(
        hands=hands,
        passed=NOTHING,
        taken=NOTHING,
        trick=EMPTY,
        last=EMPTY,
        leader=first,
        turn=first,
        broken=0,
        moon=rules.moon,
    )


def undecided(state: State) -> bool:
    """Whether somebody has still to choose."""
    return state.leader == NOBODY


def choosing(state: State) -> bool:
    """Whether a shooter has still to say which moon it is."""
    return state.turn != NOBODY and state.hands[state.turn] == 0


def leading(state: State) -> bool:
    """Whether the next card leads a trick."""
    return state.trick[state.leader] == NONE


def first_trick(state: State) -> bool:
    """Whether no trick has been won yet."""
    return state.taken[0] | state.taken[1] | state.taken[2] | state.taken[3] == 0


def opening(rules: Rules) -> Mask:
    """The cards that may be led to the first trick."""
    return CLUBS if rules.can_lead_any_club else 1 << TWO_OF_CLUBS


def led(state: State) -> Mask:
    """The suit of the trick."""
    return SUIT << state.trick[state.leader] // 13 * 13


def pointless(rules: Rules, state: State) -> bool:
    """Whether points may not fall on this trick."""
    return rules.no_pts_on_first_trick == 1 and first_trick(state)


def before_hearts(rules: Rules, broken: int) -> Mask:
    """The cards that must be led before any heart."""
    if broken or not rules.must_break_hearts:
        return 0
    if rules.can_lead_hearts_instead_of_qs:
        return ALL & ~POINTED
    return ALL & ~HEARTS


def legal(round: Round, state: State, seat: Seat) -> Mask:
    """The cards this seat may pass or play now, or the moons to choose from; 0 when it may not
    act.
    """
    rules, hand = round.rules, state.hands[seat]
    if undecided(state):
        return hand if popcount(state.passed[seat]) < 3 else 0
    if seat != state.turn:
        return 0
    if choosing(state):
        return MOONS
    if not leading(state):
        return follows(hand, led(state), pointless(rules, state))
    if first_trick(state):
        return hand & opening(rules)
    return leads(hand, before_hearts(rules, state.broken))


def free(round: Round, state: State) -> Mask:
    """The cards that lack nothing: who holds one may pass or play it now."""
    if undecided(state):
        return ALL
    if choosing(state):
        return 0
    if not leading(state):
        return led(state)
    if first_trick(state):
        return opening(round.rules)
    if before_hearts(round.rules, state.broken):
        return ALL & ~HEARTS
    return ALL


def must(round: Round, state: State) -> Mask:
    """Of these the turn's seat holds one: the two of clubs opens."""
    if state.turn != NOBODY and leading(state) and first_trick(state):
        return 1 << TWO_OF_CLUBS
    return 0


def lacks(round: Round, state: State, action: Action) -> Mask:
    """Only who holds none of these may act so: what must be played before this card."""
    if action >= 52:
        return 0 if choosing(state) else ALL
    if free(round, state) >> action & 1:
        return 0
    if choosing(state) or (leading(state) and first_trick(state)):
        return ALL
    if leading(state):
        return before_hearts(round.rules, state.broken)
    if pointless(round.rules, state) and POINTED >> action & 1:
        return ALL & ~POINTED
    return led(state)


def apply(round: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action."""
    if action >= 52:
        return state._replace(moon=action - 52, turn=NOBODY)
    state = state._replace(hands=put(state.hands, seat, state.hands[seat] & ~(1 << action)))
    if undecided(state):
        return received(
            round, state._replace(passed=put(state.passed, seat, state.passed[seat] | 1 << action))
        )
    return played(round, state, seat, action)


def received(round: Round, state: State) -> State:
    """When all twelve cards are chosen everybody receives at once, and the holder of the two of
    clubs begins.
    """
    passed, offset = state.passed, pass_offset(round.rules, round.number)
    if popcount(passed[0] | passed[1] | passed[2] | passed[3]) < 12:
        return state
    hands = state.hands
    for giver in range(4):
        taker = (giver + offset) % 4
        hands = put(hands, taker, hands[taker] | passed[giver])
    first = holder(hands, TWO_OF_CLUBS)
    return state._replace(hands=hands, leader=first, turn=first)


def breakers(rules: Rules, led: Mask) -> Mask:
    """The cards that break hearts in a trick of this suit: hearts thrown on another, and the queen
    where the rules say so.
    """
    return HEARTS & ~led | rules.qs_breaks_hearts << QUEEN


def played(round: Round, state: State, seat: Seat, card: Card) -> State:
    """A card is led or follows; the fourth ends the trick, and the last trick the round but for a
    moon to choose.
    """
    trick, after = put(state.trick, seat, card), (seat + 1) % 4
    state = state._replace(trick=trick, turn=after)
    state = state._replace(broken=state.broken | breakers(round.rules, led(state)) >> card & 1)
    if trick[after] == NONE:
        return state
    best = winner(trick, state.leader, NO_TRUMP)
    won = 1 << trick[0] | 1 << trick[1] | 1 << trick[2] | 1 << trick[3]
    taken = put(state.taken, best, state.taken[best] | won)
    turn = NOBODY
    if state.hands[best]:
        turn = best
    elif state.moon == CHOOSE:
        turn = shooter(taken)
    return state._replace(taken=taken, trick=EMPTY, last=trick, leader=best, turn=turn)


def points(round: Round, state: State) -> Four:
    """What each seat has to pay so far."""
    return scores(round.rules, state.taken, state.moon)


def scores(rules: Rules, taken: Four, moon: int) -> Four:
    """What the cards that each seat has won cost, with a moon that is made, and the bonuses."""
    by = shooter(taken)
    over = popcount(taken[0] | taken[1] | taken[2] | taken[3]) == 52
    costs = NOTHING
    for seat in range(4):
        cost = worth(rules.values, taken[seat])
        if by != NOBODY and moon == OLD:
            cost = 0 if seat == by else worth(rules.values, POINTED)
        if seat == by and moon == NEW:
            cost = -cost
        if rules.jd_bonus:
            cost -= 10 * (taken[seat] >> JACK_OF_DIAMONDS & 1)
        if rules.avoid_all_tricks_bonus and over and by == NOBODY and taken[seat] == 0:
            cost -= 5
        costs = put(costs, seat, cost)
    return costs


def goal(rules: Rules) -> int:
    """The total at which a match is over."""
    return rules.target


def finish(rules: Rules, number: int, totals: tuple[int, ...]) -> Mask:
    """The seats with the lowest total once somebody has reached the target; 0 while the match goes
    on.
    """
    return fewest(totals, rules.target)


def shown(round: Round, state: State, seat: Seat) -> Shown:
    """What a seat, or the spectator, sees of the table."""
    hands, offset = state.hands, pass_offset(round.rules, round.number)
    counts = popcount(hands[0]), popcount(hands[1]), popcount(hands[2]), popcount(hands[3])
    hand, passing, passed, received = 0, 0, 0, 0
    if undecided(state):
        counts, passing = (13, 13, 13, 13), offset
    if seat != SPECTATOR:
        hand, passed = hands[seat], state.passed[seat]
        if not undecided(state):
            received = state.passed[(seat - offset) % 4]
    return Shown(
        hand=hand,
        counts=counts,
        turn=state.turn,
        leader=state.leader,
        trick=state.trick,
        last=state.last,
        taken=state.taken,
        points=points(round, state),
        broken=state.broken,
        passing=passing,
        passed=passed,
        received=received,
    )


def veil(
    round: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """An action as a seat sees it: nobody is told of another's pass, not even that it was made."""
    if undecided(before) and seat != actor:
        return UNTOLD, NONE
    return action, NONE
