"""Random hands of Hearts, two at a time, so that the processor always has work for one of them.

A hand in play is the four hands of cards from the seat in turn on; the trick, with its suit, its
cards, the height of the best and the seat that played it, counted from the leader; the leader; and
whether hearts are broken (updated once in a trick). The cards that each seat has taken are in an
array. A hand takes 52 choices, eight from one random number, and twelve to pass, six from one.
"""

from typing import NamedTuple, TypeAlias

import numpy as np

from parlour.cards import NOBODY, NONE, SUIT, Action, Four, Mask, Masks, Seat, holder
from parlour.engine.arrays import Floats2, Ints, Ints2
from parlour.engine.bits import fill_random, lowest_bit, stream
from parlour.engine.choice import BLOCK, Played, log_action, pick, rotated, settle
from parlour.engine.deals import WORDS, decks_in_hands, four_hands, laid_out
from parlour.engine.jit import compiled
from parlour.games.hearts import rules as hearts
from parlour.tricks import height

PASS, LEAD, FOLLOW, DISCARD, MOON = 0, 1, 2, 3, 4  # contexts: rows of preferences
# indices of a game's random numbers
PASSING, TRICKS, CHOOSING, END = (
    WORDS,
    WORDS + 2,
    WORDS + 9,
    WORDS + 10,
)


class Trick(NamedTuple):
    """The cards of the trick so far."""

    suit: Mask
    pile: Mask
    best: Mask  # height of the best
    by: int  # the seat that played it, counted from the leader


class Playing(NamedTuple):
    """A hand in play."""

    hands: Masks  # from the seat in turn on
    trick: Trick
    leader: Seat
    broken: int


NO_TRICK = Trick(0, 0, 0, 0)
Two: TypeAlias = tuple[Playing, Playing]
Pair: TypeAlias = tuple[Mask, Mask]
Dice: TypeAlias = tuple[np.uint64, np.uint64]


@compiled(forceinline=True)
def three(hand: Mask, r: np.uint64, preferences: Floats2 | None) -> tuple[Mask, np.uint64]:
    """Three cards to pass, and the number for the next choice."""
    one, r = pick(hand, r, preferences, PASS)
    two, r = pick(hand ^ one, r, preferences, PASS)
    three, r = pick(hand ^ one ^ two, r, preferences, PASS)
    return one | two | three, r


@compiled(forceinline=True)
def given(hands: Masks, r: np.uint64, s: np.uint64, preferences: Floats2 | None) -> Masks:
    """The cards that each seat passes."""
    one, r = three(hands[0], r, preferences)
    two, _ = three(hands[1], r, preferences)
    third, s = three(hands[2], s, preferences)
    four, _ = three(hands[3], s, preferences)
    return one, two, third, four


@compiled(forceinline=True)
def received(hands: Masks, passed: Masks, pass_offset: int) -> Masks:
    """The hands after the pass by so many seats."""
    one, two, three, four = rotated(passed, -pass_offset & 3)
    return (
        hands[0] ^ passed[0] | one,
        hands[1] ^ passed[1] | two,
        hands[2] ^ passed[2] | three,
        hands[3] ^ passed[3] | four,
    )


@compiled(forceinline=True)
def begun(hands: Masks) -> Playing:
    """A hand before its first trick."""
    leader = holder(hands, hearts.TWO_OF_CLUBS)
    return Playing(rotated(hands, leader), NO_TRICK, leader, 0)


@compiled(forceinline=True)
def without(hands: Masks, card: Mask) -> Masks:
    """The hands from the next seat on, after the first has played a card."""
    return hands[1], hands[2], hands[3], hands[0] ^ card


@compiled(forceinline=True)
def led(
    round_: Playing, may: Mask, r: np.uint64, preferences: Floats2 | None
) -> tuple[Playing, np.uint64, Mask]:
    """A hand after a lead of one of these cards, the number for the next choice, and the card (a
    bit).
    """
    hands, _, leader, broken = round_
    card, r = pick(may, r, preferences, LEAD)
    suit = SUIT << lowest_bit(card) // 13 * 13
    return (
        Playing(without(hands, card), Trick(suit, card, height(card), 0), leader, broken),
        r,
        card,
    )


@compiled(forceinline=True)
def followed(
    round_: Playing, n: int, pointless: bool, r: np.uint64, preferences: Floats2 | None
) -> tuple[Playing, np.uint64, Mask]:
    """A hand after the n-th card that follows, the number for the next choice, and the card (a
    bit).
    """
    hands, (suit, pile, best, by), leader, broken = round_
    may = hearts.follows(hands[0], suit, pointless)
    card, r = pick(may, r, preferences, FOLLOW if may & suit else DISCARD)
    high = height(card & suit)
    if high > best:
        by = n
    return (
        Playing(
            without(hands, card), Trick(suit, pile | card, max(best, high), by), leader, broken
        ),
        r,
        card,
    )


@compiled(forceinline=True)
def won(rules: hearts.Rules, round_: Playing, taken: Ints, row: int) -> Playing:
    """A hand after a trick, whose cards are added to the row of `taken`."""
    hands, (suit, pile, _, by), leader, broken = round_
    broken |= int(pile & hearts.breakers(rules, suit) != 0)
    leader = leader + by & 3
    taken[row, leader] |= pile
    return Playing(rotated(hands, by), NO_TRICK, leader, broken)


@compiled(forceinline=True)
def may_lead(rules: hearts.Rules, round_: Playing) -> Mask:
    """The cards that may be led to any trick but the first."""
    return hearts.leads(round_.hands[0], hearts.before_hearts(rules, round_.broken))


