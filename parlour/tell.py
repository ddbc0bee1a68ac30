"""A match told in words, one event at a time: the lines of the assignments' programs, which are played and replayed in them.

Each game has its voice, a function of its name. Straights: seed texts 001 and 002, sections 5.4 to 5.6; lists have a
space before each card and none at the end.
"""

from collections.abc import Iterable

from parlour.cards import NAMES, Card, Mask, Seat, cards
from parlour.match import HUMAN, Dealt, Event, Match, Seated


def told(before: Match, event: Event, after: Match) -> list[str]:
    """The lines that tell an event to the whole table."""
    if isinstance(event, Seated):
        return [seated(before, event)]
    return VOICES[after.game](before, event, after)


def spaced(words: Iterable[str]) -> str:
    """Words with a space before each."""
    return "".join([" " + word for word in words])


def listed(some: Iterable[Card]) -> str:
    """Cards with a space before each, in the order given."""
    return spaced(NAMES[card] for card in some)


def seats(mask: Mask) -> list[Seat]:
    """The seats in a set of them, ascending."""
    return list(cards(mask))


def seated(before: Match, event: Seated) -> str:
    """Who takes a chair, and from whom."""
    who, name = f"Player{event.seat + 1}", event.player.removeprefix(HUMAN)
    if name == event.player and before.players[event.seat].startswith(HUMAN):
        return f"{who} ragequits. A computer will now take over."
    return f"{who} is {name}."


def straights(before: Match, event: Event, after: Match) -> list[str]:
    """A deal, a play or a discard, and the scores when the round is over."""
    if isinstance(event, Dealt):
        return [straights_began(after)]
    return [straights_acted(after), *([] if after.playing else straights_scored(before, after))]


def straights_began(match: Match) -> str:
    """A new round, and whose turn it is."""
    return f"A new round begins. It's Player{match.state.turn + 1}'s turn to play."


def straights_acted(after: Match) -> str:
    """The last play or discard as all see it; the rules may hide which card was thrown."""
    seen = after.seen[-1][-1]
    card = listed([seen.action]) if seen.action < 52 else ""
    return f"Player{seen.seat + 1} {'discards' if seen.lacks else 'plays'}{card}."


def straights_scored(before: Match, after: Match) -> list[str]:
    """Everybody's discards in the order they were thrown, the scores, and who wins when the match is over."""
    lines = []
    for seat, points in enumerate(after.sheet[-1]):
        thrown = [seen.action for seen in after.seen[seat] if seen.seat == seat and seen.lacks]
        lines.append(f"Player{seat + 1}'s discards:{listed(thrown)}")
        lines.append(f"Player{seat + 1}'s score: {before.totals[seat]} + {points} = {after.totals[seat]}")
    return lines + [f"Player{seat + 1} wins!" for seat in seats(after.winners)]


VOICES = {"straights": straights}
