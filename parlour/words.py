"""A match in words: a line an event, for terminals and for `parlour replay`; and what the words of all games share.

A game's own words stand in its `words.py`: who sits on its seats (`SEATS`) and what happened (`narrate`). A game without words
has plain ones, made of the names of its actions.
"""

from collections.abc import Callable, Iterable, Sequence

from parlour.cards import HIDDEN, NAMES, Card, Mask, Seat, cards
from parlour.game import GAMES, action_name, part
from parlour.match import HUMAN, Acted, Event, Match, Seated

RANKS = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")
SEATS = tuple(f"Player {seat + 1}" for seat in range(7))  # of a game without words


def seat_names(game: str) -> Sequence[str]:
    """What the seats of a game are called."""
    names: Sequence[str] = getattr(part(game, "words"), "SEATS", SEATS)
    return names


def narrated(before: Match, event: Event, after: Match) -> list[str]:
    """The lines that narrate an event to the whole table."""
    if isinstance(event, Seated):
        return [seated(before, event)]
    narrate: Callable[[Match, Event, Match], list[str]] = getattr(part(after.game, "words"), "narrate", plain)
    return narrate(before, event, after)


def plain(before: Match, event: Event, after: Match) -> list[str]:
    """The lines of a game without words: a deal, an action as the spectator sees it, and the points when the round is over."""
    if not isinstance(event, Acted):
        lines = [f"Round {after.number} begins."]
    elif len(after.seen[-1]) == len(before.seen[-1]):
        lines = []  # an action that only its seat is told of
    else:
        lines = [acted(after)]
    return lines if after.playing else lines + ended(after)


def acted(after: Match) -> str:
    """The last action, as the spectator saw it."""
    seen = after.seen[-1][-1]
    name = "an action that is hidden" if seen.action == HIDDEN else action_name(GAMES[after.game], seen.action)
    return f"{seat_names(after.game)[seen.seat]}: {name}."


def ended(after: Match) -> list[str]:
    """The totals, and who wins."""
    names = seat_names(after.game)
    return [updated(after), *(f"{does(names[seat], 'win')}." for seat in seats(after.winners))]


def spaced(words: Iterable[str]) -> str:
    """Words with a space before each."""
    return "".join([" " + word for word in words])


def listed(some: Iterable[Card]) -> str:
    """Cards with a space before each, in the order given."""
    return spaced(NAMES[card] for card in some)


def seats(mask: Mask) -> list[Seat]:
    """The seats in a set of them, ascending."""
    return list(cards(mask))


def does(who: str, verb: str, other: str = "") -> str:
    """What somebody does: the verb for `You`, and its other form, with an s, for others."""
    return f"{who} {verb if who == 'You' else other or verb + 's'}"


def seated(before: Match, event: Seated) -> str:
    """Who takes a chair, and from whom."""
    who, name = seat_names(before.game)[event.seat], event.player.removeprefix(HUMAN)
    if name == event.player and before.players[event.seat].startswith(HUMAN):
        return f"{does(who, 'ragequit')}. A computer will now take over."
    return f"{does(who, 'are', 'is')} {name}."


def updated(after: Match) -> str:
    """The totals in a line."""
    totals = zip(seat_names(after.game), after.totals, strict=False)
    return "Updated scores:" + spaced(f"{who}: {total}" for who, total in totals)
