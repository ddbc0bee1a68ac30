"""Hearts: four players, thirteen tricks; hearts and the queen of spades cost points for the winner
of their trick.

Seed text 004; the options have OpenSpiel's names if it has them. Ace is high. The functions are in
the pure dialect (docs/design.md), so they are compiled unchanged.
"""

from typing import Annotated, Literal, NamedTuple

from parlour.cards import (
    ALL,
    NOBODY,
    NONE,
    SPECTATOR,
    SUIT,
    UNSEEN,
    Action,
    Card,
    Cards,
    Deck,
    Four,
    Mask,
    Masks,
    Placed,
    Seat,
    fewest,
    holder,
    popcount,
    put,
    thirteen_each,
)
from parlour.tricks import NO_TRUMP, winner

EXTRA: tuple[str, ...] = ("old-moon", "new-moon")  # if the rules let the shooter choose
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
    """The values that are fixed during a round."""

    rules: Rules
    number: int


class State(NamedTuple):
    """The cards and the turn. Each card is in a hand, being passed, in the trick, or won."""

    hands: Masks
    passed: Masks  # the cards that each seat passes, also after they are received
    taken: Masks  # the cards of the tricks that each seat has won
    trick: Cards  # the card before each seat, or NONE
    last: Cards  # the trick before; `leader` won it
    leader: Seat  # of this trick; NOBODY during the pass
    turn: Seat  # NOBODY during the pass and after the round
    broken: int  # 1 if hearts are broken
    moon: int  # the way to score it: OLD, NEW or CHOOSE


class Shown(NamedTuple):
    """The part of the table that one seat sees: its own hand and passed cards, and public facts."""

    hand: Mask  # one's own
    counts: Four  # cards in each hand; thirteen during the pass
    turn: Seat
    leader: Seat  # of this trick, and winner of the last; NOBODY during the pass
    trick: Annotated[Cards, Placed("trick", by="seat", order="leader", before="last")]  # or NONE
    last: Cards  # the trick before
    taken: Annotated[Masks, Placed("backs", by="seat")]
    points: Annotated[Four, Placed("badge", by="seat")]  # so far
    broken: Annotated[int, Placed("fact")]
    passing: int  # to the seat after (1), across (2), or before (3); 0 if nothing is passed now
    passed: Annotated[Mask, Placed("row")]  # the cards that this seat has passed
    received: Mask  # and those that it has received


def seats(_rules: Rules) -> int:
    """The number of players."""
    return 4


def fits(_rules: Rules) -> str:
    """Why these options exclude each other; empty, since all combinations are allowed."""
    return ""


def dealt_to(_rules: Rules, _number: int, place: int) -> Seat:
    """The seat to which a place of the deck is dealt."""
    return place // 13


def pass_offset(rules: Rules, number: int) -> int:
    """The number of seats by which cards are passed in hand `number`; 0 for no pass."""
    if not rules.pass_cards:
        return 0
    if rules.pass_cycle:
        return 1
    return (0, 1, 3, 2)[number % 4]


def strength(card: Card) -> int:
    """The rank with the ace high."""
    return (card + 12) % 13


def follows(hand: Mask, led: Mask, pointless: bool) -> Mask:
    """The cards that may follow a suit; in a pointless trick, those without points if possible."""
    if hand & led:
        return hand & led
    if pointless and hand & ~POINTED:
        return hand & ~POINTED
    return hand


def leads(hand: Mask, first: Mask) -> Mask:
    """The cards that may be led: no hearts while the hand has one of `first`."""
    return hand & ~HEARTS if hand & first else hand


def worth(values: int, taken: Mask) -> int:
    """The points of cards: a heart 1, the queen 13; or hearts by rank (2 to 14), the queen 25."""
    if not values:
        return popcount(taken & HEARTS) + 13 * (taken >> QUEEN & 1)
    total = 25 * (taken >> QUEEN & 1)
    for card in range(26, 39):
        total += (strength(card) + 2) * (taken >> card & 1)
    return total


def shooter(taken: Four) -> Seat:
    """The seat with all hearts and the queen; NOBODY if there is none."""
    for seat in range(4):
        if taken[seat] & POINTED == POINTED:
            return seat
    return NOBODY


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """Deal thirteen cards each; then all pass, or the holder of the two of clubs begins."""
    hands = thirteen_each(deck)
    first = NOBODY if pass_offset(rules, number) else holder(hands, TWO_OF_CLUBS)
    return Round(rules, number), State(
        hands, NOTHING, NOTHING, EMPTY, EMPTY, leader=first, turn=first, broken=0, moon=rules.moon
    )


def undecided(state: State) -> bool:
    """Whether the pass is not complete."""
    return state.leader == NOBODY


def choosing(state: State) -> bool:
    """Whether a shooter has to choose the moon."""
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
    """All cards of the suit of the trick."""
    return SUIT << state.trick[state.leader] // 13 * 13


