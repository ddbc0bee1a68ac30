"""The prudent player of Hearts, which follows a few rules one can say aloud.

Of seed text 004 the five points of the "larger extra credit option" are `duck`, `win_big`, `throw`
(and `lead`), `high_of_short` and `short_suit`; of the "even larger" one, `shoot` and `stop`. It
knows its own hand and what all see, and looks no card ahead.
"""

from parlour.cards import (
    ALL,
    NOBODY,
    NONE,
    SUIT,
    Action,
    Card,
    Mask,
    Seat,
    cards,
    mask_of,
    popcount,
)
from parlour.games.hearts.rules import HEARTS, MOONS, OLD, POINTED, QUEEN, scores, strength
from parlour.match import View

SPADES = SUIT << 39
OVER_QUEEN = 1 << 39 | 1 << 51  # the ace and the king of spades
BELOW = tuple(mask_of(lower for lower in range(suit, suit + 13) if strength(lower) < strength(card))
              for suit in range(0, 52, 13) for card in range(suit, suit + 13))  # fmt: skip

GUARDS = 4  # lower spades that make the queen safe to keep
ALARM = 10  # point cards that a rival with all points has still to win, at most, to be stopped


def prudent(view: View, dice: int) -> Action:
    """The prudent player."""
    if view.table.passing:
        return pass_on(view)
    if view.legal & MOONS:
        return choose_moon(view)
    if shoots(view):
        return shoot(view)
    rival = rival_of(view)
    if rival != NOBODY and stop(view, rival):
        return highest(stop(view, rival))
    if leading(view):
        return lead(view)
    best = best_card(view)
    if not view.legal & suit_of(best):
        return throw(view, rival)
    under = view.legal & BELOW[best]
    return duck(under) if under else win_big(view)


def suit_of(card: Card) -> Mask:
    """All cards of its suit."""
    return SUIT << card // 13 * 13


def above(card: Card) -> Mask:
    """The higher cards of its suit."""
    return suit_of(card) & ~BELOW[card] & ~(1 << card)


def highest(some: Mask) -> Card:
    """The card of highest rank; of equal ones the first suit's."""
    return max(cards(some), key=strength)


def lowest(some: Mask) -> Card:
    """The card of lowest rank; of equal ones the first suit's."""
    return min(cards(some), key=strength)


def trick(view: View) -> Mask:
    """The cards that lie before the seats."""
    return mask_of(card for card in view.table.trick if card != NONE)


def unseen(view: View) -> Mask:
    """The cards that others hold."""
    taken = view.table.taken
    seen: Mask = view.table.hand | trick(view) | taken[0] | taken[1] | taken[2] | taken[3]
    return ALL & ~seen


def leading(view: View) -> bool:
    """Whether this seat leads."""
    return not trick(view)


def best_card(view: View) -> Card:
    """The card that wins the trick so far."""
    return highest(trick(view) & suit_of(view.table.trick[view.table.leader]))


def to_come(view: View) -> int:
    """How many play to the trick after this seat."""
    return 3 - popcount(trick(view))


def duck(under: Mask) -> Card:
    """Point 1, avoid winning tricks: of the cards that lose, the queen of spades, else the
    highest.
    """
    return QUEEN if under >> QUEEN & 1 else highest(under)


def win_big(view: View) -> Card:
    """Point 2, if winning seems unavoidable win big; somebody who is still to play may yet win over
    a low card.
    """
    winning = view.legal & ~(1 << QUEEN) or view.legal
    hopeful = to_come(view) and above(lowest(winning)) & unseen(view)
    return lowest(winning) if hopeful else highest(winning)


def throw(view: View, rival: Seat) -> Card:
    """Point 3, rid the hand of suits: on others' tricks the most dangerous card, of short suits
    first.

    With a rival for the moon: no points to it, and on another's trick, which nobody can take over,
    a heart that stops it.
    """
    best, legal = best_card(view), view.legal
    if rival != NOBODY and view.table.trick[rival] != best and not to_come(view) and legal & HEARTS:
        return lowest(legal & HEARTS)
    to_rival = rival != NOBODY and view.table.trick[rival] == best
    if to_rival:
        legal = legal & ~POINTED or legal
    return max(cards(legal), key=lambda card: danger(view, card))


def danger(view: View, card: Card) -> float:
    """How much a card is wished away: the more lower ones are out, and the fewer of its suit are
    held.
    """
    out = unseen(view)
    if card == QUEEN:
        return 100
    if OVER_QUEEN >> card & 1 and out >> QUEEN & 1:
        return 90
    return (
        popcount(out & BELOW[card])
        + 3 * (HEARTS >> card & 1)
        - popcount(view.table.hand & suit_of(card))
    )


