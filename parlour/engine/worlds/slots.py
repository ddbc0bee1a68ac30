"""The cards that a seat cannot see, and the slots where they can be: from a game's rules alone, or
from a game's own engine/worlds.py.

A slot is a place for one card that the seat cannot see. The cards that fit it follow from the cards
that its holder was seen to lack during the time of the slot. There are two ways to divide the
hidden cards into slots. By ends: a slot is the place where a card went, a hidden discard or the
present hand. By origins, if others drew cards that the seat did not see: a slot is the place where
a card came from, the deal, a draw or the stock, and cards that have been played since fit it too.

Hidden actions come first. In some games a round begins with actions that other seats do not see,
such as passes. They are played once in a deal of arbitrary cards; that gives the holder of each
place of the deck after them. The slots describe the time after that, so the cards in the slots
determine the passed cards. The sampled worlds are uniform if the number and the order of these
first actions do not depend on the cards; otherwise they are approximate.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from parlour.cards import (
    ALL,
    HIDDEN,
    NOBODY,
    NONE,
    SPECTATOR,
    UNSEEN,
    Action,
    Card,
    Mask,
    Seat,
    cards,
    mask_of,
)
from parlour.catalogue.protocol import AnyGame, must
from parlour.catalogue.registry import find_game
from parlour.errors import RulesError, quote
from parlour.match import Seen, View


class Slot(NamedTuple):
    """A place for one card that the seat cannot see."""

    may: Mask  # the cards that fit
    seat: Seat = NOBODY  # its holder, unless the card was played since
    hidden: int = -1  # the index of the hidden discard or draw
    stock: int = -1  # the place in the stock


class Puzzle(NamedTuple):
    """The slots and the cards that a seat cannot see."""

    slots: list[Slot]  # one for each card of `free`
    free: Mask  # the cards in the slots
    played: Mask = 0  # the cards of them that have been played since
    must: Mask = 0  # `turn` now holds at least one of these; 0 if nothing is known
    turn: Seat = NOBODY


class First(NamedTuple):
    """A hidden action at the beginning of a round."""

    seat: Seat
    action: Action
    place: int  # of its card in the deck; -1 if the action is the same in every world


class Opening(NamedTuple):
    """A round up to its first public action."""

    owners: tuple[Seat, ...]  # the seat to which each place of the deck is dealt
    holders: tuple[Seat, ...]  # the seat with the card of each place after the opening
    acted: tuple[First, ...]  # the hidden actions
    seen: int  # the number of these that the seat has seen: its own
    must: Mask  # the next seat to act holds at least one of these; 0 if nothing is known


def others(view: View) -> list[Seat]:
    """All seats except the view's own."""
    return [seat for seat in range(len(view.players)) if seat != view.seat]


def only(may: list[Mask], card: Card, holder: Seat) -> list[Mask]:
    """The masks by seat, with this card removed from all but one."""
    return [mask if seat == holder else mask & ~(1 << card) for seat, mask in enumerate(may)]


def hands_of(view: View, may: list[Mask], free: Mask) -> list[Slot]:
    """The slots of the others' hands."""
    return [
        Slot(may[seat] & free, seat)
        for seat in others(view)
        for _ in range(view.table.counts[seat])
    ]


def opening_of(view: View) -> Opening:
    """The opening of a view's round, with arbitrary choices for the hidden actions of the
    others.
    """
    acts = tuple(seen.action for seen in view.seen if seen.seat == view.seat)
    over = len(acts) < len(view.seen) or view.table.turn != NOBODY
    deal = view.rules, view.number, view.seat, view.dealt, view.open
    return _opening(view.game, deal, acts if over else (), over)


@lru_cache(256)
def _opening(
    name: str,
    deal: tuple[Any, int, Seat, tuple[Card, ...], Mask],
    acts: tuple[Action, ...],
    over: bool,
) -> Opening:
    """The opening, from the seat's own actions `acts` in order; `over` says whether the opening has
    ended.
    """
    game = find_game(name)
    rules, number, viewer, dealt, lie_open = deal
    owners = tuple(game.dealt_to(rules, number, place) for place in range(52))
    piles = {viewer: iter(dealt), SPECTATOR: iter(cards(lie_open))}
    rest = iter(cards(ALL & ~mask_of(dealt) & ~lie_open))
    deck = tuple([next(piles.get(owner, rest)) for owner in owners])
    round_, state = game.deal(rules, deck, number)
    seats, acted, seen = range(game.seats(rules)), list[First](), 0
    while over and (first := _unseen(game, round_, state, viewer)):
        if seen < len(acts) and game.legal(round_, state, viewer) >> acts[seen] & 1:
            first = First(viewer, acts[seen], -1)
            seen += 1
        else:
            first = first._replace(place=deck.index(first.action) if first.action < 52 else -1)
        acted.append(first)
        state = game.apply(round_, state, first.seat, first.action)
    holders = list(owners)
    if acted:
        hands = [game.shown(round_, state, seat).hand for seat in seats]
        holding = {card: seat for seat in seats for card in cards(hands[seat])}
        holders = [
            holding.get(card, owner if owner >= len(seats) else NOBODY)
            for card, owner in zip(deck, owners, strict=True)
        ]
    return Opening(owners, tuple(holders), tuple(acted), seen, must(game, round_, state))


