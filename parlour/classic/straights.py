"""The program `straights`: seed texts 001 and 002, section 5, byte for byte; docs/classic.md decides where they are silent."""

import sys
from collections.abc import Sequence

from parlour import tell
from parlour.cards import NAMES, RANKS, SUIT, Card, cards, names, parse_card
from parlour.classic import saves
from parlour.classic.saves import Position
from parlour.classic.setup import Keeper, Setup, parser, prepare, save_as
from parlour.console import LONGEST_LINE, Console, Done, run
from parlour.errors import CardError, quote
from parlour.match import HUMAN, Acted, Dealt, Event, Seated, View, actor, fold, step, view
from parlour.players import LEVELS

COMMANDS = "play CARD, discard CARD, deck, save FILE, quit, ragequit"


def program(console: Console, arguments: Sequence[str]) -> None:
    """One run of the program; a ParlourError where it cannot start."""
    options = parser(
        "straights", "straights", f"Straights for four, humans and computers in any chair. In your turn: {COMMANDS}."
    )
    options.add_argument("--players", metavar="hhcc", help="who is human (h) and who a computer (c), without being asked")
    options.add_argument(
        "--dialect", choices=("text", "sample"), default="text", help="sample: show the table before computers' turns too"
    )
    given = options.parse_args(arguments)
    if given.players is not None:
        saves.check_players(given.players, 4)
    Session(console, prepare(console, "straights", given, alone=("players",))).play()


def ask(console: Console, prompt: str) -> tuple[str, list[str]]:
    """A typed line and its words, which white space (space and tab) divides; Done at the end of input."""
    line = console.ask(prompt)
    if line is None:
        raise Done
    text = line.decode("utf-8", "surrogateescape")
    if len(line) == LONGEST_LINE:  # cut: whatever it was, it is no command
        return text, [text]
    return text, [word for word in text.replace("\t", " ").split(" ") if word]


def typed(text: str) -> str:
    """Typed input in quotes, for a message."""
    return quote(text.encode("utf-8", "surrogateescape"))


def invite(console: Console) -> str:
    """Ask who sits on each chair (5.2)."""
    players = ""
    while len(players) < 4:
        console.say(f"Is Player{len(players) + 1} a human (h) or a computer (c)?")
        text, words = ask(console, ">")
        if words == ["quit"]:
            raise Done
        if words in (["h"], ["c"]):
            players += words[0]
        else:
            console.say(f"Please answer h or c, not {typed(text)}.")
    return players


def screen(seen: View) -> list[str]:
    """The table, the hand and the legal plays of whoever's turn it is (5.5.1), but for the prompt."""
    piles = [cards(seen.table.table >> 13 * suit & SUIT) for suit in range(4)]
    hand = [card for card in seen.dealt if seen.table.hand >> card & 1]
    plays = [card for card in hand if seen.legal & seen.playable & 1 << card]
    return [
        "Cards on the table:",
        *(
            f"{suit}:{tell.spaced(RANKS[rank] for rank in pile)}"
            for suit, pile in zip(("Clubs", "Diamonds", "Hearts", "Spades"), piles, strict=True)
        ),
        f"Your hand:{tell.listed(hand)}",
        f"Legal plays:{tell.listed(plays)}",
    ]


class Session:
    """One session: a match, where its cards come from, and a console."""

    def __init__(self, console: Console, setup: Setup) -> None:
        """Ask for the players where neither the command line nor a saved position names them."""
        self.console, self.given, self.decks = console, setup.given, setup.decks
        self.keeper = Keeper(setup.given)
        if setup.position:
            self.log, self.match = setup.position.log, setup.position.match
        else:
            self.log = saves.begin("straights", setup.rules, setup.given.players or invite(console))
            self.match = fold(self.log)
        if self.match.playing and not self.match.seen[-1]:
            console.say(tell.straights_began(self.match))

    def follow(self, event: Event) -> None:
        """Take one more event into the match, and tell it."""
        before, self.match = self.match, step(self.match, event)
        self.log.append(event)
        self.console.say(*tell.told(before, event, self.match))

    def play(self) -> None:
        """Play the match to its end (5.4 to 5.6)."""
        while not self.match.winners:
            if not self.match.playing:
                self.follow(Dealt(self.decks.next()))
            elif self.match.players[actor(self.match)].startswith(HUMAN):
                self.human_turn()
            else:
                self.computer_turn(show=self.given.dialect == "sample")

    def computer_turn(self, show: bool) -> None:
        """The computer's one line (5.5.3); `--dialect sample` shows the table first, with an unanswered prompt."""
        seat = actor(self.match)
        seen = view(self.match, seat)
        if show:
            self.console.say(*screen(seen))
            self.console.put(">")
        self.follow(Acted(seat, LEVELS[self.match.players[seat]](seen, 0)))  # the assignment's computer rolls no dice

    def human_turn(self) -> None:
        """Show the table, then ask until a command ends the turn."""
        seat = actor(self.match)
        self.console.say(*screen(view(self.match, seat)))
        moves = self.match.moves
        while self.match.moves == moves:
            self.keeper.keep(self.position())
            text, words = ask(self.console, ">")
            if words == ["quit"]:
                raise Done
            if words == ["deck"]:
                self.console.say(*(names(row) for row in saves.rows(self.match.deck)))
            elif words == ["ragequit"]:
                self.follow(Seated(seat, saves.chair(seat, "c")))
                self.computer_turn(show=False)
            elif words[:1] == ["save"]:
                self.save(text.strip(" \t").removeprefix("save").strip(" \t"))
            elif len(words) == 2 and words[0] in ("play", "discard"):
                self.move(words[0], words[1])
            else:
                self.console.say(f"{typed(text)} is not a command; there is {COMMANDS}.")

    def move(self, verb: str, name: str) -> None:
        """`play` or `discard` a card, or say why not (5.5.2): malformed, then not held, then not legal."""
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
        """Why the acting human may not play or discard a card; empty where that is legal."""
        seen = view(self.match, actor(self.match))
        plays = seen.legal & seen.playable
        if verb == "play":
            return "" if plays >> card & 1 else "This is not a legal play."
        if not seen.table.hand >> card & 1:
            return f"You do not hold {NAMES[card]}."
        return "You have a legal play. You may not discard." if plays else ""

    def save(self, path: str) -> None:
        """The command `save FILE`."""
        why = save_as(path, self.position(), self.given) if path else "save needs the name of a file."
        self.console.say(why or "Saved.")

    def position(self) -> Position:
        """Where the session stands."""
        return Position(self.log, self.match, self.decks)


def main() -> int:
    """The console script."""
    return run("straights", program, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