def lead(view: View) -> Card:
    """Points 1 and 3 for who leads: what is likely to lose the trick, or to win nothing in it; of
    short suits first.
    """
    return min(cards(view.legal), key=lambda card: cost_of_lead(view, card))


def cost_of_lead(view: View, card: Card) -> float:
    """Points that leading a card may cost: the chance that all play lower, times what may then lie
    in the trick.
    """
    out = unseen(view)
    left, lower = popcount(out & suit_of(card)), popcount(out & BELOW[card])
    wins = (lower / left) ** min(3, left) if left else 1.0
    # the fewer are left, the more is thrown
    points = 1 + max(0, 6 - left) / 2 + 3 * (HEARTS >> card & 1)
    if card == QUEEN:
        points += 13
    elif OVER_QUEEN >> card & 1 and out >> QUEEN & 1:
        points += 8
    return wins * points + popcount(view.table.hand & suit_of(card)) / 20


def pass_on(view: View) -> Card:
    """The next of three cards to pass: what keeps a hand from the moon, else the high spades, else
    points 5 and 4.
    """
    hand, left = view.table.hand, 3 - popcount(view.table.passed)
    losers = losing(hand, ALL & ~hand)
    if popcount(losers) <= left:
        return lowest(losers or hand & ~HEARTS or hand)
    guards = popcount(hand & BELOW[QUEEN])
    if hand >> QUEEN & 1 and guards < GUARDS:
        return QUEEN
    if hand & OVER_QUEEN and guards < GUARDS - 1:
        return highest(hand & OVER_QUEEN)
    free = hand & ~SPADES or hand
    return highest(short_suit(free, left) or 1 << high_of_short(free))


def short_suit(hand: Mask, left: int) -> Mask:
    """Point 5, pass very short suits away: the shortest suit but hearts that can be passed whole;
    none if none can.
    """
    suits = [hand & SUIT << start for start in (0, 13)]
    whole = [suit for suit in suits if 0 < popcount(suit) <= left]
    return min(whole, key=popcount, default=0)


def high_of_short(hand: Mask) -> Card:
    """Point 4, pass high cards from short suits: a rank counts for, two for each card of the suit
    against; hearts are worse.
    """

    def wished_away(card: Card) -> int:
        return strength(card) - 2 * popcount(hand & suit_of(card)) + 2 * (HEARTS >> card & 1)

    return max(cards(hand), key=wished_away)


def losing(hand: Mask, out: Mask) -> Mask:
    """The cards of a hand that lose a trick if it is led from the top, where three of those that
    are out fall to each lead.
    """
    lost = 0
    for card in cards(hand):
        if out & above(card) and popcount(out & suit_of(card)) > 3 * popcount(hand & above(card)):
            lost |= 1 << card
    return lost


def winners_of_points(view: View) -> Mask:
    """The seats that have won points in this round."""
    return mask_of(seat for seat in range(4) if view.table.taken[seat] & POINTED)


def shoots(view: View) -> bool:
    """The moon: whether nobody else has points or is winning some, and all of the hand would win if
    the rest lies evenly.
    """
    others = winners_of_points(view) & ~(1 << view.seat)
    lost = not leading(view) and trick(view) & POINTED and not view.legal & above(best_card(view))
    return not others and not lost and not losing(view.table.hand, unseen(view))


def shoot(view: View) -> Card:
    """The moon: win every trick, as low as may be when last, or throw away what wins nothing."""
    if leading(view):
        return highest(view.legal)
    over = view.legal & above(best_card(view))
    if over:
        return highest(over) if to_come(view) else lowest(over)
    return lowest(view.legal & ~POINTED or view.legal)


def rival_of(view: View) -> Seat:
    """Another seat that has won all points so far, and so many that it may well win the rest;
    NOBODY if none has.
    """
    seats, taken = winners_of_points(view), view.table.taken
    for seat in range(4):
        if seat != view.seat and seats == 1 << seat and popcount(POINTED & ~taken[seat]) <= ALARM:
            return seat
    return NOBODY


def stop(view: View, rival: Seat) -> Mask:
    """The moon of another: the cards that take points from it, if there are any; the queen only as
    the last that is missing.
    """
    if leading(view):
        return mask_of(
            card for card in cards(view.legal & HEARTS) if not above(card) & unseen(view)
        )
    here, best = trick(view), best_card(view)
    last = not POINTED & ~(view.table.taken[rival] | here)
    if view.table.trick[rival] == best and here & POINTED and (last or not here >> QUEEN & 1):
        return view.legal & above(best) & ~(1 << QUEEN)
    return 0


def choose_moon(view: View) -> Action:
    """The old moon, unless that would end the match for another to win."""
    old = scores(view.rules, view.table.taken, OLD)
    totals = [total + cost for total, cost in zip(view.totals, old, strict=True)]
    lost = max(totals) >= view.rules.target and min(totals) < totals[view.seat]
    return 53 if lost else 52