def _unseen(game: AnyGame, round_: Any, state: Any, viewer: Seat) -> First | None:
    """An action that another seat may take now without the viewer seeing it, if there is one."""
    for seat in range(game.seats(round_.rules)):
        may = game.legal(round_, state, seat) if seat != viewer else 0
        action = (may & -may).bit_length() - 1
        if may and game.veil(round_, state, viewer, seat, action)[0] == UNSEEN:
            return First(seat, action, -1)
    return None


class Facts(NamedTuple):
    """The known places of cards in a view, without the cards that others lack."""

    opening: Opening
    public: tuple[Seen, ...]  # all actions seen after it
    played: Mask  # the cards played since
    visible: Mask  # the cards whose places are always known: the seat's own, and the open ones
    # the cards known to have come to another seat, such as those that the viewer passed
    received: dict[Card, Seat]
    first: Seat  # the first seat to act


def facts_of(view: View) -> Facts:
    """The facts in a view."""
    opening, me = opening_of(view), view.seat
    public = view.seen[opening.seen :]
    played = mask_of(seen.action for seen in public if seen.action < 52)
    visible = (
        view.table.hand
        | mask_of(seen.action for seen in public if seen.seat == me and seen.action < 52)
        | view.open
    )
    dealt = iter(view.dealt)
    received = {
        next(dealt): holder
        for owner, holder in zip(opening.owners, opening.holders, strict=True)
        if owner == me != SPECTATOR
    }
    received |= {seen.card: seen.seat for seen in public if seen.card < 52}
    received = {card: seat for card, seat in received.items() if seat != me}
    first = public[0].seat if public else view.table.turn
    return Facts(opening, public, played, visible, received, first)


def puzzle(view: View) -> Puzzle:
    """The slots and cards that a seat cannot see, from the rules alone; RulesError if slots cannot
    describe them.
    """
    facts = facts_of(view)
    drawn = any(seen.card == HIDDEN for seen in facts.public)
    slots, free = by_origins(view, facts) if drawn else by_ends(view, facts)
    if len(slots) != free.bit_count():
        raise RulesError(
            f"The rules of {quote(view.game)} do not determine where its cards can be, so the "
            f"level search cannot play this game."
        )
    theirs = view.table.turn not in (view.seat, NOBODY)
    return Puzzle(slots, free, facts.played & free, view.must if theirs else 0, view.table.turn)


def by_ends(view: View, facts: Facts) -> tuple[list[Slot], Mask]:
    """A slot for each hidden discard of the others, each card in their hands and each in the stock;
    and the cards in them.

    No hidden card comes to another hand later, so a seat still lacks every card that it once
    lacked.
    """
    free = ALL & ~facts.visible & ~facts.played
    may, stock = held_first(view, facts, free)
    size = [facts.opening.holders.count(seat) for seat in range(len(view.players))]
    slots = list[Slot]()
    for seat, action, card, lacks in facts.public:
        may[seat] &= ~lacks
        if card < 52:
            may[seat] |= 1 << card
        size[seat] += (card != NONE) - (action < 52 or action == HIDDEN)
        if action == HIDDEN:
            slots.append(Slot(may[seat], hidden=len(slots)))
    slots += [Slot(may[seat], seat) for seat in others(view) for _ in range(size[seat])]
    return [*slots, *stock_of(facts, stock)], free


def by_origins(view: View, facts: Facts) -> tuple[list[Slot], Mask]:
    """A slot for each card dealt to others, each of their draws and each card of the stock; and the
    cards in them.

    The actions are read backwards. The cards that fit a draw are those that can be in the hand
    afterwards; a play adds its card, and a proof of lacking removes cards. After a hidden discard
    the earlier hand is unknown, so there are no such slots.
    """
    if any(
        seen.action == HIDDEN or (seen.card < 52 and seen.seat != view.seat)
        for seen in facts.public
    ):
        return [], ALL
    free = ALL & ~facts.visible
    dealt, elsewhere = held_first(view, facts, free)
    may, slots = [mask & ~facts.played for mask in dealt], list[Slot]()
    hidden = sum(seen.card == HIDDEN for seen in facts.public)
    for seat, action, card, lacks in reversed(facts.public):
        if card == HIDDEN:
            hidden -= 1
            slots.append(Slot(may[seat] & elsewhere, seat, hidden))
        may[seat] &= ~lacks
        if action < 52:
            may[seat] |= 1 << action
    slots += [
        Slot(may[seat] & dealt[seat], seat)
        for seat in facts.opening.holders
        if seat in others(view)
    ]
    return [*slots, *stock_of(facts, elsewhere & ~facts.played)], free


def held_first(view: View, facts: Facts, free: Mask) -> tuple[list[Mask], Mask]:
    """The free cards that each seat may hold after the opening, and those that may be elsewhere."""
    held = dict(facts.received)
    if facts.opening.must.bit_count() == 1 and facts.first != NOBODY:
        held[facts.opening.must.bit_length() - 1] = facts.first
    may = [free] * len(view.players)
    for card, seat in held.items():
        may = only(may, card, seat)
    return may, free & ~mask_of(held)


def stock_of(facts: Facts, may: Mask) -> list[Slot]:
    """The slots of the stock, which any of these cards fit."""
    drawn = sum(seen.card != NONE for seen in facts.public)
    return [Slot(may, stock=i) for i in range(facts.opening.holders.count(NOBODY) - drawn)]
