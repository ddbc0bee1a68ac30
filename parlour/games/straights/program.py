"""The program `straights`: seed texts 001 and 002, section 5, byte for byte; docs/classic.md
decides where they are silent.
"""

import sys
from collections.abc import Sequence

from parlour.cards import NAMES, RANKS, SUIT, Card, cards, names, parse_card
from parlour.errors import CardError
from parlour.games.straights.words import began
from parlour.match import Acted, Seated, View, actor, view
from parlour.terminal import saves
from parlour.terminal.console import Console, Done, run
from parlour.terminal.session import Session, read, typed
from parlour.terminal.setup import Setup, add_level, parser, prepare
from parlour.words.narration import listed, spaced

COMMANDS = "play CARD, discard CARD, deck, save FILE, quit, ragequit"


def program(console: Console, arguments: Sequence[str]) -> None:
    """One run of the program; ParlourError if it cannot start."""
    options = parser(
        "straights",
        "straights",
        f"Straights for four, humans and computers in any chair. In your turn: {COMMANDS}.",
    )
    options.add_argument(
        "--players",
        metavar="hhcc",
        help="who is human (h) and who a computer (c), without being asked",
    )
    options.add_argument(
        "--dialect",
        choices=("text", "sample"),
        default="text",
        help="sample: show the table before computers' turns too",
    )
    add_level(options, "straights")
    parsed = options.parse_args(arguments)
    if parsed.players is not None:
        saves.check_players(parsed.players, 4)
    Straights(console, prepare("straights", parsed, alone=("players", "level"))).play()


def invite(console: Console) -> str:
    """Ask for the player of each chair (5.2)."""
    players = ""
    while len(players) < 4:
        console.say(f"Is Player{len(players) + 1} a human (h) or a computer (c)?")
        text, words = read(console, ">")
        if words == ["quit"]:
            raise Done
        if words in (["h"], ["c"]):
            players += words[0]
        else:
            console.say(f"Please answer h or c, not {typed(text)}.")
    return players


def screen(seen: View) -> list[str]:
    """The table, the hand and the legal plays of the seat in turn (5.5.1), without the prompt."""
    piles = [cards(seen.table.table >> 13 * suit & SUIT) for suit in range(4)]
    hand = [card for card in seen.dealt if seen.table.hand >> card & 1]
    plays = [card for card in hand if seen.legal & seen.playable & 1 << card]
    return [
        "Cards on the table:",
        *(
            f"{suit}:{spaced(RANKS[rank] for rank in pile)}"
            for suit, pile in zip(("Clubs", "Diamonds", "Hearts", "Spades"), piles, strict=True)
        ),
        f"Your hand:{listed(hand)}",
        f"Legal plays:{listed(plays)}",
    ]


class Straights(Session):
    """A session of Straights."""

    def __init__(self, console: Console, setup: Setup) -> None:
        """A session; a loaded round without plays begins like any other."""
        super().__init__(console, setup)
        if self.match.playing and not self.match.seen[-1]:
            console.say(began(self.match))

    def chairs(self, setup: Setup) -> str:
        """The chairs of the command line, or those entered by the person (5.2)."""
        return setup.arguments.players or invite(self.console)

    def computer_turn(self) -> None:
        """Print the computer's one line (5.5.3); `--dialect sample` shows the table first, with an
        unanswered prompt.
        """
        if self.arguments.dialect == "sample":
            self.console.say(*screen(view(self.match, actor(self.match))))
            self.console.put(">")
        super().computer_turn()

    def human_turn(self) -> None:
        """Show the table, then ask until a command ends the turn."""
        seat = actor(self.match)
        self.console.say(*screen(view(self.match, seat)))
        moves = self.match.moves
        while self.match.moves == moves:
            text, words = self.ask(">")
            if words == ["deck"]:
                self.console.say(*(names(row) for row in saves.rows(self.match.deck)))
            elif words == ["ragequit"]:
                self.follow(Seated(seat, self.level))
                super().computer_turn()
            elif len(words) == 2 and words[0] in ("play", "discard"):
                self.move(words[0], words[1])
            else:
                self.console.say(f"{typed(text)} is not a command; there is {COMMANDS}.")

    def move(self, verb: str, name: str) -> None:
        """Play or discard a card, or print the first reason why not (5.5.2): malformed, not held,
        not legal.
        """
        try:
            card = parse_card(name)
        except CardError:
            self.console.say(f"{typed(name)} is not a card; a card is a rank and a suit, as in 7S.")
            return
        refused = self.refusal(verb, card)
        if refused:
            self.console.say(refused)
        else:
            self.follow(Acted(actor(self.match), card))

    def refusal(self, verb: str, card: Card) -> str:
        """The reason why the person in turn may not play or discard a card; empty if that is
        legal.
        """
        seen = view(self.match, actor(self.match))
        plays = seen.legal & seen.playable
        if verb == "play":
            return "" if plays >> card & 1 else "This is not a legal play."
        if not seen.table.hand >> card & 1:
            return f"You do not hold {NAMES[card]}."
        return "You have a legal play. You may not discard." if plays else ""


def main() -> int:
    """Run the console script; returns the exit status."""
    return run("straights", program, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
