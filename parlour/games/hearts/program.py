"""The program `hearts`: seed text 004, in the look of its sample; docs/classic.md decides where it
is silent.
"""

import sys
from collections.abc import Sequence

from parlour.cards import NOBODY, NONE, SUIT, Card, Seat
from parlour.errors import UsageError, quote
from parlour.games.hearts.levels import plain
from parlour.games.hearts.rules import EXTRA, MOONS, TWO_OF_CLUBS, pass_offset
from parlour.games.hearts.words import SEATS, card_line, full, the
from parlour.match import Acted, Dealt, Event, Match, View, actor, view
from parlour.players.first_legal import leave
from parlour.terminal.console import Console, run
from parlour.terminal.saves import FIRST, letters
from parlour.terminal.session import Session, typed
from parlour.terminal.setup import Setup, add_level, parser, prepare
from parlour.words.narration import RANKS, SUITS, spaced

CHAIRS = "hccc"
YOU = 0
SHOWN = (0, 1, 3, 2)  # the suits in the order they are shown: clubs, diamonds, spades, hearts


def program(console: Console, arguments: Sequence[str]) -> None:
    """One run of the program; ParlourError if it cannot start."""
    options = parser(
        "hearts", "hearts", "Hearts against three computers. In your turn: NUMBER, save FILE, quit."
    )
    options.add_argument(
        "--no-pass", action="store_true", default=None, help="play without passing: --pass-cards no"
    )
    add_level(options, "hearts")
    parsed = options.parse_args(arguments)
    if parsed.no_pass and parsed.load is None:
        if parsed.pass_cards == "yes":
            raise UsageError("--no-pass and --pass-cards yes cannot stand together.")
        parsed.pass_cards = parsed.pass_cards or "no"
    setup = prepare("hearts", parsed, alone=("no_pass", "level"))
    if setup.position and letters(setup.position.match) != CHAIRS:
        raise UsageError(
            f"{quote(parsed.load)} is for the players {letters(setup.position.match)}, "
            f"not {CHAIRS}."
        )
    Hearts(console, setup).play()


def offers(hand: Sequence[Card]) -> list[str]:
    """The hand by suits, each card with its number."""
    lines = []
    for suit in SHOWN:
        held = [
            f"{number}--{RANKS[card % 13]}"
            for number, card in enumerate(hand)
            if card // 13 == suit
        ]
        if held:
            lines.append(f"{SUITS[suit]}:{spaced(held)}")
    return lines


def ordered_hands(log: Sequence[Event], offset: int) -> list[list[Card]]:
    """The hands of the round in order, with the pass of three cards by `offset` seats, unless it is
    0.

    When a card leaves, the last card moves to its place; received cards are appended in the order
    that the giver chose.
    """
    begun = max(n for n, event in enumerate(log) if isinstance(event, Dealt))
    deck, *acted = log[begun:]
    assert isinstance(deck, Dealt)
    hands = [list(deck.deck[13 * seat : 13 * seat + 13]) for seat in range(4)]
    moved = [event for event in acted if isinstance(event, Acted) and event.action < 52]
    for n, event in enumerate(moved, 1):
        leave(hands[event.seat], event.action)
        if offset and n == 12:
            for passed in moved[:12]:
                hands[(passed.seat + offset) % 4].append(passed.action)
    return hands


