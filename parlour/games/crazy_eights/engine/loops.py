"""Random rounds of Crazy Eights, with cards dealt only when they are needed.

A round is the hands, the cards that no seat has seen, and the card and suit to match. A random
number serves five cards of the deal, or eight choices; the choices' numbers begin at `CHOICES`, far
beyond those of the deal.
"""

import numpy as np

from parlour.cards import ALL, Action, Card, Mask, Seat
from parlour.engine.arrays import Floats2, Ints, Ints2
from parlour.engine.bits import lowest_bit, number_of, stream
from parlour.engine.choice import Played, log_action, pick
from parlour.engine.deals import card_by_card, next_card
from parlour.engine.jit import compiled
from parlour.games.crazy_eights import rules as eights
from parlour.games.crazy_eights.engine.round import after

PLAY, NAME = 0, 1  # contexts: rows of preferences
CHOICES = 1 << 10


@compiled(forceinline=True)
def dealt(rules: eights.Rules, dice: np.uint64, hands: Ints) -> tuple[Card, Mask, np.uint64]:
    """Deal the hands; returns the upcard, the remaining cards, and the number for the next card."""
    rest, r = ALL, dice
    for seat in range(rules.players):
        hands[seat] = 0
        for place in range(seat * rules.hand, (seat + 1) * rules.hand):
            bit, r = next_card(rest, place, r, dice)
            rest ^= bit
            hands[seat] |= bit
    bit, r = next_card(rest, rules.players * rules.hand, r, dice)
    return lowest_bit(bit), rest ^ bit, r


@compiled(forceinline=True)
def played_on(
    rules: eights.Rules,
    seat: Seat,
    dice: np.uint64,
    hands: Ints,
    preferences: Floats2 | None,
    log: Ints2 | None,
    game: int,
) -> tuple[int, bool]:
    """Deal a round, which this seat begins, and play it to its end; returns the number of actions,
    and whether it is a drawn game.
    """
    top, rest, r = dealt(rules, dice, hands)
    suit, place, s = top // 13, rules.players * rules.hand + 1, dice
    drawn, passed, made, choices = 0, 0, 0, 0
    while True:
        may = hands[seat] & eights.fitting(top, suit)
        while may == 0 and place < 52 and eights.draws(rules.draw, drawn):
            log_action(log, game, made, 1 << eights.DRAW)
            bit, r = next_card(rest, place, r, dice)
            rest ^= bit
            hands[seat] |= bit
            may = bit & eights.fitting(top, suit)
            place, drawn, made = place + 1, drawn + 1, made + 1
        if rules.empty == eights.AT_ONCE and place == 52:
            return made, True
        if may:
            if choices & 3 == 0:
                s = number_of(dice, CHOICES + choices)
            bit, s = pick(may, s, preferences, PLAY)
            log_action(log, game, made, bit)
            hands[seat] ^= bit
            top = lowest_bit(bit)
            suit, choices, drawn, passed, made = top // 13, choices + 1, 0, 0, made + 1
            if hands[seat] == 0:
                return made, False
            if rules.eights and eights.EIGHTS & bit:
                bit, s = pick(eights.SUITS_TO_NAME, s, preferences, NAME)
                log_action(log, game, made, bit)
                suit, made = lowest_bit(bit) - eights.NAME, made + 1
        else:
            if rules.empty == eights.DRAW_GAME and eights.draws(rules.draw, drawn):
                return made, True
            log_action(log, game, made, 1 << eights.PASS)
            passed, drawn, made = (passed + 1) * int(place == 52), 0, made + 1
            if passed == rules.players:
                return made, False
        seat = after(rules, seat)


@compiled(nogil=True)
def run_all(
    rules: eights.Rules,
    number: int,
    seed: np.uint64,
    start: int,
    played: Played,
    preferences: Floats2 | None,
    log: Ints2 | None,
) -> None:
    """Play a batch of rounds, each round `number` of a match, with optional preferences and log."""
    points, winners, moves = played
    hands = np.zeros(5, np.int64)
    for game in range(len(points)):
        dice = stream(seed, start + game)
        if log is not None:
            card_by_card(dice, log[game])
        first = (number - 1) % rules.players
        moves[game], drawn_game = played_on(rules, first, dice, hands, preferences, log, game)
        least, mask = 1 << 30, 0
        for seat in range(rules.players):
            cost = 0 if drawn_game else eights.worth(hands[seat])
            points[game, seat] = cost
            if cost < least:
                least, mask = cost, 0
            if cost == least:
                mask |= 1 << seat
        winners[game] = mask


@compiled(nogil=True)
def play_all(rules: eights.Rules, number: int, seed: np.uint64, start: int, played: Played) -> None:
    """Play a batch of random rounds, each round `number` of a match."""
    run_all(rules, number, seed, start, played, None, None)


def context_of(_round: eights.Round, _state: eights.State, action: Action) -> int:
    """The row of preferences for an action; -1 for a draw or a pass, which are forced."""
    if action < 52:
        return PLAY
    return NAME if action >= eights.NAME else -1