def pointless(rules: Rules, state: State) -> bool:
    """Whether points may not be played to this trick."""
    return rules.no_pts_on_first_trick == 1 and first_trick(state)


def before_hearts(rules: Rules, broken: int) -> Mask:
    """The cards that must be led before any heart."""
    if broken or not rules.must_break_hearts:
        return 0
    if rules.can_lead_hearts_instead_of_qs:
        return ALL & ~POINTED
    return ALL & ~HEARTS


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    """The cards that this seat may pass or play now, or the moons to choose from; else 0."""
    rules, hand = round_.rules, state.hands[seat]
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


def free(round_: Round, state: State) -> Mask:
    """The cards that any seat holding them may pass or play now."""
    if undecided(state):
        return ALL
    if choosing(state):
        return 0
    if not leading(state):
        return led(state)
    if first_trick(state):
        return opening(round_.rules)
    if before_hearts(round_.rules, state.broken):
        return ALL & ~HEARTS
    return ALL


def must(_round: Round, state: State) -> Mask:
    """The two of clubs before the first lead, which its holder makes; else 0."""
    if state.turn != NOBODY and leading(state) and first_trick(state):
        return 1 << TWO_OF_CLUBS
    return 0


def lacks(round_: Round, state: State, action: Action) -> Mask:
    """The cards that exclude this action, since they must be played before it."""
    if action >= 52:
        return 0 if choosing(state) else ALL
    if free(round_, state) >> action & 1:
        return 0
    if choosing(state) or (leading(state) and first_trick(state)):
        return ALL
    if leading(state):
        return before_hearts(round_.rules, state.broken)
    if pointless(round_.rules, state) and POINTED >> action & 1:
        return ALL & ~POINTED
    return led(state)


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action."""
    if action >= 52:
        return state._replace(moon=action - 52, turn=NOBODY)
    state = state._replace(hands=put(state.hands, seat, state.hands[seat] & ~(1 << action)))
    if undecided(state):
        passed = put(state.passed, seat, state.passed[seat] | 1 << action)
        return received(round_, state._replace(passed=passed))
    return played(round_, state, seat, action)


def received(round_: Round, state: State) -> State:
    """The state after a choice to pass: after the twelfth, all seats receive, and play begins."""
    passed, offset = state.passed, pass_offset(round_.rules, round_.number)
    if popcount(passed[0] | passed[1] | passed[2] | passed[3]) < 12:
        return state
    hands = state.hands
    for giver in range(4):
        taker = (giver + offset) % 4
        hands = put(hands, taker, hands[taker] | passed[giver])
    first = holder(hands, TWO_OF_CLUBS)
    return state._replace(hands=hands, leader=first, turn=first)


def breakers(rules: Rules, led: Mask) -> Mask:
    """The cards that break hearts in a trick of suit `led`: discarded hearts, perhaps the queen."""
    return HEARTS & ~led | rules.qs_breaks_hearts << QUEEN


def played(round_: Round, state: State, seat: Seat, card: Card) -> State:
    """The state after a card is played; after the last, a shooter may have to choose the moon."""
    trick, after = put(state.trick, seat, card), (seat + 1) % 4
    state = state._replace(trick=trick, turn=after)
    state = state._replace(broken=state.broken | breakers(round_.rules, led(state)) >> card & 1)
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


def points(round_: Round, state: State) -> Four:
    """The points of each seat so far."""
    return scores(round_.rules, state.taken, state.moon)


def scores(rules: Rules, taken: Four, moon: int) -> Four:
    """The points of the cards that each seat has won, with the moon and the bonuses."""
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


def finish(rules: Rules, _number: int, totals: tuple[int, ...]) -> Mask:
    """The seats with the lowest total once a total has reached the target; else 0."""
    return fewest(totals, rules.target)


def decided(rules: Rules, shown: Shown) -> int:
    """Whether no card that is left can change the points, as the tricks show: 1 or 0."""
    taken, counts = shown.taken, shown.counts
    if counts[0] + counts[1] + counts[2] + counts[3] == 0:  # a shooter may choose the moon
        return 0
    every = taken[0] | taken[1] | taken[2] | taken[3]
    if (POINTED | rules.jd_bonus << JACK_OF_DIAMONDS) & ~every:
        return 0
    bonus = rules.avoid_all_tricks_bonus and shooter(taken) == NOBODY
    return 0 if bonus and not (taken[0] and taken[1] and taken[2] and taken[3]) else 1


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    """The part of the table that a seat, or SPECTATOR, sees."""
    hands, offset = state.hands, pass_offset(round_.rules, round_.number)
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
        points=points(round_, state),
        broken=state.broken,
        passing=passing,
        passed=passed,
        received=received,
    )


def veil(
    _round: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """The action as a seat sees it, and NONE as no card is drawn; another seat's pass is UNSEEN."""
    if undecided(before) and seat != actor:
        return UNSEEN, NONE
    return action, NONE
