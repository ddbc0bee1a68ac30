"""A match told in words, one event at a time: the lines of the assignments' program, which is played and replayed in them.

Straights: seed texts 001 and 002, sections 5.4 to 5.6. Lists have a space before each card and none at the end.
"""

from collections.abc import Iterable

from parlour.cards import NAMES, Card, Mask, Seat, cards
from parlour.match import Acted, Dealt, Event, Match, Seated
from parlour.players import HUMAN


def spaced(words: Iterable[str]) -> str:
    """Words with a space before each."""
    return "".join([" " + word for word in words])


def listed(some: Iterable[Card]) -> str:
    """Cards with a space before each, in the order given."""
    return spaced(NAMES[card] for card in some)


def seats(mask: Mask) -> list[Seat]:
    """The seats in a set of them, ascending."""
    return list(cards(mask))


def told(before: Match, event: Event, after: Match) -> list[str]:
    """The lines that tell an event to the whole table."""
    if isinstance(event, Dealt):
        return [began(after)]
    if isinstance(event, Acted):
        return [acted(before, event, after), *([] if after.playing else scored(before, after))]
    return [seated(before, event)] if isinstance(event, Seated) else []


def began(match: Match) -> str:
    """A new round, and whose turn it is."""
    return f"A new round begins. It's Player{match.state.turn + 1}'s turn to play."


def seated(before: Match, event: Seated) -> str:
    """Who takes a chair, and from whom."""
    who, name = f"Player{event.seat + 1}", event.player.removeprefix(HUMAN)
    if name == event.player and before.players[event.seat].startswith(HUMAN):
        return f"{who} ragequits. A computer will now take over."
    return f"{who} is {name}."


def acted(before: Match, event: Acted, after: Match) -> str:
    """A play, or a discard, which the rules may hide."""
    seen = after.seen[-1][-1]
    card = listed([seen.action]) if seen.action < 52 else ""
    return f"Player{event.seat + 1} {'discards' if seen.lacks else 'plays'}{card}."


def scored(before: Match, after: Match) -> list[str]:
    """Everybody's discards in the order they were thrown, the scores, and who wins when the match is over."""
    lines = []
    for seat, points in enumerate(after.sheet[-1]):
        thrown = [seen.action for seen in after.seen[seat] if seen.seat == seat and seen.lacks]
        lines.append(f"Player{seat + 1}'s discards:{listed(thrown)}")
        lines.append(f"Player{seat + 1}'s score: {before.totals[seat]} + {points} = {after.totals[seat]}")
    return lines + [f"Player{seat + 1} wins!" for seat in seats(after.winners)]
