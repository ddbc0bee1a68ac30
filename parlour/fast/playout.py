"""Games played to their end by compiled loops that hold the state in a few numbers.

Each loop asks the rules' own small functions (`playable`, `follows`, `fitting`) and says twice only how a turn passes;
`tests/test_fast.py` holds it to the interpreted rules, action by action. `preferences` is None for uniform play, else an
array (contexts, 64) of weights: an action is chosen in proportion to its weight in its context. `log` is None, or an array
(games, 52 + LONGEST) that takes each game's deck and actions.
"""

from typing import Any

import numpy as np
from numba import njit

from parlour import eights, hearts, straights
from parlour.cards import NOBODY, SUIT
from parlour.fast.bits import GOLD, HALF, LOW, four_hands, lowest_bit, mix, one_of, shuffle, stream

LONGEST = 400  # actions of a game that a log has room for: Crazy Eights may pass many times
PLAY, DISCARD = 0, 1  # contexts of Straights
PASS, LEAD, FOLLOW, THROW, MOON = 0, 1, 2, 3, 4  # of Hearts
LAY, NAME = 0, 1  # of Crazy Eights


@njit(cache=True, inline="always")
def pick(may: Any, r: Any, preferences: Any, context: Any) -> Any:
    """A legal action as a bit: any, or in proportion to its weight."""
    if preferences is None:
        return one_of(may, r)
    total = 0.0
    left = may
    while left:
        total += preferences[context, lowest_bit(left)]
        left &= left - 1
    point = total * (np.float64(r & LOW) / 4294967296.0)
    left = may
    bit = left & -left
    while left:
        bit = left & -left
        point -= preferences[context, lowest_bit(bit)]
        if point < 0:
            return bit
        left ^= bit
    return bit


@njit(cache=True, inline="always")
def hand_of(deck: Any, start: Any, size: Any) -> Any:
    """The cards at some places of a deck."""
    hand: Any = 0
    for place in range(start, start + size):
        hand |= 1 << np.int64(deck[place])
    return hand


@njit(cache=True, inline="always")
def settle(points: Any, winners: Any, game: Any, seats: Any) -> None:
    """Who has the fewest points."""
    least = points[game, 0]
    for seat in range(1, seats):
        least = min(least, points[game, seat])
    mask = 0
    for seat in range(seats):
        mask |= (1 if points[game, seat] == least else 0) << seat
    winners[game] = mask


@njit(cache=True, inline="always")
def opened(deck: Any, dice: Any) -> Any:
    """A deal of Straights, turned so that the holder of the seven of spades comes first; its seat, and the dice."""
    h0, h1, h2, h3, dice = four_hands(deck, dice)
    seven = 1 << straights.SEVEN_OF_SPADES
    seat = 0 if h0 & seven else 1 if h1 & seven else 2 if h2 & seven else 3
    return (
        h0 if seat == 0 else h1 if seat == 1 else h2 if seat == 2 else h3,
        h1 if seat == 0 else h2 if seat == 1 else h3 if seat == 2 else h0,
        h2 if seat == 0 else h3 if seat == 1 else h0 if seat == 2 else h1,
        h3 if seat == 0 else h0 if seat == 1 else h1 if seat == 2 else h2,
        seat,
        dice,
    )


@njit(cache=True, inline="always")
def lay(hand: Any, table: Any, thrown: Any, first: Any, r: Any, preferences: Any) -> Any:
    """One turn of Straights: the card as a bit, and the hand, the table and the discards after it."""
    fitting = straights.playable(table, first)
    may = straights.choices(hand, fitting)
    card = pick(may, r, preferences, PLAY if may & fitting else DISCARD)
    laid = card & fitting
    return card, hand ^ card, table | laid, thrown | card ^ laid


@njit(cache=True, inline="always")
def pay(points: Any, winners: Any, moves: Any, game: Any, seat: Any, values: Any, d0: Any, d1: Any, d2: Any, d3: Any) -> None:
    """The end of a round of Straights, whose first player sat on `seat`."""
    points[game, seat & 3] = straights.worth(values, d0)
    points[game, seat + 1 & 3] = straights.worth(values, d1)
    points[game, seat + 2 & 3] = straights.worth(values, d2)
    points[game, seat + 3 & 3] = straights.worth(values, d3)
    moves[game] = 52
    settle(points, winners, game, 4)