@compiled(forceinline=True)
def paid(
    rules: hearts.Rules, taken: Ints, r: np.uint64, preferences: Floats2 | None
) -> tuple[Four, Mask]:
    """The points of each seat, and the moon that its shooter chose as an action (a bit; 0 for
    none).
    """
    four = taken[0], taken[1], taken[2], taken[3]
    choice = 0
    moon = rules.moon
    if moon == hearts.CHOOSE and hearts.shooter(four) != NOBODY:
        choice, _ = pick(hearts.MOONS, r, preferences, MOON)
        moon = lowest_bit(choice) - 52
    return hearts.scores(rules, four, moon), choice


@compiled(nogil=True)
def run_all(
    rules: hearts.Rules,
    number: int,
    seed: np.uint64,
    start: int,
    played: Played,
    preferences: Floats2 | None,
    log: Ints2 | None,
) -> None:
    """Play a batch of hands one by one, each hand `number` of a match, with optional preferences
    and log.
    """
    points, winners, moves = played
    words, taken = np.empty((END, 1), np.uint64), np.empty((1, 4), np.int64)
    pass_offset, opening, pointless = (
        hearts.pass_offset(rules, number),
        hearts.opening(rules),
        rules.no_pts_on_first_trick == 1,
    )
    for game in range(len(points)):
        fill_random(words, seed, start + game, start + game)
        hands = four_hands(words, 0)
        if log is not None:
            laid_out(hands, stream(seed, start + game), log[game])
        move = 0
        if pass_offset:
            passed = given(hands, words[PASSING, 0], words[PASSING + 1, 0], preferences)
            for seat in range(4):
                left = passed[seat]
                while left:
                    log_action(log, game, move, left)
                    left &= left - 1
                    move += 1
            hands = received(hands, passed, pass_offset)
        round_ = begun(hands)
        taken[:] = 0
        for trick in range(13):
            if trick & 1 == 0:
                r = words[TRICKS + trick // 2, 0]
            may = may_lead(rules, round_) if trick else round_.hands[0] & opening
            round_, r, card = led(round_, may, r, preferences)
            log_action(log, game, move, card)
            for n in range(1, 4):
                round_, r, card = followed(round_, n, pointless and trick == 0, r, preferences)
                log_action(log, game, move + n, card)
            round_ = won(rules, round_, taken, 0)
            move += 4
        costs, choice = paid(rules, taken[0], words[CHOOSING, 0], preferences)
        if choice:
            log_action(log, game, move, choice)
            move += 1
        moves[game] = move
        settle(points, winners, game, costs)


@compiled(forceinline=True)
def trick(
    rules: hearts.Rules, two: Two, may: Pair, pointless: bool, dice: Dice, taken: Ints
) -> tuple[Two, Dice]:
    """Two hands after a trick of each, whose leaders may lead these cards; and the numbers for
    their next choices.
    """
    a, b = two
    p, q = dice
    a, p, _ = led(a, may[0], p, None)
    b, q, _ = led(b, may[1], q, None)
    a, p, _ = followed(a, 1, pointless, p, None)
    b, q, _ = followed(b, 1, pointless, q, None)
    a, p, _ = followed(a, 2, pointless, p, None)
    b, q, _ = followed(b, 2, pointless, q, None)
    a, p, _ = followed(a, 3, pointless, p, None)
    b, q, _ = followed(b, 3, pointless, q, None)
    return (won(rules, a, taken, 0), won(rules, b, taken, 1)), (p, q)


@compiled(nogil=True)
def play_all(rules: hearts.Rules, number: int, seed: np.uint64, start: int, played: Played) -> None:
    """Play a batch of random hands, each hand `number` of a match. If their number is odd, the last
    hand is played again.
    """
    points, winners, moves = played
    end = len(points) - 1
    words, taken = (
        np.empty((END, min(BLOCK, len(points) + 1)), np.uint64),
        np.empty((2, 4), np.int64),
    )
    pass_offset, opening, pointless = (
        hearts.pass_offset(rules, number),
        hearts.opening(rules),
        rules.no_pts_on_first_trick == 1,
    )
    for one in range(0, len(points), 2):
        i, two = one % BLOCK, min(one + 1, end)
        if i == 0:
            fill_random(words, seed, start + one, start + end)
        first, second = four_hands(words, i), four_hands(words, i + 1)
        if pass_offset:
            first = received(
                first, given(first, words[PASSING, i], words[PASSING + 1, i], None), pass_offset
            )
            second = received(
                second,
                given(second, words[PASSING, i + 1], words[PASSING + 1, i + 1], None),
                pass_offset,
            )
        both = begun(first), begun(second)
        taken[:] = 0
        dice = words[TRICKS, i], words[TRICKS, i + 1]
        may = both[0].hands[0] & opening, both[1].hands[0] & opening
        both, dice = trick(rules, both, may, pointless, dice, taken)
        for n in range(1, 13):
            if n & 1 == 0:
                dice = words[TRICKS + n // 2, i], words[TRICKS + n // 2, i + 1]
            may = may_lead(rules, both[0]), may_lead(rules, both[1])
            both, dice = trick(rules, both, may, False, dice, taken)
        for row, game in enumerate((one, two)):
            costs, choice = paid(rules, taken[row], words[CHOOSING, i + row], None)
            settle(points, winners, game, costs)
            moves[game] = (64 if pass_offset else 52) + int(choice != 0)


def context_of(_round: hearts.Round, state: hearts.State, action: Action) -> int:
    """The row of preferences for an action; -1 for a pass, which is hidden."""
    if state.leader == NOBODY:
        return -1
    if action >= 52:
        return MOON
    led = state.trick[state.leader]
    if led == NONE:
        return LEAD
    return FOLLOW if action // 13 == led // 13 else DISCARD


deal_all = decks_in_hands  # the decks of a batch
