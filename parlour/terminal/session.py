"""A session of any of the three programs: a match, a source of decks, and a console."""

import sys
from abc import ABC, abstractmethod

from parlour.errors import quote
from parlour.match import HUMAN, Acted, Dealt, Event, Match, actor, dice, fold, step, view
from parlour.players import LEVELS
from parlour.terminal import saves
from parlour.terminal.console import LONGEST_LINE, Console, Done, complain
from parlour.terminal.saves import FIRST, Position
from parlour.terminal.setup import AutoSave, Setup, open_transcript, save_as
from parlour.words.narration import narrated


def read(console: Console, prompt: str) -> tuple[str, list[str]]:
    """A typed line, and its words as divided by spaces and tabs; Done at the end of input."""
    line = console.ask(prompt)
    if line is None:
        raise Done
    text = line.decode("utf-8", "surrogateescape")
    if len(line) == LONGEST_LINE:  # the line was cut, so it is not a valid command
        return text, [text]
    return text, [word for word in text.replace("\t", " ").split(" ") if word]


def file_name(text: str) -> str:
    """A typed name of a file as the system decodes names, so that the file has the bytes typed."""
    return text.encode("utf-8", "surrogateescape").decode(
        sys.getfilesystemencoding(), "surrogateescape"
    )


def typed(text: str) -> str:
    """Typed input in quotes, for a message."""
    return quote(text.encode("utf-8", "surrogateescape"))


class Session(ABC):
    """One session. Each program defines how an event is narrated and how a person's turn runs."""

    def __init__(self, console: Console, setup: Setup) -> None:
        """Begin the transcript, and load the saved position or begin a match."""
        open_transcript(console, setup.arguments)
        if setup.note:
            complain(setup.note)
        self.console, self.arguments, self.decks = console, setup.arguments, setup.decks
        self.autosave = AutoSave(setup.arguments)
        if setup.position:
            self.log, self.match, _, self.level = setup.position
        else:
            self.log = saves.begin(setup.game, setup.rules, self.chairs(setup), setup.level)
            self.match = fold(self.log)
            self.level = setup.level

    @abstractmethod
    def chairs(self, setup: Setup) -> str:
        """The seats of a new match: a letter a seat, h for a human and c for a computer."""

    @abstractmethod
    def human_turn(self) -> None:
        """Prompt until the acting human has acted."""

    def narrate(self, before: Match, event: Event) -> list[str]:
        """The lines that narrate an event to the persons at the keyboard; `before` is the match
        before it.
        """
        return narrated(before, event, self.match)

    def follow(self, event: Event) -> None:
        """Add an event to the match, and narrate it."""
        before, self.match = self.match, step(self.match, event)
        self.log.append(event)
        self.console.say(*self.narrate(before, event))

    def play(self) -> None:
        """Play the match to its end."""
        while not self.match.winners:
            if not self.match.playing:
                self.console.flush()  # a session without persons is printed round by round
                self.follow(Dealt(self.decks.next()))
            elif self.match.players[actor(self.match)].startswith(HUMAN):
                self.human_turn()
            else:
                self.computer_turn()

    def computer_turn(self) -> None:
        """Let the acting computer act."""
        self.follow(Acted(actor(self.match), self.choice()))

    def choice(self) -> int:
        """The action of the acting computer; the assignments' computers use no dice."""
        seat = actor(self.match)
        level = self.match.players[seat]
        rolled = dice(self.match, seat) if level != FIRST else 0
        return LEVELS[self.match.game][level](view(self.match, seat), rolled)

    def ask(self, prompt: str) -> tuple[str, list[str]]:
        """Save the position if --save is given, and prompt for a line; returns it as text and as
        words. `save FILE` is done here; Done at `quit`.
        """
        while True:
            self.autosave.write(self.position())
            text, words = read(self.console, prompt)
            if words == ["quit"]:
                raise Done
            if words[:1] != ["save"]:
                return text, words
            self.save(text.strip(" \t").removeprefix("save").strip(" \t"))

    def save(self, path: str) -> None:
        """The command `save FILE`."""
        why = "save needs the name of a file."
        if path:
            why = save_as(file_name(path), self.position(), self.arguments)
        self.console.say(why or "Saved.")

    def position(self) -> Position:
        """The position of the session, as it can be saved."""
        return Position(self.log, self.match, self.decks, self.level)
