"""A match told in words, one event at a time: the lines of the assignments' programs, which are played and replayed in them.

Each game has its voice, a function of its name. Straights: seed texts 001 and 002, sections 5.4 to 5.6; lists have a
space before each card and none at the end. Hearts: seed text 004. Crazy Eights: seed text 003.
"""

from collections.abc import Iterable

from parlour import eights
from parlour import hearts as hearts_rules
from parlour.cards import NAMES, NOBODY, NONE, Action, Card, Mask, Seat, cards
from parlour.match import HUMAN, Acted, Dealt, Event, Match, Seated

SEATS = {
    "straights": ("Player1", "Player2", "Player3", "Player4"),
    "hearts": ("You", "Computer #1", "Computer #2", "Computer #3"),
    "crazy-eights": ("Harry", "Ron", "Hermione", "Ginny", "Neville"),
}
RANKS = ("Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King")
SUITS = ("Clubs", "Diamonds", "Hearts", "Spades")


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


def does(who: str, verb: str, other: str = "") -> str:
    """What somebody does: the verb for `You`, and its other form, with an s, for others."""
    return f"{who} {verb if who == 'You' else other or verb + 's'}"


def seated(before: Match, event: Seated) -> str:
    """Who takes a chair, and from whom."""
    who, name = SEATS[before.game][event.seat], event.player.removeprefix(HUMAN)
    if name == event.player and before.players[event.seat].startswith(HUMAN):
        return f"{does(who, 'ragequit')}. A computer will now take over."
    return f"{does(who, 'are', 'is')} {name}."


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


def hearts(before: Match, event: Event, after: Match) -> list[str]:
    """The passes when all have made them, each card, who wins each trick, and the scores when the hand is over."""
    if not isinstance(event, Acted):
        return []
    if before.state.leader == NOBODY:
        return [] if after.state.leader == NOBODY else hearts_passed(after)
    lines = hearts_acted(before, event.seat, event.action)
    if event.action < 52 and after.state.trick[after.state.leader] == NONE:
        lines.append(f"{does(SEATS['hearts'][after.state.leader], 'win')} the trick.")
    return lines + ([] if after.playing else hearts_scored(after))


def full(card: Card) -> str:
    """A card in words."""
    return f"{RANKS[card % 13]} of {SUITS[card // 13]}"


def the(three: Iterable[Card]) -> str:
    """Three cards in a sentence: the Ace of Spades, the ... and the ..."""
    return "the {}, the {} and the {}".format(*map(full, three))


def hearts_passed(after: Match) -> list[str]:
    """What each seat has passed to whom."""
    names, on = SEATS["hearts"], hearts_rules.way(after.rules, after.number)
    return [
        f"{does(who, 'pass', 'passes')} {the(seen.action for seen in after.seen[seat])} to {names[(seat + on) % 4]}."
        for seat, who in enumerate(names)
    ]


def hearts_acted(before: Match, seat: Seat, action: Action) -> list[str]:
    """A card led or played to the trick, or a moon chosen."""
    if action >= 52:
        return [f"{does(SEATS['hearts'][seat], 'choose')} the {hearts_rules.EXTRA[action - 52].replace('-', ' ')}."]
    return [hearts_card(seat, action, leads=before.state.trick[before.state.leader] == NONE)]


def hearts_card(seat: Seat, card: Card, *, leads: bool) -> str:
    """A card led, by whomever, or played to a trick."""
    if leads:
        return f"The {full(card)} is led."
    return f"You play {full(card)}" if seat == 0 else f"Computer player plays {full(card)}"


def hearts_scored(after: Match) -> list[str]:
    """The totals, and who wins or what comes next."""
    scores = updated(after)
    winners = [f"{does(SEATS['hearts'][seat], 'win')} the game." for seat in seats(after.winners)]
    return [scores, *(winners or ["Next hand!"])]


def updated(after: Match) -> str:
    """The totals in a line."""
    totals = zip(SEATS[after.game], after.totals, strict=False)
    return "Updated scores:" + spaced(f"{who}: {total}" for who, total in totals)


def crazy_eights(before: Match, event: Event, after: Match) -> list[str]:
    """The deal, each action with the cards that were drawn, and the end, to whoever may see all hands."""
    if isinstance(event, Dealt):
        return eights_began(after, range(len(after.players)))
    seat = after.seen[-1][-1].seat
    return [eights_acted(after, seat), *([] if after.playing else eights_scored(after))]


def short(card: Card) -> str:
    """A card as Crazy Eights prints it: 10d, Ks."""
    return f"{'10' if card % 13 == 9 else NAMES[card][0]}{NAMES[card][1].lower()}"


def shorts(some: Iterable[Card]) -> str:
    """Cards as Crazy Eights prints them, with a space before each."""
    return spaced(map(short, some))


def eights_began(match: Match, shown: Iterable[Seat]) -> list[str]:
    """The hands that are shown, as dealt, and the card turned up; the end, if the round is over at once."""
    size = match.rules.hand
    lines = [f"{SEATS['crazy-eights'][seat]} has:{shorts(match.deck[size * seat : size * seat + size])}" for seat in shown]
    return [*lines, eights_pile(match), *([] if match.playing else eights_scored(match))]


def eights_pile(match: Match) -> str:
    """The card to be matched, and the suit where one has been named."""
    top, suit = match.state.top, match.state.suit
    named = f" (the suit is {SUITS[suit].lower()})" if suit not in (top // 13, 4) else ""
    return f"The discard pile contains: {short(top)}{named}"


def eights_acted(after: Match, watcher: Seat) -> str:
    """The last action, as a seat saw it."""
    seen = after.seen[watcher][-1]
    who = SEATS["crazy-eights"][seen.seat]
    if seen.action == eights.DRAW:
        return f"{who} draws {short(seen.card) if seen.card < 52 else 'a card'}"
    if seen.action == eights.PASS:
        return f"{who} passes"
    return (
        f"{who} names {eights.EXTRA[seen.action - 52]}" if seen.action >= eights.NAME else f"{who} plays a {short(seen.action)}"
    )


def eights_scored(after: Match) -> list[str]:
    """How a round has ended, and the match; scores are told where a target makes them count."""
    lines = []
    drawn = eights.drawn_game(after.round, after.state)
    if after.rules.target:
        lines += ["The round is a draw."] if drawn else []
        lines += [updated(after)]
        if not after.winners:
            return [*lines, "Next round!"]
    winners = seats(after.winners)
    if len(winners) == len(after.players):
        return [*lines, "Game over", "The game is a draw."]
    return [*lines, "Game over", *(f"{SEATS['crazy-eights'][seat]} is the winner." for seat in winners)]


VOICES = {"straights": straights, "hearts": hearts, "crazy-eights": crazy_eights}
