"""What a seat does not know, as cards and slots; from a game's rules alone, or by a game's own
engine/worlds.py.

A slot is a place for one card that the seat cannot see. Which cards may lie there follows from what
the holder was seen to lack while the card was in its hand. There are two ways to cut what others
hold into slots. By ends: a slot is where a card went, a hidden discard or the hand as it is now. By
origins, where others drew cards that the seat did not see: a slot is where a card came from, the
deal, a draw or the stock, and a card that was played since may lie there too.

Untold actions come first. Some games begin with actions of which nobody else is told, as where
cards are passed. They are played once in a deal of any cards; that shows who holds the card of each
place of the deck when they are over. The slots are filled after that, so the cards of a slot decide
what was passed. Worlds drawn so are uniform where these first actions do not depend on the cards;
else they are approximate.
"""

from functools import lru_cache
from typing import Any, NamedTuple

from parlour.cards import (
    ALL,
    HIDDEN,
    NOBODY,
    NONE,
    SPECTATOR,
    UNTOLD,
    Action,
    Card,
    Mask,
    Seat,
    cards,
    mask_of,
)
from parlour.errors import RulesError, quote
from parlour.game import AnyGame, find_game, must
from parlour.match import Seen, View


class Slot(NamedTuple):
    """A place for one card that the seat cannot see."""

    may: Mask  # the cards that may lie here
    seat: Seat = NOBODY  # in whose hand, unless it was played since
    hidden: int = -1  # which of the hidden discards or draws
    stock: int = -1  # which place of the stock


class Puzzle(NamedTuple):
    """What a seat does not know."""

    slots: list[Slot]  # as many as `free`
    free: Mask  # the cards that lie there
    played: Mask = 0  # those of them that have been played since
    must: Mask = 0  # `turn` holds one of these now; 0: nothing is known of that
    turn: Seat = NOBODY


class First(NamedTuple):
    """One of the actions at the beginning of a round that not all are told of."""

    seat: Seat
    action: Action
    place: int  # of its card in the deck; -1 where the action is the same in every world


class Opening(NamedTuple):
    """A round up to the first action that all are told of."""

    owners: tuple[Seat, ...]  # to whom each place of the deck is dealt
    holders: tuple[Seat, ...]  # who holds the card of each place when the opening is over
    acted: tuple[First, ...]  # the actions that not all are told of
    seen: int  # how many of these the seat has seen, its own
    must: Mask  # whoever acts first afterwards holds one of these; 0 where nothing is known


def others(view: View) -> list[Seat]:
    """All seats but the view's own."""
    return [seat for seat in range(len(view.players)) if seat != view.seat]


def only(may: list[Mask], card: Card, holder: Seat) -> list[Mask]:
    """The same, where this card may lie in one hand only."""
    return [mask if seat == holder else mask & ~(1 << card) for seat, mask in enumerate(may)]


def hands_of(view: View, may: list[Mask], free: Mask) -> list[Slot]:
    """The places of the others' hands."""
    return [
        Slot(may[seat] & free, seat)
        for seat in others(view)
        for _ in range(view.table.counts[seat])
    ]


