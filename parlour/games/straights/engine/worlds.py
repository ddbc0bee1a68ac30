"""The cards that a seat of Straights cannot see, as slots."""

from parlour.cards import ALL, HIDDEN, mask_of
from parlour.engine.worlds.slots import Puzzle, Slot, hands_of, only
from parlour.games.straights.rules import SEVEN_OF_SPADES, Shown
from parlour.match import View


def puzzle(view: View[Shown]) -> Puzzle:
    """The slots and their cards: a card that fits fits until it is played, so a seat that discards
    has never held one of the cards that fit then.
    """
    table = view.table
    discarded = table.thrown[0] | table.thrown[1] | table.thrown[2] | table.thrown[3]
    free = ALL & ~(mask_of(view.dealt) | table.table | discarded)
    may = [free] * 4
    slots: list[Slot] = []
    opener = view.seen[0].seat if view.seen else table.turn
    for seat, action, _, lacks in view.seen:
        may[seat] &= ~lacks
        if action == HIDDEN:
            slots.append(Slot(may[seat] & ~(1 << SEVEN_OF_SPADES), hidden=len(slots)))
    if free >> SEVEN_OF_SPADES & 1:
        may = only(may, SEVEN_OF_SPADES, opener)
    return Puzzle(slots + hands_of(view, may, free), free)