@njit(cache=True, nogil=True)
def play_straights(
    rules: Any, number: Any, seed: Any, start: Any, points: Any, winners: Any, moves: Any, preferences: Any, log: Any
) -> None:
    """A batch of rounds of Straights, two at a time: while one waits for its card the other goes on."""
    one_deck, two_deck = np.empty(52, np.uint8), np.empty(52, np.uint8)
    first = straights.opening(rules.opens)
    for one in range(0, len(points), 2):
        two = min(one + 1, len(points) - 1)  # an odd last round is played twice over
        a0, a1, a2, a3, one_seat, one_dice = opened(one_deck, stream(seed, start + one))
        b0, b1, b2, b3, two_seat, two_dice = opened(two_deck, stream(seed, start + two))
        if log is not None:
            log[one, :52], log[two, :52] = one_deck, two_deck
        s0, s1, s2, s3, t0, t1, t2, t3 = 0, 0, 0, 0, 0, 0, 0, 0
        one_table, two_table = 0, 0
        for move in range(52):
            if move & 1 == 0:
                one_dice += GOLD
                two_dice += GOLD
                p, q = mix(one_dice), mix(two_dice)
            card, a0, one_table, s0 = lay(a0, one_table, s0, first, p, preferences)
            other, b0, two_table, t0 = lay(b0, two_table, t0, first, q, preferences)
            if log is not None:
                log[one, 52 + move], log[two, 52 + move] = lowest_bit(card), lowest_bit(other)
            p, q = p >> HALF, q >> HALF
            a0, a1, a2, a3 = a1, a2, a3, a0
            b0, b1, b2, b3 = b1, b2, b3, b0
            s0, s1, s2, s3 = s1, s2, s3, s0
            t0, t1, t2, t3 = t1, t2, t3, t0
        pay(points, winners, moves, one, one_seat, rules.values, s0, s1, s2, s3)
        pay(points, winners, moves, two, two_seat, rules.values, t0, t1, t2, t3)


@njit(cache=True, inline="always")
def three(hand: Any, dice: Any, preferences: Any) -> Any:
    """Three cards to pass, and the dice's next state."""
    chosen = 0
    r = mix(dice)
    for n in range(3):
        if n == 2:
            dice += GOLD
            r = mix(dice)
        card = pick(hand & ~chosen, r, preferences, PASS)
        r = r >> HALF
        chosen |= card
    return chosen, dice + GOLD


@njit(cache=True, nogil=True)
def play_hearts(  # noqa: C901  (a hot loop holds its state in local numbers)
    rules: Any, number: Any, seed: Any, start: Any, points: Any, winners: Any, moves: Any, preferences: Any, log: Any
) -> None:
    """A batch of hands of Hearts, each hand `number` of a match."""
    deck = np.empty(52, np.uint8)
    on = hearts.way(rules, number)
    opening = hearts.opening(rules)
    taken = np.zeros(4, np.int64)
    for game in range(len(points)):
        h0, h1, h2, h3, dice = four_hands(deck, stream(seed, start + game))
        at = 52
        if log is not None:
            log[game, :52] = deck
        if on:
            dice += GOLD
            p0, dice = three(h0, dice, preferences)
            p1, dice = three(h1, dice, preferences)
            p2, dice = three(h2, dice, preferences)
            p3, dice = three(h3, dice, preferences)
            if log is not None:
                for passed in (p0, p1, p2, p3):
                    left = passed
                    while left:
                        log[game, at] = lowest_bit(left)
                        left &= left - 1
                        at += 1
            h0, h1, h2, h3 = h0 ^ p0, h1 ^ p1, h2 ^ p2, h3 ^ p3
            if on == 1:
                h0, h1, h2, h3 = h0 | p3, h1 | p0, h2 | p1, h3 | p2
            elif on == 2:
                h0, h1, h2, h3 = h0 | p2, h1 | p3, h2 | p0, h3 | p1
            else:
                h0, h1, h2, h3 = h0 | p1, h1 | p2, h2 | p3, h3 | p0
        taken[:] = 0
        leader = 0
        while not h0 >> hearts.TWO_OF_CLUBS & 1:
            h0, h1, h2, h3 = h1, h2, h3, h0
            leader += 1
        broken = 0
        for trick in range(13):
            dice += GOLD
            r = mix(dice)
            may = h0 & opening if trick == 0 else hearts.leads(h0, hearts.before_hearts(rules, broken))
            bit = pick(may, r, preferences, LEAD)
            h0 ^= bit
            card = lowest_bit(bit)
            if log is not None:
                log[game, at] = card
                at += 1
            led = SUIT << card // 13 * 13
            won, best, by = bit, hearts.strength(card), 0
            h0, h1, h2, h3 = h1, h2, h3, h0
            pointless = trick == 0 and rules.no_pts_on_first_trick == 1
            r = r >> HALF
            for n in range(1, 4):
                if n == 2:
                    dice += GOLD
                    r = mix(dice)
                may = hearts.follows(h0, led, pointless)
                bit = pick(may, r, preferences, FOLLOW if may & led else THROW)
                r = r >> HALF
                h0 ^= bit
                card = lowest_bit(bit)
                if log is not None:
                    log[game, at] = card
                    at += 1
                height = hearts.strength(card) if bit & led else -1
                by = n if height > best else by
                best = max(best, height)
                won |= bit
                h0, h1, h2, h3 = h1, h2, h3, h0
            broken |= 1 if won & hearts.breakers(rules, led) else 0
            leader = leader + by & 3
            taken[leader] |= won
            h0, h1, h2, h3 = (
                h0 if by == 0 else h1 if by == 1 else h2 if by == 2 else h3,
                h1 if by == 0 else h2 if by == 1 else h3 if by == 2 else h0,
                h2 if by == 0 else h3 if by == 1 else h0 if by == 2 else h1,
                h3 if by == 0 else h0 if by == 1 else h1 if by == 2 else h2,
            )
        four = (taken[0], taken[1], taken[2], taken[3])
        moon = rules.moon
        if moon == hearts.CHOOSE and hearts.shooter(four) != NOBODY:
            dice += GOLD
            choice = lowest_bit(pick(hearts.MOONS, mix(dice), preferences, MOON))
            moon = choice - 52
            if log is not None:
                log[game, at] = choice
                at += 1
        moves[game] = 52 + (12 if on else 0) + (1 if moon != rules.moon else 0)
        costs = hearts.scores(rules, four, moon)
        for seat in range(4):
            points[game, seat] = costs[seat]
        settle(points, winners, game, 4)


