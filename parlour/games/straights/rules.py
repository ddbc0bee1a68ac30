"""Straights: four players lay cards beside the sevens; who cannot, throws one away and pays for it.

Seed texts 001 and 002, section 3, and section 4 for the points. Ace is low, king and ace do not
touch. The functions are in the pure dialect (docs/design.md), so that they compile as they stand.
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

EXTRA: tuple[str, ...] = ()  # every action is a card: laid where it fits, else thrown away

SEVENS: Mask = RANK << 6
SEVEN_OF_SPADES: Card = 45

# of the ranks, by `values`: as they count, or courts ten
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
    """What stays fixed while a round lasts."""

    rules: Rules
    number: int


class State(NamedTuple):
    """The cards, and whose turn it is; each card is in one hand, thrown by one seat, or on the
    table.
    """

    hands: Masks
    thrown: Masks
    table: Mask
    turn: Seat  # NOBODY when the round is over


class Shown(NamedTuple):
    """What one seat sees; all of it that is another's is public, or shown by the rules."""

    hand: Mask  # one's own
    counts: Four  # cards in each hand
    turn: Seat
    table: Annotated[Mask, Lies("tracks", by="suit")]
    # the discards this seat may see, everybody's when the round is over
    thrown: Annotated[Masks, Lies("row", by="seat")]
    discards: Annotated[Four, Lies("badge", by="seat")]  # how many each has thrown
    # what `thrown` is worth: only what this seat may see
    points: Annotated[Four, Lies("badge", by="seat")]


def seats(rules: Rules) -> int:
    """How many play."""
    return 4


def fits(rules: Rules) -> str:
    """Why these options do not go together; empty, since any of them do."""
    return ""


def owner(rules: Rules, number: int, place: int) -> Seat:
    """Whose card lies at a place of the deck."""
    return place // 13


def opening(opens: int) -> Mask:
    """The cards that may lie first."""
    return SEVENS if opens else 1 << SEVEN_OF_SPADES


def neighbours(laid: Mask) -> Mask:
    """The cards next in rank to these, in their suits."""
    return (laid & ~(RANK << 12)) << 1 | (laid & ~RANK) >> 1


def playable(table: Mask, first: Mask) -> Mask:
    """The cards that could be laid now, whoever holds them; `first` where nothing lies yet."""
    if table == 0:
        return first
    return (SEVENS | neighbours(table)) & ~table


def choices(hand: Mask, fitting: Mask) -> Mask:
    """A play if there is one (3.1), else any card as a discard (3.2)."""
    return hand & fitting if hand & fitting else hand


def worth(values: int, thrown: Mask) -> int:
    """What a set of discards costs: ranks, ace 1 to king 13; or courts ten. Bit by bit of what each
    card costs.
    """
    total = 0
    for bit in range(4):
        total += popcount(thrown & DIGITS[values][bit]) << bit
    return total


def deal(rules: Rules, deck: Deck, number: int) -> tuple[Round, State]:
    """Thirteen cards each, in the order of the deck; the holder of the seven of spades begins."""
    hands = thirteen_each(deck)
    turn = holder(hands, SEVEN_OF_SPADES)
    return Round(rules, number), State(hands=hands, thrown=(0, 0, 0, 0), table=0, turn=turn)


def free(round: Round, state: State) -> Mask:
    """The cards that lack nothing: who holds one may lay it now."""
    return playable(state.table, opening(round.rules.opens))


def legal(round: Round, state: State, seat: Seat) -> Mask:
    """The cards this seat may lay or throw now; 0 when it may not act."""
    if seat != state.turn:
        return 0
    return choices(state.hands[seat], free(round, state))


def must(round: Round, state: State) -> Mask:
    """Of these the turn's seat holds one: the seven of spades opens."""
    laid = state.table | state.thrown[0] | state.thrown[1] | state.thrown[2] | state.thrown[3]
    return 0 if laid else 1 << SEVEN_OF_SPADES


def lacks(round: Round, state: State, action: Action) -> Mask:
    """Only who holds none of these may act so: a play is free, a discard needs that nothing
    fits.
    """
    fitting = free(round, state)
    if fitting >> action & 1:
        return 0
    if fitting:
        return fitting
    return ALL


def apply(round: Round, state: State, seat: Seat, action: Action) -> State:
    """The state after a legal action."""
    card = 1 << action
    hands = put(state.hands, seat, state.hands[seat] & ~card)
    after = (seat + 1) % 4
    turn = after if hands[after] else NOBODY
    if lacks(round, state, action):
        return state._replace(
            hands=hands, turn=turn, thrown=put(state.thrown, seat, state.thrown[seat] | card)
        )
    return state._replace(hands=hands, turn=turn, table=state.table | card)


def points(round: Round, state: State) -> Four:
    """What each seat's discards cost so far (4)."""
    values = round.rules.values
    thrown = state.thrown
    return (
        worth(values, thrown[0]),
        worth(values, thrown[1]),
        worth(values, thrown[2]),
        worth(values, thrown[3]),
    )


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
    thrown = state.thrown
    counts = (
        popcount(state.hands[0]),
        popcount(state.hands[1]),
        popcount(state.hands[2]),
        popcount(state.hands[3]),
    )
    discards = popcount(thrown[0]), popcount(thrown[1]), popcount(thrown[2]), popcount(thrown[3])
    if round.rules.discards and state.turn != NOBODY:
        thrown = (0, 0, 0, 0) if seat == SPECTATOR else put((0, 0, 0, 0), seat, thrown[seat])
    return Shown(
        hand=0 if seat == SPECTATOR else state.hands[seat],
        counts=counts,
        turn=state.turn,
        table=state.table,
        thrown=thrown,
        discards=discards,
        points=points(round, state._replace(thrown=thrown)),
    )


def veil(
    round: Round, before: State, seat: Seat, actor: Seat, action: Action
) -> tuple[Action, Card]:
    """An action as a seat sees it, and the card it brought: of others' hidden discards, only that
    they were made.
    """
    if round.rules.discards and seat != actor and lacks(round, before, action):
        return HIDDEN, NONE
    return action, NONE