class Hearts(Session):
    """A session of Hearts."""

    def __init__(self, console: Console, setup: Setup) -> None:
        """A session; a loaded round begins with the lines of its trick so far."""
        super().__init__(console, setup)
        if self.match.playing and self.match.state.leader != NOBODY:
            leader, trick = self.match.state.leader, self.match.state.trick
            order = [(leader + n) % 4 for n in range(4)]
            shown = [
                seat for seat in order if trick[seat] != NONE and (seat != YOU or seat == leader)
            ]
            console.say(*(card_line(seat, trick[seat], leads=seat == leader) for seat in shown))

    def chairs(self, _setup: Setup) -> str:
        """The chairs: a person and three computers."""
        return CHAIRS

    def narrate(self, before: Match, event: Event) -> list[str]:
        """The lines that are new to the person: not the person's own card, and of the passes only
        the cards received.
        """
        lines = super().narrate(before, event)
        if isinstance(event, Acted) and before.state.leader == NOBODY:
            giver = (YOU - self.offset()) % 4
            received = self.match.seen[giver][:3]
            return lines and [f"You receive {the(seen.action for seen in received)}."]
        echo = (
            isinstance(event, Acted)
            and event.seat == YOU
            and before.state.trick[before.state.leader] != NONE
        )
        return lines[1:] if echo else lines

    def offset(self) -> int:
        """The number of seats by which the cards of this hand are passed."""
        return pass_offset(self.match.rules, self.match.number)

    def hand(self, seat: Seat) -> list[Card]:
        """A hand in order."""
        return ordered_hands(self.log, self.offset())[seat]

    def choice(self) -> int:
        """The computer's action: the plain player chooses by the order of its hand, the other
        levels as at any table.
        """
        seat = actor(self.match)
        if self.match.players[seat] == FIRST:
            return plain(self.hand(seat), view(self.match, seat))
        return super().choice()

    def human_turn(self) -> None:
        """Ask for a card to pass or to play, or for a moon; the Two of Clubs is led without
        asking.
        """
        seen = view(self.match, YOU)
        table = seen.table
        if seen.legal & MOONS:
            self.follow(Acted(YOU, self.moon()))
        elif seen.legal == 1 << TWO_OF_CLUBS and not seen.rules.can_lead_any_club:
            self.follow(Acted(YOU, TWO_OF_CLUBS))
        else:
            if table.passing and not table.passed:
                self.console.say(f"Pass three cards to {SEATS[table.passing]}.")
            if table.passing:
                verb = "pass"
            else:
                verb = "lead" if table.trick[table.leader] == NONE else "play"
            self.follow(Acted(YOU, self.card(seen, verb)))

    def card(self, seen: View, verb: str) -> Card:
        """Show the hand, and ask until the answer is the number of a legal card."""
        hand = self.hand(YOU)
        self.console.say(*offers(hand))
        while True:
            text, words = self.ask(f"Which card would you like to {verb}? (type the number) ")
            number = words[0] if len(words) == 1 else ""
            if not (number.isascii() and number.isdigit()):
                self.console.say(
                    f"{typed(text)} is not a number; type the number that stands before a card."
                )
                continue
            place = int(number.lstrip("0")[:3] or "0")  # a long number is in no hand
            if place >= len(hand):
                self.console.say(f"There is no card {quote(number)} in your hand.")
            elif not seen.legal >> hand[place] & 1:
                self.console.say(refusal(seen, hand[place]))
            else:
                return hand[place]

    def moon(self) -> int:
        """Ask how to score the moon."""
        while True:
            text, words = self.ask(f"Which moon would you like? (type {' or '.join(EXTRA)}) ")
            if len(words) == 1 and words[0] in EXTRA:
                return 52 + EXTRA.index(words[0])
            self.console.say(f"{typed(text)} is no moon; type {' or '.join(EXTRA)}.")


def refusal(seen: View, card: Card) -> str:
    """The reason why a card in the hand may not be led or played."""
    table = seen.table
    led = table.trick[table.leader]
    if led == NONE:
        return (
            "Hearts have not been broken; lead another suit."
            if any(table.taken)
            else "Lead a club to the first trick."
        )
    if table.hand & SUIT << led // 13 * 13:
        return f"You must follow suit: {SUITS[led // 13]} were led."
    return f"The {full(card)} has points; play another card to the first trick."


def main() -> int:
    """Run the console script; returns the exit status."""
    return run("hearts", program, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
