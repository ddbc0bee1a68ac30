"""Random rounds of Crazy Eights, whose cards are dealt only when they are needed.

A round is the hands, the cards that nobody has seen, and the card and suit to match. A number of the dice serves five cards of
the deal, another eight choices; the choices' numbers begin at `CHOICES`, far behind those of the deal.
"""

from typing import Any

import numpy as np

from parlour.cards import ALL, Action
from parlour.engine.bits import lowest_bit, stream
from parlour.engine.cache import compiled
from parlour.engine.choice import pick, tell
from parlour.engine.deals import card_by_card, next_card, number_of
from parlour.games.crazy_eights import rules as eights

LAY, NAME = 0, 1  # contexts: rows of preferences
CHOICES = 1 << 10


@compiled(nogil=True)
def tell_all(  # noqa: C901  (a hot loop holds its state in local numbers)
    rules: Any, number: Any, seed: Any, start: Any, points: Any, winners: Any, moves: Any, preferences: Any, log: Any
) -> None:
    """A batch of rounds of Crazy Eights, each round `number` of a match, by preferences or told."""
    hands = np.zeros(5, np.int64)
    players, size = rules.players, rules.hand
    for game in range(len(points)):
        dice = stream(seed, start + game)
        if log is not None:
            card_by_card(dice, log[game])
        rest: Any = ALL
        r = s = dice
        bit: Any = 0
        for seat in range(players):
            hand: Any = 0
            for place in range(seat * size, seat * size + size):
                bit, r = next_card(rest, place, r, dice)
                rest ^= bit
                hand |= bit
            hands[seat] = hand
        bit, r = next_card(rest, players * size, r, dice)
        rest ^= bit
        top = lowest_bit(bit)
        suit, after = top // 13, players * size + 1
        seat, drawn, passed, made = (number - 1) % players, 0, 0, 0
        choices, result = 0, 0
        while True:
            may = hands[seat] & eights.fitting(top, suit)
            if may == 0:
                more = eights.draws(rules.draw, drawn)
                if more and after < 52:
                    tell(log, game, made, 1 << eights.DRAW)
                    bit, r = next_card(rest, after, r, dice)
                    rest ^= bit
                    hands[seat] |= bit
                    after += 1
                    drawn += 1
                    made += 1
                    continue
                if more and rules.empty == 0:
                    result = 1  # a drawn game
                    break
                tell(log, game, made, 1 << eights.PASS)
                made += 1
                passed = passed + 1 if after == 52 else 0
                drawn = 0
                if passed == players:
                    break
                seat = seat + 1 if seat + 1 < players else 0
                continue
            if choices & 3 == 0:
                s = number_of(dice, CHOICES + choices)
            bit, s = pick(may, s, preferences, LAY)
            choices += 1
            top = lowest_bit(bit)
            suit = top // 13
            tell(log, game, made, bit)
            made += 1
            hands[seat] ^= bit
            drawn, passed = 0, 0
            if hands[seat] == 0:
                break
            if rules.eights and eights.EIGHTS & bit:
                bit, s = pick(eights.SUITS_TO_NAME, s, preferences, NAME)
                suit = lowest_bit(bit) - eights.NAME
                tell(log, game, made, bit)
                made += 1
            seat = seat + 1 if seat + 1 < players else 0
        moves[game] = made
        least, mask = 1 << 30, 0
        for seat in range(players):
            cost = 0 if result else eights.worth(hands[seat])
            points[game, seat] = cost
            mask = 1 << seat if cost < least else mask | 1 << seat if cost == least else mask
            least = min(least, cost)
        winners[game] = mask


@compiled(nogil=True)
def play_all(rules: Any, number: Any, seed: Any, start: Any, points: Any, winners: Any, moves: Any) -> None:
    """A batch of random rounds, each round `number` of a match."""
    tell_all(rules, number, seed, start, points, winners, moves, None, None)


def context_of(round: eights.Round, state: eights.State, action: Action) -> int:
    """The row of preferences that an action was chosen by; -1 for a draw or a pass, which are no choice."""
    return LAY if action < 52 else NAME if action >= eights.NAME else -1
