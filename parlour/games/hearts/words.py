"""Hearts in words: the lines of seed text 004."""

from collections.abc import Iterable, Sequence

from parlour.cards import NOBODY, NONE, Action, Card, Seat
from parlour.games.hearts.rules import EXTRA, Shown, pass_offset
from parlour.match import Acted, Event, Match, View
from parlour.words.narration import RANKS, SUITS, does, seats, updated

TITLE = "Hearts"
PITCH = "Win no hearts and not the queen of spades. Or win them all."
SHORT = "Avoid hearts and the black queen"
RULES = (
    "Four players, thirteen cards each. Fewest points win: a heart costs 1, the queen of spades "
    "13.",
    "First pass three cards: left, right, across; in every fourth hand nobody passes.",
    "The two of clubs leads. Follow the suit that was led if you can. "
    "The highest card of that suit wins the trick and leads the next.",
    "Points may be discarded on the first trick too.",
    "Hearts may not be led until one has been discarded on another suit, unless you hold nothing "
    "else.",
    "Win all the hearts and the queen, and the others pay 26 each.",
    "The match ends when somebody reaches 100 points.",
)
CARDS = ("KH", "QS", "2H")
OPTIONS = {
    "target": "Play to, in points",
    "pass_cards": "Pass three cards",
    "pass_cycle": "Pass to",
    "no_pts_on_first_trick": "No points on the first trick",
    "can_lead_any_club": "Any club may lead the first trick",
    "must_break_hearts": "Hearts must be broken before they are led",
    "qs_breaks_hearts": "The queen of spades breaks hearts",
    "can_lead_hearts_instead_of_qs": "Hearts may be led by who else has only the queen",
    "jd_bonus": "The jack of diamonds takes off 10",
    "avoid_all_tricks_bonus": "Winning no trick takes off 5",
    "moon": "Who wins all the points",
    "values": "Hearts and the queen cost",
}
VALUES = {
    "pass_cycle": {"left-right-across-keep": "Left, right, across, nobody", "left": "Always left"},
    "moon": {"old": "The others pay 26", "new": "Takes off 26", "choose": "Chooses"},
    "values": {"standard": "1 each, and 13", "spot": "Their rank, and 25"},
}
ACTIONS = {"old-moon": "The others pay 26", "new-moon": "26 points less"}
FIELDS = {
    "trick": "Trick",
    "taken": "Won",
    "points": "Points",
    "broken": ("Hearts not broken", "Hearts broken"),
    "passed": "Passed",
}
CAUSES = {
    "first-better": "You win {cards} less often.",
    "first-worse": "You win {cards} more often.",
    "second-better": "You win {cards} less often.",
    "second-worse": "You win {cards} more often.",
    "held-better": "Your {cards} goes to others more often.",
    "held-worse": "You win {cards} of your own more often.",
    "later-better": "You win {cards} less often.",
    "later-worse": "You win {cards} more often.",
    "own-better": "You win fewer points.",
    "own-worse": "You win more points.",
    "theirs-better": "{who} wins {cards} more often.",
    "theirs-worse": "{who} wins {cards} less often.",
    "others-better": "{who} wins more points.",
    "others-worse": "{who} wins fewer points.",
    "all-better": "You shoot the moon more often.",
    "all-worse": "You shoot the moon less often.",
    "all-theirs-better": "Others shoot the moon less often.",
    "all-theirs-worse": "Others shoot the moon more often.",
    "prize-better": "You win {cards} more often.",
    "prize-worse": "You win {cards} less often.",
    "their-prize-better": "{who} wins {cards} less often.",
    "their-prize-worse": "{who} wins {cards} more often.",
    "bonus-better": "Winning no trick pays you more often, or others less often.",
    "bonus-worse": "Winning no trick pays you less often, or others more often.",
}
STRENGTHS = {
    "first": "wins 8 of 100 hands at a mixed table",
    "careful": "wins 26 of 100 hands at a mixed table",
    "greedy": "wins 32 of 100 hands at a mixed table",
    "trained": "wins 35 of 100 hands at a mixed table",
    "search": "wins 47 of 100 hands at a mixed table",
}

SEATS = ("You", "Computer #1", "Computer #2", "Computer #3")


def prompt(view: View[Shown], names: Sequence[str]) -> str:
    """The words before the legal actions: the receiver of a pass, or that the seat may play."""
    if not view.table.passing:
        return "You may"
    taker = names[(view.seat + view.table.passing) % len(names)]
    return f"Pass a card to {taker}, {view.table.passed.bit_count() + 1} of 3"


def narrate(before: Match, event: Event, after: Match) -> list[str]:
    """The lines for the passes after all have been made, for each card, for the winner of each
    trick, and for the scores after the hand.
    """
    if not isinstance(event, Acted):
        return []
    if before.state.leader == NOBODY:
        return [] if after.state.leader == NOBODY else passed(after)
    lines = acted(before, event.seat, event.action)
    if event.action < 52 and after.state.trick[after.state.leader] == NONE:
        lines.append(f"{does(SEATS[after.state.leader], 'win')} the trick.")
    if not after.playing:
        lines += scored(after)
    return lines


def full(card: Card) -> str:
    """A card in words."""
    return f"{RANKS[card % 13]} of {SUITS[card // 13]}"


def the(three: Iterable[Card]) -> str:
    """Three cards in a sentence: the Ace of Spades, the ... and the ..."""
    return "the {}, the {} and the {}".format(*map(full, three))


def passed(after: Match) -> list[str]:
    """The cards that each seat has passed, and to whom."""
    names, on = SEATS, pass_offset(after.rules, after.number)
    return [
        f"{does(who, 'pass', 'passes')} {the(seen.action for seen in after.seen[seat])} to "
        f"{names[(seat + on) % 4]}."
        for seat, who in enumerate(names)
    ]


def acted(before: Match, seat: Seat, action: Action) -> list[str]:
    """The line for a card led or played, or for the choice of a moon."""
    if action >= 52:
        return [f"{does(SEATS[seat], 'choose')} the {EXTRA[action - 52].replace('-', ' ')}."]
    return [card_line(seat, action, leads=before.state.trick[before.state.leader] == NONE)]


def card_line(seat: Seat, card: Card, *, leads: bool) -> str:
    """The line for a card that a seat leads or plays."""
    if leads:
        return f"The {full(card)} is led."
    return f"You play {full(card)}" if seat == 0 else f"Computer player plays {full(card)}"


def scored(after: Match) -> list[str]:
    """The totals, and the winners or the next step."""
    scores = updated(after)
    winners = [f"{does(SEATS[seat], 'win')} the game." for seat in seats(after.winners)]
    return [scores, *(winners or ["Next hand!"])]
