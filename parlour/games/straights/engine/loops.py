"""Random rounds of Straights, four at a time, so that the processor always has work for one of
them.

A round is six numbers: the four hands from the seat in turn on, the cards that fit or are on the
table, and those on the table. A card that once fits is played or still fits, so the set of fitting
cards only grows, by the neighbours of each play (`test_what_fits_only_grows`). A dealt card that is
not on the table at the end was discarded. After the opening a round takes 48 choices, eight from
one random number; the last three cards are forced.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.cards import Action, Four, Mask, Masks, holder
from parlour.engine.arrays import Floats2, Ints2
from parlour.engine.bits import fill_random, stream
from parlour.engine.choice import BLOCK, Played, log_action, pick, rotated, settle
from parlour.engine.deals import WORDS, decks_in_hands, four_hands, laid_out
from parlour.engine.jit import compiled
from parlour.games.straights import rules as straights

PLAY, DISCARD = 0, 1  # contexts: rows of preferences
OPENING, TURNS, END = WORDS, WORDS + 1, WORDS + 7  # indices of a game's random numbers


class Playing(NamedTuple):
    """A round in play."""

    hand: Mask  # of the seat in turn
    second: Mask  # and of the seats after it
    third: Mask
    last: Mask
    fits: Mask  # with the cards on the table
    table: Mask


Rounds: TypeAlias = tuple[Playing, Playing, Playing, Playing]
# a random number for each of them
Dice: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]


@compiled(forceinline=True)
def moved(round_: Playing, card: Mask) -> Playing:
    """A round after the seat in turn has played or discarded a card (a bit)."""
    hand, second, third, last, fits, table = round_
    played = card & fits
    return Playing(
        second, third, last, hand ^ card, fits | straights.neighbours(played), table | played
    )


@compiled(forceinline=True)
def opened(
    rules: straights.Rules, hands: Masks, r: np.uint64, preferences: Floats2 | None
) -> tuple[Playing, Mask]:
    """A round after its first card, and that card (a bit)."""
    first = straights.playable(0, straights.opening(rules.opens))
    one, two, three, four = rotated(hands, holder(hands, straights.SEVEN_OF_SPADES))
    card, _ = pick(straights.choices(one, first), r, preferences, PLAY)
    return moved(Playing(one, two, three, four, straights.SEVENS, 0), card), card


@compiled(forceinline=True)
def turn(
    round_: Playing, r: np.uint64, preferences: Floats2 | None
) -> tuple[Playing, np.uint64, Mask]:
    """A round after a turn, the number for the next choice, and the card (a bit)."""
    may = straights.choices(round_.hand, round_.fits)
    card, r = pick(may, r, preferences, PLAY if may & round_.fits else DISCARD)
    return moved(round_, card), r, card


@compiled(forceinline=True)
def paid(rules: straights.Rules, hands: Masks, table: Mask) -> Four:
    """The points of each seat: for the dealt cards that are not on the table."""
    one, two, three, four = hands
    values = rules.values
    return (
        straights.worth(values, one & ~table),
        straights.worth(values, two & ~table),
        straights.worth(values, three & ~table),
        straights.worth(values, four & ~table),
    )


@compiled(nogil=True)
def run_all(
    rules: straights.Rules,
    _number: int,
    seed: np.uint64,
    start: int,
    played: Played,
    preferences: Floats2 | None,
    log: Ints2 | None,
) -> None:
    """Play a batch of rounds one by one, with optional preferences and log."""
    points, winners, moves = played
    words = np.empty((END, 1), np.uint64)
    for game in range(len(points)):
        fill_random(words, seed, start + game, start + game)
        hands = four_hands(words, 0)
        round_, card = opened(rules, hands, words[OPENING, 0], preferences)
        log_action(log, game, 0, card)
        for move in range(1, 49):
            if move & 7 == 1:
                r = words[TURNS + move // 8, 0]
            round_, r, card = turn(round_, r, preferences)
            log_action(log, game, move, card)
        for move in range(49, 52):
            log_action(log, game, move, round_.hand)
            round_ = moved(round_, round_.hand)
        settle(points, winners, game, paid(rules, hands, round_.table))
        moves[game] = 52
        if log is not None:
            laid_out(hands, stream(seed, start + game), log[game])


@compiled(forceinline=True)
def ended(round_: Playing) -> Mask:
    """The table at the end of a round in which three seats have one card each."""
    for _ in range(3):
        round_ = moved(round_, round_.hand)
    return round_.table


@compiled(forceinline=True)
def step(rounds: Rounds, dice: Dice) -> tuple[Rounds, Dice]:
    """Four rounds after a turn of each, and the numbers for their next choices."""
    a, b, c, d = rounds
    p, q, r, s = dice
    a, p, _ = turn(a, p, None)
    b, q, _ = turn(b, q, None)
    c, r, _ = turn(c, r, None)
    d, s, _ = turn(d, s, None)
    return (a, b, c, d), (p, q, r, s)


@compiled(forceinline=True)
def side_by_side(words: NDArray[np.uint64], place: int, i: int) -> Dice:
    """A random number for each of four games."""
    return words[place, i], words[place, i + 1], words[place, i + 2], words[place, i + 3]


@compiled(nogil=True)
def play_all(
    rules: straights.Rules, _number: int, seed: np.uint64, start: int, played: Played
) -> None:
    """Play a batch of random rounds. If their number is not divisible by four, the last round is
    played again.
    """
    points, winners, moves = played
    end = len(points) - 1
    words = np.empty((END, min(BLOCK, len(points) + 3)), np.uint64)
    for game in range(0, len(points), 4):
        i = game % BLOCK
        if i == 0:
            fill_random(words, seed, start + game, start + end)
        e, f, g, h = (
            four_hands(words, i),
            four_hands(words, i + 1),
            four_hands(words, i + 2),
            four_hands(words, i + 3),
        )
        p, q, r, s = side_by_side(words, OPENING, i)
        a, b, c, d = (
            opened(rules, e, p, None)[0],
            opened(rules, f, q, None)[0],
            opened(rules, g, r, None)[0],
            opened(rules, h, s, None)[0],
        )
        rounds = a, b, c, d
        for place in range(TURNS, END):
            dice = side_by_side(words, place, i)
            for _ in range(2):  # unrolled four times, so that no hand changes its variable
                rounds, dice = step(rounds, dice)
                rounds, dice = step(rounds, dice)
                rounds, dice = step(rounds, dice)
                rounds, dice = step(rounds, dice)
        a, b, c, d = rounds
        settle(points, winners, game, paid(rules, e, ended(a)))
        settle(points, winners, min(game + 1, end), paid(rules, f, ended(b)))
        settle(points, winners, min(game + 2, end), paid(rules, g, ended(c)))
        settle(points, winners, min(game + 3, end), paid(rules, h, ended(d)))
    moves[:] = 52


def context_of(round_: straights.Round, state: straights.State, action: Action) -> int:
    """The row of preferences for an action."""
    return DISCARD if straights.lacks(round_, state, action) else PLAY


deal_all = decks_in_hands  # the decks of a batch
