"""The program `crazy-eights`: seed text 003, byte for byte; docs/classic.md decides where it is
silent.
"""

import sys
from collections.abc import Sequence

from parlour.cards import HIDDEN, NEW_DECK, NOBODY, Card
from parlour.errors import UsageError, quote
from parlour.games.crazy_eights.rules import DRAW, EXTRA, NAME, PASS, UNNAMED
from parlour.games.crazy_eights.words import SEATS, acted, began, pile, scored, short, shorts
from parlour.match import HUMAN, Acted, Dealt, Event, Match, View, actor, view
from parlour.players.first_legal import hand
from parlour.terminal.console import Console, run
from parlour.terminal.saves import letters
from parlour.terminal.session import Session, typed
from parlour.terminal.setup import Setup, parser, prepare
from parlour.words.narration import SUITS

CARDS = {short(card): card for card in NEW_DECK}


def program(console: Console, arguments: Sequence[str]) -> None:
    """One run of the program; ParlourError if it cannot start."""
    options = parser(
        "crazy-eights",
        "crazy-eights",
        "Crazy Eights, played by the computer. With --play, in your turn: CARD, save FILE, quit.",
    )
    options.add_argument(
        "--play",
        metavar="NAME",
        help="play yourself: harry or ron (hermione, ginny, neville: more players)",
    )
    parsed = options.parse_args(arguments)
    for name in ("save", "load"):
        if getattr(parsed, name) is not None and parsed.play is None:
            raise UsageError(f"--{name} needs --play: only a person's turn can be saved.")
    setup = prepare("crazy-eights", parsed)
    check(setup)
    CrazyEights(console, setup).play()


def check(setup: Setup) -> None:
    """Raise UsageError if the decks or the person's seat cannot be used."""
    arguments, waiting = setup.arguments, setup.decks.waiting
    if len(waiting) > 1:
        raise UsageError(
            f"{quote(arguments.deck or arguments.load)} holds {len(waiting)} decks, not one."
        )
    if arguments.play is not None:
        names = [name.lower() for name in SEATS[: setup.rules.players]]
        if arguments.play not in names:
            raise UsageError(
                f"--play cannot be {quote(arguments.play)}: it is {' or '.join(names)}."
            )
        if setup.position and letters(setup.position.match) != chairs(setup):
            raise UsageError(
                f"--play {arguments.play} is not the person's seat in {quote(arguments.load)}."
            )


def chairs(setup: Setup) -> str:
    """A letter for each seat: h for the person's, if there is one, else c."""
    return "".join(
        "h" if name.lower() == setup.arguments.play else "c"
        for name in SEATS[: setup.rules.players]
    )


class CrazyEights(Session):
    """A session of Crazy Eights."""

    def __init__(self, console: Console, setup: Setup) -> None:
        """A session; a position in which a suit is to be named is shown like a turn."""
        super().__init__(console, setup)
        seat = actor(self.match)
        if (
            seat < NOBODY
            and self.match.players[seat].startswith(HUMAN)
            and self.match.state.suit == UNNAMED
        ):
            self.show(view(self.match, seat))

    def show(self, seen: View) -> None:
        """The top card and the hand."""
        self.console.say(pile(self.match), f"Your hand:{shorts(hand(seen))}")

    def chairs(self, setup: Setup) -> str:
        """The chairs, with the person in the seat of --play."""
        return chairs(setup)

    def narrate(self, before: Match, event: Event) -> list[str]:
        """The lines with all hands and draws, or those for the person's seat."""
        seat = letters(self.match).find("h")
        if seat < 0:
            return super().narrate(before, event)
        if isinstance(event, Dealt):
            return began(self.match, [seat])
        return [acted(self.match, seat), *scored(self.match)]

    def human_turn(self) -> None:
        """Take a forced action; else ask for a card, or for a suit after an eight."""
        seat = actor(self.match)
        seen = view(self.match, seat)
        if seen.legal in (1 << DRAW, 1 << PASS):
            self.follow(Acted(seat, seen.legal.bit_length() - 1))
            return
        if seen.legal >> NAME:
            self.name(seat)
            return
        self.show(seen)
        while True:
            text, words = self.ask("Which card would you like to play? ")
            card = CARDS.get(words[0], HIDDEN) if len(words) == 1 else HIDDEN
            if seen.legal >> card & 1:
                self.follow(Acted(seat, card))
                return
            self.console.say(self.refusal(text, card))

    def refusal(self, text: str, card: Card) -> str:
        """The reason why a card cannot be played."""
        table = view(self.match, actor(self.match)).table
        if card == HIDDEN:
            return f"{typed(text)} is not a card; a card is a rank and a suit, as in Jh or 10d."
        if not table.hand >> card & 1:
            return f"You do not hold {short(card)}."
        suit = SUITS[table.suit].lower()
        return f"{short(card)} fits neither {suit} nor {short(table.top)[:-1]}, and is no eight."

    def name(self, seat: int) -> None:
        """Ask for the suit that an eight names."""
        while True:
            text, words = self.ask(f"Which suit would you like to name? ({', '.join(EXTRA[2:])}) ")
            if len(words) == 1 and words[0] in EXTRA[2:]:
                self.follow(Acted(seat, 52 + EXTRA.index(words[0])))
                return
            self.console.say(f"{typed(text)} is not a suit; type {' or '.join(EXTRA[2:])}.")


def main() -> int:
    """Run the console script; returns the exit status."""
    return run("crazy-eights", program, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
