"""Straights in words: seed texts 001 and 002, sections 5.4 to 5.6. Lists have a space before each
card and none at the end.
"""

from collections.abc import Sequence

from parlour.cards import NAMES
from parlour.games.straights.rules import Shown
from parlour.match import Dealt, Event, Match, Seen, View
from parlour.words.narration import listed, seats

TITLE = "Straights"
PITCH = "Lay cards out from the sevens. What you cannot lay, you pay for."
SHORT = "Build out from the sevens"
RULES = (
    "Four players, thirteen cards each. Fewest points win.",
    "Whoever holds the seven of spades lays it first. Then play goes to the left.",
    "Lay any seven, or the next card up or down in a suit that has begun. Ace is low, king is "
    "high.",
    "If something fits, you must play a card. If nothing fits, discard one: it costs its rank, "
    "ace 1 to king 13.",
    "The match ends when somebody reaches 80 points.",
)
CARDS = ("6S", "7S", "8S")
OPTIONS = {
    "target": "Play to, in points",
    "opens": "Opening card",
    "discards": "Discarded cards",
    "values": "Jack, queen and king cost",
}
VALUES = {
    "opens": {"7S": "The seven of spades", "any-seven": "Any seven its holder has"},
    "discards": {"shown": "Seen by all", "hidden": "Hidden until the end"},
    "values": {"rank": "11, 12 and 13", "courts-ten": "10 each"},
}
FIELDS = {"table": "Played", "thrown": "Discarded", "discards": "Discards", "points": "Points"}
CAUSES = {
    "first-worse": "You discard {cards} more often.",
    "second-better": "You discard {cards} less often.",
    "held-better": "It keeps {cards} playable.",
    "held-worse": "It makes {cards} harder to play.",
    "own-better": "You discard fewer points from the rest of your hand.",
    "own-worse": "You discard more points from the rest of your hand.",
    "theirs-better": "{who} discards {cards} more often.",
    "theirs-worse": "It lets {who} play {cards}.",
    "others-better": "{who} discards more points.",
    "others-worse": "{who} discards fewer points.",
}
STRENGTHS = {
    "first": "wins 15 of 100 rounds at a mixed table",
    "careful": "wins 18 of 100 rounds at a mixed table",
    "greedy": "wins 32 of 100 rounds at a mixed table",
    "trained": "wins 34 of 100 rounds at a mixed table",
    "search": "wins 35 of 100 rounds at a mixed table",
}

SEATS = ("Player1", "Player2", "Player3", "Player4")


def prompt(view: View[Shown], _names: Sequence[str]) -> str:
    """The words before the legal actions: a play, or a discard if nothing fits."""
    return "You may" if view.legal & view.playable else "Nothing fits. Discard one of"


def acted_line(seen: Seen, who: str) -> str:
    """The line for a play or a discard as a seat saw it; the rules may hide the discarded card."""
    card = NAMES[seen.action] if seen.action < 52 else "a card"
    return f"{who} {'discarded' if seen.lacks else 'played'} {card}."


def narrate(before: Match, event: Event, after: Match) -> list[str]:
    """The lines for a deal, a play or a discard, and for the scores after the round."""
    if isinstance(event, Dealt):
        return [began(after)]
    lines = [acted(after)]
    if not after.playing:
        lines += scored(before, after)
    return lines


def began(match: Match) -> str:
    """The line for a new round, with the first player."""
    return f"A new round begins. It's Player{match.state.turn + 1}'s turn to play."


def acted(after: Match) -> str:
    """The last play or discard as a spectator sees it; the rules may hide the discarded card."""
    seen = after.seen[-1][-1]
    card = listed([seen.action]) if seen.action < 52 else ""
    return f"Player{seen.seat + 1} {'discards' if seen.lacks else 'plays'}{card}."


def scored(before: Match, after: Match) -> list[str]:
    """Each seat's discards in order, the scores, and the winners if the match is over."""
    lines = []
    for seat, points in enumerate(after.sheet[-1]):
        thrown = [seen.action for seen in after.seen[seat] if seen.seat == seat and seen.lacks]
        lines.append(f"Player{seat + 1}'s discards:{listed(thrown)}")
        lines.append(
            f"Player{seat + 1}'s score: {before.totals[seat]} + {points} = {after.totals[seat]}"
        )
    return lines + [f"Player{seat + 1} wins!" for seat in seats(after.winners)]
