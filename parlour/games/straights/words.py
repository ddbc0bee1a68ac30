"""Straights in words: seed texts 001 and 002, sections 5.4 to 5.6. Lists have a space before each card and none at the end."""

from parlour.match import Dealt, Event, Match
from parlour.words import listed, seats

SEATS = ("Player1", "Player2", "Player3", "Player4")


def narrate(before: Match, event: Event, after: Match) -> list[str]:
    """A deal, a play or a discard, and the scores when the round is over."""
    if isinstance(event, Dealt):
        return [began(after)]
    return [acted(after), *([] if after.playing else scored(before, after))]


def began(match: Match) -> str:
    """A new round, and whose turn it is."""
    return f"A new round begins. It's Player{match.state.turn + 1}'s turn to play."


def acted(after: Match) -> str:
    """The last play or discard as all see it; the rules may hide which card was thrown."""
    seen = after.seen[-1][-1]
    card = listed([seen.action]) if seen.action < 52 else ""
    return f"Player{seen.seat + 1} {'discards' if seen.lacks else 'plays'}{card}."


def scored(before: Match, after: Match) -> list[str]:
    """Everybody's discards in the order they were thrown, the scores, and who wins when the match is over."""
    lines = []
    for seat, points in enumerate(after.sheet[-1]):
        thrown = [seen.action for seen in after.seen[seat] if seen.seat == seat and seen.lacks]
        lines.append(f"Player{seat + 1}'s discards:{listed(thrown)}")
        lines.append(f"Player{seat + 1}'s score: {before.totals[seat]} + {points} = {after.totals[seat]}")
    return lines + [f"Player{seat + 1} wins!" for seat in seats(after.winners)]