@njit(cache=True, nogil=True)
def play_eights(  # noqa: C901  (as above)
    rules: Any, number: Any, seed: Any, start: Any, points: Any, winners: Any, moves: Any, preferences: Any, log: Any
) -> None:
    """A batch of rounds of Crazy Eights, each round `number` of a match."""
    deck = np.empty(52, np.uint8)
    hands = np.zeros(5, np.int64)
    players, size = rules.players, rules.hand
    for game in range(len(points)):
        dice = shuffle(deck, stream(seed, start + game))
        if log is not None:
            log[game, :52] = deck
        for seat in range(players):
            hands[seat] = hand_of(deck, seat * size, size)
        top: Any = np.int64(deck[players * size])
        suit, after = top // 13, players * size + 1
        seat, drawn, passed, made = (number - 1) % players, 0, 0, 0
        spare, r, result = 0, np.uint64(0), 0
        while True:
            fitting = eights.fitting(top, suit)
            may = hands[seat] & fitting
            if may == 0:
                more = eights.draws(rules.draw, drawn)
                if more and after < 52:
                    if log is not None:
                        log[game, 52 + made] = eights.DRAW
                    hands[seat] |= 1 << np.int64(deck[after])
                    after += 1
                    drawn += 1
                    made += 1
                    continue
                if more and rules.empty == 0:
                    result = 1  # a drawn game
                    break
                if log is not None:
                    log[game, 52 + made] = eights.PASS
                made += 1
                passed = passed + 1 if after == 52 else 0
                drawn = 0
                if passed == players:
                    break
                seat = seat + 1 if seat + 1 < players else 0
                continue
            if spare == 0:
                dice += GOLD
                r = mix(dice)
                spare = 2
            bit = pick(may, r, preferences, LAY)
            r = r >> HALF
            spare -= 1
            top = lowest_bit(bit)
            suit = top // 13
            if log is not None:
                log[game, 52 + made] = top
            made += 1
            hands[seat] ^= bit
            drawn, passed = 0, 0
            if hands[seat] == 0:
                break
            if rules.eights and eights.EIGHTS & bit:
                if spare == 0:
                    dice += GOLD
                    r = mix(dice)
                    spare = 2
                named = lowest_bit(pick(eights.SUITS_TO_NAME, r, preferences, NAME))
                r = r >> HALF
                spare -= 1
                suit = named - eights.NAME
                if log is not None:
                    log[game, 52 + made] = named
                made += 1
            seat = seat + 1 if seat + 1 < players else 0
        moves[game] = made
        for seat in range(players):
            points[game, seat] = 0 if result else eights.worth(hands[seat])
        settle(points, winners, game, players)


@njit(cache=True, nogil=True)
def deal_all(seed: Any, start: Any, decks: Any) -> None:
    """The decks of a batch, as the loops above deal them (but for the order of the first hand in Straights and Hearts)."""
    for game in range(len(decks)):
        shuffle(decks[game], stream(seed, start + game))
