"""The cards that a seat of Crazy Eights cannot see, as slots."""

from parlour.cards import ALL, HIDDEN, mask_of
from parlour.engine.worlds.slots import Puzzle, Slot, others
from parlour.games.crazy_eights import rules as eights
from parlour.match import View


def puzzle(view: View[eights.Shown]) -> Puzzle:
    """The slots and their cards, with the actions read backwards: the cards that fit a draw are
    those that can be in the hand afterwards, a play adds its card, and a draw or a pass removes the
    cards that it lacks.

    If a seat in turn needs a card and there is none to draw, and the round is not over, it holds a
    fitting card.
    """
    table, rules = view.table, view.rules
    held = mask_of(view.dealt) | mask_of(seen.card for seen in view.seen if seen.card < 52)
    played = mask_of(seen.action for seen in view.seen if seen.action < 52)
    unseen = ALL & ~held & ~played & ~(1 << table.turned)
    may = [unseen] * len(view.players)
    slots = [Slot(unseen, stock=i) for i in range(table.stock)]
    hidden = sum(seen.card == HIDDEN for seen in view.seen)
    for seat, action, card, lacks in reversed(view.seen):
        if card == HIDDEN:
            hidden -= 1
            slots.append(Slot(may[seat], seat, hidden))
        may[seat] &= ~lacks
        if action < 52:
            may[seat] |= 1 << action
    slots += [Slot(may[seat], seat) for seat in others(view) for _ in range(rules.hand)]
    free = unseen | played & ~held
    must = 0
    if (
        table.turn != view.seat
        and table.stock == 0
        and rules.empty == eights.DRAW_GAME
        and eights.draws(rules.draw, table.drawn)
    ):
        must = eights.fitting(table.top, table.suit)
    return Puzzle(slots, free, played & free, must, table.turn)
