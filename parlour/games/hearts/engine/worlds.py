"""The cards that a seat of Hearts cannot see, as slots."""

from parlour.cards import ALL, NOBODY, cards, mask_of
from parlour.engine.worlds.slots import Puzzle, hands_of, only
from parlour.games.hearts.rules import TWO_OF_CLUBS, Shown, pass_offset
from parlour.match import View


def puzzle(view: View[Shown]) -> Puzzle:
    """The slots and their cards: no card is received after the pass, so a seat still lacks every
    card that it once lacked; the opener held the two of clubs.
    """
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
        taker = (view.seat + pass_offset(view.rules, view.number)) % 4
        for card in cards(table.passed):
            may = only(may, card, taker)
    return Puzzle(hands_of(view, may, free), free)
