"""What a seat of Hearts does not know, and what the others may have passed."""

from parlour.cards import ALL, NOBODY, Action, Mask, cards, mask_of
from parlour.engine.worlds import Puzzle, Worlds, dealt, hands_of, only
from parlour.games.hearts.rules import TWO_OF_CLUBS, way
from parlour.match import Acted, Event, View


def puzzle(view: View) -> Puzzle:
    """Nothing is received after the pass, so who lacked a card then lacks it now; who opened had the two of clubs."""
    table = view.table
    passes = table.passed.bit_count()
    played = view.seen[passes:]
    if table.leader == NOBODY:
        free = ALL & ~mask_of(view.dealt)
        return Puzzle(hands_of(view, [free] * 4, free), free)
    free = ALL & ~(table.hand | mask_of(seen.action for seen in played if seen.action < 52))
    may = [free] * 4
    for seat, _, _, lacks in played:
        may[seat] &= ~lacks
    opener = played[0].seat if played else table.leader
    may = only(may, TWO_OF_CLUBS, opener)
    if passes:
        taker = (view.seat + way(view.rules, view.number)) % 4
        for card in cards(table.passed):
            may = only(may, card, taker)
    return Puzzle(hands_of(view, may, free), free)


def events(view: View, worlds: Worlds, i: int) -> list[Event]:
    """The log of world i: what others passed among themselves is chosen, the lowest of what the receiver came to hold."""
    hands = worlds.hands[i].tolist()
    passes = view.table.passed.bit_count()
    acted = [Acted(seat, action) for seat, action, _, _ in view.seen]
    for seat, action in acted[passes:]:
        hands[seat] |= 1 << action if action < 52 else 0
    if view.table.leader != NOBODY:
        acted = _passed(view, hands) + acted[passes:]
    return [dealt(view, hands, []), *acted]


def _passed(view: View, hands: list[Mask]) -> list[Acted]:
    """Everybody's passes in Hearts, which are taken back in `hands` (as they were when the play began)."""
    on = way(view.rules, view.number)
    acted: list[Acted] = []
    for giver in range(4 if on else 0):
        taker = (giver + on) % 4
        some: tuple[Action, ...] = cards(hands[taker])[:3]
        if giver == view.seat:
            some = tuple(seen.action for seen in view.seen[:3])
        elif taker == view.seat:
            some = cards(view.table.received)
        acted += [Acted(giver, card) for card in some]
    for giver, card in acted:
        hands[(giver + on) % 4] &= ~(1 << card)
    for giver, card in acted:
        hands[giver] |= 1 << card
    return acted
