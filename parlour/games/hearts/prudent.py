"""The prudent player of Hearts, which follows a few simple rules.

They follow seed text 004: the five points of the "larger extra credit option" are `duck`,
`win_big`, `discard` (and `lead`), `high_of_short` and `short_suit`; those of the "even larger" one
are `shoot` and `stop`. The player knows its own hand and the public cards, and does not look ahead.
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

GUARDS = 4  # lower spades with which the queen is safe in the hand
ALARM = 10  # a rival with all points is stopped when at most so many point cards remain


def prudent(view: View, _dice: int) -> Action:
    """The prudent player's action."""
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
        return discard(view, rival)
    under = view.legal & BELOW[best]
    return duck(under) if under else win_big(view)


def suit_of(card: Card) -> Mask:
    """All cards of a card's suit."""
    return SUIT << card // 13 * 13


def above(card: Card) -> Mask:
    """The higher cards of a card's suit."""
    return suit_of(card) & ~BELOW[card] & ~(1 << card)


def highest(mask: Mask) -> Card:
    """The card of the highest rank; at a tie, of the first suit."""
    return max(cards(mask), key=strength)


def lowest(mask: Mask) -> Card:
    """The card of the lowest rank; at a tie, of the first suit."""
    return min(cards(mask), key=strength)


def trick(view: View) -> Mask:
    """The cards of the trick so far."""
    return mask_of(card for card in view.table.trick if card != NONE)


def unseen(view: View) -> Mask:
    """The cards in the others' hands."""
    taken = view.table.taken
    seen: Mask = view.table.hand | trick(view) | taken[0] | taken[1] | taken[2] | taken[3]
    return ALL & ~seen


def leading(view: View) -> bool:
    """Whether this seat leads the trick."""
    return not trick(view)


def best_card(view: View) -> Card:
    """The card that wins the trick so far."""
    return highest(trick(view) & suit_of(view.table.trick[view.table.leader]))


def to_come(view: View) -> int:
    """The number of seats that play to the trick after this one."""
    return 3 - popcount(trick(view))


def duck(under: Mask) -> Card:
    """Point 1, avoid winning tricks: of the cards that lose, the queen of spades, else the
    highest.
    """
    return QUEEN if under >> QUEEN & 1 else highest(under)


def win_big(view: View) -> Card:
    """Point 2, if winning seems unavoidable win big: the highest card, or the lowest if a later
    seat may still beat it.
    """
    winning = view.legal & ~(1 << QUEEN) or view.legal
    hopeful = to_come(view) and above(lowest(winning)) & unseen(view)
    return lowest(winning) if hopeful else highest(winning)


def discard(view: View, rival: Seat) -> Card:
    """Point 3, empty suits: on others' tricks the most dangerous card, from short suits first.

    With a rival for the moon: no points to it, and the last card on another seat's trick is a
    heart, which stops the moon.
    """
    best, legal = best_card(view), view.legal
    if rival != NOBODY and view.table.trick[rival] != best and not to_come(view) and legal & HEARTS:
        return lowest(legal & HEARTS)
    to_rival = rival != NOBODY and view.table.trick[rival] == best
    if to_rival:
        legal = legal & ~POINTED or legal
    return max(cards(legal), key=lambda card: danger(view, card))


def danger(view: View, card: Card) -> float:
    """The danger of a card: more if lower cards of its suit are unseen, less if its suit is long in
    the hand.
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
    """Points 1 and 3 for the leader: a card that is likely to lose the trick or to win few points,
    from short suits first.
    """
    return min(cards(view.legal), key=lambda card: cost_of_lead(view, card))


def cost_of_lead(view: View, card: Card) -> float:
    """The expected points of leading a card: the chance that all others play lower, times the
    points that may be in the trick.
    """
    out = unseen(view)
    left, lower = popcount(out & suit_of(card)), popcount(out & BELOW[card])
    wins = (lower / left) ** min(3, left) if left else 1.0
    # the fewer cards of the suit are unseen, the more discards are likely
    points = 1 + max(0, 6 - left) / 2 + 3 * (HEARTS >> card & 1)
    if card == QUEEN:
        points += 13
    elif OVER_QUEEN >> card & 1 and out >> QUEEN & 1:
        points += 8
    return wins * points + popcount(view.table.hand & suit_of(card)) / 20


def pass_on(view: View) -> Card:
    """The next of three cards to pass: one that allows the moon, else a high spade, else by points
    5 and 4.
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
    """Point 5, pass very short suits: the shortest suit but hearts that can be passed whole, as a
    mask; 0 if there is none.
    """
    suits = [hand & SUIT << start for start in (0, 13)]
    whole = [suit for suit in suits if 0 < popcount(suit) <= left]
    return min(whole, key=popcount, default=0)


def high_of_short(hand: Mask) -> Card:
    """Point 4, pass high cards from short suits: the highest rank less two for each card of its
    suit; hearts count two more.
    """

    def passing_value(card: Card) -> int:
        return strength(card) - 2 * popcount(hand & suit_of(card)) + 2 * (HEARTS >> card & 1)

    return max(cards(hand), key=passing_value)


def losing(hand: Mask, out: Mask) -> Mask:
    """The cards of a hand that lose a trick if the hand is led from the top and three unseen cards
    fall to each lead.
    """
    lost = 0
    for card in cards(hand):
        if out & above(card) and popcount(out & suit_of(card)) > 3 * popcount(hand & above(card)):
            lost |= 1 << card
    return lost


def winners_of_points(view: View) -> Mask:
    """The seats that have won points in this round, as a mask."""
    return mask_of(seat for seat in range(4) if view.table.taken[seat] & POINTED)


def shoots(view: View) -> bool:
    """Whether to shoot the moon: no other seat has or is winning points, and all of the hand would
    win if the unseen cards are spread evenly.
    """
    others = winners_of_points(view) & ~(1 << view.seat)
    lost = not leading(view) and trick(view) & POINTED and not view.legal & above(best_card(view))
    return not others and not lost and not losing(view.table.hand, unseen(view))


def shoot(view: View) -> Card:
    """The card for the moon: win every trick, as cheaply as possible when last, or discard a card
    without points.
    """
    if leading(view):
        return highest(view.legal)
    over = view.legal & above(best_card(view))
    if over:
        return highest(over) if to_come(view) else lowest(over)
    return lowest(view.legal & ~POINTED or view.legal)


def rival_of(view: View) -> Seat:
    """Another seat that has won all points so far, and enough of them to threaten the moon; NOBODY
    if there is none.
    """
    seats, taken = winners_of_points(view), view.table.taken
    for seat in range(4):
        if seat != view.seat and seats == 1 << seat and popcount(POINTED & ~taken[seat]) <= ALARM:
            return seat
    return NOBODY


def stop(view: View, rival: Seat) -> Mask:
    """The cards, as a mask, that take points from a rival for the moon; the queen only if it is the
    last point card.
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
    """The old moon, unless it ends the match with another seat as the winner."""
    old = scores(view.rules, view.table.taken, OLD)
    totals = [total + cost for total, cost in zip(view.totals, old, strict=True)]
    lost = max(totals) >= view.rules.target and min(totals) < totals[view.seat]
    return 53 if lost else 52
