"""Every world that fits what a seat has seen, found by brute force, to be a witness in the tests of
a sampler.

Written from the three referees of this package alone, by someone who had not read the sampler. A
world is the hands as they are now and the cards of the others' hidden deeds: face-down discards
(Straights) and draws (Crazy Eights). The cards that the watcher cannot place are put into the
places that they may have had, in every way; each such way is dealt and played anew by the referee,
from the deal on, and is a world if and only if it is legal and the watcher sees the same sentences.

Few ways are tried in vain, because a seat that could not do better shows which cards it did not
hold then (`lacking`). These deductions only ever save time: without them (`prune=False`) the same
worlds must be found.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tests.oracle import crazy_eights, hearts, straights

Acted = list[tuple[int, str]]
World = tuple[
    tuple[frozenset[str], ...], tuple[str, ...]
]  # by seat the cards held now; the hidden cards, as they came
Position = tuple[
    list[str], int, dict[str, Any], Acted, int | None
]  # deck, number, options, what was done, watcher

DECK: list[str] = straights.NEW_DECK
STOCK = -1  # the "seat" of the stock of Crazy Eights
NOW = 1_000_000  # later than any action


class Place(NamedTuple):
    """Where unknown cards were: held by a seat before each action after number `since` up to number
    `until`.
    """

    seat: int
    since: int  # the number of the action by which they came; -1 for the deal
    until: int  # the number of the action by which they left; NOW if they did not
    room: int  # how many


class Puzzle(NamedTuple):
    """What the watcher does not know: which of the cards were in which place. Nothing else is taken
    from the true round.
    """

    cards: list[str]
    places: list[Place]
    # of the cards: who played it, by which action (Crazy Eights alone)
    played: dict[str, tuple[int, int]]
    # of the cards: who is known to hold it, or to have held it from the deal on
    owner: dict[str, int]
    # by seat, the face-down discards that were turned up at the end (Straights alone)
    told: dict[int, list[str]]


def table(game: str, deck: list[str], number: int, options: dict[str, Any]) -> Any:
    """A referee's table, dealt."""
    if game == "straights":
        return straights.Table(deck, **options)
    return (
        hearts.Table(deck, number, **options)
        if game == "hearts"
        else crazy_eights.Table(deck, number, **options)
    )


def act(game: str, at: Any, seat: int, action: str) -> None:
    """Do this at the table; ValueError if it is not allowed."""
    if game != "straights":
        at.act(seat, action)
    elif at.turn != seat:
        raise ValueError("it is another's turn")
    else:
        at.act(action)


def replay(
    game: str, deck: list[str], number: int, options: dict[str, Any], acted: Acted
) -> Any | None:
    """The table after all this was done from the deal on; None if it is not a legal round."""
    try:
        at = table(game, deck, number, options)
        for seat, action in acted:
            act(game, at, seat, action)
    except ValueError:
        return None
    return at


def hides(at: Any, deed: str, seat: int, watcher: int | None) -> bool:
    """Whether the card of this deed is hidden from the watcher."""
    return seat != watcher and (deed == "draws" or (deed == "discards" and at.discards == "hidden"))


def read(game: str, at: Any, watcher: int | None) -> World:
    """The world in which a table stands."""
    deeds = [] if game == "hearts" else at.deeds
    hidden = tuple(card for seat, deed, card in deeds if hides(at, deed, seat, watcher))
    return tuple(frozenset(hand) for hand in at.hands), hidden


def lacking(game: str, at: Any, _seat: int, action: str) -> list[str]:
    """Cards none of which this seat holds, as it does this now; the same in all worlds, for only
    open cards count.

    Each game knows such a rule for single cards only: what is not allowed with a card in hand is
    not with more cards either.
    """
    if game == "straights":
        # 3.2: who has a legal play must make one. So a discard shows that nothing fitted, the
        # discard itself included.
        return [] if at.fits(action) else [card for card in DECK if at.fits(card)]
    if game == "crazy-eights":
        # House: nobody may draw or pass while a card in hand fits.
        return [card for card in DECK if at.fits(card)] if action in ("draw", "pass") else []
    if at.passing or action in hearts.CHOICES:
        return []
    # Hearts: a card that the seat cannot have held is one beside which, alone in the hand, it might
    # not play what it played.
    legal = at.legal_follows if at.trick else at.legal_leads
    return [card for card in DECK if card != action and action not in legal([action, card])]


