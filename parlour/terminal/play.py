"""`parlour play GAME`: a match of any game at the terminal, one person against computers.

The rules of a game are enough. All output is made from the person's own View
(`words/view_text.py`).
"""

import signal
from collections.abc import Sequence

from parlour.cards import NAMES, NEW_DECK
from parlour.catalogue.options import action_name
from parlour.catalogue.registry import GAMES
from parlour.errors import UsageError, failure
from parlour.match import (
    HUMAN,
    Acted,
    Dealt,
    Event,
    Opened,
    Seated,
    View,
    actor,
    dice,
    fold,
    refusal,
    step,
    view,
)
from parlour.players import LEVELS, find_level
from parlour.shuffle import Shuffle
from parlour.terminal.advice import advised
from parlour.terminal.console import Console, Done, complain
from parlour.terminal.early import wait_for_release
from parlour.terminal.screen import adapt
from parlour.terminal.session import read, typed
from parlour.words import view_text
from parlour.words.narration import level_named

ME = "me"
PROMPT = "> "
HINT_SECONDS = 5.0  # seconds for a hint, at most


def seating(game: str, n: int, names: Sequence[str] | None, level: str | None) -> tuple[str, ...]:
    """The entry of each of n seats, `me` or a level, from the options --seats and --level;
    UsageError if they are invalid.
    """
    if names is not None and level is not None:
        raise UsageError("--level cannot be combined with --seats, which names every level.")
    simplest = next(iter(LEVELS[game]))
    seats = [ME] + [level_named(level or simplest, LEVELS[game])] * (n - 1)
    if names is not None:
        seats = [level_named(name, LEVELS[game]) for name in names]
    if len(seats) != n:
        raise UsageError(f"{n} seats are needed; {len(seats)} were given.")
    if seats.count(ME) != 1:
        raise UsageError(f'Exactly one seat must be "{ME}"; {seats.count(ME)} are.')
    for name in seats:
        if name != ME:
            find_level(game, name)
    return tuple(seats)


class Play:
    """A match at the terminal."""

    def __init__(
        self, console: Console, game: str, rules: tuple[int, ...], seats: Sequence[str], seed: int
    ) -> None:
        """Open the match; `seats` are entries as of `seating`. The deals and the computers' dice
        follow from the seed.
        """
        self.console, self.me = console, seats.index(ME)
        self.bye = f"The match is not over; --seed {seed} deals it again."
        players = [f"{HUMAN}{name}" if name == ME else name for name in seats]
        self.match = fold(
            [
                Opened(game, rules, f"{seed}/0"),
                *(Seated(seat, name) for seat, name in enumerate(players)),
            ]
        )
        self.shuffle, self.deck = Shuffle("std", seed), NEW_DECK
        named = range(52 + len(GAMES[game].EXTRA))
        self.actions = {f"10{NAMES[ten][1].lower()}": ten for ten in range(9, 52, 13)}
        self.actions |= {action_name(GAMES[game], action).lower(): action for action in named}
        adapt(console, self.possible)

    def play(self) -> None:
        """Play the match to its end; Done if the person leaves it. An interrupt is answered by the
        seed, in a new line after the prompt.
        """
        try:
            self.rounds()
        except KeyboardInterrupt:
            handler = signal.signal(signal.SIGINT, signal.SIG_IGN)  # of a held key
            for line in ("", *self.console.wrap(self.bye)):
                complain(line)
            signal.signal(signal.SIGINT, handler)
            raise

    def rounds(self) -> None:
        """Play rounds until the match is over."""
        self.console.say(*view_text.opening(self.view()))
        while not self.match.winners:
            if not self.match.playing:
                self.deck = self.shuffle(self.deck)
                self.follow(Dealt(self.deck))
            elif actor(self.match) == self.me:
                self.turn()
            else:
                self.computer()

    def view(self) -> View:
        """The person's view of the match."""
        return view(self.match, self.me)

    def possible(self) -> list[str]:
        """The words that can be typed now: the legal actions and the commands."""
        return [*self.view().actions, *view_text.COMMANDS.split(", ")]

    def follow(self, event: Event) -> None:
        """Add an event to the match, and narrate it."""
        before = self.view()
        self.match = step(self.match, event)
        self.console.say(*view_text.news(before, self.view()))

    def computer(self) -> None:
        """Let the acting computer act. The person sees what has happened while it thinks."""
        self.console.flush()
        seat = actor(self.match)
        level = LEVELS[self.match.game][self.match.players[seat]]
        self.follow(Acted(seat, level(view(self.match, seat), dice(self.match, seat))))

    def turn(self) -> None:
        """Show the table, and prompt until the person has acted."""
        self.console.say(*view_text.screen(self.view()))
        while True:
            text, word = self.ask()
            if word in self.actions:
                why = refusal(self.match, self.me, self.actions[word])
                if not why:
                    self.follow(Acted(self.me, self.actions[word]))
                    return
                self.console.say(why)
            elif not word:
                self.console.say(view_text.screen(self.view())[-1])  # the legal actions once more
            elif word == "table":
                self.console.say(*view_text.screen(self.view()))
            elif word == "hint":
                self.console.say(*self.hint())
            elif word == "help":
                self.console.say(*view_text.helped(self.view()))
            else:
                commands = view_text.COMMANDS
                self.console.say(
                    f"{typed(text)} is neither an action nor a command (commands: {commands})."
                )

    def ask(self) -> tuple[str, str]:
        """A typed line, and its words in lower case; Done at `quit` and at the end of input."""
        try:
            text, words = read(self.console, PROMPT)
        except Done:
            raise Done("", self.bye) from None
        word = " ".join(words).lower()
        if word == "quit":
            raise Done(self.bye)
        return text, word

    def hint(self) -> list[str]:
        """The lines of a hint. An interrupt ends the hint, not the match."""
        self.console.say("Thinking ...")
        self.console.flush()
        try:
            from parlour.players.hint import hint  # here, because it takes long to load

            view = self.view()
            return advised(view, hint(view, dice(self.match, self.me), HINT_SECONDS))
        except KeyboardInterrupt:
            wait_for_release()
            return ["", "The hint was interrupted."]  # after the terminal's ^C
        except (
            Exception
        ) as error:  # a package's game may raise any error, and the match must continue
            return [f"The hint could not be computed ({failure(error)})."]
