"""What a session of any of the three programs is: a match, where its cards come from, and a
console.
"""

from abc import ABC, abstractmethod

from parlour.errors import quote
from parlour.match import HUMAN, Acted, Dealt, Event, Match, actor, dice, fold, step, view
from parlour.players import LEVELS
from parlour.terminal import saves
from parlour.terminal.console import LONGEST_LINE, Console, Done, complain
from parlour.terminal.saves import FIRST, Position
from parlour.terminal.setup import Keeper, Setup, open_transcript, save_as
from parlour.words import narrated


def read(console: Console, prompt: str) -> tuple[str, list[str]]:
    """A typed line and its words, which white space (space and tab) divides; Done at the end of
    input.
    """
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


class Session(ABC):
    """One session; each program says how it tells an event, and how a person's turn goes."""

    def __init__(self, console: Console, setup: Setup) -> None:
        """Begin the transcript, and go on from the saved position or begin a match."""
        open_transcript(console, setup.given)
        if setup.note:
            complain(setup.note)
        self.console, self.given, self.decks = console, setup.given, setup.decks
        self.keeper = Keeper(setup.given)
        if setup.position:
            self.log, self.match = setup.position.log, setup.position.match
            self.level = saves.level(self.match)
        else:
            self.log = saves.begin(setup.game, setup.rules, self.chairs(setup), setup.level)
            self.match = fold(self.log)
            self.level = setup.level

    @abstractmethod
    def chairs(self, setup: Setup) -> str:
        """Who sits where in a new match: a letter a seat, h for a human and c for a computer."""

    @abstractmethod
    def human_turn(self) -> None:
        """Ask until the acting human has acted."""

    def narrate(self, before: Match, event: Event) -> list[str]:
        """The lines that tell an event to those at the keyboard."""
        return narrated(before, event, self.match)

    def follow(self, event: Event) -> None:
        """Take one more event into the match, and tell it."""
        before, self.match = self.match, step(self.match, event)
        self.log.append(event)
        self.console.say(*self.narrate(before, event))

    def play(self) -> None:
        """Play the match to its end."""
        while not self.match.winners:
            if not self.match.playing:
                self.console.flush()  # a session that asks nobody anything is told round by round
                self.follow(Dealt(self.decks.next()))
            elif self.match.players[actor(self.match)].startswith(HUMAN):
                self.human_turn()
            else:
                self.computer_turn()

    def computer_turn(self) -> None:
        """Let the acting computer act."""
        self.follow(Acted(actor(self.match), self.choice()))

    def choice(self) -> int:
        """What the acting computer does; the assignments' rolls no dice."""
        seat = actor(self.match)
        level = self.match.players[seat]
        rolled = dice(self.match, seat) if level != FIRST else 0
        return LEVELS[self.match.game][level](view(self.match, seat), rolled)

    def ask(self, prompt: str) -> tuple[str, list[str]]:
        """Keep the position and ask for a line, as text and as words; `save FILE` is done here,
        `quit` is Done.
        """
        while True:
            self.keeper.keep(self.position())
            text, words = read(self.console, prompt)
            if words == ["quit"]:
                raise Done
            if words[:1] != ["save"]:
                return text, words
            self.save(text.strip(" \t").removeprefix("save").strip(" \t"))

    def save(self, path: str) -> None:
        """The command `save FILE`."""
        why = (
            save_as(path, self.position(), self.given) if path else "save needs the name of a file."
        )
        self.console.say(why or "Saved.")

    def position(self) -> Position:
        """Where the session stands."""
        return Position(self.log, self.match, self.decks)