def straights_puzzle(at: Any, watcher: int | None) -> Puzzle:
    """Unknown: each hidden discard, and the others' hands."""
    others = [seat for seat in range(4) if seat != watcher]
    hidden = [(i, *deed) for i, deed in enumerate(at.deeds) if hides(at, deed[1], deed[0], watcher)]
    places = [Place(seat, -1, i, 1) for i, seat, _, _ in hidden]
    places += [Place(seat, -1, NOW, len(at.hands[seat])) for seat in others]
    cards = [card for *_, card in hidden] + [card for seat in others for card in at.hands[seat]]
    # 5.4.1: who begins was dealt the seven of spades. 5.6: at the end everybody is told each seat's
    # discards.
    return Puzzle(
        cards, places, {}, {"7S": at.first}, dict(enumerate(at.thrown)) if at.turn is None else {}
    )


def hearts_puzzle(at: Any, watcher: int | None) -> Puzzle:
    """Unknown: the others' hands."""
    if at.passing:
        raise ValueError("only after the exchange")
    others = [seat for seat in range(4) if seat != watcher]
    # "Whoever is dealt the Two of Clubs must lead": everybody is told who that is.
    owner = {
        "2C": next(
            int(words.split()[1])
            for words in at.public
            if words.endswith("leads to the first trick")
        )
    }
    # The watcher knows where the cards are that it gave away.
    if watcher is not None and at.given[watcher]:
        owner |= dict.fromkeys(at.given[watcher], at.receivers()[watcher])
    places = [Place(seat, -1, NOW, len(at.hands[seat])) for seat in others]
    return Puzzle([card for seat in others for card in at.hands[seat]], places, {}, owner, {})


def crazy_eights_puzzle(at: Any, watcher: int | None) -> Puzzle:
    """Unknown: what the others were dealt, each of their draws, and what is left of the stock."""
    others = [seat for seat in range(at.players) if seat != watcher]
    places = [Place(seat, -1, NOW, len(at.dealt[seat])) for seat in others]
    draws = [
        (i, seat, card)
        for i, (seat, deed, card) in enumerate(at.deeds)
        if deed == "draws" and seat != watcher
    ]
    places += [Place(seat, i, NOW, 1) for i, seat, _ in draws]
    places.append(Place(STOCK, -1, NOW, len(at.stock)))
    cards = (
        [card for seat in others for card in at.dealt[seat]]
        + [card for *_, card in draws]
        + at.stock
    )
    # A card that was played is seen, but not whether it had been dealt or drawn, and by which draw.
    played = {
        card: (seat, i)
        for i, (seat, deed, card) in enumerate(at.deeds)
        if deed == "plays" and seat != watcher
    }
    return Puzzle(cards, places, played, {}, {})


PUZZLES = {
    "straights": straights_puzzle,
    "hearts": hearts_puzzle,
    "crazy-eights": crazy_eights_puzzle,
}


def allowed(
    puzzle: Puzzle, shown: list[tuple[int, int, list[str]]], prune: bool
) -> dict[str, list[int]]:
    """By card, the places (by number) that it may have had; `shown`: before action i, this seat
    held none of these.
    """
    may: dict[str, list[int]] = {card: [] for card in puzzle.cards}
    for card in puzzle.cards:
        player, left = puzzle.played.get(card, (None, NOW))
        for number, place in enumerate(puzzle.places):
            until = min(place.until, left)
            # A played card was its player's: this is no deduction but what everybody saw.
            barred = player not in (None, place.seat)
            if prune and not barred:
                barred = (
                    until <= place.since  # played before it came
                    or puzzle.owner.get(card, place.seat) != place.seat
                    or (
                        place.seat in puzzle.told
                        and place.until < NOW
                        and card not in puzzle.told[place.seat]
                    )
                    or any(
                        place.seat == seat and place.since < i <= until and card in lacks
                        for i, seat, lacks in shown
                    )
                )
            if not barred:
                may[card].append(number)
    return may


def fillings(may: dict[str, list[int]], rooms: list[int]) -> Iterator[dict[str, int]]:
    """Every way to give each card a place that it may have, each place getting as many cards as it
    has room for.

    There are no dead ends: a full filling is kept at hand, and a card is moved only if the others
    can make up for it.
    """
    cards = sorted(may, key=lambda card: len(may[card]))
    held: list[list[str]] = [[] for _ in rooms]
    at: dict[str, int] = {}
    fixed: set[str] = set()

    def settle(card: str, tried: set[int]) -> bool:
        """Find the card a place, moving cards that are not fixed; those tried are left alone."""
        return any(place not in tried and enter(card, place, tried) for place in may[card])

    def enter(card: str, place: int, tried: set[int]) -> bool:
        """Put the card there, moving another out if there is no room."""
        tried.add(place)
        if len(held[place]) == rooms[place]:
            for other in held[place]:
                if other not in fixed and settle(other, tried):
                    held[place].remove(other)
                    break
            else:
                return False
        held[place].append(card)
        at[card] = place
        return True

    def go(depth: int) -> Iterator[dict[str, int]]:
        if depth == len(cards):
            yield dict(at)
            return
        card = cards[depth]
        for place in may[card]:
            before = at[card]
            if place != before:
                held[before].remove(card)
                if not enter(card, place, set()):
                    held[before].append(card)
                    continue
            fixed.add(card)
            yield from go(depth + 1)
            fixed.remove(card)

    if sum(rooms) == len(cards) and all(settle(card, set()) for card in cards):
        yield from go(0)