def opening_of(view: View) -> Opening:
    """The opening of the round that a view is of, with choices that nobody is told of made for the
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
    """`acts`: what the seat itself did, in order; `over`: whether the opening is."""
    game = find_game(name)
    rules, number, viewer, dealt, lie_open = deal
    owners = tuple(game.owner(rules, number, place) for place in range(52))
    known = {viewer: iter(dealt), SPECTATOR: iter(cards(lie_open))}
    rest = iter(cards(ALL & ~mask_of(dealt) & ~lie_open))
    deck = tuple([next(known.get(owner, rest)) for owner in owners])
    round, state = game.deal(rules, deck, number)
    seats, acted, seen = range(game.seats(rules)), list[First](), 0
    while over and (first := _untold(game, round, state, viewer)):
        if seen < len(acts) and game.legal(round, state, viewer) >> acts[seen] & 1:
            first = First(viewer, acts[seen], -1)
            seen += 1
        elif first.action < 52:
            first = first._replace(place=deck.index(first.action))
        acted.append(first)
        state = game.apply(round, state, first.seat, first.action)
    holders = list(owners)
    if acted:
        hands = [game.shown(round, state, seat).hand for seat in seats]
        holding = {card: seat for seat in seats for card in cards(hands[seat])}
        holders = [
            holding.get(card, owner if owner >= len(seats) else NOBODY)
            for card, owner in zip(deck, owners, strict=True)
        ]
    return Opening(owners, tuple(holders), tuple(acted), seen, must(game, round, state))


def _untold(game: AnyGame, round: Any, state: Any, viewer: Seat) -> First | None:
    """An action that another seat may make now without the viewer being told, if there is one."""
    for seat in range(game.seats(round.rules)):
        may = game.legal(round, state, seat) if seat != viewer else 0
        action = (may & -may).bit_length() - 1
        if may and game.veil(round, state, viewer, seat, action)[0] == UNTOLD:
            return First(seat, action, -1)
    return None


class Facts(NamedTuple):
    """What a view tells of where cards are, besides what others lack."""

    opening: Opening
    public: tuple[Seen, ...]  # all that was seen after it
    played: Mask  # the cards played since
    known: (
        Mask  # the cards whose places are known all along: the seat's own, and those that lie open
    )
    # the cards that a seat is known to have got, as all that it was passed by the view's own
    given: dict[Card, Seat]
    first: Seat  # who acts first


def facts_of(view: View) -> Facts:
    """What a view tells, sorted."""
    opening, me = opening_of(view), view.seat
    public = view.seen[opening.seen :]
    played = mask_of(seen.action for seen in public if seen.action < 52)
    known = (
        view.table.hand
        | mask_of(seen.action for seen in public if seen.seat == me and seen.action < 52)
        | view.open
    )
    own = iter(view.dealt)
    given = {
        next(own): holder
        for owner, holder in zip(opening.owners, opening.holders, strict=True)
        if owner == me != SPECTATOR
    }
    given |= {seen.card: seen.seat for seen in public if seen.card < 52}
    given = {card: seat for card, seat in given.items() if seat != me}
    first = public[0].seat if public else view.table.turn
    return Facts(opening, public, played, known, given, first)


def puzzle(view: View) -> Puzzle:
    """What a seat does not know, from the rules alone; RulesError where no slots can say it."""
    facts = facts_of(view)
    drawn = any(seen.card == HIDDEN for seen in facts.public)
    slots, free = by_origins(view, facts) if drawn else by_ends(view, facts)
    if len(slots) != free.bit_count():
        raise RulesError(
            f"The rules of {quote(view.game)} do not determine where its cards can be (the "
            f"game needs an engine/worlds.py)."
        )
    theirs = view.table.turn not in (view.seat, NOBODY)
    return Puzzle(slots, free, facts.played & free, view.must if theirs else 0, view.table.turn)


def by_ends(view: View, facts: Facts) -> tuple[list[Slot], Mask]:
    """A slot for each hidden discard of the others, each card in their hands and each in the stock;
    and the cards there.

    Nothing that a seat lacked comes to its hand later unseen, so what it lacked it lacks.
    """
    free = ALL & ~facts.known & ~facts.played
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
    """A slot for each card that others were dealt, each of their draws and each card of the stock;
    and the cards there.

    Backwards: what may enter a hand now is what may stay there; a play adds its card, what proves a
    lack takes it away. Where a discard is hidden, nothing is known of what was held before, so
    there are no such slots.
    """
    if any(
        seen.action == HIDDEN or (seen.card < 52 and seen.seat != view.seat)
        for seen in facts.public
    ):
        return [], ALL
    free = ALL & ~facts.known
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
    """Which of the free cards each seat may hold when the opening is over, and which of them may
    lie elsewhere.
    """
    held = dict(facts.given)
    if facts.opening.must.bit_count() == 1 and facts.first != NOBODY:
        held[facts.opening.must.bit_length() - 1] = facts.first
    may = [free] * len(view.players)
    for card, seat in held.items():
        may = only(may, card, seat)
    return may, free & ~mask_of(held)


def stock_of(facts: Facts, may: Mask) -> list[Slot]:
    """The places of the stock, where any of these cards may lie."""
    drawn = sum(seen.card != NONE for seen in facts.public)
    return [Slot(may, stock=i) for i in range(facts.opening.holders.count(NOBODY) - drawn)]
