"""Random rounds of Straights, four side by side: while one waits for its card the others go on.

A round is six numbers: the four hands from the one in turn on, the cards that fit or lie, and those
that lie. A card that has once fitted is laid or still fits, so what fits only grows, by the
neighbours of what is laid (`test_what_fits_only_grows`); and a card that was dealt and does not lie
in the end was thrown. Besides the opening a round takes 48 choices, eight from one number of the
dice; the last three cards are forced.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from parlour.cards import Action, Four, Mask, Masks, holder
from parlour.engine.arguments import Floats, Ints
from parlour.engine.bits import fill_random, stream
from parlour.engine.cache import compiled
from parlour.engine.choice import BLOCK, Played, log_action, pick, rotated, settle
from parlour.engine.deals import WORDS, decks_in_hands, four_hands, laid_out
from parlour.games.straights import rules as straights

PLAY, DISCARD = 0, 1  # contexts: rows of preferences
OPENING, TURNS, END = WORDS, WORDS + 1, WORDS + 7  # places among a game's numbers


class Playing(NamedTuple):
    """A round in play."""

    hand: Mask  # of the seat in turn
    second: Mask  # and of those after it
    third: Mask
    last: Mask
    fits: Mask  # or lies
    table: Mask


Rounds: TypeAlias = tuple[Playing, Playing, Playing, Playing]
Dice: TypeAlias = tuple[np.uint64, np.uint64, np.uint64, np.uint64]  # a number for each of them


@compiled(forceinline=True)
def laid(round: Playing, card: Mask) -> Playing:
    """A round after the one in turn has laid or thrown a card (a bit)."""
    hand, second, third, last, fits, table = round
    played = card & fits
    return Playing(
        second, third, last, hand ^ card, fits | straights.neighbours(played), table | played
    )


@compiled(forceinline=True)
def opened(
    rules: straights.Rules, hands: Masks, r: np.uint64, preferences: Floats | None
) -> tuple[Playing, Mask]:
    """A round after its first card, and that card."""
    first = straights.playable(0, straights.opening(rules.opens))
    one, two, three, four = rotated(hands, holder(hands, straights.SEVEN_OF_SPADES))
    card, _ = pick(straights.choices(one, first), r, preferences, PLAY)
    return laid(Playing(one, two, three, four, straights.SEVENS, 0), card), card


@compiled(forceinline=True)
def turn(
    round: Playing, r: np.uint64, preferences: Floats | None
) -> tuple[Playing, np.uint64, Mask]:
    """A round after a turn, what is left of r, and the card."""
    may = straights.choices(round.hand, round.fits)
    card, r = pick(may, r, preferences, PLAY if may & round.fits else DISCARD)
    return laid(round, card), r, card


@compiled(forceinline=True)
def paid(rules: straights.Rules, hands: Masks, table: Mask) -> Four:
    """What each seat pays: for what it was dealt and has not laid."""
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
    number: int,
    seed: np.uint64,
    start: int,
    played: Played,
    preferences: Floats | None,
    log: Ints | None,
) -> None:
    """A batch of rounds one by one, by preferences or told."""
    points, winners, moves = played
    words = np.empty((END, 1), np.uint64)
    for game in range(len(points)):
        fill_random(words, seed, start + game, start + game)
        hands = four_hands(words, 0)
        round, card = opened(rules, hands, words[OPENING, 0], preferences)
        log_action(log, game, 0, card)
        for move in range(1, 49):
            if move & 7 == 1:
                r = words[TURNS + move // 8, 0]
            round, r, card = turn(round, r, preferences)
            log_action(log, game, move, card)
        for move in range(49, 52):
            log_action(log, game, move, round.hand)
            round = laid(round, round.hand)
        settle(points, winners, game, paid(rules, hands, round.table))
        moves[game] = 52
        if log is not None:
            laid_out(hands, stream(seed, start + game), log[game])


@compiled(forceinline=True)
def ended(round: Playing) -> Mask:
    """The table at the end of a round in which three seats have one card left each."""
    for _ in range(3):
        round = laid(round, round.hand)
    return round.table


@compiled(forceinline=True)
def step(rounds: Rounds, dice: Dice) -> tuple[Rounds, Dice]:
    """Four rounds after a turn of each, and what is left of the numbers they go by."""
    a, b, c, d = rounds
    p, q, r, s = dice
    a, p, _ = turn(a, p, None)
    b, q, _ = turn(b, q, None)
    c, r, _ = turn(c, r, None)
    d, s, _ = turn(d, s, None)
    return (a, b, c, d), (p, q, r, s)


@compiled(forceinline=True)
def side_by_side(words: NDArray[np.uint64], place: int, i: int) -> Dice:
    """A number of each of four games."""
    return words[place, i], words[place, i + 1], words[place, i + 2], words[place, i + 3]


@compiled(nogil=True)
def play_all(
    rules: straights.Rules, number: int, seed: np.uint64, start: int, played: Played
) -> None:
    """A batch of random rounds. Where their number is not divisible by four the last one is played
    again.
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
            for _ in range(2):  # written out four times, so that nobody's hand moves
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


def context_of(round: straights.Round, state: straights.State, action: Action) -> int:
    """The row of preferences that an action was chosen by."""
    return DISCARD if straights.lacks(round, state, action) else PLAY


deal_all = decks_in_hands  # the decks of a batch