def rebuild(
    game: str, at: Any, acted: Acted, watcher: int | None, puzzle: Puzzle, filling: dict[str, int]
) -> tuple[list[str], Acted]:
    """The deck and the actions of the round in which each card was in the place that this filling
    gives it.
    """
    acted = list(acted)
    dealt: list[list[str]] = [[] for _ in at.hands]
    drawn: dict[int, str] = {}
    rest: list[str] = []
    for card, number in filling.items():
        place = puzzle.places[number]
        if place.since >= 0:
            drawn[place.since] = card
        else:
            (rest if place.seat == STOCK else dealt[place.seat]).append(card)
        if place.until != NOW:
            acted[place.until] = (place.seat, card)
    # Cards that everybody saw others play or throw away were dealt to them too, if they are not
    # among the unknown ones.
    for seat, action in acted[12:] if game == "hearts" and at.received[0] else acted:
        if seat != watcher and action in DECK and action not in filling:
            dealt[seat].append(action)
    if watcher is not None:
        dealt[watcher] = list(at.dealt[watcher])
    if game == "hearts" and at.received[0]:
        acted[:12] = undo_exchange(at, acted[:12], watcher, dealt)
    if game == "crazy-eights":
        # The top of the stock is what was drawn, in that order; the rest of it lies in any order.
        draws = [
            drawn.get(i, card) for i, (_, deed, card) in enumerate(at.deeds) if deed == "draws"
        ]
        rest = [at.turn_up, *draws, *rest]
    return [card for hand in dealt for card in hand] + rest, acted


def undo_exchange(at: Any, passes: Acted, watcher: int | None, dealt: list[list[str]]) -> Acted:
    """Make the others' hands after the exchange of Hearts into hands as dealt, and tell who passed
    what.
    """
    # Cards that come from one unknown hand into another may be any three; so it fits, whatever
    # these hands are.
    gifts: list[list[str]] = [[], [], [], []]
    for giver, receiver in enumerate(at.receivers()):
        gifts[giver] = (
            list(at.given[giver]) if watcher in (giver, receiver) else dealt[receiver][:3]
        )
    for giver, receiver in enumerate(at.receivers()):
        if receiver != watcher:
            dealt[receiver] = [card for card in dealt[receiver] if card not in gifts[giver]]
        if giver != watcher:
            dealt[giver] = dealt[giver] + gifts[giver]
    order = [iter(cards) for cards in gifts]
    return [(seat, next(order[seat])) for seat, _ in passes]


def candidates(
    game: str, position: Position, prune: bool = True
) -> Iterator[tuple[list[str], Acted]]:
    """The deck and the actions of every round that may be a world, the true one among them."""
    deck, number, options, acted, watcher = position
    at = table(game, deck, number, options)
    shown: list[tuple[int, int, list[str]]] = []
    for i, (seat, action) in enumerate(acted):
        if seat != watcher:
            shown.append((i, seat, lacking(game, at, seat, action)))
        act(game, at, seat, action)
    puzzle = PUZZLES[game](at, watcher)
    for filling in fillings(allowed(puzzle, shown, prune), [place.room for place in puzzle.places]):
        yield rebuild(game, at, acted, watcher, puzzle, filling)


def worlds(
    game: str,
    deck: list[str],
    number: int,
    options: dict[str, Any],
    acted: Acted,
    watcher: int | None,
    most: int,
    prune: bool = True,
) -> list[World] | None:
    """Every world that fits what the watcher has seen of this round; None if there are more than
    `most`.

    No deduction is made from scores: that takes long for a finished round of Crazy Eights, but for
    no other position.
    """
    true = replay(game, deck, number, options, acted)
    if true is None:
        raise ValueError("the round is not legal")
    seen = true.seen(watcher)
    found: list[World] = []
    for other_deck, other_acted in candidates(game, (deck, number, options, acted, watcher), prune):
        other = replay(game, other_deck, number, options, other_acted)
        if other is not None and other.seen(watcher) == seen:
            found.append(read(game, other, watcher))
            if len(found) > most:
                return None
    assert read(game, true, watcher) in found, "the true round is a world itself"
    return found
