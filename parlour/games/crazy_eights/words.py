"""Crazy Eights in words: the lines of seed text 003."""

from collections.abc import Iterable

from parlour.cards import NAMES, Card, Seat
from parlour.games.crazy_eights.rules import DRAW, EXTRA, NAME, PASS, drawn_game
from parlour.match import Dealt, Event, Match
from parlour.words.narration import SUITS, seats, spaced, updated

TITLE = "Crazy Eights"
PITCH = (
    "Match the suit or the rank. "
    "An eight fits on anything, and by the usual rules its player names the next suit."
)
SHORT = "Match the suit or the rank"
RULES = (
    "Two to five players, seven cards each. Be the first to have none left.",
    "Lay a card of the suit or the rank of the top card, or any eight.",
    "After an eight follow the suit that its player names; by the standard rules, its own suit.",
    "If something fits, you must play a card. If nothing fits, draw until something does.",
    "If somebody needs a card and the stock is empty, the game is a draw.",
)
CARDS = ("9D", "8D", "8C")
OPTIONS = {
    "target": "Play to, in points (0: one round)",
    "hand": "Cards each",
    "eights": "After an eight",
    "draw": "If nothing fits",
    "empty": "When the stock is empty",
}
VALUES = {
    "eights": {"own-suit": "Follow its own suit", "named": "Its player names the suit"},
    "draw": {
        "until-playable": "Draw until something does",
        "one-then-pass": "Draw one, then pass",
        "up-to-three": "Draw up to three, then pass",
    },
    "empty": {
        "draw-game": "The game is a draw",
        "play-on": "Pass and play on",
        "at-once": "The game is a draw at once",
    },
}
ACTIONS = {"draw": "Draw a card"}
FIELDS = {"top": "Pile", "suit": "Suit to match", "stock": "Stock"}
SAID = {
    "draw": "{who} drew {card}.",
    "pass": "{who} passed.",
    **{suit: f"{{who}} named {suit}." for suit in ("clubs", "diamonds", "hearts", "spades")},
}
CAUSES = {
    "first-better": "You are rid of {cards}.",
    "second-worse": "You are left with {cards} more often.",
    "held-better": "You are left with {cards} less often.",
    "held-worse": "You are left with {cards} more often.",
    "later-better": "You are left with cards drawn later, such as {cards}, less often.",
    "later-worse": "You are left with cards drawn later, such as {cards}, more often.",
    "own-better": "You are left with fewer points.",
    "own-worse": "You are left with more points.",
    "theirs-better": "{who} is left with {cards} more often.",
    "theirs-worse": "{who} is left with {cards} less often.",
    "others-better": "{who} is left with more points.",
    "others-worse": "{who} is left with fewer points.",
    "bonus-better": "Drawn games change in your favour.",
    "bonus-worse": "Drawn games change against you.",
}
STRENGTHS = {
    "first": "wins 45 of 100 rounds of two at a mixed table",
    "careful": "wins 48 of 100 rounds of two at a mixed table",
    "greedy": "wins 52 of 100 rounds of two at a mixed table",
    "trained": "wins 53 of 100 rounds of two at a mixed table",
    "search": "wins 57 of 100 rounds of two at a mixed table",
}

SEATS = ("Harry", "Ron", "Hermione", "Ginny", "Neville")


def narrate(_before: Match, event: Event, after: Match) -> list[str]:
    """The lines for the deal, for each action with the drawn cards, and for the end, with all hands
    shown.
    """
    if isinstance(event, Dealt):
        return began(after, range(len(after.players)))
    seat = after.seen[-1][-1].seat
    return [acted(after, seat), *scored(after)]


def short(card: Card) -> str:
    """A card as Crazy Eights prints it: 10d, Ks."""
    return f"{'10' if card % 13 == 9 else NAMES[card][0]}{NAMES[card][1].lower()}"


def shorts(cards: Iterable[Card]) -> str:
    """Cards as Crazy Eights prints them, each after a space."""
    return spaced(map(short, cards))


def began(match: Match, shown: Iterable[Seat]) -> list[str]:
    """The hands of the seats in `shown`, as dealt, and the upcard; the end, if the round is over at
    once.
    """
    size = match.rules.hand
    lines = [
        f"{SEATS[seat]} has:{shorts(match.deck[size * seat : size * seat + size])}"
        for seat in shown
    ]
    return [*lines, pile(match), *scored(match)]


def pile(match: Match) -> str:
    """The card to be matched, and the suit if one has been named."""
    top, suit = match.state.top, match.state.suit
    named = f" (the suit is {SUITS[suit].lower()})" if suit not in (top // 13, 4) else ""
    return f"The discard pile contains: {short(top)}{named}"


def acted(after: Match, watcher: Seat) -> str:
    """The last action, as a seat saw it."""
    seen = after.seen[watcher][-1]
    who = SEATS[seen.seat]
    if seen.action == DRAW:
        return f"{who} draws {short(seen.card) if seen.card < 52 else 'a card'}"
    if seen.action == PASS:
        return f"{who} passes"
    if seen.action >= NAME:
        return f"{who} names {EXTRA[seen.action - 52]}"
    return f"{who} plays a {short(seen.action)}"


def scored(after: Match) -> list[str]:
    """The end of a round and of the match, with the scores where a target makes them count; no line
    while the round is being played.
    """
    if after.playing:
        return []
    lines = []
    if after.rules.target:
        if drawn_game(after.round, after.state):
            lines.append("The round is a draw.")
        lines.append(updated(after))
        if not after.winners:
            return [*lines, "Next round!"]
    winners = seats(after.winners)
    if len(winners) == len(after.players):
        return [*lines, "Game over", "The game is a draw."]
    return [*lines, "Game over", *(f"{SEATS[seat]} is the winner." for seat in winners)]
