"""Straights: four players build the suits outwards from the sevens; a player without a legal play
discards a card and pays its points.

Seed texts 001 and 002, section 3, and section 4 for the points. Ace is low, king and ace do not
touch. The functions are in the pure dialect (docs/design.md), so they are compiled unchanged.
"""

from typing import Annotated, Literal, NamedTuple

from parlour.cards import (
    ALL,
    HIDDEN,
    NOBODY,
    NONE,
    RANK,
    SPECTATOR,
    Action,
    Card,
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

EXTRA: tuple[str, ...] = ()  # every action is a card: played if it fits, else discarded

SEVENS: Mask = RANK << 6
SEVEN_OF_SPADES: Card = 45

# points of the ranks, by the option `values`: the rank itself, or ten for courts
COSTS = range(1, 14), (*range(1, 11), 10, 10, 10)
DIGITS = tuple(
    tuple(sum((costs[rank] >> bit & 1) * RANK << rank for rank in range(13)) for bit in range(4))
    for costs in COSTS
)


BEST: Literal["fewest", "most"] = "fewest"  # points


class Rules(NamedTuple):
    """The house rules; the defaults are the assignment's text. docs/rules.md has a row for each."""

    edition: Annotated[int, range(1, 2)] = 1
    target: Annotated[int, range(1, 100_001)] = 80
    opens: Annotated[int, "7S", "any-seven"] = 0
    discards: Annotated[int, "shown", "hidden"] = 0
    values: Annotated[int, "rank", "courts-ten"] = 0


class Round(NamedTuple):
    """The values that are fixed during a round."""

    rules: Rules
    number: int


class State(NamedTuple):
    """The cards, and the seat in turn; each card is in one hand, discarded by one seat, or on the
    table.
    """

    hands: Masks
    discarded: Masks
    table: Mask
    turn: Seat  # NOBODY if the round is over


class Shown(NamedTuple):
    """The part of the table that one seat sees: its own hand, and public facts."""

    hand: Mask  # one's own
    counts: Four  # cards in each hand
    turn: Seat
    table: Annotated[Mask, Placed("tracks", by="suit")]
    # the discards that this seat may see; all of them after the round
    thrown: Annotated[Masks, Placed("row", by="seat")]
    discards: Annotated[Four, Placed("badge", by="seat")]  # the number of discards of each seat
    # the points of `thrown`
    points: Annotated[Four, Placed("badge", by="seat")]


def seats(_rules: Rules) -> int:
    """The number of players."""
    return 4


def fits(_rules: Rules) -> str:
    """The reason why these options exclude each other; empty, since all combinations are
    allowed.
    """
    return ""


def dealt_to(_rules: Rules, _number: int, place: int) -> Seat:
    """The seat to which a place of the deck is dealt."""
    return place // 13


def opening(opens: int) -> Mask:
    """The cards that may be played first."""
    return SEVENS if opens else 1 << SEVEN_OF_SPADES


def neighbours(played: Mask) -> Mask:
    """The cards next in rank to these, in their suits."""
    return (played & ~(RANK << 12)) << 1 | (played & ~RANK) >> 1


def playable(table: Mask, first: Mask) -> Mask:
    """The cards that may be played now, from any hand; `first` if the table is empty."""
    if table == 0:
        return first
    return (SEVENS | neighbours(table)) & ~table


def choices(hand: Mask, fitting: Mask) -> Mask:
    """The legal plays if there are any (3.1), else any card as a discard (3.2)."""
    return hand & fitting if hand & fitting else hand


def worth(values: int, discarded: Mask) -> int:
    """The points of a set of discards: by rank, ace 1 to king 13, or with courts ten. They are
    added bit by bit of each card's points.
    """
    total = 0
    for bit in range(4):
        total += popcount(discarded & DIGITS[values][bit]) << bit
    return total


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """Deal thirteen cards each, in the order of the deck; the holder of the seven of spades
    begins.
    """
    hands = thirteen_each(deck)
    turn = holder(hands, SEVEN_OF_SPADES)
    return Round(rules, number), State(hands=hands, discarded=(0, 0, 0, 0), table=0, turn=turn)


def free(round_: Round, state: State) -> Mask:
    """The cards that any seat holding them may play now."""
    return playable(state.table, opening(round_.rules.opens))


def legal(round_: Round, state: State, seat: Seat) -> Mask:
    """The cards that this seat may play or discard now; 0 if it may not act."""
    if seat != state.turn:
        return 0
    return choices(state.hands[seat], free(round_, state))


def must(_round: Round, state: State) -> Mask:
    """The seven of spades before the first play, which its holder makes; else 0."""
    return 0 if state.table else 1 << SEVEN_OF_SPADES


def lacks(round_: Round, state: State, action: Action) -> Mask:
    """The cards that exclude this action: none for a play, all fitting cards for a discard, all 52
    if no discard is allowed.
    """
    fitting = free(round_, state)
    if fitting >> action & 1:
        return 0
    if fitting:
        return fitting
    return ALL


def apply(round_: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action."""
    card = 1 << action
    hands = put(state.hands, seat, state.hands[seat] & ~card)
    after = (seat + 1) % 4
    turn = after if hands[after] else NOBODY
    if lacks(round_, state, action):
        return state._replace(
            hands=hands,
            turn=turn,
            discarded=put(state.discarded, seat, state.discarded[seat] | card),
        )
    return state._replace(hands=hands, turn=turn, table=state.table | card)


def points(round_: Round, state: State) -> Four:
    """The points of each seat's discards so far (4)."""
    values = round_.rules.values
    discarded = state.discarded
    return (
        worth(values, discarded[0]),
        worth(values, discarded[1]),
        worth(values, discarded[2]),
        worth(values, discarded[3]),
    )


def goal(rules: Rules) -> int:
    """The total at which a match is over."""
    return rules.target


def finish(rules: Rules, _number: int, totals: tuple[int, ...]) -> Mask:
    """The seats with the lowest total once a total has reached the target; 0 while the match
    continues.
    """
    return fewest(totals, rules.target)


def decided(rules: Rules, shown: Shown) -> int:
    """Whether no card of anybody can fit any more, as the open discards show: 1 or 0."""
    thrown = shown.thrown
    gone = thrown[0] | thrown[1] | thrown[2] | thrown[3]
    return 0 if playable(shown.table, opening(rules.opens)) & ~gone else 1


def shown(round_: Round, state: State, seat: Seat) -> Shown:
    """The part of the table that a seat, or SPECTATOR, sees."""
    discarded = state.discarded
    counts = (
        popcount(state.hands[0]),
        popcount(state.hands[1]),
        popcount(state.hands[2]),
        popcount(state.hands[3]),
    )
    discards = (
        popcount(discarded[0]),
        popcount(discarded[1]),
        popcount(discarded[2]),
        popcount(discarded[3]),
    )
    if round_.rules.discards and state.turn != NOBODY:
        discarded = (0, 0, 0, 0) if seat == SPECTATOR else put((0, 0, 0, 0), seat, discarded[seat])
    return Shown(
        hand=0 if seat == SPECTATOR else state.hands[seat],
        counts=counts,
        turn=state.turn,
        table=state.table,
        thrown=discarded,
        discards=discards,
        points=points(round_, state._replace(discarded=discarded)),
    )


def veil(
    round_: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """The action as a seat sees it, and NONE as no card is drawn; another seat's hidden discard is
    HIDDEN.
    """
    if round_.rules.discards and seat != actor and lacks(round_, before, action):
        return HIDDEN, NONE
    return action, NONE
